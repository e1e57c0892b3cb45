"""How each event changes the state. One module a subject, each with its ``REDUCERS``."""

from qipan.journal.folding import Reducers
from qipan.journal.reducers import (
    appeals,
    attendance,
    closing,
    competition,
    contest,
    discipline,
    entries,
    hall,
    hand,
    lots,
    matches,
    money,
    personal,
    records,
    rounds,
    rulings,
    schedule,
    sheets,
)

REDUCERS: Reducers = {
    **competition.REDUCERS,
    **entries.REDUCERS,
    **lots.REDUCERS,
    **rounds.REDUCERS,
    **hand.REDUCERS,
    **matches.REDUCERS,
    **records.REDUCERS,
    **sheets.REDUCERS,
    **rulings.REDUCERS,
    **discipline.REDUCERS,
    **appeals.REDUCERS,
    **schedule.REDUCERS,
    **attendance.REDUCERS,
    **contest.REDUCERS,
    **money.REDUCERS,
    **personal.REDUCERS,
    **hall.REDUCERS,
    **closing.REDUCERS,
}
