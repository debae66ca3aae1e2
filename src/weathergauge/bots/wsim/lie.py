"""How two ships lie to each other: who bears on whom, how far off, with what part of her guns, and who is raked.

The answer depends only on the step from one bow to the other and on both headings, so it is worked out once for each.
Bots ask for it tens of thousands of times a second.
"""

from __future__ import annotations

from weathergauge.rulesets.wsim.bearing import TELL, field_of
from weathergauge.rulesets.wsim.charts import charts
from weathergauge.rulesets.wsim.hexes import STEPS, Heading, Hex

Pose = tuple[int, int, Heading]
"""A bow hex and a heading."""
REACH = charts().distances.at("guns")
HULL_REACH = charts().distances.at("hull")
CODES = (REACH + 1) * 12
"""How a target lies to a broadside, as one number below this; 0 where no gun bears."""
RAKES = ("", "bow", "stern")


def code(beam: int, range_: int, half: bool, rake: int) -> int:
    """The number of a bearing: beam 0 to port, 1 to starboard; the rake as its place in `RAKES`."""
    return range_ * 12 + (half * 3 + rake) * 2 + beam


def read(number: int) -> tuple[int, int, bool, int]:
    """A bearing as beam, range, half and rake."""
    range_, rest = divmod(number, 12)
    return rest % 2, range_, rest >= 6, rest // 2 % 3


_known: dict[tuple[int, int, int, int], tuple[int, int, int]] = {}


def lie(mine: Pose, hers: Pose) -> tuple[int, int, int]:
    """My bearing on her, hers on me, and the range between us; 0 where the ships would lie in one hex."""
    dq, dr = hers[0] - mine[0], hers[1] - mine[1]
    key = (dq, dr, mine[2], hers[2])
    lie_of = _known.get(key)
    if lie_of is None:
        far = max(abs(dq), abs(dr), abs(dq + dr))
        if far > REACH + 2:
            return 0, 0, far - 1
        lie_of = _known[key] = _work_out(dq, dr, mine[2], hers[2])
    return lie_of


def _work_out(dq: int, dr: int, heading: Heading, other: Heading) -> tuple[int, int, int]:
    mine, hers = _hexes(0, 0, heading), _hexes(dq, dr, other)
    far = min(
        max(abs(a - c), abs(b - d), abs(a - c + b - d)) for a, b in mine for c, d in hers
    )  # fmt: skip
    if far > REACH or far == 0:
        return 0, 0, far
    return _bears(mine, heading, hers, other, far), _bears(hers, other, mine, heading, far), far


def _hexes(q: int, r: int, heading: Heading) -> tuple[Hex, Hex]:
    dq, dr = STEPS[heading]
    return (q, r), (q - dq, r - dr)


def _told(ship: tuple[Hex, Hex], heading: Heading, place: Hex) -> tuple[int, int]:
    """A hex as row to the left of a ship and place forward of her stern."""
    a, b, c, d = TELL[heading]
    q, r = place[0] - ship[1][0], place[1] - ship[1][1]
    return a * q + b * r, c * q + d * r


def _bears(firer: tuple[Hex, Hex], heading: Heading, target: tuple[Hex, Hex], other: Heading, far: int) -> int:
    for beam in (0, 1):
        fields = []
        for place in target:
            row, forward = _told(firer, heading, place)
            field = field_of(-row, forward - row) if beam else field_of(row, forward)
            if field:
                fields.append(field)
        if fields:
            return code(beam, far, min(fields) > 3, _raked(firer, target, other))
    return 0


def _raked(firer: tuple[Hex, Hex], target: tuple[Hex, Hex], other: Heading) -> int:
    """Whether fire from there rakes: 1 by the bow, 2 by the stern."""
    along, replies = 0, False
    for place in firer:
        row, forward = _told(target, other, place)
        if row == 0 and forward in (2, -1):
            return 1 if forward == 2 else 2
        replies = replies or bool(field_of(row, forward) or field_of(-row, forward - row))
        along += 2 * forward - row - 1
    return 0 if replies else 1 if along > 0 else 2
