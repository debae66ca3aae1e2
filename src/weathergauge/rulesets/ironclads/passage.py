"""A ship's move under way: runs and turns, and what she meets: ships, land, shoals, mines, the edge of the table."""

from __future__ import annotations

from typing import Literal

from weathergauge.dice import D6, Dice
from weathergauge.freetable import COS, SCALE, SIN, Box, angle_between, moved, opposite, pivoted, run, turned
from weathergauge.freetable.shores import covers
from weathergauge.rulesets.ironclads import damage, ramming, waters
from weathergauge.rulesets.ironclads.actions import Fate, Grounded, Mined, Steam, Steamed
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.speed import shown
from weathergauge.rulesets.ironclads.state import INCH, QUARTERS, Minefield, Ship, State, distance, replace
from weathergauge.rulesets.ironclads.waters import Meeting, Waters, against

STRAIGHT = distance("straight_before_turn")
"""Run straight before a turn (IR03)."""
ASIDE = 8 * INCH
"""More than she can be moved aside where she slides past a ship that she has missed."""


def passes(ship_class: int, easy: bool, charts: Charts, dice: Dice) -> bool:
    """The test of a shoal, a reef or a boom, and of coming off the ground; a scenario may make it easy (IR25)."""
    row = charts.figures.at("easy_passage") if easy else ship_class
    return dice.look_up(charts.water_obstacle_test, why="passing the obstacle", ship_class=row) == "success"


def mine_hits(ship_class: int, charts: Charts, dice: Dice) -> int:
    """How many mines of a field strike a ship of that class."""
    count = dice.see(charts.mine_hit_dice, ship_class, why="dice against mines")
    need = next(face for face in D6.faces if charts.mine_hit_test.at(face) == "hit")
    return dice.hits(count, need=need, why="mines")


