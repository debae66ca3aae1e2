"""What is ordered in battle, and what is told of it."""

from __future__ import annotations

from weathergauge.dice import Look
from weathergauge.ruleset import Action, Event
from weathergauge.rulesets.sealords.casualties import LeaderHit, Ransomed, Succeeded
from weathergauge.rulesets.sealords.terms import Intensity, Side


class Attack(Action, frozen=True):
    """Seek battle with the enemy at a place."""

    place: str


class Engage(Action, frozen=True):
    """Bring a formation into the battle from its beginning."""

    formation: str


class CallOff(Action, frozen=True):
    """The side with the weather gauge keeps its distance: there is no battle."""


class Withdraw(Action, frozen=True):
    """Try to get a formation away before the battle, or take a beaten one away after it."""

    formation: str
    to: str


class Reinforce(Action, frozen=True):
    """Try to bring up a formation that was not engaged."""

    formation: str


class PlaceLeader(Action, frozen=True):
    """Let the leader of an engaged formation go with one of its squadrons."""

    formation: str
    squadron: str


class SendFireship(Action, frozen=True):
    """Let a fireship drive at an enemy squadron before the guns speak."""

    auxiliary: str
    formation: str
    squadron: str


class Fight(Action, frozen=True):
    """Choose how hard the battle is to be fought."""

    intensity: Intensity


class ThrowAgain(Action, frozen=True):
    """A mulligan: pay prestige, and the die that has just fallen is thrown again."""


class Pair(Action, frozen=True):
    """Lay a squadron against one of the enemy's."""

    squadron: str
    enemy: str


class JoinCombat(Action, frozen=True):
    """Let a squadron that is left over join a combat, by its number from 1."""

    squadron: str
    combat: int


class Share(Action, frozen=True):
    """Share out the shifts of the better leader: so many to his own side, the rest against the enemy."""

    combat: int
    own: int


class TakePrize(Action, frozen=True):
    """Put a captured sail of a class into a squadron that has room."""

    cls: str
    squadron: str


class Ransom(Action, frozen=True):
    """Pay for a captured leader."""

    leader: str


class FallUpon(Action, frozen=True):
    """Fall upon one of the convoys that are in sight and that nothing guards."""

    convoy: str


BattleAction = (
    Attack
    | Engage
    | CallOff
    | Withdraw
    | Reinforce
    | PlaceLeader
    | SendFireship
    | Fight
    | ThrowAgain
    | Pair
    | JoinCombat
    | Share
    | TakePrize
    | Ransom
    | FallUpon
)


# What is told


class BattleOffered(Event, frozen=True):
    """A side attacks. A price is what it pays in prestige for breaking the peace."""

    side: Side
    place: str
    price: int = 0


class BattleDeclined(Event, frozen=True):
    """Nobody there wanted to fight."""

    place: str


class Engaged(Event, frozen=True):
    """Formations that fight from the beginning, or have come up."""

    side: Side
    formations: tuple[str, ...]
    names: tuple[str, ...]


class Named(Event, frozen=True):
    """A formation was named for the battle, before any is shown (SL93)."""

    side: Side
    formation: str


class GaugeTaken(Event, frozen=True):
    side: Side
    chances: tuple[int, int]
    """Of the first side and of the second."""
    account: tuple[Look, ...] = ()


class CalledOff(Event, frozen=True):
    side: Side
    place: str


class Withdrew(Event, frozen=True):
    """A formation got away before a battle or left after it; or it tried and could not."""

    side: Side
    formation: str
    name: str
    to: str
    away: bool
    checked: bool = True
    account: tuple[Look, ...] = ()


class CameUp(Event, frozen=True):
    """Whether a formation came up in time; a failure is heard by its own side alone."""

    side: Side
    formation: str
    name: str
    came: bool
    account: tuple[Look, ...] = ()


class LeaderPlaced(Event, frozen=True):
    """A leader goes with a squadron; his own side hears it."""

    side: Side
    leader: str
    squadron: str


class LeadersShown(Event, frozen=True):
    """Which squadrons the leaders of a side are with."""

    side: Side
    leaders: tuple[tuple[str, str], ...]


class FireshipSent(Event, frozen=True):
    side: Side
    formation: str
    squadron: str
    hit: bool
    dps: int = 0
    sail: int = 0
    account: tuple[Look, ...] = ()


class LevelFound(Event, frozen=True):
    """How hard the battle is: as it was chosen, as it became, and the damage level of its die."""

    side: Side
    chosen: Intensity
    intensity: Intensity
    level: int
    account: tuple[Look, ...] = ()


class ThrownAgain(Event, frozen=True):
    side: Side
    price: int


class Paired(Event, frozen=True):
    side: Side
    squadron: str
    enemy: str


class JoinedCombat(Event, frozen=True):
    side: Side
    squadron: str
    combat: int


class CombatThrown(Event, frozen=True):
    """The dice of a combat, where they may be thrown again."""

    combat: int
    faces: tuple[int, ...]


class CombatFought(Event, frozen=True):
    """What a combat cost the first side and the second."""

    combat: int
    dps: tuple[int, int]
    sail: tuple[int, int]
    account: tuple[Look, ...] = ()


class Foundered(Event, frozen=True):
    """A squadron lost a sail to her damage, or held out; outside of battle her own side alone hears it."""

    side: Side
    formation: str
    squadron: str
    sail: int
    account: tuple[Look, ...] = ()
    name: str = ""
    """What she was called while she was afloat, for those who hear of it when she is gone."""


class BattleWon(Event, frozen=True):
    """Sail and damage points lost by the first side and by the second."""

    side: Side
    place: str
    sail: tuple[int, int]
    dps: tuple[int, int]


class ColoursStruck(Event, frozen=True):
    """How many of the sail that were lost have struck and are the winner's."""

    side: Side
    sunk: int
    captured: int
    account: tuple[Look, ...] = ()


class PrizeTaken(Event, frozen=True):
    side: Side
    cls: str
    squadron: str


class Disordered(Event, frozen=True):
    side: Side
    formations: tuple[str, ...]
    names: tuple[str, ...]


class ConvoyStruck(Event, frozen=True):
    """Squadrons fell upon a convoy they had caught."""

    side: Side
    convoy: str
    name: str
    kind: str
    attacks: int
    points: int
    left: int
    account: tuple[Look, ...] = ()


BattleEvent = (
    BattleOffered
    | BattleDeclined
    | Engaged
    | Named
    | GaugeTaken
    | CalledOff
    | Withdrew
    | CameUp
    | LeaderPlaced
    | LeadersShown
    | FireshipSent
    | LevelFound
    | ThrownAgain
    | Paired
    | JoinedCombat
    | CombatThrown
    | CombatFought
    | LeaderHit
    | Foundered
    | BattleWon
    | ColoursStruck
    | PrizeTaken
    | Ransomed
    | Disordered
    | ConvoyStruck
    | Succeeded
)
