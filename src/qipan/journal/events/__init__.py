"""The events of a competition: what happened, in the past tense. One module a subject.

An event has a stable name and version (its tag). A new field has a default; a change of meaning is
a new version, and old ones are lifted on read (``lifting``). A correction is a new event, never an
edit. No event holds a name, a birth date or a phone number.

A new subject is a module here with ``Events`` (added to ``CompetitionEvent`` below) and one of the
same name in ``reducers``.
"""

from qipan.journal import (
    appeals,
    attendance,
    closing,
    competition,
    entries,
    hall,
    lots,
    matches,
    money,
    records,
    rounds,
    rulings,
    schedule,
    sheets,
)
from qipan.journal import by_hand as hand
from qipan.journal import conduct as discipline
from qipan.journal import erasure as personal
from qipan.journal import online as contest
from qipan.journal.closing import StandingsApproved
from qipan.journal.competition import CompetitionClosed, CompetitionCreated, SectionOpened
from qipan.journal.entries import (
    EntrantAmended,
    EntrantEntered,
    EntrantWithdrawn,
    EntriesClosed,
    EntriesOpened,
    EntryOverridden,
    FeeCharged,
    IdentityVerified,
    ParticipationDeclared,
    PlayersInvited,
    SectionCancelled,
    UnitRegistered,
)
from qipan.journal.event import Cause, Event, event_name, fresh
from qipan.journal.lots import LotCommitted, LotDrawn, NumbersAssigned
from qipan.journal.matches import GameRecorded, LineUpHanded, MatchDecided
from qipan.journal.rounds import (
    Resting,
    ResultCorrected,
    ResultRecorded,
    RoundPaired,
    RoundPublished,
    Table,
)

CompetitionEvent = (
    competition.Events
    | entries.Events
    | lots.Events
    | rounds.Events
    | hand.Events
    | matches.Events
    | records.Events
    | sheets.Events
    | rulings.Events
    | discipline.Events
    | appeals.Events
    | schedule.Events
    | attendance.Events
    | contest.Events
    | money.Events
    | personal.Events
    | hall.Events
    | closing.Events
)

__all__ = [
    "Cause",
    "CompetitionClosed",
    "CompetitionCreated",
    "CompetitionEvent",
    "EntrantAmended",
    "EntrantEntered",
    "EntrantWithdrawn",
    "EntriesClosed",
    "EntriesOpened",
    "EntryOverridden",
    "Event",
    "FeeCharged",
    "GameRecorded",
    "IdentityVerified",
    "LineUpHanded",
    "LotCommitted",
    "LotDrawn",
    "MatchDecided",
    "NumbersAssigned",
    "ParticipationDeclared",
    "PlayersInvited",
    "Resting",
    "ResultCorrected",
    "ResultRecorded",
    "RoundPaired",
    "RoundPublished",
    "SectionCancelled",
    "SectionOpened",
    "StandingsApproved",
    "Table",
    "UnitRegistered",
    "event_name",
    "fresh",
]
