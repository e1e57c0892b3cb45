"""How each event changes the state. One module a subject, each with its ``REDUCERS``."""

from qipan.journal.folding import Reducers
from qipan.journal.reducers import (
    appeals,
    closing,
    competition,
    discipline,
    entries,
    hall,
    lots,
    matches,
    money,
    rounds,
    schedule,
)

REDUCERS: Reducers = {
    **competition.REDUCERS,
    **entries.REDUCERS,
    **lots.REDUCERS,
    **rounds.REDUCERS,
    **matches.REDUCERS,
    **discipline.REDUCERS,
    **appeals.REDUCERS,
    **schedule.REDUCERS,
    **money.REDUCERS,
    **hall.REDUCERS,
    **closing.REDUCERS,
}
