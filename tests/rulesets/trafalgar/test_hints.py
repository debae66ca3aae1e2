"""What the board draws: fields of fire, ranges, rakes and ghosts, as the rules measure them."""

from tests.rulesets.trafalgar.sea import BRITISH_FIRE, BRITISH_MOVE, Sea, column, ship
from weathergauge.beside.hints import Line
from weathergauge.rulesets.trafalgar import targets, wind
from weathergauge.rulesets.trafalgar.actions import Fire, Move, Turn
from weathergauge.rulesets.trafalgar.rules import RULES
from weathergauge.rulesets.trafalgar.state import Settings


def lines(sea: Sea, id: str) -> dict[str, Line]:
    return {line.to: line for line in RULES.hints(RULES.view(sea.state, "british"), id).lines}


def foresee(sea: Sea, *orders: Turn | Move | Fire) -> dict[str, tuple[int, int, int]]:
    seen = RULES.foresee(RULES.view(sea.state, "british"), orders)
    return {ghost.ship: ghost.at for ghost in seen.ghosts}


def test_fields_of_fire_are_those_of_the_table():
    """Arcs abeam as wide as the settings have them, bands and rakes as far as the chart's."""
    sea = RULES.sea(RULES.view(Sea(ship("mars"), settings=Settings(arc=30)).state, None))
    assert [(sector.name, sector.axis, sector.half) for sector in sea.sectors] == [
        ("port", -90, 30),
        ("starboard", 90, 30),
    ]
    assert [band.reach for band in sea.bands] == [500, 1000, 1500]
    assert {cone.reach for cone in sea.rakes} == {500}


def test_a_ship_is_seen_with_her_wind_her_place_and_her_nearest_enemy():
    """She heads east in a wind from the north; the second of three; Pluton is the nearer of two."""
    van = column("royal_sovereign belleisle mars", 30, 30, 90, 4)
    table = Sea(*van, ship("pluton", 30, 40), ship("aigle", 30, 60), lines=("royal_sovereign belleisle mars",))
    seen = RULES.sea(RULES.view(table.state, None)).ships["belleisle"]
    assert (seen.wind, seen.place) == ("quarter", (2, 3))
    assert seen.nearest is not None
    assert seen.nearest.to == "pluton"
    assert seen.may == wind.limits(table["belleisle"], 90, table.table, RULES.charts)


def test_lines_agree_with_the_targets_that_the_rules_offer():
    """Range, band, side and rake of every target are those that a broadside would have."""
    sea = Sea(ship("mars", 30, 30, 90), ship("pluton", 30, 34, 0), ship("aigle", 31, 17, 90), phase=BRITISH_FIRE)
    seen = lines(sea, "mars")
    for side in ("port", "starboard"):
        for mark in targets.targets(sea.table, sea.number("mars"), side):
            line = seen[sea.table.ships[mark.target].id]
            assert (line.band, line.rake, line.side, line.bears) == (mark.band, mark.rake, side, "full")
    assert seen["pluton"].rake == "stern"
    assert seen["aigle"].range > 1000


def test_who_does_not_bear_is_measured_all_the_same():
    """Ahead of her, out of range, or a friend: a range and the side she lies on, and nothing for guns."""
    sea = Sea(ship("mars", 30, 30, 0), ship("pluton", 31, 40), ship("aigle", 55, 30), ship("ajax", 28, 30))
    seen = lines(sea, "mars")
    assert (seen["pluton"].bears, seen["pluton"].side) == ("", "starboard")
    assert (seen["aigle"].bears, seen["aigle"].band) == ("", "")
    assert (seen["ajax"].bears, seen["ajax"].side) == ("", "port")
    assert RULES.hints(RULES.view(sea.state, None), "nobody").lines == ()


def test_a_ghost_is_where_the_move_brings_her():
    """Foreseen as it is then played: half of her run goes into the turn, and the die was a good one."""
    sea = Sea(ship("mars", 30, 30, 90, 4))
    orders = (Turn("mars", 30), Move("mars", 400))
    (ghost,) = foresee(sea, *orders).items()
    sea.play(orders[0], 6)
    sea.play(orders[1])
    mars = sea["mars"]
    assert ghost == ("mars", (mars.x, mars.y, mars.heading))


def test_who_would_leave_the_table_is_warned():
    """A run past the edge says so before it is ordered; one that ends on the table says nothing."""
    sea = Sea(ship("mars", 1, 30, 270, 4))
    view = RULES.view(sea.state, "british")
    assert RULES.warn(view, Move("mars", 50)) == ""
    assert RULES.warn(view, Move("mars", 400)) == "Mars leaves the table so, and takes no more part in the battle."


def test_a_line_comes_along_with_its_lead():
    """In her wake; in the middle of it a ship is moved by herself, and a turn together turns every ship."""
    ids = "royal_sovereign belleisle mars"
    sea = Sea(*column(ids, 30, 30, 90, 4), lines=(ids,))
    assert set(foresee(sea, Move("royal_sovereign", 400))) == set(ids.split())
    assert set(foresee(sea, Move("mars", 100))) == {"mars"}
    together = foresee(sea, Turn("royal_sovereign", 30, "together"))
    assert {at[2] for at in together.values()} == {120}
    assert set(together) == set(ids.split())


def test_how_far_she_could_sail_after_the_turn_is_foreseen_with_it():
    """The chart's limits on the new heading, and what the turn leaves of them."""
    sea = Sea(ship("mars", 30, 30, 90, 4))
    course = RULES.foresee(RULES.view(sea.state, "british"), [Turn("mars", 30)]).course
    assert course is not None
    assert (course.heading, course.straight) == (120, 0.5)
    sea.play(Turn("mars", 30), 6)
    again = RULES.hints(RULES.view(sea.state, "british"), "mars").course
    assert again == course
    assert sea.why_not(Move("mars", course.high)) is None
    assert sea.why_not(Move("mars", course.high + 1)) is not None


def test_who_lies_in_the_way_is_said():
    """Pluton lies across her course, Aigle well clear of it."""
    sea = Sea(ship("mars", 30, 30, 90, 4), ship("pluton", 33, 30), ship("aigle", 33, 40), phase=BRITISH_MOVE)
    view = RULES.view(sea.state, "british")
    assert RULES.foresee(view, [Move("mars", 500)]).met == ("pluton",)
    assert RULES.foresee(view, [Move("mars", 50)]).met == ()


def test_nothing_is_foreseen_of_what_moves_nobody():
    """A broadside, a ship of the other side, one that is not there, a second turn."""
    sea = Sea(ship("mars", 30, 30, 90, 4), ship("pluton", 33, 30))
    assert foresee(sea, Fire("mars", port="pluton")) == {}
    assert foresee(sea, Move("pluton", 100)) == {}
    assert foresee(sea, Move("nobody", 100)) == {}
    sea.play(Turn("mars", 30), 6)
    assert foresee(sea, Turn("mars", 30)) == {}
