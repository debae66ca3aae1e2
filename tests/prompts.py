"""How often a campaign asks: a quiet player's turns counted, without standing orders and with them.

    python -m tests.prompts mistral quarter --turns 6
    python -m tests.prompts mistral quarter --correspondence 10

A prompt is a step in which the player is asked; he gives it one order after the other, or with standing orders all that he
has before any dice fall in one go. It is empty if nothing was ordered in it and nothing of an enemy was asked. An answer is what
a player by correspondence sends: all that he orders until somebody else must. The player sends each formation where a captain
would, fights and holds council like one, leaves the small ships where they are, and lets the yards repair whoever is worst hurt.
With standing orders he is woken for all that there is, offers battle at two to one, and passes councils to which nothing new has
come. The other seat is a captain's.

With `--correspondence` both seats are such players, and each looks in twice a day, six hours after the other: whoever is asked then
answers all that he can, and the hours of so many quarters are counted, each with other dice.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from weathergauge import rulesets
from weathergauge.bots.sealords import Judgement, steer
from weathergauge.bots.sealords.temper import CAPTAIN
from weathergauge.bots.sealords.watch import Memory, Watch
from weathergauge.match import Match
from weathergauge.match.standing import Kept, at_rest, first, give
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.rules import RULES
from weathergauge.rulesets.sealords.standing import Course, StandingOrders, Step

PASSES: tuple[Step, ...] = ("decoying", "plotting", "sailing", "tasking", "closing", "requesting", "yards")
LOOKS = 2
"""By correspondence each player looks in so often a day."""
QUESTIONS = ("Sighting", "Offering", "Fighting", "Screening")
"""Phases in which an enemy is met: declining is an answer too."""


class Count(Struct):
    """What was asked in a turn."""

    prompts: int = 0
    orders: int = 0
    answers: int = 0
    empty: int = 0
    steps: int = 0
    """Actions of the seat, whoever gave them."""
    met: bool = False
    """Whether an enemy was met, or sighted: such a turn is not a quiet one."""


class Player:
    """Somebody with courses in mind; `stands` is whether he orders them ahead."""

    def __init__(self, match: Match, seat: str, stands: bool) -> None:
        self.match, self.seat, self.stands = match, seat, stands
        self.kept: dict[str, Kept] = {}
        self.mind = Judgement()
        self.counts: dict[tuple[int, int], Count] = {}
        self._asked = ""

    @property
    def count(self) -> Count:
        date = self.match.state.table.date
        return self.counts.setdefault((date.year, date.turn), Count())

    def plan(self) -> StandingOrders:
        """Every formation to where a captain wants it."""
        view = self.match.view(self.seat)
        watch = Watch(view, RULES[self.match.header.title].world, CAPTAIN, Memory())
        courses = []
        for formation in view.own.formations:
            if formation.kind in ("convoy", "dummy") or not formation.squadrons:
                continue
            found = steer.course(watch, formation)
            if found is None or found.goal in (formation.place, formation.place.partition("/")[0]):
                continue
            place = found.goal.partition("/")[0]
            courses.append(Course(formation.id, f"{place}/harbour" if found.inside else place))
        return StandingOrders(
            courses=tuple(courses), passes=PASSES, screen="pass", battle="odds", repair=True, news=True
        )

    def act(self) -> None:
        """Answer what is asked now, in one go or one after the other."""
        match, seat = self.match, self.seat
        stage = match.rules.stage(match.view(seat))
        phase = type(match.state.table.phase).__name__
        count = self.count
        if phase == "Council" and self.stands:
            self.kept[seat] = at_rest(match, seat, give(match, seat, self.plan(), self.kept.get(seat)))
        kept = self.kept.get(seat)
        ordered = phase in QUESTIONS or (kept is not None and "sighted" in kept.woken)
        count.met = count.met or ordered
        again, going = stage == self._asked, False
        self._asked = stage
        count.prompts += not again
        count.answers += 1
        while seat in match.to_act and match.rules.stage(match.view(seat)) == stage and match.result is None:
            action, before = self.choose(phase), match.fences
            match.act(seat, action)
            count.steps += 1
            count.orders += not (self.stands and going)
            ordered, going = ordered or not isinstance(action, Ready), match.fences == before
        count.empty += not ordered and not again

    def choose(self, phase: str) -> Any:
        view = self.match.view(self.seat)
        choices = self.match.rules.legal(view)
        if phase.lower() in PASSES or phase == "Screening":
            at_sea = self.match.rules.stand(view, self.match.rules.stand_by(view, replace(self.plan(), wake=())), ())
            if at_sea.action is not None:
                return at_sea.action
        return self.mind.order(view, choices)


def turns(
    title: str, scenario: str, seat: str, stands: bool, last: int, seed: str = "quiet"
) -> dict[tuple[int, int], Count]:
    """Play some turns and count what was asked in each."""
    rules = rulesets.ruleset(title)
    match = Match.create(rules, title, scenario, seed=seed)
    player = Player(match, seat, stands)
    other = Judgement()
    while match.settle() is None and match.result is None and len(player.counts) <= last:
        if player.stands and (led := first(match, player.kept, [seat])) is not None:
            player.count.steps += led[1].action is not None
            continue
        to_act = match.to_act[0]
        if to_act == seat:
            player.act()
        else:
            view = match.view(to_act)
            match.act(to_act, other.order(view, rules.legal(view)))
    return dict(list(player.counts.items())[:last])


class Letters(Struct):
    """A quarter played by correspondence: how many answers either side gave, and on which day the last was."""

    answers: dict[str, int]
    days: float


def letters(title: str, scenario: str, seed: str) -> Letters:
    """Play a whole scenario between two who look in twice a day, with standing orders."""
    rules = rulesets.ruleset(title)
    match = Match.create(rules, title, scenario, seed=seed)
    players = {seat: Player(match, seat, True) for seat in match.seats}
    kept: dict[str, Kept] = {}
    for player in players.values():
        player.kept = kept
    looks = -1
    while match.settle() is None and match.result is None:
        if first(match, kept, match.seats) is not None:
            continue
        looks += 1
        looking = match.seats[looks % len(match.seats)]
        while looking in match.to_act and match.settle() is None and match.result is None:
            if first(match, kept, match.seats) is None and looking in match.to_act:
                players[looking].act()
    answers = {seat: sum(count.answers for count in player.counts.values()) for seat, player in players.items()}
    return Letters(answers, (looks + 1) / (len(players) * LOOKS))


def lines(title: str, scenario: str, seat: str, last: int) -> Iterator[str]:
    """The figures, a line for each turn."""
    before, after = turns(title, scenario, seat, False, last), turns(title, scenario, seat, True, last)
    for name, counts in (("asked each step", before), ("standing orders", after)):
        yield f"{title}/{scenario}, {seat}, {name}"
        for (year, turn), one in counts.items():
            share = f"{one.empty / one.prompts:.0%}" if one.prompts else "none"
            yield f"  {year} {turn:2}: {one.prompts:3} prompts, {one.empty:3} empty ({share}), {one.orders:3} orders in {one.answers:3} answers, {one.steps:3} steps{', enemies met' if one.met else ''}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title")
    parser.add_argument("scenario")
    parser.add_argument("--seat", default="british")
    parser.add_argument("--turns", type=int, default=4)
    parser.add_argument(
        "--correspondence", type=int, default=0, metavar="N", help="so many quarters between two players"
    )
    asked = parser.parse_args()
    for number in range(asked.correspondence):
        found = letters(asked.title, asked.scenario, f"letters {number}")
        each = ", ".join(f"{seat} {answers} answers" for seat, answers in found.answers.items())
        print(f"{asked.title}/{asked.scenario} {number}: {each}, {found.days:.1f} days", flush=True)
    if asked.correspondence:
        return
    print("\n".join(lines(asked.title, asked.scenario, asked.seat, asked.turns)))


if __name__ == "__main__":
    main()
