"""The checks of `weathergauge.testing` can fail: each is tried on rules that are broken on purpose."""

from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct
from msgspec.structs import replace

from tests import broken
from tests.broken import FIRST
from weathergauge.dice import Cell, Dice
from weathergauge.match.course import Course, Step
from weathergauge.odds import Odds
from weathergauge.procedures import Inputs, procedure
from weathergauge.reckoning.laws import Law
from weathergauge.ruleset import TABLE, Refused
from weathergauge.testing import (
    chances,
    compositions,
    offers,
    reach,
    records,
    rules_for,
    rulings,
    secrecy,
    unheard,
    values,
)
from weathergauge.testing.hints import Hints, Reason, Start, starts
from weathergauge.testing.play import walk
from weathergauge.throwing import RandomDice

GOOD = rules_for(FIRST)
TINY, *_, BIG = starts(GOOD)


@cache
def revealing() -> tuple[Start, str]:
    """A start and a seed of the good rules: the match with most secrets for its length."""
    found = secrecy.pasts(GOOD, FIRST, steps=1500, enough=10)
    rich = max(found, key=lambda past: min(len(past.places), 10) / len(past.states))
    return rich.start, rich.seed


def look_at_offers(rules: Any) -> None:
    chance, pool = Random("offers"), offers.Pool()
    for turn in walk(GOOD, BIG, "offers", limit=40, may_stop=True):
        if turn.seat != TABLE:
            offered = offers.check_offers(rules, turn.state, turn.seat)
            pool.learn(offered, chance)
            offers.check_refusals(rules, turn.state, turn.seat, offered, pool.others(rules, offered, chance, 20))
            offers.check_forms(rules, turn.state, turn.seat, offered, chance)
            offers.check_idle(rules, turn.state, offered[:3])


def look_at_values(rules: Any) -> None:
    for turn in walk(rules, TINY, "values"):
        values.check_values(rules, turn)
        values.check_same(rules, turn)


def past_of(rules: Any, places: int = 100) -> secrecy.Past:
    """A match of the good rules, to be taken up under these."""
    past = secrecy.Past(GOOD, FIRST, *revealing())
    past.rules, past.places = rules, past.places[:places]
    return past


def look_at_secrets(rules: Any) -> None:
    assert secrecy.check_secrecy([past_of(rules)], pairs=6) > 2, "hardly a pair differed in secret"


def look_at_the_first_secret(rules: Any) -> None:
    for n in range(5):
        secrecy.check_secrecy([past_of(rules, places=1)], pairs=1, seed=f"first {n}")


def look_at_what_is_told(rules: Any) -> None:
    secrecy.check_nothing_is_heard_unseen(past_of(rules))


def look_at_dithering(rules: Any) -> None:
    past = past_of(rules)
    for n, (step, seat) in enumerate(past.places[:4]):
        secrecy.check_dithering(past, step, seat, f"dither {n}")


def look_at_what_is_imagined(rules: Any) -> None:
    past = past_of(rules)
    for step, _ in past.places[:6]:
        for state in past.states[step : step + 2]:
            secrecy.check_imagined(rules, state, "imagine")
            secrecy.check_truth_is_imagined(rules, state, most=2000)


def look_at_how_imagined_matches_go_on(rules: Any) -> None:
    past = past_of(rules)
    for step, _ in past.places[:6]:
        assert secrecy.check_imagined_plays(rules, past.states[step], "imagine") > 3


def look_at_what_is_unheard(rules: Any) -> None:
    begin, found = revealing()[0], Counter[str]()
    for n in range(3):
        found += unheard.check_unheard(rules, FIRST, begin, f"unheard {n}", steps=100)
    assert found["unheard"] > 5, "hardly a step was heard by nobody else"
    assert found["twins that differ"] > 5, "hardly anything was hidden"


def look_at_the_door(rules: Any) -> None:
    offers.check_door(rules, FIRST, TINY, "door", limit=40)


