"""Photographs of records, handed in by players."""

from qipan.desk.records.commands import AttachPhoto
from qipan.desk.roles import PLAYERS, Audience, Decisions, ListedCommand
from qipan.journal.events import CompetitionEvent
from qipan.journal.records import RecordPhotographed
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule
from qipan.sections.lookup import board_of, require_seat, section_before_closing

PHOTO = rule("hall.photo", "A player may hand in a few photographs of the record of a game.")
MOST_PHOTOS = 4


def attach_photo(state: Competition, command: AttachPhoto) -> list[CompetitionEvent]:
    """Take a photograph. Raises Refused if it is not their board, or they handed in enough."""
    section = section_before_closing(state, command.section)
    found = board_of(section, command.round, command.board)
    require_seat(found, command.board, command.entrant)
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


DECISIONS: Decisions = {
    AttachPhoto: ListedCommand(
        attach_photo,
        PLAYERS,
        Audience.PLAYER,
        not_in_api="the photograph itself comes with it, on the player's page",
    )
}
