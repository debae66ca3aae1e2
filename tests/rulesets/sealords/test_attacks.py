"""Attacks by auxiliaries: on convoys, with fireships and bombs, by marines, and the tasks of the combined game."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    auxiliary,
    convoy,
    dummy,
    formation,
    heard,
    leader,
    mistral_settings,
    order,
    ports,
    squadron,
    view,
)
from tests.rulesets.sealords.sea import state as campaign
from weathergauge.dice import Dice, Modifier
from weathergauge.odds import odds
from weathergauge.rulesets.sealords.auxiliaries import outcome, special, tasking
from weathergauge.rulesets.sealords.auxiliaries.actions import (
    AuxSearched,
    BaseLost,
    ConvoyAttacked,
    CutOut,
    LetGo,
    Missed,
    PortRaided,
    PortStormed,
    Recall,
    RoadShelled,
    RoleChanged,
    Screened,
    Send,
    ShadowFought,
    ShipsAttacked,
    Stationed,
    TaskSent,
    TurnedBack,
)
from weathergauge.rulesets.sealords.auxiliaries.special import Blow, Burning, Landing, Raiders, Shelling
from weathergauge.rulesets.sealords.forces import Cargo
from weathergauge.rulesets.sealords.phases import Tasking
from weathergauge.rulesets.sealords.rules import RULES
from weathergauge.rulesets.sealords.state import Settings, State, replace
from weathergauge.rulesets.sealords.stations import StationEnded
from weathergauge.rulesets.sealords.world import World
from weathergauge.throwing import ScriptedDice

CHARTS = MISTRAL.charts


@pytest.fixture
def paid(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What the chapter on prestige is told of, without what it makes of it."""
    told: list[tuple[Any, ...]] = []

    def scored(state: State, side: str, lost: Any, dps: int, convoy_dps: int, dice: Dice) -> State:
        told.append((side, lost, dps, convoy_dps))
        return state

    monkeypatch.setattr(outcome, "scored", scored)
    return told


# The dice


def test_a_convoy_attack_by_class():
    """Face 4 in the columns of light, galley and fleet auxiliaries: 1, 2 and 4 points."""
    for cls, dp in (("light", 1), ("galley", 2), ("fleet", 4), ("fleet_50", 4)):
        assert special.attack(Raiders(cls), CHARTS, ScriptedDice([4])) == Blow(True, dp, 0)  # type: ignore[arg-type]


def test_each_sail_of_the_escort_moves_the_column_down_and_never_below_the_first():
    """A fleet auxiliary against three sail uses column 1, against nine column 0."""
    assert special.attack(Raiders("fleet", 3), CHARTS, ScriptedDice([1])).dp == 2
    assert special.attack(Raiders("fleet", 9), CHARTS, ScriptedDice([1])).dp == 1
    assert special.attack(Raiders("fleet", 9), CHARTS, ScriptedDice([5])).dp == 0


def test_a_partial_screen_adds_one_to_the_die_and_ten_is_read_as_nine():
    """The last row of the chart is the worst."""
    assert special.attack(Raiders("fleet", 0, True), CHARTS, ScriptedDice([0])) == Blow(True, 5, 0)
    assert special.attack(Raiders("fleet", 0, True), CHARTS, ScriptedDice([9])) == Blow(True, 1, 0)


def test_a_fireship_needs_twice_the_sail_and_a_column_below_nine():
    """Four sail need 8; column 6 and die 0 are two damage points, a sail sunk and a leader in danger."""
    assert special.fireship(Burning(4), CHARTS, ScriptedDice([8, 6, 0])) == Blow(True, 2, 1, True)
    assert special.fireship(Burning(4), CHARTS, ScriptedDice([7])) == Blow()
    assert special.fireship(Burning(1), CHARTS, ScriptedDice([2, 9])) == Blow()


def test_in_harbour_the_blockade_value_hinders_and_damage_is_doubled():
    """Two sail in a port of 3: a 7 is read as 4 and will do, a 6 will not; column 4, die 1: 5 points, doubled."""
    assert special.fireship(Burning(2, True, 3), CHARTS, ScriptedDice([7, 4, 1])) == Blow(True, 10, 0)
    assert special.fireship(Burning(2, True, 3), CHARTS, ScriptedDice([6])) == Blow()


def test_five_sail_could_never_be_burnt():
    """Four are, in two cases of ten that nine of ten ships reach."""
    assert odds(special.fireship, Burning(5), CHARTS).chance(lambda blow: blow.success) == 0
    assert odds(special.fireship, Burning(4), CHARTS).chance(lambda blow: blow.success) == Fraction(2, 10) * Fraction(
        9, 10
    )


