"""Gunfire by itself: the procedures, what they refuse, and that a preview has the odds of the table."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.ironclads.sea import CHARTS, battery, fort, ship, table, tube, view
from weathergauge.files.inputs import BadInput
from weathergauge.odds import Memory, odds
from weathergauge.procedures import catalogue
from weathergauge.rulesets.ironclads import arcs, gunfire, salvos
from weathergauge.rulesets.ironclads.actions import Aim, Counter, Done, Launch, Salvo
from weathergauge.rulesets.ironclads.criticals import sheet_of
from weathergauge.rulesets.ironclads.gunfire import Shot, Volley
from weathergauge.rulesets.ironclads.procedures import fire, hits
from weathergauge.rulesets.ironclads.procedures.fire import Damage, Exchange, Pierced
from weathergauge.rulesets.ironclads.procedures.hits import Alight, Torpedoed
from weathergauge.rulesets.ironclads.state import Countering
from weathergauge.throwing import ScriptedDice

PROCEDURES = catalogue((*fire.PROCEDURES, *hits.PROCEDURES))
SHOT = {
    "batteries.1.kind": "medium", "batteries.1.dice": "2", "batteries.1.ap": "3", "firer_class": "2", "target_class": "2",
    "range": "8", "armour": "3", "hull": "5",
}  # fmt: skip
SHIP = {"batteries": [{"kind": "medium", "dice": 1, "ap": 3}], "ship_class": 2, "armour": 3, "hull": 5}


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


def test_a_salvo():
    """3 hits and 2 misses; a 6 pierces and leads to the test: a 4, and 1 for the guns: light ones."""
    assert resolve("salvo", SHOT, 3, 2, 6, 4, 1) == Damage(0.25, 0, 0, "weapon destruction light", False)


def test_a_salvo_that_sinks():
    """A quarter of a point left: the six finds nothing more to test."""
    assert resolve("salvo", SHOT | {"hull": "0.25"}, 3, 2, 6) == Damage(0.25, 0, 0, "none", True)


def test_the_account_of_a_salvo_names_every_modifier():
    """And lights the cell of the to-hit chart."""
    one = PROCEDURES["salvo"]
    dice = ScriptedDice([1, 1])
    one(one.read(SHOT | {"obscured": "yes", "listing": "yes", "batteries.1.slow_load": "yes"}), CHARTS, dice)
    assert dice.account is not None
    assert str(dice.account[0].cell) == "artillery_to_hit[medium, 2, 2, close]"
    assert [m.reason for m in dice.account[1].add] == ["partly hidden", "slow to load", "she lists"]


def test_a_salvo_and_its_answer():
    """The firer hits and pierces for a quarter; the answer misses."""
    given = {"firer": SHIP, "target": SHIP, "range": 8}
    assert resolve("counter_salvo", given, 3, 4, 2) == Exchange(0, False, 0.25, False)


def test_both_may_sink_in_an_exchange():
    """One chance in nine at a quarter point of hull each, for both fire at once."""
    weak = SHIP | {"hull": 0.25}
    both = chances("counter_salvo", {"firer": weak, "target": weak, "range": 8})
    assert both.chance(lambda end: end.firer_sunk and end.target_sunk) == Fraction(1, 9)


def test_odds_of_an_exchange_of_24_guns_each_are_exact_and_stay_small():
    """An outcome for every quarter that each may lose, and not one for each way that 48 dice fall."""
    armed = [
        {"kind": "main", "dice": 4, "ap": 8},
        {"kind": "medium", "dice": 11, "ap": 3},
        {"kind": "light", "dice": 9, "ap": 1},
    ]
    great = {"batteries": armed, "ship_class": 1, "armour": 7, "hull": 12}
    found = chances("counter_salvo", {"firer": great, "target": great, "range": 15})
    assert sum(found.values()) == 1
    assert len(found) == (12 * 4 + 1) ** 2
    assert found.chance(lambda end: end.firer_sunk) == found.chance(lambda end: end.target_sunk) > 0


@pytest.mark.parametrize(
    ("ap", "faces", "found"),
    [(3, (4, 6, 3), Pierced(2, 1)), (1, (6, 6, 3), Pierced(0, 2)), (6, (2, 1, 6), Pierced(2, 1))],
)
def test_penetration(ap: int, faces: tuple[int, ...], found: Pierced):
    """Armour 3: 4 or more with AP 3, nothing with AP 1, 2 or more with AP 6."""
    assert resolve("penetration", {"hits": 3, "ap": ap, "armour": 3}, *faces) == found


def test_critical_hits():
    """By the die, with what a second hit on the same place becomes."""
    assert resolve("critical_hit", {"hull": 5}, 1) == Damage(0.25, 1, 0, "fire", False)
    assert resolve("critical_hit", {"hull": 5, "bridge_hit": "yes"}, 2) == Damage(0.25, 1, 0, "fire", False)
    assert resolve("critical_hit", {"hull": 5, "guns": "main,light"}, 4, 3).critical == "weapon destruction light"
    assert resolve("critical_hit", {"hull": 5, "further_sixes": 9}, 1, 6).sunk


def test_magazine():
    """Half of the original 5 points is more than the 2 she has left."""
    assert resolve("magazine", {"hull": 2, "hull_full": 5}, 3) == Damage(1, 1, 0, "ammunition chamber hit small", False)
    assert resolve("magazine", {"hull": 2, "hull_full": 5}, 4).sunk


def test_critical_hits_on_a_fort():
    """Guns or magazine, and nothing to flood or steer."""
    assert resolve("fort_critical", {"structure": 6}, 4).critical == "weapon destruction gun"
    assert resolve("fort_critical", {"structure": 6, "guns": "no"}, 4).critical == "no effect"
    assert resolve("fort_critical", {"structure": 6}, 6, 5) == Damage(4, 0, 0, "ammunition chamber hit main", False)


def test_a_blast():
    """Each ship near is set alight on the number of the chart or one's own."""
    assert resolve("blast", {"ships": 3}, 3, 4, 6) == Alight(2)
    assert resolve("blast", {"ships": 3, "success": 5}, 3, 4, 6) == Alight(1)


