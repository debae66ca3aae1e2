"""What the sea costs ships: the wear of an order before it is given, and who is fit for all of it."""

from __future__ import annotations

from functools import lru_cache
from statistics import mean

from weathergauge.bots.sealords.watch import Watch
from weathergauge.dice import D10
from weathergauge.rulesets.sealords import leaders
from weathergauge.rulesets.sealords.forces import Formation, Squadron
from weathergauge.rulesets.sealords.sequence import season
from weathergauge.rulesets.sealords.state import replace
from weathergauge.rulesets.sealords.terms import Season, State3
from weathergauge.rulesets.sealords.world import world
from weathergauge.rulesets.sealords.yards.attrition import Wear, worn
from weathergauge.throwing import ScriptedDice

GALES = 0.5
"""Damage points that weather adds for each turn at sea, about; in winter twice as many."""
DP, FOUNDERS = 0.012, 0.2
"""What a damage point of wear is worth in prestige, since yards are slow; and one more for each past a squadron's rating, with
which she may founder."""
HORIZON = 48
"""Impulses that must be left for wear to count in full: ships are kept for what is still to be done."""
IMPULSES = 4
"""Of a turn."""


def at_sea(watch: Watch, formation: Formation, impulses: float) -> float:
    """Damage points that a squadron of a formation is likely to take in so many impulses at sea, those of the next turn first."""
    total, ahead = 0.0, 0
    while impulses > 0:
        when, part = _season(watch, ahead), min(1.0, impulses / IMPULSES)
        chart = max([_turn(watch, formation, squadron, "ready", when) for squadron in formation.squadrons], default=0.0)
        total += part * (chart + GALES * (2 if when == "winter" else 1))
        impulses, ahead = impulses - IMPULSES, ahead + 1
    return total


def price(watch: Watch, formation: Formation, impulses: float) -> float:
    """What so much time at sea costs a formation's squadrons, as prestige."""
    lost = at_sea(watch, formation, impulses)
    share = min(1.0, watch.impulses / HORIZON)
    past = [
        max(0.0, squadron.dps + lost - squadron.rating) - max(0.0, squadron.dps - squadron.rating)
        for squadron in formation.squadrons
    ]
    hulls = watch.temper.hulls + (1 - watch.temper.hulls) * share
    return share * DP * lost * len(formation.squadrons) + hulls * FOUNDERS * sum(past)


def fitting_out(watch: Watch, formation: Formation) -> float:
    """Damage points that all squadrons of a formation take together in a turn in which they fit out."""
    when = _season(watch, 0)
    return sum([_turn(watch, formation, squadron, "fitting_out", when) for squadron in formation.squadrons])


def _season(watch: Watch, ahead: int) -> Season:
    date = watch.table.date
    turns = watch.charts.turn_structure.of(int, "turns_per_year")
    return season(replace(date, turn=(date.turn + ahead) % turns + 1), watch.world)


def _turn(watch: Watch, formation: Formation, squadron: Squadron, state: State3, when: Season) -> float:
    size = len([squadron for squadron in formation.squadrons if squadron.cls != "flagship"])
    control = leaders.control(formation.leader, watch.table, watch.side, watch.charts)
    return _worn(Wear(squadron.cls, state, when, size=size, control=control), watch.world.title)


@lru_cache(maxsize=512)
def _worn(wear: Wear, title: str) -> float:
    """By the rules' own attrition, whatever die may fall."""
    return mean([worn(wear, world(title).charts, ScriptedDice([face])) for face in D10.faces])
