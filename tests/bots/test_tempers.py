"""Tempers and names of bots: what a player may ask for, and how a bot says why."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from weathergauge import bots
from weathergauge.bots import Called, bot, called
from weathergauge.bots.admiral import Admiral
from weathergauge.bots.ironclads import watch as ironclads
from weathergauge.bots.reasons import NO_TIME, Reason, Weighed, lines, sought, why
from weathergauge.bots.sealords.temper import Temper as Waging
from weathergauge.bots.tempers import Tempers, entries, held
from weathergauge.bots.trafalgar.temper import CAPTAIN, Temper
from weathergauge.bots.wsim import watch as wsim
from weathergauge.ruleset import PROCEED, TABLE
from weathergauge.rulesets import TITLES, ruleset
from weathergauge.rulesets.ironclads.actions import Steam
from weathergauge.rulesets.trafalgar.actions import Move, Turn
from weathergauge.rulesets.wsim.actions import Plot
from weathergauge.throwing import RandomDice

RULES = ruleset("trafalgar")


def test_a_bots_name_says_its_rank_its_temper_and_whether_it_takes_its_time():
    """slow-cautious-admiral is read from left to right, and each part may be left out."""
    assert called("captain") == Called("captain")
    assert called("bold-captain") == Called("captain", "bold")
    assert called("slow-admiral") == Called("admiral", "", True)
    assert called("slow-cautious-admiral") == Called("admiral", "cautious", True)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("captian", "There is no bot 'captian': did you mean captain?"),
        ("bold-captian", "There is no bot 'captian': did you mean captain?"),
        ("blod-captain", "There is no temper 'blod': did you mean bold?"),
        ("slow-captain", "only an admiral takes his time"),
        ("bold-midshipman", "a midshipman has no temper; leave out bold-."),
    ],
)
def test_a_bot_that_does_not_exist_is_one_sentence(name: str, sentence: str):
    """Whatever is wrong with a name is said on one line."""
    with pytest.raises(ValueError) as caught:
        bot(name, 1, "trafalgar")
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_family_without_tempers_says_so():
    """The bots of a title that has no tempers.toml take none."""
    with pytest.raises(ValueError) as caught:
        held("toys", "bold")
    assert str(caught.value) == "There is no temper 'bold': the bots of toys have one temper only; leave it out."


@pytest.mark.parametrize("family", [path.parent.name for path in Path(bots.__file__).parent.glob("*/tempers.toml")])
def test_every_temper_can_be_had_and_names_only_tempers_and_scenarios_that_there_are(family: str):
    """Each has words, and what it does by side and scenario points at things that exist."""
    named = [title.name for title in TITLES if title.ruleset == family]
    titles = {card.title for name in named for card in ruleset(name).scenarios()}
    for name, entry in entries(family).items():
        assert entry.words
        for meant in entry.sides.values():
            assert set(meant) <= {"*", *titles}, name
            assert set(meant.values()) <= {"", *entries(family)}, name


@pytest.mark.parametrize(
    ("family", "kind", "sharper"),
    [("trafalgar", Temper, "caution"), ("wsim", wsim.Temper, "care"), ("ironclads", ironclads.Temper, "caution")],
)
def test_every_tactical_family_has_the_three_and_the_bold_fear_losses_least(family: str, kind: type, sharper: str):
    """Cautious, bold and historical are there, and the number that weighs losses rises from bold to cautious."""
    assert {"cautious", "bold", "historical"} <= set(entries(family))
    bold, usual, cautious = (
        getattr(Tempers(family, kind, name).of("", ""), sharper) for name in ("bold", "", "cautious")
    )
    assert bold < usual < cautious
    for entry in entries(family).values():
        assert set(entry.numbers) <= {field.name for field in msgspec.structs.fields(kind)}


def test_dubourdieu_closes_at_lissa_and_tegetthoff_rams():
    """Both admirals of that name's battles are bold by history."""
    for family, kind, title, side in (
        ("wsim", wsim.Temper, "Lissa", "french"),
        ("ironclads", ironclads.Temper, "Lissa", "austrian"),
    ):
        historical, bold = (Tempers(family, kind, name).of(title, side) for name in ("historical", "bold"))
        assert historical == bold != kind()


def test_tempers_differ_from_the_captain_in_the_numbers_that_they_name():
    """What a temper does not name stays as the captain has it."""
    bold, cautious = (Tempers("trafalgar", Temper, name).of("", "british") for name in ("bold", "cautious"))
    assert bold.caution < CAPTAIN.caution < cautious.caution
    assert bold.far > CAPTAIN.far > cautious.far
    assert bold.edge == CAPTAIN.edge
    for entry in entries("trafalgar").values():
        assert set(entry.numbers) <= {field.name for field in msgspec.structs.fields(Temper)}


def test_the_historical_temper_goes_by_side_and_scenario():
    """At Trafalgar the British are bold and the allies cautious; the scouting allies are bold."""
    historical = Tempers("trafalgar", Temper, "historical")
    bold, cautious = (Tempers("trafalgar", Temper, name).of("", "british") for name in ("bold", "cautious"))
    assert historical.of("The lee column", "british") == bold
    assert historical.of("The lee column", "allied") == cautious
    assert historical.of("The scouting frigates", "allied") == bold


