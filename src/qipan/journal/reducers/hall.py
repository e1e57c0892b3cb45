"""Adding events of the hall."""

from qipan.journal.folding import Folding, Reducers
from qipan.journal.hall import (
    CardRenewed,
    NoticePosted,
    RecordPhotographed,
    ResultDisputed,
    RoleGiven,
    RoleTaken,
)


def posted(folding: Folding, event: NoticePosted) -> None:
    """Keep the notice."""
    folding.state.notices.append(event)


def disputed(folding: Folding, event: ResultDisputed) -> None:
    """Keep what was disputed: the score as it stood."""
    section = folding.section(event.section)
    result = section.rounds[event.round - 1].results[event.board]
    key = (event.round, event.board, event.entrant)
    section.disputed[key] = (result.score, event.reason)


def photographed(folding: Folding, event: RecordPhotographed) -> None:
    """Keep where the picture is."""
    section = folding.section(event.section)
    key = (event.round, event.board)
    section.photos[key] = (*section.photos.get(key, ()), event)


def renewed(folding: Folding, event: CardRenewed) -> None:
    """Keep the number of the newest card."""
    folding.section(event.section).cards[event.entrant] = event.card


def access(folding: Folding, event: RoleGiven | RoleTaken) -> None:
    """Change nothing here: who may sign in lies beside the journal; this tells who gave it."""
    del folding, event


REDUCERS: Reducers = {
    NoticePosted: posted,
    ResultDisputed: disputed,
    RecordPhotographed: photographed,
    CardRenewed: renewed,
    RoleGiven: access,
    RoleTaken: access,
}
