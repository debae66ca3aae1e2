"""What weather does to those under it: formations, ships in harbour, and auxiliaries (P11)."""

from __future__ import annotations

from weathergauge.dice import D10, Cell, Dice, Modifier
from weathergauge.rulesets.sealords import leaders
from weathergauge.rulesets.sealords.casualties import unposted
from weathergauge.rulesets.sealords.charts import Charts, GaleEffect
from weathergauge.rulesets.sealords.common import laid_open, numbered
from weathergauge.rulesets.sealords.damage import hurt, sinks, without_sail
from weathergauge.rulesets.sealords.forces import Auxiliary, Cargo, Formation, Squadron
from weathergauge.rulesets.sealords.naming import name_of, small_of, squadron_words
from weathergauge.rulesets.sealords.orders.convoys import cargo_lost
from weathergauge.rulesets.sealords.orders.holding import close_blockaders
from weathergauge.rulesets.sealords.ports import standing
from weathergauge.rulesets.sealords.sea.actions import (
    Battered,
    BlownAway,
    DrivenOut,
    HeldTogether,
    Parted,
    PartedCompany,
    Swamped,
)
from weathergauge.rulesets.sealords.sea.gales import AUTO, Affected, gale_at, removed_on
from weathergauge.rulesets.sealords.sea.sight import revealed
from weathergauge.rulesets.sealords.state import State, Table, replace
from weathergauge.rulesets.sealords.stations import to_recovery
from weathergauge.rulesets.sealords.terms import AuxClass
from weathergauge.rulesets.sealords.world import World, boxed


def anchorage(table: Table, formation: Formation, world: World) -> bool:
    """Whether a formation that marks time where it is lies at anchor: off a coast, or off a port not the enemy's (R-ROADS, SL09)."""
    place = world.places.get(formation.place)
    if place is None or not formation.afloat:
        return False
    return place.kind == "coastal" or standing(table, place.id, formation.side, world) not in (None, "enemy")


def toll(effect: GaleEffect, sheltered: bool) -> int:
    """Damage points for each squadron: in harbour and at anchor the IO entry is added, not below 0 (R-GALE-IO, SL08)."""
    plain = effect.attrition_dp or 0
    return max(0, plain + (effect.io_dp or 0)) if sheltered else plain


def struck(state: State, id: str, world: World, dice: Dice) -> State:
    """Gale effects on a formation, once in an increment."""
    if not state.table.gales:
        return state
    formation = state.formation(id)
    if formation is None or formation.galed or not _feels(formation, state.table):
        return state
    felt = gale_at(state.table, formation.place, world)
    if felt is None:
        return state
    formation = replace(formation, galed=True)
    state, formation = driven_out(state.with_formation(formation), formation, dice)
    roads = state.table.settings.roads and formation.afloat and formation.sheltered
    laid_up = formation.state == "in_ordinary" or boxed(formation.place)[1] == "harbour"  # SL85
    dps = 0 if felt.gale.freak else toll(felt.effect, roads or laid_up)
    state = battered(state, formation, dps, "a gale", world, dice)
    if formation.afloat and not roads:
        state = _kept_together(state, id, felt, world, dice)
    if felt.gale.freak:  # whose auxiliaries were removed when it came
        return state
    own = state.secret(formation.side).auxiliaries
    return swept(
        state,
        [auxiliary for auxiliary in own if auxiliary.box == "assigned" and auxiliary.base == id],
        felt.effect,
        world,
        dice,
    )


def _feels(formation: Formation, table: Table) -> bool:
    """Whether weather can hurt a formation: dummies not, and convoys unless the table spares them."""
    return bool(formation.squadrons) or (formation.cargo is not None and not table.settings.convoys_spared)


def battered(state: State, formation: Formation, dps: int, weather: str, world: World, dice: Dice) -> State:
    """Damage points on each squadron, and the check of those beyond their rating (P17); on a convoy's cargo (SL08)."""
    if not dps or not _feels(formation, state.table):
        return state
    if formation.cargo is not None:
        return _swamped(state, formation, formation.cargo, dps, weather, world, dice)
    sunk: list[tuple[str, int]] = []
    kept: list[Squadron] = []
    for squadron in formation.squadrons:
        wet = hurt(squadron, dps)
        lost = sinks(
            wet.excess, dice, f"does a sail of {name_of(formation, world)} founder?", seat=formation.side, secret=True
        )
        if lost:
            sunk.append((squadron.id, lost))
        wet = without_sail(wet, lost)
        if wet.sail > 0:
            kept.append(wet)
    took = tuple([(squadron.id, dps) for squadron in formation.squadrons])
    down = dict(sunk)
    called = tuple([(one.id, squadron_words(one, world)) for one in formation.squadrons if one.id in down])
    dice.tell(Battered(formation.id, formation.name, weather, took, tuple(sunk), called=called), to=(formation.side,))
    changed = replace(formation, squadrons=tuple(kept))
    state = state.with_formation(changed)
    return unposted(state, formation) if state.formation(formation.id) is None else state


