"""Rams, boarding, phase 4 and contact by themselves: the procedures, what they refuse, and that a preview has the odds of the table."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.ironclads.sea import CHARTS, heard, ship, state, table, view
from weathergauge.files.inputs import BadInput
from weathergauge.odds import Memory, odds
from weathergauge.procedures import catalogue
from weathergauge.rulesets.ironclads import passage, ramming, steaming
from weathergauge.rulesets.ironclads.actions import Board, Break, Done, Rammed, Steam
from weathergauge.rulesets.ironclads.procedures import hands
from weathergauge.rulesets.ironclads.procedures.hands import Boarded, Burnt, Flooded, Given, Held, Repaired
from weathergauge.rulesets.ironclads.state import Activating, Breaking, Table
from weathergauge.throwing import ScriptedDice

PROCEDURES = catalogue(hands.PROCEDURES)
LISSA = {
    "rammer.ship_class": "1", "rammer.hull": "7", "rammer.ram": "yes", "target.ship_class": "1", "target.hull": "7",
    "era": "2", "knots": "12",
}  # fmt: skip
EVEN = {"boarders.ship_class": "2", "defenders.ship_class": "2"}


def resolve(name: str, given: dict[str, Any], *faces: int) -> Any:
    """A procedure with these inputs and dice, no more and no fewer."""
    one = PROCEDURES[name]
    dice = ScriptedDice(faces)
    found = one(one.read(given), CHARTS, dice)
    dice.finish()
    return found


def chances(name: str, given: dict[str, Any]) -> Any:
    one = PROCEDURES[name]
    return one.odds(one.read(given), CHARTS, Memory())


def test_a_ram():
    """A 4 strikes; 5 and 3 is an 8."""
    assert resolve("ram", LISSA, 4, 5) == hands.Rammed(True, 0.5, 0, False, False, 7, 0, True, "none")
    assert resolve("ram", LISSA, 3) == hands.Rammed(False, 0, 0, False, False, 0, 0, False, "none")


def test_odds_of_a_ram():
    """One time in six she sinks."""
    assert chances("ram", LISSA).chance(lambda r: r.target_sunk) == Fraction(1, 6)


def test_a_ram_at_sterns():
    """Stern to stern: d3, no ram, +1; a 3 is a 4: two points each; both rudders are tested, the rammer's first."""
    found = resolve("ram", LISSA | {"edge": "stern", "struck_edge": "stern"}, 4, 3, 4, 1, 4, 5)
    assert found == hands.Rammed(True, 2, 1, False, False, 2, 1, False, "both")


def test_a_ram_on_a_rudder_that_is_damaged_floods_her():
    """A 1 and 3 is a 4: two points and a marker; the rudder again: a quarter and a marker."""
    found = resolve("ram", LISSA | {"struck_edge": "stern", "target.rudder_hit": "yes"}, 4, 1, 6)
    assert (found.target_loses, found.target_flooding, found.rudders) == (2.25, 2, "none")


def test_boarding():
    """Higher takes her, lower is thrown back, level goes on."""
    assert resolve("boarding", EVEN, 4, 3) == Boarded("taken")
    assert resolve("boarding", EVEN, 3, 4) == Boarded("thrown back")
    assert resolve("boarding", EVEN, 3, 3) == Boarded("goes on")
    assert chances("boarding", EVEN | {"boarders.marines": "3"})[Boarded("taken")] == 1


def test_a_step_against_fires():
    """One out, one left: 6 and 1 is a 7, a point and a marker."""
    assert resolve("fire_step", {"fires": "2", "hull": "5"}, 3, 2, 6) == Burnt(1, 2, 1, False, False)
    assert resolve("fire_step", {"fires": "1", "hull": "0.5"}, 2, 4) == Burnt(0, 2, 0.5, True, False)
    assert resolve("fire_step", {"fires": "4", "hull": "5"}, 1, 1, 1, 1, 6).blown_up


def test_odds_that_fires_blow_her_up():
    """Four fires, none out in 1 of 81, and a 6: 1 in 486."""
    found = chances("fire_step", {"fires": 4, "hull": 5})
    assert found.chance(lambda b: b.blown_up) == Fraction(1, 81) * Fraction(1, 6)


