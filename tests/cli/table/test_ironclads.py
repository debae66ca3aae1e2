"""The age of steam at the keyboard: orders as a captain types them, the table as a picture, sheets in text."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from rich.cells import cell_len

from tests.keyboard import Person, at_table
from tests.rulesets.ironclads.sea import battery, fort, land, ship, table, tube
from weathergauge import rulesets
from weathergauge.bots import bot
from weathergauge.cli.table import pages
from weathergauge.cli.table.desk import Lens, desk_for
from weathergauge.cli.table.ironclads import hearing, sheets
from weathergauge.cli.table.names import Slip, Unclear
from weathergauge.cli.table.session import Session
from weathergauge.frame.events import Ready
from weathergauge.match.verify import verify
from weathergauge.ruleset import PROCEED
from weathergauge.rulesets.ironclads.actions import (
    Activate,
    Activated,
    Again,
    Aim,
    Began,
    Board,
    Break,
    Counter,
    Destroy,
    Done,
    Launch,
    Lead,
    Place,
    Salvo,
    Steam,
    Steamed,
)
from weathergauge.rulesets.ironclads.state import (
    Activating,
    Breaking,
    Choosing,
    Commanding,
    Countering,
    Destroying,
    Minefield,
    Orders,
    Over,
    Rethrowing,
    Secret,
    View,
)
from weathergauge.throwing import RandomDice

RULES = rulesets.ruleset("ironclads")
DESK = desk_for(RULES)
ARMED = (
    battery("main", 2, 4, "bow port starboard"),
    battery("medium", 4, 3, "starboard"),
    battery("light", 3, 1, "port"),
)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Matches of these tests are kept nowhere else."""
    monkeypatch.setenv("WEATHERGAUGE_HOME", str(tmp_path))


def view(phase: Any, *more: Any, mars: Any = (), pluton: Any = (), **changed: Any) -> View:
    """Mars heads north, and Pluton lies four inches to starboard of her; Argo is a friend astern of Mars."""
    ours = ship("mars", 20, 20, batteries=ARMED, tubes=(tube(), tube("port")), order="half", **dict(mars))
    argo = ship("argo", 20, 12, batteries=ARMED)
    hers = ship("pluton", **{"x": 24, "y": 20, "side": "red", "batteries": ARMED, **dict(pluton)})
    at = table(ours, argo, hers, *more, phase=phase, **changed)
    own = Secret(orders=(Orders("half", ""), Orders("half", ""), Orders("", "")))
    return View(at, "blue", own)


MOVE, FIRE = Activating("blue", 0, "move"), Activating("blue", 0, "fire")
PICK = Activating("blue")
ANSWER = Countering("blue", 2, (Aim(1, "mars"),), (0,))
RETHROW = Rethrowing("blue", 0, 2, 3)
RUIN = fort("sumter", 30, 20, batteries=ARMED, guns_owed=1)


def read(seen: View, said: str, chosen: str = "") -> list[Any]:
    return DESK.read(seen, said.split(), chosen)


# Orders in words


@pytest.mark.parametrize(("said", "again"), [("again", True), ("reroll", True), ("keep", False), ("hold", False)])
def test_a_specialist_throws_again_or_keeps_his_die(said, again):
    """Either is said in a word."""
    assert read(view(RETHROW), said) == [Again(again)]


def test_the_gun_of_a_fort_is_named_by_number_or_kind():
    """Where neither is said and there are several, one is asked which."""
    seen = view(Destroying("blue", 0), RUIN)
    assert read(seen, "destroy 2") == read(seen, "medium") == [Destroy("sumter", 2)]
    with pytest.raises(Unclear, match="Which gun"):
        read(seen, "destroy")


@pytest.mark.parametrize(
    ("said", "first"),
    [("lead us", "blue"), ("lead", "blue"), ("lead them", "red"), ("red first", "red"), ("first", "blue"), ("lead red", "red")],
)  # fmt: skip
def test_who_goes_first(said, first):
    """Us or them, by word or by name."""
    assert read(view(Choosing("blue")), said) == [Lead(first)]


