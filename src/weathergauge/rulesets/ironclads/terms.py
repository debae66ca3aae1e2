"""The words of the sheet, as types."""

from __future__ import annotations

from typing import Literal, get_args

Side = Literal[
    "union", "confederate", "austrian", "italian", "peruvian", "chilean", "chinese", "japanese", "russian", "british",
    "french", "german", "turkish", "american", "spanish", "blue", "red",
]  # fmt: skip
"""Who fights: a scenario has two of them."""
SIDES: tuple[Side, ...] = get_args(Side)
Order = Literal["full", "half", "slow", "stop"]
ORDERS: tuple[Order, ...] = get_args(Order)
"""Fastest first. Anchored is a state that a stop order keeps (IR01)."""
GunType = Literal["main", "medium", "light"]
GUN_TYPES: tuple[GunType, ...] = get_args(GunType)
Sector = Literal["bow", "starboard", "stern", "port"]
SECTORS: tuple[Sector, ...] = get_args(Sector)
"""Quarters of the compass about her, clockwise from ahead (IR04)."""
WHERE: dict[Sector, str] = {"bow": "ahead", "starboard": "to starboard", "stern": "astern", "port": "to port"}
"""How a player says in which direction guns point, and where others lie."""
DamageType = Literal["D2", "D3", "D4"]
DAMAGES: tuple[DamageType, ...] = get_args(DamageType)
Band = Literal["close", "medium", "long"]
Trait = Literal["sails", "cutter", "poor_seakeeping", "high_manoeuvrability", "wooden", "ram"]
TRAITS: tuple[Trait, ...] = get_args(Trait)
GunTrait = Literal["slow_load", "super_heavy", "quick_firing"]
GUN_TRAITS: tuple[GunTrait, ...] = get_args(GunTrait)
Captain = Literal["", "gunner", "boarding_specialist", "damage_control", "seaman", "resolute", "timid"]
"""What her captain is known for (IR22)."""
CAPTAINS: tuple[Captain, ...] = get_args(Captain)[1:]
Direction = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
COMPASS: dict[Direction, int] = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}
"""Eight winds, in degrees."""
Rudder = Literal["", "left", "right", "ahead"]
WindStrength = Literal["calm", "light_breeze", "moderate_breeze", "strong_breeze", "gale", "storm"]
Contact = Literal["ram", "board", "stop"]
"""What she does where her run meets an enemy."""
