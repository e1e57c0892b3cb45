"""The names of things: one type for each kind of id, so that they cannot be mixed up."""

from typing import NewType

CompetitionId = NewType("CompetitionId", str)
SectionId = NewType("SectionId", str)
StageId = NewType("StageId", str)
RoundNo = NewType("RoundNo", int)
"""Rounds count from 1."""
BoardNo = NewType("BoardNo", int)
"""Boards of a round count from 1."""
MatchId = NewType("MatchId", str)
GameId = NewType("GameId", str)
EntrantId = NewType("EntrantId", str)
"""A person, a pair or a team in one section. Opaque; never a name."""
PersonId = NewType("PersonId", str)
"""Opaque key of the personal data kept beside the journal."""
StreamId = NewType("StreamId", str)
Seat = NewType("Seat", int)
"""Seat 0 moves first."""

TABLE = Seat(-1)
"""The table itself: it deals, closes windows and carries out an arbiter's decision."""

FIRST = Seat(0)
SECOND = Seat(1)
