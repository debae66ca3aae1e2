"""Chapter: melee (phase I). Parties fight up to three rounds; ships are taken, manned, and sometimes taken back."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from weathergauge.dice import Dice
from weathergauge.rulesets.wsim import boarding, damage, squares
from weathergauge.rulesets.wsim.actions import Fate, Melee, Prepared, Squares, Transferred
from weathergauge.rulesets.wsim.charts import Charts
from weathergauge.rulesets.wsim.grappling import provoking
from weathergauge.rulesets.wsim.hand_to_hand import Band, Men, Pair, Winner, strength, whole, winner
from weathergauge.rulesets.wsim.state import EMPTY, Boarders, Crewed, Ship, State, Table, replace
from weathergauge.rulesets.wsim.terms import Side


def needed(prisoners: int, charts: Charts) -> int:
    """Squares of prize crew that so many prisoner squares call for."""
    return -(-prisoners // charts.figures.at("prisoners"))


Place = tuple[int, int]
"""A crew section, counted from 1, and its ship; section 0 is the prize crew. Sorted, the lowest sections fall first."""


class Force(Struct, frozen=True):
    """The men of one side of a fight, by where they stand in the logs."""

    places: tuple[Place, ...]
    kind: Literal["OBP", "DBP"]

    @property
    def ships(self) -> tuple[int, ...]:
        return tuple(sorted({number for _, number in self.places}))

    def of(self, number: int) -> Force:
        """Those of one ship."""
        return replace(self, places=tuple([place for place in self.places if place[1] == number]))


class Fought(Struct, frozen=True):
    """How a fight stands at the end of a turn."""

    winner: Winner
    rounds: int


def fight(state: State, charts: Charts, dice: Dice) -> State:
    """Phase I: everybody fights, then ships are taken, transfers cross, and prisoners rise where they can.

    It is called every turn: what a ship fought and sent away last turn is struck off her log here.
    """
    before = state.table
    if not any(ship.parties or ship.prize is not None or ship.fought or ship.committed for ship in before.ships):
        return state
    return _Phase(state, charts, dice).run()


class _Phase:
    """One melee phase in the making: the table as it changes, and what each fight came to."""

    def __init__(self, state: State, charts: Charts, dice: Dice) -> None:
        self.state, self.charts, self.dice = state, charts, dice
        self.table = state.table
        """The table as the fights leave it; that of `state` stays as it was before them."""
        self.kept: dict[int, list[Boarders]] = {}
        """Parties that fight on next turn."""
        self.met: dict[int, set[int]] = {}
        self.taken: dict[int, Force] = {}
        """Ships that are carried, and by whom."""

    def run(self) -> State:
        prizes = [n for n, ship in enumerate(self.table.ships) if ship.prize is not None and not ship.gone]
        attacks = self._attacks()
        self._stand_to({target for _, target in attacks})
        free = {n: len(squares.sections_free(ship)) for n, ship in enumerate(self.table.ships) if ship.parties}
        used = self._boarders_meet(attacks)
        crossing = self._defences(attacks, used)
        for number, target, rounds in crossing:
            self._cross(number, target, rounds)
        self._possess()
        self._capture()
        self._transfer()
        self._prisoners_rise(prizes)
        self._note(free)
        return replace(self.state, table=self.table)

    def _attacks(self) -> dict[tuple[int, int], Boarders]:
        """Offensive parties that have somebody to fight, by ship and target."""
        attacks = {}
        for number, ship in enumerate(self.table.ships):
            for party in ship.parties if ship.able else ():
                if (
                    party.kind == "OBP"
                    and _squares(ship, party)
                    and boarding.boardable(self.table, number, party.target)
                ):
                    target = self.table.ships[party.target]
                    self.table = provoking(self.table, number, party.target)
                    if target.resists:
                        attacks[number, party.target] = party
        return attacks

    def _stand_to(self, attacked: set[int]) -> None:
        """An attacked ship whose first section is in no party defends with it, or with the lowest living one (WS22)."""
        for number in sorted(attacked):
            ship = self.table.ships[number]
            busy = {section for party in ship.parties for section in party.sections if ship.crew[section - 1]}
            free = boarding.able_sections(ship)
            defended = any(party.kind == "DBP" and _squares(ship, party) for party in ship.parties)
            if defended or 1 in busy or not free or free[0] in busy:
                continue
            party = Boarders("DBP", free[:1])
            self.table = self.table.with_ship(number, replace(ship, parties=(*ship.parties, party)))
            self.dice.tell(Prepared(ship.id, party.kind, party.sections))

    def _boarders_meet(self, attacks: dict[tuple[int, int], Boarders]) -> dict[tuple[int, int], int]:
        """Boarders of two ships who meet each other first. Returns the rounds of every attack that can go on."""
        used = dict.fromkeys(attacks, 0)
        for number, target in sorted(attacks):
            if number > target or (target, number) not in attacks:
                continue
            one = _force(number, attacks[number, target])
            other = _force(target, attacks[target, number])
            came = self._struggle(one, other, 0)
            for key, force, won in (((number, target), one, "one"), ((target, number), other, "other")):
                if came.winner == "":  # they fight on next turn
                    self._keep(key[0], attacks[key])
                if came.winner == won:
                    used[key] = came.rounds
                    continue
                del used[key]
                if came.winner:
                    self._lost(force)
        return used

    def _defences(
        self, attacks: dict[tuple[int, int], Boarders], used: dict[tuple[int, int], int]
    ) -> list[tuple[int, int, int]]:
        """Every attacked ship defends herself. Returns who crosses over, to whom, and after how many rounds.

        Fights share no men, so their order does not matter; what they decide is done when all are over (WS56).
        """
        crossing = []
        for target in sorted({target for _, target in used}):
            mine = [key for key in sorted(used) if key[1] == target]
            force = Force(tuple(sorted(p for key in mine for p in _force(key[0], attacks[key]).places)), "OBP")
            sent = [(key[0], attacks[key]) for key in mine]
            came = self._assault(target, force, sent, max(used[key] for key in mine))
            crosses = any(party.kind == "DBP" and party.cross for party in self.table.ships[target].parties)
            if came.winner == "other" and came.rounds < self.charts.figures.at("rounds") and crosses:
                crossing.append((target, mine[0][0], came.rounds))
        return crossing

    def _assault(self, target: int, force: Force, sent: list[tuple[int, Boarders]], rounds: int) -> Fought:
        """Boarders against whoever defends a ship: she is carried, they fight on next turn, or they are lost."""
        came = self._struggle(force, self._defence(target), rounds)
        if came.winner == "one":
            self.taken[target] = force
        elif came.winner == "":
            for number, party in sent:
                self._keep(number, party)
            for party in self.table.ships[target].parties:
                if party.kind == "DBP":
                    self._keep(target, party)
        else:
            self._lost(force)
        return came

    def _cross(self, number: int, target: int, rounds: int) -> None:
        """Defenders who won and were told to cross attack the ship that their enemies came from (WS55)."""
        if {number, target} & self.taken.keys() or not self.table.ships[target].able:
            return
        defence = self._defence(number)
        party = Boarders("OBP", tuple([section for section, _ in defence.places]), target)
        self._stand_to({target})
        self._assault(target, replace(defence, kind="OBP"), [(number, party)], rounds)

    def _defence(self, number: int) -> Force:
        """Who stands on her deck: the prize crew of a prize, else her defensive party."""
        ship = self.table.ships[number]
        if ship.prize is not None:
            return Force(((0, number),), "DBP")
        sections = sorted(s for party in ship.parties if party.kind == "DBP" for s in party.sections)
        return Force(tuple([(section, number) for section in sections]), "DBP")

    def _struggle(self, one: Force, other: Force, rounds: int) -> Fought:
        """Fight the rounds that are left (WS77). A deck that nobody defends is carried at once."""
        pair = Pair(self._band(one), self._band(other))
        if not strength(pair.other, self.charts):
            return Fought("one", rounds)
        names = [self.table.ships[force.ships[0]].id for force in (one, other)]
        for number in one.ships:
            for enemy in other.ships:
                self.met.setdefault(number, set()).add(enemy)
                self.met.setdefault(enemy, set()).add(number)
        before = rounds

        def watch(was: Pair, now: Pair) -> None:
            nonlocal rounds
            rounds += 1
            lost = (was.one.squares - now.one.squares, was.other.squares - now.other.squares)
            points = (strength(was.one, self.charts), strength(was.other, self.charts))
            self.dice.tell(Melee(names[0], names[1], rounds, points, lost))
            self._cross_out(one, lost[0])
            self._cross_out(other, lost[1])

        after = self.dice.do(whole, pair, self.charts.figures.at("rounds") - rounds, self.charts, watch)
        return Fought(winner(after, self.charts) if rounds > before else "", rounds)

    def _band(self, force: Force) -> Band:
        men = []
        for section, number in force.places:
            ship = self.table.ships[number]
            if section == 0 and ship.prize is not None:
                men.append(Men(ship.prize.squares, ship.prize.quality))
            else:
                men.append(Men(ship.crew[section - 1], ship.quality))
        ships = [self.table.ships[number] for number in force.ships]
        side = ships[0].side if ships else None
        return Band(tuple(men), min([ship.ship_class for ship in ships], default=1), force.kind, side)

    def _cross_out(self, force: Force, lost: int) -> None:
        """Take squares from the men of a force, lowest section first."""
        for section, number in force.places:
            ship = self.table.ships[number]
            if section == 0 and ship.prize is not None:
                gone = min(lost, ship.prize.squares)
                ship = replace(ship, prize=Crewed(ship.prize.squares - gone, ship.prize.quality))
            else:
                gone = min(lost, ship.crew[section - 1])
                ship = replace(ship, crew=_with(ship.crew, section, ship.crew[section - 1] - gone))
            lost -= gone
            if gone:
                self.table = self.table.with_ship(number, ship)

    def _lost(self, force: Force) -> None:
        """A beaten party is taken: its men are out of the action, and their ship fights on without them (WS55)."""
        for number in force.ships:
            if men := self._band(force.of(number)).squares:
                self._cross_out(force.of(number), men)
                self.dice.tell(Squares(self.table.ships[number].id, "capture", crew=men))

    def _keep(self, number: int, party: Boarders) -> None:
        kept = self.kept.setdefault(number, [])
        if party not in kept:
            kept.append(party)

    def _possess(self) -> None:
        """Boarders of a ship that does not resist take possession of her."""
        for number, ship in enumerate(self.table.ships):
            for party in ship.parties if ship.able else ():
                target = party.target
                if party.kind != "OBP" or not _squares(ship, party) or target in self.met.get(number, ()):
                    continue
                if target not in self.taken and boarding.boardable(self.table, number, target):
                    if not self.table.ships[target].resists:
                        self.taken[target] = _force(number, party)

    def _capture(self) -> None:
        """Ships that are carried change hands, all at once."""
        sides = [ship.side for ship in self.table.ships]
        for target, force in sorted(self.taken.items()):
            # The party with the most men left gives the prize crew (WS57).
            captor = max(force.ships, key=lambda n: (self._band(force.of(n)).squares, -n))
            self._change_hands(target, sides[captor], captor, force)

    def _change_hands(self, number: int, side: Side, captor: int, force: Force) -> None:
        ship = self.table.ships[number]
        by = self.table.ships[captor]
        party = force.of(captor)
        able = self._band(party).squares
        wish = dict(by.manning).get(number, 0)
        prize = None
        if ship.built != side:
            men = min(wish or max(1, needed(sum(ship.crew), self.charts)), able)  # WS68
            prize = Crewed(men, by.quality)
        else:
            # With nobody left aboard half of them stay, as far as there are places (WS67); who struck has done fighting.
            alone = not any(ship.crew) and ship.colours != "struck"
            room = sum(ship.crew_full) - sum(ship.crew)
            men = min(wish or (-(-able // 2) if alone else 0), able, room)
        self._cross_out(party, men)
        self.state, self.table = handed_over(self.state, self.table, number, side, prize)
        self.dice.tell(Fate(ship.id, "retaken" if prize is None else "captured", by.id))
        if prize is None and men:
            own = self.table.ships[number]
            self.table = self.table.with_ship(number, replace(own, crew=squares.restore(own.crew, own.crew_full, men)))
            self.dice.tell(Transferred(by.id, ship.id, men))
        if men and (prize is not None or not any(ship.crew)):
            self._new_hands(number)
        self.kept.pop(number, None)

    def _new_hands(self, number: int) -> None:
        """Her only men came aboard this turn: they are of no use before the next (section 11)."""
        ship = self.table.ships[number]
        self.table = self.table.with_ship(number, replace(ship, did=(*ship.did, "manned")))

    def _transfer(self) -> None:
        """Transfers cross and take the places of those who fell; who finds none stays (WS58)."""
        for number in range(len(self.table.ships)):
            for party in self.table.ships[number].parties:
                ship = self.table.ships[number]
                if party.kind != "TBP" or not ship.able or not boarding.reachable(self.table, number, party.target):
                    continue
                friend = self.table.ships[party.target]
                men = _squares(ship, party)
                if friend.prize is not None:
                    joined = replace(friend, prize=Crewed(friend.prize.squares + men, friend.prize.quality))
                else:
                    men = min(men, sum(friend.crew_full) - sum(friend.crew))
                    joined = replace(friend, crew=squares.restore(friend.crew, friend.crew_full, men))
                if men:
                    self._cross_out(_force(number, party), men)
                    self.table = self.table.with_ship(party.target, joined)
                    if not friend.hands:
                        self._new_hands(party.target)
                    self.dice.tell(Transferred(ship.id, friend.id, men))

    def _prisoners_rise(self, prizes: list[int]) -> None:
        """Prisoners take a prize back whose crew is too small. One that is taken this turn is safe until the next."""
        for number in prizes:
            ship = self.table.ships[number]
            if (
                ship.prize is not None
                and number not in self.taken
                and ship.prize.squares < needed(sum(ship.crew), self.charts)
            ):
                self.state, self.table = handed_over(self.state, self.table, number, ship.built, None)
                self.dice.tell(Fate(ship.id, "retaken"))

    def _note(self, free: dict[int, int]) -> None:
        """Write down who fought whom and which parties fight on.

        Whoever was in a party has no other work this turn (WS54): `free` has the sections that were in none.
        """
        for number, ship in enumerate(self.table.ships):
            met = tuple(sorted(self.met.get(number, ())))
            kept = tuple(self.kept.get(number, ())) if ship.able else ()
            did = (*ship.did, "fought") if met and "fought" not in ship.did else ship.did
            told_off = number in free and number not in self.taken and ship.able
            stuck = told_off and not free[number]
            if told_off and free[number] < self.charts.figures.at("repair_sections"):
                did = (*did, "boarders")
            meant = boarding.still_meant(ship, kept)
            after = replace(ship, parties=kept, manning=meant, fought=met, did=did, committed=stuck)
            if met and not ship.hands and self.state.table.ships[number].hands:
                self.dice.tell(Fate(ship.id, "no_crew"))
            manned = damage.pumped(after, self.table.settings)  # Men fell, were taken or crossed over (WS28).
            if manned.danger != after.danger:
                manned = replace(manned, parties=(), manning=())
                self.dice.tell(Fate(ship.id, "may_sink"))
            if manned != ship:
                self.table = self.table.with_ship(number, manned)
        self.table = boarding.recalled(self.table)


def _squares(ship: Ship, party: Boarders) -> int:
    """Crew squares in a party."""
    return sum(ship.crew[section - 1] for section in party.sections)


def _force(number: int, party: Boarders) -> Force:
    return Force(tuple([(section, number) for section in party.sections]), "OBP")


def _with(crew: tuple[int, ...], section: int, left: int) -> tuple[int, ...]:
    return (*crew[: section - 1], left, *crew[section:])


def handed_over(state: State, table: Table, number: int, side: Side, prize: Crewed | None) -> tuple[State, Table]:
    """A ship under another flag: guns empty, no longer fresh, nobody in parties. One that struck stays so (WS57)."""
    ship = table.ships[number]
    loser = ship.side
    ships = [replace(other, tow=-1) if other.tow == number else other for other in table.ships]
    ships[number] = replace(
        ship,
        side=side,
        prize=prize,
        colours="struck" if ship.colours == "struck" else "flying",
        parties=(),
        manning=(),
        committed=False,
        fresh=(),
        tow=-1,
        repairs=(0, 0),
    )
    for who in (loser, side):
        state = state.with_secret(who, state.secret(who).with_load(number, EMPTY))
    return state, replace(table, ships=tuple(ships))
