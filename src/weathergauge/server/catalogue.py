"""Titles, charts and procedures: what can be asked without any match, for the lobby and for a physical table."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import Request
from msgspec import Meta, Struct

from weathergauge import bots, codec
from weathergauge.beside.hints import Livery
from weathergauge.bots.tempers import entries
from weathergauge.dice import Dice, Look, NeedRoll
from weathergauge.files import handwritten
from weathergauge.files.guide import Guide, Ruling, Topic, Word
from weathergauge.files.handwritten import LARGEST, Faulty
from weathergauge.files.inputs import BadInput, Field, fields_of
from weathergauge.files.lesson import Lesson
from weathergauge.frame.charts import as_json, load_charts
from weathergauge.frame.words import capital
from weathergauge.procedures import Inputs, Procedure
from weathergauge.ruleset import Card, Rules, Seat
from weathergauge.rulesets import Misspelt
from weathergauge.rulesets import guide as guide_of
from weathergauge.rulesets import lesson as lesson_of
from weathergauge.rulesets import title as known_title
from weathergauge.sentences import nearest
from weathergauge.server import tongues
from weathergauge.server.addresses import address_of
from weathergauge.server.bridge import Asked, Reply, Routes, packed, read, while_there
from weathergauge.server.chances import Chances
from weathergauge.server.house import House
from weathergauge.server.problem import Problem
from weathergauge.throwing import ScriptedDice, SeededDice

FOREVER = {"Cache-Control": "public, max-age=300"}


class BotWords(Struct, frozen=True):
    name: str
    words: str


class TitleWords(Struct, frozen=True):
    """A title as it is offered. `title` is what it is called, `sides` what its seats are called in a sentence, `liveries` how
    boards show them."""

    name: str
    title: str
    words: str
    ruleset: str
    playable: bool
    seats: tuple[Seat, ...]
    sides: dict[Seat, str]
    scenarios: tuple[Card, ...]
    settings: tuple[Field, ...]
    bots: tuple[BotWords, ...]
    procedures: tuple[str, ...]
    files: bool
    """Whether scenarios can be written by hand."""
    liveries: dict[Seat, Livery]
    lesson: LessonWords | None = None
    """Its guided first game, where it has one."""
    tempers: tuple[BotWords, ...] = ()
    """What captains and admirals may be asked to be like: the word goes before the bot's name, as in `bold-captain`."""


class Titles(Struct, frozen=True):
    titles: list[TitleWords]


class FirstGame(Struct, frozen=True):
    """What a newcomer to a title starts with."""

    name: str
    title: str
    seats: tuple[Seat, ...]


class Cover(Struct, frozen=True):
    """What is said of a title from outside: little enough for every page. `bot` is the one that is seated unless another is
    asked for, `reckons` says whether there are procedures for a table of its own."""

    name: str
    title: str
    words: str
    playable: bool
    sides: dict[Seat, str]
    bot: str
    reckons: bool
    first: FirstGame | None


class Covers(Struct, frozen=True):
    titles: list[Cover]


class ChartWords(Struct, frozen=True, omit_defaults=True):
    """A chart with its source and its cells: each cell has a label for each axis, and a `value`."""

    name: str
    source: str
    axes: list[str]
    across: list[str]
    cells: list[dict[str, Any]]
    roll: str = ""
    unit: str = ""
    legend: dict[str, str] = {}
    note: str = ""


class ChartSet(Struct, frozen=True):
    title: str
    charts: dict[str, ChartWords]


class GuideWords(Struct, frozen=True):
    """A title's rules in plain words, page by page, with the rulings that it is played by; empty where it has none."""

    title: str
    topics: tuple[Topic, ...]
    rulings: tuple[Ruling, ...]


class MomentWords(Struct, frozen=True):
    name: str
    title: str
    words: str


class LessonWords(Struct, frozen=True):
    """A title's guided first game, as it is offered."""

    title: str
    words: str
    minutes: int
    moments: tuple[MomentWords, ...]


class WordList(Struct, frozen=True):
    """The words of a title that explain themselves, each with the topic that says more."""

    title: str
    words: tuple[Word, ...]


class ProcedureWords(Struct, frozen=True):
    name: str
    words: str
    inputs: tuple[Field, ...]


class ProcedureSet(Struct, frozen=True):
    title: str
    procedures: list[ProcedureWords]


class Opening(Struct, frozen=True):
    """What stands on the table when a scenario begins, as everybody sees it."""

    title: str
    scenario: str
    view: Any
    sheets: list[dict[str, Any]]
    """Its ships as sheets for a physical table."""


