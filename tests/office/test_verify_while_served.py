"""A record can be verified while a server writes to it: growth is no difference."""

from contextlib import closing

import pytest
from sqlalchemy import text

from qipan.desk.notices import PostNotice
from qipan.journal.people import Person
from qipan.kernel.errors import Corrupt
from qipan.kernel.ids import PersonId
from qipan.office.verification import verify_log, verify_record
from qipan.store.record.beside import SqlBeside
from qipan.wiring import open_house


@pytest.fixture
def house(tmp_path):
    with closing(open_house(str(tmp_path / "j.sqlite"))) as found:
        found.office.create("cup", "t", "Cup", "wx-14")
        yield found


def notice(house, number):
    at = f"2026-01-01T10:{number:02}"
    house.office.carry_out("cup", "t", PostNotice(text=f"n{number}", at=at))


def test_events_stored_between_the_two_readings_are_no_difference(house, monkeypatch):
    plain = type(house.log).faults

    def busy(log):
        notice(house, 1)
        notice(house, 2)
        house.office.create("second", "t", "Second", "wx-14")
        return plain(log)

    monkeypatch.setattr(type(house.log), "faults", busy)
    assert verify_log(house.log).events == 1


def test_events_that_only_the_order_of_storing_shows_are_one(house, monkeypatch):
    notice(house, 1)
    whole = type(house.log).read

    def rotten(log, stream, after=0):
        return tuple(each for each in whole(log, stream, after) if each.version < 2)

    monkeypatch.setattr(type(house.log), "read", rotten)
    with pytest.raises(Corrupt, match="shows"):
        verify_log(house.log)


def test_a_person_saved_while_rows_are_compared_is_no_difference(house):
    house.people.save(PersonId("p1"), Person(name="A"))
    busy = [PersonId("p2"), PersonId("p3")]

    class Beside(SqlBeside):
        def secrets(self):
            if busy:  # after the register was read
                house.people.save(busy.pop(), Person(name="B"))
            return super().secrets()

    assert verify_record(house.log, Beside(house.log.engine)).registered is not None
    with house.log.engine.begin() as connection:
        connection.execute(text("UPDATE person SET content = '{}' WHERE id = 'p1'"))
    with pytest.raises(Corrupt):
        verify_record(house.log, SqlBeside(house.log.engine))
