"""The clerk: a list of commands is taken whole, and one that is refused is named by its place."""

import pytest

from desk.event import FIRST, HOME, SECOND, WOMEN, next_round, numbered
from qipan.desk.results.commands import RecordResult
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.office.typed_results import typed_lines


def result(board, score=FIRST):
    return RecordResult(section=WOMEN, round=RoundNo(1), board=BoardNo(board), score=score)


@pytest.fixture
def office():
    office = numbered()
    next_round(office)
    return office


def test_a_refused_command_of_a_list_is_named_and_nothing_is_stored(office):
    before = office.state(HOME).version
    with pytest.raises(Refused) as raised:
        office.carry_out_all(HOME, "t", [result(1), result(7), result(2), result(1, SECOND)])
    error = raised.value
    assert (error.index, error.code, error.facts["board"]) == (1, "result.no-such-board", 7)
    assert [(each.index, each.code) for each in error.others] == [(3, "result.recorded")]
    assert office.state(HOME).version == before


def test_one_command_is_a_list_of_one(office):
    with pytest.raises(Refused) as raised:
        office.carry_out(HOME, "t", result(9))
    assert (raised.value.index, raised.value.others) == (0, ())


def test_commands_are_written_on_what_those_before_them_give(office):
    lines = typed_lines(WOMEN, RoundNo(1), "1 1-0\n1 1\n2 =\n1 0-1\nx")
    with pytest.raises(Refused) as raised:
        office.submit_all(
            HOME, "t", [lambda state, at=at: at.commands_on(state)[1] for at in lines]
        )
    error = raised.value
    assert (error.index, error.code) == (3, "result.recorded")  # line 2 only says it again
    (other,) = error.others
    assert (other.index, other.code) == (4, "desk.line-unreadable")
    assert isinstance(other, BadInput)


def test_a_list_that_asks_for_nothing_stores_nothing(office):
    version = office.carry_out(HOME, "t", result(1)).version
    (line,) = typed_lines(WOMEN, RoundNo(1), "1 胜")
    stored = office.submit_all(HOME, "t", [lambda state: line.commands_on(state)[1]]).result()
    assert (stored, office.state(HOME).version) == ((), version)
