"""The action ship to ship at the keyboard: orders as a captain types them, the hexes as a picture, log sheets in text."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from rich.cells import cell_len

from tests.keyboard import Person, at_table
from weathergauge import rulesets
from weathergauge.bots import bot
from weathergauge.cli.table import pages
from weathergauge.cli.table.desk import Lens, desk_for
from weathergauge.cli.table.names import Slip, Unclear
from weathergauge.cli.table.session import Session
from weathergauge.cli.table.wsim import hearing, sheets
from weathergauge.frame.events import Ready
from weathergauge.match.verify import verify
from weathergauge.rulesets.wsim.actions import (
    Cut,
    Erase,
    Fend,
    Fire,
    Grapple,
    Load,
    Man,
    Party,
    Plot,
    Repair,
    Sails,
    Signal,
    Tow,
    Unfoul,
)
from weathergauge.rulesets.wsim.state import Lock, Writing, replace
from weathergauge.throwing import RandomDice

RULES = rulesets.ruleset("wsim")
DESK = desk_for(RULES)
DUEL = {"american": "me", "british": "midshipman"}


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Matches of these tests are kept nowhere else."""
    monkeypatch.setenv("WEATHERGAUGE_HOME", str(tmp_path))


def view(step: Any = "notation", scenario: str = "constitution_java", seat: str = "american", turn: int = 1, **ships):
    """What a seat sees at the start of a scenario, in some step; `ships` changes some of them by their ids."""
    state = RULES.setup(RULES.scenario(scenario, {}), RandomDice(1))
    table = replace(state.table, phase=Writing(step), turn=turn)
    for id, changes in ships.items():
        table = table.with_ship(table.number(id), replace(table.ships[table.number(id)], **changes))
    return RULES.view(replace(state, table=table), seat)


def alongside(step: Any, how: Any = "grapple"):
    """Constitution with Java beside her to starboard, and fast to her."""
    seen = view(step, constitution={"bow": (10, 10), "heading": 1}, java={"bow": (11, 9), "heading": 1})
    return replace(seen, table=replace(seen.table, locks=(Lock(0, 1, how),)))


def read(seen, said: str, chosen: str = ""):
    return DESK.read(seen, said.split(), chosen)


# Orders in words


@pytest.mark.parametrize(
    ("said", "moves"),
    [
        ("constitution L1R2", "L1R2"),
        ("const l1r2", "L1R2"),
        ("CONSTITUTION L1 R2", "L1R2"),
        ("constitution plot L1R2", "L1R2"),
        ("L1R2", "L1R2"),
        ("constitution 3", "3"),
        ("constitution ahead 3", "3"),
        ("constitution left 1 right 2", "L1R2"),
        ("turn port 1", "L1"),
        ("constitution stay", "0"),
        ("constitution drift", "D"),
        ("constitution 1B", "1B"),
        ("constitution 1A", "1A"),
        ("constitution anchor", "A"),
        ("constitution AB", "AB"),
        ("constitution weigh", "(A)"),
        ("constitution (A)", "(A)"),
        ("constitution a", "a"),
        ("constitution cut cable", "a"),
        ("#1 L1", "L1"),
    ],
)
def test_a_plot_is_written_in_the_notation_or_in_words(said, moves):
    """Both give the same plot."""
    assert read(view(), said) == [Plot("constitution", moves)]


def test_a_ship_follows_a_friend_by_name():
    """W with or without whom."""
    seen = view(scenario="algeciras", seat="british")
    assert read(seen, "pompee follow hannibal") == [Plot("pompee", "Whannibal")]
    assert read(seen, "pompee W") == [Plot("pompee", "W")]