LOOKS = [look_at_offers, look_at_the_door, look_at_values, look_at_secrets, look_at_the_first_secret]
LOOKS += [
    look_at_what_is_unheard,
    look_at_what_is_told,
    look_at_dithering,
    look_at_what_is_imagined,
    look_at_how_imagined_matches_go_on,
]


@pytest.mark.parametrize("look", LOOKS)
def test_good_rules_pass(look):
    """The rules that are broken below are sound when nothing is broken."""
    look(broken.BrokenChoices(GOOD))


@pytest.mark.parametrize(
    ("wrong", "look", "sentence"),
    [
        (broken.HelplessShip, look_at_offers, "is listed and offers nothing"),
        (broken.NobodyToOrder, look_at_offers, "there is nobody to order"),
        (broken.OffersWhatItRefuses, look_at_offers, "and refused it"),
        (broken.OffersTwice, look_at_offers, "offered twice"),
        (broken.OffersToAnybody, look_at_offers, "unknown subject"),
        (broken.AcceptsAnything, look_at_offers, "which nothing offers|and accepted"),
        (broken.RefusesInSilence, look_at_offers, "is empty"),
        (broken.RefusesInPython, look_at_offers, "speaks Python"),
        (broken.FormTooWide, look_at_offers, "is within the form"),
        (broken.FormTooNarrow, look_at_offers, "is outside the form|which nothing offers"),
        (broken.RefusesOtherwiseEachTime, look_at_the_door, "and the match says"),
        (broken.SpeaksPython, look_at_values, "speaks Python"),
        (broken.Counts, look_at_values, "came out otherwise"),
        (broken.AsksTheAccount, look_at_values, "without an account"),
        (broken.ShowsSecretDice, look_at_values, "shows secret dice to all"),
        (broken.ShowsAll, look_at_secrets, "is told by the (view|events)"),
        (broken.AsksByOrders, look_at_secrets, "is told by the whose turn it is"),
        (broken.RefusesByOrders, look_at_secrets, "is told by the refusals"),
        (broken.OffersByOrders, look_at_secrets, "is told by the list"),
        (broken.ThrowsForSecrets, look_at_the_first_secret, "is told by the (decision|head)"),
        (broken.TellsAll, look_at_what_is_told, "and sees nothing of it"),
        (broken.TellsTheMoverAlone, look_at_what_is_unheard, "hears nothing of .* and is told by the (view|head)"),
        (broken.RefusesByOrders, look_at_what_is_unheard, "is told by the refusals"),
        (broken.ImaginesOnce, look_at_what_is_imagined, "not the true one"),
        (broken.ImaginesTheStart, look_at_what_is_imagined, "could tell from the real one"),
        (broken.ImaginesHalf, look_at_how_imagined_matches_go_on, "cannot play on"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_broken_rules_are_found_out(wrong, look, sentence):
    """Each fault is named by the check that is there for it."""
    with pytest.raises(AssertionError, match=sentence):
        look(wrong(GOOD))


def test_a_take_back_that_leaves_something_behind_is_found_out(monkeypatch):
    """The step is withdrawn in the record, and its order stands."""
    monkeypatch.setattr(Course, "without", lambda self, step: (self.state, []))
    with pytest.raises(AssertionError, match="leaves something behind"):
        look_at_dithering(GOOD)


def test_a_refusal_to_take_back_that_tells_of_secrets_is_found_out(monkeypatch):
    """Who may not take back because another has ordered something knows that it has."""

    def without(self: Course, step: Step) -> Any:
        if any(later.by != step.by and later.n > step.n for later in self.tail):
            raise Refused("somebody has done something since")
        return self.state, []

    monkeypatch.setattr(Course, "without", without)
    with pytest.raises(AssertionError, match=r"is told by the take back|takes a step back and is told"):
        look_at_secrets(GOOD)


def test_an_order_of_words_by_hash_is_found_out():
    """A list made of a set differs from process to process."""
    jobs = [records.Job(FIRST, BIG.name, "hash", "server")]
    with pytest.raises(AssertionError, match="another record in another process"):
        records.check_elsewhere(jobs, "tests.broken:ordered_by_hash")


def test_a_changed_record_is_found_out():
    """A die that fell otherwise, and a position that is not where the match stood."""
    written = records.Written(GOOD, FIRST, TINY, "changed", "server")
    records.check_verifies(written)
    moments = written.moments
    written.moments = [moment._replace(digest="0" * 12) for moment in moments]
    with pytest.raises(AssertionError, match="another position"):
        records.check_cuts(written, 3, Random("cut"))
    written.text = written.text.replace(b'"dice":["1d6: 1', b'"dice":["1d6: 2', 1)
    with pytest.raises(AssertionError, match="line"):
        records.check_verifies(written)


class Loose(Struct):
    ships: tuple[int, ...]


class Measured(Struct, frozen=True):
    inches: Any


@pytest.mark.parametrize("value", [Loose((1,)), Measured(0.5), Measured([1]), Measured({"a": 1}), ((Measured({2}),),)])
def test_what_can_be_changed_or_is_not_whole_is_no_state(value):
    """Lists, dictionaries and floats are caught, frozen values pass."""
    with pytest.raises(AssertionError, match="state"):
        values.check_frozen(value)
    values.check_frozen((Measured(5), "five", None, True))


def test_what_does_not_come_back_from_json_is_found_out():
    """A tuple in a field of any type comes back as a list."""

    class Half(Struct, frozen=True):
        whole: Any

    with pytest.raises(AssertionError, match="not itself after JSON"):
        values.check_survives(Half((1, 2)), Half)


class Loaded(Inputs):
    """A die."""

    edge: Annotated[int, Meta(ge=0, le=3)] = 0


THROWN = Counter[str]()


@procedure
def fair(loaded: Loaded, charts: Any, dice: Dice) -> int:
    return dice.total(why="fair") + loaded.edge


@procedure
def cheating(loaded: Loaded, charts: Any, dice: Dice) -> int:
    return max(dice.total(why="one"), dice.total(why="another") if isinstance(dice, RandomDice) else 0)


@procedure
def tiring(loaded: Loaded, charts: Any, dice: Dice) -> int:
    THROWN["thrown"] += 1
    return dice.total(why="tiring") + 6 * THROWN["thrown"]


def test_dice_that_do_not_fall_as_the_odds_say_are_found_out():
    """So is a rule that cannot be repeated."""

    class rules:
        charts = None

    assert chances.check_agrees(rules, fair, examples=5, throws=600) > 0
    assert chances.check_adds_up(rules, fair, examples=5) > 0
    with pytest.raises(AssertionError, match="farther from the odds"):
        chances.check_agrees(rules, cheating, examples=5, throws=600)
    with pytest.raises(AssertionError, match="not repeatable"):
        chances.check_repeats(rules, tiring, Loaded())
    with pytest.raises(AssertionError, match="memory changes the odds"):
        chances.check_adds_up(rules, tiring, examples=5)


def test_rules_that_are_put_together_twice_are_found_out():
    """A die and a sum that play has beside the rules of its procedures, and a procedure that play does nothing of."""

    def strangers(procedures: Any) -> tuple[set[str], set[str]]:
        rules: Any = broken.ThrowsApart(GOOD, procedures)
        return compositions.strangers(rules, [TINY], Path("nowhere"), steps=60, examples=5)

    played, asked = strangers({**GOOD.procedures, "fair": fair})
    wrong = "tests.broken.ThrowsApart"
    assert {one for one in played if one.startswith("tests.")} == {f"{wrong}.play", f"{wrong}._throw"}
    assert "tests.test_checks.fair" in asked
    assert strangers({"fair": fair})[0] > played


def test_what_only_a_case_comes_to_is_done_in_play(tmp_path: Path):
    """A case plays a few moves with rules that a short random match does not do; cases that only resolve are no play."""
    cases = Path(__file__).parents[1] / "cases" / FIRST
    assert compositions.in_cases(GOOD, cases).rules() - compositions.in_play(GOOD, [TINY], 60).rules()
    told = (cases / "firing.toml").read_text(encoding="utf-8")
    (tmp_path / "resolved.toml").write_text(f'title = "{FIRST}"\n{told}', encoding="utf-8")
    assert not compositions.in_cases(GOOD, tmp_path).rules()


def test_odds_that_do_not_add_up_are_found_out():
    """With too little, something left over, or a chance of nothing."""
    for law in (Law({1: 1}, 2), Law({1: 1}, 2, 1), Law({1: 2, 2: 0}, 2)):
        with pytest.raises(AssertionError):
            chances.check_whole(Odds(law), "half")
    chances.check_whole(Odds(Law({1: 1, 2: 1}, 2)), "whole")


def test_chi_square_lets_a_fair_series_pass_and_a_loaded_one_not():
    """Six hundred throws: a hundred of each face, or a hundred and sixty of one."""
    even: Odds[int] = Odds(Law(dict.fromkeys(range(1, 7), 1), 6))
    assert chances.surprise(even, Counter(dict.fromkeys(range(1, 7), 100)), 600) < 0
    assert chances.surprise(even, Counter({1: 160, 2: 88, 3: 88, 4: 88, 5: 88, 6: 88}), 600) > 0
    assert sum(even.values()) == Fraction(1)


def test_cells_that_are_not_reached_want_a_reason():
    """A cell without one, a chart that nothing reads, and reasons that are no longer true; what only procedures read is told apart."""
    one, other, never = Cell("gunnery", (1,)), Cell("gunnery", (2,)), Cell("words", ("all",))
    asked = Cell("gunnery", (3,))
    cells = {"gunnery": (one, other, asked), "words": (never,)}
    found = reach.Report("t", cells, frozenset({one}), frozenset({other, asked}), Hints())
    assert found.unreached() == [other, asked, never]
    assert found.idle() == ["words"]
    told = Hints(
        unread=(Reason("words", "in words"),),
        unplayed=(Reason("gunnery", "beyond", ("3",)),),
        rare=(Reason("gunnery", "seldom", ("2",)),),
    )
    sound = replace(found, known=told)
    assert (sound.unreached(), sound.idle(), sound.outdated()) == ([], [], [])
    assert "No rule reads words[all]: in words" in [*sound.lines()]
    stale = replace(sound, matches=frozenset({one, never}), known=replace(told, rare=(Reason("gone", "no"),)))
    assert stale.outdated() == ["gone ['*']: there is no such cell", "words[all] is read"]
    met = replace(sound, matches=frozenset({one, asked}))
    assert met.outdated() == ["gunnery[3] is read"]
    assert "NOT REACHED" in "\n".join(found.lines())


def test_rulings_are_read_from_their_page_and_looked_for_in_tests():
    """Headings, rows and items head an entry; a mention elsewhere does not, nor does one outside a test."""
    page = "# Rulings\n\n## AB01 Edges\nSee AB09.\n\n| id | what |\n|---|---|\n| **AB02** | rakes |\n- AB03: drift\n"
    assert rulings.entries(page) == ["AB01", "AB02", "AB03"]
    source = 'X = "AB01"\ndef test_rakes():\n    """A rake (AB02)."""\ndef helper():\n    """AB03"""\n'
    assert rulings.tested([source]) == {"AB02"}


def test_a_player_never_reads_python():
    """Sentences of every wrong kind, and a right one."""
    offers.check_sentence("Victory cannot turn: she is fouled with Redoutable", "fine")
    for wrong in (None, "", " no", "no", "no\nway", "Traceback (most recent call last)", "it is None now",
                  "<Ship object at 0x7f00>", "Move(ship='victory') is refused", "?! what", "x " * 300):  # fmt: skip
        with pytest.raises(AssertionError):
            offers.check_sentence(wrong, "wrong")
