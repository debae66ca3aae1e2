"""What a run meets: what is seen at a glance, and what is measured, must be the same."""

from random import Random

from msgspec.structs import replace

from weathergauge.rulesets.trafalgar.contact import Waters
from weathergauge.rulesets.trafalgar.rules import RULES
from weathergauge.rulesets.trafalgar.state import Ship, Table
from weathergauge.throwing import RandomDice


def strewn(random: Random, wide: int) -> Table:
    """The fleets of a whole battle, anywhere on a small sea: many touch, and squadrons keep their order."""
    table = RULES.setup(RULES.scenario("trafalgar", {}), RandomDice(1)).table
    ships = [
        replace(ship, x=random.randrange(wide), y=random.randrange(wide), heading=random.randrange(360))
        for ship in table.ships
    ]
    for squadron in table.squadrons:
        lead = ships[squadron.ships[0]]
        if random.random() < 0.5:  # in line ahead, some of them close enough to be a line
            step = random.randrange(180, 405)
            for place, n in enumerate(squadron.ships):
                ships[n] = replace(ships[n], x=lead.x, y=lead.y + place * step, heading=180)
    return replace(table, ships=tuple(ships))


def aimed_at_a_gap(random: Random, table: Table, number: int) -> Ship:
    """A ship abeam of the middle between two that follow each other, and heading for it, more or less."""
    squadron = random.choice([one for one in table.squadrons if number not in one.ships and len(one.ships) > 1])
    place = random.randrange(len(squadron.ships) - 1)
    ahead, astern = table.ships[squadron.ships[place]], table.ships[squadron.ships[place + 1]]
    x, y = (ahead.x + astern.x) // 2 - random.randrange(200, 900), (ahead.y + astern.y) // 2
    return replace(table.ships[number], x=x, y=y, heading=random.randrange(85, 96))


def test_a_clear_run_that_is_seen_at_a_glance_is_clear_when_it_is_measured():
    """On 3,000 runs, half of them aimed between two ships, the shorter way finds what the longer finds."""
    random, found = Random(16), set()
    for _ in range(60):
        table = strewn(random, random.choice((3000, 12000, 40000)))
        for _ in range(50):
            number, run = random.randrange(len(table.ships)), random.randrange(1, 1200)
            ship = table.ships[number] if random.random() < 0.5 else aimed_at_a_gap(random, table, number)
            measured = Waters(table, number, ship, run).first(ship, run)
            assert Waters(table, number, ship, run, straight=True).first(ship, run) == measured, (number, run)
            found.add(None if measured is None else measured.kind)
    assert found >= {None, "ship", "line", "group"}
