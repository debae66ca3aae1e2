"""The auxiliaries' resolutions by themselves: screens, attacks, marines, recovery and pirates, with their odds."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct, defstruct

from weathergauge.dice import Dice, Modifier
from weathergauge.files.inputs import BadInput
from weathergauge.procedures import Inputs, Procedure, procedure
from weathergauge.ruleset import Call
from weathergauge.rulesets.sealords.auxiliaries import pirates, special
from weathergauge.rulesets.sealords.auxiliaries import recovery as recovering
from weathergauge.rulesets.sealords.auxiliaries.actions import Screen, Send
from weathergauge.rulesets.sealords.auxiliaries.outcome import ranks
from weathergauge.rulesets.sealords.auxiliaries.reach import forces, listed
from weathergauge.rulesets.sealords.auxiliaries.special import Burning, Landing, Raiders, Shelling
from weathergauge.rulesets.sealords.campaigns import garrisoned
from weathergauge.rulesets.sealords.charts import Charts
from weathergauge.rulesets.sealords.forces import Auxiliary
from weathergauge.rulesets.sealords.leaders import favoured, ordnance, rank_modifiers
from weathergauge.rulesets.sealords.naming import SMALL
from weathergauge.rulesets.sealords.orders.convoys import cargo_lost
from weathergauge.rulesets.sealords.phases import Screening
from weathergauge.rulesets.sealords.procedures.sea import look
from weathergauge.rulesets.sealords.sea.spotting import POOR
from weathergauge.rulesets.sealords.state import View
from weathergauge.rulesets.sealords.terms import AuxClass
from weathergauge.rulesets.sealords.world import World, at

Ordnance = Annotated[int, Meta(ge=0, le=1, description="1 with the rank of naval ordnance (SL94)")]
Craft = Literal["fleet", "fleet_50", "galley", "light"]
Bv = Annotated[int, Meta(ge=0, le=9, description="blockade value of the port", examples=[3])]
Sail = Annotated[int, Meta(ge=1, le=4, description="sail of the squadron attacked", examples=[2])]
Drm = Annotated[int, Meta(ge=-9, le=9, description="a modifier of the die, as by a player's rank")]


def _added(number: int) -> tuple[Modifier, ...]:
    return (Modifier("as given", number),) if number else ()


# Screens


class ScreeningCase(Inputs, kw_only=True):
    """Whether a screen stops a task: no dice, both auxiliaries are shown."""

    tasked: Annotated[Craft, Meta(description="class of the auxiliary on the task", examples=["light"])]
    screen: Annotated[Craft, Meta(description="class of the auxiliary that screens", examples=["galley"])]
    narrow: Annotated[bool, Meta(description="in a strait or a port")] = False
    guardacostas: Annotated[bool, Meta(description="the one on the task is a guardacostas")] = False


class ScreenResult(Struct, frozen=True):
    """Whether the task is stopped, and if not, whether it is hampered."""

    stopped: bool
    hampered: bool


@procedure
def screening(s: ScreeningCase, charts: Charts, dice: Dice) -> ScreenResult:
    if s.guardacostas and not any(key[0] == "guardacostas" for key in charts.screening_matrix.cells):
        raise BadInput("guardacostas=yes: this title has none; leave it out")
    result = special.meet(special.Meeting(s.tasked, s.screen, s.narrow, s.guardacostas), charts, dice)
    return ScreenResult(result == "yes", result == "partial")


# Attacks


class ConvoyCase(Inputs, kw_only=True):
    """An attack by an auxiliary on a convoy."""

    attacker: Annotated[Craft, Meta(description="class of the auxiliary", examples=["light"])]
    escort: Annotated[int, Meta(ge=0, le=60, description="sail that escort the convoy")] = 0
    hampered: Annotated[bool, Meta(description="partly screened")] = False
    treasure: Annotated[bool, Meta(description="the treasure convoy, which loses sail and no cargo")] = False
    drm: Drm = 0


class ConvoyLoss(Struct, frozen=True):
    """Points of cargo lost, or sail of the treasure convoy."""

    points: int = 0
    sail: int = 0


@procedure
def convoy_attack(c: ConvoyCase, charts: Charts, dice: Dice) -> ConvoyLoss:
    blow = dice.do(special.attack, Raiders(c.attacker, c.escort, c.hampered, _added(c.drm)), charts)
    lost = cargo_lost("azogues" if c.treasure else "trade", blow.dp, blow.sail, charts)
    return ConvoyLoss(0, lost) if c.treasure else ConvoyLoss(lost, 0)


class FireshipCase(Inputs, kw_only=True):
    """A fireship against a squadron, in battle or in harbour."""

    sail: Sail
    harbour: Annotated[bool, Meta(description="she lies in harbour")] = False
    bv: Bv = 0
    drm: Drm = 0
    ordnance: Ordnance = 0


class Harm(Struct, frozen=True):
    """Whether the attack came off; damage points, sail sunk, and whether a leader is in danger."""

    success: bool
    dps: int
    sail: int
    leader: bool


def _harm(blow: special.Blow, sail: int) -> Harm:
    return Harm(blow.success, blow.dp, min(sail, blow.sail), blow.leader)


@procedure
def fireship_attack(f: FireshipCase, charts: Charts, dice: Dice) -> Harm:
    blow = dice.do(special.fireship, Burning(f.sail, f.harbour, f.bv, _added(f.drm), ordnance=f.ordnance), charts)
    return _harm(blow, f.sail)


class BombCase(Inputs, kw_only=True):
    """A bomb vessel against a squadron that is fitting out or in ordinary."""

    sail: Sail = 4
    drm: Drm = 0


@procedure
def bombardment(b: BombCase, charts: Charts, dice: Dice) -> Harm:
    return _harm(dice.do(special.bombard, _added(b.drm), charts), b.sail)


class MarineCase(Inputs, kw_only=True):
    """Marines against a port, a squadron or a troop convoy there."""

    task: Annotated[
        Literal["raid_port", "cutting_out_squadron", "cutting_out_troop_convoy"],
        Meta(description="what they try", examples=["raid_port"]),
    ]
    bv: Bv = 0
    land_units: Annotated[bool, Meta(description="enemy land units are there")] = False
    drm: Drm = 0


class Outcome(Struct, frozen=True):
    """Whether it succeeds."""

    success: bool


@procedure
def marine_task(m: MarineCase, charts: Charts, dice: Dice) -> Outcome:
    return Outcome(dice.do(special.land, Landing(m.task, m.bv, m.land_units, _added(m.drm)), charts))


class EscaladeCase(Inputs, kw_only=True):
    """An army storms a port, with a bomb to help it."""

    sail: Annotated[
        int, Meta(ge=0, le=40, description="sail of the formation off the port, without the bomb", examples=[3])
    ]
    bv: Bv = 0
    drm: Drm = 0


@procedure
def escalade(e: EscaladeCase, charts: Charts, dice: Dice) -> Outcome:
    return Outcome(dice.do(special.storm, special.Storming(e.sail, e.bv, _added(e.drm)), charts))


class CombinedCase(Inputs, kw_only=True):
    """A task of the combined game."""

    task: Annotated[
        Literal["bombardment_vs_port_facilities", "bombardment_vs_coastal_road", "cutting_out"],
        Meta(description="what is tried", examples=["cutting_out"]),
    ]
    drm: Drm = 0


@procedure
def combined_task(c: CombinedCase, charts: Charts, dice: Dice) -> Outcome:
    return Outcome(dice.do(special.combined, Shelling(c.task, _added(c.drm)), charts))


# Recovery and pirates


class RecoveryCase(Inputs, kw_only=True):
    """Whether an auxiliary comes back from the recovery box."""

    aux_class: Annotated[AuxClass, Meta(description="its class", examples=["fleet"])]
    nation: str = "other"
    corsair: Annotated[bool, Meta(description="a corsair")] = False
    drm: Drm = 0


def recovery(world: World) -> Procedure:
    """The procedure for the nations that a title's table favours."""
    nations: Any = Literal[(*dict.fromkeys(sorted([row.contingent for row in world.values.recovery])), "other")]
    nation = Annotated[nations, Meta(description="its nation, where the chart favours it")]
    about = {"__doc__": RecoveryCase.__doc__}
    case: Any = defstruct(
        "RecoveryCase", [("nation", nation, "other")], bases=(RecoveryCase,), namespace=about, kw_only=True
    )

    def recovery(r: RecoveryCase, charts: Charts, dice: Dice) -> Outcome:
        resting = recovering.Resting(r.aux_class, r.nation, r.corsair, _added(r.drm))
        return Outcome(dice.do(recovering.recovers, recovering.favour(resting, world), charts))

    return Procedure(recovery, case, Outcome)


