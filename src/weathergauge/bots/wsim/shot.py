"""What to load, and on which side: each shot by what it promises where the ships may lie when it is fired.

What is loaded can only be fired off. Shot that reaches no further than a hex or three is worth nothing if the enemy
keeps away, so every shot is weighed over the places where she may be, and must promise plainly more than round shot.
"""

from __future__ import annotations

from typing import NamedTuple

from weathergauge.bots.wsim.guns import aimed, numbers, weights
from weathergauge.bots.wsim.lie import Pose, lie, read
from weathergauge.bots.wsim.steer import Weighted, likely
from weathergauge.bots.wsim.watch import End, Watch
from weathergauge.rulesets.wsim import loading
from weathergauge.rulesets.wsim.actions import Load
from weathergauge.rulesets.wsim.squares import sections_lost
from weathergauge.rulesets.wsim.state import Loaded, Loads
from weathergauge.rulesets.wsim.terms import BROADSIDES, Broadside, Shot

SOON = 9
"""Nobody farther off than this comes under fire at once: until then round shot is as good as any."""
EDGE, CERTAIN = 0.03, 0.005
"""How much more than round shot another must promise, as a part of the enemy's worth: less where she is held fast."""


class Choice(NamedTuple):
    """A shot in a broadside, what the next turn promises with it, and where that is had."""

    beam: Broadside
    shot: Shot
    value: float
    end: End
    fired: float
    """How likely that broadside is fired there."""


def reload(watch: Watch, me: int, foe: int, empty: list[Broadside], usual: Broadside) -> tuple[Broadside, Shot]:
    """What to load in a turn of the action; `usual` is the broadside where nothing speaks for either."""
    if watch.far(me, foe) > SOON:
        return usual, "round"
    look = Look(watch, me, foe)
    loads = watch.own.load(me)
    loads_open = []
    for beam in sorted(empty, key=lambda beam: beam != usual):
        kinds = [order.shot for order in loading.loads_of(watch.table, watch.table.ships[me], loads, beam)]
        loads_open += [look.choice(loads, beam, kind) for kind in kinds if kind != "double"]
    for load in loads_open:
        watch.think(me, load.value, Load(watch.table.ships[me].id, load.beam, load.shot))
    plain = max([load for load in loads_open if load.shot == "round"], key=lambda load: load.value)
    best = max(loads_open, key=lambda load: load.value)
    if best.value > plain.value + look.edge:
        return best.beam, best.shot
    if not plain.fired and _waits(watch, look, plain):
        return plain.beam, "double"
    return plain.beam, "round"


def first(watch: Watch, me: int, foe: int) -> list[tuple[Broadside, Shot]]:
    """What to load before the action in the place of round shot: there is time for any."""
    if watch.far(me, foe) > SOON:
        return []
    look, ship, best_loads = Look(watch, me, foe), watch.table.ships[me], list[tuple[Broadside, Shot]]()
    loads = Loads(Loaded("round", True), Loaded("round", True))
    for beam in BROADSIDES:
        tried = [
            look.choice(loads, beam, order.shot) for order in loading.loads_of(watch.table, ship, loads, beam)
        ]  # fmt: skip
        if not tried:
            continue
        plain = next(load for load in tried if load.shot == "round")
        best = max(tried, key=lambda load: load.value)
        if best.value > plain.value + look.edge:
            best_loads.append((beam, best.shot))
    return best_loads


def _waits(watch: Watch, look: Look, plain: Choice) -> bool:
    """Whether a broadside that will not be fired next turn pays better with double shot in the turn after."""
    _, pose, spent = max(look.hers)
    after = watch.moved({look.me: (plain.end.pose, plain.end.spent), look.foe: (pose, spent)})
    then = Look(after, look.me, look.foe)
    loads = watch.own.load(look.me)
    return (
        then.choice(loads, plain.beam, "double").value > then.choice(loads, plain.beam, "round").value + look.edge
    )  # fmt: skip


class Look:
    """A ship and an enemy in the turn to come: where each may be, and all but the fire that is to be loaded."""

    def __init__(self, watch: Watch, me: int, foe: int) -> None:
        self.watch, self.me, self.foe = watch, me, foe
        self.hers: Weighted = likely(watch, foe)
        self.worth = weights(watch.table.ships[foe], watch.table.duel)
        self.ends = [(end, self._lying(end.pose), self._else(end.pose)) for end in watch.ends(me)]
        self.held = foe in watch.table.held(me)
        self.edge = (CERTAIN if self.held else EDGE) * watch.worth(foe)

    def _lying(self, pose: Pose) -> list[tuple[float, int]]:
        """How she may bear on the enemy from there, with the chances."""
        return [(chance, bearing) for chance, hers, _ in self.hers if (bearing := lie(pose, hers)[0])]

    def _else(self, pose: Pose) -> float:
        """What a place is worth beside her own fire."""
        watch, me, foe = self.watch, self.me, self.foe
        mine = watch.guns(me, foe)
        return sum(
            chance
            * (watch.pair(me, pose, foe, hers) - mine[lie(pose, hers)[0]] + watch.lies(me, pose, foe, hers))
            for chance, hers, _ in self.hers
        )  # fmt: skip

    def choice(self, loads: Loads, beam: Broadside, shot: Shot) -> Choice:
        """The best that she can do with that shot in that broadside."""
        fire = self._fire(loads.having(beam, Loaded(shot, True)))
        side = BROADSIDES.index(beam)
        value, end, lying = max(
            ((rest + sum([chance * fire[at] for chance, at in lying]), end, lying) for end, lying, rest in self.ends),
            key=lambda valued: (valued[0], valued[1].moves),
        )
        return Choice(beam, shot, value, end, sum([chance for chance, at in lying if read(at)[0] == side and fire[at]]))

    def _fire(self, loads: Loads) -> dict[int, float]:
        """By bearing: what her broadside is worth with that loaded."""
        table, charts = self.watch.table, self.watch.charts
        ship, target = table.ships[self.me], table.ships[self.foe]
        known = numbers(ship, table.velocity, loads, table.settings, sections_lost(ship), charts)
        worths: dict[int, float] = {}
        for at in {at for _, lying, _ in self.ends for _, at in lying}:
            beam, far, _, _ = read(at)
            number, shot = known[at], loads.of(BROADSIDES[beam]).shot
            worths[at] = 0.0
            if number is not None and shot:
                worths[at] = aimed(number, shot, far, target, self.worth, table.settings, charts, self.held)[0]
        return worths
