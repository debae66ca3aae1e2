"""Chapter: initiative and weather (phase 1). Who goes first, what the wind does, and what a storm does to mines."""

from __future__ import annotations

from msgspec import Struct

from weathergauge.dice import Dice, Modifier
from weathergauge.frame.chapter import STEP, Chapter, Closed
from weathergauge.rulesets.ironclads.actions import Began, Flagged, Initiative, Lead, Leads, MinesSwept, Weather
from weathergauge.rulesets.ironclads.charts import Charts, charts
from weathergauge.rulesets.ironclads.state import Choosing, Minefield, Seated, State, Table, View, replace
from weathergauge.rulesets.ironclads.terms import COMPASS, Side, WindStrength
from weathergauge.rulesets.ironclads.words import SIDE_WORDS

STRENGTHS: tuple[WindStrength, ...] = tuple(charts().wind_strength_levels.cells.values())
"""Names of the winds, by level from 1."""
CALM, MODERATE, GALE, STORM = (STRENGTHS.index(name) + 1 for name in ("calm", "moderate_breeze", "gale", "storm"))
EVERY = charts().weather_rolls.at("every_turns")
"""The weather is thrown for on the first turn and then every so many."""


# Initiative


class Contest(Struct, frozen=True):
    """The two sides that throw for the initiative, and which of them have their flagship in play."""

    sides: tuple[str, str]
    flagships: tuple[bool, bool]


def _thrown(contest: Contest, place: int, charts: Charts, dice: Dice) -> int:
    face = dice.total(why=f"initiative: {contest.sides[place]}")
    if not contest.flagships[place]:
        return face
    return dice.reckon(
        "with the flagship", (Modifier("die", face), Modifier("flagship in play", charts.figures.at("flagship")))
    )


def _round(winner: int, contest: Contest, charts: Charts, dice: Dice) -> int:
    one = dice.do(_thrown, contest, 0, charts, seat=contest.sides[0])
    other = dice.do(_thrown, contest, 1, charts, seat=contest.sides[1])
    return 0 if one > other else 1 if other > one else winner


def contested(contest: Contest, charts: Charts, dice: Dice) -> int:
    """A die each, the flagship adding one; ties are thrown again (IR27). The place of the side that wins."""
    return dice.repeat(_round, -1, contest, charts, until=lambda winner: winner >= 0)


def flagship(table: Table, side: Side) -> bool:
    """Whether the flagship of a side is in play."""
    return any(ship.flagship and ship.side == side and ship.able for ship in table.ships)


def initiative(table: Table, dice: Dice) -> Side:
    """Throw for the side that names player A this turn."""
    one, other = table.sides
    contest = Contest((one, other), (flagship(table, one), flagship(table, other)))
    return table.sides[contested(contest, charts(), dice)]


# Weather


class Wind(Struct, frozen=True):
    """Where the wind blows from, in degrees, and its strength from 1, calm, to 6, storm."""

    wind: int
    level: int


def _veered(wind: int, charts: Charts, dice: Dice) -> int:
    return (wind + charts.weather_rolls.at(dice.look_up(charts.wind_deviation, why="deviation of the wind"))) % 360


def first_wind(charts: Charts, dice: Dice) -> Wind:
    """The wind of the first turn: direction, deviation, strength."""
    wind = COMPASS[dice.look_up(charts.wind_direction, why="direction of the wind")]
    wind = _veered(wind, charts, dice)
    return Wind(wind, STRENGTHS.index(dice.look_up(charts.initial_wind_strength, why="strength of the wind")) + 1)


def changed(before: Wind, charts: Charts, dice: Dice) -> Wind:
    """A later throw: only the deviation, and a change of strength; calm and storm have columns of their own (IR34)."""
    wind = _veered(before.wind, charts, dice)
    columns = {CALM: charts.wind_strength_change_calm, STORM: charts.wind_strength_change_storm}
    column = columns.get(before.level, charts.wind_strength_alteration)
    return Wind(wind, before.level + dice.look_up(column, why="change of the wind's strength"))


