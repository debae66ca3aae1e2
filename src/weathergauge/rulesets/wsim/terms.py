"""The words of the log and of the charts, as types."""

from __future__ import annotations

from typing import Literal

Side = Literal[
    "american", "british", "french", "spanish", "dutch", "danish", "swedish", "russian", "turkish", "barbary", "allied"
]
"""Who fights: a scenario has two of them. `allied` are ships of several nations under one command."""
SIDES: tuple[Side, ...] = (
    "american", "british", "french", "spanish", "dutch", "danish", "swedish", "russian", "turkish", "barbary", "allied",
)  # fmt: skip
Broadside = Literal["left", "right"]
BROADSIDES: tuple[Broadside, Broadside] = ("left", "right")
BEAMS: dict[str, str] = {"left": "port", "right": "starboard"}
"""Broadsides as sentences have them."""
Quality = Literal["elite", "crack", "seasoned", "average", "green", "poor"]
QUALITIES: tuple[Quality, ...] = ("elite", "crack", "seasoned", "average", "green", "poor")
"""Best first: a crew that loses heart goes one down."""
Shot = Literal["round", "chain", "double", "grape"]
SHOTS: dict[str, str] = {"round": "round shot", "double": "double shot", "chain": "chain shot", "grape": "grape"}
"""What is loaded, as sentences have it."""
Aim = Literal["hull", "rigging"]
Attitude = Literal["A", "B", "C", "D"]
Anchor = Literal["", "A", "AB", "AS"]
PartyKind = Literal["OBP", "DBP", "TBP"]
"""Offensive, defensive and transfer boarding parties; no party at all is NBP on the log."""
Step = Literal["unfouling", "notation", "grappling", "fending", "boarding", "combat", "loading"]
"""The steps of a turn in which both sides write something down."""
