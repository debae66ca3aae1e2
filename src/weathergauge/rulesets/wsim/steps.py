"""The steps in which orders are written: for each its file, the orders it takes, and what follows of itself."""

from __future__ import annotations

from functools import partial

from weathergauge.rulesets.wsim import (
    boarding,
    fending,
    grappling,
    gunnery,
    loading,
    melee,
    notation,
    sailing,
    unfouling,
)
from weathergauge.rulesets.wsim.actions import (
    Cut,
    Fend,
    Fire,
    Grapple,
    Load,
    Man,
    Party,
    Plot,
    Repair,
    Sails,
    Signal,
    Tow,
    Unfoul,
)
from weathergauge.rulesets.wsim.writing import Written

Unfouling = partial(Written, "unfouling", unfouling, (Unfoul, Cut), unfouling.resolve, after=unfouling.checks)
Notation = partial(Written, "notation", notation, (Plot, Signal, Tow), sailing.resolve)
Grappling = partial(Written, "grappling", grappling, (Grapple,), grappling.resolve)
Fending = partial(Written, "fending", fending, (Fend,), fending.resolve)
Boarding = partial(Written, "boarding", boarding, (Party, Man), boarding.resolve)
Combat = partial(Written, "combat", gunnery, (Fire,), gunnery.resolve, after=melee.fight)
Loading = partial(Written, "loading", loading, (Load, Repair, Sails), loading.resolve)
