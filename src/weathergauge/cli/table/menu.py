"""The opening menu: something new, something left, something to look at again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.markup import escape
from rich.table import Table as Grid

from weathergauge import rulesets
from weathergauge.cli.table import shelf
from weathergauge.cli.table.talk import Talk
from weathergauge.ruleset import Card
from weathergauge.sentences import nearest


class Back(Exception):
    """Nothing was chosen."""


class Menu:
    """A few short lists, each answered by a number or the first letters of a word."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk

    def run(self) -> int:
        """Until something has been played or the player quits."""
        self.talk.console.print("Weather Gauge", style="bold")
        try:
            while True:
                status = self._once()
                if status is not None:
                    return status
        except EOFError:
            return 0
        except KeyboardInterrupt:
            self.talk.console.print()
            return 130

    def _once(self) -> int | None:
        kept = shelf.on_shelf()
        waiting = [game for game in kept if not game.over]
        choices = {"new": "a new game", "learn": "a guided first game, with a voice that helps"}
        if waiting:
            choices["continue"] = f"go on with a game ({len(waiting)} waiting)"
        if kept:
            choices["replay"] = "walk through a game again"
        choices["quit"] = ""
        try:
            chosen = self._choose("What shall it be?", choices)
            if chosen == "quit":
                return 0
            if chosen == "new":
                return self._new()
            if chosen == "learn":
                return self._learn()
            return self._continue(waiting) if chosen == "continue" else self._replay(kept)
        except Back:
            return None
        except (ValueError, OSError) as error:
            self.talk.say(str(error))
            return None

    def _new(self) -> int:
        from weathergauge.bots import HOW, NAMES, default
        from weathergauge.cli.play import begin

        titles = {title.name: title.words for title in rulesets.titles() if rulesets.playable(title)}
        for sentence in rulesets.faults():
            self.talk.say(sentence)
        title = self._choose("Which game?", titles) if len(titles) > 1 else next(iter(titles))
        cards = {card.name: card for card in rulesets.ruleset(title).scenarios()}
        scenario = self._choose(
            "Which scenario?", {name: f"{card.title}\n{card.words}" for name, card in cards.items()}
        )
        seats = cards[scenario].seats
        mine = self._choose("Which side is yours?", {**dict.fromkeys(seats, ""), "both": "two share this keyboard"})
        settings = self._sides(cards[scenario])
        if mine == "both":
            return begin(title, scenario, [f"{seat}=me" for seat in seats], settings, talk=self.talk)
        best = default(title)
        names = [best, *(name for name in NAMES if name != best)]
        opponent = self._choose("Who plays against you?", {name: HOW[name] for name in names})
        others = [f"{seat}={opponent}" for seat in seats if seat != mine]
        return begin(title, scenario, [f"{mine}=me", *others], settings, talk=self.talk)

    def _sides(self, card: Card) -> dict[str, Any]:
        """Ask how the sides of a lopsided battle shall stand, and give the setting; exercises are taken as they are."""
        if not card.handicap or card.kind == "exercise":
            return {}
        how = {"history": "the sides as they are", "handicap": "the sides evened, as its words say"}
        return {"handicap": True} if self._choose("How shall the sides be?", how) == "handicap" else {}

    def _learn(self) -> int:
        from weathergauge.cli.play import learn

        lessons = {title.name: rulesets.lesson(title.name) for title in rulesets.titles() if rulesets.playable(title)}
        known = {name: lesson for name, lesson in lessons.items() if lesson is not None}
        title = self._choose("Which game?", {name: f"{lesson.title}\n{lesson.words}" for name, lesson in known.items()})
        moments = {moment.name: f"{moment.title}\n{moment.words}" for moment in known[title].moments}
        return learn(title, self._choose("Where to begin?", moments) if len(moments) > 1 else None, self.talk)

    def _continue(self, waiting: Sequence[shelf.Kept]) -> int:
        from weathergauge.cli.play import take_up

        return take_up(self._one_of("Which game?", waiting).path, talk=self.talk)

    def _replay(self, kept: Sequence[shelf.Kept]) -> int | None:
        from weathergauge.cli.replay import walk

        walk(self._one_of("Which game?", kept).path, talk=self.talk)
        return None

    def _one_of(self, question: str, kept: Sequence[shelf.Kept]) -> shelf.Kept:
        words = {game.path.stem: f"{game.why or game.words}, {game.when}" for game in kept}
        name = self._choose(question, words)
        return next(game for game in kept if game.path.stem == name)

    def _choose(self, question: str, choices: dict[str, str]) -> str:
        """One of them, by number or by the beginning of its name; Enter takes the first, `back` goes back."""
        console = self.talk.console
        console.print()
        grid = Grid.grid(padding=(0, 2))
        for number, (name, words) in enumerate(choices.items(), 1):
            first, *rest = words.split("\n")
            grid.add_row(
                f"  [bold]{number}[/]", name, "\n".join([escape(first), *(f"[dim]{escape(line)}[/]" for line in rest)])
            )
        console.print(grid)
        while True:
            answer = self.talk.ask(f"{question} [1] ").strip().lower()
            if answer in ("back", "b", "menu"):
                raise Back
            if answer in ("q", "exit"):
                answer = "quit"
            if answer == "quit" and "quit" not in choices:
                raise EOFError
            names = list(choices)
            if not answer:
                return names[0]
            if answer.isdigit() and 1 <= int(answer) <= len(names):
                return names[int(answer) - 1]
            meant = [name for name in names if name == answer] or [name for name in names if name.startswith(answer)]
            if len(meant) == 1:
                return meant[0]
            self.talk.say(f"{answer!r} is none of these: {nearest(answer, names)}")
