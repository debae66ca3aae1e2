"""Chapter: moving (steps 1 and 2). What a side may order its ships, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from weathergauge.dice import Dice
from weathergauge.frame.chapter import Chapter, Closed
from weathergauge.frame.events import Began
from weathergauge.frame.fleet import why_not_hers
from weathergauge.frame.memory import kept, kept_by_value
from weathergauge.frame.table import phase_of
from weathergauge.frame.words import inches
from weathergauge.freetable import COS, SIN, turned
from weathergauge.languages import said
from weathergauge.ruleset import Form, Range
from weathergauge.rulesets.trafalgar import leadership
from weathergauge.rulesets.trafalgar.actions import Finish, Move, Tested, Turn, Turned
from weathergauge.rulesets.trafalgar.charts import Charts
from weathergauge.rulesets.trafalgar.contact import LINE, incident
from weathergauge.rulesets.trafalgar.sailing import Run, holding_on, in_line, least_turn, track_length
from weathergauge.rulesets.trafalgar.state import (
    INCH,
    Corner,
    Helm,
    Manner,
    Moving,
    Seated,
    Ship,
    Side,
    Squadron,
    State,
    Table,
    View,
    replace,
)
from weathergauge.rulesets.trafalgar.wind import CHEAP_TURN, UNDER_WAY_TURN, figure, limits
from weathergauge.rulesets.trafalgar.words import SIDE_WORDS, name, out_of_it

SAMPLE_TURNS = (-90, -45, -20, 20, 45, 90)
MANNERS: dict[Manner, str] = {"alone": "", "succession": ", line in succession,", "together": ", line together,"}


def begin(table: Table, side: Side) -> Table:
    """A side's movement begins: ships that are again astern of their squadron rejoin it (TR27).

    Nobody has sailed yet this turn: who then cannot, because she is locked, has lost her seaway if she is cut loose.
    """
    ships = tuple([replace(ship, sailed=0) if ship.sailed and ship.side == side else ship for ship in table.ships])
    table = replace(table, ships=ships)
    for place, squadron in enumerate(table.squadrons):
        if squadron.side == side and any(table.ships[n].parted for n in squadron.ships):
            table = _rejoin(table, place)
    return replace(table, phase=Moving(side))


def _rejoin(table: Table, place: int) -> Table:
    squadron = table.squadrons[place]
    if not in_line(table, squadron):
        table, squadron = _new_lead(table, squadron)
    waiting = [n for n in squadron.ships if table.ships[n].parted and _sails(table, n)]
    for n in waiting * len(waiting):  # A ship may have to wait until the one ahead of her has rejoined.
        ship = table.ships[n]
        if not ship.parted:
            continue
        line = [m for m in in_line(table, squadron) if m != n and astern(ship, table.ships[m])]
        if not line:
            continue
        ahead = min(line, key=lambda m: track_length(replace(ship, wake=()), replace(table.ships[m], wake=())))
        order = [m for m in squadron.ships if m != n]
        order.insert(order.index(ahead) + 1, n)
        squadron = replace(squadron, ships=tuple(order))
        table = table.with_ship(n, replace(ship, parted=False, wake=table.ships[ahead].wake))
    return replace(table, squadrons=(*table.squadrons[:place], squadron, *table.squadrons[place + 1 :]))


def _sails(table: Table, number: int) -> bool:
    return table.ships[number].able and not table.ships[number].drifting and not table.locked(number)


def _new_lead(table: Table, squadron: Squadron) -> tuple[Table, Squadron]:
    """Where every ship is parted, the first that has another astern of her and none ahead leads a line again."""
    able = [n for n in squadron.ships if _sails(table, n)]
    for n in able:
        ship = table.ships[n]
        others = [table.ships[m] for m in able if m != n]
        if any(astern(other, ship) for other in others) and not any(astern(ship, other) for other in others):
            order = (n, *(m for m in squadron.ships if m != n))
            table = table.with_ship(n, replace(ship, parted=False, wake=()))
            return table, replace(squadron, ships=order, abreast=False)
    return table, squadron


def astern(ship: Ship, ahead: Ship) -> bool:
    """Whether a ship lies astern of another: within four inches, on the same heading, and behind her (TR27)."""
    dx, dy = ahead.x - ship.x, ahead.y - ship.y
    if ship.heading != ahead.heading or dx * dx + dy * dy > LINE * LINE:
        return False
    forward = dx * SIN[ship.heading] + dy * COS[ship.heading]
    beam = dx * COS[ship.heading] - dy * SIN[ship.heading]
    return forward > 0 and abs(beam) * 2 <= forward


def units(table: Table) -> list[tuple[int, ...]]:
    """What the moving side can still order: lines by their lead, and ships alone."""
    return list(_units(table))


def _units(table: Table) -> Iterator[tuple[int, ...]]:
    phase, ships = phase_of(table, Moving), table.ships
    kept_back = {*phase.done, *table.held} if table.locks else set(phase.done)
    for squadron in table.squadrons:
        if squadron.side == phase.side:
            left = [n for n in squadron.ships if n not in kept_back and not ((s := ships[n]).struck or s.gone)]
            line = tuple([n for n in left if not ((s := ships[n]).parted or s.drifting)])
            if line:
                yield line
            if len(line) < len(left):
                yield from [(n,) for n in left if n not in line]
    for n in _unattached(table.squadrons, len(ships)):
        if ships[n].able and n not in kept_back and ships[n].side == phase.side:
            yield (n,)


@kept(lambda squadrons, count: (squadrons, count), size=64)
def _unattached(squadrons: tuple[Squadron, ...], count: int) -> list[int]:
    """The ships that are in no squadron."""
    return [n for n in range(count) if not any(n in squadron.ships for squadron in squadrons)]


def unit_of(table: Table, number: int) -> tuple[int, ...]:
    """The ships that move with this one as she stands: a whole line for its lead, else the ship alone."""
    squadron = table.squadron_of(number)
    if squadron is not None:
        phase = table.phase
        done = phase.done if isinstance(phase, Moving) else ()
        line = tuple(n for n in in_line(table, squadron) if n not in done)
        if line and line[0] == number:
            return line
    return (number,)


def leads(table: Table, number: int) -> bool:
    """Whether she is the first of her squadron's line that has not moved yet."""
    squadron, phase = table.squadron_of(number), table.phase
    done = phase.done if isinstance(phase, Moving) else ()
    return squadron is not None and next((n for n in in_line(table, squadron) if n not in done), -1) == number


