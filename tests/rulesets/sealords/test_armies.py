"""Campaigns of armies: how they begin, march, take ports, are won and end, and what fleets do for them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    auxiliary,
    formation,
    found,
    heard,
    order,
    port,
    squadron,
    state,
    view,
)
from weathergauge.rulesets.sealords import campaigns, scenarios
from weathergauge.rulesets.sealords.auxiliaries import outcome, reach, tasking
from weathergauge.rulesets.sealords.auxiliaries.actions import PortRaided, PortStormed, Send
from weathergauge.rulesets.sealords.council import armies, conditions, events
from weathergauge.rulesets.sealords.council.actions import ArmiesMarched, CampaignEnded, CampaignWon, PortLost
from weathergauge.rulesets.sealords.council.armies import March
from weathergauge.rulesets.sealords.forces import Cargo, Front
from weathergauge.rulesets.sealords.happenings import Campaign, Position, Taken
from weathergauge.rulesets.sealords.orders import convoys, execution
from weathergauge.rulesets.sealords.orders.events import OrderEnded
from weathergauge.rulesets.sealords.phases import Tasking
from weathergauge.rulesets.sealords.setting_out import set_out
from weathergauge.rulesets.sealords.state import Date, EventMark, State, replace
from weathergauge.rulesets.sealords.world import World, at
from weathergauge.rulesets.sealords.yards import attrition, ending, relief
from weathergauge.throwing import ScriptedDice

FLANDERS = COLD_WAVES.campaign("flanders")
RISING = COLD_WAVES.campaign("scotland")
MARKS = (EventMark("army_in_flanders", 1745, 4), EventMark("jacobite_rising", 1745, 8))


def front(id: str = "flanders", position: str = "scheldt", **changed: Any) -> Front:
    """A campaign of Cold Waves with its armies in the field at a position."""
    event = {"flanders": "army_in_flanders", "scotland": "jacobite_rising", "ireland": "irish_rising"}[id]
    return Front(id, COLD_WAVES.campaign(id).index(position), event, **changed)


def war(*fronts: Front, **changed: Any) -> State:
    """Turn 9 of 1745 in Cold Waves, with campaigns in the field."""
    usual: dict[str, Any] = {"date": Date(1745, 9), "last": Date(1745, 16), "step": "events", "events": MARKS}
    return state("cold_waves", campaigns=fronts, **(usual | changed))


def marched(before: State, *faces: int) -> tuple[State, list[Any]]:
    dice = ScriptedDice(faces)
    after = armies.march(before, COLD_WAVES, dice)
    dice.finish()
    return after, heard(dice)


def where(now: State, id: str = "flanders") -> str:
    """The position at which the armies of a campaign stand."""
    known = now.table.front(id)
    assert known is not None
    return COLD_WAVES.campaign(id).positions[known.at].id


def status(now: State, id: str) -> str:
    return conditions.standing(now.table.front(id))


# The march


@pytest.mark.parametrize(
    ("face", "to"), [(0, "lille"), (1, "lille"), (2, "scheldt"), (5, "scheldt"), (6, "ghent"), (9, "ghent")]
)
def test_armies_march_with_a_die_a_turn(face: int, to: str):
    """In Flanders the armies alone add one for the French (SL59)."""
    after, log = marched(war(front()), face)
    assert where(after) == to
    (told,) = [one for one in log if isinstance(one, ArmiesMarched)]
    assert told.account


def test_armies_at_rest_do_not_march():
    """Neither before nor after their campaign."""
    assert marched(war(front(fought=False)))[1] == []
    assert marched(war(front(over=True, fought=False)))[1] == []


def test_every_help_of_a_fleet_counts():
    """SL83: for the first player it is taken off the die, for the other it is added."""
    for kind, worth in (
        ("fleet_supports_the_army", 2),
        ("troops_landed", 3),
        ("supplies_landed", 2),
        ("road_shelled", 1),
        ("port_stormed", 4),
    ):
        helped: Any = (kind,)
        first = ScriptedDice([2 + worth])
        assert first.do(armies.marched, March(first=helped), COLD_WAVES.charts) == -1
        second = ScriptedDice([7 - worth])
        assert second.do(armies.marched, March(second=helped), COLD_WAVES.charts) == 1
        assert ScriptedDice([6 - worth]).do(armies.marched, March(second=helped), COLD_WAVES.charts) == 0


def test_a_fleet_that_supports_the_army_off_its_coast_helps_it():
    """Without the order, away from its place, or off another campaign's coast it does not."""
    chit = order("o1", "support_the_army", target=("coastal_r",), state="in_execution", holder="f1", command="french")
    there = formation("f1", "coastal_r", "bourbon", order="o1")
    near = {"bourbon": {"orders": (chit,)}}
    assert where(marched(war(front(), formations=[there], **near), 4)[0]) == "ghent"
    assert where(marched(war(front(), formations=[replace(there, place="flanders_banks")], **near), 4)[0]) == "scheldt"
    assert where(marched(war(front(), formations=[replace(there, order="")], **near), 4)[0]) == "scheldt"
    far = {"bourbon": {"orders": (replace(chit, target=("coastal_e",)),)}}
    assert where(marched(war(front(), formations=[replace(there, place="coastal_e")], **far), 4)[0]) == "scheldt"


