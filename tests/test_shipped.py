"""What is printed can happen: games are counted, cells are sorted, and reasons are held to what was read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.toy import Press, Toy
from weathergauge.bots import bot
from weathergauge.dice import Cell, Dice
from weathergauge.frame.charts import load_charts
from weathergauge.ruleset import PROCEED, TABLE, Played, Rules, Seat
from weathergauge.rulesets import TITLES
from weathergauge.testing import rules_for, shipped
from weathergauge.testing.drifting import Drifter
from weathergauge.testing.hints import Hints, Reason
from weathergauge.testing.sorting import Count, Game, Sorted, page, sort
from weathergauge.throwing import SeededDice

PAGE = """
[pressing]
name   = "Pressing on"
source = "the toy"
axes   = ["total"]
roll   = "1d6 on total"
value  = "int"
grid = \"\"\"
total | effect
1-5   | 0
6     | 1
\"\"\"

[sinking]
name   = "Of the other game"
source = "the toy"
axes   = ["ship"]
value  = "int"
grid = \"\"\"
ship | boxes
hulk | 7
\"\"\"

[words]
name   = "In words"
source = "the toy"
axes   = ["step"]
value  = "int"
grid = \"\"\"
step | place
all  | 1
\"\"\"
"""


class Charted(Toy):
    """The toy with a chart that whoever presses on is looked up in, and one in words."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        (folder / "charts.toml").write_text(PAGE, encoding="utf-8")
        self.chart_set = load_charts(folder)

    def play(self, state: Any, seat: Seat, action: Any, dice: Dice) -> Played:
        if isinstance(action, Press):
            dice.look_up(self.chart_set["pressing"], why="pressing on")
        return super().play(state, seat, action, dice)


class Thinker:
    """Reads whatever is printed before it chooses."""

    def choose(self, view: Any, choices: Any, rules: Any) -> Any:
        rules.chart_set["words"].at("all")
        return [*choices][-1] if len([*choices]) == 2 else next(iter(choices))

    def heard(self, events: Sequence[Any]) -> None:
        pass


FACES = [Cell("pressing", (face,)) for face in range(1, 7)]
SIX, HULK, WORDS = FACES[-1], Cell("sinking", ("hulk",)), Cell("words", ("all",))


@pytest.fixture
def toy(tmp_path: Path) -> Charted:
    return Charted(tmp_path)


def counted(games: int, six: int, others: int = 0) -> Count:
    """So many games, in some of which somebody threw a six, and in some each of the other faces."""
    met = {str(cell): others for cell in FACES[:-1]} | {str(SIX): six}
    return Count("mark", [*range(games)], met={cell: count for cell, count in met.items() if count})


def sorted_by(toy: Charted, count: Count, *reasons: Reason) -> Sorted:
    return sort(toy, {"duel": count}, Hints(unread=reasons))


def test_a_cell_is_read_rare_or_never(toy: Charted):
    """One game of twenty is often, one of twenty-one is not; where only the faces stood between it is rare as well."""
    assert sorted_by(toy, counted(20, six=1)).standing[SIX] == "read"
    assert sorted_by(toy, counted(21, six=1)).standing[SIX] == "rare"
    near = Count("mark", [0], near={str(SIX): 1})
    assert sorted_by(toy, near).standing == {
        **dict.fromkeys(FACES, "never"),
        SIX: "rare",
        HULK: "never",
        WORDS: "never",
    }


def test_a_cell_is_as_often_read_as_in_the_scenario_that_reads_it_most(toy: Charted):
    """A hundred games that never read it do not make it rare."""
    both = sort(toy, {"brush": counted(100, six=0), "duel": counted(20, six=2)}, Hints())
    assert (both.standing[SIX], both.where[SIX]) == ("read", "duel")


def test_what_is_never_read_wants_a_reason_and_what_is_read_wants_none(toy: Charted):
    """Each fault is a sentence that names the cells."""
    words, beyond = Reason("words", "in words"), Reason("sinking", "of the other game")
    count = counted(20, six=3, others=20)
    assert sorted_by(toy, count, words, beyond).faults() == []
    assert sort(toy, {"duel": count}, Hints(unread=(words,), unplayed=(beyond,))).faults() == []
    assert sorted_by(toy, count, words).faults() == ["never read, and nobody says why: sinking[hulk]"]
    assert sorted_by(toy, count, words, beyond, Reason("pressing", "never", ("6",))).faults() == [
        "pressing[6] is read in duel, and a reason is given why it is never read"
    ]
    assert sorted_by(toy, count, words, beyond, Reason("pressing", "none", ("7",))).faults() == [
        "pressing [7]: there is no such cell, and a reason is given for it"
    ]


def test_the_report_and_the_page_say_it_all(toy: Charted):
    """Counts, rare cells, reasons and faults."""
    report = sorted_by(toy, counted(21, six=1, others=21), Reason("words", "in words"))
    said = "\n".join(report.lines())
    assert "pressing      6      5      1" in said
    assert "rare: pressing[6] (duel)" in said
    assert "never: words[all]: in words" in said
    assert "FAULT: never read, and nobody says why: sinking[hulk]" in said
    text = page([report])
    assert "8 cells: 5 read, 1 rare, 2 never. Games: duel 21+0." in text
    assert "- never words[all]: in words" in text


