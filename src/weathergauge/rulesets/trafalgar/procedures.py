"""The fleet action's procedures: each chart-driven resolution, usable by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from weathergauge.dice import Dice
from weathergauge.frame.memory import kept_by_value
from weathergauge.freetable import FINE, turned
from weathergauge.freetable.geometry import inches as hundredths
from weathergauge.languages import said
from weathergauge.procedures import Inputs, Procedure, aimed, catalogue, procedure
from weathergauge.ruleset import Call
from weathergauge.rulesets.trafalgar import boarding as hand_to_hand
from weathergauge.rulesets.trafalgar import grappling, gunnery, helm, sailing, targets, wind
from weathergauge.rulesets.trafalgar import leadership as leaders
from weathergauge.rulesets.trafalgar.actions import AnyAction, Board, Fire, Grapple, Hold, Move, Part, Turn
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.findings import Band, Outcome, Party, Ranged, Shot
from weathergauge.rulesets.trafalgar.sailing import met_beyond
from weathergauge.rulesets.trafalgar.state import (
    INCH,
    Attitude,
    Firing,
    Moving,
    Nation,
    Rate,
    SharedEdge,
    Ship,
    Side,
    Table,
    View,
)
from weathergauge.rulesets.trafalgar.targets import BANDS, RAKING, REACH

EDGES = " and ".join(str(edge // INCH) for _, edge in BANDS[:-1])
Hull = Annotated[int, Meta(ge=1, le=12, description="current hull points: the first uncrossed box", examples=[6])]


class Broadside(Inputs, kw_only=True):
    """One broadside at one target: how many boxes it destroys."""

    hull: Hull
    range: (
        Annotated[
            float,
            Meta(ge=0, le=REACH // INCH, description="inches between the hulls; leave out if locked", examples=[4]),
        ]
        | None
    ) = None
    target_rate: Annotated[Rate, Meta(description="rate of the ship fired at", examples=["3rd_rate"])]
    locked: Annotated[bool, Meta(description="bases overlap, or the ships are grappled or fouled")] = False
    first_shot: Annotated[bool, Meta(description="first shot from that side this battle")] = False
    rake: Annotated[Literal["none", "stern", "bow"], Meta(description=f"raking, under {RAKING // INCH} inches")] = (
        "none"
    )
    both_sides: Annotated[bool, Meta(description="she fires both broadsides this turn")] = False
    shared_edge: Annotated[SharedEdge, Meta(description=f"band that owns {EDGES} inches exactly (TR01)")] = "farther"

    def __post_init__(self) -> None:
        if self.range is None and not self.locked:
            raise ValueError("range: missing; give the inches between the hulls, or locked=yes")
        if self.rake != "none" and not self.locked and self.range is not None and self.range * INCH >= RAKING:
            raise ValueError(f"rake={self.rake}: a rake counts under {RAKING // INCH} inches only")


class Damage(Struct, frozen=True, cache_hash=True):
    """Boxes destroyed on the target's sheet."""

    boxes: int


@kept_by_value()
def _band(range: float | None, locked: bool, shared_edge: SharedEdge) -> Band | None:
    return targets.band(round((range or 0) * INCH * FINE) ** 2, locked, shared_edge)


def _shot(b: Broadside) -> Shot:
    band = _band(b.range, b.locked, b.shared_edge)
    if band is None:
        raise ValueError(f"range={b.range}: no broadside reaches beyond {REACH // INCH} inches")
    return Shot(b.hull, band, b.target_rate, b.first_shot, "" if b.rake == "none" else b.rake, b.both_sides)


def _form(shot: Ranged) -> Broadside:
    locked = shot.band == "overlap_or_grappled"
    return Broadside(
        hull=shot.hull, target_rate=shot.target_rate, locked=locked, first_shot=shot.first, both_sides=shot.both,
        range=None if locked else min(hundredths(shot.square), REACH) / INCH, rake=shot.rake or "none",
        shared_edge=shot.shared_edge,
    )  # fmt: skip


@aimed(_shot, _form)
def broadside(shot: Shot, charts: Charts, dice: Dice) -> Damage:
    return dice.last.do(gunnery.fire, shot, charts, read=Damage)


class BoardingFight(Inputs, kw_only=True):
    """A boarding fight between two locked ships: what each loses and who strikes."""

    hull: Hull
    rate: Annotated[Rate, Meta(description="rate of the first ship", examples=["3rd_rate"])]
    nation: Annotated[Nation, Meta(description="nation of the first ship", examples=["british"])]
    attacks: Annotated[bool, Meta(description="the first ship boards")] = True
    enemy_hull: Annotated[int, Meta(ge=1, le=12, description="hull points of the second ship", examples=[5])]
    enemy_rate: Annotated[Rate, Meta(description="rate of the second ship", examples=["3rd_rate"])]
    enemy_nation: Annotated[Nation, Meta(description="nation of the second ship", examples=["french"])]
    enemy_attacks: Annotated[bool, Meta(description="the second ship boards too")] = False

    def __post_init__(self) -> None:
        if not self.attacks and not self.enemy_attacks:
            raise ValueError("attacks=no: one of the two must board, or they go on firing")


