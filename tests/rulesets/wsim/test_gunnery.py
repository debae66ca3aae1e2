"""Phase H: who may fire with what, the fire number, and all broadsides at once."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rulesets.wsim.sea import heard, locked, ship, state, table
from weathergauge.rulesets.wsim import firepower, gunnery
from weathergauge.rulesets.wsim.actions import Critical, Fate, Fire, Fired, Masted, Squares
from weathergauge.rulesets.wsim.charts import Hits, charts
from weathergauge.rulesets.wsim.firepower import Battery, Fall, Hit, fire_number, land
from weathergauge.rulesets.wsim.state import ROUND, Boarders, Crewed, Loaded, Loads, Ship, State, Table, replace
from weathergauge.rulesets.wsim.terms import QUALITIES
from weathergauge.throwing import RandomDice, ScriptedDice

CHARTS = charts()
CHAIN, GRAPE, DOUBLE = Loaded("chain", True), Loaded("grape", True), Loaded("double", True)


def battery(**changed: Any) -> Battery:
    """Eight guns of an average crew at 2 hexes: 11 and nothing else."""
    usual: dict[str, Any] = {"guns": 8, "range": 2, "quality": "average", "ship_class": 3, "velocity": 3}
    return Battery(**(usual | changed))


def number(**changed: Any) -> int:
    return sum(part.value for part in fire_number(battery(**changed), CHARTS))


def reasons(**changed: Any) -> dict[str, int]:
    return {part.reason: part.value for part in fire_number(battery(**changed), CHARTS)}


# The fire number


def test_the_strongest_broadside_there_is_makes_the_last_row():
    """14 guns 20, 3 carronades 5, elite 6, initial 4, stern rake 7, double shot 3: 45, and a 12 makes 57."""
    best = battery(
        guns=14, carronades=3, range=1, quality="elite", initial=True, rake="stern", shot="double"
    )  # fmt: skip
    assert [part.value for part in fire_number(best, CHARTS)] == [20, 5, 6, 4, 7, 3]
    hit = land(Fall(number=45, shot="double"), CHARTS, ScriptedDice([6, 6]))
    assert (hit.number, hit.hull, hit.crew, hit.rigging) == (57, 6, 3, 2)


@pytest.mark.parametrize(
    ("changed", "value"),
    [
        ({}, 11),
        ({"carronades": 1}, 12),
        ({"half": True}, 5),
        ({"half": True, "carronades": 2}, 7),
        ({"quality": "elite"}, 17),
        ({"quality": "seasoned"}, 13),
        ({"quality": "poor"}, 7),
        ({"hull_lost": 3}, 11),
        ({"hull_lost": 4}, 10),
        ({"hull_lost": 11}, 9),
        ({"sections_lost": 2}, 7),
        ({"captured": True, "sections_lost": 2}, 8),
        ({"dismasted": True}, 8),
        ({"anchored": True}, 14),
        ({"fired": 4}, 11),
        ({"fired": 10}, 9),
        ({"obscured": 2}, 7),
        ({"initial": True}, 14),
        ({"initial": True, "range": 6}, 8),
        ({"rake": "bow"}, 15),
        ({"rake": "stern"}, 17),
        ({"rake": "stern", "range": 9}, 6),
        ({"shot": "chain"}, 14),
        ({"shot": "grape", "range": 1}, 12),
        ({"velocity": 5, "ship_class": 1}, 9),
        ({"velocity": 6, "ship_class": 3}, 9),
        ({"velocity": 5, "ship_class": 7}, 9),
        ({"fires": (1,)}, 9),
        ({"fires": (3, 2)}, 1),
    ],
)
def test_every_modifier_by_itself(changed: dict[str, Any], value: int):
    """Eight guns have 11 at 2 hexes; each line adds what its chart says. Class 7 is read with 6 (WS44)."""
    assert number(**changed) == value


def test_guns_and_carronades_are_halved_together():
    """9 guns and 2 carronades at 1 hex are 13 and 4; half of 17 is 8 (WS11)."""
    assert reasons(guns=9, carronades=2, range=1, half=True) == {"9 guns": 13, "2 carronades": 4, "half broadside": -9}


def test_carronades_alone_start_from_nothing():
    """Two of them have 1 at 4 hexes and no shot at 5 (WS12)."""
    assert reasons(guns=0, carronades=2, range=4) == {"2 carronades": 1}
    assert fire_number(battery(guns=0, carronades=2, range=5), CHARTS) == ()


@pytest.mark.parametrize(("count", "value"), [(3, 5), (4, 7), (5, 9), (6, 10), (7, 12)])
def test_more_than_three_carronades_are_looked_up_in_parts(count: int, value: int):
    """Four are three and one, at 1 hex 5 and 2 (WS13)."""
    assert number(guns=0, carronades=count, range=1) == value


def test_every_modifier_names_its_cell():
    """So that the page can light it up."""
    full = battery(
        carronades=4, half=True, quality="crack", hull_lost=4, sections_lost=1, dismasted=True, anchored=True, fired=5,
        obscured=1, initial=True, rake="bow", shot="chain", velocity=5, ship_class=1, fires=(2,),
    )  # fmt: skip
    for part in fire_number(full, CHARTS):
        assert part.cell is not None
        assert part.cell.key in getattr(CHARTS, part.cell.chart).cells, part


@settings(deadline=None)
@given(st.integers(1, 14), st.integers(0, 6), st.integers(1, 9), st.sampled_from(QUALITIES))
def test_more_guns_and_less_range_never_hurt(guns: int, carronades: int, range: int, quality: Any):
    """The fire number is no lower a hex nearer."""
    here = fire_number(battery(guns=guns, carronades=carronades, range=range, quality=quality), CHARTS)
    farther = fire_number(battery(guns=guns, carronades=carronades, range=range + 1, quality=quality), CHARTS)
    if farther:
        assert sum(part.value for part in here) >= sum(part.value for part in farther)


# Hits


@pytest.mark.parametrize(("thrown", "squares"), [([3, 4], (2, 1, 0)), ([1, 2], (1, 0, 1))])
def test_a_row_of_the_fire_results(thrown: list[int], squares: tuple[int, int, int]):
    """13 and a 7 are row 20 at the hull; 13 and a 3 are row 16."""
    hit = land(Fall(number=13), CHARTS, ScriptedDice(thrown))
    assert (hit.hull, hit.crew, hit.rigging) == squares


def test_below_8_nothing_happens_and_above_57_it_is_57():
    """Not even a critical hit, with doubles (WS43)."""
    assert land(Fall(number=5), CHARTS, ScriptedDice([1, 1])) == Hit(7)
    assert land(Fall(number=6), CHARTS, ScriptedDice([1, 1])) == Hit(8, 1, 0, 0, 0)
    assert land(Fall(number=50), CHARTS, ScriptedDice([6, 6])) == Hit(62, 6, 3, 2, 10)


@pytest.mark.parametrize(
    ("trigger", "thrown", "checks"),
    [
        ("doubles", [3, 3], True),
        ("doubles", [3, 4], False),
        ("always", [3, 4], True),
        ("twelve", [3, 3], False),
        ("twelve", [6, 6], True),
    ],
)
def test_when_a_shot_checks_for_a_critical_hit(trigger: Any, thrown: list[int], checks: bool):
    """Doubles, unless the table wants it otherwise (WS18)."""
    assert (land(Fall(number=20, trigger=trigger), CHARTS, ScriptedDice(thrown)).critical >= 0) is checks


def test_the_doubtful_rows_can_be_read_the_other_way():
    """Row 27 at the rigging: 1 and 3. The 1 is hull, or crew (WS30); a full row such as 43 is not touched."""
    readings: dict[Any, tuple[int, int, int]] = {"hull": (1, 0, 3), "crew": (0, 1, 3)}
    for companion, squares in readings.items():
        fall = Fall(number=20, aim="rigging", companion=companion)
        hit = land(fall, CHARTS, ScriptedDice([3, 4]))
        assert (hit.hull, hit.crew, hit.rigging) == squares
    changed = [n for n in range(7, 58) if firepower.companion(row := CHARTS.fire_results.at(n).rigging, "crew") != row]
    assert changed == [27, 30, 31, 37, 38, 41, 42, 44, 45, 46, 48, 50, 55, 56]
    assert firepower.companion(Hits(1, 2, 5), "crew") == Hits(1, 2, 5)


def test_full_sails_double_rigging_hits():
    """Row 23 at the rigging: 3 become 6. At the hull, row 23 has 1, which becomes 2."""
    assert land(Fall(number=16, aim="rigging", full_sails=True), CHARTS, ScriptedDice([3, 4])).rigging == 6
    assert land(Fall(number=16, full_sails=True), CHARTS, ScriptedDice([3, 4])).rigging == 2


def test_a_boarding_party_loses_one_more_if_any():
    """Row 20 takes one crew square, two with a party on deck; row 21 takes none either way (WS16)."""
    assert land(Fall(number=13, boarders=True), CHARTS, ScriptedDice([3, 4])).crew == 2
    assert land(Fall(number=14, boarders=True), CHARTS, ScriptedDice([3, 4])).crew == 0


def test_chain_shot_leaves_the_hull_alone():
    """Row 43 at the rigging is 1, 2 and 5: the hull hit is dropped, the men are not spared."""
    hit = land(Fall(number=36, aim="rigging", shot="chain"), CHARTS, ScriptedDice([3, 4]))
    assert (hit.hull, hit.crew, hit.rigging) == (0, 2, 5)


def test_grape_throws_no_dice():
    """The critical number of the row of its fire number is what it costs in men: row 24 has 3. Never a critical hit."""
    assert land(Fall(number=24, shot="grape"), CHARTS, ScriptedDice([])) == Hit(24, crew=3)
    assert land(Fall(number=24, shot="grape", boarders=True), CHARTS, ScriptedDice([])).crew == 4
    assert land(Fall(number=8, shot="grape", boarders=True), CHARTS, ScriptedDice([])).crew == 0


# What may be written


def alongside(
    apart: int = 1, one: dict[str, Any] | None = None, other: dict[str, Any] | None = None, **changed: Any
) -> Table:
    """Mars heading north, and Pluton on the same heading to port, in field 1, 2 or 3."""
    mars = ship("mars", (0, 0), 1, **(one or {}))
    pluton = ship("pluton", (-apart, apart // 2), 1, "french", **(other or {}))
    return table(mars, pluton, step="combat", **changed)


def judged(sea: Table, order: Fire, **loads: Loads) -> str | None:
    at = state(sea, **loads)
    side = sea.ships[sea.number(order.ship)].side
    return gunnery.why_not(sea, at.secret(side), side, order, CHARTS)


def offered(sea: Table, id: str = "mars", **loads: Loads) -> list[Any]:
    at = state(sea, **loads)
    side = sea.ships[sea.number(id)].side
    return gunnery.options(sea, at.secret(side), side, sea.number(id), CHARTS)


def test_close_by_she_aims_at_hull_or_rigging():
    """Both are offered, from the side that bears."""
    assert offered(alongside()) == [Fire("mars", "left", "pluton", "hull"), Fire("mars", "left", "pluton", "rigging")]
    assert offered(alongside(), "pluton") == [
        Fire("pluton", "right", "mars", "hull"),
        Fire("pluton", "right", "mars", "rigging"),
    ]


def test_from_6_hexes_on_only_the_rigging_can_be_aimed_at():
    """WS70: beyond 5 the hull is no mark."""
    far = alongside(6)
    assert offered(far) == [Fire("mars", "left", "pluton", "rigging")]
    assert judged(far, Fire("mars", "left", "pluton")) == (
        "Pluton is 6 hexes off: beyond 5 only the rigging can be aimed at"
    )
    assert [order.aim for order in offered(alongside(5))] == ["hull", "rigging"]


@pytest.mark.parametrize(
    ("order", "loads", "said"),
    [
        (Fire("mars", "right", "pluton"), {}, "she is not in its play, or farther off than 10 hexes"),
        (Fire("mars", "left", "plton"), {}, "there is no such ship; did you mean pluton?"),
        (Fire("mars", "left", "mars"), {}, "no ship fires at herself"),
        (Fire("mars", "left", "pluton"), {"mars": Loads()}, "Mars cannot fire to port: nothing is loaded there"),
        (
            Fire("mars", "left", "pluton"),
            {"mars": Loads(Loaded("double", False), ROUND)},
            "Mars cannot fire to port: double shot is only half loaded there",
        ),
        (
            Fire("mars", "left", "pluton"),
            {"mars": Loads(CHAIN, ROUND)},
            "Mars has chain shot loaded: aim it at the rigging",
        ),
        (Fire("mars", "left", "pluton", "rigging"), {"mars": Loads(GRAPE, ROUND)}, "it is for the men on deck"),
    ],
)
def test_what_may_not_be_written_says_why(order: Fire, loads: dict[str, Loads], said: str):
    """For each such order."""
    assert said in (judged(alongside(), order, **loads) or "")


@pytest.mark.parametrize(("shot", "reach"), [("chain", 3), ("double", 1), ("grape", 1)])
def test_special_shot_goes_no_farther_than_its_chart_says(shot: Any, reach: int):
    """A hex beyond it is refused with the distance."""
    loads: Any = {"mars": Loads(Loaded(shot, True), ROUND)}
    assert offered(alongside(reach), **loads)
    assert not offered(alongside(reach + 1), **loads)
    said = judged(alongside(reach + 1), Fire("mars", "left", "pluton", "rigging"), **loads)
    assert said is not None
    assert f"and Pluton is {reach + 1} hexes off" in said


def test_chain_is_for_the_rigging_alone():
    """WS17."""
    assert offered(alongside(2), mars=Loads(CHAIN, ROUND)) == [Fire("mars", "left", "pluton", "rigging")]


def test_grape_is_not_fired_into_a_melee_of_ones_own():
    """WS72."""
    fighting = alongside(one={"fought": (1,)})
    assert offered(fighting, mars=Loads(GRAPE, ROUND)) == []
    assert "her own men are fighting" in (
        judged(fighting, Fire("mars", "left", "pluton"), mars=Loads(GRAPE, ROUND)) or ""
    )
    assert offered(fighting)


@pytest.mark.parametrize("how", ["foul", "grapple"])
def test_ships_held_together_do_not_aim_at_each_others_rigging(how: str):
    """WS71: fouled or grappled."""
    held = locked(alongside(), "mars", "pluton", how)
    assert offered(held) == [Fire("mars", "left", "pluton", "hull")]
    assert "held fast to Pluton" in (judged(held, Fire("mars", "left", "pluton", "rigging")) or "")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"parties": (Boarders("OBP", (1, 2, 3), 1),)}, "no crew section is free"),
        ({"pumps": (3,), "parties": (Boarders("DBP", (1, 2)),)}, "no crew section is free"),
        ({"hanging": ("right",)}, "a mast hangs over her side"),
        ({"weighing": 1, "anchor": "A"}, "while she weighs her anchor"),
        ({"anchor": "AB", "did": ("turned",)}, "she turned on her spring this turn"),
        ({"prize": Crewed(2, "crack"), "parties": (Boarders("OBP", (1,), 1),)}, "no crew section is free"),
    ],
)
def test_ships_that_cannot_fire_at_all(changed: dict[str, Any], said: str):
    """And nobody is asked for orders where no ship of a side can."""
    sea = alongside(one=changed)
    assert offered(sea) == []
    assert said in (judged(sea, Fire("mars", "left", "pluton")) or "")
    assert not gunnery.wanted(sea, "british", CHARTS)
    assert gunnery.wanted(sea, "french", CHARTS)


def test_at_anchor_or_turning_she_may_fire():
    """Only both together, on a spring, forbid it."""
    assert offered(alongside(one={"anchor": "AB"}))
    assert offered(alongside(one={"anchor": "A", "did": ("turned",)}))
    assert offered(alongside(one={"did": ("turned",)}))


def test_a_broadside_once_written_is_not_offered_again():
    """In the same step."""
    sea = alongside()
    own = state(sea, Fire("mars", "left", "pluton")).secret("british")
    assert gunnery.options(sea, own, "british", 0, CHARTS) == []


def test_whether_there_is_something_to_decide_does_not_depend_on_loads():
    """With empty guns the step is still entered: else it would tell what is loaded."""
    sea = alongside()
    assert gunnery.wanted(sea, "british", CHARTS)
    assert offered(sea, mars=Loads()) == []
    assert not gunnery.wanted(alongside(other={"colours": "struck"}), "british", CHARTS)


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5), st.integers(1, 6)), min_size=3, max_size=6), st.randoms()
)
def test_what_is_offered_is_what_may_be_written(places: list[tuple[int, int, int]], random: Any):
    """For every ship, broadside, target and aim, whatever is loaded."""
    ships: list[Ship] = []
    for n, (q, r, heading) in enumerate(places):
        one = ship(f"s{n}", (q, r), heading, ("british", "french")[n % 2], ship_class=random.randint(1, 5))
        if not any(set(one.hexes) & set(other.hexes) for other in ships):
            ships.append(one)
    sea = table(*ships, step="combat", sides=("british", "french"))
    shots = [ROUND, CHAIN, GRAPE, DOUBLE, Loaded("double", False), Loaded()]
    at = state(sea, **{one.id: Loads(random.choice(shots), random.choice(shots)) for one in ships})
    for n, one in enumerate(ships):
        own = at.secret(one.side)
        listed = gunnery.options(sea, own, one.side, n, CHARTS)
        for broadside in ("left", "right"):
            for target in ships:
                for aim in ("hull", "rigging"):
                    order = Fire(one.id, broadside, target.id, aim)
                    assert (gunnery.why_not(sea, own, one.side, order, CHARTS) is None) == (order in listed)


# Firing


def fire(at: State, *faces: int) -> tuple[State, list[Any]]:
    """Resolve with these dice, all of which must be asked for."""
    dice = ScriptedDice(faces)
    after = gunnery.resolve(at, CHARTS, dice)
    log = heard(dice)
    dice.finish()
    return after, log


def test_a_duel_of_two_frigates_fires_at_once():
    """7 + 4 + crack 4 + initial 4 is 19. Mars throws 1 and 2: 22. Pluton throws 3 and 4: 26. Both are marked."""
    at = state(alongside(), Fire("pluton", "right", "mars"), Fire("mars", "left", "pluton"))
    after, log = fire(at, 1, 2, 3, 4)
    assert [(e.ship, e.number, e.hull, e.crew, e.rigging) for e in log] == [
        ("mars", 22, 1, 1, 1),
        ("pluton", 26, 3, 1, 0),
    ]
    mars, pluton = after.table.ships
    assert (mars.hull, mars.crew, mars.rigging) == (9, (3, 4, 4), (5, 5, 5, 5))
    assert (pluton.hull, pluton.crew, pluton.rigging) == (11, (3, 4, 4), (4, 5, 5, 5))


def test_a_ship_that_is_shot_to_pieces_still_fires_her_broadside():
    """Mars has one hull square left; her own shot is reckoned as she stood."""
    at = state(
        alongside(one={"hull": 1, "hull_full": 4}), Fire("pluton", "right", "mars"), Fire("mars", "left", "pluton")
    )
    after, log = fire(at, 1, 2, 3, 4, 2)
    assert [e.number for e in log if isinstance(e, Fired)] == [22, 26]
    assert after.table.ships[0].colours == "struck"
    assert log[-1].what == "strikes"


def test_a_fired_broadside_is_empty_and_its_first_firing_is_over():
    """Even without effect; the other side keeps its shot and its first firing."""
    after, log = fire(state(alongside(5), Fire("mars", "left", "pluton")), 1, 2)
    assert log[0].initial
    mars = after.table.ships[0]
    assert mars.fresh == ("right",)
    assert (mars.fired, mars.did) == (1, ("fired",))
    assert after.secret("british").load(0) == Loads(Loaded(), ROUND)
    assert after.secret("french").load(1) == Loads(ROUND, ROUND)


def test_the_initial_broadside_is_kept_whatever_is_in_it():
    """Chain at 1 hex: 7 + 4 + 4 + 3 and initial 4."""
    _, log = fire(state(alongside(), Fire("mars", "left", "pluton", "rigging"), mars=Loads(CHAIN, ROUND)), 1, 2)
    assert (log[0].number, log[0].initial, log[0].shot) == (25, True, "chain")


def test_grape_takes_men_and_nothing_else():
    """A fire number of 19 has the critical number 2."""
    after, log = fire(state(alongside(), Fire("mars", "left", "pluton"), mars=Loads(GRAPE, ROUND)))
    assert (log[0].number, log[0].hull, log[0].crew, log[0].rigging) == (19, 0, 2, 0)
    assert after.table.ships[1].crew == (2, 4, 4)


def test_firing_at_a_ship_of_the_line_is_remembered():
    """She may be fired at from afar for three turns (CB rule I)."""
    after, _ = fire(state(alongside(other={"ship_class": 2}), Fire("mars", "left", "pluton")), 1, 2)
    assert after.table.ships[0].provoked == 5
    after, _ = fire(state(alongside(), Fire("mars", "left", "pluton")), 1, 2)
    assert after.table.ships[0].provoked == -9


def test_a_prize_fires_with_the_crew_that_took_her():
    """An elite prize crew 6, captured 3 less, and no loss for the sections of her old crew: 7 + 4 + 6 - 3 + 4."""
    prize = {"prize": Crewed(3, "elite"), "crew": (0, 0, 2), "quality": "poor", "built": "french"}
    sea = alongside(one=prize, sides=("british", "french"))
    _, log = fire(state(sea, Fire("mars", "left", "pluton")), 1, 2)
    assert log[0].number == 18 + 3


@pytest.mark.parametrize(("far_rake", "number"), [("as_five", 8), ("none", 6)])
def test_a_rake_from_afar_is_worth_what_it_is_at_5_hexes(far_rake: str, number: int):
    """Half of 4 guns at 6 hexes is 1, crack 4, initial 1, stern rake 2; no rake if the table wants it so (WS15)."""
    pluton = ship("pluton", (0, 0), 1, "french")
    mars = ship("mars", (0, 7), 3)
    sea = table(mars, pluton, step="combat", far_rake=far_rake)
    mark = gunnery.mark_of(sea, 0, "left", 1, CHARTS)
    assert mark is not None
    assert (mark.range, mark.rake) == (6, "stern")
    parts = fire_number(gunnery.battery_of(sea, 0, "left", mark, "round"), CHARTS)
    assert sum(part.value for part in parts) == number


def test_which_crew_sections_count_as_lost():
    """Those emptied, boarding or at the pumps; one that never had men is no loss (WS14)."""
    for changed, lost in (
        ({}, 0),
        ({"crew": (0, 4, 4)}, 1),
        ({"crew": (0, 2, 2), "crew_full": (0, 2, 2)}, 0),
        ({"pumps": (3,), "parties": (Boarders("DBP", (1,)),)}, 2),
        ({"crew": (0, 0, 4), "pumps": (3,), "parties": (Boarders("DBP", (3,)),)}, 3),
    ):
        sea = alongside(one=changed)
        mark = gunnery.mark_of(sea, 0, "left", 1, CHARTS)
        assert mark is not None
        assert gunnery.battery_of(sea, 0, "left", mark, "round").sections_lost == lost


def test_broadsides_of_one_turn_do_not_tire_each_other():
    """Her fifth and sixth are fired together: neither counts the other, and the seventh counts both (WS49)."""
    pluton, hero = ship("pluton", (-1, 0), 1, "french"), ship("hero", (1, 0), 1, "french")
    sea = table(ship("mars", (0, 0), 1, fired=4), pluton, hero, step="combat", fatigue=True)
    after, log = fire(state(sea, Fire("mars", "left", "pluton"), Fire("mars", "right", "hero")), 1, 2, 1, 2)
    assert [event.number for event in log] == [22, 22]
    assert after.table.ships[0].fired == 6


def test_tired_crews_and_rule_viii_count_only_if_played():
    """Ten broadsides are 2 less, no rigging 3 less."""
    tired = {"fired": 10, "rigging": (0, 0, 0, 0)}
    played: list[tuple[Any, int]] = [({}, 19), ({"fatigue": True}, 17), ({"masts": True}, 16)]
    for options, number in played:
        _, log = fire(state(alongside(one=tired, **options), Fire("mars", "left", "pluton")), 1, 2)
        assert log[0].number == number + 3


def test_fore_and_aft_rigs_are_spared_the_doubling_where_that_is_played():
    """Row 22 at the rigging: 2 squares, 4 under full sails."""
    schooner = {"full_sails": True, "fore_and_aft": True}
    for option, rigging in ((False, 4), (True, 2)):
        sea = alongside(other=schooner, fore_and_aft=option)
        _, log = fire(state(sea, Fire("mars", "left", "pluton", "rigging")), 1, 2)
        assert log[0].rigging == rigging


def test_several_criticals_on_one_ship_come_in_an_order_drawn_by_lot():
    """Two frigates fire doubles at Pluton: one throw says whose comes first, none is needed for the last."""
    mars, ajax = ship("mars", (1, 0), 1), ship("ajax", (-1, 0), 1)
    pluton = ship("pluton", (0, 0), 1, "french")
    at = state(
        table(mars, ajax, pluton, step="combat"), Fire("mars", "left", "pluton"), Fire("ajax", "right", "pluton")
    )
    # Both throw 2 and 2: 19 + 4 is row 23, critical number 3. The second comes first: 3 + 1 severs the cable.
    after, log = fire(at, 2, 2, 2, 2, 2, 1, 2)
    assert [(e.by, e.effect) for e in log if isinstance(e, Critical)] == [
        ("ajax", "anchor_cable"),
        ("mars", "no_effect"),
    ]
    assert after.table.ships[2].hull == 12 - 4
    assert not after.table.ships[2].may_anchor
    # The lot is no part of either hit, and every die of one is the firer's.
    for hit in [e for e in log if isinstance(e, Fired | Critical)]:
        assert {look.seat for look in hit.account if look.faces} == {"british"}
        assert not any("comes next" in look.why for look in hit.account)


def test_criticals_see_the_losses_of_the_same_fire():
    """The shot empties Pluton's first section, and her second is gone: a 4 and strength 4 less 2 is 6, and she wavers."""
    sea = alongside(other={"crew": (1, 0, 4)})
    # 19 and 2 and 2: row 23, one crew square. 3 and a 4: the crew wavers. 4 + 4 - 2 = 6.
    after, log = fire(state(sea, Fire("mars", "left", "pluton")), 2, 2, 4, 4)
    assert log[1].effect == "crew_demoralized"
    assert after.table.ships[1].quality == "seasoned"


