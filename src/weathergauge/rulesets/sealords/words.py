"""Things by the names players use, and what is waited for."""

from __future__ import annotations

from collections.abc import Sequence

from weathergauge.frame.memory import kept_by_value
from weathergauge.rulesets.sealords.common import STEP
from weathergauge.rulesets.sealords.naming import (
    formation_words,
    known,
    marked,
    place_words,
    small_by_id,
    small_words,
    spoken,
    squadron_words,
)
from weathergauge.rulesets.sealords.phases import (
    Closing,
    Council,
    Decoying,
    Fighting,
    Offering,
    Plotting,
    Requesting,
    Sailing,
    Screening,
    Sighting,
    Tasking,
    Yards,
)
from weathergauge.rulesets.sealords.sequence import season
from weathergauge.rulesets.sealords.state import Date, State, Table, View
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World, boxed, world


def called(view: View, id: str, world: World) -> str:
    """What can be ordered, as a player calls it."""
    if id == STEP:
        return "the whole side"
    if view.own is not None:
        squadrons = {squadron.id: squadron for formation in view.own.formations for squadron in formation.squadrons}
        for formation in view.own.formations:
            name = formation_words(formation.name, squadrons, world)
            if formation.id == id:
                return name
            squadron = formation.squadron(id)
            if squadron is not None:
                own_name = squadron_words(squadron, world)
                return own_name if own_name == name else f"{own_name} of {name}"
        for leader in (*view.own.leaders, *view.own.captives):
            if leader.id == id:
                return leader.name
        for aux in (*view.own.auxiliaries, *view.table.rovers):
            if aux.id == id:
                return small_words(aux, world)
    return small_by_id(id, world) or id.replace("_", " ")


def said(sentence: str, where: State | View, seats: Sequence[Side], world: World) -> str:
    """Say a sentence to whoever knows those sides from within: their formations have their own names, all squadrons theirs."""
    if isinstance(where, State):
        secrets = [where.secret(side) for side in seats]
    else:
        secrets = [where.own] if where.own is not None else []
    own = [formation for secret in secrets for formation in secret.formations]
    shown = [counter.shown for counter in where.table.counters if counter.shown is not None]
    small = [*where.table.rovers, *[aux for secret in secrets for aux in secret.auxiliaries]]
    return spoken(sentence, known([*shown, *own], small), where.table.title)


def counter_name(view: View, id: str) -> str:
    """A formation as this seat knows it: by name if its own, else as a counter."""
    if view.own is not None and (own := view.own.formation(id)) is not None:
        return own.name
    return open_name(view.table, id)


def open_name(table: Table, id: str) -> str:
    """A formation as everybody knows it: by its name, its leader, or the number of its counter."""
    counter = table.counter(id)
    if counter is not None and counter.shown is not None:
        return counter.shown.name
    if counter is not None and counter.leader:
        return f"{counter.leader}'s formation"
    side, _, number = id.rpartition("_f")  # a counter that is gone is still one of its side's
    player = world(table.title).players.get(counter.side if counter is not None else side)
    number = number.replace("_", " ")
    return f"the {player.adjective} counter {number}" if player is not None else f"counter {number}"


def squadron_name(id: str, sides: Sequence[Side]) -> str:
    """A squadron by her id: as it stands on her counter, V1; a flagship by her name; by number if she was made in play."""
    side, _, number = id.rpartition("_s")
    if side in sides and number.isdigit():
        return f"squadron {number}"
    return id.upper() if len(id) <= 4 else id.replace("_", " ").title()


def marked_squadron(id: str, sides: Sequence[Side]) -> str:
    """A squadron in a sentence, which naming says by her first ship."""
    return marked(id, squadron_name(id, sides))


def marked_counter(table: Table, id: str) -> str:
    """A counter in a sentence, which naming says by its own name to whoever knows it."""
    return marked(id, open_name(table, id))


@kept_by_value()
def place_name(location: str, world: World) -> str:
    """A location as people say it: Toulon harbour, the way into the Balearic Sea from Port Mahon."""
    place, box, other = boxed(location)
    name = place_words(world.places[place].name) if place in world.places else place
    match box:
        case "harbour":
            return f"{name} harbour"
        case "in":
            return f"the entrance to {name} from {place_name(other, world)}"
        case "out":
            return f"the way out of {name} to {place_name(other, world)}"
    return name


def kept_name(place: str, world: World) -> str:
    """A place as states keep it in the name of a convoy; naming says it as it stands on the chart."""
    return world.places[place].name


def waiting(table: Table, world: World) -> str:
    """What is being done now, in words."""
    match table.phase:
        case Decoying():
            return "both sides may place dummies"
        case Plotting(side=side):
            return f"{world.side_words[side]} plot their directions"
        case Sailing(side=side):
            return f"{world.side_words[side]} move"
        case Tasking(side=side):
            return f"{world.side_words[side]} may send auxiliaries"
        case Screening(side=side):
            return f"{world.side_words[side]} may put forward a screen"
        case Sighting(side=side, place=place):
            return (
                f"{world.side_words[side]} are asked whether to close with what came out of {place_name(place, world)}"
            )
        case Offering(side=side, place=place):
            return f"{world.side_words[side]} are asked for battle at {place_name(place, world)}"
        case Fighting(side=side):
            return f"{world.side_words[side]} decide in the battle"
        case Closing():
            return "orders may be handed over, extended or given up"
        case Requesting():
            return "reinforcements may be asked for"
        case Council():
            return "both sides hold council: orders, auxiliaries, reorganisation"
        case Yards():
            return "both sides see to their yards"
    return "the campaign is over"


def date_words(date: Date, world: World) -> str:
    """Turn 3 of 1744, winter."""
    return f"turn {date.turn} of {date.year}, {season(date, world)}"
