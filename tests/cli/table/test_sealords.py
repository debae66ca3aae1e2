"""A campaign at the keyboard: orders in a few words, how it stands in lines, and the map about a place."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

import pytest

from tests.keyboard import Person, at_table
from weathergauge import rulesets
from weathergauge.cli.play import learn
from weathergauge.cli.table.desk import Lens, desk_for
from weathergauge.cli.table.names import Unclear
from weathergauge.cli.table.sealords import Desk, hearing, orders
from weathergauge.frame import table as frame
from weathergauge.match.verify import verify
from weathergauge.ruleset import TABLE, Proceed
from weathergauge.rulesets.sealords.auxiliaries.actions import Send
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.council.actions import IssueOrder, JoinHolder
from weathergauge.rulesets.sealords.formations.actions import DetachSquadron, TransferSail
from weathergauge.rulesets.sealords.phases import Council, Decoying, Plotting, Sailing, Tasking
from weathergauge.rulesets.sealords.rules import RULES as sealords
from weathergauge.rulesets.sealords.sea.actions import Beat, Catch, Decoy, MarkTime, Move, Plot
from weathergauge.rulesets.sealords.state import Gale, Seated, replace
from weathergauge.throwing import RandomDice

RULES = sealords["mistral"]
DESK = desk_for(RULES)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Matches of these tests are kept nowhere else."""
    monkeypatch.setenv("WEATHERGAUGE_HOME", str(tmp_path))


@cache
def first(phase: type, side: str = "british") -> Seated:
    """What a side sees in the year of Toulon when a phase comes for the first time and nobody has ordered anything."""
    dice = RandomDice(1)
    state = RULES.setup(RULES.scenario("year", {}), dice)
    for _ in range(500):
        seats = RULES.to_act(state)
        if isinstance(state.table.phase, phase) and side in seats:
            found = RULES.view(state, side)
            assert isinstance(found, frame.Seated)
            return found
        seat = seats[0]
        state = RULES.play(state, seat, Proceed() if seat == TABLE else Ready(), dice).state
    raise AssertionError(f"{phase.__name__} never came for {side}")


def read(seen: Seated, said: str, chosen: str = "") -> list[Any]:
    return DESK.read(seen, said.split(), chosen)


def named(seen: Seated, name: str) -> str:
    return next(one.id for one in seen.own.formations if one.name == name)


# Orders in words


@pytest.mark.parametrize("said", ["plot centre toulon", "move centre to Toulon", "centre toulon", "sail cen toul"])
def test_a_formation_is_plotted_to_a_place(said):
    """However it is said, it is one plot for that formation."""
    seen = first(Plotting)
    assert read(seen, said) == [Plot(named(seen, "Centre"), "toulon")]


def test_to_hold_is_to_be_plotted_to_stay():
    """Both ways of saying it are the same order."""
    seen = first(Plotting)
    assert read(seen, "hold van") == [Plot(named(seen, "Van"), "")]
    assert read(seen, "plot van stay") == [Plot(named(seen, "Van"), "")]


def test_all_may_be_told_to_hold():
    """Or to go to one place; "all" alone is not enough."""
    seen = first(Plotting)
    able = [one for one in RULES.legal(seen).subjects() if one != "step"]
    assert read(seen, "hold all") == [Plot(one, "") for one in able]
    assert read(seen, "move all toulon") == [Plot(one, "toulon") for one in able]
    with pytest.raises(Unclear, match="say more, or name them"):
        read(seen, "move all")


def test_harbours_are_said_by_their_port():
    """Court goes to Toulon by the port's name, and holding marks time."""
    seen = first(Sailing, "bourbon")
    court = named(seen, "Court's division")
    assert read(seen, "move court toulon") == [Move(court, "toulon")]
    assert read(seen, "hold court") == [MarkTime(court)]