TORPEDO = {"range": 3, "era": 3, "target_class": 2, "hull": 5}


def test_a_torpedo():
    """Missed, a dud, a hit with its extra effect, and the end of a ship that lists already."""
    assert resolve("torpedo", TORPEDO, 4) == Torpedoed(False, False, 0, 0, "none", False)
    assert resolve("torpedo", TORPEDO, 5, 1) == Torpedoed(True, True, 0, 0, "none", False)
    assert resolve("torpedo", TORPEDO, 5, 4, 5) == Torpedoed(True, False, 3, 2, "rudder damage ahead", False)
    assert resolve("torpedo", TORPEDO | {"hull": 6, "listing": "yes"}, 5, 6).sunk
    assert resolve("torpedo", TORPEDO | {"rudder_hit": "yes"}, 5, 4).flooding == 3


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("salvo", SHOT | {"hull": "4.8"}, "hull=4.8: expected quarters of a point, as in 2.75"),
        ("salvo", SHOT | {"batteries.1.hull": "0.3"}, "batteries.1.hull=0.3: expected quarters of a point, as in 2.75"),
        ("salvo", SHOT | {"batteries.1.kind": "heavy"}, "batteries.1.kind=heavy: expected one of main, medium, light"),
        ("torpedo", TORPEDO | {"range": 7}, "range=7: a torpedo of era 3 runs 6 inches at most"),
        ("fort_critical", {"structure": 0.3}, "structure=0.3: expected quarters of a point, as in 2.75"),
        ("magazine", {"hull": 2, "hull_full": 5.1}, "hull_full=5.1: expected quarters of a point, as in 2.75"),
        ("counter_salvo", {"firer": SHIP | {"hull": 1.1}, "target": SHIP, "range": 8}, "hull=1.1: expected quarters"),
        ("critical_hit", {"hull": 1.1}, "hull=1.1: expected quarters"),
    ],
)
def test_refusals(name: str, given: dict[str, Any], words: str):
    """Inputs that contradict each other are named."""
    with pytest.raises(BadInput) as refused:
        PROCEDURES[name].read(given)
    assert words in str(refused.value)


# Previews


ARMED = (
    battery("main", 2, 5, "all", traits=("slow_load",)),
    battery("medium", 3, 2, "starboard"),
    battery("light", 2, 1, "starboard"),
    battery("main", 1, 7, "starboard", traits=("super_heavy",), quarters=3),
)


