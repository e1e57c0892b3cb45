"""Games over the board beside the live ones: as far as an operator or the players handed them in.

A record that was entered is drawn as it stands; else there is the photographed scoresheet, where
those at the board let everybody see it. A board that has a live table is watched there instead.
"""

import msgspec

from qipan.games import all_games
from qipan.journal.state import RecordKey
from qipan.kernel.ids import BoardNo, EntrantId
from qipan.web.player.shown_photos import shown_photos
from qipan.web.shared.context import Context
from qipan.web.shared.pictures.positions import DRAWERS
from qipan.web.shared.section_context import About, shown_state

MOST = 12


class StillBoard(msgspec.Struct, frozen=True):
    """A board that was played in a hall, as it can be looked at."""

    title: str
    round: int
    board: int
    game: str
    names: tuple[str, ...]
    result: str
    record: str = ""
    """The address of the game to step through."""
    picture: str = ""
    """The address of its last position, drawn."""
    photo: str = ""
    """The address of the photographed scoresheet."""


def still_boards(about: About, language: str) -> list[StillBoard]:
    """List the boards of the latest published round that are not live and can be looked at."""
    section = about.section
    published = [each for each in section.rounds if each.published]
    if not published or not (section.records or section.shown_photos):
        return []
    found, photos = published[-1], shown_photos(about)
    game = about.rules.game
    names = about.read_names(language)
    drawn = game in DRAWERS and game in all_games()
    boards = []
    for table in found.tables:
        keys = sorted(key for key in section.records if key[:2] == (found.number, table.board))
        sheets = photos.get((found.number, BoardNo(table.board)), [])
        if table.board in found.seating or not (keys or sheets):
            continue
        board = StillBoard(
            title=f"{about.state.title} · {section.title}",
            round=int(found.number),
            board=int(table.board),
            game=game,
            names=tuple(names[EntrantId(who)] for who in table.seats),
            result=_result(about, int(found.number), int(table.board)),
            photo=f"{about.here}/photos/{sheets[-1].hash}" if sheets else "",
        )
        boards.append(_with_record(board, about.here, keys[-1], drawn) if keys else board)
    return boards


def _with_record(board: StillBoard, here: str, key: RecordKey, drawn: bool) -> StillBoard:
    number, at, game, playoff = key
    query = f"round={number}&board={at}&game={game}{'&playoff=true' if playoff else ''}"
    picture = f"{here}/record/picture.svg?{query}" if drawn else ""
    return msgspec.structs.replace(board, record=f"{here}/record?{query}", picture=picture)


def _result(about: About, number: int, board: int) -> str:
    view = next(each for each in about.view().rounds if each.number == number)
    found = next((each for each in view.boards if each.board == board), None)
    return found.result if found is not None and found.result else ""


def all_still_boards(
    context: Context, language: str, game: str, competition: str, section: str
) -> list[StillBoard]:
    """List such boards of every competition that is not closed, the newest competition first."""
    boards: list[StillBoard] = []
    for known in reversed(list(context.house.office.readable())):
        if known.closed or (competition and known.id != competition):
            continue
        state = shown_state(context, known)
        for each in state.sections.values():
            if each.approved is not None or (section and each.id != section):
                continue
            found = still_boards(About(context, state, each), language)
            boards += [board for board in found if not game or board.game == game]
            if len(boards) >= MOST:
                return boards[:MOST]
    return boards
