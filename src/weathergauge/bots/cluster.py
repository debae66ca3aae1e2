"""Series past one machine: the workers of a Dask cluster as an executor."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NamedTuple

from weathergauge import __version__

LOCAL = "local"
"""Instead of an address: a scheduler with workers is started here, and ends with the series."""
PATIENCE = 10.0
"""Seconds to wait for a scheduler to answer, and for a first worker."""
TRIES = 3
"""How often a batch is played again whose worker died."""


class Unreachable(ValueError):
    """A cluster that cannot be played on. The message is one sentence."""


class Cluster(NamedTuple):
    """Where series are played: the executor, and how many games it plays at the same time."""

    executor: Executor
    workers: int


@contextmanager
def cluster(address: str, workers: int) -> Iterator[Cluster]:
    """The cluster at an address, or `local` for one with so many workers; an Unreachable is a sentence."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise Unreachable("A cluster needs a package more: pip install weathergauge[cluster]") from None
    logging.getLogger("distributed").setLevel(
        logging.CRITICAL
    )  # what goes wrong is said in a sentence, or played again
    try:
        if address == LOCAL:
            made = distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None)
            client = distributed.Client(made, timeout=PATIENCE)
        else:
            made, client = None, distributed.Client(address, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError, TypeError):
        raise Unreachable(
            f"--cluster {address}: no scheduler answers there; expected the address of one, such as tcp://host:8786, or local"
        ) from None
    try:
        yield Cluster(client.get_executor(pure=False, retries=TRIES), _workers(client, address))
    finally:
        client.close()
        if made is not None:
            made.close()


def _workers(client: Any, address: str) -> int:
    """How many games can be played at once; refused where there is nobody, or somebody with another version."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise Unreachable(
            f"--cluster {address}: the scheduler has no workers; start one with: dask worker {address}"
        ) from None
    try:
        versions = client.run(_version)
    except ModuleNotFoundError:
        versions = {"a worker": "none"}
    for name, version in versions.items():
        if version != __version__:
            raise Unreachable(
                f"--cluster {address}: the worker {name} has weathergauge {version}, and this is {__version__}; install the same there"
            )
    return sum(client.nthreads().values())


def _version() -> str:
    """What is asked of each worker."""
    from weathergauge import __version__ as there

    return there
