"""The suite as tests for pytest: a test file takes all of them over, and names the titles that they are to look at.

    from weathergauge.testing.suite import *

    TITLES = ["cutters"]

Cases are looked for in `cases/TITLE`, rulings in `docs/rulings/`, of the folder that pytest takes for the project's root.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from random import Random

import pytest

from weathergauge.match.foresight import foreseen, without_odds
from weathergauge.odds import Memory
from weathergauge.ruleset import TABLE
from weathergauge.rulesets import guide, title
from weathergauge.testing import (
    chances,
    compositions,
    largest,
    offers,
    reach,
    reading,
    records,
    rules_for,
    rulings,
    secrecy,
    unheard,
    values,
)
from weathergauge.testing.hints import Start, hints, place, start, starts
from weathergauge.testing.play import Turn, walk
from weathergauge.throwing import SeededDice

EACH_KIND = 40
"""So many actions of a kind in a phase are looked at one by one, and then one in so many."""

HOW: tuple[records.How, ...] = ("server", "typed")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test for every title of the file that took it over, or for each of their starts or procedures."""
    titles: list[str] = metafunc.module.TITLES
    if "begin" in metafunc.fixturenames:
        metafunc.parametrize(
            ("name", "begin"), [(name, start.name) for name in titles for start in starts(rules_for(name))]
        )
    elif "procedure" in metafunc.fixturenames:
        metafunc.parametrize(
            ("name", "procedure"), [(name, procedure) for name in titles for procedure in rules_for(name).procedures]
        )
    elif "name" in metafunc.fixturenames:
        metafunc.parametrize("name", titles)


@cache
def some_turns(name: str, begin: str) -> list[Turn]:
    """The turns of a few random matches, kept for the checks that look at turns one by one."""
    rules = rules_for(name)
    turns: list[Turn] = []
    game = 0
    while len(turns) < 250:
        turns += walk(rules, start(rules, begin), f"turns {game}")
        game += 1
    return turns


@cache
def some_pasts(name: str) -> list[secrecy.Past]:
    """Random matches that can be taken up at any step."""
    return secrecy.pasts(rules_for(name), name, steps=1500, enough=10)


def test_there_is_a_small_scenario(name: str) -> None:
    """Two at least: the largest is played for a while, and the others to their end."""
    assert len(rules_for(name).scenarios()) >= 2, f"{name} has too few scenarios"


def test_what_is_misspelt_is_refused_with_a_sentence(name: str) -> None:
    """A scenario or a setting that nobody knows."""
    rules = rules_for(name)
    for scenario, settings in (("nowhere", {}), (rules.scenarios()[0].name, {"no_such_setting": 1})):
        with pytest.raises(ValueError, match=r"nowhere|no_such_setting") as refused:
            rules.scenario(scenario, settings)
        offers.check_sentence(str(refused.value), f"{scenario} with {settings}")


def test_random_matches_end_and_never_reach_a_dead_end(name: str, begin: str) -> None:
    """Whoever is to act can act, until the match is over; whoever is not is told so."""
    rules, played = rules_for(name), 0
    for game in range(40):
        for turn in walk(rules, start(rules, begin), f"end {game}"):
            played += 1
            if played % 8 == 0:
                for seat in rules.to_act(turn.state):
                    if seat != TABLE:
                        offers.check_offers(rules, turn.state, seat)
                offers.check_idle(rules, turn.state, [turn.action])
        if played > 1500:
            break
    assert played > 20, f"{begin} is over before it begins"


def test_the_largest_scenario_plays_for_a_while(name: str) -> None:
    """A short run, with the offers of every few steps."""
    rules = rules_for(name)
    for turn in walk(rules, Start("largest", largest(rules)), "largest", limit=600, may_stop=True):
        if turn.number % 25 == 0:
            for seat in rules.to_act(turn.state):
                if seat != TABLE:
                    offers.check_offers(rules, turn.state, seat)
            secrecy.check_imagined(rules, turn.state, "largest")
            values.check_values(rules, turn)
            values.check_same(rules, turn)


