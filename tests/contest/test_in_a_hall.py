"""Boards in a hall: moves, clocks or only results are entered beside them; the desk has it all."""

import pytest

from contest.period import Period
from qipan.journal.live.table import fold_table, stream_of
from qipan.kernel.clock import Entered
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.results import How
from qipan.play.boardside import enter_clocks, enter_move, enter_result
from qipan.play.room import Outbox, Viewer
from qipan.sections.places import crosstable


@pytest.fixture
def hall():
    return Period().opened(4, mode="hall").planned().at("2026-03-07T14:00")


def entering(period, wanted):
    """A tablet: gives a function for each kind of entry that tells the codes of refusals."""
    import msgspec

    room = period.hall.owner.room(wanted.table)

    def enter(kind, *words):
        viewer = Viewer(room, None, "", Outbox(lambda: None))
        kind(period.hall.owner, room, viewer, *words)
        told = [msgspec.json.decode(each) for each in viewer.mailbox.unread]
        return [each["code"] for each in told if each["type"] == "refused"]

    return room, enter


def test_a_game_is_entered_move_by_move_with_the_clock_at_its_end(hall):
    wanted = next(iter(hall.scheduler.tables.values()))
    room, enter = entering(hall, wanted)
    assert room.table.begun
    assert room.table.controls == (Entered(15 * 60_000),) * 2
    for turn, column in enumerate("abcde"):
        assert enter(enter_move, f"{column}1", room.table.version) == []
        if turn < 4:
            assert enter(enter_move, f"{column}9", room.table.version) == []
        if turn == 2:
            assert enter(enter_clocks, (600, 700)) == []
    assert room.table.outcome.rule == "gomoku.five"
    hall.settle()
    found = hall.section.rounds[0]
    assert [game.result.how for game in found.games[wanted.board]] == [How.PLAYED]
    assert found.games[wanted.board][0].seconds == (300, 200)
    assert (1, wanted.board, 1, False) in hall.section.records


def test_only_the_result_is_entered_and_no_time_is_made_up(hall):
    for _ in range(2):
        for wanted in list(hall.scheduler.tables.values()):
            room, enter = entering(hall, wanted)
            hall.time.ms += 20 * 60_000
            assert enter(enter_result, (1, 2)) == []
            assert room.table.outcome.rule == "play.entered"
        hall.settle()
    found = hall.section.rounds[0]
    assert {result.score.seats for result in found.results.values()} == {(1, 1)}
    assert {result.how for result in found.results.values()} == {How.PLAYED}
    table = crosstable(hall.state, hall.section)
    assert {cell.seconds for who in table.cells for cell in table.row(who)} == {0}
    assert hall.section.records == {}


def test_nobody_is_late_by_the_server_in_a_hall(hall):
    hall.at("2026-03-07T14:30")
    assert hall.section.rounds[0].results == {}


def test_a_wrong_or_stale_entry_changes_nothing(hall):
    wanted = next(iter(hall.scheduler.tables.values()))
    room, enter = entering(hall, wanted)
    seen = room.table.version
    assert enter(enter_move, "z99", seen) != []
    assert enter(enter_move, "a1", seen) == []
    assert enter(enter_move, "b1", seen) == ["play.stale"]
    assert len(room.table.moves) == 1
    with pytest.raises(BadInput):
        enter(enter_clocks, (1, 2, 3))
    assert enter(enter_result, (1, 2)) == []
    with pytest.raises(Refused, match=r"game\.over"):
        enter(enter_result, (2, 1))


def test_an_online_table_is_not_entered_from_beside_it():
    period = Period().opened(2).planned().at("2026-03-07T14:00")
    wanted = next(iter(period.scheduler.tables.values()))
    _, enter = entering(period, wanted)
    with pytest.raises(Refused, match=r"play\.not-in-hall"):
        enter(enter_result, (1, 2))


def test_a_wrong_move_is_taken_back_by_the_arbiter_and_the_board_goes_on(hall):
    wanted = next(iter(hall.scheduler.tables.values()))
    room, enter = entering(hall, wanted)
    arbiter = hall.hall.sit(room, arbiter="chief")
    for move in ("a1", "a9", "b1"):
        assert enter(enter_move, move, room.table.version) == []
    assert enter(enter_clocks, (600, 700)) == []
    before, seen = list(room.table.readings), room.table.version
    wrong = arbiter.send("arbiter", act="back", plies=4)
    assert "play.no-way-back" in str(wrong)
    arbiter.send("arbiter", act="back", plies=2)
    assert [move.texts[0] for move in room.table.moves] == ["a1"]
    assert room.table.readings == before  # clocks stay as they were entered
    assert enter(enter_move, "c9", seen) == ["play.stale"]  # a tablet that has not seen it
    told = fold_table(room.table.id, list(hall.log.read(stream_of(room.table.id))))
    assert (told.state, told.moves, told.newest) == (
        room.table.state,
        room.table.moves,
        room.table.newest,
    )
    for turn, column in enumerate("bcde"):
        assert enter(enter_move, f"{'abcde'[turn]}9", room.table.version) == []
        assert enter(enter_move, f"{column}1", room.table.version) == []
    assert room.table.outcome.rule == "gomoku.five"
    assert "game.over" in str(arbiter.send("arbiter", act="back", plies=1))
    hall.settle()
    kept = hall.section.records[1, wanted.board, 1, False]
    assert kept.record.moves[:4] == ("a1", "a9", "b1", "b9")
    assert len(kept.record.moves) == 9
