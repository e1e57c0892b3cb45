"""The hall of an owner in this process: thousands of tables, and others are heard meanwhile."""

import asyncio

from play.table_room import Hall
from qipan.contest import OpenTable, OwnerHall
from qipan.contest.hall import AT_ONCE
from qipan.games import game_named
from qipan.journal.live.events import TableOpened
from qipan.kernel.clock import Increment


def wanted(number):
    opened = TableOpened(
        game="gomoku",
        engine=game_named("gomoku").engine,
        controls=(Increment(60_000),) * 2,
        occupants=("a", "b"),
    )
    return OpenTable(f"t{number}", opened)


def test_a_round_that_begins_lets_others_have_their_turn():
    """Players of another contest are not to wait until all tables of this one stand open."""
    hall = OwnerHall(Hall().owner)
    count = 4 * AT_ONCE
    turns = []

    async def somebody_else():
        while True:
            turns.append(len(hall.owner.rooms))
            await asyncio.sleep(0)

    async def whole():
        other = asyncio.ensure_future(somebody_else())
        await hall.act([wanted(number) for number in range(count)])
        found = await hall.facts([f"t{number}" for number in range(count)])
        other.cancel()
        return found

    found = asyncio.run(whole())
    assert len(found) == count
    assert all(fact is not None and not fact.begun for fact in found.values())
    between = [opened for opened in turns if 0 < opened < count]
    assert between
    steps = [after - before for before, after in zip([0, *turns], turns, strict=False)]
    assert max(steps) <= AT_ONCE
    assert turns.count(count) >= 3  # while facts were collected, too