class BlockadeCase(Inputs, kw_only=True):
    """Whether an auxiliary keeps up its blockade of a minor port at the end of a turn."""

    bv: Bv


@procedure
def auxiliary_blockade(b: BlockadeCase, charts: Charts, dice: Dice) -> Outcome:
    return Outcome(dice.do(recovering.keeps_up, b.bv, (), charts))


class PirateCase(Inputs, kw_only=True):
    """Which pirates are out this turn."""


class Awake(Struct, frozen=True):
    """The bases whose pirates are active."""

    bases: tuple[str, ...]


@procedure
def pirate_activation(p: PirateCase, charts: Charts, dice: Dice) -> Awake:
    return Awake(dice.do(pirates.wake, charts))


EVERY = (
    screening, convoy_attack, fireship_attack, bombardment, marine_task, combined_task,
)  # fmt: skip


def procedures(world: World) -> list[Procedure]:
    """Those whose charts the title has."""
    every = [*EVERY, recovery(world), auxiliary_blockade]
    if listed(world, "bomb", "escalade"):
        every.append(escalade)
    return every if world.charts.pirate_activation is None else [*every, pirate_activation]


def calls(view: View, action: Any, world: World) -> list[Call]:
    """The procedures that a task will use, as far as the one who sends it can know its inputs."""
    if view.seat is None or view.own is None:
        return []
    if isinstance(action, Screen):
        return _screened(view, action, world)
    if not isinstance(action, Send):
        return []
    aux = next((force for force in forces(view, world) if force.id == action.aux), None)
    return _call(view, aux, action, world) if aux is not None else []


