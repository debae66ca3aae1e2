"""The chapters of the yards in sentences."""

from __future__ import annotations

from typing import Any

from weathergauge.frame.words import capital, many
from weathergauge.rulesets.sealords.prestige import PrestigeChanged
from weathergauge.rulesets.sealords.state import Table, View
from weathergauge.rulesets.sealords.words import counter_name, marked_squadron, place_name
from weathergauge.rulesets.sealords.world import World
from weathergauge.rulesets.sealords.yards.actions import (
    AdmiralJudged,
    AdmiralNamed,
    EndRolled,
    FitOut,
    FittedOut,
    LaidUp,
    LayUp,
    OrdersCounted,
    RanksOffered,
    Refitted,
    Repair,
    Repaired,
    TradeCounted,
    Worn,
)


def told(table: Table, event: Any, world: World) -> str | None:
    """An event as a sentence of the log; None for those of other chapters."""
    match event:
        case Worn(side=side, lines=lines):
            total = sum([dps for _, _, dps in lines])
            return f"Attrition costs {world.side_words[side]} {_points(total)} of damage{_listed(lines, world)}."
        case Refitted(side=side, lines=lines):
            total = sum([dps for _, _, dps in lines])
            return f"The quarterly refit takes {_points(total)} of damage off ships of {world.side_words[side]}{_listed(lines, world)}."
        case LaidUp(name=name):
            return f"{capital(name)}: laid up."
        case FittedOut(name=name):
            return f"{capital(name)}: fitting out."
        case Repaired(port=port, squadron=squadron, dps=dps, saved=saved):
            how = "with a saved repair point" if saved else "in its yard"
            done = f"takes {_points(dps)} of damage off" if dps else "gets nothing done on"
            return f"{place_name(port, world)} {done} {marked_squadron(squadron, world.sides)} {how}."
        case AdmiralJudged(leader=leader, relieved=relieved):
            return f"{leader} is relieved of his fleet." if relieved else f"{leader} keeps his fleet."
        case AdmiralNamed(side=side, leader=leader):
            return f"{leader} commands the fleet of {world.side_words[side]} now."
        case PrestigeChanged(side=side, amount=amount, reason=reason, total=total):
            verb = "gain" if amount > 0 else "lose"
            return f"{capital(world.side_words[side])} {verb} {abs(amount)} prestige ({reason}) and have {total}."
        case OrdersCounted(first=first, second=second):
            one, other = world.side_words.values()
            return f"Orders carried out less those failed: {one} {first}, {other} {second}."
        case TradeCounted(side=side, fulfilled=fulfilled, failed=failed, reason=reason):
            what = [f"{fulfilled} carried out"] if fulfilled else []
            what += [f"{failed} failed"] if failed else []
            return f"{capital(reason)}: orders of {world.side_words[side]} count {' and '.join(what)} more."
        case EndRolled(ends=ends):
            return "The war ends with this turn." if ends else "The war goes on."
        case RanksOffered(side=side, points=points, ranks=ranks):
            named = ", ".join([rank.replace("_", " ") for rank in ranks]) or "nothing"
            return f"With a difference of {points} {world.side_words[side]} can buy for the next game: {named}."
    return None


def ordered(view: View, action: Any, world: World) -> str | None:
    """An order as a sentence; None for those of other chapters."""
    match action:
        case LayUp(formation=id):
            return f"lay up {counter_name(view, id)}"
        case FitOut(formation=id):
            return f"fit out {counter_name(view, id)}"
        case Repair(formation=id, squadron=squadron, saved=saved):
            how = " with a saved repair point" if saved else ""
            return f"repair {marked_squadron(squadron, world.sides)} of {counter_name(view, id)}{how}"
    return None


def _points(number: int) -> str:
    return many(number, "point")


def _listed(lines: tuple[tuple[str, str, int], ...], world: World) -> str:
    return ": " + ", ".join([f"{dps} for {marked_squadron(squadron, world.sides)}" for _, squadron, dps in lines])