def helm_of(phase: Moving, number: int) -> Helm | None:
    """The change of direction this ship has asked for this turn."""
    return next((helm for helm in phase.helms if helm.ship == number), None)


def why_not_turn(table: Table, action: Turn, charts: Charts) -> str | None:
    """None when the turn may be tried, else the player's sentence."""
    phase = phase_of(table, Moving)
    number = table.number(action.ship)
    if (reason := why_not_order(table, phase, number, action.ship)) is not None:
        return reason
    ship = table.ships[number]
    if not -180 <= action.angle <= 180 or action.angle == 0:
        return said(
            "{ship} cannot turn {angle} degrees: a turn is from 1 to 180 degrees to either side",
            ship=ship.name,
            angle=action.angle,
        )
    if helm_of(phase, number) is not None:
        return said("{ship} has already tried to change direction this turn", ship=ship.name)
    if ship.drifting and abs(action.angle) > UNDER_WAY_TURN:
        return said(
            "{ship} is adrift: she may turn {most} degrees at most as she gets under way",
            ship=ship.name,
            most=UNDER_WAY_TURN,
        )
    line = unit_of(table, number)
    squadron = table.squadron_of(number)
    if squadron is not None and table.turn < squadron.hold_until and not ship.drifting:  # TR44
        return said(
            "{squadron} may not change direction before turn {turn}", squadron=squadron.name, turn=squadron.hold_until
        )
    if action.manner == "alone":
        return None
    if len(line) < 2 or squadron is None:
        return said("{ship} leads no line: she can only turn alone", ship=ship.name)
    if action.manner == "succession" and squadron.abreast:
        return said("{squadron} is not in line: it can only turn together until it is", squadron=squadron.name)
    if action.manner == "together" and len({table.ships[n].heading for n in line}) > 1:
        return said("{squadron} is still turning in succession: it cannot turn together", squadron=squadron.name)
    return None