def at_sea() -> Seated:
    """The Centre north of Majorca, with the wind against it on the way to the Catalan coast, is player B's."""
    seen = first(Plotting)
    ours = tuple([replace(one, place="space_7") if one.name == "Centre" else one for one in seen.own.formations])
    table = replace(seen.table, first="bourbon", phase=Sailing("british"), winds=("scirocco",))
    return Seated(table, "british", replace(seen.own, formations=ours))


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("beat centre catalan", Beat), ("beat centre space 14", Beat), ("catch the wind centre to space 14", Catch),
        ("centre catch catalan coast", Catch),
    ],
)  # fmt: skip
def test_beating_and_catching_the_wind_are_verbs_of_their_own(said, order):
    """Each gives the legal order of its kind."""
    seen = at_sea()
    (meant,) = read(seen, said)
    assert meant == order(named(seen, "Centre"), "space_14")
    assert RULES.legal(seen).why_not(meant) is None


def test_without_a_verb_two_ways_to_go_there_are_asked_back():
    """The sentence names both."""
    with pytest.raises(Unclear, match=r"beats up to Catalan coast \(#14\).*catch the wind to Catalan coast \(#14\)"):
        read(at_sea(), "centre catalan")


def test_what_the_wind_forbids_is_refused_by_the_rules():
    """The order is understood, and the reason is the rules' own."""
    seen = at_sea()
    (order,) = read(seen, "move centre catalan coast")
    assert order == Move(named(seen, "Centre"), "space_14")
    assert "the wind stands against Centre" in str(RULES.legal(seen).why_not(order))


def test_the_council_hears_orders_squadrons_and_numbers():
    """Orders are issued, squadrons detached and sail transferred in a line each."""
    seen = first(Council)
    mahon, centre = named(seen, "Port Mahon division"), named(seen, "Centre")
    (issue,) = read(seen, "issue mahon cruise corsica")
    assert isinstance(issue, IssueOrder)
    assert issue.formation == mahon
    assert read(seen, "detach namur") == [DetachSquadron("namur")]
    assert read(seen, "rendezvous mahon centre") == [JoinHolder(mahon, centre)]
    assert read(seen, "transfer 1 norfolk stirling") == [TransferSail("c1", 1, "v2")]


def test_the_order_of_names_tells_who_gives_and_who_gets():
    """Norfolk's squadron is full: what was said the other way round is not turned about for the player."""
    seen = first(Council)
    assert read(seen, "transfer norfolk 1 stirling") == [TransferSail("c1", 1, "v2")]
    with pytest.raises(Unclear, match="nothing that can be ordered"):
        read(seen, "transfer stirling 1 norfolk")


def test_a_dummy_is_put_into_a_place_with_a_number():
    """Spaces may be said by theirs."""
    seen = first(Decoying)
    offered = [action for one in RULES.legal(seen).subjects() for action in RULES.legal(seen).of(one)]
    place = next(one.place for one in offered if isinstance(one, Decoy) and one.place.startswith("space_"))
    assert read(seen, f"decoy {place.replace('_', ' ')}") == [Decoy(place)]


def test_tasks_are_verbs_and_may_follow_send():
    """ "interdict" and "send … interdict" are the same task."""
    seen = first(Tasking)
    sends = [
        action
        for one in RULES.legal(seen).subjects()
        for action in RULES.legal(seen).of(one)
        if isinstance(action, Send)
    ]
    one = next(action for action in sends if action.task == "interdict")
    aux, place = one.aux.replace("_", " "), RULES.world.places[one.place].name
    assert read(seen, f"interdict {aux} {place}") == [one]
    assert read(seen, f"send {aux} to interdict {place}") == [one]


@pytest.mark.parametrize("said", ["ready", "done", "pass"])
def test_a_step_is_ended_in_a_word(said):
    """Every word for being ready is understood."""
    assert read(first(Council), said) == [Ready()]


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("fight heavy", "`fight heavy` is nothing that can be ordered while the British plot their directions"),
        ("plot centre toulno", "There is no 'toulno' here: did you mean Toulon?"),
        ("plot centre", "say more, or take a number from `options`"),
        ("search fleet 9", "`search fleet 9` is nothing"),
    ],
)
def test_what_cannot_be_followed_is_said_in_a_sentence(said, sentence):
    """It names what was not understood."""
    with pytest.raises(Unclear) as refused:
        read(first(Plotting), said)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("title", ["mistral", "cold_waves"])
