"""What the tables are to do, by what the desk has decided: open, begin, set back, close."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta

from qipan.contest.hall import (
    AnnulTable,
    BeginGame,
    OpenTable,
    SetClockBack,
    TableAct,
    TableFact,
    TableFacts,
)
from qipan.desk.online import Wanted
from qipan.desk.online.seating import games_so_far, lateness_minutes, tried_names
from qipan.desk.online.timetable import limit_of
from qipan.journal.state import Competition, Round, Section
from qipan.kernel.ids import BoardNo
from qipan.sections.matches import match_of

NEXT_GAME = timedelta(seconds=60)
"""The next game of a match begins so long after it is opened, though somebody be away."""


def table_acts(
    state: Competition, there: Mapping[str, Wanted], now: datetime, facts: TableFacts
) -> Iterator[TableAct]:
    """Open tables that are wanted and not there, and begin those whose time has come."""
    for name, table in there.items():
        if name not in facts:
            continue  # nobody has looked yet
        section, known = state.sections[table.section], facts[name]
        if known is None:
            yield OpenTable(name, table.opened, begin=_at_once(state, section))
        elif not known.begun and not known.over:
            begins = begins_at(state, section, table, known)
            if begins is not None and now >= begins:
                yield BeginGame(name)
        if known is not None and not known.over:
            yield from _late(section, table, known)


def _late(section: Section, table: Wanted, known: TableFact) -> Iterator[TableAct]:
    """Take off the clocks what the desk says that people came late."""
    for seat, who in enumerate(table.seats):
        seconds = section.came.get((table.round, table.board, table.game, who), 0)
        if seconds and seat not in known.late:
            yield SetClockBack(table.table, seat, seconds * 1000)


def tables_beside(
    state: Competition, section: Section, there: Mapping[str, Wanted]
) -> Iterator[tuple[str, int | None]]:
    """Name the tables of the two latest rounds that are not wanted now, those of older tries too.

    With the version that the desk has taken. Of the round before the latest, whose results stand,
    those that the desk took no end of, without one: a round may begin at the very moment that
    decides the one before it, and whoever was to close that table may be killed then.
    """
    for found in section.rounds[-2:]:
        for board in found.seating:
            games = games_so_far(match_of(state, section, found.number, board)) + 1
            for name in tried_names(found, board, games):
                version = _version_taken(found, board, name)
                if name not in there and found is section.current:
                    yield name, version
                elif name not in there and not version:
                    yield name, None


def _version_taken(found: Round, board: BoardNo, name: str) -> int:
    versions = [
        taken.version
        for (at, _), taken in found.taken.items()
        if at == board and taken.table == name
    ]
    return versions[0] if versions else 0


def closings(beside: Iterable[str], facts: TableFacts) -> Iterator[TableAct]:
    """Close tables whose game was decided or begun anew elsewhere."""
    for name in beside:
        known = facts.get(name)
        if known is not None and not known.over:
            yield AnnulTable(name)


def begins_at(
    state: Competition, section: Section, table: Wanted, known: TableFact
) -> datetime | None:
    """Give the moment at which a table begins though not all sit there; None: when they do.

    A first game begins at the limit for lateness if all have been there and somebody left again; a
    later game a minute after it was opened.
    """
    if table.game > 1:
        return known.opened + NEXT_GAME
    found = section.rounds[table.round - 1]
    here = all((table.round, who) in section.arrived for who in table.seats)
    return limit_of(state, section, found, table.board) if here else None


def _at_once(state: Competition, section: Section) -> bool:
    """Clocks run from the start where the book has no limit for lateness, and in a hall."""
    online_ = section.contest is not None and section.contest.mode == "online"
    return not online_ or lateness_minutes(state, section) is None
