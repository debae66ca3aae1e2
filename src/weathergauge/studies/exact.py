"""Exact odds instead of games: a procedure by the charts of each variant."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from weathergauge.bots.hand import hand
from weathergauge.sentences import nearest
from weathergauge.studies.page import Study, Variant

Distribution = list[tuple[Any, Fraction]]
"""Every result as plain values, with its chance."""
Law = dict[Any, Fraction]


def weigh(study: Study, variant: Variant) -> Distribution:
    """The odds of the study's procedure by the charts and inputs of a variant."""
    inputs: Mapping[str, Any] = {**study.inputs, **variant.inputs}
    return hand(study.title, variant.charts).weigh(study.title, study.procedure, inputs)


def law(odds: Distribution, part: str) -> Law:
    """The chances of one part of a result, or of whole results in words; a ValueError where no result has that part."""
    known = dict.fromkeys(name for value, _ in odds if isinstance(value, dict) for name in value)
    if part and part not in known:
        raise ValueError(f"of = {part}: the result has no such part; {nearest(part, known)}")
    chances: Law = {}
    for value, chance in odds:
        read = value[part] if part else value
        result = read if isinstance(read, (int, float, str, bool)) else spoken(read)
        chances[result] = chances.get(result, Fraction(0)) + chance
    return chances


def mean(law: Law) -> Fraction | None:
    """The average of results that are numbers."""
    if not all(isinstance(result, (int, float)) for result in law):
        return None
    return sum((Fraction(result) * chance for result, chance in law.items()), Fraction(0))


def spoken(value: Any) -> str:
    """A result of several parts in words."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {spoken(inner)}" for name, inner in value.items())
    if isinstance(value, list):
        return " · ".join(spoken(inner) for inner in value) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
