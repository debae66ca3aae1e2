"""Odds: every branch is walked, equal ones merge, and the chances are exact and add up to one."""

from __future__ import annotations

import bisect
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from tests.gunroom import RULES, Hit, Shot, broadside
from weathergauge.dice import D6, D10, Dice, Modifier, NeedRoll, die, of_charts
from weathergauge.odds import Memory, Odds, OddsError, TooLarge, odds
from weathergauge.reckoning.laws import Law
from weathergauge.reckoning.walk import WALK
from weathergauge.throwing import RandomDice, ScriptedDice, SeededDice

Rule = Callable[..., Any]
TOO_MANY = 4_000


def by_hand(rule: Rule, *args: Any) -> dict[Any, Fraction] | None:
    """The odds by brute force: every sequence of faces that a rule can ask for, played with scripted dice.

    None where there are too many of them.
    """
    found: dict[Any, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    walks = 0
    while waiting:
        faces, chance = waiting.pop()
        walks += 1
        if walks > TOO_MANY:
            return None
        try:
            value = rule(*args, ScriptedDice(faces))
        except NeedRoll as need:
            reads = need.roll.die.faces
            share = chance / len(reads) ** need.roll.count
            waiting += [(faces + more, share) for more in product(reads, repeat=need.roll.count)]
            continue
        found[value] = found.get(value, Fraction(0)) + chance
    return found


def adds_up(found: Odds[Any]) -> bool:
    return sum(found.values(), Fraction(0)) + found.unresolved == 1


# Rules made by hypothesis: a program is a tuple of steps, each of which changes one small number.


def run(program: tuple[Any, ...], value: int, dice: Dice) -> int:
    for step in program:
        value = do_step(step, value, dice) % 7
    return value


def do_step(step: tuple[Any, ...], value: int, dice: Dice) -> int:
    match step:
        case ("total", count, sides):
            return value + dice.total(count, die(sides), why="total")
        case ("hits", count, sides, need):
            return value + dice.hits(count + value % 2, die(sides), need=need, why="hits")
        case ("roll", count, sides):
            return value + dice.roll(count, die(sides), why="roll", read=max)
        case ("faces", sides):
            first, second = dice.roll(2, die(sides), why="faces")
            return value + first * (first == second)
        case ("pick", options):
            picked: int = dice.pick(options, why="pick")
            return value + picked
        case ("look", add):
            return value + dice.look_up(RULES.charts.gunnery, add=[Modifier("x", add)], why="look", band="short")
        case ("if", low, below, above):
            return run(below if value < low else above, value, dice)
        case ("do", program):
            return dice.do(run, program, value)
        case ("read", program):
            return dice.do(run, program, value, read=halved)
        case ("fold", programs):
            return dice.fold(folded, value, programs, 3)
        case ("sum", programs):
            return dice.sum(summed, programs, value, 2)
        case ("repeat", limit, program):
            return dice.repeat(again, value, program, until=suits, limit=limit)
        case ("rounds", limit, program):
            last, rounds = dice.rounds(again, value, program, until=suits, limit=limit)
            return last + 3 * rounds
        case ("keep", programs):
            return dice.sum(summed, programs, value, 2, keep=halved)
        case ("seen", programs):
            return dice.sum(sighted, programs, value, seen=parity, keep=halved)
        case ("charted", program):
            return dice.do(charted, program, value % 2)
        case ("charted read", program):
            return dice.do(charted, program, value % 2, read=Less(value)) + dice.do(charted, program, 1, read=halved)
    raise AssertionError(step)


def halved(value: int) -> int:
    return value // 2


def folded(value: int, program: tuple[Any, ...], more: int, dice: Dice) -> int:
    return (run(program, value, dice) + more) % 5


def summed(program: tuple[Any, ...], start: int, dice: Dice) -> int:
    return run(program, start, dice)


def parity(value: int, program: tuple[Any, ...]) -> int:
    return (value + len(program)) % 2


def sighted(even: int, program: tuple[Any, ...], dice: Dice) -> int:
    return even + run(program, even, dice)


@of_charts
def charted(program: tuple[Any, ...], value: int, dice: Dice) -> int:
    return run(program, value, dice)


class Less(Struct, frozen=True):
    """What reads by a value of its own."""

    by: int

    def __call__(self, value: int) -> int:
        return value - self.by


def again(value: int, program: tuple[Any, ...], dice: Dice) -> int:
    return run(program, value, dice)


def suits(value: int) -> bool:
    return value % 3 == 2


sides = st.sampled_from(["d2", "d3"])
throws = st.one_of(
    st.tuples(st.just("total"), st.integers(1, 2), sides),
    st.tuples(st.just("hits"), st.integers(0, 2), sides, st.integers(1, 4)),
    st.tuples(st.just("roll"), st.integers(1, 2), sides),
    st.tuples(st.just("faces"), sides),
    st.tuples(st.just("pick"), st.sampled_from([(1,), (0, 1), (2, 2, 5)])),
    st.tuples(st.just("look"), st.integers(-3, 3)),
)


def steps(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    program = st.lists(inner, min_size=1, max_size=2).map(tuple)
    programs = st.lists(program, max_size=2).map(tuple)
    return st.one_of(
        st.tuples(st.just("if"), st.integers(0, 4), program, program),
        st.tuples(st.sampled_from(["do", "read", "charted", "charted read"]), program),
        st.tuples(st.sampled_from(["fold", "sum", "keep", "seen"]), programs),
        st.tuples(st.sampled_from(["repeat", "rounds"]), st.integers(0, 2), program),
    )


programs = st.lists(st.recursive(throws, steps, max_leaves=4), min_size=1, max_size=3).map(tuple)


@settings(max_examples=150, deadline=None)
@given(programs, st.integers(0, 3))
def test_odds_are_what_brute_force_finds(program, start):
    """Any small rule: every sequence of faces played out gives the same exact fractions."""
    expected = by_hand(run, program, start)
    assume(expected is not None)
    found = odds(run, program, start, memory=Memory())
    assert dict(found) == expected
    assert adds_up(found)
    assert found.unresolved == 0


@settings(max_examples=60, deadline=None)
@given(st.lists(programs, min_size=1, max_size=3))
def test_memory_changes_nothing(many):
    """Kept between queries, too small to keep anything, or full all the time: the odds are the same."""
    kept, none, small = Memory(), Memory(0), Memory(3)
    for program in many * 2:
        first = odds(run, program, 0, memory=none)
        assert dict(first) == dict(odds(run, program, 0, memory=kept)) == dict(odds(run, program, 0, memory=small))
    assert len(none) == 0
    assert len(small) <= 3


@settings(max_examples=80, deadline=None)
@given(programs, st.sampled_from([Fraction(1, 3), Fraction(1, 20), Fraction(1, 200)]))
def test_what_a_cutoff_leaves_is_unresolved_and_never_spread(program, cutoff):
    """With the unresolved part the chances add up to one, and none is larger than it truly is."""
    whole = odds(run, program, 0, memory=Memory())
    found = odds(run, program, 0, memory=Memory(), cutoff=cutoff)
    assert adds_up(found)
    assert all(chance <= whole[value] for value, chance in found.items())


@settings(max_examples=80, deadline=None)
@given(programs, st.binary(max_size=4))
def test_whatever_falls_had_a_chance(program, seed):
    """Playing with seeded dice ends in a result that the odds know, and no roll is asked twice."""
    assert run(program, 0, SeededDice(seed)) in odds(run, program, 0, memory=Memory())


# Known laws


def two_dice(dice: Dice) -> int:
    return dice.total(2, why="two dice")


def test_two_dice():
    """Chances, mean, parts and order of the totals."""
    found = odds(two_dice)
    assert found[7] == Fraction(1, 6)
    assert found[2] == found[12] == Fraction(1, 36)
    assert found.mean() == 7
    assert found.chance(lambda total: total >= 10) == Fraction(1, 6)
    assert dict(found.of(lambda total: total % 2 == 0)) == {True: Fraction(1, 2), False: Fraction(1, 2)}
    assert next(iter(found)) == 7, "likeliest first"
    assert len(found) == 11


def ten_sided(dice: Dice) -> int:
    return dice.total(die=D10, why="a ten-sided die")


def test_a_ten_sided_die_reads_nought_to_nine():
    """Its mean is four and a half."""
    assert odds(ten_sided).mean() == Fraction(9, 2)


def doubles(dice: Dice) -> tuple[int, bool]:
    return dice.roll(2, why="the critical", read=sum_and_doubles)


def sum_and_doubles(faces: tuple[int, ...]) -> tuple[int, bool]:
    return sum(faces), len(set(faces)) == 1


def test_reading_asks_for_no_more_than_it_says():
    """The sum and whether it was doubles: 15 results out of 36."""
    found = odds(doubles)
    assert len(found) == 15
    assert found.chance(lambda result: result[1]) == Fraction(1, 6)


def test_odds_of_a_procedure_branch_on_the_charts_cells():
    """And agree with those counted by hand."""
    shot = Shot(band="short", guns=8)
    found = broadside.odds(shot, RULES.charts, Memory())
    assert found.of(lambda loss: loss.hull)[3] == Fraction(9, 36)
    assert dict(found) == by_hand(broadside.rule, shot, RULES.charts)


def test_odds_agree_with_simulation():
    """Twenty thousand broadsides fall as the odds say, within what chance would do once in a thousand times."""
    shot = Shot(band="medium", guns=8)
    found = broadside.odds(shot, RULES.charts, Memory())
    dice, games = RandomDice("agreement"), 20_000
    seen = Counter(broadside(shot, RULES.charts, dice) for _ in range(games))
    assert seen.keys() <= found.keys()
    statistic = sum((seen[value] - games * chance) ** 2 / (games * chance) for value, chance in found.items())
    freedom = len(found) - 1
    limit = freedom * (1 - 2 / (9 * freedom) + 3.09 * (2 / (9 * freedom)) ** 0.5) ** 3
    assert statistic < limit


def test_a_sum_of_many_is_quick():
    """Forty dice are added up, not walked: 6⁴⁰ paths would not end."""
    start = time.perf_counter()
    found = odds(volley, 40, memory=Memory())
    assert time.perf_counter() - start < 2
    assert found.mean() == 140
    assert found[40] == Fraction(1, 6**40)


def volley(count: int, dice: Dice) -> int:
    return dice.sum(one_gun, (0,) * count, 0)


def one_gun(_: int, dice: Dice) -> int:
    return dice.total(why="a gun")


def test_events_and_the_account_are_not_listened_to():
    """What a rule tells does not multiply its results."""
    assert dict(odds(telling)) == {"done": Fraction(1)}


def telling(dice: Dice) -> str:
    dice.tell(Hit(dice.total(3, why="a detail")))
    dice.reckon("nothing", [Modifier("x", 1)])
    return "done"


# Loops


def reroll_ties(dice: Dice) -> str:
    return dice.repeat(contest, "tie", until=decided)


def contest(_: str, dice: Dice) -> str:
    ours, theirs = dice.total(why="ours"), dice.total(2, why="theirs")
    return "tie" if ours == theirs else "ours" if ours > theirs else "theirs"


def decided(word: str) -> bool:
    return word != "tie"


def test_a_tie_that_is_rolled_again_is_exact():
    """A round that changes nothing shares its chance out over the rest: a geometric series, summed."""
    found = odds(reroll_ties, memory=Memory())
    once = {"ours": 0, "theirs": 0}
    for ours, one, two in product(D6.faces, repeat=3):
        if ours != one + two:
            once["ours" if ours > one + two else "theirs"] += 1
    assert dict(found) == {word: Fraction(ways, sum(once.values())) for word, ways in once.items()}


def endless(dice: Dice) -> int:
    rolls = 1
    while dice.total(why="until a six") != 6:
        rolls += 1
    return rolls


def endless_but_for_a_one(dice: Dice) -> int:
    rolls = 1
    while dice.total(why="until a one") != 1:
        rolls += 1
    return rolls


@pytest.mark.parametrize("rule", [endless, endless_but_for_a_one])
def test_a_plain_while_is_refused_with_what_to_do(rule):
    """Repeat or fold."""
    with pytest.raises(OddsError, match="write the loop as `repeat` or `fold`"):
        odds(rule, memory=Memory())


@pytest.mark.parametrize("rule", [endless, endless_but_for_a_one])
def test_a_plain_while_can_be_cut_off(rule):
    """A path of four throws is less likely than one in a thousand: what needs more than three is unresolved."""
    found = odds(rule, memory=Memory(), cutoff=Fraction(1, 1000))
    assert adds_up(found)
    assert found.unresolved == Fraction(125, 216)
    assert dict(found) == {1: Fraction(1, 6), 2: Fraction(5, 36), 3: Fraction(25, 216)}


def three_sixes(dice: Dice) -> int:
    return dice.repeat(one_more_six, 0, until=three)


def one_more_six(so_far: int, dice: Dice) -> int:
    return so_far + 1 if dice.total(why="a six") == 6 else 0


def three(so_far: int) -> bool:
    return so_far == 3


def test_a_loop_in_circles_is_refused_or_cut_off():
    """Three sixes in a row can begin again and again: no finite sum, so a limit or a cutoff must say where to stop."""
    with pytest.raises(OddsError, match="give `repeat` a limit"):
        odds(three_sixes, memory=Memory())
    found = odds(three_sixes, memory=Memory(), cutoff=Fraction(1, 100))
    assert adds_up(found)
    assert set(found) == {3}
    assert 0 < found.unresolved < Fraction(1, 100)


def never(dice: Dice) -> int:
    return dice.repeat(idle, 0, until=three)


def idle(value: int, dice: Dice) -> int:
    dice.total(why="nothing")
    return value


def test_a_loop_that_can_never_end_is_refused():
    """Instead of going on for ever."""
    with pytest.raises(OddsError, match="can never end"):
        odds(never, memory=Memory())


# Cutoffs


def deep(dice: Dice) -> int:
    return sum(dice.total(why="a die") for _ in range(3))


def around_deep(dice: Dice) -> tuple[int, int]:
    return dice.total(die=die("d2"), why="first"), dice.do(deep)


def test_a_cutoff_passes_through_smaller_rules():
    """Where everything inside is cut off, everything is unresolved, once and not twice."""
    assert odds(deep, memory=Memory(), cutoff=Fraction(1, 100)).unresolved == 1
    found = odds(around_deep, memory=Memory(), cutoff=Fraction(1, 100))
    assert not found
    assert found.unresolved == 1


def test_nothing_resolved_has_no_average():
    """Where the cut-off leaves nothing."""
    with pytest.raises(OddsError, match="no average"):
        odds(deep, memory=Memory(), cutoff=Fraction(1, 100)).mean()


def test_a_cutoff_does_not_disturb_the_memory_of_whole_answers():
    """Nor whole answers that of cut ones."""
    memory = Memory()
    cut = odds(deep, memory=memory, cutoff=Fraction(1, 100))
    whole = odds(deep, memory=memory)
    assert cut.unresolved == 1
    assert whole.unresolved == 0
    assert odds(deep, memory=memory, cutoff=Fraction(1, 100)).unresolved == 1


# Mistakes of whoever writes a rule


def listing(dice: Dice) -> list[int]:
    return [dice.total(why="x")]


def taking(ships: list[str], dice: Dice) -> int:
    return dice.total(why="x")


def test_results_and_arguments_must_be_frozen():
    """Else they could not be remembered."""
    with pytest.raises(OddsError, match="odds of listing need frozen arguments and results"):
        odds(listing, memory=Memory())
    with pytest.raises(OddsError, match="odds of taking need frozen arguments and results"):
        odds(taking, ["Mars"], memory=Memory())


def unknown_chart(dice: Dice) -> int:
    return dice.look_up(RULES.charts.fury, why="x", captain="timid")


def test_a_chart_without_dice_cannot_be_rolled_on():
    """In odds as in play."""
    with pytest.raises(OddsError, match="chart fury names no dice"):
        odds(unknown_chart, memory=Memory())


def mistaken(dice: Dice) -> int:
    return dice.total(why="x") + None  # type: ignore[operator]


def test_other_mistakes_show_themselves():
    """As Python tells them."""
    with pytest.raises(TypeError, match="unsupported operand"):
        odds(mistaken, memory=Memory())


def test_a_chance_that_is_not_there_is_a_key_error():
    """Or None, where one asks for it politely."""
    assert odds(two_dice).get(13) is None
    with pytest.raises(KeyError):
        odds(two_dice)[13]


# The last throw of a rule


def one_broadside(number: int, dice: Dice) -> int:
    if dice.total(why="does she bear?") < 3:
        return -number
    return dice.last.total(2, why="boxes")


def doubled(value: int) -> int:
    return 2 * value


def read_last(dice: Dice) -> int:
    return dice.last.do(one_broadside, 3, read=doubled)


def pair_of(dice: Dice) -> tuple[int, int]:
    first = dice.total(why="first")
    return dice.last.do(one_broadside, 1, read=lambda boxes: (first, boxes))


def folded_last(dice: Dice) -> int:
    return dice.last.fold(add_one, 0, range(3))


def add_one(value: int, number: int, dice: Dice) -> int:
    return dice.last.do(one_broadside, number, read=lambda boxes: min(9, value + boxes))


@pytest.mark.parametrize("rule", [read_last, pair_of, folded_last])
def test_the_last_throw_of_a_rule_has_the_same_odds(rule: Rule):
    """Odds do not go through the rule again for it, and find what brute force finds, with a cutoff too."""
    memory = Memory()
    expected = by_hand(rule)
    if expected is None:
        expected = dict(odds(rule, memory=memory, cutoff=Fraction(1, 10**12)))
    assert dict(odds(rule, memory=memory)) == expected
    cut = odds(rule, memory=memory, cutoff=Fraction(1, 100))
    assert adds_up(cut)
    assert all(chance <= expected[value] for value, chance in cut.items())
    assert rule(RandomDice(1)) in expected


def test_what_the_last_throw_gives_can_only_be_returned():
    """To count on with it, test it or wrap it up is refused."""

    def counted(dice: Dice) -> int:
        return dice.last.total(why="x") + 1

    def tested(dice: Dice) -> bool:
        return not dice.last.total(why="x")

    def wrapped(dice: Dice) -> tuple[int, str]:
        return dice.last.total(why="x"), "boxes"

    for rule in (counted, tested, wrapped):
        with pytest.raises(OddsError, match=r"must be returned as it is|unhashable type: 'Law'"):
            odds(rule, memory=Memory())


# Sums of whole numbers are worked out packed


def spread(number: int, step: int, dice: Dice) -> int:
    return (dice.total(why="x") - 4) * step


def spreads(step: int, count: int, dice: Dice) -> int:
    return dice.sum(spread, range(count), -3, step)


@pytest.mark.parametrize("step", [1, 3, 1000])
def test_sums_of_any_whole_numbers(step: int):
    """Close together or far apart, below nought too, and past what fits a machine word."""
    ways = Counter({-3: 1})
    for _ in range(30):
        longer: Counter[int] = Counter()
        for (value, so_far), face in product(ways.items(), D6.faces):
            longer[value + (face - 4) * step] += so_far
        ways = longer
    found = odds(spreads, step, 30, memory=Memory())
    assert dict(found) == {value: Fraction(count, 6**30) for value, count in ways.items()}
    assert dict(odds(spreads, step, 0, memory=Memory())) == {-3: 1}


def test_what_is_used_stays_in_a_full_memory():
    """New questions push out those that nobody asks any more."""
    memory = Memory(40)
    odds(one_broadside, 1, memory=memory)
    law = memory.get((one_broadside, (1,)))
    for number in range(2, 200):
        odds(one_broadside, number, memory=memory)
        assert memory.get((one_broadside, (1,))) is law
    assert memory.get((one_broadside, (2,))) is None
    assert len(memory) <= 40


def test_counts_of_one_throw_have_the_odds_of_walking_its_faces():
    """Three dice, 4 or more and 6: as if all 216 throws were written out."""

    def counted(dice):
        return dice.tally(3, needs=(4, 6), why="the guns")

    def walked(dice):
        return dice.roll(3, why="the guns", read=lambda f: (sum(x >= 4 for x in f), sum(x == 6 for x in f)))

    assert dict(odds(counted)) == dict(odds(walked))
    assert odds(counted)[(0, 0)] == Fraction(1, 8)
    assert dict(odds(lambda dice: dice.tally(0, needs=(4, 6), why="none"))) == {(0, 0): 1}


def one_more(so_far: tuple[int, ...], item: int, dice: Dice) -> tuple[int, ...]:
    return (*so_far, dice.total(2, why=f"item {item}"))


def a_list(items: int, dice: Dice) -> tuple[int, ...]:
    """A result that remembers everything: eleven times as many ways with each item."""
    return dice.fold(one_more, (), range(items))


def faces(count: int, dice: Dice) -> tuple[int, ...]:
    return dice.roll(count, why="all of them")


def counted(count: int, dice: Dice) -> tuple[int, ...]:
    return dice.tally(count, needs=(2, 3, 4, 5, 6), why="every face")


def added(count: int, dice: Dice) -> int:
    return dice.total(count, why="the sum")


def one_by_one(count: int, dice: Dice) -> int:
    return sum(dice.total(why="one") for _ in range(count))


def unread(items: int, dice: Dice) -> int:
    """Each reading of a large law costs as much as the law is large."""
    return sum(dice.do(a_list, 2, read=lambda found: len(found)) for _ in range(items))


def pairs(count: int, dice: Dice) -> tuple[int, ...]:
    return dice.sum(pair, range(count), ())


def pair(item: int, dice: Dice) -> tuple[int, ...]:
    return (dice.total(2, why="a pair"),)


def changing(value: tuple[int, ...], dice: Dice) -> tuple[int, ...]:
    return (*value, dice.total(2, why="a round"))


def rounds(count: int, dice: Dice) -> tuple[int, ...]:
    return dice.repeat(changing, (), until=lambda value: False, limit=count)


@pytest.mark.parametrize(
    ("rule", "small", "large"),
    [
        (a_list, 2, 40),
        (faces, 3, 40),
        (counted, 3, 400),
        (added, 20, 5_000),
        (one_by_one, 3, 1_000),
        (unread, 2, 100),
        (pairs, 2, 40),
        (rounds, 2, 40),
    ],
)
def test_a_question_that_is_too_large_is_refused_after_as_many_steps_as_it_may_take(rule, small, large):
    """However it grows: by ways, by values, by dice thrown together, by readings. The small one is answered in full."""
    assert adds_up(odds(rule, small, memory=Memory(), steps=20_000))
    for _ in range(2):  # what the first one learnt does not help the second
        memory = Memory()
        with pytest.raises(TooLarge, match=r"takes more than 20000 steps to work them out exactly; ask with fewer"):
            odds(rule, large, memory=memory, steps=20_000)
        with pytest.raises(TooLarge):
            odds(rule, large, memory=memory, steps=20_000)
        assert len(memory) == 0


def test_whether_a_question_is_too_large_is_counted_and_not_timed():
    """The same number of steps every time, whoever else is at work; one less is not enough."""

    def fits(steps: int) -> bool:
        try:
            odds(a_list, 3, memory=Memory(), steps=steps)
        except TooLarge:
            return False
        return True

    needed = bisect.bisect_left(range(100_000), True, key=fits)
    assert 1331 < needed < 20_000
    assert fits(needed)
    assert not fits(needed - 1)


def test_what_is_remembered_takes_no_steps():
    """The second time one step is enough."""
    memory = Memory()
    whole = odds(a_list, 3, memory=memory)
    assert odds(a_list, 3, memory=memory, steps=1) == whole


@of_charts
def printed(sides: int, dice: Dice) -> int:
    return dice.total(1, die(f"d{sides}"), why="printed") + dice.total(1, die(f"d{sides}"), why="printed")


def reading_what_is_printed(sides: int, dice: Dice) -> int:
    return dice.last.do(printed, sides, read=halved)


def test_a_law_of_the_charts_takes_no_steps_of_a_question():
    """Neither the first question pays for it nor a later one: what can be answered hangs on nobody else."""
    for _ in range(2):
        found = odds(reading_what_is_printed, 13, memory=Memory(), steps=WALK)
        assert found.chance(lambda value: value == 1) == Fraction(3, 13 * 13)


def test_a_memory_holds_no_more_than_so_many_steps_made():
    """Few laws can be large: a stranger who asks for large ones fills no machine."""
    memory = Memory(steps=10_000)
    for items in range(40):
        odds(a_list, 3, memory=memory) if items % 2 else odds(added, items + 1, memory=memory)
        assert (
            sum(len(law.weights) for law in [*memory.lately.values(), *memory._old.values()] if type(law) is Law)
            < 20_000
        )
