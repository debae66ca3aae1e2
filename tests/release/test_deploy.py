"""The files to deploy with name what there is: locks, modules, settings and addresses of the program as it stands."""

import contextlib
import re
from pathlib import Path

import pytest

from weathergauge import cli
from weathergauge.server.settings import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


def test_every_setting_they_give_is_one():
    """In the container, the composition, the unit and on the page about them."""
    for file in (*DEPLOY.iterdir(), ROOT / "docs" / "deploying.md"):
        named = {name.lower() for name in re.findall(r"WEATHERGAUGE_([A-Z_]+)", file.read_text(encoding="utf-8"))}
        assert named - {"home", "publish"} <= Settings.model_fields.keys(), file.name


def test_the_container_is_built_of_files_that_are_there():
    """Everything that is copied into it, and the port the server listens at."""
    text = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    for name in re.findall(r"[\w.-]+\.lock", text):
        assert (ROOT / name).is_file(), name
    assert f"EXPOSE {Settings.model_fields['port'].default}" in text
    assert f":{Settings.model_fields['port'].default}/healthz" in text


def test_the_units_shut_what_they_run_in():
    """A user and a folder of their own, and nothing they may write to beside; the bots' as tightly as the server's."""
    for name in ("weathergauge", "weathergauge-bots"):
        text = (DEPLOY / f"{name}.service").read_text(encoding="utf-8")
        for line in ("DynamicUser=yes", f"StateDirectory={name}", "ProtectSystem=strict", "NoNewPrivileges=yes"):
            assert line in text, name


def test_what_is_started_is_a_command_with_such_flags(capsys: pytest.CaptureFixture[str]):
    """In the units, the container and the composition; bots answer to health at the port that is asked there."""
    composition = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    started = re.findall(r"^ExecStart=\S+/weathergauge (.+)$", "".join(
        file.read_text(encoding="utf-8") for file in sorted(DEPLOY.glob("*.service"))), re.MULTILINE)  # fmt: skip
    for text in (composition, (DEPLOY / "Containerfile").read_text(encoding="utf-8")):
        started += [
            words.replace('", "', " ") for words in re.findall(r'\["weathergauge", "(.+)"\]$', text, re.MULTILINE)
        ]
    assert {line.split()[0] for line in started} == {"serve", "bots"}
    for line in started:
        command, *flags = line.split()
        with contextlib.suppress(SystemExit):
            cli.main([command, "--help"])
        shown = capsys.readouterr().out
        assert all(flag in shown for flag in flags if flag.startswith("--")), line
    assert f"127.0.0.1:{Settings.model_fields['bot_port'].default}/healthz" in composition
