"""Crossing out squares on the log, and what is left: pure arithmetic, shared by every chapter."""

from __future__ import annotations

from weathergauge.rulesets.wsim.state import Crewed, Ship, replace


def lose(track: tuple[int, ...], squares: int) -> tuple[int, ...]:
    """A track of sections with squares crossed out from the first living section upwards."""
    left: list[int] = []
    for section in track:
        gone = min(section, squares)
        squares -= gone
        left.append(section - gone)
    return tuple(left)


def restore(track: tuple[int, ...], full: tuple[int, ...], squares: int) -> tuple[int, ...]:
    """A track with squares cleared again, the latest losses first: those of the highest section that is not whole."""
    left = list(track)
    for section in reversed(range(len(left))):
        back = min(full[section] - left[section], squares)
        left[section] += back
        squares -= back
    return tuple(left)


def lose_hull(ship: Ship, squares: int) -> Ship:
    """Hull squares crossed out; what is too many is lost."""
    return replace(ship, hull=max(0, ship.hull - squares)) if squares else ship


def lose_rigging(ship: Ship, squares: int) -> Ship:
    """Rigging squares crossed out; with the first section gone full sails come down for good (WS80)."""
    if not squares:
        return ship
    rigging = lose(ship.rigging, squares)
    return replace(ship, rigging=rigging, full_sails=ship.full_sails and rigging[0] > 0)


def lose_crew(ship: Ship, squares: int) -> Ship:
    """Crew squares crossed out; on a prize the odd ones are the prize crew's, the even ones prisoners' (WS78)."""
    if not squares:
        return ship
    if ship.prize is None:
        return replace(ship, crew=lose(ship.crew, squares))
    men = max(0, ship.prize.squares - (squares + 1) // 2)
    return replace(ship, crew=lose(ship.crew, squares // 2), prize=Crewed(men, ship.prize.quality))


def sections_gone(full: tuple[int, ...], left: tuple[int, ...]) -> int:
    """Sections completely lost; one that never had squares is none (WS14)."""
    if 0 not in left:
        return 0
    return sum(was > 0 and now == 0 for was, now in zip(full, left, strict=True))


def rigging_gone(ship: Ship) -> int:
    """Rigging sections completely lost, each a hex of her allowance."""
    return sections_gone(ship.rigging_full, ship.rigging)


def sections_busy(ship: Ship) -> tuple[int, ...]:
    """Living crew sections in a boarding party or at the pumps, counted from 1."""
    if not ship.pumps and not ship.parties:
        return ()
    taken = {*ship.pumps, *(section for party in ship.parties for section in party.sections)}
    return tuple([n for n, squares in enumerate(ship.crew, 1) if squares and n in taken])


def sections_free(ship: Ship) -> tuple[int, ...]:
    """Living crew sections with nothing else to do, counted from 1."""
    busy = sections_busy(ship)
    return tuple([n for n, squares in enumerate(ship.crew, 1) if squares and n not in busy])


def sections_lost(ship: Ship) -> int:
    """Crew sections that count as lost at the guns: emptied, boarding, or at the pumps (WS14)."""
    return sections_gone(ship.crew_full, ship.crew) + len(sections_busy(ship))
