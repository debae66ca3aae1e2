"""Attrition (P28): what a turn costs squadrons that are at sea or fit out."""

from __future__ import annotations

from msgspec import Struct

from weathergauge.dice import Cell, Dice, Modifier
from weathergauge.rulesets.sealords.charts import Charts, Least
from weathergauge.rulesets.sealords.common import with_phase
from weathergauge.rulesets.sealords.damage import hurt
from weathergauge.rulesets.sealords.forces import Formation, Squadron
from weathergauge.rulesets.sealords.leaders import control
from weathergauge.rulesets.sealords.naming import squadron_words
from weathergauge.rulesets.sealords.orders.holding import closely
from weathergauge.rulesets.sealords.phases import Going
from weathergauge.rulesets.sealords.ports import standing
from weathergauge.rulesets.sealords.sequence import season
from weathergauge.rulesets.sealords.state import State, View
from weathergauge.rulesets.sealords.terms import Season, SquadronClass, State3
from weathergauge.rulesets.sealords.world import World, at
from weathergauge.rulesets.sealords.yards.actions import Worn


class Wear(Struct, frozen=True):
    """All that the attrition of one squadron depends on."""

    cls: SquadronClass
    state: State3
    season: Season
    entered: bool = False
    """Entered a strait this turn."""
    interdicted: bool = False
    """Interdicted one this turn."""
    blockade: int = 0
    """Blockade value of the port she blockades closely."""
    size: int = 1
    """Squadrons of her formation, without flagships."""
    control: int = 1
    """How many her leader can hold together."""
    neutral: bool = False
    """Fits out in a neutral's port."""
    in_strait: bool = False
    """Ends the turn in a strait."""


def worn(wear: Wear, charts: Charts, dice: Dice, *, seat: str | None = None, why: str = "attrition") -> int:
    """Damage points of a squadron for the turn, in the order of SL66."""
    if wear.state == "in_ordinary":
        return int(str(charts.attrition.at("end_of_turn_in_ordinary")))
    hidden = seat is not None
    total = dice.reckon(why, _lines(wear, charts), seat=seat, secret=hidden)
    if wear.state == "fitting_out":
        add = []
        if wear.neutral:
            add.append(charts.attrition_fitting_out_drm.modifier("neutral port", "neutral_port"))
        chart = charts.attrition_fitting_out
        total += dice.look_up(chart, add=add, why=why, seat=seat, secret=hidden, good="low")
    after = _by_size_and_class(wear, total, charts)
    return total + (dice.reckon(f"{why}: by size and class", after, seat=seat, secret=hidden) if after else 0)


def times(size: int, control: int, charts: Charts) -> int:
    """By how much an oversized formation wears, by how many times its leader's control it is above (SL67)."""
    chart = charts.attrition_oversize
    above = [steps for (steps,) in chart.cells if size > int(steps) * control]
    return max([chart.at(steps) for steps in above], default=1)


def _lines(wear: Wear, charts: Charts) -> list[Modifier]:
    """Every line of the chart that holds, but for the die of ships that fit out."""
    lines = []
    if wear.state == "ready":
        line = "end_of_turn_ready_winter" if wear.season == "winter" else "end_of_turn_ready_spring_summer_fall"
        lines.append(charts.attrition.modifier("at sea", line))
    if wear.entered and wear.cls != "galley":
        lines.append(charts.attrition.modifier("entered a strait", "entered_strait_space_except_galleys"))
    if wear.interdicted:
        lines.append(charts.attrition.modifier("interdicted a strait", "interdicting_strait_space_per_turn"))
    if wear.blockade:
        lines.append(Modifier("blockade", wear.blockade, Cell("attrition", ("blockading_port_per_turn",))))
    if wear.size > wear.control and times(wear.size, wear.control, charts) == 1:
        lines.append(charts.attrition.modifier("oversized formation", "oversized_formation_except_in_ordinary"))
    return lines


def _by_size_and_class(wear: Wear, total: int, charts: Charts) -> list[Modifier]:
    """What is changed about the sum of the lines: first it is multiplied, then a class is spared some of it (SL66)."""
    lines, many = [], times(wear.size, wear.control, charts)
    if many > 1:
        cell = Cell("attrition", ("oversized_formation_multiplier",))
        lines.append(Modifier(f"oversized formation, times {many}", total * (many - 1), cell))
    return [*lines, *_spared(wear, total * many, charts)]


def _spared(wear: Wear, total: int, charts: Charts) -> list[Modifier]:
    """Frigates, and galleys in straits, wear less where the title's chart says so; never below its minimum."""
    rows = {"frigate": "frigates", "galley": "galleys_in_strait_spaces" if wear.in_strait else ""}
    row = rows.get(wear.cls, "")
    if not row or (row,) not in charts.attrition.cells:
        return []
    less = charts.attrition.of(Least, row)
    change = max(min(total, less.minimum_dp), total + less.dp) - total
    return [Modifier(row.replace("_", " "), change, Cell("attrition", (row,)))] if change else []


def aimed(squadron: Squadron, formation: Formation, where: State | View, world: World) -> Wear:
    """The wear of a squadron as things stand; a blockade kept from afar is none here (SL96)."""
    table, place = where.table, world.places[at(formation.place)]
    port = closely(where, formation)
    return Wear(
        squadron.cls,
        formation.state,
        season(table.date, world),
        squadron.strait,
        squadron.interdicted,
        world.places[port].bv if port is not None else 0,
        len([squadron for squadron in formation.squadrons if squadron.cls != "flagship"]),
        control(formation.leader, table, formation.side, world.charts),
        bool(place.port) and standing(table, place.id, formation.side, world) == "neutral",
        place.kind == "strait",
    )


def attrition(state: State, world: World, dice: Dice) -> State:
    """Every squadron of both sides; each side hears of its own."""
    for side in world.sides:
        lines = []
        for formation in state.secret(side).formations:
            squadrons = []
            for squadron in formation.squadrons:
                wear = aimed(squadron, formation, state, world)
                dps = worn(wear, world.charts, dice, seat=side, why=squadron_words(squadron, world))
                squadrons.append(hurt(squadron, dps))
                if dps:
                    lines.append((formation.id, squadron.id, dps))
            if squadrons:
                state = state.with_formation(_with(formation, squadrons))
        if lines:
            dice.tell(Worn(side, tuple(lines)), to=(side,))
    return with_phase(state, Going())


def _with(formation: Formation, squadrons: list[Squadron]) -> Formation:
    for squadron in squadrons:
        formation = formation.with_squadron(squadron)
    return formation
