"""Searching, spotting and losing sight again (P13, P19)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from weathergauge.dice import D10, Dice, Look, Modifier
from weathergauge.rulesets.sealords import leaders
from weathergauge.rulesets.sealords.charts import Charts, Found, has_row
from weathergauge.rulesets.sealords.common import laid_open
from weathergauge.rulesets.sealords.forces import Formation, Station
from weathergauge.rulesets.sealords.orders.holding import interdictors
from weathergauge.rulesets.sealords.ports import standing
from weathergauge.rulesets.sealords.sea.actions import Concealed, Rallied, SearchFailed
from weathergauge.rulesets.sealords.sea.gales import gale_at, squall_at
from weathergauge.rulesets.sealords.sea.sight import revealed
from weathergauge.rulesets.sealords.sea.weather import calmed
from weathergauge.rulesets.sealords.state import State, replace
from weathergauge.rulesets.sealords.stations import stationed, taken_off
from weathergauge.rulesets.sealords.terms import AuxClass, Side
from weathergauge.rulesets.sealords.world import World, at

POOR: tuple[AuxClass, ...] = ("galley", "fleet_50")
"""Auxiliaries that search less well."""


class Looker(Struct, frozen=True):
    """Who searches."""

    kind: Literal["formation", "auxiliary"]
    squadrons: int = 0
    poor: bool = False
    """A galley or fleet-50 auxiliary."""
    screened: bool = False
    """Partially screened."""
    ranks: tuple[Modifier, ...] = ()


class Sought(Struct, frozen=True):
    """Who is searched for."""

    squadrons: int = 1
    around: int = 1
    """Squadrons of its side in the space, its own among them."""
    convoy: bool = False
    """A convoy of nobody knows how many sail."""


def modifiers(looker: Looker, sought: Sought, charts: Charts) -> list[Modifier]:
    """What changes the die of a search, by the lines that the title's chart has."""
    counted = {
        "galley_or_fleet_50_auxiliary_searching": ("galley or fleet-50 auxiliary", int(looker.poor)),
        "partially_screened": ("partially screened", int(looker.screened)),
        "per_two_searching_squadrons": ("squadrons searching", looker.squadrons),
        "per_two_enemy_squadrons_in_target_space": ("enemy squadrons in the space", sought.around),
        "convoy_of_indeterminate_number_of_sail": ("a convoy", int(sought.convoy)),
    }
    drms = []
    for row, (reason, times) in counted.items():
        steps = times // charts.search_counts.at(row) if has_row(charts.search_counts, row) else times
        if steps and has_row(charts.search_drm, row):
            drms.append(charts.search_drm.modifier(reason, row, times=steps))
    return [*drms, *looker.ranks]


def search(looker: Looker, sought: Sought, charts: Charts, dice: Dice, seat: str | None = None) -> Found:
    """One die on the search table: whether the target is spotted, and whether an auxiliary may shadow it.

    Where the title says so, an auxiliary that only spots reads the same die again for the shadow, lower by the target's
    squadrons after the first.
    """
    hidden = seat is not None
    add = dice.reckon("search", modifiers(looker, sought, charts), seat=seat, secret=hidden)
    top = D10.faces[-1]
    total = dice.roll(
        1,
        D10,
        read=lambda faces: min(top, max(0, faces[0] + add)),
        why="search",
        seat=seat,
        secret=hidden,
        good="low",
    )
    columns = (looker.kind,) if "searcher" in charts.search.axes else ()
    result = dice.see(charts.search, total, *columns, why="search", seat=seat, secret=hidden)
    if looker.kind != "auxiliary":
        return Found(result.spotted, False)
    again = "per_target_squadron_beyond_first_shadow_check_only"
    larger = sought.squadrons - 1
    if not has_row(charts.search_drm, again) or larger <= 0 or not result.spotted or result.may_shadow:
        return result
    line = charts.search_drm.modifier("squadrons of the target after the first", again, times=larger)
    lower = dice.reckon("a second look, to shadow", [line], seat=seat, secret=hidden)
    nearer = dice.see(charts.search, max(0, total + lower), why="a second look, to shadow", seat=seat, secret=hidden)
    return Found(True, nearer.may_shadow)


