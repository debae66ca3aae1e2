"""At the table: a view, its actions, an order that is stored before it is answered, and a record that anyone can check."""

import random
from pathlib import Path
from typing import Any

from tests.server.desk import run, serving, toy_match, until
from tests.toy import ruleset as toy_ruleset
from weathergauge.match.record import Record, seed_hash
from weathergauge.match.verify import verify
from weathergauge.rulesets import ruleset

PLOTS = [{"type": "plot", "boat": 0, "speed": 1}, {"type": "plot", "boat": 1, "speed": 2}, {"type": "commit"}]


def test_a_whole_duel_against_a_bot_through_the_api(tmp_path: Path):
    """Every offered order is accepted, events have no gaps, and the record that is left verifies."""

    async def test() -> None:
        chance = random.Random(4)
        async with serving(tmp_path / "wg.db", bot_workers=1) as desk:
            ann = await desk.player("Ann")
            seats = {"british": {"kind": "me"}, "allied": {"kind": "bot", "bot": "midshipman"}}
            made = await ann.create(seats=seats, settings={"turns": 4}, words=True)
            assert made["status"] == "gathering"
            await ann.seal(made, "british", "my own words 0123456789abcdef")
            chair = ann.at(made["id"], "british")
            heads = {(await chair.view())["head"]}
            while True:
                seen = await until(lambda: _ready(chair))
                heads.add(seen["head"])
                if seen["result"]:
                    break
                subject = chance.choice(seen["subjects"])["id"]
                offers = await chair.choices(subject)
                if not offers["actions"]:
                    continue
                chosen = chance.choice(offers["actions"])
                assert chosen["words"]
                before = seen["last"]
                receipt = await chair.act(chosen["action"], seen["decision"])
                assert receipt["last"] >= before
            log = await chair.events()
            assert [event["number"] for event in log] == list(range(1, len(log) + 1))
            assert all(event["words"] for event in log)
            assert log[-1]["type"] == "ended"
            text = (await ann.http.get(f"/api/matches/{made['id']}/record")).content
            record = Record(text)
            assert record.seeds == {"british": "my own words 0123456789abcdef"}
            assert record.words == {"british": "sealed", "allied": "bot"}
            assert record.header.seed_hash == made["seed_hash"] == seed_hash(bytes.fromhex(log[-1]["event"]["seed"]))
            for head in heads:
                checked = verify(record, ruleset, head=head)
                assert checked.ok, checked.sentence

    run(test)


async def _ready(chair: Any) -> Any:
    seen = await chair.view(log=0)
    return seen if seen["your_turn"] or seen["result"] else None


