"""Photographs of records, handed in by players."""

from qipan.desk.records.commands import AttachPhoto, ShowPhoto
from qipan.desk.roles import ARBITERS, PLAYERS, Audience, Decisions, ListedCommand
from qipan.journal.events import CompetitionEvent
from qipan.journal.records import PhotoShown, RecordPhotographed
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.rules import rule
from qipan.sections.lookup import board_of, require_seat, section_before_closing, section_of

PHOTO = rule("hall.photo", "A player may submit a few photographs of a scoresheet.")
SHOWN = rule(
    "hall.photo-shown",
    "A photograph of a record is shown to everybody when those at the board agree; for minors"
    " their guardians too.",
)
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


def show_photo(state: Competition, command: ShowPhoto) -> list[CompetitionEvent]:
    """Show a photograph to everybody, or no longer; what is so already changes nothing.

    Raises Unknown if there is no such photograph, or Refused if those at the board do not agree.
    """
    section = section_of(state, command.section)
    board_of(section, command.round, command.board)
    known = section.photos.get((command.round, command.board), ())
    if not any(each.hash == command.hash for each in known):
        raise Unknown("attachment", command.hash[:64])
    if command.shown and not command.agreed:
        raise Refused("photo.not-agreed", SHOWN, round=command.round, board=command.board)
    wanted = command.guardians if command.shown else None
    if section.shown_photos.get(command.hash) == wanted:
        return []
    return [
        PhotoShown(
            section=section.id,
            round=command.round,
            board=command.board,
            hash=command.hash,
            shown=command.shown,
            guardians=command.shown and command.guardians,
        )
    ]


DECISIONS: Decisions = {
    AttachPhoto: ListedCommand(
        attach_photo,
        PLAYERS,
        Audience.PLAYER,
        not_in_api="the photograph itself comes with it, on the player's page",
    ),
    ShowPhoto: ListedCommand(show_photo, ARBITERS),
}
