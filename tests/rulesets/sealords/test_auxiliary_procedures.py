"""The auxiliaries' procedures: each resolution by itself, and the odds that an order shows."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.sealords.sea import COLD_WAVES, MISTRAL, auxiliary, formation, mistral_settings, squadron, view
from tests.rulesets.sealords.sea import state as campaign
from weathergauge.files.inputs import BadInput
from weathergauge.rulesets.sealords.auxiliaries.actions import Send
from weathergauge.rulesets.sealords.phases import Tasking
from weathergauge.rulesets.sealords.procedures import auxiliaries as procedures
from weathergauge.rulesets.sealords.state import State, View
from weathergauge.throwing import ScriptedDice

CHARTS = MISTRAL.charts


def off_toulon(*formations: Any, cls: str = "fireship", **changed: Any) -> State:
    """A British flotilla off Toulon with an auxiliary of its own, and a French formation in the harbour."""
    usual: dict[str, Any] = {"phase": Tasking("british"), "step": "tasks"}
    flotilla = formation("b1", "toulon", squadrons=[squadron("b1_1"), squadron("b1_2", "sol_d", 1)])
    more = {"auxiliaries": (auxiliary("x1", cls, base="b1"),)}
    return campaign("mistral", (flotilla, *formations), british=more, **(usual | changed))


def lying(**changed: Any) -> Any:
    return formation("f1", "toulon/harbour", "bourbon", state="fitting_out", **changed)


def test_procedures_are_those_whose_charts_the_title_has():
    """Only Mistral wakes pirates by a chart."""
    names = {one.name for one in procedures.procedures(MISTRAL)}
    assert names - {one.name for one in procedures.procedures(COLD_WAVES)} == {"pirate_activation"}
    assert names >= {
        "screening", "convoy_attack", "fireship_attack", "bombardment", "marine_task", "recovery", "combined_task",
    }  # fmt: skip


def test_guardacostas_screen_only_where_the_matrix_has_their_row():
    """In Mistral the input is refused."""
    inputs = procedures.ScreeningCase(tasked="light", screen="galley", guardacostas=True)
    assert procedures.screening.resolve(inputs, COLD_WAVES.charts, ScriptedDice([])).hampered
    with pytest.raises(BadInput, match="this title has none"):
        procedures.screening.resolve(inputs, MISTRAL.charts, ScriptedDice([]))


GIVEN: dict[str, dict[str, str]] = {
    "screening": {"tasked": "light", "screen": "galley"},
    "convoy_attack": {"attacker": "fleet", "escort": "2"},
    "fireship_attack": {"sail": "2"},
    "bombardment": {},
    "marine_task": {"task": "raid_port"},
    "combined_task": {"task": "cutting_out"},
    "recovery": {"aux_class": "fleet", "nation": "british"},
    "auxiliary_blockade": {"bv": "2"},
    "pirate_activation": {},
}


@pytest.mark.parametrize("name", GIVEN)
def test_each_procedure_has_odds_that_add_up(name: str):
    """Whatever is asked."""
    one = next(one for one in procedures.procedures(MISTRAL) if one.name == name)
    law = one.odds(one.read(GIVEN[name]), CHARTS)
    assert law.chance(lambda result: True) == 1


def test_the_worth_of_a_sunk_sail_in_the_odds_of_a_convoy_attack():
    """A fleet auxiliary: face 0 sinks, for four points, as many as faces 3 and 4 cost; 1 and 2 cost five."""
    one = next(one for one in procedures.procedures(MISTRAL) if one.name == "convoy_attack")
    law = one.odds(one.read({"attacker": "fleet"}), CHARTS)
    assert law.chance(lambda loss: loss.points == 5) == Fraction(2, 10)
    assert law.chance(lambda loss: loss.points == 4) == Fraction(3, 10)


def test_orders_show_the_odds_that_their_side_can_know():
    """A fireship's are unknown while the target is hidden."""
    hidden, known = off_toulon(lying()), off_toulon(lying(known="all"))
    action = Send("x1", "fireship_attack", "toulon", "f1")
    assert procedures.calls(view(hidden), action, MISTRAL) == []
    (call,) = procedures.calls(view(known), action, MISTRAL)
    assert (call.procedure, call.inputs.sail, call.inputs.bv, call.inputs.harbour) == ("fireship_attack", 4, 3, True)
    assert procedures.calls(View(known.table, None, None), action, MISTRAL) == []
    bomb = off_toulon(lying(), cls="bomb", settings=mistral_settings(ranks_british=("admiral_white",)))
    (call,) = procedures.calls(view(bomb), Send("x1", "bombardment", "toulon", "f1"), MISTRAL)
    assert call.inputs.drm == -1
    marines = off_toulon(lying(), cls="marine")
    for task, name in (("raid", "marine_task"), ("cutting_out", "marine_task")):
        (call,) = procedures.calls(view(marines), Send("x1", task, "toulon", "f1"), MISTRAL)  # type: ignore[arg-type]
        assert call.procedure == name
