"""Make the positions that boards are tested with, as the server sends them: `python client/src/rulesets/fixtures.py`.

A view, what happened on the way to it, and the choices of one ship. Run it again when the shape of a view changes.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from weathergauge.bots import bot
from weathergauge.dice import RandomDice
from weathergauge.frame.events import Ready
from weathergauge.ruleset import PROCEED, TABLE, Rules
from weathergauge.rulesets.trafalgar import gunnery
from weathergauge.rulesets.trafalgar import rules as trafalgar
from weathergauge.rulesets.wsim import notation
from weathergauge.rulesets.wsim import rules as wsim
from weathergauge.rulesets.wsim.actions import Fire, Plot
from weathergauge.rulesets.wsim.hexes import distance

HERE = Path(__file__).parent


class Game(ABC):
    """A game that is looked at as it goes on."""

    rules: Rules

    def __init__(self, scenario: str, seed: int) -> None:
        self.dice = RandomDice(seed)
        self.state = self.rules.setup(self.rules.scenario(scenario, {}), self.dice)

    @abstractmethod
    def order(self, seat: str) -> Any: ...

    @property
    @abstractmethod
    def at(self) -> str:
        """Which step of the turn it is."""

    @property
    def table(self) -> Any:
        return self.state.table

    @property
    def over(self) -> bool:
        return self.rules.result(self.state) is not None

    def hear(self, events: list[Any]) -> None:
        """Tell those who play what everybody hears."""
        return

    def step(self) -> list[dict[str, Any]]:
        """One action, and what everybody hears of it."""
        seat = self.rules.to_act(self.state)[0]
        played = self.rules.play(self.state, seat, PROCEED if seat == TABLE else self.order(seat), self.dice)
        self.state = played.state
        heard = [told.event for told in played.events if told.to is None]
        self.hear(heard)
        return [self.worded(event) for event in heard]

    def worded(self, event: Any) -> dict[str, Any]:
        plain = {k: v for k, v in msgspec.to_builtins(event).items() if k != "account"}
        words = self.rules.tell(self.state, event)
        return {"kind": "rules", "type": plain["type"], "event": plain, "words": words, "account": []}

    def view(self, seat: str | None = None) -> Any:
        """A view with what is drawn about every ship, as the client lays them together."""
        view = self.rules.view(self.state, seat)
        return {**msgspec.to_builtins(view), "sea": msgspec.to_builtins(self.rules.sea(view))}

    def until(self, turn: int, step: str) -> Game:
        """Play on until a step of a turn begins."""
        while not self.over and (self.table.turn < turn or self.at != step):
            self.step()
        return self

    def turn_of(self, subject: str | None = None) -> Any:
        """The position of the side to act: its view, what it can order, and the choices of one ship."""
        seat = self.rules.to_act(self.state)[0]
        view = self.rules.view(self.state, seat)
        orders = self.rules.legal(view)
        ids = list(orders.subjects())
        chosen = subject if subject in ids else ids[0]
        forms = [form for form in orders.forms() if form.fixed.get("ship") == chosen]
        actions = [{"action": msgspec.to_builtins(action), "words": ""} for action in orders.of(chosen)]
        return {
            "view": self.view(seat), "seat": seat,
            "subjects": [{"id": id, "words": self.rules.subject(view, id)} for id in ids],
            "choices": {"decision": "0.0", "subject": chosen, "actions": actions, "forms": msgspec.to_builtins(forms)},
        }  # fmt: skip

    def scenes(self, count: int) -> list[Any]:
        """What happens from one step to the next, with the view after each."""
        found = []
        for _ in range(count):
            now, events = (self.table.turn, self.at), list[Any]()
            while (self.table.turn, self.at) == now and not self.over:
                events += self.step()
            if events:
                found.append({"events": events, "view": self.view()})
        return found


class FleetAction(Game):
    """Trafalgar between two captains."""

    rules = trafalgar.RULES

    def __init__(self, scenario: str, seed: int) -> None:
        super().__init__(scenario, seed)
        self.bots = {seat: bot("captain", seed, "trafalgar") for seat in self.rules.seats}

    def order(self, seat: str) -> Any:
        view = self.rules.view(self.state, seat)
        return self.bots[seat].choose(view, self.rules.legal(view), self.rules)

    def hear(self, events: list[Any]) -> None:
        for listener in self.bots.values():
            listener.heard(events)

    @property
    def at(self) -> str:
        phase = msgspec.to_builtins(self.table.phase)
        return f"{phase.get('side', '')} {phase['type']}".strip()

    @classmethod
    def first(cls, scenario: str, turn: int, step: str, wish: Callable[[Any], bool] = lambda table: True) -> Game:
        """The first game that comes to a step at this turn or later, with a table as one wishes it."""
        for seed in range(200):
            game = cls(scenario, seed).until(turn, step)
            if not game.over and wish(game.table):
                return game
        raise SystemExit(f"no game of {scenario} came to {step}")


class ShipAction(Game):
    """Wooden ships that close and fire whatever bears."""

    rules = wsim.RULES
    near = 1

    @property
    def at(self) -> str:
        return str(getattr(self.table.phase, "step", "over"))

    def order(self, seat: str) -> Any:
        """Each ship closes, fires at the hull, and does the first thing she can otherwise."""
        orders = self.rules.legal(self.rules.view(self.state, seat))
        for id in orders.subjects():
            if id == "step" or self.table.turn == 0:
                continue
            if self.at == "notation":
                foes = [ship for ship in self.table.ships if ship.side != seat and ship.able]

                def gap(plot: Any, foes: Any = foes) -> int:
                    return min((abs(distance(plot[1], foe.bow) - self.near) for foe in foes), default=0)

                plots = notation.plots(self.table, self.table.number(id), wsim.RULES.charts)
                return Plot(id, min(plots, key=gap)[0])
            if (options := orders.of(id)) and self.at != "loading":
                return next((one for one in options if isinstance(one, Fire)), options[0])
        return Ready()


def write(title: str, name: str, what: Any) -> None:
    text = json.dumps(what, separators=(",", ":"))
    (HERE / title / "fixtures" / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    print(f"{title}, {name}.json: {len(text):,} characters")


def main() -> None:
    first = FleetAction.first
    write("trafalgar", "duel", FleetAction("duel", 3).turn_of())
    write("trafalgar", "line", first("lee_column", 1, "british moving").turn_of("royal_sovereign"))
    waiting = first("lee_column", 5, "british firing", lambda table: len(gunnery.waiting(table)) > 3)
    write("trafalgar", "fire", waiting.turn_of())
    write("trafalgar", "grapple", first("weather_column", 6, "grappling", lambda table: len(table.locks) > 1).turn_of())
    game = first("lee_column", 6, "boarding", lambda table: bool(table.turn < 13))
    write("trafalgar", "boarding", game.turn_of())
    write("trafalgar", "melee", {"from": game.view(), "scenes": game.scenes(7)})
    write("trafalgar", "trafalgar", first("trafalgar", 5, "british moving").turn_of())
    write("wsim", "boarding", ShipAction("duel", 4).until(2, "boarding").turn_of())
    battle = ShipAction("lissa", 7).until(4, "notation")
    write("wsim", "battle", {"from": battle.view(), "scenes": battle.scenes(14)})


if __name__ == "__main__":
    main()
