"""What an admiral may still think over a turn, by the processor's clock: a busy machine makes nobody play worse."""

from __future__ import annotations

from time import thread_time


class Budget:
    """So many seconds of this thread's processor time for each turn."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.turn: object = None
        self.spent = 0.0
        self._since = 0.0

    def begin(self, turn: object) -> None:
        """Begin to think over an order of this turn; another turn than the last has all its time before it."""
        if turn != self.turn:
            self.turn, self.spent = turn, 0.0
        self._since = thread_time()

    def end(self) -> None:
        """The order is given: what it took is gone."""
        self.spent += thread_time() - self._since

    def left(self) -> float:
        """What is left of the turn's time."""
        return max(0.0, self.seconds - self.spent - (thread_time() - self._since))

    def share(self, orders: int) -> float:
        """What the next of so many orders may take."""
        return self.left() / max(1, orders)
