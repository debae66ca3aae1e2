"""Names and orders as people type them, and the table as a picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.keyboard import Person, sit_down
from weathergauge import rulesets
from weathergauge.cli.table import pages
from weathergauge.cli.table.chances import percent
from weathergauge.cli.table.desk import Lens, desk_for
from weathergauge.cli.table.names import Name, Names, Unclear
from weathergauge.cli.table.sea import arrow, blows, compass
from weathergauge.frame.events import Committed, Ended, Ready
from weathergauge.rulesets.trafalgar.actions import (
    Board,
    Finish,
    Fire,
    Grapple,
    Hold,
    Move,
    Moved,
    Part,
    Turn,
)
from weathergauge.rulesets.trafalgar.state import Boarding, Firing, Grappling, Lock, Moving, replace
from weathergauge.rulesets.trafalgar.words import told
from weathergauge.throwing import RandomDice

RULES = rulesets.ruleset("trafalgar")
DESK = desk_for(RULES)


def view(scenario: str, seat: str = "british", phase: object = None, **changes: object):
    """What a seat sees at the start of a scenario, in another step if need be."""
    state = RULES.setup(RULES.scenario(scenario, {}), RandomDice(1))
    table = replace(state.table, phase=phase or Moving("british"), **changes)
    return RULES.view(replace(state, table=table), seat)


# Names

FLEET = Names(
    [
        Name("mars", "Mars", "british"),
        Name("royal_sovereign", "Royal Sovereign", "british"),
        Name("achille", "Achille", "british", ("Achille british",)),
        Name("achille_fr", "Achille", "allied", ("Achille french",)),
        Name("algesiras", "Algésiras", "allied"),
        Name("principe_de_asturias", "Príncipe de Asturias", "allied"),
        Name("prince", "Prince", "british"),
        Name("santa_ana", "Santa Ana", "allied"),
        Name("san_justo", "San Justo", "allied"),
    ],
    ("turn", "port"),
)


@pytest.mark.parametrize(
    ("said", "whose", "meant"),
    [
        ("mars", "", "mars"),
        ("MARS", "", "mars"),
        ("royal", "", "royal_sovereign"),
        ("sovereign", "", "royal_sovereign"),
        ("royal_sovereign", "", "royal_sovereign"),
        ("royal soverein", "", "royal_sovereign"),
        ("algesiras", "", "algesiras"),
        ("achille", "british", "achille"),
        ("achille", "allied", "achille_fr"),
        ("achille french", "british", "achille_fr"),
        ("asturias", "", "principe_de_asturias"),
        ("prin", "british", "prince"),
        ("santa", "", "santa_ana"),
        ("#2", "", "royal_sovereign"),
        ("9", "", "san_justo"),
    ],
)
def test_a_name_may_be_short_or_a_little_wrong(said, whose, meant):
    """It finds the one ship that is meant."""
    assert FLEET.find(said, whose).id == meant


def test_a_name_that_could_be_two_is_asked_back():
    """Both are named, with their ids where they share a name."""
    with pytest.raises(Unclear, match=r"'san' could be Santa Ana or San Justo: which\?"):
        FLEET.find("san")
    with pytest.raises(Unclear, match=r"Achille \(achille\) or Achille \(achille_fr\)"):
        FLEET.find("achille")
    with pytest.raises(Unclear, match="There is no 'victory' here"):
        FLEET.find("victory")


def test_a_name_among_other_words_takes_as_many_as_it_has():
    """ "royal sovereign" takes two words, "mars" one."""
    assert FLEET.at(["royal", "sovereign", "turn", "20"], 0) == (FLEET.names[1], 2)
    assert FLEET.at(["turn", "mars", "20"], 1) == (FLEET.names[0], 1)
    assert FLEET.at(["turn", "mars"], 0) is None


# Orders


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("mars turn 20 starboard", Turn("mars", 20)),
        ("mars turn 20 to port", Turn("mars", -20)),
        ("turn mars 20° to starboard", Turn("mars", 20)),
        ("mars port 30", Turn("mars", -30)),
        ("mars 30 larboard", Turn("mars", -30)),
        ("royal starboard 30", Turn("royal_sovereign", 30, "succession")),
        ("turn royal_sovereign 45 port in succession", Turn("royal_sovereign", -45, "succession")),
        ("royal sovereign turn 45 port together", Turn("royal_sovereign", -45, "together")),
        ("royal turn 45 port alone", Turn("royal_sovereign", -45)),
        ("mars steer 045", Turn("mars", -45)),
        ("mars steer north", Turn("mars", -90)),
        ("mars turn to 120", Turn("mars", 30)),
        ("mars come to ssw", Turn("mars", 112)),
        ("mars turn -15", Turn("mars", -15)),
        ("mars move 5", Move("mars", 500)),
        ("mars 5.5", Move("mars", 550)),
        ("mars sails 5,25 inches", Move("mars", 525)),
        ('mars 5"', Move("mars", 500)),
        ("move mars 5in", Move("mars", 500)),
        ("mars full", Move("mars", 700)),
        ("mars move max", Move("mars", 700)),
        ("mars steady", Move("mars", 500)),
        ("mars sail on", Move("mars", 500)),
        ("mars move least", Move("mars", 150)),
        ("mars move 5 alongside", Move("mars", 500, hold=True)),
        ("mars move 5 and hold on", Move("mars", 500, hold=True)),
        ("mars move 5 pass to starboard", Move("mars", 500, side="starboard")),
        ("3 move 5", Move("mars", 500)),
        ("#3 5", Move("mars", 500)),
        ("done", Finish()),
        ("finish", Finish()),
        ("move all", Finish()),
    ],
)
def test_orders_to_sail(said, meant):
    """Turns and moves in a player's words."""
    assert DESK.read(view("lee_column"), said.split(), "") == [meant]


