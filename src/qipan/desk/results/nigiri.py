"""Who has Black on a board: a hidden handful of white stones and a guess, or a committed lot."""

from qipan.desk.results.commands import DrawNigiri, RecordNigiri
from qipan.desk.roles import ARBITERS, REVEALED, Decisions, Fill, ListedCommand, Through
from qipan.journal.events import CompetitionEvent
from qipan.journal.lots import LotDrawn
from qipan.journal.results import NigiriPlayed
from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.lots import commit, draw
from qipan.kernel.rules import rule
from qipan.sections.lookup import section_of
from qipan.sections.matches import Match, match_of

NIGIRI = rule("go.nigiri", "Colours are drawn by guessing odd or even.")
ODD = 1


def nigiri_lot(number: RoundNo, board: BoardNo, game: int) -> str:
    """Name the lot that draws who has Black on a board."""
    return f"nigiri-{number}-{board}-{game}"


def game_to_draw(
    match: Match, hides: EntrantId, game: int | None, number: RoundNo, board: BoardNo
) -> int:
    """Say on which board of a match colours are drawn now.

    Raises Refused after the game, a second time, or where another game is played.
    """
    found = game or (match.next_game if match.several else 1)
    place = {"round": number, "board": board, "game": found}
    if match.standing.rules.game != "go" or hides not in match.table.seats:
        raise Refused("nigiri.not-here", NIGIRI, **place)
    known = (number, board, found) in match.standing.section.nigiri
    limit = match.rule.games if match.several else 1
    over = board in match.round.results or any(each.number == found for each in match.regular)
    if known or over or not 1 <= found <= limit:
        raise Refused("nigiri.done", NIGIRI, **place)
    return found


def record_nigiri(state: Competition, command: RecordNigiri) -> list[CompetitionEvent]:
    """Record who has Black. Raises Refused after the game, a second time, or in another game.

    Raises BadInput on other numbers of stones than one or two against a handful.
    """
    section = section_of(state, command.section)
    match = match_of(state, section, command.round, command.board)
    game = game_to_draw(match, command.hides, command.game, command.round, command.board)
    if command.guess not in (1, 2) or not 1 <= command.hidden <= 180:
        raise BadInput("one stone or two are laid against a hidden handful", where="guess")
    right = command.hidden % 2 == command.guess % 2
    return [
        NigiriPlayed(
            section=section.id,
            round=command.round,
            board=command.board,
            game=game,
            hides=command.hides,
            hidden=command.hidden,
            guess=command.guess,
            black=_other(match, command.hides) if right else command.hides,
        )
    ]


def draw_nigiri(state: Competition, command: DrawNigiri) -> list[CompetitionEvent]:
    """Draw who has Black; the first whom the lot names has it.

    Raises Refused like ``record_nigiri``, and if nobody committed to the lot.
    """
    section = section_of(state, command.section)
    match = match_of(state, section, command.round, command.board)
    game = game_to_draw(match, command.hides, command.game, command.round, command.board)
    lot = nigiri_lot(command.round, command.board, game)
    if section.commitments.get(lot) != commit(command.secret):
        raise Refused("lot.not-committed", NIGIRI, section=section.id, lot=lot)
    label = f"{section.id}/{lot}"
    drawn = draw(label, sorted(match.table.seats), command.secret, command.entropy)
    black = EntrantId(drawn.order[0])
    right = black != command.hides
    return [
        LotDrawn(section=section.id, lot=lot, draw=drawn),
        NigiriPlayed(
            section=section.id,
            round=command.round,
            board=command.board,
            game=game,
            hides=command.hides,
            hidden=ODD if right else ODD + 1,
            guess=ODD,
            black=black,
            lot=lot,
        ),
    ]


def _other(match: Match, who: EntrantId) -> EntrantId:
    one, two = match.table.seats
    return two if who == one else one


DECISIONS: Decisions = {
    RecordNigiri: ListedCommand(record_nigiri, ARBITERS),
    DrawNigiri: ListedCommand(
        draw_nigiri,
        ARBITERS,
        filled={"secret": Fill.SECRET},
        through=Through("nigiri", REVEALED),
    ),
}
