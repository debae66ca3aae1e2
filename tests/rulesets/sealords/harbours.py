"""Harbours to try things in: worn ships, yards at work, admirals to be relieved, stations to be counted."""

from __future__ import annotations

from typing import Any

from tests.rulesets.sealords.sea import (
    formation,
    leader,
    squadron,
    state,
)
from weathergauge.rulesets.sealords.forces import Station
from weathergauge.rulesets.sealords.phases import Yards
from weathergauge.rulesets.sealords.state import Date, State, Tally
from weathergauge.rulesets.sealords.world import World
from weathergauge.rulesets.sealords.yards.attrition import Wear, worn
from weathergauge.throwing import ScriptedDice


def wear(of: World, faces: tuple[int, ...] = (), **changed: Any) -> int:
    """The attrition of a squadron of the line at sea in summer, but for what is changed."""
    usual: dict[str, Any] = {"cls": "sol", "state": "ready", "season": "summer"}
    dice = ScriptedDice(faces)
    found = worn(Wear(**(usual | changed)), of.charts, dice)
    dice.finish()
    return found


def yard(of: str = "mistral", **changed: Any) -> State:
    """A damaged squadron in port, in the yards phase of turn 5."""
    place, kept = changed.pop("place", "port_mahon/harbour"), changed.pop("state", "in_ordinary")
    hurt = squadron(
        "s1", dps=changed.pop("dps", 6), fitted=changed.pop("fitted", False), hauled=changed.pop("hauled", 0)
    )
    ours = formation("b1", place, squadrons=[hurt], state=kept)
    usual: dict[str, Any] = {"date": Date(1744, 5), "phase": Yards(("british",)), "step": "yards", "serial": 16}
    return state(of, [ours], **(usual | changed))


def admirals(**tally: Any) -> State:
    fleet = leader("mathews", rank="admiral", role="fleet_admiral")
    junior, rear = leader("lestock", rank="vice_admiral"), leader("rowley")
    forces = [formation(id, leader=one) for id, one in (("b1", fleet), ("b2", junior), ("b3", rear))]
    return state("mistral", forces, date=Date(1745, 1), tallies=(Tally(**tally), Tally()))


def points(of: State) -> tuple[int, int]:
    return of.table.tallies[0].prestige, of.table.tallies[1].prestige


def station(aux: str, place: str, contingent: str, **changed: Any) -> Station:
    side: Any = "" if contingent == "pirate" else "bourbon"
    return Station(aux, side, contingent, "light", "interdict", place, **changed)


FACES = (4, 3, 3, 2, 2, 2, 2, 1, 1, 0)