@pytest.mark.parametrize(
    ("said", "placed"),
    [
        ("mars full", [("mars", "full")]),
        ("all half", [("mars", "half"), ("argo", "half")]),
        ("mars argo slow", [("mars", "slow"), ("argo", "slow")]),
        ("mars and argo slow", [("mars", "slow"), ("argo", "slow")]),
        ("mars full argo stop", [("mars", "full"), ("argo", "stop")]),
        ("all full but mars slow", [("argo", "full"), ("mars", "slow")]),
        ("mars slow, all the others full", [("mars", "slow"), ("argo", "full")]),
        ("place mars half", [("mars", "half")]),
    ],
)
def test_a_squadron_is_given_its_orders_in_one_line(said, placed):
    """Names and orders in any mixture become one placing for each ship."""
    assert read(view(Commanding()), said) == [Place(id, order) for id, order in placed]


@pytest.mark.parametrize(
    ("said", "placed"),
    [
        ("mars full half", [("full", True), ("half", False)]),
        ("mars full", [("full", True), ("full", False)]),
        ("mars full now", [("full", True)]),
        ("mars slow next", [("slow", False)]),
    ],
)
def test_before_the_first_turn_there_are_two_orders(said, placed):
    """The first counts now and the second in the next turn."""
    seen = view(Commanding(), turn=1)
    assert read(seen, said) == [Place("mars", order, active) for order, active in placed]


def test_the_ship_that_was_chosen_is_meant():
    """An order without a name goes to her; ready and done end the whole step."""
    assert read(view(Commanding()), "full", "argo") == [Place("argo", "full")]
    assert read(view(Commanding()), "ready") == [Ready()]
    assert read(view(Commanding()), "done") == [Ready()]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("mars move 3", Steam("mars", 300)),
        ("move 3", Steam("mars", 300)),
        ("3", Steam("mars", 300)),
        ("ahead 2.5 inches", Steam("mars", 250)),
        ("move 1,5", Steam("mars", 150)),
        ("move", Steam("mars", 300)),
        ("move full", Steam("mars", 300)),
        ("mars stay", Steam("mars")),
        ("stop", Steam("mars")),
        ("move 2 port 30", Steam("mars", 200, -30, 100)),
        ("move 2 port 30 0.5", Steam("mars", 200, -30, 50)),
        ("move 2, starboard 45, ahead 1", Steam("mars", 200, 45, 100)),
        ("port 30", Steam("mars", 100, -30, 200)),
        ("turn 30 port", Steam("mars", 100, -30, 200)),
        ("turn 30 degrees to starboard", Steam("mars", 100, 30, 200)),
        ("move 2 turn 30° starboard 1", Steam("mars", 200, 30, 100)),
        ("steer 045", Steam("mars", 100, 45, 200)),
        ("steer nw", Steam("mars", 100, -45, 200)),
        ("move 1 port 20 1 starboard 40", Steam("mars", 100, -20, 100, 40, 100)),
        ("move 3 short", Steam("mars", 300, contact="stop")),
        ("move 3 to board", Steam("mars", 300, contact="board")),
        ("astern 1", Steam("mars", -100)),
        ("astern 1 port 10", Steam("mars", -100, -10)),
    ],
)
def test_a_move_is_runs_in_inches_and_turns_in_degrees(said, meant):
    """At half Mars runs three inches; what is left out is the inch before a turn, and the rest of her way after it."""
    assert read(view(MOVE), said) == [meant]


def test_a_course_into_an_enemy_is_found():
    """Ram and board find the plain course themselves, and where there is none it is said."""
    ahead = view(MOVE, pluton={"x": 20, "y": 24.5, "heading": 90})
    for said, contact in (("ram pluton", "ram"), ("ram", "ram"), ("board pluton", "board")):
        (order,) = read(ahead, said)
        assert (order.ship, order.turn, order.contact) == ("mars", 0, contact)
        assert RULES.legal(ahead).why_not(order) is None
    with pytest.raises(Unclear, match="No plain course takes Mars into Pluton: say her way yourself"):
        read(view(MOVE), "ram pluton")
    with pytest.raises(Unclear, match="Mars can run into nobody on a plain course"):
        read(view(MOVE), "ram")