def _swamped(state: State, convoy: Formation, cargo: Cargo, dps: int, weather: str, world: World, dice: Dice) -> State:
    """Each damage point of the weather costs a convoy a point of cargo; treasure ships lose nothing by the point."""
    lost = min(cargo.points, cargo_lost(cargo.kind, dps, 0, world.charts))
    if not lost:
        return state
    left = cargo.points - lost
    dice.tell(Swamped(convoy.id, convoy.name, weather, lost, left), to=(convoy.side,))
    return state.with_formation(replace(convoy, cargo=replace(cargo, points=left)))


def gale_modifier(felt: Affected) -> list[Modifier]:
    """The CtW/LS entry where a gale is felt."""
    drm = felt.effect.ctw_ls_drm
    words = f"gale of force {felt.gale.force}, {felt.range} away" if felt.range else f"gale of force {felt.gale.force}"
    return [Modifier(words, drm, Cell("gale_effects", (felt.gale.force, felt.range)))] if drm is not None else []


def swept(state: State, auxiliaries: list[Auxiliary], effect: GaleEffect, world: World, dice: Dice) -> State:
    """Auxiliaries under a gale, a die for each: some go to the recovery box (5.361)."""
    for auxiliary in auxiliaries:
        if not carried_off(effect, auxiliary.cls, world.charts, dice, auxiliary.side or None):
            dice.take_account()  # nobody hears of those that stay
            continue
        heard = None if not auxiliary.side or state.table.station(auxiliary.id) is not None else (auxiliary.side,)
        account = dice.take_account() if heard else laid_open(dice.take_account())
        dice.tell(BlownAway(auxiliary.id, auxiliary.cls, auxiliary.place or auxiliary.base), to=heard, account=account)
        state = to_recovery(state, auxiliary.id)
    return state


def carried_off(effect: GaleEffect, cls: AuxClass, charts: Charts, dice: Dice, seat: str | None = None) -> bool:
    """Whether a gale sends an auxiliary of a class to the recovery box."""
    needed = removed_on(effect, cls)
    if needed is None:
        return False
    if needed == AUTO:
        return True
    why = f"does the gale remove {small_of(cls)}?"
    return dice.roll(
        1, D10, read=lambda faces: faces[0] >= int(needed), why=why, seat=seat, secret=seat is not None, good="low"
    )


def driven_out(state: State, formation: Formation, dice: Dice) -> tuple[State, Formation]:
    """Squadrons fitting out in the roads of a minor port put to sea first (R-GALE-IO), before the eyes of a close blockade (SL13);
    a convoy lies there as at sea."""
    if formation.state != "fitting_out" or "/" in formation.place or formation.cargo is not None:
        return state, formation
    out = replace(formation, state="ready", approach="from_fitting_out", since=state.table.serial)
    dice.tell(DrivenOut(out.id, out.place))
    state = state.with_formation(out)
    if close_blockaders(state, out.place, out.side):
        state = revealed(state, out.id, "blockade", dice)
    return state, state.formation_of(out.id)


def _kept_together(state: State, id: str, felt: Affected, world: World, dice: Dice) -> State:
    """The check of a leader in a gale: failed, the last squadron is on its own (R-GALE-LS, SL10)."""
    formation = state.formation(id)
    if formation is None or len(formation.squadrons) < 2:
        return state
    side = formation.side
    why = f"does {name_of(formation, world)} keep together?"
    passed = leaders.leadership(state, formation, world, dice, why, gale_modifier(felt))
    state = leaders.spent(state, side, "leadership_check")
    if passed:
        dice.tell(HeldTogether(id, formation.name), to=(side,))
        return state
    others = [squadron for squadron in formation.squadrons if squadron.cls != "flagship"] or list(formation.squadrons)
    gone = others[-1]
    kept = tuple([squadron for squadron in formation.squadrons if squadron.id != gone.id])
    state, new = numbered(state, side)
    alone = replace(
        formation, id=new, name=gone.name or f"squadron {gone.id}", kind="squadron", command=gone.contingent,
        leader=None, squadrons=(gone,), order="", shadows=(),
    )  # fmt: skip
    left = replace(formation, squadrons=kept, kind="squadron" if len(kept) == 1 else formation.kind)
    account = dice.take_account()
    dice.tell(Parted(id, new, formation.place))
    dice.tell(PartedCompany(id, formation.name, gone.id, new), to=(side,), account=account)
    return state.with_formation(left).with_formation(alone)
