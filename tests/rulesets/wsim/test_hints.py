"""What the board draws: fields of fire, ranges and rakes, and where plots lead, as the rules measure them."""

from tests.rulesets.wsim.sea import ship, state, table
from weathergauge.beside.hints import Line
from weathergauge.rulesets.wsim import bearing, notation, plots
from weathergauge.rulesets.wsim.actions import Fire, Plot
from weathergauge.rulesets.wsim.hexes import distance
from weathergauge.rulesets.wsim.rules import RULES
from weathergauge.rulesets.wsim.state import State, Table, replace
from weathergauge.rulesets.wsim.terms import BROADSIDES

CHARTS = RULES.charts


def lines(at: Table, id: str) -> dict[str, Line]:
    return {line.to: line for line in RULES.hints(RULES.view(state(at), None), id).lines}


def foresee(at: State, ship: str, moves: str, seat: str = "british") -> list[tuple[int, int, int]]:
    ghosts = RULES.foresee(RULES.view(at, seat), [Plot(ship, moves)]).ghosts
    return [spot for ghost in ghosts for spot in ghost.way]


def test_the_fields_drawn_are_the_play_of_her_broadsides():
    """Every hex about her is drawn exactly where it is in play, in the row of its range, with all guns or half."""
    mars = ship("mars", (0, 0), 1)
    drawn = {
        (field.name, at): (row, "full" if at in found.full else "half")
        for field in RULES.sea(RULES.view(state(table(mars)), None)).fields
        for row, found in enumerate(field.rows, 1)
        for at in (*found.full, *found.half)
    }
    for side in BROADSIDES:
        for q in range(-14, 15):
            for r in range(-14, 15):
                field, far = bearing.in_play(mars, side, (q, r)), min(distance((q, r), at) for at in mars.hexes)
                shown = drawn.get((side, (q, r)))
                if far > CHARTS.distances.at("guns"):
                    assert shown is None
                else:
                    assert shown == ((far, "full" if field <= 3 else "half") if field else None)


def test_lines_agree_with_the_targets_of_each_broadside():
    """Range, side, rake, and whether all guns bear, as a shot would have them."""
    at = table(
        ship("mars", (0, 0), 1),
        ship("hercule", (3, 0), 3, "french"),
        ship("junon", (-4, 1), 2, "french"),
        step="combat",
    )
    seen = lines(at, "mars")
    marks = [(side, mark) for side in BROADSIDES for mark in bearing.targets(at, 0, side, CHARTS)]
    assert len(marks) == 2
    for side, mark in marks:
        line = seen[at.ships[mark.target].id]
        assert (line.side, line.range, line.rake) == (side, mark.range, mark.rake)
        assert line.bears == ("half" if mark.half else "full")
    assert lines(at, "hercule")["mars"].bears == ""


def test_how_the_wind_meets_her_and_who_is_nearest():
    """It blows to the north: heading north she runs before it."""
    at = table(ship("mars", (0, 0), 1), ship("hercule", (3, 0), 4, "french"), ship("junon", (9, 1), 2, "french"))
    seen = RULES.sea(RULES.view(state(at), None)).ships["mars"]
    assert seen.wind == "B"
    assert seen.nearest is not None
    assert seen.nearest.to == "hercule"


def test_a_plot_is_followed_item_by_item_as_far_as_it_may_be_sailed():
    """She turns about her bow; what is not allowed is not drawn; an enemy's plot is nobody's to follow."""
    at = state(table(ship("mars", (0, 0), 1), ship("hercule", (9, 0), 4, "french")))
    assert foresee(at, "mars", "R1") == [(0, 0, 1), (0, 0, 2), (1, -1, 2)]
    assert foresee(at, "mars", "1R1X")[-1] == (1, -2, 2)
    assert foresee(at, "mars", "19")[-1] == foresee(at, "mars", "1")[-1]
    assert foresee(at, "mars", "0") == [(0, 0, 1)]
    assert foresee(at, "hercule", "1") == []
    assert RULES.foresee(RULES.view(at, "british"), [Fire("mars", "left", "hercule")]).ghosts == ()


def test_on_a_spring_from_her_stern_she_swings_about_that():
    """Her stern stays where it is."""
    at = state(
        table(
            ship("mars", (0, 0), 1, anchor="AS", speed=0, still=3), ship("hercule", (9, 0), 4, "french"), anchoring=True
        )
    )
    assert foresee(at, "mars", "R")[-1] == (1, 0, 2)


def test_every_listed_way_through_the_hexes_has_its_end():
    """All plots but those that go nowhere, each where following it leads; only for her own side."""
    at = state(table(ship("mars", (0, 0), 1), ship("hercule", (9, 0), 4, "french")))
    ends = RULES.hints(RULES.view(at, "british"), "mars").ends
    listed = {moves for moves, *_ in notation.plots(at.table, 0, CHARTS)} - set(plots.KINDS)
    assert {end.moves for end in ends} == listed
    assert all(foresee(at, "mars", end.moves)[-1] == end.at for end in ends)
    assert RULES.hints(RULES.view(at, "french"), "mars").ends == ()


def test_both_broadsides_are_loaded_before_the_action_and_one_in_it():
    """As `Load` is offered."""
    at = table(ship("mars", (0, 0), 1), ship("hercule", (9, 0), 4, "french"))
    for turn, loads in ((0, 2), (1, 1)):
        view = RULES.view(state(replace(at, turn=turn)), "british")
        assert RULES.sea(view).figures["loads"] == loads


def test_plots_that_are_written_are_drawn_for_their_own_side_alone():
    """The other side and spectators see no track."""
    ships = ship("mars", (0, 0), 1), ship("hercule", (9, 0), 4, "french")
    at = state(table(*ships), Plot("mars", "2"))
    assert RULES.sea(RULES.view(at, "british")).ships["mars"].track[-1] == (0, -2, 1)
    assert RULES.sea(RULES.view(at, "french")).ships["mars"].track == ()
    assert RULES.sea(RULES.view(at, None)).ships["mars"].track == ()


def test_the_line_astern_of_a_leader_could_follow_her():
    """Each bow at the stern before it, until one lies elsewhere; who has a plot is passed over."""
    line = [ship(id, (0, 2 * n), 1) for n, id in enumerate(("mars", "ajax", "orion"))]
    at = table(*line, ship("leda", (5, 5), 1), ship("hercule", (9, 0), 4, "french"))
    assert RULES.hints(RULES.view(state(at), "british"), "mars").followers == ("ajax", "orion")
    assert RULES.hints(RULES.view(state(at, Plot("ajax", "W")), "british"), "mars").followers == ("orion",)
    assert RULES.hints(RULES.view(state(at), "british"), "leda").followers == ()