def test_support_that_is_fulfilled_before_the_march_helps_once():
    """The next march is without it."""
    chit = order("o1", "support_the_army", target=("coastal_r",), state="in_execution", holder="f1", command="french")
    before = war(front(), formations=[formation("f1", "coastal_r", "bourbon", order="o1")], bourbon={"orders": (chit,)})
    done = execution.ended(before, "bourbon", chit, "fulfilled", "", COLD_WAVES, ScriptedDice([]))
    after, _ = marched(done, 4)
    assert where(after) == "ghent"
    assert where(marched(after, 4)[0]) == "ghent"


@pytest.mark.parametrize(("kind", "face"), [("troop", 3), ("support", 4)])
def test_what_convoys_land_helps_the_army_until_it_has_marched(kind: Any, face: int):
    """By the chart of what came ashore; trade is no help."""
    cargo = Cargo(kind, 12, 24, (), "coastal_r")
    convoy = formation("c1", "coastal_r", "bourbon", (), kind="convoy", cargo=cargo)
    before = war(front(), formations=[convoy])
    landed = convoys.landed(before, convoy, COLD_WAVES, ScriptedDice([]))
    assert where(marched(landed, face)[0]) == "ghent"
    assert where(marched(before, face)[0]) == "scheldt"
    assert where(marched(marched(landed, face)[0], face)[0]) == "ghent"
    trade = replace(convoy, cargo=replace(cargo, kind="trade"))
    assert not convoys.landed(before, trade, COLD_WAVES, ScriptedDice([])).table.campaigns[0].help


def test_the_chart_of_coasts_says_which_campaign_a_coast_belongs_to():
    """SL83: Kent is on the map of the rising alone, the Flemish coast on that of Flanders, Picardy on both."""
    reached = {
        place: [row.id for row in (FLANDERS, RISING) if campaigns.ashore(place, row, COLD_WAVES)]
        for place in (
            "coastal_a",
            "coastal_b",
            "coastal_l",
            "coastal_q",
            "coastal_r",
            "coastal_s",
            "dunkerque",
            "inverness",
            "brest",
        )
    }
    assert reached == {
        "coastal_a": ["flanders", "scotland"], "coastal_b": ["scotland"], "coastal_l": ["scotland"],
        "coastal_q": ["flanders", "scotland"], "coastal_r": ["flanders"], "coastal_s": ["flanders"],
        "dunkerque": ["flanders"], "inverness": ["scotland"], "brest": [],
    }  # fmt: skip


# Ports


def test_ports_turn_with_the_army_and_turn_back():
    """Oostende is French while the army is there and Austrian again when it has gone."""
    taken, _ = marched(war(front("flanders", "ghent")), 9)
    assert (where(taken), port(taken, "oostende").owner) == ("oostende", "french")
    back, _ = marched(taken, 0)
    assert (where(back), port(back, "oostende").owner) == ("ghent", "austrian")


def test_ships_in_a_port_that_an_army_takes_put_to_sea_or_strike():
    """SL56: those who cannot leave count as lost, and two sail of the line are worth a point."""
    inside = formation("b1", "oostende", state="fitting_out", squadrons=(squadron("a", "sol_d"),))
    after, _ = marched(war(front("flanders", "ghent"), formations=[inside]), 9)
    assert (found(after, "b1").place, found(after, "b1").state) == ("oostende", "ready")
    foe = formation("x", "oostende", "bourbon", order="o9")
    close = order("o9", "blockade", target=("oostende",), holder="x", command="french")
    after, log = marched(war(front("flanders", "ghent"), formations=[inside, foe], bourbon={"orders": (close,)}), 9)
    assert [one.struck for one in log if isinstance(one, PortLost)] == [True]
    assert found(after, "b1") is None
    assert after.table.tally("bourbon").prestige == 1


