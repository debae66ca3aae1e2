"""Leaders and divisions: who leads whom, what is joined, what parts company, and who is promoted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from weathergauge.bots.reasons import Reason
from weathergauge.bots.sealords.staff import yards
from weathergauge.bots.sealords.watch import Watch
from weathergauge.rulesets.sealords import leaders
from weathergauge.rulesets.sealords.council import sitting
from weathergauge.rulesets.sealords.forces import Formation, Leader, Squadron
from weathergauge.rulesets.sealords.formations.actions import (
    DetachSquadron,
    JoinFormations,
    PostLeader,
    PromoteLeader,
    TransferSail,
)
from weathergauge.rulesets.sealords.world import at

LINE = ("sol", "sol_d")
ABLE = 3
"""Leadership of a man who is worth a promotion: seniority decides who commands in battle."""
FULL = 0.75
"""The part of her rating that a squadron may have in damage when two half ones are made one of."""


def next_order(watch: Watch) -> Reason | None:
    """One thing after the other: worn squadrons divided, posts, promotions, squadrons filled up, divisions joined, and worn
    ships sent away."""
    for desk, why in DESKS:
        for asked in desk(watch):
            if sitting.why_not(watch.view, asked, watch.world) is None:
                return Reason(asked, why)
    return None


# Posts


def _posts(watch: Watch) -> Iterator[PostLeader]:
    """The best man ashore for whoever has none or too small a one; the largest formation first."""
    wanting = [
        formation
        for formation in watch.own.formations
        if formation.squadrons and formation.kind != "convoy" and _wanting(watch, formation)
    ]
    for formation in sorted(wanting, key=lambda formation: (-size(formation), formation.id)):
        now = held(watch, formation.leader)
        able = [leader for leader in watch.own.leaders if held(watch, leader) > now or formation.leader is None]
        for leader in sorted(
            able, key=lambda leader: (-min(held(watch, leader), size(formation)), -leader.lr, leader.id)
        ):
            yield PostLeader(leader.id, formation.id)
        yield from _beside(watch, formation)


def _beside(watch: Watch, formation: Formation) -> Iterator[PostLeader]:
    """A man who leads a single squadron in the same place takes over a larger formation without a leader."""
    if formation.leader is not None:
        return
    for other in watch.own.formations:
        leader = other.leader
        if leader is not None and other.place == formation.place and size(other) < size(formation) and size(other) < 2:
            yield PostLeader(leader.id, formation.id)


def _wanting(watch: Watch, formation: Formation) -> bool:
    return formation.leader is None or size(formation) > held(watch, formation.leader)


def held(watch: Watch, leader: Leader | None) -> int:
    """Squadrons that he can hold together."""
    return leaders.control(leader, watch.table, watch.side, watch.charts)


def size(formation: Formation) -> int:
    return len([squadron for squadron in formation.squadrons if squadron.cls != "flagship"])


def _promotions(watch: Watch) -> Iterator[PromoteLeader]:
    """The best of those who have earned it, if he is better than most."""
    posted = [formation.leader for formation in watch.own.formations if formation.leader is not None]
    for leader in sorted((*posted, *watch.own.leaders), key=lambda leader: (-leader.lr, leader.id)):
        if leader.earned and leader.lr >= ABLE:
            yield PromoteLeader(leader.id)


# Divisions


def _idle(watch: Watch) -> list[Formation]:
    """Formations in port that nobody needs now."""
    lying = [
        formation
        for formation in watch.own.formations
        if not formation.afloat and formation.squadrons and not formation.order
    ]
    return [formation for formation in lying if formation.kind != "convoy"]


def _divided(watch: Watch) -> Iterator[TransferSail]:
    """Ships in port whose squadron is past her rating become two squadrons: with half of the damage each, neither founders."""
    for formation in watch.own.formations:
        for squadron in formation.squadrons:
            if (
                not formation.afloat
                and squadron.dps > squadron.rating
                and squadron.sail > 1
                and squadron.cls != "flagship"
            ):
                yield TransferSail(squadron.id, squadron.sail // 2)


def _filled(watch: Watch) -> Iterator[TransferSail]:
    """Half squadrons of a kind in the same port are made whole ones: a squadron wears alike whatever her sail."""
    idle = _idle(watch)
    pairs = [(giving, other) for place in idle for giving in place.squadrons for near in idle for other in near.squadrons
             if near.place == place.place and near.state == place.state]  # fmt: skip
    for giving, other in pairs:
        if (
            giving.id == other.id
            or (giving.cls, giving.contingent) != (other.cls, other.contingent)
            or giving.sail > other.sail
        ):
            continue
        if giving.sail + other.sail <= other.full and giving.dps + other.dps <= FULL * other.rating:
            yield TransferSail(giving.id, giving.sail, other.id)


def _joined(watch: Watch) -> Iterator[JoinFormations]:
    """Lone squadrons of the line join a division that its leader can hold: alone they are prey."""
    idle = [
        formation
        for formation in _idle(watch)
        if not any(ship.dps >= yards.GOES_IN * ship.rating for ship in formation.squadrons)
    ]
    for lone in idle:
        if size(lone) > 1 or not all(squadron.cls in LINE for squadron in lone.squadrons):
            continue
        near = [formation for formation in idle if formation.id != lone.id and at(formation.place) == at(lone.place)]
        for into in sorted(near, key=lambda formation: (size(formation), formation.id)):
            most = max(held(watch, leader) if leader is not None else 0 for leader in (lone.leader, into.leader))
            if size(into) + size(lone) <= most:
                yield JoinFormations(lone.id, into.id)


def _parted(watch: Watch) -> Iterator[DetachSquadron]:
    """Who is past her rating goes home by herself while the others stay; in port, who keeps the yard from its work,
    or the others from theirs."""
    for formation in watch.own.formations:
        if len(formation.squadrons) < 2 or formation.kind == "convoy":
            continue
        for squadron in formation.squadrons:
            if (
                formation.afloat
                and formation.order
                and squadron.dps > squadron.rating
                and _others_fit(formation, squadron)
            ) or (not formation.afloat and not formation.order and yards.alone(watch, squadron)):
                yield DetachSquadron(squadron.id)


def _others_fit(formation: Formation, worn: Squadron) -> bool:
    return all(squadron.dps <= FULL * squadron.rating for squadron in formation.squadrons if squadron.id != worn.id)


DESKS: tuple[tuple[Callable[[Watch], Iterator[Any]], str], ...] = (
    (
        _divided,
        "A squadron past her rating would founder at her anchor: divided, each half bears its half of the damage.",
    ),
    (
        _posts,
        "A formation that is larger than its leader can hold wears double: the best man who is free takes it over.",
    ),
    (_promotions, "He has earned it, and the senior admiral commands in battle: let it be a good one."),
    (_filled, "Two half squadrons wear twice as much as one whole one."),
    (_joined, "A lone squadron of the line is prey: together they can face a division."),
    (_parted, "Who is worn out holds up the others: she goes her own way to the yard."),
)