def weather(state: State, charts: Charts, dice: Dice) -> State:
    """The wind of this turn where it is thrown for, within what the scenario allows; then a storm's work on the mines."""
    table = state.table
    if table.turn % EVERY == 1 and not table.fixed_weather:
        if table.turn == 1:
            new = dice.do(first_wind, charts)
        else:
            new = dice.do(changed, Wind(table.wind, table.level), charts)
        level = max(table.calmest, min(table.roughest, new.level))
        dice.tell(Weather(new.wind, level))
        state = replace(state, table=replace(table, wind=new.wind, level=level))
    return _swept(state, charts, dice) if state.table.level == STORM else state


def carried_away(charts: Charts, dice: Dice) -> bool:
    """Whether a storm takes a minefield."""
    return dice.look_up(charts.storm_minefield_removal, why="mines in the storm", good="neither") == "removed"


def _swept(state: State, charts: Charts, dice: Dice) -> State:
    """A die for each minefield at the start of a turn of storm; of hidden ones only the owner hears."""
    left: list[Minefield] = []
    for field in state.table.mines:
        gone = dice.do(carried_away, charts)
        dice.tell(MinesSwept(field.name, gone))
        if not gone:
            left.append(field)
    if len(left) < len(state.table.mines):
        state = replace(state, table=replace(state.table, mines=tuple(left)))
    for side in state.table.sides:
        own = state.secret(side)
        kept: list[Minefield] = []
        for field in own.mines:
            gone = dice.do(carried_away, charts, seat=side, secret=True)
            dice.tell(MinesSwept(field.name, gone), to=(side,))
            if not gone:
                kept.append(field)
        if len(kept) < len(own.mines):
            state = state.with_secret(side, replace(own, mines=tuple(kept)))
    return state


# Who goes first


class Leading(Chapter[State, Seated, Charts, Lead]):
    """Phase 1: the winner of the initiative names player A, and the wind changes."""

    phases = (Choosing,)
    steps = ("initiative",)
    takes = (Lead,)

    def begin(self, state: State, step: str, dice: Dice) -> State:
        """A new turn, and the initiative thrown for."""
        table = replace(state.table, turn=state.table.turn + 1)
        dice.tell(Began(table.turn, "initiative"))
        table = _shifted(table, dice)
        winner = initiative(table, dice)
        dice.tell(Initiative(winner))
        return replace(state, table=replace(table, phase=Choosing(winner)))

    def now(self, view: View) -> str:
        return f"{SIDE_WORDS[self.acting(view.table)[0]]} have the initiative and name who goes first"

    def subjects(self, at: Seated) -> tuple[str, ...]:
        return (STEP,)

    def of(self, at: Seated, subject: str) -> list[Lead]:
        return [Lead(side) for side in at.table.sides] if subject == STEP else []

    def why_not(self, at: Seated, action: Lead) -> str | None:
        known = at.table.sides
        return None if action.first in known else f"{action.first}: expected one of {', '.join(known)}"

    def play(self, state: State, side: Side, action: Lead, dice: Dice) -> Closed[State]:
        phase = state.table.phase
        if state.table.turn == 1 and isinstance(phase, Choosing):
            dice.tell(Began(1, "initiative"))
            dice.tell(Initiative(phase.side), account=phase.thrown)
        dice.tell(Leads(action.first))
        state = replace(state, table=replace(state.table, first=action.first))
        return Closed(weather(state, self.charts, dice))


def _shifted(table: Table, dice: Dice) -> Table:
    """An admiral goes over to the ship that a scenario names for this turn, if he has a flagship to come from (IR58)."""
    for number, ship in enumerate(table.ships):
        if ship.flag_from == table.turn and ship.able and flagship(table, ship.side):
            others = [replace(other, flagship=False) if other.side == ship.side else other for other in table.ships]
            table = replace(table, ships=tuple(others)).with_ship(number, replace(ship, flagship=True))
            dice.tell(Flagged(ship.id))
    return table
