"""Practice tables make room: a visitor's own first, empty ones only, also after a restart."""

import pytest

from play.table_room import Hall
from qipan.journal.live.events import TableOpened
from qipan.kernel.clock import Increment
from qipan.kernel.errors import Refused
from qipan.kernel.ids import Seat
from qipan.play import outside_requests, recovery
from qipan.play.outside_requests import MOST_OWN, make_practice_room

CLOCK = Increment(60_000, 0)


def practice(visitor):
    return TableOpened(
        game="gomoku",
        engine="2",
        controls=(CLOCK, CLOCK),
        occupants=("guest", "bot"),
        bots=(1,),
        counts=False,
        origin={"visitor": visitor},
    )


def opened(hall, visitor, number):
    terms = practice(visitor)
    make_practice_room(terms, [hall.owner])
    return hall.owner.open(f"t{number:03}", terms, begin=False).result(1)


def going(hall):
    return [name for name, room in hall.owner.rooms.items() if not room.table.over]


def test_a_visitor_clears_their_own_empty_tables_oldest_first():
    hall = Hall()
    for number in range(MOST_OWN + 3):
        opened(hall, "a", number)
    assert len(going(hall)) == MOST_OWN
    assert "t000" not in going(hall)
    assert f"t{MOST_OWN + 2:03}" in going(hall)


def test_where_somebody_sits_nothing_is_cleared():
    hall = Hall()
    for number in range(MOST_OWN):
        hall.sit(opened(hall, "a", number), Seat(0))
    with pytest.raises(Refused):
        opened(hall, "a", 99)
    opened(hall, "b", 100)  # nobody else is kept out


def test_a_full_house_clears_empty_tables_of_whoever_has_most(monkeypatch):
    monkeypatch.setattr(outside_requests, "MOST_PRACTICE", 5)
    hall = Hall()
    for number in range(4):
        opened(hall, "a", number)
    opened(hall, "b", 4)
    opened(hall, "c", 5)
    assert sorted(going(hall)) == ["t001", "t002", "t003", "t004", "t005"]


def test_only_a_house_full_of_players_refuses(monkeypatch):
    monkeypatch.setattr(outside_requests, "MOST_PRACTICE", 3)
    hall = Hall()
    for number, visitor in enumerate("abc"):
        hall.sit(opened(hall, visitor, number), Seat(0))
    with pytest.raises(Refused, match="practice-full"):
        opened(hall, "d", 9)
    for room in list(hall.owner.rooms.values()):
        room.holders.clear()  # as after a restart: nobody sits anywhere
    opened(hall, "d", 9)


class Meanwhile:
    """A table at whose first sight something happens elsewhere, as in another thread."""

    def __init__(self, table, happens):
        self._table, self._happens = table, happens

    def __getattr__(self, name):
        happens, self._happens = self._happens, lambda: None
        happens()
        return getattr(self._table, name)


def test_a_table_read_in_by_a_page_meanwhile_breaks_no_list():
    hall = Hall()
    first = opened(hall, "a", 1)
    for read in (
        lambda: make_practice_room(practice("b"), [hall.owner]),
        lambda: recovery.stop(hall.owner),
    ):
        number = len(hall.owner.rooms) + 1
        first.table = Meanwhile(first.table, lambda number=number: hall.open(name=f"t{number:03}"))
        read()
        assert len(hall.owner.rooms) == number


def test_a_table_read_in_twice_at_once_is_one_room():
    hall = Hall()
    opened(hall, "a", 1)
    hall.owner.rooms.clear()
    reads, others = hall.log.read, []

    def read(stream):
        if not others:
            others.append(None)
            others[0] = hall.owner.room("t001")
        return reads(stream)

    hall.log.read = read
    assert hall.owner.room("t001") is others[0]
    assert hall.owner.rooms["t001"] is others[0]


ENDED = {
    "black": ["C1", "C2", "C3", "C4", "C5", "E3"],
    "white": ["D1", "D2", "D3", "D4", "D5", "A3"],
}


def test_against_the_computer_nobody_wins_by_calling_its_living_stones_dead():
    hall = Hall()
    rules = {"size": 5, "one_ending": True, "second_passes": False}
    room = hall.open("go", rules=rules, setup=ENDED, bots=(1,), counts=False, level=1)
    person = hall.sit(room, Seat(0))
    person.move("pass")
    hall.wait(5_000, step=200)
    assert room.table.state.proposed
    asked = room.table.state.marks
    person.move("dead D1")
    person.move("agree")
    hall.wait(5_000, step=200)
    assert not room.table.over
    assert room.table.state.marks == asked
    person.move("agree")
    hall.wait(5_000, step=200)
    assert room.table.outcome.places == (2, 1)
