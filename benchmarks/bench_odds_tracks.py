"""Six broadsides, and the joint law of what they leave.

Trafalgar: between four ships, into their four damage tracks; each hit crosses boxes off, and a ship fires with the hull
points she has left, so that what comes out of one broadside changes the next. Wsim: into the hull, the crew sections and
the rigging sections of one ship, with every critical hit; and how many it takes until she strikes. Ironclads: a salvo of 24
guns of every type, with its fires and its critical hit.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import dyce
from dyce.h import aggregate_weighted
from icepool import Die
from msgspec import Struct
from msgspec.structs import replace

from benchmarks import ironclads_peers, wsim_peers
from benchmarks.gunnery_peers import BANDS, CHARTS, SHOTS, dyce_shot, icepool_shot, knowing_shots
from benchmarks.rounds import ROUNDS, each, faster, in_turn, line, ratio, same, versions
from weathergauge.dice import Dice
from weathergauge.odds import Memory, odds
from weathergauge.rulesets.ironclads.charts import charts as ironclads_charts
from weathergauge.rulesets.ironclads.procedures import fire as ironclads
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.findings import Band, Shot
from weathergauge.rulesets.trafalgar.gunnery import fire
from weathergauge.rulesets.trafalgar.scenarios import Sheet, sheets
from weathergauge.rulesets.wsim import charts as wsim_charts
from weathergauge.rulesets.wsim.criticals import Blow
from weathergauge.rulesets.wsim.firepower import Fall
from weathergauge.rulesets.wsim.procedures import fire as wsim
from weathergauge.rulesets.wsim.squares import lose

FLOOR, GOAL = 5, 10
START: tuple[int, ...] = (0, 0, 0, 0)

Crossed = tuple[int, ...]


class Aim(Struct, frozen=True):
    """One broadside of the exchange: who fires at whom, how far, and whether it is her first."""

    firer: int
    target: int
    band: Band
    first: bool


Fleet = tuple[Sheet, ...]
Query = tuple[Fleet, tuple[Aim, ...]]


def shot_of(crossed: Crossed, aim: Aim, fleet: Fleet) -> Shot | None:
    """What she fires with as things stand; None when she or her target has struck."""
    firer, target = fleet[aim.firer], fleet[aim.target]
    if crossed[aim.firer] == len(firer.boxes) or crossed[aim.target] == len(target.boxes):
        return None
    return Shot(firer.boxes[crossed[aim.firer]], aim.band, target.rate, aim.first)


def hurt(crossed: Crossed, aim: Aim, fleet: Fleet, boxes: int) -> Crossed:
    """The tracks after a broadside."""
    lost = min(len(fleet[aim.target].boxes), crossed[aim.target] + boxes)
    return (*crossed[: aim.target], lost, *crossed[aim.target + 1 :])


# Our rule adds up what is lost, all four tracks in the fields of one number, and sees of it only what a shot hangs on.
FIELD = 6
LAST = (1 << FIELD) - 1


class Bout(Struct, frozen=True, cache_hash=True):
    """A broadside of the exchange with both sheets: whose fields hold firer and target, and her shot by boxes lost."""

    firer: int
    target: int
    boxes: int
    """Of the target: with all of them gone she has struck."""
    shots: tuple[Shot | None, ...]


def bouts(fleet: Fleet, aims: tuple[Aim, ...]) -> tuple[Bout, ...]:
    """The exchange, laid out before its first die."""
    found = []
    for aim in aims:
        hulls, target = fleet[aim.firer].boxes, fleet[aim.target]
        shots = [Shot(hull, aim.band, target.rate, aim.first) for hull in hulls]
        silent = (None,) * (LAST + 1 - len(hulls))
        found.append(Bout(FIELD * aim.firer, FIELD * aim.target, len(target.boxes), (*shots, *silent)))
    return tuple(found)


def sight(lost: int, bout: Bout) -> Shot | None:
    """What she fires with as things stand; None when she or her target has struck."""
    return bout.shots[lost >> bout.firer & LAST] if lost >> bout.target & LAST < bout.boxes else None


def one(shot: Shot | None, bout: Bout, charts: Charts, dice: Dice) -> int:
    """One broadside of the exchange: the boxes it costs, in the field of her target."""
    if shot is None:
        return 0
    return dice.last.do(fire, shot, charts, read=lambda boxes: boxes << bout.target)


def exchange(fleet: Fleet, aims: tuple[Aim, ...], charts: Charts, dice: Dice) -> Crossed:
    """Six broadsides, one after the other."""
    return dice.last.do(added, bouts(fleet, aims), charts, read=tracks_of(fleet))


def added(all_bouts: tuple[Bout, ...], charts: Charts, dice: Dice) -> int:
    """All that is lost."""
    return dice.last.sum(one, all_bouts, 0, charts, seen=sight)


def tracks_of(fleet: Fleet) -> Callable[[int], Crossed]:
    """How the four tracks stand: nobody loses more boxes than she has."""
    a, b, c, d = [tuple([min(n, len(sheet.boxes)) for n in range(LAST + 1)]) for sheet in fleet]
    return lambda n: (a[n & LAST], b[n >> FIELD & LAST], c[n >> 2 * FIELD & LAST], d[n >> 3 * FIELD])


def query(seed: int) -> Query:
    """Two ships a side, drawn from the sheets, who fire at each other in turn and then twice more."""
    random = Random(seed)
    kinds = [sheet for sheet in sheets().values() if sheet.rate in ("1st_rate", "2nd_rate", "3rd_rate")]
    pairs = [(0, 2), (1, 3), (2, 0), (3, 1), (0, 2), (1, 3)]
    bands: Any = BANDS
    aims = tuple(Aim(a, b, random.choice(bands), n < 4 and random.random() < 0.5) for n, (a, b) in enumerate(pairs))
    return tuple(random.choices(kinds, k=4)), aims


ICEPOOL = {shot: icepool_shot(shot) for shot in SHOTS}
DYCE = {shot: dyce_shot(shot) for shot in SHOTS}


def in_icepool(fleet: Fleet, aims: tuple[Aim, ...]) -> Any:
    """The exchange with icepool: each state of the tracks mapped to the dice of what follows."""
    tracks = Die([START])
    for aim in aims:

        def step(crossed: Crossed, aim: Aim = aim) -> Any:
            shot = shot_of(crossed, aim, fleet)
            if shot is None:
                return crossed
            return ICEPOOL[shot].map(lambda boxes: hurt(crossed, aim, fleet, boxes), star=False)

        tracks = tracks.map(step, star=False)
    return tracks


def in_dyce(fleet: Fleet, aims: tuple[Aim, ...]) -> Any:
    """The exchange with dyce, by the function that its `expand` is built on."""
    tracks: Any = dyce.H({START: 1})
    for aim in aims:

        def step(crossed: Crossed, aim: Aim = aim) -> Any:
            shot = shot_of(crossed, aim, fleet)
            return crossed if shot is None else DYCE[shot].apply(lambda boxes: hurt(crossed, aim, fleet, boxes))

        tracks = aggregate_weighted((step(crossed), weight) for crossed, weight in tracks.items())
    return tracks


def by_hand(fleet: Fleet, aims: tuple[Aim, ...]) -> Any:
    """The exchange with dyce's laws, but the steps written out: every shot has six ways, so weights only multiply."""
    tracks: Any = dyce.H({START: 1})
    for aim in aims:
        pairs: list[tuple[Crossed, int]] = []
        for crossed, weight in tracks.items():
            shot = shot_of(crossed, aim, fleet)
            if shot is None:
                pairs.append((crossed, 6 * weight))
            else:
                pairs += [(hurt(crossed, aim, fleet, boxes), weight * ways) for boxes, ways in DYCE[shot].items()]
        tracks = dyce.H.from_counts(pairs)
    return tracks