@pytest.mark.parametrize(
    ("said", "shot"),
    [
        ("constitution fire right java rigging", Fire("constitution", "right", "java", "rigging")),
        ("constitution fire right java", Fire("constitution", "right", "java", "hull")),
        ("fire java", Fire("constitution", "right", "java", "hull")),
        ("fire at java's rigging".replace("'s", ""), Fire("constitution", "right", "java", "rigging")),
        ("fire starboard", Fire("constitution", "right", "java", "hull")),
        ("fire", Fire("constitution", "right", "java", "hull")),
        ("fire all", Fire("constitution", "right", "java", "hull")),
        ("right java masts", Fire("constitution", "right", "java", "rigging")),
        ("constitution fire left java", Fire("constitution", "left", "java", "hull")),
    ],
)
def test_a_broadside_and_what_was_left_out_of_it(said, shot):
    """The nearest target, the side that bears, and the hull where it may be aimed at."""
    near = view("combat", constitution={"bow": (10, 10), "heading": 1}, java={"bow": (13, 9), "heading": 1})
    assert read(near, said) == [shot]


def test_a_broadside_that_does_not_bear_is_explained():
    """The rules say why a named target cannot be hit, the desk that nothing bears."""
    seen = view("combat", constitution={"bow": (10, 10), "heading": 1}, java={"bow": (13, 9), "heading": 1})
    (shot,) = read(seen, "constitution fire left java")
    assert RULES.legal(seen).why_not(shot) == (
        "Constitution cannot fire to port at Java: she is not in its play, or farther off than 10 hexes"
    )
    with pytest.raises(Unclear, match="Constitution has no loaded guns that bear on an enemy to port"):
        read(seen, "fire left")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("load right double", [Load("constitution", "right", "double")]),
        ("constitution load starboard with grape", [Load("constitution", "right", "grape")]),
        ("load", [Load("constitution", "left", "round")]),
        ("chain", [Load("constitution", "left", "chain")]),
        ("repair hull", [Repair("constitution", "hull")]),
        ("RR", [Repair("constitution", "rigging")]),
        ("sails full", [Sails("constitution", True)]),
        ("set full sails", [Sails("constitution", True)]),
        ("constitution battle sails", [Sails("constitution", False)]),
        ("take in sails", [Sails("constitution", False)]),
        ("furl sails", [Sails("constitution", False)]),
        ("sails full all", [Sails("constitution", True)]),
        ("erase constitution", [Erase("constitution")]),
        ("ready", [Ready()]),
        ("done", [Ready()]),
    ],
)
def test_loading_repairs_and_sails(said, meant):
    """Each of the three is said in a few words."""
    assert read(view("loading"), said) == meant


def test_before_the_action_both_broadsides_are_loaded_at_once():
    """In play it is one broadside a turn, and both are refused."""
    assert read(view("loading", turn=0), "constitution load double") == [
        Load("constitution", "left", "double"),
        Load("constitution", "right", "double"),
    ]
    assert read(view("loading", turn=0), "load right chain") == [Load("constitution", "right", "chain")]
    with pytest.raises(Unclear, match="Constitution loads one broadside a turn"):
        read(view("loading"), "load both round")


@pytest.mark.parametrize(
    ("said", "step", "meant"),
    [
        ("grapple java", "grappling", Grapple("constitution", "java")),
        ("constitution grapple java", "grappling", Grapple("constitution", "java")),
        ("grapple constitution java", "grappling", Grapple("constitution", "java")),
        ("grapple", "grappling", Grapple("constitution", "java")),
        ("fend java", "fending", Fend("constitution", "java")),
        ("throw off java", "fending", Fend("constitution", "java")),
        ("board java 1 2", "boarding", Party("constitution", "OBP", (1, 2), "java")),
        ("board java with sections 1, 2 and 3", "boarding", Party("constitution", "OBP", (1, 2, 3), "java")),
        ("board 1", "boarding", Party("constitution", "OBP", (1,), "java")),
        ("constitution board java all", "boarding", Party("constitution", "OBP", (1, 2, 3), "java")),
        ("defend 1 2", "boarding", Party("constitution", "DBP", (1, 2))),
        ("constitution defend all cross", "boarding", Party("constitution", "DBP", (1, 2, 3), "", True)),
        ("cut left", "unfouling", Cut("constitution", "left")),
    ],
)
def test_hand_to_hand(said, step, meant):
    """Parties and men are told off by section and kind."""
    assert read(alongside(step), said) == [meant]


