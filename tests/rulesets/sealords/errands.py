"""Auxiliaries to try things with: sent on tasks, screened, interdicting, in mixed roles."""

from typing import Any

from tests.rulesets.sealords.sea import (
    COLD_WAVES,
    MISTRAL,
    auxiliary,
    formation,
    heard,
    leader,
    state,
    view,
)
from weathergauge.rulesets.sealords.auxiliaries import reach, screening, tasking
from weathergauge.rulesets.sealords.auxiliaries.actions import (
    BasePirate,
    ChangeRole,
    Recall,
    Screen,
    Send,
    TaskSent,
)
from weathergauge.rulesets.sealords.forces import Station
from weathergauge.rulesets.sealords.phases import Screening, Tasking
from weathergauge.rulesets.sealords.state import State, replace
from weathergauge.rulesets.sealords.terms import Side
from weathergauge.rulesets.sealords.world import World
from weathergauge.throwing import ScriptedDice


def tasked(*formations: Any, british: Any = (), bourbon: Any = (), title: str = "mistral", **table: Any) -> State:
    """A campaign in which the British may send auxiliaries."""
    usual: dict[str, Any] = {"phase": Tasking("british"), "step": "tasks"}
    return state(
        title, formations, british={"auxiliaries": british}, bourbon={"auxiliaries": bourbon}, **(usual | table)
    )


def play(
    before: State, action: Any, faces: tuple[int, ...] = (), side: Side = "british", world: World = MISTRAL
) -> tuple[State, list[Any]]:
    """Play a legal order of either phase; all dice must be used."""
    dice = ScriptedDice(faces)
    chapter = screening if isinstance(before.table.phase, Screening) else tasking
    assert chapter.why_not(view(before, side), action, world) is None
    after = chapter.play(before, side, action, world, dice)
    dice.finish()
    return after, heard(dice)


def sends(before: State, aux: str, task: str, side: Side = "british", world: World = MISTRAL) -> list[Send]:
    return [
        one for one in tasking.options(view(before, side), aux, world) if isinstance(one, Send) and one.task == task
    ]


def box(after: State, aux: str) -> str:
    found = after.auxiliary(aux)
    assert found is not None
    return found.box


def interdicted(place: str, side: Any = "bourbon", by: Any = "") -> Station:
    return Station("y1", side, "french", "fleet", "interdict", place, "", by)


def bases(aux: Any, title: str = "mistral", **changed: Any) -> list[str]:
    one = state(title, **changed)
    side = aux.side
    return reach.bases(view(one, side), aux, MISTRAL if title == "mistral" else COLD_WAVES)


REFUSED = [
    (Send("x9", "search", "space_7"), "no auxiliary 'x9'"),
    (Send("x1", "fireship_attack", "space_7"), "its class has no such task"),
    (Send("x1", "search", "nowhere"), "'nowhere' is no place"),
    (Send("x1", "interdict", "levant_edge"), "beyond the reach"),
    (Send("x1", "search", "space_12"), "nothing there"),
    (Send("x1", "shadow", "space_7", "f9"), "no counter 'f9'"),
    (Send("x2", "search", "space_7"), "recovery box"),
    (Recall("x1"), "no lasting task"),
    (ChangeRole("x1", "b9"), "must be in one space"),
    (ChangeRole("x3", "b1"), "no mixed role"),
    (Screen("x1"), "no task to screen"),
    (BasePirate("p1", "sale"), "when they recover"),
    ("nonsense", "is not an order"),
]


def shadowed(cls: str, counter: str) -> State:
    """A British formation that a French auxiliary follows, with one of its own to go against it."""
    before = tasked(
        formation("b1", "space_7", shadows=("y1",), known="spotted"),
        british=(auxiliary("x1", counter, base="b1"),),
        bourbon=(auxiliary("y1", cls, "bourbon", box="tasked", task="shadow", place="space_7", target="b1"),),
    )
    mark = Station("y1", "bourbon", "french", cls, "shadow", "space_7", "b1")  # type: ignore[arg-type]
    return replace(before, table=replace(before.table, stations=(mark,)))


def screened(task: str = "search", cls: str = "fleet", screen: str = "light", **more: Any) -> State:
    """A British task off Toulon, where a French auxiliary can screen."""
    before = tasked(
        formation("f1", "space_12", "bourbon"),
        british=(auxiliary("x1", cls),),
        bourbon=(auxiliary("y1", screen, "bourbon", base="toulon"),),
        **more,
    )
    after, log = play(before, Send("x1", task, "space_12", "" if task == "search" else "f1"))  # type: ignore[arg-type]
    assert isinstance(log[0], TaskSent)
    return after


MATRIX = [
    ("fleet", "fleet", "yes"),
    ("fleet", "fleet_50", "partial"),
    ("fleet", "galley", "no"),
    ("fleet_50", "light", "no"),
    ("galley", "light", "partial"),
    ("light", "galley", "partial"),
    ("light", "light", "yes"),
]


def role(**leader_changed: Any) -> State:
    boss = leader(**leader_changed)
    return tasked(formation("b1", "port_mahon", leader=boss), british=(auxiliary("x1", base="port_mahon"),))