def test_a_magazine_goes_up_at_the_end_of_the_phase():
    """Elite and 14 guns: 20 + 4 + 6 + 4 = 34, 5 and 5 make 44 with the critical number 8; a 3 finds the magazine, a 2 sets it off."""
    strong = {"guns": (14, 14), "quality": "elite"}
    after, log = fire(state(alongside(one=strong), Fire("mars", "left", "pluton")), 5, 5, 3, 2)
    assert [type(e) for e in log] == [Fired, Critical, Fate]
    assert log[-1].what == "explodes"
    assert after.table.ships[1].gone == "exploded"
    # At 3 + 1 = 4 still, at 4 + 1 no more.
    _, log = fire(state(alongside(one=strong), Fire("mars", "left", "pluton")), 5, 5, 3, 4)
    assert log[-1].detail == "it holds"


def raked(**other: Any) -> Table:
    """Mars right across Pluton's stern, who has no rigging left."""
    pluton = ship("pluton", (0, 0), 1, "french", rigging=(0, 0, 0, 0), **other)
    return table(ship("mars", (0, 2), 3), pluton, step="combat")


def test_a_helpless_ship_gives_up_when_her_hull_is_raked():
    """No rigging and no friend of Mars's size within ten hexes (WS47)."""
    after, log = fire(state(raked(), Fire("mars", "left", "pluton")), 1, 2)
    assert log[0].rake == "stern"
    assert log[-1] == Fate("pluton", "surrenders", "mars")
    assert after.table.ships[1].colours == "surrendered"


