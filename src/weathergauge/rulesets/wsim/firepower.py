"""The fire number and what a broadside crosses out: guns, modifiers, two dice and the fire results (12.2, 12.3).

Nothing here knows the table: a broadside is a `Battery`, and what it does to a ship a `Hit`.
"""

from __future__ import annotations

from math import floor
from typing import Literal

from msgspec import Struct

from weathergauge.dice import Cell, Dice, Modifier, of_charts
from weathergauge.frame.memory import kept_by_value
from weathergauge.frame.words import many
from weathergauge.rulesets.wsim.bearing import Rake
from weathergauge.rulesets.wsim.charts import Burning, Charts, Effect, HalfBroadside, PerUnit
from weathergauge.rulesets.wsim.charts import Hits as Columns
from weathergauge.rulesets.wsim.criticals import Blow, Outcome
from weathergauge.rulesets.wsim.state import replace
from weathergauge.rulesets.wsim.terms import Aim, Quality, Shot

Trigger = Literal["doubles", "always", "twelve"]
Companion = Literal["hull", "crew"]
FarRake = Literal["as_five", "none"]


class Battery(Struct, frozen=True, kw_only=True, cache_hash=True):
    """A broadside as it fires: all that its modified fire number depends on."""

    guns: int
    carronades: int = 0
    range: int
    quality: Quality
    ship_class: int
    velocity: int
    half: bool = False
    hull_lost: int = 0
    sections_lost: int = 0
    captured: bool = False
    dismasted: bool = False
    """Only with rule VIII."""
    anchored: bool = False
    fired: int = 0
    """Broadsides fired before this one, where crews tire."""
    obscured: int = 0
    """How many times that side lies under wreckage."""
    initial: bool = False
    rake: Rake = ""
    far_rake: FarRake = "as_five"
    shot: Shot = "round"
    fires: tuple[int, ...] = ()
    """Turns rolled for each fire that burns aboard."""


class Fall(Struct, frozen=True, kw_only=True, cache_hash=True):
    """A modified fire number on its way: at what, with which shot, and what makes its target softer."""

    number: int = 0
    aim: Aim = "hull"
    shot: Shot = "round"
    full_sails: bool = False
    """Rigging hits count double."""
    boarders: bool = False
    """A boarding party stands about on deck."""
    trigger: Trigger = "doubles"
    companion: Companion = "hull"


class Volley(Struct, frozen=True, cache_hash=True):
    """A broadside and the ship it is meant for, reduced to what the dice need."""

    battery: Battery
    fall: Fall
    blow: Blow


class Hit(Struct, frozen=True, cache_hash=True):
    """Squares crossed out, and the critical number where the shot checks for a critical hit; -1 where it does not."""

    number: int
    hull: int = 0
    crew: int = 0
    rigging: int = 0
    critical: int = -1
    on_deck: int = 0
    """So many of the crew squares fell beside those that were hit, of a boarding party on deck (WS16)."""


class Fell(Struct, frozen=True):
    """The two dice of a broadside: their sum, and whether they are alike."""

    sum: int
    alike: bool


@kept_by_value(1024)
def base(guns: int, carronades: int, range: int, charts: Charts) -> tuple[Modifier, ...]:
    """The Fire Base of guns and carronades at a range; empty where the page is blank and there is no shot.

    Both are squares of the basic log, which is the scale of the page (WS01).
    """
    modifiers = []
    if guns:
        value = charts.fire_base.at(guns, range)
        if value is None:
            return ()
        modifiers.append(Modifier(many(guns, "gun"), value, Cell("fire_base", (guns, range))))
    left = carronades
    while left > 0:  # WS13: three at a time, and the rest by itself.
        part = min(left, charts.figures.at("carronade_rows"))
        value = charts.fire_base_carronades.at(part, range)
        if value is not None:
            cell = Cell("fire_base_carronades", (part, range))
            modifiers.append(Modifier(many(part, "carronade"), value, cell))
        left -= part
    return tuple(modifiers)  # WS12: carronades alone start from 0, and need a printed number.


@kept_by_value(8192)
def fire_number(battery: Battery, charts: Charts) -> tuple[Modifier, ...]:
    """Everything that makes up the modified fire number; empty where there is no shot at that range."""
    modifiers = [*base(battery.guns, battery.carronades, battery.range, charts)]
    if not modifiers:
        return ()
    if battery.half:  # WS11: guns and carronades are halved together.
        half = charts.other_modifiers.of(HalfBroadside, "half_broadside")
        whole = sum(modifier.value for modifier in modifiers)
        cell = Cell("other_modifiers", ("half_broadside",))
        modifiers.append(Modifier("half broadside", floor(whole * half.fire_base_factor) - whole, cell))
    modifiers += _stable(battery, charts)
    modifiers += _other(battery, charts)
    return tuple(modifiers)