def test_a_port_that_turns_back_to_its_neutral_owner_turns_out_who_may_not_use_it():
    """Ostend is Austrian and open to the British: the French in it must leave."""
    inside = formation("f1", "oostende", "bourbon", state="fitting_out")
    held = tuple([replace(one, owner="french") if one.id == "oostende" else one for one in war().table.ports])
    after, _ = marched(war(front("flanders", "oostende"), formations=[inside], ports=held), 0)
    assert (found(after, "f1").state, port(after, "oostende").owner) == ("ready", "austrian")


# Victory


def test_a_winning_position_names_the_winner_and_ends_the_year():
    """Orders to support it go with the campaign."""
    chits = (
        order(
            "o1", "support_the_army", target=("coastal_q",), event="army_in_flanders", holder="f1", state="in_execution"
        ),
        order("o2", "support_the_army", target=("coastal_r",), event="army_in_flanders", state="pool"),
    )
    british = (order("o3", "support_the_army", target=("coastal_r",), event="army_in_flanders", holder="b1"),)
    ships = [formation("f1", "coastal_q", "bourbon", order="o1"), formation("b1", "the_nore", order="o3")]
    before = war(
        front("flanders", "oostende"), formations=ships, bourbon={"orders": chits}, british={"orders": british}
    )
    after, log = marched(before, 9)
    assert [one.winner for one in log if isinstance(one, CampaignWon)] == ["bourbon"]
    assert {(one.side, one.outcome) for one in log if isinstance(one, OrderEnded)} == {
        ("bourbon", "fulfilled"),
        ("british", "failed"),
    }
    assert [one.id for one in after.secret("bourbon").orders] == []
    known = after.table.front("flanders")
    assert known is not None
    assert (known.winner, known.won_in, status(after, "flanders")) == ("bourbon", 1745, "resting")
    assert not after.table.happened("army_in_flanders").marked  # type: ignore[union-attr]  # it is there


def test_an_event_makes_a_status_permanent():
    """Antwerp taken, the Netherlands are overrun: the campaign never begins again, and brings the end of a war nearer."""
    dice = ScriptedDice([9])
    after = events.events(war(front("flanders", "oostende")), COLD_WAVES, dice)
    assert any(isinstance(one, CampaignEnded) and one.campaign == "flanders" for one in heard(dice))
    assert status(after, "flanders") == "over"
    assert conditions.holds("won:flanders:bourbon and status:flanders:over", after, COLD_WAVES)
    assert ending.over(after.table) == 1
    assert port(after, "anvers").owner == "french"
    later = replace(after, table=replace(after.table, date=Date(1746, 4)))
    assert conditions.holds("won:flanders:bourbon", later, COLD_WAVES)
    again = armies.begun(later, FLANDERS, "army_in_flanders", COLD_WAVES, ScriptedDice([]))
    assert again.table.campaigns == after.table.campaigns


def test_a_victory_of_a_year_is_that_years_alone():
    """In the next the campaign begins where it begins."""
    won = war(front("flanders", "dunkerque", fought=False, winner="british", won_in=1745))
    assert conditions.holds("won:flanders:british", won, COLD_WAVES)
    later = replace(won, table=replace(won.table, date=Date(1746, 1)))
    assert not conditions.holds("won:flanders:british", later, COLD_WAVES)
    begun = armies.begun(later, FLANDERS, "army_in_flanders", COLD_WAVES, ScriptedDice([]))
    assert (where(begun), status(begun, "flanders")) == ("scheldt", "in_the_field")


def test_a_campaign_begins_anew_where_it_always_begins():
    """Ports that were held in the year before go back."""
    held = tuple([replace(one, owner="french") if one.id == "oostende" else one for one in war().table.ports])
    rest = war(front("flanders", "oostende", fought=False), ports=held)
    begun = armies.begun(rest, FLANDERS, "army_in_flanders", COLD_WAVES, ScriptedDice([]))
    assert (where(begun), port(begun, "oostende").owner) == ("scheldt", "austrian")


# The rising


def scots(**changed: Any) -> State:
    return state("cold_waves", date=Date(1745, 6), last=Date(1745, 16), step="events", **changed)


