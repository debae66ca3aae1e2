"""Procedures of grapples, fouls, hand-to-hand fights, prizes and wrecks."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from weathergauge.dice import Dice
from weathergauge.procedures import Inputs, aimed, procedure
from weathergauge.ruleset import Call
from weathergauge.rulesets.wsim import boarding, fending, grappling, hand_to_hand, unfouling
from weathergauge.rulesets.wsim import melee as prizes
from weathergauge.rulesets.wsim.actions import AnyAction, Cut, Fend, Party, Unfoul
from weathergauge.rulesets.wsim.actions import Grapple as GrappleOrder
from weathergauge.rulesets.wsim.charts import Charts, charts
from weathergauge.rulesets.wsim.hand_to_hand import Band, Men, Pair
from weathergauge.rulesets.wsim.state import Ship, Table, View
from weathergauge.rulesets.wsim.terms import Quality


class Grapple(Inputs, kw_only=True):
    """A grapple thrown at an enemy next to her: does it hold?"""

    still: Annotated[
        int, Meta(ge=0, le=2, description="how many of the two ships did not move this turn", examples=[1])
    ] = 0


class Held(Struct, frozen=True):
    held: bool


@procedure
def grapple(g: Grapple, charts: Charts, dice: Dice) -> Held:
    return dice.last.do(grappling.grapple, g.still, charts, read=Held)


class Ungrapple(Inputs, kw_only=True):
    """Throwing off the grapples that hold her to another ship, each with its own die."""

    grapples: Annotated[int, Meta(ge=1, le=20, description="grapples between the two ships", examples=[2])] = 1
    still: Annotated[
        int, Meta(ge=0, le=2, description="how many of the two ships did not move this turn", examples=[2])
    ] = 0


class ThrownOff(Struct, frozen=True):
    """Grapples thrown off, and whether she is free of them all."""

    off: int
    free: bool


@procedure
def ungrapple(u: Ungrapple, charts: Charts, dice: Dice) -> ThrownOff:
    off = dice.do(fending.throw_off, u.grapples, u.still, charts)
    return ThrownOff(off, off == u.grapples)


class Clear(Inputs, kw_only=True):
    """Clearing a fouled ship, or cutting away a hanging mast."""

    tries: Annotated[
        int, Meta(ge=1, le=20, description="how many tries: one a turn for each ship that wants to part")
    ] = 1


class Free(Struct, frozen=True):
    free: bool


def _cleared(free: bool, charts: Charts, dice: Dice) -> bool:
    return dice.do(unfouling.clear, charts)


@procedure
def unfoul(u: Clear, charts: Charts, dice: Dice) -> Free:
    return Free(dice.repeat(_cleared, False, charts, until=bool, limit=u.tries))


Squares = Annotated[int, Meta(ge=1, le=60, description="crew squares of the party", examples=[4])]
Kind = Annotated[Literal["OBP", "DBP"], Meta(description="offensive or defensive boarding party", examples=["OBP"])]
Class = Annotated[int, Meta(ge=1, le=7, description="ship class; the largest of several (WS23)", examples=[3])]
Crew = Annotated[Quality, Meta(description="crew quality", examples=["crack"])]


class MeleeRound(Inputs, kw_only=True):
    """One round hand to hand: what each side loses, and whether that decides it."""

    squares: Squares
    quality: Crew
    ship_class: Class
    kind: Kind = "OBP"
    enemy_squares: Squares
    enemy_quality: Crew
    enemy_class: Class
    enemy_kind: Kind = "DBP"

    def __post_init__(self) -> None:
        if self.kind == self.enemy_kind == "DBP":
            raise ValueError("kind=DBP: one of the two must be an offensive party (OBP), or nobody fights")


class Lost(Struct, frozen=True):
    """Crew squares lost by each side, and who has three times the other's strength now."""

    lost: int
    enemy_lost: int
    winner: Literal["none", "first", "second"]


_WINNERS: dict[str, Literal["none", "first", "second"]] = {"one": "first", "other": "second"}


def _pair(m: MeleeRound) -> Pair:
    one = Band((Men(m.squares, m.quality),), m.ship_class, m.kind)
    return Pair(one, Band((Men(m.enemy_squares, m.enemy_quality),), m.enemy_class, m.enemy_kind))


@aimed(_pair)
def melee_round(pair: Pair, charts: Charts, dice: Dice) -> Lost:
    after = dice.do(hand_to_hand.one_round, pair, charts)
    won = _WINNERS.get(hand_to_hand.winner(after, charts), "none")
    return Lost(pair.one.squares - after.one.squares, pair.other.squares - after.other.squares, won)


