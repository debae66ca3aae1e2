"""Chapter: activation (phase 3). Ship by ship, the sides in turn: she moves, fires, launches torpedoes or boards."""

from __future__ import annotations

from collections.abc import Sequence

from weathergauge.dice import Dice
from weathergauge.frame.chapter import STEP, Chapter, Closed
from weathergauge.frame.fleet import why_not_hers
from weathergauge.frame.table import phase_of
from weathergauge.ruleset import Form
from weathergauge.rulesets.ironclads import boarding, damage, passage, salvos, speed, steaming, torpedoes, victory
from weathergauge.rulesets.ironclads.actions import (
    Activate,
    Activated,
    Again,
    Aim,
    Answers,
    Began,
    Board,
    Counter,
    Destroy,
    Done,
    Finished,
    Held,
    Launch,
    Manned,
    Salvo,
    Steam,
)
from weathergauge.rulesets.ironclads.charts import Charts
from weathergauge.rulesets.ironclads.state import (
    Activating,
    Countering,
    Destroying,
    Rethrowing,
    Seated,
    Ship,
    State,
    Table,
    View,
    replace,
)
from weathergauge.rulesets.ironclads.terms import Order, Side
from weathergauge.rulesets.ironclads.words import SIDE_WORDS, name

Deed = Activate | Steam | Salvo | Launch | Board | Done


def waiting(table: Table, side: Side) -> list[tuple[int, Ship]]:
    """The ships and forts of a side that are still to be activated this turn."""
    return [(n, s) for n, s in enumerate(table.ships) if _waits(s, side)]


def _waits(ship: Ship, side: Side) -> bool:
    return ship.side == side and not ship.activated and ship.able


def turn_of(state: State, side: Side) -> State | Closed[State]:
    """The next activation: that side's, or the other's where it has none left."""
    for who in (side, state.table.enemy(side)):
        if any(_waits(ship, who) for ship in state.table.ships):
            return state.with_phase(Activating(who))
    return Closed(state)


