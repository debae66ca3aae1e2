"""What can be ordered at sea, and what the log tells of winds, gales, passages and searches."""

from __future__ import annotations

from typing import Literal

from weathergauge.dice import Look
from weathergauge.ruleset import Action, Event
from weathergauge.rulesets.sealords.state import Gale
from weathergauge.rulesets.sealords.terms import Approach, AuxClass, Side, SquadronClass, State3

# What can be ordered


class Decoy(Action, frozen=True):
    """Put a dummy into a place."""

    place: str


class Plot(Action, frozen=True):
    """Lay down where a formation is to go in this increment; an empty place is to stay."""

    formation: str
    to: str


class Move(Action, frozen=True):
    """Go on with one MP, where no wind stands against it: along a lane, into a box, into a port or out of it."""

    formation: str
    to: str


class Beat(Action, frozen=True):
    """Beat up against the wind: the first MP begins it, the second brings the formation there."""

    formation: str
    to: str


class Catch(Action, frozen=True):
    """Try to catch the wind: with luck the same MP brings the formation there."""

    formation: str
    to: str


class MarkTime(Action, frozen=True):
    """Spend the MP where the formation is."""

    formation: str


class DriveOff(Action, frozen=True):
    """Mark time, and drive off an enemy auxiliary that interdicts the place."""

    formation: str
    aux: str


class CloseWith(Action, frozen=True):
    """Let all that watch a port from afar close with what they have found coming out of it."""

    formation: str


SeaAction = Decoy | Plot | Move | Beat | Catch | MarkTime | DriveOff | CloseWith

# What is told of it


class WindsFound(Event, frozen=True):
    winds: tuple[str, ...]
    account: tuple[Look, ...] = ()


class GaleBegan(Event, frozen=True):
    gale: Gale
    account: tuple[Look, ...] = ()


class GaleMoved(Event, frozen=True):
    wind: str
    place: str
    to: str
    account: tuple[Look, ...] = ()


class GaleEnded(Event, frozen=True):
    wind: str
    place: str
    account: tuple[Look, ...] = ()


class SuddenWeather(Event, frozen=True):
    """What a natural 9 brought: nothing, a squall or a freak gale, and where."""

    event: str
    place: str = ""
    account: tuple[Look, ...] = ()


class Battered(Event, frozen=True):
    """What weather did to a formation; its own side hears it. Squadrons with what each took, and sail that went down."""

    formation: str
    name: str
    weather: str
    dps: tuple[tuple[str, int], ...]
    sunk: tuple[tuple[str, int], ...] = ()
    account: tuple[Look, ...] = ()
    called: tuple[tuple[str, str], ...] = ()
    """Of those whose sail went down what they were called: who lost her last is no more when it is told."""


class Swamped(Event, frozen=True):
    """What weather cost a convoy; its own side hears it."""

    formation: str
    name: str
    weather: str
    points: int
    left: int


class DrivenOut(Event, frozen=True):
    """Weather drove a formation to sea that was fitting out in the roads of a minor port."""

    formation: str
    place: str


class HeldTogether(Event, frozen=True):
    """A leader kept his squadrons together in a gale."""

    formation: str
    name: str
    account: tuple[Look, ...] = ()


class Parted(Event, frozen=True):
    """A squadron lost its formation in a gale and is on its own now."""

    formation: str
    new: str
    place: str


class PartedCompany(Event, frozen=True):
    """The same with names and dice, for its own side."""

    formation: str
    name: str
    squadron: str
    new: str
    account: tuple[Look, ...] = ()


class BlownAway(Event, frozen=True):
    """A gale sent an auxiliary to the recovery box."""

    aux: str
    cls: AuxClass
    place: str
    account: tuple[Look, ...] = ()


class PlayerA(Event, frozen=True):
    """Who plots ahead from now on."""

    side: Side


class DummyPlaced(Event, frozen=True):
    formation: str
    place: str


class DummyFound(Event, frozen=True):
    """A counter turned out to be a dummy and is gone."""

    formation: str
    side: Side
    place: str


class Moved(Event, frozen=True):
    formation: str
    place: str
    to: str
    how: Approach


class Plotted(Event, frozen=True):
    """Player A has laid down where a formation goes; an empty place is to stay."""

    formation: str
    name: str
    to: str


class BeatUp(Event, frozen=True):
    """The first MP of a beat; its own side hears it."""

    formation: str
    name: str
    to: str


class MarkedTime(Event, frozen=True):
    """A formation of which everything is known spent its MP where it is (SL93)."""

    formation: str
    name: str


class TriedTheWind(Event, frozen=True):
    """Whether a formation caught the wind; its own side hears it, for the die tells of its leader."""

    formation: str
    name: str
    to: str
    caught: bool
    account: tuple[Look, ...] = ()


class EnteredPort(Event, frozen=True):
    formation: str
    port: str
    state: State3


class LeftPort(Event, frozen=True):
    formation: str
    port: str


class Barred(Event, frozen=True):
    """A blockade kept a formation out of harbour."""

    formation: str
    port: str


class ConvoyStopped(Event, frozen=True):
    """A convoy met an interdictor or a blockade and lies still; its own side hears it."""

    formation: str
    name: str
    place: str


class LeftBehind(Event, frozen=True):
    """Part of an escort could not follow its convoy; its own side hears it."""

    formation: str
    name: str
    convoy: str
    to: str


class Spotted(Event, frozen=True):
    formation: str
    side: Side
    place: str
    classes: tuple[SquadronClass, ...]
    leader: str = ""
    by: Literal["search", "strait", "blockade"] = "search"
    account: tuple[Look, ...] = ()


class SearchFailed(Event, frozen=True):
    """A search found nothing; whoever searched hears it."""

    place: str
    target: str = ""
    account: tuple[Look, ...] = ()


class Slipped(Event, frozen=True):
    """A formation came out of harbour past a distant blockade; its own side hears it."""

    formation: str
    name: str
    port: str


class Closed(Event, frozen=True):
    """A distant blockader closed with what came out."""

    formation: str
    place: str
    port: str
    how: Approach


class StoodOff(Event, frozen=True):
    """Those who watched a port from afar let go what they had found coming out of it."""

    side: Side
    formation: str
    port: str


class DroveOff(Event, frozen=True):
    formation: str
    cls: AuxClass
    place: str


class Concealed(Event, frozen=True):
    """Formations that were spotted are lost to sight."""

    formations: tuple[str, ...]


class Rallied(Event, frozen=True):
    """Whether a disorganised formation is in order again; its own side hears it."""

    formation: str
    name: str
    rallied: bool
    account: tuple[Look, ...] = ()


SeaEvent = (
    WindsFound
    | GaleBegan
    | GaleMoved
    | GaleEnded
    | SuddenWeather
    | Battered
    | Swamped
    | DrivenOut
    | HeldTogether
    | Parted
    | PartedCompany
    | BlownAway
    | PlayerA
    | Plotted
    | DummyPlaced
    | DummyFound
    | Moved
    | BeatUp
    | MarkedTime
    | TriedTheWind
    | EnteredPort
    | LeftPort
    | Barred
    | ConvoyStopped
    | LeftBehind
    | Spotted
    | SearchFailed
    | Slipped
    | Closed
    | StoodOff
    | DroveOff
    | Concealed
    | Rallied
)
