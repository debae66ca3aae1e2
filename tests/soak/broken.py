"""A server with a fault put in on purpose, which a soak must find: `python -m tests.soak.broken FAULT serve …`."""

from __future__ import annotations

import itertools
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection

from weathergauge.cli import main
from weathergauge.server.change import Ask, Change

EVERY = 5
"""Which of the orders meets the fault."""


def break_orders(fault: str) -> None:
    """`dies`: the process crashes at an order. `forgets`: it answers as if the order were stored, and it is not."""
    prepare, numbers = Change.prepare, itertools.count(1)

    def broken(change: Change, store: Any, ask: Ask | None, *more: Any) -> Callable[[Connection], None]:
        order = ask is not None and any(b'"do":' in text for text in change.table.put)
        write = prepare(change, store, ask, *more)
        if not order or next(numbers) % EVERY:
            return write
        if fault == "dies":
            os.kill(os.getpid(), signal.SIGSEGV)
        return lambda connection: None

    Change.prepare = broken  # type: ignore[method-assign,assignment]


if __name__ == "__main__":
    break_orders(sys.argv.pop(1))
    sys.exit(main())
