"""Pirates, knights, the recovery box, and the blockade of minor ports by auxiliaries."""

from fractions import Fraction
from typing import Any

import pytest

from tests.rulesets.sealords.sea import COLD_WAVES, MISTRAL, auxiliary, formation, heard, ports, state, view
from weathergauge.odds import odds
from weathergauge.rulesets.sealords import auxiliaries, stations
from weathergauge.rulesets.sealords.auxiliaries import knights, pirates, reach, recovery, screening, tasking
from weathergauge.rulesets.sealords.auxiliaries.actions import (
    AuxBlockadeTested,
    AuxiliaryBack,
    BasePirate,
    HireKnights,
    KnightsHired,
    KnightsLeft,
    PirateRebased,
    PiratesWoke,
    Screen,
    Send,
    ShadowFought,
)
from weathergauge.rulesets.sealords.auxiliaries.recovery import Resting
from weathergauge.rulesets.sealords.common import STEP, Ready
from weathergauge.rulesets.sealords.forces import Auxiliary, Station
from weathergauge.rulesets.sealords.phases import Going, Screening, Tasking
from weathergauge.rulesets.sealords.state import Date, State, Tally, replace
from weathergauge.rulesets.sealords.stations import StationEnded
from weathergauge.throwing import ScriptedDice

BASES = ("sale", "algiers", "tunis", "tripoli")
SUMMER = Date(1744, 9, 1, 0)


def rover(base: str, **changed: Any) -> Auxiliary:
    usual: dict[str, Any] = {"corsair": "pirate", "active": False}
    return auxiliary(f"pirate_{base}", "galley", "", base=base, **(usual | changed))


def barbary(title: str = "mistral", **changed: Any) -> State:
    """The four pirates of the Barbary coast in their bases, at the start of a summer turn."""
    usual: dict[str, Any] = {"rovers": tuple(map(rover, BASES)), "date": SUMMER, "step": "pirates"}
    return state(title, changed.pop("formations", ()), **(usual | changed))


def begin(before: State, step: str, faces: tuple[int, ...] = (), world: Any = MISTRAL) -> tuple[State, list[Any]]:
    dice = ScriptedDice(faces)
    after = auxiliaries.STEPS[step](before, world, dice)
    dice.finish()
    return after, heard(dice)


def awake(after: State) -> list[str]:
    return [one.base for one in after.table.rovers if one.active]


# Activation


@pytest.mark.parametrize(
    ("face", "bases"),
    [(3, []), (4, ["sale"]), (5, ["algiers"]), (7, ["tripoli"]), (8, ["sale", "algiers"]), (9, ["tunis", "tripoli"])],
)
def test_one_die_wakes_pirates_by_their_bases(face: int, bases: list[str]):
    """Ex. 2.52."""
    after, log = begin(barbary(), "pirates", (face,))
    assert awake(after) == bases
    assert isinstance(log[0], PiratesWoke)
    assert log[0].by == "british"
    assert after.table.phase == Going()


def test_the_chance_that_nobody_is_out():
    """0 to 3: four in ten."""
    assert odds(pirates.wake, MISTRAL.charts).chance(lambda bases: bases == ()) == Fraction(4, 10)


def test_no_pirates_in_winter_and_no_die():
    """They are at home."""
    after, log = begin(barbary(date=Date(1744, 3, 1, 0)), "pirates")
    assert awake(after) == []
    assert log == []


def test_only_the_first_impulse_of_a_turn_wakes_them():
    """Later ones change nothing."""
    once, _ = begin(barbary(), "pirates", (8,))
    later = replace(once, table=replace(once.table, date=Date(1744, 9, 2, 0)))
    assert awake(begin(later, "pirates")[0]) == ["sale", "algiers"]


def test_a_show_of_force_or_recovery_keeps_a_pirate_at_home():
    """Algiers is put down for the year, the pirate of Sale recovers."""
    rovers = (rover("sale", box="recovery"), *map(rover, BASES[1:]))
    down = tuple([replace(one, neutralised=1744) if one.id == "algiers" else one for one in ports(MISTRAL)])
    after, _ = begin(barbary(rovers=rovers, ports=down), "pirates", (8,))
    assert awake(after) == []
    stale = tuple([replace(one, neutralised=1743) if one.id == "algiers" else one for one in ports(MISTRAL)])
    assert awake(begin(barbary(rovers=rovers, ports=stale), "pirates", (8,))[0]) == ["algiers"]


