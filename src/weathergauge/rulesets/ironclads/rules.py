"""The age of steam as a ruleset: four phases, orders a turn ahead, and salvos that may be answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from weathergauge.charts import Chart
from weathergauge.dice import Dice
from weathergauge.frame.chapter import STEP, Offers, no_such_ship
from weathergauge.frame.events import Ended, Ready
from weathergauge.frame.table import At as Seated
from weathergauge.frame.table import seated
from weathergauge.procedures import Procedure
from weathergauge.ruleset import TABLE, Call, Card, Form, Played, Refused, Result, Ruleset, Seat, Types
from weathergauge.rulesets.ironclads import (
    boarding,
    gunfire,
    passage,
    repairs,
    speed,
    steaming,
    torpedoes,
    victory,
    weather,
)
from weathergauge.rulesets.ironclads import scenarios as library
from weathergauge.rulesets.ironclads.actions import (
    Activate,
    Activated,
    Answers,
    AnyAction,
    AnyEvent,
    Began,
    Board,
    Break,
    Committed,
    Counter,
    Done,
    Finished,
    Flagged,
    Held,
    Initiative,
    Launch,
    Lead,
    Leads,
    Manned,
    Place,
    Placed,
    Salvo,
    Steam,
)
from weathergauge.rulesets.ironclads.charts import Charts, chart_set, charts
from weathergauge.rulesets.ironclads.scenarios import Scenario
from weathergauge.rulesets.ironclads.state import (
    INCH,
    NONE,
    Activating,
    Breaking,
    Choosing,
    Commanding,
    Countering,
    Minefield,
    Orders,
    Over,
    Secret,
    Settings,
    Ship,
    State,
    Table,
    View,
    replace,
)
from weathergauge.rulesets.ironclads.terms import ORDERS, SIDES, Order, Side
from weathergauge.rulesets.ironclads.words import SIDE_WORDS, called, name, ordered, told

At = Seated[Table, Side, Secret]


class Choices(Offers[At, AnyAction]):
    """What a seat may do now, from its view alone."""

    def __init__(self, view: View, charts: Charts) -> None:
        self.at = seated(view, acting(view.table))
        self.view, self.charts = view, charts

    def over(self) -> bool:
        return isinstance(self.view.table.phase, Over)

    def waiting(self) -> str:
        return waiting_words(self.view.table)

    def subjects_at(self, at: At) -> Sequence[str]:
        table, side, own = at
        match table.phase:
            case Choosing() | Breaking():
                return (STEP,)
            case Commanding():
                return (*(ship.id for n, ship in commanded(table, side) if placeable(table, own, n)), STEP)
            case Activating(ship=-1):
                return tuple([ship.id for _, ship in waiting(table, side)])
            case Activating(ship=ship):
                return (table.ships[ship].id,)
            case Countering(waiting=(first, *_)):
                return (table.ships[first].id,)
        return ()

    def of_at(self, at: At, subject: str) -> Sequence[AnyAction]:
        table, side, own = at
        number = table.number(subject)
        match table.phase:
            case Choosing() if subject == STEP:
                return [Lead(one) for one in table.sides]
            case Breaking() if subject == STEP:
                return [Break(True), Break(False)]
            case Commanding() if subject == STEP:
                return [Ready()]
            case Commanding() if number >= 0 and table.ships[number].side == side:
                return [Place(subject, order, active) for active in placeable(table, own, number) for order in ORDERS]
            case Activating(ship=-1):
                return [Activate(ship.id) for _, ship in waiting(table, side) if ship.id == subject]
            case Activating(ship=ship, stage="move") if ship == number:
                return [*steaming.options(table, number, self.charts)]
            case Activating(ship=ship, fired=fired, boarded=boarded) if ship == number:
                found: list[AnyAction] = []
                if not fired:
                    found += gunfire.options(table, number, self.charts)
                    found += torpedoes.options(table, number, self.charts)
                if not boarded:
                    found += boarding.options(table, number, self.charts)
                return [*found, Done(subject)]
            case Countering(ship=firer, waiting=(first, *_)) if first == number:
                return [*gunfire.answers(table, first, firer, self.charts), Counter(subject)]
        return ()

    def forms_at(self, at: At) -> Sequence[Form]:
        """A ship's move, with its limits."""
        phase = at.table.phase
        if isinstance(phase, Activating) and phase.stage == "move":
            return tuple(steaming.forms(at.table, phase.ship, self.charts))
        return ()

    def why_not_at(self, at: At, action: Any) -> str | None:
        table, side, _ = at
        ship = getattr(action, "ship", None)
        number = -1 if ship is None else table.number(ship)
        if ship is not None and number < 0:
            return no_such_ship(ship, [one.id for one in table.ships])
        if number >= 0 and table.ships[number].side != side:
            return f"{name(table, str(ship))} is not yours to order"
        match table.phase, action:
            case Choosing(), Lead(first=first):
                return None if first in table.sides else f"{first}: expected one of {', '.join(table.sides)}"
            case Breaking(), Break():
                return None
            case Commanding(), Ready():
                return None
            case Commanding(), Place(active=active):
                return _why_not_place(table, number, active)
            case Activating(ship=-1), Activate():
                if table.ships[number].activated:
                    return f"{name(table, str(ship))} has been activated this turn"
                if not any(n == number for n, _ in waiting(table, side)):
                    return f"{name(table, str(ship))} is out of the battle"
                return None
            case Activating(ship=active, stage=stage), Steam() | Salvo() | Launch() | Board() | Done() if active >= 0:
                if number != active:
                    return f"{table.ships[active].name} is the ship that is activated now"
                if isinstance(action, Steam):
                    if stage != "move":
                        return f"{table.ships[active].name} has made her move"
                    return steaming.why_not(table, number, action, self.charts)
                if stage == "move":
                    return f"{table.ships[active].name} moves before anything else: a move of nothing is one too"
                return self._why_not_in_action(table, table.phase, number, action)
            case Countering(ship=firer, waiting=(first, *_)), Counter(guns=guns):
                if number != first:
                    return f"{table.ships[first].name} answers first"
                return gunfire.why_not_counter(table, first, firer, guns, self.charts)
        return self.not_now()

    def _why_not_in_action(self, table: Table, phase: Activating, number: int, action: Any) -> str | None:
        if isinstance(action, Done):
            return None
        if isinstance(action, Board):
            if phase.boarded:
                return f"{table.ships[number].name} has boarded in this activation"
            return boarding.why_not(table, number, action, self.charts)
        if phase.fired:
            return f"{table.ships[number].name} has fired in this activation"
        if isinstance(action, Salvo):
            return gunfire.why_not(table, number, action, self.charts)
        return torpedoes.why_not(table, number, action, self.charts)


