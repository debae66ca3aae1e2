"""The suite that every ruleset passes. A title joins by being playable: nothing here names one.

Each test calls the checks of `tests/every` for one title. `tests/test_checks.py` shows that the checks can fail.
"""

from collections import Counter
from functools import cache
from itertools import cycle, islice
from random import Random

import pytest

from tests.every import (
    TITLES,
    chances,
    compositions,
    largest,
    offers,
    reach,
    records,
    rules_for,
    rulings,
    secrecy,
    unheard,
    values,
)
from tests.every.hints import Start, hints, start, starts
from tests.every.play import Turn, walk
from weathergauge.odds import Memory
from weathergauge.ruleset import TABLE
from weathergauge.rulesets import title

STARTS = [(name, one.name) for name in TITLES for one in starts(rules_for(name))]
PROCEDURES = [(name, procedure) for name in TITLES for procedure in rules_for(name).procedures]

HOW: tuple[records.How, ...] = ("server", "typed")

every_title = pytest.mark.parametrize("name", TITLES)
every_start = pytest.mark.parametrize(("name", "begin"), STARTS)
every_procedure = pytest.mark.parametrize(("name", "procedure"), PROCEDURES)


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


def test_every_playable_ruleset_is_here():
    """Each title has at least two scenarios, so that one is small."""
    for name in TITLES:
        assert len(rules_for(name).scenarios()) >= 2, f"{name} has too few scenarios"


@every_title
def test_what_is_misspelt_is_refused_with_a_sentence(name):
    """A scenario or a setting that nobody knows."""
    rules = rules_for(name)
    for scenario, settings in (("nowhere", {}), (rules.scenarios()[0].name, {"no_such_setting": 1})):
        with pytest.raises(ValueError, match=r"nowhere|no_such_setting") as refused:
            rules.scenario(scenario, settings)
        offers.check_sentence(str(refused.value), f"{scenario} with {settings}")


@every_start
def test_random_matches_end_and_never_reach_a_dead_end(name, begin):
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


@every_title
def test_the_largest_scenario_plays_for_a_while(name):
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


@every_start
def test_what_is_offered_is_accepted_and_the_rest_refused_with_a_reason(name, begin):
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
    assert forms or hints(rules.name).no_forms, f"no form was seen: tests/every/{rules.name}.toml says why"


@every_start
def test_a_match_refuses_with_the_rules_sentence_and_nothing_is_played(name, begin):
    """The door asks the rules, and what they refuse leaves no trace."""
    assert offers.check_door(rules_for(name), name, start(rules_for(name), begin), "door", limit=100) > 30


@every_start
def test_everything_survives_json_and_nothing_can_be_changed(name, begin):
    """States, actions, events and views read back as they were; states are frozen, hashable and whole-numbered."""
    for turn in some_turns(name, begin):
        values.check_values(rules_for(name), turn)


@every_start
def test_nothing_hidden_steers_a_rule(name, begin):
    """The same state, action and dice give the same result, whoever throws the dice and wherever the state is from."""
    for turn in some_turns(name, begin):
        values.check_same(rules_for(name), turn)