class Map(Struct, frozen=True):
    """The chart that a title is played on, as its ruleset gives it."""

    title: str
    map: Any


class Handwritten(Asked, frozen=True):
    """The text of a scenario file, and what the file is called."""

    written: Annotated[str, Meta(min_length=1, max_length=LARGEST)]
    name: Annotated[str, Meta(min_length=1, max_length=100)] = "the scenario"


class Checked(Struct, frozen=True):
    """What is wrong with a scenario file, line by line; where nothing is, the scenario and how it begins."""

    title: str
    problems: tuple[handwritten.Problem, ...]
    scenario: Card | None
    view: Any


class Question(Asked, frozen=True):
    """The inputs of a procedure, as values or as typed text."""

    inputs: dict[str, Any]


Face = Annotated[int, Meta(ge=0, le=1000)]


class Resolve(Asked, frozen=True):
    """The inputs, and dice to be rolled here or the faces that fell so far."""

    inputs: dict[str, Any]
    dice: Literal["roll"] | Annotated[list[Face], Meta(max_length=1000)] = "roll"


class OddsAnswer(Struct, frozen=True):
    title: str
    procedure: str
    inputs: Any
    outcomes: list[Any]
    left_out: int
    unresolved: str
    means: dict[str, Any]
    parts: dict[str, list[Any]]


class Thrown(Struct, frozen=True):
    dice: str
    faces: tuple[int, ...]


class Need(Struct, frozen=True):
    """The next roll: which dice, what may be on them, and what for."""

    dice: str
    count: int
    faces: tuple[int, ...]
    why: str


class Resolved(Struct, frozen=True):
    """A procedure's result and its arithmetic, or the roll it still needs."""

    title: str
    procedure: str
    inputs: Any
    need: Need | None
    result: Any
    told: list[Any]
    dice: list[Thrown]
    account: list[Look]


def title_words(house: House, name: str) -> TitleWords:
    """What is said of a title in the lobby."""
    known = house.title(name)
    if (why := house.why_not(name)) is not None:
        words = (
            why if known.written else known.words
        )  # what is not written yet has its charts, and says what it will be
        return TitleWords(name, known.title, words, known.ruleset, False, (), {}, (), (), (), (), False, {})
    rules = house.rules(name)
    crew = tuple(BotWords(bot, bots.words(bot)) for bot in bots_for(name))
    return TitleWords(
        name,
        known.title,
        known.words,
        known.ruleset,
        True,
        rules.seats,
        {seat: rules.side_words(seat) for seat in rules.seats},
        tuple(rules.scenarios()),
        settings_of(rules),
        crew,
        tuple(rules.procedures),
        rules.reads_files,
        {seat: rules.liveries.get(seat) or livery(seat, place) for place, seat in enumerate(rules.seats)},
        lesson_words(find_lesson(house, name)),
        tuple([BotWords(temper, entry.words) for temper, entry in entries(known.ruleset).items() if entry.offered]),
    )


def cover(words: TitleWords) -> Cover:
    """What of that is said from outside."""
    bot = words.bots[0].name if words.bots else ""
    first = first_game(words.scenarios)
    reckons = bool(words.procedures)
    return Cover(words.name, words.title, words.words, words.playable, words.sides, bot, reckons, first)


def first_game(cards: Sequence[Card]) -> FirstGame | None:
    """The duel of a title if it has one, else its first battle."""
    card = next((card for card in cards if card.name == "duel"), cards[0] if cards else None)
    return None if card is None else FirstGame(card.name, card.title, tuple(card.seats))


def lesson_words(lesson: Lesson | None) -> LessonWords | None:
    """What is said of a lesson where titles are listed."""
    if lesson is None:
        return None
    moments = tuple([MomentWords(moment.name, moment.title, moment.words) for moment in lesson.moments])
    return LessonWords(lesson.title, lesson.words, lesson.minutes, moments)


def livery(seat: Seat, place: int) -> Livery:
    """How a side is shown of which its title says nothing."""
    return Livery(capital(seat.replace("_", " ")), 2 if place % 2 else 1)


def bots_for(title: str) -> list[str]:
    """The bots that play a title, strongest first; the one that is seated unless another is asked for before all."""
    names = []
    for name in reversed(bots.NAMES):
        try:
            bots.bot(name, 0, title)
        except ValueError:
            continue
        names.append(name)
    first = bots.default(title) if len(names) > 1 else ""
    return sorted(names, key=lambda name: name != first)