def test_an_order_is_refused_in_the_words_of_the_rules(tmp_path: Path):
    """409 with the sentence, nothing changed; a shape nobody knows is 422 and no JSON is 400."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            made = await ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}})
            chair = ann.at(made["id"], "allied")
            before = await chair.view()
            far = {"type": "move", "ship": "aigle", "distance": 9999}
            problem = await chair.act(far, "0.0", 409)
            assert problem["type"] == "refused"
            assert problem["detail"] == "Aigle cannot sail 99.99 inches: this turn from 0.5 inches to 3 inches"
            why = await chair.post("why-not", {"actions": [far, {"type": "move", "ship": "aigle", "distance": 200}]})
            assert why["why_not"] == [problem["detail"], None]
            assert why["words"][1] == "Aigle sails 2 inches"
            problem = await chair.act({"type": "movv"}, "0.0", 422)
            assert problem["type"] == "bad-input"
            assert "no order of trafalgar" in problem["detail"]
            path = f"{chair.path}/actions"
            answer = await ann.http.post(path, content=b"{nonsense", headers={"Idempotency-Key": "k"})
            assert (answer.status_code, answer.json()["type"]) == (400, "bad-request")
            answer = await ann.http.post(path, json={"action": far, "colour": 1}, headers={"Idempotency-Key": "k"})
            assert (answer.status_code, answer.json()["type"]) == (400, "bad-request")
            answer = await ann.http.post(path, json={"action": far})
            assert (answer.status_code, answer.headers["content-type"]) == (400, "application/problem+json")
            assert "Idempotency-Key" in answer.json()["detail"]
            other = ann.at(made["id"], "british")
            assert (await other.act(far, None, 409))[
                "detail"
            ] == "the British have nothing to decide now: the Allies must act"
            assert await chair.view() == before

    run(test)


def test_choices_have_words_and_forms_with_limits(tmp_path: Path):
    """A ship's orders are sentences; free moves have their limits; a subject nobody may order now has none."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            made = await ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}})
            chair = ann.at(made["id"], "allied")
            seen = await chair.view()
            assert seen["subjects"] == [{"id": "aigle", "words": "Aigle"}, {"id": "step", "words": "the whole side"}]
            offers = await chair.choices("aigle")
            assert "Aigle turns 20 degrees to starboard" in [one["words"] for one in offers["actions"]]
            move = next(form for form in offers["forms"] if form["action"] == "move")
            assert move["ranges"]["distance"]["low"] == 50
            assert move["ranges"]["distance"]["high"] == 300
            assert (await chair.choices("bellerophon"))["actions"] == []
            assert (await ann.at(made["id"], "british").choices("bellerophon"))["actions"] == []

    run(test)


def test_an_answer_brings_what_comes_next_where_that_is_asked_for(tmp_path: Path):
    """View, choices and hints of a receipt are those that would be asked for, for one's own eyes; told again, as it stands then."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            made = await ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}})
            allied, british = ann.at(made["id"], "allied"), ann.at(made["id"], "british")
            turn = {"action": {"type": "turn", "ship": "aigle", "angle": 5}, "decision": "0.0", "look": "aigle"}
            answer = await allied.post("actions", turn, key="turn")
            plain = await allied.view(log=0)
            assert answer["seen"] == plain
            assert answer["choices"] == await allied.choices("aigle")
            assert answer["choices"]["actions"]
            assert answer["hints"] == await ann.get(f"{allied.path}/hints", subject="aigle")
            assert answer["events"]
            move = {
                "action": {"type": "move", "ship": "aigle", "distance": 200},
                "decision": plain["decision"],
                "look": "aigle",
            }
            answer = await allied.post("actions", move, key="move")
            assert not answer["seen"]["your_turn"]
            assert "choices" not in answer
            seen = await british.view(log=0)
            assert await british.act({"type": "finish"}, seen["decision"])
            again = await allied.post("actions", move, key="move")
            assert again["events"] == answer["events"]
            assert again["seen"] == await allied.view(log=0)
            assert "seen" not in await allied.act({"type": "finish"}, again["seen"]["decision"])

    run(test)


def test_a_preview_gives_exact_odds_in_place(tmp_path: Path):
    """What the dice may bring, as fractions, and nothing is changed by asking."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            made = await ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}})
            chair = ann.at(made["id"], "allied")
            seen = await chair.post("preview", {"action": {"type": "turn", "ship": "aigle", "angle": 20}})
            (call,) = seen["calls"]
            assert call["procedure"] == "leadership"
            assert sum(outcome["p"] for outcome in call["odds"]["outcomes"]) == 1
            assert {one["chance"] for one in call["odds"]["outcomes"]} == {"1/3", "2/3"}
            refused = await chair.post("preview", {"action": {"type": "move", "ship": "aigle", "distance": 1}})
            assert refused["calls"] == []
            assert refused["why_not"]

    run(test)