def acting(table: Table) -> tuple[Seat, ...]:
    """Who must decide now, from the table alone."""
    match table.phase:
        case Choosing(side=side) | Activating(side=side) | Countering(side=side):
            return (side,)
        case Commanding(ready=ready):
            return tuple([side for side in table.sides if side not in ready]) or (TABLE,)
        case Breaking(waiting=sides):
            return tuple(sides)
    return ()


def waiting_words(table: Table) -> str:
    """What is being done now, in words."""
    match table.phase:
        case Choosing(side=side):
            return f"{SIDE_WORDS[side]} have the initiative and name who goes first"
        case Commanding():
            return "both sides place their orders face down"
        case Activating(side=side, ship=ship):
            return (
                f"{SIDE_WORDS[side]} are to {'activate a ship' if ship < 0 else f'act with {table.ships[ship].name}'}"
            )
        case Countering(side=side, ship=ship):
            return f"{SIDE_WORDS[side]} may answer the salvo of {table.ships[ship].name}"
        case Breaking():
            return "it is asked who would break off"
    return "the battle is over"


def commanded(table: Table, side: Side) -> list[tuple[int, Ship]]:
    """The ships of a side that hold orders."""
    return [(n, ship) for n, ship in enumerate(table.ships) if ship.side == side and ship.able and not ship.fort]


def waiting(table: Table, side: Side) -> list[tuple[int, Ship]]:
    """The ships and forts of a side that are still to be activated this turn."""
    return [(n, s) for n, s in enumerate(table.ships) if s.side == side and s.able and not s.activated]


def placeable(table: Table, own: Secret, number: int) -> tuple[bool, ...]:
    """Positions of a ship that are still empty: inactive is False; before the first turn active, True, as well (IR35)."""
    held = own.of(number)
    places = [] if held.inactive else [False]
    if table.turn == 1 and not held.active:
        places.append(True)
    return tuple(places)


