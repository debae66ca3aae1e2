"""Orders: what a seat may ask for at the table, what it is told, and what is done to the match."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from weathergauge import codec
from weathergauge.beside.hints import Hints, Sea
from weathergauge.match import standing
from weathergauge.match.course import Stale
from weathergauge.match.foresight import Foreseen as Foretold
from weathergauge.match.lessons import Voice
from weathergauge.match.standing import at_rest
from weathergauge.ruleset import Form, Refused, Result, Seat
from weathergauge.sentences import nearest, spoken
from weathergauge.server import guiding, wording
from weathergauge.server.bridge import Asked
from weathergauge.server.catalogue import bots_for, why_no_bot
from weathergauge.server.chances import Chances
from weathergauge.server.change import Change
from weathergauge.server.events import numbered
from weathergauge.server.problem import Problem
from weathergauge.server.store import now
from weathergauge.server.table import Awaited, GoingBack, Standing, Table, Waiting

Decision = Annotated[str, Meta(min_length=1, max_length=40)]


class Order(Asked, frozen=True):
    """An action of the title, and the decision it answers.

    With `look`, the subject that is being ordered, the answer also brings what can be seen and ordered after it.
    """

    action: Raw
    decision: Decision | None = None
    look: Annotated[str, Meta(max_length=200)] | None = None


class Orders(Asked, frozen=True):
    """Several actions of the title, to be carried out one after the other, and the decision that the first answers."""

    actions: Annotated[list[Raw], Meta(min_length=1, max_length=100)]
    decision: Decision | None = None


class Ahead(Asked, frozen=True):
    """Standing orders of the title."""

    orders: Raw


class Actions(Asked, frozen=True):
    actions: Annotated[list[Raw], Meta(max_length=100)]


class Plan(Asked, frozen=True):
    """Orders in the making, one after the other."""

    orders: Annotated[list[Raw], Meta(max_length=10)]


class Weighed(Asked, frozen=True):
    """An action to be weighed before one commits; with `outcome` also how it would stand, where no dice decide."""

    action: Raw
    outcome: bool = False


class Faces(Asked, frozen=True):
    """Dice that a hand threw, and the lock of the roll they are for."""

    faces: Annotated[list[Annotated[int, Meta(ge=0, le=1000)]], Meta(max_length=100)]
    lock: Decision | None = None


class TakeBack(Asked, frozen=True):
    step: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    decision: Decision | None = None


class Draw(Asked, frozen=True):
    do: Literal["offer", "accept"]


class GoBack(Asked, frozen=True):
    do: Literal["offer", "accept", "decline"]


class HandOver(Asked, frozen=True):
    """The name of a bot, or `me`."""

    to: Annotated[str, Meta(min_length=1, max_length=100)]


class Follow(Asked, frozen=True):
    """Read on, have the order given that the voice waits for, or leave the lesson."""

    do: Literal["read", "show", "leave"]


class Overdue(Asked, frozen=True):
    seat: Annotated[str, Meta(min_length=1, max_length=100)]
    do: Literal["bot", "resign"]


class Subject(Struct, frozen=True, omit_defaults=True):
    id: str
    words: str
    idle: bool = False
    """The whole side has nothing to order here but that it is ready."""


class View(Struct, frozen=True):
    """What one seat sees. `view` is the title's own."""

    match: str
    seat: str
    status: str
    decision: str | None
    to_act: list[Seat]
    your_turn: bool
    view: Raw
    sea: Sea | None
    """What a board draws about every ship alike."""
    subjects: list[Subject]
    standing: list[Standing]
    waiting: Waiting | None
    draw: Seat | None
    going_back: GoingBack | None
    players: dict[Seat, str]
    muted: bool
    """Whether the seat hears nothing of spectators."""
    result: Result | None
    head: str | None
    last: int
    log: list[Raw]
    lesson: Voice | None = None
    """What the voice of a lesson says now."""


class Offered(Struct, frozen=True):
    action: Any
    words: str


class Offers(Struct, frozen=True):
    """What one subject may do: for free moves a sample, and forms with the limits."""

    decision: str
    subject: str
    actions: list[Offered]
    forms: list[Form]