@pytest.mark.parametrize("level", [3, 6])
@pytest.mark.parametrize(
    "target",
    [
        ship("pluton", 32, 24, side="red", rudder="left", hull=7, hull_full=20),
        ship("pluton", 44.9, 24.3, 20, side="red", anchored=True, bridge=True),
        ship("pluton", 34.9, 24, side="red", ship_class=4, batteries=()),
        fort("pluton", 35, 24),
    ],
)
def test_a_preview_has_the_guns_and_the_target_of_the_table(target: Any, level: int):
    """What the procedure is given comes to what the game will roll, gunner, storm and bands included."""
    at = table(ship("mars", batteries=ARMED, captain="gunner", heavy_list=True), target, level=level)
    shots = tuple([Aim(n, "pluton") for n in (1, 2, 3, 4)])
    call = fire.calls(view(at), Salvo("mars", shots), CHARTS)[0]
    gunner = salvos.gunners_battery(at, 0, (1, 2, 3, 4))
    assert gunner == 1
    aimed = gunfire.guns_of(gunfire.aimed(at, Shot(0, 1, (1, 2, 3, 4), gunner)), CHARTS)
    assert gunfire.guns_of(call.inputs, CHARTS) == aimed
    table_odds = odds(gunfire.salvo, aimed, sheet_of(target), CHARTS).of(
        lambda harm: fire.told(harm.quarters + harm.burnt, harm.fires, harm.blow, target.hull)
    )
    assert dict(PROCEDURES["salvo"].odds(call.inputs, CHARTS)) == dict(table_odds)
    shown = PROCEDURES["salvo"].form(call.inputs)
    assert dict(PROCEDURES["salvo"].odds(shown, CHARTS)) == dict(table_odds)


@pytest.mark.parametrize("apart", [10, 10.003, 20, 3.5, 3.507])
def test_a_preview_is_in_the_band_of_the_table(apart: float):
    """Also where a range is a hair beyond the end of a band: ships that do not lie square to each other."""
    at = table(ship("mars", 24, 24), ship("pluton", 24.9 + apart, 24.37, 7, side="red"))
    call = fire.calls(view(at), Salvo("mars", (Aim(1, "pluton"),)), CHARTS)[0]
    mark = arcs.mark(at, 0, 1)
    one = PROCEDURES["salvo"]
    for volley in (call.inputs, one.aimed(one.form(call.inputs))):
        assert isinstance(volley, Volley)
        (aimed,) = gunfire.guns_of(volley, CHARTS)
        assert (aimed.band, aimed.reroll) == (arcs.band(mark.square, CHARTS), mark.point_blank)


def test_a_salvo_is_previewed_by_target_with_the_answers_it_may_have():
    """Only those who have guns to answer with are foreseen to."""
    at = table(ship("mars"), ship("pluton", 32, 24, side="red"), ship("argo", 16, 24, side="red", batteries=()))
    found = fire.calls(view(at), Salvo("mars", (Aim(1, "pluton"), Aim(2, "argo"))), CHARTS)
    assert [(c.procedure, c.words) for c in found] == [
        ("salvo", "at Pluton"), ("salvo", "at Argo"), ("salvo", "if Pluton answers"),
    ]  # fmt: skip


def test_an_answer_is_previewed_with_the_salvo_that_it_answers():
    """For the two are resolved together; no answer has nothing to show."""
    ships = ship("mars"), ship("pluton", 32, 24, side="red"), ship("argo", 16, 24, side="red")
    phase = Countering("red", 0, (Aim(1, "pluton"), Aim(2, "argo")), (1, 2))
    at = table(*ships, phase=phase)
    found = fire.calls(view(at), Counter("pluton", (2,)), CHARTS)
    assert [c.words for c in found] == ["if Pluton answers", "at Pluton"]
    assert fire.calls(view(at), Counter("pluton"), CHARTS) == []


def test_torpedoes_are_previewed_one_by_one():
    """Each with its own kind of charge and the target's speed."""
    at = table(ship("mars", tubes=(tube(), tube(damage="D4"))), ship("pluton", 28, 24, side="red", speed=17))
    found = hits.calls(view(at), Launch("mars", (Aim(1, "pluton"), Aim(2, "pluton"))), CHARTS)
    assert [(c.procedure, c.inputs.kind, c.inputs.knots) for c in found] == [
        ("torpedo", "D2", 17),
        ("torpedo", "D4", 17),
    ]
    torpedo = PROCEDURES["torpedo"]
    for call in found:
        assert dict(torpedo.odds(torpedo.form(call.inputs), CHARTS)) == dict(torpedo.odds(call.inputs, CHARTS))
    assert [c.words for c in found] == ["tube 1 at Pluton", "tube 2 at Pluton"]
    assert hits.calls(view(at), Done("mars"), CHARTS) == fire.calls(view(at), Done("mars"), CHARTS) == []