def test_bombs_treble_damage_points_and_nothing_else():
    """Column 8, die 0: two sail and a leader in danger, no points; column 3, die 5: 3 points, trebled."""
    assert special.bombard((), CHARTS, ScriptedDice([8, 0])) == Blow(True, 0, 2, True)
    assert special.bombard((), CHARTS, ScriptedDice([3, 5])) == Blow(True, 9, 0)
    assert special.bombard((), CHARTS, ScriptedDice([9])) == Blow()


@pytest.mark.parametrize(
    ("landing", "chance"),
    [
        (Landing("raid_port"), 4),
        (Landing("raid_port", 3), 4),
        (Landing("raid_port", land_units=True), 2),
        (Landing("cutting_out_squadron"), 5),
        (Landing("cutting_out_squadron", 3), 2),
        (Landing("cutting_out_troop_convoy", 2), 4),
        (Landing("raid_port", add=(Modifier("rank", -1),)), 5),
    ],
)
def test_the_marine_table(landing: Landing, chance: int):
    """In both titles."""
    for world in (MISTRAL, COLD_WAVES):
        assert odds(special.land, landing, world.charts).chance(lambda done: done) == Fraction(chance, 10)


@pytest.mark.parametrize(
    ("column", "chance"),
    [("bombardment_vs_port_facilities", 6), ("bombardment_vs_coastal_road", 3), ("cutting_out", 2)],
)
def test_the_tables_of_the_combined_game(column: Any, chance: int):
    """Each column has its own chance."""
    assert odds(special.combined, Shelling(column), CHARTS).chance(lambda done: done) == Fraction(chance, 10)


# Convoys


def sent(before: State, action: Send, faces: tuple[int, ...] = (), world: World = MISTRAL) -> tuple[State, list[Any]]:
    dice = ScriptedDice(faces)
    assert tasking.why_not(view(before), action, world) is None
    after = tasking.play(before, "british", action, world, dice)
    dice.finish()
    return after, heard(dice)


def raided(*formations: Any, cls: str = "fleet", title: str = "mistral", **changed: Any) -> State:
    usual: dict[str, Any] = {"phase": Tasking("british"), "step": "tasks"}
    base = "port_mahon" if title == "mistral" else "plymouth"
    more = {"auxiliaries": (auxiliary("x1", cls, base=base),)}
    return campaign(title, formations, british=more, **(usual | changed))


def test_a_convoy_that_is_spotted_may_be_attacked_and_loses_cargo(paid: list[Any]):
    """A fleet auxiliary, face 0: a sail sunk is worth four points (SL21). The troops count for prestige by themselves."""
    before = raided(convoy("c1", "space_7", "bourbon", known="spotted", trade="troop"))
    after, log = sent(before, Send("x1", "convoy_attack", "space_7", "c1"), (0,))
    cargo = after.formation("c1").cargo  # type: ignore[union-attr]
    assert cargo is not None
    assert cargo.points == 20
    assert any(isinstance(one, ConvoyAttacked) and one.points == 4 for one in log)
    assert paid == [("british", (), 4, 4)]
    assert after.secret("british").auxiliary("x1").box == "recovery"  # type: ignore[union-attr]


def test_a_trade_convoy_is_no_support_or_troop_convoy(paid: list[Any]):
    """Its sail are scored as trade, and it is gone when its points are."""
    before = raided(convoy("c1", "space_7", "bourbon", known="spotted", points=3))
    after, _ = sent(before, Send("x1", "convoy_attack", "space_7", "c1"), (1,))
    assert after.formation("c1") is None
    assert paid == [("british", (), 3, 0)]


def test_the_treasure_convoy_loses_sail(paid: list[Any]):
    """SL21: a sail for each S, and no cargo by the point."""
    treasure = convoy("c1", "lizard", "bourbon", known="spotted", cargo=Cargo("azogues", 3, 3), command="spanish")
    before = raided(treasure, title="cold_waves")
    after, log = sent(before, Send("x1", "convoy_attack", "lizard", "c1"), (0,), COLD_WAVES)
    assert after.formation("c1").cargo.points == 2  # type: ignore[union-attr]
    assert paid == [("british", (("azogues", 1),), 0, 0)]
    _, log = sent(before, Send("x1", "convoy_attack", "lizard", "c1"), (1,), COLD_WAVES)
    assert any(isinstance(one, ConvoyAttacked) and (one.points, one.sail) == (0, 0) for one in log)