def test_a_board_is_told_what_to_draw(tmp_path: Path):
    """Fields of fire with the view, ranges for whoever looks, and where orders would lead for whoever gives them."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await desk.player("Ann"), await desk.player("Ben")
            made = await ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}})
            chair, watcher = ann.at(made["id"], "allied"), ben.at(made["id"], "spectator")
            sea = (await watcher.view())["sea"]
            assert [sector["name"] for sector in sea["sectors"]] == ["port", "starboard"]
            assert sea["ships"]["aigle"]["nearest"]["to"] == "bellerophon"
            (line,) = (await ben.get(f"{watcher.path}/hints", subject="aigle"))["lines"]
            assert (line["to"], line["side"]) == ("bellerophon", "port")
            orders = [
                {"type": "turn", "ship": "aigle", "angle": 20},
                {"type": "move", "ship": "aigle", "distance": 200},
            ]
            seen = await chair.post("foresee", {"orders": orders})
            (ghost,) = seen["ghosts"]
            assert (ghost["ship"], ghost["at"][2], seen["course"]["heading"]) == ("aigle", 20, 20)
            assert (await ann.at(made["id"], "british").post("foresee", {"orders": orders}))["ghosts"] == []
            await watcher.post("foresee", {"orders": orders}, 403)
            await chair.post("foresee", {"orders": [{"type": "row"}]}, 422)
            past = f"{watcher.path}/replay/0"
            assert (await ben.get(past))["sea"] == sea
            assert (await ben.get(f"{past}/hints", subject="aigle"))["lines"] == [line]

    run(test)


def test_own_steps_are_taken_back_until_dice_fall(tmp_path: Path):
    """Each standing step is listed with its words; after the reveal there is nothing to take back."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk)
            for plot in PLOTS[:2]:
                await red.act(plot)
            seen = await red.view()
            assert [one["step"] for one in seen["standing"]] == [1, 2]
            assert seen["standing"][0]["action"] == {"type": "plot", "boat": 0, "speed": 1}
            assert seen["decision"] == "0.2"
            await red.post("take-back", {"step": 1, "decision": "0.1"}, 409)
            back = await red.post("take-back", {"step": 1, "decision": "0.2"})
            assert back["decision"] == "0.3"
            assert [event["type"] for event in back["events"]] == ["takenback"]
            assert [one["step"] for one in (await red.view())["standing"]] == [2]
            await red.act(PLOTS[0])
            await red.act(PLOTS[2])
            for action in PLOTS:
                await blue.act(action)
            problem = await red.post("take-back", {}, 409)
            assert "nothing to take back" in problem["detail"]

    run(test)


def test_typed_dice_are_asked_for_and_given_by_hand(tmp_path: Path):
    """The view says which roll is waited for, and from whom; what is typed a second time is not heard."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk, dice="typed")
            for chair in (red, blue):
                for action in PLOTS:
                    await chair.act(action)
            waiting = (await red.view())["waiting"]
            assert waiting["dice"] == "2d6"
            assert waiting["why"] == "red's boat 0 fires"
            assert waiting["seats"] == ["red"]
            assert (await red.act(PLOTS[0], None, 409))["detail"] == "2d6 are waited for: red's boat 0 fires"
            assert "expected 2 numbers" in (await red.post("dice", {"faces": [7, 1]}, 422))["detail"]
            refused = await blue.post("dice", {"faces": [6, 6], "lock": waiting["lock"]}, 409)
            assert refused["detail"] == "these dice are for red to throw"
            await red.post("dice", {"faces": [6, 6], "lock": waiting["lock"]})
            await red.post("dice", {"faces": [1, 1], "lock": waiting["lock"]}, 409)
            throwers = []
            while (waiting := (await red.view())["waiting"]) is not None:
                throwers += waiting["seats"]
                chair = {"red": red, "blue": blue}[waiting["seats"][0]]
                await chair.post("dice", {"faces": [3, 3], "lock": waiting["lock"]})
            assert throwers == ["red", "blue", "blue"]
            thrown = [event for event in await blue.events() if event["type"] == "thrown"]
            assert [event["event"]["faces"] for event in thrown] == [[6, 6], [3, 3], [3, 3], [3, 3]]
            seen = await blue.view()
            assert seen["view"]["table"]["hull"]["blue"] == 4
            assert seen["to_act"] == ["red"]

    run(test)


def test_resigning_and_draws(tmp_path: Path):
    """An offer is seen by both and lapses with the next dice; an accepted one ends the match; so does resigning."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk)
            await red.post("draw", {"do": "accept"}, 409)
            await red.post("draw", {"do": "offer"})
            assert (await blue.view())["draw"] == "red"
            await blue.post("draw", {"do": "offer"}, 409)
            done = await blue.post("draw", {"do": "accept"})
            assert done["result"] == {"winner": None, "reason": "a draw was agreed"}
            summary = await red.player.get(f"/api/matches/{red.match}")
            assert summary["status"] == "finished"
            assert (await red.act(PLOTS[0], None, 409))["detail"] == "the match is over: a draw was agreed"
            red, _ = await toy_match(desk)
            done = await red.post("resign")
            assert done["result"]["winner"] == "blue"

    run(test)


