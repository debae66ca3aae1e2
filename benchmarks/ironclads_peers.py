"""A salvo of ironclads as a skilled user writes it in icepool: one die for a gun, added up, and mapped to what follows."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from icepool import Die, d6, vectorize

from weathergauge.rulesets.ironclads.procedures.fire import Battery, Damage, SalvoShot

HIT = {"main": 3, "medium": 3, "light": 3}
"""Class 2 at class 2, close range."""
QUARTERS = {"main": 2, "medium": 1, "light": 1}
BLOWN_UP = "ammunition chamber hit blown up"

Told = tuple[int, int, int, str, bool]
"""Quarters, fires, flooding, the critical hit, and whether she is gone."""


def told(damage: Damage) -> Told:
    """What our procedure says, in the peer's form."""
    return round(damage.hull * 4), damage.fires, damage.flooding, damage.critical, damage.sunk


@cache
def gun(kind: str, ap: int, armour: int) -> Any:
    """Quarters, sixes for the test and sixes that burn, of one gun."""
    pierce = 4 if ap == armour else 3 if armour < ap < 2 * armour else 2 if ap >= 2 * armour else 5
    through = ap > armour or ap == armour or 2 * ap > armour

    def strike(face: int) -> Any:
        burns = face == 6 and (not through or kind == "light")
        lost = QUARTERS[kind] if through and face >= pierce else 0
        return vectorize(lost, int(face == 6 and not burns), int(burns))

    return d6.map(lambda face: d6.map(strike) if face >= HIT[kind] else vectorize(0, 0, 0))


def icepool_salvo(salvo: SalvoShot) -> Any:
    """The whole salvo: batteries added with what still matters, then fires and the one critical test."""
    hull, full = round(salvo.hull * 4), round((salvo.hull_full or salvo.hull) * 4)
    sums = Die([vectorize(0, 0, 0)])
    for battery in salvo.batteries:
        sums = (sums + _battery(battery, salvo.armour)).map(
            lambda lost, sixes, fires: _capped(lost, sixes, fires, hull)
        )
    return sums.map(lambda lost, sixes, fires: _after(lost, sixes, fires, hull, full))


@cache
def _of(kind: str, dice: int, ap: int, armour: int) -> Any:
    return dice @ gun(kind, ap, armour)


def _battery(battery: Battery, armour: int) -> Any:
    return _of(battery.kind, battery.dice, battery.ap, armour)


def _capped(lost: int, sixes: int, fires: int, hull: int) -> Any:
    if lost >= hull:
        return vectorize(hull, 0, 0)
    return vectorize(lost, min(sixes, 6), min(fires, hull))


def _after(lost: int, sixes: int, fires: int, hull: int, full: int) -> Any:
    if lost >= hull:
        return hull, 0, 0, "none", True
    fires = min(fires, hull - lost)
    lost += fires
    if lost == hull:
        return hull, fires, 0, "none", True
    if not sixes:
        return lost, fires, 0, "none", False
    return _critical(sixes).map(lambda *blow: _struck(lost, fires, hull, full, blow), star=True)


@cache
def _critical(sixes: int) -> Any:
    """What the test comes to: its name, quarters (-1 is half the original hull), fires, floods, gone."""
    rows = {
        1: Die([("fire", 1, 1, 0, False)]),
        2: Die([("bridge damage", 0, 0, 0, False)]),
        3: d6.map(lambda f: (f"rudder damage {'left' if f < 3 else 'right' if f < 5 else 'ahead'}", 0, 0, 0, False)),
        4: d6.map(
            lambda f: (f"weapon destruction {'light' if f < 3 else 'medium' if f < 5 else 'main'}", 0, 0, 0, False)
        ),
        5: Die([("flooding of section", 1, 0, 1, False)]),
        6: d6.map(_magazine),
    }
    return d6.map(lambda face: rows[min(6, face + sixes - 1)])


def _magazine(face: int) -> tuple[str, int, int, int, bool]:
    if face < 4:
        return "ammunition chamber hit small", 4, 1, 0, False
    return ("ammunition chamber hit medium", -1, 1, 0, False) if face < 6 else (BLOWN_UP, 0, 0, 0, True)


def _struck(lost: int, fires: int, hull: int, full: int, blow: Any) -> Told:
    name, quarters, burning, flooding, gone = blow
    lost += (full + 1) // 2 if quarters < 0 else quarters
    sunk = gone or lost >= hull
    return hull if sunk else lost, fires + burning, flooding, name, sunk


def chances(die: Any) -> dict[Told, Fraction]:
    return dict(zip(die, die.probabilities(), strict=True))