def test_the_escort_protects_its_convoy(paid: list[Any]):
    """Four sail under an order for the convoy bring a fleet auxiliary down to column 0."""
    before = raided(
        convoy("c1", "space_7", "bourbon", known="spotted"),
        formation("f1", "space_7", "bourbon", order="o1"),
        bourbon={"orders": (order("o1", "escort", convoy="c1", holder="f1", state="in_execution"),)},
    )
    after, _ = sent(before, Send("x1", "convoy_attack", "space_7", "c1"), (2,))
    assert after.formation("c1").cargo.points == 24  # type: ignore[union-attr]
    assert paid == [("british", (), 0, 0)]


def test_who_interdicts_may_fall_upon_a_convoy_there(paid: list[Any]):
    """SL19: from its station, which it gives up by that; only there, and only while the convoy is in sight."""
    prey = convoy("c1", "space_7", "bourbon", known="spotted")
    out = tasking.play(raided(prey), "british", Send("x1", "interdict", "space_7"), MISTRAL, ScriptedDice([]))
    before = replace(out, table=replace(out.table, phase=Tasking("british")))
    attack = Send("x1", "convoy_attack", "space_7", "c1")
    assert tasking.options(view(before), "x1", MISTRAL) == [attack, Recall("x1")]
    after, log = sent(before, attack, (4,))
    assert after.formation("c1").cargo.points == 20  # type: ignore[union-attr]
    assert after.table.stations == ()
    assert after.secret("british").auxiliary("x1").box == "recovery"  # type: ignore[union-attr]
    assert StationEnded("x1", "british", "interdict", "space_7") in log
    gone = before.with_formation(replace(prey, place="space_14"))
    assert "tasked box" in (tasking.why_not(view(gone), Send("x1", "convoy_attack", "space_14", "c1"), MISTRAL) or "")


def test_hidden_convoys_and_those_of_neutrals_are_not_attacked():
    """Nobody may fall upon what he does not see or is not at war with."""
    hidden = raided(convoy("c1", "space_7", "bourbon"))
    assert "nothing there" in (
        tasking.why_not(view(hidden), Send("x1", "convoy_attack", "space_7", "c1"), MISTRAL) or ""
    )
    peace = raided(convoy("c1", "space_7", "bourbon", known="spotted"), relations=(("british", "french", "hostile"),))
    assert tasking.why_not(view(peace), Send("x1", "convoy_attack", "space_7", "c1"), MISTRAL) is not None


# Ships in harbour


def test_naval_ordnance_is_doubled_with_the_points_in_harbour_and_counts_for_no_bomb():
    """SL94: five points and one, doubled; a fireship that fails does nothing. Bombs and raiders take no modifiers."""
    assert special.fireship(Burning(2, True, 3, ordnance=1), CHARTS, ScriptedDice([7, 4, 1])) == Blow(True, 12, 0)
    assert special.fireship(Burning(2, True, 3, ordnance=1), CHARTS, ScriptedDice([6])) == Blow()
    lying = formation("f1", "toulon/harbour", "bourbon", squadrons=[squadron("f1_1", "sol_d", 1)], state="in_ordinary")
    ranks = mistral_settings(ranks_british=("naval_ordnance",))
    for cls, task, faces, dps in (("fireship", "fireship_attack", (9, 4, 1), 12), ("bomb", "bombardment", (4, 1), 15)):
        after, _ = sent(off_toulon(lying, cls=cls, settings=ranks), Send("x1", task, "toulon", "f1"), faces)  # type: ignore[arg-type]
        assert after.formation("f1").dps == dps  # type: ignore[union-attr]


def off_toulon(*formations: Any, cls: str = "fireship", kind: str = "flotilla", **changed: Any) -> State:
    """A British flotilla off Toulon with an auxiliary of its own."""
    usual: dict[str, Any] = {"phase": Tasking("british"), "step": "tasks"}
    flotilla = formation("b1", "toulon", squadrons=[squadron("b1_1"), squadron("b1_2", "sol_d", 1)], kind=kind)
    more = {"auxiliaries": (auxiliary("x1", cls, base="b1"),), **changed.pop("british", {})}
    return campaign("mistral", (flotilla, *formations), british=more, **(usual | changed))


def lying(id: str = "f1", place: str = "toulon/harbour", **changed: Any) -> Any:
    usual: dict[str, Any] = {"state": "fitting_out"}
    return formation(id, place, "bourbon", **(usual | changed))


