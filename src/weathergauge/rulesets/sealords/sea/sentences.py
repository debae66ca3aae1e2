"""What is ordered and told at sea, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from weathergauge.frame.words import capital, listed, many
from weathergauge.rulesets.sealords.naming import CLASSES, marked, small_mark, small_of
from weathergauge.rulesets.sealords.sea.actions import (
    Barred,
    Battered,
    Beat,
    BeatUp,
    BlownAway,
    Catch,
    Closed,
    CloseWith,
    Concealed,
    ConvoyStopped,
    Decoy,
    DrivenOut,
    DriveOff,
    DroveOff,
    DummyFound,
    DummyPlaced,
    EnteredPort,
    GaleBegan,
    GaleEnded,
    GaleMoved,
    HeldTogether,
    LeftBehind,
    LeftPort,
    MarkedTime,
    MarkTime,
    Move,
    Moved,
    Parted,
    PartedCompany,
    PlayerA,
    Plot,
    Plotted,
    Rallied,
    SearchFailed,
    Slipped,
    Spotted,
    StoodOff,
    SuddenWeather,
    Swamped,
    TriedTheWind,
    WindsFound,
)
from weathergauge.rulesets.sealords.state import Gale, Table, View
from weathergauge.rulesets.sealords.terms import AuxClass, SquadronClass
from weathergauge.rulesets.sealords.words import counter_name, marked_counter, marked_squadron, place_name
from weathergauge.rulesets.sealords.world import World, boxed

EVENT_WORDS = {"squall": "A squall strikes", "freak_gale": "A freak gale strikes"}
HOW = {
    "with_wind": "", "against_wind": ", beating up against the wind", "catching_the_wind": ", catching the wind",
    "from_fitting_out": "", "on_station": "",
}  # fmt: skip


def told(table: Table, event: Any, world: World) -> str | None:
    """An event of the sea as a sentence; None where it is another chapter's."""
    match event:
        case WindsFound(winds=winds):
            return (
                f"{capital(_winds(winds))} blow{'' if len(winds) > 1 else 's'}."
                if winds
                else "No wind blows that matters."
            )
        case GaleBegan(gale=gale):
            return f"{capital(_gale(gale))} begins at {place_name(gale.place, world)}."
        case GaleMoved(wind=wind, place=place, to=to):
            return f"The {_wind(wind)} gale goes on from {place_name(place, world)} to {place_name(to, world)}."
        case GaleEnded(wind=wind, place=place):
            return f"The {_wind(wind)} gale ends at {place_name(place, world)}."
        case SuddenWeather(event=kind, place=place):
            return f"{EVENT_WORDS[kind]} {place_name(place, world)}." if place else "The weather holds."
        case DrivenOut(formation=id, place=place):
            return f"{capital(marked_counter(table, id))} is driven to sea from {place_name(place, world)}."
        case Parted(formation=id, new=new, place=place):
            return f"The gale scatters {marked_counter(table, id)} at {place_name(place, world)}: it loses sight of {marked_counter(table, new)}."
        case BlownAway(cls=cls, place=place):
            where = place_name(place, world) if place in world.places else marked_counter(table, place)
            return f"The gale sends {_aux(cls)} at {where} to recover."
        case PlayerA(side=side):
            return f"{capital(world.side_words[side])} plot ahead."
        case Spotted():
            return _spotted(table, event, world)
        case SearchFailed(place=place):
            return f"A search at {place_name(place, world)} finds nothing."
        case DummyFound(side=side, place=place):
            return f"A counter of {world.side_words[side]} at {place_name(place, world)} is a dummy."
        case Concealed(formations=ids):
            return f"Out of sight: {', '.join(marked_counter(table, id) for id in ids)}."
        case DroveOff(formation=id, cls=cls, place=place):
            return f"{capital(marked_counter(table, id))} drives off {_aux(cls)} that interdicted {place_name(place, world)}."
    return _passage_told(table, event, world) or _own_told(event, world)


def _passage_told(table: Table, event: Any, world: World) -> str | None:
    match event:
        case Moved(formation=id, to=to, how=how):
            goes = "goes into" if boxed(to)[1] else "goes to"
            return f"{capital(marked_counter(table, id))} {goes} {place_name(to, world)}{HOW[how]}."
        case EnteredPort(formation=id, port=port):
            return f"{capital(marked_counter(table, id))} goes into {place_name(port, world)}."
        case LeftPort(formation=id, port=port):
            return f"{capital(marked_counter(table, id))} comes out of {place_name(port, world)}."
        case Barred(formation=id, port=port):
            return (
                f"{capital(marked_counter(table, id))} cannot go into {place_name(port, world)}: the port is blockaded."
            )
        case Closed(formation=id, port=port, how=how):
            return f"{capital(marked_counter(table, id))}, watching from afar, closes with what has come out of {place_name(port, world)}{HOW[how]}."
        case StoodOff(side=side, formation=id, port=port):
            return f"{capital(world.side_words[side])} let {marked_counter(table, id)} go, which came out of {place_name(port, world)}."
    return None


def _one_lost(id: str, names: Mapping[str, str], world: World) -> str:
    """A squadron that lost sail: by what she was called then, for she may be no more."""
    return marked(id, names[id]) if id in names else marked_squadron(id, world.sides)


