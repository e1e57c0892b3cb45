"""Results signed or disputed by those who played.

A disputed result stands until an arbiter corrects it or the one who disputed it signs after all.
"""

from qipan.desk.results.commands import DisputeResult, SignResult
from qipan.desk.roles import PLAYERS, Audience, Decisions, ListedCommand
from qipan.journal.events import CompetitionEvent
from qipan.journal.results import ResultDisputed, ResultSigned
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.rules import rule
from qipan.sections.lookup import board_of, require_seat, section_of

SIGNED = rule("conduct.signed", "The players sign the result as it stands.")
DISPUTE = rule("hall.dispute", "A result you have not signed can be disputed; an arbiter decides.")


def sign_result(state: Competition, command: SignResult) -> list[CompetitionEvent]:
    """Sign. Raises Refused if there is no result yet, or it is signed."""
    section = section_of(state, command.section)
    found = board_of(section, command.round, command.board)
    require_seat(found, command.board, command.entrant)
    place = {"round": command.round, "board": command.board}
    if command.board not in found.results:
        raise Refused("sign.no-result", SIGNED, **place)
    if has_signed(section, command.round, command.board, command.entrant):
        raise Refused("sign.twice", SIGNED, **place, entrant=command.entrant)
    return [
        ResultSigned(
            section=section.id,
            round=command.round,
            board=command.board,
            entrant=command.entrant,
        )
    ]


def has_signed(section: Section, number: RoundNo, board: BoardNo, entrant: EntrantId) -> bool:
    """Say whether an entrant signed the result that stands."""
    result = section.rounds[number - 1].results.get(board)
    score = section.signed.get((number, board, entrant))
    return result is not None and score == result.score


def dispute_result(state: Competition, command: DisputeResult) -> list[CompetitionEvent]:
    """Dispute. Raises Refused without a result, after signing, or a second time."""
    section = section_of(state, command.section)
    found = board_of(section, command.round, command.board)
    place = {"round": command.round, "board": command.board}
    require_seat(found, command.board, command.entrant)
    if command.board not in found.results:
        raise Refused("dispute.no-result", DISPUTE, **place)
    if has_signed(section, command.round, command.board, command.entrant):
        raise Refused("dispute.signed", DISPUTE, **place)
    if disputes(section, command.round, command.board, command.entrant):
        raise Refused("dispute.twice", DISPUTE, **place)
    return [
        ResultDisputed(
            section=section.id,
            round=command.round,
            board=command.board,
            entrant=command.entrant,
            reason=command.reason.strip()[:500],
        )
    ]


def disputes(section: Section, number: RoundNo, board: BoardNo, entrant: EntrantId) -> bool:
    """Say whether somebody disputes the result that stands, and has not signed it since."""
    result = section.rounds[number - 1].results.get(board)
    found = section.disputed.get((number, board, entrant))
    if result is None or found is None or found[0] != result.score:
        return False
    return not has_signed(section, number, board, entrant)


def open_disputes(section: Section) -> list[tuple[RoundNo, BoardNo, EntrantId, str]]:
    """List the disputes that an arbiter still has to look at."""
    return [
        (*key, reason) for key, (_, reason) in section.disputed.items() if disputes(section, *key)
    ]


DECISIONS: Decisions = {
    SignResult: ListedCommand(sign_result, PLAYERS, Audience.PLAYER),
    DisputeResult: ListedCommand(dispute_result, PLAYERS, Audience.PLAYER),
}
