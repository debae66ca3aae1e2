"""The odds of a campaign's orders in a player's words: what a battle costs either side, wear, gales, checks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.cli.table.chances import in_words, number, percent
from weathergauge.frame.words import listed
from weathergauge.odds import Odds
from weathergauge.ruleset import Call
from weathergauge.rulesets.sealords.state import View

CHECKS = ("passed", "caught", "issued", "success", "spotted", "came", "hit", "back", "stays")
"""Parts of results that say whether what was tried has come about."""
WINDWARD = "you to windward"
LEEWARD = "the enemy to windward"
"""Stands in the words of a battle that is told before it is sought."""


def told(view: View, call: Call, odds: Odds[Any]) -> str:
    """The odds of a procedure, without its name."""
    parts = getattr(next(iter(odds.keys())), "__struct_fields__", ())
    if "gauge_dps" in parts:
        return _fought(odds, parts, _sides(view, call))
    match call.procedure:
        case "attrition":
            return f"{number(_mean(odds, 'dps'))} damage on average"
        case "gale_effects":
            return _blown(odds)
        case "screening":
            stops, hampers = _chance(odds, "stopped"), _chance(odds, "hampered")
            return "stops it" if stops else "hampers it" if hampers else "lets it by"
        case "weather_gauge":
            return percent(_chance(odds, "first_has_it"))
        case "battle_intensity":
            return f"damage level {number(_mean(odds, 'level'))} on average"
        case "repair":
            return f"{number(_mean(odds, 'gone'))} damage mended on average"
    check = next((part for part in CHECKS if part in parts), None)
    return in_words(odds) if check is None else percent(_chance(odds, check))


def _sides(view: View, call: Call) -> tuple[str, str]:
    """Who has the weather gauge and who has not, as the seat would say it."""
    if LEEWARD in call.words:
        return "the enemy", "you"
    battle = view.table.battle
    gauge = battle.gauge if battle is not None else ""
    if WINDWARD in call.words or (gauge and gauge == view.seat):
        return "you", "the enemy"
    return ("the enemy", "you") if gauge and view.seat else ("the side with the gauge", "the other")


def _fought(odds: Odds[Any], parts: Sequence[str], sides: tuple[str, str]) -> str:
    said = []
    for who, part in zip(sides, ("gauge", "other"), strict=True):
        sunk = 1 - odds.chance(lambda result, part=part: not getattr(result, f"{part}_sail"))  # type: ignore[misc]
        sail = f" and {percent(sunk)} to lose sail" if sunk else ""
        said.append(f"{who} {number(_mean(odds, f'{part}_dps'))} damage{sail}")
    if "gauge_wins" in parts:
        said.append(f"{percent(_chance(odds, 'gauge_wins'))} for {sides[0]} to win")
    return "; ".join(said)


def _blown(odds: Odds[Any]) -> str:
    sunk = 1 - odds.chance(lambda result: not result.sunk)
    parted = 1 - _chance(odds, "together")
    said = [f"{number(_mean(odds, 'dps'))} damage each"]
    said += [f"{percent(sunk)} to lose sail"] if sunk else []
    return listed([*said, *([f"{percent(parted)} to be parted"] if parted else [])])


def _mean(odds: Odds[Any], part: str) -> Any:
    return odds.mean(lambda result: getattr(result, part))


def _chance(odds: Odds[Any], part: str) -> Any:
    return odds.chance(lambda result: bool(getattr(result, part)))
