"""Rams, boarding, phase 4 and contact as procedures: each resolution by itself, with its odds."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from weathergauge.dice import Dice
from weathergauge.procedures import Inputs, procedure
from weathergauge.ruleset import Call
from weathergauge.rulesets.ironclads import boarding as decks
from weathergauge.rulesets.ironclads import ramming, repairs, steaming, victory
from weathergauge.rulesets.ironclads.actions import AnyAction, Board, Break, Steam
from weathergauge.rulesets.ironclads.charts import Charts, charts
from weathergauge.rulesets.ironclads.criticals import Blow, Sheet
from weathergauge.rulesets.ironclads.procedures.fire import Class, Points, quartered, quarters
from weathergauge.rulesets.ironclads.ramming import Beam, Clash, Hurt
from weathergauge.rulesets.ironclads.repairs import Flag, Gain
from weathergauge.rulesets.ironclads.state import QUARTERS, Settings, Ship, Table, View
from weathergauge.rulesets.ironclads.terms import Captain, Sector

USUAL = Settings()
Markers = Annotated[int, Meta(ge=1, le=20, examples=[2])]
Need = Annotated[int, Meta(ge=2, le=6)]
Control = Annotated[bool, Meta(description="her captain is known for damage control (IR22)")]


# Ramming


class RamShip(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of the two ships of a ram."""

    ship_class: Annotated[Class, Meta(description="her class, 1 the largest")]
    hull: Annotated[Points, Meta(description="hull points she has left")]
    hull_full: Annotated[Points, Meta(description="her undamaged hull; the same if left out")] | None = None
    wooden: Annotated[bool, Meta(description="she is of wood")] = False
    ram: Annotated[bool, Meta(description="she has a ram, and has not lost it")] = False
    rudder_hit: Annotated[bool, Meta(description="her rudder is damaged already")] = False


class Ramming(Inputs, kw_only=True):
    """A ram: whether she strikes, what both ships lose, and the rudders of sterns that were in it."""

    rammer: Annotated[RamShip, Meta(description="the ship that rams")]
    target: Annotated[RamShip, Meta(description="the ship that is rammed")]
    era: Annotated[
        int,
        Meta(
            ge=1,
            le=6,
            description="1 to 1862, 2 to 1870, 3 to 1880, 4 to 1889, 5 to 1899, 6 to 1906 (IR28)",
            examples=[2],
        ),
    ]
    knots: Annotated[int, Meta(ge=0, le=40, description="speed that her order declares", examples=[12])]
    edge: Annotated[Sector, Meta(description="edge she strikes with")] = "bow"
    struck_edge: Annotated[Sector, Meta(description="edge of the other that is struck")] = "port"
    by_turn: Annotated[bool, Meta(description="they touch by her turning: it counts as a broadside edge")] = False

    def __post_init__(self) -> None:
        for name, ship in (("rammer", self.rammer), ("target", self.target)):
            quartered(**{f"{name}.hull": ship.hull, f"{name}.hull_full": ship.hull_full})


class Rammed(Struct, frozen=True):
    """What a ram did: hull points that each lost, her markers, and whether she is gone."""

    struck: bool
    rammer_loses: float
    rammer_flooding: int
    rammer_sunk: bool
    ram_lost: bool
    target_loses: float
    target_flooding: int
    target_sunk: bool
    rudders: str
    """Whose rudder is damaged: none, rammer, target or both."""


def _lost(hurt: Hurt, hull: int) -> tuple[float, int, bool]:
    blow = hurt.rudder or Blow("")
    lost = hurt.quarters + blow.quarters
    sunk = hurt.sunk or lost >= hull
    return (hull if sunk else lost) / QUARTERS, hurt.flooding + blow.flooding, sunk


def _rammed(done: Clash, ram: ramming.Ram) -> Rammed:
    jammed = [bool(hurt.rudder and hurt.rudder.detail) for hurt in (done.rammer, done.target)]
    rudders = {(True, True): "both", (True, False): "rammer", (False, True): "target"}.get((jammed[0], jammed[1]))
    loses, flooding, sunk = _lost(done.rammer, ram.rammer.hull)
    return Rammed(
        done.struck,
        loses,
        flooding,
        sunk,
        done.rammer.ram_lost,
        *_lost(done.target, ram.target.hull),
        rudders or "none",
    )


def _beam(ship: RamShip) -> Beam:
    sheet = Sheet(quarters(ship.hull), quarters(ship.hull_full or ship.hull), rudder=ship.rudder_hit)
    return Beam(ship.ship_class, sheet, ship.wooden, ship.ram)


@procedure
def ram(r: Ramming, charts: Charts, dice: Dice) -> Rammed:
    laid = ramming.laid(_beam(r.rammer), _beam(r.target), r.era, r.knots, r.edge, r.struck_edge, r.by_turn, charts)
    return dice.last.do(ramming.clash, laid, charts, read=lambda done: _rammed(done, laid))


# Boarding


