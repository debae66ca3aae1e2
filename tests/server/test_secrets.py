"""Over every ruleset: what one seat does in secret changes nothing that is sent to another, byte for byte.

Views, lists, log, numbers, prompts, refusals, summaries, deadlines, looking back and the headers of every answer are
fetched before and after each private step, and must be the same.
"""

import random
import uuid
from pathlib import Path
from typing import Any

import pytest

from tests.server.desk import Chair, Desk, run, serving
from tests.toy import TOY
from weathergauge import codec
from weathergauge.dice import WrongDice
from weathergauge.ruleset import TABLE, Proceed
from weathergauge.rulesets import TITLES, ruleset
from weathergauge.server.seating import NewMatch, new_row, take_seat
from weathergauge.throwing import RecordedDice, SeededDice

PLAYED = [title.name for title in TITLES]


def is_private(rules: Any, state: Any, seat: str, action: Any) -> bool:
    """Whether nobody else hears of it, no dice fall and the turn stays where it is."""
    try:
        played = rules.play(state, seat, action, RecordedDice(()))
    except WrongDice:
        return False
    alone = all(told.to is not None and set(told.to) <= {seat} for told in played.events)
    return alone and rules.to_act(played.state) == rules.to_act(state)


def offers_private(rules: Any, state: Any, chance: random.Random) -> bool:
    """Whether somebody to act can do something of which nobody else hears."""
    for seat in rules.to_act(state):
        offered = [] if seat == TABLE else list(rules.legal(rules.view(state, seat)))
        if any(is_private(rules, state, seat, action) for action in chance.sample(offered, min(12, len(offered)))):
            return True
    return False


def positions(rules: Any, count: int, together: bool) -> list[Any]:
    """Positions of random games with something private to do, where several decide at once or where one does."""
    found: list[Any] = []
    for number in range(60):
        chance, dice = random.Random(number), SeededDice(b"secrets %d" % number)
        cards = [card.name for card in rules.scenarios()][:3]
        state = rules.setup(rules.scenario(cards[number % len(cards)], {}), dice)
        for _ in range(400):
            if rules.result(state) is not None:
                break
            seats = rules.to_act(state)
            apt = (len(seats) > 1) == together and chance.random() < 0.3
            if apt and offers_private(rules, state, chance):
                found.append((cards[number % len(cards)], state))
                break
            seat = seats[0]
            action: Any = Proceed()
            if seat != TABLE:
                legal = rules.legal(rules.view(state, seat))
                subject = chance.choice([one for one in legal.subjects() if legal.of(one)])
                action = chance.choice(legal.of(subject))
            state = rules.play(state, seat, action, dice).state
        if len(found) == count:
            break
    return found


async def seated(desk: Desk, title: str, scenario: str, state: Any) -> list[Chair]:
    """A match that stands at a position, with a person at each seat."""
    house, rules = desk.house, desk.house.rules(title)
    people = {seat: await desk.player(seat.capitalize()) for seat in rules.seats}
    accounts = {seat: await house.accounts.of_session(one.http.cookies["wg_session"]) for seat, one in people.items()}
    first = accounts[rules.seats[0]]
    assert first is not None
    asked = NewMatch(title=title, scenario=scenario, pace="slow", deadline_hours=24, seats={})
    row = new_row(house, asked, rules.seats, first)
    row.position = codec.encode(state)

    def do(change: Any) -> Any:
        for place in row.facts.seats:
            account = accounts[place.seat]
            assert account is not None
            take_seat(change, place, account, False)
        return None

    await house.keeper.create(row, do)
    return [people[seat].at(row.id, seat) for seat in rules.seats]


async def everything(chair: Chair, spectator: Chair, theirs: list[Any]) -> dict[str, Any]:
    """All that can be sent to a seat and to a spectator, with status and headers."""
    http, got = chair.player.http, {}
    match = f"/api/matches/{chair.match}"

    async def note(name: str, asked: Any) -> Any:
        answer = await asked
        headers = {key: value for key, value in answer.headers.items() if key != "date"}
        got[name] = answer.status_code, headers, answer.content
        return answer

    for who in (chair, spectator):
        for path in ("view", "events", "replay", "replay/0", "replay/1", "choices?subject=nobody"):
            await note(f"{who.seat} {path}", who.player.http.get(f"{who.path}/{path}"))
    for path in (match, "/api/matches", "/api/lobby", f"{match}/record", f"{match}/luck"):
        await note(path, http.get(path))
    seen = (await note("view", http.get(f"{chair.path}/view"))).json()
    offered = []
    for subject in [one["id"] for one in seen["subjects"]]:
        offers = (await note(f"choices {subject}", http.get(f"{chair.path}/choices?subject={subject}"))).json()
        offered += [one["action"] for one in offers["actions"]]
    await note("why-not", http.post(f"{chair.path}/why-not", json={"actions": [*offered, *theirs][:100]}))
    for n, action in enumerate(offered[:3]):
        await note(f"preview {n}", http.post(f"{chair.path}/preview", json={"action": action}))
    wrong = [
        ("actions", {"action": offered[0] if offered else {"type": "none"}, "decision": "999.9"}),
        ("take-back", {"step": 77}),
        ("draw", {"do": "accept"}),
        ("dice", {"faces": [1]}),
        ("overdue", {"seat": next(iter(seen["to_act"]), "x"), "do": "resign"}),
    ]
    for n, (path, body) in enumerate(wrong):
        await note(path, http.post(f"{chair.path}/{path}", json=body, headers={"Idempotency-Key": f"wrong {n}"}))
    return got


