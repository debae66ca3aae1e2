"""Attrition, repairs, relief, the end and prestige as procedures: each resolution by itself, with its odds."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, defstruct

from weathergauge.dice import Cell, Dice, Modifier
from weathergauge.files.inputs import BadInput
from weathergauge.procedures import Inputs, Procedure, procedure
from weathergauge.ruleset import Call
from weathergauge.rulesets.sealords import prestige
from weathergauge.rulesets.sealords.charts import Charts, has_row
from weathergauge.rulesets.sealords.leaders import favoured
from weathergauge.rulesets.sealords.state import View
from weathergauge.rulesets.sealords.terms import Season, Side, SquadronClass, State3
from weathergauge.rulesets.sealords.world import World
from weathergauge.rulesets.sealords.yards import attrition as wearing
from weathergauge.rulesets.sealords.yards import counting, ending, repairs
from weathergauge.rulesets.sealords.yards import relief as admirals
from weathergauge.rulesets.sealords.yards.actions import Repair

Orders = Annotated[int, Meta(ge=0, le=99)]


class Attrition(Inputs, kw_only=True):
    """What a turn costs a squadron: the lines of the attrition chart that hold for her."""

    cls: Annotated[SquadronClass, Meta(description="her class", examples=["sol"])]
    state: Annotated[State3, Meta(description="her state at the end of the turn", examples=["ready"])]
    season: Annotated[Season, Meta(description="the season", examples=["winter"])]
    entered_strait: Annotated[bool, Meta(description="she entered a strait this turn")] = False
    interdicted_strait: Annotated[bool, Meta(description="she interdicted one this turn")] = False
    blockade_value: Annotated[int, Meta(ge=0, le=9, description="of the port she blockades closely; 0 for none")] = 0
    squadrons: Annotated[int, Meta(ge=1, le=40, description="squadrons of her formation, without flagships")] = 1
    control: Annotated[int, Meta(ge=1, le=12, description="control rating of its leader")] = 1
    neutral_port: Annotated[bool, Meta(description="she fits out in a neutral's port")] = False
    in_strait: Annotated[bool, Meta(description="she ends the turn in a strait")] = False


class Damaged(Struct, frozen=True):
    """Damage points that she takes."""

    dps: int


@procedure
def attrition(a: Attrition, charts: Charts, dice: Dice) -> Damaged:
    wear = wearing.Wear(
        a.cls, a.state, a.season, a.entered_strait, a.interdicted_strait, a.blockade_value, a.squadrons, a.control,
        a.neutral_port, a.in_strait,
    )  # fmt: skip
    return Damaged(wearing.worn(wear, charts, dice))


def wearing_of(wear: wearing.Wear) -> Attrition:
    """The form of what a squadron will wear."""
    return Attrition(
        cls=wear.cls, state=wear.state, season=wear.season, entered_strait=wear.entered, interdicted_strait=wear.interdicted,
        blockade_value=wear.blockade, squadrons=max(1, wear.size), control=max(1, wear.control), neutral_port=wear.neutral,
        in_strait=wear.in_strait,
    )  # fmt: skip


class RepairRolls(Inputs, kw_only=True):
    """Repair rolls for one squadron."""

    dps: Annotated[int, Meta(ge=1, le=40, description="damage points she has", examples=[6])]
    rolls: Annotated[int, Meta(ge=1, le=8, description="rolls that are made for her")] = 1
    ranks: Annotated[int, Meta(ge=-9, le=0, description="what ranks of the player take off the die")] = 0


class Mended(Struct, frozen=True):
    """Damage points that are gone, and those that are left."""

    gone: int
    left: int


def _one_roll(left: int, _: int, add: tuple[Modifier, ...], charts: Charts, dice: Dice) -> int:
    return max(0, left - repairs.repaired(add, charts, dice))


@procedure
def repair(r: RepairRolls, charts: Charts, dice: Dice) -> Mended:
    add = (Modifier("ranks of the player", r.ranks, Cell("player_ranks", ("dockyards",))),) if r.ranks else ()
    left = dice.fold(_one_roll, r.dps, range(r.rolls), add, charts)
    return Mended(r.dps - left, left)


class Relief(Inputs, kw_only=True):
    """Whether a Fleet Admiral is relieved at the end of the winter."""

    lost: Annotated[int, Meta(ge=0, le=40, description="net prestige lost since the date on the chart", examples=[2])]


class Kept(Struct, frozen=True):
    stays: bool


@procedure
def relief(r: Relief, charts: Charts, dice: Dice) -> Kept:
    return Kept(admirals.stays(r.lost, charts, dice))


class EndOfGame(Inputs, kw_only=True):
    """The die for the end of the game, after the operations of a quarterly turn."""

    year: Annotated[int, Meta(ge=1740, le=1760, description="the year", examples=[1748])]
    yellow: Annotated[int, Meta(ge=0, le=9, description="yellow event boxes that are marked")] = 0
    campaigns: Annotated[int, Meta(ge=0, le=9, description="military campaigns that are over for good")] = 0


class GameEnds(Struct, frozen=True):
    ends: bool


@procedure
def end_of_game(e: EndOfGame, charts: Charts, dice: Dice) -> GameEnds:
    first = int(charts.ending_the_game.at("campaign_first_year_of_roll"))
    if e.year < first:
        raise BadInput(f"year={e.year}: nobody rolls for the end so early; expected {first} or later")
    return GameEnds(ending.ends(e.yellow, e.campaigns, e.year, charts, dice))


class OrdersHeld(Inputs, kw_only=True):
    """Prestige for orders: those carried out less those failed, of both sides."""


def orders_held(world: World) -> type[OrdersHeld]:
    """The form for the orders of a title's two sides."""
    first, second = world.values.sides
    done = [
        (
            f"{player.id}_fulfilled",
            Annotated[Orders, Meta(description=f"orders of {player.words} carried out", examples=[count])],
        )
        for player, count in ((first, 4), (second, 2))
    ]
    failed = [
        (f"{player.id}_failed", Annotated[Orders, Meta(description=f"orders of {player.words} failed")], 0)
        for player in (first, second)
    ]
    made: Any = defstruct(
        "OrdersHeld", [*done, *failed], bases=(OrdersHeld,), namespace={"__doc__": OrdersHeld.__doc__}, kw_only=True
    )
    return made  # type: ignore[no-any-return]  # it is derived from it