def test_a_captain_says_what_he_weighed_and_his_plan():
    """His reason has the order he gave, a plan in a sentence, and different orders with the best first."""
    state = RULES.setup(RULES.scenario("lee_column", {}), RandomDice(1))
    view = RULES.view(state, "allied")
    captain = bot("captain", 1, "trafalgar")
    order = captain.choose(view, RULES.legal(view), RULES)
    reason = why(captain)
    assert reason is not None
    assert reason.order == order
    assert reason.plan.endswith(".")
    assert len({one.what for one in reason.weighed}) == len(reason.weighed) > 1
    assert all(isinstance(one.what, Turn | Move) for one in reason.weighed)
    assert [one.worth for one in reason.weighed] == sorted((one.worth for one in reason.weighed), reverse=True)


@pytest.mark.parametrize("name", ["captain", "bold-captain", "admiral"])
@pytest.mark.parametrize(("title", "scenario"), [("wsim", "lake_erie"), ("ironclads", "gunnery")])
def test_captains_and_admirals_of_every_tactical_title_say_why(title: str, scenario: str, name: str):
    """Through the first orders of a battle: a plan in a sentence, and for each move what was weighed against it."""
    rules, dice = ruleset(title), RandomDice(3)
    state = rules.setup(rules.scenario(scenario, {}), dice)
    seats = next(card.seats for card in rules.scenarios() if card.name == scenario)
    players, moves = {seat: bot(name, 1, title) for seat in seats}, 0
    while moves < 3:
        seat, action = rules.to_act(state)[0], PROCEED
        if seat != TABLE:
            view = rules.view(state, seat)
            action = players[seat].choose(view, rules.legal(view), rules)
            reason = why(players[seat])
            if isinstance(action, Plot | Steam):
                moves += 1
                assert reason is not None
                assert reason.order == action
                assert reason.plan[0].isupper()
                assert reason.plan.endswith(".")
                assert len({one.what for one in reason.weighed}) == len(reason.weighed) > 1
        state = rules.play(state, seat, action, dice).state


@pytest.mark.parametrize(("title", "scenario"), [("wsim", "duel"), ("ironclads", "gunnery")])
def test_an_admiral_without_time_gives_the_captains_orders_and_says_so(title: str, scenario: str):
    """Eighty decisions in a row are the captain's, with a note that no time was left."""
    rules, dice = ruleset(title), RandomDice(3)
    state = rules.setup(rules.scenario(scenario, {}), dice)
    hurried, captain, notes = Admiral(1, title, seconds=1e-9), bot("captain", 1, title), 0
    for _ in range(80):
        seat, action = rules.to_act(state)[0], PROCEED
        if seat != TABLE:
            view = rules.view(state, seat)
            choices = rules.legal(view)
            action = captain.choose(view, choices, rules)
            assert hurried.choose(view, choices, rules) == action
            reason = why(hurried)
            notes += reason is not None and reason.note == NO_TIME
        state = rules.play(state, seat, action, dice).state
    assert notes


def test_whom_ships_go_for_is_said_with_the_most_sought_first():
    """Ships with one target are named together, many are counted, and nobody is nothing."""
    pairs = [("Kaiser", "Palestro"), ("Drache", "Affondatore"), ("Salamander", "Palestro")]
    assert sought(pairs) == "Kaiser and Salamander go for Palestro and Drache goes for Affondatore"
    assert sought([(f"S{n}", "Mars") for n in range(5)]) == "5 ships go for Mars"
    assert sought([]) == ""


def test_a_reason_is_told_in_lines_with_the_order_that_was_given_marked():
    """The plan, the note, then what was weighed with an arrow before what was ordered."""
    reason = Reason("go", "Hold on.", (Weighed("go", 1.25, 0.5, 8), Weighed("stay", -1.0)), "No time was left.")
    assert lines(reason, str) == [
        "Hold on.", "No time was left.", "→ +1.2 ± 0.5  go, played on 8 times", "  -1.0  stay",
    ]  # fmt: skip


def test_who_cannot_say_why_says_nothing():
    """A midshipman has no reasons."""
    assert why(bot("midshipman", 1)) is None


def test_in_the_campaigns_the_bold_attack_where_the_cautious_do_not():
    """Mathews fell upon the enemy at Toulon, who wished to get away: his temper is the bold one, and theirs is not."""
    kept, at_sea, toulon = Tempers("sealords", Waging, "historical"), "The last years", "Toulon"
    bold, cautious = (Tempers("sealords", Waging, name).of("", "british") for name in ("bold", "cautious"))
    assert bold.hurdle(3) < Waging().hurdle(3) < cautious.hurdle(3)
    assert bold.endures > Waging().endures > cautious.endures
    assert kept.of(toulon, "british") == kept.of(at_sea, "british") == bold
    assert kept.of(toulon, "bourbon") == cautious
