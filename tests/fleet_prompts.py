"""How often a fleet asks: a captain's turns in a tactical title counted, order by order and with fleet orders.

    python -m tests.fleet_prompts ironclads lissa --turns 6

A prompt is a step in which the player is asked, an answer an order that he gives in it, and a click what that takes in the browser: two for
an order that is chosen and then given, one for a button that does it at once. A prompt is empty if all that could be answered was one
thing, or nothing was ordered in it. Before, a captain's orders are given one by one; with fleet orders some ships are ordered so in
every step, and all others as advised.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from weathergauge import rulesets
from weathergauge.beside.standing import only
from weathergauge.bots.advice import Adviser
from weathergauge.match import Match
from weathergauge.match.standing import Kept, first, give

AT_ONCE = {"Activate", "Done", "Finish", "Ready", "Counter", "Hold", "Lead", "Again", "Destroy", "Fight"}
"""Orders that one button gives."""
WAYS = ("sail", "met", "fire", "other", "answer", "speeds", "load")
"""What captains are let decide."""
NOTHING = {"Done", "Finish", "Ready", "Hold"}
"""Orders of somebody who orders nothing."""


class Count(Struct):
    """What was asked in a turn."""

    prompts: int = 0
    answers: int = 0
    clicks: int = 0
    empty: int = 0


class Player:
    """Somebody who orders as a captain would: all ships, or a few while captains order the rest."""

    def __init__(self, match: Match, seat: str, by_hand: int | None) -> None:
        self.match, self.seat = match, seat
        self.kept: dict[str, Kept] = {}
        self.mind = Adviser()
        self.asked = (0, "")
        self.counts: dict[int, Count] = {}
        if by_hand is not None:
            own = [ship.id for ship in match.state.table.ships if ship.side == seat]
            standing: Any = match.rules.standing
            advised = {way: "advised" for way in WAYS if way in standing.__struct_fields__}
            self.kept[seat] = give(match, seat, standing(**advised, by_hand=tuple(own[:by_hand])))

    @property
    def turn(self) -> int:
        return int(self.match.state.table.turn)

    def act(self) -> None:
        """Answer what is asked, or leave it to advice."""
        match, seat = self.match, self.seat
        count = self.counts.setdefault(self.turn, Count())
        stage, ordered = self.stage(), False
        count.prompts += (self.turn, stage) != self.asked
        self.asked = self.turn, stage
        alone = only(choices := match.rules.legal(match.view(seat)), choices.forms()) is not None
        while seat in match.to_act and self.stage() == stage and match.result is None:
            action = self.mind(match, seat)
            if action is None:
                action = next(iter(match.rules.legal(match.view(seat))))
            match.act(seat, action)
            count.answers += 1
            count.clicks += 1 if type(action).__name__ in AT_ONCE else 2
            ordered = ordered or type(action).__name__ not in NOTHING
            if self.kept:
                break  # the next order may be one that is advised
        count.empty += alone or not ordered

    def stage(self) -> str:
        """The step, and in it the ship that is asked about where ships act one after the other."""
        phase = self.match.state.table.phase
        return f"{self.match.rules.stage(self.match.view(self.seat))} {getattr(phase, 'stage', '')} {getattr(phase, 'waiting', '')}"


def turns(
    title: str, scenario: str, seat: str, by_hand: int | None, last: int, seed: str = "fleet"
) -> dict[int, Count]:
    """Play some turns and count what was asked in each."""
    match = Match.create(rulesets.ruleset(title), title, scenario, seed=seed)
    player, other = Player(match, seat, by_hand), Adviser()
    while match.settle() is None and match.result is None and player.turn <= last:
        if player.kept and first(match, player.kept, [seat], player.mind) is not None:
            continue
        to_act = match.to_act[0]
        if to_act == seat:
            player.act()
        else:
            action = other(match, to_act)
            match.act(to_act, next(iter(match.rules.legal(match.view(to_act)))) if action is None else action)
    return player.counts


def lines(title: str, scenario: str, seat: str, last: int, by_hand: int) -> Iterator[str]:
    """The figures, a line for each turn."""
    for name, hands in (("order by order", None), (f"{by_hand} ships by hand", by_hand)):
        yield f"{title}/{scenario}, {seat}, {name}"
        counts = turns(title, scenario, seat, hands, last)
        for turn, one in counts.items():
            yield f"  {turn:3}: {one.prompts:3} prompts, {one.answers:3} answers, {one.clicks:3} clicks, {one.empty:3} empty"
        prompts, empty = sum(one.prompts for one in counts.values()), sum(one.empty for one in counts.values())
        worst = max(one.clicks for one in counts.values())
        share = f"{empty / prompts:.0%}" if prompts else "none"
        mean = sum(one.clicks for one in counts.values()) / len(counts)
        yield f"  all: {prompts} prompts, {share} empty; {mean:.1f} clicks a turn, {worst} at most"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title")
    parser.add_argument("scenario")
    parser.add_argument("--seat", default="british")
    parser.add_argument("--turns", type=int, default=8)
    parser.add_argument("--by-hand", type=int, default=2)
    asked = parser.parse_args()
    print("\n".join(lines(asked.title, asked.scenario, asked.seat, asked.turns, asked.by_hand)))


if __name__ == "__main__":
    main()