class Reasons(Struct, frozen=True):
    """For each action null where it is legal, else the sentence the player reads."""

    decision: str
    why_not: list[str | None]
    words: list[str]


class CallOdds(Struct, frozen=True):
    """A procedure that an order uses, and its odds; where they are too many to work out, `unweighed` says so."""

    procedure: str
    words: str
    inputs: Any
    odds: Chances | None
    unweighed: str = ""


class Foreseen(Struct, frozen=True):
    type: str
    event: Any
    words: str


class Outcome(Struct, frozen=True):
    """What an action comes to for its seat, where neither dice nor anything hidden has a say in it."""

    view: Any
    events: list[Foreseen]


class Preview(Struct, frozen=True):
    """What the dice may bring, before one commits."""

    decision: str
    words: str
    why_not: str | None
    calls: list[CallOdds]
    outcome: Outcome | None = None
    foretold: str = ""
    """What can be said where there are no odds: whether dice fall, and what for."""


class Receipt(Struct, frozen=True, omit_defaults=True):
    """What came of an order, as its seat hears it; `seen`, `choices` and `hints` come only where they were asked for."""

    decision: str
    to_act: list[Seat]
    your_turn: bool
    waiting: Waiting | None
    result: Result | None
    head: str | None
    last: int
    events: list[Raw]
    seen: View | None = None
    """What the seat sees afterwards, without its log."""
    choices: Offers | None = None
    """What the subject may do next that was ordered, or where it has nothing more to do, the first that has."""
    hints: Hints | None = None
    """What a board draws about that subject."""


class Series(Receipt, frozen=True, omit_defaults=False):
    """What came of several orders: how many were carried out, and why the next was not."""

    given: int = 0
    refused: str = ""


class StandingOrders(Struct, frozen=True):
    """What a seat has ordered ahead, for its own eyes alone."""

    orders: Any
    """As its title has them, with whatever is suspended and why; null where nothing stands."""
    words: list[str]
    woken: str
    """Why the seat was woken last; nothing where its orders have led on since."""
    resting: bool
    """Whether the seat decides this step itself."""
    given: list[int]
    """The newest steps of the record that standing orders gave."""


AWAITED: dict[Awaited, str] = {
    "seats": "a seat is still free",
    "commitments": "words for the dice are still to be sealed",
    "openings": "words for the dice are still to be opened",
}


def playing(table: Table) -> None:
    if table.match is None:
        waits = AWAITED[table.row.facts.awaits or "seats"]
        what = "was cancelled" if table.row.status == "cancelled" else f"has not begun: {waits}"
        raise Problem("refused", f"The match {what}.")


def decode(table: Table, raw: Raw) -> Any:
    """An action of the title; one of the wrong shape is told what was expected."""
    try:
        return codec.decode(bytes(raw), table.rules.types.action)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Problem("bad-input", f"That is no order of {table.row.title}: {spoken(str(error))}.") from None


def see(table: Table, seat: str, audience: str, log: list[Raw]) -> View:
    """What a seat sees now."""
    row, match = table.row, table.match
    subjects: list[Subject] = []
    if match is not None and audience and audience in table.to_act:
        view = match.view(audience)
        legal = table.rules.legal(view)
        subjects = [
            Subject(id, table.rules.subject(view, id), id == "step" and all(_ready(action) for action in legal.of(id)))
            for id in legal.subjects()
        ]
    return View(
        match=row.id, seat=seat, status=row.status, decision=match.decision(audience) if match and audience else None,
        to_act=row.facts.to_act, your_turn=audience in row.facts.to_act,
        view=Raw(b"null") if match is None else table.view(audience),
        sea=None if match is None else table.rules.sea(match.view(audience or None)),
        subjects=subjects, standing=table.standing(audience),
        waiting=table.waiting(), draw=table.draw(), going_back=table.asking(), result=row.facts.result, head=row.facts.head or None,
        players={place.seat: place.bot or place.player for place in row.facts.seats}, muted=audience in row.facts.muted,
        last=row.told.get(audience, 0), log=log, lesson=guiding.voice(table, audience) if audience else None,
    )  # fmt: skip


def _ready(action: Any) -> bool:
    return bool(action.__struct_config__.tag == "ready")