class PrestigePaid(Struct, frozen=True):
    """Who is ahead, what he gains, and what the other loses."""

    ahead: Side | None
    gains: int
    loses: int


def orders_procedure(world: World) -> Procedure:
    """The procedure for the orders of a title's two sides."""

    def prestige_of_orders(held: OrdersHeld, charts: Charts, dice: Dice) -> PrestigePaid:
        one, other = (getattr(held, f"{side}_fulfilled") - getattr(held, f"{side}_failed") for side in world.sides)
        pay = counting.orders_pay(one, other, world)
        return PrestigePaid(pay.ahead, pay.gains, pay.loses)

    return Procedure(prestige_of_orders, orders_held(world), PrestigePaid)


COUNTED = {
    "flagship": "enemy flagships sunk or struck",
    "sol": "enemy ships of the line sunk or struck, small two-deckers too",
    "frigate": "enemy frigates sunk or struck",
    "azogues": "sail of the treasure convoy sunk",
    "dps": "damage points inflicted by battle or by auxiliaries",
    "convoy_dps": "damage points inflicted on support and troop convoys",
}


class Inflicted(Inputs, kw_only=True):
    """Prestige for enemy sail and for damage: what has added up since the last payment, and what is left after this one."""


class PrestigeEarned(Struct, frozen=True):
    """What is gained, what it costs the enemy where the chart says so, and what of each is left towards the next payment."""

    gains: int
    enemy_loses: int


def losses_procedure(world: World) -> Procedure:
    """The procedure for the lines on sail and damage that a title's chart has."""
    kinds = [kinds[0] for row, kinds, _ in prestige.LINES if has_row(world.charts.prestige, row)]
    form: Any = defstruct(
        "Inflicted",
        [(kind, Annotated[int, Meta(ge=0, le=99, description=COUNTED[kind])], 0) for kind in kinds],
        bases=(Inflicted,),
        namespace={"__doc__": Inflicted.__doc__},
        kw_only=True,
    )
    earned: Any = defstruct(
        "PrestigeEarned",
        [(f"{kind}_left", int) for kind in kinds],
        bases=(PrestigeEarned,),
        namespace={"__doc__": PrestigeEarned.__doc__},
        frozen=True,
    )

    def prestige_of_losses(inflicted: Inflicted, charts: Charts, dice: Dice) -> PrestigeEarned:
        paid, left = prestige.payments({kind: getattr(inflicted, kind) for kind in kinds}, charts)
        lines = [charts.prestige.modifier(award.reason, award.row, times=award.times) for award in paid]
        gains = dice.reckon("prestige", lines)
        sail = sum([cost.amount * cost.times for cost in paid if cost.sail])
        paid_for: PrestigeEarned = earned(
            gains, sail if world.values.sail_costs else 0, *[left.get(kind, 0) for kind in kinds]
        )
        return paid_for

    return Procedure(prestige_of_losses, form, earned)


PlayersRank = Literal[
    "lieutenant", "captain", "post_captain", "commodore", "naval_ordnance", "dockyards", "rear_admiral_blue",
    "vice_admiral_blue", "admiral_blue", "rear_admiral_white", "vice_admiral_white", "admiral_white", "rear_admiral_red",
    "vice_admiral_red", "admiral_red_of_the_fleet",
]  # fmt: skip
"""What the chart of player ranks has, in both titles."""


class RankPurse(Inputs, kw_only=True):
    """What the winner can buy for his next game with the difference in prestige."""

    points: Annotated[int, Meta(ge=0, le=99, description="the difference", examples=[4])]
    bought: Annotated[tuple[PlayersRank, ...], Meta(description="ranks chosen already")] = ()

    def __post_init__(self) -> None:
        if len(set(self.bought)) != len(self.bought):
            raise ValueError(f"bought={','.join(self.bought)}: each rank may be bought once; leave out the second")


class RanksLeft(Struct, frozen=True):
    """Points that are left, less than none where they do not reach, and the ranks that they can still buy."""

    points: int
    ranks: tuple[str, ...]


@procedure
def player_ranks(p: RankPurse, charts: Charts, dice: Dice) -> RanksLeft:
    points = p.points - sum([charts.player_ranks.at(rank).cost for rank in p.bought])
    return RanksLeft(points, tuple([rank for rank in ending.affordable(points, charts) if rank not in p.bought]))


def procedures(world: World) -> list[Procedure]:
    return [attrition, repair, relief, end_of_game, orders_procedure(world), losses_procedure(world), player_ranks]


def calls(view: View, action: Any, world: World) -> list[Call]:
    """A repair is the one order of these chapters that throws dice."""
    if not isinstance(action, Repair) or view.own is None or view.seat is None:
        return []
    formation = view.own.formation(action.formation)
    squadron = formation.squadron(action.squadron) if formation is not None else None
    if squadron is None or not squadron.dps:
        return []
    general = repairs.dockyards(view.table, view.seat, world.charts)
    ranks = sum([modifier.value for modifier in (*general, *favoured(view.own, view.seat, "repair"))])
    return [Call("repair", RepairRolls(dps=squadron.dps, ranks=ranks))]