def test_every_order_can_be_said_in_its_own_words(title):
    """Whatever is legal in a campaign played by chance is understood when its verb and its names are said."""
    rules = sealords[title]
    desk, dice, chance = desk_for(rules), RandomDice(5), random.Random(5)
    state = rules.setup(rules.scenario("quarter", {}), dice)
    heard = set()
    for _ in range(250):
        if rules.result(state) is not None:
            break
        seat = rules.to_act(state)[0]
        if seat == TABLE:
            state = rules.play(state, TABLE, Proceed(), dice).state
            continue
        seen = rules.view(state, seat)
        known = orders._candidates(rules, seen)
        for one in chance.sample(known, min(4, len(known))):
            kind = type(one.action).__name__
            verb = next(verb for verb, kinds in hearing.MEANT.items() if kind in kinds)
            if isinstance(one.action, Plot) and not one.action.to:
                verb = "hold"
            if isinstance(one.action, JoinHolder):
                verb = "rendezvous"
            (meant,) = desk.read(seen, [verb, *one.words], "")
            alike = [other.action for other in known if other.words == one.words]
            assert meant in alike, (verb, one)
            heard.add(kind)
        choices = rules.legal(seen)
        state = rules.play(state, seat, chance.choice(choices.of(chance.choice(choices.subjects()))), dice).state
    assert {"Plot", "Ready", "Decoy"} <= heard


def test_every_verb_stands_for_orders_of_the_rules():
    """And every order of the rules has a verb."""
    from weathergauge.rulesets.sealords.actions import AnyAction

    kinds = {kind.__name__ for kind in AnyAction.__args__}
    assert {name for names in hearing.MEANT.values() for name in names} == kinds - {"Proceed"}


# What is shown


def lines(found: Any) -> str:
    return "\n".join(str(line) for line in found)


def test_the_picture_says_how_the_campaign_stands():
    """Date, prestige, formations and blockades are on the first screen."""
    seen = first(Plotting)
    told = lines(DESK.picture(seen, Lens(), 100, 30))
    assert told.startswith("Turn 3 of 1744, winter, impulse 1, increment 2")
    assert "prestige: British 0, Bourbons 0" in told
    assert "Centre · " in told
    assert "blockade of Toulon" in told
    assert "The Bourbons" in told


def test_gales_stand_under_the_date():
    """With their force and place."""
    seen = first(Plotting)
    windy = Seated(replace(seen.table, gales=(Gale("mistral", 9, "space_7"),)), "british", seen.own)
    assert "A gale (mistral) of force 9 north of Majorca and Minorca (#7)" in lines(
        DESK.picture(windy, Lens(), 100, 30)
    )


def test_long_lists_are_cut_and_told_in_full_elsewhere():
    """The picture names the page that has them all."""
    seen = first(Plotting)
    many = Seated(seen.table, "british", replace(seen.own, formations=seen.own.formations * 3))
    assert "… and 10 more: `ships` shows all" in lines(DESK.picture(many, Lens(), 100, 2))
    told = lines(DESK.roster(seen, 100))
    assert all(one.name in told for one in seen.own.formations)
    assert "Your auxiliaries" in told
    assert "friendly: Gibraltar" in told


def test_the_map_about_a_place_has_its_ways_winds_and_counters():
    """Toulon with its harbour and its wind."""
    told = lines(DESK.picture(first(Plotting), Lens("toulon"), 100, 30))
    assert told.startswith("Toulon (key port, French")
    assert "[harbour]" in told
    assert "the wind: " in told


def test_nothing_of_the_enemy_is_shown_that_is_not_known():
    """Names, sail and orders of hidden formations stand nowhere in what the other side is shown."""
    seen, theirs = first(Plotting), first(Plotting).table
    shown = lines(DESK.roster(seen, 100)) + lines(DESK.picture(seen, Lens("toulon"), 100, 30))
    hidden = [one.id for one in theirs.counters if one.side == "bourbon" and one.known == "hidden"]
    assert hidden
    assert "Court" not in shown
    assert "Navarro" not in shown
    assert all("nobody has seen" in lines(DESK.sheet(seen, id)) for id in hidden)


