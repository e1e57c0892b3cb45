"""A line to a real NATS server that breaks at a bad moment: never mute for long, never hasty."""

import asyncio
import gc

import pytest

from processes import Broker, Proxy
from qipan.cluster.transport import broker as lines
from qipan.cluster.transport.broker import NatsCarrier


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    made = Broker(tmp_path_factory.mktemp("broker")).start()
    yield made
    made.stop()


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch):
    monkeypatch.setattr(lines, "ECHO_SECONDS", 0.05)


async def until(what, seconds=10):
    async with asyncio.timeout(seconds):
        while not what():
            await asyncio.sleep(0.02)


async def pair(server, proxy=None):
    """Open two lines; what the first says about ``x`` the second hears."""
    url = server.url if proxy is None else f"nats://127.0.0.1:{proxy.port}"
    first, second = await NatsCarrier.open(url, "a"), await NatsCarrier.open(server.url, "b")
    heard = []
    await second.listen("x", heard.append)
    await asyncio.sleep(0.1)
    return first, second, heard


def test_a_mistake_while_sending_or_hearing_loses_one_parcel_and_no_more(server):
    async def scene():
        first, second, heard = await pair(server)
        publish, broken = first._client.publish, [RuntimeError("the handler is closed")]

        async def sometimes(*words):
            if broken and words[0] == "x":
                raise broken.pop()
            await publish(*words)

        first._client.publish = sometimes

        def refuse(parcel):
            raise ValueError(parcel)

        await second.listen("x", refuse)
        for text in (b"1", b"2", b"3"):
            first.send("x", text)
        await until(lambda: heard == [b"2", b"3"])
        await first.close()
        await second.close()

    asyncio.run(scene())


def test_a_line_that_is_connected_and_mute_is_made_anew(server):
    async def scene():
        first, second, heard = await pair(server)
        assert first.up
        publish, again = first._client.publish, []

        async def mute(*words):
            if again:
                await publish(*words)

        async def back():
            again.append(True)

        first._client.publish, first._client._reconnected_cb = mute, back
        first.send("x", b"1")
        await until(lambda: not first.up)
        await until(lambda: again and first.up)
        first.send("x", b"2")
        await until(lambda: heard == [b"2"])
        await first.close()
        await second.close()

    asyncio.run(scene())


@pytest.mark.filterwarnings(
    # The client leaves the sockets of attempts that failed to the collector.
    *("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
)
def test_a_line_is_used_again_after_every_cut_and_tried_without_hurry(server):
    async def scene():
        proxy = Proxy(server.port)
        first, second, heard = await pair(server, proxy)
        tries = []

        async def count(error):
            tries.append(error)

        first._client._error_cb = count
        for number in range(3):
            proxy.cut_off()
            await asyncio.sleep(0.3)
            assert not first.up
            proxy.heal()
            await until(lambda: first.up)
            heard.clear()
            first.send("x", b"%d" % number)
            await until(lambda number=number: heard == [b"%d" % number])
        assert len(tries) < 40
        await first.close()
        await second.close()
        proxy.close()
        gc.collect()

    asyncio.run(scene())
    gc.collect()
