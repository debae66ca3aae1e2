"""Procedures of gunnery: fire numbers and broadsides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from weathergauge.dice import Dice
from weathergauge.frame.memory import kept_by_value
from weathergauge.procedures import Inputs, aimed
from weathergauge.ruleset import Call
from weathergauge.rulesets.wsim import bearing, criticals, damage, firepower, gunnery
from weathergauge.rulesets.wsim.actions import AnyAction, Fire
from weathergauge.rulesets.wsim.bearing import Rake
from weathergauge.rulesets.wsim.charts import Charts, charts
from weathergauge.rulesets.wsim.criticals import Blow, Outcome
from weathergauge.rulesets.wsim.firepower import Battery, Companion, Fall, FarRake, Hit, Trigger, Volley
from weathergauge.rulesets.wsim.state import View, replace
from weathergauge.rulesets.wsim.terms import BEAMS, Aim, Quality, Shot

if TYPE_CHECKING:
    from weathergauge.rulesets.wsim.procedures.hits import CriticalHit

REACH = charts().distances.at("guns")
Guns = Annotated[int, Meta(ge=0, le=14, description="gun squares on the side that fires", examples=[8])]
Carronades = Annotated[int, Meta(ge=0, le=12, description="carronade squares on that side")]
Range = Annotated[int, Meta(ge=1, le=REACH, description="hexes between the ships; adjacent is 1", examples=[2])]
Crew = Annotated[Quality, Meta(description="quality of the crew that fires", examples=["average"])]
Raked = Annotated[Literal["none", "bow", "stern"], Meta(description="whether the target is raked, and from which end")]
TargetCrew = Annotated[Quality, Meta(description="quality of the target's crew, should it waver")]
SectionsLost = Annotated[int, Meta(ge=0, le=3, description="crew sections the target has lost, should it waver")]
When = Annotated[Trigger, Meta(description="when a shot checks for a critical hit (WS18)")]
Doubtful = Annotated[Companion, Meta(description="reading of the doubtful rows of the fire results (WS30)")]
Exploding = Annotated[bool, Meta(description="rule X is played: ships may explode")]
Six = Annotated[
    Literal["strikes", "sinks", "explodes"], Meta(description="what a 6 means for a hull without rule X (WS25)")
]


class FireNumber(Inputs, kw_only=True):
    """The modified fire number of a broadside, with every modifier and its reason. No dice."""

    guns: Guns
    carronades: Carronades = 0
    range: Range
    crew: Crew
    half: Annotated[bool, Meta(description="only the after or forward half of the guns bears")] = False
    initial: Annotated[bool, Meta(description="that side fires for the first time")] = False
    rake: Raked = "none"
    shot: Annotated[Shot, Meta(description="what is loaded")] = "round"
    ship_class: Annotated[int, Meta(ge=1, le=7, description="class of the ship that fires, for gale and storm")] = 3
    wind: Annotated[int, Meta(ge=0, le=6, description="wind velocity: 5 is a gale, 6 a storm")] = 3
    hull_lost: Annotated[int, Meta(ge=0, le=60, description="hull squares the firing ship has lost")] = 0
    sections_lost: Annotated[
        int, Meta(ge=0, le=3, description="her crew sections that are empty, boarding or at the pumps")
    ] = 0
    captured: Annotated[bool, Meta(description="she is a prize: give the prize crew's quality")] = False
    dismasted: Annotated[bool, Meta(description="no rigging left, with rule VIII")] = False
    anchored: Annotated[bool, Meta(description="she lies at anchor")] = False
    fired: Annotated[int, Meta(ge=0, le=200, description="broadsides she has fired before, where crews tire")] = 0
    obscured: Annotated[int, Meta(ge=0, le=6, description="how often wreckage lies over that side")] = 0
    fires: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=5)], ...],
        Meta(description="turns rolled for each fire aboard her", max_length=4),
    ] = ()
    far_rake: Annotated[FarRake, Meta(description="what a rake at 6 hexes and more is worth (WS15)")] = "as_five"

    def __post_init__(self) -> None:
        if not self.guns and not self.carronades:
            raise ValueError("guns=0: a broadside needs guns or carronades; give one of them")
        reach = bearing.reach(self.guns, self.carronades, charts())
        if self.range > reach:
            raise ValueError(f"range={self.range}: these guns reach {reach} hexes; give a shorter range or more guns")
        if self.shot != "round" and self.range > (limit := charts().ammunition.at(self.shot).max_range):
            raise ValueError(f"shot={self.shot}: it reaches {limit} and not {self.range}; give another shot or range")


class Number(Struct, frozen=True):
    """Added to two dice it is the final fire number."""

    number: int


def _rake(rake: Literal["none", "bow", "stern"]) -> Rake:
    return "" if rake == "none" else rake


def _battery(f: FireNumber) -> Battery:
    return Battery(
        guns=f.guns, carronades=f.carronades, range=f.range, quality=f.crew, ship_class=f.ship_class, velocity=f.wind,
        half=f.half, hull_lost=f.hull_lost, sections_lost=f.sections_lost, captured=f.captured, dismasted=f.dismasted,
        anchored=f.anchored, fired=f.fired, obscured=f.obscured, initial=f.initial, rake=_rake(f.rake),
        far_rake=f.far_rake, shot=f.shot, fires=f.fires,
    )  # fmt: skip


@aimed(_battery)
def fire_number(battery: Battery, charts: Charts, dice: Dice) -> Number:
    return Number(firepower.reckoned(battery, charts, dice))


class Broadside(FireNumber, kw_only=True):
    """One broadside at one target: squares of hull, crew and rigging, and a critical hit with what comes of it."""

    aim: Annotated[Aim, Meta(description="hull or rigging; from 6 hexes on only rigging", examples=["hull"])] = "hull"
    target_full_sails: Annotated[bool, Meta(description="the target is under full sails")] = False
    target_boarders: Annotated[bool, Meta(description="the target has a boarding party on deck")] = False
    target_crew: TargetCrew = "average"
    target_sections_lost: SectionsLost = 0
    captain: Annotated[bool, Meta(description="the target's captain is alive aboard")] = True
    admiral: Annotated[bool, Meta(description="an admiral is alive aboard the target")] = False
    critical: When = "doubles"
    doubtful_rows: Doubtful = "hull"

    def __post_init__(self) -> None:
        FireNumber.__post_init__(self)
        check_aim(self.aim, self.shot, self.range)


def check_aim(aim: Aim, shot: Shot, range: int) -> None:
    if shot == "chain" and aim == "hull":
        raise ValueError("aim=hull: chain shot is aimed at the rigging; give aim=rigging")
    if shot == "grape" and aim == "rigging":
        raise ValueError("aim=rigging: grape is for the men on deck; give aim=hull")
    if aim == "hull" and range > (limit := charts().distances.at("hull")):
        raise ValueError(f"aim=hull: beyond {limit} hexes only the rigging can be aimed at; give aim=rigging")


class Struck(Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """Squares crossed out by a shot and its critical hit together, and what the critical hit was."""

    hull: int = 0
    crew: int = 0
    rigging: int = 0
    sections: int = 0
    """Whole rigging sections besides."""
    critical: str = ""
    outcome: str = ""


def blow(b: Broadside | CriticalHit, number: int = 0) -> Blow:
    return Blow(
        aim=b.aim, number=number, range=b.range, rake=_rake(b.rake), quality=b.target_crew, captain=b.captain,
        sections_lost=b.target_sections_lost, admiral=b.admiral,
    )  # fmt: skip


def _fall(b: Broadside) -> Fall:
    return Fall(
        aim=b.aim, shot=b.shot, full_sails=b.target_full_sails, boarders=b.target_boarders, trigger=b.critical,
        companion=b.doubtful_rows,
    )  # fmt: skip


def _volley(b: Broadside) -> Volley:
    return Volley(_battery(b), _fall(b), blow(b))


def _form(volley: Volley) -> Broadside:
    b, fall, blow = volley.battery, volley.fall, volley.blow
    return Broadside(
        guns=b.guns, carronades=b.carronades, range=b.range, crew=b.quality, half=b.half, initial=b.initial,
        rake=b.rake or "none", shot=b.shot, ship_class=b.ship_class, wind=b.velocity, hull_lost=b.hull_lost,
        sections_lost=b.sections_lost, captured=b.captured, dismasted=b.dismasted, anchored=b.anchored, fired=b.fired,
        obscured=b.obscured, fires=b.fires, far_rake=b.far_rake, aim=fall.aim, target_full_sails=fall.full_sails,
        target_boarders=fall.boarders, target_crew=blow.quality, target_sections_lost=blow.sections_lost,
        captain=blow.captain, admiral=blow.admiral, critical=fall.trigger, doubtful_rows=fall.companion,
    )  # fmt: skip


@aimed(_volley, _form)
def broadside(volley: Volley, charts: Charts, dice: Dice) -> Struck:
    # Batteries that come to the same fire number share what is remembered of it.
    fall = replace(volley.fall, number=firepower.reckoned(volley.battery, charts, dice))
    return dice.last.do(struck, fall, volley.blow, charts)


def struck(fall: Fall, blow: Blow, charts: Charts, dice: Dice) -> Struck:
    """A fire number to its end: the squares, and the critical hit if there is one."""
    # Whichever fire number led to the same squares, they are one from here on.
    hit = dice.do(firepower.land, fall, charts, read=_squares)
    if hit.critical < 0:
        return _plainly(hit)
    return dice.last.do(criticals.critical, _numbered(blow, hit.critical), charts, read=_Critically(hit, charts))


class _Critically(Struct, frozen=True):
    """What a shot comes to with its critical hit: a value, so that odds remember what was read by it."""

    hit: Hit
    charts: Charts

    def __call__(self, outcome: Outcome) -> Struck:
        return _with(self.hit, outcome, self.charts)


@kept_by_value(1024)
def _squares(hit: Hit) -> Hit:
    """The squares of a shot, without the number that led to them."""
    return replace(hit, number=0)


@kept_by_value(4096)
def _numbered(blow: Blow, number: int) -> Blow:
    """A critical hit with the critical number of its row."""
    return replace(blow, number=number)


@kept_by_value(1024)
def _plainly(hit: Hit) -> Struck:
    """The squares of a shot by itself."""
    return Struck(hit.hull, hit.crew, hit.rigging)


@kept_by_value(16384)
def _with(hit: Hit, outcome: Outcome, charts: Charts) -> Struck:
    """The squares of a shot and of its critical hit together."""
    hull, crew, rigging = firepower.toll(hit, outcome, charts)
    return Struck(
        hit.hull + hull, hit.crew + crew, hit.rigging + rigging, int(outcome.section), outcome.effect, in_words(outcome)
    )


@kept_by_value(512)
def in_words(outcome: Outcome) -> str:
    """What came of a critical hit, in a few words; nothing where nothing came of it."""
    dead = [who for who, is_dead in (("captain", outcome.captain), ("admiral", outcome.admiral)) if is_dead]
    parts = [
        " and ".join(dead) + " dead" if dead else "",
        f"{BEAMS[outcome.side]} side obscured" if outcome.side else "",
        f"burns {outcome.turns} turns" if outcome.turns > 1 else "burns 1 turn" if outcome.turns else "",
        "she will blow up" if outcome.explodes and outcome.effect == "fire_breaks_out" else "",
        "she blows up" if outcome.explodes and outcome.effect == "magazine_may_explode" else "",
        "rigging section lost" if outcome.section else "",
        "hull and crew hits doubled" if outcome.double else "",
        "cable severed" if outcome.cable else "",
        "loses a grade" if outcome.took and outcome.effect == "crew_demoralized" else "",
        "turning ability less" if outcome.took and outcome.effect == "steering_damage" else "",
        "a section to the pumps" if outcome.effect == "waterline_damage" else "",
    ]
    return ", ".join(part for part in parts if part)


class UntilSheStrikes(Broadside, kw_only=True):
    """How many equal broadsides it takes until her hull or crew is gone, and how she ends. Give guns, or a fire number."""

    hull: Annotated[int, Meta(ge=1, le=40, description="hull squares the target has left", examples=[12])]
    hands: Annotated[int, Meta(ge=1, le=60, description="crew squares the target has left", examples=[12])]
    number: (
        Annotated[int, Meta(ge=-20, le=60, description="modified fire number, in place of guns and crew")] | None
    ) = None
    guns: Guns = 0
    range: Range = 1
    crew: Crew = "average"
    initial: Annotated[bool, Meta(description="the first of them is an initial broadside (with guns)")] = False
    exploding: Exploding = False
    destroyed_six: Six = "strikes"
    most: Annotated[int, Meta(ge=1, le=40, description="stop counting after so many broadsides")] = 30

    def __post_init__(self) -> None:
        if self.number is None:
            FireNumber.__post_init__(self)
        elif self.guns or self.carronades or self.initial:
            raise ValueError(
                f"number={self.number}: give either a fire number or guns, carronades and initial; not both"
            )
        check_aim(self.aim, self.shot, self.range)


class Siege(Struct, frozen=True):
    """The first broadside, those after it, and the ship that they are meant for."""

    first: Battery | int
    then: Battery | int
    fall: Fall
    blow: Blow
    hull: int
    hands: int
    exploding: bool
    six: Literal["strikes", "sinks", "explodes"]
    most: int


class Stand(Struct, frozen=True):
    """Broadsides fired, and how she ended: struck, in danger, blown up, without crew, or fighting on."""

    broadsides: int
    end: Literal["strikes", "may_sink", "may_explode", "explodes", "no_crew", "fights_on"]


def _siege(u: UntilSheStrikes) -> Siege:
    first: Battery | int
    then: Battery | int
    if u.number is not None:
        first = then = u.number
    else:
        first = _battery(u)
        then = replace(first, initial=False)
    # Leaders and the heart of her crew change nothing here: leaving them out keeps the odds small.
    blow = Blow(aim=u.aim, number=0, range=u.range, rake=_rake(u.rake), captain=False)
    return Siege(first, then, _fall(u), blow, u.hull, u.hands, u.exploding, u.destroyed_six, u.most)


Left = tuple[int, int, bool, bool]
"""Hull and crew squares left, whether she was fired at already, and whether she has blown up."""


@aimed(_siege)
def broadsides_until_she_strikes(siege: Siege, charts: Charts, dice: Dice) -> Stand:
    first, then = siege.first, siege.then
    if isinstance(first, Battery):
        first = dice.reckon("first broadside", firepower.fire_number(first, charts))
    if isinstance(then, Battery):
        then = dice.reckon("those after it", firepower.fire_number(then, charts))
    falls = replace(siege.fall, number=first), replace(siege.fall, number=then)
    fresh: Left = (siege.hull, siege.hands, False, False)
    left, fired = dice.rounds(_again, fresh, *falls, siege.blow, charts, until=_over, limit=siege.most)
    hull, hands, _, blown = left
    if blown:
        return Stand(fired, "explodes")
    if not hull:
        return Stand(fired, dice.do(damage.destroyed, siege.exploding, siege.six, charts))
    return Stand(fired, "fights_on" if hands else "no_crew")


def _over(left: Left) -> bool:
    hull, hands, _, blown = left
    return blown or not hull or not hands


def _again(left: Left, first: Fall, then: Fall, blow: Blow, charts: Charts, dice: Dice) -> Left:
    """One more broadside."""
    hull, hands, fired, _ = left

    def after(bite: tuple[int, int, bool]) -> Left:
        return max(0, hull - bite[0]), max(0, hands - bite[1]), True, bite[2]

    return dice.last.do(_bite, then if fired else first, blow, charts, read=after)


def _bite(fall: Fall, blow: Blow, charts: Charts, dice: Dice) -> tuple[int, int, bool]:
    """Hull and crew squares of one broadside, and whether it ends her in fire."""
    return dice.last.do(struck, fall, blow, charts, read=_bitten)


def _bitten(one: Struck) -> tuple[int, int, bool]:
    return one.hull, one.crew, one.outcome in ("she blows up", "she will blow up")


PROCEDURES = (fire_number, broadside, broadsides_until_she_strikes)


def calls(view: View, action: AnyAction, charts: Charts) -> list[Call]:
    """The shot of an order to fire, for odds before committing."""
    table = view.table
    if not isinstance(action, Fire) or view.own is None:
        return []
    if table.number(action.ship) < 0 or (target := table.number(action.target)) < 0:
        return []
    shot = gunnery.volley_of(table, view.own, action, charts)
    words = f"her {BEAMS[action.broadside]} broadside at {table.ships[target].name}"
    return [] if shot is None else [Call("broadside", shot[1], words)]