def why_not_move(table: Table, action: Move, charts: Charts) -> str | None:
    """None when the move is within her limits, else the player's sentence."""
    phase = phase_of(table, Moving)
    number = table.number(action.ship)
    if (reason := why_not_order(table, phase, number, action.ship)) is not None:
        return reason
    ship = table.ships[number]
    low, high = limits(ship, ship.heading, table, charts)
    if not low <= action.distance <= high:
        far = {"far": inches(action.distance), "low": inches(low), "high": inches(high)}
        return said("{ship} cannot sail {far}: this turn from {low} to {high}", ship=ship.name, **far)
    return None


def why_not_order(table: Table, phase: Moving, number: int, id: str) -> str | None:
    """None when she takes orders now, else the player's sentence."""
    if (reason := why_not_hers(table, phase.side, id, name)) is not None:
        return reason
    ship = table.ships[number]
    if not ship.able:
        return out_of_it(ship)
    if table.locked(number):
        return said("{ship} cannot move: she is {locked}", ship=ship.name, locked=lock_words(table, number))
    if number in phase.done:
        return said("{ship} has already moved this turn", ship=ship.name)
    return None


def lock_words(table: Table, number: int) -> str:
    """`fouled with Pluton` or `grappled with Mars`."""
    lock = next(lock for lock in table.locks if number in (lock.one, lock.other))
    other = lock.other if lock.one == number else lock.one
    how = "grappled with {other}" if lock.how == "grappled" else "fouled with {other}"
    return said(how, other=table.ships[other].name)


def turn(table: Table, action: Turn, charts: Charts, dice: Dice) -> Table:
    """Try a change of direction: test where one is needed, and turn at once if it succeeds."""
    phase = phase_of(table, Moving)
    number = table.number(action.ship)
    ship = table.ships[number]
    line = unit_of(table, number)
    heading = turned(ship.heading, action.angle)
    failures = ship.failures if ship.wanted == heading else 0
    made = True
    if needs_test(table, number, line, action, charts):
        made = leadership.test(ship.side, failures, charts, dice)
        dice.tell(Tested(ship.id, f"to come to {heading:03d}", made))
    # A turn together is every ship's own turn: each pays for hers and may not make another (TR27).
    who = line if made and action.manner == "together" else (number,)
    helms = tuple(Helm(n, action.angle, action.manner, made) for n in who)
    table = replace(table, phase=replace(phase, helms=(*phase.helms, *helms)))
    if not made:
        return table.with_ship(number, replace(ship, wanted=heading, failures=failures + 1))
    return put_about(table, number, line, action.angle, action.manner, dice)


def needs_test(table: Table, number: int, line: Sequence[int], action: Turn, charts: Charts) -> bool:
    """Every change of direction of a squadron or of a ship by herself, but for the least turn that avoids (TR28)."""
    whole = action.manner != "alone"
    condition = "squadron" if whole else "ship_without_or_separated_from_squadron"
    if not leadership.required(f"change_direction_of_{condition}", charts):
        return False
    if abs(action.angle) > CHEAP_TURN + 1 or action.manner == "together":
        return True
    ship = table.ships[number]
    low, high = limits(ship, ship.heading, table, charts)
    distance = max(low, min(high, ship.speed))
    met = incident(table, number, ship, distance)
    if met is None or met.kind != "ship":
        return True
    least = least_turn(table, number, ship, distance, charts)
    return least is None or least[0] != action.angle


def put_about(table: Table, number: int, line: Sequence[int], angle: int, manner: Manner, dice: Dice) -> Table:
    """The turn is made: the lead now, the others where she turned, or all at once (TR27). It takes no room (TR42)."""
    ship = table.ships[number]
    heading = turned(ship.heading, angle)
    squadron = table.squadron_of(number)
    alone = manner == "alone"
    lead = replace(
        ship, heading=heading, wanted=None, failures=0, parted=ship.parted or (alone and squadron is not None), wake=(),
    )  # fmt: skip
    table = table.with_ship(number, lead)
    dice.tell(Turned(ship.id, angle, heading, manner))
    if alone or squadron is None:
        return table
    if manner == "succession":
        for n in line[1:]:
            # A corner that the lead had still before her is passed by: the line turns where she turns now.
            corners = table.ships[n].wake
            corners = corners[: len(corners) - len(ship.wake)]
            table = table.with_ship(n, replace(table.ships[n], wake=(*corners, Corner(ship.x, ship.y, heading))))
        return table
    for n in line[1:]:
        table = table.with_ship(n, replace(table.ships[n], heading=turned(table.ships[n].heading, angle), wake=()))
    abreast = not all(astern(table.ships[behind], table.ships[ahead]) for ahead, behind in pairwise(line))
    return _with_squadron(table, replace(squadron, abreast=abreast))


