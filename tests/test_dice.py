"""Dice: the same seed gives the same faces for ever, given faces are held to what is asked, and nothing is lost."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.gunroom import RULES
from weathergauge.dice import D6, D10, Cell, Dice, Look, Modifier, NeedRoll, Roll, Throw, Told, WrongDice, die
from weathergauge.ruleset import Event
from weathergauge.throwing import RandomDice, RecordedDice, ScriptedDice, SeededDice, TypedDice, fallen, typed


class Sighted(Event, frozen=True):
    sails: int
    account: tuple[Look, ...] = ()


class Hailed(Event, frozen=True):
    ship: str


def whys(told: Told) -> list[str]:
    return [look.why for look in told.event.account]


def chi_square(faces: list[int], sides: int) -> float:
    """How far the counts of the faces are from being equal."""
    expected = len(faces) / sides
    return sum((count - expected) ** 2 / expected for count in Counter(faces).values())


# Seeded dice


def test_a_seed_gives_the_same_faces_for_ever():
    """Records hold their players to these: if this fails, no old record can be checked any more."""
    dice = SeededDice(b"weather gauge")
    assert dice.roll(12, why="x") == (6, 5, 6, 5, 1, 6, 4, 5, 1, 1, 3, 1)
    assert dice.roll(12, D10, why="x") == (1, 6, 0, 1, 5, 3, 4, 9, 2, 5, 4, 9)
    assert dice.roll(5, die("d7"), why="x") == (3, 2, 3, 1, 7)


def test_each_throwing_step_has_dice_of_its_own():
    """By the seed and the number of the step, for ever the same."""
    assert SeededDice(b"weather gauge", 1).roll(12, why="x") == (3, 1, 5, 1, 6, 1, 4, 1, 4, 2, 6, 5)


def test_a_seed_of_the_simulation_gives_the_same_faces_for_ever():
    """Whatever Python does with its own."""
    assert RandomDice("weather gauge").roll(12, why="x") == (6, 4, 3, 5, 6, 1, 6, 3, 3, 3, 1, 5)
    assert RandomDice(1805).roll(12, why="x") == (5, 4, 5, 4, 3, 6, 4, 4, 1, 4, 1, 1)


def test_faces_do_not_depend_on_how_they_are_asked_for():
    """Six dice at once fall as three and three would."""
    once = SeededDice(b"k").roll(6, why="x")
    dice = SeededDice(b"k")
    assert once == dice.roll(3, why="x") + dice.roll(3, why="y")


@pytest.mark.parametrize("name", ["d6", "d10", "d7", "d3"])
@pytest.mark.parametrize("make", [lambda: SeededDice(b"fair"), lambda: RandomDice("fair")], ids=["seeded", "random"])
def test_the_dice_are_fair(make, name):
    """Single faces, and how each follows the last, stay within what chance would do once in a thousand times."""
    a_die = die(name)
    sides = len(a_die.faces)
    faces = [*make().roll(40_000, a_die, why="fairness")]
    assert set(faces) == set(a_die.faces)
    following = [a * sides + b for a, b in pairwise(faces)]
    for count, statistic in ((sides, chi_square(faces, sides)), (sides**2, chi_square(following, sides**2))):
        freedom = count - 1
        # Wilson and Hilferty's approximation to the chi-square point for one in a thousand.
        limit = freedom * (1 - 2 / (9 * freedom) + 3.09 * (2 / (9 * freedom)) ** 0.5) ** 3
        assert statistic < limit


def test_a_simulation_keeps_nothing():
    """No throws and no account, so that it is quick."""
    dice = RandomDice(1)
    dice.total(2, why="x", seat="red")
    assert (dice.throws, dice.account) == ([], None)


def test_a_simulation_hears_events_without_their_account():
    """Bots listen to what happened; why it did is not worked out for them."""
    dice = RandomDice(1)
    dice.total(2, why="x")
    dice.tell(Sighted(1), to=("red",))
    assert dice.events() == (Told(Sighted(1), ("red",)),)
    assert dice.events() == ()


# Scripted dice


def test_scripted_faces_come_in_the_order_asked():
    """And are noted as throws."""
    dice = ScriptedDice([3, 4, 6])
    assert (dice.total(2, why="the shot"), dice.roll(why="the critical")) == (7, (6,))
    dice.finish()
    assert [str(throw) for throw in dice.throws] == ["2d6: 3 4", "1d6: 6"]


def test_a_face_that_the_die_lacks_is_refused():
    """With the faces that it has and what it was for."""
    with pytest.raises(WrongDice) as refused:
        ScriptedDice([3, 7]).total(2, why="the shot")
    assert str(refused.value) == "7 is not on a d6 (1 to 6), asked for the shot"
    with pytest.raises(WrongDice) as refused:
        ScriptedDice([10]).total(die=D10, why="the wind")
    assert str(refused.value) == "10 is not on a d10 (0 to 9), asked for the wind"


def test_too_few_faces_ask_for_the_next_roll():
    """What is missing is the whole roll, with its reason and its seat."""
    with pytest.raises(NeedRoll) as need:
        ScriptedDice([3]).total(2, why="the shot", seat="red")
    assert need.value.roll == Roll(2, D6, "the shot", "red")
    assert str(need.value) == "2d6 for the shot"


def test_left_over_faces_are_refused():
    """With how many were asked for."""
    dice = ScriptedDice([3, 4, 5, 6])
    dice.total(2, why="the shot")
    with pytest.raises(WrongDice) as refused:
        dice.finish()
    assert str(refused.value) == "left-over dice: 5, 6 (only 2 asked for); leave them out"


def test_a_rule_cannot_swallow_the_need_for_a_roll():
    """It is no Exception: a rule that catches those lets it pass."""
    assert not issubclass(NeedRoll, Exception)


# Recorded dice


def test_recorded_throws_are_held_to_what_is_asked_now():
    """Other dice than the record has are refused with both."""
    throws = [Throw("2d6", (3, 4)), Throw("1d6", (6,))]
    dice = RecordedDice(throws)
    assert (dice.total(2, why="the shot"), dice.total(why="the critical")) == (7, 6)
    dice.finish()
    with pytest.raises(WrongDice) as refused:
        RecordedDice(throws).total(why="who fires first")
    assert str(refused.value) == "the rules ask for 1d6 (who fires first); the record has 2d6: 3 4"


def test_a_record_with_too_few_or_too_many_throws_is_refused():
    """Each in its sentence."""
    dice = RecordedDice([Throw("1d6", (6,))])
    with pytest.raises(WrongDice) as refused:
        dice.finish()
    assert str(refused.value) == "the record has 1d6: 6, which the rules do not ask for"
    dice.total(why="the shot")
    with pytest.raises(WrongDice) as refused:
        dice.total(why="the critical")
    assert str(refused.value) == "the rules ask for 1d6 (the critical); the record has no more dice here"


# Typed dice


def test_typed_dice_ask_for_what_nobody_has_thrown():
    """After those that were typed."""
    dice = TypedDice([Throw("2d6", (3, 4), typed=True)], SeededDice(b"k"))
    assert dice.total(2, why="the shot") == 7
    with pytest.raises(NeedRoll) as need:
        dice.total(why="the critical")
    assert str(need.value) == "1d6 for the critical"


def test_secret_throws_come_from_the_seed_though_the_others_are_typed():
    """Nobody at the table sees them, and typed throws between them move nothing."""
    shot = Throw("1d6", (2,), typed=True)
    dice = TypedDice([shot, shot], SeededDice(b"k"))
    faces = [
        dice.roll(why="a", secret=True),
        dice.roll(why="b"),
        dice.roll(2, why="c", secret=True),
        dice.roll(why="d"),
    ]
    drawn = SeededDice(b"k")
    assert faces == [drawn.roll(why="a"), (2,), drawn.roll(2, why="c"), (2,)]
    assert [throw.typed for throw in dice.throws] == [False, True, False, True]


def test_typed_throws_must_be_the_dice_that_are_asked_for():
    """Two dice cannot be answered with one."""
    with pytest.raises(WrongDice) as refused:
        TypedDice([Throw("1d6", (3,), typed=True)], SeededDice(b"k")).total(2, why="the shot")
    assert str(refused.value) == "2d6 are asked for (the shot); given was 1d6 typed: 3"


def test_what_is_typed_must_have_been_able_to_fall():
    """In number and faces."""
    roll = Roll(2, D6, "the shot")
    assert typed(roll, [3, 4]) == Throw("2d6", (3, 4), typed=True)
    for faces, said in (([3], "3"), ([3, 7], "3 7"), ([], "nothing")):
        with pytest.raises(WrongDice) as refused:
            typed(roll, faces)
        assert str(refused.value) == f"{said}: expected 2 numbers from 1 to 6, for the shot"
    with pytest.raises(WrongDice, match="10: expected 1 number from 0 to 9, for the wind"):
        typed(Roll(1, D10, "the wind"), [10])


# Throws as text


throws = st.builds(
    lambda name, faces, by_hand: Throw(f"{len(faces)}{name}", tuple(faces), by_hand),
    st.just("d6"),
    st.lists(st.sampled_from(D6.faces), max_size=8),
    st.booleans(),
) | st.builds(
    lambda faces, by_hand: Throw(f"{len(faces)}d10", tuple(faces), by_hand),
    st.lists(st.sampled_from(D10.faces), max_size=8),
    st.booleans(),
)


@given(throws)
def test_a_throw_reads_back_from_its_text(throw):
    """Typed or not."""
    assert fallen(str(throw)) == throw


@given(st.text(alphabet="0123456789d: typex²٣-\n", max_size=16) | st.from_regex(r"[0-3]d(6|10)( typed)?: [0-9 ]*"))
def test_a_text_is_a_throw_in_one_way_only(text):
    """Whatever is read is written the same: two texts never mean one throw, and a record cannot be quietly reworded."""
    try:
        throw = fallen(text)
    except ValueError:
        return
    assert str(throw) == text
    assert all(face in die("d" + throw.dice.partition("d")[2]).faces for face in throw.faces)


@pytest.mark.parametrize(
    "text",
    ["", "2d6", "2d6: 3", "2d6: 3 7", "2d6: 3 4 5", "d6: 3", "2d6 thrown: 3 4", "02d6: 3 4", "2d6:  3 4", "2d6: 3 +4", "1d10: 10", "1d0: 1", "1d999: 1", "1d6: ²"],
)  # fmt: skip
def test_a_text_that_is_no_throw_is_refused_with_the_text(text):
    """Whatever it is."""
    with pytest.raises(ValueError, match="is no"):
        fallen(text)


def test_dice_are_known_by_their_names():
    """d10 reads 0 to 9, all others from 1; names that are none are refused."""
    assert die("d6") is D6
    assert die("d10").faces == tuple(range(10))
    assert die("d20").faces == tuple(range(1, 21))
    for name in ("6", "d", "dx", "d0", "d257", ""):
        with pytest.raises(ValueError, match="is no die"):
            die(name)


# What a rule can ask for


def test_hits_count_the_dice_that_reach_the_number():
    """5 and 6 of four dice."""
    assert ScriptedDice([1, 4, 5, 6]).hits(4, need=5, why="the guns") == 2


def test_one_throw_is_counted_in_several_ways():
    """1, 4, 5 and 6: two of them are a 5 or more, one is a 6."""
    dice = ScriptedDice([1, 4, 5, 6])
    assert dice.tally(4, needs=(5, 6), why="the guns") == (2, 1)
    assert [str(throw) for throw in dice.throws] == ["4d6: 1 4 5 6"]
    assert dice.tally(0, needs=(5, 6), why="no guns") == (0, 0)
    dice.finish()


@pytest.mark.parametrize("count", [0, -1])
def test_no_dice_no_hits(count):
    """And no throw is noted."""
    dice = ScriptedDice([])
    assert dice.hits(count, need=5, why="the guns") == 0
    assert dice.throws == []


@pytest.mark.parametrize("options", [1, 2, 6, 10, 12])
def test_pick_reaches_every_option(options):
    """Also ten, though a ten-sided die reads 0 to 9."""
    ships = [f"ship {n}" for n in range(options)]
    dice = RandomDice("pick")
    assert {dice.pick(ships, why="who is hit") for _ in range(400)} == set(ships)


def test_picking_from_one_needs_no_dice():
    """There is nothing to choose."""
    assert ScriptedDice([]).pick(["Mars"], why="who is hit") == "Mars"


def test_a_look_up_leaves_the_whole_arithmetic_in_the_account():
    """3 and 4, two for raking and one off for green, are read as 8."""
    dice = ScriptedDice([3, 4])
    add = (Modifier("raking", 2), Modifier("green crew", -1))
    assert dice.look_up(RULES.charts.gunnery, add=iter(add), why="the shot", band="short") == 2
    (look,) = dice.account or []
    assert (look.why, look.dice, look.faces, look.add, look.total) == ("the shot", "2d6", (3, 4), add, 8)
    assert (look.cell, look.value) == (Cell("gunnery", (8, "short")), 2)


def test_a_total_beyond_the_chart_lights_its_end():
    """The total stays in the account as it was."""
    dice = ScriptedDice([6, 6])
    dice.look_up(RULES.charts.gunnery, add=[Modifier("raking", 9)], why="the shot", band="short")
    (look,) = dice.account or []
    assert look.total == 21
    assert str(look.cell) == "gunnery[12, short]" or str(look.cell) == "gunnery[12+, short]"


def test_a_chart_without_dice_cannot_be_rolled_on():
    """It can only be read."""
    with pytest.raises(ValueError, match="chart fury names no dice"):
        ScriptedDice([]).look_up(RULES.charts.fury, why="x", captain="timid")


def test_seeing_and_reckoning_are_noted_too():
    """With the cell and with each reason."""
    dice = ScriptedDice([])
    assert dice.see(RULES.charts.fury, "fierce") == 1
    assert dice.reckon("the sum", [Modifier("a", 2), Modifier("b", -5)]) == -3
    seen, reckoned = dice.account or []
    assert (seen.why, seen.cell) == ("Fury of the Captain", Cell("fury", ("fierce",)))
    assert (reckoned.total, [modifier.reason for modifier in reckoned.add]) == (-3, ["a", "b"])


def test_what_is_told_is_kept_in_order_until_it_is_taken():
    """And is taken once."""
    dice = ScriptedDice([])
    dice.tell(Hailed("one"))
    dice.tell(Hailed("two"), to=("red",))
    assert dice.events() == (Told(Hailed("one")), Told(Hailed("two"), ("red",)))
    assert dice.events() == ()


def test_an_event_takes_the_account_since_the_last_one_along():
    """One that has no place for an account ends it all the same: dice are never told of twice, nor by a stranger."""
    dice = ScriptedDice([1, 2, 3, 4])
    dice.total(why="first")
    dice.reckon("second", [Modifier("x", 1)])
    dice.tell(Sighted(1))
    dice.total(why="third")
    dice.tell(Hailed("one"))
    dice.tell(Sighted(2))
    dice.total(why="fourth")
    one, _, two = dice.events()
    assert (whys(one), whys(two)) == (["first", "second"], [])
    dice.total(why="fifth")
    dice.tell(Sighted(3))
    assert [whys(told) for told in dice.events()] == [["fifth"]]


def test_an_account_can_be_taken_for_an_event_that_is_told_later():
    """Each event has the dice that led to it."""
    dice = ScriptedDice([1, 2])
    dice.total(why="first")
    first = dice.take_account()
    dice.total(why="second")
    dice.tell(Sighted(2))
    dice.tell(Sighted(1), account=first)
    assert [whys(told) for told in dice.events()] == [["second"], ["first"]]


def test_a_secret_throw_is_told_only_to_its_own_seat():
    """Somebody else who hears of the event does not hear the dice, and neither does she who is not the only one."""
    heard = []
    for to in (("red",), ("blue",), ("red", "blue"), None):
        dice = ScriptedDice([1, 2])
        dice.total(why="behind the screen", seat="red", secret=True)
        dice.total(why="in the open", seat="red")
        dice.tell(Sighted(1), to=to)
        heard.append(whys(dice.events()[0]))
    assert heard == [["behind the screen", "in the open"], *[["in the open"]] * 3]


def test_what_is_read_or_reckoned_in_secret_is_told_only_to_its_own_seat():
    """A cell or a sum of a secret throw would give the throw away as its faces do."""
    heard = []
    for to in (("red",), ("blue",), None):
        dice = ScriptedDice([])
        dice.see(RULES.charts.fury, "fierce", why="a hidden cell", seat="red", secret=True)
        dice.reckon("a hidden sum", [Modifier("a spy", 1)], seat="red", secret=True)
        dice.see(RULES.charts.fury, "fierce", why="an open cell")
        dice.reckon("an open sum", [Modifier("a flag", 1)])
        dice.tell(Sighted(1), to=to)
        heard.append(whys(dice.events()[0]))
    open_ones = ["an open cell", "an open sum"]
    assert heard == [["a hidden cell", "a hidden sum", *open_ones], open_ones, open_ones]


def test_a_rule_that_forgets_what_is_secret_leaks_nothing_where_it_is_done_in_secret():
    """`do` draws the screen round a whole rule: dice, cells and sums in it, and in what it does in turn."""

    def careless(dice: Dice) -> int:
        dice.reckon("a sum", [Modifier("a spy", 1)])
        dice.see(RULES.charts.fury, "fierce", why="a cell")
        return dice.total(why="dice") + dice.do(one_die, 6)

    heard = []
    for secret in (True, False):
        dice = ScriptedDice([1, 2, 3])
        dice.do(careless, seat="red", secret=secret)
        dice.total(why="in the open")
        dice.tell(Sighted(1), to=("blue",))
        heard.append(whys(dice.events()[0]))
    assert heard == [["in the open"], ["a sum", "a cell", "dice", "a die", "in the open"]]


def test_dice_behind_the_screen_are_not_typed():
    """Where a whole rule is secret, its dice come from the seed, and nobody at the table is asked for them."""
    dice = TypedDice([], SeededDice(b"k"))
    dice.do(one_die, 6, seat="red", secret=True)
    with pytest.raises(NeedRoll):
        dice.do(one_die, 6, seat="red")


def test_a_throw_knows_whose_it_is():
    """What a rule throws is the seat's for whom it is done, unless a throw in it says otherwise."""
    dice = ScriptedDice([1, 2, 3, 4, 5, 6])

    def answer(dice: Dice) -> int:
        return (
            dice.total(why="the answer") + dice.do(one_die, 6, seat="blue") + dice.total(why="the last", seat="green")
        )

    dice.total(why="nobody's")
    dice.do(answer, seat="red")
    dice.hits(1, need=4, why="nobody's again")
    dice.pick((1, 2, 3, 4, 5, 6), why="a choice", seat="red")
    assert [look.seat for look in dice.account or ()] == [None, "red", "blue", "green", None, "red"]


