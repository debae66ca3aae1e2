"""A campaign as values: what everybody knows of it, what each side keeps to itself, and whose decision is waited for.

The formations themselves are secrets of their side. The table has a counter for each, which says no more than the other
side may know; whoever changes a formation does it through `State.with_formation`, so that the two never differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from weathergauge.frame import table as frame
from weathergauge.frame.table import Over as Over
from weathergauge.rulesets.sealords.forces import (
    Auxiliary,
    Counter,
    Formation,
    Front,
    Leader,
    Order,
    Station,
    counter_of,
    sure,
)
from weathergauge.rulesets.sealords.phases import Battle, Phase
from weathergauge.rulesets.sealords.terms import (
    FavouredRoll,
    Side,
)
from weathergauge.rulesets.sealords.world import world

__all__ = ["replace"]


During = TypeVar("During")


class Gale(Struct, frozen=True, gc=False):
    wind: str
    force: int
    place: str
    hurricane: bool = False
    lasts: bool = False
    """For a full turn."""
    left: int = 0
    """Impulses that one which lasts has still to blow, this one included."""
    began: str = ""
    """Where it began, where its way depends on that."""
    freak: bool = False
    """A freak gale or a squall: it came by an event and does not move. A squall has force 0."""


class Port(Struct, frozen=True, gc=False, omit_defaults=True):
    """What changes about a port."""

    id: str
    owner: str
    closed: Side | Literal[""] = ""
    """A neutral that does not take this side's ships."""
    raided: int = 0
    """Repair rolls lost until the quarter ends."""
    points: int = 0
    """Repair points that convoys have landed."""
    neutralised: int = 0
    """The year for which a show of force has put down its pirates."""
    closed_until: int = 0
    """Serial number of the turn in which it opens again; 0 is never."""


class Tally(Struct, frozen=True, gc=False, omit_defaults=True):
    """What a side has done and suffered, as the prestige chart counts it."""

    prestige: int = 0
    year_began: int = 0
    previous_year: int = 0
    fulfilled: int = 0
    """Orders and what counts as one, in the period the chart counts."""
    failed: int = 0
    lost: tuple[tuple[str, int], ...] = ()
    """Sail lost in battle or a captured port, by class, not yet paid for."""
    dps: int = 0
    """Inflicted and not yet paid for."""
    convoy_dps: int = 0
    as_loss: int = 0
    """Points of each award that it takes as the other's loss (R-1212)."""
    bought: bool = False
    """Has paid for its reinforcement die this quarter."""
    uses: tuple[tuple[str, int], ...] = ()
    """Uses of player ranks this turn."""


class Favour(Struct, frozen=True, gc=False, omit_defaults=True):
    """A use of a player's rank, spent ahead on a die that is still to fall (SL91)."""

    by: Side
    rank: str
    roll: FavouredRoll
    whose: Side
    """Who throws the die, or reads it where both do."""
    drm: int
    combat: int = 0
    """Which combat of the battle in hand, where it is about one."""


class EventMark(Struct, frozen=True, gc=False):
    """An event that has happened: when last, how often, and whether its box is marked now."""

    id: str
    year: int
    turn: int
    count: int = 1
    marked: bool = True