def test_two_orders_need_a_then_between_them():
    """Turn and move in one line are asked back without it."""
    with pytest.raises(Unclear, match="turn and move"):
        DESK.read(view("lee_column"), ["mars", "turn", "20", "port", "move", "5"], "")


def test_an_order_without_a_name_goes_to_the_ship_chosen_before():
    """With nobody chosen one is asked, unless there is only one ship."""
    assert DESK.read(view("lee_column"), ["move", "5"], "mars") == [Move("mars", 500)]
    with pytest.raises(Unclear, match="Which ship"):
        DESK.read(view("lee_column"), ["move", "5"], "")
    assert DESK.read(view("duel"), ["move", "5"], "") == [Move("bellerophon", 500)]


def broadsides(*, both: bool = True):
    """Mars with Pluton to port and Monarca and Aigle to starboard."""
    start = view("lee_column").table
    places = {"mars": (3000, 3000, 0), "pluton": (2700, 3000, 0), "monarca": (3300, 3000, 0), "aigle": (3800, 3050, 0)}
    ships = []
    for ship in start.ships:
        x, y, heading = places.get(ship.id, (ship.x, 300 if ship.side == "british" else 4600, ship.heading))
        ships.append(replace(ship, x=x, y=y, heading=heading))
    done = tuple(n for n, ship in enumerate(ships) if ship.id != "mars")
    return view("lee_column", phase=Firing("british", done), ships=tuple(ships))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("mars fire port at pluton", Fire("mars", port="pluton")),
        ("mars fire at pluton", Fire("mars", port="pluton")),
        ("mars fires at pluton to port", Fire("mars", port="pluton")),
        ("fire mars at aigle", Fire("mars", starboard="aigle")),
        ("mars fire starboard", Fire("mars", starboard="monarca")),
        ("mars fire both", Fire("mars", port="pluton", starboard="monarca")),
        ("mars fire port at pluton starboard at aigle", Fire("mars", port="pluton", starboard="aigle")),
        ("mars fire at pluton and aigle", Fire("mars", port="pluton", starboard="aigle")),
        ("mars fire at 10", Fire("mars", port="pluton")),
        ("fire at aigle", Fire("mars", starboard="aigle")),
        ("mars starboard at aigle", Fire("mars", starboard="aigle")),
        ("mars hold", Hold("mars")),
        ("mars hold fire", Hold("mars")),
        ("hold mars", Hold("mars")),
    ],
)
def test_orders_to_fire(said, meant):
    """Sides and targets in a player's words."""
    assert DESK.read(broadsides(), said.split(), "") == [meant]