def main() -> None:
    versions("weathergauge", "icepool", "dyce")
    _trafalgar()
    _wsim()
    _until_she_strikes()
    _ironclads()


def _trafalgar() -> None:
    queries = [query(seed) for seed in range(5)]
    outcomes = 0
    for asked in queries:
        ours = dict(odds(exchange, *asked, CHARTS).items())
        outcomes += len(ours)
        die = in_icepool(*asked)
        same("icepool", ours, dict(zip(die, die.probabilities(), strict=True)))
        same("dyce", ours, dict(in_dyce(*asked).probability_items()))
        same("by hand", ours, dict(by_hand(*asked).probability_items()))
    nothing, seen = Memory(0), Memory()
    primed = iter([knowing_shots() for _ in range(ROUNDS + 1)])

    def asking(memory: Memory) -> None:
        for asked in queries:
            dict(odds(exchange, *asked, CHARTS, memory=memory).items())

    def icepools() -> None:
        for asked in queries:
            die = in_icepool(*asked)
            dict(zip(die, die.probabilities(), strict=True))

    def dyces() -> None:
        for asked in queries:
            dict(in_dyce(*asked).probability_items())

    def hands() -> None:
        for asked in queries:
            dict(by_hand(*asked).probability_items())

    times = in_turn(
        {
            "cold": lambda: asking(nothing),
            "new": lambda: asking(next(primed)),
            "seen": lambda: asking(seen),
            "icepool": icepools,
            "dyce": dyces,
            "hand": hands,
        }
    )
    peer, n = faster(times, "icepool", "dyce"), len(queries)
    print(f"   {n} exchanges, {outcomes // n} outcomes on average; peers have the law of every shot beforehand")
    labels = {
        "cold": "nothing kept",
        "new": "shots known, every exchange new   HEADLINE",
        "seen": "exchanges seen before",
        "hand": "(the steps written out by hand on dyce's laws)",
    }
    for name, label in labels.items():
        floor, goal = (FLOOR, GOAL) if name == "new" else (None, None)
        told = f"{each(times[name], n)} against {peer}'s {each(times[peer], n)}"
        line(label, ratio(times, name, peer), floor, goal, told)


