"""Checks of what an audience can notice at all: in every position of random matches, whoever must decide there.

A step of which an audience hears nothing changes nothing that it can receive; and a state that differs from the true
one only in what is hidden from an audience gives it the same answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from weathergauge import codec
from weathergauge.match import Match
from weathergauge.match.foresight import dice_ahead, foreseen
from weathergauge.ruleset import Refused, Rules, Seat
from weathergauge.server import wording
from weathergauge.testing.hints import Start, seats
from weathergauge.testing.play import Player
from weathergauge.throwing import SeededDice

Answers = dict[str, Any]
Audience = Seat | None
PROBES = 6
LISTED = 3
"""So many subjects have their whole list compared, of all others only the name: campaigns have hundreds."""
LATEST = 3
"""So many of the newest events that an audience has heard are told again."""


class Unheard(AssertionError):
    """An audience can tell that something happened of which it heard nothing."""


def who(audience: Audience) -> str:
    """An audience in words."""
    return audience or "a spectator"


def answers(rules: Rules, state: Any, audience: Audience, probes: list[Any], heard: list[Any]) -> Answers:
    """What an audience can learn from a state: by looking, by asking, and by trying what it may not do."""
    view = rules.view(state, audience)
    choices = rules.legal(view)
    subjects = list(choices.subjects())
    lists = {subject: list(choices.of(subject)) for subject in _some(subjects, LISTED)}
    tried = [actions[-1] for actions in lists.values() if actions]
    said: Answers = {
        "view": codec.encode(view),
        "whose turn it is": rules.to_act(state),
        "result": rules.result(state),
        "subjects": [(subject, rules.subject(view, subject)) for subject in subjects],
        "lists": lists,
        "forms": list(choices.forms()),
        "refusals": [choices.why_not(probe) for probe in probes],
        "previews": [rules.preview(view, action) for action in tried],
        "sentences": [rules.tell_to(state, event, () if audience is None else (audience,)) for event in heard],
    }
    if audience is not None:  # a seat may ask about any order, a spectator about none
        said["orders in words"] = [wording.order(rules, view, action) for action in (*tried, *probes)]
    if audience is not None and audience in rules.to_act(state):
        said["foreseen outcomes"] = [foreseen(rules, view, audience, action) for action in tried[:1]]
        said["dice ahead"] = [dice_ahead(rules, view, audience, action) for action in tried[:1]]
    return said


def _some(subjects: list[str], count: int) -> list[str]:
    """The first, and others spread over the rest: the same of an equal list."""
    if len(subjects) <= count:
        return subjects
    return [subjects[(len(subjects) - 1) * n // (count - 1)] for n in range(count)]


def standing(match: Match, audience: Audience) -> Answers:
    """What an audience is told about the match itself, beside what the rules say."""
    asking = match.asking
    seen: Answers = {
        "head": match.head,
        "players": dict(match.players),
        "dice that are waited for": match.waiting,
        "offers": (sorted(match.for_draw), asking and (asking.by, sorted(asking.agreed))),
        "number of events": match.heard(audience),
    }
    if audience is not None:
        seen["decision"] = match.decision(audience)
        seen["own steps"] = match.standing(audience)
    return seen


class Walk:
    """A random match, looked at by everybody after every step, as a server would play it: the table proceeds at once."""

    def __init__(self, rules: Rules, title: str, start: Start, seed: str, twins: float = 1.0) -> None:
        self.rules, self.name = rules, f"{title}: {start.name}, {seed}"
        self.player, self.chance = Player(rules, seed), Random(f"unheard {seed}")
        self.match = Match.create(rules, title, start.scenario, seed=seed, position=start.position)
        self.match.settle()
        self.audiences: tuple[Audience, ...] = (*seats(rules, start), None)
        self.probes: list[Any] = []
        self.twins = twins
        """In what share of the positions each audience is shown a state that it could take for the true one."""
        self.found: Counter[str] = Counter()

    def run(self, steps: int) -> Counter[str]:
        """Walk so many steps, or to the end. How many steps, unheard ones, twins and comparisons there were."""
        for _ in islice(self._steps(), steps):
            pass
        return self.found

    def _steps(self) -> Iterator[None]:
        while self.match.result is None:
            if self.chance.random() < self.twins:
                self._imagine()
            self._step()
            yield

    def _step(self) -> None:
        match = self.match
        before, asked = match.state, match.to_act
        told = {audience: match.heard(audience) for audience in self.audiences}
        stood = {audience: standing(match, audience) for audience in self.audiences}
        mover = self.chance.choice(asked)
        what = self._move(mover)
        self.found["steps"] += 1
        if match.result is not None or match.to_act != asked:
            return  # the end and the turn are told to everybody
        for audience in self.audiences:
            if audience == mover or match.heard(audience) != told[audience]:
                continue
            self.found["unheard"] += 1
            sentence = f"{who(audience)} hears nothing of {what} by {mover}"
            self._compare(stood[audience], standing(match, audience), sentence)
            self._compare(self._answers(before, audience), self._answers(match.state, audience), sentence)

    def _move(self, mover: Seat) -> str:
        """Let a seat do something by chance, or take a step back; the table carries out what follows."""
        match, own = self.match, list(self.match.standing(mover))
        if own and self.chance.random() < 0.15:
            try:
                match.take_back(mover, self.chance.choice(own))
            except Refused:
                return "a refused take-back"
            return "a take-back"
        action = self.player.order(match.state, mover)
        match.act(mover, action, decision=match.decision(mover))
        if len(self.probes) < PROBES or self.chance.random() < 0.1:
            self.probes = [*self.probes, action][-PROBES:]
        match.settle()
        return str(action)

    def _imagine(self) -> None:
        """Compare the true state with one in which all that an audience cannot see is otherwise."""
        state, rules = self.match.state, self.rules
        for audience in self.audiences:
            dice = SeededDice(self.name.encode(), self.match.steps)
            twin = rules.imagine(rules.view(state, audience), dice)
            self.found["twins"] += 1
            self.found["twins that differ"] += twin != state
            sentence = f"{who(audience)} can tell two states apart that differ in what is hidden"
            self._compare(self._answers(state, audience), self._answers(twin, audience), sentence)

    def _answers(self, state: Any, audience: Audience) -> Answers:
        newest = self.match.events(audience, self.match.heard(audience) - LATEST)[::-1]
        heard = [told.event for told in newest if isinstance(told.event, self.rules.types.event)]
        return answers(self.rules, state, audience, self.probes, heard)

    def _compare(self, left: Answers, right: Answers, sentence: str) -> None:
        for what in left:
            self.found["comparisons"] += 1
            if left[what] != right.get(what):
                raise Unheard(f"{self.name}, step {self.match.steps}: {sentence}, and is told by the {what}")


def check_unheard(rules: Rules, title: str, start: Start, seed: str, steps: int, twins: float = 1.0) -> Counter[str]:
    """Nobody notices what nobody told, and nobody can tell apart what is hidden. How much was looked at."""
    return Walk(rules, title, start, seed, twins).run(steps)
