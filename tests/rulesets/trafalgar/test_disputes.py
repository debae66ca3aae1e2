"""Questions an umpire brought to the table: what a line may not gain, and what a ship may not lose, by the way it is ordered."""

from __future__ import annotations

from tests.rulesets.trafalgar.sea import ALLIED_MOVE, BRITISH_FIRE, Sea, column, ship
from weathergauge.frame.events import Ready
from weathergauge.ruleset import Proceed
from weathergauge.rulesets.trafalgar import gunnery, helm, targets
from weathergauge.rulesets.trafalgar.actions import Board, Collided, Fire, Hold, Move, Moved, Pick, Turn
from weathergauge.rulesets.trafalgar.rules import RULES
from weathergauge.rulesets.trafalgar.state import Boarding, Firing, Melee, Moving, replace

WEST = 270
LINE = "mars tonnant belleisle"


def line(speed: float = 5) -> Sea:
    """Three ships in line, heading east with the wind astern."""
    return Sea(*column(LINE, 30, 30, 90, speed), wind=WEST, lines=(LINE,))


def test_each_ship_pays_for_a_turn_together_however_she_is_ordered():
    """Tonnant, ordered by herself after a turn together, goes half of what she chose, and may not turn again (TR27)."""
    sea = line(6)
    sea.play(Turn("mars", 40, "together"), 6)
    assert sea.why_not(Turn("tonnant", 40)) == "Tonnant has already tried to change direction this turn"
    x, y = sea.at("tonnant")
    sea.play(Move("tonnant", 600))
    after = sea.at("tonnant")
    assert abs(((after[0] - x) ** 2 + (after[1] - y) ** 2) ** 0.5 - 3) < 0.02


def test_a_line_passes_a_lead_that_has_run_foul():
    """Mars holds on into Aigle and fouls her: Tonnant leads on, passes her to port and keeps her seaway (TR41)."""
    ships = (*column(LINE, 30, 30, 90, 5), ship("aigle", 32.5, 30, 0, 2))
    sea = Sea(*ships, wind=WEST, lines=(LINE,))
    sea.play(Move("mars", 500, hold=True), 6, 5)
    assert sea.told(Collided)[0].fouled
    sailed = {event.ship: event.distance for event in sea.told(Moved)}
    assert sailed["tonnant"] >= 200
    assert sailed["belleisle"] >= 200
    assert sea.at("tonnant")[1] > 30.75


def test_a_wholly_parted_squadron_forms_line_again():
    """Two parted ships in line on one heading are a line once more, the foremost leading it (TR27)."""
    ships = tuple(replace(one, parted=True) for one in column("mars tonnant", 30, 30, 90, 5))
    sea = Sea(*ships, wind=WEST, lines=("tonnant mars",))
    table = helm.begin(sea.table, "british")
    assert [one.parted for one in table.ships] == [False, False]
    assert table.squadrons[0].ships == (0, 1)


def test_a_ship_abreast_that_keeps_clear_is_parted():
    """Tonnant turns to keep clear of Pluton; the others can still turn together (TR27)."""
    ships = (*column(LINE, 30, 30, 0, 5), ship("pluton", 32.5, 27.6, 0, 2))
    sea = Sea(*ships, wind=WEST, lines=(LINE,))
    sea.play(Turn("mars", 90, "together"), 6)
    sea.play(Move("mars", 500))
    sea.state = replace(sea.state, table=helm.begin(replace(sea.table, phase=Moving("british")), "british"))
    sea.play(Move("mars", 400))
    assert sea["tonnant"].parted == (sea["tonnant"].heading != sea["mars"].heading)


def test_a_line_keeps_station_on_a_lead_that_has_left_the_table():
    """Mars sails over the edge; Tonnant does not race after her but keeps half an inch astern of where she went."""
    sea = Sea(*column("mars tonnant", 58.5, 30, 90, 5), wind=WEST, lines=("mars tonnant",))
    sea.play(Move("mars", 300))
    assert sea["mars"].gone
    assert not sea["tonnant"].gone
    assert sea.at("tonnant") == (59.0, 30.0)