@pytest.mark.parametrize(
    ("said", "guns"),
    [
        ("fire", (1, 2)),
        ("fire pluton", (1, 2)),
        ("mars fire at pluton", (1, 2)),
        ("pluton", (1, 2)),
        ("fire main at pluton", (1,)),
        ("fire 2 at pluton", (2,)),
        ("fire pluton with main", (1,)),
        ("fire medium", (2,)),
        ("fire bow at pluton", (1,)),
        ("fire #3 with batteries 1 and 2", (1, 2)),
    ],
)
def test_guns_are_named_by_number_type_or_bearing(said, guns):
    """All ways of saying which guns fire lead to the same salvo."""
    assert read(view(FIRE), said) == [Salvo("mars", tuple(Aim(gun, "pluton") for gun in guns))]


def test_a_salvo_may_be_shared_between_targets():
    """Each group is aimed at whoever is named after it."""
    seen = view(FIRE, ship("vulcan", 16, 20, side="red", batteries=ARMED))
    assert read(seen, "fire main at pluton, light at vulcan") == [Salvo("mars", (Aim(1, "pluton"), Aim(3, "vulcan")))]
    assert read(seen, "fire 1 at vulcan and pluton") == [Salvo("mars", (Aim(1, "vulcan"), Aim(2, "pluton")))]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("torpedo pluton", Launch("mars", (Aim(1, "pluton"),))),
        ("torpedo", Launch("mars", (Aim(1, "pluton"),))),
        ("launch 2 at pluton", Launch("mars", (Aim(2, "pluton"),))),
        ("board pluton", Board("mars", "pluton")),
        ("done", Done("mars")),
        ("hold fire", Done("mars")),
    ],
)
def test_torpedoes_boarding_and_the_end_of_an_activation(said, meant):
    """Each is said in one line."""
    assert read(view(FIRE), said) == [meant]


@pytest.mark.parametrize(
    ("said", "guns"),
    [("answer", (1, 2)), ("fire", (1, 2)), ("answer main", (1,)), ("answer with 2", (2,)), ("hold", ()), ("hold fire", ())],
)  # fmt: skip
def test_a_salvo_is_answered_or_not(said, guns):
    """The target's guns are named as for a salvo, and silence is an answer too."""
    assert read(view(ANSWER), said) == [Counter("mars", guns)]


def test_breaking_off():
    """Break off and fight on are the two answers."""
    asked = Breaking(("blue",))
    assert read(view(asked), "break off") == [Break(True)]
    assert read(view(asked), "fight on") == [Break(False)]


def test_a_ship_is_activated_by_her_name_or_with_her_move():
    """A move or salvo said at once activates her first."""
    assert read(view(PICK), "activate mars") == [Activate("mars")]
    assert read(view(PICK), "mars act") == [Activate("mars")]
    assert read(view(PICK), "mars move 2 port 20 1") == [Activate("mars"), Steam("mars", 200, -20, 100)]
    strong = view(PICK, fort("redan", 30, 20, side="blue"))
    assert read(strong, "redan fire pluton") == [Activate("redan"), Salvo("redan", (Aim(1, "pluton"),))]


def test_what_cannot_be_done_after_activation_is_said_before_it():
    """Her order would be shown for nothing."""
    with pytest.raises(Unclear, match="may run from 0 to 300 hundredths of an inch at half"):
        read(view(PICK), "mars move 9")
    with pytest.raises(Unclear, match="Mars has been activated this turn"):
        read(view(PICK, mars={"activated": True}), "mars move 2")


