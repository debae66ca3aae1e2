"""A fight hand to hand: strengths, rounds and who wins. Nothing here knows the table (phase I)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil
from typing import Literal

from msgspec import Struct

from weathergauge.dice import Cell, Dice, Modifier
from weathergauge.rulesets.wsim import squares
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.state import replace
from weathergauge.rulesets.wsim.terms import Quality, Side


class Men(Struct, frozen=True, array_like=True):
    """Crew squares of one quality."""

    squares: int
    quality: Quality


class Band(Struct, frozen=True):
    """One side of a fight: its men in the order in which they fall, its ship's class, and how it fights."""

    men: tuple[Men, ...]
    ship_class: int
    kind: Literal["OBP", "DBP"]
    side: Side | None = None
    """Who throws for them, where somebody does."""

    @property
    def squares(self) -> int:
        return sum(men.squares for men in self.men)


class Pair(Struct, frozen=True):
    """Two bands that fight each other."""

    one: Band
    other: Band


Winner = Literal["", "one", "other", "nobody"]


def strength(band: Band, charts: Charts) -> int:
    """Strength points of a band, rounded up once for all its men."""
    return ceil(sum(men.squares * charts.crew_melee_strength.at(men.quality) for men in band.men))


def modifiers(band: Band, enemy: Band, charts: Charts) -> Iterator[Modifier]:
    """What is added to a band's own die, where low is good. Mixed classes fight as the largest ship (WS23)."""
    classes = (band.ship_class, enemy.ship_class)
    if value := charts.melee_class_modifiers.at(*classes):
        cell = Cell("melee_class_modifiers", charts.melee_class_modifiers.key(*classes))
        yield Modifier("a larger ship" if value < 0 else "a smaller ship", value, cell)
    condition = f"{band.kind}_vs_{enemy.kind}".lower()
    if value := charts.melee_party_modifiers.at(condition):
        reason = "defending" if band.kind == "DBP" else "attacking defenders"
        yield Modifier(reason, value, Cell("melee_party_modifiers", (condition,)))


def blow(band: Band, enemy: Band, charts: Charts, dice: Dice) -> int:
    """Squares that a band takes from the enemy in a round; without strength it does not throw."""
    points = strength(band, charts)
    if not points:
        return 0
    return dice.look_up(
        charts.melee_resolution,
        add=modifiers(band, enemy, charts),
        strength=points,
        why="hand to hand",
        seat=band.side,
        good="low",
    )


def hurt(band: Band, lost: int) -> Band:
    """A band with so many squares fewer."""
    left = squares.lose(tuple([men.squares for men in band.men]), lost)
    return replace(band, men=tuple([Men(n, men.quality) for n, men in zip(left, band.men, strict=True)]))


def one_round(pair: Pair, charts: Charts, dice: Dice) -> Pair:
    """Both strike at once, then both cross out what they lost."""
    taken = dice.do(blow, pair.one, pair.other, charts)
    lost = dice.do(blow, pair.other, pair.one, charts)
    return Pair(hurt(pair.one, lost), hurt(pair.other, taken))


def winner(pair: Pair, charts: Charts) -> Winner:
    """Who has three times the other's strength or more (WS77); nobody, where none of either side is left."""
    one, other = strength(pair.one, charts), strength(pair.other, charts)
    if not one and not other:
        return "nobody"
    times = charts.figures.at("overwhelming")
    if one >= times * other:
        return "one"
    return "other" if other >= times * one else ""


class Struggle(Struct, frozen=True):
    """A fight that goes on: strengths are compared after a round, never before the first."""

    pair: Pair
    begun: bool = False


Watch = Callable[[Pair, Pair], None]
"""Sees the two bands before a round and after it."""


def _go_on(struggle: Struggle, charts: Charts, watch: Watch | None, dice: Dice) -> Struggle:
    after = dice.do(one_round, struggle.pair, charts)
    if watch is not None:
        watch(struggle.pair, after)
    return Struggle(after, True)


def whole(pair: Pair, rounds: int | None, charts: Charts, watch: Watch | None, dice: Dice) -> Pair:
    """A fight of at most so many rounds, or to the end; whoever watches is shown each of them."""

    def over(struggle: Struggle) -> bool:
        return struggle.begun and bool(winner(struggle.pair, charts))

    return dice.repeat(_go_on, Struggle(pair), charts, watch, until=over, limit=rounds).pair
