"""Where to steer: every plot of one's own against the likely plots of the enemy, and a look at the turn after."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from weathergauge.bots.wsim.lie import Pose, lie
from weathergauge.bots.wsim.watch import End, Watch
from weathergauge.rulesets.wsim import plots
from weathergauge.rulesets.wsim.hexes import STEPS, Hex, turned

LIKELY = 6
"""How many plots of an enemy are looked at."""
FURTHER = 12
"""How many plots of one's own are looked at a turn further."""
NEXT = 8
"""How many places each ship is tried at in the next turn."""
SIGHT = 3
"""How many enemies a ship looks at."""

Weighted = list[tuple[float, Pose, int]]
"""Poses with their chances and speeds."""
Track = list[tuple[Hex, Hex]]
"""The hexes of a ship after each step."""


def cruise(watch: Watch, number: int) -> End:
    """Her plot if she goes straight on."""
    ship, pose = watch.table.ships[number], watch.pose[number]
    straight = [end for end in watch.ends(number) if end.pose[2] == pose[2]]
    if not straight:
        return End("", pose, 0)
    return min(straight, key=lambda end: (abs(end.spent - ship.speed), end.moves))


def likely(watch: Watch, foe: int, count: int = LIKELY) -> Weighted:
    """What an enemy may do: her plots that promise most if we sail straight on, weighted by what they promise."""
    near = watch.near(foe, watch.mine, 2)
    there = [(n, cruise(watch, n).pose) for n in near]
    ends = watch.ends(foe)
    if not there:
        return [(1.0, cruise(watch, foe).pose, 0)]
    valued_ends = sorted(
        ((-sum(watch.pair(n, pose, foe, end.pose) - watch.lies(foe, end.pose, n, pose) for n, pose in there), end) for end in ends),
        key=lambda valued: (-valued[0], valued[1].moves),
    )[:count]  # fmt: skip
    best = valued_ends[0][0]
    scale = watch.temper.sharp / max(1e-6, watch.worth(near[0]))
    chances = [exp(max(-30.0, scale * (value - best))) for value, _ in valued_ends]
    whole = sum(chances)
    return [(chance / whole, end.pose, end.spent) for chance, (_, end) in zip(chances, valued_ends, strict=True)]


def later(
    watch: Watch, me: int, mine: Pose, spent: int, foe: int, hers: Pose, her_spent: int, count: int = NEXT
) -> float:
    """What the turn after promises: the best I can do for certain and the least she can hold me to, halfway between."""
    rows = _some(watch.reach(me, mine[2], spent), mine, count)
    columns = _some(watch.reach(foe, hers[2], her_spent), hers, count)
    matrix = watch.grid(me, rows, foe, columns)
    sure = max([min(row) for row in matrix])
    most = min([max([row[place] for row in matrix]) for place in range(len(columns))])
    return (sure + most) / 2


