"""Adding events of rounds and results."""

from qipan.journal.folding import Folding, Reducers
from qipan.journal.rounds import ResultCorrected, ResultRecorded, RoundPaired, RoundPublished
from qipan.journal.state import Round
from qipan.kernel.results import Result


def paired(folding: Folding, event: RoundPaired) -> None:
    """Add a round, in place of one that was paired but never published."""
    found = Round(event.round, event.tables, event.resting, event.causes, stage=event.stage)
    folding.section(event.section).rounds[event.round - 1 :] = [found]
    folding.owns_round(event.section, event.round)


def published(folding: Folding, event: RoundPublished) -> None:
    """Make it public."""
    folding.round(event.section, event.round).published = True


def recorded(folding: Folding, event: ResultRecorded) -> None:
    """Keep the result."""
    result = Result(event.score, event.how, event.rule)
    folding.round(event.section, event.round).results[event.board] = result


def corrected(folding: Folding, event: ResultCorrected) -> None:
    """Replace the result and keep the old one."""
    found = folding.round(event.section, event.round)
    found.corrected.setdefault(event.board, []).append(found.results[event.board])
    found.results[event.board] = Result(event.score, event.how, event.rule)


REDUCERS: Reducers = {
    RoundPaired: paired,
    RoundPublished: published,
    ResultRecorded: recorded,
    ResultCorrected: corrected,
}
