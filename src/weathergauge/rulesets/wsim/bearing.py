"""Where guns bear: the play of a broadside, its fields, who masks whom, and rakes (12.1, 12.2).

All of it is whole-number arithmetic on hexes. A hex is told from a ship as a row and a place in it: the row counts
outwards on her left (negative on her right, 0 on her own line), the place counts forward from her stern. Bots ask
thousands of times a turn, so what was found for the table last looked at is kept.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from weathergauge.frame.memory import kept, kept_by_value
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.hexes import STEPS, Heading, Hex, turned
from weathergauge.rulesets.wsim.state import Ship, Table
from weathergauge.rulesets.wsim.terms import Broadside

Rake = Literal["", "bow", "stern"]
FULL = 3
"""The last of the fields in which all guns of a broadside bear; 4 and 5 are its halves."""


class Target(Struct, frozen=True):
    """A ship that a broadside may fire at: her number, how far off, in which field, and whether she is raked."""

    target: int
    range: int
    field: int
    rake: Rake = ""

    @property
    def half(self) -> bool:
        """Only the after or the forward half of the guns bears."""
        return self.field > FULL


def _inverse(heading: Heading) -> tuple[int, int, int, int]:
    """How a step in q and r is told in rows to the left and places forward."""
    (uq, ur), (vq, vr) = STEPS[turned(heading, -2)], STEPS[heading]
    det = uq * vr - ur * vq  # 1 or -1 on every heading
    return vr * det, -vq * det, -ur * det, uq * det


TELL: tuple[tuple[int, int, int, int], ...] = ((0, 0, 0, 0), *(_inverse(heading) for heading in range(1, 7)))


def told(ship: Ship, place: Hex) -> tuple[int, int]:
    """A hex as row to the left of her and place forward of her stern hex."""
    a, b, c, d = TELL[ship.heading]
    fq, fr = STEPS[ship.heading]
    q, r = place[0] - ship.bow[0] + fq, place[1] - ship.bow[1] + fr
    return a * q + b * r, c * q + d * r


@kept_by_value()
def field_of(row: int, place: int) -> int:
    """The field of a hex in a broadside's play: 1 to 3 full, 4 the after and 5 the forward half; 0 outside (WS73)."""
    if row < 1 or not 0 <= place <= row + 1:
        return 0
    edge = (row + 3) // 4
    if place < edge:
        return 4
    if place > row + 1 - edge:
        return 5
    across = 2 * place - row - 1
    return 1 if across == 0 else 2 if across < 0 else 3


def in_play(ship: Ship, broadside: Broadside, place: Hex) -> int:
    """The field that a hex lies in, 0 outside the play of that broadside."""
    row, forward = told(ship, place)
    return field_of(row, forward) if broadside == "left" else field_of(-row, forward - row)


def rake(firer: Ship, target: Ship, strict: bool = False) -> Rake:
    """Whether fire from there rakes her, given that she bears: she cannot reply, or the firer is right ahead or astern.

    With `strict`, only along her own row of hexes (WS48).
    """
    replies = on_row = False
    along = 0
    for hex_ in firer.hexes:
        row, place = told(target, hex_)
        if row == 0:
            if place == 2:
                return "bow"
            if place == -1:
                return "stern"
            on_row = True
        elif field_of(row, place) or field_of(-row, place - row):
            replies = True
        along += 2 * place - row - 1
    if replies or (strict and not on_row):
        return ""
    return "bow" if along > 0 else "stern"


def targets(table: Table, number: int, broadside: Broadside, charts: Charts) -> tuple[Target, ...]:
    """Whom a broadside of hers may fire at, nearest first: able enemies in its play, in reach and not masked (WS41)."""
    marks = _marks(table, charts)
    both = marks.get(number)
    if both is None:
        left, right = _about(table, number, charts.distances.at("guns"))
        both = _look_out(table, number, 0, left, charts), _look_out(table, number, 1, right, charts)
        marks[number] = both
    return both[0 if broadside == "left" else 1]


@kept(lambda table, charts: (table.ships, table.turn, table.settings, charts), size=64)
def _marks(table: Table, charts: Charts) -> dict[int, tuple[tuple[Target, ...], tuple[Target, ...]]]:
    """A shelf for the targets of each ship, left and right, in one set of positions."""
    return {}


class Seen(Struct, frozen=True, array_like=True):
    """A ship in the play of a broadside: how far, in which field she counts, and every field she lies in."""

    ship: int
    range: int
    field: int
    fields: tuple[int, int]


