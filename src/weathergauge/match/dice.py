"""The dice of a match that was or is played elsewhere: those of a record, and those that hands throw at a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from weathergauge.dice import Dice, NeedRoll, Roll, SeededDice, Throw, WrongDice


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