def test_without_a_table_pirates_are_always_about():
    """SL27: Cold Waves has no activation table; nobody sends them while prestige is tied."""
    zones = ("salee_rovers", "madeira", "canaries")
    before = barbary("cold_waves", rovers=tuple(map(rover, zones)), date=Date(1744, 1, 1, 0))
    after, log = begin(before, "pirates", world=COLD_WAVES)
    assert awake(after) == list(zones)
    assert log == []
    assert reach.forces(view(after), COLD_WAVES) == []
    poorer = replace(after, table=after.table.with_tally("bourbon", Tally(prestige=1)))
    assert [one.base for one in reach.forces(view(poorer), COLD_WAVES)] == list(zones)


def test_who_sends_them_may_send_the_active_ones():
    """Tied, the British: the pirate of Algiers interdicts the Sicilian Channel, where galleys of others may not go."""
    woken, _ = begin(barbary(), "pirates", (5,))
    ready = replace(woken, table=replace(woken.table, phase=Tasking("british"), step="tasks"))
    assert "pirate_algiers" in tasking.subjects(view(ready), MISTRAL)
    assert "pirate_sale" not in tasking.subjects(view(ready), MISTRAL)
    assert "pirate_algiers" not in tasking.subjects(view(ready, "bourbon"), MISTRAL)
    order = Send("pirate_algiers", "interdict", "sicilian_channel")
    assert tasking.why_not(view(ready), order, MISTRAL) is None
    after = tasking.play(ready, "british", order, MISTRAL, ScriptedDice([]))
    mark = after.table.stations[0]
    assert (mark.side, mark.by, mark.place) == ("", "british", "sicilian_channel")
    assert reach.interdicting(after.table, "sicilian_channel", "bourbon") == ["pirate_algiers"]
    again = replace(after, table=replace(after.table, phase=Tasking("british")))
    assert "already" not in str(tasking.options(view(again), "pirate_algiers", MISTRAL))
    assert tasking.options(view(again), "pirate_algiers", MISTRAL) == []


def test_a_pirate_who_is_not_woken_again_goes_home():
    """His station ends with it."""
    out = barbary(
        rovers=(rover("algiers", box="tasked", task="interdict", place="space_8"),),
        stations=(Station("pirate_algiers", "", "pirate", "galley", "interdict", "space_8", "", "british"),),
    )
    after, log = begin(out, "pirates", (0,))
    assert after.table.rovers[0].box == "recovery"
    assert after.table.stations == ()
    assert isinstance(log[0], StationEnded)
    stays, _ = begin(out, "pirates", (5,))
    assert stays.table.stations != ()


def test_the_enemy_screens_a_pirate_as_he_screens_others():
    """Galley against galley is yes: both are removed."""
    woken = state(
        "mistral",
        [formation("f1", "space_8", "bourbon")],
        rovers=(rover("algiers", active=True),),
        bourbon={
            "auxiliaries": (
                auxiliary("y1", "galley", "bourbon", base="toulon"),
                auxiliary("y2", "fleet", "bourbon", base="f1"),
            )
        },
        phase=Tasking("british"),
        step="tasks",
        date=SUMMER,
    )
    asked = tasking.play(woken, "british", Send("pirate_algiers", "shadow", "space_8", "f1"), MISTRAL, ScriptedDice([]))
    assert isinstance(asked.table.phase, Screening)
    assert [one.id for one in reach.screens(view(asked, "bourbon"), MISTRAL)] == ["y2"]
    after = screening.play(asked, "bourbon", Screen("y2"), MISTRAL, ScriptedDice([]))
    assert after.table.rovers[0].box == "recovery"


# Bases


def recovering(*, prestige: tuple[int, int] = (0, 0), gone: int = 2) -> State:
    rovers = tuple([rover(base, box="recovery" if n < gone else "assigned") for n, base in enumerate(BASES)])
    tallies = (Tally(prestige=prestige[0]), Tally(prestige=prestige[1]))
    return barbary(rovers=rovers, tallies=tallies, step="recovery", date=Date(1744, 9))


