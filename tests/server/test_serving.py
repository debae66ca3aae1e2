"""`weathergauge serve`: it starts, says where it is, and what keeps it from starting is a sentence."""

import os
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx2 as httpx
import pytest
import sqlalchemy as sa

from tests.server.desk import run, serving, toy_match
from tests.server.live import Live, free_port
from tests.toy import TOY
from weathergauge.cli.serve import has_screen, quiet_at_a_terminal
from weathergauge.server import schema
from weathergauge.server.migrating import StoreError
from weathergauge.server.serving import listen
from weathergauge.server.settings import Settings
from weathergauge.server.store import Store

ROOT = Path(__file__).parents[2]


def serve(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "weathergauge", "serve", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT)


def refusal(*words: str) -> str:
    """What it says when it does not start: one sentence, status 2, and no word about where it would be."""
    done = serve(*words) if "--port" in words else serve("--port", "0", *words)
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stdout == ""
    said = [line for line in done.stderr.splitlines() if '"event": "file-narrowed"' not in line]
    assert len(said) == 1, done.stderr
    return said[0]


def test_what_keeps_it_from_starting_is_a_sentence(tmp_path: Path):
    """A port that is taken, a database of a kind nobody knows, a setting out of its limits, a file in use."""
    with Live(tmp_path / "wg.db", bot_workers=0) as live:
        taken = refusal("--port", str(live.port), "--database", str(tmp_path / "other.db"))
        assert taken.startswith(f"127.0.0.1:{live.port} cannot be listened at")
        used = refusal("--database", str(tmp_path / "wg.db"))
        assert used.startswith(f"Another server is using {tmp_path / 'wg.db'} already: stop it")
    assert "expected a database of sqlite or postgresql" in refusal("--database", "mysql://nowhere/x")
    assert "://: expected a file, sqlite:///FILE" in refusal("--database", "://")
    assert "--processes 2 needs PostgreSQL: a SQLite file is written by one process alone" in refusal(
        "--database", str(tmp_path / "several.db"), "--processes", "2"
    )
    assert "65535" in refusal("--port", "99999999")


def test_a_database_that_cannot_be_used_is_named_with_the_reason(tmp_path: Path):
    """No database, half of one, a folder, a place that cannot be, one of a newer server, and nobody there."""
    (tmp_path / "letter.txt").write_text("Dear Lucy,\n" * 100)
    said = refusal("--database", str(tmp_path / "letter.txt"))
    assert said == (
        f"The database {tmp_path / 'letter.txt'} cannot be used: file is not a database; mend that, or name another with --database."
    )
    assert (tmp_path / "letter.txt").read_text() == "Dear Lucy,\n" * 100
    assert "is a directory" in refusal("--database", str(tmp_path))
    assert f"({tmp_path / 'letter.txt'})" in refusal("--database", str(tmp_path / "letter.txt" / "wg.db"))
    with Live(tmp_path / "wg.db", bot_workers=0) as live:
        live.stop()
    whole = (tmp_path / "wg.db").read_bytes()
    (tmp_path / "half.db").write_bytes(whole[:4096] + b"\xff" * 4096)
    assert "malformed" in refusal("--database", str(tmp_path / "half.db"))
    with sqlite3.connect(tmp_path / "wg.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    assert "last used by a newer Weather Gauge (its tables are of version 9999" in refusal(
        "--database", str(tmp_path / "wg.db")
    )
    nobody = f"postgresql://wg:secret@127.0.0.1:{free_port()}/games"
    for more in ([], ["--processes", "2"]):
        said = refusal("--database", nobody, *more)
        assert "cannot be used: connection failed" in said
        assert "secret" not in said


@pytest.mark.skipif(os.name == "nt", reason="rights are another matter there")
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path):
    """Root may write everywhere, and is somebody else for a moment."""
    (tmp_path / "kept").mkdir(mode=0o555)
    file, me = tmp_path / "kept" / "wg.db", os.geteuid()
    store = Store(f"sqlite:///{file}")
    if me == 0:
        os.seteuid(65534)
    try:
        with pytest.raises(StoreError, match=f"The database {file} cannot be used: permission denied "):
            store.open()
    finally:
        os.seteuid(me)


def test_the_address_is_said_when_it_answers(tmp_path: Path):
    """Whoever waits for the line need not ask twice."""
    live = Live(tmp_path / "wg.db", bot_workers=0)
    try:
        live.start()
        assert httpx.get(live.url + "/healthz", timeout=10).status_code == 200
    finally:
        live.kill()


@pytest.mark.skipif(os.name == "nt", reason="there are no terminals of that kind")
@pytest.mark.parametrize("wanted", ["--open", "--no-open"])
def test_a_browser_is_opened_for_somebody_who_asks_and_can_see_it(tmp_path: Path, wanted: str):
    """At a terminal with a browser; what `make run` does, and `--no-open` leaves out."""
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\nprintf "%s" "$1" > {opened}.part && mv {opened}.part {opened}\n')
    browser.chmod(0o755)
    far, near = os.openpty()
    command = [sys.executable, "-m", "weathergauge", "serve", "--port", "0", "--database", str(tmp_path / "wg.db")]
    around = {**os.environ, "BROWSER": str(browser), "WEATHERGAUGE_BOT_WORKERS": "0"}
    process = subprocess.Popen([*command, "--open", wanted], stdout=near, cwd=ROOT, env=around)
    try:
        said = os.read(far, 1000).decode()
        address = said.removeprefix("Weather Gauge is at ").partition(" (")[0]
        end = time.monotonic() + (30 if wanted == "--open" else 1)
        while not opened.exists() and time.monotonic() < end:
            time.sleep(0.05)
        assert (opened.read_text() if opened.exists() else None) == (address if wanted == "--open" else None)
    finally:
        process.terminate()
        process.wait(30)
        os.close(near)
        os.close(far)