Parties = tuple[Party, Party]


def _parties(b: BoardingFight) -> Parties:
    other = Party(b.enemy_hull, b.enemy_rate, b.enemy_nation, b.enemy_attacks)
    return Party(b.hull, b.rate, b.nation, b.attacks), other


def _fight_form(parties: Parties) -> BoardingFight:
    one, other = parties
    return BoardingFight(
        hull=one.hull, rate=one.rate, nation=one.nation, attacks=one.attacker, enemy_hull=other.hull,
        enemy_rate=other.rate, enemy_nation=other.nation, enemy_attacks=other.attacker,
    )  # fmt: skip


@aimed(_parties, _fight_form)
def boarding(parties: Parties, charts: Charts, dice: Dice) -> Outcome:
    return dice.do(hand_to_hand.fight, *parties, charts)


class Leadership(Inputs, kw_only=True):
    """A leadership test: to hold fire, change direction, fire past the nearest, or lay alongside."""

    side: Annotated[Side, Meta(description="whose captains", examples=["british"])]
    failures: Annotated[int, Meta(ge=0, le=12, description="earlier failures of the same change (TR09)")] = 0


class Passed(Struct, frozen=True):
    passed: bool


@procedure
def leadership(t: Leadership, charts: Charts, dice: Dice) -> Passed:
    return Passed(dice.do(leaders.test, t.side, t.failures, charts))


class GrappleTry(Inputs, kw_only=True):
    """Grappling a ship whose base touches: one success locks the pair."""

    tries: Annotated[int, Meta(ge=1, le=2, description="sides that try", examples=[1])] = 1


class Locked(Struct, frozen=True):
    locked: bool


@procedure
def grapple(g: GrappleTry, charts: Charts, dice: Dice) -> Locked:
    return Locked(dice.do(grappling.grapple, (None,) * g.tries, charts))


class CutLoose(Inputs, kw_only=True):
    """Cutting loose: both sides willing, or one against the other."""

    contested: Annotated[bool, Meta(description="the other side wants to stay locked (TR08)")] = False
    tries: Annotated[int, Meta(ge=1, le=2, description="sides that throw when not contested")] = 2


class Free(Struct, frozen=True):
    free: bool


@procedure
def cut_loose(c: CutLoose, charts: Charts, dice: Dice) -> Free:
    return Free(dice.do(grappling.cut_loose, (None,) * c.tries, c.contested, charts))


class Foul(Inputs, kw_only=True):
    """Whether two ships that have collided are fouled: one throw for the pair."""


class Fouled(Struct, frozen=True):
    fouled: bool


@procedure
def foul(f: Foul, charts: Charts, dice: Dice) -> Fouled:
    return Fouled(dice.do(sailing.foul, charts))


class PassThrough(Inputs, kw_only=True):
    """Passing through lines of either fleet: one throw for each line crossed, until one is run into."""

    lines: Annotated[int, Meta(ge=1, le=6, description="lines crossed", examples=[1])] = 1


class Passage(Struct, frozen=True):
    """Lines passed, and whether she ran into the next."""

    passed: int
    collided: bool


def _through(so_far: Passage, line: int, charts: Charts, dice: Dice) -> Passage:
    if so_far.collided:
        return so_far
    clear = dice.do(sailing.through_line, charts)
    return Passage(so_far.passed + clear, not clear)


@procedure
def pass_through_line(p: PassThrough, charts: Charts, dice: Dice) -> Passage:
    return dice.fold(_through, Passage(0, False), range(p.lines), charts)


class Allowance(Inputs, kw_only=True):
    """How far a ship may sail this turn: the chart, her sheet, the change limit and what a turn costs."""

    attitude: Annotated[Attitude, Meta(description="wind after the turn", examples=["quarter"])]
    rate: Annotated[Rate, Meta(description="rate of the ship", examples=["3rd_rate"])]
    side: Annotated[Side, Meta(description="whose ship", examples=["british"])]
    last_move: Annotated[float, Meta(ge=0, le=30, description="inches moved last turn", examples=[5])] = 0
    turn: Annotated[int, Meta(ge=0, le=180, description="degrees turned at the start of the move")] = 0
    sheet_modifier: Annotated[float, Meta(ge=-10, le=10, description="inches her sheet adds or takes")] = 0
    adrift: Annotated[bool, Meta(description="she drifted last turn (TR25)")] = False

    def __post_init__(self) -> None:
        if self.adrift and self.turn > wind.UNDER_WAY_TURN:
            raise ValueError(f"turn={self.turn}: a ship adrift turns {wind.UNDER_WAY_TURN} degrees at most")


