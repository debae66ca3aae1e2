"""Procedures of critical hits, and of what becomes of a ship that is hit."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from weathergauge.dice import Dice
from weathergauge.procedures import Inputs, procedure
from weathergauge.rulesets.wsim import criticals, damage, firepower
from weathergauge.rulesets.wsim.charts import Burning, Charts
from weathergauge.rulesets.wsim.criticals import Outcome
from weathergauge.rulesets.wsim.firepower import Fall, Hit
from weathergauge.rulesets.wsim.procedures.fire import (
    REACH,
    Carronades,
    Doubtful,
    Exploding,
    Raked,
    Range,
    SectionsLost,
    Six,
    TargetCrew,
    blow,
    check_aim,
    in_words,
)  # fmt: skip
from weathergauge.rulesets.wsim.terms import Aim, Quality


class CriticalHit(Inputs, kw_only=True):
    """One critical hit: a die and the critical number on the table, and the dice that follow."""

    aim: Annotated[Aim, Meta(description="what the shot was aimed at", examples=["hull"])]
    number: Annotated[int, Meta(ge=0, le=10, description="critical number of the fire result", examples=[5])]
    range: Range
    rake: Raked = "none"
    target_crew: TargetCrew = "average"
    target_sections_lost: SectionsLost = 0
    captain: Annotated[bool, Meta(description="her captain is alive aboard")] = True
    admiral: Annotated[bool, Meta(description="an admiral is alive aboard")] = False

    def __post_init__(self) -> None:
        check_aim(self.aim, "round", self.range)


class CriticalEffect(Struct, frozen=True, omit_defaults=True):
    """The entry of the table, and what came of it."""

    effect: str
    outcome: str = ""


def _told(outcome: Outcome) -> CriticalEffect:
    return CriticalEffect(outcome.effect, in_words(outcome))


@procedure
def critical(c: CriticalHit, charts: Charts, dice: Dice) -> CriticalEffect:
    return dice.last.do(criticals.critical, blow(c, c.number), charts, read=_told)


class MagazineHit(Inputs, kw_only=True):
    """Whether a magazine that is hit explodes: a die and the range."""

    range: Range


class Explodes(Struct, frozen=True):
    explodes: bool


@procedure
def magazine(m: MagazineHit, charts: Charts, dice: Dice) -> Explodes:
    return dice.last.do(criticals.magazine, m.range, charts, read=Explodes)


class MastHit(Inputs, kw_only=True):
    """Whether a mast that is hit falls, and with rule VIII where. Without a range: a rigging section was shot away."""

    range: (
        Annotated[
            int,
            Meta(
                ge=1, le=REACH, description="range of the critical hit; leave out for a section shot away", examples=[2]
            ),
        ]
        | None
    ) = None
    hanging: Annotated[bool, Meta(description="rule VIII is played: a fallen mast may hang over a side")] = True

    def __post_init__(self) -> None:
        if self.range is None and not self.hanging:
            raise ValueError(
                "hanging=no: without rule VIII there is nothing to throw for; give the range of a critical hit"
            )


class Mast(Struct, frozen=True):
    falls: bool
    hangs: Literal["", "left", "right"] = ""


@procedure
def mast(m: MastHit, charts: Charts, dice: Dice) -> Mast:
    if m.range is not None and not dice.do(criticals.mast_falls, m.range, charts):
        return Mast(False)
    return Mast(True, dice.do(damage.mast_hangs, charts)) if m.hanging else Mast(True)


class Demoralisation(Inputs, kw_only=True):
    """Whether a crew loses heart and a grade of quality."""

    crew: Annotated[Quality, Meta(description="quality of the crew", examples=["average"])]
    sections_lost: Annotated[int, Meta(ge=0, le=3, description="crew sections lost, boarding or at the pumps")] = 0


class Crewed(Struct, frozen=True):
    """The quality of the crew from now on."""

    crew: Quality


@procedure
def demoralisation(d: Demoralisation, charts: Charts, dice: Dice) -> Crewed:
    lost = dice.do(criticals.demoralised, d.crew, d.sections_lost, charts)
    return Crewed(criticals.worse(d.crew) if lost else d.crew)


class DestroyedHull(Inputs, kw_only=True):
    """A hull with no squares left: she strikes, may sink or may explode."""

    exploding: Exploding = False
    destroyed_six: Six = "strikes"


class Wreck(Struct, frozen=True):
    fate: damage.Destroyed


@procedure
def destroyed_hull(d: DestroyedHull, charts: Charts, dice: Dice) -> Wreck:
    return dice.last.do(damage.destroyed, d.exploding, d.destroyed_six, charts, read=Wreck)


class FireAboard(Inputs, kw_only=True):
    """A fire breaks out: how long it burns, and what it takes from her fire number meanwhile."""


class Burns(Struct, frozen=True):
    """No turns stand for a fire that nobody can put out."""

    turns: int
    fire_number: int
    explodes: bool


def _burns(turns: int, charts: Charts) -> Burns:
    if not turns:
        return Burns(0, 0, True)
    return Burns(turns, charts.critical_fire_turns.of(Burning, turns).modified_fire_number, False)


@procedure
def fire_aboard(f: FireAboard, charts: Charts, dice: Dice) -> Burns:
    return _burns(dice.do(criticals.fire_aboard, charts), charts)


class LeaderCasualty(Inputs, kw_only=True):
    """Whether captain and admiral survive: two dice for each, the nearer the worse."""

    range: Range
    captain: Annotated[bool, Meta(description="a captain is aboard")] = True
    admiral: Annotated[bool, Meta(description="an admiral is aboard")] = False

    def __post_init__(self) -> None:
        if not self.captain and not self.admiral:
            raise ValueError("captain=no: there is nobody to throw for; give captain=yes or admiral=yes")


class Dead(Struct, frozen=True, omit_defaults=True):
    captain: bool = False
    admiral: bool = False


@procedure
def leader_casualty(c: LeaderCasualty, charts: Charts, dice: Dice) -> Dead:
    return Dead(*dice.do(criticals.leaders, c.captain, c.admiral, c.range, charts))


class BlastBeside(Inputs, kw_only=True):
    """Rule X: what the explosion of a ship does to one that lies beside her."""

    guns: Annotated[
        int, Meta(ge=0, le=14, description="gun squares of one broadside of the ship that explodes", examples=[8])
    ]
    carronades: Carronades = 0
    full_sails: Annotated[bool, Meta(description="the ship beside her is under full sails")] = False
    boarders: Annotated[bool, Meta(description="the ship beside her has a boarding party on deck")] = False
    doubtful_rows: Doubtful = "hull"

    def __post_init__(self) -> None:
        if not self.guns and not self.carronades:
            raise ValueError("guns=0: the blast goes by the guns of the ship that explodes; give guns or carronades")


class Blasted(Struct, frozen=True):
    hull: int
    crew: int
    rigging: int
    fire_turns: int
    explodes: bool
    """The fire cannot be put out: she blows up in the next phase C."""


@procedure
def blast(b: BlastBeside, charts: Charts, dice: Dice) -> Blasted:
    fall = Fall(full_sails=b.full_sails, boarders=b.boarders, companion=b.doubtful_rows)
    guns, carronades = (b.guns, b.guns), (b.carronades, b.carronades)
    hull, crew, rigging = dice.do(firepower.explosion, guns, carronades, fall, charts, read=_squares)
    turns = dice.do(criticals.fire_aboard, charts)
    return Blasted(hull, crew, rigging, turns, not turns)


def _squares(hit: Hit) -> tuple[int, int, int]:
    return hit.hull, hit.crew, hit.rigging


PROCEDURES = (
    critical, leader_casualty, demoralisation, magazine, mast, fire_aboard, destroyed_hull, blast,
)  # fmt: skip