def why_no_bot(name: str, title: str, besides: Sequence[str] = ()) -> str | None:
    """Why no bot of that name can play a title, as a sentence; None for one that can, with a temper or without."""
    known = bots_for(title)
    if name in known:
        return None
    if "-" not in name:
        return f"There is no bot {name!r} for {title}: {nearest(name, [*known, *besides])}"
    try:
        bots.bot(name, 0, title)
    except ValueError as error:
        return str(error)
    return None


def settings_of(rules: Rules) -> tuple[Field, ...]:
    """What a table may want otherwise, field by field, where the ruleset names the type of its settings."""
    return () if rules.settings is None else fields_of(rules.settings)


def must_be_known(house: House, title: str) -> None:
    """Raise the sentence for a title that is not there, whether it can be played or not."""
    if title not in house.titles:
        raise Problem("not-found", f"There is no title {title!r}: {nearest(title, house.titles)}")


def find_procedure(house: House, title: str, name: str) -> tuple[Rules, Procedure]:
    rules = house.rules(title)
    if name not in rules.procedures:
        raise Problem("not-found", f"{title} has no procedure {name!r}: {nearest(name, rules.procedures)}")
    return rules, rules.procedures[name]


def find_guide(house: House, title: str) -> Guide:
    """The guide of a title that can be played; one of another package may be wrong, and says where."""
    house.rules(title)
    try:
        return guide_of(title)
    except Faulty as faulty:
        raise Problem("server-error", f"The pages of {title} cannot be read: {faulty}") from None


def find_lesson(house: House, title: str) -> Lesson | None:
    """The lesson of a title that can be played; one of another package may be wrong, and says where."""
    house.rules(title)
    try:
        return lesson_of(title)
    except Faulty as faulty:
        raise Problem("server-error", f"The lesson of {title} cannot be read: {faulty}") from None
    except Misspelt:
        return None


def read_inputs(procedure: Procedure, given: dict[str, Any]) -> Inputs:
    """Inputs from plain values; every way in which they can be wrong is a sentence."""
    try:
        return procedure.read(given)
    except (BadInput, ValueError, OverflowError, RecursionError) as error:
        raise Problem("bad-input", str(error) or "These inputs cannot be used.") from None


def resolve(title: str, rules: Rules, procedure: Procedure, asked: Resolve) -> Resolved:
    """Roll, or use the faces that fell; where they run out, say what is needed next."""
    inputs = read_inputs(procedure, asked.inputs)
    dice: Dice = SeededDice(os.urandom(32)) if asked.dice == "roll" else ScriptedDice(asked.dice)
    need, result = None, None
    try:
        result = procedure.resolve(inputs, rules.charts, dice)
        if isinstance(dice, ScriptedDice):
            dice.finish()
    except NeedRoll as wanted:
        roll = wanted.roll
        need = Need(roll.dice, roll.count, roll.die.faces, roll.why)
    thrown = [Thrown(throw.dice, throw.faces) for throw in dice.throws]
    told = [told.event for told in dice.told]
    return Resolved(title, procedure.name, inputs, need, result, told, thrown, dice.account or [])