def happen(before: State, *faces: int) -> State:
    dice = ScriptedDice(faces)
    after = events.events(before, COLD_WAVES, dice)
    dice.finish()
    return after


def test_a_landing_raises_the_clans_and_the_rising_calls_for_landings():
    """In any turn, without a die; without a landing it is a die of 0 or 1 at the quarter."""
    landed = (EventMark("landed:troop:coastal_l", 1745, 6, marked=False),)
    risen = happen(scots(events=landed))
    assert status(risen, "scotland") == "in_the_field"
    chits = [(one.type, one.target[-1]) for one in risen.secret("bourbon").orders]
    assert ("transport", "coastal_n") in chits
    assert status(happen(scots()), "scotland") == "none"
    others = tuple(
        [
            EventMark(id, 1745, 5)
            for id in ("army_in_flanders", "azogues", "dutch_join", "portuguese_letters", "danish_letters")
        ]
    )
    quarter = replace(scots(events=others), table=replace(scots(events=others).table, date=Date(1745, 8)))
    assert status(happen(quarter, 1), "scotland") == "in_the_field"
    assert status(happen(quarter, 2), "scotland") == "none"


def test_cork_waits_a_quarter_for_edinburgh():
    """The time delay of the key: not in the quarterly turn after the rising, if a quarter has not gone by."""
    node = next(one for one in COLD_WAVES.events if one.id == "irish_expedition")
    risen = (EventMark("jacobite_rising", 1745, 6),)
    early = war(front("scotland", "edinburgh"), events=risen, date=Date(1745, 8))
    assert not events.may_happen(early, node, COLD_WAVES)
    later = war(front("scotland", "edinburgh"), events=risen, date=Date(1745, 12))
    assert events.may_happen(later, node, COLD_WAVES)
    assert not events.may_happen(
        war(front("scotland", "glenfinnan"), events=risen, date=Date(1745, 12)), node, COLD_WAVES
    )


def test_positions_are_asked_for_on_their_side_of_the_beginning():
    """Derby has gone past Edinburgh and not past the Highlands."""
    asked = {
        name: conditions.holds(f"reached:scotland:{name}", war(front("scotland", "derby")), COLD_WAVES)
        for name in ("highlands", "edinburgh", "derby", "london")
    }
    assert asked == {"highlands": False, "edinburgh": True, "derby": True, "london": False}
    assert conditions.holds("reached:scotland:highlands", war(front("scotland", "highlands")), COLD_WAVES)
    assert not conditions.holds("reached:scotland:derby", war(front("scotland", "derby", fought=False)), COLD_WAVES)


# Ashore


def off(place: str, cls: Any = "bomb", *, fronts: tuple[Front, ...]) -> State:
    ships = formation("f1", place, "bourbon", squadrons=(squadron("a", "frigate"), squadron("b", "sol_d")))
    aux = auxiliary("x1", cls, "bourbon", base="f1")
    return war(*fronts, formations=[ships], bourbon={"auxiliaries": (aux,)}, phase=Tasking("bourbon"))


def test_marines_meet_land_units_where_armies_fight_for_the_port():
    """+2: a 1 is read as 3 and succeeds, a 2 does not."""
    for face, success in ((1, True), (2, False)):
        dice = ScriptedDice([face])
        outcome.carried_out(
            off("leith", "marine", fronts=(front("scotland", "glenfinnan"),)),
            "bourbon",
            Send("x1", "raid", "leith"),
            False,
            COLD_WAVES,
            dice,
        )
        assert [one.success for one in heard(dice) if isinstance(one, PortRaided)] == [success]
    dice = ScriptedDice([2])
    outcome.carried_out(
        off("leith", "marine", fronts=()), "bourbon", Send("x1", "raid", "leith"), False, COLD_WAVES, dice
    )
    assert [one.success for one in heard(dice) if isinstance(one, PortRaided)] == [True]


