"""A match at the keyboard: whose turn it is, what is said and done, and what the others answer."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from weathergauge.beside.tidings import NEWS, chosen, moved_on
from weathergauge.bots import default
from weathergauge.bots.reasons import why
from weathergauge.bots.series import Bot
from weathergauge.cli.table import pages, shelf
from weathergauge.cli.table.ahead import Ahead
from weathergauge.cli.table.desk import Lens, Line, desk_for
from weathergauge.cli.table.lesson import Tutor
from weathergauge.cli.table.names import Slip, Unclear, nearest_word
from weathergauge.cli.table.talk import Talk
from weathergauge.cli.table.telling import told
from weathergauge.dice import WrongDice
from weathergauge.frame.words import capital, typeset
from weathergauge.match import Match
from weathergauge.match.talk import MatchEvent
from weathergauge.ruleset import TABLE, Refused, Seat
from weathergauge.rulesets import Misspelt
from weathergauge.sentences import nearest

RECENT = 12
"""Events that are told again when a match is taken up."""
LONG = 2 * RECENT
"""More sentences than this, of steps in which nobody here was asked, are told as a dispatch."""
THEN = (";", " then ")


class Leave(Exception):
    """The player gets up; the match waits."""


class Session:
    """A match, the people and bots who play it, and the conversation with whoever sits here."""

    def __init__(
        self, match: Match, bots: Mapping[Seat, Bot], talk: Talk, path: Path | None = None, tutor: Tutor | None = None
    ) -> None:
        self.match, self.bots, self.talk, self.path = match, dict(bots), talk, path
        self.tutor = tutor
        """The voice of a lesson, until it is left."""
        self.ahead = Ahead(match, path)
        self.desk = desk_for(match.rules)
        self.lens = Lens()
        self.chosen = ""
        self.offered: list[Any] = []
        self.thinking_over = True
        """Whether odds are shown and agreed to before dice are thrown."""
        self._seat: Seat = ""
        self._stage: tuple[Seat, str] = ("", "")
        self.moved = 0
        """The last event that was heard before the last move of somebody here ended."""
        self.since = 0
        """The same of the last move after which there was anything to tell."""
        self._told: dict[str, int] = {}
        self._heard: dict[Seat, int] = dict.fromkeys(self.bots, 0)
        self._plans: dict[Seat, list[tuple[int, str]]] = {}
        """What each bot was about, and from which turn."""

    # Who is here

    @property
    def people(self) -> Collection[Seat]:
        if self.tutor is not None:
            return [self.tutor.seat]
        return [seat for seat in self.match.seats if seat not in self.bots]

    @property
    def audience(self) -> Seat | None:
        """Who hears the log: the only person here, or a spectator where several share the keyboard."""
        people = list(self.people)
        return people[0] if len(people) == 1 else None

    @property
    def seat(self) -> Seat:
        """Whose orders are being given; otherwise who looks on."""
        return self._seat or next(iter(self.people), "")

    @property
    def view(self) -> Any:
        """What may be seen now: by the seat that is deciding, or by anybody."""
        return self.match.view(self.seat or None)

    # The match

    def run(self) -> str:
        """Play until the match is over (`over`), the player leaves (`left`) or stops it with Ctrl-C (`stopped`)."""
        how = "left"
        try:
            self._take_up()
            while self._next():
                self.obey(self.talk.ask(self._prompt()))
            how = "over"
        except KeyboardInterrupt:
            how = "stopped"
        except (EOFError, Leave):
            pass
        finally:
            self.match.close()
        if how != "over":
            self._say_where(how)
        return how

    def _take_up(self) -> None:
        """Tell what happened last, where the match has begun already."""
        events = self.match.events(self.audience)
        self._told[self.audience or ""] = len(events)
        self.since = self.moved = max(0, len(events) - RECENT)
        for seat in self.bots:
            self._heard[seat] = 0
        if events:
            self.talk.console.print("What happened last:", style="dim")
            self._print([heard.event for heard in events[-RECENT:]])

    def _next(self) -> bool:
        """Let bots and table play until a person must decide; False when the match is over."""
        while True:
            if self.tutor is not None:
                self.tutor.lead()
            self._let_play()
            self._tell()
            if self.tutor is not None and self._heard_out(self.tutor):
                return False
            if self.match.result is not None:
                self._end()
                return False
            if self.match.waiting is None:
                break
            self._dice()
        seat = next(seat for seat in self.match.to_act if seat in self.people)
        self._sit_down(seat)
        return True

    def _heard_out(self, tutor: Tutor) -> bool:
        """Let the voice say what is to be read; whether its moment is over."""
        tutor.speak(self.talk)
        while (voice := tutor.voice) is not None and voice.waits == "read":
            self.talk.ask("Enter to go on: ")
            tutor.read_on()
            tutor.lead()
            self._tell()
            tutor.speak(self.talk)
        return voice is not None and voice.waits == "over"

    def _let_play(self) -> None:
        """Bots and table, until a person must decide, dice are asked for, or it is over."""
        match = self.match
        with self._progress():
            while match.settle() is None and match.result is None:
                if self.ahead.follow(self.people):
                    continue
                seat = next((seat for seat in match.to_act if seat in self.bots), None)
                if seat is None:
                    return
                bot, view = self.bots[seat], match.view(seat)
                if events := match.events(seat, self._heard[seat]):
                    self._heard[seat] = events[-1].number
                    bot.heard([heard.event for heard in events])
                match.act(seat, bot.choose(view, match.rules.legal(view), match.rules))
                self._noted(seat, bot, view)
                if not self.people:
                    self._look_on()

    def _noted(self, seat: Seat, bot: Bot, view: Any) -> None:
        """Keep what a bot is about, to be told when the match is over and nothing of it is secret any more."""
        reason, told = why(bot), self._plans.setdefault(seat, [])
        if reason is not None and reason.plan and (plan := (self.desk.turn(view), reason.plan)) not in told:
            told.append(plan)

    def _look_on(self) -> None:
        """Nobody here plays: tell the log step by step."""
        stage = ("", self.desk.stage(self.view))
        if stage != self._stage:
            self._stage = stage
            self._tell()

    @contextlib.contextmanager
    def _progress(self) -> Iterator[None]:
        """A word that says who is thinking, where somebody can see it."""
        match = self.match
        thinking = [seat for seat in match.to_act if seat in self.bots]
        if match.result is not None or match.waiting is not None or not thinking or not self.talk.live:
            yield
            return
        name = match.players[thinking[0]]
        with self.talk.console.status(f"The {name} is thinking for {thinking[0]} …", spinner="dots"):
            yield

    def _sit_down(self, seat: Seat) -> None:
        """A person is to decide: draw the table where the step or the seat is new."""
        talk, shared = self.talk, len(self.people) > 1
        changed, self._seat = seat != self._seat, seat
        stage = (seat, self.desk.stage(self.view))
        if stage == self._stage:
            return
        if shared and changed and self._stage[0]:
            self._change_over(seat)
        self._stage = stage
        self.offered, self.lens = [], Lens()
        if talk.live:
            talk.show(self.desk.picture(self.view, self.lens, talk.columns, talk.rows))

    def _change_over(self, seat: Seat) -> None:
        """Two people share the keyboard: what one wrote in secret is cleared away before the other sits down."""
        secret = any(told.to for step in self.match.tail if step.by != seat for told in step.events)
        secret = secret or self.ahead.stands(self._stage[0])
        if self.talk.live and secret:
            self.talk.console.clear()
            self.talk.ask(f"{seat.capitalize()} to decide: press Enter when they sit here. ")
        self.talk.console.rule(f"{seat}", style="dim")

    def _prompt(self) -> str:
        """Whose turn, which step and what is still to be decided; then a word to answer."""
        for sentence in self.ahead.told(self.seat):
            self.talk.console.print(sentence, style="italic", markup=False)
        told = [self.desk.stage(self.view), self.desk.pending(self.view)]
        self.talk.console.print(" · ".join(part for part in told if part), style="bold", markup=False)
        return f"{self.seat}> "

    def _end(self) -> None:
        result = self.match.result
        assert result is not None
        talk = self.talk
        if talk.live:
            talk.show(self.desk.picture(self.match.view(None), Lens(), talk.columns, talk.rows))
        if result.winner is None:
            told = f"Nobody wins: {result.reason}"
        elif [result.winner] == list(self.people):
            told = f"You win: {result.reason}"
        else:
            winner = self.match.rules.side_words(result.winner)
            told = f"{capital(winner)} won: {result.reason}"
        talk.say(typeset(told), "bold")
        for seat, plans in self._plans.items():
            talk.say(f"What {self.match.rules.side_words(seat)} were about:")
            for turn, plan in plans:
                talk.say(typeset(f"  turn {turn}: {plan}"))
        if self.path is not None:
            talk.say(
                f"The record is {self.path}: `weathergauge replay` walks through it, `weathergauge verify` checks it"
            )

    def _say_where(self, how: str) -> None:
        if self.path is not None:
            if how == "stopped":
                self.talk.console.print()
            self.talk.console.print(
                f"The match is saved: {self.path}\nGo on with: weathergauge play --resume {shelf.short(self.path)}",
                markup=False, soft_wrap=True,
            )  # fmt: skip

    # What is told

    def _tell(self) -> None:
        """Whatever was heard since the last time; of what went on for long without a question, only what matters."""
        key = self.audience or ""
        events = self.match.events(self.audience, self._told.get(key, 0))
        if not events:
            return
        self._told[key] = events[-1].number
        lines = self.lines([heard.event for heard in events])
        if len(lines) > LONG and self.ahead.gave(key):
            self.talk.show(self.dispatch())
            self.talk.say(f"{len(lines)} sentences more of what happened meanwhile: `log {len(events)}` tells them")
        else:
            self.talk.show(lines)

    def dispatch(self) -> list[Line]:
        """What happened since the last move, or where that is nothing since one before; great moments have a star."""
        for since in (self.moved, self.since):
            heard = [heard.event for heard in self.match.events(self.audience, since)]
            tidings = [NEWS if isinstance(event, MatchEvent) else self.match.rules.tiding(event) for event in heard]
            if places := chosen(tidings):
                self.since = since
                return [self._sentence(heard[place], bool(tidings[place].great)) for place in places]
        return []

    def _sentence(self, event: Any, great: bool) -> Line:
        line = " ".join(map(str, self.lines([event], whole=True)))
        return Text(f"* {line}", "bold") if great else f"- {line}"

    def _print(self, events: Sequence[Any]) -> None:
        self.talk.show(self.lines(events))

    def lines(self, events: Sequence[Any], whole: bool = False) -> list[Line]:
        """Events as sentences."""
        seats = self.match.seats if self.match.result is not None else [self.audience] if self.audience else []
        return told(self.desk, self.match.state, events, whole, seats)

    # Dice that a hand throws

    def _dice(self) -> None:
        """Ask for the dice that are waited for, until they are ones that can fall."""
        roll, waiting = self.match.waiting, self.match.open
        assert roll is not None
        assert waiting is not None
        seat, action = waiting
        what = "" if seat == TABLE else f"{self.desk.say(self.match.view(seat), action)}: "
        line = self.talk.ask(f"{what}{roll.why} — {roll.dice}: ").strip()
        if line[:1].isalpha() or line[:1] == "?":
            try:
                pages.word(self, line.split(), while_waiting=True)
            except (Unclear, Refused) as error:
                self.talk.say(str(error))
            return
        signs = line.replace(",", " ").split()
        if len(signs) == 1 and len(signs[0]) == roll.count > 1:
            signs = list(signs[0])  # 34 for two dice
        try:
            self.match.supply([int(sign) for sign in signs])
        except ValueError as error:
            wrong = isinstance(error, WrongDice | Refused)
            self.talk.say(
                str(error)
                if wrong
                else f"{line}: expected what {roll.dice} show, such as {'3 4' if roll.count > 1 else '4'}"
            )

    # What is ordered

    def obey(self, line: str) -> None:
        """Follow a line: a word to the table, or orders, several of them parted by `;` or `then`."""
        parts = [line]
        for sign in THEN:
            parts = [piece for part in parts for piece in part.split(sign)]
        for part in [part.split() for part in parts if part.strip()] or [[]]:
            if not self._follow(part):
                return

    def _follow(self, said: list[str]) -> bool:
        """One of them; False when the rest of the line should wait."""
        try:
            if not said:
                pages.word(self, ["map"])
            elif said[0].lower() == "guide":
                return self._guided(said[1:])
            elif len(said) == 1 and said[0].isdigit():
                return self._pick(int(said[0]))
            elif not pages.word(self, said):
                return self.order(said)
        except (Unclear, Refused, Misspelt) as error:
            self.talk.say(str(error))
            return False
        return True

    def _guided(self, said: Sequence[str]) -> bool:
        """`guide` says again what the voice waits for, `guide do` orders it, `guide leave` goes on without it."""
        tutor, word = self.tutor, said[0].lower() if said else ""
        if tutor is None or (voice := tutor.voice) is None:
            raise Unclear("This is no lesson: `weathergauge play --guided` begins one.")
        if word == "leave":
            tutor.leave()
            self.tutor = None
            for seat in [seat for seat in self.match.seats if seat != tutor.seat]:
                self.hand_over(seat, default(self.match.header.title))
            self.talk.say("The lesson is left: from here on you play against a bot, and order what you like.")
            return True
        if word == "do" and voice.do is not None:
            return self.carry_out([voice.do])
        if word not in ("", "do"):
            raise Unclear(f"guide {word}: expected do, leave or nothing.")
        tutor.speak(self.talk, again=True)
        return True

    def _pick(self, number: int) -> bool:
        """What stood under that number in the last list."""
        if not 1 <= number <= len(self.offered):
            there = f"from 1 to {len(self.offered)}" if self.offered else "no list yet: `options` makes one"
            raise Unclear(f"There is no number {number}: {there}.")
        picked = self.offered[number - 1]
        if isinstance(picked, str):
            pages.word(self, ["options", picked])
            return True
        return self.carry_out([picked])

    def order(self, said: Sequence[str]) -> bool:
        """Orders in words."""
        return self.carry_out(self.understand(said))

    def understand(self, said: Sequence[str]) -> list[Any]:
        """The actions that are meant; a misspelt word is asked back, or refused where nobody can answer."""
        while True:
            try:
                return self._meant(said)
            except Slip as slip:
                if not self.talk.live:
                    raise
                if self.talk.ask(f"Did you mean {slip.meant}? y/n: ").strip().lower() not in ("y", "yes", "aye"):
                    raise Unclear("Not done.") from None
                said = slip.words

    def _meant(self, said: Sequence[str]) -> list[Any]:
        """The actions that some words mean; a lone name chooses a ship instead, and gives none."""
        names = self.desk.names(self.view)
        named = names.at([word.lower() for word in said], 0, self.seat)
        if named is not None and named[1] == len(said):
            pages.word(self, ["show", named[0].id])
            if named[0].id in self.match.rules.legal(self.view).subjects():
                pages.word(self, ["options", named[0].id])
            return []
        first = said[0].lower()
        if named is None and first[:1].isalpha() and first not in self.desk.verbs and first not in names.reserved:
            known = pages.known(self.desk)
            near = nearest_word(first, known)
            if near in self.desk.verbs:
                raise Slip(said[0], near, [near, *said[1:]])
            if near or self.desk.verbs:
                raise Unclear(f"There is no ship or word {said[0]!r} here: {names.nearest(said[0], known)}")
        return self.desk.read(self.view, said, self.chosen)

    def carry_out(self, actions: Sequence[Any]) -> bool:
        """Do what was ordered, one after the other, for as long as it goes well."""
        for action in actions:
            if self.match.result is not None or self._seat not in self.match.to_act:
                return False
            self.chosen = getattr(action, "ship", self.chosen)
            if not self._ready_to(action) or not self._act(action):
                return False
        return True

    def _ready_to(self, action: Any) -> bool:
        """Legal, and where dice will fall its odds are seen and agreed to."""
        why = None if self.tutor is None else self.tutor.why_not(action)
        why = why or self.match.legal(self._seat).why_not(action)
        if why is not None:
            self.talk.say(capital(why))
            return False
        if not self.thinking_over:
            return True
        caution = self.desk.caution(self.view, action) if self.talk.live else ""
        shown = [*([caution] if caution else []), *pages.odds_of(self, action)]
        if shown:
            self.talk.show(shown)
            if self.desk.rolls_now(action) and not self.talk.agrees("Enter to go ahead, n to think again: "):
                self.talk.say("not done")
                return False
        return True

    def _act(self, action: Any) -> bool:
        """Hand it to the match, with the dice if a hand throws them; False when something went wrong in it."""
        match = self.match
        first = action
        if match.header.dice == "typed":
            first = self.desk.by_hand(self.view, action)
        key = self.audience or ""
        before = self._told.get(key, 0)
        played = match.act(self._seat, first)
        while match.waiting is not None:
            self._dice()
        if self.tutor is not None:
            self.tutor.ordered(first)
        if self.audience is None and played is not None:
            own = [told.event for told in played.events if told.to is not None and self._seat in told.to]
            self._print(own)
        events = [heard.event for heard in match.events(self.audience, before)]
        if moved_on(self._seat in match.to_act, map(match.rules.tiding, events)):
            self.moved = before
        self._tell()
        if first != action and match.result is None and self._seat in match.to_act and not self._closed(action):
            return self._act(action)
        return not self.desk.failed(events)

    def _closed(self, action: Any) -> bool:
        """Whether a step that was to be ended has ended by itself."""
        return self.desk.stage(self.view) != self._stage[1] or self.match.legal(self._seat).why_not(action) is not None

    def take_back(self) -> None:
        """The newest step of anybody who sits here."""
        people = set(self.people)
        steps = [step for step in self.match.tail if step.by in people]
        seat = steps[-1].by if steps else self.seat
        self.match.take_back(seat)
        self.ahead.rest(seat)
        if self.tutor is not None:
            self.tutor.went_back({step.n for step in steps} - {step.n for step in self.match.tail})
        self._told[self.audience or ""] = self.match.heard(self.audience)
        self.talk.say(f"taken back: {self.desk.say(self.match.view(seat), steps[-1].action)}")

    def hand_over(self, seat: Seat, name: str) -> None:
        """Somebody else plays a seat from here on: a bot by its name, or `me`."""
        from weathergauge.cli.table.seating import ME, make_bot

        if seat not in self.match.seats:
            raise Unclear(f"There is no seat {seat!r} here: {nearest(seat, self.match.seats)}")
        bot = None if name == ME else make_bot(name, self.match.header.title, seat)
        self.match.hand_over(seat, name)
        self.bots.pop(seat, None)
        if bot is not None:
            self.bots[seat], self._heard[seat] = bot, 0
        self._told.setdefault(self.audience or "", self.match.heard(self.audience))