def _screened(view: View, action: Screen, world: World) -> list[Call]:
    """What a screen does to whom it may meet: of what class the one on the task is shows with it."""
    phase = view.table.phase
    aux = view.own.auxiliary(action.aux) if view.own is not None else None
    if aux is None or aux.cls not in get_args(Craft) or not isinstance(phase, Screening):
        return []
    narrow = special.confined(phase.place, world)
    return [
        Call("screening", ScreeningCase(tasked=cls, screen=_craft(aux), narrow=narrow), f"against {SMALL[cls]}")
        for cls in get_args(Craft)
    ]


def _search(view: View, aux: Auxiliary, action: Send, world: World) -> list[Call]:
    """A search for one counter, or for each that nobody has spotted there: how many squadrons it has is hidden."""
    assert view.seat is not None
    looks = rank_modifiers(view.table, view.seat, "search_drm", world.charts)
    tasks = [rank for rank in ranks(view.table, view.seat, world) if rank not in looks]
    there = [
        counter for counter in view.table.counters if counter.side != view.seat and at(counter.place) == action.place
    ]
    around = sum([max(1, len(counter.classes)) for counter in there])
    counter = view.table.counter(action.target)
    target = max(1, len(counter.classes)) if counter is not None else 1
    each = "one that is there" if counter is None else "the counter"
    words = f"finds {each}, {'if it has one squadron' if target == 1 else f'of {target} squadrons'}"
    # What its own player has spent ahead on a search counts once (SL91).
    add = [*looks, *tasks, *(favoured(view.own, view.seat, "search") if view.own is not None else ())]
    return [
        look(
            world, "auxiliary", words, poor=aux.cls in POOR, target=target, around=max(1, around),
            drm=sum([modifier.value for modifier in add]),
        )
    ]  # fmt: skip


def _call(view: View, aux: Auxiliary, action: Send, world: World) -> list[Call]:
    assert view.seat is not None
    drm = sum([rank.value for rank in ranks(view.table, view.seat, world)])
    bv = world.places[action.place].bv if action.place in world.places else 0
    counter = view.table.counter(action.target)
    shown = counter.shown if counter is not None else None
    match action.task:
        case "search" | "shadow":
            return _search(view, aux, action, world)
        case "blockade":
            return [Call("auxiliary_blockade", BlockadeCase(bv=bv), "it can keep the blockade up, at each turn's end")]
        case "convoy_attack":
            # The escort is hidden: the odds are those against a convoy without one.
            return [Call("convoy_attack", ConvoyCase(attacker=_craft(aux), drm=drm), "without an escort")]
        case "fireship_attack" if shown is not None:
            guns = ordnance(view.table, view.seat, world.charts)
            cases = {
                squadron.sail: FireshipCase(sail=squadron.sail, harbour=True, bv=bv, drm=drm, ordnance=guns)
                for squadron in shown.squadrons
            }
            return [Call("fireship_attack", case, f"against {sail} sail") for sail, case in sorted(cases.items())]
        case "bombardment":
            return [Call("bombardment", BombCase(drm=drm))]
        case "raid":
            met = garrisoned(view.table, action.place, world)
            return [Call("marine_task", MarineCase(task="raid_port", land_units=met, drm=drm))]
        case "escalade":
            base = view.own.formation(aux.base) if view.own is not None else None
            return [Call("escalade", EscaladeCase(sail=base.sail if base is not None else 0, bv=bv, drm=drm))]
        case "cutting_out":
            return [Call("marine_task", MarineCase(task="cutting_out_squadron", bv=bv, drm=drm))]
        case "port_facilities":
            return [Call("combined_task", CombinedCase(task="bombardment_vs_port_facilities", drm=drm))]
        case "coastal_road":
            return [Call("combined_task", CombinedCase(task="bombardment_vs_coastal_road", drm=drm))]
    return []


def _craft(aux: Auxiliary) -> Craft:
    assert aux.cls in ("fleet", "fleet_50", "galley", "light")
    return aux.cls