@pytest.mark.parametrize(("face", "stormed"), [(3, True), (4, False)])
def test_an_army_storms_a_port_with_a_bomb_to_help_it(face: int, stormed: bool):
    """SL83: four sail and the bomb are five, Ostend has a blockade value of 2. The army marches the better for it."""
    before = off("oostende", fronts=(front("flanders", "scheldt"),))
    send = Send("x1", "escalade", "oostende")
    assert send in list(tasking.tasks(view(before, "bourbon"), before.secret("bourbon").auxiliaries[0], COLD_WAVES))
    dice = ScriptedDice([face])
    after = outcome.carried_out(before, "bourbon", send, False, COLD_WAVES, dice)
    assert [one.success for one in heard(dice) if isinstance(one, PortStormed)] == [stormed]
    assert after.secret("bourbon").auxiliaries[0].box == "recovery"
    assert [campaigns.town_of(port, COLD_WAVES) for port in ("oostende", "inverness")] == ["", "Nairn"]
    assert where(marched(after, 2)[0]) == ("ghent" if stormed else "scheldt")


def test_no_more_than_six_sail_count_at_the_walls():
    """Twenty sail storm as well as six, and none at all on a 1."""
    from weathergauge.rulesets.sealords.auxiliaries.special import Storming, storm

    assert ScriptedDice([6]).do(storm, Storming(20), COLD_WAVES.charts)
    assert not ScriptedDice([7]).do(storm, Storming(20), COLD_WAVES.charts)
    assert ScriptedDice([1]).do(storm, Storming(0), COLD_WAVES.charts)
    assert not ScriptedDice([2]).do(storm, Storming(0), COLD_WAVES.charts)


def test_ports_are_stormed_where_an_army_is_and_where_the_title_prints_it():
    """Without an army in the field, or by a class without that task, it is refused."""
    send = Send("x1", "escalade", "oostende")
    peace = off("oostende", fronts=(front(fought=False),))
    assert tasking.why_not(view(peace, "bourbon"), send, COLD_WAVES) is not None
    marines = off("oostende", "marine", fronts=(front(),))
    assert (
        tasking.why_not(view(marines, "bourbon"), send, COLD_WAVES)
        == "French marines cannot storm a port: its class has no such task"
    )
    ships = formation("f1", "villefranche", "bourbon")
    here = state(formations=[ships], campaigns=(Front("liguria", 2, "army_in_liguria"),), phase=Tasking("bourbon"),
                 bourbon={"auxiliaries": (auxiliary("x1", "bomb", "bourbon", base="f1"),)})  # fmt: skip
    assert tasking.why_not(view(here, "bourbon"), Send("x1", "escalade", "villefranche"), MISTRAL) is not None


# Neutrals


@pytest.mark.parametrize(
    ("id", "side", "nation", "foe", "port"),
    [
        ("portuguese_letters", "british", "portuguese", "spanish", "lisbon"),
        ("danish_letters", "bourbon", "danish", "british", "bergen"),
        ("dutch_join", "british", "dutch", "french", "flushing"),
    ],
)
def test_privateers_of_neutrals_sail_from_their_ports(id: str, side: str, nation: str, foe: str, port: str):
    """`corsair_port_bases` lists them; they have the range of their class, and their war. The nation's ports stay its own."""
    node = next(one for one in COLD_WAVES.events if one.id == id)
    after = war(events=(), relations=(("british", "french", "war"), ("british", "spanish", "war")))
    for effect in node.effects:
        after = events.EFFECTS[effect["do"]](after, effect, node, COLD_WAVES, ScriptedDice([]))
    (aux,) = [one for one in after.secret(side).auxiliaries if one.contingent == nation]
    assert (aux.corsair, aux.box, after.table.relation(nation, foe)) == ("privateer", "available", "war")
    seen = view(after, side)
    assert port in reach.bases(seen, aux, COLD_WAVES)
    based = replace(aux, box="assigned", base=port)
    assert max(reach.reach(based, side, after.table, after.secret(side), COLD_WAVES).values()) == 4
    assert COLD_WAVES.side_of(nation) == (side if nation == "dutch" else None)


# Scenarios


def test_a_scenario_may_begin_with_armies_in_the_field_and_a_year_behind_it():
    """The position is named, the event that begins the campaign is marked, and admirals answer for the year before."""
    text = (COLD_WAVES.folder / "scenarios" / "strait.toml").read_text(encoding="utf-8")
    more = '\n[[campaign]]\nid = "scotland"\nat = "edinburgh"\n\n[prestige]\nbritish = 1\n\n[prestige.a_year_ago]\nbritish = 3\n'
    library = scenarios.library("cold_waves")
    made = set_out(library.from_text(text + more), COLD_WAVES, ScriptedDice([]))
    assert (where(made, "scotland"), status(made, "scotland")) == ("edinburgh", "in_the_field")
    assert made.table.happened("jacobite_rising") is not None
    assert [(one.prestige, one.previous_year) for one in made.table.tallies] == [(1, 3), (0, 0)]
    for was, put, words in (
        ('id = "scotland"', 'id = "wales"', 'id = "wales": expected one of flanders, scotland, ireland'),
        ('at = "edinburgh"', 'at = "london"', 'at = "london": expected one of highlands, glenfinnan, edinburgh, derby'),
    ):
        with pytest.raises(ValueError, match=words):
            library.from_text(text + more.replace(was, put))