def routes(house: House) -> Routes:
    part = Routes("titles")
    kept: dict[str, bytes] = {}

    @part.get("/api/titles", Titles)
    async def titles(request: Request) -> Reply:
        """The games there are, with their scenarios, settings and bots."""
        if "" not in kept:
            kept[""] = codec.encode(Titles([title_words(house, name) for name in house.titles]))
        return await packed(request, Reply(kept[""], headers=FOREVER))

    @part.get("/api/covers", Covers)
    async def covers(request: Request) -> Reply:
        """The games there are, in brief: what they and their sides are called, and what a newcomer starts with."""
        if ":covers" not in kept:
            kept[":covers"] = codec.encode(Covers([cover(title_words(house, name)) for name in house.titles]))
        return await packed(request, Reply(kept[":covers"], headers=FOREVER))

    @part.get("/api/titles/{title}", TitleWords, ["not-found"])
    async def one_title(request: Request, title: str) -> Reply:
        """One game, with its scenarios, settings and bots."""
        place = f"{title}:title:{tongues.asked(title)}"
        if place not in kept:
            must_be_known(house, title)
            with tongues.speaking(title):
                kept[place] = codec.encode(title_words(house, title))
        return await packed(request, Reply(kept[place], headers=FOREVER))

    @part.get("/api/titles/{title}/charts", ChartSet, ["not-found"])
    async def charts(request: Request, title: str) -> Reply:
        """Every chart of a title, with its source and its cells."""
        place = f"{title}:charts:{tongues.asked(title)}"
        if place not in kept:
            must_be_known(house, title)
            with tongues.speaking(title):
                kept[place] = codec.encode(as_json(title, load_charts(*known_title(title).folders)))
        return await packed(request, Reply(kept[place], headers=FOREVER))

    @part.get("/api/titles/{title}/guide", GuideWords, ["not-found", "server-error"])
    async def guide(request: Request, title: str) -> Reply:
        """The rules of a title in plain words, with its rulings."""
        place = f"{title}:guide"
        if place not in kept:
            found = find_guide(house, title)
            kept[place] = codec.encode(GuideWords(title, found.topics, found.rulings))
        return await packed(request, Reply(kept[place], headers=FOREVER))

    @part.get("/api/titles/{title}/words", WordList, ["not-found", "server-error"])
    async def words(request: Request, title: str) -> Reply:
        """The words of a title that explain themselves."""
        place = f"{title}:words"
        if place not in kept:
            kept[place] = codec.encode(WordList(title, find_guide(house, title).words))
        return await packed(request, Reply(kept[place], headers=FOREVER))

    @part.get("/api/titles/{title}/map", Map, ["not-found"])
    async def map_of(request: Request, title: str) -> Reply:
        """The map of a title that is played on one: what never changes while a match goes on."""
        place = f"{title}:map"
        if place not in kept:
            room = house.rules(title).chart_room()
            if room is None:
                raise Problem("not-found", f"{title} is played on an open table: it has no map.")
            kept[place] = codec.encode(Map(title, room))
        return await packed(request, Reply(kept[place], headers=FOREVER))

    @part.get("/api/titles/{title}/scenarios/{scenario}", Opening, ["not-found"])
    async def opening(request: Request, title: str, scenario: str) -> Reply:
        """A scenario's starting position, for a picture of it."""
        place = f"{title}/{scenario}"
        if place not in kept:
            rules = house.rules(title)
            names = [card.name for card in rules.scenarios()]
            if scenario not in names:
                raise Problem("not-found", f"{title} has no scenario {scenario!r}: {nearest(scenario, names)}")
            asked = rules.scenario(scenario, {})
            state = rules.setup(asked, SeededDice(b"a picture, not a match"))
            kept[place] = codec.encode(Opening(title, scenario, rules.view(state, None), rules.sheets(asked)))
        return await packed(request, Reply(kept[place], headers=FOREVER))

    @part.post(
        "/api/titles/{title}/scenarios", Handwritten, Checked, ["not-found", "refused", "bad-input", "unavailable"]
    )
    async def check(request: Request, title: str) -> Reply:
        """Check a scenario written by hand; nothing is kept."""
        rules = house.rules(title)
        asked, _ = await read(request, Handwritten)
        await house.working("scenario", request)
        who = address_of(request, house.settings)
        looking = house.reckoning.scenario(title, rules, asked.name, {}, asked.written, who)
        found = await while_there(request, looking)
        return Reply(Checked(title, found.problems, found.card, found.view))

    @part.get("/api/titles/{title}/procedures", ProcedureSet, ["not-found"])
    async def procedures(title: str) -> Reply:
        """What can be resolved by itself, and what each asks for."""
        found = house.rules(title).procedures.values()
        return Reply(
            ProcedureSet(
                title, [ProcedureWords(procedure.name, procedure.words, procedure.fields()) for procedure in found]
            ),
            headers=FOREVER,
        )

    @part.post(
        "/api/titles/{title}/procedures/{procedure}/odds",
        Question,
        OddsAnswer,
        ["not-found", "bad-input", "unavailable"],
    )
    async def odds(request: Request, title: str, procedure: str) -> Reply:
        """The exact chance of every result."""
        rules, found = find_procedure(house, title, procedure)
        asked, _ = await read(request, Question)
        await house.working("odds", request)
        inputs = read_inputs(found, asked.inputs)
        who = address_of(request, house.settings)
        law = await while_there(request, house.reckoning.odds(title, rules, procedure, inputs, who))
        shown = {name: getattr(law, name) for name in Chances.__struct_fields__}
        return Reply(OddsAnswer(title, procedure, inputs, **shown))

    @part.post("/api/titles/{title}/procedures/{procedure}/resolve", Resolve, Resolved, ["not-found", "bad-input"])
    async def resolved(request: Request, title: str, procedure: str) -> Reply:
        """One broadside, battle or ram: the result, and how it came about."""
        rules, found = find_procedure(house, title, procedure)
        asked, _ = await read(request, Resolve)
        return Reply(resolve(title, rules, found, asked))

    return part