def test_whatever_has_a_name_has_a_sheet_and_a_place():
    """No name leads to an empty page."""
    seen = first(Council)
    for name in DESK.names(seen).names:
        assert lines(DESK.sheet(seen, name.id)).strip()
        DESK.picture(seen, Lens(name.id), 80, 20)


def test_the_prompt_says_how_the_step_is_ended():
    """Wherever saying ready is an order; where something must be decided first, it is not offered."""
    ended = [first(phase) for phase in (Council, Plotting)]
    for seen in ended:
        assert DESK.pending(seen).endswith("; then say ready") == (Ready() in DESK.rules.legal(seen))
    assert DESK.pending(ended[0]).endswith("; then say ready")


def test_ready_says_who_is_forgotten():
    """In a step of plots it warns; in council there is nobody to forget."""
    desk = DESK
    assert isinstance(desk, Desk)
    assert desk.caution(first(Plotting), Ready()).startswith("Nothing is said of ")
    assert desk.caution(first(Council), Ready()) == ""


# A match at the keyboard


def test_a_turn_is_played_at_the_keyboard_and_its_record_holds(tmp_path):
    """One turn of the teaching scenario in words, with the summary, the map and a slip on the way."""
    person = Person(
        "help orders", "map", "ships", "map barcelona", "show rowley", "sial rowley", "options", more=["ready"] * 400
    )
    path = tmp_path / "match.jsonl"
    session = at_table(person, "mistral", "teaching", {"british": "me", "bourbon": "midshipman"}, path)
    assert session.run() == "over"
    assert "Orders, by example" in person.shown
    assert "Rowley's division · north of Majorca" in person.shown
    assert "did you mean" in person.shown
    assert verify(path, rulesets.ruleset).ok


def test_orders_are_numbered_and_one_of_them_is_shown_as_a_card():
    """By number or by words of its name; from the card a number issues it."""
    person = Person("order cruise", "1", "order 4", "order blockade", "order nonsense", "help")
    session = at_table(person, "mistral", "quarter", {"british": "me", "bourbon": "midshipman"})
    session.run()
    shown = " ".join(person.shown.split())
    assert "The holder must cruise for 8 impulses" in shown
    assert "Who may hold it" in shown
    assert "Port Mahon division holds it, and it is not in execution yet" in shown
    assert "1 Blockade of Toulon (issued) 2 Blockade of Toulon (issued)" in shown
    assert "There is no order 'nonsense': say a number from 1 to 5" in shown
    assert "what one of them demands, earns and costs" in shown


def test_who_looks_on_has_no_orders():
    """The page of orders says so to a spectator."""
    assert DESK.page(
        RULES.view(RULES.setup(RULES.scenario("quarter", {}), RandomDice(1)), None), "orders", ()
    ).lines == ["There are no orders here: they are drawn in quarterly turns."]


def test_a_lesson_is_told_and_weighed_without_names_of_fields():
    """All eight moments by the book: odds of wear, winds, searches, screens and battles in words, counters and places by their names."""
    person = Person(*["", "guide do"] * 60)
    learn("mistral", None, person.talk)
    shown = " ".join(person.shown.split())
    assert re.findall(r"\b\w+_\w+", re.sub(r"/\S+", "", shown)) == []
    assert "off off" not in shown
    assert "Wear of each squadron by the turn's end there: 1.0 damage on average" in shown
    assert "Rowley's division catches the wind: 60 %" in shown
    assert re.search(r"you to windward, .*?: you [\d.]+ damage.*?; the enemy [\d.]+ damage.*? for you to win", shown)
    assert "Heavy intensity: damage level 5.3 on average" in shown
    assert "Against light craft: stops it" in shown
    assert "Barcelona: counter 1 (fitting out), counter 2 (fitting out)" in shown
