"""Settings: who counts for more, what each is for, and one sentence for one that cannot be."""

import json
import re
from pathlib import Path

import pytest

from weathergauge import cli
from weathergauge.server.settings import Settings, chosen, settings_file

ROOT = Path(__file__).parents[2]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of our own, and nobody's words in the environment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("WEATHERGAUGE_SETTINGS", raising=False)
    monkeypatch.setenv("WEATHERGAUGE_HOME", str(tmp_path))
    return tmp_path


def test_flags_count_for_more_than_the_environment_and_that_for_more_than_the_file(
    home: Path, monkeypatch: pytest.MonkeyPatch
):
    """And what nobody says is as it always is."""
    (home / "settings.toml").write_text('port = 1111\nhost = "::1"\nsession_days = 7\n')
    assert settings_file() == home / "settings.toml"
    monkeypatch.setenv("WEATHERGAUGE_PORT", "2222")
    monkeypatch.setenv("WEATHERGAUGE_HOST", "0.0.0.0")
    settings = chosen({"port": 3333})
    assert (settings.port, settings.host, settings.session_days, settings.proxies) == (3333, "0.0.0.0", 7, 0)


def test_every_setting_is_explained_at_the_command_line_and_on_the_page_of_serving(
    home: Path, capsys: pytest.CaptureFixture[str]
):
    """`docs/serving.md` has each by its variable; `settings` says what it does and who chose it."""
    (home / "settings.toml").write_text("port = 1111\n")
    assert cli.main(["settings", "--json"]) == 0
    told = {one["name"]: one for one in json.loads(capsys.readouterr().out)}
    assert told.keys() == Settings.model_fields.keys()
    assert all(len(one["about"]) > 15 for one in told.values())
    assert (told["port"]["value"], told["port"]["default"], told["port"]["said_by"]) == (1111, 8042, "file")
    page = (ROOT / "docs/serving.md").read_text(encoding="utf-8")
    named = {name.lower() for name in re.findall(r"`WEATHERGAUGE_([A-Z_]+)`", page)}
    short = {name.lower() for name in re.findall(r"`…_([A-Z_]+)`", page)}
    assert [name for name in told if name not in named and not any(name.endswith(one) for one in short)] == []


def test_the_file_that_is_printed_says_the_same_when_it_is_read(home: Path, capsys: pytest.CaptureFixture[str]):
    """What was chosen stands there, and all else as a comment that can be taken away."""
    (home / "settings.toml").write_text('port = 1111\nmail_from = "The \\"Table\\" <a@b.example>"\n')
    before = chosen({})
    cli.main(["settings", "--file"])
    printed = capsys.readouterr().out
    (home / "settings.toml").write_text(printed)
    assert chosen({}) == before
    (home / "settings.toml").write_text(re.sub(r"(?m)^# (\w+ = )", r"\1", printed))
    assert chosen({}) == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 8042\n", "there is no setting 'prot'; did you mean port?"),
        ("port = 99999\n", "port = 99999: input should be less than or equal to 65535"),
        ('processes = "many"\n', "processes = 'many': input should be a valid integer"),
        ('log_level = "loud"\n', "log_level = 'loud'"),
        ("port 8042\n", "cannot be read"),
    ],
)
def test_a_settings_file_that_cannot_be_used_is_one_sentence(
    home: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
):
    """It names the file, what stands there and what was expected; nothing starts."""
    (home / "settings.toml").write_text(text)
    assert cli.main(["serve"]) == 2
    shown = capsys.readouterr().err
    assert str(home / "settings.toml") in shown
    assert said in shown
    assert shown.count("\n") == 1
    assert not (home / "weathergauge.db").exists()


def test_a_named_file_must_be_there_and_a_setting_must_exist(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """A file that was named by the environment and is not there is no silent default."""
    assert cli.main(["settings", "prot"]) == 2
    assert "did you mean port?" in capsys.readouterr().err
    monkeypatch.setenv("WEATHERGAUGE_SETTINGS", str(home / "none.toml"))
    assert cli.main(["settings"]) == 2
    assert "there is no such file" in capsys.readouterr().err
