"""Wsim's broadside with its critical hits in icepool and in dyce.

Each is given beforehand all that does not depend on the query: the printed tables as plain dictionaries, the two dice as
a sum and whether they are alike, and the laws of the dice that follow each kind of critical hit. The peers share these
tables and nothing of the rules: whom the answers are checked against is written here a second time.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import Any

import dyce
import icepool
from dyce.h import aggregate_weighted

from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.procedures.fire import Broadside, Struck
from weathergauge.rulesets.wsim.terms import QUALITIES

CHARTS = charts()
AIMS = ("hull", "rigging")
LEAST, LAST = 8, 80
TWO = Counter((one + two, one == two) for one, two in product(range(1, 7), repeat=2))
SUMS = Counter(one + two for one, two in product(range(1, 7), repeat=2))

BASE = {(guns, far): CHARTS.fire_base.at(guns, far) for guns in range(1, 15) for far in range(1, 11)}
CREW: dict[str, Any] = {quality: CHARTS.stable_modifiers.at(f"crew_{quality}") for quality in QUALITIES}
FIRST = {far: CHARTS.initial_broadside.at(far) for far in range(1, 11)}
RAKE = {(end, far): CHARTS.rake.at(end, far) for end in ("bow", "stern") for far in range(1, 11)}
SPIRIT: dict[str, int] = {quality: int(CHARTS.crew_melee_strength.at(quality) + 0.5) for quality in QUALITIES}
NEAR = {far: CHARTS.critical_leader_range_modifier.at(far) for far in range(1, 11)}
ROWS = {
    aim: {
        total: (*((row.hull if aim == "hull" else row.rigging).__getattribute__(track) for track in "HCR"), row.critical_number)
        for total in range(LEAST, LAST)
        for row in [CHARTS.fire_results.at(total)]
    }
    for aim in AIMS
}  # fmt: skip
NAMES = {aim: {total: CHARTS.critical_hit_table.at(aim, total) for total in range(1, 17)} for aim in AIMS}
EFFECTS: dict[str, Any] = {str(key[0]): value for key, value in CHARTS.critical_effects.cells.items()}
STEERING = Counter(CHARTS.critical_steering.at(face) != 0 for face in range(1, 7))
SIDES = Counter("port" if CHARTS.critical_obscured_side.at(face) == "left" else "starboard" for face in range(1, 7))
FIRES = Counter(
    0 if isinstance(burns := CHARTS.critical_fire_turns.at(face), str) else burns.turns for face in range(1, 7)
)
MISS = (0, 0, 0, 0, "", "")

After = tuple[int, int, int, str, str]
"""How often hull and crew hits count, rigging squares and sections besides, the name of the effect and what came of it."""


@cache
def after(name: str, total: int, aim: str, far: int, raked: bool, quality: str, lost: int, captain: bool, admiral: bool) -> Counter[After]:  # fmt: skip
    """The law of the dice that follow a critical hit, as weights."""
    effect: Any = EFFECTS.get(name)
    found: Counter[After] = Counter()

    def note(weight: int, words: str = "", times: int = 1, rigging: int = 0, section: int = 0) -> None:
        found[(times, rigging, section, name, words)] += weight

    match name:
        case "rake_bonus" | "anchor_and_rake_bonus":
            bonus = CHARTS.critical_rake_bonus.at(aim, total)
            took = (bonus.max_range is None or far <= bonus.max_range) and (raked or not bonus.requires_rake)
            section = int(took and bonus.effect == "lose_one_rigging_section")
            times = 2 if took and bonus.effect == "double_hull_and_crew_hits" else 1
            words = [
                "rigging section lost" if section else "", "hull and crew hits doubled" if times > 1 else "",
                "cable severed" if bonus.also == "anchor_cable" else "",
            ]  # fmt: skip
            note(1, ", ".join(filter(None, words)), times, 0, section)
        case "leader_casualty":
            falls = sum(ways for thrown, ways in SUMS.items() if thrown + NEAR[far] >= effect.dies_at_or_above)
            for first, second in product((True, False), repeat=2):
                one = (falls if first else 36 - falls) if captain else int(not first)
                two = (falls if second else 36 - falls) if admiral else int(not second)
                dead = [who for who, is_dead in (("captain", first), ("admiral", second)) if is_dead]
                if one * two:
                    note(one * two, f"{' and '.join(dead)} dead" if dead else "")
        case "crew_demoralized":
            for face in range(1, 7):
                note(1, "loses a grade" if face + SPIRIT[quality] - lost <= effect.fails_at_or_below else "")
        case "magazine_may_explode":
            for face in range(1, 7):
                note(1, "she blows up" if face + far <= effect.explodes_at_or_below else "")
        case "mast_may_fall":
            for thrown, ways in SUMS.items():
                fell = int(thrown + far <= effect.falls_at_or_below)
                note(ways, "rigging section lost" if fell else "", section=fell)
        case "steering_damage":
            for took, ways in STEERING.items():
                note(ways, "turning ability less" if took else "")
        case "broadside_obscured":
            for side, ways in SIDES.items():
                note(ways, f"{side} side obscured", rigging=effect.rigging_squares_lost)
        case "fire_breaks_out":
            for turns, ways in FIRES.items():
                note(ways, f"burns {turns} turn{'s' if turns > 1 else ''}" if turns else "she will blow up")
        case "waterline_damage":
            note(1, "a section to the pumps")
        case "anchor_cable":
            note(1, "cable severed")
        case _:
            note(1)
    return found


@cache
def icepool_after(*blow: Any) -> Any:
    return icepool.Die(after(*blow))


@cache
def dyce_after(*blow: Any) -> Any:
    return dyce.H(after(*blow))


ICEPOOL, DYCE, ICEPOOL_DIE, DYCE_DIE = icepool.Die(TWO), dyce.H(TWO), icepool.d6, dyce.H(6)


def number_of(b: Broadside) -> int:
    """The modified fire number."""
    base = BASE[b.guns, b.range]
    assert base is not None
    found: int = (
        base + CREW[b.crew] + (FIRST[b.range] if b.initial else 0) + (RAKE[b.rake, b.range] if b.rake != "none" else 0)
    )
    return found


def _blow(b: Broadside) -> tuple[Any, ...]:
    return b.aim, b.range, b.rake != "none", b.target_crew, b.target_sections_lost, b.captain, b.admiral


def icepool_broadside(b: Broadside, number: int | None = None) -> Any:
    """The squares of a broadside and its critical hit, from the inputs that a player gives."""
    number = number_of(b) if number is None else number
    rows, names, blow = ROWS[b.aim], NAMES[b.aim], _blow(b)

    def land(thrown: tuple[int, bool]) -> Any:
        total = number + thrown[0]
        if total < LEAST:
            return MISS
        hull, crew, rigging, critical = rows[min(total, LAST - 1)]
        if not thrown[1]:
            return hull, crew, rigging, 0, "", ""

        def follow(face: int) -> Any:
            return icepool_after(names[face + critical], face + critical, *blow)

        def mark(a: After) -> Any:
            return hull * a[0], crew * a[0], rigging + a[1], a[2], a[3], a[4]

        return ICEPOOL_DIE.map(follow, star=False).map(mark, star=False)

    return ICEPOOL.map(land, star=False)


def dyce_broadside(b: Broadside, number: int | None = None) -> Any:
    """The same."""
    number = number_of(b) if number is None else number
    rows, names, blow = ROWS[b.aim], NAMES[b.aim], _blow(b)

    def land(thrown: tuple[int, bool]) -> Any:
        total = number + thrown[0]
        if total < LEAST:
            return MISS
        hull, crew, rigging, critical = rows[min(total, LAST - 1)]
        if not thrown[1]:
            return hull, crew, rigging, 0, "", ""

        def follow(face: int) -> Any:
            law = dyce_after(names[face + critical], face + critical, *blow)
            return law.apply(lambda a: (hull * a[0], crew * a[0], rigging + a[1], a[2], a[3], a[4]))

        return aggregate_weighted((follow(face), weight) for face, weight in DYCE_DIE.items())

    return aggregate_weighted((land(thrown), weight) for thrown, weight in DYCE.items())


def told(struck: Struck) -> tuple[Any, ...]:
    """Our result in the form of the peers'."""
    return struck.hull, struck.crew, struck.rigging, struck.sections, struck.critical, struck.outcome
