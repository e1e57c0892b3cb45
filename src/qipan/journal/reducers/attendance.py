"""Adding events of attendance."""

from qipan.journal import attendance as happened
from qipan.journal.folding import Folding, Reducers


def checked_in(folding: Folding, event: happened.EntrantCheckedIn) -> None:
    """Keep that somebody is here."""
    folding.section(event.section).present.add(event.entrant)


def undone(folding: Folding, event: happened.CheckInUndone) -> None:
    """Take a check-in back."""
    folding.section(event.section).present.discard(event.entrant)


def noted(folding: Folding, event: happened.AbsenceNoted) -> None:
    """Keep that somebody is missing at a board."""
    folding.section(event.section).absent.add((event.round, event.entrant))


def cleared(folding: Folding, event: happened.AbsenceCleared) -> None:
    """Forget that somebody was missing."""
    folding.section(event.section).absent.discard((event.round, event.entrant))


REDUCERS: Reducers = {
    happened.EntrantCheckedIn: checked_in,
    happened.CheckInUndone: undone,
    happened.AbsenceNoted: noted,
    happened.AbsenceCleared: cleared,
}
