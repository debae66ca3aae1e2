"""An admiral's judgement for the campaigns.

He plans as a captain does. When it comes to battle he plays it on in his head before he decides: what he cannot see he
imagines, both sides go on as captains would, and what is left of either fleet at the end tells what an attack, a retreat
or an intensity is worth, or whether a formation had better stay in port. He does so again and again, within a budget of
samples and of time for a turn. The captain's order stands unless another did better by more than chance explains, for the
enemies in his head are guessed, and have no orders of their own; with no time left it stands alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import thread_time
from typing import Any

from weathergauge.bots.admiral import SAMPLES, SECONDS
from weathergauge.bots.playout import compared, play_on, preferred, told
from weathergauge.bots.reasons import Reason
from weathergauge.bots.sealords import Judgement, battle, sortie
from weathergauge.bots.sealords.leaf import ahead
from weathergauge.bots.sealords.temper import Stopper
from weathergauge.bots.sealords.watch import Watch
from weathergauge.bots.tempers import ORDINARY
from weathergauge.rulesets.sealords.battle import combat
from weathergauge.rulesets.sealords.battle.actions import Attack, CallOff, Fight, Withdraw
from weathergauge.rulesets.sealords.battle.quarrels import hunters, prey, price
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.phases import Fighting, Offering, Plotting, Sailing
from weathergauge.rulesets.sealords.rules import RULES
from weathergauge.rulesets.sealords.sea.actions import Move, Plot
from weathergauge.rulesets.sealords.state import State
from weathergauge.rulesets.sealords.world import at
from weathergauge.throwing import RandomDice

ROUNDS = (2, 2)
"""How often, in samples, options are played on: after each round those that are plainly worse are given up."""
LONGEST = 0.5
"""The part of what is left of a turn's time that one decision may take."""
NO_TIME = "No time was left to play it on: the captain's reckoning stands."
DOUBTFUL = 3.0
"""Prestige below its price at which the odds of an attack are so bad that it is not played on."""
PLAYED = "It was played on: this came out better than what a captain would order."


class Second(Judgement):
    """The captain by whom an admiral's own side goes on in his head: of his temper, and without a head of his own."""

    kind = Stopper


