"""What open pages are told of a change, and how long they may take to ask for it."""

import asyncio
import json

import pytest

from qipan.host.hub import LONGEST_SPREAD, Hub


@pytest.mark.parametrize(("listeners", "within"), [(1, 1), (40, 40), (1500, LONGEST_SPREAD)])
def test_a_hall_asks_at_once_and_thousands_over_a_second(listeners, within):
    async def play():
        hub = Hub()
        hub.attach(asyncio.get_running_loop())
        lines = [hub.listen("cup") for _ in range(listeners)]
        assert {await anext(each) for each in lines} == {": listening\n\n"}
        waiting = [asyncio.ensure_future(anext(each)) for each in lines]
        await asyncio.sleep(0)
        hub.announce("cup", 7)
        told = {
            json.dumps(json.loads(line.partition("data: ")[2])) for line in await gather(waiting)
        }
        assert told == {json.dumps({"version": 7, "within": within})}
        hub.end()
        for each in lines:
            await each.aclose()

    asyncio.run(play())


async def gather(waiting):
    async with asyncio.timeout(30):
        return await asyncio.gather(*waiting)
