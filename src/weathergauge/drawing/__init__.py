"""A position as a drawing in SVG: one module for each family of titles, on paper that all of them share."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from weathergauge.drawing.paper import DAY, NIGHT, Caption
from weathergauge.ruleset import Rules

__all__ = ["Caption", "can_be_drawn", "drawn"]


def can_be_drawn(rules: Rules) -> bool:
    """Whether there is a module for its family."""
    return (Path(__file__).parent / f"{rules.family}.py").is_file()


def drawn(rules: Rules, view: Any, caption: Caption, *, night: bool = False, whole: bool = False) -> str:
    """Draw what a view shows: a seat's own, or anybody's."""
    if not can_be_drawn(rules):
        raise ValueError(
            f"{rules.name} has no drawing of its own: weathergauge position and weathergauge replay show how it stands"
        )
    family = import_module(f"{__package__}.{rules.family}")
    return str(family.draw(rules, view, caption, NIGHT if night else DAY, whole).svg())