class Passage:
    """One ship's move under way: what she has run, what she has passed, and the state as it changes."""

    def __init__(self, state: State, number: int, action: Steam, charts: Charts, dice: Dice) -> None:
        self.state, self.number, self.action = state, number, action
        self.charts, self.dice = charts, dice
        self.left = shown(state.table, number, charts).run
        hidden = [field for secret in state.secrets for field in secret.mines]
        self.about = Waters(state.table, number, self.left + ASIDE, (*state.table.mines, *hidden))
        self.passed: list[Meeting] = []
        self.track = [self._mark()]
        self.told = self.brought_up = self.rammed = self.slid = self.astern = False
        self.ran = self.swung = 0
        self.forced_from: int | None = None
        """What she had swung when a jammed rudder took over."""

    @property
    def ship(self) -> Ship:
        return self.state.table.ships[self.number]

    def _mark(self) -> tuple[int, int, int]:
        ship = self.ship
        return ship.x, ship.y, ship.heading

    def _put(self, ship: Ship) -> None:
        self.state = damage.with_ship(self.state, self.number, ship)

    def _place(self, base: Box) -> None:
        x, y, heading, _, _ = base
        if (x, y, heading) != self.track[-1]:
            self._put(replace(self.ship, x=x, y=y, heading=heading))
            self.track.append((x, y, heading))

    def tell(self, last: bool = False) -> None:
        """Tell of the way so far, before what it led to."""
        forced = 0 if self.forced_from is None else self.swung - self.forced_from
        self.forced_from = None
        if len(self.track) > 1 or forced or (last and not self.told):
            self.dice.tell(Steamed(self.ship.id, tuple(self.track), forced))
            self.track, self.told = self.track[-1:], True

    # Runs and turns

    def run(self, distance: int, astern: bool = False) -> None:
        """Straight on, until the way is run, her speed is spent, or something brings her up; astern, short of it (IR43).

        An enemy is rammed astern as ahead, where she means to ram (IR69).
        """
        distance = min(distance, self.left)
        while distance > 0 and not self.brought_up and not self.slid:
            base = self.ship.base
            course = pivoted(base, 180) if astern else base
            met = self.about.ahead(course, distance, self.passed)
            at = distance if met is None else met.at
            edge = met is not None and met.kind == "edge"
            x, y, *_ = run(course, at) if edge else self.about.settled(course, at)
            self._place((x, y, base[2], base[3], base[4]))
            distance, self.left, self.ran = distance - at, self.left - at, self.ran + at
            rams = met is not None and met.kind == "ship" and self._rams(met.which)
            if met is None or (astern and not rams and met.kind not in ("mine", "edge")):
                return
            self._meet(met, by_turn=False)

    def turn(self, angle: int) -> None:
        """On the spot, degree by degree."""
        while angle and not self.brought_up:
            base = self.ship.base
            met = self.about.about(base, angle, self.passed)
            at = angle if met is None else met.at
            self._place(pivoted(base, at))
            angle, self.swung = angle - at, self.swung + at
            if met is None or (met.kind == "ship" and met.which in self.about.held):
                return  # what she lay alongside from the start keeps her from turning further, not from running on
            self._meet(met, by_turn=True)
            if self.slid:
                return

    def helm(self, angle: int) -> None:
        """A turn that she was ordered, unless her rudder was lost on the way."""
        if not self.ship.rudder and not self.slid:
            self.turn(angle)

    def back(self, distance: int) -> None:
        """Straight astern, off what she lies upon or against."""
        self.astern = True
        self.passed += waters.upon(self.state.table, self.ship)
        self.run(distance, astern=True)

    # What she meets

    def _meet(self, met: Meeting, by_turn: bool) -> None:
        """What her course runs upon brings her up, is passed, or is rammed (IR44)."""
        match met.kind:
            case "edge":
                self.tell()
                self.brought_up = True
                self._put(replace(self.ship, gone="left"))
                self.dice.tell(Fate(self.ship.id, "left"))
            case "mine":
                self.passed.append(met)
                self._mines(self.about.mines[met.which])
            case "ship" if self._rams(met.which):
                self._ram(met.which, by_turn)
            case "shoal" if not self.astern:
                self._shoal(met)
            case "land" if not self.astern:
                self.tell()
                self._strike("land")
            case _:
                self.brought_up = True

    def _rams(self, other: int) -> bool:
        willing = self.action.contact == "ram" and not self.rammed
        return willing and other not in self.about.held and ramming.rammable(self.ship, self.state.table.ships[other])

    def _mines(self, field: Minefield) -> None:
        """A field that her base touches: hidden ones are known from now on; each hit is rolled for (IR19)."""
        self.tell()
        self.state = known(self.state, field)
        hits = self.dice.do(mine_hits, self.ship.ship_class, self.charts, seat=self.state.table.enemy(self.ship.side))
        self.dice.tell(Mined(self.ship.id, field.name, hits))
        for _ in range(hits):
            self.state = damage.under_water(self.state, self.number, field.damage, "by a mine", self.charts, self.dice)
        # A second hit on her engine room stops her on the spot; a first one counts from her next activation.
        self.brought_up = self.brought_up or not self.ship.able or self.ship.engine_room > 1

    def _shoal(self, met: Meeting) -> None:
        """An obstacle that she enters: one test in an activation; if it fails, as a collision with land (IR25)."""
        self.tell()
        self.passed.append(met)
        easy = self.ship.id in self.state.table.shores[met.which].easy
        if self.dice.do(passes, self.ship.ship_class, easy, self.charts, seat=self.ship.side):
            self.dice.tell(Grounded(self.ship.id, "passed"))
        else:
            self._strike("aground")

    def _strike(self, what: Literal["land", "aground"]) -> None:
        """She stops on the ground, holed and flooding (IR11), and lies there until she comes off (IR38)."""
        cost = self.dice.see(self.charts.land_collision, self.ship.ship_class, why="collision with land")
        quarters = cost.hull_points_lost * QUARTERS
        ship = self.ship
        self.dice.tell(Grounded(ship.id, what, min(quarters, ship.hull)))
        self._put(replace(ship, grounded=True))
        self.state = damage.flood(self.state, self.number, cost.markers.flooding)
        self.state = damage.lose(self.state, self.number, quarters, self.dice)
        self.brought_up = True

    def _ram(self, target: int, by_turn: bool) -> None:
        """First contact with an enemy: struck, her move ends there; missed, she slides past (IR36)."""
        self.tell()
        self.rammed = True
        edge, struck_edge = waters.edges(self.ship.base, self.state.table.ships[target].base, by_turn, self.astern)
        self.state, struck = ramming.ram(
            self.state, self.number, target, edge, struck_edge, by_turn, self.charts, self.dice
        )
        if struck or not self.ship.able:
            self.brought_up = True
        else:
            self._slide(target)

    def _slide(self, target: int) -> None:
        """She comes parallel to the ship she missed, clear of her, and runs out the rest of her way (IR36).

        Of what she was ordered no more is left then; a jammed rudder still swings her at the end (IR45).
        """
        other = self.state.table.ships[target]
        place = self._alongside(other)
        if place is None:
            self.brought_up = True
            return
        self._place(place)
        self.about.hold(target)
        rest = min(self.left, self.planned - self.ran)
        self.run(rest, self.astern)
        self.slid = True

    def _alongside(self, other: Ship) -> Box | None:
        """Her base on the nearer of the two parallel headings, moved aside no more than she must; None if there is no room."""
        x, y, heading, length, width = self.ship.base
        same = angle_between(heading, other.heading) <= 90
        parallel = other.heading if same else opposite(other.heading)
        s, c = SIN[other.heading], COS[other.heading]
        abeam = ((x - other.x) * c - (y - other.y) * s) // SCALE
        need = (width + other.width) // 2 + waters.SLACK // 2 + 1
        for side in (1, -1) if abeam >= 0 else (-1, 1):
            shift = max(0, need - side * abeam)
            place = (*moved(x, y, turned(other.heading, 90 * side), shift), parallel, length, width)
            if self.about.clear(place) and not self.about.off(place) and not self._enters(place):
                return place
        return None

    def _enters(self, place: Box) -> bool:
        done = {shoal.which for shoal in self.passed if shoal.kind == "shoal"} | set(self.about.inside)
        return any(n not in done and covers(s.points, place) for n, s in enumerate(self.state.table.shores))

    @property
    def planned(self) -> int:
        return abs(self.action.run) + self.action.then + self.action.last


