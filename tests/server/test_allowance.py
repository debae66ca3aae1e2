"""How much one address and one account may ask for, and which address that is."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.datastructures import Headers

from tests.server.desk import run, serving, toy_match
from weathergauge.server.addresses import Names, address_in, network
from weathergauge.server.allowance import WORKS, price
from weathergauge.server.settings import Settings


def address(*lines: str, proxies: int = 1, client: str = "10.0.0.9") -> str:
    raw = [(b"x-forwarded-for", line.encode()) for line in lines]
    return address_in({"client": (client, 1)}, Headers(raw=raw), Settings(proxies=proxies))


def test_of_forwarded_addresses_the_one_our_own_proxy_wrote_counts():
    """Whether it adds to the client's line or writes a second one; without a proxy nobody is believed."""
    assert address("1.1.1.1, 2.2.2.2") == "2.2.2.2"
    assert address("1.1.1.1", "2.2.2.2") == "2.2.2.2"
    assert address("1.1.1.1", "2.2.2.2, 3.3.3.3", proxies=2) == "2.2.2.2"
    assert address("1.1.1.1", proxies=0) == "10.0.0.9"
    assert address(proxies=1) == "10.0.0.9"


def test_an_invented_line_passes_no_limit(tmp_path: Path):
    """A hundred requests that each claim another origin, before the line of the proxy, are one address's."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", proxies=1, requests_per_minute=60) as desk:
            ann = await desk.player("Ann", guest=False)
            codes = []
            for n in range(100):
                lines = [("X-Forwarded-For", f"9.9.9.{n}"), ("X-Forwarded-For", "2.2.2.2")]
                codes.append((await ann.http.get("/api/me", headers=lines)).status_code)
            assert (codes.count(200), codes.count(429)) == (60, 40)

    run(test)


@pytest.mark.parametrize(
    ("given", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7:4711", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2:aaaa::1]:443", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("somewhere", "somewhere"),
    ],
)
def test_an_ipv6_household_is_one_address(given: str, counted: str):
    """Whoever has one address of a /64 has all of them; an IPv4 address in IPv6's clothes is itself."""
    assert network(given) == counted


def test_dear_requests_cost_more():
    """Odds, luck and new matches more than a look; a list is no new match."""
    look = price("GET", "/api/matches/x/seats/british/view")
    assert look == price("GET", "/api/matches") == price("GET", "/api/titles/wsim/scenarios/duel") == 1
    assert price("POST", "/api/matches/x/seats/british/actions") == 4
    assert price("POST", "/api/matches/x/seats/british/foresee") == look
    for method, path in (
        ("POST", "/api/matches"),
        ("POST", "/api/titles/wsim/procedures/melee/odds"),
        ("POST", "/api/titles/wsim/scenarios"),
        ("GET", "/api/matches/x/luck"),
    ):
        assert price(method, path) >= 16, path
    assert price("GET", "/openapi.json") == 8


def test_new_matches_are_counted_by_account(tmp_path: Path):
    """Twenty a minute for one player; another from the same address still gets theirs, and is told how long to wait."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True, limits=1) as desk:
            ann, ben = await desk.player("Ann"), await desk.player("Ben")
            most = WORKS["match"].minute
            for _ in range(most):
                await ann.create("toy", "duel")
            refused = await ann.http.post("/api/matches", json={"title": "toy", "scenario": "duel"})
            assert (refused.status_code, refused.json()["type"]) == (429, "too-many")
            assert refused.json()["detail"].startswith("Too many new matches at once: wait ")
            assert 1 <= int(refused.headers["retry-after"]) <= 60
            await ben.create("toy", "duel")

    run(test)


def test_a_program_and_its_player_have_limits_of_their_own(tmp_path: Path):
    """What a token is used up for keeps no browser waiting; tokens that are made up have together what an address may ask for."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", requests_per_minute=200, program_requests_per_minute=5) as desk:
            ann = await desk.player("", guest=False)

            async def asked(token: str) -> int:
                return (await ann.http.get("/api/me", headers={"Authorization": f"Bearer {token}"})).status_code

            assert [await asked("one") for _ in range(7)] == [200] * 5 + [429] * 2
            assert (await ann.http.get("/api/me")).status_code == 200
            assert [await asked(f"made-up-{n}") for n in range(5)] == [200] * 3 + [429] * 2

    run(test)


def test_odds_are_counted_for_those_without_a_name_too(tmp_path: Path):
    """Everybody without a session at one address has one account's worth between them."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", limits=0.05) as desk:
            ann = await desk.player("", guest=False)
            at = "/api/titles/trafalgar/procedures/broadside/odds"
            body = {"inputs": {"hull": 6, "range": 4, "target_rate": "3rd_rate"}}
            codes = [(await ann.http.post(at, json=body)).status_code for _ in range(8)]
            assert codes == [200] * 6 + [429] * 2

    run(test)


def test_opening_links_makes_no_more_guests_than_may_come(tmp_path: Path):
    """Links opened again and again without a session: each is a new player from that address."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True, accounts_per_hour=4) as desk:
            ann = await desk.player("Ann")
            made = await ann.create("toy", "duel", seats={"red": {"kind": "me"}})
            codes = []
            for _ in range(5):
                link = await ann.post(f"/api/matches/{made['id']}/seats/red/link")
                stranger = await desk.player("", guest=False)
                answer = await stranger.http.post("/api/seats/claim", json={"token": link["token"]})
                codes.append(answer.status_code)
            assert codes.count(429) >= 2, codes  # Ann was the first of four
            assert 200 in codes

    run(test)