def offers(table: Table, seat: Seat, subject: str) -> Offers:
    """What one subject may do; nothing for one that cannot be ordered."""
    seen, rules = table.going.view(seat), table.rules
    legal = rules.legal(seen)
    actions, forms = [], []
    if seat in table.to_act and subject in legal.subjects():
        actions = [Offered(action, wording.order(rules, seen, action)) for action in legal.of(subject)]
        forms = [form for form in legal.forms() if subject in form.fixed.values()]
    return Offers(table.going.decision(seat), subject, actions, forms)


def looked(table: Table, seat: Seat, subject: str) -> dict[str, Any]:
    """What stands beside a receipt for whoever looks on from there: the view, and what is ordered next."""
    seen = see(table, seat, seat, [])
    known = [subject.id for subject in seen.subjects]
    found: dict[str, Any] = {"seen": seen}
    if known:
        next_one = subject if subject in known else known[0]
        found["choices"] = offers(table, seat, next_one)
        found["hints"] = table.rules.hints(table.going.view(seat), next_one)
    return found


def receipt(change: Change, seat: Seat) -> Receipt:
    """What a seat is told of what it did, once it is done."""
    return Receipt(**_receipt(change, seat))


def series(change: Change, seat: Seat, given: int, refused: str) -> Series:
    """The same of several orders."""
    return Series(**_receipt(change, seat), given=given, refused=refused)


def _receipt(change: Change, seat: Seat) -> dict[str, Any]:
    table = change.table
    facts = table.row.facts
    return {
        "decision": table.going.decision(seat), "to_act": facts.to_act, "your_turn": seat in facts.to_act,
        "waiting": table.waiting(), "result": facts.result, "head": facts.head or None, "last": table.row.told.get(seat, 0),
        "events": [Raw(numbered(number, body)) for number, body in change.told[seat]],
    }  # fmt: skip


def carry_out(change: Change, seat: Seat, asked: Orders) -> tuple[int, str]:
    """Give orders one after the other until one does not hold any more: how many were given, and why not the next."""
    table, decision = change.table, asked.decision
    actions = [decode(table, raw) for raw in asked.actions]
    for given, action in enumerate(actions):
        try:
            guiding.act(change, seat, action, decision)
        except Refused as refused:
            if not given:
                raise
            return given, str(refused)
        change.settle()
        guiding.lead(change)
        decision = None
    return len(actions), ""


def ahead(table: Table, seat: Seat) -> StandingOrders:
    """Show a seat what it has ordered ahead."""
    kept, game = table.row.standing.get(seat), table.going
    if kept is None:
        return StandingOrders(None, [], "", False, [])
    resting = at_rest(game, seat, kept).stage == kept.stage
    try:
        orders = standing.of(table.rules, kept)
    except Refused as refused:
        return StandingOrders(None, [], str(refused), resting, list(kept.given))
    words = list(table.rules.stand_in_words(game.view(seat), orders))
    return StandingOrders(orders, words, kept.woken, resting, list(kept.given))


def stand_by(change: Change, seat: Seat, asked: Ahead) -> None:
    """Take standing orders: whatever they lead to now is done with the change."""
    table = change.table
    if guiding.taught(table) is not None:
        raise Refused("orders cannot be given ahead while your guide leads you: leave the lesson first")
    try:
        orders = codec.decode(bytes(asked.orders), table.rules.standing)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Problem(
            "bad-input", f"Those are no standing orders of {table.row.title}: {spoken(str(error))}."
        ) from None
    table.row.standing[seat] = standing.give(table.going, seat, orders, table.row.standing.get(seat))
    change.tell("standing", "taken", {}, "Your standing orders are taken.", (seat,))


def stand_down(change: Change, seat: Seat) -> None:
    """Take standing orders back."""
    if change.table.row.standing.pop(seat, None) is not None:
        change.tell("standing", "withdrawn", {}, "Your standing orders are taken back.", (seat,))


