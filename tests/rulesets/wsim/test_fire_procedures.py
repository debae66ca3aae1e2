"""The procedures of gunnery: typed inputs, exact odds, and the shot of an order before it is fired."""

from fractions import Fraction
from typing import Any

import pytest

import weathergauge.rulesets.wsim.procedures.fire as fire
import weathergauge.rulesets.wsim.procedures.hits as hits
from tests.rulesets.wsim.sea import heard, ship, state, table
from weathergauge.dice import Dice
from weathergauge.files.inputs import BadInput
from weathergauge.frame.events import Ready
from weathergauge.odds import Memory
from weathergauge.rulesets.wsim import firepower, gunnery
from weathergauge.rulesets.wsim.actions import Fire, Fired
from weathergauge.rulesets.wsim.charts import Charts, charts
from weathergauge.rulesets.wsim.firepower import Fall, Hit
from weathergauge.rulesets.wsim.procedures.fire import Stand, Struck, broadside, broadsides_until_she_strikes
from weathergauge.rulesets.wsim.state import Boarders, Crewed, View
from weathergauge.throwing import ScriptedDice

CHARTS = charts()
NAMED = {one.name: one for one in (*fire.PROCEDURES, *hits.PROCEDURES)}
FRIGATE: dict[str, Any] = {"guns": 4, "carronades": 2, "range": 1, "crew": "crack"}


def resolved(name: str, *faces: int, **given: Any) -> Any:
    dice = ScriptedDice(faces)
    found = NAMED[name](NAMED[name].read(given), CHARTS, dice)
    dice.finish()
    return found


def odds(name: str, **given: Any) -> Any:
    return NAMED[name].odds(NAMED[name].read(given), CHARTS)


@pytest.mark.parametrize("name", NAMED)
def test_every_procedure_explains_itself(name: str):
    """In a sentence, and every input in a few words."""
    assert NAMED[name].words
    for field in NAMED[name].fields():
        assert field.words, f"{name}: {field.name}"


@pytest.mark.parametrize("name", NAMED)
def test_every_procedure_runs_with_its_own_examples(name: str):
    """What the help shows can be typed, and all chances add up to one."""
    needed = dict(text.split("=") for field in NAMED[name].fields() if field.required for text in field.typed())
    if name == "broadsides_until_she_strikes":
        needed["number"] = "20"
    elif name == "mast":
        needed["range"] = "2"
    found = odds(name, **needed)
    assert sum(found.values()) == 1
    assert all(isinstance(value, NAMED[name].result) for value in found)


def test_the_fire_number_with_every_reason():
    """4 guns 7, 2 carronades 4, crack 4 and the initial broadside 4."""
    procedure = NAMED["fire_number"]
    dice = ScriptedDice([])
    assert procedure(procedure.read(FRIGATE | {"initial": "yes"}), CHARTS, dice).number == 19
    assert dice.account is not None
    assert [(part.reason, part.value) for part in dice.account[0].add] == [
        ("4 guns", 7),
        ("2 carronades", 4),
        ("crack crew", 4),
        ("initial broadside", 4),
    ]


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("fire_number", {"guns": 0, "range": 1, "crew": "crack"}, "guns=0: a broadside needs guns or carronades; give one of them"),
        ("fire_number", {"guns": 2, "range": 8, "crew": "crack"}, "range=8: these guns reach 7 hexes"),
        ("fire_number", FRIGATE | {"range": 2, "shot": "grape"}, "shot=grape: it reaches 1 and not 2"),
        ("fire_number", FRIGATE | {"crew": "good"}, "crew=good: expected one of elite, crack"),
        ("fire_number", FRIGATE | {"fires": "6"}, "fires.1=6"),
        ("broadside", FRIGATE | {"range": 6}, "aim=hull: beyond 5 hexes only the rigging can be aimed at"),
        ("broadside", FRIGATE | {"shot": "chain"}, "aim=hull: chain shot is aimed at the rigging"),
        ("broadside", FRIGATE | {"shot": "grape", "aim": "rigging"}, "aim=rigging: grape is for the men on deck"),
        ("broadsides_until_she_strikes", {"hull": 9, "hands": 9}, "guns=0: a broadside needs guns or carronades"),
        ("broadsides_until_she_strikes", {"hull": 9, "hands": 9, "number": 20, "guns": 4}, "give either a fire number or guns"),
        ("critical", {"aim": "hull", "number": 3, "range": 7}, "aim=hull: beyond 5 hexes"),
        ("leader_casualty", {"range": 1, "captain": "no"}, "captain=no: there is nobody to throw for"),
        ("mast", {"hanging": "no"}, "hanging=no: without rule VIII there is nothing to throw for"),
        ("blast", {"guns": 0}, "guns=0: the blast goes by the guns"),
    ],
)  # fmt: skip
def test_inputs_that_cannot_be_are_refused_in_a_sentence(name: str, given: dict[str, Any], said: str):
    """The sentence says which and why."""
    with pytest.raises(BadInput) as error:
        NAMED[name].read(given)
    assert said in str(error.value)


