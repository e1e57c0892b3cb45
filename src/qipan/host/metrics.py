"""Figures of a running server, for Prometheus, and whether it is on its way out.

Labels are routes, methods and states, never a path or a name: their number is bounded, and nothing
in them says who did what.
"""

from collections.abc import Callable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Operations:
    """What is counted, in a registry of its own."""

    def __init__(self, token: str = "") -> None:
        """Start at nothing; ``token`` opens the figures to others than the loopback."""
        self.token = token
        self.draining = False
        self.doubts: list[Callable[[], str]] = []
        """Asked by ``/ready``: each gives a word if requests should go elsewhere."""
        self.measures: list[Callable[[], None]] = []
        """Called before figures are written."""
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        labels = ("method", "route", "status")
        self.requests = self._counter("qipan_requests", "Requests answered.", labels)
        self.seconds = self._histogram(
            "qipan_request_seconds", "Time to answer a request.", TIMES, ("route",)
        )
        self.under_way = 0
        """Requests being answered: a plain number, read when figures are written."""
        gauge = self._gauge("qipan_requests_under_way", "Requests being answered.")
        gauge.set_function(lambda: self.under_way)
        self.refused_hosts = self._counter("qipan_refused_hosts", "Requests to a foreign name.")
        self.commits = self._histogram(
            "qipan_commit_seconds", "Time of a group commit of the journal.", TIMES
        )
        self.batches = self._histogram(
            "qipan_commit_batches", "Batches that one commit made durable.", SIZES
        )
        self.changes = self._counter("qipan_changes", "Changes of competitions announced.")
        self.listeners = self._gauge("qipan_listeners", "Open pages that are told of changes.")
        self.leaving = self._gauge("qipan_draining", "1 while the server is on its way out.")

    def _counter(self, name: str, text: str, labels: tuple[str, ...] = ()) -> Counter:
        return Counter(name, text, labels, registry=self.registry)

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(name, text, registry=self.registry)

    def _histogram(
        self, name: str, text: str, buckets: tuple[float, ...], labels: tuple[str, ...] = ()
    ) -> Histogram:
        return Histogram(name, text, labels, buckets=buckets, registry=self.registry)

    def committed(self, batches: int, seconds: float) -> None:
        """Count a group commit; told by the journal."""
        self.commits.observe(seconds)
        self.batches.observe(batches)

    def changed(self, competition: str, version: int) -> None:
        """Count a change; told by the office."""
        del competition, version
        self.changes.inc()

    def doubt(self) -> str:
        """Say why requests should go elsewhere; empty if they need not."""
        if self.draining:
            return "draining"
        return next((word for ask in self.doubts if (word := ask())), "")

    def drain(self) -> None:
        """Say no to whoever asks whether the server is ready."""
        self.draining = True
        self.leaving.set(1)

    def written(self) -> bytes:
        """Write all figures as Prometheus reads them."""
        for measure in self.measures:
            measure()
        return bytes(generate_latest(self.registry))
