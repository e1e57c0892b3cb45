"""Adding rulings on games."""

from dataclasses import replace

from qipan.journal.folding import Folding, Reducers
from qipan.journal.rulings import GameRuled, MatchReopened, PlayOffGameAgain


def ruled(folding: Folding, event: GameRuled) -> None:
    """Keep the ruling; the record of a game that is played again falls with it."""
    section = folding.section(event.section)
    section.ruled.append(event)
    if event.ruling == "replay":
        key = (event.round, event.board, event.game, event.playoff)
        section.records.pop(key, None)
        section.settled.pop(key, None)


def again(folding: Folding, event: PlayOffGameAgain) -> None:
    """Take a game of a play-off out, with what it decided; its next table is another one."""
    found = folding.round(event.section, event.round)
    found.decided.pop(event.board, None)
    found.games[event.board] = tuple(
        game
        for game in found.games.get(event.board, ())
        if not (game.playoff and game.number == event.game)
    )
    found.taken.pop((event.board, event.table_game), None)
    known = found.seating.get(event.board)
    if known is not None:
        later = (*known.again, event.table_game)
        found.seating[event.board] = replace(known, again=later)


def reopened(folding: Folding, event: MatchReopened) -> None:
    """Forget who won the match."""
    folding.round(event.section, event.round).decided.pop(event.board, None)


REDUCERS: Reducers = {GameRuled: ruled, PlayOffGameAgain: again, MatchReopened: reopened}
