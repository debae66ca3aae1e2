"""The forces of a scenario as sheets for a physical table."""

from __future__ import annotations

from typing import Any

from weathergauge.rulesets.sealords.forces import Leader, Squadron
from weathergauge.rulesets.sealords.ratings import three_decker
from weathergauge.rulesets.sealords.scenarios import Scenario
from weathergauge.rulesets.sealords.world import World


def sheets(scenario: Scenario, world: World) -> list[dict[str, Any]]:
    """The squadrons of a scenario as sheets for a physical table: a box for each sail and each damage point, and for each point
    of a convoy's cargo. The leader of a formation is noted with the first of its squadrons."""
    pages: list[dict[str, Any]] = []
    coming = [arrival.formation for arrival in scenario.forces.coming]
    for formation in (*scenario.forces.formations, *coming):
        if formation.cargo is not None:
            cargo = formation.cargo
            track = {"name": "cargo", "boxes": [1] * cargo.full, "marked": cargo.full - cargo.points}
            pages.append(
                {"name": formation.name, "side": formation.side, "kind": f"{cargo.kind} convoy", "tracks": [track]}
            )
        for place, squadron in enumerate(formation.squadrons):
            tracks = [
                {"name": "sail", "boxes": [1] * squadron.full, "marked": squadron.full - squadron.sail},
                {"name": "damage", "boxes": [1] * squadron.rating, "marked": min(squadron.dps, squadron.rating)},
            ]
            name = (
                f"{squadron.name} ({formation.name})"
                if squadron.cls == "flagship"
                else f"{squadron.id.upper()} ({formation.name})"
            )
            page: dict[str, Any] = {
                "name": name,
                "side": formation.side,
                "kind": _kind(squadron, world),
                "tracks": tracks,
            }
            pages.append(page | {"facts": _facts(squadron)})
            if formation.leader is not None and not place:
                pages[-1]["notes"] = _leader(formation.leader)
    return pages


def _facts(squadron: Squadron) -> dict[str, Any]:
    """What forms ask of her, by the names of their fields."""
    return {
        "cls": squadron.cls, "sail": {"of": "sail"}, "shift": squadron.shift, "rating": squadron.rating,
        "dps": {"of": "damage", "how": "marked"},
    }  # fmt: skip


def _leader(leader: Leader) -> str:
    ratings = f"leadership {leader.lr}, {leader.personality}, strategy {leader.sr}, control {leader.control}"
    return f"{leader.rank.replace('_', ' ')} {leader.name}: {ratings}"


def _kind(one: Squadron, world: World) -> str:
    nation = world.contingents[one.contingent].words
    what = f"flagship of {one.guns} guns" if one.cls == "flagship" else CLASS_WORDS[one.cls]
    decks = ", three decks" if three_decker(one.guns, world.charts) else ""
    shift = f", shift {one.shift:+d}" if one.shift else ""
    ships = f": {one.name}" if one.name and one.cls != "flagship" else ""
    return f"{nation} {what}{decks}, rating {one.rating}, moves {one.ma}{shift}{ships}"


CLASS_WORDS = {
    "sol": "ships of the line",
    "sol_d": "small two-deckers",
    "frigate": "frigates",
    "galley": "galleys",
    "flagship": "flagship",
}
