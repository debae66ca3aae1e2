"""Checks of who knows what: what one seat does in secret changes nothing that another receives.

Two matches have the same public past. In each one seat does other things in secret; the other seats do the same in
both. Whatever these receive must be equal: views, lists, numbers, prompts, refusals, and whose turn it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from msgspec.structs import astuple

from weathergauge import codec
from weathergauge.dice import Dice, Roll, Throw
from weathergauge.match import Match
from weathergauge.match.record import Record, digest
from weathergauge.odds import Memory, odds
from weathergauge.ruleset import PROCEED, TABLE, Refused, Rules, Seat, Told
from weathergauge.testing.hints import Start, hints, seats, starts
from weathergauge.testing.play import Player, play_on
from weathergauge.throwing import SeededDice


class Past:
    """A random match whose record can be taken up again at any step."""

    def __init__(self, rules: Rules, title: str, start: Start, seed: str, *, limit: int = 2000) -> None:
        self.rules, self.start, self.seed = rules, start, seed
        self.text = b""
        match = Match.create(rules, title, start.scenario, seed=seed, put=self._put, position=start.position)
        self.lengths = [len(self.text)]
        self.states = [match.state]
        self.places: list[tuple[int, Seat]] = []
        """The steps before which a seat did something in secret, and which seat."""
        self.snapshots: dict[int, bytes] = {}
        told = {seat: match.heard(seat) for seat in (*match.seats, None)}
        for _ in play_on(match, Player(rules, seed), take_backs=0, steps=limit):
            heard = [seat for seat, number in told.items() if number != match.heard(seat)]
            told = {seat: match.heard(seat) for seat in told}
            if len(heard) == 1 and heard[0] is not None:
                self.places.append((len(self.states) - 1, heard[0]))
                self.snapshots[len(self.states) - 1] = match.snapshot()
            self.lengths.append(len(self.text))
            self.states.append(match.state)

    def _put(self, text: bytes) -> None:
        self.text += text

    def match(self, step: int) -> Match:
        """The match as it was after that step, to be played on apart from all others."""
        record, snapshot = Record(self.text[: self.lengths[step]]), self.snapshots.get(step)
        return Match.load(record, lambda _: self.rules, seed=self.seed.encode(), snapshot=snapshot)


def secret_doings(rules: Rules, state: Any, seat: Seat) -> list[Any]:
    """What a seat can do now of which nobody else hears, without open dice."""
    return [action for action in rules.legal(rules.view(state, seat)) if _is_secret(rules, state, seat, action)]


class _Open(SeededDice):
    """Dice that note whether any fell in the open."""

    open = False

    def _fall(self, roll: Roll) -> Throw:
        self.open |= not roll.secret
        return super()._fall(roll)


def _is_secret(rules: Rules, state: Any, seat: Seat, action: Any) -> bool:
    dice = _Open(b"secret")
    played = rules.play(state, seat, action, dice)
    return not dice.open and _to_itself(played.events, seat)


def _to_itself(events: Iterable[Told], seat: Seat) -> bool:
    return all(told.to is not None and set(told.to) <= {seat} for told in events)


def pasts(rules: Rules, title: str, steps: int, enough: int) -> list[Past]:
    """Random matches from every start: two in any case, and more until enough was done in secret."""
    pasts_found: list[Past] = []
    for start in starts(rules):
        game = played = done = 0
        while game < 2 or (played < steps and done < enough):
            past = Past(rules, title, start, f"past {game}")
            if past.places or game < 2:
                pasts_found.append(past)
            game, played, done = game + 1, played + len(past.states), done + len(past.places)
    return pasts_found


def received(match: Match, seat: Seat | None, probes: Sequence[Any], looked: Sequence[str] = ()) -> dict[str, Any]:
    """Everything that reaches a seat, or a spectator, and every answer it can get without changing anything."""
    rules, view = match.rules, match.view(seat)
    choices = rules.legal(view)
    offered = [(subject, list(choices.of(subject))) for subject in choices.subjects()]
    answers: dict[str, Any] = {
        "view": codec.encode(view),
        "whose turn it is": match.to_act,
        "events": [(heard.number, codec.encode(heard.event)) for heard in match.events(seat)],
        "list": offered,
        "forms": list(choices.forms()),
        "refusals": [choices.why_not(probe) for probe in probes],
        "previews": [rules.preview(view, actions[-1]) for _, actions in offered[:6]],
        "sea": rules.sea(view),
        "hints": [rules.hints(view, subject) for subject in looked],
        "foresights": [rules.foresee(view, [probe]) for probe in probes],
        "head": match.head,
        "result": match.result,
        "players": match.players,
        "prompt": match.waiting,
    }
    if seat is not None:
        answers["decision"] = match.decision(seat)
        answers["own steps"] = match.standing(seat)
        wrong = [probe for probe in probes if seat not in match.to_act or choices.why_not(probe) is not None]
        answers["answers"] = [_answer(match.act, seat, probe) for probe in wrong]
        answers["stale"] = _answer(lambda: match.act(seat, PROCEED, decision="another"))
        answers["take back"] = [
            _answer(match.take_back, seat, 1_000_000),
            *(match.why_stays(step) for step in match.tail if step.by == seat),
        ]
    return answers


def _answer(ask: Callable[..., Any], *args: Any) -> str:
    try:
        ask(*args)
    except Refused as refused:
        return f"{type(refused).__name__}: {refused}"
    return "done"


class Pair:
    """Two matches with one public past, of which one seat makes different things in secret."""

    def __init__(self, past: Past, step: int, seat: Seat, seed: str) -> None:
        self.rules, self.seat, self.name = (
            past.rules,
            seat,
            f"{past.start.name}, {past.seed}, step {step}, {seat} in secret",
        )
        self.matches = past.match(step), past.match(step)
        self.chance = Random(f"{seed} {step} {seat}")
        state = past.states[step]
        self.seats = seats(past.rules, past.start)
        self.probes = [action for who in self.seats for action in self.rules.legal(self.rules.view(state, who))]
        self.probes = self.chance.sample(self.probes, min(8, len(self.probes)))
        everybody = {
            subject for who in self.seats for subject in self.rules.legal(self.rules.view(state, who)).subjects()
        }
        # What is looked at: whoever can be ordered, and whatever orders name, such as the chits of a campaign.
        named = {part for probe in self.probes for part in astuple(probe) if isinstance(part, str)} - everybody
        self.looked = [
            action for some in (everybody, named) for action in self.chance.sample(sorted(some), min(4, len(some)))
        ]
        self.listeners = tuple(other for other in (*self.seats, None) if other != seat)
        self.differed = False

    def dither(self, match: Match) -> None:
        """Do something in secret, or take something secret back."""
        if self.seat not in match.to_act:
            return
        hidden = [step.own for step in match.tail if step.by == self.seat and _to_itself(step.events, self.seat)]
        if hidden and self.chance.random() < 0.3:
            _answer(match.take_back, self.seat, self.chance.choice(hidden))
        elif doings := secret_doings(self.rules, match.state, self.seat):
            match.act(self.seat, self.chance.choice(doings), decision=match.decision(self.seat))

    def hold(self) -> None:
        """What the others receive is equal in both."""
        one, other = self.matches
        self.differed |= one.state != other.state
        for listener in self.listeners:
            left, right = (received(match, listener, self.probes, self.looked) for match in self.matches)
            numbers = [number for number, _ in left["events"]]
            gaps = [later for earlier, later in pairwise(numbers) if later != earlier + 1]
            assert not gaps, (
                f"{self.name}: {listener or 'a spectator'} can tell that something came before event {gaps[0]}"
            )
            for what in left:
                assert left[what] == right[what], (
                    f"{self.name}: {listener or 'a spectator'} is told by the {what}: {left[what]!r} and {right[what]!r}"
                )

    def together(self, seat: Seat, public: bool) -> bool:
        """The same action in both matches, where there is one; `public` for one that others hear of."""
        one, other = self.matches
        if seat not in one.to_act:
            return False
        shared = set(other.legal(seat))
        options = [
            action
            for action in one.legal(seat)
            if action in shared and (not public or not _is_secret(self.rules, one.state, seat, action))
        ]
        action = self.chance.choice(options) if options else None
        if action is None or any(self._throws(match, seat, action) for match in self.matches):
            return False
        for match in self.matches:
            match.act(seat, action, decision=match.decision(seat))
        return True

    def _throws(self, match: Match, seat: Seat, action: Any) -> bool:
        dice = SeededDice(b"try")
        self.rules.play(match.state, seat, action, dice)
        return bool(dice.throws)

    def run(self) -> bool:
        """Play the pair until the secrets are shown. Whether they ever differed."""
        others = [seat for seat in self.seats if seat != self.seat]
        for _ in range(4):
            for match in self.matches:
                for _ in range(self.chance.randrange(3)):
                    self.dither(match)
            self.hold()
            for seat in others:
                if self.chance.random() < 0.5 and TABLE not in self.matches[0].to_act:
                    self.together(seat, public=False)
                    self.hold()
                    self._back(seat)
        if self.together(self.seat, public=True):
            one, other = self.matches
            passed = one.to_act != other.to_act and hints(self.rules.name).passes
            if TABLE not in (*one.to_act, *other.to_act) and not passed:
                self.hold()
        return self.differed

    def _back(self, seat: Seat) -> None:
        """The other seat takes a step of its own back: granted or refused alike."""
        if self.matches[0].standing(seat) and self.chance.random() < 0.4:
            answers = {_answer(match.take_back, seat) for match in self.matches}
            assert len(answers) == 1, f"{self.name}: {seat} takes a step back and is told {answers}"
            self.hold()


def check_secrecy(pasts: Iterable[Past], pairs: int, seed: str = "pair") -> int:
    """Whatever one seat does in secret changes nothing that another receives. How many pairs really differed."""
    differed, chance = 0, Random(seed)
    for past in pasts:
        for step, seat in chance.sample(past.places, min(pairs, len(past.places))):
            differed += Pair(past, step, seat, seed).run()
    return differed


def check_nothing_is_heard_unseen(past: Past) -> None:
    """What others hear of an action without dice also shows in what they see: a secret told aloud is a leak."""
    rules, chance = past.rules, Random(past.seed)
    for state in past.states:
        for seat in rules.to_act(state):
            offered = [] if seat == TABLE else list(rules.legal(rules.view(state, seat)))
            for action in chance.sample(offered, min(3, len(offered))):
                dice = SeededDice(b"heard")
                played = rules.play(state, seat, action, dice)
                if dice.throws:
                    continue
                for other in (*rules.seats, None):
                    heard = any(told.to is None or other in told.to for told in played.events)
                    if other != seat and heard:
                        seen = rules.view(played.state, other) != rules.view(state, other)
                        assert seen, f"{other or 'a spectator'} hears of {action} by {seat}, and sees nothing of it"


def check_dithering(past: Past, step: int, seat: Seat, seed: str) -> bool:
    """Orders given, taken back and given again come to the same match, dice and all. Whether any were given."""
    straight, winding = past.match(step), past.match(step)
    chance, kept = Random(f"{seed} {step}"), 0
    for _ in range(3):
        doings = secret_doings(past.rules, straight.state, seat)
        if not doings:
            break
        if chance.random() < 0.7:
            winding.act(seat, chance.choice(secret_doings(past.rules, winding.state, seat)))
            winding.take_back(seat)
            assert winding.state == straight.state, f"{past.seed}, step {step}: taking back leaves something behind"
        action = chance.choice(doings)
        straight.act(seat, action)
        winding.act(seat, action)
        kept += 1
    player, fences = Player(past.rules, seed), straight.fences
    while straight.result is None and straight.fences == fences:
        mover = straight.to_act[0]
        action = player.order(straight.state, mover)
        for match in (straight, winding):
            match.act(mover, action)
        assert digest(straight.state) == digest(winding.state), (
            f"{past.seed}, step {step}: what {seat} took back in secret changed what came of {action}"
        )
    return kept > 0


def check_imagined(rules: Rules, state: Any, seed: str) -> None:
    """What a seat imagines it could not tell from the truth: same view, same turn, same end."""
    for seat in (*rules.seats, None):
        view = rules.view(state, seat)
        imagined = rules.imagine(view, SeededDice(seed.encode()))
        assert rules.view(imagined, seat) == view, f"{seat} imagines a state that it could tell from the real one"
        assert rules.to_act(imagined) == rules.to_act(state), f"whose turn it is tells {seat} something hidden"
        assert rules.result(imagined) == rules.result(state), f"the end tells {seat} something hidden"
        hash(imagined)
        for other in rules.to_act(imagined):
            assert other == TABLE or list(rules.legal(rules.view(imagined, other))), f"{other} is imagined helpless"


def check_truth_is_imagined(rules: Rules, state: Any, *, most: int = 2_500) -> int:
    """The true state has a chance above nought for every seat. For how many seats there was something to imagine."""
    seats = 0
    for seat in (*rules.seats, None):
        view = rules.view(state, seat)
        ways = _ways(rules, view)
        if ways == 1:
            only = rules.imagine(view, SeededDice(b"only"))
            assert only == state, f"{seat} can only imagine one state, and it is not the true one"
        elif ways <= most:
            seats += 1
            chances = odds(rules.imagine, view, memory=Memory())
            assert chances.get(state, 0) > 0, f"{seat} can never imagine the truth, in {len(chances)} ways"
            assert sum(chances.values()) == 1
    return seats


def check_imagined_plays(rules: Rules, state: Any, seed: str, *, steps: int = 5) -> int:
    """What a seat imagines can be played on by anybody, as if it were true. How many steps were."""
    played = 0
    for seat in (*rules.seats, None):
        imagined = rules.imagine(rules.view(state, seat), SeededDice(seed.encode()))
        player = Player(rules, f"{seed} {seat}")
        for step in range(steps):
            if rules.result(imagined) is not None:
                break
            mover = player.chance.choice(rules.to_act(imagined))
            try:
                action = player.order(imagined, mover)
                imagined = rules.play(imagined, mover, action, SeededDice(seed.encode(), step)).state
            except Exception as error:
                raise AssertionError(f"{seat} imagines a state that {mover} cannot play on: {error!r}") from error
            assert rules.result(imagined) is not None or rules.to_act(imagined), f"{seat} imagines a dead end"
            played += 1
    return played


def _ways(rules: Rules, view: Any) -> int:
    """About how many ways there are to imagine a state."""
    dice: Dice = SeededDice(b"ways")
    rules.imagine(view, dice)
    ways = 1
    for throw in dice.throws:
        count, _, sides = throw.dice.partition("d")
        ways *= int(sides) ** int(count)
    return ways