@pytest.mark.parametrize(("place", "ship_class", "holds"), [((9, 0), 3, True), ((12, 0), 3, False), ((9, 0), 4, False)])
def test_a_stout_friend_near_keeps_her_fighting(place: tuple[int, int], ship_class: int, holds: bool):
    """By size and distance."""
    sea = raked()
    friend = ship("hero", place, 1, "french", ship_class=ship_class)
    after, _ = fire(state(table(*sea.ships, friend, step="combat"), Fire("mars", "left", "pluton")), 1, 2)
    assert (after.table.ships[1].colours == "flying") is holds


def test_rowers_without_rigging_do_not_give_up():
    """Oars need no masts (WS34), so that a raked gunboat is not helpless (WS47)."""
    after, _ = fire(state(raked(oars=True), Fire("mars", "left", "pluton")), 1, 2)
    assert after.table.ships[1].colours == "flying"


def test_fire_at_the_rigging_makes_nobody_give_up():
    """Whatever dice fall."""
    after, _ = fire(state(raked(), Fire("mars", "left", "pluton", "rigging")), 1, 2)
    assert after.table.ships[1].colours == "flying"


def test_nothing_written_changes_nothing():
    """And nothing is told."""
    at = state(alongside())
    after, log = fire(at)
    assert (after, log) == (at, [])


