"""The procedures of the campaigns: each chart-driven resolution, usable by itself, for whatever title has its charts."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from weathergauge.procedures import Procedure, catalogue
from weathergauge.ruleset import Call
from weathergauge.rulesets.sealords.actions import AnyAction
from weathergauge.rulesets.sealords.procedures import ahead, auxiliaries, battle, council, sea, yards
from weathergauge.rulesets.sealords.state import View
from weathergauge.rulesets.sealords.words import said
from weathergauge.rulesets.sealords.world import World

PARTS = (sea, auxiliaries, battle, council, yards)


def procedures(world: World) -> Mapping[str, Procedure]:
    """The procedures of a title: those whose charts it has."""
    return catalogue([procedure for part in PARTS for procedure in part.procedures(world)])


def calls(view: View, action: AnyAction, world: World) -> tuple[Call, ...]:
    """The procedures that an order will use, with their inputs, for odds before committing."""
    asked = [call for part in (*PARTS, ahead) for call in part.calls(view, action, world)]
    return tuple([replace(call, words=said(call.words, view, (), world)) for call in asked])
