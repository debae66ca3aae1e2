"""What lies on the table of an action ship to ship, and what each side keeps to itself.

Places are hexes, headings 1 to 6 clockwise from the north; sections of crew and rigging count from 1 in orders and
in sentences, from 0 in the tuples here.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from weathergauge.files.library import Evened
from weathergauge.frame import table as frame
from weathergauge.frame.fleet import Fleet
from weathergauge.frame.table import NamesReady
from weathergauge.frame.table import Over as Over
from weathergauge.rulesets.wsim.actions import Order
from weathergauge.rulesets.wsim.hexes import STEPS, Heading, Hex, span, stern
from weathergauge.rulesets.wsim.terms import Anchor, Broadside, PartyKind, Quality, Shot, Side, Step

replace = msgspec.structs.replace
Kind = TypeVar("Kind")


class Crewed(Struct, frozen=True, gc=False, array_like=True):
    """A prize crew: squares of the captor's men, and how good they are."""

    squares: int
    quality: Quality


class Boarders(Struct, frozen=True, gc=False, array_like=True):
    """A boarding party that has been shown: sections counted from 1, and the number of the ship it is meant for."""

    kind: PartyKind
    sections: tuple[int, ...]
    target: int = -1
    cross: bool = False


class Ship(Struct, frozen=True, gc=False, omit_defaults=True):
    """One ship with the open part of her log."""

    id: str
    name: str
    side: Side
    """Who sails her now: the captor, once she is a prize."""
    built: Side
    """Whose she was when the action began."""
    nation: str
    rated: int
    ship_class: int
    quality: Quality
    turning: int
    battle_speed: int
    full_speed: int
    """0 where she has no full sails."""
    guns: tuple[int, int]
    """Left and right, in squares."""
    carronades: tuple[int, int]
    hull: int
    hull_full: int
    crew: tuple[int, ...]
    crew_full: tuple[int, ...]
    rigging: tuple[int, ...]
    rigging_full: tuple[int, ...]
    points: int
    bow: Hex
    heading: Heading
    oars: bool = False
    fore_and_aft: bool = False
    coppered: bool = True
    captain: bool = True
    """Her captain is alive."""
    admiral: bool = False
    """An admiral is aboard and alive."""
    full_sails: bool = False
    anchor: Anchor = ""
    anchoring: Anchor = ""
    """Written this turn, effective the next."""
    weighing: int = 0
    """Turns spent raising the anchor."""
    cutting: bool = False
    """Cut this turn: free the next."""
    may_anchor: bool = True
    speed: int = 0
    """Movement factors she spent last turn on hexes and turns: what the limits of acceleration start from."""
    still: int = 0
    """Turns in succession in which her bow hex has not changed, but for drifting."""
    steady: int = 0
    """Turns in succession in which she has not turned: what a ship with no rigging waits for."""
    moved: bool = True
    """Whether her bow hex or heading changed in this turn's movement, but for drifting: grapples count ships that
    lay still."""
    did: tuple[str, ...] = ()
    """What she did this turn that keeps hands from repairs: turned, collided, fired, fought, loaded, weighed, sails.

    `boarders`: she told off so many sections that too few were left. `manned`: all her men came aboard this turn, and
    do not load either.
    `gathering`: she lay still last turn and did not run straight ahead in this one, so that she may not set full sails.
    """
    tow: int = -1
    """The number of the ship she has in tow (option towing)."""
    fresh: tuple[Broadside, ...] = ("left", "right")
    """Broadsides that have not fired yet: the first firing is the initial broadside."""
    fired: int = 0
    """Broadsides fired in all, for fatigue."""
    steering_lost: int = 0
    pumps: tuple[int, ...] = ()
    """Crew sections tied to the pumps, counted from 1."""
    fires: tuple[tuple[int, int], ...] = ()
    """Fires aboard: turns left to burn, and turns rolled, which set the penalty."""
    obscured: tuple[tuple[Broadside, int], ...] = ()
    """Sides obscured by wreckage, and the turns that each will last."""
    hanging: tuple[Broadside, ...] = ()
    """Masts that hang over a side (rule VIII)."""
    parties: tuple[Boarders, ...] = ()
    """This turn's boarding parties, once shown."""
    manning: tuple[tuple[int, int], ...] = ()
    """Squares of her boarders that are to stay aboard a ship they carry, by her number: else as few as must (WS68)."""
    fought: tuple[int, ...] = ()
    """Ships she has been in melee with since last turn."""
    committed: bool = False
    """All her sections were in parties last turn: no movement this turn."""
    provoked: int = -9
    """The turn in which she last fired at, grappled or boarded a ship of the line (CB rule I)."""
    repairs: tuple[int, int] = (0, 0)
    """Entries towards the next repair of hull and of rigging."""
    colours: Literal["flying", "struck", "surrendered"] = "flying"
    danger: Literal["", "may_sink", "may_explode", "will_explode"] = ""
    gone: Literal["", "sunk", "exploded", "left"] = ""
    prize: Crewed | None = None
    """Her prize crew: `crew` are then prisoners."""

    @property
    def stern(self) -> Hex:
        return stern(self.bow, self.heading)

    @property
    def hexes(self) -> tuple[Hex, Hex]:
        return self.bow, stern(self.bow, self.heading)

    @property
    def afloat(self) -> bool:
        return not self.gone

    @property
    def able(self) -> bool:
        """Afloat, her colours flying, in no danger of going down at once, and with a crew: she takes orders."""
        if self.gone or self.danger or self.colours != "flying":
            return False
        return self.prize.squares > 0 if self.prize is not None else any(self.crew)

    @property
    def resists(self) -> bool:
        """Whether somebody defends her deck: who takes orders, or a prize crew, though she herself has struck (WS57)."""
        return self.able or (self.prize is not None and self.prize.squares > 0 and not self.gone and not self.danger)

    @property
    def hands(self) -> int:
        """Crew squares that obey: the prize crew's on a prize."""
        return self.prize.squares if self.prize is not None else sum(self.crew)

    @property
    def of_the_line(self) -> bool:
        return self.ship_class <= 2

    @property
    def dismasted(self) -> bool:
        return not any(self.rigging)


