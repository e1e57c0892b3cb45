"""Online contests: where the desk's timetable meets the live tables.

- ``scheduler``: carries out what is due by the desk, and says what the tables are to do
- ``hall``: the live tables as the scheduler sees them; ``OwnerHall`` on the owner of a process

A step of the scheduler may be cut off anywhere. Everything it does is decided from the journal, so
that a new one goes on where the old one was and does nothing twice.
"""

from qipan.contest.hall import (
    AnnulTable,
    BeginGame,
    Hall,
    OpenTable,
    OwnerHall,
    SetClockBack,
    TableAct,
    TableFact,
    TableFacts,
)
from qipan.contest.scheduler import Scheduler, run_step

__all__ = [
    "AnnulTable",
    "BeginGame",
    "Hall",
    "OpenTable",
    "OwnerHall",
    "Scheduler",
    "SetClockBack",
    "TableAct",
    "TableFact",
    "TableFacts",
    "run_step",
]