@pytest.mark.parametrize(
    ("said", "phase", "answer"),
    [
        ("hello", PICK, "There is no ship or word 'hello' here"),
        ("activate", PICK, "Which ship acts\\? Name her, as in `activate mars`"),
        ("full", Commanding(), "Which ship\\? Name her first, as in `mars full`, or say `all full`"),
        ("mars", Commanding(), "What is Mars to do\\? Say full, half, slow or stop"),
        ("all", Commanding(), "What are they to do\\?"),
        ("pluton full", Commanding(), "Pluton is not yours to order"),
        ("mars full half", Commanding(), "Mars is told one order for the next turn, as in `mars full`"),
        ("mars main", Commanding(), "An order is full, half, slow or stop"),
        ("fire pluton", Commanding(), "That is not done now: both sides place their orders face down"),
        ("blue red", Breaking(("blue",)), "That is not done now: it is asked who would break off"),
        ("mars", Choosing("blue"), "Who goes first\\? Say `lead us` or `lead them`"),
        ("mars", MOVE, "What is Mars to do\\? `options mars` lists what she can"),
        ("move port", MOVE, "How far to port\\? Say degrees, as in `mars port 30`"),
        ("turn 30 degrees", MOVE, "To which side\\? Say `mars port 30` or `mars starboard 30`"),
        ("move bow 30", MOVE, "A ship turns to port or to starboard, not to her bow"),
        ("move 1 2", MOVE, "Two runs with no turn between them"),
        ("port 10 port 10 port 10", MOVE, "Mars cannot turn 3 times in one move"),
        ("move 2 fire", MOVE, "move and fire\\? One order at a time: put `then` between them"),
        ("fire light at pluton", FIRE, "Battery 3 of Mars does not bear on Pluton, who lies to starboard of her"),
        ("fire light", FIRE, "No guns of Mars that were meant have any hope of a hit now"),
        ("board", FIRE, "Mars has nobody to board now: bases must touch"),
        ("answer light", ANSWER, "Battery 3 of Mars does not bear on Pluton"),
        ("fire", Over("blue", "won"), "The battle is over"),
    ],
)
def test_what_is_left_out_or_wrong_is_said_in_one_sentence(said, phase, answer):
    """Each slip at this table gets the sentence that says what to say instead."""
    with pytest.raises(Unclear, match=answer):
        read(view(phase), said)


def test_a_ship_without_tubes_launches_nothing():
    """She has none, or nobody is in reach, or the enemy is too far: three different sentences."""
    with pytest.raises(Unclear, match="Argo has no tube 1: she has none at all"):
        read(view(Activating("blue", 1, "fire")), "torpedo")
    with pytest.raises(Unclear, match="Mars has nobody in reach of a torpedo"):
        read(view(FIRE, pluton={"x": 60}), "torpedo")
    (far,) = read(view(FIRE, pluton={"x": 60}), "torpedo pluton")
    assert "torpedoes run 6" in str(RULES.legal(view(FIRE, pluton={"x": 60})).why_not(far))


def test_a_slip_is_asked_back():
    """Names and words that are one letter off are offered in their right spelling."""
    with pytest.raises(Slip) as slip:
        read(view(FIRE), "plutno fire")
    assert slip.value.meant == "Pluton"
    with pytest.raises(Slip, match="did you mean starboard"):
        read(view(MOVE), "move 2 starbord 30")


# The picture and the sheets


@pytest.mark.parametrize("columns", [60, 80, 132])
@pytest.mark.parametrize("card", RULES.scenarios(), ids=lambda card: card.name)
def test_the_picture_fits_its_columns(card, columns):
    """Every line of every scenario is exactly as wide as the terminal, in each lens."""
    state = RULES.setup(RULES.scenario(card.name, {}), RandomDice(1))
    seen = RULES.view(state, None)
    for lens in (Lens(), Lens(whole=True), Lens(zoom=3), Lens(zoom=0.3), Lens(seen.table.ships[0].id)):
        lines = DESK.picture(seen, lens, columns, 18)
        assert {cell_len(line.plain) for line in lines} == {columns}
    assert {cell_len(str(line)) <= columns for line in DESK.key(seen, columns)} <= {True}