def test_odds_that_many_fires_blow_her_up():
    """Six fires: four, five or six left in 60, 12 and 1 of 729, and then a die of 6, 5 or 4 and over (IR12)."""
    found = chances("fire_step", {"fires": 6, "hull": 12})
    assert found.chance(lambda b: b.blown_up) == Fraction(60 * 1 + 12 * 2 + 1 * 3, 729 * 6)


def test_a_step_against_floods():
    """One held, one left: 2 and 1 is a 3, a quarter and a marker that wakes all."""
    given = {"active": "2", "inactive": "1", "hull": "5"}
    assert resolve("flood_step", given, 3, 2, 2) == Flooded(1, 4, 0, 0.25, False, False)
    assert resolve("flood_step", given, 3, 3) == Flooded(2, 0, 3, 0, False, False)
    assert resolve("flood_step", {"active": "4", "hull": "5"}, 1, 1, 1, 1, 6) == Flooded(0, 4, 0, 5, True, True)


def test_a_repair():
    """Each state has its die, and damage control needs one less."""
    given = {"rudder": "yes", "engine_room": "2", "heavy_list": "yes"}
    assert resolve("repair", given, 5, 5, 5) == Repaired(False, 1, False, 1)
    assert resolve("repair", given, 4, 4, 4) == Repaired(True, 2, True, 0)
    found = chances("repair", {"rudder": True, "damage_control": True})
    assert found.chance(lambda r: not r.rudder) == Fraction(1, 2)


def test_a_surrender():
    """2, and 1 each for fire and flooding, is a 4; then a 3."""
    given = {"fire": "yes", "flooding": "yes", "enemy_near": "yes"}
    assert resolve("surrender", given, 2, 3) == Given("surrendered")
    assert resolve("surrender", given | {"enemy_near": "no"}, 2, 3) == Given("sunk")
    assert resolve("surrender", given | {"captain": "resolute"}, 2) == Given("stays")
    assert resolve("surrender", given | {"flagship": "lost", "captain": "timid"}, 1, 6) == Given("sunk")


def test_odds_of_a_surrender():
    """With nothing added half stay, and the rest are shared while an enemy is near."""
    found = chances("surrender", {"enemy_near": True})
    assert [found[Given(fate)] for fate in ("stays", "surrendered", "sunk")] == [
        Fraction(1, 2),
        Fraction(1, 4),
        Fraction(1, 4),
    ]


def test_a_test_of_contact():
    """Where the sides are apart it is lost on what holds them otherwise."""
    assert resolve("contact", {"turn": "6", "apart": "yes"}, 3) == Held(False)
    assert resolve("contact", {"turn": "6", "apart": "no", "asked": "yes"}, 3) == Held(True)


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("ram", LISSA | {"target.hull": "2.6"}, "target.hull=2.6: expected quarters of a point, as in 2.75"),
        ("ram", LISSA | {"edge": "keel"}, "edge=keel: expected one of bow, starboard, stern, port"),
        ("ram", {k: v for k, v in LISSA.items() if k != "knots"}, "knots: missing (speed that her order declares)"),
        ("fire_step", {"fires": "0", "hull": "5"}, "fires=0: expected a whole number from 1 to 20"),
        ("fire_step", {"fires": "2", "hull": "5.1"}, "hull=5.1: expected quarters of a point, as in 2.75"),
        ("flood_step", {"active": "2", "hull": "5.1"}, "hull=5.1: expected quarters of a point, as in 2.75"),
        ("repair", {}, "nothing is damaged: give rudder=yes, engine_room=1 or 2, or heavy_list=yes"),
        (
            "contact",
            {"turn": "2", "apart": "yes"},
            "turn=2: contact is tested from the end of turn 3; give that or a later one",
        ),
        ("contact", {"turn": "4", "apart": "no"}, "contact holds without a test: give apart=yes, or asked=yes"),
        (
            "contact",
            {"turn": "5", "apart": "no", "contact": "from_turn_6"},
            "turn=5: contact is tested from the end of turn 6",
        ),
    ],
)
def test_what_the_procedures_refuse(name: str, given: dict[str, Any], words: str):
    """Inputs that cannot be, in a sentence."""
    with pytest.raises(BadInput) as refused:
        PROCEDURES[name].read(given)
    assert words in str(refused.value)