def _why_not_place(table: Table, number: int, active: bool) -> str | None:
    ship = table.ships[number]
    if ship.fort:
        return f"{ship.name} is a fort and needs no orders"
    if not ship.able:
        return f"{ship.name} is out of the battle"
    if active and table.turn > 1:
        return "the active position is filled from the inactive one: only before the first turn is it placed"
    return None


class Ironclads(Ruleset[State, AnyAction, View]):
    """The ruleset of steam, iron and torpedoes."""

    name = "ironclads"
    version = 2
    seats: tuple[Seat, ...] = SIDES
    types = Types(State, AnyAction, AnyEvent)
    settings = Settings
    sides: Mapping[Seat, str] = {side: SIDE_WORDS[side] for side in SIDES}

    @cached_property
    def charts(self) -> Charts:
        return charts()

    @cached_property
    def chart_set(self) -> Mapping[str, Chart[Any]]:
        return chart_set()

    @cached_property
    def procedures(self) -> Mapping[str, Procedure]:
        from weathergauge.rulesets.ironclads.procedures import PROCEDURES

        return PROCEDURES

    def scenarios(self) -> Sequence[Card]:
        return library.cards()

    def scenario(self, name: str, settings: Mapping[str, Any]) -> Scenario:
        return library.with_settings(library.read(name), settings)

    def scenario_from(self, written: str, name: str, settings: Mapping[str, Any]) -> Scenario:
        """The scenario in the text of a file; a Faulty error names every problem by its line."""
        return library.with_settings(library.from_text(written, name), settings)

    def card(self, scenario: Scenario) -> Card:
        return library.card(scenario)

    def setup(self, scenario: Scenario, dice: Dice) -> State:
        """The ships in their places, and the first turn's initiative thrown for."""
        state = library.set_out(scenario, self.charts, dice)
        winner = weather.initiative(state.table, dice)
        # Whose each die was can be read from what it was for: the state of a record made before has no more.
        thrown = tuple([replace(look, seat=None) for look in dice.take_account()])
        return replace(state, table=replace(state.table, phase=Choosing(winner, thrown)))

    def sheets(self, scenario: Scenario) -> list[dict[str, Any]]:
        """The ships of a scenario as sheets for a physical table."""
        return library.sheets(scenario)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return acting(state.table)

    def view(self, state: State, seat: Seat | None) -> View:
        for side, secret in zip(state.table.sides, state.secrets, strict=True):
            if side == seat:
                return View(state.table, side, secret)
        return View(state.table, None, None)

    def legal(self, view: View) -> Choices:
        return Choices(view, self.charts)

    def result(self, state: State) -> Result | None:
        phase = state.table.phase
        if not isinstance(phase, Over):
            return None
        return Result(phase.winner, phase.reason, {str(side): n for side, n in victory.score(state.table).items()})

    def play(self, state: State, seat: Seat, action: AnyAction, dice: Dice) -> Played:
        """Carry out a legal action. Orders are told to their own side alone."""
        return Played(self._carry_out(state, seat, action, dice), dice.events())

    def _carry_out(self, state: State, seat: Seat, action: AnyAction, dice: Dice) -> State:
        match action:
            case Lead(first=first):
                state = self._command(state, first, dice)
            case Place():
                state = _place(state, seat, action, dice)
            case Ready():
                state = _commit(state, seat, dice)
            case Activate():
                state = self._activate(state, action, dice)
            case Steam():
                state = self._steam(state, action, dice)
            case Salvo(shots=shots):
                state = self._declare(state, state.table.number(action.ship), shots, dice)
            case Launch():
                number = state.table.number(action.ship)
                state = torpedoes.launch(state, number, action.shots, self.charts, dice)
                state = self._still_active(state, number, dice, fired=True)
            case Counter():
                state = self._answer(state, action, dice)
            case Board():
                number = state.table.number(action.ship)
                state = boarding.board(state, number, state.table.number(action.target), self.charts, dice)
                state = self._still_active(state, number, dice, boarded=True)
            case Done():
                state = self._done(state, action, dice)
            case Break(ask=ask):
                state = self._break(state, seat, ask, dice)
            case _:
                if not isinstance(state.table.phase, Commanding):
                    raise Refused("there is nothing to proceed with")
                state = self._begin_activation(state, dice)
        return state

    def _command(self, state: State, first: Side, dice: Dice) -> State:
        """Player A is named: the weather, then phase 2 with every inactive order moved up."""
        phase = state.table.phase
        if state.table.turn == 1 and isinstance(phase, Choosing):
            dice.tell(Began(1, "initiative"))
            dice.tell(Initiative(phase.side), account=phase.thrown)
        dice.tell(Leads(first))
        state = replace(state, table=replace(state.table, first=first))
        state = weather.weather(state, self.charts, dice)
        table = state.table
        ships = tuple([replace(ship, order="") if ship.order else ship for ship in table.ships])
        dice.tell(Began(table.turn, "command"))
        state = replace(state, table=replace(table, ships=ships, phase=Commanding()))
        if table.turn > 1:
            for side in table.sides:
                own = state.secret(side)
                moved = tuple([Orders(active=held.inactive or held.active) for held in own.orders])
                state = state.with_secret(side, replace(own, orders=moved))
        return self._nobody_to_command(state, dice)

    def _nobody_to_command(self, state: State, dice: Dice) -> State:
        """A side that has only forts is ready from the start."""
        table = state.table
        ready = tuple([side for side in table.sides if not commanded(table, side)])
        state = replace(state, table=replace(table, phase=Commanding(ready)))
        return self._begin_activation(state, dice) if len(ready) == len(table.sides) else state

    def _begin_activation(self, state: State, dice: Dice) -> State:
        """Both sides are ready: ships without an order hold the one they have, and phase 3 begins."""
        table = state.table
        for side in table.sides:
            own = state.secret(side)
            for number, ship in commanded(table, side):
                held = own.of(number)
                active: Order = held.active or held.inactive or ("stop" if ship.anchored else "half")  # IR40
                own = own.having(number, Orders(active, held.inactive or active))
            state = state.with_secret(side, own)
        ships = tuple([replace(ship, activated=False, lost_hull=False) for ship in table.ships])
        ships = tuple([steaming.refreshed(ship) for ship in ships])
        dice.tell(Began(table.turn, "activation"))
        state = replace(state, table=replace(table, ships=ships))
        return self._turn_of(state, table.first, dice)

    def _turn_of(self, state: State, side: Side, dice: Dice) -> State:
        """The next activation: that side's, the other's where it has none left, else phase 4."""
        table = state.table
        for one in (side, table.enemy(side)):
            if waiting(table, one):
                return replace(state, table=replace(table, phase=Activating(one)))
        return self._phase_four(state, dice)

    def _activate(self, state: State, action: Activate, dice: Dice) -> State:
        table = state.table
        number = table.number(action.ship)
        ship = table.ships[number]
        phase = table.phase
        assert isinstance(phase, Activating)
        if ship.fort:
            dice.tell(Manned(ship.id))
            after = replace(ship, activated=True)
            stage = replace(phase, ship=number, stage="fire")
            return replace(state, table=replace(table.with_ship(number, after), phase=stage))
        held = state.secret(ship.side).of(number)
        order: Order = held.active or "half"
        limit = speed.limit(table, number, order, self.charts)
        dice.tell(Activated(ship.id, order, limit.order, limit.why))
        after = replace(ship, activated=True, order=order, bridge=False, speed=limit.knots)
        stage = replace(phase, ship=number, stage="move")
        return replace(state, table=replace(table.with_ship(number, after), phase=stage))

    def _steam(self, state: State, action: Steam, dice: Dice) -> State:
        number = state.table.number(action.ship)
        phase = state.table.phase
        assert isinstance(phase, Activating)
        state = replace(state, table=replace(state.table, phase=replace(phase, stage="fire")))
        action = steaming.told(state.table, number, action, self.charts)
        state = passage.steam(state, number, action, self.charts, dice)
        return self._still_active(state, number, dice)

    def _still_active(self, state: State, number: int, dice: Dice, fired: bool = False, boarded: bool = False) -> State:
        """Go on with the ship, unless she is out of it or has nothing left to do."""
        table = state.table
        phase = table.phase
        assert isinstance(phase, Activating)
        phase = replace(phase, fired=phase.fired or fired, boarded=phase.boarded or boarded)
        state = replace(state, table=replace(table, phase=phase))
        if (over := victory.ending(state.table)) is not None:
            return self._end(state, over, dice)
        if not table.ships[number].able or not self._can_act(state.table, number, phase):
            return self._next(state, dice)
        return state

    def _can_act(self, table: Table, number: int, phase: Activating) -> bool:
        if not phase.fired and (
            gunfire.can_fire(table, number, self.charts) or torpedoes.options(table, number, self.charts)
        ):
            return True
        return not phase.boarded and bool(boarding.options(table, number, self.charts))

    def _declare(self, state: State, firer: int, shots: Any, dice: Dice) -> State:
        """A salvo is declared: whoever is aimed at may answer before anything is measured."""
        table = state.table
        phase = table.phase
        assert isinstance(phase, Activating)
        able = gunfire.answerers(table, firer, shots, self.charts)
        if able:
            side = table.enemy(table.ships[firer].side)
            asked = Countering(side, firer, shots, able, boarded=phase.boarded)
            return replace(state, table=replace(table, phase=asked))
        state = gunfire.resolve(state, firer, shots, (), self.charts, dice)
        return self._still_active(state, firer, dice, fired=True)

    def _answer(self, state: State, action: Counter, dice: Dice) -> State:
        table = state.table
        phase = table.phase
        assert isinstance(phase, Countering)
        number = table.number(action.ship)
        if not action.guns:
            dice.tell(Held(action.ship))
        answers = (*phase.answers, (number, action.guns)) if action.guns else phase.answers
        if len(phase.waiting) > 1:
            if action.guns:
                dice.tell(Answers(action.ship))
            phase = replace(phase, waiting=phase.waiting[1:], answers=answers)
            return replace(state, table=replace(table, phase=phase))
        side = table.ships[phase.ship].side
        active = Activating(side, phase.ship, "fire", boarded=phase.boarded)
        state = replace(state, table=replace(table, phase=active))
        state = gunfire.resolve(state, phase.ship, phase.shots, answers, self.charts, dice)
        return self._still_active(state, phase.ship, dice, fired=True)

    def _done(self, state: State, action: Done, dice: Dice) -> State:
        """The ship does no more. Where the turn passes to the other side, that says it."""
        after = self._next(state, dice)
        if not dice.told and acting(after.table) == acting(state.table):
            dice.tell(Finished(action.ship))
        return after

    def _next(self, state: State, dice: Dice) -> State:
        phase = state.table.phase
        assert isinstance(phase, Activating)
        if (over := victory.ending(state.table)) is not None:
            return self._end(state, over, dice)
        return self._turn_of(state, state.table.enemy(phase.side), dice)

    def _phase_four(self, state: State, dice: Dice) -> State:
        """Fires, floods, repairs and surrenders; then whether contact holds."""
        dice.tell(Began(state.table.turn, "repair"))
        state = repairs.repair(state, self.charts, dice)
        if (over := victory.ending(state.table)) is not None:
            return self._end(state, over, dice)
        asking = victory.may_ask(state.table)
        if asking:
            return replace(state, table=replace(state.table, phase=Breaking(asking)))
        return self._contact(state, (), dice)

    def _break(self, state: State, seat: Seat, ask: bool, dice: Dice) -> State:
        """An answer is kept secret until all are in, as all that both sides decide at once (IR64)."""
        phase = state.table.phase
        assert isinstance(phase, Breaking)
        left = tuple([side for side in phase.waiting if side != seat])
        for side in phase.waiting:
            if side == seat:
                state = state.with_secret(side, replace(state.secret(side), asks=ask))
        if left:
            return replace(state, table=replace(state.table, phase=Breaking(left)))
        asked = tuple([side for side in state.table.sides if state.secret(side).asks])
        for side in asked:
            state = state.with_secret(side, replace(state.secret(side), asks=False))
        return self._contact(state, asked, dice)

    def _contact(self, state: State, asked: tuple[Side, ...], dice: Dice) -> State:
        """Test contact where it is to be tested, and begin the next turn unless the battle ends."""
        over = victory.contact(state.table, asked, self.charts, dice)
        if over is not None:
            return self._end(state, over, dice)
        table = replace(state.table, turn=state.table.turn + 1)
        dice.tell(Began(table.turn, "initiative"))
        table = _shifted(table, dice)
        winner = weather.initiative(table, dice)
        dice.tell(Initiative(winner))
        return replace(state, table=replace(table, phase=Choosing(winner)))

    def _end(self, state: State, over: Over, dice: Dice) -> State:
        dice.tell(Ended(over.winner or "", over.reason))
        return replace(state, table=replace(state.table, phase=over))

    def preview(self, view: View, action: AnyAction) -> tuple[Call, ...]:
        from weathergauge.rulesets.ironclads.procedures import calls

        return calls(view, action, self.charts)

    def imagine(self, view: View, dice: Dice) -> State:
        """The table, the seat's own secret, and for the other side any orders and mines it could have."""
        first, second = (
            view.own if side == view.seat and view.own is not None else _imagined(view.table, side, dice)
            for side in view.table.sides
        )
        return State(view.table, (first, second))

    def tell(self, state: State, event: Any) -> str:
        return told(state.table, event)

    def say(self, view: View, action: AnyAction) -> str:
        """An order as a sentence."""
        return ordered(view.table, action)

    def subject(self, view: View, id: str) -> str:
        """What can be ordered, as a player calls it."""
        return called(view.table, id)


