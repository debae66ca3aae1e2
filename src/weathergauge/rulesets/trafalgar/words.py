"""The log in sentences."""

from __future__ import annotations

from typing import Any

from weathergauge.frame.events import Began, Committed, Ended, Ready
from weathergauge.frame.words import capital, ended, inches, listed, ship_name
from weathergauge.languages import amount, counted, retold, said
from weathergauge.rulesets.trafalgar import actions
from weathergauge.rulesets.trafalgar.state import INCH, Firing, Ship, Table

STEP_WORDS = {
    "allied_move": "the Allies move",
    "british_move": "the British move",
    "british_fire": "the British fire",
    "allied_fire": "the Allies fire",
    "boarding_actions": "boarding",
    "grappling_and_cut_loose": "grappling and cutting loose",
}
AT_ONCE = 20
"""Whoever would name more ships in one sentence counts the rest of them."""
RAKES = {"bow": ", raking her bow", "stern": ", raking her stern"}
MEANS = {
    "board": "{ship} will board {target}.",
    "grapple": "{ship} will try to grapple {target}.",
    "part": "{ship} means to part from {target}.",
    "remain": "{ship} means to remain locked with {target}.",
}
NOBODY = {
    "board": "{side} board nobody.",
    "grapple": "{side} grapple nobody.",
    "part": "{side} part nobody.",
    "remain": "{side} remain nobody.",
}
SHOWS = {
    "board": "{ship} boards {target}",
    "grapple": "{ship} tries to grapple {target}",
    "part": "{ship} would part from {target}",
    "remain": "{ship} would remain locked with {target}",
}
TESTS = (
    "to fire at another than the nearest",
    "to hold her fire",
    "to come to {heading}",
    "to lay her alongside {other}",
)
"""What tests are for, as events keep it."""
REASONS = (
    "level at {points} points, and the enemy has left the sea to them",
    "level at {points} points",
    "a decisive victory, {best} points to {worst}",
    "a victory, {best} points to {worst}",
)
"""Why a battle ended, as events keep it."""
SIDE_WORDS = {"british": "the British", "allied": "the Allies"}


def name(table: Table, id: str) -> str:
    """A ship as the log calls her, with her nation where another bears her name."""
    return ship_name(table, id, lambda ship: ship.nation)


def side_words(side: str) -> str:
    """A side as sentences call it."""
    return said(SIDE_WORDS[side])


def boxes(count: int) -> str:
    return (
        said("no effect") if count == 0 else said("one box") if count == 1 else counted(count, "{n} box", "{n} boxes")
    )


def degrees(angle: int) -> str:
    return counted(abs(angle), "{n} degree", "{n} degrees")


def way(angle: int) -> str:
    return said("to starboard") if angle > 0 else said("to port")


def told(table: Table, event: Any) -> str:
    """What happened, as a sentence."""

    def ship(id: str) -> str:
        return name(table, id)

    match event:
        case Began(turn=turn, step=step):
            return said("Turn {turn}: {step}.", turn=turn, step=said(STEP_WORDS.get(step, step)))
        case actions.Tested(ship=id, why=why, passed=passed):
            made = "{ship} passes a leadership test {why}." if passed else "{ship} fails a leadership test {why}."
            return said(made, ship=ship(id), why=retold(why, *TESTS))
        case actions.Turned(ship=id, angle=angle, heading=heading, manner=manner):
            how = {"alone": "", "succession": said(", the line following"), "together": said(", all together")}[manner]
            parts = {
                "ship": ship(id),
                "angle": degrees(angle),
                "way": way(angle),
                "heading": f"{heading:03d}",
                "how": how,
            }
            return said("{ship} turns {angle} {way}, to {heading}{how}.", **parts)
        case actions.Moved(ship=id, distance=distance, avoiding=avoiding, turning=turning):
            clear = said(" after turning {angle} to keep clear", angle=degrees(avoiding)) if avoiding else ""
            parts = {
                "ship": ship(id),
                "far": inches(distance),
                "turning": _in_turning(distance, turning),
                "clear": clear,
            }
            return said("{ship} sails {far}{turning}{clear}.", **parts)
        case actions.Passed(ship=id, between=(one, other), collided=collided):
            foul = "{ship} runs foul of the line between {one} and {other}."
            clear = "{ship} passes through the line between {one} and {other}."
            return said(foul if collided else clear, ship=ship(id), one=ship(one), other=ship(other))
        case actions.Collided(ship=id, other=other, fouled=fouled):
            what = (
                "{ship} collides with {other}: they are fouled."
                if fouled
                else "{ship} collides with {other}: they stay clear."
            )
            return said(what, ship=ship(id), other=ship(other))
        case actions.Fired():
            return _fired(table, event)
        case actions.Held(ship=id):
            return said("{ship} holds her fire.", ship=ship(id))
        case actions.Ordered(ship=id, target=target, what=what):
            return said(MEANS[what], ship=ship(id), target=ship(target))
        case Committed(side=side):
            return said("{side} are ready.", side=capital(side_words(side)))
        case actions.Revealed(side=side, what=what, pairs=pairs):
            if not pairs:
                return said(NOBODY[what], side=capital(side_words(side)))
            return "; ".join(said(SHOWS[what], ship=ship(a), target=ship(b)) for a, b in pairs) + "."
        case actions.Boarded():
            return _boarded(table, event)
        case actions.Grappled(ship=id, other=other, held=held):
            what = "{one} and {other} are grappled." if held else "{one} and {other} do not grapple."
            return said(what, one=ship(id), other=ship(other))
        case actions.Parted(ship=id, other=other, free=free):
            what = "{one} and {other} are cut loose." if free else "{one} and {other} stay locked."
            return said(what, one=ship(id), other=ship(other))
        case actions.Drifted(ships=ids):
            rest = [said("and {n} more", n=len(ids) - AT_ONCE)] if ids[AT_ONCE:] else []
            what = "{ships} drifts downwind." if len(ids) == 1 else "{ships} drift downwind."
            return said(what, ships=", ".join([*map(ship, ids[:AT_ONCE]), *rest]))
        case actions.Left(ship=id):
            return said("{ship} leaves the table.", ship=ship(id))
        case Ended():
            return ended(event, SIDE_WORDS, REASONS)
    return str(event)


