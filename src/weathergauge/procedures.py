"""Procedures: the rules at their smallest useful size, each declared once.

One declaration serves the step inside `play`, the command line, the companion's form and the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, dataclass_transform, get_type_hints

import msgspec
from msgspec import Struct

from weathergauge.dice import Dice
from weathergauge.files import inputs as forms

if TYPE_CHECKING:
    from weathergauge.odds import Memory, Odds

__all__ = ["Inputs", "Procedure", "aimed", "catalogue", "procedure"]


@dataclass_transform(field_specifiers=(msgspec.field,), frozen_default=True, kw_only_default=True)
class Inputs(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The inputs of a procedure: frozen, named, unknown ones refused."""


class Procedure:
    """A rule that can be used on its own: its inputs, its charts, its dice, its result."""

    def __init__(
        self,
        rule: Callable[..., object],
        inputs: type[Inputs],
        result: Any,
        aim: Callable[..., object] | None = None,
        form: Callable[..., Inputs] | None = None,
    ) -> None:
        self.rule: Callable[..., Any] = rule
        self._aim, self._form = aim, form
        self.name = rule.__name__
        self.inputs = inputs
        self.result = result
        self.words = (inputs.__doc__ or rule.__doc__ or "").strip()

    def resolve(self, inputs: object, charts: object, dice: Dice) -> Any:
        """Resolve it once with these dice, for a form or an aimed value; the arithmetic is left in `dice.account`."""
        return self.rule(self.aimed(inputs), charts, dice)

    __call__ = resolve

    def odds(self, inputs: object, charts: object, memory: Memory | None = None, steps: int | None = None) -> Odds[Any]:
        """Find every result with its exact chance; an OddsError where that takes more steps than it may."""
        given = self._aim(inputs) if self._aim is not None and isinstance(inputs, self.inputs) else inputs
        return _odds()(self.rule, given, charts, memory=memory, steps=steps)

    def sweep(
        self, given: Iterable[object], charts: object, memory: Memory | None = None, steps: int | None = None
    ) -> list[Odds[Any]]:
        """Find the odds of many inputs, such as every target and modifier of a ship: those that come to the same once."""
        aims = [self.aimed(inputs) for inputs in given]
        found = {aim: self.odds(aim, charts, memory, steps) for aim in dict.fromkeys(aims)}
        return [found[aim] for aim in aims]

    def aimed(self, inputs: object) -> object:
        """Make what the rule is given from a form; where play has aimed already it stays as it is."""
        return inputs if self._aim is None or not isinstance(inputs, self.inputs) else self._aim(inputs)

    def form(self, inputs: object) -> Inputs:
        """Fill in the form that comes to an aimed value, for somebody who wants to see it."""
        if isinstance(inputs, self.inputs):
            return inputs
        if self._form is None:
            raise TypeError(f"{self.name} has no form for {type(inputs).__name__}")
        return self._form(inputs)

    def read(self, given: Mapping[str, object]) -> Inputs:
        """Read inputs from text as it is typed, nested as `a.1.sail`, or from plain values; a BadInput says what is wrong."""
        return forms.read(self.inputs, given)

    def fields(self) -> tuple[forms.Field, ...]:
        """List what the procedure asks for, field by field, for help texts and forms."""
        return forms.fields_of(self.inputs)


def procedure(rule: Callable[..., object]) -> Procedure:
    """Declare `rule(inputs, charts, dice) -> result` as a procedure; its hints name inputs and result."""
    hints = get_type_hints(rule, include_extras=True)
    return Procedure(rule, hints[next(iter(hints))], hints["return"])


def aimed(
    aim: Callable[..., object], form: Callable[..., Inputs] | None = None
) -> Callable[[Callable[..., object]], Procedure]:
    """Declare a procedure whose rule is given what `aim(inputs)` makes of the inputs: the little that its dice depend on.

    Odds are remembered by that value, so inputs that come to the same share one answer. Play aims from the table, and
    its calls carry the aimed value; `form` is the way back, for those who want to see one as inputs.
    """
    hints = get_type_hints(aim, include_extras=True)
    return lambda rule: Procedure(rule, hints[next(iter(hints))], get_type_hints(rule)["return"], aim, form)


@cache
def _odds() -> Callable[..., Odds[Any]]:
    from weathergauge.odds import odds  # whoever only resolves does not wait for it

    return odds


def catalogue(procedures: Iterable[Procedure]) -> dict[str, Procedure]:
    """Put procedures in order by their names."""
    return {procedure.name: procedure for procedure in procedures}