def test_the_picture_has_ships_forts_land_mines_and_the_wind():
    """All of them are drawn, and the frame says title, turn and wind."""
    seen = view(
        PICK,
        fort("redan", 28, 14),
        shores=(land((10, 10), (14, 10), (14, 14)),),
        mines=(Minefield("field", 2600, 2400),),
    )
    lines = [line.plain for line in DESK.picture(seen, Lens(whole=True), 100, 30)]
    text = "\n".join(lines)
    for part in ("Mars", "Pluton", "▣ Redan", "✱", "⣿"):
        assert part in text
    assert lines[0].startswith("┌─ Test · turn 3 of 12 · Blue act")
    assert lines[0].endswith("moderate breeze from N ↓ ─┐")
    assert "► Blue 0 · ▻ Red 0" in lines[-1]


def test_a_ship_that_is_beaten_is_a_cross_and_a_silenced_fort_a_ruin():
    """A glance at the picture tells who still fights."""
    seen = view(PICK, fort("redan", 28, 14, hull=0), pluton={"surrendered": True})
    text = "\n".join(line.plain for line in DESK.picture(seen, Lens(), 80, 18))
    assert "×" in text
    assert "□" in text


def test_hidden_mines_are_drawn_for_their_owner_alone():
    """The enemy's picture has none."""
    seen = view(PICK)
    mined = View(seen.table, "blue", Secret(mines=(Minefield("ours", 2300, 2300, owner="blue"),)))
    assert "✱" in "\n".join(line.plain for line in DESK.picture(mined, Lens(), 80, 18))
    assert "✱" not in "\n".join(line.plain for line in DESK.picture(View(seen.table, "red", Secret()), Lens(), 80, 18))


def shown(person: Person, *lines) -> str:
    person.talk.show(lines)
    return person.shown


def test_a_sheet_has_hull_guns_and_what_they_bear_on():
    """Hull, speed, guns with their bearings, fires, floods and rudder all stand on it."""
    seen = view(FIRE, mars={"hull": 14, "hull_full": 20, "fire": 2, "flooding": 1, "rudder": "left"})
    text = shown(Person(columns=120), *DESK.sheet(seen, "mars"))
    for part in ("■■■½□", "3½ of 5 points", "000 N", "half order: 3 inches", "2 main dice bow and port and starboard, AP 4",
                 "bears on Pluton at", "3 light dice port, AP 1; nothing it could hit", "tube 1", "2 fires",
                 "1 flood gaining", "rudder jammed to port", "half now"):  # fmt: skip
        assert part in text


def test_orders_of_the_enemy_are_not_on_her_sheet():
    """Our own show in the roster, hers nowhere."""
    seen = view(FIRE)
    secret = Secret(orders=(Orders("half", "full"),) * 3)
    text = shown(Person(columns=120), *DESK.sheet(View(seen.table, "blue", secret), "pluton"))
    assert "orders" not in text
    assert "half→full" in "\n".join(line.plain for line in sheets.roster(View(seen.table, "blue", secret), 120))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"gone": "sunk"}, "sunk"),
        ({"surrendered": True}, "surrendered"),
        ({"engine_room": 2, "heavy_list": True}, "engine room hit twice, listing heavily"),
        ({"grounded": True, "flooded": 2}, "2 floods held, aground"),
        ({"anchored": True, "ram_lost": True, "bridge": True}, "bridge hit, ram lost, at anchor"),
    ],
)
def test_a_sheet_names_what_has_befallen_her(changes, told):
    """Each mark has its words."""
    assert sheets.state(ship("mars", **changes)) == told


@pytest.mark.parametrize("scenario", ["lissa", "yalu", "mines"])
def test_the_roster_has_every_ship_beside_her_enemies(scenario):
    """No line is longer than the terminal, and no ship is left out."""
    state = RULES.setup(RULES.scenario(scenario, {}), RandomDice(1))
    lines = [line.plain for line in DESK.roster(RULES.view(state, None), 80)]  # type: ignore[union-attr]
    assert max(map(cell_len, lines)) <= 80
    assert all(any(one.name[:9] in line for line in lines) for one in state.table.ships)