class BoardParty(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One ship in a fight on deck."""

    ship_class: Annotated[Class, Meta(description="her class, 1 the largest")]
    marines: Annotated[int, Meta(ge=0, le=10, description="groups of marines aboard")] = 0
    half_lost: Annotated[bool, Meta(description="she has lost more than half of her hull")] = False
    specialist: Annotated[bool, Meta(description="her captain is a boarding specialist (IR22)")] = False


class Boarding(Inputs, kw_only=True):
    """Boarding: the enemy is taken, the boarders are thrown back, or it goes on."""

    boarders: Annotated[BoardParty, Meta(description="the ship that boards")]
    defenders: Annotated[BoardParty, Meta(description="the ship that is boarded")]


class Boarded(Struct, frozen=True):
    result: str


def _party(one: BoardParty) -> decks.Party:
    return decks.Party(one.ship_class, one.marines, one.half_lost, one.specialist)


@procedure
def boarding(b: Boarding, charts: Charts, dice: Dice) -> Boarded:
    results = {True: "taken", False: "thrown back", None: "goes on"}
    one, other = _party(b.boarders), _party(b.defenders)
    return dice.last.do(decks.fight, one, other, charts, read=lambda won: Boarded(results[won]))


# Phase 4


class Burning(Inputs, kw_only=True):
    """Step 4.1 of a ship: fires put out, and what the others do."""

    fires: Annotated[Markers, Meta(description="fire markers")]
    hull: Annotated[Points, Meta(description="hull points she has left")]
    fire_out: Annotated[Need, Meta(description="puts out a fire on this and more (IR12)")] = USUAL.fire_out
    damage_control: Control = False

    def __post_init__(self) -> None:
        quartered(hull=self.hull)


class Burnt(Struct, frozen=True):
    """Fires put out and left, hull points lost, and whether she sinks or blows up."""

    put_out: int
    left: int
    hull: float
    sunk: bool
    blown_up: bool


@procedure
def fire_step(b: Burning, charts: Charts, dice: Dice) -> Burnt:
    hull = quarters(b.hull)

    def burnt(gain: Gain) -> Burnt:
        sunk = gain.lost or gain.quarters >= hull
        left = b.fires - gain.mended + gain.added
        return Burnt(gain.mended, left, (hull if sunk else gain.quarters) / QUARTERS, sunk, gain.lost)

    return dice.last.do(repairs.fires, b.fires, b.fire_out, b.damage_control, charts, read=burnt)


class Leaking(Inputs, kw_only=True):
    """Step 4.2 of a ship: floods held, and what the others do."""

    active: Annotated[Markers, Meta(description="active flooding markers")]
    inactive: Annotated[int, Meta(ge=0, le=20, description="inactive flooding markers")] = 0
    hull: Annotated[Points, Meta(description="hull points she has left")]
    flood_held: Annotated[Need, Meta(description="contains a flood on this and more (IR13)")] = USUAL.flood_held
    damage_control: Control = False

    def __post_init__(self) -> None:
        quartered(hull=self.hull)


class Flooded(Struct, frozen=True):
    """Floods held, markers after it, hull points lost, and whether she sinks or capsizes."""

    held: int
    active: int
    inactive: int
    hull: float
    sunk: bool
    capsized: bool


@procedure
def flood_step(k: Leaking, charts: Charts, dice: Dice) -> Flooded:
    hull = quarters(k.hull)

    def flooded(gain: Gain) -> Flooded:
        sunk = gain.lost or gain.quarters >= hull
        active, inactive = k.active - gain.mended, k.inactive + gain.mended
        if gain.added:
            active, inactive = active + inactive + gain.added, 0
        return Flooded(gain.mended, active, inactive, (hull if sunk else gain.quarters) / QUARTERS, sunk, gain.lost)

    return dice.last.do(repairs.floods, k.active, k.flood_held, k.damage_control, charts, read=flooded)


class Repairing(Inputs, kw_only=True):
    """Step 4.3 of a ship: her rudder, engine room and list."""

    rudder: Annotated[bool, Meta(description="her rudder is damaged", examples=[True])] = False
    engine_room: Annotated[int, Meta(ge=0, le=2, description="how often her engine room was hit")] = 0
    heavy_list: Annotated[bool, Meta(description="she lists heavily")] = False
    repair: Annotated[Need, Meta(description="repairs on this and more (IR14)")] = USUAL.repair
    damage_control: Control = False

    def __post_init__(self) -> None:
        if not (self.rudder or self.engine_room or self.heavy_list):
            raise ValueError("nothing is damaged: give rudder=yes, engine_room=1 or 2, or heavy_list=yes")


class Repaired(Struct, frozen=True):
    """What is still damaged after it, and inactive flooding that righting a list brought."""

    rudder: bool
    engine_room: int
    heavy_list: bool
    flooding: int


@procedure
def repair(r: Repairing, charts: Charts, dice: Dice) -> Repaired:
    def works(what: str) -> bool:
        return dice.do(repairs.mended, r.repair, r.damage_control, what, charts)

    rudder = r.rudder and not works("the rudder")
    engine_room = r.engine_room - works("the engine room") if r.engine_room else 0
    heavy_list = r.heavy_list and not works("the list")
    righted = charts.torpedo_damage_states.at("heavy_listing_repaired").add_inactive_flooding_markers
    return Repaired(rudder, engine_room, heavy_list, righted if r.heavy_list and not heavy_list else 0)


class Brink(Inputs, kw_only=True):
    """Step 4.4 of a ship at the brink: she fights on, surrenders, or is sunk by her crew."""

    flooding: Annotated[bool, Meta(description="she has a flooding marker of either kind")] = False
    fire: Annotated[bool, Meta(description="she has a fire marker")] = False
    captain: Annotated[Literal["none", "resolute", "timid"], Meta(description="her captain (IR22)")] = "none"
    flagship: Annotated[
        Literal["none", "near", "lost"], Meta(description="her flagship is within 20 inches, or is lost (IR29)")
    ] = "none"
    enemy_near: Annotated[bool, Meta(description="an enemy is within 10 inches", examples=[True])]


class Given(Struct, frozen=True):
    fate: str


_CAPTAINS: dict[str, Captain] = {"none": "", "resolute": "resolute", "timid": "timid"}
_FLAGS: dict[str, Flag] = {"none": "", "near": "near", "lost": "lost"}


@procedure
def surrender(b: Brink, charts: Charts, dice: Dice) -> Given:
    add = tuple(repairs.doubts(b.flooding, b.fire, _CAPTAINS[b.captain], _FLAGS[b.flagship], charts))
    return dice.last.do(repairs.surrender, add, b.enemy_near, charts, read=Given)


# The end of a turn


class Touch(Inputs, kw_only=True):
    """Contact at the end of a turn: whether the battle goes on."""

    turn: Annotated[int, Meta(ge=1, le=100, description="the turn that ends", examples=[6])]
    apart: Annotated[bool, Meta(description="no opponents are within 20 inches", examples=[True])]
    asked: Annotated[bool, Meta(description="a side that has lost half asks to break off")] = False
    contact: Annotated[Literal["apart", "from_turn_6"], Meta(description="when contact is tested (IR26)")] = (
        USUAL.contact
    )

    def __post_init__(self) -> None:
        if victory.needed(self.turn, self.apart, self.asked, self.contact, charts()):
            return
        first = charts().contact_tests.at(self.contact).from_turn
        if self.turn < first:
            raise ValueError(
                f"turn={self.turn}: contact is tested from the end of turn {first}; give that or a later one"
            )
        raise ValueError("contact holds without a test: give apart=yes, or asked=yes")


class Held(Struct, frozen=True):
    goes_on: bool


@procedure
def contact(t: Touch, charts: Charts, dice: Dice) -> Held:
    number = victory.needed(t.turn, t.apart, t.asked, t.contact, charts)
    return dice.last.do(victory.goes_on, number, charts, read=Held)


PROCEDURES = [ram, boarding, fire_step, flood_step, repair, surrender, contact]


def calls(view: View, action: AnyAction, charts: Charts) -> list[Call]:
    """The ram that a run leads to, a fight on deck, or a test of contact, with their inputs as the table has them."""
    table = view.table
    match action:
        case Steam(ship=id):
            number = table.number(id)
            found = steaming.ram_of(table, number, action, charts)
            return [] if found is None else [_ram(table, number, found)]
        case Board(ship=id, target=target):
            one, other = table.ships[table.number(id)], table.ships[table.number(target)]
            inputs = Boarding(boarders=_on_deck(one, table.settings), defenders=_on_deck(other, table.settings))
            return [Call("boarding", inputs, f"boarding {other.name}")]
        case Break(ask=True):
            touch = Touch(turn=table.turn, apart=victory.apart(table), asked=True, contact=table.settings.contact)
            return [Call("contact", touch, "at the end of this turn")]
    return []


def _ram(table: Table, number: int, found: steaming.Ram) -> Call:
    ship, other = table.ships[number], table.ships[found.target]
    inputs = Ramming(
        rammer=_ramming(ship),
        target=_ramming(other),
        era=table.era,
        knots=ship.speed,
        edge=found.edge,
        struck_edge=found.struck_edge,
        by_turn=found.by_turn,
    )
    return Call("ram", inputs, f"into {other.name}")


def _ramming(ship: Ship) -> RamShip:
    one = ramming.beam(ship)
    return RamShip(
        ship_class=ship.ship_class,
        hull=ship.hull / QUARTERS,
        hull_full=ship.hull_full / QUARTERS,
        wooden=one.wooden,
        ram=one.ram,
        rudder_hit=one.sheet.rudder,
    )


def _on_deck(ship: Ship, settings: Settings) -> BoardParty:
    one = decks.party(ship, settings)
    return BoardParty(
        ship_class=one.ship_class, marines=one.marines, half_lost=one.half_lost, specialist=one.specialist
    )
