"""Figures for operators, in Prometheus' text form."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from weathergauge import __version__
from weathergauge.server.figures import FOLDER, Shared

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)


class Metrics:
    """The figures of one server process, and where it is one of several what all have counted."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._shared: Shared | None = None
        self._requests = Counter(
            "weathergauge_requests", "Requests answered.", ["method", "route", "status"], registry=self.registry
        )
        self._seconds = Histogram(
            "weathergauge_request_seconds", "Time to answer.", ["route"], registry=self.registry, buckets=BUCKETS
        )
        self.changes = Counter("weathergauge_changes", "Changes of matches that were stored.", registry=self.registry)
        self.finished = Counter(
            "weathergauge_matches_finished", "Matches that came to their end.", registry=self.registry
        )
        Gauge("weathergauge_version", "The version that runs.", ["version"], registry=self.registry).labels(
            __version__
        ).set(1)

    def watch(self, name: str, words: str, read: Callable[[], float]) -> None:
        """A figure that is read when it is asked for."""
        Gauge(f"weathergauge_{name}", words, registry=self.registry).set_function(read)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request. A method that nobody knows has no line of its own: anybody can make up more of them."""
        method = method if method in METHODS else "other"
        self._requests.labels(method, route, str(status)).inc()
        if not route.endswith("/events"):  # a stream lasts as long as somebody listens
            self._seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        """All figures: this process' own, or where it is one of several those of all."""
        if self._shared is not None:
            return self._shared.text().encode()
        return generate_latest(self.registry)

    def start(self) -> None:
        """Share them, where several processes serve behind one address."""
        if folder := os.environ.get(FOLDER):
            self._shared = Shared(Path(folder), lambda: generate_latest(self.registry).decode())

    def stop(self) -> None:
        """Share them no more."""
        if self._shared is not None:
            self._shared.stop()