def test_a_fireship_goes_into_the_harbour_and_is_spent(paid: list[Any]):
    """Two sail behind a blockade value of 3: 7 is enough. Column 4, die 1: five points, doubled. She is not sunk by it."""
    before = off_toulon(lying(squadrons=[squadron("f1_1", "sol_d")]))
    after, log = sent(before, Send("x1", "fireship_attack", "toulon", "f1"), (7, 4, 1))
    assert after.formation("f1").squadrons[0].dps == 10  # type: ignore[union-attr]
    assert any(isinstance(one, ShipsAttacked) and (one.dps, one.sail) == (10, 0) for one in log)
    assert paid == [("british", (), 10, 0)]
    assert after.secret("british").auxiliary("x1").box == "recovery"  # type: ignore[union-attr]
    missed, _ = sent(before, Send("x1", "fireship_attack", "toulon", "f1"), (0,))
    assert missed.secret("british").auxiliary("x1").box == "recovery"  # type: ignore[union-attr]


def test_the_squadron_is_drawn_at_random(paid: list[Any]):
    """SL22: the second of two, and galleys suffer double."""
    two = [squadron("f1_1", "sol_d"), squadron("f1_2", "galley", 2)]
    after, _ = sent(off_toulon(lying(squadrons=two)), Send("x1", "fireship_attack", "toulon", "f1"), (2, 7, 4, 1))
    assert [one.dps for one in after.formation("f1").squadrons] == [0, 20]  # type: ignore[union-attr]


def test_bombs_reach_ships_in_port_and_not_those_at_sea(paid: list[Any]):
    """Only the formation in harbour is offered, and is hurt."""
    at_sea = formation("f2", "toulon", "bourbon")
    before = off_toulon(lying(), at_sea, cls="bomb")
    found = [one for one in tasking.options(view(before), "x1", MISTRAL) if isinstance(one, Send)]
    assert found == [Send("x1", "bombardment", "toulon", "f1")]
    after, _ = sent(before, found[0], (3, 5))
    assert after.formation("f1").squadrons[0].dps == 9  # type: ignore[union-attr]


def test_a_leader_in_harbour_may_be_hit(paid: list[Any]):
    """SL22: he is with the flagship, else the first squadron. Column 8, die 0; a 1 kills him, and two sail go down."""
    before = off_toulon(lying(leader=leader("court", "french")), cls="bomb")
    after, _ = sent(before, Send("x1", "bombardment", "toulon", "f1"), (8, 0, 1))
    hit = after.formation("f1")
    assert hit is not None
    assert hit.leader is None
    assert hit.squadrons[0].sail == 2


def test_fireships_and_bombs_strike_only_from_a_formation_off_an_enemy_port():
    """Neither from home nor at a neutral's."""
    far = off_toulon(lying())
    at_home = far.with_formation(formation("b1", "port_mahon"))
    assert [one for one in tasking.options(view(at_home), "x1", MISTRAL) if isinstance(one, Send)] == []
    neutral = off_toulon(lying(), relations=())
    assert [one for one in tasking.options(view(neutral), "x1", MISTRAL) if isinstance(one, Send)] == []


@pytest.mark.parametrize("state", ["fitting_out", "in_ordinary", "ready"])
def test_a_fireship_reaches_ships_in_a_minor_port(state: Any):
    """They fit out or are laid up in the space of the port (SL22); who is at sea there is met in battle."""
    flotilla = formation("b1", "barcelona", squadrons=[squadron("b1_1")], kind="flotilla")
    inside = lying(place="barcelona", command="spanish", state=state)
    more = {"auxiliaries": (auxiliary("x1", "fireship", base="b1"),)}
    before = campaign("mistral", (flotilla, inside), british=more, phase=Tasking("british"), step="tasks")
    sent = Send("x1", "fireship_attack", "barcelona", "f1")
    assert (sent in tasking.options(view(before), "x1", MISTRAL)) == (state != "ready")


@pytest.mark.parametrize("seen", ["hidden", "spotted"])
def test_nobody_attacks_the_squadrons_of_a_convoy_that_he_sees(seen: Any):
    """A counter that may be anything is a target; one that is seen to be a convoy has no squadron to be drawn (SL22)."""
    flotilla = formation("b1", "barcelona", squadrons=[squadron("b1_1")], kind="flotilla")
    inside = convoy("f1", "barcelona", "bourbon", command="spanish", state="fitting_out", known=seen)
    more = {"auxiliaries": (auxiliary("x1", "fireship", base="b1"),)}
    before = campaign("mistral", (flotilla, inside), british=more, phase=Tasking("british"), step="tasks")
    sent = Send("x1", "fireship_attack", "barcelona", "f1")
    assert (sent in tasking.options(view(before), "x1", MISTRAL)) == (seen == "hidden")


