"""Played events to look at: the simulation's, on a fresh site."""

from contextlib import contextmanager

from litestar.testing import TestClient

from qipan.simulation.event import HOME, Plan, simulate, step
from qipan.web.serving import make_context
from qipan.wiring import open_house
from web.standing import application


@contextmanager
def event_site(folder, book, event, entries, *, rounds=None):
    """Serve a simulated event: the whole of it, or until so many rounds are published."""
    house = open_house(str(folder / "j.sqlite"))
    if rounds is None:
        simulate(house.office, book, event, entries=entries, seed=1)
    else:
        plan = Plan(book, event, entries, 1)
        while step(house.office, plan):
            section = house.office.state(HOME).sections.get(plan.section)
            if section and len(section.rounds) == rounds and section.current.published:
                break
    with (
        application(make_context(house)) as (app, _),
        TestClient(app, base_url="http://hall.example") as client,
    ):
        client.headers["accept-language"] = "en"
        yield client, house, f"/c/{HOME}/{event}"
    house.close()