class Activations(Chapter[State, Seated, Charts, Deed]):
    """A side picks a ship and shows her order; the ship moves, and after that she may fire or launch, and board."""

    phases = (Activating,)
    steps = ("activation",)
    takes = (Activate, Steam, Salvo, Launch, Board, Done)

    def begin(self, state: State, step: str, dice: Dice) -> State | Closed[State]:
        table = state.table
        ships = [steaming.refreshed(replace(ship, activated=False, lost_hull=False)) for ship in table.ships]
        dice.tell(Began(table.turn, "activation"))
        return turn_of(replace(state, table=replace(table, ships=tuple(ships))), table.first)

    def now(self, view: View) -> str:
        phase = phase_of(view.table, Activating)
        doing = "activate a ship" if phase.ship < 0 else f"act with {view.table.ships[phase.ship].name}"
        return f"{SIDE_WORDS[phase.side]} are to {doing}"

    def subjects(self, at: Seated) -> list[str]:
        active = phase_of(at.table, Activating).ship
        return [ship.id for _, ship in waiting(at.table, at.seat)] if active < 0 else [at.table.ships[active].id]

    def of(self, at: Seated, subject: str) -> Sequence[Deed]:
        table, phase, number = at.table, phase_of(at.table, Activating), at.table.number(subject)
        if phase.ship < 0:
            return [Activate(subject)] if number >= 0 and _waits(table.ships[number], at.seat) else []
        if phase.ship != number:
            return []
        if phase.stage == "move":
            return steaming.options(table, number, self.charts)
        deeds: list[Deed] = []
        if not phase.fired:
            deeds += salvos.options(table, number, self.charts)
            deeds += torpedoes.options(table, number, self.charts)
        if not phase.boarded:
            deeds += boarding.options(table, number, self.charts)
        return [*deeds, Done(subject)]

    def forms(self, at: Seated) -> list[Form]:
        """A ship's move, with its limits."""
        phase = phase_of(at.table, Activating)
        return steaming.forms(at.table, phase.ship, self.charts) if phase.stage == "move" else []

    def why_not(self, at: Seated, action: Deed) -> str | None:
        table, phase = at.table, phase_of(at.table, Activating)
        if (reason := why_not_hers(table, at.seat, action.ship, name)) is not None:
            return reason
        number = table.number(action.ship)
        if isinstance(action, Activate) != (phase.ship < 0):
            return self.not_now(at)
        if isinstance(action, Activate):
            ship = table.ships[number]
            if ship.activated:
                return f"{name(table, ship.id)} has been activated this turn"
            return None if ship.able else f"{name(table, ship.id)} is out of the battle"
        active = table.ships[phase.ship].name
        if number != phase.ship:
            return f"{active} is the ship that is activated now"
        if isinstance(action, Steam):
            moved = phase.stage != "move"
            return f"{active} has made her move" if moved else steaming.why_not(table, number, action, self.charts)
        if phase.stage == "move":
            return f"{active} moves before anything else: a move of nothing is one too"
        if isinstance(action, Board):
            boarded = f"{active} has boarded in this activation" if phase.boarded else None
            return boarded or boarding.why_not(table, number, action, self.charts)
        if isinstance(action, Done):
            return None
        if phase.fired:
            return f"{active} has fired in this activation"
        if isinstance(action, Salvo):
            return salvos.why_not(table, number, action, self.charts)
        return torpedoes.why_not(table, number, action, self.charts)

    def play(self, state: State, side: Side, action: Deed, dice: Dice) -> State | Closed[State]:
        table, number = state.table, state.table.number(action.ship)
        match action:
            case Activate():
                return self._activate(state, number, dice)
            case Steam():
                state = state.with_phase(replace(phase_of(table, Activating), stage="fire"))
                action = steaming.told(state.table, number, action, self.charts)
                return still_active(passage.steam(state, number, action, self.charts, dice), number, self.charts)
            case Salvo(shots=shots):
                return self._declare(state, number, shots, dice)
            case Launch(shots=shots):
                state = torpedoes.launch(state, number, shots, self.charts, dice)
                return still_active(state, number, self.charts, fired=True)
            case Board(target=target):
                return fought_on(boarding.board(state, number, table.number(target), self.charts, dice), self.charts)
            case Done(ship=ship):
                after = next_ship(state)
                if not isinstance(after, Closed) and after.table.phase == Activating(side):
                    dice.tell(Finished(ship))  # Where the turn passes to the other side, that says it.
                return after

    def _activate(self, state: State, number: int, dice: Dice) -> State:
        """Show her order, and how far she may go by it; a fort has none, and does not move."""
        table = state.table
        ship, phase = table.ships[number], phase_of(table, Activating)
        if ship.fort:
            dice.tell(Manned(ship.id))
            after, phase = replace(ship, activated=True), replace(phase, ship=number, stage="fire")
        else:
            order: Order = state.secret(ship.side).of(number).active or "half"
            limit = speed.limit(table, number, order, self.charts)
            dice.tell(Activated(ship.id, order, limit.order, limit.why))
            after = replace(ship, activated=True, order=order, bridge=False, speed=limit.knots)
            phase = replace(phase, ship=number, stage="move")
        return replace(state, table=replace(table.with_ship(number, after), phase=phase))

    def _declare(self, state: State, firer: int, shots: tuple[Aim, ...], dice: Dice) -> State | Closed[State]:
        """A salvo is declared: whoever is aimed at may answer before anything is measured."""
        table = state.table
        able = salvos.answerers(table, firer, shots, self.charts)
        if able:
            side = table.enemy(table.ships[firer].side)
            return state.with_phase(Countering(side, firer, shots, able, boarded=phase_of(table, Activating).boarded))
        return after_fire(salvos.resolve(state, firer, shots, (), self.charts, dice), self.charts)


class Counters(Chapter[State, Seated, Charts, Counter]):
    """A salvo is declared, and its targets answer, lowest number first, or hold their fire."""

    phases = (Countering,)
    steps = ("activation",)
    takes = (Counter,)

    def now(self, view: View) -> str:
        phase = phase_of(view.table, Countering)
        return f"{SIDE_WORDS[phase.side]} may answer the salvo of {view.table.ships[phase.ship].name}"

    def subjects(self, at: Seated) -> list[str]:
        return [at.table.ships[phase_of(at.table, Countering).waiting[0]].id]

    def of(self, at: Seated, subject: str) -> list[Counter]:
        phase = phase_of(at.table, Countering)
        if phase.waiting[0] != at.table.number(subject):
            return []
        return [*salvos.answers(at.table, phase.waiting[0], phase.ship, self.charts), Counter(subject)]

    def why_not(self, at: Seated, action: Counter) -> str | None:
        phase = phase_of(at.table, Countering)
        if (reason := why_not_hers(at.table, at.seat, action.ship, name)) is not None:
            return reason
        first = phase.waiting[0]
        if at.table.number(action.ship) != first:
            return f"{at.table.ships[first].name} answers first"
        return salvos.why_not_counter(at.table, first, phase.ship, action.guns, self.charts)

    def play(self, state: State, side: Side, action: Counter, dice: Dice) -> State | Closed[State]:
        """Note the answer; after the last the salvo and all answers are fired together."""
        table, phase = state.table, phase_of(state.table, Countering)
        if not action.guns:
            dice.tell(Held(action.ship))
        answers = (*phase.answers, (table.number(action.ship), action.guns)) if action.guns else phase.answers
        if len(phase.waiting) > 1:
            if action.guns:
                dice.tell(Answers(action.ship))
            return state.with_phase(replace(phase, waiting=phase.waiting[1:], answers=answers))
        active = Activating(table.ships[phase.ship].side, phase.ship, "fire", boarded=phase.boarded)
        state = salvos.resolve(state.with_phase(active), phase.ship, phase.shots, answers, self.charts, dice)
        return after_fire(state, self.charts)