def test_a_flag_without_war_is_let_go():
    """SL22: a hidden Spanish formation in Toulon, with France at war and Spain not."""
    before = off_toulon(lying(command="spanish"), relations=(("british", "french", "war"),))
    after, log = sent(before, Send("x1", "fireship_attack", "toulon", "f1"))
    assert LetGo("british", "fireship_attack", "toulon", "f1") in log
    assert after.formation("f1") == replace(before.formation("f1"), known="spotted")  # type: ignore[type-var]
    assert after.secret("british").auxiliary("x1").box == "recovery"  # type: ignore[union-attr]


def test_a_decoy_in_harbour_is_found_out():
    """The attack misses, and the dummy is gone."""
    before = off_toulon(dummy("d1", "toulon/harbour", "bourbon"))
    after, log = sent(before, Send("x1", "fireship_attack", "toulon", "d1"))
    assert any(isinstance(one, Missed) for one in log)
    assert after.formation("d1") is None


# Marines


def test_marines_cost_a_port_a_repair_roll_or_a_saved_point():
    """A 3 succeeds; the owner gives up a point if he has saved one (SL22)."""
    before = off_toulon(cls="marine")
    after, log = sent(before, Send("x1", "raid", "toulon"), (3,))
    assert after.table.port("toulon").raided == 1  # type: ignore[union-attr]
    assert any(isinstance(one, PortRaided) and one.success for one in log)
    saved = tuple([replace(one, points=2) if one.id == "toulon" else one for one in ports(MISTRAL)])
    rich, _ = sent(off_toulon(cls="marine", ports=saved), Send("x1", "raid", "toulon"), (0,))
    toulon = rich.table.port("toulon")
    assert toulon is not None
    assert (toulon.raided, toulon.points) == (0, 1)
    failed, _ = sent(before, Send("x1", "raid", "toulon"), (4,))
    assert failed.table.port("toulon").raided == 0  # type: ignore[union-attr]


def test_marines_must_be_with_a_flotilla():
    """A lone squadron carries none ashore."""
    lone = off_toulon(cls="marine", kind="squadron")
    assert tasking.why_not(view(lone), Send("x1", "raid", "toulon"), MISTRAL) is not None


def test_a_ship_is_cut_out_into_the_nearest_squadron_with_room():
    """Toulon's 3 makes a 1 a 4, which succeeds. The prize brings two damage points."""
    before = off_toulon(lying(squadrons=[squadron("f1_1", "sol_d")]), cls="marine")
    after, log = sent(before, Send("x1", "cutting_out", "toulon", "f1"), (1,))
    assert after.formation("f1").squadrons[0].sail == 1  # type: ignore[union-attr]
    joined = after.formation("b1").squadron("b1_2")  # type: ignore[union-attr]
    assert joined is not None
    assert (joined.sail, joined.dps) == (2, 2)
    assert any(isinstance(one, CutOut) and one.joined for one in log)


def test_she_is_sunk_where_nobody_has_room_and_great_ships_cannot_be_taken():
    """The frigate is lost and her leader ashore; a ship of the line stays."""
    boss = leader("court", "french")
    frigates = off_toulon(lying(squadrons=[squadron("f1_1", "frigate", 1)], leader=boss), cls="marine")
    after, log = sent(frigates, Send("x1", "cutting_out", "toulon", "f1"), (0,))
    assert after.formation("f1") is None
    assert [one.id for one in after.secret("bourbon").leaders] == ["court"]
    assert any(isinstance(one, CutOut) and one.cls == "frigate" and not one.joined for one in log)
    line = off_toulon(lying(), cls="marine")
    same, log = sent(line, Send("x1", "cutting_out", "toulon", "f1"), (0,))
    assert same.formation("f1") == replace(line.formation("f1"), known="spotted")  # type: ignore[type-var]
    assert any(isinstance(one, CutOut) and one.success and not one.cls for one in log)


def troops(**changed: Any) -> State:
    return off_toulon(convoy("c1", "toulon", "bourbon", trade="troop"), cls="marine", **changed)


