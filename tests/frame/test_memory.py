"""Kept answers: found again by the very values they were found from."""

from __future__ import annotations

from weathergauge.frame.memory import kept


def test_a_question_about_the_same_value_is_answered_once():
    """The function itself runs once for two questions."""
    asked = []

    @kept(lambda one: (one,))
    def length(one: tuple[int, ...]) -> int:
        asked.append(one)
        return len(one)

    here = (1, 2)
    assert [length(here), length(here)] == [2, 2]
    assert asked == [here]


def test_another_value_that_is_equal_is_another_question():
    """To compare them would cost more than to answer again."""
    asked = []

    @kept(lambda one: (one,))
    def length(one: list[int]) -> int:
        asked.append(one)
        return len(one)

    assert [length([1, 2]), length([1, 2])] == [2, 2]
    assert len(asked) == 2


def test_only_what_the_answer_hangs_on_is_looked_at():
    """What `on` leaves out may differ: the first answer is given again."""
    here, asked = (1, 2), []

    @kept(lambda one, other: (one,))
    def length(one: tuple[int, ...], other: str) -> int:
        asked.append(other)
        return len(one)

    assert [length(here, "a"), length(here, "b")] == [2, 2]
    assert asked == ["a"]


def test_two_tables_that_are_asked_about_by_turns_are_each_answered_once():
    """As on a server, where matches take turns: neither pushes the other out."""
    asked, one, other = [], (1, 2), (1, 2, 3)

    @kept(lambda table: (table,))
    def length(table: tuple[int, ...]) -> int:
        asked.append(table)
        return len(table)

    assert [length(table) for table in (one, other) * 5] == [2, 3] * 5
    assert asked == [one, other]


def test_a_full_memory_begins_anew_and_answers_rightly():
    """Fifty values in a memory for eight, asked twice."""
    things = [tuple(range(length)) for length in range(50)]

    @kept(lambda one: (one,), size=8)
    def length(one: tuple[int, ...]) -> int:
        return len(one)

    assert [length(one) for one in things * 2] == list(range(50)) * 2
