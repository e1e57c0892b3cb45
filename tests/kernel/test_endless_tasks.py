"""A task that runs for ever ends when it is told to, also when it is woken at that very moment."""

import asyncio
from contextlib import suppress

import pytest

from qipan.kernel.endless_tasks import end
from qipan.outbound.reach.sender import Caller, CallRoom
from qipan.outbound.webhooks import PostRoom, Sender


def test_a_loop_that_is_woken_while_it_is_cancelled_ends():
    async def play():
        woken = asyncio.Event()

        async def loop():
            while True:
                woken.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(woken.wait(), 60)

        task = asyncio.get_running_loop().create_task(loop())
        await asyncio.sleep(0.01)
        woken.set()
        await end(task)
        assert task.cancelled()
        await end(task)  # safe to call twice

    asyncio.run(play())


class Nobody:
    """A storage in which nobody wants anything."""

    def places(self):
        return []

    def of(self):
        return []

    def seconds(self):
        return 0


@pytest.mark.parametrize("kind", [Caller, Sender])
def test_what_sends_stops_though_something_changed_at_that_moment(kind, monkeypatch):
    monkeypatch.setattr(kind, "soon_seconds", 0)

    async def play():
        listeners = []
        sender = made(kind, listeners)
        sender.start()
        await asyncio.sleep(0.3)
        sender._wake.set()
        stopping = asyncio.get_running_loop().create_task(sender.stop())
        done, _ = await asyncio.wait([stopping], timeout=10)  # ``wait_for`` would cancel it too
        assert done == {stopping}
        assert listeners == []

    asyncio.run(play())


def made(kind, listeners):
    nobody = Nobody()
    if kind is Caller:
        return Caller(CallRoom(nobody, None, nobody), listeners)
    return Sender(PostRoom(nobody, None, nobody.seconds, None), listeners)


@pytest.mark.parametrize("kind", [Caller, Sender])
def test_a_mistake_of_ours_does_not_silence_what_sends(kind, monkeypatch):
    asked = []

    async def work(self):
        asked.append(self)
        if len(asked) < 3:
            raise ZeroDivisionError
        return False

    monkeypatch.setattr(kind, "soon_seconds", 0)
    monkeypatch.setattr(kind, "idle_seconds", 0)
    monkeypatch.setattr(kind, "work", work)

    async def play():
        sender = made(kind, [])
        sender.start()
        for _ in range(200):
            await asyncio.sleep(0.01)
            if len(asked) > 3:
                break
        await sender.stop()

    asyncio.run(play())
    assert len(asked) > 3
