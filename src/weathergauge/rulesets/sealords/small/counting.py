"""What lasting interdictions count for at the end of a turn, beside orders (`order_equivalents`)."""

from __future__ import annotations

from typing import Any

from weathergauge.rulesets.sealords.small.said import PiratesCounted
from weathergauge.rulesets.sealords.state import State, Table, enemy, replace
from weathergauge.rulesets.sealords.terms import SIDES, Side
from weathergauge.rulesets.sealords.world import World

PIRATES = "at_least_1_sea_box_interdicted_by_pirate_auxiliary_end_of_turn"
COURSE = "per_3_locations_interdicted_by_french_command_auxiliaries_guerre_de_course_end_of_turn"
PLACES_EACH = 3
"""Locations that make one failed order, as the row's name says."""
DOCTRINE = "guerre_de_course"
"""The event after which French interdictions count."""


def failures(table: Table, world: World) -> list[tuple[Side, int, str]]:
    """Orders that count as failed by what auxiliaries interdict now, with whose they are and why."""
    cells, found = world.charts.order_equivalents.cells, []
    if (PIRATES,) in cells:
        number = cells[(PIRATES,)].failed
        found += [(side, number, "pirates interdict the sea") for side in _sufferers(table, world)]
    if (COURSE,) in cells and table.happened(DOCTRINE) is not None:
        places = {one.place for one in table.stations if one.task == "interdict" and one.contingent == "french"}
        number = len(places) // PLACES_EACH * cells[(COURSE,)].british_failed
        if number:
            found.append(("british", number, "the French wage war on trade"))
    return found


def _sufferers(table: Table, world: World) -> list[Side]:
    """Whom pirates at sea count against: the opponent of who sent them; both where prestige is tied (SL27)."""
    senders = {
        one.by
        for one in table.stations
        if one.task == "interdict" and not one.side and world.places[one.place].kind not in ("port", "coastal")
    }
    if not senders:
        return []
    british, bourbon = table.tallies
    if british.prestige == bourbon.prestige:
        return list(SIDES)
    return [side for side in SIDES if enemy(side) in senders]


def counted(state: State, world: World, log: list[Any]) -> State:
    """Enter them on the tallies of those who suffer by them."""
    for side, number, what in failures(state.table, world):
        tally = state.table.tally(side)
        state = replace(state, table=state.table.with_tally(side, replace(tally, failed=tally.failed + number)))
        log.append(PiratesCounted(side, number, what))
    return state