@settings(deadline=None)
@given(st.integers(0, 2**32))
def test_any_fire_leaves_a_log_that_can_be(seed: int):
    """Squares never below nothing or above what they were, and the dead do not fly colours over a hull without squares."""
    options: Any = {"critical": "always", "masts": True, "exploding": True, "leader_loss": "signals"}
    sea = table(
        ship("mars", (1, 0), 1, guns=(14, 14), quality="elite", hull=3, admiral=True, anchor="A"),
        ship("ajax", (-1, 0), 1, guns=(14, 14), quality="elite", pumps=(2, 3)),
        ship("pluton", (0, 0), 1, "french", crew=(1, 1, 0), hull=4, full_sails=True, pumps=(2,)),
        step="combat", **options,
    )  # fmt: skip
    at = state(sea, Fire("mars", "left", "pluton"), Fire("ajax", "right", "pluton"), Fire("pluton", "right", "mars"))
    dice = RandomDice(seed)
    after = gunnery.resolve(at, CHARTS, dice)
    log = heard(dice)
    for was, now in zip(sea.ships, after.table.ships, strict=True):
        assert 0 <= now.hull <= was.hull
        assert all(0 <= a <= b for a, b in zip(now.crew, was.crew, strict=True))
        assert all(0 <= a <= b for a, b in zip(now.rigging, was.rigging, strict=True))
        assert not now.full_sails or now.rigging[0]
        assert now.hull or now.gone or now.danger or now.colours == "struck"
        assert now.gone or now.danger or all(now.crew[n - 1] for n in now.pumps)
        assert len(set(now.pumps)) == len(now.pumps)
    assert all(isinstance(event, Fired | Critical | Squares | Masted | Fate) for event in log)
    assert replace(at, table=sea) == at
