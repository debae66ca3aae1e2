"""What the board draws: quarters and bands, ranges, and where a ship would steam, as the rules measure them."""

from tests.rulesets.ironclads.sea import CHARTS, battery, ship, state, table, view
from weathergauge.beside.hints import Line
from weathergauge.rulesets.ironclads import arcs, hints, torpedoes
from weathergauge.rulesets.ironclads.actions import Done, Steam
from weathergauge.rulesets.ironclads.rules import RULES
from weathergauge.rulesets.ironclads.state import Activating, Minefield, Table, replace
from weathergauge.throwing import RecordedDice

MOVES = Activating("blue", 0, "move")


def lines(at: Table, id: str) -> dict[str, Line]:
    return {line.to: line for line in hints.hints(view(at), id, CHARTS).lines}


def test_quarters_and_bands_are_the_charts_own():
    """Four quarters of a right angle, three bands that end and one that does not, and the run of torpedoes."""
    at = table(ship("mars"))
    seen = hints.sea(view(at), CHARTS)
    assert [(one.name, one.axis, one.half) for one in seen.sectors] == [
        ("bow", 0, 45), ("starboard", 90, 45), ("stern", 180, 45), ("port", 270, 45),
    ]  # fmt: skip
    assert [(band.name, band.reach) for band in seen.bands] == [
        ("point blank", 350), ("close range", 1000), ("medium range", 2000), ("long range", None),
    ]  # fmt: skip
    assert seen.torpedoes == torpedoes.reach(at.era, CHARTS)


def test_both_positions_of_orders_are_filled_before_the_first_turn():
    """Later the active one is filled from the other (IR35)."""
    later = replace(table(ship("mars")), turn=2)
    assert [hints.sea(view(at), CHARTS).figures for at in (replace(later, turn=1), later)] == [
        {"positions": 2},
        {"positions": 1},
    ]


def test_lines_agree_with_the_marks_of_the_guns():
    """Range, band and sector are those that a salvo would have; what no gun points at does not bear."""
    enemies = ship("hector", 30, 24, side="red"), ship("paris", 24, 40, side="red"), ship("troy", 2, 24, side="red")
    at = table(ship("mars"), *enemies)
    seen = lines(at, "mars")
    for mark in arcs.targets(at, 0):
        line = seen[at.ships[mark.target].id]
        assert line.range == mark.range
        assert line.side in mark.sectors
    assert (seen["hector"].band, seen["hector"].bears) == ("close range", "full")
    assert (seen["paris"].side, seen["paris"].bears) == ("bow", "")
    assert (seen["troy"].side, seen["troy"].band) == ("port", "long range")


def test_on_the_border_of_two_quarters_the_one_whose_guns_bear_is_named():
    """She lies exactly on the starboard bow: only the bow guns are left."""
    line = lines(table(ship("mars", batteries=(battery(sectors="bow"),)), ship("hector", 30, 30, side="red")), "mars")[
        "hector"
    ]
    assert (line.side, line.bears) == ("bow", "full")


def test_the_nearest_enemy_is_seen_and_who_has_surrendered_is_none():
    """Hector is nearer, but has hauled down his flag."""
    at = table(ship("mars"), ship("hector", 28, 24, side="red", surrendered=True), ship("paris", 24, 40, side="red"))
    nearest = hints.sea(view(at), CHARTS).ships["mars"].nearest
    assert nearest is not None
    assert nearest.to == "paris"


def test_a_ghost_is_where_she_steams():
    """Foreseen as it is then played, with the way between."""
    at = table(ship("mars", order="full"), phase=MOVES)
    order = Steam("mars", 200, 30, 150)
    seen = hints.foresee(view(at), [order], CHARTS)
    after = RULES.play(state(at), "blue", order, RecordedDice(())).state.table.ships[0]
    assert seen.ghosts[0].at == (after.x, after.y, after.heading)
    assert seen.ghosts[0].way[0] == (2400, 2400, 0)
    assert len(seen.ghosts[0].way) == 4
    assert seen.met == ()


def test_who_lies_in_the_way_is_said():
    """She would ram Hector right ahead, and comes no farther than to him."""
    at = table(ship("mars", order="full"), ship("hector", 24, 28.2, heading=90, side="red"), phase=MOVES)
    seen = hints.foresee(view(at), [Steam("mars", 500)], CHARTS)
    assert seen.met == ("hector",)
    assert seen.ghosts[0].at[1] < 2800


def test_no_mine_is_foreseen():
    """Whether it is known or hidden: what it does is for dice."""
    at = table(ship("mars", order="full"), phase=MOVES)
    plain = hints.foresee(view(at), [Steam("mars", 500)], CHARTS)
    mined = replace(at, mines=(Minefield("field", 2400, 2700, 100, "D2", ""),))
    assert hints.foresee(view(mined), [Steam("mars", 500)], CHARTS) == plain


def test_nothing_is_foreseen_of_what_moves_nobody():
    """Another order, another ship than the one that moves, none at all."""
    at = table(ship("mars", order="full"), ship("hector", 30, 30, side="red"), phase=MOVES)
    for orders in ([Done("mars")], [Steam("hector", 100)], [Steam("nobody", 100)], []):
        assert hints.foresee(view(at), orders, CHARTS).ghosts == ()
