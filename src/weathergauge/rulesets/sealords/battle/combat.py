"""Combats and whole battles as dice and charts alone: columns, damage, sail lost, leaders hit (8.32 to 8.37).

Nothing here knows the table. A combat is two `Line`s of squadrons at a damage level; what comes of it is a `Harm` for
each. Combats of a battle do not touch one another, so the toll of a battle is a sum, and its odds are exact.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from weathergauge.charts import Chart
from weathergauge.dice import D10, Cell, Dice, Modifier
from weathergauge.rulesets.sealords.casualties import befalls
from weathergauge.rulesets.sealords.charts import Casualty, Charts, Damage
from weathergauge.rulesets.sealords.damage import sinks, taken
from weathergauge.rulesets.sealords.forces import Squadron
from weathergauge.rulesets.sealords.leaders import better_guns
from weathergauge.rulesets.sealords.state import Settings
from weathergauge.rulesets.sealords.terms import INTENSITIES, Intensity, Personality, SquadronClass

NO_CASUALTY = Casualty("none")
LOST = ("captured", "killed")
"""Fates from which a leader does not come back by himself."""
IN_DANGER = "is the leader hit?"
GAUGE, OTHER = "the side with the gauge", "the other side"


class Fighter(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """A squadron as she fights: all that the dice of a combat depend on."""

    cls: SquadronClass
    sail: int
    shift: int = 0
    dps: int = 0
    rating: int = 10

    @property
    def excess(self) -> int:
        """Damage points beyond her rating."""
        return self.dps - self.rating


class Line(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """One side of a combat: its squadrons, the one that was paired first."""

    squadrons: tuple[Fighter, ...]
    lr: int = 0
    """Of the leader with one of them, the best if several; 0 without one."""
    led: bool = False
    ordnance: int = 0
    """What a player's rank adds to the damage it does."""
    own_shifts: int = 0
    """Leadership shifts it takes to itself; the rest of them go to the enemy."""
    luck: tuple[Modifier, ...] = ()
    """What players' ranks change about the die as this line reads it."""

    @property
    def sail(self) -> int:
        return sum([squadron.sail for squadron in self.squadrons])


class Usage(Struct, frozen=True, omit_defaults=True):
    """Where a battle is fought, and what the table plays otherwise."""

    narrow: bool = False
    """In a strait or a port space, where galleys are at home."""
    die_per_side: bool = False
    flagship_compared: bool = False
    paired_takes_all: bool = False


class Combat(Struct, frozen=True, cache_hash=True):
    """A combat at its damage level. `gauge` is the line that has the weather gauge."""

    level: int
    gauge: Line
    other: Line
    usage: Usage = Usage()