def at_sea(**changed: Any) -> Table:
    """Blue's Mars heads north at 12 knots, 2 inches from the side of red's Ajax, who lists and has lost some hull."""
    mars = ship("mars", 24, 20, traits=("ram",), order="full", speed=12)
    usual: dict[str, Any] = {"hull": 9, "hull_full": 16, "ship_class": 3, "rudder": "left", "traits": ("wooden",)}
    ajax = ship("ajax", 24, 24, 90, "red", **(usual | changed))
    return table(mars, ajax, phase=Activating("blue", 0, "move"))


@pytest.mark.parametrize("turn", [0, 20])
def test_the_preview_of_a_run_has_the_ram_it_leads_to(turn: int):
    """What the procedure says of it is what the rules of the table say."""
    at = at_sea()
    order = Steam("mars", 150, turn, 450) if turn else Steam("mars", 600)
    (call,) = hands.calls(view(at), order, CHARTS)
    found = steaming.ram_of(at, 0, order, CHARTS)
    assert found is not None
    aimed = ramming.laid(ramming.aimed(at, 0, 1, found.edge, found.struck_edge, found.by_turn), CHARTS)
    table_odds = odds(ramming.clash, aimed, CHARTS)
    shown = PROCEDURES[call.procedure].odds(call.inputs, CHARTS, Memory())
    assert call.words == "into Ajax"
    assert shown.chance(lambda r: r.target_sunk) == table_odds.chance(lambda c: c.target.sunk)
    assert shown.chance(lambda r: r.rammer_loses == 2) == table_odds.chance(lambda c: c.rammer.quarters == 8)


def test_the_ram_of_a_preview_is_the_one_that_is_played():
    """The same faces give the same losses."""
    at = at_sea()
    order = Steam("mars", 600)
    (call,) = hands.calls(view(at), order, CHARTS)
    shown = PROCEDURES[call.procedure](call.inputs, CHARTS, ScriptedDice([4, 1]))
    dice = ScriptedDice([4, 1])
    passage.steam(state(at), 0, order, CHARTS, dice)
    log = heard(dice)
    played = next(event for event in log if isinstance(event, Rammed))
    assert played.lost == (shown.rammer_loses * 4, shown.target_loses * 4)


def test_no_ram_is_shown_where_none_comes():
    """Not short of her, not with a stop, not into one who has surrendered."""
    assert hands.calls(view(at_sea()), Steam("mars", 100), CHARTS) == []
    assert hands.calls(view(at_sea()), Steam("mars", 600, contact="stop"), CHARTS) == []
    assert hands.calls(view(at_sea(surrendered=True)), Steam("mars", 600), CHARTS) == []


def test_the_preview_of_boarding():
    """Both parties are aimed as they stand on the table."""
    at = table(
        ship("mars", marines=2, captain="boarding_specialist"), ship("ajax", 24.9, side="red", hull=9, hull_full=20)
    )
    (call,) = hands.calls(view(at), Board("mars", "ajax"), CHARTS)
    assert call.inputs == PROCEDURES["boarding"].read({
        "boarders.ship_class": 2, "boarders.marines": 2, "boarders.specialist": True,
        "defenders.ship_class": 2, "defenders.half_lost": True,
    })  # fmt: skip


def test_the_preview_of_breaking_off():
    """3+ holds the battle; to fight on shows nothing."""
    at = table(ship("mars", hull=9, hull_full=20), ship("ajax", 30, side="red"), phase=Breaking(("blue",)))
    (call,) = hands.calls(view(at), Break(True), CHARTS)
    assert PROCEDURES["contact"].odds(call.inputs, CHARTS)[Held(True)] == Fraction(2, 3)
    assert hands.calls(view(at), Break(False), CHARTS) == []
    assert hands.calls(view(at), Done("mars"), CHARTS) == []
