"""Computers at the tables of the demo: they think elsewhere, and come back to a table as it is."""

import asyncio
from functools import wraps
from random import Random

import msgspec
import pytest

from contract.live_sites import Local, come, eventually, terms
from qipan.kernel.ids import Seat
from qipan.kernel.levels import Resignation
from qipan.play.thinking.process import ThinkingFailed
from qipan.web.demo.computers import ComputerSeats

BLACK, WHITE = Seat(0), Seat(1)


def on_site(scenario):
    """Run a scenario on live tables of one process."""

    @wraps(scenario)
    def run():
        async def whole():
            async with Local() as site:
                await scenario(site)

        asyncio.run(whole())

    del run.__wrapped__  # else its parameter is taken for a fixture
    return run


class Elsewhere:
    """Where moves are found: each thought waits until the test answers it."""

    def __init__(self):
        self.asked = []

    async def __call__(self, thought):
        answer = asyncio.get_running_loop().create_future()
        self.asked.append((thought, answer))
        return await answer

    def answer(self):
        """Find the move that was asked for first."""
        thought, answer = self.asked.pop(0)
        answer.set_result(thought.move())


async def computers_at(site, people=(), opened=None):
    """Open a table, and have computers sit down wherever no person does."""
    await site.tables.open("t1", opened or terms(), begin=True)
    table = await site.tables.look("t1")
    elsewhere = Elsewhere()
    free = people if callable(people) else lambda _, seat: seat not in people
    seats = ComputerSeats(site.tables, free, Random(1), elsewhere)
    await seats.sit_down(table)
    return table, seats, elsewhere


async def thought_of(computers, table, elsewhere):
    """Have the computer begin to think; give what it was asked."""
    assert computers.move(table)
    return (await eventually(lambda: elsewhere.asked))[0][0]


async def ended(computers):
    """Wait until nothing is being thought any more."""
    await eventually(lambda: not computers._thoughts)


@on_site
async def test_a_move_that_was_found_elsewhere_is_made(site):
    table, computers, elsewhere = await computers_at(site)
    thought = await thought_of(computers, table, elsewhere)
    assert (thought.table, thought.game, thought.seat) == ("t1", "gomoku", BLACK)
    assert computers.move(table)  # one is coming: nothing more is asked
    await asyncio.sleep(0)
    assert len(elsewhere.asked) == 1
    elsewhere.answer()
    await eventually(lambda: table.moves)
    assert table.moves[0].text == table.game.write(thought.state, BLACK, thought.move())


@on_site
async def test_moves_of_a_script_come_first_and_ask_nobody(site):
    table, computers, elsewhere = await computers_at(site)
    assert computers.move(table, ("h8",))
    await eventually(lambda: table.moves)
    assert ([each.text for each in table.moves], elsewhere.asked) == (["h8"], [])
    await thought_of(computers, table, elsewhere)  # the script is at its end
    elsewhere.answer()
    await eventually(lambda: len(table.moves) == 2)


@on_site
async def test_a_move_for_a_table_that_went_on_meanwhile_is_not_made(site):
    table, computers, elsewhere = await computers_at(site)
    await thought_of(computers, table, elsewhere)
    arbiter = await come(site.tables, arbiter="ann")
    arbiter.send("arbiter", act="pause")
    await eventually(lambda: table.suspended)
    arbiter.send("arbiter", act="resume")
    await eventually(lambda: not table.suspended)
    elsewhere.answer()
    await ended(computers)
    assert table.moves == []
    again = await thought_of(computers, table, elsewhere)  # and it is asked anew
    assert again.seat == BLACK
    elsewhere.answer()
    await eventually(lambda: table.moves)


@on_site
async def test_whoever_takes_the_seat_meanwhile_moves_there(site):
    """The computer gets up only when it is looked after; until then its line is dropped."""
    taken = set()
    table, computers, elsewhere = await computers_at(site, lambda _, seat: seat not in taken)
    await thought_of(computers, table, elsewhere)
    taken.add(BLACK)
    person = await come(site.tables, seat=BLACK)
    elsewhere.answer()
    await ended(computers)
    await computers.sit_down(table)
    assert (table.moves, computers.move(table)) == ([], False)
    person.send("move", id="m1", text="h8")
    await eventually(lambda: table.moves)
    assert [each.text for each in table.moves] == ["h8"]


@on_site
async def test_a_computer_that_got_up_while_it_thought_makes_no_move(site):
    table, computers, elsewhere = await computers_at(site)
    await thought_of(computers, table, elsewhere)
    computers.leave("t1")
    elsewhere.answer()
    await ended(computers)
    assert (table.moves, computers.move(table)) == ([], False)


@on_site
async def test_where_no_move_is_found_it_is_asked_for_again(site):
    table, computers, elsewhere = await computers_at(site)
    await thought_of(computers, table, elsewhere)
    elsewhere.asked.pop(0)[1].set_exception(ThinkingFailed("EOFError"))
    await ended(computers)
    assert table.moves == []
    await thought_of(computers, table, elsewhere)
    elsewhere.answer()
    await eventually(lambda: table.moves)


@on_site
async def test_a_game_that_is_shown_goes_to_its_end(site):
    """Elsewhere a computer that sees no hope resigns: here somebody is watching."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("qipan.play.thinking.process.gives_up", lambda *_: True)
        table, computers, elsewhere = await computers_at(site)
        thought = await thought_of(computers, table, elsewhere)
        assert isinstance(msgspec.structs.replace(thought, plays_on=False).move(), Resignation)
        elsewhere.answer()
        await eventually(lambda: table.moves)
    assert table.going
