"""Adding rulings on games."""

from qipan.journal.events.rulings import GameRuled
from qipan.journal.folding import Folding, Reducers


def ruled(folding: Folding, event: GameRuled) -> None:
    """Keep the ruling; the record of a game that is played again falls with it."""
    section = folding.section(event.section)
    section.ruled.append(event)
    if event.ruling == "replay":
        key = (event.round, event.board, event.game, False)
        section.records.pop(key, None)
        section.settled.pop(key, None)


REDUCERS: Reducers = {GameRuled: ruled}