def test_a_spectator_says_ten_lines_a_minute(tmp_path: Path):
    """Players more."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True, limits=1) as desk:
            red, _ = await toy_match(desk)
            cat = await desk.player("Cat")
            at = f"/api/matches/{red.match}/seats/spectator/talk"
            codes = [(await cat.http.post(at, json={"text": "hello"})).status_code for _ in range(12)]
            assert codes == [200] * 10 + [429] * 2
            for _ in range(12):
                await red.post("talk", {"text": "hello"})

    run(test)


def test_who_has_no_name_says_nothing_whatever_token_is_sent(tmp_path: Path):
    """Neither an invented token nor that of another's program gives him a voice."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, _ = await toy_match(desk)
            nobody = await desk.player("", guest=False)
            program = (await red.post("token"))["token"]
            for token, status in (("anything", 401), (program, 200)):
                nobody.http.headers["Authorization"] = f"Bearer {token}"
                await nobody.post(f"/api/matches/{red.match}/seats/spectator/talk", {"text": "hello"}, status)
            said = [event for event in await red.events() if event["kind"] == "talk"]
            assert len(said) == 1

    run(test)


def names(**settings: Any) -> Names:
    return Names(Settings(**settings))


def test_only_own_names_are_answered():
    """Bare addresses cannot be another's name; of names only ours."""
    plain = names()
    for host in ("127.0.0.1:8042", "localhost", "localhost:8042", "[::1]:8042", "192.168.1.5", "x.localhost", None, ""):
        assert plain.know(host), host
    for host in ("evil.example", "evil.example:8042", "localhost.evil.example", "127.0.0.1.evil.example"):
        assert not plain.know(host), host
    ours = names(address="https://games.example.org", hosts="table.lan, Other.Example")
    for host in ("games.example.org", "GAMES.example.org:443", "table.lan:80", "other.example", "games.example.org."):
        assert ours.know(host), host
    assert not ours.know("evil.example")
    assert names(hosts="*").know("evil.example")


def test_a_request_for_another_server_is_not_answered(tmp_path: Path):
    """A stranger's page whose name leads here reads nothing."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            for path in ("/", "/api/me", "/healthz", "/metrics"):
                answer = await ann.http.get(path, headers={"Host": "evil.example"})
                assert (answer.status_code, answer.json()["type"]) == (421, "misdirected"), path
                assert "'evil.example' is not a name of this server" in answer.json()["detail"]

    run(test)


def test_a_length_and_chunks_together_are_refused(tmp_path: Path):
    """A proxy might read the one and we the other."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            headers = {"Content-Length": "2", "Transfer-Encoding": "chunked", "Content-Type": "application/json"}
            answer = await ann.http.post("/api/guest", content=b"{}", headers=headers)
            assert (answer.status_code, answer.json()["type"]) == (400, "bad-request")
            assert answer.headers["connection"] == "close"

    run(test)


def test_a_body_must_arrive_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """One that stops in the middle holds nothing for ever."""
    monkeypatch.setattr("weathergauge.server.guard.SLOWEST", 0.2)

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            sent: list[Any] = []
            pieces = iter([{"type": "http.request", "body": b"{", "more_body": True}])

            async def receive() -> Any:
                if (piece := next(pieces, None)) is None:
                    await asyncio.sleep(30)
                return piece

            async def send(message: Any) -> None:
                sent.append(message)

            scope = {
                "type": "http", "method": "POST", "path": "/api/guest", "raw_path": b"/api/guest", "query_string": b"",
                "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
                "scheme": "http", "http_version": "1.1", "root_path": "", "asgi": {"version": "3.0"},
            }  # fmt: skip
            async with asyncio.timeout(5):
                await desk.app(scope, receive, send)
            assert sent[0]["status"] == 408

    run(test)


def test_invented_methods_share_one_line_of_the_figures(tmp_path: Path):
    """Anybody can make up methods: figures must not grow by them."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            for n in range(30):
                await ann.http.request(f"MADEUP{n}", "/api/me")
            text = (await ann.http.get("/metrics")).text
            assert "MADEUP" not in text
            assert 'weathergauge_requests_total{method="other",route="/api/me",status="405"} 30.0' in text

    run(test)


def test_the_description_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """It is large: it is encoded for the first who asks, and counted as dear."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", requests_per_minute=40) as desk:
            ann = await desk.player("Ann", guest=False)
            first = await ann.http.get("/openapi.json")
            assert first.json()["openapi"].startswith("3.")
            monkeypatch.setattr(desk.app, "openapi", None)
            assert (await ann.http.get("/openapi.json")).content == first.content
            codes = [(await ann.http.get("/openapi.json")).status_code for _ in range(6)]
            assert codes == [200] * 3 + [429] * 3

    run(test)


def test_health_and_figures_are_counted_by_themselves(tmp_path: Path):
    """Somebody who asks for nothing else is told to wait in the end, and a check is answered when play is not."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", requests_per_minute=5) as desk:
            ann = await desk.player("Ann", guest=False)
            codes = [(await ann.http.get("/api/me")).status_code for _ in range(6)]
            assert codes[-1] == 429
            codes = [(await ann.http.get("/healthz")).status_code for _ in range(250)]
            assert codes.count(200) == 240

    run(test)
