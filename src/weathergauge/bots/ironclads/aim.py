"""What a side is about, in a sentence: whom each ship goes for, who leaves, and what losses weigh."""

from __future__ import annotations

from weathergauge.bots.ironclads.steer import drawn
from weathergauge.bots.ironclads.watch import Watch, lie
from weathergauge.bots.reasons import sought
from weathergauge.frame.words import capital, listed


def intent(watch: Watch) -> str:
    """Say it from what the captain reckons with: the same pull by which he judges where a ship should lie."""
    ships, leaving, pairs = watch.ships, [], []
    for n in watch.ours:
        ship = ships[n]
        if ship.fort:
            continue
        if watch.way_out(ship) is not None:
            leaving.append(ship.name)
            continue
        mark = aim(watch, n)
        if mark is not None:
            other = ships[mark]
            rams = watch.ram(n, mark, 1) > max(watch.fire(n, mark, False)[1])
            pairs.append((ship.name, f"{other.name} to ram her" if rams else other.name))
    said = [clause for clause in (sought(pairs), _home(leaving)) if clause]
    if not said:
        return "Hold out: nobody is there to go for."
    weighs = f"a loss weighs {watch.caution:.1f} times a gain"
    ahead = "; we are ahead, and " if watch.lead > 0 else "; "
    return f"{capital(', while '.join(said))}{ahead}{weighs}."


def aim(watch: Watch, n: int) -> int | None:
    """The enemy that draws a ship most from where she lies."""
    base = watch.ships[n].base
    shots = [(drawn(watch, n, foe, lie(base, watch.ships[foe].base)), foe) for foe in watch.foes]
    return max(shots, key=lambda valued: valued[0])[1] if shots else None


def _home(names: list[str]) -> str:
    if not names:
        return ""
    return f"{listed(names) if len(names) < 4 else 'the others'} {'makes' if len(names) == 1 else 'make'} for the edge"