def test_a_prize_crew_is_ordered_in_words_and_too_small_a_one_is_warned_of():
    """`man java 3`, once a party is told off; twelve or more prisoners and one square are a bad bargain."""
    seen = alongside("boarding")
    party = Party("constitution", "OBP", (1,), "java")
    boarded = replace(seen, own=replace(seen.own, orders=(party,)))
    for said in ("man java 3", "constitution man java with 3 men", "leave 3 aboard java", "man 3"):
        assert read(boarded, said) == [Man("constitution", "java", 3)]
    with pytest.raises(Unclear, match="With how many crew squares"):
        read(boarded, "man java")
    with pytest.raises(Unclear, match="Whom"):
        read(seen, "man 3")
    assert "prisoners rise against fewer" in DESK.caution(boarded, Man("constitution", "java", 1))
    assert DESK.caution(boarded, Man("constitution", "java", 6)) == ""


def test_a_fouled_ship_is_cleared():
    """With or without the name of whom she lies against."""
    assert read(alongside("unfouling", "foul"), "unfoul") == [Unfoul("constitution", "java")]
    assert read(alongside("unfouling", "foul"), "clear java") == [Unfoul("constitution", "java")]


@pytest.mark.parametrize(
    ("said", "ship", "to", "words"),
    [
        ("signal all close the enemy", "caesar", 5, "close the enemy"),
        ("signal Close the enemy!", "caesar", 5, "Close the enemy!"),
        ("pompee signal caesar: engage the flagship", "pompee", ("caesar",), "engage the flagship"),
        ("signal to pompee and spencer: fire at will", "caesar", ("pompee", "spencer"), "fire at will"),
    ],
)
def test_signals_keep_their_words(said, ship, to, words):
    """What follows the ship and whom it is for is sent as it was typed."""
    seen = view(scenario="algeciras", seat="british")
    friends = tuple(s.id for s in seen.table.ships if s.side == "british" and s.id != ship)
    assert read(seen, said) == [Signal(ship, friends if isinstance(to, int) else to, words)]


def test_tows_and_transfers_name_a_friend():
    """The verb may come first or second."""
    seen = view(scenario="algeciras", seat="british")
    assert read(seen, "pompee tow hannibal") == [Tow("pompee", "hannibal")]
    assert read(seen, "tow pompee hannibal") == [Tow("pompee", "hannibal")]
    assert read(seen, "pompee cast off") == [Tow("pompee")]
    boarding = view("boarding", scenario="algeciras", seat="british")
    assert read(boarding, "pompee send 1 to hannibal") == [Party("pompee", "TBP", (1,), "hannibal")]


@pytest.mark.parametrize(
    ("said", "step", "answer"),
    [
        ("constitution", "notation", "What is Constitution to do?"),
        ("constitution plot", "notation", "Where is Constitution to go?"),
        ("constitution dance", "notation", "There is no ship or word 'dance' here"),
        ("sails", "loading", "Which sails\\? Say `constitution sails full`"),
        ("repair", "loading", "Repair what\\? Say `constitution repair hull`"),
        ("board java", "boarding", "With which crew sections\\? Say `constitution board java 1 2`"),
        ("board 1", "boarding", "Whom\\? Name her"),
        ("grapple", "grappling", "Constitution has nobody to grapple now."),
        ("cut", "unfouling", "On which side\\?"),
        ("hold fire", "combat", "Guns that have no order stay silent"),
        ("signal all", "notation", "Signal what\\?"),
        ("load grapple", "loading", "load and grapple\\? One order at a time"),
        ("tow", "notation", "Tow whom\\?"),
        ("fire all", "loading", "No ship can do that now"),
    ],
)
def test_what_is_left_out_is_asked_for_in_one_sentence(said, step, answer):
    """The sentence names what is missing."""
    with pytest.raises(Unclear, match=answer):
        read(view(step), said)


def test_with_several_ships_the_one_that_can_is_meant_or_she_is_asked_for():
    """With one chosen it is hers; "all" is everybody's."""
    seen = view(scenario="algeciras", seat="british")
    with pytest.raises(Unclear, match="Which ship\\? Name her first, as in `caesar L1`"):
        read(seen, "L1")
    assert read(seen, "L1", "pompee") == [Plot("pompee", "L1")]
    assert read(seen, "all stay") == [Plot(s.id, "0") for s in seen.table.ships if s.side == "british"]


