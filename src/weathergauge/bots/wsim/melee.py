"""Hand to hand: exact odds of a fight of some rounds, and which parties to tell off where two ships are held together."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Literal, NamedTuple

from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.terms import Quality

Kind = Literal["OBP", "DBP"]


class Side(NamedTuple):
    """Men of one ship in a fight."""

    squares: int
    quality: Quality
    ship_class: int
    kind: Kind


@lru_cache(maxsize=65536)
def _losses(points: int, add: int, charts: Charts) -> tuple[tuple[int, float], ...]:
    """Squares taken from the enemy by a side of that strength, with their chances."""
    if not points:
        return ((0, 1.0),)
    chances: dict[int, float] = {}
    for face in range(1, 7):
        lost = charts.melee_resolution.at(max(1, min(6, face + add)), points)
        chances[lost] = chances.get(lost, 0.0) + 1 / 6
    return tuple(chances.items())


def _points(squares: int, quality: Quality, charts: Charts) -> int:
    return ceil(squares * charts.crew_melee_strength.at(quality))


def _add(mine: Side, hers: Side, charts: Charts) -> int:
    party = charts.melee_party_modifiers.at(f"{mine.kind}_vs_{hers.kind}".lower())
    return charts.melee_class_modifiers.at(mine.ship_class, hers.ship_class) + party


@lru_cache(maxsize=16384)
def outcomes(mine: Side, hers: Side, rounds: int, charts: Charts) -> tuple[tuple[int, int, int, float], ...]:
    """How a fight of so many rounds may end: 1 won, -1 lost, 0 neither; squares left to both; and the chance."""
    if not hers.squares or not mine.squares:
        return ((1 if mine.squares else -1 if hers.squares else 0, mine.squares, hers.squares, 1.0),)
    my_add, her_add = _add(mine, hers, charts), _add(hers, mine, charts)
    my_points = [_points(squares, mine.quality, charts) for squares in range(mine.squares + 1)]
    her_points = [_points(squares, hers.quality, charts) for squares in range(hers.squares + 1)]
    law: dict[tuple[int, int, int], float] = {(0, mine.squares, hers.squares): 1.0}
    times = charts.figures.at("overwhelming")
    for _ in range(rounds):
        after: dict[tuple[int, int, int], float] = {}
        for (won, my, her), chance in law.items():
            if won or not (my or her):
                after[won, my, her] = after.get((won, my, her), 0.0) + chance
                continue
            hers_lost = _losses(her_points[her], her_add, charts)
            for taken, p in _losses(my_points[my], my_add, charts):
                b = max(0, her - taken)
                y = her_points[b]
                for lost, q in hers_lost:
                    a = max(0, my - lost)
                    x = my_points[a]
                    end = 0 if not x and not y else 1 if x >= times * y else -1 if y >= times * x else 0
                    after[end, a, b] = after.get((end, a, b), 0.0) + chance * p * q
        law = after
    return tuple([(won, my, her, chance) for (won, my, her), chance in law.items()])


def _saddle(matrix: list[list[float]]) -> tuple[int, int] | None:
    """The choice that is best for both whatever the other does, where there is one."""
    least = [min(row) for row in matrix]
    row = max(range(len(matrix)), key=least.__getitem__)
    most = [max([line[column] for line in matrix]) for column in range(len(matrix[0]))]
    column = min(range(len(most)), key=most.__getitem__)
    return (row, column) if least[row] >= most[column] - 1e-9 else None


def solve(matrix: list[list[float]], rounds: int = 200) -> tuple[list[float], list[float], float]:
    """A game of simultaneous choice: how often to choose each row, each column, and its value (regret matching)."""
    rows, columns = len(matrix), len(matrix[0])
    if (point := _saddle(matrix)) is not None:
        row, column = point
        only = [float(n == row) for n in range(rows)], [float(n == column) for n in range(columns)]
        return *only, matrix[row][column]
    by_column = list(zip(*matrix, strict=True))
    row_sum, column_sum = [0.0] * rows, [0.0] * columns
    row_regret, column_regret = [0.0] * rows, [0.0] * columns
    x, y = [1 / rows] * rows, [1 / columns] * columns
    for turn in range(rounds):
        gains = [sum(a * b for a, b in zip(line, y, strict=True) if b) for line in matrix]
        costs = [sum(a * b for a, b in zip(line, x, strict=True) if b) for line in by_column]
        value = sum(a * b for a, b in zip(gains, x, strict=True))
        paid = sum(a * b for a, b in zip(costs, y, strict=True))
        row_regret = [max(0.0, r + g - value) for r, g in zip(row_regret, gains, strict=True)]
        column_regret = [max(0.0, r + paid - c) for r, c in zip(column_regret, costs, strict=True)]
        # Later rounds count for more: they are nearer to the answer.
        row_sum = [s + turn * a for s, a in zip(row_sum, x, strict=True)]
        column_sum = [s + turn * a for s, a in zip(column_sum, y, strict=True)]
        if all_row := sum(row_regret):
            x = [r / all_row for r in row_regret]
        if all_column := sum(column_regret):
            y = [r / all_column for r in column_regret]
    whole, other = sum(row_sum), sum(column_sum)
    xs, ys = [s / whole for s in row_sum], [s / other for s in column_sum]
    value = sum(a * sum(b * c for b, c in zip(line, ys, strict=True)) for a, line in zip(xs, matrix, strict=True))
    return xs, ys, value
