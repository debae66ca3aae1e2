"""What can be ordered in council and at the close of an impulse, and what the log tells of it."""

from __future__ import annotations

from typing import Literal

from weathergauge.dice import Look
from weathergauge.ruleset import Action, Event
from weathergauge.rulesets.sealords.formations.actions import (
    DetachSquadron,
    JoinFormations,
    MoveSquadron,
    PostLeader,
    PromoteLeader,
    RelieveLeader,
    Reorganised,
    TransferSail,
)
from weathergauge.rulesets.sealords.orders.events import ConvoyLanded, ConvoyMade, OrderBegun, OrderEnded, OrdersDrawn
from weathergauge.rulesets.sealords.terms import Side

# Orders


class ReceiveOrder(Action, frozen=True):
    """An admiral takes an order that is available, to issue it later."""

    order: str


class IssueOrder(Action, frozen=True):
    """An order goes to a formation; an available one is received by the same action."""

    order: str
    formation: str
    route: str = ""
    """Which of several routes its convoy takes."""


class JoinHolder(Action, frozen=True):
    """A rendezvous: a formation without orders is to join the holder of one."""

    formation: str
    holder: str


class HandOverOrder(Action, frozen=True):
    """An order in execution passes to a fresh formation in the same place."""

    order: str
    formation: str


class ExtendOrder(Action, frozen=True):
    """One turn more for an order."""

    order: str


class GiveUpOrder(Action, frozen=True):
    """Fail an order on purpose."""

    order: str


# Forces


class AssignAuxiliary(Action, frozen=True):
    """An available auxiliary goes to a port, a formation or a corsair zone."""

    auxiliary: str
    base: str


class CreditAsLoss(Action, frozen=True):
    """So many points of each award of prestige are taken as the other side's loss from now on (R-1212, SL74)."""

    points: int


class RequestReinforcement(Action, frozen=True):
    """Ask for reinforcements for a contingent, with or without prestige spent on it."""

    contingent: str
    pay: bool = False


class GiveUpSquadron(Action, frozen=True):
    """The squadron that the admiralty calls away."""

    squadron: str


CouncilAction = (
    ReceiveOrder
    | IssueOrder
    | JoinHolder
    | HandOverOrder
    | ExtendOrder
    | GiveUpOrder
    | TransferSail
    | MoveSquadron
    | JoinFormations
    | DetachSquadron
    | PostLeader
    | RelieveLeader
    | PromoteLeader
    | AssignAuxiliary
    | CreditAsLoss
    | RequestReinforcement
    | GiveUpSquadron
)


# What is told


class OrderTaken(Event, frozen=True):
    """An order was received, issued, handed over, extended or joined; or the check for it was failed."""

    side: Side
    what: Literal["received", "issued", "handed over", "extended", "given up", "rendezvous"]
    order: str
    words: str
    formation: str = ""
    passed: bool = True
    account: tuple[Look, ...] = ()


class EventLooked(Event, frozen=True):
    """A box of the event chart was rolled for in vain."""

    event: str
    words: str
    account: tuple[Look, ...] = ()


class EventHappened(Event, frozen=True):
    event: str
    words: str
    step: int
    account: tuple[Look, ...] = ()


class EventOver(Event, frozen=True):
    """The mark of an event is taken off again."""

    event: str
    words: str


class CampaignBegun(Event, frozen=True):
    """Armies took the field."""

    campaign: str


class ArmiesMarched(Event, frozen=True):
    """Armies went so many positions toward the second player's victory, or stayed, and stand at one now."""

    campaign: str
    step: int
    at: int
    account: tuple[Look, ...] = ()


class CampaignWon(Event, frozen=True):
    campaign: str
    winner: Side


class CampaignEnded(Event, frozen=True):
    """A campaign never begins again."""

    campaign: str


class RelationChanged(Event, frozen=True):
    one: str
    other: str
    relation: str


class PortTurned(Event, frozen=True):
    """A port changed hands, closed or opened."""

    port: str
    what: Literal["owner", "closed", "opened"]
    to: str = ""


class PortLost(Event, frozen=True):
    """What lay in a port that was lost: it came out, or was taken."""

    port: str
    side: Side
    formation: str
    struck: bool


class ForcesCame(Event, frozen=True):
    """A formation or auxiliaries joined a side."""

    side: Side
    words: str
    place: str


class Requested(Event, frozen=True):
    """What a request for reinforcements brought."""

    side: Side
    contingent: str
    result: str
    account: tuple[Look, ...] = ()


class PrestigePaid(Event, frozen=True):
    side: Side
    amount: int
    reason: str


CouncilEvent = (
    OrdersDrawn
    | OrderTaken
    | OrderBegun
    | OrderEnded
    | ConvoyMade
    | ConvoyLanded
    | EventLooked
    | EventHappened
    | EventOver
    | CampaignBegun
    | ArmiesMarched
    | CampaignWon
    | CampaignEnded
    | RelationChanged
    | PortTurned
    | PortLost
    | ForcesCame
    | Reorganised
    | Requested
    | PrestigePaid
)
