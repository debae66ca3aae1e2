"""The council's log in sentences."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from tests.rulesets.sealords.sea import MISTRAL, state
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.council import actions, ordered, told
from weathergauge.rulesets.sealords.formations.actions import Reorganised
from weathergauge.rulesets.sealords.orders import events as order_events
from weathergauge.rulesets.sealords.state import Seated

SENTENCES: list[tuple[Any, str]] = [
    (
        order_events.OrdersDrawn("british", ("o1",), ("blockade of Toulon",)),
        "Orders come for the British: blockade of Toulon.",
    ),
    (actions.OrderTaken("british", "issued", "o1", "blockade of Toulon", "b1"), "Blockade of Toulon: issued."),
    (
        actions.OrderTaken("british", "issued", "o1", "blockade of Toulon", "b1", False),
        "Blockade of Toulon: the orders do not reach the formation.",
    ),
    (actions.OrderTaken("british", "rendezvous", "", "to join Centre", "b1"), "A formation is sent to join Centre."),
    (order_events.OrderBegun("british", "o1", "blockade of Toulon"), "In execution: blockade of Toulon."),
    (
        order_events.OrderEnded("british", "failed", "blockade", "blockade of Toulon", "its time has run out"),
        "The British: blockade of Toulon, failed (its time has run out).",
    ),
    (
        order_events.ConvoyMade("british", "c", "the trade convoy to Malta", "the_gut"),
        "The trade convoy to Malta lies at The Gut.",
    ),
    (
        order_events.ConvoyLanded("british", "c", "the trade convoy to Malta", "malta", 9),
        "The trade convoy to Malta has come in at Malta (Valletta) with 9 points.",
    ),
    (actions.EventLooked("e", "Genoa joins the Bourbons"), "Not now: Genoa joins the Bourbons."),
    (
        actions.EventHappened("corsican_insurgency", "Corsica rises against Genoa", 2),
        "Event: Corsica rises against Genoa (step 2 of 3).",
    ),
    (actions.EventOver("e", "the armies take the field"), "Over: the armies take the field."),
    (actions.CampaignBegun("liguria"), "The campaign in Liguria begins: the armies face each other before Nice."),
    (actions.ArmiesMarched("liguria", 1, 4), "The campaign in Liguria: the Bourbons march along the Riviera."),
    (
        actions.ArmiesMarched("liguria", 0, 2),
        "The campaign in Liguria: the armies face each other before Nice, as before.",
    ),
    (actions.CampaignWon("naples", "bourbon"), "The Bourbons win the campaign for Naples."),
    (actions.CampaignEnded("naples"), "The campaign for Naples is over for good."),
    (actions.RelationChanged("british", "french", "war"), "British and French are at war."),
    (actions.PortTurned("genoa", "owner", "french"), "Genoa is French now."),
    (actions.PortTurned("naples", "closed", "bourbon"), "Naples is closed to the Bourbons."),
    (actions.PortTurned("naples", "opened", "bourbon"), "Naples is open to the Bourbons again."),
    (actions.PortLost("genoa", "british", "b1", False), "Ships of the British at Genoa put to sea at once."),
    (
        actions.PortLost("genoa", "british", "b1", True),
        "Ships of the British at Genoa strike, since they cannot leave.",
    ),
    (actions.ForcesCame("british", "two auxiliaries", ""), "The British receive two auxiliaries."),
    (
        Reorganised("british", "Namur leaves Centre", False),
        "Namur leaves Centre: the check is failed, nothing comes of it.",
    ),
    (actions.Requested("bourbon", "french", "nothing"), "The Bourbons ask for French reinforcements: nothing."),
    (actions.PrestigePaid("british", -1, "a request"), "The British: -1 prestige for a request."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=[type(event).__name__ for event, _ in SENTENCES])
def test_an_event_is_told_in_a_sentence(event: Any, sentence: str):
    """As it stands here."""
    assert told(state().table, event, MISTRAL) == sentence


def test_every_event_of_the_council_has_one():
    """None is missing from the list above."""
    assert {type(event) for event, _ in SENTENCES} == set(get_args(actions.CouncilEvent))


def test_what_is_another_chapters_is_left_to_it():
    """The council's words say nothing of it."""
    made = state()
    assert told(made.table, Ready(), MISTRAL) is None
    assert ordered(Seated(made.table, "british", made.secret("british")), Ready(), MISTRAL) is None
