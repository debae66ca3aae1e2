"""A title of the series is a folder of data: one with other powers plays by the same rules."""

import re

import pytest

from tests.outside import Installer, install
from tests.rulesets.sealords.baltic import ENTRY, PACKAGE, files
from weathergauge import codec, rulesets
from weathergauge.beside.hints import Livery
from weathergauge.bots import bot
from weathergauge.files.handwritten import Page
from weathergauge.ruleset import TABLE, Proceed
from weathergauge.rulesets.sealords.gazetteer import hold
from weathergauge.rulesets.sealords.world import world
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


@pytest.mark.parametrize(
    ("was", "put", "key", "words"),
    [
        ('["marseilles", "space_13"]', '["marseilles", "space_99"]', "steps", 'steps = "space_99": expected a place of the map; did you mean space_9?'),
        ('"strait_of_gibraltar", "space_2"]\nsteps', '"strait_of_gibraltar", "nowhere"]\nsteps', "starts", 'starts = "nowhere": expected a place of the map'),
        ("[tracks.marin]", "[tracks.marine]", "[tracks.marine]", "[tracks.marine]: expected one of the winds of the charts; did you mean marin?"),
        ("[tracks.marin]", "[tracks.marine]", "", "the track of a wind is missing: add [tracks.marin] with the places where its gales begin"),
        ('home = ["port_mahon", "gibraltar"]', 'home = ["port_mahon", "gibralter"]', "home", 'home = "gibralter": expected a place of the map; did you mean gibraltar?'),
        ('diversions = { marseilles = "toulon" }', 'diversions = { marseilles = "tulon" }', "diversions", 'marseilles = "tulon": expected a place of the map; did you mean toulon?'),
    ],
)  # fmt: skip
def test_a_gale_to_nowhere_is_named_by_its_line(was: str, put: str, key: str, words: str):
    """Whatever place or wind a title.toml names is on its map and charts, or the line, the value and what was expected are said."""
    mistral = world("mistral")
    text = (mistral.folder / "title.toml").read_text(encoding="utf-8")
    before, _, after = text.partition(was)
    lines = (before + put).count("\n", 0, (before + put).rindex(key)) + 1 if key else 1
    page = Page(before + put + after, "title.toml")
    hold(page, mistral.places, {str(wind): None for wind, _, _ in mistral.charts.wind.cells})
    assert (lines, words) in [(problem.line, problem.words) for problem in page.problems]


def test_a_title_that_names_places_which_are_not_there_is_not_played(install: Installer):
    """Its package, and the line of its title.toml; the others go on."""
    brought = {name.replace("baltic", "sound"): text.replace("baltic", "sound") for name, text in files().items()}
    brought["sound/title.toml"] = brought["sound/title.toml"].replace(
        '["toulon", "space_13"]', '["toulon", ""], ["toulon", "atlantis"]'
    )
    install("sound-of-ours", "sound = sound.rules:RULES", brought)
    with pytest.raises(
        rulesets.Unplayable, match=r"sound-of-ours .*title\.toml, line \d+: steps = .atlantis.: expected a place"
    ):
        rulesets.ruleset("sound")
    assert rulesets.ruleset("mistral").name == "mistral"