def apart(one: Ship, other: Ship) -> int:
    """The range between two ships: the least distance between their hexes."""
    q, r = other.bow[0] - one.bow[0], other.bow[1] - one.bow[1]
    fq, fr = STEPS[one.heading]
    gq, gr = STEPS[other.heading]
    # Bow to bow, from her stern to the other's bow, from her bow to the other's stern, and stern to stern.
    return min(span(q, r), span(q + fq, r + fr), span(q - gq, r - gr), span(q + fq - gq, r + fr - gr))


How = Literal["foul", "grapple"]


class Lock(Struct, frozen=True, gc=False, array_like=True):
    """One foul or one grapple between two ships; `one` is the lower number. Every grapple is counted by itself."""

    one: int
    other: int
    how: How


def held_by(one: int, other: int, how: How) -> Lock:
    """A foul or a grapple between two ships."""
    return Lock(one, other, how) if one < other else Lock(other, one, how)


class Settings(Evened, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table may want otherwise. The defaults are the rulings, with every optional rule off."""

    critical: Annotated[
        Literal["doubles", "always", "twelve"], Meta(description="when a shot checks for a critical hit (WS18)")
    ] = "doubles"
    doubtful_rows: Annotated[
        Literal["hull", "crew"],
        Meta(
            description="what the lone companion of rigging hits is in fourteen rows of the fire results (section 17)"
        ),
    ] = "hull"
    rakes: Annotated[
        Literal["wide", "row"], Meta(description="a rake wherever she cannot reply, or only along the target's own row")
    ] = "wide"
    far_rake: Annotated[
        Literal["as_five", "none"], Meta(description="what a rake at 6 hexes and more is worth (WS15)")
    ] = "as_five"
    masts: Annotated[bool, Meta(description="fallen and hanging masts, and dismasted gunnery (rule VIII)")] = False
    exploding: Annotated[bool, Meta(description="exploding ships and their blast (rule X)")] = False
    destroyed_six: Annotated[
        Literal["strikes", "sinks", "explodes"],
        Meta(description="what a 6 for a destroyed hull is without rule X (WS25)"),
    ] = "strikes"
    fatigue: Annotated[bool, Meta(description="crews tire with every fifth broadside")] = False
    towing: Annotated[bool, Meta(description="ships may be towed (rule VII)")] = False
    blocked_wind: Annotated[bool, Meta(description="a ship close to windward takes the wind (rule IX)")] = False
    fore_and_aft: Annotated[bool, Meta(description="fore-and-aft rigs sail closer (rule XIV)")] = False
    coppering: Annotated[bool, Meta(description="uncoppered ships are slower under full sails (rule XV)")] = False
    anchoring: Annotated[bool, Meta(description="ships may anchor")] = True
    chain: Annotated[
        Literal["all", "not_british"],
        Meta(description="who may load chain shot; the base game denies it to the British"),
    ] = "all"
    pump_section: Annotated[
        Literal["highest", "lowest"], Meta(description="which crew section goes to the pumps (WS21)")
    ] = "highest"
    leader_loss: Annotated[
        Literal["record", "signals"],
        Meta(description="what an admiral's death does: nothing, or five turns without signals (WS20)"),
    ] = "record"
    motionless: Annotated[
        Literal["both", "grappling"],
        Meta(description="whether ships that lay still also throw off grapples more easily (WS66)"),
    ] = "both"
    sails: Annotated[
        Literal["hidden", "open"],
        Meta(description="whether changes of sail are written in secret, or made in view of all (WS69)"),
    ] = "hidden"
    wsn_again: Annotated[bool, Meta(description="throw a new wind shift number after each change of wind")] = False
    random_wind: Annotated[bool, Meta(description="throw for the opening wind")] = False
    turns: Annotated[int, Meta(ge=1, le=200, description="a limit of turns other than the scenario's")] | None = None


class Writing(NamesReady, frozen=True, tag="writing"):
    """Both sides write orders in secret; a side with nothing to decide is ready from the start."""

    step: Step
    ready: tuple[Side, ...] = ()


Phase = Writing | Over


class Table(Fleet[Ship, Side], frozen=True, gc=False):
    """What everybody may know."""

    title: str
    sides: tuple[Side, Side]
    turn: int
    turns: int
    wind: Heading
    """The heading that the wind blows toward."""
    velocity: int
    wsn: int
    first_wind: Heading
    settings: Settings
    ships: tuple[Ship, ...]
    phase: Phase
    duel: bool = False
    """Ends with the first surrender; else by points."""
    coming: tuple[Heading, int] | None = None
    """The wind of the next turn, where it changes."""
    locks: tuple[Lock, ...] = ()

    def held(self, number: int) -> tuple[int, ...]:
        """The ships that she is fouled or grappled with, each once, lowest number first."""
        if not self.locks:
            return ()
        pairs = {
            lock.other if lock.one == number else lock.one for lock in self.locks if number in (lock.one, lock.other)
        }
        return tuple(sorted(pairs))

    def grapples(self, one: int, other: int) -> int:
        """How many grapples hold two ships together."""
        return self.locks.count(held_by(one, other, "grapple"))

    def fouled(self, one: int, other: int) -> bool:
        return held_by(one, other, "foul") in self.locks

    def holds(self, side: Side, how: How) -> bool:
        """Whether an able ship of the side is held in that way."""
        ships = self.ships
        return any(
            lock.how == how and any(ships[n].side == side and ships[n].able for n in (lock.one, lock.other))
            for lock in self.locks
        )


class Loaded(Struct, frozen=True, gc=False, array_like=True):
    """What is in one broadside: nothing, or a shot that is ready or half loaded."""

    shot: Shot | Literal[""] = ""
    ready: bool = False


class Loads(Struct, frozen=True, gc=False, array_like=True):
    """The load columns of one ship, which are never open."""

    left: Loaded = Loaded()
    right: Loaded = Loaded()

    def of(self, broadside: Broadside) -> Loaded:
        return self.left if broadside == "left" else self.right

    def having(self, broadside: Broadside, loaded: Loaded) -> Loads:
        return replace(self, left=loaded) if broadside == "left" else replace(self, right=loaded)


ROUND = Loaded("round", True)
EMPTY = Loads()


class Message(Struct, frozen=True, gc=False, array_like=True):
    """A signal: from whom, to whom, what, and the turn in which it was made."""

    ship: str
    to: tuple[str, ...]
    words: str
    turn: int


class Secret(Struct, frozen=True, gc=False):
    """What a side keeps to itself: the orders of this step, its load columns, its signals."""

    orders: tuple[Order, ...] = ()
    loads: tuple[Loads, ...] = ()
    """By the number of the ship on the table; those of ships that the side does not hold are empty."""
    signals: tuple[Message, ...] = ()
    """Signals of this turn and the last, which are read in the next."""
    silent_until: int = 0
    """No signals before this turn: her admiral is dead (WS20)."""

    def load(self, number: int) -> Loads:
        return self.loads[number] if number < len(self.loads) else EMPTY

    def with_load(self, number: int, loads: Loads) -> Secret:
        """With other load columns for one ship."""
        columns = self.loads + (EMPTY,) * (number + 1 - len(self.loads))
        return replace(self, loads=(*columns[:number], loads, *columns[number + 1 :]))


class State(frame.State[Table, Secret], frozen=True):
    """The whole position; secrets in the order of the table's sides."""

    def orders(self) -> list[Order]:
        """Everything both sides have written in this step, by the number of the ship."""
        written = self.secrets[0].orders + self.secrets[1].orders
        return sorted(written, key=lambda order: self.table.number(order.ship)) if written else []

    def written(self, kind: type[Kind]) -> list[Kind]:
        """What they have written of one kind."""
        return [order for order in self.orders() if isinstance(order, kind)]


View = frame.View[Table, Side, Secret]
Seated = frame.Seated[Table, Side, Secret]
