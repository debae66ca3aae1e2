"""The log in sentences."""

from __future__ import annotations

from typing import Any

from weathergauge.frame.events import Began, Committed, Ended, Ready
from weathergauge.frame.words import capital, ended, inches, many, ship_name
from weathergauge.rulesets.trafalgar import actions
from weathergauge.rulesets.trafalgar.state import INCH, Firing, Table

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
SIDE_WORDS = {"british": "the British", "allied": "the Allies"}


def name(table: Table, id: str) -> str:
    """A ship as the log calls her, with her nation where another bears her name."""
    return ship_name(table, id, lambda ship: ship.nation)


def boxes(count: int) -> str:
    return "no effect" if count == 0 else "one box" if count == 1 else f"{count} boxes"


def told(table: Table, event: Any) -> str:
    """What happened, as a sentence."""

    def ship(id: str) -> str:
        return name(table, id)

    match event:
        case Began(turn=turn, step=step):
            return f"Turn {turn}: {STEP_WORDS.get(step, step)}."
        case actions.Tested(ship=id, why=why, passed=passed):
            return f"{ship(id)} {'passes' if passed else 'fails'} a leadership test {why}."
        case actions.Turned(ship=id, angle=angle, heading=heading, manner=manner):
            way = "starboard" if angle > 0 else "port"
            how = {"alone": "", "succession": ", the line following", "together": ", all together"}[manner]
            return f"{ship(id)} turns {many(abs(angle), 'degree')} to {way}, to {heading:03d}{how}."
        case actions.Moved(ship=id, distance=distance, avoiding=avoiding, turning=turning):
            clear = f" after turning {many(abs(avoiding), 'degree')} to keep clear" if avoiding else ""
            return f"{ship(id)} sails {inches(distance)}{_in_turning(distance, turning)}{clear}."
        case actions.Passed(ship=id, between=(one, other), collided=collided):
            what = "runs foul of the line" if collided else "passes through the line"
            return f"{ship(id)} {what} between {ship(one)} and {ship(other)}."
        case actions.Collided(ship=id, other=other, fouled=fouled):
            return f"{ship(id)} collides with {ship(other)}: {'they are fouled' if fouled else 'they stay clear'}."
        case actions.Fired():
            return _fired(table, event)
        case actions.Held(ship=id):
            return f"{ship(id)} holds her fire."
        case actions.Ordered(ship=id, target=target, what=what):
            doing = {
                "board": "will board",
                "grapple": "will try to grapple",
                "part": "means to part from",
                "remain": "means to remain locked with",
            }[what]
            return f"{ship(id)} {doing} {ship(target)}."
        case Committed(side=side):
            return f"{capital(SIDE_WORDS[side])} are ready."
        case actions.Revealed(side=side, what=what, pairs=pairs):
            if not pairs:
                return f"{capital(SIDE_WORDS[side])} {what} nobody."
            verb = {
                "board": "boards",
                "grapple": "tries to grapple",
                "part": "would part from",
                "remain": "would remain locked with",
            }[what]
            return "; ".join(f"{ship(a)} {verb} {ship(b)}" for a, b in pairs) + "."
        case actions.Boarded():
            return _boarded(table, event)
        case actions.Grappled(ship=id, other=other, held=held):
            return f"{ship(id)} and {ship(other)} {'are grappled' if held else 'do not grapple'}."
        case actions.Parted(ship=id, other=other, free=free):
            return f"{ship(id)} and {ship(other)} {'are cut loose' if free else 'stay locked'}."
        case actions.Drifted(ships=ids):
            named = [ship(id) for id in ids[:AT_ONCE]] + ([f"and {len(ids) - AT_ONCE} more"] if ids[AT_ONCE:] else [])
            return f"{', '.join(named)} drift{'s' if len(ids) == 1 else ''} downwind."
        case actions.Left(ship=id):
            return f"{ship(id)} leaves the table."
        case Ended():
            return ended(event, SIDE_WORDS)
    return str(event)


def _fired(table: Table, event: actions.Fired) -> str:
    rake = f", raking her {event.rake}" if event.rake else ""
    struck = " She strikes." if event.struck else ""
    return (
        f"{name(table, event.ship)} fires her {event.side} broadside at {name(table, event.target)}"
        f" at {event.range / INCH:.1f} inches{rake}: {boxes(event.boxes)}.{struck}"
    )


def _boarded(table: Table, event: actions.Boarded) -> str:
    one, other = name(table, event.ship), name(table, event.other)
    losses = f"{one} loses {boxes(event.lost[0])}, {other} {boxes(event.lost[1])}".replace("no effect", "nothing")
    winner = f"{name(table, event.winner)} has the better of it" if event.winner else "neither has the better of it"
    struck = "".join(f" {name(table, id)} strikes." for id in event.struck)
    return f"{one} and {other} fight hand to hand and {winner}: {losses}.{struck}"


def ordered(table: Table, action: Any) -> str:
    """An order as a sentence, before it is carried out. Of a ship nobody knows it says what was said."""

    def ship(id: str) -> str:
        return name(table, id) if table.number(id) >= 0 else id

    match action:
        case actions.Turn(ship=id, angle=angle, manner=manner):
            how = {"alone": "", "succession": ", her line following", "together": ", all together"}[manner]
            return f"{ship(id)} turns {many(abs(angle), 'degree')} to {'starboard' if angle > 0 else 'port'}{how}"
        case actions.Move(ship=id, distance=distance, hold=hold, side=side):
            passing = ", to starboard of a stopped ship" if side == "starboard" else ""
            return f"{ship(id)} sails {inches(distance)}{passing}{', holding on into contact' if hold else ''}"
        case actions.Fire(ship=id, port=port, starboard=starboard):
            aims = [f"to {side} at {ship(at)}" for side, at in (("port", port), ("starboard", starboard)) if at]
            return f"{ship(id)} fires {' and '.join(aims) or 'at nobody'}"
        case actions.Hold(ship=id):
            return f"{ship(id)} holds her fire"
        case actions.Board(ship=id, target=target):
            return f"{ship(id)} boards {ship(target)}"
        case actions.Grapple(ship=id, target=target):
            return f"{ship(id)} grapples {ship(target)}"
        case actions.Part(ship=id, target=target):
            return f"{ship(id)} parts from {ship(target)}"
        case actions.Remain(ship=id, target=target):
            return f"{ship(id)} holds on to {ship(target)}"
        case actions.Pick(ship=id, target=target):
            return f"{ship(id)} fights {ship(target)} first"
        case Ready():
            return "No more secret orders"
        case actions.Finish():
            return (
                "End the firing" if isinstance(table.phase, Firing) else "End the moves: the rest sail on as they were"
            )
    return str(action)


def called(table: Table, id: str) -> str:
    """What can be ordered, as a player calls it."""
    return name(table, id) if table.number(id) >= 0 else "the whole side" if id == "step" else id


def _in_turning(distance: int, turning: int) -> str:
    """What of a distance was spent in turning, in words."""
    if not turning:
        return ""
    return ", all of it in turning" if turning >= distance else f", {inches(turning)} of it in turning"
