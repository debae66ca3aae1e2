"""Drawings of positions: they show what a seat may know, by day and by night, and are the same for the same position."""

import errno
import os
import sys
from math import ceil
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from tests.gunroom import RULES
from weathergauge import cli, drawing
from weathergauge.drawing import can_be_drawn, raster
from weathergauge.drawing.raster import SIGNATURE
from weathergauge.match import Replay
from weathergauge.rulesets import ruleset

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.jsonl"))
SVG = "{http://www.w3.org/2000/svg}"


def drawn(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the command draws."""
    assert cli.main(["draw", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_every_title_is_drawn(record: Path, capsys: pytest.CaptureFixture[str]):
    """With its title, turn and scale or places; nothing in it leads outside, and night is another drawing of the same words."""
    day = drawn(capsys, str(record), "--at", "60")
    assert day == drawn(capsys, str(record), "--step", "60")
    night = drawn(capsys, str(record), "--at", "60", "--night")
    assert night != day
    words = [[text.text for text in ElementTree.fromstring(svg).iter(f"{SVG}text")] for svg in (day, night)]
    assert words[0] == words[1]
    assert any("urn " in (word or "") for word in words[0])
    assert "nan" not in day
    assert day.count("http") == 1


def test_ships_have_their_names(capsys: pytest.CaptureFixture[str]):
    """All that are on the table, and none that has left it."""
    record = next(path for path in RECORDS if path.stem == "trafalgar")
    ships = Replay(record, ruleset).at(60)[0].table.ships
    words = {
        (text.text or "").removeprefix("⚑ ")
        for text in ElementTree.fromstring(drawn(capsys, str(record), "--at", "60")).iter(f"{SVG}text")
    }
    assert {ship.name for ship in ships if not ship.gone} <= words
    assert not {ship.name for ship in ships if ship.gone} & words


def test_a_campaign_is_drawn_as_a_seat_sees_it(capsys: pytest.CaptureFixture[str]):
    """One's own formations have their names and sail; what the other side hides has neither."""
    record = next(path for path in RECORDS if path.stem == "mistral")
    state = Replay(record, ruleset).at(0)[0]
    rules = ruleset("mistral")
    own = [formation.name for formation in rules.view(state, "british").own.formations]
    others = [formation.name for formation in rules.view(state, "bourbon").own.formations]
    seen = drawn(capsys, str(record), "--at", "0", "--seat", "british")
    assert any(name in seen for name in own)
    assert not any(name in seen for name in {*others} - {*own})
    anybody = drawn(capsys, str(record), "--at", "0")
    assert not any(f">{name}<" in anybody for name in {*own, *others})


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seat", "britsh"], "--seat britsh: trafalgar has no such seat; did you mean british?"),
        (["--at", "9999"], "There is no step 9999: this match has "),
        (["--at", "noon"], "--at noon: expected a step such as 120, or a turn such as turn4"),
        (
            ["-o", "no/such/folder/x.svg"],
            "no/such/folder/x.svg cannot be written: no such file or directory; nothing was written",
        ),
    ],
)
def test_what_cannot_be_drawn_is_one_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]):
    """It names what was given, and the status is 2."""
    record = next(path for path in RECORDS if path.stem == "trafalgar")
    assert cli.main(["draw", str(record), *words]) == 2
    assert capsys.readouterr().err.startswith(sentence)


def test_a_disk_that_is_full_leaves_what_was_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """One sentence, status 2, and neither half a drawing nor a file beside it."""
    record = next(path for path in RECORDS if path.stem == "trafalgar")
    kept = tmp_path / "kept.svg"
    assert cli.main(["draw", str(record), "-o", str(kept)]) == 0
    before, write = kept.read_text(), Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        write(path, data[:1000])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    assert cli.main(["draw", str(record), "--night", "-o", str(kept)]) == 2
    assert capsys.readouterr().err.startswith(f"{kept} cannot be written: no space left on device; nothing was written")
    assert [*tmp_path.iterdir()] == [kept]
    assert kept.read_text() == before


def test_a_title_without_a_drawing_says_so():
    """What shows its table instead is named."""
    assert not can_be_drawn(RULES)
    with pytest.raises(ValueError, match="has no drawing of its own: weathergauge position"):
        drawing.drawn(RULES, None, drawing.Caption("", "", ""))


def size(picture: bytes) -> tuple[int, int]:
    """How wide and how high a PNG is, as its head says."""
    assert picture.startswith(SIGNATURE)
    return int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")


def test_a_drawing_as_pixels(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]):
    """By the name of its file or when it is asked for: twice as wide as the drawing, with its words in it, and another by night."""
    pytest.importorskip("resvg_py")
    record, file = str(next(path for path in RECORDS if path.stem == "trafalgar")), tmp_path / "four.PNG"
    assert cli.main(["draw", record, "--at", "turn4", "-o", str(file)]) == 0
    assert cli.main(["draw", record, "--at", "turn4"]) == 0
    svg = capfdbinary.readouterr().out.decode()
    root = ElementTree.fromstring(svg)
    assert size(file.read_bytes()) == tuple(2 * ceil(float(root.attrib[name])) for name in ("width", "height"))
    assert cli.main(["draw", record, "--at", "turn4", "--png"]) == 0
    assert capfdbinary.readouterr().out == file.read_bytes()
    night = tmp_path / "night"
    assert cli.main(["draw", record, "--at", "turn4", "--png", "--night", "-o", str(night)]) == 0
    assert night.read_bytes() != file.read_bytes()
    for text in [*root.iter(f"{SVG}text")]:
        text.text = ""
    assert raster.png(ElementTree.tostring(root, "unicode"), float(root.attrib["width"])) != file.read_bytes()


def test_a_picture_is_not_wider_than_a_memory_bears():
    """A large drawing has fewer pixels for each of its units."""
    pytest.importorskip("resvg_py")
    wide = '<svg xmlns="http://www.w3.org/2000/svg" width="16000" height="10"></svg>'
    assert size(raster.png(wide, 16000)) == (raster.WIDEST, 5)


def test_what_pixels_need_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """Without the library, and without a typeface: then it would draw no words and not say so. Nothing is written, and the status is 2."""
    record, file = str(next(path for path in RECORDS if path.stem == "trafalgar")), tmp_path / "four.png"
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert cli.main(["draw", record, "-o", str(file)]) == 2
    assert capsys.readouterr().err.startswith(
        "A picture as PNG needs resvg-py, which is not installed: install weathergauge[png]"
    )
    bare = ModuleType("resvg_py")
    vars(bare)["svg_to_bytes"] = lambda **given: b"the same"
    monkeypatch.setitem(sys.modules, "resvg_py", bare)
    assert cli.main(["draw", record, "--png", "-o", str(file)]) == 2
    assert capsys.readouterr().err.startswith("A picture as PNG needs a typeface for its words")
    assert [*tmp_path.iterdir()] == []
