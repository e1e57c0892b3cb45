"""Decisions on scoresheets: a deal, a correction, the end of the time."""

from qipan.desk.roles import ARBITERS, REVEALED, Decisions, Fill, ListedCommand, Through
from qipan.desk.sheets.commands import CallTime, CorrectSheet, ScoreDeal
from qipan.desk.sheets.scoring import rules_of, scored
from qipan.games.shengji.scoresheet import Ledger
from qipan.journal.events import CompetitionEvent
from qipan.journal.lots import LotDrawn
from qipan.journal.results import ResultCorrected, ResultRecorded
from qipan.journal.sheets import DealScored, SheetCorrected, TimeCalled
from qipan.journal.state import Competition, Scoresheet, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, RoundNo, SectionId
from qipan.kernel.lots import Draw, commit, draw
from qipan.kernel.results import Score
from qipan.kernel.rules import rule
from qipan.sections.lookup import EXISTS, event_of, section_of
from qipan.sections.matches import Match, match_of
from qipan.sections.trees import who_went_on

OPEN = rule("sheet.open", "Deals are entered until the match is decided or time is up.")
REASONED = rule("sheet.reasoned", "A correction of a scoresheet needs a reason.")
DECIDED = rule("sheet.decided", "After a correction, a finished match must still have a winner.")
MOST_DEALS = 200


def time_lot(number: RoundNo, board: BoardNo) -> str:
    """Name the lot that decides where time ended a match before anybody held the bank."""
    return f"time-{number}-{board}"


def lot_decides(state: Competition, section: SectionId, number: RoundNo, board: BoardNo) -> bool:
    """Say whether a lot would decide if the time of a table were up now."""
    found = section_of(state, section)
    match = match_of(state, found, number, board)
    kept = found.sheets.get((number, board), Scoresheet())
    return scored(match, kept.deals, time_up=True).winner is None


def score_deal(state: Competition, command: ScoreDeal) -> list[CompetitionEvent]:
    """Enter a deal, and the result once it decides the match. Raises Refused."""
    section, match, kept = _open(state, command)
    place = {"round": command.round, "board": command.board}
    if kept.time_up or len(kept.deals) >= MOST_DEALS or command.board in match.round.results:
        raise Refused("sheet.over", OPEN, **place)
    found = scored(match, (*kept.deals, command.sheet))
    return [
        DealScored(
            section=section.id,
            round=command.round,
            board=command.board,
            deal=len(kept.deals) + 1,
            sheet=command.sheet,
            levels=found.levels,
        ),
        *_result(match, found),
    ]


def correct_sheet(state: Competition, command: CorrectSheet) -> list[CompetitionEvent]:
    """Replace deals, and correct the result if it changes. Raises Refused."""
    section, match, kept = _open(state, command)
    place = {"round": command.round, "board": command.board}
    at, count = command.deal - 1, len(command.sheets)
    if not count or not 0 <= at < at + count <= len(kept.deals):
        raise Refused("sheet.no-such-deal", EXISTS, **place, deals=len(kept.deals))
    if not command.reason.strip():
        raise Refused("sheet.no-reason", REASONED, **place)
    if kept.deals[at : at + count] == command.sheets:
        raise Refused("sheet.unchanged", REASONED, **place)
    deals = (*kept.deals[:at], *command.sheets, *kept.deals[at + count :])
    found = scored(match, deals, time_up=kept.time_up, lot=_fallen(section, match))
    if command.board in match.round.results and found.winner is None:
        raise Refused("sheet.undecided", DECIDED, **place, levels=list(found.levels))
    return [
        SheetCorrected(
            section=section.id,
            round=command.round,
            board=command.board,
            deal=command.deal,
            sheets=command.sheets,
            levels=found.levels,
            reason=command.reason.strip(),
        ),
        *_result(match, found, command.reason.strip()),
    ]


def call_time(state: Competition, command: CallTime) -> list[CompetitionEvent]:
    """End a match by the clock: higher level, then the bank, then a lot. Raises Refused."""
    section, match, kept = _open(state, command)
    if kept.time_up or command.board in match.round.results:
        raise Refused("sheet.over", OPEN, round=command.round, board=command.board)
    found = scored(match, kept.deals, time_up=True)
    drawn: list[CompetitionEvent] = []
    if found.winner is None:
        fallen = _draw(section, match, command)
        drawn = [
            LotDrawn(section=section.id, lot=time_lot(command.round, command.board), draw=fallen)
        ]
        side = [str(each) for each in match.table.seats].index(str(fallen.order[0]))
        found = scored(match, kept.deals, time_up=True, lot=side)
    called = TimeCalled(
        section=section.id,
        round=command.round,
        board=command.board,
        levels=found.levels,
        banker=found.banker,
    )
    return [called, *drawn, *_result(match, found)]


def _draw(section: Section, match: Match, command: CallTime) -> Draw:
    lot = time_lot(command.round, command.board)
    known = section.commitments.get(lot)
    if known is None or known != commit(command.secret):
        raise Refused("lot.not-committed", OPEN, section=section.id, lot=lot)
    label = f"{section.id}/{lot}"
    return draw(label, sorted(match.table.seats), command.secret, command.entropy)


def _fallen(section: Section, match: Match) -> int | None:
    """Give the side on which the lot of a table fell, if it did."""
    lot = section.lots.get(time_lot(match.round.number, match.table.board))
    if lot is None:
        return None
    return [str(each) for each in match.table.seats].index(str(lot.order[0]))


def _open(
    state: Competition, command: ScoreDeal | CorrectSheet | CallTime
) -> tuple[Section, Match, Scoresheet]:
    section = section_of(state, command.section)
    rules_of(event_of(state, section))
    match = match_of(state, section, command.round, command.board)
    return section, match, section.sheets.get((command.round, command.board), Scoresheet())


def _result(match: Match, found: Ledger, reason: str = "") -> list[CompetitionEvent]:
    """Give the event of a result that the sheet decides, or corrects."""
    if found.winner is None:
        return []
    scoring = match.standing.scoring
    score = Score(tuple(scoring.win if side == found.winner else scoring.loss for side in range(2)))
    section, number, board = match.standing.section.id, match.round.number, match.table.board
    known = match.round.results.get(board)
    if known is None:
        return [
            ResultRecorded(section=section, round=number, board=board, score=score, rule=found.rule)
        ]
    if known.score == score:
        return []
    return [
        ResultCorrected(
            section=section,
            round=number,
            board=board,
            score=score,
            rule=found.rule,
            reason=reason,
        ),
        *who_went_on(match.standing.state, match.standing.section, number, board),
    ]


DECISIONS: Decisions = {
    ScoreDeal: ListedCommand(score_deal, ARBITERS),
    CorrectSheet: ListedCommand(correct_sheet, ARBITERS),
    CallTime: ListedCommand(
        call_time,
        ARBITERS,
        filled={"secret": Fill.SECRET},
        through=Through("sheet time", REVEALED),
    ),
}