def test_every_order_of_the_help_page_is_understood():
    """Each example, in one phase or another."""
    near = {"x": 20, "y": 23.8, "heading": 90}
    phases = [Choosing("blue"), Commanding(), PICK, MOVE, FIRE, ANSWER, RETHROW, Breaking(("blue",))]
    seen = [view(phase, pluton=near, turn=turn) for phase in phases for turn in (1, 3)]
    seen.append(view(Destroying("blue", 0), RUIN))
    for said, _ in DESK.help(view(PICK)):
        assert any(_understood(one, said) for one in seen), said


def _understood(seen: View, said: str) -> bool:
    try:
        return bool(read(seen, said))
    except Unclear:
        return False


def test_a_long_phase_is_told_in_short():
    """Eight activations are one line and moves are counted; asked for the whole, each is told."""
    at, desk = view(PICK), desk_for(rulesets.ruleset("ironclads"))
    events: list[Any] = [Began(3, "activation")]
    for _ in range(8):
        events += [Activated("mars", "half", "half"), Steamed("argo", ((0, 0, 0), (1, 1, 1)))]
    lines = [getattr(line, "plain", line) for line in desk.digest(at, events)]
    assert lines == ["── Turn 3: the ships act ──", f"{', '.join(['Mars at half'] * 7)} and Mars at half.",
                     "1 ship made their moves."]  # fmt: skip
    assert len(desk.digest(at, events, whole=True)) == 17


# Playing


def typed(order: object) -> str:
    """An order as a captain would type it."""

    def way(turn: int) -> str:
        return f"{'starboard' if turn > 0 else 'port'} {abs(turn)}"

    match order:
        case Lead(first=first):
            return f"lead {first}"
        case Place(ship=id, order=told, active=active):
            return f"{id} {told} {'now' if active else 'next'}"
        case Activate(ship=id):
            return f"activate {id}"
        case Steam(ship=id, run=run) if run < 0:
            return f"{id} astern {-run / 100:g} {way(order.turn) if order.turn else ''}"
        case Steam(ship=id, run=run, turn=turn, then=then, second=second, last=last, contact=contact):
            parts = [f"{id} move {run / 100:g}"]
            parts += [f"{way(turn)} {then / 100:g}"] if turn else []
            parts += [f"{way(second)} {last / 100:g}"] if second else []
            return " ".join([*parts, {"ram": "", "board": "to board", "stop": "short"}[contact]])
        case Salvo(ship=id, shots=shots):
            return f"{id} fire {' '.join(f'{aim.gun} at {aim.target}' for aim in shots)}"
        case Launch(ship=id, shots=shots):
            return f"{id} torpedo {' '.join(str(aim.gun) for aim in shots)} at {shots[0].target}"
        case Counter(ship=id, guns=guns):
            return f"{id} answer {' '.join(map(str, guns))}" if guns else f"{id} hold"
        case Board(ship=id, target=target):
            return f"{id} board {target}"
        case Done(ship=id):
            return f"{id} done"
        case Break(ask=ask):
            return "break off" if ask else "fight on"
    return "ready"


@pytest.mark.parametrize("scenario", [card.name for card in RULES.scenarios()])
def test_every_order_that_is_offered_can_be_typed(scenario):
    """Along a game between midshipmen."""
    dice = RandomDice(4)
    state = RULES.setup(RULES.scenario(scenario, {"turns": 3}), dice)
    bots = {seat: bot("midshipman", seat) for seat in state.table.sides}
    while RULES.result(state) is None:
        seat = RULES.to_act(state)[0]
        if seat not in bots:
            state = RULES.play(state, seat, PROCEED, dice).state
            continue
        seen = RULES.view(state, seat)
        choices = RULES.legal(seen)
        for subject in choices.subjects():
            for order in list(choices.of(subject))[:8]:
                assert read(seen, typed(order)) == [order], typed(order)
        state = RULES.play(state, seat, bots[seat].choose(seen, choices, RULES), dice).state


def sensible(session: Session) -> Iterator[str]:
    """A captain's orders in words, with a question between them now and then."""
    chance, captain = random.Random(3), bot("captain", "3", "ironclads")
    while True:
        if chance.random() < 0.2:
            yield chance.choice(["options", "ships", "odds fire", "map", "log 3", "why", "help orders", "look 1"])
            continue
        rules, seen = session.match.rules, session.view
        yield typed(captain.choose(seen, rules.legal(seen), rules))


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


