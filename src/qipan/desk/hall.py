"""Decisions of the hall: notices, disputes, photographs of records, players' cards, roles given.

A card lets a player sign in on a phone; a new one ends the old. A disputed result stands until an
arbiter corrects it or the one who disputed it signs after all.
"""

from qipan.desk.access import CHIEF_AND_ORGANISER, PLAYERS, STAFF, Decisions, Role
from qipan.desk.commands import Command
from qipan.desk.conduct.board import has_signed
from qipan.journal.access import CardRenewed, RoleGiven, RoleTaken
from qipan.journal.events import CompetitionEvent
from qipan.journal.notices import NoticePosted
from qipan.journal.records import RecordPhotographed
from qipan.journal.results import ResultDisputed
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId
from qipan.kernel.rules import rule
from qipan.sections.lookup import (
    BOARD_OPEN,
    OPEN,
    board_of,
    entrant_of,
    section_before_closing,
    section_of,
)

NOTICE = rule("hall.notice", "A notice says something, to everybody of a section or event.")
DISPUTE = rule("hall.dispute", "Who has not signed a result may dispute it; an arbiter decides.")
PHOTO = rule("hall.photo", "A player may hand in a few photographs of the record of a game.")
GIVES = rule("access.gives", "A role is given by somebody who may give it.")
LONGEST, MOST_PHOTOS = 2000, 4
GIVEN_BY: dict[Role, frozenset[Role]] = {
    Role.CHIEF_ARBITER: frozenset({Role.CHIEF_ARBITER, Role.ARBITER, Role.ORGANISER}),
    Role.ORGANISER: frozenset({Role.ARBITER, Role.ORGANISER}),
}
"""Which roles a role may give; nobody makes somebody who may more than they may themselves."""


class PostNotice(Command, frozen=True, tag=True):
    """Announce something."""

    text: str
    at: str
    section: SectionId | None = None


class DisputeResult(Command, frozen=True, tag=True):
    """Say that a recorded result is wrong."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    reason: str = ""


class AttachPhoto(Command, frozen=True, tag=True):
    """Hand in a photograph of a record; the picture is kept already, under its hash."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    hash: str
    media: str
    size: int


class RenewCard(Command, frozen=True, tag=True):
    """Give a player a new card to sign in with."""

    section: SectionId
    entrant: EntrantId


class GiveRole(Command, frozen=True, tag=True):
    """Give an account a role in this competition."""

    account: str
    role: Role
    by: str
    giver: Role
    """The role of whoever gives it, now."""


class TakeRole(Command, frozen=True, tag=True):
    """Take an account's role in this competition away."""

    account: str


def post_notice(state: Competition, command: PostNotice) -> list[CompetitionEvent]:
    """Announce. Raises Refused if there is nothing to say, or too much."""
    if state.closed:
        raise Refused("competition.closed", OPEN, competition=state.id)
    if command.section is not None:
        section_before_closing(state, command.section)
    text = command.text.strip()
    if not text or len(text) > LONGEST:
        raise Refused("notice.length", NOTICE, most=LONGEST)
    return [NoticePosted(text=text, at=command.at, section=command.section)]


def dispute_result(state: Competition, command: DisputeResult) -> list[CompetitionEvent]:
    """Dispute. Raises Refused without a result, after signing, or a second time."""
    section = section_of(state, command.section)
    found = board_of(section, command.round, command.board)
    place = {"round": command.round, "board": command.board}
    _at_board(section, command.round, command.board, command.entrant)
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


def attach_photo(state: Competition, command: AttachPhoto) -> list[CompetitionEvent]:
    """Take a photograph. Raises Refused if it is not their board, or they handed in enough."""
    section = section_before_closing(state, command.section)
    board_of(section, command.round, command.board)
    _at_board(section, command.round, command.board, command.entrant)
    known = section.photos.get((command.round, command.board), ())
    if any(each.hash == command.hash and each.entrant == command.entrant for each in known):
        raise Refused("photo.twice", PHOTO, round=command.round, board=command.board)
    if sum(each.entrant == command.entrant for each in known) >= MOST_PHOTOS:
        raise Refused("photo.too-many", PHOTO, most=MOST_PHOTOS)
    return [
        RecordPhotographed(
            section=section.id,
            round=command.round,
            board=command.board,
            entrant=command.entrant,
            hash=command.hash,
            media=command.media,
            size=command.size,
        )
    ]


def _at_board(section: Section, number: RoundNo, board: BoardNo, entrant: EntrantId) -> None:
    table = section.rounds[number - 1].table(board)
    if table is None or entrant not in table.seats:
        raise Refused("conduct.not-at-board", BOARD_OPEN, entrant=entrant, board=board)


def renew_card(state: Competition, command: RenewCard) -> list[CompetitionEvent]:
    """Give a new card. Raises Refused if there is no such player."""
    section = section_before_closing(state, command.section)
    entrant = entrant_of(section, command.entrant)
    card = section.cards.get(entrant, 0) + 1
    return [CardRenewed(section=section.id, entrant=entrant, card=card)]


def give_role(state: Competition, command: GiveRole) -> list[CompetitionEvent]:
    """Give a role. Raises Refused if the giver may not give it."""
    del state
    if command.role not in GIVEN_BY.get(command.giver, frozenset()):
        raise Refused("access.gives", GIVES, role=command.role, giver=command.giver)
    return [RoleGiven(account=command.account, role=command.role.value, by=command.by)]


def take_role(state: Competition, command: TakeRole) -> list[CompetitionEvent]:
    """Take a role away."""
    del state
    return [RoleTaken(account=command.account)]


DECISIONS: Decisions = {
    PostNotice: (post_notice, STAFF),
    DisputeResult: (dispute_result, PLAYERS),
    AttachPhoto: (attach_photo, PLAYERS),
    RenewCard: (renew_card, STAFF),
    GiveRole: (give_role, CHIEF_AND_ORGANISER),
    TakeRole: (take_role, CHIEF_AND_ORGANISER),
}
