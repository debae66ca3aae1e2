"""The free table compiled: it stays only where it answers as the plain source does."""

from pathlib import Path

import pytest

from release import compiled
from weathergauge import freetable
from weathergauge.freetable import geometry

FEW = 200


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source folder of its own, so that nothing of this one is touched."""
    home = tmp_path / "weathergauge" / "freetable"
    home.mkdir(parents=True)
    monkeypatch.setattr(compiled, "SOURCE", tmp_path)
    monkeypatch.setattr(compiled, "HOME", home)
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
    assert compiled.differing(right, list(compiled.answers(FEW))) == ["0"]
    assert compiled.differing(right, right[:-1]) == ["1 and 0 batches"]


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
    lots = iter([[freetable.PLAIN, "0 a", "1000 b"], [freetable.COMPILED, "0 a", "1000 c"]])
    monkeypatch.setattr(compiled, "why_not", lambda: None)
    monkeypatch.setattr(compiled, "compile_all", lambda: (elsewhere / "geometry.so").write_text(""))
    monkeypatch.setattr(compiled, "asked", lambda positions: next(lots))
    assert compiled.main([]) == 1
    assert "in positions from 1000" in capsys.readouterr().err
    assert not list(elsewhere.iterdir())


def test_it_is_said_what_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Plain, compiled, or compiled of a source that has changed since."""
    monkeypatch.setattr(geometry, "__file__", str(tmp_path / "geometry.py"))
    assert freetable.running() == "plain Python"
    monkeypatch.setattr(geometry, "__file__", str(tmp_path / "geometry.so"))
    assert freetable.running() == "compiled of another source: run make compile again"
    (tmp_path / freetable.STAMP).write_text(freetable.sources())
    assert freetable.running() == "compiled"
