"""Serving the pages: on tables of this process, or as an edge beside workers that own them."""

from collections.abc import Callable
from dataclasses import replace

from qipan.host.contests import Contests
from qipan.host.hub import Hub
from qipan.host.local_tables import LocalTables
from qipan.host.metrics import Operations
from qipan.host.public_versions import PublicVersions
from qipan.host.request_log import App
from qipan.host.seat_key import own_key
from qipan.host.server import host_names, run
from qipan.host.travel.mirrors import Mirrors
from qipan.play.guests.house_of_guests import HouseOfGuests
from qipan.play.port import LiveTables
from qipan.settings import Settings
from qipan.web.app import build
from qipan.web.shared.context import Context
from qipan.web.shared.csrf import FormGuard, forms_of
from qipan.web.shared.jobs import Jobs
from qipan.web.shared.newcomers.demo_switch import DemoSwitch
from qipan.web.shared.parts.known_pages import KnownPages
from qipan.wiring import House, make_edge, new_token, utc_now

_SECRET = "web/csrf"


def make_context(
    house: House, settings: Settings | None = None, tables: LiveTables | None = None
) -> Context:
    """Make the surroundings of the web room on a house."""
    settings = settings or Settings()
    secret = own_key(house, _SECRET)
    guests = HouseOfGuests(settings.engines)
    tables = tables or LocalTables(house, guests)
    versions = PublicVersions(house.office, utc_now)
    return Context(
        house,
        Hub(versions, versions.changed),
        utc_now,
        new_token,
        secret.decode(),
        tables,
        contests=Contests(tables if isinstance(tables, LocalTables) else None),
        mirrors=Mirrors(house) if isinstance(tables, LocalTables) else None,
        settings=settings,
        guests=guests,
        names=frozenset(host_names(settings.web)),
    )


def serve(
    house: House,
    settings: Settings,
    stop: Callable[[], None] | None = None,
    demo: DemoSwitch | None = None,
) -> None:
    """Serve until told to leave; then everything under way is finished.

    ``stop``: what a page of the organiser stops the server with; ``demo``: only in one.
    """
    operations = Operations(settings.metrics.token)
    context = replace(make_context(house, settings), operations=operations, stop=stop, demo=demo)
    house.log.watcher = operations.committed
    house.listeners.append(operations.changed)
    app = with_known_pages(build(context), context)
    run(app, operations, context.hub, settings, context.tables.stop)


def with_known_pages(app: App, context: Context) -> App:
    """Put known pages in front, where one process serves a file."""
    heads = getattr(context.house.log, "heads", None)
    if heads is None:
        return app
    guard = FormGuard(app, forms_of(context.secret))
    return KnownPages(app, heads, guard, by_client=context.demo is not None)


def serve_edge(house: House, settings: Settings) -> None:
    """Serve pages and sockets; the tables belong to workers.

    Who serves alone loads nothing of the links between programs.
    """
    from qipan.cluster.metrics import ClusterMetrics
    from qipan.host.changes_elsewhere import ChangesElsewhere
    from qipan.host.edge_tables import EdgeTables

    operations = Operations(settings.metrics.token)
    figures = ClusterMetrics(operations.registry)
    tables = EdgeTables(house, lambda: make_edge(settings, figures))
    waiting = Jobs(patience=None)  # the next request may come to another edge
    context = make_context(house, settings, tables)
    context = replace(context, operations=operations, jobs=waiting)
    house.log.watcher = operations.committed
    house.listeners.append(operations.changed)
    tables.changes = ChangesElsewhere(house, context.hub)
    operations.doubts.append(lambda: tables.doubt())
    operations.measures.append(tables.measure)
    run(build(context), operations, context.hub, settings, tables.stop)