def _some(reach: list[tuple[int, int, int, int]], pose: Pose, count: int) -> list[Pose]:
    """Some of the places within reach, spread over all of them."""
    q, r, _ = pose
    step = max(1, len(reach) // count)
    return [(q + dq, r + dr, heading) for dq, dr, heading, _ in reach[::step]]


def track(pose: Pose, moves: str) -> Track:
    """The hexes she lies in after each step of a plot."""
    q, r, heading = pose
    spots = [_lying(q, r, heading)]
    for sign in moves:
        if sign.isdecimal():
            for _ in range(int(sign)):
                dq, dr = STEPS[heading]
                q, r = q + dq, r + dr
                spots.append(_lying(q, r, heading))
        elif sign in "LR":
            heading = turned(heading, 1 if sign == "R" else -1)
            spots.append(_lying(q, r, heading))
    return spots


def _lying(q: int, r: int, heading: int) -> tuple[Hex, Hex]:
    dq, dr = STEPS[heading]
    return (q, r), (q - dq, r - dr)


def meets(one: Track, other: Track) -> bool:
    """Whether two tracks come into one hex at the same step, or change hexes."""
    for step in range(max(len(one), len(other))):
        a, b = one[min(step, len(one) - 1)], other[min(step, len(other) - 1)]
        if not set(a).isdisjoint(b):
            return True
        if step:
            before, was = one[min(step - 1, len(one) - 1)], other[min(step - 1, len(other) - 1)]
            if a != before and b != was and not set(a).isdisjoint(was) and not set(b).isdisjoint(before):
                return True
    return False


def plan(watch: Watch) -> dict[int, End]:
    """A plot for each of one's ships, one after the other; none runs into a friend, and who has a place in a line keeps it."""
    chosen: dict[int, End] = {}
    guesses = {foe: likely(watch, foe) for foe in watch.foes}
    tracks: dict[int, Track] = {}
    order, waiting, lying = ordered(watch)
    places = line(watch)
    for n in [n for n in order if n not in places]:
        del waiting[n]
        ways = [*tracks.values(), *waiting.values(), *lying]
        chosen[n] = steered(watch, n, guesses, ways, company(watch, n, chosen))
        tracks[n] = track(watch.pose[n], chosen[n].moves)
    for n, ahead in places.items():
        chosen[n] = in_wake(watch, n, tracks[ahead])
        tracks[n] = [*track(watch.pose[n], ""), *tracks[ahead][1:]][: len(tracks[ahead])]
    return chosen


def line(watch: Watch) -> dict[int, int]:
    """Who keeps her place in a line, and in whose wake: all who lie so, with no enemy near her or the friend ahead."""
    ahead_of: dict[int, int] = {}
    if not watch.foes or len(watch.mine) < 2:
        return ahead_of
    table = watch.table
    free = {n for n in watch.mine if min([watch.far(n, foe) for foe in watch.foes]) > watch.temper.line}
    astern: dict[int, list[int]] = {}
    for n in sorted(free):
        before = [leader for leader in plots.leaders(table, n) if leader in free]
        if len(before) == 1 and plots.check(table, n, "W", watch.charts) is None:
            astern.setdefault(before[0], []).append(n)
    ahead = [n for n in watch.mine if not any(n in ships for ships in astern.values())]
    while ahead:  # from the lead on, so that nobody follows before her leader has a plot
        n = ahead.pop()
        for follower in astern.get(n, ())[:1]:
            ahead_of[follower] = n
            ahead.append(follower)
    return ahead_of


def in_wake(watch: Watch, number: int, way: Track) -> End:
    """Her plot in the wake of the friend ahead, who goes that way: she comes as far as her leader leaves room."""
    (_, stern), (q, r) = way[-1], watch.table.ships[number].bow
    if len(way) < 2:
        return End("W", watch.pose[number], 0)
    at = next(
        (n for n in range(1, 7) if (stern[0] - STEPS[n][0], stern[1] - STEPS[n][1]) == way[-2][1]),
        watch.table.ships[number].heading,
    )
    there = (stern[0] - STEPS[at][0], stern[1] - STEPS[at][1])
    return End("W", (*there, at), max(abs(there[0] - q), abs(there[1] - r)))


def ordered(watch: Watch) -> tuple[list[int], dict[int, Track], list[Track]]:
    """One's ships, the nearest to the enemy first; how they go if they sail on; and where wrecks and beaten ships lie."""
    order = sorted(watch.mine, key=lambda n: (min([watch.far(n, foe) for foe in watch.foes], default=0), n))
    lying = [
        [_lying(*ship.bow, ship.heading)] for ship in watch.table.ships if not ship.gone and not ship.able
    ]  # fmt: skip
    return order, {n: track(watch.pose[n], cruise(watch, n).moves) for n in order}, lying


def clear(ends: list[End], pose: Pose, ways: list[Track]) -> list[End]:
    """The plots that run into no friend; all of them where there is none."""
    if not ways:
        return ends
    near = [way for way in ways if max(abs(way[0][0][0] - pose[0]), abs(way[0][0][1] - pose[1])) <= 16]
    if not near:
        return ends
    return [end for end in ends if not any(meets(track(pose, end.moves), way) for way in near)] or ends


def company(watch: Watch, me: int, chosen: dict[int, End]) -> list[Pose]:
    """Where her friends will be: as they have plotted, else straight on."""
    return [chosen[n].pose if n in chosen else cruise(watch, n).pose for n in watch.mine if n != me]


def steered(
    watch: Watch, me: int, guesses: dict[int, Weighted], ways: list[Track], friends: Sequence[Pose] = ()
) -> End:
    """The best plot of one ship."""
    ends = watch.ends(me)
    if len(ends) == 1 or not guesses:
        return ends[0]
    ends = clear(ends, watch.pose[me], ways)
    foes = watch.near(me, [*guesses], SIGHT)
    first = []
    sprung = watch.table.ships[me].anchor in ("AB", "AS")
    for end in ends:
        value = watch.together(me, end.pose, friends) + watch.idle(me, end)
        silent = sprung and end.pose != watch.pose[me]  # who swings on her spring does not fire in that turn
        for foe in foes:
            for chance, pose, _ in guesses[foe]:
                value += chance * (watch.pair(me, end.pose, foe, pose) + watch.lies(me, end.pose, foe, pose))
                if silent:
                    value -= chance * watch.guns(me, foe)[lie(end.pose, pose)[0]]
        first.append((value, end))
    first.sort(key=lambda valued: (-valued[0], valued[1].moves))
    if watch.far(me, foes[0]) > 16:
        watch.tried[me] = first[:FURTHER]
        return first[0][1]
    tried = []
    for value, end in first[:FURTHER]:
        ahead = sum(
            chance * later(watch, me, end.pose, end.spent, foe, pose, spent)
            for foe in foes[:2]
            for chance, pose, spent in guesses[foe][:3]
        )
        tried.append((value + watch.temper.later * ahead, end))
    watch.tried[me] = tried
    return max(tried, key=lambda valued: (valued[0], valued[1].moves))[1]