def test_a_throw_is_nobodys_again_after_a_rule_that_ran_out_of_dice():
    """The seat of the broken rule does not stay behind."""
    dice = ScriptedDice([])
    with pytest.raises(NeedRoll) as needed:
        dice.do(one_die, 6, seat="red")
    assert (needed.value.roll.seat, dice.seat) == ("red", None)


def add_die(value: int, sides: int, dice: Dice) -> int:
    return value + dice.total(die=die(f"d{sides}"), why="a die")


def one_die(sides: int, dice: Dice) -> int:
    return dice.total(die=die(f"d{sides}"), why="a die")


def test_smaller_rules_take_their_dice_in_turn():
    """`do`, `fold`, `sum` and `repeat` are plain loops when dice really fall."""
    assert ScriptedDice([5]).do(one_die, 6) == 5
    assert ScriptedDice([5]).do(one_die, 6, read=str) == "5"
    assert ScriptedDice([5, 2]).fold(add_die, 10, [6, 3]) == 17
    assert ScriptedDice([5, 2]).sum(one_die, [6, 3], 10) == 17
    assert ScriptedDice([5, 2, 4]).repeat(add_die, 0, 6, until=lambda value: value > 9) == 11
    assert ScriptedDice([5, 2]).repeat(add_die, 0, 6, until=lambda value: value > 9, limit=2) == 7
    assert ScriptedDice([]).repeat(add_die, 10, 6, until=lambda value: value > 9) == 10
