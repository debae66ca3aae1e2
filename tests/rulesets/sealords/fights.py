"""Battles to try things in: two squadrons that meet, lines of so many on each side, and how a battle is played on."""

from __future__ import annotations

from typing import Any

from tests.rulesets.sealords.sea import (
    MISTRAL,
    formation,
    leader,
    order,
    squadron,
    state,
    view,
)
from weathergauge.dice import Dice
from weathergauge.ruleset import Told
from weathergauge.rulesets.sealords import battle
from weathergauge.rulesets.sealords.battle import engagement, offering
from weathergauge.rulesets.sealords.battle.actions import (
    Attack,
    BattleEvent,
    Fight,
    Pair,
)
from weathergauge.rulesets.sealords.common import Ready
from weathergauge.rulesets.sealords.forces import Formation
from weathergauge.rulesets.sealords.phases import Fighting, Offering
from weathergauge.rulesets.sealords.state import State, replace, with_battle
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World
from weathergauge.throwing import RandomDice, ScriptedDice

SPACE = "space_7"

ORDERS = {
    "british": {"orders": (order("o1", holder="b1"),)},
    "bourbon": {"orders": (order("o2", holder="f1", command="french"),)},
}


def meeting(*more: Formation, title: str = "mistral", place: str = SPACE, **changed: Any) -> State:
    """A British and a French squadron of the line in one space, the French spotted, both under orders."""
    made = [
        formation("b1", place, order="o1", leader=leader("rowley", lr=4, personality="aggressive")),
        formation("f1", place, "bourbon", order="o2", known="spotted", leader=leader("court", "french")),
    ]
    return state(title, [*made, *more], **(ORDERS | changed))


def asked(of: State, world: World = MISTRAL, dice: Dice | None = None) -> State:
    return offering.begin(of, world, dice or ScriptedDice([]))


def plays(of: State, *moves: tuple[Side, Any], faces: Any = (), world: World = MISTRAL) -> State:
    """Actions one after the other, each held to be legal, with these faces for all of them."""
    dice = faces if isinstance(faces, Dice) else ScriptedDice(list(faces))
    for side, action in moves:
        phase: Any = of.table.phase
        assert phase.side == side, (phase, action)
        chapter = battle.CHAPTERS[type(phase)]
        assert chapter.why_not(view(of, side), action, world) is None, (phase, action)
        of = chapter.play(of, side, action, world, dice)
    if isinstance(dice, ScriptedDice):
        dice.finish()
    return of


def refusal(of: State, action: Any, world: World = MISTRAL) -> str:
    phase: Any = of.table.phase
    found = battle.CHAPTERS[type(phase)].why_not(view(of, phase.side), action, world)
    assert found is not None
    return str(found)


def told(of: State, event: Any) -> bool:
    """Whether an event has its sentence; those of other chapters are theirs to tell."""
    said = event.event if isinstance(event, Told) else event
    return not isinstance(said, BattleEvent) or bool(battle.told(of.table, said, MISTRAL))


def step(of: State) -> tuple[str, str]:
    phase = of.table.phase
    assert isinstance(phase, Fighting), phase
    return phase.side, phase.step


ATTACK: tuple[Side, Attack] = ("british", Attack(SPACE))


def by_rule(of: State) -> State:
    """Leaders stay where the rule has them."""
    while step(of)[1] == "post":
        of = plays(of, (step(of)[0], Ready()))
    return of


def lines(british: int, bourbon: int, **changed: Any) -> State:
    """A battle of so many squadrons of the line on each side, with a flagship each, up to the choice of intensity."""
    return by_rule(lined_up(british, bourbon, **changed))


def lined_up(british: int, bourbon: int, **changed: Any) -> State:
    """The same, up to where leaders are placed."""

    def fleet(prefix: str, number: int) -> list[Any]:
        flag = squadron(f"{prefix}_flag", "flagship", shift=1, name="Victory")
        return [flag, *[squadron(f"{prefix}_{n}") for n in range(1, number + 1)]]

    table = changed.pop("table", {})
    both = state(
        "mistral",
        [
            formation(
                "b1", squadrons=fleet("b", british), order="o1", leader=leader("rowley", lr=4, personality="rash")
            ),
            formation(
                "f1",
                SPACE,
                "bourbon",
                fleet("f", bourbon),
                order="o2",
                known="spotted",
                leader=leader("court", "french"),
            ),
        ],
        **(ORDERS | changed | table),
    )
    return plays(asked(both), ATTACK, ("british", Ready()), ("bourbon", Ready()))


def paired() -> State:
    """Two combats at medium intensity, damage level 4, the flagships and one French squadron left over."""
    return plays(
        lines(2, 3),
        ("british", Fight("light")),
        ("british", Pair("b_1", "f_2")),
        ("bourbon", Pair("f_1", "b_2")),
        faces=[5],
    )


def decided(own: Formation, foe: Formation, **changed: Any) -> State:
    """A battle whose guns are silent, with what it cost each side."""
    begun = state("mistral", [replace(own, known="all"), replace(foe, known="all")], **ORDERS)
    begun = plays_into(begun)
    assert begun.table.battle is not None
    sides = {"british": begun.table.battle.sides[0], "bourbon": begun.table.battle.sides[1]}
    sides = {side: replace(one, **changed.get(side, {})) for side, one in sides.items()}
    now = replace(begun.table.battle, gauge="british", intensity="medium", sides=(sides["british"], sides["bourbon"]))
    return with_battle(begun, now)


def plays_into(of: State) -> State:
    """Into the battle, up to the first question after the gauge."""
    offered = replace(of, table=replace(of.table, phase=Offering("british", SPACE)))
    return engagement.begin(offered, "british", SPACE, MISTRAL, RandomDice(0))
