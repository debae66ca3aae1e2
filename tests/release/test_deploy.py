"""The files to deploy with name what there is: locks, modules, settings and addresses of the program as it stands."""

import re
from pathlib import Path

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


def test_the_unit_shuts_the_server_in():
    """A user and a folder of its own, and nothing it may write to beside."""
    text = (DEPLOY / "weathergauge.service").read_text(encoding="utf-8")
    for line in ("DynamicUser=yes", "StateDirectory=weathergauge", "ProtectSystem=strict", "NoNewPrivileges=yes"):
        assert line in text