class Harm(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """What one line suffers: damage points and sail of each of its squadrons, and its leader's fate."""

    dps: tuple[int, ...]
    sail: tuple[int, ...]
    leader: Casualty = NO_CASUALTY


class Outcome(Struct, frozen=True, cache_hash=True):
    gauge: Harm
    other: Harm


class Aim(Struct, frozen=True):
    """Where a line reads the damage table, and what is added to the damage points it does."""

    column: int
    points: int


class Toll(Struct, frozen=True, cache_hash=True):
    """What a battle costs: to the side with the gauge, and to the other."""

    gauge_dps: int
    gauge_sail: int
    gauge_leaders: int
    """Killed or captured; wounds are not counted."""
    other_dps: int
    other_sail: int
    other_leaders: int

    @property
    def gauge_wins(self) -> bool:
        """Whether the side with the gauge has won."""
        return gauge_wins(self.gauge_dps, self.gauge_sail, self.other_dps, self.other_sail)


def gauge_wins(dps: int, sail: int, other_dps: int, other_sail: int) -> bool:
    """Who wins by what both have lost: more enemy sail, then more damage done, then the gauge (SL41)."""
    return other_sail > sail or (other_sail == sail and other_dps >= dps)


def usage(settings: Settings, narrow: bool) -> Usage:
    return Usage(narrow, settings.die_per_side, settings.flagship_compared, settings.paired_takes_all)


def fighter(squadron: Squadron) -> Fighter:
    return Fighter(squadron.cls, squadron.sail, squadron.shift, squadron.dps, squadron.rating)


def shifts(one: int, other: int) -> int:
    """Leadership shifts for the better led line: half the difference of the ratings, rounded up."""
    return (abs(one - other) + 1) // 2


def column_modifiers(line: Line, enemy: Line, usage: Usage) -> list[Modifier]:
    """What shifts a line's column: its worst squadron, its flagship, leadership on both sides (SL36)."""
    modifiers = []
    flagships = [
        squadron.shift for squadron in line.squadrons if squadron.cls == "flagship" and not usage.flagship_compared
    ]
    others = [squadron.shift for squadron in line.squadrons if squadron.cls != "flagship" or usage.flagship_compared]
    shifted = Cell("combat_column_shift", ("squadron_modifier",))
    if worst := min(others, default=0):
        modifiers.append(Modifier("worst squadron", worst, shifted))
    if best := max(flagships, default=0):
        modifiers.append(Modifier("flagship", best, shifted))
    led = Cell("combat_column_shift", ("leadership_difference",))
    if line.lr > enemy.lr and (own := min(line.own_shifts, shifts(line.lr, enemy.lr))):
        modifiers.append(Modifier("better led", own, led))
    if enemy.lr > line.lr and (left := shifts(line.lr, enemy.lr) - enemy.own_shifts) > 0:
        modifiers.append(Modifier("the enemy is better led", -left, led))
    return modifiers


def point_modifiers(line: Line, enemy: Line, past: int, usage: Usage, charts: Charts) -> list[Modifier]:
    """What is added to the damage points a line does; `past` are its shifts beyond the table's edge (SL38)."""
    added = charts.combat_damage_point_modifier.modifier
    modifiers = []
    if line.sail > enemy.sail:
        modifiers.append(
            added("more sail", "per_sail_in_excess_of_opposing_sail_in_combat", times=line.sail - enemy.sail)
        )
    for squadron in line.squadrons:
        if squadron.cls == "frigate":
            modifiers.append(added("frigates", "frigate_squadron"))
        if squadron.cls == "galley":
            at_home = "galley_squadron_in_strait_or_port_space"
            modifiers.append(added("galleys", at_home if usage.narrow else "galley_squadron"))
    if past < 0:
        modifiers.append(added("left of the table", "per_shift_left_of_column_0", times=-past))
    if past > 0:
        modifiers.append(added("right of the table", "per_shift_right_of_column_8", times=past))
    return [*modifiers, *better_guns(line.ordnance)]


@cache
def _last_column(chart: Chart[Damage]) -> int:
    return max([int(key[1]) for key in chart.cells])


def aimed(level: int, line: Line, enemy: Line, usage: Usage, charts: Charts, dice: Dice, why: str) -> Aim:
    """The column of a line, held to the table, and its damage modifiers."""
    wanted = level + dice.reckon(f"{why}: column, from damage level {level}", column_modifiers(line, enemy, usage))
    column = min(max(wanted, 0), _last_column(charts.combat_damage))
    points = dice.reckon(f"{why}: damage points", point_modifiers(line, enemy, wanted - column, usage, charts))
    return Aim(column, points)


def aims(c: Combat, charts: Charts, dice: Dice) -> tuple[Aim, Aim]:
    """Both lines of a combat: the one with the gauge, the other."""
    return (
        aimed(c.level, c.gauge, c.other, c.usage, charts, dice, GAUGE),
        aimed(c.level, c.other, c.gauge, c.usage, charts, dice, OTHER),
    )


def combat(c: Combat, charts: Charts, dice: Dice) -> Outcome:
    """A combat from its die to the fate of its leaders; both sides fire at one moment."""
    return dice.last.do(struck, c, dice.do(thrown, c.usage.die_per_side), charts)


def thrown(die_per_side: bool, dice: Dice) -> tuple[int, ...]:
    """Throw the die of a combat, which both sides read; or one for each (SL37)."""
    if die_per_side:
        return dice.roll(2, D10, why="combat: a die for the side with the gauge, one for the other", good="neither")
    return dice.roll(1, D10, why="combat", good="neither")


def struck(
    c: Combat,
    faces: tuple[int, ...],
    charts: Charts,
    dice: Dice,
    seats: tuple[str | None, str | None] = (None, None),
) -> Outcome:
    """Do what the faces of a combat say: each side's cell, its modifiers, sail drawn, leaders hit.

    `seats` are the side with the gauge and the other; what a line suffers is the luck of whoever fires at it.
    """
    by_gauge, by_other = aims(c, charts, dice)
    on_gauge, on_other = _cells(c, by_gauge, by_other, faces, charts, dice)
    gauge = dice.do(suffered, c.gauge, on_gauge, by_other.points, c.usage, charts, seat=seats[1])
    other = dice.do(suffered, c.other, on_other, by_gauge.points, c.usage, charts, seat=seats[0])
    return Outcome(gauge, other)


def _read(line: Line, face: int, why: str, dice: Dice) -> int:
    """The die of a combat as a line reads it: ranks change it, within its faces (SL91)."""
    if not line.luck:
        return face
    return min(max(face + dice.reckon(f"{why}: the die", line.luck), D10.faces[0]), D10.faces[-1])


def _cells(
    c: Combat, by_gauge: Aim, by_other: Aim, faces: tuple[int, ...], charts: Charts, dice: Dice
) -> tuple[Damage, Damage]:
    """What falls on the side with the gauge, and on the other: each fires in its own column."""
    one, two = _read(c.gauge, faces[0], GAUGE, dice), _read(c.other, faces[-1], OTHER, dice)
    on_other = dice.see(charts.combat_damage, one, by_gauge.column, why=f"{GAUGE} fires")
    on_gauge = dice.see(charts.combat_damage, two, by_other.column, why=f"{OTHER} fires")
    return on_gauge, on_other


def suffered(line: Line, cell: Damage, points: int, usage: Usage, charts: Charts, dice: Dice) -> Harm:
    """A cell of the damage table on a line: sail first, then damage points on what is left, then its leader."""
    lost = [0] * len(line.squadrons)
    for _ in range(min(cell.sail_sunk, line.sail)):
        left = [squadron.sail - gone for squadron, gone in zip(line.squadrons, lost, strict=True)]
        lost[_drawn(left, usage, dice)] += 1
    total = max(charts.combat_damage_point_modifier.at("minimum_total_dp"), cell.dp + points)
    dps = shared(line, tuple(lost), total, charts)
    fate = NO_CASUALTY
    if cell.leader_check and line.led:
        fate = befalls(IN_DANGER, charts, dice)
    return Harm(dps, tuple(lost), fate)


def _drawn(left: list[int], usage: Usage, dice: Dice) -> int:
    """Which squadron loses a sail: by lot among the sail there; or the one that was paired (SL39)."""
    afloat = [n for n, sail in enumerate(left) if sail]
    if usage.paired_takes_all or len(afloat) == 1:
        return afloat[0]
    return dice.pick([n for n in afloat for _ in range(left[n])], why="whose sail is lost?")


def shared(line: Line, lost: tuple[int, ...], total: int, charts: Charts) -> tuple[int, ...]:
    """Damage points shared out evenly, the odd ones to the squadron that was paired; double on galleys (SL39)."""
    afloat = [n for n, squadron in enumerate(line.squadrons) if squadron.sail > lost[n]]
    shares = [0] * len(line.squadrons)
    if not afloat:
        return tuple(shares)
    each, odd = divmod(total, len(afloat))
    for n in afloat:
        shares[n] = taken(each + (odd if n == afloat[0] else 0), line.squadrons[n].cls, charts)
    return tuple(shares)


def after(one: Fighter, dps: int, lost: int) -> Fighter:
    """A squadron with what a combat did to her: sail go first, with their share of the old damage."""
    for _ in range(min(lost, one.sail)):
        one = replace(one, sail=one.sail - 1, dps=one.dps - one.dps // one.sail)
    return replace(one, dps=one.dps + dps if one.sail else 0)


def _foundered(lost: int, one: Fighter, dice: Dice) -> int:
    """Sail lost so far, and hers if she founders after the battle."""
    return lost + sinks(one.excess, dice)


def founders(line: Line, harm: Harm, dice: Dice) -> int:
    """Sail of a line that go down in the sinking checks after the battle."""
    hurt = tuple(
        [after(squadron, dps, lost) for squadron, dps, lost in zip(line.squadrons, harm.dps, harm.sail, strict=True)]
    )
    return dice.fold(_foundered, 0, hurt)


# The toll of a battle while it is added up: one whole number with a field for each part. Odds add hundreds of thousands
# of them, and numbers are quickest.
_WIDTH = 10
_MASK = (1 << _WIDTH) - 1


def _packed(*parts: int) -> int:
    return sum([part << _WIDTH * n for n, part in enumerate(parts)])


def parts(n: int) -> tuple[int, int, int, int, int, int]:
    """The fields of a packed toll."""
    w, m = _WIDTH, _MASK
    return n & m, (n := n >> w) & m, (n := n >> w) & m, (n := n >> w) & m, (n := n >> w) & m, n >> w


def unpacked(n: int) -> Toll:
    return Toll(*parts(n))


def _paid(line: Line, cell: Damage, points: int, usage: Usage, charts: Charts, dice: Dice) -> int:
    """What a cell of the table costs a line, the sinking checks after the battle included, packed."""
    harm = dice.do(suffered, line, cell, points, usage, charts)
    lost = sum(harm.sail) + dice.do(founders, line, harm)
    return _packed(sum(harm.dps), lost, int(harm.leader.result in LOST))


def _exchanged(c: Combat, by_gauge: Aim, by_other: Aim, charts: Charts, dice: Dice) -> int:
    faces = dice.do(thrown, c.usage.die_per_side)
    on_gauge, on_other = _cells(c, by_gauge, by_other, faces, charts, dice)
    gauge = dice.do(_paid, c.gauge, on_gauge, by_other.points, c.usage, charts)
    return gauge + (dice.do(_paid, c.other, on_other, by_gauge.points, c.usage, charts) << 3 * _WIDTH)


def cost(c: Combat, charts: Charts, dice: Dice) -> int:
    """A combat and the sinking checks after it, as a packed toll."""
    return dice.last.do(_exchanged, c, *aims(c, charts, dice), charts)


def _at_level(level: int, combats: tuple[Combat, ...], charts: Charts, dice: Dice) -> int:
    return dice.last.sum(cost, [replace(combat, level=level) for combat in combats], 0, charts)


class Intent(Struct, frozen=True):
    """How hard a battle is to be fought, by whom against whom."""

    intensity: Intensity
    gauge: Personality
    opponent: Personality
    strait: bool = False
    add: tuple[Modifier, ...] = ()
    """What players' ranks add to the die of the damage level."""


def intensity(intent: Intent, charts: Charts, dice: Dice) -> Intensity:
    """The intensity after the shifts of both senior leaders; they stop at the table's ends (SL34)."""
    shift = dice.see(
        charts.personality_matrix, intent.gauge, intent.opponent, why="personalities of the senior leaders"
    )
    allowed = choices(intent.strait, charts)
    wanted = INTENSITIES.index(intent.intensity) + shift
    return INTENSITIES[min(max(wanted, INTENSITIES.index(allowed[0])), len(INTENSITIES) - 1)]


def choices(strait: bool, charts: Charts) -> tuple[Intensity, ...]:
    """The intensities that may be chosen: a strait allows no light one."""
    barred = charts.battle_intensity_restriction.at("light_intensity_in_strait_space") == "not_available"
    return INTENSITIES[1:] if strait and barred else INTENSITIES


def level(became: Intensity, add: tuple[Modifier, ...], charts: Charts, dice: Dice) -> int:
    """The damage level of a battle: one die in the column of what its intensity became (8.32)."""
    # How hard it becomes helps neither side: both fire in the columns of it.
    return dice.look_up(charts.battle_intensity, add=add, why="damage level", good="neither", intensity=became)


def settled(intent: Intent, charts: Charts, dice: Dice, seat: str | None = None) -> tuple[Intensity, int]:
    """What the intensity of a battle becomes, and its damage level, for which `seat` throws."""
    became = intensity(intent, charts, dice)
    return became, dice.do(level, became, intent.add, charts, seat=seat)


def packed_battle(combats: tuple[Combat, ...], intent: Intent | None, charts: Charts, dice: Dice) -> int:
    """The toll of a whole battle as it is added up."""
    if intent is None:
        return dice.last.sum(cost, combats, 0, charts)
    return dice.last.do(_at_level, dice.do(settled, intent, charts)[1], combats, charts)


def battle(combats: tuple[Combat, ...], intent: Intent | None, charts: Charts, dice: Dice) -> Toll:
    """A whole battle: its damage level, all combats, sinking checks. Without an intent the level is the combats' own."""
    return dice.last.do(packed_battle, combats, intent, charts, read=unpacked)


def holds(intensity: Intensity, flagships: int, others: int, charts: Charts) -> bool:
    """Whether a line of so many squadrons beside flagships keeps the limit: one flagship comes above it (8.333)."""
    extra = charts.combat_extra_squadrons
    above = min(flagships, extra.at("flagship_above_limit"))
    return others + flagships - above <= 1 + extra.at(intensity)
