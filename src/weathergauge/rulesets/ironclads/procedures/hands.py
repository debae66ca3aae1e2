"""Rams, boarding, phase 4 and contact as procedures: each resolution by itself, with its odds."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from weathergauge.dice import Dice
from weathergauge.procedures import Inputs, aimed, procedure
from weathergauge.ruleset import Call
from weathergauge.rulesets.ironclads import boarding as decks
from weathergauge.rulesets.ironclads import ramming, repairs, steaming, victory
from weathergauge.rulesets.ironclads.actions import AnyAction, Board, Break, Steam
from weathergauge.rulesets.ironclads.charts import Charts, charts
from weathergauge.rulesets.ironclads.criticals import Blow
from weathergauge.rulesets.ironclads.procedures import forms
from weathergauge.rulesets.ironclads.ramming import Beam, Clash, Collision, Hurt
from weathergauge.rulesets.ironclads.repairs import ENEMY_NEAR, FLAG_NEAR, Flag, Gain
from weathergauge.rulesets.ironclads.state import INCH, QUARTERS, ContactRule, Needed, View
from weathergauge.rulesets.ironclads.terms import Captain, Sector

Markers = Annotated[int, Meta(ge=1, le=20, examples=[2])]
Control = Annotated[bool, Meta(description="her captain is known for damage control (IR22)")]


# Ramming


class RamShip(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of the two ships of a ram."""

    ship_class: Annotated[forms.Class, Meta(description="her class, 1 the largest")]
    hull: forms.Points
    hull_full: forms.Undamaged | None = None
    wooden: Annotated[bool, Meta(description="she is of wood")] = False
    ram: Annotated[bool, Meta(description="she has a ram, and has not lost it")] = False
    rudder_hit: forms.RudderHit = False


class Ramming(forms.Hulls, kw_only=True):
    """A ram: whether she strikes, what both ships lose, and the rudders of sterns that were in it."""

    rammer: Annotated[RamShip, Meta(description="the ship that rams")]
    target: Annotated[RamShip, Meta(description="the ship that is rammed")]
    era: Annotated[forms.Era, Meta(description=f"{forms.YEARS} (IR28)", examples=[2])]
    knots: Annotated[forms.Knots, Meta(description="speed that her order declares")]
    edge: Annotated[Sector, Meta(description="edge she strikes with")] = "bow"
    struck_edge: Annotated[Sector, Meta(description="edge of the other that is struck")] = "port"
    by_turn: Annotated[bool, Meta(description="they touch by her turning: it counts as a broadside edge")] = False


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
    points, sunk = forms.lost(hurt.quarters + blow.quarters, hull, hurt.sunk)
    return points, hurt.flooding + blow.flooding, sunk


def _rammed(done: Clash, met: Collision) -> Rammed:
    one, other = (bool(hurt.rudder and hurt.rudder.detail) for hurt in (done.rammer, done.target))
    rudders = "both" if one and other else "rammer" if one else "target" if other else "none"
    mine, hers = _lost(done.rammer, met.rammer.sheet.hull), _lost(done.target, met.target.sheet.hull)
    return Rammed(done.struck, *mine, done.rammer.ram_lost, *hers, rudders)


def _beam(ship: RamShip) -> Beam:
    return Beam(ship.ship_class, forms.sheet(ship.hull, ship.hull_full, rudder=ship.rudder_hit), ship.wooden, ship.ram)


def _ram_ship(beam: Beam) -> RamShip:
    hull, full = beam.sheet.hull / QUARTERS, beam.sheet.full / QUARTERS
    return RamShip(
        ship_class=beam.ship_class, hull=hull, hull_full=full, wooden=beam.wooden, ram=beam.ram,
        rudder_hit=beam.sheet.rudder,
    )  # fmt: skip


def _collision(r: Ramming) -> Collision:
    return Collision(_beam(r.rammer), _beam(r.target), r.era, r.knots, r.edge, r.struck_edge, r.by_turn)


def _form(met: Collision) -> Ramming:
    return Ramming(
        rammer=_ram_ship(met.rammer), target=_ram_ship(met.target), era=met.era, knots=met.knots, edge=met.edge,
        struck_edge=met.struck_edge, by_turn=met.by_turn,
    )  # fmt: skip


@aimed(_collision, _form)
def ram(met: Collision, charts: Charts, dice: Dice) -> Rammed:
    return dice.last.do(ramming.clash, ramming.laid(met, charts), charts, read=lambda done: _rammed(done, met))


# Boarding


class Boarding(Inputs, kw_only=True):
    """Boarding: the enemy is taken, the boarders are thrown back, or it goes on."""

    boarders: Annotated[decks.Party, Meta(description="the ship that boards")]
    defenders: Annotated[decks.Party, Meta(description="the ship that is boarded")]


