"""The types of a title's state, table and settings: those of all campaigns, with a field for the ranks of each of its players."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, TypeVar, get_type_hints

from msgspec import Meta, Struct, defstruct

from weathergauge.rulesets.sealords.state import Settings, State, Table
from weathergauge.rulesets.sealords.world import Player, world


def state_type(title: str) -> type[State]:
    """The state of a title: its settings have a field for the ranks that each of its players has bought."""
    return _state_type(world(title).values.sides)


def table_type(title: str) -> type[Table]:
    """The table of a title."""
    made: type[Table] = get_type_hints(state_type(title))["table"]
    return made


def settings_type(title: str) -> type[Settings]:
    """The settings of a title."""
    made: type[Settings] = get_type_hints(table_type(title))["settings"]
    return made


@cache
def _state_type(players: tuple[Player, Player]) -> type[State]:
    """Titles of the same players share it."""
    kinds = [
        Annotated[tuple[str, ...], Meta(description=f"ranks the {player.adjective} player has bought before")]
        for player in players
    ]
    ranks = [(f"ranks_{player.id}", kind, ()) for player, kind in zip(players, kinds, strict=True)]
    known = {"players": players, "__reduce__": _packed}
    sides = {"sides": tuple([player.id for player in players])}
    settings = _derived(Settings, ranks, known)
    return _derived(State, [("table", _derived(Table, [("settings", settings)], known | sides))], known)


def _packed(made: Any) -> tuple[Any, ...]:
    """Say how another process makes a value again: it has made the type for itself."""
    fields = {name: getattr(made, name) for name in made.__struct_fields__}
    return _unpacked, (made.players, type(made).__name__, fields)


def _unpacked(players: tuple[Player, Player], name: str, fields: dict[str, Any]) -> Any:
    state = _state_type(players)
    table = get_type_hints(state)["table"]
    return {"State": state, "Table": table, "Settings": get_type_hints(table)["settings"]}[name](**fields)


Made = TypeVar("Made", bound=Struct)


def _derived(base: type[Made], fields: list[Any], known: dict[str, Any]) -> type[Made]:
    """A struct like another, with some fields of its own, and what it knows without being told."""
    made: Any = defstruct(base.__name__, fields, bases=(base,), module=base.__module__, namespace=known, frozen=True)
    return made  # type: ignore[no-any-return]  # derived from the base
