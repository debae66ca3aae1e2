"""A title of the series is a folder of data: one with other powers plays by the same rules."""

import re

import pytest

from tests.outside import Installer, install
from tests.rulesets.sealords.baltic import ENTRY, PACKAGE, files
from weathergauge import codec, rulesets
from weathergauge.beside.hints import Livery
from weathergauge.bots import bot
from weathergauge.ruleset import TABLE, Proceed
from weathergauge.throwing import RandomDice

__all__ = ["install"]


@pytest.fixture
def baltic(install: Installer) -> str:
    """A package with Mistral's data under other powers, installed for the time of a test."""
    install(PACKAGE, ENTRY, files())
    return "baltic"


def test_a_title_with_other_powers_is_a_folder_of_data(baltic: str):
    """Its seats, sides, settings and forms are those of its title.toml."""
    rules = rulesets.ruleset(baltic)
    assert rules.seats == ("russian", "swedish")
    assert rules.sides == {"russian": "the Russians", "swedish": "the Swedes"}
    assert rules.liveries == {"russian": Livery("Russian", 2), "swedish": Livery("Swedish", 1)}
    assert rules.settings is not None
    assert {"ranks_russian", "ranks_swedish"} < {*rules.settings.__struct_fields__}
    fields = [field.name for field in rules.procedures["prestige_of_orders"].fields()]
    assert fields == ["russian_fulfilled", "swedish_fulfilled", "russian_failed", "swedish_failed"]


def test_midshipmen_play_a_turn_of_other_powers(baltic: str):
    """From the council to the end of the turn, every event in a sentence, and the state written and read again."""
    rules = rulesets.ruleset(baltic)
    state = rules.setup(rules.scenario("teaching", {}), RandomDice("set-up"))
    players = {seat: bot("midshipman", f"the watch of {seat}", baltic) for seat in rules.seats}
    told: list[str] = []
    for step in range(3000):
        if rules.result(state) is not None:
            break
        seat = rules.to_act(state)[0]
        view = rules.view(state, seat)
        action = Proceed() if seat == TABLE else players[seat].choose(view, rules.legal(view), rules)
        played = rules.play(state, seat, action, RandomDice(f"step {step}"))
        told += [rules.tell(played.state, one.event) for one in played.events]
        state = played.state
    result = rules.result(state)
    assert result is not None
    assert {*result.score} == {"russian", "swedish"}
    said = " ".join(told)
    assert "the Russians" in said
    assert not re.search("British|Bourbon|French|Spanish", said)
    assert codec.decode(codec.encode(state), rules.types.state) == state