# Wsim

Tracks = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Hull squares left, crew sections and rigging sections."""
Shots = tuple[Fall, ...]
NUMBERS = range(-2, 22)
"""Modified fire numbers, from a sloop's far off to a first rate's close by."""


def crossed(tracks: Tracks, hit: tuple[int, int, int, int]) -> Tracks:
    """The tracks after a broadside: squares of hull, crew and rigging, and whole rigging sections besides."""
    hull, crew, rigging = tracks
    rigging = lose(rigging, hit[2])
    if hit[3]:
        rigging = lose(rigging, next((section for section in rigging if section), 0))
    return max(0, hull - hit[0]), lose(crew, hit[1]), rigging


def squares(fall: Fall, blow: Blow, charts: wsim_charts.Charts, dice: Dice) -> tuple[int, int, int, int]:
    """The squares of one broadside with its critical hit, and nothing else of it."""
    return dice.last.do(wsim.struck, fall, blow, charts, read=_squares)


def _squares(struck: wsim.Struck) -> tuple[int, int, int, int]:
    return struck.hull, struck.crew, struck.rigging, struck.sections


def struck_once(fall: Fall, blow: Blow, charts: wsim_charts.Charts, dice: Dice) -> int:
    """One broadside more: squares of hull, crew and rigging in a field each, and whether a whole section goes besides."""
    return dice.last.do(squares, fall, blow, charts, read=_fields)


def _fields(hit: tuple[int, int, int, int]) -> int:
    return hit[0] | hit[1] << FIELD | hit[2] << 2 * FIELD | hit[3] << 3 * FIELD


def six(start: Tracks, shots: Shots, blow: Blow, charts: wsim_charts.Charts, dice: Dice) -> Tracks:
    """All of them, one after the other."""
    keep, tracks = log_of(start)
    return dice.last.do(lost_by, shots, keep, blow, charts, read=tracks)


def lost_by(shots: Shots, keep: Callable[[int], int], blow: Blow, charts: wsim_charts.Charts, dice: Dice) -> int:
    """Squares lost to all of them together; a track that is gone loses no more."""
    return dice.last.sum(struck_once, shots, 0, blow, charts, keep=keep)


def log_of(start: Tracks) -> tuple[Callable[[int], int], Callable[[int], Tracks]]:
    """What still matters of squares lost, and the tracks that they leave: tables of one ship's log."""
    hull, crew, rigging = start
    hands, sails = [lose(crew, n) for n in range(sum(crew) + 1)], [lose(rigging, n) for n in range(sum(rigging) + 1)]
    hulls = [min(hull, n) for n in range(LAST + 1)]
    crews = [min(len(hands) - 1, n) << FIELD for n in range(LAST + 1)]
    cut = [min(len(sails) - 1, n) for n in range(LAST + 1)]
    cut += [n + next((section for section in sails[n] if section), 0) for n in cut]
    riggings = [n << 2 * FIELD for n in cut]

    def keep(n: int) -> int:
        return hulls[n & LAST] | crews[n >> FIELD & LAST] | riggings[n >> 2 * FIELD]

    def tracks(n: int) -> Tracks:
        return hull - (n & LAST), hands[n >> FIELD & LAST], sails[n >> 2 * FIELD]

    return keep, tracks