def _stable(battery: Battery, charts: Charts) -> list[Modifier]:
    """What is kept on the log of the firing ship."""
    modifiers = []

    def note(reason: str, condition: str, count: int = 1) -> None:
        value = charts.stable_modifiers.at(condition)
        if isinstance(value, PerUnit):
            value = value.modifier * (count // value.per)
        if value:
            modifiers.append(Modifier(reason, value, Cell("stable_modifiers", (condition,))))

    note(f"{battery.quality} crew", f"crew_{battery.quality}")
    note(many(battery.hull_lost, "hull square") + " lost", "hull_loss", battery.hull_lost)
    if battery.captured:
        note("a prize", "captured")  # Her captors do not feel the losses of her first crew.
    else:
        note(many(battery.sections_lost, "crew section") + " missing", "crew_section_loss", battery.sections_lost)
    if battery.dismasted:
        note("dismasted", "dismasted")
    if battery.anchored:
        note("at anchor", "anchored")
    note(f"tired by {many(battery.fired, 'broadside')}", "fatigue", battery.fired)
    return modifiers


def _other(battery: Battery, charts: Charts) -> list[Modifier]:
    """What depends on the moment."""
    wreck = ("wreckage over the side", "broadside_obscured")
    modifiers = [charts.other_modifiers.modifier(*wreck) for _ in [None] * battery.obscured]
    range = battery.range
    if battery.initial:
        modifiers.append(charts.initial_broadside.modifier("initial broadside", range))
    if battery.rake and (battery.far_rake == "as_five" or range < charts.distances.at("far_rake")):  # WS15
        modifiers.append(charts.rake.modifier(f"{battery.rake} rake", battery.rake, range))
    if battery.shot != "round":
        value = charts.ammunition.at(battery.shot).modifier
        if value:
            modifiers.append(Modifier(f"{battery.shot} shot", value, Cell("ammunition", (battery.shot,))))
    weather = battery.velocity, min(battery.ship_class, charts.figures.at("last_class"))  # WS44
    if value := charts.wind_gunnery.at(*weather):
        cell = Cell("wind_gunnery", charts.wind_gunnery.key(*weather))
        modifiers.append(Modifier(charts.wind_velocity_names.at(battery.velocity), value, cell))
    for turns in battery.fires:
        burning = charts.critical_fire_turns.of(Burning, turns)
        modifiers.append(Modifier("fire aboard", burning.modified_fire_number, Cell("critical_fire_turns", (turns,))))
    return modifiers


def fell(faces: tuple[int, ...]) -> Fell:
    """What counts of the two dice."""
    return Fell(faces[0] + faces[1], faces[0] == faces[1])


def reckoned(battery: Battery, charts: Charts, dice: Dice) -> int:
    """The modified fire number, with all that makes it in the account."""
    return dice.reckon("modified fire number", fire_number(battery, charts))


def fire(battery: Battery, fall: Fall, charts: Charts, dice: Dice) -> Hit:
    """Fire a broadside."""
    return dice.last.do(land, replace(fall, number=reckoned(battery, charts, dice)), charts)


def toll(hit: Hit, outcome: Outcome, charts: Charts) -> tuple[int, int, int]:
    """Squares of hull, crew and rigging that a critical hit takes beside those of its shot; whole sections are apart."""
    if outcome.double:
        return hit.hull, hit.crew - hit.on_deck, 0
    return 0, 0, charts.critical_effects.of(Effect, "broadside_obscured").rigging_squares_lost if outcome.side else 0


@of_charts
def land(fall: Fall, charts: Charts, dice: Dice) -> Hit:
    """What a broadside crosses out: its number and two dice on the fire results. Grape throws no dice."""
    if fall.shot == "grape":
        row = dice.see(charts.fire_results, fall.number, why="grape")
        more = _on_deck(row.critical_number, fall, charts)
        return Hit(fall.number, crew=row.critical_number + more, on_deck=more)
    thrown = dice.roll(2, why="the broadside", read=fell)
    number = dice.reckon(
        "final fire number", (Modifier("modified fire number", fall.number), Modifier("two dice", thrown.sum))
    )
    row = dice.see(charts.fire_results, number, why="squares crossed out")
    if number < charts.figures.at("least_fire_number"):  # WS43
        return Hit(number)
    marks = row.hull if fall.aim == "hull" else companion(row.rigging, fall.companion)
    keeps = fall.shot == "round" or charts.ammunition.at(fall.shot).hull_hits_count
    factor = charts.special_damage.at("target_full_sails").rigging_hits_factor if fall.full_sails else 1
    critical = row.critical_number if checks(thrown, fall.trigger) else -1
    more = _on_deck(marks.C, fall, charts)
    return Hit(number, marks.H if keeps else 0, marks.C + more, marks.R * factor, critical, more)


def checks(thrown: Fell, trigger: Trigger) -> bool:
    """Whether a shot checks for a critical hit (WS18)."""
    return trigger == "always" or (thrown.alike if trigger == "doubles" else thrown.sum == 12)


@kept_by_value(256)
def companion(marks: Columns, read_as: Companion) -> Columns:
    """Fire at the rigging in the rows with one number beside the rigging hits: hull, or crew by the other reading (WS30)."""
    return Columns(0, marks.H, marks.R) if read_as == "crew" and marks.H and not marks.C else marks


def _on_deck(squares: int, fall: Fall, charts: Charts) -> int:
    """The crew square that a boarding party on deck loses beside those of a shot, if any were hit at all (WS16)."""
    extra = charts.special_damage.at("target_boarding_party").extra_crew_squares_lost
    return extra if squares and fall.boarders else 0


def explosion(guns: tuple[int, int], carronades: tuple[int, int], fall: Fall, charts: Charts, dice: Dice) -> Hit:
    """What a ship that blows up does to one beside her: twice the Fire Base of her stronger broadside (WS24, WS45)."""
    sides = [base(g, c, 1, charts) for g, c in zip(guns, carronades, strict=True)]
    side = max(sides, key=lambda parts: sum(part.value for part in parts))
    cell = Cell("exploding_ship", ("each_adjacent_ship",))
    twice = Modifier("twice that for an explosion", sum(part.value for part in side), cell)
    number = dice.reckon("the explosion", (*side, twice))
    aim = charts.exploding_ship.at("each_adjacent_ship").aim
    return dice.last.do(land, replace(fall, number=number, aim=aim), charts)
