"""Orders of an action ship to ship in words: `constitution L1R2`, `fire left guerriere rigging`, `board java 1 2`."""

from __future__ import annotations

from collections.abc import Sequence

from weathergauge.cli.table.names import Names, Slip, Unclear
from weathergauge.cli.table.wsim.hearing import Heard, listen, step_of
from weathergauge.frame.events import Ready
from weathergauge.rulesets.wsim import bearing, boarding, loading
from weathergauge.rulesets.wsim.actions import (
    AnyAction,
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
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.gunnery import options
from weathergauge.rulesets.wsim.rules import RULES
from weathergauge.rulesets.wsim.state import Secret, View, apart, replace
from weathergauge.rulesets.wsim.terms import BEAMS, BROADSIDES, Aim, Broadside, Step

FOR_ALL = ("plot", "fire", "load", "repair", "sails")
"""What may be ordered of every ship at once."""
GUESSED: dict[Step, str] = {
    "notation": "plot", "combat": "fire", "loading": "load", "grappling": "grapple", "fending": "fend",
    "boarding": "board", "unfouling": "unfoul",
}  # fmt: skip
"""The verb that was left out, by the step."""


def read(view: View, said: Sequence[str], chosen: str, names: Names, charts: Charts) -> list[AnyAction]:
    """The orders that are meant, or an Unclear sentence."""
    heard = listen(view, said, names)
    verb = heard.verb or _guess(view, heard)
    if verb == "ready":
        return [Ready()]
    if verb == "signal":
        return [_signal(view, heard, chosen, names)]
    if verb == "hold":
        raise Unclear("Guns that have no order stay silent: say `ready` when that is all, or `erase` and a ship.")
    if "all" in heard.flags and not heard.ship and verb in FOR_ALL:
        return _of_all(view, heard, verb, charts)
    ship = heard.ship or _understood(view, heard, verb, chosen, charts)
    return _orders(view, ship, heard, verb, charts)


def _orders(view: View, ship: str, heard: Heard, verb: str, charts: Charts) -> list[AnyAction]:
    """The orders of one ship."""
    match verb:
        case "plot" | "follow":
            return [_plot(view, ship, heard, verb)]
        case "cut" if step_of(view.table) == "notation":
            return [Plot(ship, "a")]
        case "cut":
            return [Cut(ship, _beam(view, ship, heard))]
        case "fire":
            return [*_fire(view, ship, heard, charts)]
        case "load":
            return [*_load(view, ship, heard)]
        case "repair":
            if not heard.aims:
                raise Unclear(f"Repair what? Say `{ship} repair hull` or `{ship} repair rigging`.")
            return [Repair(ship, heard.aims[0])]
        case "sails":
            if heard.flags.isdisjoint({"full", "battle"}):
                raise Unclear(f"Which sails? Say `{ship} sails full` or `{ship} sails battle`.")
            return [Sails(ship, "full" in heard.flags)]
        case "board" | "defend" | "transfer":
            return [_party(view, ship, heard, verb)]
        case "man":
            return [_man(view, ship, heard)]
        case "grapple" | "fend" | "unfoul":
            return [_other(view, ship, heard, verb, charts)]
        case "tow":
            if not heard.targets:
                raise Unclear(f"Tow whom? Name a friend, as in `{ship} tow {_friend(view, ship)}`.")
            return [Tow(ship, heard.targets[0])]
        case "cast":
            return [Tow(ship)]
        case "erase":
            return [Erase(ship)]
    raise Unclear(f"What is {_name(view, ship)} to do? `options {ship}` lists what she can.")


def _guess(view: View, heard: Heard) -> str:
    """The verb that was left out: by what was said, else by the step."""
    if heard.plot:
        return "plot"
    if heard.flags & {"full", "battle"}:
        return "sails"
    step = step_of(view.table)
    said = heard.targets or heard.beams or heard.shots or heard.aims or heard.numbers or "both" in heard.flags
    return GUESSED[step] if step and said else ""


def _able(view: View) -> list[str]:
    return [ship.id for ship in view.table.ships if ship.side == view.seat and ship.able]


def _of_all(view: View, heard: Heard, verb: str, charts: Charts) -> list[AnyAction]:
    """The same for every ship that may."""
    choices, orders = RULES.legal(view), []
    for ship in _able(view):
        try:
            orders += [order for order in _orders(view, ship, heard, verb, charts) if choices.why_not(order) is None]
        except Unclear as unclear:
            if verb == "plot" or not str(unclear).startswith(_name(view, ship)):
                raise
    if not orders:
        raise Unclear("No ship can do that now: `options` lists what can be done.")
    return orders


def _understood(view: View, heard: Heard, verb: str, chosen: str, charts: Charts) -> str:
    """The ship that was not named: the one chosen before, the only one there is, or the only one that can."""
    ready = _able(view)
    if heard.targets and verb in ("fire", "grapple", "fend", "unfoul", "board", "man") and len(ready) > 1:
        choices, target = RULES.legal(view), heard.targets[0]
        able = [ship for ship in ready if any(target in _aims(order) for order in choices.of(ship))]
        ready = able or ready
    if chosen in ready:
        return chosen
    if len(ready) == 1:
        return ready[0]
    if not ready:
        raise Unclear("No ship can be ordered now: `ready` ends the step.")
    raise Unclear(f"Which ship? Name her first, as in `{ready[0]} {_example(heard, verb)}`.")


def _example(heard: Heard, verb: str) -> str:
    parts = [verb if verb != "plot" else "", *heard.beams, *heard.shots, *heard.targets, heard.plot, *heard.aims]
    return " ".join(part for part in parts if part)


def _aims(order: AnyAction) -> tuple[str, ...]:
    return getattr(order, "target", ""), getattr(order, "other", "")


def _name(view: View, ship: str) -> str:
    return view.table.ships[view.table.number(ship)].name


def _friend(view: View, ship: str) -> str:
    return next((other for other in _able(view) if other != ship), "mars")


def _own(view: View) -> Secret:
    return view.own or Secret()


def _plot(view: View, ship: str, heard: Heard, verb: str) -> Plot:
    if verb == "follow":
        return Plot(ship, f"W{heard.targets[0] if heard.targets else ''}")
    if not heard.plot:
        raise Unclear(
            f"Where is {_name(view, ship)} to go? Say hexes and turns, as in `{ship} 1R2`: one ahead, right, two ahead."
        )
    return Plot(ship, heard.plot)


def _beam(view: View, ship: str, heard: Heard) -> Broadside:
    """The side that was said, or the only one with a mast over it."""
    model = view.table.ships[view.table.number(ship)]
    if heard.beams or len(model.hanging) == 1:
        return (heard.beams or list(model.hanging))[0]
    raise Unclear(f"On which side? Say `{ship} cut left` or `{ship} cut right`.")


def _fire(view: View, ship: str, heard: Heard, charts: Charts) -> list[Fire]:
    """One shot, or one from either broadside. What was left out is the nearest target, and the hull where it may be."""
    table, number = view.table, view.table.number(ship)
    model = table.ships[number]
    shots: list[Fire] = []
    if model.side == view.seat and model.able:
        fresh = replace(_own(view), orders=())  # A new order takes the place of the old one.
        listed = options(table, fresh, model.side, number, charts)
        shots = [shot for shot in listed if isinstance(shot, Fire)]
    if heard.targets:
        target = heard.targets[0]
        beam = heard.beams[0] if heard.beams else _side_of(view, number, target, shots)
        fits = [shot for shot in shots if shot.target == target and shot.broadside == beam]
        return [Fire(ship, beam, target, heard.aims[0] if heard.aims else _aim(view, number, target, fits, charts))]
    if heard.aims:
        shots = [shot for shot in shots if shot.aim == heard.aims[0]]
    beams = BROADSIDES if "both" in heard.flags or "all" in heard.flags else tuple(heard.beams)
    chosen = [next((shot for shot in shots if shot.broadside == beam), None) for beam in beams]
    fired = [shot for shot in chosen if shot is not None]
    if not beams and shots:
        near = {mark.target: mark.range for beam in BROADSIDES for mark in bearing.targets(table, number, beam, charts)}
        fired = [min(shots, key=lambda shot: near[table.number(shot.target)])]
    if not fired:
        where = f" to {BEAMS[beams[0]]}" if len(beams) == 1 else ""
        raise Unclear(f"{model.name} has no loaded guns that bear on an enemy{where}.")
    return fired


def _aim(view: View, number: int, target: str, fits: Sequence[Fire], charts: Charts) -> Aim:
    """What a shot is aimed at where nothing is said: the hull where it may be, else the rigging."""
    if fits:
        return fits[0].aim
    ships = view.table.ships
    return (
        "hull" if apart(ships[number], ships[view.table.number(target)]) <= charts.distances.at("hull") else "rigging"
    )


def _side_of(view: View, number: int, target: str, shots: Sequence[Fire]) -> Broadside:
    """The broadside that bears on a ship, or the one she lies nearer to: the rules then say why not."""
    for shot in shots:
        if shot.target == target:
            return shot.broadside
    ship, other = view.table.ships[number], view.table.ships[view.table.number(target)]
    return "left" if sum(bearing.told(ship, place)[0] for place in other.hexes) > 0 else "right"


def _load(view: View, ship: str, heard: Heard) -> list[Load]:
    """One broadside; both where there is time before the action. What was left out is the side that is empty."""
    loads = _own(view).load(view.table.number(ship))
    half = loading.half_loaded(loads)
    shot = heard.shots[0] if heard.shots else "double" if half else "round"
    if view.table.turn == 0:
        beams = tuple(heard.beams) or BROADSIDES
    elif "both" in heard.flags or len(heard.beams) > 1:
        raise Unclear(f"{_name(view, ship)} loads one broadside a turn: say `{ship} load left` or `{ship} load right`.")
    elif heard.beams:
        beams = tuple(heard.beams)
    else:
        empty: list[Broadside] = [beam for beam in BROADSIDES if not loads.of(beam).shot]
        beams = (half or (empty or ["left"])[0],)
    return [Load(ship, beam, shot) for beam in beams]


def _party(view: View, ship: str, heard: Heard, verb: str) -> Party:
    """A party of the sections that were said, or of all that are free."""
    table = view.table
    model = table.ships[table.number(ship)]
    taken = boarding.told_off(model, ())
    free = tuple([section for section in boarding.able_sections(model) if section not in taken])
    sections = free if "all" in heard.flags else tuple(heard.numbers)
    target = heard.targets[0] if heard.targets else ""
    held = [table.ships[n].id for n in table.held(table.number(ship)) if table.ships[n].side != model.side]
    if verb == "board" and not target and len(held) == 1:
        target = held[0]
    if verb != "defend" and not target:
        raise Unclear(f"Whom? Name her, as in `{ship} {verb} {(held or ['java'])[0]} 1 2`.")
    if not sections:
        said = f"{ship} {verb} {target}".rstrip()
        raise Unclear(f"With which crew sections? Say `{said} 1 2`, or `{said} all`.")
    if verb == "defend":
        return Party(ship, "DBP", sections, "", "cross" in heard.flags)
    return Party(ship, "OBP" if verb == "board" else "TBP", sections, target)


def _man(view: View, ship: str, heard: Heard) -> Man:
    """How many boarders stay aboard a ship that they carry; the only one she boards where none is named."""
    open_now = sorted({order.other for order in RULES.legal(view).of(ship) if isinstance(order, Man)})
    written = [order.other for order in _own(view).orders if isinstance(order, Man) and order.ship == ship]
    whom = heard.targets or open_now or written
    if len(whom) != 1:
        raise Unclear(f"Whom? Name a ship that she boards, as in `{ship} man {(whom or ['java'])[0]} 2`.")
    if len(heard.numbers) != 1:
        raise Unclear(f"With how many crew squares? Say `{ship} man {whom[0]} 2`.")
    return Man(ship, whom[0], heard.numbers[0])


def _other(view: View, ship: str, heard: Heard, verb: str, charts: Charts) -> Grapple | Fend | Unfoul:
    """What is done to one other ship; the only one where none is named."""
    kinds: dict[str, type[Grapple | Fend | Unfoul]] = {"grapple": Grapple, "fend": Fend, "unfoul": Unfoul}
    kind = kinds[verb]
    if heard.targets:
        return kind(ship, heard.targets[0])
    open_now = [order for order in RULES.legal(view).of(ship) if isinstance(order, kind)]
    if len(open_now) == 1:
        return open_now[0]
    whom = " or ".join(f"`{ship} {verb} {order.other}`" for order in open_now)
    raise Unclear(f"Whom? Say {whom}." if whom else f"{_name(view, ship)} has nobody to {verb} now.")


def _signal(view: View, heard: Heard, chosen: str, names: Names) -> Signal:
    """From the ship that was named, or the flagship, or any: to all friends, or to those named first; then the words."""
    able = _able(view)
    flags = [ship.id for ship in view.table.ships if ship.id in able and ship.admiral]
    ship = heard.ship or (chosen if chosen in able else (flags or able or [""])[0])
    if not ship:
        raise Unclear("No ship of yours can signal any more.")
    words, to = list(heard.words), []
    while words:
        word = words[0].lower().strip(",:")
        if word in ("to", "and", ""):
            words = words[1:]
        elif word in ("all", "everybody", "fleet"):
            to = [other for other in able if other != ship]
            words = words[1:]
            break
        else:
            hers = _sure(names, words, view)
            if hers is None:
                break
            name, count = hers
            to.append(name)
            stop = words[count - 1].endswith(":")
            words = words[count:]
            if stop:
                break
    to = to or [other for other in able if other != ship]
    text = " ".join(words).strip(" :\"'“”")
    if not text:
        raise Unclear(f"Signal what? Say `{ship} signal all close the enemy`.")
    return Signal(ship, tuple(dict.fromkeys(to)), text)


def _sure(names: Names, words: Sequence[str], view: View) -> tuple[str, int] | None:
    """The friend that words begin with, where they surely do: a signal has words of its own."""
    plain = [word.lower().strip(",:") for word in words]
    try:
        sure = names.at(plain, 0, view.seat or "", sure=True)
    except Slip:
        return None
    return None if sure is None or sure[0].whose != view.seat else (sure[0].id, sure[1])
