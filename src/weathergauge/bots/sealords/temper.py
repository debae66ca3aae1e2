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
    late: float = 1.0
    """How much of a failure an order is that the end of the campaign overtakes: by the rules it counts for nothing."""
    haste: float = 0.0
    """Impulses by which orders take less time than winds and weather are feared to cost."""
    hulls: float = 1.0
    """How much of what a hull is worth counts however little time is left; the rest by what is still to be done with her."""
    holds: float = 1.5
    """Orders that wear must cost before who is at sea goes home: a failure differs from a success by two in the count."""
    meets: float = 0.12
    """The part of a weak formation's worth that is likely to be lost to an enemy who meets it at sea."""

    def hurdle(self, price: float) -> float:
        """What an attack must promise beyond its price."""
        return self.eager + (self.sure if price else 0.0)


class Stopper(Temper, frozen=True):
    """Of an admiral, who stops whoever comes by: a passage that ends in battle is seldom completed.

    He knows when the campaign ends. An order that may still be carried out is given, since nothing is lost where it is not;
    ships are spared for what is left to be done, and hold out for orders that a captain goes home from. The numbers were
    found by play between captains, a few hundred games each.
    """

    hinder: float = 0.4
    late: float = 0.0
    haste: float = 2.0
    hulls: float = 0.0
    holds: float = 4.0
    meets: float = 0.0


CAPTAIN = Temper()
