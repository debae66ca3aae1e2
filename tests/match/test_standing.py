"""Standing orders beside a match: what they give is in the record like anything else, and the record holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw

from weathergauge import rulesets
from weathergauge.bots.advice import Adviser
from weathergauge.bots.sealords import Judgement
from weathergauge.match import Match
from weathergauge.match.standing import Kept, at_rest, first, follow, give, of
from weathergauge.match.verify import verify
from weathergauge.ruleset import Refused
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.standing import StandingOrders

EVERYTHING = StandingOrders(
    passes=("decoying", "plotting", "sailing", "tasking", "closing", "requesting", "council", "yards"),
    screen="pass", battle="decline", wake=(),
)  # fmt: skip


def a_match(path: Path | None = None) -> Match:
    return Match.create(rulesets.ruleset("mistral"), "mistral", "teaching", seed="standing", path=path)


def test_a_whole_campaign_under_standing_orders_is_a_record_that_holds(tmp_path: Path):
    """One side passes everything, the other is a captain: every step of the first is an ordinary action, noted beside it."""
    match = a_match(tmp_path / "m.jsonl")
    kept, captain = {"british": give(match, "british", EVERYTHING)}, Judgement()
    asked = []
    while match.settle() is None and match.result is None:
        if (led := first(match, kept, ["british"])) is not None:
            assert led[1].words
            continue
        seat = match.to_act[0]
        if seat == "british":
            asked.append(match.rules.stage(match.view(seat)).rpartition(" ")[2])
            view = match.view(seat)
            match.act(seat, captain.order(view, match.rules.legal(view)))
        else:
            view = match.view(seat)
            match.act(seat, captain.order(view, match.rules.legal(view)))
    assert set(asked) <= {"fighting"}, asked
    assert kept["british"].given
    found = verify(tmp_path / "m.jsonl", rulesets.ruleset)
    assert found.ok, found.sentence
    match.close()


def test_they_rest_while_their_owner_decides_himself():
    """Until the step is over: then they lead on."""
    match = a_match()
    kept = at_rest(match, "british", give(match, "british", EVERYTHING))
    assert follow(match, "british", kept) is None
    match.act("british", Ready())
    while (stage := match.rules.stage(match.view("british"))) == kept.stage or "british" not in match.to_act:
        match.settle()
        seat = match.to_act[0]
        match.act(seat, Ready()) if seat != "british" else None
    assert stage != kept.stage
    led = follow(match, "british", kept)
    assert led is not None
    assert (led.action, led.kept.stage, led.kept.given) == (Ready(), "", (match.steps,))


def test_orders_that_cannot_be_read_any_more_wake_their_owner():
    """Those of another version: a sentence, and he is asked; nothing else stops."""
    match = a_match()
    kept = Kept(Raw(b'{"haste":true}'))
    with pytest.raises(Refused, match="give them again"):
        of(match.rules, kept)
    led = follow(match, "british", kept)
    assert led is not None
    assert led.action is None
    assert led.woken.startswith("The standing orders cannot be read")
    assert follow(match, "british", led.kept) is None


def test_an_order_that_is_refused_wakes_its_owner(monkeypatch: pytest.MonkeyPatch):
    """The door has the last word, whatever a standing order thinks of the view."""
    match = a_match()
    kept = give(match, "british", EVERYTHING)

    def refused(*_: Any, **__: Any) -> None:
        raise Refused("the yard is on fire")

    monkeypatch.setattr(match, "act", refused)
    led = follow(match, "british", kept)
    assert led is not None
    assert led.woken.endswith("cannot be ordered: the yard is on fire.")
    assert follow(match, "british", led.kept) is None


@pytest.mark.parametrize(("title", "scenario"), [("trafalgar", "duel"), ("wsim", "duel"), ("ironclads", "gunnery")])
def test_a_captain_orders_the_rest_of_a_turn(title: str, scenario: str, tmp_path: Path):
    """Nothing more is asked in it, ships by hand neither, each step is an ordinary action, and the record holds; then all are asked again."""
    match = Match.create(rulesets.ruleset(title), title, scenario, seed="rest", path=tmp_path / "m.jsonl")
    adviser = Adviser()
    match.settle()
    seat = match.to_act[0]
    turn = match.state.table.turn
    own = next(ship.id for ship in match.state.table.ships if ship.side == seat)
    standing: Any = match.rules.standing
    kept = {seat: give(match, seat, standing(rest=turn, by_hand=(own,)))}
    while match.settle() is None and match.result is None and match.state.table.turn == turn:
        if first(match, kept, [seat], adviser) is not None:
            continue
        assert match.to_act[0] != seat
        match.act(match.to_act[0], adviser(match, match.to_act[0]))
    while match.settle() is None and seat not in match.to_act:
        match.act(match.to_act[0], adviser(match, match.to_act[0]))
    assert kept[seat].given
    assert first(match, kept, [seat], adviser) is None
    assert verify(tmp_path / "m.jsonl", rulesets.ruleset).ok
    match.close()


def test_a_ship_by_hand_is_not_ordered_by_a_captain():
    """His advice for her is not taken, and without an adviser her owner is asked like for the others."""
    match = Match.create(rulesets.ruleset("trafalgar"), "trafalgar", "duel", seed="hand")
    seat, standing = match.to_act[0], match.rules.standing
    own = next(ship.id for ship in match.state.table.ships if ship.side == seat)
    advised: Any = standing(sail="advised")  # type: ignore[call-arg]
    by_hand: Any = standing(sail="advised", by_hand=(own,))  # type: ignore[call-arg]
    for orders, adviser in ((by_hand, Adviser()), (advised, None)):
        led = follow(match, seat, give(match, seat, orders), adviser)
        assert led is not None
        assert (led.action, led.woken) == (None, "")
    led = follow(match, seat, give(match, seat, advised), Adviser())
    assert led is not None
    assert led.action is not None


def test_where_only_one_thing_can_be_ordered_it_is_in_every_title():
    """Titles that say nothing of their own have this alone; where there is a choice the seat is asked."""
    match = Match.create(rulesets.ruleset("trafalgar"), "trafalgar", "duel", seed="alone")
    seat = match.to_act[0]
    kept = give(match, seat, match.rules.standing())
    led = follow(match, seat, kept)
    assert led is not None
    assert led.action is None
    assert match.rules.stand_in_words(match.view(seat), match.rules.standing()) == (
        "What can only be answered in one way is answered",
    )
