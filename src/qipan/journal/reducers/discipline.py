"""Adding events of discipline."""

from dataclasses import replace

import msgspec

from qipan.journal.conduct import (
    BanLifted,
    BoardsMoved,
    ClockReplaced,
    GameCorrected,
    LatenessRecorded,
    PenaltyImposed,
    PenaltyKind,
    ResultsAnnulled,
    ResultSigned,
)
from qipan.journal.folding import Folding, Reducers
from qipan.journal.state import Ban, Punished
from qipan.kernel.results import Result

MARKS = (PenaltyKind.TECHNICAL_FOUL, PenaltyKind.CONDUCT_FOUL)
BARRED = (PenaltyKind.BAN, PenaltyKind.SUSPENSION)


def imposed(folding: Folding, event: PenaltyImposed) -> None:
    """Keep the penalties; fouls become marks that rank, points are taken from the round."""
    section = folding.section(event.section)
    number = event.round or len(section.rounds) or None
    section.penalties.append(
        Punished(
            event.entrant,
            event.offence,
            event.clause,
            event.penalties,
            number,
            event.board,
            event.note,
            section.rounds[event.round - 1].game_on(event.board)
            if event.round is not None and event.board is not None
            else 1,
        )
    )
    for penalty in event.penalties:
        if penalty.kind in MARKS:
            marks = dict(section.marks.get(event.entrant, {}))
            marks[penalty.kind.value] = marks.get(penalty.kind.value, 0) + penalty.amount
            section.marks[event.entrant] = marks
        elif penalty.kind is PenaltyKind.POINTS and number is not None:
            key = (number, event.entrant)
            section.deductions[key] = section.deductions.get(key, 0) + penalty.amount
        elif penalty.kind is PenaltyKind.DISQUALIFICATION:
            section.disqualified.add(event.entrant)
        elif penalty.kind in BARRED:
            ban = Ban(penalty.kind.value, event.offence, event.clause, penalty.until)
            section.bans[event.entrant] = ban


def lifted(folding: Folding, event: BanLifted) -> None:
    """End a ban."""
    folding.section(event.section).bans.pop(event.entrant)


def annulled(folding: Folding, event: ResultsAnnulled) -> None:
    """Remember that it happened; the corrections are events of their own."""
    folding.section(event.section).annulled.append((event.entrant, event.boards, event.reason))


def game_corrected(folding: Folding, event: GameCorrected) -> None:
    """Replace one game of a match."""
    found = folding.round(event.section, event.round)
    found.games[event.board] = tuple(
        replace(game, result=Result(event.score, event.how))
        if game.number == event.game and game.playoff == event.playoff
        else game
        for game in found.games[event.board]
    )


def late(folding: Folding, event: LatenessRecorded) -> None:
    """Keep what it cost."""
    key = (event.round, event.entrant)
    folding.section(event.section).late[key] = (event.seconds, event.deducted)


def clock_replaced(folding: Folding, event: ClockReplaced) -> None:
    """Keep the times that were carried over; the last replacement counts."""
    folding.section(event.section).clocks[(event.round, event.board)] = event.left


def boards_moved(folding: Folding, event: BoardsMoved) -> None:
    """Give tables their new numbers, in the order of numbers."""
    found = folding.round(event.section, event.round)
    numbers = dict(event.numbers)
    moved = [
        msgspec.structs.replace(table, board=numbers.get(table.board, table.board))
        for table in found.tables
    ]
    found.tables = tuple(sorted(moved, key=lambda table: table.board))


def signed(folding: Folding, event: ResultSigned) -> None:
    """Keep the score that was signed; a later correction leaves it unsigned."""
    section = folding.section(event.section)
    score = section.rounds[event.round - 1].results[event.board].score
    section.signed[(event.round, event.board, event.entrant)] = score


REDUCERS: Reducers = {
    PenaltyImposed: imposed,
    BanLifted: lifted,
    ResultsAnnulled: annulled,
    GameCorrected: game_corrected,
    LatenessRecorded: late,
    ClockReplaced: clock_replaced,
    BoardsMoved: boards_moved,
    ResultSigned: signed,
}