def test_a_seat_is_handed_to_a_bot_and_taken_again(tmp_path: Path):
    """The bot plays on at once; whoever holds the seat may have it back."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", bot_workers=1, toy=True) as desk:
            red, blue = await toy_match(desk)
            problem = await red.post("hand-over", {"to": "captian"}, 422)
            assert "midshipman" in problem["detail"]
            await red.post("hand-over", {"to": "midshipman"})

            async def committed() -> bool:
                return bool((await blue.view(log=0))["to_act"] == ["blue"])

            await until(committed)
            await red.post("hand-over", {"to": "me"})
            assert (await blue.view(log=0))["players"] == {"red": "Ann", "blue": "Ben"}
            for action in PLOTS:
                await blue.act(action)
            assert (await red.view(log=0))["your_turn"]

    run(test)


def test_who_lets_the_time_run_out_can_be_replaced(tmp_path: Path):
    """Before the deadline nobody can; after it the other side chooses between a bot and the win."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk, pace="slow", deadline_hours=1)
            assert (await red.post("overdue", {"seat": "blue", "do": "resign"}, 409))["detail"] == "blue still has time"
            seats = (await red.player.get(f"/api/matches/{red.match}"))["seats"]
            assert all(seat["due"] for seat in seats)
            async with desk.house.keeper.holding(red.match) as table:
                table.row.facts.due["blue"] = 1
            assert (await blue.post("overdue", {"seat": "blue", "do": "resign"}, 409))["status"] == 409
            done = await red.post("overdue", {"seat": "blue", "do": "resign"})
            assert done["result"] == {"winner": "red", "reason": "blue resigned"}

    run(test)


def test_what_is_done_in_private_starts_no_clock(tmp_path: Path):
    """A deadline that moved with a secret order would tell that there was one."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk, pace="slow", deadline_hours=5)
            before = await blue.player.get(f"/api/matches/{red.match}")
            await red.act(PLOTS[0])
            assert await blue.player.get(f"/api/matches/{red.match}") == before

    run(test)


def test_what_stands_is_worded_as_it_was_ordered(tmp_path: Path):
    """The moves were ended: that is what can be undone, though the firing has begun since."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            made = await ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}})
            british, allied = ann.at(made["id"], "british"), ann.at(made["id"], "allied")
            await allied.act({"type": "finish"})
            await british.act({"type": "finish"})
            seen = await british.view(log=0)
            assert seen["view"]["table"]["phase"]["type"] == "firing"
            assert [one["words"] for one in seen["standing"]] == ["End the moves: the rest sail on as they were"]

    run(test)


