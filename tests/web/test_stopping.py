"""A server stops part by part: one that hangs or fails is named, and keeps no other back."""

import asyncio
import threading

import pytest
import structlog
from litestar.testing import TestClient

from qipan.host import draining
from qipan.host.draining import stop_parts
from qipan.kernel.errors import Conflict
from qipan.outbound.reach.sender import Caller
from qipan.outbound.webhooks import Sender
from qipan.web.serving import make_context
from web.standing import application, demo_house

PATIENCE = 60


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(draining, "PART_SECONDS", 0.2)


def test_a_part_that_hangs_or_fails_keeps_no_other_from_stopping(impatient):
    stopped = []

    async def hang():
        await asyncio.Event().wait()

    async def fail():
        raise ValueError("broken")

    async def stop():
        stopped.append(1)

    with structlog.testing.capture_logs() as said:
        asyncio.run(stop_parts([("first", hang), ("second", fail), ("third", stop)]))
    assert stopped == [1]
    told = [(each["part"], each["why"]) for each in said]
    assert told == [("first", "hangs"), ("second", "failed")]
    assert "hang" in said[0]["at"]
    assert str(said[1]["exc_info"]) == "broken"


def test_the_tables_are_suspended_though_messages_cannot_be_stopped(
    tmp_path, monkeypatch, impatient
):
    async def hang(_):
        await asyncio.Event().wait()

    async def fail(_):
        raise Conflict("x", 1, 2)

    monkeypatch.setattr(Caller, "stop", hang)
    monkeypatch.setattr(Sender, "stop", fail)
    house = demo_house(tmp_path)
    context = make_context(house)
    with structlog.testing.capture_logs() as said, application(context) as (app, around):
        client = TestClient(app)
        client.__enter__()
        leaving = threading.Thread(target=client.__exit__, args=(None, None, None))
        leaving.start()
        leaving.join(PATIENCE)
        assert not leaving.is_alive()
        assert not around.tables.running
    house.close()
    told = [(each["part"], each["why"]) for each in said if each["event"] == "stop"]
    assert told == [("reach", "hangs"), ("webhooks", "failed")]
