"""Where a position leads: what is left to win from it, by a few features with weights that were fitted to played games.

`python -m benchmarks.fit_leaf` makes the weights from records of games between captains and writes `leaf.toml`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from msgspec import Struct

from weathergauge import codec
from weathergauge.bots.trafalgar.sketch import Hull, Sketch
from weathergauge.rulesets.trafalgar.state import INCH, Side

VERSION = 1
"""Of the features: weights that were fitted to others mean something else."""
FEATURES = ("struck", "guns", "engaged", "fire", "adrift", "fresh")
"""Points of ships that have struck, hull points, hull points with an enemy near, broadsides that bear now, ships adrift,
broadsides not yet fired: of the one side less those of the other, all but the first by how much of the battle is left."""
NEAR = 10 * INCH
TURNS = 10.0
"""So many turns before the end all of the battle is left."""
FILE = Path(__file__).with_name("leaf.toml")


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of weights."""

    version: int
    fitted: str
    """From which games, and which were held out."""
    weights: dict[str, float]


def features(sketch: Sketch, side: Side, turn: int) -> tuple[float, ...]:
    """What is told of a position, as one side sees it."""
    able = [hull for hull in sketch.hulls.values() if hull.able]
    ours = [hull for hull in able if hull.side == side]
    foes = [hull for hull in able if hull.side != side]
    left = min(1.0, max(0, sketch.table.turns - turn) / TURNS)
    struck = sketch.lead(side)
    if not left or not ours or not foes:
        return (struck, *([0.0] * (len(FEATURES) - 1)))
    close = [hull.guns for hull in ours if any(_near(hull, foe) for foe in foes)]
    hers = [foe.guns for foe in foes if any(_near(foe, hull) for hull in ours)]
    fresh = sum(sum(hull.fresh) for hull in ours) - sum(sum(foe.fresh) for foe in foes)
    adrift = sum(foe.drifting > 0 for foe in foes) - sum(hull.drifting > 0 for hull in ours)
    return (
        struck,
        left * (sum(hull.guns for hull in ours) - sum(foe.guns for foe in foes)),
        left * (sum(close) - sum(hers)),
        left * (sketch.broadsides_of(ours, foes) - sketch.broadsides_of(foes, ours)),
        left * adrift,
        left * fresh,
    )


def _near(one: Hull, other: Hull) -> bool:
    return abs(one.x - other.x) < NEAR and abs(one.y - other.y) < NEAR


def value(sketch: Sketch, side: Side, turn: int) -> float:
    """How many points a side can expect to win by, from here."""
    return sum(weight * feature for weight, feature in zip(weights(), features(sketch, side, turn), strict=True))


@cache
def weights(path: Path = FILE) -> tuple[float, ...]:
    """The weights of the features; a ValueError is a sentence on a file that is not of these features."""
    try:
        read = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{path.name} cannot be read: {error}; make it with python -m benchmarks.fit_leaf") from None
    if read.get("version") != VERSION:
        raise ValueError(
            f"{path.name}: version {read.get('version')} of the weights, and this program reads version {VERSION}; "
            "make them again with python -m benchmarks.fit_leaf"
        )
    kept = codec.convert(read, Weights)
    if set(kept.weights) != set(FEATURES):
        raise ValueError(f"{path.name}: expected a weight for each of {', '.join(FEATURES)}; make the file again")
    return tuple(kept.weights[name] for name in FEATURES)