def supply(change: Change, seat: Seat, asked: Faces) -> None:
    """Give the dice that are waited for."""
    table, waiting = change.table, change.table.waiting()
    if waiting is None:
        raise Refused("no dice are waited for")
    if seat not in waiting.seats:
        raise Refused(f"these dice are for {' or '.join(waiting.seats)} to throw")
    if asked.lock is not None and asked.lock != waiting.lock:
        raise Stale("these dice were for an earlier roll: somebody has typed it already")
    table.going.supply(asked.faces)
    thrown = {"dice": waiting.dice, "faces": asked.faces, "why": waiting.why, "by": seat}
    change.tell("dice", "thrown", thrown, f"{waiting.dice} for {waiting.why}: {' '.join(map(str, asked.faces))}.")
    change.heard()


def go_back(change: Change, seat: Seat, do: str) -> None:
    """Ask to go back to before one's last decision, or answer. Bots agree where they give nothing away by it."""
    table = change.table
    game = table.going
    if not table.row.facts.take_backs:
        raise Refused("this match was made without going back: what is decided stands")
    if do == "decline":
        game.decline_take_back(seat)
    elif do == "accept":
        game.accept_take_back(seat)
    else:
        game.offer_take_back(seat)
        for place in table.row.facts.seats:
            asking = game.asking
            if place.kind != "bot" or place.seat == seat or asking is None:
                continue
            # Every fence is dice that fell or something hidden that was shown; some steps show it without one.
            shown = any(step.n >= asking.n and step.by == seat and game.learnt(step) for step in game.tail)
            if asking.before is not None and asking.before.fences == game.fences and not shown:
                game.accept_take_back(place.seat)
            else:
                game.decline_take_back(place.seat, "dice have fallen or orders were shown since")
    change.heard()


def hand_over(change: Change, seat: Seat, to: str, name: str) -> None:
    """A bot plays the seat from here on, or its holder again."""
    table = change.table
    place = table.row.facts.place(seat)
    assert place is not None
    if to == "me":
        if place.kind != "bot":
            raise Refused(f"{seat} is yours already")
        table.going.hand_over(seat, name)
        place.kind, place.player, place.bot = "person", name, None
    elif (reason := why_no_bot(to, table.row.title, ["me"])) is None:
        if table.row.dice == "typed" and not any(p.kind == "person" for p in table.row.facts.seats if p.seat != seat):
            raise Refused("bots cannot throw dice: somebody must stay at the table")
        table.going.hand_over(seat, to)
        place.kind, place.player, place.bot = "bot", to, to
    else:
        raise Problem("bad-input", reason)
    change.heard()


def follow(change: Change, seat: Seat, do: str) -> None:
    """Follow the voice of a lesson, or leave it."""
    if do == "leave":
        guiding.leave(change, bots_for(change.table.row.title)[0])
    elif do == "read":
        guiding.read_on(change, seat)
    else:
        voice = guiding.voice(change.table, seat)
        if voice is None or voice.do is None:
            raise Refused("there is no order that your guide could give for you now")
        guiding.act(change, seat, voice.do, None)


def overdue(change: Change, asked: Overdue, seat: Seat) -> None:
    """Somebody let the time run out: a bot takes the seat, or it loses."""
    table = change.table
    due = table.row.facts.due.get(asked.seat)
    if asked.seat not in table.seats:
        raise Problem("bad-input", f"There is no seat {asked.seat!r}: {nearest(asked.seat, table.seats)}")
    if asked.seat == seat:
        raise Refused("this is for the other side's time: resign, or hand your seat to a bot")
    if due is None or due > now():
        raise Refused(f"{asked.seat} still has time" if due else f"{asked.seat} has no deadline now")
    if asked.do == "bot":
        hand_over(change, asked.seat, bots_for(table.row.title)[0], "")
    else:
        table.going.resign(asked.seat)
        change.heard()


def outcome_of(found: Foretold) -> Outcome:
    """What an action comes to, as the page shows it."""
    plain = [codec.plain(event) for event in found.events]
    return Outcome(
        found.view, [Foreseen(order["type"], order, said) for order, said in zip(plain, found.words, strict=True)]
    )


def why_not(table: Table, seat: Seat, action: Any) -> str | None:
    """What the door would answer."""
    game = table.going
    if game.result is not None:
        return f"the match is over: {game.result.reason}"
    if game.waiting is not None:
        return f"{game.waiting.dice} are waited for: {game.waiting.why}"
    found: str | None = table.rules.legal(game.view(seat)).why_not(action)
    return found