def _fired(table: Table, event: actions.Fired) -> str:
    parts = {
        "ship": name(table, event.ship), "side": said(event.side), "target": name(table, event.target), "range": amount(event.range / INCH, ".1f"),
        "rake": said(RAKES[event.rake]) if event.rake else "", "boxes": boxes(event.boxes), "struck": said(" She strikes.") if event.struck else "",
    }  # fmt: skip
    return said("{ship} fires her {side} broadside at {target} at {range} inches{rake}: {boxes}.{struck}", **parts)


def _boarded(table: Table, event: actions.Boarded) -> str:
    one, other = name(table, event.ship), name(table, event.other)
    lost = [boxes(count) if count else said("nothing") for count in event.lost]
    better = (
        said("{ship} has the better of it", ship=name(table, event.winner))
        if event.winner
        else said("neither has the better of it")
    )
    parts = {"one": one, "other": other, "better": better, "lost": lost[0], "lost_by_other": lost[1]}
    struck = "".join(said(" {ship} strikes.", ship=name(table, id)) for id in event.struck)
    return (
        said("{one} and {other} fight hand to hand and {better}: {one} loses {lost}, {other} {lost_by_other}.", **parts)
        + struck
    )


def ordered(table: Table, action: Any) -> str:
    """An order as a sentence, before it is carried out. Of a ship nobody knows it says what was said."""

    def ship(id: str) -> str:
        return name(table, id) if table.number(id) >= 0 else id

    match action:
        case actions.Turn(ship=id, angle=angle, manner=manner):
            how = {"alone": "", "succession": said(", her line following"), "together": said(", all together")}[manner]
            return said("{ship} turns {angle} {way}{how}", ship=ship(id), angle=degrees(angle), way=way(angle), how=how)
        case actions.Move(ship=id, distance=distance, hold=hold, side=side):
            passing = said(", to starboard of a stopped ship") if side == "starboard" else ""
            held = said(", holding on into contact") if hold else ""
            return said(
                "{ship} sails {far}{passing}{held}", ship=ship(id), far=inches(distance), passing=passing, held=held
            )
        case actions.Fire(ship=id, port=port, starboard=starboard):
            aims = [
                said(aim, target=ship(at))
                for aim, at in (("to port at {target}", port), ("to starboard at {target}", starboard))
                if at
            ]
            return said("{ship} fires {aims}", ship=ship(id), aims=listed(aims) or said("at nobody"))
        case actions.Hold(ship=id):
            return said("{ship} holds her fire", ship=ship(id))
        case actions.Board(ship=id, target=target):
            return said("{ship} boards {target}", ship=ship(id), target=ship(target))
        case actions.Grapple(ship=id, target=target):
            return said("{ship} grapples {target}", ship=ship(id), target=ship(target))
        case actions.Part(ship=id, target=target):
            return said("{ship} parts from {target}", ship=ship(id), target=ship(target))
        case actions.Remain(ship=id, target=target):
            return said("{ship} holds on to {target}", ship=ship(id), target=ship(target))
        case actions.Pick(ship=id, target=target):
            return said("{ship} fights {target} first", ship=ship(id), target=ship(target))
        case Ready():
            return said("No more secret orders")
        case actions.Finish():
            firing = isinstance(table.phase, Firing)
            return said("End the firing") if firing else said("End the moves: the rest sail on as they were")
    return str(action)


def called(table: Table, id: str) -> str:
    """What can be ordered, as a player calls it."""
    return name(table, id) if table.number(id) >= 0 else said("the whole side") if id == "step" else id


def _in_turning(distance: int, turning: int) -> str:
    """What of a distance was spent in turning, in words."""
    if not turning:
        return ""
    whole = turning >= distance
    return said(", all of it in turning") if whole else said(", {far} of it in turning", far=inches(turning))


def out_of_it(ship: Ship) -> str:
    """Refuse an order to a ship that takes none any more."""
    struck = (
        "{ship} has struck: she takes no orders" if ship.struck else "{ship} has left the table: she takes no orders"
    )
    return said(struck, ship=ship.name)