def test_no_browser_is_opened_where_nobody_looks(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """A program reads the output, or there is no screen: on a server nothing is opened."""
    monkeypatch.setenv("DISPLAY", ":0")
    assert not has_screen()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert has_screen()
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not has_screen()


def test_at_a_terminal_the_log_says_only_what_went_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """A line for each request would hide the address; whoever keeps a log, or asks for a level, gets what was asked for."""
    monkeypatch.delenv("WEATHERGAUGE_LOG_LEVEL", raising=False)
    assert quiet_at_a_terminal({"port": 9000}) == {"port": 9000}
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert quiet_at_a_terminal({"port": 9000}) == {"port": 9000, "log_level": "warning"}
    monkeypatch.setenv("WEATHERGAUGE_LOG_LEVEL", "info")
    assert quiet_at_a_terminal({"port": 9000}) == {"port": 9000}


def test_help_teaches_by_example():
    """And loads nothing of the server."""
    shown = serve("--help")
    assert shown.returncode == 0
    assert "weathergauge serve --port 9000" in shown.stdout
    code = "import sys; from weathergauge.cli import help_text; help_text(); print('fastapi' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "False"


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("games.db", "sqlite:///"),
        ("sqlite:///games.db", "sqlite:///games.db"),
        ("postgresql://wg@db/games", "postgresql+psycopg://wg@db/games"),
        ("postgres://wg@db/games", "postgresql+psycopg://wg@db/games"),
    ],
)
def test_the_database_is_named_as_people_name_it(given: str, meant: str):
    """A file, or an address of either kind."""
    assert Settings(database=given).url.startswith(meant)


def test_the_database_is_where_everything_else_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """WEATHERGAUGE_HOME moves it, as it moves the matches of the terminal; a database that is named counts for more."""
    monkeypatch.setenv("WEATHERGAUGE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("WEATHERGAUGE_DATABASE", raising=False)
    assert Settings().url == f"sqlite:///{tmp_path / 'home' / 'weathergauge.db'}"
    assert Settings(database="postgresql://wg@db/games").url.startswith("postgresql+psycopg://")


def test_the_tables_made_by_migrations_are_those_of_the_schema(tmp_path: Path):
    """Column by column: what the code expects is what an updated store has."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:

            def look(connection: sa.Connection) -> dict[str, dict[str, bool]]:
                seen = sa.inspect(connection)
                names = [name for name in seen.get_table_names() if name != "alembic_version"]
                return {name: {c["name"]: bool(c["nullable"]) for c in seen.get_columns(name)} for name in names}

            found = await desk.house.store.read(look)
            wanted = {
                name: {column.name: bool(column.nullable) for column in table.columns}
                for name, table in schema.metadata.tables.items()
            }
            assert found == wanted

    run(test)


def test_newer_rules_take_a_match_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The server was brought up to date in the middle of a match: it goes on, by a line that says so."""

    async def test() -> None:
        plots = [{"type": "plot", "boat": 0, "speed": 1}, {"type": "plot", "boat": 1, "speed": 2}, {"type": "commit"}]
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk)
            for _ in range(2):
                for chair in (red, blue):
                    for action in plots:
                        await chair.act(action)
                for chair in (red, blue):
                    await chair.act({"type": "hold"})
            cookies = red.player.http.cookies
            over, _ = await toy_match(desk)
            await over.post("resign")
        monkeypatch.setattr(TOY, "version", 2)
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            player = await desk.player("", guest=False)
            player.http.cookies = cookies
            again = player.at(red.match, "red")
            assert (await again.view())["view"]["table"]["turn"] == 3
            await again.act(plots[0])
            await again.post("resign")
            text = (await player.http.get(f"/api/matches/{red.match}/record")).text
            assert '"rules":"toy 2"' in text
            old = await player.get(f"/api/matches/{over.match}/seats/spectator/view", 409)
            assert "was played with the rules toy 1" in old["detail"]
            assert (await player.http.get(f"/api/matches/{over.match}/record")).status_code in (200, 409)

    run(test)


def test_an_address_that_is_given_up_soon_is_waited_for():
    """After a killed supervisor its processes need a moment to stop; without patience it is a sentence at once."""
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    port = taken.getsockname()[1]
    with pytest.raises(ValueError, match=f"127.0.0.1:{port} cannot be listened at: address already in use"):
        listen("127.0.0.1", port)
    threading.Timer(0.5, taken.close).start()
    began = time.monotonic()
    with listen("127.0.0.1", port, patience=20) as made:
        assert made.getsockname()[1] == port
    assert time.monotonic() - began >= 0.4
