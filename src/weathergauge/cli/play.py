"""`weathergauge play`: a match at this keyboard, new or taken up again; without a title, a short menu."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from weathergauge import rulesets
from weathergauge.cli.console import Parser, Wrong, one_of
from weathergauge.cli.console import settings as read_settings
from weathergauge.cli.scenario import from_file
from weathergauge.cli.tongue import offer, speaking
from weathergauge.match import Match
from weathergauge.match.record import How, RecordError, seed_hash
from weathergauge.ruleset import Seat

ABOUT = """\
Play a match at this keyboard. Orders are words, such as `mars turn 20 starboard`; `help` lists them. Every order is
saved as it is given: leave with `quit` or Ctrl-C and go on with --resume. Without a title there is a menu."""

EXAMPLES = [
    "play                                            a menu",
    "play trafalgar duel                             you are British, the captain plays the Allies",
    "play trafalgar lee_column --seat allied=me --seat british=midshipman",
    "play trafalgar duel --seat british=me --seat allied=me        two at one keyboard",
    "play trafalgar duel --words                     words of yours in the dice, after they are sealed",
    "play trafalgar duel --dice typed                dice from your own table",
    "play trafalgar trafalgar --set turns=6 --set historical_gunnery=no",
    "play wsim --scenario two_brigs.toml             a scenario of your own",
    "play --guided mistral                           learn by playing; a moment may follow, such as wind",
    "play --position duel.txt                        from a position that weathergauge position wrote, or - to paste one",
    "play trafalgar duel --language fr               the log, orders and refusals in French",
    "play --resume                                   go on with the newest match",
]

LONGEST = 300
"""Characters of words for the dice."""

STATUS = {"over": 0, "left": 0, "stopped": 130}


def main(argv: list[str]) -> int:
    """Start or take up a match and play it."""
    made = Parser("play", "[TITLE SCENARIO | TITLE --scenario FILE] [--seat SEAT=WHO …] [--dice typed] [--seed S | --words] [--save FILE] [--set KEY=VALUE …] | --position FILE | --resume [MATCH]", ABOUT, EXAMPLES)  # fmt: skip
    made.add_argument("title", nargs="?", metavar="TITLE", help="a title, such as trafalgar")
    made.add_argument("scenario", nargs="?", metavar="SCENARIO", help="a starting position, such as duel")
    made.add_argument("--scenario", dest="file", metavar="FILE", help="a scenario written by hand; check it with weathergauge scenario check FILE")  # fmt: skip
    made.add_argument("--seat", action="append", default=[], metavar="SEAT=WHO", help="who plays a seat: me, or a bot: admiral, captain or midshipman")  # fmt: skip
    made.add_argument("--dice", type=one_of("typed", "server"), metavar="HOW", help="typed: you throw the dice and type them")  # fmt: skip
    made.add_argument("--seed", metavar="TEXT", help="dice that fall the same way again")
    made.add_argument("--words", action="store_true", help="show the hash of the seed, then ask for words of yours that are mixed into the dice")  # fmt: skip
    made.add_argument("--save", metavar="FILE", help="where the record goes; otherwise into your own folder")
    made.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a setting of the scenario")
    made.add_argument("--guided", action="store_true", help="learn by playing: TITLE, and perhaps a moment of its lesson, such as wind")  # fmt: skip
    made.add_argument("--position", metavar="FILE", help="play on from a position, as weathergauge position writes it; - to paste one")  # fmt: skip
    made.add_argument("--resume", nargs="?", const="", metavar="MATCH", help="go on: a file, a saved name, or the newest")  # fmt: skip
    offer(made)
    args = made.told(argv)
    if args.resume is not None:
        if (
            args.title is not None
            or args.file
            or args.save is not None
            or args.set
            or args.seed is not None
            or args.words
            or args.dice
            or args.position
        ):
            raise Wrong(
                "--resume goes on with a match as it is: leave out the scenario, --dice, --position, --save, --seed, --set and --words"
            )
        return take_up(_which(args.resume), args.seat, language=args.language)
    if args.guided:
        if (
            args.file
            or args.save is not None
            or args.set
            or args.seed is not None
            or args.words
            or args.dice
            or args.seat
            or args.position
            or args.language
        ):
            raise Wrong(
                "--guided begins a lesson as it is: name a title after it, and perhaps a moment, and nothing else"
            )
        if args.title is None:
            taught = ", ".join(title.name for title in rulesets.TITLES if title.written and rulesets.lesson(title.name))
            raise Wrong(f"--guided needs a title: one of {taught}")
        return learn(args.title, args.scenario)
    if args.position is not None:
        if args.title is not None or args.file or args.set:
            raise Wrong("--position says what is played: leave out the title, the scenario and --set")
        from weathergauge.cli.position import standing

        _, told = standing(args.position, None)
        return begin(
            told.title, told.scenario, args.seat, told.settings, dice=args.dice or "server", seed=args.seed, save=args.save,
            written=told.file, words=args.words, position=told.state, language=args.language,
        )  # fmt: skip
    if args.words and args.seed is not None:
        raise Wrong(
            "--words with --seed: words prove something only if the seed is drawn afresh; leave out one of them"
        )
    if args.words and args.title is None:
        raise Wrong("--words needs a title and a scenario before it, such as play trafalgar duel --words")
    if args.title is None and args.file is not None:
        raise Wrong("--scenario FILE needs a title before it, such as play wsim --scenario FILE")
    if args.title is None:
        from weathergauge.cli.table.menu import Menu
        from weathergauge.cli.table.talk import at_this_keyboard

        return Menu(at_this_keyboard()).run()
    written = ""
    if args.file is not None:
        args.scenario, written = from_file(args.title, args.scenario, args.file)
    if args.scenario is None:
        rules = rulesets.ruleset(args.title)
        names = ", ".join(card.name for card in rules.scenarios())
        raise Wrong(f"play {args.title} needs a scenario: one of {names}")
    return begin(
        args.title, args.scenario, args.seat, read_settings(args.set), dice=args.dice or "server", seed=args.seed, save=args.save,
        written=written, words=args.words, language=args.language,
    )  # fmt: skip


def begin(
    title: str,
    scenario: str,
    seats: Sequence[str] = (),
    settings: Mapping[str, Any] | None = None,
    *,
    dice: Any = "server",
    seed: str | None = None,
    save: str | None = None,
    talk: Any = None,
    written: str = "",
    words: bool = False,
    position: Any = None,
    language: str | None = None,
) -> int:
    """A new match. Whatever is wrong with it is said before anything is written."""
    from weathergauge.cli.table import seating, shelf

    rules, tongue = rulesets.ruleset(title), speaking(language, title)
    card = rules.card_of(scenario, written)
    if card is None:
        raise rulesets.misspelt(f"scenario of {title}", scenario, [card.name for card in rules.scenarios()])
    players = seating.seated(seats, card.seats, title)
    bots = seating.make_bots(players, title, seed)
    chosen = dict(settings or {})
    rules.scenario_of(scenario, chosen, written)
    path = Path(save).expanduser() if save is not None else shelf.new_path(title, scenario)
    drawn: bytes | str = secrets.token_bytes(32) if seed is None else seed
    said = _ask_words([seat for seat in players if seat not in bots], drawn, talk) if words else {}
    how: dict[Seat, How] = {seat: "bot" if seat in bots else "plain" if seat in said else "none" for seat in players}
    match = Match.create(
        rules, title, scenario, chosen, players, path=path, seed=drawn, dice=dice, written=written, seeds=said, words=how,
        position=position,
    )  # fmt: skip
    with tongue:
        return _play(match, bots, path, talk, [f"{card.title}. {card.words}"])


def learn(title: str, moment: str | None = None, talk: Any = None) -> int:
    """Play the lesson of a title from a moment on, or from its first, for as long as its pupil wants."""
    from weathergauge.cli.table.lesson import begun
    from weathergauge.cli.table.talk import at_this_keyboard

    talk = talk or at_this_keyboard()
    name = moment
    while True:
        match, tutor, path = begun(title, name)
        status = _play(match, {}, path, talk, [tutor.moment.words], tutor)
        told = tutor.voice
        if status or told is None or told.waits != "over" or not told.next:
            return status
        if not talk.agrees(f"Enter goes on with {told.next_title!r}, n leaves: "):
            return status
        name = told.next


def _ask_words(seats: Sequence[Seat], seed: bytes | str, talk: Any) -> dict[Seat, str]:
    """Show the hash of the seed, and only then ask each person for words."""
    from weathergauge.cli.table.talk import at_this_keyboard

    talk = talk or at_this_keyboard()
    hash = seed_hash(seed.encode() if isinstance(seed, str) else seed)
    talk.say(f"The dice are sealed. Note the hash of the seed, which the record opens at its end: {hash}")
    said = {seat: talk.ask(f"words of {seat} for the dice (Enter: none)> ").strip()[:LONGEST] for seat in seats}
    return {seat: text for seat, text in said.items() if text}


def take_up(path: Path, seats: Sequence[str] = (), talk: Any = None, language: str | None = None) -> int:
    """A match that was left, perhaps with others at the table."""
    from weathergauge.cli.table import seating

    match = Match.load(path, rulesets.ruleset)
    from weathergauge.cli.table.lesson import taken_up

    title = match.header.title
    if match.result is not None:
        match.close()
        raise Wrong(f"This match is over: {match.result.reason}. Walk through it with: weathergauge replay {path}")
    if not seats and (tutor := taken_up(match, path)) is not None:
        return _play(match, {}, path, talk, [], tutor)
    told = seating.seated([*seats, *_sitting(match, seats)], match.seats, title)
    bots = seating.make_bots(told, title)
    for seat, name in told.items():
        if seat in [word.partition("=")[0] for word in seats] and match.players[seat] != name:
            match.hand_over(seat, name)
    with speaking(language, title):
        return _play(match, bots, path, talk, [])


def _sitting(match: Match, seats: Sequence[str]) -> list[str]:
    """Those who go on in the seats that were not named."""
    named = [word.partition("=")[0] for word in seats]
    return [f"{seat}={name}" for seat, name in match.players.items() if seat not in named]


def _which(resume: str) -> Path:
    """The match to go on with: the one named, or the newest that is not over."""
    from weathergauge.cli.table import shelf

    if resume:
        return shelf.find(resume)
    for kept in shelf.on_shelf():
        if not kept.over and not kept.why:
            return kept.path
    raise RecordError(
        "file", f"no match waits to be gone on with in {shelf.folder()}: start one with weathergauge play"
    )


def _play(match: Match, bots: Any, path: Path, talk: Any, words: Sequence[str], tutor: Any = None) -> int:
    from weathergauge.cli.table.pages import known
    from weathergauge.cli.table.session import Session
    from weathergauge.cli.table.talk import at_this_keyboard

    def vocabulary() -> list[str]:
        return [*known(session.desk), *(name.id for name in session.desk.names(session.view).names)]

    talk = talk or at_this_keyboard(vocabulary)
    session = Session(match, bots, talk, path, tutor)
    for sentence in words:
        talk.console.print(sentence, style="italic", markup=False)
    if talk.live:
        talk.console.print("`help` lists the words, `quit` leaves: everything is saved as it happens.", style="dim")
    return STATUS[session.run()]