def test_what_is_offered_is_accepted_and_the_rest_refused_with_a_reason(name: str, begin: str) -> None:
    """Offers, other ships' names, other seats' and other times' actions, numbers beyond all limits."""
    rules, chance, pool = rules_for(name), Random(begin), offers.Pool()
    refused = forms = 0
    for turn in some_turns(name, begin):
        if turn.seat == TABLE:
            continue
        offered = offers.check_offers(rules, turn.state, turn.seat)
        pool.learn(offered, chance)
        others = pool.others(rules, offered, chance, 12 if len(offered) > 15 else 50)
        accepted = offers.check_refusals(rules, turn.state, turn.seat, offered, others)
        refused += len(others) - len(accepted)
        offers.check_all_play(rules, turn.state, turn.seat, (*chance.sample(offered, min(3, len(offered))), *accepted))
        offers.check_idle(rules, turn.state, others[:6])
        forms += offers.check_forms(rules, turn.state, turn.seat, offered, chance)
    assert refused > 50, "hardly anything was refused: the test asks for too little"
    assert forms or hints(rules.name).no_forms, f"no form was seen: let {place(name)} say why (no_forms)"


def test_a_match_refuses_with_the_rules_sentence_and_nothing_is_played(name: str, begin: str) -> None:
    """The door asks the rules, and what they refuse leaves no trace."""
    assert offers.check_door(rules_for(name), name, start(rules_for(name), begin), "door", limit=100) > 30


def test_everything_survives_json_and_nothing_can_be_changed(name: str, begin: str) -> None:
    """States, actions, events and views read back as they were; states are frozen, hashable and whole-numbered."""
    for turn in some_turns(name, begin):
        values.check_values(rules_for(name), turn)


def test_nothing_hidden_steers_a_rule(name: str, begin: str) -> None:
    """The same state, action and dice give the same result, whoever throws the dice and wherever the state is from."""
    for turn in some_turns(name, begin):
        values.check_same(rules_for(name), turn)