def _with_squadron(table: Table, squadron: Squadron) -> Table:
    squadrons = tuple(squadron if s.name == squadron.name else s for s in table.squadrons)
    return replace(table, squadrons=squadrons)


def move(table: Table, action: Move, charts: Charts, dice: Dice) -> Table:
    """The ship sails, and her line with her."""
    phase = phase_of(table, Moving)
    number = table.number(action.ship)
    helm = helm_of(phase, number)
    angle = helm.angle if helm is not None and helm.made else 0
    line = unit_of(table, number)
    if table.ships[number].wake and not leads(table, number):  # TR34: ordered by herself, she leaves the track.
        table = table.with_ship(number, replace(table.ships[number], parted=True, wake=()))
    run = Run(table, charts, dice)
    before = table.ships[number]
    squadron = table.squadron_of(number)
    run.sail(number, action.distance, angle, action.hold, action.side)
    if len(line) > 1 and squadron is not None:
        _bring_on(run, line, squadron, action, before, helm)
    return replace(run.table, phase=replace(phase, done=(*phase.done, *line)))


def _bring_on(run: Run, line: Sequence[int], squadron: Squadron, action: Move, before: Ship, helm: Helm | None) -> None:
    """The rest of the line: in her wake, or abreast of her."""
    lead = run.table.ships[line[0]]
    together = helm.angle if helm is not None and helm.made and helm.manner == "together" else 0
    if squadron.abreast or together:
        for n in line[1:]:
            ship = run.table.ships[n]
            low, high = limits(ship, ship.heading, run.table, run.charts)
            run.sail(n, max(low, min(high, action.distance)), together, False, action.side)
            _part_if_clear(run, n, ship.heading)
        _part_if_clear(run, line[0], before.heading)
        return
    if lead.heading != before.heading and not before.wake:  # She turned to keep clear: the line turns where she did.
        corner = Corner(before.x, before.y, lead.heading)
        for n in line[1:]:
            run.table = run.table.with_ship(n, replace(run.table.ships[n], wake=(*run.table.ships[n].wake, corner)))
    ahead = -1 if run.brought_up(line[0]) else line[0]
    for n in line[1:]:
        if ahead >= 0:
            run.follow(n, ahead, action.side)
        else:
            # Whoever was ahead has been brought up: she leads now, and passes her to one side (TR41).
            low, high = limits(run.table.ships[n], run.table.ships[n].heading, run.table, run.charts)
            run.sail(n, max(low, min(high, action.distance)), 0, False, action.side)
        if run.brought_up(n):
            ahead = -1
        elif not run.table.ships[n].parted:
            ahead = n


def _part_if_clear(run: Run, number: int, heading: int) -> None:
    """A ship abreast that turned to keep clear is out of the squadron's order, as one in line would be (TR27)."""
    ship = run.table.ships[number]
    if ship.heading != heading:
        run.table = run.table.with_ship(number, replace(ship, parted=True))


def forget(table: Table) -> Table:
    """A change that was not asked for this turn is dropped, and its failures forgotten (TR09)."""
    phase = phase_of(table, Moving)
    for n, ship in enumerate(table.ships):
        if ship.wanted is not None and ship.side == phase.side and helm_of(phase, n) is None:
            table = table.with_ship(n, replace(ship, wanted=None, failures=0))
    return table


def steady(table: Table, ship: Ship, charts: Charts) -> int:
    """How far a ship without orders sails: as last turn, or far enough to keep or gain seaway where she can."""
    low, high = limits(ship, ship.heading, table, charts)
    way = figure(charts, "loses_seaway_and_drifts_if_moved_less_than").inches * INCH
    return max(low, min(high, max(ship.speed, way)))


def finish(table: Table, charts: Charts, dice: Dice) -> Table:
    """Ships without orders sail on as they were (TR36)."""
    while (waiting := next(_units(table), None)) is not None:
        ship = table.ships[waiting[0]]
        table = move(table, Move(ship.id, steady(table, ship, charts)), charts, dice)
    return table


