"""Executors by name: who plays a series where nobody hands an executor over."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pkgutil import resolve_name

from weathergauge.sentences import nearest

PROCESSES = "processes"
"""A pool of processes on this machine."""


@contextmanager
def executor(name: str, workers: int) -> Iterator[Executor]:
    """The executor of a name, with so many workers: `processes`, or any class as `mpi4py.futures:MPIPoolExecutor`.

    It is shut down afterwards. A ValueError is a sentence.
    """
    if name == PROCESSES:
        made: Executor = ProcessPoolExecutor(workers, get_context("spawn"), leave_interrupts_to_the_parent)
    else:
        made = _found(name)(max_workers=workers)
    try:
        yield made
    finally:
        made.shutdown(cancel_futures=True)


def _found(name: str) -> Callable[..., Executor]:
    """The class of a name."""
    expected = f"expected {PROCESSES}, or a class by its module, such as mpi4py.futures:MPIPoolExecutor"
    if ":" not in name:
        raise ValueError(f"executor {name!r}: {nearest(name, [PROCESSES])}; {expected}")
    try:
        kind = resolve_name(name)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"executor {name!r}: {error}; {expected}") from None
    if not isinstance(kind, type) or not issubclass(kind, Executor):
        raise ValueError(f"executor {name!r}: it is not an executor of concurrent.futures; {expected}")
    return kind


def leave_interrupts_to_the_parent() -> None:
    """Let Ctrl-C reach the process that was started by hand alone, which ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