def test_a_slip_is_asked_back():
    """A name and a verb with a letter wrong are offered as they should be."""
    with pytest.raises(Slip) as slip:
        read(view("combat"), "constitutoin fire")
    assert slip.value.words == ["constitution", "fire"]
    with pytest.raises(Slip, match="did you mean grapple"):
        read(view("grappling"), "constitution grpple")


@pytest.mark.parametrize("scenario", ["duel", "constitution_java", "algeciras", "gunboats", "president"])
def test_every_plot_that_is_offered_can_be_typed(scenario):
    """Typed as it is listed, it is the same order again."""
    table = view(scenario=scenario, seat="british").table
    for seat in table.sides:
        seen = view(scenario=scenario, seat=seat)
        for subject in DESK.subjects(seen):
            for order in RULES.legal(seen).of(subject):
                if isinstance(order, Plot):
                    assert read(seen, f"{order.ship} {order.moves}") == [order]
                assert DESK.say(seen, order)


# The picture and the sheets


@pytest.mark.parametrize("columns", [60, 80, 132])
@pytest.mark.parametrize("card", RULES.scenarios(), ids=lambda card: card.name)
def test_the_picture_fits_its_columns(card, columns):
    """Every line of every scenario is as wide as the terminal, in each lens."""
    state = RULES.setup(RULES.scenario(card.name, {}), RandomDice(1))
    seen = RULES.view(state, None)
    for lens in (Lens(), Lens(whole=True), Lens(zoom=3), Lens(zoom=0.3), Lens(seen.table.ships[0].id)):
        lines = DESK.picture(seen, lens, columns, 18)
        assert {cell_len(line.plain) for line in lines} == {columns}


def test_a_ship_is_two_hexes_with_her_name_and_the_wind_is_in_the_frame():
    """Bow and stern are drawn, the score stands below, and no line is wasted."""
    lines = [line.plain for line in DESK.picture(view(scenario="duel", seat="british"), Lens(), 80, 18)]
    text = "\n".join(lines)
    for part in ("■", "◢ Amelia", "□", "◺", "Aréthuse"):
        assert part in text
    assert lines[0].endswith("normal breeze to S ↓ ─┐")
    assert "A duel of frigates · turn 1 of 40 · plot your moves" in lines[0]
    assert "► British 0 · ▻ French 0" in lines[-1]
    assert len(lines) <= 10, "no larger than it must be"


def test_bow_and_stern_lie_as_the_hexes_do():
    """Northward the stern is two rows below the bow; to the south-east it is a row of hexes to the left, above."""
    seen = view(constitution={"bow": (10, 10), "heading": 1}, java={"bow": (14, 9), "heading": 3})
    lines = [line.plain for line in DESK.picture(seen, Lens(), 80, 18)]
    where = {sign: (row, line.index(sign)) for row, line in enumerate(lines[:-1]) for sign in "▲■◿□" if sign in line}
    assert where["■"] == (where["▲"][0] + 2, where["▲"][1])
    assert where["□"] == (where["◿"][0] - 1, where["◿"][1] - 4)
    assert where["◿"][1] - where["▲"][1] == 16, "four rows of hexes to the right"


def test_a_ship_that_is_beaten_is_a_cross():
    """Her colours are struck, and the score follows."""
    seen = view(java={"colours": "struck"})
    text = "\n".join(line.plain for line in DESK.picture(seen, Lens(), 80, 18))
    assert "×" in text
    assert "▻ British 0" in text
    assert "► Americans" in text


def shown(person: Person, *lines) -> str:
    person.talk.show(lines)
    return person.shown


def test_a_sheet_has_crossed_squares_loads_and_what_bears():
    """What the enemy has loaded is not on hers."""
    seen = view(
        "combat",
        constitution={"bow": (10, 10), "heading": 1, "hull": 10, "crew": (4, 6, 6), "pumps": (3,)},
        java={"bow": (13, 9), "heading": 1},
    )
    text = shown(Person(columns=100), *DESK.sheet(seen, "constitution"))
    for part in ("■■■■■■■■■■□", "■■■■□□ ■■■■■■ ■■■■■■", "section 3 at the pumps", "round shot", "bears on Java at 3",
                 "nothing bears"):  # fmt: skip
        assert part in text
    assert "round shot" not in shown(Person(columns=100), *DESK.sheet(seen, "java")), (
        "what she has loaded is hers to know"
    )