async def hold_apart(desk: Desk, title: str, scenario: str, state: Any, chance: random.Random) -> int:
    """One seat after the other works in secret; how many private steps were seen by nobody else."""
    chairs = await seated(desk, title, scenario, state)
    eve = await desk.player("Eve")
    spectator, steps = eve.at(chairs[0].match, "spectator"), 0
    keeper = desk.house.keeper
    for _ in range(4):
        mover = chance.choice(chairs)
        others = [chair for chair in chairs if chair is not mover]
        offered = await mover.offered()
        standing = (await mover.view(log=0))["standing"]
        if not offered:
            continue
        async with keeper.holding(mover.match) as table:
            rules, state = table.rules, table.going.state
            some = chance.sample(offered, min(12, len(offered)))
            quiet = [
                one for one in some if is_private(rules, state, mover.seat, codec.convert(one, rules.types.action))
            ]
            action = chance.choice(quiet or some)
            heard = {seat: count for seat, count in table.going.course.told.items() if seat != mover.seat}
            asked = table.to_act
        before = [await everything(other, spectator, offered) for other in others]
        if standing and chance.random() < 0.4:
            body, key = {"step": chance.choice(standing)["step"]}, {"Idempotency-Key": uuid.uuid4().hex}
            answer = await mover.player.http.post(f"{mover.path}/take-back", json=body, headers=key)
            if answer.status_code == 409:
                # Refused only where something that everybody has seen rests on the step.
                assert "rests on it" in answer.text
                continue
            assert answer.status_code == 200, answer.text
        else:
            await mover.act(action)
        async with keeper.holding(mover.match) as table:
            told = {seat: count for seat, count in table.going.course.told.items() if seat != mover.seat}
            public = told != heard or table.to_act != asked
        if public:
            continue
        steps += 1
        for other, was in zip(others, before, strict=True):
            now = await everything(other, spectator, offered)
            for name, answer in was.items():
                assert now[name] == answer, f"{title}: what {mover.seat} did shows in {name} of {other.seat}"
    return steps


@pytest.mark.parametrize("title", ["toy", *PLAYED])
def test_what_a_seat_does_in_secret_shows_nowhere_else(tmp_path: Path, title: str):
    """Every answer to the other seat and to a spectator stays the same, to the byte, whoever else decides there."""
    rules = TOY if title == "toy" else ruleset(title)
    found = positions(rules, 3, together=True)
    assert found, f"random play of {title} never reached a position with secret orders"
    found += positions(rules, 2, together=False)

    async def test() -> None:
        chance, steps = random.Random(title), 0
        async with serving(tmp_path / "wg.db", toy=title == "toy") as desk:
            for scenario, state in found:
                steps += await hold_apart(desk, title, scenario, state, chance)
        assert steps > 0

    run(test)


def test_the_wait_for_players_tells_nobodys_seed(tmp_path: Path):
    """Before the match begins nobody can read the words another player gave."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await desk.player("Ann"), await desk.player("Ben")
            made = await ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "open"}}, words=True)
            await ann.seal(made, "british", "only mine 0123456789abcdef", opens=False)
            await ben.post(f"/api/matches/{made['id']}/join", {"seat": "allied", "words": True})
            await ben.seal(made, "allied", "and mine 0123456789abcdef", opens=False)
            await ann.at(made["id"], "british").post("open", {"words": "only mine 0123456789abcdef"})
            assert (await ann.get(f"/api/matches/{made['id']}"))["waits_for"] == "openings"
            for path in (f"/api/matches/{made['id']}", "/api/lobby", f"/api/matches/{made['id']}/seats/spectator/view"):
                assert "only mine" not in (await ben.http.get(path)).text

    run(test)