def options(table: Table, number: int, charts: Charts) -> list[Turn | Move]:
    """A sample of what one ship may do: the exact limits are in the forms. Nothing for one that takes no orders."""
    phase = phase_of(table, Moving)
    if number < 0 or why_not_order(table, phase, number, table.ships[number].id) is not None:
        return []
    ship = table.ships[number]
    low, high = limits(ship, ship.heading, table, charts)
    keep = steady(table, ship, charts)
    orders: list[Turn | Move] = [Move(ship.id, distance) for distance in sorted({low, keep, high})]
    if high >= INCH:
        orders += holding_on(table, number, high)
    if helm_of(phase, number) is None:
        manners: tuple[Manner, ...] = ("succession", "together") if len(unit_of(table, number)) > 1 else ("alone",)
        for manner in manners:
            # What keeps a ship from turning so does not depend on how far, within the sample.
            if why_not_turn(table, Turn(ship.id, SAMPLE_TURNS[0], manner), charts) is None:
                orders += _turns(ship.id, manner)
    return orders


@kept_by_value()
def _turns(ship: str, manner: Manner) -> tuple[Turn, ...]:
    """The turns of the sample, which are the same at any time."""
    return tuple([Turn(ship, angle, manner) for angle in SAMPLE_TURNS])


def subjects(table: Table) -> list[str]:
    """Ships that can be ordered now, line leads first in their squadrons."""
    return [table.ships[n].id for unit in _units(table) for n in unit]


def forms(table: Table, charts: Charts) -> Iterator[Form]:
    """Free moves with their limits, one ship at a time."""
    for unit in units(table):
        for n in unit:
            ship = table.ships[n]
            low, high = limits(ship, ship.heading, table, charts)
            yield Form("move", {"ship": ship.id}, {"distance": Range(low, high, 1, "hundredths of an inch")}, ship.name)
            reach = UNDER_WAY_TURN if ship.drifting else 180
            for manner, words in MANNERS.items():
                if why_not_turn(table, Turn(ship.id, 1, manner), charts) is None:
                    fixed = {"ship": ship.id, "manner": manner}
                    # No turn is of nought degrees, so each side has a form of its own.
                    for side, low, high in (("port", -reach, -1), ("starboard", 1, reach)):
                        angle = Range(low, high, 1, "degrees")
                        yield Form("turn", fixed, {"angle": angle}, f"{ship.name}{words} to {side}")


class Moves(Chapter[State, Seated, Charts, Turn | Move]):
    """Steps 1 and 2: a side moves, ship by ship or squadron by squadron, in the order it likes."""

    phases = (Moving,)
    steps = ("allied_move", "british_move")
    takes = (Turn, Move)
    ends = Finish()

    def step(self, phase: Moving) -> str:
        return f"{phase.side}_move"

    def begin(self, state: State, step: str, dice: Dice) -> State | Closed[State]:
        dice.tell(Began(state.table.turn, step))
        begun = replace(state, table=begin(state.table, "british" if step == "british_move" else "allied"))
        return begun if any(_units(begun.table)) else Closed(begun)

    def now(self, view: View) -> str:
        return said("{side} are moving", side=said(SIDE_WORDS[self.acting(view.table)[0]]))

    def subjects(self, at: Seated) -> Sequence[str]:
        return subjects(at.table)

    def of(self, at: Seated, subject: str) -> Sequence[Turn | Move]:
        return options(at.table, at.table.number(subject), self.charts)

    def forms(self, at: Seated) -> Sequence[Form]:
        return tuple(forms(at.table, self.charts))

    def why_not(self, at: Seated, action: Turn | Move) -> str | None:
        if isinstance(action, Turn):
            return why_not_turn(at.table, action, self.charts)
        return why_not_move(at.table, action, self.charts)

    def play(self, state: State, side: Side, action: Turn | Move, dice: Dice) -> State | Closed[State]:
        if isinstance(action, Turn):
            return replace(state, table=turn(state.table, action, self.charts, dice))
        return self._after(state, move(state.table, action, self.charts, dice))

    def end(self, state: State, side: Side, dice: Dice) -> State | Closed[State]:
        return self._after(state, finish(state.table, self.charts, dice))

    def _after(self, state: State, table: Table) -> State | Closed[State]:
        """Close the step by itself once nothing is left to order."""
        return replace(state, table=table) if any(_units(table)) else Closed(replace(state, table=forget(table)))