def test_a_sheet_names_what_has_befallen_her():
    """Locks, fires, wreckage, dead captains, springs and loss of steering each have words."""
    seen = alongside("boarding")
    ship = replace(
        seen.table.ships[0], fires=((2, 3),), obscured=(("left", 1),), hanging=("right",), captain=False, anchor="AS",
        steering_lost=1,
    )  # fmt: skip
    table = seen.table.with_ship(0, ship)
    told = sheets.state(table, 0)
    for part in ("grappled 1 time with Java", "a fire with 2 turns to burn", "wreckage to port for 1 turn",
                 "a mast hangs to starboard", "her captain is dead", "spring at the stern", "turning ability less 1"):  # fmt: skip
        assert part in told
    assert sheets.state(table.with_ship(0, replace(ship, gone="sunk")), 0).startswith("sunk")


def test_the_roster_has_every_ship_beside_her_enemies():
    """No line is longer than the terminal, and no ship is left out."""
    seen = view(scenario="algeciras", seat="british")
    lines = [line.plain for line in DESK.roster(seen, 80)]  # type: ignore[union-attr]
    assert max(map(cell_len, lines)) <= 80
    assert all(any(ship.name in line for line in lines) for ship in seen.table.ships)


def test_the_help_page_has_every_order_by_example():
    """Each example that names no friend is understood, in one step or another."""
    seen = alongside("combat")
    for said, _ in DESK.help(seen):
        if "…" not in said:
            assert read(replace(seen, table=replace(seen.table, phase=Writing("notation"))), said)


# Playing


def typed(order: object) -> str:
    """An order as a captain would type it."""
    match order:
        case Plot(ship=ship, moves=moves):
            return f"{ship} {moves}"
        case Fire(ship=ship, broadside=broadside, target=target, aim=aim):
            return f"{ship} fire {broadside} {target} {aim}"
        case Load(ship=ship, broadside=broadside, shot=shot):
            return f"{ship} load {broadside} {shot}"
        case Repair(ship=ship, what=what):
            return f"{ship} repair {what}"
        case Sails(ship=ship, full=full):
            return f"{ship} sails {'full' if full else 'battle'}"
        case Grapple(ship=ship, other=other) | Fend(ship=ship, other=other) | Unfoul(ship=ship, other=other):
            return f"{ship} {type(order).__name__.lower()} {other}"
        case Party(ship=ship, kind=kind, sections=sections, target=target, cross=cross):
            verb = {"OBP": "board", "DBP": "defend", "TBP": "transfer"}[kind]
            return f"{ship} {verb} {target} {' '.join(map(str, sections))} {'cross' if cross else ''}"
        case Cut(ship=ship, side=side):
            return f"{ship} cut {side}"
        case Tow(ship=ship, other=other):
            return f"{ship} tow {other}" if other else f"{ship} cast off"
    return "ready"


def sensible(session: Session) -> Iterator[str]:
    """A captain's orders in words, with a question between them now and then."""
    chance, captain = random.Random(3), bot("captain", "3", "wsim")
    while True:
        if chance.random() < 0.2:
            yield chance.choice(["options", "ships", "odds fire", "map", "fire all", "load all", "log 3", "why"])
            continue
        rules, view = session.match.rules, session.view
        yield typed(captain.choose(view, rules.legal(view), rules))


def play_out(session: Session, person: Person, limit: int = 6000) -> str:
    lines = sensible(session)

    def ask(prompt: str) -> str:
        nonlocal limit
        limit -= 1
        assert limit, "this match does not end"
        person.prompts.append(prompt)
        return next(lines)

    person.talk._ask = ask
    return session.run()