def test_she_who_boards_one_and_is_boarded_by_two_picks_as_well():
    """Mars boards Aigle; Aigle and Pluton board her: her owner says whom she fights first (TR17)."""
    ships = (ship("mars", 30, 30, 90, 5), ship("aigle", 30, 30.8, 90, 5), ship("pluton", 30, 29.2, 90, 5))
    sea = Sea(*ships, phase=Boarding(), locks=("mars grappled aigle", "mars fouled pluton"))
    sea.play(Board("mars", "aigle"))
    sea.play(Board("aigle", "mars"))
    sea.play(Board("pluton", "mars"))
    sea.play(Ready(), by="british")
    sea.play(Ready(), by="allied")
    sea.play(Proceed())
    assert isinstance(sea.table.phase, Melee)
    assert list(RULES.legal(RULES.view(sea.state, "british"))) == [Pick("mars", "aigle"), Pick("mars", "pluton")]


def test_failures_of_a_ship_in_line_are_forgotten_when_she_does_not_ask():
    """Tonnant failed to come to 135 last turn; she follows Mars this turn without asking, and starts afresh (TR09)."""
    sea = Sea(*column("mars tonnant", 30, 30, 90, 5), wind=WEST, lines=("mars tonnant",))
    sea.state = replace(sea.state, table=sea.table.with_ship(1, replace(sea["tonnant"], wanted=135, failures=1)))
    sea.play(Move("mars", 500))
    assert (sea["tonnant"].wanted, sea["tonnant"].failures) == (None, 0)


def test_a_pair_that_has_met_throws_no_second_time():
    """They collided and stayed clear in step 1; holding on into her in step 2 throws for leadership alone."""
    sea = Sea(ship("mars", 30, 30, 90, 5), ship("aigle", 32.5, 30, 0, 2), wind=WEST, met=((0, 1),))
    sea.play(Move("mars", 500, hold=True), 6)
    assert sea.told(Collided)[0].fouled is False


def test_a_failed_hold_binds_her_only_to_what_she_may_not_ignore():
    """The line ship struck meanwhile; a brig alone is left, and Mars may be silent (TR31)."""
    sea = Sea(ship("mars", 30, 30, 0), ship("argus", 33, 30, 0), phase=Firing("british", must=(0,)))
    assert Hold("mars") in gunnery.options(sea.table, 0, RULES.charts)
    assert gunnery.forced(sea.table, 0) is None


def test_one_test_a_ship_and_turn():
    """Mars failed to hold her fire: she cannot test again to fire past the nearest (TR37)."""
    sea = Sea(
        ship("mars", 30, 30, 0), ship("pluton", 33, 30, 0), ship("aigle", 34, 33, 0), phase=Firing("british", must=(0,))
    )
    assert sea.why_not(Fire("mars", starboard="pluton")) is None
    assert "no test can spare her" in str(sea.why_not(Fire("mars", starboard="aigle")))
    assert gunnery.options(sea.table, 0, RULES.charts) == [Fire("mars", starboard="pluton")]


def test_two_as_near_as_each_other_are_both_the_nearest():
    """Pluton and Aigle lie alike ahead and astern of the beam: neither takes a test."""
    sea = Sea(ship("mars", 30, 30, 0), ship("pluton", 34, 32, 0), ship("aigle", 34, 28, 0), phase=BRITISH_FIRE)
    marks = targets.targets(sea.table, 0, "starboard")
    assert targets.free_targets(sea.table, marks) == {1, 2}


def test_the_allies_are_held_to_the_same():
    """A turn together of the Allied line is paid for ship by ship too."""
    sea = Sea(*column("pluton aigle", 30, 30, 90, 4), wind=WEST, lines=("pluton aigle",), phase=ALLIED_MOVE)
    sea.play(Turn("pluton", 30, "together"), 6)
    assert [one.ship for one in sea.table.phase.helms] == [0, 1]  # type: ignore[union-attr]
