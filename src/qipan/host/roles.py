"""The roles of a process: worker and scheduler; each answers whether it is alive and ready."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from litestar import Litestar
from litestar.di import Provide

from qipan.cluster.debug_dump import log_on_signal, reports_of_edge, reports_of_worker
from qipan.cluster.edge.edge import Edge
from qipan.cluster.metrics import ClusterMetrics
from qipan.cluster.remote_hall import RemoteHall
from qipan.cluster.scheduler import Duty, Timekeeper, Timetables
from qipan.cluster.worker.worker import Worker
from qipan.contest import Scheduler
from qipan.host.changes_elsewhere import ChangesElsewhere
from qipan.host.draining import stop_parts
from qipan.host.hub import Hub
from qipan.host.metrics import Operations
from qipan.host.seat_key import seat_key_of
from qipan.host.server import run
from qipan.host.status import ROUTES, Status
from qipan.office.qualified_entries import QualifiedEntries
from qipan.settings import Settings
from qipan.store.leases import PostgresLeases
from qipan.wiring import House, make_edge, make_leases, make_worker, monotonic_ms, utc_now


def serve_worker(house: House, settings: Settings) -> None:
    """Own shards of the live tables until told to leave; then hand them over."""
    status, figures = _bare(house, settings)
    found: list[tuple[Worker, Edge]] = []

    async def start() -> None:
        edge = await make_edge(settings, figures, "lobbies")  # to tables of other workers
        await edge.start()
        worker = await make_worker(house, settings, figures, seat_key_of(house), edge)
        status.operations.measures.append(worker.measure)
        await worker.start()
        log_on_signal(lambda: reports_of_worker(worker))
        found.append((worker, edge))

    async def stop() -> None:
        leaving = found[:]
        found.clear()
        for worker, edge in leaving:
            last_words = partial(asyncio.sleep, 0.05)  # lets them reach the edges
            await stop_parts(
                [
                    ("tables", worker.stop),
                    ("words", last_words),
                    ("lines", worker.hang_up),
                    ("edge", edge.stop),
                    ("broker", edge.dependencies.carrier.close),
                    ("leases of the edge", edge.dependencies.leases.close),
                ]
            )

    def doubt() -> str:
        return "" if found and found[0][0].ready else "no shards"

    status.operations.doubts.append(doubt)
    run(_application(status, start, stop), status.operations, status.hub, settings, stop)


def serve_scheduler(house: House, settings: Settings) -> None:
    """Keep the timetables while this is the one scheduler; wait while another one is."""
    status, figures = _bare(house, settings)
    found: list[tuple[Edge, Timekeeper, PostgresLeases]] = []

    async def start() -> None:
        edge = await make_edge(settings, figures, "scheduler")
        await edge.start()
        status.operations.measures.append(edge.measure)
        log_on_signal(lambda: reports_of_edge(edge))
        contests = Scheduler(house.office)
        house.listeners.append(contests.announce)
        changes = ChangesElsewhere(house, None)
        changes.listeners.append(contests.announce)
        await changes.start(edge)
        leases = make_leases(settings)
        duties: list[Duty] = [
            Timetables(contests, RemoteHall(edge), utc_now),
            EntriesDuty(QualifiedEntries(house.office)),
        ]
        name, carrier = edge.dependencies.name, edge.dependencies.carrier
        keeper = Timekeeper(
            name,
            leases,
            duties,
            monotonic_ms,
            figures,
            hears=lambda: carrier.up,
            begins=contests.look_around,  # what was announced before may not have come here
        )
        await keeper.start()
        found.append((edge, keeper, leases))

    async def stop() -> None:
        leaving = found[:]
        found.clear()
        for edge, keeper, leases in leaving:
            await stop_parts(
                [
                    ("duties", keeper.stop),
                    ("edge", edge.stop),
                    ("broker", edge.dependencies.carrier.close),
                    ("leases of the edge", edge.dependencies.leases.close),
                    ("leases", leases.close),
                ]
            )

    status.operations.doubts.append(lambda: "" if found else "starting")
    run(_application(status, start, stop), status.operations, status.hub, settings, stop)


class EntriesDuty:
    """The duty of entering who is through in open matching."""

    name = "qualified-entries"

    def __init__(self, entries: QualifiedEntries) -> None:
        """Look after the periods of an office."""
        self._entries = entries

    async def run(self) -> None:
        """Look once."""
        await asyncio.to_thread(self._entries.look)


def _bare(house: House, settings: Settings) -> tuple[Status, ClusterMetrics]:
    operations = Operations(settings.metrics.token)
    house.log.watcher = operations.committed
    house.listeners.append(operations.changed)
    return Status(house.log, operations, Hub()), ClusterMetrics(operations.registry)


def _application(
    status: Status, start: Callable[[], Awaitable[None]], stop: Callable[[], Awaitable[None]]
) -> Litestar:
    """Build an application that answers nothing but those who run the server."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await start()
        yield
        await stop()

    handlers: list[Any] = list(ROUTES)
    return Litestar(
        route_handlers=handlers,
        dependencies={"status": Provide(lambda: status, sync_to_thread=False)},
        lifespan=[lifespan],
        openapi_config=None,
        logging_config=None,
        debug=False,
    )