@pytest.mark.parametrize("dice", HOW)
def test_a_record_holds_and_resumes_when_cut_at_any_byte(
    name: str, begin: str, dice: records.How, tmp_path: Path
) -> None:
    """With take-backs, and with dice from the seed or from a hand."""
    rules, chance = rules_for(name), Random(begin)
    written = records.Written(rules, name, start(rules, begin), "cut", dice, steps=600)
    # A take-back that is refused is a step without a line.
    assert written.result is not None or len(written.moments) > 500
    records.check_verifies(written)
    records.check_cuts(written, 15, chance)
    begun = max(len(written.text) // 4, written.moments[0].length)  # a position of its own makes a long first line
    records.check_torn_file(written, tmp_path, chance.randrange(begun, len(written.text) - 200))


def test_records_are_the_same_in_another_process(name: str) -> None:
    """The same seed gives the same record there, and the record made here loads to the same state."""
    begins = starts(rules_for(name))
    records.check_elsewhere([records.Job(name, start.name, "apart", dice) for start, dice in zip(begins, cycle(HOW))])


def test_two_runs_of_one_seed_have_equal_records_and_of_two_seeds_not(name: str) -> None:
    """The seed is all there is to chance."""
    rules = rules_for(name)
    one, again, other = (
        records.Written(rules, name, starts(rules)[-1], seed, "server").text for seed in ("a", "a", "b")
    )
    assert one == again
    assert one != other


def test_what_one_seat_does_in_secret_changes_nothing_that_another_receives(name: str) -> None:
    """Views, lists, forms, numbers, decisions, prompts, refusals, take-backs, and whose turn it is."""
    pasts = some_pasts(name)
    differed = secrecy.check_secrecy(pasts, pairs=max(3, 20 // len(pasts)))
    assert differed > 10 or hints(rules_for(name).name).no_secrets, f"only {differed} pairs differed in secret"


def test_what_nobody_hears_of_nobody_notices(name: str) -> None:
    """In every position, whoever decides there; and nobody can tell a state from one that hides something else."""
    rules, looked, game = rules_for(name), Counter[str](), 0
    begins = starts(rules)
    while not game or (
        game < 50 and (looked["comparisons"] <= 5000 or looked["unheard"] <= 50)
    ):  # short ones are soon over
        for begin in begins:
            seed = f"unheard {game}" if game else "unheard"
            looked += unheard.check_unheard(rules, name, begin, seed, steps=1 + 2500 // len(begins), twins=0.2)
        game += 1
    assert looked["comparisons"] > 5000, f"only {looked['comparisons']} answers were compared"
    assert looked["unheard"] > 50 or hints(rules.name).no_secrets, f"only {looked['unheard']} steps were not heard of"


def test_what_is_told_to_all_is_seen_by_all(name: str) -> None:
    """No order that others cannot see is told to them."""
    for past in some_pasts(name):
        secrecy.check_nothing_is_heard_unseen(past)


def test_what_is_taken_back_in_secret_moves_no_dice(name: str) -> None:
    """Private dithering comes to the same match."""
    chance, kept = Random(name), 0
    for past in some_pasts(name):
        for step, seat in chance.sample(past.places, min(3, len(past.places))):
            kept += secrecy.check_dithering(past, step, seat, "dither")
    assert kept > 5 or hints(rules_for(name).name).no_secrets


def test_what_is_imagined_could_be_true_and_the_truth_can_be_imagined(name: str) -> None:
    """An imagined state has the view it came from, and the true one a chance above nought; where there are too many to go
    through, an imagined one can be played on."""
    rules, guesses, vast = rules_for(name), 0, hints(rules_for(name).name).vast
    for past in some_pasts(name):
        for step, state in enumerate(past.states):
            secrecy.check_imagined(rules, state, f"imagine {step}")
            if guesses < 150 and not vast:
                guesses += secrecy.check_truth_is_imagined(rules, state)
            elif vast and step % 5 == 0:
                guesses += secrecy.check_imagined_plays(rules, state, f"imagine {step}")
    assert guesses > 20 or hints(rules.name).no_secrets, f"only {guesses} times was there something to imagine"


def test_odds_add_up_to_exactly_one_with_and_without_memory(name: str, procedure: str) -> None:
    """For inputs of every kind that its form takes."""
    rules = rules_for(name)
    assert chances.check_adds_up(rules, rules.procedures[procedure], examples=60) > 0


def test_odds_agree_with_dice_that_are_thrown(name: str, procedure: str) -> None:
    """Chi-square over fixed seeds, with a bound that chance exceeds once in a million."""
    rules = rules_for(name)
    assert chances.check_agrees(rules, rules.procedures[procedure], examples=8, throws=1500) > 0


def test_the_odds_beside_an_action_are_those_of_a_procedure(name: str, begin: str) -> None:
    """Each preview names a procedure, gives it inputs that could be typed, and adds up."""
    rules, memory, seen = rules_for(name), Memory(), 0
    for turn in some_turns(name, begin):
        if turn.seat != TABLE:
            view = rules.view(turn.state, turn.seat)
            seen += chances.check_previews(rules, view, [turn.action, *islice(rules.legal(view), 12)], memory)
    assert seen > 0, "no action has odds to show"


def test_that_no_dice_are_thrown_is_only_said_where_it_is_true(name: str, begin: str) -> None:
    """Of all that is offered, and not only of what is ordered then: where it is said, none fall but such as nobody could know of."""
    rules, said, unknown = rules_for(name), 0, hints(name).unforeseen
    looked: Counter[tuple[str, str]] = Counter()
    for turn in some_turns(name, begin):
        if turn.seat == TABLE:
            continue
        view = rules.view(turn.state, turn.seat)
        legal = rules.legal(view)
        for action in [action for subject in legal.subjects() for action in legal.of(subject)]:
            kind = type(action).__name__, type(turn.state.table.phase).__name__
            looked[kind] += 1
            if (looked[kind] > EACH_KIND and looked[kind] % EACH_KIND) or rules.preview(view, action):
                continue
            outcome = foreseen(rules, view, turn.seat, action)
            if outcome is None or "No dice" not in without_odds(rules, view, turn.seat, action, outcome):
                continue
            said += 1
            thrown = SeededDice(b"again")
            rules.play(turn.state, turn.seat, action, thrown)
            whys = {look.why for look in thrown.account or () if look.faces} - unknown.keys()
            assert not whys, f"step {turn.number}, {action}: dice fall for {', '.join(whys)}"
    assert said, "it is never said"


def test_play_and_odds_go_by_the_same_rules(name: str, pytestconfig: pytest.Config) -> None:
    """Every die that play throws lies within a rule that odds walk, and every die of a procedure within one that play does."""
    rules, cases = rules_for(name), pytestconfig.rootpath / "cases" / name
    played, asked = compositions.strangers(rules, starts(rules), cases, steps=1000, examples=12)
    known, file = hints(rules.name).apart, place(name)
    assert not played - known.keys(), (
        f"no odds walk what {sorted(played - known.keys())} do, and {file} does not say why"
    )
    assert not asked - known.keys(), f"play does nothing of {sorted(asked - known.keys())}, and {file} does not say why"
    gone = sorted(known.keys() - played - asked)
    assert not gone, f"{file} is out of date: {', '.join(gone)} go by the same rules, or are no more"


def test_every_chart_has_a_source(name: str) -> None:
    """Whoever doubts a cell knows where to look."""
    for chart in rules_for(name).chart_set.values():
        assert chart.name.strip(), f"{chart.id} has no name"
        assert chart.source.strip(), f"{chart.id} has no source"


def test_its_guide_can_be_read(name: str) -> None:
    """Every chart, ruling, procedure and page that a page of rules names is there; a title may also have none."""
    for topic in guide(name).topics:
        assert topic.body, f"{topic.id} has no text"


def test_random_matches_reach_the_charts_and_the_rest_has_a_reason(name: str, pytestconfig: pytest.Config) -> None:
    """Every chart is used by a rule; cells that random play does not come to are listed with the reason."""
    report = reach.report(name, pytestconfig.rootpath / "cases", steps=2500)
    print(*report.lines(), sep="\n")
    file = place(name)
    assert not report.idle(), f"no rule reads {', '.join(report.idle())}, and {file} does not say why"
    assert not report.unreached(), (
        f"random matches do not reach {reading.shown(report.unreached())}, and {file} does not say why"
    )
    assert not report.outdated(), f"{file} is out of date: {'; '.join(report.outdated())}"


def test_every_ruling_has_a_test_or_a_case(name: str, pytestconfig: pytest.Config) -> None:
    """An interpretation that nothing holds is only an opinion; and what the code cites is written down."""
    known, root = title(name), pytestconfig.rootpath
    page = root / "docs" / "rulings" / f"{known.ruleset}.md"
    if not page.exists():
        pytest.skip(f"docs/rulings/{known.ruleset}.md is not written yet")
    ids = rulings.entries(page.read_text(encoding="utf-8"))
    assert ids, f"{page.name} has no entries"
    loose = [id for id in ids if id not in rulings.held(root)]
    assert not loose, f"no test and no case names {', '.join(loose)}"
    prefix = ids[0].rstrip("0123456789")
    unwritten = rulings.cited(known.file.parent, prefix) - {*ids}
    assert not unwritten, f"the code cites {', '.join(sorted(unwritten))}, and {page.name} has no such entry"