def test_a_game_counts_what_its_orders_read_and_not_what_bots_look_up(toy: Charted, monkeypatch: pytest.MonkeyPatch):
    """The thinker looks into the words at every choice; it holds when it could press, and a midshipman presses."""
    monkeypatch.setattr(shipped, "bot", lambda name, seed, title: Thinker())
    held = shipped.played(toy, "duel", 0, ("captain", "captain"))
    assert (held.met, held.near) == (frozenset(), frozenset())
    monkeypatch.undo()
    pressed = shipped.played(toy, "duel", 0, ("midshipman", "midshipman"))
    assert pressed == shipped.played(toy, "duel", 0, ("midshipman", "midshipman"))
    assert SIX in pressed.met
    assert pressed.near == {*FACES}


def test_what_drifters_meet_is_rare_and_their_games_are_counted_by_themselves(toy: Charted):
    """They play what a midshipman may, the same for the same seed, and where a captain knows the title he is asked too."""
    drifting = shipped.played(toy, "duel", 0, shipped.ADRIFT)
    assert drifting == shipped.played(toy, "duel", 0, shipped.ADRIFT)
    assert drifting.adrift
    count = Count("mark", [0])
    count.add(Game("toy", "duel", 0, frozenset({SIX}), frozenset(), adrift=True))
    assert (count.played, count.adrift, count.met) == ([0], [0], {})
    assert sorted_by(toy, count).standing[SIX] == "rare"


def closing(rules: Rules, drifter: Drifter) -> tuple[Any, Any]:
    """Play a duel by lot up to the first order by which a drifter would close: what she sees, and the order."""
    state = rules.setup(rules.scenario("duel", {}), SeededDice(b"drift"))
    midshipman = bot("midshipman", "bent")
    while True:
        seat = rules.to_act(state)[0]
        action: Any = PROCEED
        if seat != TABLE:
            view = rules.view(state, seat)
            choices = rules.legal(view)
            if (found := drifter.nearer(view, choices)) is not None:
                return view, found
            action = midshipman.choose(view, choices, rules)
        state = rules.play(state, seat, action, SeededDice(b"drift")).state


def test_a_drifter_who_closes_ends_nearer_to_the_enemy():
    """As foreseen from the view."""
    rules = rules_for("trafalgar")
    view, order = closing(rules, Drifter(rules, "bent"))
    (ghost, *_) = rules.foresee(view, [order]).ghosts
    line = rules.sea(view).ships[ghost.ship].nearest
    assert line is not None
    assert math.dist(ghost.at[:2], line.end) < math.dist(line.start, line.end)


def test_what_was_counted_is_remembered_until_rules_or_forces_change(toy: Charted, tmp_path: Path):
    """Each scenario by itself."""
    file, counts = tmp_path / "kept" / "toy.json", shipped.fresh(toy)
    counts["duel"].add(Game("toy", "duel", 0, frozenset(FACES[:1]), frozenset({FACES[0], SIX})))
    shipped.keep(counts, file)
    assert shipped.remembered(toy, file) == counts
    assert (counts["duel"].met, counts["duel"].near) == ({str(FACES[0]): 1}, {str(SIX): 1})
    toy.version = 2
    assert shipped.remembered(toy, file) == shipped.fresh(toy)


def test_games_are_played_in_rounds_and_only_those_that_are_missing():
    """So that a run that was stopped goes on evenly."""
    counts = {"toy": {"duel": Count("", [1]), "brush": Count("", [], [0])}}
    assert shipped.games_left(counts, 2, 1) == [
        ("toy", "duel", 0, False),
        ("toy", "duel", 0, True),
        ("toy", "brush", 0, False),
        ("toy", "brush", 1, False),
    ]


def test_a_run_counts_its_games_and_keeps_them(tmp_path: Path):
    """In a process of its own, as they are played for the report."""
    rules = rules_for("trafalgar")
    counts = {"trafalgar": {"duel": shipped.fresh(rules)["duel"]}}
    (game,) = shipped.count_games(counts, tmp_path, shipped.games_left(counts, 1, 0))
    assert game.scenario == "duel"
    assert shipped.remembered(rules, tmp_path / "trafalgar.json")["duel"].met == counts["trafalgar"]["duel"].met
    assert counts["trafalgar"]["duel"].played == [0]
    assert shipped.games_left(counts, 1, 0) == []


def test_the_command_answers_with_its_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Without a single game every cell is a fault."""
    assert (
        shipped.main(
            ["trafalgar", "--games", "0", "--drifts", "0", "--counts", str(tmp_path), "--page", str(tmp_path / "p.md")]
        )
        == 1
    )
    assert "FAULT: never read, and nobody says why: grapple_attempt[1]" in capsys.readouterr().out
    assert (tmp_path / "p.md").read_text(encoding="utf-8").startswith("# What is printed can happen")
    with pytest.raises(SystemExit):
        shipped.main(["trafalgr"])
    assert "did you mean trafalgar?" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        shipped.main(["trafalgar", "--only", "deul"])
    assert "did you mean duel?" in capsys.readouterr().err


def test_the_page_of_the_last_run_leaves_no_cell_without_a_reason(pytestconfig: pytest.Config):
    """It has every title, and a line in bold for each fault that its run found: there is none."""
    text = (pytestconfig.rootpath / "docs" / "reach.md").read_text(encoding="utf-8")
    sections = {section.partition("\n")[0]: section for section in text.split("\n## ")[1:]}
    assert set(sections) == {title.name for title in TITLES}
    assert [line for section in sections.values() for line in section.splitlines() if line.startswith("- **")] == []