def test_a_broadside_to_its_end():
    """19 and 2 and 2 are row 23; 3 and a 5 hit the steering, which an odd die takes."""
    frigate = FRIGATE | {"initial": "yes"}
    assert resolved("broadside", 3, 4, **frigate) == Struck(3, 1, 0)
    assert resolved("broadside", 2, 2, 5, 1, **frigate) == Struck(
        2, 1, 1, critical="steering_damage", outcome="turning ability less"
    )


def test_a_raking_critical_counts_the_hits_once_more():
    """11 + 4 + stern rake 7 is 22, and 1 and 1 make row 24, whose 3 and a 1 sever the cable. A total of 2 would double."""
    assert resolved("broadside", 1, 1, 1, rake="stern", **FRIGATE) == Struck(
        2, 1, 1, critical="anchor_cable", outcome="cable severed"
    )
    assert resolved("critical", 2, aim="hull", number=0, range=1, rake="bow").outcome == "hull and crew hits doubled"


def test_the_odds_of_a_broadside():
    """15 and two dice: 17 to 27. One shot in six checks for a critical hit."""
    found = odds("broadside", **FRIGATE)
    assert found.chance(lambda s: s.critical != "") == Fraction(1, 6)
    rows = {n: CHARTS.fire_results.at(15 + n).hull for n in range(2, 13)}
    mean = sum(Fraction(6 - abs(7 - n), 36) * row.H for n, row in rows.items())
    assert found.mean(lambda s: s.hull) == mean


@pytest.mark.parametrize(
    ("procedure", "given", "falls"),
    [
        (broadside, FRIGATE | {"admiral": True, "critical": "always"}, 1),
        (broadsides_until_she_strikes, {"hull": 21, "hands": 30, "number": 20}, 1),
        (broadsides_until_she_strikes, FRIGATE | {"hull": 21, "hands": 30, "initial": True}, 2),
    ],
)
def test_equal_broadsides_are_worked_out_once(monkeypatch: pytest.MonkeyPatch, procedure: Any, given: Any, falls: int):
    """Odds of a long siege need no more than its first broadside and one of those after it: so they are quick."""
    seen = set()
    walks = 0

    def land(fall: Fall, charts: Charts, dice: Dice) -> Hit:
        nonlocal walks
        walks += 1
        seen.add(fall)
        return _land(fall, charts, dice)

    _land = firepower.land
    monkeypatch.setattr(firepower, "land", land)
    procedure.odds(procedure.read(given), CHARTS, Memory())
    assert len(seen) == falls
    assert walks <= falls * 36  # at most once for every throw of two dice


def test_until_she_strikes_by_hand():
    """A number of 50 takes at least 4 hull and ends a hull of 4 at once; in 216 one is lost to a fire before the die."""
    found = odds("broadsides_until_she_strikes", hull=4, hands=60, number=50, range=5)
    rest = 1 - Fraction(1, 216)
    assert found == {
        Stand(1, "strikes"): Fraction(5, 6) * rest,
        Stand(1, "may_sink"): Fraction(1, 6) * rest,
        Stand(1, "explodes"): Fraction(1, 216),
    }
    both = odds("broadsides_until_she_strikes", hull=4, hands=60, number=50, range=5, exploding="yes")
    assert both[Stand(1, "may_explode")] == Fraction(1, 6) * rest


def test_until_she_strikes_agrees_with_two_broadsides_counted_out():
    """A hull of 3 against 15: the first must leave something and the second must take the rest."""
    shots: dict[int, Fraction] = {}
    for value, chance in odds("broadside", captain="no", **(FRIGATE | {"range": 5})).items():
        shots[value.hull] = shots.get(value.hull, Fraction(0)) + chance
    once = sum(chance for hull, chance in shots.items() if hull >= 3)
    twice = sum(a * b for one, a in shots.items() for two, b in shots.items() if one < 3 <= one + two)
    found = odds("broadsides_until_she_strikes", hull=3, hands=60, guns=4, carronades=2, crew="crack", range=5, most=2)
    assert found.chance(lambda s: s.broadsides == 1) == once
    assert found.chance(lambda s: s.broadsides == 2 and s.end != "fights_on") == twice
    assert found.chance(lambda s: s.end == "fights_on") == 1 - once - twice


