"""Studies: what does this number do? Variants of a title's charts, settings, scenarios and bots, compared game by game."""

from __future__ import annotations

from weathergauge.studies.page import Study, Variant, read
from weathergauge.studies.rows import Row
from weathergauge.studies.run import Outcome, run, table

__all__ = ["Outcome", "Row", "Study", "Variant", "read", "run", "table"]
