"""The ways in which dice fall: from a seed, at random, from a script or a record, from a hand at a table, or as one hopes.

Rules never know which they were given; whoever plays, replays, resolves or foresees for them makes the dice here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from weathergauge.dice import Dice, Die, Good, Look, NeedRoll, Roll, Throw, Told, WrongDice, die


def fallen(text: str) -> Throw:
    """Read the text form of a throw; a WrongDice says what is wrong."""
    head, _, tail = text.partition(": ")
    dice, _, by = head.partition(" ")
    count, _, name = dice.partition("d")
    throw = Throw(dice, tuple([int(face) for face in tail.split() if face.isdecimal()]), by == "typed")
    # Written again it must be the same text: one throw has one wording.
    if str(throw) != text or not name.isdecimal() or count != str(len(throw.faces)):
        raise WrongDice(f"{text!r} is no throw: expected something like '2d6: 3 4'")
    reads = die("d" + name).faces
    if any(face not in reads for face in throw.faces):
        raise WrongDice(f"{text!r} is no throw: those faces are not on {dice}")
    return throw


class SeededDice(Dice):
    """Dice that fall as HMAC-SHA256 over a key says: the same key and number, the same faces for ever."""

    def __init__(self, key: bytes, number: int = 0) -> None:
        super().__init__()
        self._key, self._number, self._block = key, number, 0
        self._bytes: list[int] = []

    def _fall(self, roll: Roll) -> Throw:
        reads = roll.die.faces
        fair = 256 - 256 % len(reads)
        faces: list[int] = []
        while len(faces) < roll.count:
            if not self._bytes:
                from hmac import digest  # only dice that fall wait for it to load

                text = f"dice:{self._number}:{self._block}".encode()
                self._block += 1
                self._bytes = list(reversed(digest(self._key, text, "sha256")))
            byte = self._bytes.pop()
            if byte < fair:
                faces.append(reads[byte % len(reads)])
        return Throw(roll.dice, tuple(faces))


class RandomDice(Dice):
    """One generator kept for a whole simulation: quick, repeatable by its seed, without an account."""

    def __init__(self, seed: int | str, *, unheard: bool = False) -> None:
        from random import Random

        super().__init__()
        self.account = None
        self.unheard = unheard
        self.random = Random(seed)

    def _throw(
        self, count: int, die: Die, why: str, seat: str | None, secret: bool, good: Good = "high"
    ) -> tuple[int, ...]:
        reads, draw = die.faces, self.random.random
        sides = len(reads)
        if count == 1:
            return (reads[int(draw() * sides)],)
        return tuple([reads[int(draw() * sides)] for _ in range(count)])

    def tell(
        self, event: Struct, to: tuple[str, ...] | None = None, *, account: tuple[Look, ...] | None = None
    ) -> None:
        """Tell an event; there is no account to go with it."""
        if not self.unheard:
            self.told.append(Told(event, to))


class ScriptedDice(Dice):
    """Faces in the order they will be asked for. `finish` refuses left-over ones."""

    def __init__(self, faces: Iterable[int]) -> None:
        super().__init__()
        self._faces = list(faces)
        self._next = 0

    def _fall(self, roll: Roll) -> Throw:
        end = self._next + roll.count
        if end > len(self._faces):
            raise NeedRoll(roll)
        faces = tuple(self._faces[self._next : end])
        for face in faces:
            if face not in roll.die.faces:
                low, high = roll.die.faces[0], roll.die.faces[-1]
                raise WrongDice(f"{face} is not on a {roll.die.name} ({low} to {high}), asked for {roll.why}")
        self._next = end
        return Throw(roll.dice, faces)

    def finish(self) -> None:
        """Refuse dice that nobody asked for."""
        left = self._faces[self._next :]
        if left:
            faces = ", ".join(map(str, left))
            raise WrongDice(f"left-over dice: {faces} (only {self._next} asked for); leave them out")


class HopefulDice(Dice):
    """Dice that fall as well as they can for whoever throws them: to foresee what an order would lead to."""

    def __init__(self) -> None:
        super().__init__()
        self.account = None

    def _fall(self, roll: Roll) -> Throw:
        reads = roll.die.faces
        return Throw(roll.dice, (min(reads) if roll.good == "low" else max(reads),) * roll.count)


class RecordedDice(Dice):
    """The throws of a record, each held to what the rule asks for now: a changed rule is caught here."""

    def __init__(self, throws: Iterable[Throw]) -> None:
        super().__init__()
        self._throws = list(throws)

    def _fall(self, roll: Roll) -> Throw:
        if len(self.throws) == len(self._throws):
            raise WrongDice(f"the rules ask for {roll.dice} ({roll.why}); the record has no more dice here")
        throw = self._throws[len(self.throws)]
        if throw.dice != roll.dice:
            raise WrongDice(f"the rules ask for {roll.dice} ({roll.why}); the record has {throw}")
        return throw

    def finish(self) -> None:
        """Refuse a record that holds more throws than the rules ask for."""
        if len(self.throws) < len(self._throws):
            raise WrongDice(f"the record has {self._throws[len(self.throws)]}, which the rules do not ask for")


class TypedDice(Dice):
    """What hands at a physical table have thrown so far; more is asked for by `NeedRoll`.

    Secret throws are never typed: they come from the seed, so that nobody at the table sees them.
    """

    def __init__(self, given: Sequence[Throw], secret: SeededDice) -> None:
        super().__init__()
        self._given = list(given)
        self._secret = secret

    def _fall(self, roll: Roll) -> Throw:
        if roll.secret:
            return self._secret._fall(roll)
        if not self._given:
            raise NeedRoll(roll)
        throw = self._given.pop(0)
        if throw.dice != roll.dice:
            raise WrongDice(f"{roll.dice} are asked for ({roll.why}); given was {throw}")
        return throw


def typed(roll: Roll, faces: Sequence[int]) -> Throw:
    """Faces typed for a roll, refused unless they could have fallen."""
    low, high = roll.die.faces[0], roll.die.faces[-1]
    if len(faces) != roll.count or any(face not in roll.die.faces for face in faces):
        shown = " ".join(map(str, faces)) or "nothing"
        kind = "number" if roll.count == 1 else "numbers"
        raise WrongDice(f"{shown}: expected {roll.count} {kind} from {low} to {high}, for {roll.why}")
    return Throw(roll.dice, tuple(faces), typed=True)
