"""Auxiliaries in long random play: what is listed can be done, and boxes, marks and shadows never part company."""

from random import Random
from typing import Any

import pytest

from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    SIDES,
    auxiliary,
    convoy,
    dummy,
    formation,
    mistral_settings,
    order,
    squadron,
    state,
    view,
)
from weathergauge import codec
from weathergauge.rulesets.sealords import auxiliaries
from weathergauge.rulesets.sealords.phases import Going, Screening
from weathergauge.rulesets.sealords.state import Gale, State, Tally, replace
from weathergauge.rulesets.sealords.title_types import state_type
from weathergauge.rulesets.sealords.world import World
from weathergauge.throwing import RandomDice

CLASSES = ("fleet", "fleet_50", "galley", "light", "fireship", "bomb", "marine")
HERE: dict[str, dict[str, Any]] = {
    "mistral": {"home": "port_mahon", "foe": "toulon", "sea": "space_12", "zone": "balearic_sea", "pirates": "algiers"},
    "cold_waves": {"home": "plymouth", "foe": "brest", "sea": "ushant", "zone": "celtic_sea", "pirates": "madeira"},
}
STEPS = ("pirates", "tasks", "tasks", "recovery", "aux_blockade")


def forces(title: str, chance: Random) -> State:
    """Auxiliaries of every class on both sides, formations and convoys near each other, a blockade and a gale."""
    at = HERE[title]
    two = [squadron("b1_1"), squadron("b1_2", "sol_d", 1)]
    ships = [
        formation("b1", at["foe"], squadrons=two, order="o1"),
        formation("b2", at["sea"]),
        formation(
            "f1", f"{at['foe']}/harbour", "bourbon", state="fitting_out", squadrons=[squadron("f1_1", "frigate")]
        ),
        formation("f2", at["sea"], "bourbon", known=chance.choice(["hidden", "spotted"])),
        convoy("c1", at["sea"], "bourbon", known="spotted", trade=chance.choice(["trade", "troop"])),
        convoy("c2", at["foe"], "bourbon", trade="troop"),
        dummy("d1", f"{at['foe']}/harbour", "bourbon"),
    ]
    british = [
        auxiliary(f"x{n}", cls, base=at["home"] if cls == "light" else chance.choice([at["home"], "b1"]))
        for n, cls in enumerate(CLASSES * 2)
    ]
    bourbon = [auxiliary(f"y{n}", cls, "bourbon", base=at["foe"]) for n, cls in enumerate(CLASSES[:4] * 2)]
    if title == "cold_waves":
        bourbon.append(auxiliary("y9", "light", "bourbon", corsair="guardacostas", base=at["foe"]))
        bourbon.append(auxiliary("y10", "light", "bourbon", corsair="privateer", base="st_malo"))
    return state(
        title,
        ships,
        british={
            "auxiliaries": tuple(british),
            "orders": (order("o1", "interdict", target=(at["foe"],), holder="b1"),),
        },
        bourbon={"auxiliaries": tuple(bourbon)},
        rovers=(auxiliary("p1", "galley", "", corsair="pirate", base=at["pirates"]),),
        gales=(Gale("westerly", 9, at["zone"]),) if chance.random() < 0.5 else (),
        tallies=(Tally(prestige=chance.choice([0, 1])), Tally()),
        settings=mistral_settings(combined=chance.random() < 0.5, ranks_british=("admiral_white",)),
    )


def sound(now: State) -> None:
    """Marks on the table, tasked auxiliaries and the shadows of formations agree."""
    marks = {one.aux: one for one in now.table.stations}
    assert len(marks) == len(now.table.stations)
    everyone = [*now.secrets[0].auxiliaries, *now.secrets[1].auxiliaries, *now.table.rovers]
    pending = {secret.pending for secret in now.secrets}
    tasked = {one.id for one in everyone if one.box == "tasked" and one.id not in pending}
    assert tasked == marks.keys() - pending
    for one in marks.values():
        aux = now.auxiliary(one.aux)
        assert aux is not None
        assert (aux.task, aux.cls) == (one.task, one.cls)
    for ships in now.formations:
        assert all(marks[id].target == ships.id for id in ships.shadows)
    assert all(one.base for one in everyone if one.box == "assigned")


def can_be_said(events: list[Any], world: World, now: State) -> None:
    for event in events:
        if type(event).__module__.endswith("auxiliaries.actions"):
            assert auxiliaries.told(now.table, event, world)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("world", [MISTRAL, COLD_WAVES], ids=["mistral", "cold_waves"])
def test_a_long_walk_keeps_everything_in_its_box(world: World, seed: int):
    """Every step in turn, with random orders and dice; all of it can be written down and read again."""
    chance, dice = Random(seed), RandomDice(seed)
    now = forces(world.title, chance)
    played = 0
    for step in STEPS * 3:
        now = replace(now, table=replace(now.table, step=step, serial=now.table.serial + 1))
        now = auxiliaries.STEPS[step](now, world, dice)
        while not isinstance(now.table.phase, Going) and played < 400:
            played += 1
            phase = now.table.phase
            side = phase.side
            chapter, here = auxiliaries.CHAPTERS[type(phase)], view(now, side)
            listed = [one for subject in chapter.subjects(here, world) for one in chapter.of(here, subject, world)]
            action = chance.choice(listed)
            assert chapter.why_not(here, action, world) is None
            now = chapter.play(now, side, action, world, dice)
            if not isinstance(now.table.phase, Screening):
                assert all(secret.pending == "" for secret in now.secrets)
            sound(now)
        can_be_said([told.event for told in dice.events()], world, now)
        now = replace(now, table=replace(now.table, phase=Going()))
    assert played > 20
    assert codec.decode(codec.encode(now), state_type(world.title)) == now


def test_the_table_names_no_auxiliary_that_is_not_on_a_lasting_task():
    """Who is assigned where is known to his own side alone."""
    table = str(forces("mistral", Random(1)).table)
    assert not [
        one.id
        for side in SIDES
        for one in forces("mistral", Random(1)).secret(side).auxiliaries
        if f"'{one.id}'" in table
    ]