def _own_told(event: Any, world: World) -> str | None:
    """What only its own side hears, or all where everything is known of the formation."""
    match event:
        case Battered(name=name, weather=weather, dps=dps, sunk=sunk, called=called):
            names = dict(called)
            each = dps[0][1] if dps else 0
            lost = (
                f" Lost: {', '.join(f'{sail} sail of {_one_lost(id, names, world)}' for id, sail in sunk)}."
                if sunk
                else ""
            )
            return f"{capital(weather)} costs each squadron of {name} {_points(each)}.{lost}"
        case Swamped(name=name, weather=weather, points=points, left=left):
            rest = f"{left} are left" if left else "nothing is left of it"
            return f"{capital(weather)} costs {name} {many(points, 'point')} of cargo: {rest}."
        case HeldTogether(name=name):
            return f"{capital(name)} keeps together in the gale."
        case PartedCompany(name=name, squadron=squadron):
            return f"{capital(name)} loses touch with {marked_squadron(squadron, world.sides)} in the gale."
        case DummyPlaced(place=place):
            return f"A dummy is put at {place_name(place, world)}."
        case Plotted(name=name, to=to):
            return f"{capital(name)} is to go to {place_name(to, world)}." if to else f"{capital(name)} is to stay."
        case BeatUp(name=name, to=to):
            return f"{capital(name)} begins to beat up to {place_name(to, world)}."
        case MarkedTime(name=name):
            return f"{capital(name)} marks time."
        case TriedTheWind(name=name, to=to, caught=True):
            return f"{capital(name)} catches the wind to {place_name(to, world)}."
        case TriedTheWind(name=name, to=to):
            return f"{capital(name)} does not catch the wind to {place_name(to, world)}, and marks time."
        case ConvoyStopped(name=name, place=place):
            return f"{capital(name)} is stopped at {place_name(place, world)}: the enemy interdicts it."
        case LeftBehind(name=name, convoy=convoy, to=to):
            return f"{capital(name)} cannot follow {convoy} to {place_name(to, world)}, and stays behind."
        case Slipped(name=name, port=port):
            return f"{capital(name)} slips out of {place_name(port, world)} unseen by those who watch it."
        case Rallied(name=name, rallied=True):
            return f"{capital(name)} is in order again."
        case Rallied(name=name):
            return f"{capital(name)} is still in disorder."
    return None


def ordered(view: View, action: Any, world: World) -> str | None:
    """An order at sea as a sentence; None where it is another chapter's."""
    match action:
        case Decoy(place=place):
            return f"put a dummy at {place_name(place, world)}"
        case Plot(formation=id, to=""):
            return f"{counter_name(view, id)} is to stay"
        case Plot(formation=id, to=to):
            return f"{counter_name(view, id)} is to go {_goal(to, world)}"
        case Move(formation=id, to=to):
            own = view.own.formation(id) if view.own is not None else None
            if own is not None and not own.afloat:
                return f"{counter_name(view, id)} comes out of {place_name(to, world)}"
            return f"{counter_name(view, id)} goes {_goal(to, world)}"
        case Beat(formation=id, to=to):
            return f"{counter_name(view, id)} beats up {_goal(to, world)}"
        case Catch(formation=id, to=to):
            return f"{counter_name(view, id)} tries to catch the wind {_goal(to, world)}"
        case MarkTime(formation=id):
            return f"{counter_name(view, id)} marks time"
        case DriveOff(formation=id, aux=aux):
            station = next((station for station in view.table.stations if station.aux == aux), None)
            whom = _aux(station.cls) if station is not None else small_mark(aux)
            return f"{counter_name(view, id)} drives off {whom}"
        case CloseWith(formation=id):
            return f"close with {counter_name(view, id)} with all that can"
    return None


def _spotted(table: Table, event: Spotted, world: World) -> str:
    led = f" under {event.leader}" if event.leader else ""
    ships = listed([_ships(cls, count) for cls, count in Counter(event.classes).items()]) or "a convoy"
    whose = world.players[event.side].adjective
    return f"Spotted at {place_name(event.place, world)}: a {whose} formation{led}, {ships}."


def _ships(cls: SquadronClass, count: int) -> str:
    """Squadrons of a class: "a flagship", "2 squadrons of small two-deckers"."""
    if cls == "flagship":
        return many(count, "flagship") if count > 1 else "a flagship"
    return f"{many(count, 'squadron') if count > 1 else 'a squadron'} of {CLASSES[cls]}"


def _goal(to: str, world: World) -> str:
    return f"into {place_name(to, world)}" if boxed(to)[1] else f"to {place_name(to, world)}"


def _wind(wind: str) -> str:
    return wind.replace("_", " ").replace("portuguese", "Portuguese")


def _winds(winds: tuple[str, ...]) -> str:
    return listed([f"the {_wind(wind)}" for wind in winds])


def _gale(gale: Gale) -> str:
    kind = "hurricane" if gale.hurricane else f"gale of force {gale.force}"
    return f"{'an' if gale.wind[0] in 'aeiou' else 'a'} {_wind(gale.wind)} {kind}"


def _aux(cls: AuxClass) -> str:
    return small_of(cls)


def _points(dps: int) -> str:
    return many(dps, "damage point")
