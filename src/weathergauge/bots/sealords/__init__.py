"""A captain's judgement for the campaigns of the 1740s: orders, passages, small ships, battles, yards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergauge.bots.reasons import Reason
from weathergauge.bots.sealords import auxiliaries, battle, council, steer
from weathergauge.bots.sealords.staff import awards, decoys, yards
from weathergauge.bots.sealords.temper import Temper
from weathergauge.bots.sealords.watch import Memory, Watch
from weathergauge.bots.tempers import ORDINARY, Tempers
from weathergauge.frame import table as frame
from weathergauge.rulesets.sealords.auxiliaries.tasking import RECOVERY
from weathergauge.rulesets.sealords.battle.actions import ConvoyStruck
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.phases import (
    Closing,
    Council,
    Decoying,
    Fighting,
    Offering,
    Plotting,
    Requesting,
    Sailing,
    Screening,
    Sighting,
    Tasking,
    Yards,
)
from weathergauge.rulesets.sealords.state import View


class Judgement:
    """Decides one order at a time, from the table and its own side's secrets."""

    kind: type[Temper] = Temper

    def __init__(self, temper: str = ORDINARY) -> None:
        self.tempers = Tempers("sealords", self.kind, temper)
        self.memory = Memory()
        self._reason: Reason | None = None

    def order(self, view: View, choices: Any) -> Any:
        if not isinstance(view, frame.Seated):
            return None
        self.memory.look(view.table, view.seat)
        temper = self.tempers.of(view.table.name, view.seat)
        watch = Watch(view, choices.page.charts, temper, self.memory)
        decision = self.decide(watch)
        self._reason = decision if isinstance(decision, Reason) else None
        action = decision.order if isinstance(decision, Reason) else decision
        return action if isinstance(action, Ready) else awards.spend(watch) or action

    def decide(self, watch: Watch) -> Any:
        match watch.table.phase:
            case Decoying():
                return decoys.place(watch) or Ready()
            case Plotting():
                return steer.plot(watch) or Ready()
            case Sailing() as phase:
                return steer.sail(watch, phase.extra) or auxiliaries.send(watch) or Ready()
            case Tasking():
                if watch.table.step == RECOVERY:
                    return auxiliaries.base_pirate(watch)
                return auxiliaries.send(watch) or Ready()
            case Screening() as phase:
                return auxiliaries.screen(watch, phase)
            case Sighting() as phase:
                return battle.close(watch, phase)
            case Offering() as phase:
                return battle.offer(watch, phase)
            case Fighting() as phase:
                return battle.fight(watch, phase)
            case Closing():
                return council.close(watch)
            case Requesting():
                return awards.request(watch)
            case Council():
                return council.sit(watch)
            case Yards():
                return yards.see_to(watch)
        return None

    def heard(self, events: Sequence[Any]) -> None:
        """What is left of a convoy is told once, when it is fallen upon; everything else is in the view."""
        for event in events:
            if isinstance(event, ConvoyStruck):
                self.memory.cargo[event.convoy] = float(event.left)

    def why(self) -> Reason | None:
        """The staff's reason, where the last order was the staff's."""
        return self._reason


def judgement(temper: str = ORDINARY) -> Judgement:
    return Judgement(temper)