def known(state: State, field: Minefield) -> State:
    """A hidden minefield that was met lies on the table for all to see."""
    for side in state.table.sides:
        own = state.secret(side)
        if field in own.mines:
            state = state.with_secret(side, replace(own, mines=tuple([other for other in own.mines if other != field])))
            return replace(state, table=replace(state.table, mines=(*state.table.mines, field)))
    return state


def steam(state: State, number: int, action: Steam, charts: Charts, dice: Dice) -> State:
    """Carry out a ship's move. She weighs anchor when she can go at all."""
    way = Passage(state, number, action, charts, dice)
    if way.ship.anchored and way.left:
        way._put(replace(way.ship, anchored=False))
    if action.run < 0:
        if way.ship.grounded and not _comes_off(way):
            way.tell(last=True)
            return way.state
        way.back(-action.run)
        # A turn needs an inch run straight before it, astern as ahead; what bars her way astern takes the turn too (IR43).
        if way.ran >= min(STRAIGHT, -action.run):
            way.helm(action.turn)
        _swing(way)
        way.tell(last=True)
        return way.state
    way.run(action.run)
    turned_at = way.ran
    if action.turn:
        way.helm(action.turn)
        way.run(action.then)
    # A second turn falls away with the inch before it where her speed is spent (IR42).
    if action.second and way.ran - turned_at >= STRAIGHT:
        way.helm(action.second)
        way.run(action.last)
    _swing(way)
    way.tell(last=True)
    return way.state


def _comes_off(way: Passage) -> bool:
    """Aground with a slow order: the test of an obstacle brings her off (IR38)."""
    easy = any(way.ship.id in way.state.table.shores[n].easy for n in against(way.state.table, way.ship))
    off = way.dice.do(passes, way.ship.ship_class, easy, way.charts, seat=way.ship.side)
    way.dice.tell(Grounded(way.ship.id, "off" if off else "stuck"))
    if off:
        way._put(replace(way.ship, grounded=False))
    return off


def _swing(way: Passage) -> None:
    """The turn that a jammed rudder makes at the end of a move, as far as it finds room (IR45)."""
    if way.brought_up or not way.ran or way.ship.rudder not in ("left", "right"):
        return
    most = way.charts.largest_turn.at(way.ship.ship_class)
    way.forced_from = way.swung
    way.turn(-most if way.ship.rudder == "left" else most)
