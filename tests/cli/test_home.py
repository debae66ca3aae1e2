"""Where things are kept: everything in WEATHERGAUGE_HOME where it is named, otherwise in the folders of XDG."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


def told(*words: str, **env: str) -> str:
    """What the program says with this environment."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("WEATHERGAUGE_", "XDG_"))}
    done = subprocess.run(
        [sys.executable, "-m", "weathergauge", *words], env=kept | env, input="quit\n", capture_output=True, text=True, timeout=60, check=False
    )  # fmt: skip
    assert done.returncode in (0, 2), done.stderr
    return done.stdout + done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="XDG names the folders of Linux alone")
def test_xdg_names_the_folders(tmp_path: Path):
    """Matches and the database with the data, settings with the settings, and nothing anywhere else."""
    env = {"HOME": str(tmp_path / "me"), "XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")}  # fmt: skip
    told("play", "trafalgar", "duel", **env)
    assert len([*(tmp_path / "data/weathergauge/matches").glob("*.jsonl")]) == 1
    assert str(tmp_path / "data/weathergauge/weathergauge.db") in told("admin", "users", **env)
    assert str(tmp_path / "config/weathergauge/settings.toml") in told("settings", **env)
    assert not (tmp_path / "me").exists()


def test_a_home_of_its_own_has_everything(tmp_path: Path):
    """Matches, the database and the settings file, whatever XDG says."""
    home = tmp_path / "home"
    env = {"WEATHERGAUGE_HOME": str(home), "HOME": str(tmp_path / "me"), "XDG_DATA_HOME": str(tmp_path / "data")}
    told("play", "trafalgar", "duel", **env)
    assert len([*(home / "matches").glob("*.jsonl")]) == 1
    assert str(home / "weathergauge.db") in told("admin", "users", **env)
    assert str(home / "settings.toml") in told("settings", **env)
    assert {path.name for path in tmp_path.iterdir()} == {"home"}