def test_ports_lie_as_the_armies_stand_when_a_scenario_begins():
    """In January 1746 Inverness and Leith are the Prince's and Glasgow is not yet; the Bourbons on the Riviera hold Villefranche."""
    made = set_out(scenarios.library("cold_waves").read("coasts"), COLD_WAVES, ScriptedDice([]))
    owners = [made.table.port_of(port).owner for port in ("inverness", "leith", "glasgow", "oostende")]
    assert owners == ["french", "french", "british", COLD_WAVES.places["oostende"].owner]
    made = set_out(scenarios.library("mistral").read("bombs"), MISTRAL, ScriptedDice([]))
    assert made.table.port_of("villefranche").owner == "french"


def test_the_year_of_the_riviera_asks_rowley_for_the_year_before():
    """Two points lost add 4 to the die at the end of turn 1: he stays with a 5, and goes with a 6."""
    made = set_out(scenarios.library("mistral").read("riviera"), MISTRAL, ScriptedDice([]))
    assert made.table.date == Date(1745, 1)
    for face, stays in ((5, True), (6, False)):
        after = relief.relief(made, MISTRAL, ScriptedDice([face]))
        flags = [
            one.leader.name
            for one in after.secret("british").formations
            if one.leader and one.leader.role == "fleet_admiral"
        ]
        assert (flags == ["William Rowley"]) is stays


def test_galleys_of_cadiz_reach_the_strait_and_wear_less_there():
    """They keep to the coast: a line of `attrition` that no other forces of Cold Waves can read."""
    made = set_out(scenarios.library("cold_waves").read("strait"), COLD_WAVES, ScriptedDice([]))
    (galleys,) = [one for one in made.secret("bourbon").formations if one.galleys]
    seas = [place.id for place in COLD_WAVES.places.values() if place.kind == "sea_zone"]
    assert COLD_WAVES.way("cadiz", "strait_of_gibraltar", seas) == ("gulf_of_cadiz", "strait_of_gibraltar")
    chit = made.secret("bourbon").order(galleys.order)
    assert chit is not None
    assert chit.target == ("strait_of_gibraltar",)
    lying = replace(galleys, place="strait_of_gibraltar", state="ready")
    assert [
        one.dps
        for one in attrition.attrition(made.with_formation(lying), COLD_WAVES, ScriptedDice([0] * 3))
        .formation_of(galleys.id)
        .squadrons
    ] == [1, 1]


# The data of the titles


@pytest.mark.parametrize("world", [MISTRAL, COLD_WAVES], ids=["mistral", "cold_waves"])
def test_the_campaigns_of_the_titles_are_sound(world: World):
    """No problem is found in the charts that come with the game, and an event begins each."""
    assert world.campaigns
    assert [problem for row in world.campaigns for problem in armies.problems(row, world)] == []
    begins = {
        effect["campaign"]
        for node in world.events
        for effect in node.effects
        if effect["do"] == "campaign" and "may" not in effect
    }
    assert begins == {row.id for row in world.campaigns}
    for node in world.events:
        assert all(
            at(place) in world.places
            for effect in node.effects
            for entry in effect.get("orders", ())
            for place in entry["target"]
        )


def test_a_slip_in_a_campaign_is_named():
    """Every kind of mistake in such a chart has its sentence."""
    wrong = Campaign(
        "c", "a campaign", (Position("a", "a"), Position("b", "b", won_by="british"), Position("c", "c")),
        coasts=("atlantis",), taken=(Taken("space_7", "french", "nowhere"),), map="moon",
    )  # fmt: skip
    assert [one.partition(": ")[2].split(",")[0].split(":")[0] for one in armies.problems(wrong, MISTRAL)] == [
        "expected one position at which it begins",
        "the first position is won by british",
        "'atlantis' is no place of the map",
        "the chart of coasts has no land map 'moon'",
        "'space_7' is no port of the map",
        "space_7 is held from 'nowhere'",
    ]
