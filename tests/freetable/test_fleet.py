"""The fleet on a free table: what it answers is what asking every ship would answer, however it came to be."""

from random import Random

import pytest

from weathergauge.freetable import FINE, overlaps, seen_through, touching
from weathergauge.freetable.fleet import FEW, GONE, Fleet, Lookout, Place, fleet_of

SEA = 4000


def place(random: Random) -> Place:
    x, y, heading = random.randrange(-200, SEA), random.randrange(-200, SEA), random.randrange(360)
    length, width = random.randrange(60, 250), random.randrange(20, 90)
    hull = (x, y, heading, length * 9 // 10, width * 9 // 10)
    return GONE if random.random() < 0.1 else ((x, y, heading, length, width), hull, random.random() < 0.8)


def one_by_one(fleet: Fleet, number: int, x: int, y: int, reach: int) -> list[object]:
    """The same questions, asked of every ship in turn."""
    bases, hulls = fleet.bases, fleet.hulls
    every = [n for n in range(len(bases)) if bases[n] is not GONE[0]]
    near = [n for n in every if -reach < bases[n][0] - x < reach and -reach < bases[n][1] - y < reach]
    beside = [n for n in every if n != number and touching(bases[number], bases[n], 5)]
    base = (x, y, 30, 200, 80)
    on = any(n != number and fleet.fighting[n] and overlaps(base, bases[n]) for n in every)
    start, end = (bases[number][0] * FINE, bases[number][1] * FINE), (x * FINE, y * FINE)
    low_x, high_x = sorted((bases[number][0], x))
    low_y, high_y = sorted((bases[number][1], y))
    across = any(
        n not in (number, 0)
        and low_x - 100 <= bases[n][0] <= high_x + 100
        and low_y - 100 <= bases[n][1] <= high_y + 100
        and not seen_through(start, end, hulls[n])
        for n in every
    )
    return [near, beside, on, across]


@pytest.mark.parametrize("ships", [3, FEW, FEW + 60])
def test_a_fleet_answers_as_every_ship_would(ships: int):
    """Few ships are looked through, many are found in squares; ships that move are moved in it, and nobody can tell."""
    random = Random(ships)
    places = [place(random) for _ in range(ships)]
    fleet = fleet_of(places)
    for _ in range(150):
        moved = random.sample(range(ships), random.randrange(min(4, ships)))
        changes = [(number, place(random)) for number in moved]
        for number, there in changes:
            places[number] = there
        fleet = fleet.changed(changes)
        anew = fleet_of(places)
        assert [fleet.place(n) for n in range(ships)] == places
        number = random.choice([n for n in range(ships) if places[n] is not GONE] or [0])
        x, y, reach = random.randrange(SEA), random.randrange(SEA), random.randrange(1, 1500)
        if places[number] is GONE:
            continue
        asked = [one_by_one(fleet, number, x, y, reach)] + [
            [
                one.near(x, y, reach),
                one.touching(number, one.bases[number], 5),
                one.lies_on(number, (x, y, 30, 200, 80)),
                one.blocked(
                    (one.bases[number][0] * FINE, one.bases[number][1] * FINE), (x * FINE, y * FINE), 100, number, 0
                ),
            ]
            for one in (fleet, anew)
        ]
        assert asked[0] == asked[1] == asked[2]


def test_a_fleet_is_made_anew_only_where_somebody_moved():
    """What else changes of a ship leaves the fleet the very same, and with it all that was worked out of it."""
    lookout: Lookout[tuple[Place, str]] = Lookout(lambda ship: ship[0])
    random = Random(1)
    ships = tuple([(place(random), "sound") for _ in range(20)])
    fleet = lookout.fleet(ships)
    hurt = (*ships[:4], (ships[4][0], "hurt"), *ships[5:])
    assert lookout.fleet(hurt) is fleet
    assert lookout.fleet(hurt) is fleet
    there = ((500, 500, 0, 100, 40), (500, 500, 0, 100, 40), True)
    sailed = (*hurt[:4], (there, "hurt"), *hurt[5:])
    after = lookout.fleet(sailed)
    assert after is not fleet
    assert after.place(4) == there
    assert fleet.place(4) == ships[4][0]
    fewer = lookout.fleet(ships[:3])
    assert [fewer.place(n) for n in range(3)] == [ship[0] for ship in ships[:3]]
