"""Rounds that are played at live tables: by timetable, online or in a hall."""

from dataclasses import replace

import msgspec

from qipan.journal.event import Event, PrivateReasons, PublicFields
from qipan.journal.state import Contest, LiveResult, Seating
from qipan.journal.state.draft import Draft, Reducers
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId
from qipan.kernel.results import How, Score


class SeatedBoard(msgspec.Struct, frozen=True):
    """A board and the name from which those of its tables are made."""

    board: BoardNo
    table: str


class ContestOpened(Event, frozen=True, tag="contest-opened/1"):
    """A section is played at live tables, by its timetable; the latest one counts."""

    section: SectionId
    zone: str
    """Where its times are local: ``Asia/Shanghai`` or ``+08:00``."""
    mode: str = "online"
    """``online``; or ``hall``: boards stand in a hall, moves or results are entered there."""
    check_in: int = 30
    """Minutes before a round from which one can check in."""
    automatic: bool = True
    """Rounds are paired at their time without anybody's doing."""
    delay: int = 0
    """Seconds by which spectators see the tables that are opened from now on later."""


class RoundCheckedIn(Event, frozen=True, tag="round-checked-in/1"):
    """Somebody said that they will play a round; they are not at the table by that."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId


class EntrantArrived(Event, frozen=True, tag="entrant-arrived/1"):
    """Somebody sat down at their table; in old journals also: checked in, which then counted."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId
    board: BoardNo = BoardNo(0)
    game: int = 0
    """The table they sat down at, where lateness counts there; 0: not said."""
    late: int = 0
    """Seconds after play could begin."""


class RoundSeated(Event, frozen=True, tag="round-seated/1"):
    """A round is played at these tables; stored together with its pairing."""

    section: SectionId
    round: RoundNo
    boards: tuple[SeatedBoard, ...]
    at: str
    """UTC, ISO 8601: when play could begin; lateness counts from here at the earliest."""


class TableTaken(Event, frozen=True, tag="table-taken/1"):
    """The end of a table reached the desk; the record of the game is the table's journal."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    table: str
    version: int
    """The version of the table's stream that was taken."""
    score: Score
    """As the table ended, in the order of the match's seats."""
    how: How
    seconds: tuple[int, ...] = ()
    """Time used, in the same order."""
    shown_from: str = ""
    """UTC: the public knows nothing of this end before then; empty: at once."""


class BoardReopened(Event, frozen=True, tag="board-reopened/1"):
    """An arbiter took a board's result back, from a game on; it is played again."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    at: str
    reason: str
    only: bool = False
    """This game alone; the others of the match stand."""


Events = ContestOpened | RoundCheckedIn | EntrantArrived | RoundSeated | TableTaken | BoardReopened


def add_contest_opened(draft: Draft, event: ContestOpened) -> None:
    """Keep how the section is played."""
    draft.section(event.section).contest = Contest(
        event.zone, event.mode, event.check_in, event.automatic, event.delay
    )


def add_round_checked_in(draft: Draft, event: RoundCheckedIn) -> None:
    """Keep who means to play."""
    draft.section(event.section).checked_in.add((event.round, event.entrant))


def add_entrant_arrived(draft: Draft, event: EntrantArrived) -> None:
    """Keep who came, and where it matters how late."""
    section = draft.section(event.section)
    section.arrived.add((event.round, event.entrant))
    if event.game:
        section.came[event.round, event.board, event.game, event.entrant] = event.late


def add_round_seated(draft: Draft, event: RoundSeated) -> None:
    """Keep the tables of a round."""
    found = draft.round(event.section, event.round)
    found.seating = {each.board: Seating(each.table, event.at) for each in event.boards}


def add_table_taken(draft: Draft, event: TableTaken) -> None:
    """Keep what a table gave."""
    found = draft.round(event.section, event.round)
    found.taken[event.board, event.game] = LiveResult(
        event.table, event.version, event.score, event.how, event.seconds, event.shown_from
    )


def add_board_reopened(draft: Draft, event: BoardReopened) -> None:
    """Take the result back, and the games from this one on; the next try has other tables."""
    found = draft.round(event.section, event.round)
    if event.board in found.results:
        found.corrected.setdefault(event.board, []).append(found.results.pop(event.board))
    found.decided.pop(event.board, None)

    def falls(game: int) -> bool:
        return game == event.game if event.only else game >= event.game

    games = found.games.get(event.board, ())
    regular = len([game for game in games if not game.playoff]) or 1
    played_off = sorted(
        number for at, number in found.taken if at == event.board and number > regular
    )
    found.games[event.board] = tuple(
        game for game in games if not falls(game.number) and not game.playoff
    )
    for key in [key for key in found.taken if key[0] == event.board]:
        if not falls(key[1]) and key[1] not in played_off:
            continue
        del found.taken[key]
    records = draft.section(event.section).records
    for at in [at for at in records if at[:2] == (event.round, event.board)]:
        if at[3] or falls(at[2]):
            del records[at]
    known = found.seating[event.board]
    if event.only:
        again = (*known.again, event.game, *played_off)
        found.seating[event.board] = replace(known, again=again)
    else:
        found.seating[event.board] = Seating(known.table, event.at, known.tries + 1)


REDUCERS: Reducers = {
    ContestOpened: add_contest_opened,
    RoundCheckedIn: add_round_checked_in,
    EntrantArrived: add_entrant_arrived,
    RoundSeated: add_round_seated,
    TableTaken: add_table_taken,
    BoardReopened: add_board_reopened,
}

PUBLIC: PublicFields = {
    BoardReopened: ("section", "round", "board"),
}
PRIVATE: PrivateReasons = {
    ContestOpened: "the page of the contest shows it",
    RoundCheckedIn: "who is there is personal",
    EntrantArrived: "who is at the board is personal",
    RoundSeated: "tables are found on the page of the contest",
    TableTaken: "the result that follows is told",
}
