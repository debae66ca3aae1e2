"""`weathergauge serve`: it starts, says where it is, and what keeps it from starting is a sentence."""

import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.server.desk import run, serving, toy_match
from tests.server.live import Live
from tests.toy import TOY
from weathergauge.server import schema
from weathergauge.server.settings import Settings

ROOT = Path(__file__).parents[2]


def serve(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "weathergauge", "serve", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT, env={**env} or None)


def test_what_keeps_it_from_starting_is_a_sentence(tmp_path: Path):
    """A port that is taken, a database of a kind nobody knows, a setting out of its limits, a file in use."""
    with Live(tmp_path / "wg.db", bot_workers=0) as live:
        taken = serve("--port", str(live.port), "--database", str(tmp_path / "other.db"))
        assert taken.returncode == 2
        assert f"127.0.0.1:{live.port} cannot be listened at" in taken.stderr
        used = serve("--port", "0", "--database", str(tmp_path / "wg.db"))
        assert used.returncode != 0
        assert "Another server is using" in used.stderr
    unknown = serve("--port", "0", "--database", "mysql://nowhere/x")
    assert unknown.returncode == 2
    assert "expected a database of sqlite or postgresql" in unknown.stderr
    several = serve("--port", "0", "--database", str(tmp_path / "several.db"), "--processes", "2")
    assert several.returncode == 2
    assert "--processes 2 needs PostgreSQL: a SQLite file is written by one process alone" in several.stderr
    wrong = serve("--port", "99999999")
    assert wrong.returncode == 2
    assert "65535" in wrong.stderr


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
