"""Damage points: what they do to a squadron and her formation, and when sail go down (P17)."""

from __future__ import annotations

from typing import Literal

from weathergauge.dice import D10, Cell, Dice, Modifier
from weathergauge.frame.memory import kept
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.forces import Formation, Squadron
from weathergauge.rulesets.sealords.state import replace
from weathergauge.rulesets.sealords.terms import SquadronClass

BandName = Literal[
    "dps_up_to_one_third_dr", "dps_up_to_two_thirds_dr", "dps_over_two_thirds_dr", "dps_exceed_dr"
]  # fmt: skip


GALLEYS = "galley_squadron_suffers_dp_multiplier"
LEAST: BandName = "dps_up_to_one_third_dr"
BANDS: tuple[BandName, ...] = ("dps_up_to_two_thirds_dr", "dps_over_two_thirds_dr", "dps_exceed_dr")


def bands(dps: int, rating: int, charts: Charts) -> tuple[BandName, ...]:
    """The rows of the damage effects that hold for a squadron; they add up (R-DMG-CUM, SL88)."""
    if not dps:
        return (LEAST,)
    rows = [(band, charts.damage_bands.at(band)) for band in BANDS]
    return tuple([band for band, over in rows if dps * over.of > rating * over.parts]) or (LEAST,)


def worst(squadrons: tuple[Squadron, ...]) -> Squadron | None:
    """The squadron whose damage counts for her formation: the one nearest to her rating."""
    if not squadrons:
        return None
    return max(squadrons, key=lambda squadron: (squadron.dps * 60 // max(squadron.rating, 1), squadron.dps))


def allowance(formation: Formation, charts: Charts) -> int:
    """Movement allowance: the lowest of its squadrons, less damage and disorder, never below 1."""
    if formation.kind == "dummy":
        return charts.ship_numbers.at("movement_of_a_dummy")
    if formation.cargo is not None and not formation.squadrons:
        return charts.ship_numbers.at("movement_of_a_convoy")
    pace = _pace(formation.squadrons, charts)
    return max(1, pace - 1) if formation.disorganised else pace


@kept(lambda squadrons, charts: (squadrons, charts))
def _pace(squadrons: tuple[Squadron, ...], charts: Charts) -> int:
    """The movement allowance of the slowest squadron, less the damage of the worst, never below 1."""
    hurt = worst(squadrons)
    rows = bands(hurt.dps, hurt.rating, charts) if hurt is not None else ()
    slower = [charts.damage_effects.at(band).ma_change or 0 for band in rows]
    return max(1, min([squadron.ma for squadron in squadrons]) + sum(slower))


def reinforcement(formation: Formation, charts: Charts) -> list[Modifier]:
    """What damage adds to the die of a formation that would join a battle."""
    hurt = worst(formation.squadrons)
    modifiers = []
    for band in bands(hurt.dps, hurt.rating, charts) if hurt is not None else ():
        drm = charts.damage_effects.at(band).battle_reinforcement_drm
        if drm:
            modifiers.append(Modifier("damage", drm, Cell("damage_effects", (band,))))
    return modifiers


def taken(dps: int, cls: SquadronClass, charts: Charts) -> int:
    """Damage points as a squadron of a class takes them: galleys suffer more."""
    return dps * (charts.combat_damage_point_modifier.at(GALLEYS) if cls == "galley" else 1)


def sinks(
    excess: int, dice: Dice, why: str = "does she founder?", seat: str | None = None, secret: bool = False
) -> int:
    """Sail that go down now: one, on a die of at most the points beyond her rating."""
    if excess <= 0:
        return 0
    return dice.roll(1, D10, read=lambda faces: int(faces[0] <= excess), why=why, seat=seat, secret=secret)


def without_sail(squadron: Squadron, lost: int) -> Squadron:
    """With sail lost one by one, each taking its share of the damage, rounded down (R-SINK, SL88)."""
    for _ in range(min(lost, squadron.sail)):
        share = squadron.dps // squadron.sail
        squadron = replace(
            squadron, sail=squadron.sail - 1, dps=squadron.dps - share, new=min(squadron.new, squadron.sail - 1)
        )
    return squadron


def hurt(squadron: Squadron, dps: int) -> Squadron:
    """With damage points added; below 0 they are repairs."""
    return replace(squadron, dps=max(0, squadron.dps + dps))