def _shifted(table: Table, dice: Dice) -> Table:
    """An admiral goes over to the ship that a scenario names for this turn, if he has a flagship to come from (IR58)."""
    for number, ship in enumerate(table.ships):
        if ship.flag_from == table.turn and ship.able and weather.flagship(table, ship.side):
            others = [replace(one, flagship=False) if one.side == ship.side else one for one in table.ships]
            table = replace(table, ships=tuple(others)).with_ship(number, replace(ship, flagship=True))
            dice.tell(Flagged(ship.id))
    return table


def _imagined(table: Table, side: Side, dice: Dice) -> Secret:
    """Orders that a side could hold, and mines that it could have laid where they are hidden."""
    own = Secret(orders=(NONE,) * len(table.ships))
    writing = isinstance(table.phase, Commanding)
    for number, ship in enumerate(table.ships):
        if ship.side != side or ship.fort or (table.turn == 1 and isinstance(table.phase, Choosing)):
            continue
        actives: tuple[Any, ...] = (ship.order,) if ship.order else ORDERS
        if not ship.able or (writing and table.turn == 1):
            actives = (*actives, "")
        active = dice.pick(actives, why=f"what has {ship.name} to obey?", secret=True)
        # With her bridge hit she holds the same order twice, until the next command phase. If she is still to be activated
        # the hit may be one of the turn before, and a new order is placed since then.
        twice = ship.bridge and ship.activated and not writing
        nexts = (active,) if twice else (*ORDERS, "") if writing or not ship.able else ORDERS
        inactive = dice.pick(nexts, why=f"and what next turn, {ship.name}?", secret=True)
        own = own.having(number, Orders(active, inactive))
    if isinstance(table.phase, Breaking) and side in victory.may_ask(table) and side not in table.phase.waiting:
        own = replace(own, asks=dice.pick((False, True), why="would they break off?", secret=True))
    if side not in table.hidden_mines:
        return own
    fields = dice.pick(range(4), why="how many minefields are there?", secret=True)
    return replace(own, mines=tuple([_field(table, side, n, dice) for n in range(1, fields + 1)]))