def test_only_the_first_of_several_broadsides_is_the_initial_one():
    """With the bonus the first alone is better: fewer are needed than without, and more than with it always."""
    guns = {"hull": 12, "hands": 60, "guns": 8, "crew": "average"}
    mean = [
        odds("broadsides_until_she_strikes", **given).mean(lambda s: s.broadsides)
        for given in ({"hull": 12, "hands": 60, "number": 16}, guns | {"initial": "yes"}, guns)
    ]
    assert mean[0] < mean[1] < mean[2]


def test_crew_can_be_gone_first():
    """Grape of a fire number of 24 takes 3 men each time: two broadsides for 6."""
    found = odds("broadsides_until_she_strikes", hull=12, hands=6, number=24, shot="grape")
    assert found == {Stand(2, "no_crew"): 1}


def test_small_procedures_read_their_charts():
    """Magazine, demoralisation, a destroyed hull and a fire aboard."""
    assert resolved("magazine", 3, range=1).explodes
    assert not resolved("magazine", 4, range=1).explodes
    assert resolved("demoralisation", 2, crew="seasoned").crew == "average"
    assert resolved("demoralisation", 3, crew="seasoned").crew == "seasoned"
    assert resolved("destroyed_hull", 5).fate == "may_sink"
    burns = resolved("fire_aboard", 4)
    assert (burns.turns, burns.fire_number, burns.explodes) == (4, -8, False)
    assert resolved("fire_aboard", 6).explodes
    dead = resolved("leader_casualty", 3, 4, 3, 3, range=1, admiral="yes")
    assert (dead.captain, dead.admiral) == (True, False)
    fallen = resolved("mast", 6, 5, 1, 5, range=2)
    assert (fallen.falls, fallen.hangs) == (True, "left")
    assert not resolved("mast", 6, 6, range=2).falls
    assert resolved("mast", 3).hangs == ""
    assert resolved("mast", 1, 2).hangs == "right"
    assert resolved("mast", 6, 5, range=2, hanging="no").falls


def test_a_blast_beside_a_ship():
    """8 guns are 12 at 1 hex, so 24; 3 and 3 are row 30, 1 hull and 3 rigging; a fire of 2 turns."""
    found = resolved("blast", 3, 3, 2, guns=8)
    assert (found.hull, found.crew, found.rigging, found.fire_turns, found.explodes) == (1, 0, 3, 2, False)


# Orders


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"hull": 3, "fires": ((1, 4),), "obscured": (("left", 2),), "anchor": "A", "fired": 11, "fresh": ("right",)},
        {"prize": Crewed(2, "elite"), "crew": (0, 0, 1)},
        {"rigging": (0, 0, 0, 0), "pumps": (2,)},
    ],
)
def test_the_shot_that_is_foretold_is_the_shot_that_is_fired(changed: dict[str, Any]):
    """The same fire number and the same squares, whatever has happened to the ships."""
    target = {"full_sails": True, "parties": (Boarders("DBP", (1,)),), "quality": "green"}
    sea = table(
        ship("mars", (0, 0), 1, **changed), ship("pluton", (-1, 0), 1, "french", **target), step="combat", fatigue=True,
        masts=True, velocity=6,
    )  # fmt: skip
    order = Fire("mars", "left", "pluton")
    at = state(sea, order)
    (call,) = fire.calls(View(sea, "british", at.secret("british")), order, CHARTS)
    assert (call.procedure, call.words) == ("broadside", "her port broadside at Pluton")
    dice = ScriptedDice([3, 4])
    gunnery.resolve(at, CHARTS, dice)
    log = heard(dice)
    dice = ScriptedDice([3, 4])
    told = NAMED["broadside"](call.inputs, CHARTS, dice)
    assert isinstance(log[0], Fired)
    assert (told.hull, told.crew, told.rigging) == (log[0].hull, log[0].crew, log[0].rigging)
    assert dice.account is not None
    assert dice.account[0] == log[0].account[0]


def test_only_a_shot_that_can_be_fired_is_foretold():
    """No call for other orders, for a spectator, or for a ship that does not bear."""
    sea = table(ship("mars", (0, 0), 1), ship("pluton", (-1, 0), 1, "french"), step="combat")
    own = state(sea).secret("british")
    view = View(sea, "british", own)
    assert len(fire.calls(view, Fire("mars", "left", "pluton"), CHARTS)) == 1
    assert fire.calls(view, Fire("mars", "right", "pluton"), CHARTS) == []
    assert fire.calls(view, Fire("mars", "left", "nobody"), CHARTS) == []
    assert fire.calls(view, Ready(), CHARTS) == []
    assert fire.calls(View(sea, None, None), Fire("mars", "left", "pluton"), CHARTS) == []