def test_a_whole_duel_against_the_midshipman_is_typed_to_its_end(tmp_path):
    """From loading to the last broadside: the record holds, and says who won and why."""
    path, person = tmp_path / "duel.jsonl", Person()
    session = at_table(person, "wsim", "chesapeake_shannon", {"british": "me", "american": "midshipman"}, path)
    assert play_out(session, person) == "over"
    assert re.search(r"(You win|The Americans won|Nobody wins): .+", person.shown)
    assert "fires her initial" in person.shown
    assert re.search(r"\d+ % to hit", " ".join(person.shown.split()))
    found = verify(path, rulesets.ruleset)
    assert found.ok, found.sentence


@pytest.mark.parametrize("scenario", ["algeciras", "gunboats"])
def test_a_squadron_can_be_played_at_the_keyboard(scenario):
    """Every scenario can be played to its end against a bot."""
    person = Person()
    sides = RULES.setup(RULES.scenario(scenario, {}), RandomDice(1)).table.sides
    session = at_table(
        person, "wsim", scenario, {sides[0]: "me", sides[1]: "midshipman"}, settings={"turns": 3}
    )  # fmt: skip
    assert play_out(session, person) == "over"


def test_orders_stay_hidden_until_both_are_ready():
    """One's own plot is told, the enemy's is not."""
    person = Person("ready", "constitution 2", "log")
    session = at_table(person, "wsim", "constitution_java", DUEL)
    session.run()
    assert "Constitution plots 2." in person.shown
    assert "Java plotted" not in person.shown


def test_being_ready_too_early_is_cautioned_about():
    """With a person at the terminal: what ships without a plot will do is said, and n goes back."""
    person = Person("ready", "", "ready", "n", live=True)
    session = at_table(person, "wsim", "constitution_java", DUEL)
    session.run()
    assert "No plot is written for Constitution (" in person.shown
    assert "Not done." in person.shown


def test_odds_of_a_broadside_are_shown_when_it_is_written():
    """The chance of a hit, the squares on average and the chance of a critical hit stand beside it."""
    seen = view("combat", constitution={"bow": (10, 10), "heading": 1}, java={"bow": (13, 9), "heading": 1})
    order = Fire("constitution", "right", "java")
    (call,) = RULES.preview(seen, order)
    odds = RULES.procedures[call.procedure].odds(call.inputs, RULES.charts)
    assert re.search(r"\d+ % to hit; hull \d+\.\d.+ squares on average; a critical hit \d+ %", DESK.chance(seen, order, call, odds))  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_typed_it_answers_and_goes_on(seed, tmp_path):
    """Words thrown together by chance, in every step: never an error, and the record holds."""
    chance, path, person = random.Random(seed), tmp_path / "m.jsonl", Person(live=seed % 2 == 0)
    scenario = ("duel", "algeciras", "gunboats", "wasp_reindeer")[seed]
    sides = RULES.setup(RULES.scenario(scenario, {}), RandomDice(1)).table.sides
    players = {sides[0]: "me", sides[1]: ("me", "midshipman")[seed % 2]}
    session = at_table(person, "wsim", scenario, players, path, dice=("server", "typed")[seed == 3])
    ships = [ship.id for ship in session.match.state.table.ships]
    leave = ("quit", "q", "exit", "bye", "resign", "save")
    vocabulary = sorted(word for word in (*pages.WORDS, *pages.ALIASES, *hearing.RESERVED) if word not in leave)
    others = ["0", "L1", "R1R", "1 2", "#2", "#99", "(A)", ";", "then", "é☃", "[bold]", "[/]", "a", "A", "W3"]
    sound = ["ready", "ready", "fire all", "options", "1", "undo", "2", "board all", "grapple", "load all", ""]
    left = 250

    def ask(prompt: str) -> str:
        nonlocal left
        left -= 1
        if not left:
            raise EOFError
        if "d6: " in prompt and chance.random() < 0.8:
            return " ".join(str(chance.randint(1, 6)) for _ in range(2 if "2d6" in prompt else 1))
        if chance.random() < 0.5:
            return chance.choice(sound)
        kinds = chance.choices((ships, vocabulary, others), (3, 5, 2), k=chance.randint(1, 6))
        return " ".join(chance.choice(kind) for kind in kinds)

    person.talk._ask = ask
    session.run()
    assert verify(path, rulesets.ruleset).ok