@every_start
@pytest.mark.parametrize("dice", HOW)
def test_a_record_holds_and_resumes_when_cut_at_any_byte(name, begin, dice, tmp_path):
    """With take-backs, and with dice from the seed or from a hand."""
    rules, chance = rules_for(name), Random(begin)
    written = records.Written(rules, name, start(rules, begin), "cut", dice, steps=600)
    # A take-back that is refused is a step without a line.
    assert written.result is not None or len(written.moments) > 500
    records.check_verifies(written)
    records.check_cuts(written, 15, chance)
    begun = max(len(written.text) // 4, written.moments[0].length)  # a position of its own makes a long first line
    records.check_torn_file(written, tmp_path, chance.randrange(begun, len(written.text) - 200))


@every_title
def test_records_are_the_same_in_another_process(name):
    """The same seed gives the same record there, and the record made here loads to the same state."""
    begins = starts(rules_for(name))
    records.check_elsewhere([records.Job(name, one.name, "apart", dice) for one, dice in zip(begins, cycle(HOW))])


@every_title
def test_two_runs_of_one_seed_have_equal_records_and_of_two_seeds_not(name):
    """The seed is all there is to chance."""
    rules = rules_for(name)
    one, again, other = (
        records.Written(rules, name, starts(rules)[-1], seed, "server").text for seed in ("a", "a", "b")
    )
    assert one == again
    assert one != other


@every_title
def test_what_one_seat_does_in_secret_changes_nothing_that_another_receives(name):
    """Views, lists, forms, numbers, decisions, prompts, refusals, take-backs, and whose turn it is."""
    differed = secrecy.check_secrecy(some_pasts(name), pairs=3)
    assert differed > 10 or hints(rules_for(name).name).no_secrets, f"only {differed} pairs differed in secret"


@every_title
def test_what_nobody_hears_of_nobody_notices(name):
    """In every position, whoever decides there; and nobody can tell a state from one that hides something else."""
    rules, looked = rules_for(name), Counter[str]()
    for begin in starts(rules):
        looked += unheard.check_unheard(rules, name, begin, "unheard", steps=1 + 2500 // len(starts(rules)), twins=0.2)
    assert looked["comparisons"] > 5000
    assert looked["unheard"] > 50 or hints(rules.name).no_secrets, f"only {looked['unheard']} steps were not heard of"


@every_title
def test_what_is_told_to_all_is_seen_by_all(name):
    """No order that others cannot see is told to them."""
    for past in some_pasts(name):
        secrecy.check_nothing_is_heard_unseen(past)


@every_title
def test_what_is_taken_back_in_secret_moves_no_dice(name):
    """Private dithering comes to the same match."""
    chance, kept = Random(name), 0
    for past in some_pasts(name):
        for step, seat in chance.sample(past.places, min(3, len(past.places))):
            kept += secrecy.check_dithering(past, step, seat, "dither")
    assert kept > 5 or hints(rules_for(name).name).no_secrets


@every_title
def test_what_is_imagined_could_be_true_and_the_truth_can_be_imagined(name):
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


@every_procedure
def test_odds_add_up_to_exactly_one_with_and_without_memory(name, procedure):
    """For inputs of every kind that its form takes."""
    rules = rules_for(name)
    assert chances.check_adds_up(rules, rules.procedures[procedure], examples=60) > 0


@every_procedure
def test_odds_agree_with_dice_that_are_thrown(name, procedure):
    """Chi-square over fixed seeds, with a bound that chance exceeds once in a million."""
    rules = rules_for(name)
    assert chances.check_agrees(rules, rules.procedures[procedure], examples=8, throws=1500) > 0


@every_start
def test_the_odds_beside_an_action_are_those_of_a_procedure(name, begin):
    """Each preview names a procedure, gives it inputs that could be typed, and adds up."""
    rules, memory, seen = rules_for(name), Memory(), 0
    for turn in some_turns(name, begin):
        if turn.seat != TABLE:
            view = rules.view(turn.state, turn.seat)
            seen += chances.check_previews(rules, view, [turn.action, *islice(rules.legal(view), 12)], memory)
    assert seen > 0, "no action has odds to show"


@every_title
def test_play_and_odds_go_by_the_same_rules(name):
    """Every die that play throws lies within a rule that odds walk, and every die of a procedure within one that play does."""
    rules = rules_for(name)
    played, asked = compositions.strangers(rules, starts(rules), steps=1000, examples=12)
    known = hints(rules.name).apart
    file = f"tests/every/{rules.name}.toml"
    assert not played - known.keys(), (
        f"no odds walk what {sorted(played - known.keys())} do, and {file} does not say why"
    )
    assert not asked - known.keys(), f"play does nothing of {sorted(asked - known.keys())}, and {file} does not say why"
    gone = [one for one in known if not compositions.exists(one)]
    assert not gone, f"{file} is out of date: there is no {', '.join(gone)}"


@every_title
def test_every_chart_has_a_source(name):
    """Whoever doubts a cell knows where to look."""
    for chart in rules_for(name).chart_set.values():
        assert chart.name.strip(), f"{chart.id} has no name"
        assert chart.source.strip(), f"{chart.id} has no source"


@every_title
def test_random_matches_reach_the_charts_and_the_rest_has_a_reason(name):
    """Every chart is used by a rule; cells that random play does not come to are listed with the reason."""
    found = reach.report(name, steps=2500)
    print(*found.lines(), sep="\n")
    file = f"tests/every/{rules_for(name).name}.toml"
    assert not found.idle(), f"no rule reads {', '.join(found.idle())}, and {file} does not say why"
    assert not found.unreached(), (
        f"random matches do not reach {reach.shown(found.unreached())}, and {file} does not say why"
    )
    assert not found.outdated(), f"{file} is out of date: {'; '.join(found.outdated())}"


@every_title
def test_every_ruling_has_a_test_or_a_case(name):
    """An interpretation that nothing holds is only an opinion; and what the code cites is written down."""
    ruleset = title(name).ruleset
    page = rulings.ROOT / "docs" / "rulings" / f"{ruleset}.md"
    if not page.exists():
        pytest.skip(f"docs/rulings/{ruleset}.md is not written yet")
    ids = rulings.entries(page.read_text(encoding="utf-8"))
    assert ids, f"{page.name} has no entries"
    held = rulings.in_tests() | rulings.in_cases()
    loose = [id for id in ids if id not in held]
    assert not loose, f"no test and no case names {', '.join(loose)}"
    prefix = ids[0].rstrip("0123456789")
    unwritten = rulings.cited(rulings.ROOT / "src" / "weathergauge" / "rulesets" / ruleset, prefix) - {*ids}
    assert not unwritten, f"the code cites {', '.join(sorted(unwritten))}, and {page.name} has no such entry"