def _field(table: Table, side: Side, number: int, dice: Dice) -> Minefield:
    """Mines anywhere on the table, to the inch."""
    x = dice.pick(range(table.width // INCH + 1), why="how far to the east?", secret=True)
    y = dice.pick(range(table.height // INCH + 1), why="how far to the north?", secret=True)
    return Minefield(f"field {number}", x * INCH, y * INCH, owner=side)


def _place(state: State, seat: Seat, action: Place, dice: Dice) -> State:
    side = state.table.sides[0] if seat == state.table.sides[0] else state.table.sides[1]
    number, own = state.table.number(action.ship), state.secret(side)
    held = own.of(number)
    held = replace(held, active=action.order) if action.active else replace(held, inactive=action.order)
    dice.tell(Placed(action.ship, action.order, action.active), to=(seat,))
    return state.with_secret(side, own.having(number, held))


def _commit(state: State, seat: Seat, dice: Dice) -> State:
    phase = state.table.phase
    assert isinstance(phase, Commanding)
    side = state.table.sides[0] if seat == state.table.sides[0] else state.table.sides[1]
    ready = tuple([s for s in state.table.sides if s == side or s in phase.ready])
    dice.tell(Committed(side))
    return replace(state, table=replace(state.table, phase=Commanding(ready)))


RULES = Ironclads()