class Settings(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table may want otherwise. The defaults are the rulings."""

    roads: Annotated[bool, Meta(description="anchored formations are sheltered from gales (R-ROADS)")] = True
    refit: Annotated[bool, Meta(description="quarterly refit in ordinary, where the title has it (R-REFIT)")] = True
    gale_stays: Annotated[bool, Meta(description="a gale that cannot move stays (R-GALE-MOVE)")] = False
    die_per_side: Annotated[bool, Meta(description="each side of a combat has a die of its own (R-CDT-DIE)")] = False
    flagship_compared: Annotated[
        bool, Meta(description="a flagship is compared for the worst shift (R-FLAG-SHIFT)")
    ] = False
    paired_takes_all: Annotated[
        bool, Meta(description="the squadron that was paired takes the sail losses (R-CDT-SPLIT)")
    ] = False
    leaders_by_rule: Annotated[
        bool, Meta(description="in battle leaders go with flagships or the most sail, and nobody is asked (SL86)")
    ] = False
    mulligans: Annotated[bool, Meta(description="dice of a battle may be rolled again for prestige (P34)")] = False
    blockaders_apart: Annotated[
        bool, Meta(description="each that watches a port from afar searches for itself (SL13)")
    ] = False
    convoys_spared: Annotated[bool, Meta(description="weather does nothing to convoys (SL08)")] = False
    key_ports_only: Annotated[bool, Meta(description="only key ports lay ships up in ordinary (SL85)")] = False
    emergency_repair: Annotated[
        bool, Meta(description="ports with rolls by the quarter may make one early for a crippled squadron (SL84)")
    ] = True
    combined: Annotated[bool, Meta(description="bombs and marines do the tasks of the combined game too")] = False
    turns: Annotated[int, Meta(ge=1, le=96, description="a limit of turns other than the scenario's")] | None = None

    def ranks(self, side: Side) -> tuple[str, ...]:
        """The ranks that a player has bought before. The settings of a title have a field for each of its sides."""
        held: tuple[str, ...] = getattr(self, "ranks_" + side, ())
        return held


class Date(Struct, frozen=True, order=True):
    """Where the campaign is. `mpi` 0 is before the first increment; `impulse` 0 is the administrative phase."""

    year: int
    turn: int
    impulse: int = 0
    mpi: int = 0


# Whose decision is waited for. Each belongs to the chapter that serves it.


class Table(Struct, frozen=True, gc=False):
    """What everybody may know."""

    title: str
    name: str
    """Of the scenario."""
    date: Date
    last: Date
    """The turn with which the scenario ends at the latest."""
    settings: Settings
    phase: Phase
    step: str
    """The step of the sequence that is being done."""
    serial: int = 0
    """Increments since the beginning."""
    rolled_end: bool = False
    """The end-of-game die is rolled from the year that the chart names."""
    first: Side = ""
    """Player A of this increment (R-PLAYER-A)."""
    counters: tuple[Counter, ...] = ()
    stations: tuple[Station, ...] = ()
    rovers: tuple[Auxiliary, ...] = ()
    """Pirates: nobody's auxiliaries, which everybody knows."""
    ports: tuple[Port, ...] = ()
    winds: tuple[str, ...] = ()
    gales: tuple[Gale, ...] = ()
    tallies: tuple[Tally, Tally] = (Tally(), Tally())
    events: tuple[EventMark, ...] = ()
    campaigns: tuple[Front, ...] = ()
    """Campaigns of armies that have begun."""
    relations: tuple[tuple[str, str, str], ...] = ()
    """Pairs of contingents that are not at peace: first, second, war or hostile."""
    battle: Battle | None = None
    levant: tuple[str, ...] = ()
    """Boxes of the trade track that are covered, by who covers them."""
    paid_knights: int = 0
    """The year for which the knights are paid."""
    fought: tuple[str, ...] = ()
    """Places where a battle was fought or declined in this increment."""
    favours: tuple[Favour, ...] = ()
    """Spent on dice that fall in the open."""

    @property
    def sides(self) -> tuple[Side, Side]:
        """The two players, the first of the title first; the table of a title knows them by heart."""
        return world(self.title).sides

    def enemy(self, side: Side) -> Side:
        """The other side."""
        first, second = self.sides
        return second if side == first else first

    def counter(self, id: str) -> Counter | None:
        for counter in self.counters:
            if counter.id == id:
                return counter
        return None

    def port(self, id: str) -> Port | None:
        for port in self.ports:
            if port.id == id:
                return port
        return None

    def station(self, aux: str) -> Station | None:
        """Where an auxiliary is on a lasting task."""
        return next((station for station in self.stations if station.aux == aux), None)

    def during(self, *kinds: type[During]) -> During:
        """The phase, for a chapter that is open in it."""
        if not isinstance(self.phase, kinds):
            raise LookupError(f"{type(self.phase).__name__} is open, and not {kinds[0].__name__}")
        return self.phase

    @property
    def fighting(self) -> Battle:
        """The battle in hand, for whoever fights it."""
        return sure(self.battle, "battle in hand")

    def port_of(self, id: str) -> Port:
        """The port of that id, which is there."""
        return sure(self.port(id), f"port {id}")

    def with_port(self, port: Port) -> Table:
        return replace(self, ports=tuple([port if other.id == port.id else other for other in self.ports]))

    def tally(self, side: Side) -> Tally:
        return self.tallies[0] if side == self.sides[0] else self.tallies[1]

    @property
    def behind(self) -> Side | None:
        """The side with less prestige; nobody while both have as much."""
        one, other = self.tallies
        return None if one.prestige == other.prestige else self.sides[one.prestige > other.prestige]

    def with_tally(self, side: Side, tally: Tally) -> Table:
        one, other = self.tallies
        return replace(self, tallies=(tally, other) if side == self.sides[0] else (one, tally))

    def relation(self, one: str, other: str) -> str:
        """War, hostile or peace between two contingents."""
        for first, second, how in self.relations:
            if (first, second) == (one, other) or (second, first) == (one, other):
                return how
        return "peace"

    def happened(self, id: str) -> EventMark | None:
        for mark in self.events:
            if mark.id == id:
                return mark
        return None

    def front(self, id: str) -> Front | None:
        """How a campaign of armies stands; None where it has not begun."""
        return next((front for front in self.campaigns if front.id == id), None)

    def with_front(self, front: Front) -> Table:
        """With a campaign begun, or changed."""
        kept = [other for other in self.campaigns if other.id != front.id]
        return replace(self, campaigns=(*kept, front))


class Secret(Struct, frozen=True, gc=False):
    """What a side keeps to itself."""

    formations: tuple[Formation, ...] = ()
    auxiliaries: tuple[Auxiliary, ...] = ()
    orders: tuple[Order, ...] = ()
    leaders: tuple[Leader, ...] = ()
    """Without a post, or out of play with a wound."""
    plots: tuple[tuple[str, str], ...] = ()
    """Formation and where it is to go; an empty place is to stay."""
    pending: str = ""
    """The auxiliary behind the task that is announced."""
    arrivals: tuple[tuple[int, int, Formation], ...] = ()
    """Formations on their way: serial number of the turn, impulse, and what comes."""
    serial: int = 0
    """Numbers its new counters."""
    tried: tuple[str, ...] = ()
    """Checks already made in this step: none is made twice."""
    owed: int = 0
    """Squadrons that the admiralty has called away and that are still to be named."""
    promoted: bool = False
    """Has promoted a leader this quarter."""
    rolls: tuple[tuple[str, int], ...] = ()
    """Repair rolls that its ports have made in this phase."""
    ahead: tuple[tuple[str, int], ...] = ()
    """Rolls of this quarter that its ports have made early, in emergencies (SL84)."""
    mended: tuple[str, ...] = ()
    """Formations that the yards have worked on in this phase."""
    captives: tuple[Leader, ...] = ()
    """Its leaders whom the enemy took outside battle: they may be ransomed."""
    changed: tuple[str, ...] = ()
    """Formations that were laid up or fitted out in this phase."""
    favours: tuple[Favour, ...] = ()
    """Spent on dice that fall behind its screen."""
    posts: tuple[tuple[str, str], ...] = ()
    """Formations with the squadron that their leader goes with, until both sides have placed theirs."""

    def formation(self, id: str) -> Formation | None:
        for formation in self.formations:
            if formation.id == id:
                return formation
        return None

    def auxiliary(self, id: str) -> Auxiliary | None:
        for auxiliary in self.auxiliaries:
            if auxiliary.id == id:
                return auxiliary
        return None

    def order(self, id: str) -> Order | None:
        for order in self.orders:
            if order.id == id:
                return order
        return None

    def formation_of(self, id: str) -> Formation:
        """The formation of that id, which is there."""
        return sure(self.formation(id), id)

    def auxiliary_of(self, id: str) -> Auxiliary:
        """The auxiliary of that id, which is there."""
        return sure(self.auxiliary(id), id)

    def order_of(self, id: str) -> Order:
        """The order of that id, which is there."""
        return sure(self.order(id), id)

    def with_auxiliary(self, changed: Auxiliary) -> Secret:
        return replace(self, auxiliaries=tuple([changed if aux.id == changed.id else aux for aux in self.auxiliaries]))

    def with_order(self, changed: Order) -> Secret:
        return replace(self, orders=tuple([changed if order.id == changed.id else order for order in self.orders]))


class State(frame.State[Table, Secret], frozen=True):
    """The whole position; secrets in the order of the table's sides. `with_secret` is for what shows on no counter: formations go
    through `with_formation`."""

    def seated(self, side: Side) -> Seated:
        """The view of a side that plays."""
        return frame.Seated(self.table, side, self.secret(side))

    def formation(self, id: str) -> Formation | None:
        return self.secrets[0].formation(id) or self.secrets[1].formation(id)

    def formation_of(self, id: str) -> Formation:
        """The formation of that id, which is there."""
        return sure(self.formation(id), id)

    def auxiliary_of(self, id: str) -> Auxiliary:
        """The auxiliary of that id, which is there."""
        return sure(self.auxiliary(id), id)

    def auxiliary(self, id: str) -> Auxiliary | None:
        """An auxiliary of either side, or a pirate."""
        for known in (*(secret.auxiliary(id) for secret in self.secrets), *self.table.rovers):
            if known is not None and known.id == id:
                return known
        return None

    def with_auxiliary(self, changed: Auxiliary) -> State:
        """With an auxiliary changed, in the secret of its side or on the table."""
        for side in self.table.sides:
            own = self.secret(side)
            if own.auxiliary(changed.id) is not None:
                return self.with_secret(side, own.with_auxiliary(changed))
        rovers = tuple([changed if rover.id == changed.id else rover for rover in self.table.rovers])
        return replace(self, table=replace(self.table, rovers=rovers))

    @property
    def formations(self) -> tuple[Formation, ...]:
        return self.secrets[0].formations + self.secrets[1].formations

    def at(self, place: str, side: Side | None = None) -> list[Formation]:
        """The formations in a place, of one side or of both."""
        return [
            formation
            for formation in self.formations
            if formation.place == place and (side is None or formation.side == side)
        ]

    def with_formation(self, changed: Formation) -> State:
        """With a formation changed or added, and its counter; one without squadrons or cargo leaves play, unless a dummy."""
        stays = (
            bool(changed.squadrons)
            or changed.kind == "dummy"
            or (changed.cargo is not None and changed.cargo.points > 0)
        )
        if not stays:
            return self._without(changed.id, changed.side)
        one, other = self.secrets
        first = changed.side == self.table.sides[0]
        own = one if first else other
        own = replace(own, formations=_with(own.formations, changed))
        secrets = (own, other) if first else (one, own)
        lies = self.table.counter(changed.id)
        counter = _laid(changed, lies)
        if counter is lies:  # the same table, about which much is remembered
            return type(self)(self.table, secrets)
        return type(self)(replace(self.table, counters=_with(self.table.counters, counter)), secrets)

    def with_changes(self, changed: Mapping[str, Formation]) -> State:
        """With many formations changed at once, by their ids; all of them are there, and stay in play."""
        if not changed:
            return self
        whose = {formation.side for formation in changed.values()}
        one, other = [
            own
            if side not in whose
            else replace(own, formations=tuple([changed.get(formation.id, formation) for formation in own.formations]))
            for side, own in zip(self.table.sides, self.secrets, strict=True)
        ]
        laid = [
            counter if (formation := changed.get(counter.id)) is None else _laid(formation, counter)
            for counter in self.table.counters
        ]
        same = all(map(is_, laid, self.table.counters))
        return type(self)(self.table if same else replace(self.table, counters=tuple(laid)), (one, other))

    def behind_the_screen(self, shown: Table) -> State:
        """With the counters still as the table showed them: where both sides decide at once, neither sees what the other
        has moved before both are ready."""
        return replace(self, table=replace(self.table, counters=shown.counters))

    def shown(self) -> State:
        """With the counters as the formations now are; those that were there keep their order."""
        now = {formation.id: counter_of(formation) for formation in self.formations}
        order = dict.fromkeys([counter.id for counter in self.table.counters if counter.id in now])
        counters = tuple([now[id] for id in (*order, *[id for id in now if id not in order])])
        return replace(self, table=replace(self.table, counters=counters))

    def without(self, id: str) -> State:
        """Without a formation, as when a dummy is found out or formations join."""
        gone = self.formation(id)
        return self._without(id, gone.side) if gone is not None else self

    def _without(self, id: str, side: Side) -> State:
        own = self.secret(side)
        kept = tuple([formation for formation in own.formations if formation.id != id])
        counters = tuple([counter for counter in self.table.counters if counter.id != id])
        state = self.with_secret(side, replace(own, formations=kept))
        return replace(state, table=replace(state.table, counters=counters))


View = frame.View[Table, Side, Secret]
Seated = frame.Seated[Table, Side, Secret]
Named = TypeVar("Named", bound=Formation | Counter)


def _with(things: tuple[Named, ...], changed: Named) -> tuple[Named, ...]:
    """With one in place of that of its id, or after the others."""
    for place, one in enumerate(things):
        if one.id == changed.id:
            return (*things[:place], changed, *things[place + 1 :])
    return (*things, changed)


def _laid(formation: Formation, lies: Counter | None) -> Counter:
    """The counter of a formation: the very one that lies there, where it says the same."""
    if lies is not None and lies.known == "hidden" == formation.known:
        return lies if lies.place == formation.place and lies.state == formation.state else counter_of(formation)
    counter = counter_of(formation)
    return lies if lies is not None and lies == counter else counter


def with_battle(state: State, battle: Battle | None) -> State:
    return replace(state, table=replace(state.table, battle=battle))