BLOW = Blow(aim="hull", number=0, range=2, rake="stern")
PEER = wsim.Broadside(guns=8, range=2, crew="average", rake="stern")
"""The same in the words of the procedure, whose fire number the peers are given by itself."""


def wsim_query(seed: int) -> tuple[Tracks, Shots]:
    """A frigate or a ship of the line, and six broadsides of different weight."""
    random = Random(seed)
    hull, crew, rigging = random.choice(
        [(14, (4, 4, 2), (5, 5, 5, 5)), (18, (6, 6, 6), (6, 6, 6, 6)), (9, (3, 3, 3), (4, 4, 4))]
    )
    return (hull, crew, rigging), tuple(Fall(number=random.choice(NUMBERS)) for _ in range(6))


def _wsim() -> None:
    charts = wsim_peers.CHARTS
    queries = [wsim_query(seed) for seed in range(6)]
    pool = {n: wsim_peers.icepool_broadside(PEER, n).map(lambda told: told[:4], star=False) for n in NUMBERS}
    laws = {n: wsim_peers.dyce_broadside(PEER, n).apply(lambda told: told[:4]) for n in NUMBERS}

    def icepools(start: Tracks, shots: Shots) -> Any:
        tracks = Die([start])
        for fall in shots:
            law = pool[fall.number]
            tracks = tracks.map(lambda now, law=law: law.map(lambda hit: crossed(now, hit), star=False), star=False)
        return tracks

    def dyces(start: Tracks, shots: Shots) -> Any:
        tracks: Any = dyce.H({start: 1})
        for fall in shots:
            law = laws[fall.number]
            steps = ((law.apply(lambda hit, now=now: crossed(now, hit)), weight) for now, weight in tracks.items())
            tracks = aggregate_weighted(steps)
        return tracks

    outcomes = 0
    for start, shots in queries:
        ours = dict(odds(six, start, shots, BLOW, charts).items())
        outcomes += len(ours)
        die = icepools(start, shots)
        same("icepool", ours, dict(zip(die, die.probabilities(), strict=True)))
        same("dyce", ours, dict(dyces(start, shots).probability_items()))

    def knowing() -> Memory:
        memory = Memory()
        for number in NUMBERS:
            odds(squares, Fall(number=number), BLOW, charts, memory=memory)
        return memory

    def asking(memory: Memory) -> None:
        for start, shots in queries:
            dict(odds(six, start, shots, BLOW, charts, memory=memory).items())

    def in_icepool() -> None:
        for start, shots in queries:
            die = icepools(start, shots)
            dict(zip(die, die.probabilities(), strict=True))

    def in_dyce() -> None:
        for start, shots in queries:
            dict(dyces(start, shots).probability_items())

    nothing, seen, primed = Memory(0), Memory(), iter([knowing() for _ in range(ROUNDS + 1)])
    works = {
        "cold": lambda: asking(nothing),
        "new": lambda: asking(next(primed)),
        "seen": lambda: asking(seen),
        "icepool": in_icepool,
        "dyce": in_dyce,
    }
    print(f"   wsim: six broadsides into hull, crew and rigging, {outcomes // len(queries)} outcomes on average")
    labels = {
        "cold": "nothing kept",
        "new": "shots known, every six new   HEADLINE",
        "seen": "seen before",
    }
    _compare(works, labels, len(queries))


