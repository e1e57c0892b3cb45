"""Adding events of rounds paired by hand or taken back."""

from qipan.journal.by_hand import PairedByHand, RoundWithdrawn
from qipan.journal.folding import Folding, Reducers
from qipan.journal.state import Round


def paired(folding: Folding, event: PairedByHand) -> None:
    """Put the round by hand in the place of the one that was paired."""
    rounds = folding.section(event.section).rounds
    before = rounds[event.round - 1].by_hand if len(rounds) >= event.round else ()
    rounds[event.round - 1 :] = [
        Round(
            event.round,
            event.tables,
            event.resting,
            event.causes,
            stage=event.stage,
            by_hand=(*before, event),
        )
    ]
    folding.owns_round(event.section, event.round)


def withdrawn(folding: Folding, event: RoundWithdrawn) -> None:
    """Take the round out of the section; its time stays, and the journal keeps it."""
    section = folding.section(event.section)
    del section.rounds[event.round - 1 :]
    section.ended.pop(event.round, None)


REDUCERS: Reducers = {PairedByHand: paired, RoundWithdrawn: withdrawn}