class Admiral(Judgement):
    """Decides as the captain does, but plays battles on in his head."""

    kind = Stopper

    def __init__(
        self, seed: int | str = 0, samples: int = SAMPLES, seconds: float = SECONDS, temper: str = ORDINARY
    ) -> None:
        super().__init__(temper)
        self.seed, self.samples, self.seconds = seed, samples, seconds
        self._turn: tuple[int, int] = (0, 0)
        self._left = seconds

    def decide(self, watch: Watch) -> Any:
        """The captain's order, or another that did better where both were played on, by more than chance explains."""
        decision = super().decide(watch)
        reason = decision if isinstance(decision, Reason) else Reason(decision)
        others, worth = self._doubts(watch, reason.order)
        if not others:
            return decision
        options = (reason.order, *others)
        values = self._compared(watch, options, worth)
        if not values[0]:
            return Reason(reason.order, reason.plan, reason.weighed, NO_TIME)
        chosen = preferred(options, values)
        return Reason(chosen, reason.plan if chosen == reason.order else PLAYED, told(options, values))

    def _doubts(self, watch: Watch, usual: Any) -> tuple[list[Any], Callable[[Any, int], float]]:
        """What else may be ordered where he is in doubt, and what an order is worth when it is played on."""
        match watch.table.phase:
            case Offering() as phase:
                return self._offers(watch, phase, usual), self._attack(watch, phase)
            case Fighting(step="intensity"):
                strait = watch.world.places[at(watch.table.fighting.place)].kind == "strait"
                fights = [Fight(usage) for usage in combat.choices(strait, watch.charts)]
                return [fight for fight in fights if fight != usual], partial(self._battle, watch)
            case Fighting(step="call_off"):
                return [Ready() if isinstance(usual, CallOff) else CallOff()], partial(self._stand, watch)
            case Fighting(step="withdraw"):
                flights = [Withdraw(*way) for way in battle.flights(watch)[:1]]
                return [Ready()] if isinstance(usual, Withdraw) else [*flights], partial(self._stand, watch)
            case Plotting() | Sailing():
                stay = sortie.stays(watch, usual)
                return [] if stay is None else [stay], partial(self._impulse, watch)
        return [], partial(self._battle, watch)

    def _offers(self, watch: Watch, phase: Offering, usual: Any) -> list[Any]:
        """What may be done instead of what the captain would: to let be, or to attack where that is not out of the question."""
        if isinstance(usual, Attack):
            return [Ready()]
        reckoned, cost = battle.promise(watch, phase.place), self._price(watch, phase)
        hopeless = reckoned is None or cost is None or reckoned < cost - DOUBTFUL
        return [] if hopeless else [Attack(phase.place)]

    def _price(self, watch: Watch, phase: Offering) -> int | None:
        ours, targets = hunters(watch.own, phase.place), prey(watch.table, watch.side, phase.place)
        return price(watch.table, ours, targets, watch.world)

    # Playing on

    def _compared(self, watch: Watch, options: Sequence[Any], worth: Callable[[Any, int], float]) -> list[list[float]]:
        """Play options on, within what is left of the turn's time."""
        turn = (watch.table.date.year, watch.table.date.turn)
        if turn != self._turn:
            self._turn, self._left = turn, self.seconds
        began = thread_time()
        values = compared(options, worth, [self.samples * more for more in ROUNDS], LONGEST * self._left)
        self._left = max(0.0, self._left - (thread_time() - began))
        return values

    def _battle(self, watch: Watch, option: Any, battle: int) -> float:
        """One battle from here to its end."""
        rules = RULES[watch.world.title]
        begun = rules.imagine(watch.view, RandomDice(f"{self._mark(watch, battle)}:guess"))
        return self._on(watch, option, battle, begun, lambda state: state.table.battle is None)

    def _stand(self, watch: Watch, option: Any, battle_number: int) -> float:
        """The same, with the orders that are at stake for whoever stays."""
        stays = not isinstance(option, CallOff | Withdraw)
        return self._battle(watch, option, battle_number) + (battle.stake(watch) if stays else 0.0)

    def _attack(self, watch: Watch, phase: Offering) -> Callable[[Any, int], float]:
        """The impulse, with what an attack must promise beyond its price, and the orders that are at stake."""
        ours = hunters(watch.own, phase.place)
        more = battle.stake_at(watch, phase.place, ours) - watch.temper.hurdle(self._price(watch, phase) or 0)
        return lambda option, number: self._impulse(watch, option, number) + more * isinstance(option, Attack)

    def _impulse(self, watch: Watch, option: Any, battle: int) -> float:
        """One impulse from here to its end; an order that is set about is worth something by itself."""
        rules, date = RULES[watch.world.title], watch.table.date
        guess = rules.imagine(watch.view, RandomDice(f"{self._mark(watch, battle)}:guess"))
        begun = sortie.watched(guess, watch.foe, watch.world)

        def over(state: State) -> bool:
            now = state.table.date
            return (now.turn, now.impulse) != (date.turn, date.impulse)

        set_about = watch.temper.order if isinstance(option, Move | Plot) and option.to else 0.0
        return self._on(watch, option, battle, begun, over) + set_about

    def _on(self, watch: Watch, option: Any, battle: int, begun: State, over: Callable[[State], bool]) -> float:
        """How much further ahead we are at the end: the same guess and the same luck for every option."""
        rules, dice = RULES[watch.world.title], RandomDice(self._mark(watch, battle), unheard=True)
        heads = {watch.side: Second(self.tempers.name), watch.foe: Judgement()}
        state = rules.play(begun, watch.side, option, dice).state
        state = play_on(rules, state, heads, dice, over)
        return ahead(state, watch.side, watch.world) - ahead(begun, watch.side, watch.world)

    def _mark(self, watch: Watch, battle: int) -> str:
        return f"{self.seed}:{watch.table.serial}:{watch.table.step}:{battle}"


def judgement(seed: int | str = 0, samples: int = SAMPLES, seconds: float = SECONDS, temper: str = ORDINARY) -> Admiral:
    return Admiral(seed, samples, seconds, temper)
