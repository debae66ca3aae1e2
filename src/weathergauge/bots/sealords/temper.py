"""What an admiral of a campaign minds, and how much: every number by which a player may ask for another temper."""

from __future__ import annotations

from msgspec import Struct


class Temper(Struct, frozen=True):
    """Worth is counted in prestige."""

    order: float = 0.5
    """What an order carried out is worth."""
    eager: float = 0.25
    """What a battle must promise before it is offered."""
    sure: float = 0.5
    """What an attack in peace must promise beyond its price: the price is certain, and the battle is not."""
    caution: float = 1.0
    """How much an enemy in superior force is shunned."""
    hinder: float = 0.0
    """What it is worth to bring an enemy formation at sea to battle, beside what it loses: its orders may come to nothing."""
    sortie: float = 0.6
    """How likely a formation that comes out of a watched port is brought to battle."""
    endures: float = 0.4
    """What a battle must threaten before one runs from it."""

    def hurdle(self, price: float) -> float:
        """What an attack must promise beyond its price."""
        return self.eager + (self.sure if price else 0.0)


class Stopper(Temper, frozen=True):
    """Of an admiral, who stops whoever comes by: a passage that ends in battle is seldom completed."""

    hinder: float = 0.4


CAPTAIN = Temper()
