"""The words to the table that are no orders: help, sheets, lists, odds, the log, and leaving it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table as Grid
from rich.text import Text

from weathergauge.cli.table.account import account_of, charts_used, explained
from weathergauge.cli.table.desk import Desk, Lens, Line
from weathergauge.cli.table.names import Unclear
from weathergauge.files.charttext import chart_text
from weathergauge.match.foresight import foreseen, without_odds
from weathergauge.match.record import key_file
from weathergauge.odds import OddsError
from weathergauge.ruleset import Rules
from weathergauge.sentences import nearest

if TYPE_CHECKING:
    from weathergauge.cli.table.session import Session

LISTED = 40
"""Options or sentences in one list."""
NEARER = 1.6
AT_THE_TABLE = 1_000_000
"""Steps that the odds of an order may take: nobody wants to wait longer before every decision."""

FROM_LISTS = "Orders are picked from a list: `options` numbers what can be done, and a number picks"


def word(session: Session, said: Sequence[str], while_waiting: bool = False) -> bool:
    """Follow a word to the table; False where it is none, and so perhaps an order."""
    first = said[0].lower()
    page_word = ALIASES.get(first, first)
    if page_word not in WORDS and first not in session.desk.verbs:
        begin = [name for name in WORDS if name.startswith(first)] if len(first) > 2 else []
        page_word = begin[0] if len(begin) == 1 and not _is_name(session, first) else page_word
    if page_word in session.desk.pages:
        page = session.desk.page(session.view, page_word, said[1:])
        session.talk.show(list(page.lines))
        session.offered = list(page.offered) or session.offered
        return True
    if page_word not in WORDS:
        if while_waiting:
            session.talk.say(
                f"{' '.join(said)!r} is not what the dice show: type their faces, or `quit` to leave them for later"
            )
        return while_waiting
    WORDS[page_word][0](session, list(said[1:]))
    return True


def _is_name(session: Session, said: str) -> bool:
    """Whether a word is the beginning of a name, of one or of several."""
    try:
        return session.desk.names(session.view).at([said], 0) is not None
    except Unclear:
        return True


def known(desk: Desk) -> list[str]:
    """Every word that can begin a line."""
    return [*WORDS, *desk.pages, *desk.verbs]


def _help(session: Session, about: list[str]) -> None:
    grid = Grid.grid(padding=(0, 2))
    orders = session.desk.help(session.view)
    about_orders = bool(about) and "orders".startswith(about[0].lower())
    if about_orders and orders:
        for said, meaning in orders:
            grid.add_row(f"  {said}", meaning)
        session.talk.show(["Orders, by example. The first letters of a name are enough.", grid])
        return
    if about_orders:
        session.talk.say(FROM_LISTS)
        return
    if about:
        _explain(session, " ".join(about))
        return
    ship, _ = session.desk.examples(session.view)
    own = {"chart": next(iter(session.match.rules.chart_set), ""), "seat": session.match.seats[-1]}
    for name, (_, example, meaning) in WORDS.items():
        grid.add_row(f"  {example.format(ship, **own).rstrip() or name}", meaning.format(ship))
    for example, meaning in session.desk.pages.values():
        grid.add_row(f"  {example}", meaning)
    session.talk.show([grid])
    if orders:
        session.talk.say(f"Orders are said in words, such as `{orders[0][0]}`: `help orders` shows them all")
    else:
        session.talk.say(FROM_LISTS)


def _explain(session: Session, asked: str) -> None:
    """A word of the game, a page of its rules or a ruling, as `weathergauge rules` shows it."""
    from weathergauge.cli.rules import Handbook  # most matches are played without it

    book = Handbook(session.match.rules.name, session.talk.columns)
    told = book.look_up(asked)
    if told is None:
        session.talk.say(book.refusal(asked))
    else:
        session.talk.show([Text.from_ansi(told)])


def _options(session: Session, about: list[str]) -> None:
    """What can be done, numbered: by one ship, or which ships there are to order."""
    view, desk = session.view, session.desk
    choices = session.match.rules.legal(view)
    every, subjects = list(choices.subjects()), desk.subjects(view)
    closing = [action for subject in every if subject not in subjects for action in choices.of(subject)]
    if about:
        _options_of(session, _subject(session, about, session.seat))
    elif session.chosen in subjects or len(subjects) == 1:
        only = session.chosen if session.chosen in subjects else subjects[0]
        _options_of(session, only, closing if len(subjects) == 1 else ())
    elif every:
        session.offered = [*subjects[:LISTED], *closing]
        names = desk.names(view)
        _numbered(session, [[names.find(offer).called if isinstance(offer, str) else desk.say(view, offer)] for offer in session.offered])  # fmt: skip
    else:
        session.talk.say("there is nothing to decide now")


def _options_of(session: Session, subject: str, closing: Sequence[Any] = ()) -> None:
    """Those of one ship, with their odds; after them what closes the step, where she is the only one to order."""
    view, desk = session.view, session.desk
    choices = session.match.rules.legal(view)
    actions = list(choices.of(subject)) if subject in choices.subjects() else []
    if not actions:
        session.talk.say(f"{desk.names(view).find(subject).called} has nothing to decide now")
        return
    session.chosen = subject
    session.talk.show([f"  she {line}" for line in desk.limits(view, subject)])
    session.offered = [*actions[:LISTED], *closing]
    _numbered(session, [[desk.say(view, action), _brief(session, action)] for action in session.offered])


def _numbered(session: Session, rows: Sequence[Sequence[str]]) -> None:
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(justify="right", style="bold")
    for number, row in enumerate(rows, 1):
        grid.add_row(f"  {number}", *row)
    session.talk.show([grid])


def _brief(session: Session, action: Any) -> str:
    """The odds of an option in a few words."""
    told = []
    for call, odds in _laws(session, action):
        told.append(session.desk.brief(session.view, action, call, odds))
    return "; ".join(filter(None, told))


def _laws(session: Session, action: Any) -> list[tuple[Any, Any]]:
    rules: Rules = session.match.rules
    try:
        return [
            (call, rules.procedures[call.procedure].odds(call.inputs, rules.charts, steps=AT_THE_TABLE))
            for call in rules.preview(session.view, action)
        ]
    except OddsError:
        return []


def odds_of(session: Session, action: Any) -> list[Line]:
    """The exact odds of an action, a line for each throw it will take."""
    told = [session.desk.chance(session.view, action, call, odds) for call, odds in _laws(session, action)]
    return [line for line in told if line]


def _odds(session: Session, about: list[str]) -> None:
    if about[:1] in (["off"], ["on"]):
        session.thinking_over = about == ["on"]
        session.talk.say(
            "odds are shown before dice fall"
            if session.thinking_over
            else "odds are no longer shown: `odds on` brings them back"
        )
        return
    if not about:
        raise Unclear("Odds of what? Say `odds` and an order, or `odds off` to be asked no more.")
    if len(about) == 1 and about[0].isdigit() and 1 <= int(about[0]) <= len(session.offered):
        actions = [offer for offer in [session.offered[int(about[0]) - 1]] if not isinstance(offer, str)]
    else:
        actions = session.understand(about)
    for action in actions:
        if (why := session.match.rules.legal(session.view).why_not(action)) is not None:
            session.talk.say(why)
            continue
        session.talk.say(session.desk.say(session.view, action), "bold")
        session.talk.show(odds_of(session, action) or [_without_odds(session, action)])


def _without_odds(session: Session, action: Any) -> str:
    """What can be said of an action that has no odds of its own."""
    match, seat = session.match, session.seat
    outcome = foreseen(match.rules, session.view, seat, action)
    return without_odds(match.rules, session.view, seat, action, outcome)


def _show(session: Session, about: list[str]) -> None:
    subject = _subject(session, about)
    session.talk.show(session.desk.sheet(session.view, subject))
    if subject in session.match.rules.legal(session.view).subjects():
        session.chosen = subject


def _subject(session: Session, about: list[str], whose: str = "") -> str:
    if not about:
        if not session.chosen:
            raise Unclear("Which one? Say her name, or `ships` to see them all.")
        return session.chosen
    if " ".join(about) in session.match.rules.legal(session.view).subjects():
        return " ".join(about)
    return session.desk.names(session.view).find(" ".join(about), whose or session.seat).id


def _ships(session: Session, about: list[str]) -> None:
    session.talk.show(session.desk.roster(session.view, session.talk.columns))


def _map(session: Session, about: list[str]) -> None:
    whole = about[:1] in (["all"], ["whole"], ["table"])
    if about and not whole:
        _look(session, about)
        return
    session.lens = Lens(whole=whole)
    _draw(session, key=True)


def _draw(session: Session, key: bool = False) -> None:
    talk, view = session.talk, session.view
    lines = session.desk.picture(view, session.lens, talk.columns, talk.rows)
    if not lines:
        _ships(session, [])
        return
    talk.show(lines)
    if key:
        talk.show(session.desk.key(view, talk.columns))


def _look(session: Session, about: list[str]) -> None:
    session.lens = Lens(_subject(session, about))
    _draw(session)


def _zoom(session: Session, about: list[str]) -> None:
    way = about[0].lower() if about else "in"
    if way not in ("in", "out"):
        raise Unclear("Zoom which way? Say `zoom in` or `zoom out`.")
    lens = session.lens
    zoom = lens.zoom * (NEARER if way == "in" else 1 / NEARER)
    session.lens = Lens(lens.subject, max(0.2, min(zoom, 8.0)), lens.whole)
    _draw(session)


def _log(session: Session, about: list[str]) -> None:
    """What was heard: the newest, the newest so many, one turn, or everything."""
    events = [heard.event for heard in session.match.events(session.audience)]
    none = "Nothing has happened yet."
    match [part.lower() for part in about]:
        case []:
            events = events[-(LISTED // 2) :]
        case ["all"]:
            pass
        case [count] if count.isdecimal() and int(count):
            events = events[-int(count) :]
        case ["turn", turn] if turn.isdecimal():
            events, none = _of_turn(events, int(turn)), f"Nothing has happened in turn {turn}."
        case other:
            raise Unclear(f"There is no `log {' '.join(other)}`: expected `log`, `log 50`, `log turn 3` or `log all`.")
    session.talk.show(session.lines(events, whole=True) or [none])


def _dispatch(session: Session, about: list[str]) -> None:
    """What happened since the last move, in a few sentences."""
    session.talk.show(session.dispatch() or ["Nothing has happened since your last move."])


def _standing(session: Session, about: list[str]) -> None:
    """What is done unasked: shown, changed, or taken back."""
    seat, talk = session.seat, session.talk
    if session.tutor is not None:
        raise Unclear("Orders cannot be given ahead while your guide leads you: `guide leave` goes on without it.")
    if about == ["off"]:
        session.ahead.drop(seat)
        talk.say("whatever stood is taken back: you are asked about everything")
        return
    if about and about != ["help"]:
        session.moved = session.match.heard(session.audience)  # ordering ahead is a move, too
        session.ahead.give(seat, session.desk.ahead(session.view, session.ahead.orders(seat), about))
    stands = session.ahead.in_words(seat)
    if stands:
        talk.show(
            ["What is done without asking you; `standing off` takes it back, `standing help` says how more is ordered."]
        )
        talk.show([f"  {sentence}." for sentence in stands])
    if not stands or about == ["help"]:
        grid = Grid.grid(padding=(0, 2))
        for said, meaning in session.desk.wishes(session.view):
            grid.add_row(f"  {said}", meaning)
        talk.show(
            [
                ""
                if stands
                else "Nothing stands: you are asked about everything. By example, and several parted by commas:",
                grid,
            ]
        )


def _of_turn(events: Sequence[Any], turn: int) -> list[Any]:
    """The events from the beginning of a turn to that of the next."""
    now, of_turn = 1, []
    for event in events:
        now = getattr(event, "turn", now)
        if now == turn:
            of_turn.append(event)
    return of_turn


def _why(session: Session, about: list[str]) -> None:
    """How the last result came about, or the last one about a ship; a bot's reasons wait for the end."""
    if about and about[0] in session.bots and session.match.result is None:
        session.talk.say(
            f"why {about[0]}: what {session.match.rules.side_words(about[0])} are about is told when the match is over"
        )
        return
    subject = _subject(session, about) if about else ""
    events = [heard.event for heard in session.match.events(session.audience)]
    for event in reversed(events):
        looks = account_of(event)
        if looks and (not subject or subject in _mentioned(event)):
            session.talk.show([*session.lines([event]), *explained(looks)])
            charts = charts_used(looks)
            if charts:
                session.talk.console.print(f"  `chart {charts[-1]}` shows the whole chart.", style="dim", markup=False)
            return
    session.talk.say("no dice have been thrown" + (" about her yet" if subject else " yet"))