def test_the_player_with_less_prestige_bases_recovered_pirates():
    """SL26: one recovers on 4 and finds two bases free; the other stays on 5."""
    after, log = begin(recovering(prestige=(3, 1)), "recovery", (4, 5))
    assert [one.back for one in log if isinstance(one, AuxiliaryBack)] == [True, False]
    assert after.table.phase == Tasking("bourbon", 1)
    here = view(after, "bourbon")
    assert tasking.subjects(here, MISTRAL) == ["pirate_sale"]
    assert tasking.of(here, "pirate_sale", MISTRAL) == [
        BasePirate("pirate_sale", "sale"),
        BasePirate("pirate_sale", "algiers"),
    ]
    assert "needs a base first" in (tasking.why_not(here, Ready(), MISTRAL) or "")
    assert "get their bases now" in (tasking.why_not(here, HireKnights(), MISTRAL) or "")
    assert "no pirate that waits" in (tasking.why_not(here, BasePirate("pirate_tunis", "sale"), MISTRAL) or "")
    assert "no free base" in (tasking.why_not(here, BasePirate("pirate_sale", "tunis"), MISTRAL) or "")
    assert tasking.why_not(here, BasePirate("pirate_sale", "algiers"), MISTRAL) is None
    done = tasking.play(after, "bourbon", BasePirate("pirate_sale", "algiers"), MISTRAL, ScriptedDice([]))
    assert done.table.phase == Going()
    assert next((one.box, one.base) for one in done.table.rovers) == ("assigned", "algiers")


def test_tied_their_base_is_a_random_choice():
    """Two bases are free, and nobody is asked: a die says which."""
    for face, base in ((1, "sale"), (2, "algiers")):
        after, log = begin(recovering(), "recovery", (0, 9, face))
        assert after.table.phase == Going()
        assert PirateRebased("pirate_sale", base) in log


def test_the_only_free_base_needs_no_choice():
    """He has it at once."""
    after, log = begin(recovering(gone=1), "recovery", (0,))
    assert after.table.phase == Going()
    assert PirateRebased("pirate_sale", "sale") in log
    assert after.table.rovers[0].box == "assigned"


def test_two_choose_and_the_last_follows():
    """The side behind in prestige chooses, and what is left needs no choice."""
    after, _ = begin(recovering(prestige=(0, 1)), "recovery", (0, 0))
    done = tasking.play(after, "british", BasePirate("pirate_algiers", "sale"), MISTRAL, ScriptedDice([]))
    assert done.table.phase == Going()
    assert [one.base for one in done.table.rovers[:2]] == ["algiers", "sale"]


def test_pirates_with_zones_go_back_to_their_own():
    """In Cold Waves nobody chooses."""
    zones = ("salee_rovers", "madeira", "canaries")
    rovers = tuple([rover(zone, box="recovery" if zone == "madeira" else "assigned") for zone in zones])
    before = barbary("cold_waves", rovers=rovers, step="recovery")
    after, _ = begin(before, "recovery", (4,), COLD_WAVES)
    assert [one.base for one in after.table.rovers] == list(zones)
    assert after.table.rovers[1].box == "assigned"


def test_pirates_change_their_zone_as_a_task():
    """Cold Waves: from zone to zone; then they rest."""
    before = barbary(
        "cold_waves",
        rovers=(rover("madeira", active=True),),
        tallies=(Tally(), Tally(prestige=1)),
        phase=Tasking("british"),
        step="tasks",
    )
    found = [one for one in tasking.options(view(before), "pirate_madeira", COLD_WAVES) if isinstance(one, Send)]
    assert [one.place for one in found if one.task == "rebase"] == ["salee_rovers", "canaries"]
    order = Send("pirate_madeira", "rebase", "canaries")
    after = tasking.play(before, "british", order, COLD_WAVES, ScriptedDice([]))
    assert (after.table.rovers[0].base, after.table.rovers[0].box) == ("canaries", "recovery")
    wrong = tasking.why_not(view(before), Send("pirate_madeira", "rebase", "st_malo"), COLD_WAVES)
    assert "no other zone of pirates" in (wrong or "")


# Knights


def hire(**changed: Any) -> State:
    usual: dict[str, Any] = {"phase": Tasking("british"), "step": "tasks", "date": Date(1744, 9, 1, 1)}
    return barbary(**(usual | changed))


