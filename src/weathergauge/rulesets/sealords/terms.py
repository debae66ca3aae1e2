"""The words of the series, as types."""

from __future__ import annotations

from typing import Literal

Side = str
"""One of the two players of a title, as its title.toml calls him."""
Season = Literal["spring", "summer", "fall", "winter"]
SEASONS: tuple[Season, ...] = ("spring", "summer", "fall", "winter")
SquadronClass = Literal["sol", "sol_d", "frigate", "galley", "flagship"]
SQUADRON_CLASSES: tuple[SquadronClass, ...] = ("sol", "sol_d", "frigate", "galley", "flagship")
AuxClass = Literal["fleet", "fleet_50", "galley", "light", "fireship", "bomb", "marine"]
Personality = Literal["timid", "cautious", "aggressive", "rash"]
Rank = Literal["commodore", "rear_admiral", "vice_admiral", "admiral"]
Ensign = Literal["", "red", "white", "blue"]
PlaceKind = Literal["space", "strait", "sea_zone", "coastal", "port", "entry"]
FormationKind = Literal["flotilla", "squadron", "detachment", "convoy", "dummy"]
"""A squadron is an independent one; a detachment keeps the order of its parent."""
State3 = Literal["ready", "fitting_out", "in_ordinary"]
"""The three states of squadrons, which a formation shares (R-STATES)."""
Known = Literal["hidden", "spotted", "all"]
"""What the other side knows of a formation: that a counter is there, its classes and leader, or everything."""
Approach = Literal["on_station", "with_wind", "against_wind", "catching_the_wind", "from_fitting_out"]
Box = Literal["available", "assigned", "tasked", "recovery"]
Task = Literal[
    "search", "shadow", "counter_shadow", "assist_battle_reinforcement", "convoy_attack", "interdict", "blockade",
    "fireship_attack", "bombardment", "raid", "cutting_out", "levant_trade_table", "rebase", "port_facilities",
    "coastal_road", "escalade",
]  # fmt: skip
OrderType = Literal[
    "cruise", "blockade", "interdict", "escort", "show_of_force", "support_the_army", "transport", "victual", "transit",
    "seek_battle", "rendezvous",
]  # fmt: skip
OrderState = Literal["pool", "available", "received", "issued", "in_execution"]
ConvoyKind = Literal["trade", "victualling", "support", "troop", "azogues"]
Intensity = Literal["light", "medium", "heavy"]
INTENSITIES: tuple[Intensity, ...] = ("light", "medium", "heavy")
FavouredRoll = Literal[
    "leadership_check", "strategy_check", "search", "catch_the_wind", "recovery", "repair", "auxiliary_task", "withdrawal",
    "damage_level", "combat",
]  # fmt: skip
"""Dice on which a player can spend the general modifier of a rank (SL91)."""
Help = Literal["fleet_supports_the_army", "troops_landed", "supplies_landed", "road_shelled", "port_stormed"]
"""What fleets do for armies: rows of the chart of modifiers."""
Control = Literal["leader", "command_admiral", "fleet_admiral"]