def _mentioned(event: Any) -> list[Any]:
    return [getattr(event, field) for field in getattr(event, "__struct_fields__", ())]


def _chart(session: Session, about: list[str]) -> None:
    charts = session.match.rules.chart_set
    if not about:
        session.talk.show([f"  {id}" for id in charts])
        return
    id = "_".join(about).lower()
    begun = [name for name in charts if name.startswith(id)]
    if id not in charts and len(begun) != 1:
        raise Unclear(f"There is no chart {id!r}: {nearest(id, charts)}")
    session.talk.show([chart_text(charts[id if id in charts else begun[0]], session.talk.columns)])


def _undo(session: Session, about: list[str]) -> None:
    session.take_back()


def _save(session: Session, about: list[str]) -> None:
    """Where the match is; with a name, a copy of it as it stands."""
    if session.path is None:
        session.talk.say("this match is not kept in a file")
        return
    if about:
        copy = Path(" ".join(about)).expanduser()
        if copy.exists():
            raise Unclear(f"{copy} exists already: choose another name.")
        try:
            shutil.copyfile(session.path, copy)
            if key_file(session.path).exists():
                shutil.copyfile(key_file(session.path), key_file(copy))
        except OSError as error:
            raise Unclear(f"{copy} cannot be written: {(error.strerror or str(error)).lower()}.") from None
        session.talk.say(f"a copy as the match stands is in {copy}")
        return
    session.talk.say(f"every order is saved as it is given, in {session.path}")