def test_boats_take_two_points_from_a_troop_convoy(paid: list[Any]):
    """On a 2, and on a 3 they are beaten off."""
    after, _ = sent(troops(), Send("x1", "cutting_out", "toulon", "c1"), (2,))
    assert after.formation("c1").cargo.points == 22  # type: ignore[union-attr]
    assert paid == [("british", (), 2, 2)]
    beaten, _ = sent(troops(), Send("x1", "cutting_out", "toulon", "c1"), (3,))
    assert beaten.formation("c1").cargo.points == 24  # type: ignore[union-attr]


# The combined game

COMBINED = Settings(combined=True)


def test_the_tasks_of_the_combined_game_are_a_setting(paid: list[Any]):
    """SL23: bombs at the yards on 5, boats among troops on 1 alone; without the setting bombs have no such task."""
    off = off_toulon(cls="bomb")
    assert "no such task" in (tasking.why_not(view(off), Send("x1", "port_facilities", "toulon"), MISTRAL) or "")
    after, _ = sent(off_toulon(cls="bomb", settings=COMBINED), Send("x1", "port_facilities", "toulon"), (5,))
    assert after.table.port("toulon").raided == 1  # type: ignore[union-attr]
    boats, _ = sent(troops(settings=COMBINED), Send("x1", "cutting_out", "toulon", "c1"), (2,))
    assert boats.formation("c1").cargo.points == 24  # type: ignore[union-attr]


def test_a_shelled_road_counts_the_impulse_of_the_army_double():
    """SL23: where an own formation supports it."""
    ships = formation("b1", "coastal_b", order="o1")
    chit = order("o1", "support_the_army", target=("coastal_b",), holder="b1", state="in_execution", impulses=2)
    more = {"auxiliaries": (auxiliary("x1", "bomb", base="b1"),), "orders": (chit,)}
    before = campaign("mistral", (ships,), british=more, settings=COMBINED, phase=Tasking("british"), step="tasks")
    after, log = sent(before, Send("x1", "coastal_road", "coastal_b"), (2,))
    assert after.secret("british").order("o1").impulses == 3  # type: ignore[union-attr]
    assert any(isinstance(one, RoadShelled) and one.success for one in log)
    failed, _ = sent(before, Send("x1", "coastal_road", "coastal_b"), (3,))
    assert failed.secret("british").order("o1").impulses == 2  # type: ignore[union-attr]
    idle = before.with_secret("british", replace(before.secret("british"), orders=()))
    assert tasking.why_not(view(idle), Send("x1", "coastal_road", "coastal_b"), MISTRAL) is not None


# In words

TOLD = [
    TaskSent("british", "search", "space_7"),
    TaskSent("british", "interdict", "space_7", "", "pirate_sale"),
    TurnedBack("british", "interdict", "space_7"),
    LetGo("british", "fireship_attack", "toulon", "f1"),
    Missed("british", "fireship_attack", "toulon", "f1"),
    Screened("bourbon", "space_7", "fleet", "light", "partial"),
    AuxSearched("british", "space_7", ("f1",), "f1"),
    ShadowFought("british", "y1", "space_7", True),
    Stationed("x1", "british", "shadow", "space_7", "f1"),
    StationEnded("x1", "british", "blockade", "palma", "it is recalled"),
    ConvoyAttacked("british", "space_7", "c1", 4),
    ConvoyAttacked("british", "space_7", "c1", 0, 1),
    ShipsAttacked("british", "bombardment", "toulon", "f1", True, 9, 1),
    ShipsAttacked("british", "fireship_attack", "toulon", "f1", False),
    PortRaided("british", "raid", "toulon", True, True),
    PortRaided("british", "port_facilities", "toulon", False),
    CutOut("british", "toulon", "f1", True, "frigate", True),
    CutOut("british", "toulon", "f1", True),
    CutOut("british", "toulon", "f1", False),
    CutOut("british", "toulon", "c1", True, points=2),
    RoadShelled("british", "coastal_b", True),
    PortStormed("british", "villefranche", True),
    PortStormed("british", "villefranche", False, "Villafranca"),
    RoleChanged("x1", "port_mahon", True),
    BaseLost("x1", "b1"),
]


@pytest.mark.parametrize("event", TOLD, ids=[f"{type(one).__name__}{n}" for n, one in enumerate(TOLD)])
def test_events_are_sentences(event: Any):
    """With a capital, a stop and no marks left in them."""
    sentence = RULES["mistral"].tell(off_toulon(lying()), event)
    assert "‹" not in sentence
    assert sentence[0].isupper()
    assert sentence.endswith(".")