class Decks(Chapter[State, Seated, Charts, Again]):
    """A fight on deck: a boarding specialist has seen her die, and throws it again or lets it stand (IR52)."""

    phases = (Rethrowing,)
    steps = ("activation",)
    takes = (Again,)

    def now(self, view: View) -> str:
        phase = phase_of(view.table, Rethrowing)
        ship = view.table.ships[phase.target if phase.theirs else phase.ship]
        return f"{SIDE_WORDS[phase.side]} may throw the {phase.theirs or phase.ours} of {ship.name} again"

    def subjects(self, at: Seated) -> tuple[str, ...]:
        return (STEP,)

    def of(self, at: Seated, subject: str) -> list[Again]:
        return [Again(True), Again(False)] if subject == STEP else []

    def play(self, state: State, side: Side, action: Again, dice: Dice) -> State | Closed[State]:
        return fought_on(boarding.rethrow(state, action.again, self.charts, dice), self.charts)


class Ruins(Chapter[State, Seated, Charts, Destroy]):
    """A gun of a fort is destroyed: the enemy names the battery (IR70)."""

    phases = (Destroying,)
    steps = ("activation",)
    takes = (Destroy,)

    def now(self, view: View) -> str:
        phase = phase_of(view.table, Destroying)
        return f"{SIDE_WORDS[phase.side]} choose which gun of {_owing(view.table)[0].name} is destroyed"

    def subjects(self, at: Seated) -> tuple[str, ...]:
        return (STEP,)

    def of(self, at: Seated, subject: str) -> list[Destroy]:
        fort = _owing(at.table)[0]
        return [Destroy(fort.id, n + 1) for n in damage.standing(fort)] if subject == STEP else []

    def why_not(self, at: Seated, action: Destroy) -> str | None:
        fort = _owing(at.table)[0]
        if action.fort != fort.id:
            return f"it is {fort.name} that has lost a gun: expected {fort.id}, not {action.fort!r}"
        if action.gun - 1 in damage.standing(fort):
            return None
        known = " or ".join(str(n + 1) for n in damage.standing(fort))
        return f"gun={action.gun}: the batteries of {fort.name} that stand are {known}"

    def play(self, state: State, side: Side, action: Destroy, dice: Dice) -> State | Closed[State]:
        phase = phase_of(state.table, Destroying)
        state = damage.destroy(state, state.table.number(action.fort), action.gun - 1, dice)
        active = Activating(state.table.ships[phase.ship].side, phase.ship, "fire", boarded=phase.boarded)
        return after_fire(state.with_phase(active), self.charts)


def _owing(table: Table) -> list[Ship]:
    """Forts that have lost guns of which the enemy has yet to say which."""
    return [ship for ship in table.ships if ship.guns_owed and ship.able]


def after_fire(state: State, charts: Charts) -> State | Closed[State]:
    """Ask for the guns that forts have lost; then go on with the ship that fired."""
    phase = phase_of(state.table, Activating)
    if (owing := _owing(state.table)) and victory.ending(state.table) is None:
        return state.with_phase(Destroying(state.table.enemy(owing[0].side), phase.ship, phase.boarded))
    return still_active(state, phase.ship, charts, fired=True)


def fought_on(state: State, charts: Charts) -> State | Closed[State]:
    """Wait for a specialist to decide, or go on with the ship that boarded."""
    if isinstance(state.table.phase, Rethrowing):
        return state
    return still_active(state, phase_of(state.table, Activating).ship, charts, boarded=True)


def still_active(
    state: State, number: int, charts: Charts, fired: bool = False, boarded: bool = False
) -> State | Closed[State]:
    """Go on with the ship, unless she is out of it or has nothing left to do."""
    phase = phase_of(state.table, Activating)
    phase = replace(phase, fired=phase.fired or fired, boarded=phase.boarded or boarded)
    state = state.with_phase(phase)
    if (over := victory.ending(state.table)) is not None:
        return state.with_phase(over)
    if state.table.ships[number].able and _can_act(state.table, number, phase, charts):
        return state
    return turn_of(state, state.table.enemy(phase.side))


def next_ship(state: State) -> State | Closed[State]:
    """The ship does no more: the other side's turn, unless that was the end."""
    if (over := victory.ending(state.table)) is not None:
        return state.with_phase(over)
    return turn_of(state, state.table.enemy(phase_of(state.table, Activating).side))


def _can_act(table: Table, number: int, phase: Activating, charts: Charts) -> bool:
    if not phase.fired and (salvos.can_fire(table, number, charts) or torpedoes.options(table, number, charts)):
        return True
    return not phase.boarded and bool(boarding.options(table, number, charts))
