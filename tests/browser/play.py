"""Matches that come to something: a duel that ends alongside, and short ones that are over at once."""

from __future__ import annotations

from typing import Any

from tests.browser.people import Chair, Visitor


def move(ship: str, distance: int, hold: bool = False) -> dict[str, Any]:
    return {"type": "move", "ship": ship, "distance": distance, "hold": hold}


def turn(ship: str, angle: int) -> dict[str, Any]:
    return {"type": "turn", "ship": ship, "angle": angle}


HOLD = {"type": "hold", "ship": "aigle"}
BRITISH = "bellerophon"
# With a six on every die, which makes every captain obeyed, Bellerophon is fouled with Aigle in the sixth turn.
ALONGSIDE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("allied", move("aigle", 150)),
    ("british", turn(BRITISH, 15)),
    ("british", move(BRITISH, 600, True)),
    ("allied", HOLD),
    ("allied", move("aigle", 150)),
    ("british", turn(BRITISH, -3)),
    ("british", move(BRITISH, 600, True)),
    ("allied", HOLD),
    ("allied", move("aigle", 0)),
    ("british", move(BRITISH, 600, True)),
    ("allied", move("aigle", 0)),
    ("british", move(BRITISH, 600, True)),
    ("allied", move("aigle", 0)),
    ("british", turn(BRITISH, 7)),
    ("british", move(BRITISH, 600, True)),
    ("allied", move("aigle", 0)),
    ("british", move(BRITISH, 600, True)),
)
LAST_TURN = 6


def throw(chair: Chair, face: int) -> None:
    """Type this face for whatever is waited for."""
    while waiting := chair.view()["waiting"]:
        body = {"faces": [face] * waiting["count"], "lock": waiting["lock"]}
        chair.visitor.api(f"{chair.path}/dice", body)


def lay_alongside(chairs: dict[str, Chair]) -> None:
    """Play until both sides write down in secret whom to board."""
    for seat, action in ALONGSIDE:
        chairs[seat].act(action)
        throw(chairs[seat], 6)
    while (phase := chairs["british"].view()["view"]["table"]["phase"])["type"] == "firing":
        chairs[phase["side"]].act({"type": "finish"})  # ships that are locked fire, and miss
        throw(chairs[phase["side"]], 1)
    assert phase["type"] == "boarding"


def a_finished_match(visitor: Visitor, turns: int = 2) -> str:
    """Both sides at one screen, played by programs to its end; the server's dice have fallen."""
    made = visitor.create(seats={"british": {"kind": "me"}, "allied": {"kind": "me"}}, settings={"turns": turns})
    match = str(made["id"])
    chairs = {seat: visitor.at(match, seat) for seat in ("british", "allied")}
    ships = {"british": BRITISH, "allied": "aigle"}
    turned: set[Any] = set()
    for _ in range(200):
        seen = chairs["british"].view()
        if seen["status"] == "finished":
            return match
        seat = seen["to_act"][0]
        table = seen["view"]["table"]
        phase = table["phase"]["type"]
        if phase == "moving" and (table["turn"], seat) not in turned:
            turned.add((table["turn"], seat))
            chairs[seat].act(turn(ships[seat], 15))  # a die falls
        else:
            chairs[seat].act({"type": "finish" if phase in ("moving", "firing") else "ready"})
    raise AssertionError("the match did not end")