class Boarded(Struct, frozen=True):
    result: str


@procedure
def boarding(b: Boarding, charts: Charts, dice: Dice) -> Boarded:
    results = {True: "taken", False: "thrown back", None: "goes on"}
    return dice.last.do(
        decks.fight, b.boarders, b.defenders, decks.NOBODY, charts, read=lambda won: Boarded(results[won])
    )


# Phase 4


class Burning(forms.Hulls, kw_only=True):
    """Step 4.1 of a ship: fires put out, and what the others do."""

    fires: Annotated[Markers, Meta(description="fire markers")]
    hull: forms.Points
    fire_out: Annotated[Needed, Meta(description="puts out a fire on this and more (IR12)")] = forms.USUAL.fire_out
    damage_control: Control = False


class Burnt(Struct, frozen=True):
    """Fires put out and left, hull points lost, and whether she sinks or blows up."""

    put_out: int
    left: int
    hull: float
    sunk: bool
    blown_up: bool


@procedure
def fire_step(b: Burning, charts: Charts, dice: Dice) -> Burnt:
    hull = forms.quarters(b.hull)

    def burnt(gain: Gain) -> Burnt:
        left = b.fires - gain.mended + gain.added
        return Burnt(gain.mended, left, *forms.lost(gain.quarters, hull, gain.lost), gain.lost)

    return dice.last.do(repairs.fires, b.fires, b.fire_out, b.damage_control, charts, read=burnt)


class Leaking(forms.Hulls, kw_only=True):
    """Step 4.2 of a ship: floods held, and what the others do."""

    active: Annotated[Markers, Meta(description="active flooding markers")]
    inactive: Annotated[int, Meta(ge=0, le=20, description="inactive flooding markers")] = 0
    hull: forms.Points
    flood_held: Annotated[Needed, Meta(description="contains a flood on this and more (IR13)")] = forms.USUAL.flood_held
    damage_control: Control = False


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
    hull = forms.quarters(k.hull)

    def flooded(gain: Gain) -> Flooded:
        active, inactive = k.active - gain.mended, k.inactive + gain.mended
        if gain.added:
            active, inactive = active + inactive + gain.added, 0
        return Flooded(gain.mended, active, inactive, *forms.lost(gain.quarters, hull, gain.lost), gain.lost)

    return dice.last.do(repairs.floods, k.active, k.flood_held, k.damage_control, charts, read=flooded)


class Repairing(Inputs, kw_only=True):
    """Step 4.3 of a ship: her rudder, engine room and list."""

    rudder: Annotated[bool, Meta(description="her rudder is damaged", examples=[True])] = False
    engine_room: forms.EngineRoom = 0
    heavy_list: Annotated[bool, Meta(description="she lists heavily")] = False
    repair: Annotated[Needed, Meta(description="repairs on this and more (IR14)")] = forms.USUAL.repair
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
        Literal["none", "near", "lost"],
        Meta(description=f"her flagship is within {FLAG_NEAR // INCH} inches, or is lost (IR29)"),
    ] = "none"
    enemy_near: Annotated[bool, Meta(description=f"an enemy is within {ENEMY_NEAR // INCH} inches", examples=[True])]


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
    apart: Annotated[
        bool, Meta(description=f"no opponents are within {victory.CONTACT // INCH} inches", examples=[True])
    ]
    asked: Annotated[bool, Meta(description="a side that has lost half asks to break off")] = False
    contact: Annotated[ContactRule, Meta(description="when contact is tested (IR26)")] = forms.USUAL.contact

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
    """The ram that a run leads to, a fight on deck, or a test of contact, as the table has them."""
    table = view.table
    match action:
        case Steam(ship=id):
            number = table.number(id)
            ram = steaming.ram_of(table, number, action, charts)
            if ram is None:
                return []
            met = ramming.aimed(table, number, ram.target, ram.edge, ram.struck_edge, ram.by_turn)
            return [Call("ram", met, f"into {table.ships[ram.target].name}")]
        case Board(ship=id, target=target):
            one, other = table.ships[table.number(id)], table.ships[table.number(target)]
            boarders, defenders = decks.party(one, table.settings), decks.party(other, table.settings)
            inputs = Boarding(boarders=boarders, defenders=defenders)
            return [Call("boarding", inputs, f"boarding {other.name}")]
        case Break(ask=True):
            touch = Touch(turn=table.turn, apart=victory.apart(table), asked=True, contact=table.settings.contact)
            return [Call("contact", touch, "at the end of this turn")]
    return []