def _compare(works: dict[str, Any], labels: dict[str, str], count: int) -> None:
    """Time the works in turn, and hold ours to the faster of the peers."""
    times = in_turn(works)
    peer = faster(times, "icepool", "dyce")
    for name, label in labels.items():
        floor, goal = (FLOOR, GOAL) if "HEADLINE" in label else (None, None)
        told = f"{each(times[name], count)} against {peer}'s {each(times[peer], count)}"
        line(label, ratio(times, name, peer), floor, goal, told)


Standing = tuple[int, int, int, bool]
"""Hull and crew squares left, broadsides fired, and whether she has blown up."""


def _until_she_strikes() -> None:
    """The procedure itself: equal broadsides until hull or crew is gone, and how she ends."""
    charts = wsim_peers.CHARTS
    inputs = [
        wsim.UntilSheStrikes(hull=hull, hands=hands, number=number, range=2, rake="stern")
        for hull, hands, number in ((14, 10, 4), (18, 18, 7), (9, 9, 1), (12, 14, 10), (16, 12, 3), (20, 20, 12))
    ]
    fates = {face: charts.destroyed_hull.at(face) for face in range(1, 7)}
    ends = {face: fate if fate == "may_sink" else "strikes" for face, fate in fates.items()}  # without rule X (WS25)
    numbers = sorted({one.number or 0 for one in inputs})
    quiet = wsim.Broadside(guns=8, range=2, crew="average", rake="stern", captain=False)

    def bite(told: Any) -> tuple[int, int, bool]:
        return told[0], told[1], told[5] in ("she blows up", "she will blow up")

    pool = {n: wsim_peers.icepool_broadside(quiet, n).map(bite, star=False) for n in numbers}
    laws = {n: wsim_peers.dyce_broadside(quiet, n).apply(bite) for n in numbers}
    destroyed = {
        "icepool": Die([ends[face] for face in range(1, 7)]),
        "dyce": dyce.H([ends[face] for face in range(1, 7)]),
    }

    def over(now: Standing) -> bool:
        return now[3] or not now[0] or not now[1]

    def after(now: Standing, hit: tuple[int, int, bool]) -> Standing:
        return max(0, now[0] - hit[0]), max(0, now[1] - hit[1]), now[2] + 1, hit[2]

    def end(now: Standing, peer: str) -> Any:
        hull, hands, fired, blown = now
        if blown:
            return fired, "explodes"
        if not hull:
            law = destroyed[peer]
            if peer == "icepool":
                return law.map(lambda fate: (fired, fate), star=False)
            return law.apply(lambda fate: (fired, fate))
        return fired, "fights_on" if hands else "no_crew"

    def icepools(one: wsim.UntilSheStrikes) -> Any:
        law, now = pool[one.number or 0], Die([(one.hull, one.hands, 0, False)])

        def step(standing: Standing) -> Any:
            return standing if over(standing) else law.map(lambda hit: after(standing, hit), star=False)

        for _ in range(one.most):
            now = now.map(step, star=False)
        return now.map(lambda standing: end(standing, "icepool"), star=False)

    def dyces(one: wsim.UntilSheStrikes) -> Any:
        law, now = laws[one.number or 0], dyce.H({(one.hull, one.hands, 0, False): 1})

        def step(standing: Standing) -> Any:
            return standing if over(standing) else law.apply(lambda hit: after(standing, hit))

        for _ in range(one.most):
            now = aggregate_weighted((step(standing), weight) for standing, weight in now.items())
        return aggregate_weighted((end(standing, "dyce"), weight) for standing, weight in now.items())

    for one in inputs:
        found = wsim.broadsides_until_she_strikes.odds(one, charts).items()
        ours = {(stand.broadsides, stand.end): chance for stand, chance in found}
        die = icepools(one)
        same(f"{one} (icepool)", ours, dict(zip(die, die.probabilities(), strict=True)))
        same(f"{one} (dyce)", ours, dict(dyces(one).probability_items()))

    def asking(memory: Memory) -> None:
        for one in inputs:
            dict(wsim.broadsides_until_she_strikes.odds(one, charts, memory).items())

    def in_icepool() -> None:
        for one in inputs:
            die = icepools(one)
            dict(zip(die, die.probabilities(), strict=True))

    def in_dyce() -> None:
        for one in inputs:
            dict(dyces(one).probability_items())

    seen = Memory()
    works = {
        "new": lambda: asking(Memory()),
        "seen": lambda: asking(seen),
        "icepool": in_icepool,
        "dyce": in_dyce,
    }
    print("   wsim: broadsides until she strikes, from the inputs; peers have the law of every shot beforehand")
    labels = {
        "new": "a memory that knows nothing yet   HEADLINE",
        "seen": "seen before",
    }
    _compare(works, labels, len(inputs))