def test_the_log_calls_the_sides_by_their_names(tmp_path: Path):
    """Who sits down, who must decide, who takes a step back or offers a draw: "the British", as a player says it."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await desk.player("Ann"), await desk.player("Ben")
            made = await ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "open"}})
            await ben.post(f"/api/matches/{made['id']}/join", {"seat": "allied"})
            allied = ben.at(made["id"], "allied")
            await allied.act({"type": "move", "ship": "aigle", "distance": 150})
            await allied.post("take-back", {"decision": (await allied.view(log=0))["decision"]})
            await allied.post("draw", {"do": "offer"})
            await allied.post("resign")
            said = [event["words"] for event in await allied.events() if event["kind"] != "rules"]
            for words in (
                "Ben plays the Allies.",
                "The Allies to decide.",
                "The British to decide.",
                "A step is taken back by the Allies.",
                "A draw is offered by the Allies.",
                "The match is resigned by the Allies.",
            ):
                assert words in said, said
            assert any(words.startswith("Victory for the British: ") for words in said), said

    run(test)


def test_going_back_is_asked_agreed_and_verified(tmp_path: Path):
    """Red has thrown a die; blue agrees to go back, also after a restart; the record that is left holds."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk)
            for chair in (red, blue):
                for action in PLOTS:
                    await chair.act(action)
            before = (await red.view(log=0))["view"]
            await red.act({"type": "press"})
            assert (await red.view(log=0))["going_back"] is None
            await blue.post("go-back", {"do": "accept"}, 409)
            await red.post("go-back", {"do": "offer"})
            assert (await blue.view(log=0))["going_back"] == {"by": "red", "agreed": ["red"]}
            await blue.post("go-back", {"do": "decline"})
            assert (await red.view(log=0))["going_back"] is None
            desk.house.keeper.forget(desk.house.keeper._tables[red.match])
            await red.post("go-back", {"do": "offer"})
            desk.house.keeper.forget(desk.house.keeper._tables[red.match])
            done = await blue.post("go-back", {"do": "accept"})
            assert [event["type"] for event in done["events"]] == ["takebackaccepted", "wentback", "turn"]
            seen = await red.view(log=0)
            assert seen["view"] == before
            assert seen["to_act"] == ["red"]
            await red.act({"type": "press"})
            await red.post("go-back", {"do": "offer"})
            await blue.act({"type": "hold"})
            assert (await red.view(log=0))["going_back"] is None
            await red.post("resign")
            text = await red.player.http.get(f"/api/matches/{red.match}/record")
            found = verify(Record(text.content), toy_ruleset)
            assert found.ok, found.sentence
            for position in range(len((await red.player.get(f"{red.path}/replay"))["positions"]) + 1):
                await red.player.get(f"{red.path}/replay/{position}")

    run(test)


def test_a_match_may_be_made_without_going_back(tmp_path: Path):
    """What its maker chose is told, and an offer is refused with it."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk, take_backs=False)
            assert (await red.player.get(f"/api/matches/{red.match}"))["take_backs"] is False
            for chair in (red, blue):
                for action in PLOTS:
                    await chair.act(action)
            problem = await red.post("go-back", {"do": "offer"}, 409)
            assert problem["detail"] == "this match was made without going back: what is decided stands"

    run(test)


def test_a_bot_does_not_go_back_over_dice(tmp_path: Path):
    """It declines with its reason, and the match stays as it is."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk)
            for chair in (red, blue):
                for action in PLOTS:
                    await chair.act(action)
            await red.act({"type": "press"})
            await blue.post("hand-over", {"to": "midshipman"})
            told = await red.post("go-back", {"do": "offer"})
            assert told["events"][-1]["event"]["why"] == "dice have fallen or orders were shown since"
            assert (await red.view(log=0))["going_back"] is None

    run(test)


