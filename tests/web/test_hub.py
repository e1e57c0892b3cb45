"""What open pages are told of a change, and how long they may take to ask for it."""

import asyncio
import json
from datetime import UTC, datetime

import pytest

from qipan.desk.notices import PostNotice
from qipan.desk.results.commands import RecordResult
from qipan.host.demo import DEMO
from qipan.host.hub import LONGEST_SPREAD, Hub
from qipan.host.public_versions import PublicVersions
from qipan.kernel.results import Score
from web.standing import demo_house


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


def told_of(line):
    return json.loads(line.partition("data: ")[2])


def test_a_page_that_is_behind_is_told_at_once_and_everybody_where_something_changed():
    async def play():
        asked = []

        def changed(*versions):
            asked.append(versions)
            return {"women": ["results"]}

        hub = Hub(changed=changed)
        hub.attach(asyncio.get_running_loop())
        behind = hub.listen("cup", 5, behind=(3, 5))
        level = [hub.listen("cup", 5, behind=(5, 5)) for _ in range(3)]
        for each in (behind, *level):
            assert await anext(each) == ": listening\n\n"
        expected = {"version": 5, "within": 4, "sections": {"women": ["results"]}}
        assert told_of(await anext(behind)) == expected
        waiting = [asyncio.ensure_future(anext(each)) for each in (behind, *level)]
        hub.announce("cup", 6)  # even before they wait
        lines = await gather(waiting)
        assert len(set(lines)) == 1
        assert told_of(lines[0])["version"] == 6
        assert asked == [("cup", 3, 5), ("cup", 5, 6)]  # once for all
        for each in (behind, *level):
            await each.aclose()
        assert (hub.count, hub.competitions) == (0, [])

    asyncio.run(play())


def test_who_leaves_before_anything_is_said_is_not_counted():
    async def play():
        hub = Hub()
        lines = hub.listen("cup")
        await anext(lines)
        assert hub.count == 1
        await lines.aclose()
        assert hub.count == 0

    asyncio.run(play())


def test_what_changed_is_told_by_section_and_public_subject(tmp_path):
    house = demo_house(tmp_path)
    versions = PublicVersions(house.office, lambda: datetime.now(UTC))
    state = house.office.state(DEMO)
    board = state.sections["women"].rounds[2].missing[0]
    command = RecordResult(section="women", round=3, board=board, score=Score((2, 0)))
    house.office.carry_out(DEMO, "t", command)
    now = house.office.state(DEMO).version
    assert versions.changed(DEMO, state.version, now) == {"women": ["results"]}
    assert versions.changed(DEMO, 0, now) is None  # the competition itself was opened then
    assert versions.changed(DEMO, now, now + 1) is None  # not known here yet
    assert versions.changed(DEMO, now, now) == {}
    house.office.carry_out(DEMO, "t", PostNotice(at="2026-01-01T00:00:00+00:00", text="rain"))
    assert versions.changed(DEMO, now, now + 1) is None
    house.close()
