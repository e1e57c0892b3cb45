"""Adding events of matches with several games."""

from qipan.journal.folding import Folding, Reducers
from qipan.journal.matches import (
    GameRecorded,
    LineUpHanded,
    MatchDecided,
    PlayerNominated,
    SeatChosen,
)
from qipan.journal.state import PlayedGame
from qipan.kernel.results import Result


def recorded(folding: Folding, event: GameRecorded) -> None:
    """Keep the game."""
    found = folding.round(event.section, event.round)
    game = PlayedGame(
        event.game, Result(event.score, event.how), event.first, event.playoff, event.seconds
    )
    found.games[event.board] = (*found.games.get(event.board, ()), game)


def decided(folding: Folding, event: MatchDecided) -> None:
    """Keep the winner."""
    folding.round(event.section, event.round).decided[event.board] = event.winner


def handed(folding: Folding, event: LineUpHanded) -> None:
    """Keep the line-up."""
    key = (event.round, event.entrant)
    folding.section(event.section).line_ups[key] = event.people


def nominated(folding: Folding, event: PlayerNominated) -> None:
    """Keep who plays."""
    key = (event.round, event.board, event.game, event.entrant)
    folding.section(event.section).nominated[key] = event.person


def chosen(folding: Folding, event: SeatChosen) -> None:
    """Keep the choice."""
    folding.section(event.section).chosen[event.round, event.board, event.game] = event


REDUCERS: Reducers = {
    GameRecorded: recorded,
    MatchDecided: decided,
    LineUpHanded: handed,
    PlayerNominated: nominated,
    SeatChosen: chosen,
}