def test_a_whole_battle_against_the_midshipman_is_typed_to_its_end(tmp_path):
    """From the first orders to the last salvo: the record holds, and says who won and why."""
    path, person = tmp_path / "m.jsonl", Person()
    session = at_table(person, "ironclads", "gunnery", {"blue": "me", "red": "midshipman"}, path)
    assert play_out(session, person) == "over"
    assert re.search(r"(You win|Red won|Nobody wins): .+", person.shown)
    assert re.search(r"\d+ % to hurt her, \d+\.\d\d hull points on average", " ".join(person.shown.split()))
    found = verify(path, rulesets.ruleset)
    assert found.ok, found.sentence


@pytest.mark.parametrize("scenario", ["hampton_roads_1", "yalu", "mines"])
def test_a_squadron_can_be_played_at_the_keyboard(scenario):
    """Every scenario can be played to its end against a bot."""
    person = Person()
    sides = RULES.setup(RULES.scenario(scenario, {}), RandomDice(1)).table.sides
    players = {sides[0]: "me", sides[1]: "midshipman"}
    assert play_out(at_table(person, "ironclads", scenario, players, settings={"turns": 2}), person) == "over"


def test_orders_may_be_taken_back_until_they_are_shown():
    """Undo takes the last placing back and says so."""
    person = Person("lead us", "all full", "undo", "ships")
    at_table(person, "ironclads", "lissa", {"austrian": "me", "italian": "midshipman"}).run()
    assert "Taken back: Adria: full next turn" in person.shown


def test_being_ready_too_early_is_cautioned_about():
    """With a person at the terminal: what was forgotten is said, and n goes back."""
    person = Person("lead us", "resolute full", "ready", "n", live=True)
    at_table(person, "ironclads", "gunnery", {"blue": "me", "red": "midshipman"}, seed="2").run()
    assert "No order is placed for Swallow: they keep the one they hold." in " ".join(person.shown.split())
    assert "Not done." in person.shown


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_typed_it_answers_and_goes_on(seed, tmp_path):
    """Words thrown together by chance, in every phase: never an error, and the record holds."""
    chance, path, person = random.Random(seed), tmp_path / "m.jsonl", Person(live=seed % 2 == 0)
    scenario = ("gunnery", "hampton_roads_1", "mines", "iquique")[seed]
    sides = RULES.setup(RULES.scenario(scenario, {}), RandomDice(1)).table.sides
    players = {sides[0]: "me", sides[1]: ("me", "midshipman")[seed % 2]}
    session = at_table(person, "ironclads", scenario, players, path, dice=("server", "typed")[seed == 3])
    ships = [one.id for one in session.match.state.table.ships]
    leave = ("quit", "q", "exit", "bye", "resign", "save")
    vocabulary = sorted(word for word in (*pages.WORDS, *pages.ALIASES, *hearing.RESERVED) if word not in leave)
    others = ["0", "2", "30", "090", "#2", "#99", ";", "then", "é☃", "[bold]", "[/]", "1.5", "20°", "-3"]
    sound = ["ready", "all half", "fire", "options", "1", "undo", "2", "answer", "move", "lead us", "done", ""]
    left = 300

    def ask(prompt: str) -> str:
        nonlocal left
        left -= 1
        if not left:
            raise EOFError
        if "d6: " in prompt and chance.random() < 0.8:
            count = re.search(r"(\d*)d6: ", prompt)
            return " ".join(str(chance.randint(1, 6)) for _ in range(int(count[1] or 1) if count else 1))
        if chance.random() < 0.5:
            return chance.choice(sound)
        kinds = chance.choices((ships, vocabulary, others), (3, 5, 2), k=chance.randint(1, 6))
        return " ".join(chance.choice(kind) for kind in kinds)

    person.talk._ask = ask
    session.run()
    assert verify(path, rulesets.ruleset).ok