class WholeMelee(MeleeRound, kw_only=True):
    """A fight hand to hand: the squares that each side has left, and who wins."""

    rounds: (
        Annotated[int, Meta(ge=1, le=60, description="at most so many rounds, 3 in a turn; none is to the end")] | None
    ) = charts().figures.at("rounds")


class Left(Struct, frozen=True):
    """Crew squares left on each side, and who has three times the other's strength."""

    left: int
    enemy_left: int
    winner: Literal["none", "first", "second"]


class _Fight(Struct, frozen=True):
    pair: Pair
    rounds: int | None


def _fight(m: WholeMelee) -> _Fight:
    return _Fight(_pair(m), m.rounds)


def _form(fight: _Fight) -> WholeMelee:
    one, other = fight.pair.one, fight.pair.other
    return WholeMelee(
        squares=one.squares, quality=one.men[0].quality, ship_class=one.ship_class, kind=one.kind,
        enemy_squares=other.squares, enemy_quality=other.men[0].quality, enemy_class=other.ship_class,
        enemy_kind=other.kind, rounds=fight.rounds,
    )  # fmt: skip


@aimed(_fight, _form)
def melee(f: _Fight, charts: Charts, dice: Dice) -> Left:
    after = dice.do(hand_to_hand.whole, f.pair, f.rounds, charts, None)
    won = _WINNERS.get(hand_to_hand.winner(after, charts), "none")
    return Left(after.one.squares, after.other.squares, won)


class PrizeCrew(Inputs, kw_only=True):
    """A prize crew: how many squares her prisoners call for, and whether this one holds her."""

    prisoners: Annotated[int, Meta(ge=0, le=60, description="crew squares of the captured ship", examples=[8])]
    squares: Annotated[int, Meta(ge=0, le=60, description="squares of the prize crew", examples=[2])]


class Holds(Struct, frozen=True):
    needed: int
    holds: bool


@procedure
def prize_crew(p: PrizeCrew, charts: Charts, dice: Dice) -> Holds:
    needed = prizes.needed(p.prisoners, charts)
    return Holds(needed, p.squares >= needed)


class Wreck(Inputs, kw_only=True):
    """A ship that may sink or explode: does she go, in one unfouling phase or in several?"""

    phases: Annotated[int, Meta(ge=1, le=100, description="unfouling phases to look ahead", examples=[1])] = 1


class Gone(Struct, frozen=True):
    gone: bool


def _goes(gone: bool, charts: Charts, dice: Dice) -> bool:
    return dice.do(unfouling.goes, charts)


@procedure
def sinking_check(w: Wreck, charts: Charts, dice: Dice) -> Gone:
    return Gone(dice.repeat(_goes, False, charts, until=bool, limit=w.phases))


PROCEDURES = (grapple, ungrapple, unfoul, melee_round, melee, prize_crew, sinking_check)


def calls(view: View, action: AnyAction, charts: Charts) -> list[Call]:
    """What an order of these chapters will throw for, from what the seat may know."""
    table = view.table
    match action:
        case Unfoul() | Cut():
            return [Call("unfoul", Clear())]
        case GrappleOrder(ship=id, other=other):
            ship, target = _ships(table, id, other)
            if ship.side == target.side:
                return []
            return [Call("grapple", Grapple(still=(not ship.moved) + (not target.moved)))]
        case Fend(ship=id, other=other):
            ship, target = _ships(table, id, other)
            held = table.grapples(table.number(id), table.number(other))
            if not held or ship.side == target.side:
                return []
            still = fending.counted_still(table, ship, target)
            return [Call("ungrapple", Ungrapple(grapples=held, still=still))]
        case Party(kind="OBP", ship=id, target=other):
            ship, target = _ships(table, id, other)
            fight = _foreseen(ship, target, action, charts)
            return [] if fight is None else [Call("melee", fight, "if she defends with her first section")]
    return []


def _ships(table: Table, one: str, other: str) -> tuple[Ship, Ship]:
    return table.ships[table.number(one)], table.ships[table.number(other)]


def _foreseen(ship: Ship, target: Ship, party: Party, charts: Charts) -> _Fight | None:
    """The fight that a boarding party will have, if the enemy tells off nobody in particular and no gun is fired."""
    men = sum(ship.crew[section - 1] for section in party.sections)
    if target.prize is not None:
        defenders, quality = target.prize.squares, target.prize.quality
    else:
        first = boarding.able_sections(target)[:1]
        defenders, quality = sum(target.crew[section - 1] for section in first), target.quality
    if not men or not defenders or not target.resists:
        return None
    one = Band((Men(men, ship.quality),), ship.ship_class, "OBP")
    return _Fight(Pair(one, Band((Men(defenders, quality),), target.ship_class, "DBP")), charts.figures.at("rounds"))