# Ironclads

KINDS = (("main", 8), ("medium", 3), ("medium", 1), ("light", 1))
"""Guns that pierce on 2, on 4, and not at all, against armour 3."""


def salvo_of(seed: int) -> ironclads.SalvoShot:
    """Twenty-four dice in four batteries, at a ship that has lost some of her hull or none."""
    random = Random(seed)
    cuts = [0, *sorted(random.sample(range(1, 24), 3)), 24]
    batteries = tuple(
        ironclads.Battery(kind=kind, dice=after - before, ap=ap)  # type: ignore[arg-type]
        for (kind, ap), before, after in zip(KINDS, cuts, cuts[1:], strict=False)
    )
    return ironclads.SalvoShot(
        batteries=batteries,
        firer_class=2,
        target_class=2,
        range=8,
        armour=3,
        hull=random.choice([4, 8, 12]),
        hull_full=12,
    )


def _ironclads() -> None:
    charts, peers = ironclads_charts(), ironclads_peers
    queries = [salvo_of(seed) for seed in range(6)]
    outcomes = 0
    for salvo in queries:
        ours: dict[Any, Any] = {}
        for damage, chance in ironclads.salvo.odds(salvo, charts).items():
            ours[peers.told(damage)] = chance
        outcomes += len(ours)
        same(f"{salvo}", ours, peers.chances(peers.icepool_salvo(salvo)))

    def knowing() -> Memory:
        """Every battery by itself has been met, as the peer has added up its guns."""
        memory = Memory()
        for salvo in queries:
            for battery in salvo.batteries:
                ironclads.salvo.odds(replace(salvo, batteries=(battery,)), charts, memory)
        return memory

    def asking(memory: Memory) -> None:
        for salvo in queries:
            dict(ironclads.salvo.odds(salvo, charts, memory).items())

    nothing, seen, primed = Memory(0), Memory(), iter([knowing() for _ in range(ROUNDS + 1)])
    times = in_turn(
        {
            "cold": lambda: asking(nothing),
            "new": lambda: asking(next(primed)),
            "seen": lambda: asking(seen),
            "icepool": lambda: [peers.chances(peers.icepool_salvo(salvo)) for salvo in queries],
        }
    )
    print(f"   ironclads: salvos of 24 guns, {outcomes // len(queries)} outcomes on average")
    labels = {"cold": "nothing kept", "new": "batteries known, every salvo new   HEADLINE", "seen": "seen before"}
    for name, label in labels.items():
        floor, goal = (FLOOR, GOAL) if name == "new" else (None, None)
        told = f"{each(times[name], len(queries))} against icepool's {each(times['icepool'], len(queries))}"
        line(label, ratio(times, name, "icepool"), floor, goal, told)


if __name__ == "__main__":
    main()