def test_fire_at_the_nearest_where_no_target_is_named():
    """For one ship and for all."""
    assert DESK.read(broadsides(), ["fire", "mars"], "") in ([Fire("mars", port="pluton")], [Fire("mars", starboard="monarca")])  # fmt: skip
    assert DESK.read(broadsides(), ["fire", "all"], "") in ([Fire("mars", port="pluton")], [Fire("mars", starboard="monarca")])  # fmt: skip


def test_a_ship_that_does_not_bear_is_explained_by_the_rules():
    """The desk reads the order; the rules say why not."""
    seen = broadsides()
    (action,) = DESK.read(seen, ["mars", "fire", "at", "santa", "ana"], "")
    assert "cannot fire" in (RULES.legal(seen).why_not(action) or "")


@pytest.mark.parametrize(
    ("said", "phase", "meant"),
    [
        ("board mars pluton", Boarding(), Board("mars", "pluton")),
        ("mars board pluton", Boarding(), Board("mars", "pluton")),
        ("mars boards", Boarding(), Board("mars", "pluton")),
        ("board pluton", Boarding(), Board("mars", "pluton")),
        ("board", Boarding(), Board("mars", "pluton")),
        ("part mars from pluton", Grappling(), Part("mars", "pluton")),
        ("mars cut loose", Grappling(), Part("mars", "pluton")),
        ("grapple mars pluton", Grappling(), Grapple("mars", "pluton")),
        ("ready", Boarding(), Ready()),
        ("done", Grappling(), Ready()),
    ],
)
def test_secret_orders(said, phase, meant):
    """Boarding, grappling and parting in a player's words."""
    start = view("lee_column").table
    one, other = sorted((start.number("mars"), start.number("pluton")))
    seen = view("lee_column", phase=phase, locks=(Lock(one, other, "grappled"),))
    assert DESK.read(seen, said.split(), "") == [meant]


@pytest.mark.parametrize(
    ("said", "what"), [("board", "board"), ("grapple", "grapple"), ("part", "part from"), ("remain", "remain with")]
)
def test_who_is_alone_has_nobody_to_lay_hold_of(said, what):
    """The sentence says so and nothing is ordered."""
    with pytest.raises(Unclear, match=f"^Mars has nobody to {what} now.$"):
        DESK.read(view("lee_column", phase=Grappling()), ["mars", said], "")


@pytest.mark.parametrize("scenario", ["duel", "lee_column", "trafalgar"])
def test_whatever_is_offered_can_be_said(scenario):
    """Each legal order in words, typed back, is the same order."""
    seen = view(scenario)
    for subject in list(RULES.legal(seen).subjects())[:12]:
        for action in RULES.legal(seen).of(subject):
            match action:
                case Turn(ship=ship, angle=angle, manner=manner):
                    said = f"{ship} turn {abs(angle)} {'port' if angle < 0 else 'starboard'} {manner}"
                case Move(ship=ship, distance=distance, hold=hold):
                    said = f"{ship} move {distance / 100:g} {'alongside' if hold else ''}"
                case _:
                    said = "done"
            assert DESK.read(seen, said.split(), "") == [action]
            assert DESK.say(seen, action)


# The picture


@pytest.mark.parametrize("columns", [80, 100, 132])
@pytest.mark.parametrize("scenario", ["duel", "lee_column", "trafalgar"])
def test_the_picture_fits_its_columns(scenario, columns):
    """Every line of every scenario is as wide as the terminal, in each lens."""
    for lens in (Lens(), Lens(whole=True), Lens(zoom=3), Lens(view(scenario).table.ships[0].id)):
        lines = DESK.picture(view(scenario), lens, columns, 18)
        assert {cell_len(line.plain) for line in lines} == {columns}


def test_the_frame_says_turn_step_wind_score_and_scale():
    """All five stand in its corners."""
    lines = [line.plain for line in DESK.picture(view("lee_column"), Lens(), 80, 18)]
    assert "The lee column · turn 1 of 15 · the British move" in lines[0]
    assert lines[0].endswith("wind WNW ↘ ─┐")
    assert "► British 0 · ▻ Allies 0" in lines[-1]
    assert lines[-1].endswith("┤ 5 inches ─┘")