def test_a_bot_goes_back_where_nothing_was_shown(tmp_path: Path):
    """Red held, and blue's public step since rests on it: she cannot take it back alone, but the bot agrees."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            red, blue = await toy_match(desk)
            for chair in (red, blue):
                for action in PLOTS:
                    await chair.act(action)
            before = (await red.view(log=0))["view"]
            await red.act({"type": "hold"})
            await blue.act({"type": "hold"})
            await red.post("take-back", {}, 409)
            await blue.post("hand-over", {"to": "midshipman"})
            await red.post("go-back", {"do": "offer"})
            assert (await red.view(log=0))["view"] == before

    run(test)


def test_a_preview_foretells_exactly_what_no_dice_decide(tmp_path: Path):
    """In whole duels by chance: what was foretold of an order is what is seen after it; some are left to the dice."""

    async def test() -> None:
        chance = random.Random(11)
        async with serving(tmp_path / "wg.db") as desk:
            ann = await desk.player("Ann")
            made = await ann.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}}, settings={"turns": 4})
            foretold = left = 0
            for _ in range(200):
                table = await ann.get(f"/api/matches/{made['id']}")
                if table["result"]:
                    break
                chair = ann.at(made["id"], table["to_act"][0])
                action = chance.choice(await chair.offered())
                weighed = await chair.post("preview", {"action": action, "outcome": True})
                assert (await chair.post("preview", {"action": action}))["outcome"] is None
                told = await chair.act(action)
                rules = [event for event in told["events"] if event["kind"] == "rules"]
                if (sure := weighed["outcome"]) is None:
                    left += 1
                    continue
                foretold += 1
                for seen, foreseen in zip(rules, sure["events"], strict=False):
                    assert (seen["event"], seen["words"]) == (foreseen["event"] | seen["event"], foreseen["words"])
                if len(rules) == len(sure["events"]):  # else the table went on by itself
                    assert (await chair.view(log=0))["view"] == sure["view"]
            assert foretold >= 5
            assert left >= 3

    run(test)


def test_a_preview_foretells_nothing_that_is_hidden(tmp_path: Path):
    """What the other seat plotted in secret changes no byte of what is foretold."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db", toy=True) as desk:
            said = []
            for speed in (0, 3):
                red, blue = await toy_match(desk)
                await blue.act({"type": "plot", "boat": 0, "speed": speed})
                said.append(await red.post("preview", {"action": PLOTS[0], "outcome": True}))
            assert said[0]["outcome"]["view"]["own"]["plots"] == [1, None]
            assert said[0]["outcome"]["view"]["own"] == said[1]["outcome"]["view"]["own"]

    run(test)


def test_a_dispatch_tells_a_seat_what_it_heard_since_its_last_move(tmp_path: Path):
    """It grows while the other side acts, has only what the seat itself heard, and begins anew when a move is over."""

    async def test() -> None:
        async with serving(tmp_path / "wg.db") as desk:
            ann, ben = await desk.player("Ann"), await desk.player("Ben")
            made = await ann.create(seats={"allied": {"kind": "me"}, "british": {"kind": "open"}})
            await ben.post(f"/api/matches/{made['id']}/join", {"seat": "british"})
            allied, british = ann.at(made["id"], "allied"), ben.at(made["id"], "british")
            sailed = {"type": "move", "ship": "aigle", "distance": 200}
            await allied.act(sailed)
            assert (await allied.get("dispatch"))["since"] < (await allied.view())["last"]
            told = await british.get("dispatch")
            assert "moved" in [one["type"] for one in told["events"]]
            assert any("Aigle sails" in one["words"] for one in told["events"])
            await british.act({"type": "move", "ship": "bellerophon", "distance": 200})
            heard = {one["number"]: one for one in await allied.events()}
            mine = await allied.get("dispatch")
            assert all(heard[one["number"]] == one and one["number"] > mine["since"] for one in mine["events"])
            assert any("Bellerophon sails" in one["words"] for one in mine["events"])
            assert not any(one["tiding"].get("level") == "unsaid" for one in mine["events"])
            seen = ben.at(made["id"], "spectator")
            assert (await seen.get("dispatch"))["events"]

    run(test)
