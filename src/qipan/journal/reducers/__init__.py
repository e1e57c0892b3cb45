"""How each event changes the state. One module a subject, each with its ``REDUCERS``."""

from qipan.journal.folding import Reducers
from qipan.journal.reducers import closing, competition, entries, lots, matches, rounds

REDUCERS: Reducers = {
    **competition.REDUCERS,
    **entries.REDUCERS,
    **lots.REDUCERS,
    **rounds.REDUCERS,
    **matches.REDUCERS,
    **closing.REDUCERS,
}