def in_sight(table: Table, number: int, broadside: Broadside, charts: Charts) -> list[Seen]:
    """Every ship in the play of a broadside, friend or enemy, up to the reach of guns."""
    return _about(table, number, charts.distances.at("guns"))[0 if broadside == "left" else 1]


def _about(table: Table, number: int, farthest: int) -> tuple[list[Seen], list[Seen]]:
    """The same for both broadsides, left and right: every ship is looked at once."""
    ship = table.ships[number]
    bow_q, bow_r = ship.bow
    fq, fr = STEPS[ship.heading]
    a, b, c, d = TELL[ship.heading]
    near = farthest + 2
    seen: tuple[list[Seen], list[Seen]] = ([], [])
    for n, other in enumerate(table.ships):
        q, r = other.bow
        q -= bow_q
        r -= bow_r
        if not (-near <= q <= near and -near <= r <= near) or n == number or other.gone:
            continue
        gq, gr = STEPS[other.heading]
        # From her stern: the other's bow, then the other's stern.
        q1, r1 = q + fq, r + fr
        q2, r2 = q1 - gq, r1 - gr
        row1, place1 = a * q1 + b * r1, c * q1 + d * r1
        row2, place2 = a * q2 + b * r2, c * q2 + d * r2
        reach = 0
        for side, sign in ((0, 1), (1, -1)):  # Rows count outwards on her left, and are negative on her right.
            one = two = 0
            if row1 * sign > 0:
                one = field_of(row1, place1) if sign > 0 else field_of(-row1, place1 - row1)
            if row2 * sign > 0:
                two = field_of(row2, place2) if sign > 0 else field_of(-row2, place2 - row2)
            if not (one or two):
                continue
            reach = reach or min(
                max(abs(q), abs(r), abs(q + r)),
                max(abs(q - gq), abs(r - gr), abs(q - gq + r - gr)),
                max(abs(q1), abs(r1), abs(q1 + r1)),
                max(abs(q2), abs(r2), abs(q2 + r2)),
            )
            if reach <= farthest:
                # A ship in two fields counts as in the lower-numbered one.
                field = min(one, two) if one and two else one or two
                seen[side].append(Seen(n, reach, field, (one, two)))
    return seen


def masks(other: Seen, field: int) -> bool:
    """Whether a nearer ship would mask fire into a field: the halves look only along their own edge (WS41)."""
    if field == 4:
        return 2 in other.fields or 4 in other.fields
    if field == 5:
        return 3 in other.fields or 5 in other.fields
    return True


def spared(table: Table, ship: Ship, other: Ship, range: int, charts: Charts) -> bool:
    """Whether a ship of the line leaves a small one alone at that range (CB rule I).

    One that fired at, grappled or boarded a ship of the line has no such grace for some turns.
    """
    if range < charts.distances.at("spared") or not ship.of_the_line or other.of_the_line:
        return False
    return other.provoked < table.turn - charts.figures.at("provoked")


def _look_out(table: Table, number: int, side: int, seen: list[Seen], charts: Charts) -> tuple[Target, ...]:
    """The targets among those in the play of one broadside, 0 to the left and 1 to the right."""
    if not seen:
        return ()
    ship, ships = table.ships[number], table.ships
    limit = reach(ship.guns[side], ship.carronades[side], charts)
    # WS42: whom a ship of the line spares is passed over, and hides nobody.
    if ship.of_the_line:
        seen = [target for target in seen if not spared(table, ship, ships[target.ship], target.range, charts)]
    marks = []
    for target in seen:
        other = ships[target.ship]
        if target.range > limit or other.side == ship.side or not other.able:
            continue
        if any(nearer.range < target.range and masks(nearer, target.field) for nearer in seen):
            continue
        marks.append(Target(target.ship, target.range, target.field, rake(ship, other, table.settings.rakes == "row")))
    marks.sort(key=lambda mark: (mark.range, mark.target))
    return tuple(marks)


@kept_by_value(1024)
def reach(guns: int, carronades: int, charts: Charts) -> int:
    """The farthest range at which a broadside has a Fire Base; 0 without guns. Carronades alone have their own (WS12)."""
    chart = charts.fire_base if guns else charts.fire_base_carronades
    count = guns or min(carronades, charts.figures.at("carronade_rows"))
    if not count:
        return 0
    farthest = charts.distances.at("guns")
    return max((far for far in range(1, farthest + 1) if chart.at(count, far) is not None), default=0)