def test_knights_cost_prestige_and_bring_two_galleys():
    """Ex. 2.54: one point a year."""
    dice = ScriptedDice([])
    after = tasking.play(hire(), "british", HireKnights(), MISTRAL, dice)
    assert KnightsHired("british", 1744) in heard(dice)
    assert after.table.tally("british").prestige == -1
    assert [(one.cls, one.base) for one in after.secret("british").auxiliaries] == [("galley", "malta")] * 2
    assert "paid for 1744 already" in (knights.why_not(view(after), MISTRAL) or "")


@pytest.mark.parametrize(
    ("side", "date", "title", "reason"),
    [
        ("bourbon", Date(1744, 9, 1, 1), "mistral", "only the British"),
        ("british", Date(1744, 9, 1, 2), "mistral", "first increment of a turn"),
        ("british", Date(1744, 9, 1, 1), "cold_waves", "no knights"),
    ],
)
def test_who_may_not_pay_them(side: Any, date: Date, title: str, reason: str):
    """The sentence says why."""
    world = MISTRAL if title == "mistral" else COLD_WAVES
    assert reason in (knights.why_not(view(hire(title=title, date=date), side), world) or "")


def malta(**changed: Any) -> State:
    """The knights are paid for, and a pirate of Tripoli interdicts the roads before their port."""
    paid = tasking.play(hire(), "british", HireKnights(), MISTRAL, ScriptedDice([]))
    out = rover("tripoli", box="tasked", task="interdict", place="maltese_roads", active=True)
    mark = Station("pirate_tripoli", "", "pirate", "galley", "interdict", "maltese_roads", "", "bourbon")
    table = replace(paid.table, rovers=(out,), stations=(mark,), phase=Tasking("british"), **changed)
    return replace(paid, table=table)


def test_knights_act_against_pirates_alone():
    """SL28: they hunt one on a task, galley against galley, and do nothing else."""
    before = malta()
    found = tasking.options(view(before), "knights_1", MISTRAL)
    assert found == [Send("knights_1", "counter_shadow", "maltese_roads", "pirate_tripoli")]
    dice = ScriptedDice([])
    after = tasking.play(before, "british", found[0], MISTRAL, dice)
    assert any(isinstance(one, ShadowFought) and one.broken for one in heard(dice))
    assert after.table.rovers[0].box == "recovery"
    assert after.table.stations == ()
    reason = tasking.why_not(view(before), Send("knights_1", "search", "maltese_roads"), MISTRAL)
    assert "has no such task" in (reason or "")


def test_knights_screen_pirates_and_nobody_else():
    """With no pirate there they stay in port."""
    before = malta()
    waiting = Screening("british", "convoy_attack", "maltese_roads", "c1", Tasking("bourbon"))
    pirate = replace(before, table=replace(before.table, stations=(), phase=waiting))
    assert [one.id for one in reach.screens(view(pirate), MISTRAL)] == ["knights_1", "knights_2"]
    other = replace(pirate, table=replace(pirate.table, rovers=()))
    assert reach.screens(view(other), MISTRAL) == []


def test_knights_go_home_with_the_year_and_recover_at_their_port():
    """Who paid is told that they left."""
    paid = tasking.play(hire(), "british", HireKnights(), MISTRAL, ScriptedDice([]))
    new_year = replace(paid, table=replace(paid.table, date=Date(1745, 1, 1, 0)))
    after, log = begin(new_year, "pirates")
    assert after.secret("british").auxiliaries == ()
    assert KnightsLeft("british") in log
    hurt = stations.to_recovery(paid, "knights_1")
    resting = replace(hurt, table=replace(hurt.table, rovers=(), step="recovery"))
    back, _ = begin(resting, "recovery", (4,))
    assert [(one.box, one.base) for one in back.secret("british").auxiliaries] == [("assigned", "malta")] * 2


# Recovery