def _resign(session: Session, about: list[str]) -> None:
    if session.talk.live and session.talk.ask("Resign, and the match is over? Type yes: ").strip().lower() != "yes":
        session.talk.say("not resigned")
        return
    session.match.resign(session.seat)


def _draw_offer(session: Session, about: list[str]) -> None:
    """Where two people share the keyboard, they may agree on a draw."""
    if session.bots:
        raise Unclear("A bot agrees to no draw: play on, or resign.")
    offered = session.match.for_draw
    others = [seat for seat in session.people if seat not in offered]
    if not offered:
        session.match.offer_draw(session.seat)
        session.talk.say("a draw is offered: the other side agrees with `draw` too")
    elif others:
        session.match.accept_draw(others[0])


def _seat(session: Session, about: list[str]) -> None:
    parts = " ".join(about).replace("=", " ").split()
    if len(parts) != 2:
        players = ", ".join(f"{seat} {player}" for seat, player in session.match.players.items())
        session.talk.say(f"{players}. `seat {next(iter(session.match.players))}=captain` hands a seat over")
        return
    session.hand_over(parts[0].lower(), parts[1].lower())


def _quit(session: Session, about: list[str]) -> None:
    from weathergauge.cli.table.session import Leave

    raise Leave


WORDS: dict[str, tuple[Callable[[Session, list[str]], None], str, str]] = {
    "map": (_map, "map", "draw the table where the ships are; `map all` with all its water; Enter does the same"),
    "look": (_look, "look {}", "draw what is about a ship, with the reach of her guns"),
    "zoom": (_zoom, "zoom in", "nearer, or `zoom out`"),
    "ships": (_ships, "ships", "all ships with their numbers and boxes"),
    "show": (_show, "show {}", "her sheet: boxes, heading, what she can do, what bears"),
    "options": (_options, "options {}", "what she may do, numbered: then a number picks"),
    "odds": (_odds, "odds {} fire", "the exact odds of an order; `odds off` asks no more before dice fall"),
    "why": (_why, "why", "how the last result came about: dice, modifiers, cells; `why {}` about her"),
    "chart": (_chart, "chart {chart}", "a chart as it is printed; `chart` lists them"),
    "log": (_log, "log", "what happened; `log 50`, `log turn 3`, `log all`"),
    "dispatch": (_dispatch, "dispatch", "what happened since your last move, in a few sentences"),
    "standing": (
        _standing,
        "standing",
        "what is done without asking you, and how that is ordered; it stands until taken back",
    ),
    "undo": (_undo, "undo", "take the last order back, until dice have been rolled or the enemy has shown himself"),
    "save": (_save, "save", "where the match is kept; `save FILE` puts a copy there"),
    "seat": (_seat, "seat {seat}=midshipman", "hand a seat to a bot, or to `me`"),
    "draw": (_draw_offer, "draw", "agree on a draw, where two share the keyboard"),
    "resign": (_resign, "resign", "give the match up"),
    "quit": (_quit, "quit", "leave: the match waits for you"),
    "help": (
        _help,
        "help",
        "this; `help orders` shows how orders are said, `help` and a word of the game what it means",
    ),
}
ALIASES = {
    "?": "help", "h": "help", "q": "quit", "exit": "quit", "bye": "quit", "u": "undo", "back": "undo", "m": "map",
    "o": "options", "l": "log", "sheet": "show", "s": "ships", "fleet": "ships", "list": "ships", "key": "ships",
    "picture": "map", "table": "map", "charts": "chart",
}  # fmt: skip
