"""Rules compiled: they stay only where they answer as the plain source does."""

import ast
from pathlib import Path

import pytest

from release import compiled
from weathergauge.frame.compiled import COMPILED, PLAIN, STAMP, running, stamped
from weathergauge.freetable import geometry
from weathergauge.rulesets.trafalgar import wind

FEW = 200


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source folder of its own, so that nothing of this one is touched."""
    home = tmp_path / "weathergauge" / "freetable"
    home.mkdir(parents=True)
    monkeypatch.setattr(compiled, "SOURCE", tmp_path)
    monkeypatch.setattr(compiled, "PACKAGE", tmp_path / "weathergauge")
    return home


def test_the_same_positions_have_the_same_answers():
    """They are drawn by their number, so that two processes can be compared by a line for each batch."""
    assert list(compiled.answers(FEW)) == list(compiled.answers(FEW))


@pytest.mark.parametrize("what", ["square_apart", "first_contact", "crosses_at"])
def test_one_wrong_answer_is_found(what: str, monkeypatch: pytest.MonkeyPatch):
    """A function that is wrong about a single position changes the line of its batch."""
    right, calls = list(compiled.answers(FEW)), [0]
    honest = getattr(geometry, what)

    def wrong(*given: object) -> object:
        calls[0] += 1
        return "wrong" if calls[0] == 7 else honest(*given)

    monkeypatch.setattr(geometry, what, wrong)
    assert compiled.differing(right, list(compiled.answers(FEW))) == ["positions from 0"]
    assert compiled.differing(right, right[:-1]) == ["1 and 0 answers"]


def test_without_a_compiler_plain_python_goes_on(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """It says so in a sentence, and takes away whatever was compiled before."""
    (elsewhere / "geometry.so").write_text("")
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert compiled.main([]) == 1
    assert "there is no C compiler" in capsys.readouterr().err
    assert not list(elsewhere.iterdir())


def test_what_answers_otherwise_is_taken_away(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """The place of the first difference is named."""
    lots = iter(
        [[PLAIN, "positions from 0 a", "trafalgar duel 7 b"], [COMPILED, "positions from 0 a", "trafalgar duel 7 c"]]
    )
    monkeypatch.setattr(compiled, "why_not", lambda: None)
    monkeypatch.setattr(compiled, "compile_all", lambda: (elsewhere / "geometry.so").write_text(""))
    monkeypatch.setattr(compiled, "asked", lambda positions: next(lots))
    assert compiled.main([]) == 1
    assert "than the plain source: trafalgar duel 7" in capsys.readouterr().err
    assert not list(elsewhere.iterdir())


def test_it_is_said_what_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Plain, compiled, or compiled of a source that has changed since."""
    home = tmp_path / "freetable"
    home.mkdir()
    monkeypatch.setattr(geometry, "__file__", str(home / "geometry.py"))
    assert running() == "plain Python"
    monkeypatch.setattr(geometry, "__file__", str(home / "geometry.so"))
    assert running() == "compiled of another source: run make compile again"
    (home / "geometry.py").write_text("as it was compiled")
    (tmp_path / STAMP).write_text(stamped(tmp_path, ["freetable/geometry.py"]))
    assert running() == "compiled"
    (home / "geometry.py").write_text("changed since")
    assert running() == "compiled of another source: run make compile again"


def test_all_that_is_compiled_is_there():
    """A chapter that is renamed is not left behind as plain Python."""
    assert all((compiled.PACKAGE / name).is_file() for name in compiled.NAMES)


@pytest.mark.parametrize("name", compiled.NAMES)
def test_mypyc_is_given_no_class_that_it_cannot_make(name: str):
    """Structs, numbers with more to them and properties that are kept stand in modules that stay plain, such as `findings.py`."""
    tree = ast.parse((compiled.PACKAGE / name).read_text())
    for node in [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]:
        bases = {ast.unparse(base) for base in node.bases}
        assert not node.keywords, f"{name}: {node.name} is given {ast.unparse(node.keywords[0])}"
        assert not bases & {"Struct", "int", "str", "tuple", "float", "dict", "list"}, (
            f"{name}: {node.name} is a {bases}"
        )
    lasts = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "last"]
    assert not [node for node in lasts if ast.unparse(node.value) == "dice"], (
        f"{name}: odds go on with laws in the place of numbers"
    )
    assert "cached_property" not in {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}, name


def test_one_wrong_rule_is_found(monkeypatch: pytest.MonkeyPatch):
    """A rule that is wrong by a hundredth of an inch changes the game's line."""
    right = compiled.played("trafalgar", "duel", 3)
    assert compiled.played("trafalgar", "duel", 3) == right
    monkeypatch.setattr(
        "weathergauge.rulesets.trafalgar.sailing.turning_cost", lambda *given: wind.turning_cost(*given) + 1
    )
    assert compiled.played("trafalgar", "duel", 3) != right
