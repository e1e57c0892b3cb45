"""Results that players report themselves: the winner does; if it is drawn, who moved first.

The report counts as the reporter's signature. It waits until the opponent signs with
``SignResult`` or an arbiter confirms it; until then it can be taken back and public standings do
not count it. An arbiter corrects what is wrong.
"""

from typing import Any

import msgspec

from qipan.desk.results.commands import RecordResult, ReportResult, TakeBackReport
from qipan.desk.results.recording import REPORTED, record_result
from qipan.desk.roles import PLAYERS, Audience, Decisions, ListedCommand
from qipan.journal.events import CompetitionEvent
from qipan.journal.results import ResultCleared, ResultConfirmed, ResultRecorded, ResultSigned
from qipan.journal.state import Competition, Section, Table
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId
from qipan.kernel.results import Score
from qipan.kernel.rules import rule
from qipan.sections.lookup import board_of, section_of

CONFIRMED = rule("desk.round.confirms", "Who pairs the next round confirms what was reported.")
REPORTER = rule(
    "desk.result.reporter",
    "The winner reports the result; after a draw, the player who moved first.",
)


def reporter_of(table: Table, score: Score) -> EntrantId:
    """Say who reports a result: the winner, else who moved first."""
    best = max(score.seats)
    winners = [who for who, points in zip(table.seats, score.seats, strict=True) if points == best]
    return winners[0] if len(winners) == 1 else table.seats[0]


def report_result(state: Competition, command: ReportResult) -> list[CompetitionEvent]:
    """Take a report. Raises Refused if somebody else is to report, or the result is unknown."""
    section = section_of(state, command.section)
    table = board_of(section, command.round, command.board).table(command.board)
    place = {"round": command.round, "board": command.board}
    if table is None or command.entrant not in table.seats:
        raise Refused("result.not-seated", REPORTER, **place, entrant=command.entrant)
    recorded = record_result(
        state,
        RecordResult(
            section=section.id, round=command.round, board=command.board, score=command.score
        ),
    )
    due = reporter_of(table, command.score)
    if command.entrant != due:
        raise Refused("result.other-reports", REPORTER, **place, due=due)
    signed = ResultSigned(
        section=section.id, round=command.round, board=command.board, entrant=command.entrant
    )
    reports = [
        msgspec.structs.replace(event, reported=command.entrant)
        if isinstance(event, ResultRecorded)
        else event
        for event in recorded
    ]
    return [*reports, signed]


def take_back_report(state: Competition, command: TakeBackReport) -> list[CompetitionEvent]:
    """Take a report back. Raises Refused unless it is one's own and nobody confirmed it."""
    section = section_of(state, command.section)
    found = board_of(section, command.round, command.board)
    place: dict[str, Any] = {
        "section": section.id,
        "round": command.round,
        "board": command.board,
    }
    if found.reported.get(command.board) != command.entrant:
        raise Refused("result.confirmed-already", REPORTED, **place, entrant=command.entrant)
    return [ResultCleared(**place, slip=True)]


def confirmed_reports(section: Section) -> list[CompetitionEvent]:
    """Confirm what players reported and nobody contradicted: who goes on takes it as it stands."""
    current = section.current
    if current is None:
        return []
    return [
        ResultConfirmed(section=section.id, round=current.number, board=board, rule=CONFIRMED)
        for board in current.reported
    ]


DECISIONS: Decisions = {
    ReportResult: ListedCommand(report_result, PLAYERS, Audience.PLAYER),
    TakeBackReport: ListedCommand(take_back_report, PLAYERS, Audience.PLAYER),
}
