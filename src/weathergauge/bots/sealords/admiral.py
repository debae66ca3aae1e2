"""An admiral's judgement for the campaigns.

He plans as a captain does. When it comes to battle he plays it on in his head before he decides: what he cannot see he
imagines, both sides go on as captains would, and what is left of either fleet at the end tells what an attack, a retreat
or an intensity is worth, or whether a formation had better stay in port. He does so again and again, within a budget of
samples and of time for a turn, and trusts that as much as the captain's reckoning; with no time left that alone stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from time import thread_time
from typing import Any

from weathergauge.bots.admiral import SAMPLES, SECONDS
from weathergauge.bots.playout import compared, play_on, preferred
from weathergauge.bots.reasons import Reason, Weighed
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

ROUNDS = (1, 1)
"""How often, in samples, options are played on: after each round those that are plainly worse are given up."""
LONGEST = 0.5
"""The part of what is left of a turn's time that one decision may take."""
NO_TIME = "No time was left to play it on: the captain's reckoning stands."
DOUBTFUL = 3.0
"""Prestige below its price at which the odds of an attack are so bad that it is not played on."""
TRUST = 0.5
"""How much battles that were played on count against the captain's reckoning of them."""


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
        match watch.table.phase:
            case Offering() as phase:
                return self.offer(watch, phase)
            case Fighting(step="intensity"):
                return self.intensity(watch)
            case Fighting(step="call_off"):
                return self.better(watch, (Ready(), CallOff()))
            case Fighting(step="withdraw"):
                return self.withdraw(watch)
            case Plotting() | Sailing():
                return self.sail(watch, super().decide(watch))
        return super().decide(watch)

    def sail(self, watch: Watch, decision: Any) -> Any:
        """Whether a formation comes out to enemies off its port: as usual, unless it plainly did better by staying."""
        usual = decision.order if isinstance(decision, Reason) else decision
        stay = sortie.stays(watch, usual)
        if stay is None:
            return decision
        options = (usual, stay)
        values = self._compared(watch, options, partial(self._impulse, watch))
        if not values[0]:
            return Reason(usual, note=NO_TIME)
        chosen = preferred(options, values)
        weighed = [
            Weighed(option, sum(games) / len(games), games=len(games))
            for option, games in zip(options, values, strict=True)
        ]
        ranked = tuple(sorted(weighed, key=lambda option: -option.worth))
        return Reason(chosen, "Enemies lie off the port: coming out was played on to the end of the impulse.", ranked)

    def offer(self, watch: Watch, phase: Offering) -> Any:
        """Attack where what comes of it by the end of the impulse, and the captain's odds, promise more than to let be."""
        reckoned = battle.promise(watch, phase.place)
        ours, targets = hunters(watch.own, phase.place), prey(watch.table, watch.side, phase.place)
        cost = price(watch.table, ours, targets, watch.world)
        if reckoned is None or cost is None or reckoned < cost - DOUBTFUL:
            return Ready()
        options = (Attack(phase.place), Ready())
        values = self._compared(watch, options, partial(self._impulse, watch))
        gain = reckoned - cost - watch.temper.hurdle(cost)
        if not values[0]:
            return Reason(options[gain <= 0], note=NO_TIME)
        games = min([len(games_of) for games_of in values])
        fought, let_be = (sum(games_of[:games]) / games for games_of in values)
        gain = (1 - TRUST) * gain + TRUST * (fought - let_be)
        weighed = (Weighed(options[0], fought, games=games), Weighed(options[1], let_be, games=games))
        ranked = tuple(sorted(weighed, key=lambda option: -option.worth))
        return Reason(options[gain <= 0], f"The odds promise {reckoned - cost:+.1f} prestige, its price paid.", ranked)

    def intensity(self, watch: Watch) -> Any:
        place = at(watch.table.fighting.place)
        allowed = combat.choices(watch.world.places[place].kind == "strait", watch.charts)
        played = self.played(watch, tuple([Fight(usage) for usage in allowed]))
        reckoned = [battle.at_intensity(watch, usage) for usage in allowed]
        values = [
            (1 - TRUST) * value + TRUST * other for value, other in zip(reckoned, played or reckoned, strict=True)
        ]
        return Fight(allowed[values.index(max(values))])

    def withdraw(self, watch: Watch) -> Any:
        """Whether the first formation that could get away is better off if it tries."""
        ways = battle.flights(watch)
        return self.better(watch, (Ready(), Withdraw(*ways[0]))) if ways else Ready()

    def better(self, watch: Watch, options: Sequence[Any]) -> Any:
        """Of two options the one that turns out better, with the captain's choice favoured where they are close."""
        usual = battle.fight(watch, self._fighting(watch))
        played = self.played(watch, tuple(options))
        if not played:
            return usual
        stake = battle.stake(watch)
        values = []
        for option, value in zip(options, played, strict=True):
            kept = stake if not isinstance(option, CallOff | Withdraw) else 0.0
            same = type(option) is type(usual)
            values.append(value + kept + (watch.temper.eager if same else 0.0))
        return options[values.index(max(values))]

    def _fighting(self, watch: Watch) -> Fighting:
        phase = watch.table.phase
        assert isinstance(phase, Fighting)
        return phase

    # Playing on

    def played(self, watch: Watch, options: tuple[Any, ...]) -> list[float]:
        """What each option is worth on the average; nothing where time has run out before all were tried once."""
        values = self._compared(watch, options, partial(self._battle, watch), (1,))
        return [sum(games) / len(games) for games in values] if values[0] else []

    def _compared(
        self, watch: Watch, options: Sequence[Any], worth: Callable[[Any, int], float], rounds: Sequence[int] = ROUNDS
    ) -> list[list[float]]:
        """Play options on, within what is left of the turn's time."""
        turn = (watch.table.date.year, watch.table.date.turn)
        if turn != self._turn:
            self._turn, self._left = turn, self.seconds
        began = thread_time()
        values = compared(options, worth, [self.samples * more for more in rounds], LONGEST * self._left)
        self._left = max(0.0, self._left - (thread_time() - began))
        return values

    def _battle(self, watch: Watch, option: Any, battle: int) -> float:
        """One battle from here to its end."""
        rules = RULES[watch.world.title]
        begun = rules.imagine(watch.view, RandomDice(f"{self._mark(watch, battle)}:guess"))
        return self._on(watch, option, battle, begun, lambda state: state.table.battle is None)

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