def sought(state: State, target: Formation) -> Sought:
    """A formation as a search meets it."""
    around = sum([len(formation.squadrons) for formation in state.at(target.place, target.side) if formation.afloat])
    load = target.cargo
    # The sail of a treasure convoy are counted; how many others have nobody knows.
    return Sought(len(target.squadrons), around, load is not None and load.kind != "azogues" and not target.squadrons)


def looking(state: State, formation: Formation, world: World) -> Looker:
    """A formation as a searcher."""
    ranks = leaders.rank_modifiers(state.table, formation.side, "search_drm", world.charts)
    return Looker("formation", len(formation.squadrons), ranks=tuple(ranks))


def lookout(state: State, cls: AuxClass, side: Side, world: World, screened: bool = False) -> Looker:
    """An auxiliary as a searcher for a side."""
    ranks = leaders.rank_modifiers(state.table, side, "search_drm", world.charts)
    return Looker("auxiliary", 0, cls in POOR, screened, tuple(ranks))


def search_once(state: State, side: Side, looker: Looker, target: str, world: World, dice: Dice) -> tuple[State, Found]:
    """A search by a side for one counter, with what comes of it: spotted, or a dummy found out."""
    formation = state.formation(target)
    if formation is None or formation.side == side or not formation.afloat:
        return state, Found(False, False)
    result = search(favoured(state, side, looker), sought(state, formation), world.charts, dice, side)
    state = leaders.spent(state, side, "search")
    if result.spotted and formation.known != "hidden":
        return state, result  # whoever tells of the task tells of its dice: it was in sight before
    account = dice.take_account()
    if not result.spotted:
        # Its modifiers would tell how many squadrons are there: faces alone are shown.
        dice.tell(SearchFailed(formation.place, target), to=(side,), account=_bare(account))
        return state, result
    hidden = [
        other for other in state.at(formation.place, formation.side) if other.known == "hidden" and other.id != target
    ]
    # What was thrown behind the screen is put on the table with what it found.
    shown = laid_open(_bare(account) if hidden else account)
    return revealed(state, target, "search", dice, shown), result


def favoured(state: State, side: Side, looker: Looker) -> Looker:
    """A searcher with what its player has spent ahead on the next search."""
    favours = leaders.favoured(state.secret(side), side, "search")
    return replace(looker, ranks=(*looker.ranks, *favours)) if favours else looker


def can_search(formation: Formation) -> bool:
    """Dummies and bare convoys see nothing."""
    return formation.afloat and bool(formation.squadrons)


def met(state: State, id: str, world: World, dice: Dice) -> State:
    """A formation has come into a place that the enemy interdicts: it is searched for at once (R-INTERDICT)."""
    formation = state.formation(id)
    if formation is None or formation.known != "hidden" or not formation.afloat:
        return state
    foe = world.enemy(formation.side)
    lookers = [
        *[lookout(state, aux.cls, foe, world) for aux in stationed(state.table, "interdict", formation.place, formation.side)],
        *[looking(state, interdictor, world) for interdictor in interdictors(state, formation.place, formation.side)],
    ]  # fmt: skip
    for looker in lookers:
        state, result = search_once(state, foe, looker, id, world, dice)
        if result.spotted:
            break
    return state


def followed(state: State, id: str, world: World, dice: Dice) -> State:
    """Auxiliaries that shadow a formation go with it, unless weather, a sea zone or a port parts them (P13)."""
    formation = state.formation(id)
    if formation is None or not formation.shadows:
        return state
    for station in [station for station in state.table.stations if station.aux in formation.shadows]:
        why = _parted(state, formation, station, world)
        if why:
            state = taken_off(state, station.aux, dice, why)
    kept = tuple([
        replace(station, place=at(formation.place)) if station.task == "shadow" and station.target == id else station
        for station in state.table.stations
    ])  # fmt: skip
    return replace(state, table=replace(state.table, stations=kept))