@pytest.mark.parametrize(
    ("resting", "chance"),
    [
        (Resting("fleet"), 4),
        (Resting("fleet_50"), 4),
        (Resting("fleet", "british"), 5),
        (Resting("fleet_50", "british"), 5),
        (Resting("galley"), 5),
        (Resting("galley", "spanish"), 7),
        (Resting("light"), 6),
        (Resting("light", "spanish", True), 8),
        (Resting("light", "spanish"), 6),
        (Resting("bomb"), 4),
        (Resting("bomb", "british"), 5),
        (Resting("fireship", "british"), 2),
        (Resting("marine"), 4),
    ],
)
def test_the_recovery_table(resting: Resting, chance: int):
    """6.12 with the modifiers for nations."""
    for world in (MISTRAL, COLD_WAVES):
        law = odds(recovery.recovers, recovery.favour(resting, world), world.charts)
        assert law.chance(lambda back: back) == Fraction(chance, 10)


def test_recovery_is_behind_the_screen_and_told_to_the_own_side_alone():
    """By a die for each."""
    before = state(
        british={"auxiliaries": (auxiliary("x1", box="recovery", base=""), auxiliary("x2", "light"))}, step="recovery"
    )
    dice = ScriptedDice([4])
    after = auxiliaries.STEPS["recovery"](before, MISTRAL, dice)
    assert after.secret("british").auxiliary("x1").box == "available"
    assert [one.to for one in dice.told] == [("british",)]
    failed, _ = begin(before, "recovery", (5,))
    assert failed.secret("british").auxiliary("x1").box == "recovery"  # type: ignore[union-attr]


# Blockades by auxiliaries


def blockaded(*formations: Any) -> State:
    aux = auxiliary("x1", box="tasked", task="blockade", place="palma")
    mark = Station("x1", "british", "british", "fleet", "blockade", "palma")
    return state("mistral", formations, british={"auxiliaries": (aux,)}, stations=(mark,), step="aux_blockade")


@pytest.mark.parametrize(("face", "stays"), [(2, False), (3, True)])
def test_an_auxiliary_leaves_its_blockade_on_a_die_up_to_the_blockade_value(face: int, stays: bool):
    """SL24: Palma has 2."""
    after, log = begin(blockaded(), "aux_blockade", (face,))
    assert isinstance(log[0], AuxBlockadeTested)
    assert log[0].left is not stays
    assert after.secret("british").auxiliary("x1").box == ("tasked" if stays else "recovery")  # type: ignore[union-attr]
    assert after.table.phase == Going()


def test_it_leaves_without_a_die_before_an_enemy_formation():
    """One in harbour does not drive it off."""
    after, _ = begin(blockaded(formation("f1", "palma", "bourbon")), "aux_blockade")
    assert after.table.stations == ()
    harboured = blockaded(formation("f1", "palma", "bourbon", state="fitting_out"))
    assert begin(harboured, "aux_blockade", (9,))[0].table.stations != ()


# The Levant, and words


def test_the_levant_is_left_after_the_quarter():
    """SL25: counted in turn 9, home in turn 10 and not before."""
    aux = auxiliary("x1", box="tasked", task="levant_trade_table")
    mark = Station("x1", "british", "british", "fleet", "levant_trade_table", "")
    usual: dict[str, Any] = {"levant": ("x1",), "stations": (mark,), "british": {"auxiliaries": (aux,)}}
    stays, _ = begin(state(date=Date(1744, 9, 1, 0), **usual), "pirates")
    assert stays.table.levant == ("x1",)
    home, _ = begin(state(date=Date(1744, 10, 1, 0), **usual), "pirates")
    assert home.table.levant == ()
    assert home.secret("british").auxiliary("x1").box == "recovery"  # type: ignore[union-attr]


def test_every_event_is_told():
    """Sentences for whatever these steps and orders can say."""
    told = [
        PiratesWoke(("pirate_sale",), "british"),
        PiratesWoke((), ""),
        PirateRebased("pirate_sale", "sale"),
        PirateRebased("pirate_madeira", "madeira"),
        KnightsHired("british", 1744),
        KnightsLeft("british"),
        AuxiliaryBack("x1", True),
        AuxBlockadeTested("x1", "palma", False),
    ]
    table = state().table
    for event in told:
        sentence = auxiliaries.told(table, event, MISTRAL)
        assert sentence is not None
        assert sentence.endswith(".")
    assert auxiliaries.told(table, object(), MISTRAL) is None
    assert auxiliaries.ordered(view(state()), Ready(), MISTRAL) is None
    assert STEP not in tasking.subjects(view(state(step="recovery")), MISTRAL)
