"""Checks of odds: they add up to one, with and without memory, and dice agree with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from weathergauge import codec
from weathergauge.files.inputs import BadInput, Field
from weathergauge.odds import Memory, Odds
from weathergauge.procedures import Inputs, Procedure
from weathergauge.ruleset import Rules
from weathergauge.testing.offers import check_sentence
from weathergauge.throwing import RandomDice, RecordedDice, SeededDice

OUTCOMES = 100_000
"""After so many in all, the odds of one procedure have been looked at enough."""


def values_of(field: Field) -> SearchStrategy[Any]:
    """Anything that a field of a form takes."""
    low, high = field.low, field.high
    match field.kind:
        case "int":
            least = int(low if low is not None else -20)
            one: SearchStrategy[Any] = st.integers(least, int(high if high is not None else least + 40))
        case "number":
            bottom = low if low is not None else -20
            top = high if high is not None else bottom + 40
            one = st.integers(0, round((top - bottom) * 4)).map(lambda quarters: bottom + quarters / 4)
            one |= st.floats(bottom, top).map(lambda number: round(number, 2))
        case "bool":
            one = st.booleans()
        case "text":
            one = st.sampled_from(("", "a", "Victory"))
        case "choice":
            one = st.sampled_from(field.choices)
        case "group":
            one = inputs_of(field.parts)
        case _:
            one = st.just(field.example if field.default is None else field.default)
    if field.choices and field.kind != "choice":
        one |= st.sampled_from(field.choices)
    if field.many:
        one = st.lists(one, min_size=field.least, max_size=min(field.most or 3, max(3, field.least)))
    return st.none() | one if field.none else one


def inputs_of(fields: tuple[Field, ...]) -> SearchStrategy[dict[str, Any]]:
    """What can be filled into a form: all that is required, and some of the rest."""
    required = {field.name: values_of(field) for field in fields if field.required}
    return st.fixed_dictionaries(required, optional={f.name: values_of(f) for f in fields if not f.required})


def for_inputs(procedure: Procedure, do: Callable[[Inputs], None], *, examples: int) -> int:
    """Do something for many inputs, the same ones every time; what is refused is refused with a sentence."""
    accepted = 0

    @settings(
        max_examples=examples, derandomize=True, database=None, deadline=None, suppress_health_check=[*HealthCheck]
    )
    @given(inputs_of(procedure.fields()))
    def each(plain: dict[str, Any]) -> None:
        nonlocal accepted
        try:
            do(procedure.read(plain))
        except BadInput as error:  # by the form, or by a chart that has no such case
            check_sentence(str(error), f"{procedure.name} refuses {plain}")
        else:
            accepted += 1

    each()
    assert accepted, f"{procedure.name}: none of {examples} forms was accepted"
    return accepted


def check_adds_up(rules: Any, procedure: Procedure, *, examples: int) -> int:
    """The odds of any inputs add up to exactly one, and memory changes nothing.

    Large laws are worked out for fewer inputs, and not without any memory: that could take for ever.
    """
    shared, outcomes = Memory(), 0

    def hold(inputs: Inputs) -> None:
        nonlocal outcomes
        if outcomes > OUTCOMES:
            return
        plainly = procedure.odds(inputs, rules.charts, Memory())
        check_whole(plainly, f"{procedure.name} {inputs}")
        outcomes += len(plainly)
        for memory in (shared, shared, *([Memory(0)] if len(plainly) <= 300 else [])):
            again = procedure.odds(inputs, rules.charts, memory)
            assert dict(again) == dict(plainly), f"{procedure.name} {inputs}: memory changes the odds"

    return for_inputs(procedure, hold, examples=examples)


def check_whole(chances: Odds[Any], about: str) -> None:
    """Odds add up to one, exactly, leave nothing open, and list nothing that cannot be."""
    total = sum(chances.values(), Fraction(0))
    assert total == 1, f"{about}: the odds add up to {total}"
    assert chances.unresolved == 0, f"{about}: {chances.unresolved} is left unresolved"
    assert all(chance > 0 for chance in chances.values()), f"{about}: something impossible has a place in the odds"


def check_agrees(rules: Any, procedure: Procedure, *, examples: int, throws: int) -> int:
    """Dice that are really thrown fall as the odds say."""

    def hold(inputs: Inputs) -> None:
        chances = procedure.odds(inputs, rules.charts, Memory())
        dice = RandomDice(f"{procedure.name} {inputs}")
        fell = Counter(procedure.resolve(inputs, rules.charts, dice) for _ in range(throws))
        strange = [value for value in fell if value not in chances]
        assert not strange, f"{procedure.name} {inputs}: {strange[0]} fell, and has no chance"
        far = surprise(chances, fell, throws)
        assert far <= 0, (
            f"{procedure.name} {inputs}: {throws} throws are {far:.0f} farther from the odds than chance goes"
        )
        check_repeats(rules, procedure, inputs)

    return for_inputs(procedure, hold, examples=examples)


def check_repeats(rules: Any, procedure: Procedure, inputs: Inputs) -> None:
    """The same faces give the same result, which can be written down."""
    dice = SeededDice(b"repeat")
    result = procedure.resolve(inputs, rules.charts, dice)
    again = RecordedDice(dice.throws)
    assert procedure.resolve(inputs, rules.charts, again) == result, f"{procedure.name} {inputs} is not repeatable"
    again.finish()
    codec.encode([result, dice.account, [told.event for told in dice.told]])


def surprise(chances: Odds[Any], fell: Counter[Any], throws: int) -> float:
    """How far chi-square is above what one series in about a million exceeds; rare results count together."""
    rare_chance, rare_fell, square, cells = 0.0, 0, 0.0, 0
    for value, chance in chances.items():
        expected = float(chance) * throws
        if expected < 8:
            rare_chance += expected
            rare_fell += fell[value]
            continue
        square += (fell[value] - expected) ** 2 / expected
        cells += 1
    if rare_chance >= 8:
        square += (rare_fell - rare_chance) ** 2 / rare_chance
        cells += 1
    elif rare_fell > rare_chance + 6 * sqrt(rare_chance) + 6:
        return float("inf")
    freedom = cells - 1
    if freedom < 1:
        return 0
    spread = 2 / (9 * freedom)  # Wilson and Hilferty: the cube root of chi-square is nearly normal
    return square - freedom * (1 - spread + 4.75 * sqrt(spread)) ** 3


def check_previews(rules: Rules, view: Any, actions: list[Any], memory: Memory) -> int:
    """The odds shown beside an action name a procedure with inputs it takes, and add up. How many there were."""
    count = 0
    for action in actions:
        for call in rules.preview(view, action):
            assert call.procedure in rules.procedures, f"{action} promises odds of {call.procedure}, which is none"
            procedure = rules.procedures[call.procedure]
            form = procedure.form(call.inputs)
            assert isinstance(form, procedure.inputs), f"{action}: {call.inputs} are not for {call.procedure}"
            plain = codec.plain(form)
            assert procedure.read(plain) == form, f"{action}: {plain} cannot be typed into {call.procedure}"
            charts: Any = rules.charts
            odds = procedure.odds(call.inputs, charts, memory)
            check_whole(odds, f"{action}, {call.procedure}")
            if procedure.aimed(form) != procedure.aimed(call.inputs):  # play may know more than its dice depend on
                assert dict(procedure.odds(form, charts, memory)) == dict(odds), (
                    f"{action}: {call.procedure} is asked about {call.inputs}, and shows {plain}"
                )
            count += 1
    return count