def test_all_ships_of_the_battle_have_a_number_and_the_key_names_them():
    """Seventy-three ships in eighty columns: each has her sign and her number beside it."""
    seen = view("trafalgar")
    text = "\n".join(line.plain for line in DESK.picture(seen, Lens(), 80, 18))
    signs = sum(text.count(sign) for sign in "▲◥►◢▼◣◄◤△◹▻◿▽◺◅◸") - 2  # the score has one of each
    assert signs == 73
    assert {str(n) for n in range(1, 74)} <= set(re.findall(r"\d+", text.partition("\n")[2]))
    key = "\n".join(str(line) for line in DESK.key(seen, 80))
    assert " 1 ► Victory" in key
    assert "73 △ Furet" in key


def test_sides_differ_by_shape_and_not_by_colour_alone():
    """No arrow of one side is one of the other's."""
    assert {arrow(heading, 0) for heading in range(0, 360, 45)}.isdisjoint(
        {arrow(heading, 1) for heading in range(0, 360, 45)}
    )


def test_a_small_battle_has_names():
    """Beside the ships, so that no key is needed."""
    text = "\n".join(line.plain for line in DESK.picture(view("lee_column"), Lens(), 80, 18))
    for ship in view("lee_column").table.ships:
        assert ship.name in text
    assert DESK.key(view("lee_column"), 80) == []


def test_the_compass():
    """Headings have eight and sixteen points, and the wind an arrow to where it blows."""
    assert [compass(heading) for heading in (0, 45, 292, 359)] == ["N", "NE", "WNW", "N"]
    assert [blows(wind) for wind in (0, 90, 180, 292)] == ["↓", "←", "↑", "↘"]


def test_the_roster_has_every_ship_beside_her_enemies():
    """Trafalgar whole fits the terminal, with its leaders and boxes."""
    lines = [line.plain for line in DESK.roster(view("trafalgar"), 80)]  # type: ignore[union-attr]
    assert max(map(cell_len, lines)) <= 80
    text = "\n".join(lines)
    assert "Collingwood" in text or "the lee column" in text
    assert "■■■■■■■■■■■■" in text


def test_chances_are_never_rounded_to_certainty():
    """0 and 100 % are said only of what cannot or must happen."""
    from fractions import Fraction

    assert [percent(Fraction(n, 1000)) for n in (0, 1, 333, 999, 1000)] == [
        "0 %",
        "under 1 %",
        "33 %",
        "over 99 %",
        "100 %",
    ]


def test_without_colours_everything_is_still_there():
    """No escape is printed to a plain terminal, and every name is."""
    person = Person("map", "look royal", "ships", "zoom in", "zoom out", "map all")
    sit_down(person, "lee_column").run()
    assert "\x1b" not in person.shown
    assert "Royal Sovereign" in person.shown


def test_the_page_about_playing_has_every_word():
    """docs/playing.md names each word to the table, and nothing that is none."""
    page = (Path(__file__).parents[3] / "docs" / "playing.md").read_text(encoding="utf-8")
    table = page.partition("## Words")[2].partition("Orders are said")[0]
    named = {text.split()[0] for row in table.splitlines() if row.startswith("| `") for text in re.findall(r"`([^`]+)`", row.split(" | ")[0])}  # fmt: skip
    assert named == set(pages.WORDS)


def test_the_log_has_capitals_and_single_inches():
    """One inch is not inches, and sentences begin with a capital."""
    table = view("duel").table
    assert told(table, Committed("british")) == "The British are ready."
    assert told(table, Ended("allied", "enough")) == "The Allies win: enough."
    assert told(table, Moved("aigle", 100, 0, 0, 0)) == "Aigle sails 1 inch."
    turned = Moved("aigle", 700, 0, 0, 0, turning=350)
    assert told(table, turned) == "Aigle sails 7 inches, 3.5 inches of it in turning."
    assert told(table, Moved("aigle", 500, 0, 0, 0, turning=500)) == "Aigle sails 5 inches, all of it in turning."
    assert DESK.say(view("duel"), Move("aigle", 250)) == "Aigle sails 2.5 inches"