def _parted(state: State, formation: Formation, station: Station, world: World) -> str:
    cell = world.charts.auxiliary_tasks.cells.get((station.cls, "shadow"))
    limits = cell.limits if cell is not None else ()
    if not formation.afloat:
        return "whom it followed has gone into port"
    if gale_at(state.table, formation.place, world) is not None:
        return "the gale parts it from whom it follows"
    if "not_in_gale_or_squall_spaces" in limits and squall_at(state.table, formation.place):
        return "the squall parts it from whom it follows"
    if "not_in_sea_zones" in limits and world.places[at(formation.place)].kind == "sea_zone" and _bound(station, world):
        return "it cannot follow out to sea"
    return ""


def _bound(station: Station, world: World) -> bool:
    """Whether galleys keep out of sea zones: those of corsairs need not where the title says so."""
    cell = world.charts.auxiliary_tasks.cells.get(("corsair", "as_same_class"))
    free = cell is not None and "corsair_galleys_may_enter_sea_zones" in cell.limits
    return bool(station.side) or not free


# The steps


def begin_search(state: State, world: World, dice: Dice) -> State:
    """Formations search for those of the enemy in the same place, each once in an increment (P13). Whoever is in a strait is
    spotted, however he came there (P10)."""
    for formation in state.formations:
        if formation.known == "hidden" and formation.afloat and world.places[at(formation.place)].kind == "strait":
            state = revealed(state, formation.id, "strait", dice)
    places = {formation.place for formation in state.secrets[0].formations if formation.afloat}
    shared = [
        formation.place for formation in state.secrets[1].formations if formation.afloat and formation.place in places
    ]
    for place in dict.fromkeys(shared):
        for side in world.sides:
            state = _searched(state, place, side, world, dice)
    return state


def _searched(state: State, place: str, side: Side, world: World, dice: Dice) -> State:
    each = "searcher" not in world.charts.search.axes
    for searcher in [formation for formation in state.at(place, side) if can_search(formation)]:
        hidden = [
            formation.id
            for formation in state.at(place, world.enemy(side))
            if formation.afloat and formation.known == "hidden"
        ]
        if not hidden:
            break
        # One chart has a die for every target; the other one target for a success, drawn before it (SL12).
        targets = hidden if each else [dice.pick(hidden, why="which counter is searched for", seat=side, secret=True)]
        dice.take_account()  # how it was drawn is told to nobody
        looker = looking(state, searcher, world)
        for target in targets:
            state, _ = search_once(state, side, looker, target, world, dice)
    return state


def conceal(state: State, world: World, dice: Dice) -> State:
    """The end of an impulse: who is out of sight is hidden again, order returns, winds and gales go (P19)."""
    lost = []
    for formation in state.formations:
        if formation.known != "hidden" and _out_of_sight(state, formation, world):
            lost.append(formation.id)
            state = state.with_formation(replace(formation, known="hidden"))
    if lost:
        dice.tell(Concealed(tuple(lost)))
    for formation in state.formations:
        if formation.disorganised:
            state = _rallied(state, formation, world, dice)
    return replace(state, table=calmed(state.table))


def _out_of_sight(state: State, formation: Formation, world: World) -> bool:
    place = world.places[at(formation.place)]
    if formation.shadows or (formation.afloat and place.kind == "strait"):
        return False
    if not formation.afloat:
        return True
    if standing(state.table, formation.place, formation.side, world) == "enemy":
        return False
    foes = [counter for counter in state.table.counters if counter.side != formation.side and counter.state == "ready"]
    return all(foe.place != formation.place for foe in foes)


def _rallied(state: State, formation: Formation, world: World, dice: Dice) -> State:
    """A disorganised formation is in order again when its leader passes a check (R-DISORG)."""
    side = formation.side
    passed = leaders.leadership(state, formation, world, dice, f"is {formation.name} in order again?")
    dice.tell(Rallied(formation.id, formation.name, passed), to=(side,))
    state = leaders.spent(state, side, "leadership_check")
    return state.with_formation(replace(formation, disorganised=False)) if passed else state


def _bare(account: tuple[Look, ...]) -> tuple[Look, ...]:
    """The faces of an account without what was added to them."""
    return tuple([
        Look(look.why, look.dice, look.faces, seat=look.seat, secret=look.secret) for look in account if look.faces
    ])  # fmt: skip