class Reach(Struct, frozen=True):
    """Inches: the maximum on this attitude, the least and most this turn, and the longest straight run."""

    maximum: float
    least: float
    most: float
    straight: float


@procedure
def movement_allowance(a: Allowance, charts: Charts, dice: Dice) -> Reach:
    kind = wind.ship_type(a.rate)
    dice.see(charts.maximum_movement, a.attitude, kind, "any" if kind == "smaller" else a.side)
    most = wind.most_on(a.attitude, kind, a.side, round(a.sheet_modifier * INCH), charts)
    low, high = wind.within(most, round(a.last_move * INCH), a.adrift, charts)
    dice.see(charts.movement_rules, "maximum_change_of_movement_per_turn", why="change limit")
    if a.adrift:
        dice.see(charts.movement_rules, "loses_seaway_and_drifts_if_moved_less_than", why="seaway")
    if a.turn:
        dice.see(charts.turning_cost, wind.turning_row(a.turn), why="turning")
    straight = high - wind.turning_cost(a.turn, high, charts)
    return Reach(most / INCH, low / INCH, high / INCH, straight / INCH)


PROCEDURES = catalogue(
    (broadside, boarding, leadership, grapple, cut_loose, foul, pass_through_line, movement_allowance)
)


def procedures(charts: Charts) -> Mapping[str, Procedure]:
    """Everything that can be resolved by itself."""
    return PROCEDURES


def calls(view: View, action: AnyAction, charts: Charts) -> tuple[Call, ...]:
    """The procedures an order will use, with their inputs as the table has them."""
    table = view.table
    number = table.number(getattr(action, "ship", ""))
    if number < 0:
        return ()
    ship = table.ships[number]
    match action:
        case Fire():
            return _shots(table, number, action)
        case Hold() if isinstance(table.phase, Firing) and targets.compelled(table, number):
            return (Call("leadership", Leadership(side=ship.side), said("to hold her fire")),)
        case Turn() if helm.needs_test(table, number, helm.unit_of(table, number), action, charts):
            wanted = turned(ship.heading, action.angle)
            failures = ship.failures if ship.wanted == wanted else 0
            return (
                Call(
                    "leadership",
                    Leadership(side=ship.side, failures=failures),
                    said("to come to {heading}", heading=f"{wanted:03d}"),
                ),
            )
        case Move():
            return _run(table, number, ship, action, charts)
        case Board():
            target = table.ships[table.number(action.target)]
            parties = hand_to_hand.party(ship, True), hand_to_hand.party(target, False)
            return (Call("boarding", parties, said("if they do not board too")),)
        case Grapple():
            return (Call("grapple", GrappleTry(), said("if only we try")),)
        case Part():
            target = table.ships[table.number(action.target)]
            if not target.able or target.side == ship.side:  # TR32
                return (Call("cut_loose", CutLoose(tries=2), said("to cut loose")),)
            return (
                Call("cut_loose", CutLoose(tries=2), said("if they do not hold on")),
                Call("cut_loose", CutLoose(contested=True), said("if they do")),
            )
    return ()


def _run(table: Table, number: int, ship: Ship, action: Move, charts: Charts) -> tuple[Call, ...]:
    phase_helm = helm.helm_of(table.phase, number) if isinstance(table.phase, Moving) else None
    angle = phase_helm.angle if phase_helm is not None and phase_helm.made else 0
    run = action.distance - wind.turning_cost(angle, action.distance, charts)
    met, _ = met_beyond(table, number, ship, run, action.side)
    if met is None:
        return ()
    if met.kind == "line":
        return (
            Call("pass_through_line", PassThrough(), said("to pass through the line")),
            Call("foul", Foul(), said("if not")),
        )
    if met.kind == "ship" and action.hold:
        other = table.ships[met.other].name
        return (
            Call("leadership", Leadership(side=ship.side), said("to lay her alongside {other}", other=other)),
            Call("foul", Foul(), said("when they touch")),
        )
    return (Call("foul", Foul(), said("when they touch")),) if met.kind == "group" else ()


def _shots(table: Table, number: int, action: Fire) -> tuple[Call, ...]:
    ship = table.ships[number]
    orders = gunnery.aims(action)
    asked = []
    for side, name in orders:
        target = table.number(name)
        marks = targets.targets(table, number, side)
        mark = next((m for m in marks if m.target == target), None)
        if mark is None:
            continue
        if target not in targets.free_targets(table, marks):
            asked.append(Call("leadership", Leadership(side=ship.side), said("to fire at another than the nearest")))
        shot = gunnery.aimed(table, number, side, mark, len(orders) > 1)
        asked.append(Call("broadside", shot, _broadside(side, table.ships[target].name)))
    return tuple(asked)


def _broadside(side: str, target: str) -> str:
    if side == "port":
        return said("her port broadside at {target}", target=target)
    return said("her starboard broadside at {target}", target=target)
