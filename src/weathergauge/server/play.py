"""At the table: what a seat sees, what it may do, and doing it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import Query, Request, Response
from msgspec import Raw

from weathergauge import codec
from weathergauge.beside.hints import Foresight, Hints
from weathergauge.match.course import Stale
from weathergauge.match.foresight import foreseen, without_odds
from weathergauge.ruleset import Call
from weathergauge.server import guiding, tongues, wording
from weathergauge.server.bridge import Nothing, Reply, Routes, key_of, packed, read, while_there
from weathergauge.server.change import Ask, Change
from weathergauge.server.dispatch import REACH, Dispatch, dispatch
from weathergauge.server.evenly import evenly, steadily
from weathergauge.server.events import Event, numbered
from weathergauge.server.house import House, sit
from weathergauge.server.orders import (
    Actions,
    Ahead,
    CallOdds,
    Draw,
    Faces,
    Follow,
    GoBack,
    HandOver,
    Offers,
    Order,
    Orders,
    Outcome,
    Overdue,
    Plan,
    Preview,
    Reasons,
    Receipt,
    Series,
    StandingOrders,
    TakeBack,
    View,
    Weighed,
    ahead,
    carry_out,
    decode,
    follow,
    go_back,
    hand_over,
    looked,
    offers,
    outcome_of,
    overdue,
    playing,
    receipt,
    see,
    series,
    stand_by,
    stand_down,
    supply,
)
from weathergauge.server.orders import why_not as reason
from weathergauge.server.table import Table

SEAT = ["signed-out", "not-yours", "not-found"]
ORDER = [*SEAT, "refused", "bad-input"]


def routes(house: House) -> Routes:
    part = Routes("table")
    at = "/api/matches/{match}/seats/{seat}"

    @asynccontextmanager
    async def seated(request: Request, match: str, seat: str) -> AsyncIterator[Table]:
        """Hold the table of a match that goes on, for somebody who plays the seat."""
        caller = await house.caller(request)
        async with house.keeper.holding(match) as table:
            sit(table, seat, caller, play=True)
            playing(table)
            yield table

    @part.get(at + "/view", View, [*SEAT, "bad-input"])
    async def view(request: Request, match: str, seat: str, log: Annotated[int, Query(ge=0, le=2000)] = 200) -> Reply:
        """What the seat sees now, what it can order, and its log."""
        caller = await house.caller(request)
        async with house.keeper.holding(match) as table:
            audience = sit(table, seat, caller)
            after = max(0, table.row.told.get(audience, 0) - log)
            told = await house.keeper.events(match, audience, after, limit=2000) if log else []
            reply = Reply(see(table, seat, audience, [Raw(numbered(number, body)) for number, body in told]))
        return reply if log else await packed(request, reply)

    @part.get(at + "/dispatch", Dispatch, SEAT)
    async def story(request: Request, match: str, seat: str) -> Reply:
        """What happened since the seat's last move, in three to six sentences: only what it heard."""
        caller = await house.caller(request)
        async with house.keeper.holding(match) as table:
            audience = sit(table, seat, caller)
            last = table.row.told.get(audience, 0)
            since = max(table.row.facts.since.get(audience, 0), last - REACH)
            told = await house.keeper.events(match, audience, since, limit=REACH)
            return Reply(dispatch(since, last, told))

    @part.get(at + "/choices", Offers, [*SEAT, "refused", "bad-input"])
    async def choices(request: Request, match: str, seat: str, subject: Annotated[str, Query(max_length=200)]) -> Reply:
        """What one subject may do."""
        async with seated(request, match, seat) as table:
            return Reply(offers(table, seat, subject))

    @part.post(at + "/why-not", Actions, Reasons, [*SEAT, "refused", "bad-input"])
    async def why_not(request: Request, match: str, seat: str) -> Reply:
        """Why an order cannot be given: changes nothing."""
        asked, _ = await read(request, Actions)
        async with seated(request, match, seat) as table:
            actions = [decode(table, raw) for raw in asked.actions]
            seen = table.going.view(seat)
            words = [wording.order(table.rules, seen, action) for action in actions]
            return Reply(
                Reasons(table.going.decision(seat), [reason(table, seat, action) for action in actions], words)
            )

    @part.get(at + "/hints", Hints, [*SEAT, "refused", "bad-input"])
    async def hints(request: Request, match: str, seat: str, subject: Annotated[str, Query(max_length=200)]) -> Reply:
        """What a board draws about the subject that is looked at."""
        caller = await house.caller(request)
        async with house.keeper.holding(match) as table:
            audience = sit(table, seat, caller)
            playing(table)
            return Reply(table.rules.hints(table.going.view(audience or None), subject))

    @part.post(at + "/foresee", Plan, Foresight, [*SEAT, "refused", "bad-input"])
    async def foresee_orders(request: Request, match: str, seat: str) -> Reply:
        """Where orders in the making would lead, if all goes well: changes nothing."""
        asked, _ = await read(request, Plan)
        async with seated(request, match, seat) as table:
            orders = [decode(table, raw) for raw in asked.orders]
            mine = seat in table.to_act
            return Reply(table.rules.foresee(table.going.view(seat), orders) if mine else Foresight())

    @part.post(at + "/preview", Weighed, Preview, [*SEAT, "refused", "bad-input", "unavailable"])
    async def preview(request: Request, match: str, seat: str) -> Reply:
        """What the dice may bring, before one commits: changes nothing."""
        asked, _ = await read(request, Weighed)
        caller = await house.working("odds", request)
        async with house.keeper.holding(match) as table:
            sit(table, seat, caller, play=True)
            playing(table)
            title, action, seen = table.row.title, decode(table, asked.action), table.going.view(seat)
            rules = house.rules(title)
            decision, why = table.going.decision(seat), reason(table, seat, action)
            why = why or guiding.why_not(table, seat, action)
            words = wording.order(rules, seen, action)

        def think() -> tuple[Sequence[Call], Outcome | None, str]:
            with tongues.speaking(title):
                calls = rules.preview(seen, action) if why is None else ()
                if why is not None:
                    return calls, None, ""
                if calls:
                    return calls, None, rules.warn(seen, action)
                found = foreseen(rules, seen, seat, action)
                outcome = outcome_of(found) if asked.outcome and found is not None else None
                return calls, outcome, without_odds(rules, seen, seat, action, found)

        calls, outcome, foretold = await house.think(think)
        laws = await while_there(request, house.reckoning.previews(title, rules, calls))
        weighed = []
        for call, law in zip(calls, laws, strict=True):
            form = rules.procedures[call.procedure].form(call.inputs)
            told = (None, law) if isinstance(law, str) else (law,)
            weighed.append(CallOdds(call.procedure, call.words, form, *told))
        return Reply(Preview(decision, words, why, weighed, outcome, foretold))

    async def order(
        request: Request, match: str, seat: str, raw: bytes, do: Callable[[Change], None],
        told: Callable[[Change], Receipt] | None = None, look: str | None = None,
    ) -> Reply:  # fmt: skip
        """Every order goes this way: who, once, checked, stored, answered.

        What is seen afterwards is no part of the stored answer: whoever asks again sees how it stands then.
        """
        caller = await house.caller(request)
        key = key_of(request)
        assert key is not None
        ask = Ask.of(f"{match}:{seat}", key, request.url.path, raw)

        def may(table: Table) -> None:
            sit(table, seat, caller, play=True)

        def act(change: Change) -> Any:
            playing(change.table)
            do(change)
            return lambda: receipt(change, seat) if told is None else told(change)

        answer = await house.keeper.change(match, act, ask, may=may)
        if look is None:
            return Reply(answer)
        async with house.keeper.holding(match) as table:
            sit(table, seat, caller, play=True)
            parts = codec.decode(answer, dict[str, Raw]) | looked(table, seat, look)
        return await packed(request, Reply(parts))

    @part.post(at + "/actions", Order, Receipt, ORDER, key=True)
    async def act(request: Request, match: str, seat: str) -> Reply:
        """Give an order: checked by the rules, stored, and only then answered."""
        asked, raw = await read(request, Order)

        def do(change: Change) -> None:
            guiding.act(change, seat, decode(change.table, asked.action), asked.decision)

        return await order(request, match, seat, raw, do, look=asked.look)

    @part.post(at + "/orders", Orders, Series, ORDER, key=True)
    async def act_on(request: Request, match: str, seat: str) -> Reply:
        """Give several orders in one go: each is checked by the rules in its turn, and the first that does not hold any more ends
        it with its sentence. Those before it stand; where the first is refused, nothing is done."""
        asked, raw = await read(request, Orders)
        done: list[tuple[int, str]] = []

        def do(change: Change) -> None:
            done[:] = [carry_out(change, seat, asked)]

        return await order(request, match, seat, raw, do, lambda change: series(change, seat, *done[0]))

    @part.get(at + "/standing-orders", StandingOrders, [*SEAT, "refused"])
    async def standing(request: Request, match: str, seat: str) -> Reply:
        """What the seat has ordered ahead: nobody else sees it."""
        async with seated(request, match, seat) as table:
            return Reply(ahead(table, seat))

    async def order_ahead(request: Request, match: str, seat: str, do: Callable[[Change], None]) -> bytes:
        caller = await house.caller(request)

        def act(change: Change) -> Any:
            playing(change.table)
            do(change)
            return lambda: ahead(change.table, seat)

        return await house.keeper.change(match, act, may=lambda table: sit(table, seat, caller, play=True))

    @part.put(at + "/standing-orders", Ahead, StandingOrders, ORDER)
    async def stand(request: Request, match: str, seat: str) -> Reply:
        """Order ahead: in place of whatever stood, and also for the step that is being decided."""
        asked, _ = await read(request, Ahead)
        return Reply(await order_ahead(request, match, seat, lambda change: stand_by(change, seat, asked)))

    @part.delete(at + "/standing-orders", SEAT)
    async def unstand(request: Request, match: str, seat: str) -> Response:
        """Take back what was ordered ahead."""
        await order_ahead(request, match, seat, lambda change: stand_down(change, seat))
        return Response(status_code=204)

    @part.post(at + "/dice", Faces, Receipt, ORDER, key=True)
    async def dice(request: Request, match: str, seat: str) -> Reply:
        """Type the dice that are waited for."""
        asked, raw = await read(request, Faces)
        return await order(request, match, seat, raw, lambda change: supply(change, seat, asked))

    @part.post(at + "/take-back", TakeBack, Receipt, ORDER, key=True)
    async def take_back(request: Request, match: str, seat: str) -> Reply:
        """Take back an own step since the last dice or reveal."""
        asked, raw = await read(request, TakeBack)

        def do(change: Change) -> None:
            game = change.table.going
            if asked.decision is not None and asked.decision != game.decision(seat):
                raise Stale("the match has moved on since: look again before you take back")
            before = {step.n for step in game.tail}
            with steadily():
                game.take_back(seat, asked.step)
            guiding.went_back(change, before - {step.n for step in game.tail})
            change.heard()
            change.rest(seat)

        async with evenly():
            return await order(request, match, seat, raw, do)

    @part.post(at + "/resign", Nothing, Receipt, ORDER, key=True)
    async def resign(request: Request, match: str, seat: str) -> Reply:
        """Give the match up."""
        _, raw = await read(request, Nothing)

        def do(change: Change) -> None:
            change.table.going.resign(seat)
            change.heard()

        return await order(request, match, seat, raw, do)

    @part.post(at + "/draw", Draw, Receipt, ORDER, key=True)
    async def draw(request: Request, match: str, seat: str) -> Reply:
        """Offer a draw, or accept one."""
        asked, raw = await read(request, Draw)

        def do(change: Change) -> None:
            game = change.table.going
            game.offer_draw(seat) if asked.do == "offer" else game.accept_draw(seat)
            change.heard()

        return await order(request, match, seat, raw, do)

    @part.post(at + "/go-back", GoBack, Receipt, ORDER, key=True)
    async def back(request: Request, match: str, seat: str) -> Reply:
        """Ask all others to go back to before one's last decision, across dice and reveals; or answer that."""
        asked, raw = await read(request, GoBack)
        async with seated(request, match, seat) as table:
            game = table.going
            if asked.do != "decline" and game.forgets(seat):  # it was loaded since: the record still knows
                record = await house.keeper.record(match)
                await house.think(lambda: game.recall(seat, record))

        def do(change: Change) -> None:
            with steadily():  # whether one may take the step back without asking is looked at first
                go_back(change, seat, asked.do)
            for other in change.table.seats:  # what was gone back to is each one's own to decide anew
                change.rest(other) if asked.do == "accept" else None

        async with evenly():
            return await order(request, match, seat, raw, do)

    @part.post(at + "/hand-over", HandOver, Receipt, ORDER, key=True)
    async def hand(request: Request, match: str, seat: str) -> Reply:
        """Let a bot play the seat from here on, or take it again."""
        asked, raw = await read(request, HandOver)
        account = (await house.caller(request)).account
        name = account.name if account else "player"
        return await order(request, match, seat, raw, lambda change: hand_over(change, seat, asked.to, name))

    @part.post(at + "/lesson", Follow, Receipt, ORDER, key=True)
    async def lesson(request: Request, match: str, seat: str) -> Reply:
        """Read on in a lesson, let the voice give its order, or leave the lesson."""
        asked, raw = await read(request, Follow)
        return await order(request, match, seat, raw, lambda change: follow(change, seat, asked.do))

    @part.post(at + "/overdue", Overdue, Receipt, ORDER, key=True)
    async def late(request: Request, match: str, seat: str) -> Reply:
        """The other side let its time run out: a bot takes over, or it loses."""
        asked, raw = await read(request, Overdue)
        return await order(request, match, seat, raw, lambda change: overdue(change, asked, seat))

    part.kinds.append(Event)
    return part
