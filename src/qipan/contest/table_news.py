"""What the tables have for the desk: who came, and how games ended."""

from collections.abc import Iterator
from datetime import datetime

from qipan.contest.hall import TableFact, TableFacts
from qipan.desk.command import Command
from qipan.desk.online import wanted
from qipan.desk.online.commands import NoteArrival, TakeTable
from qipan.desk.online.seating import deducts, games_so_far, table_name
from qipan.journal.state import Competition, Section
from qipan.sections.matches import match_of


def may_have_news(known: TableFact | None) -> bool:
    """Say whether a table may have something for the desk, or is still to be opened or begun."""
    return known is None or known.over or not known.begun


def goes_on_though_unwanted(known: TableFact | None, version: int | None) -> bool:
    """Say whether a table that is not wanted any more goes on, or was ruled on anew.

    ``version`` is the one that the desk has taken; None where no ruling reaches the desk now.
    """
    return known is not None and (
        not known.over or (version is not None and bool(known.places) and version != known.version)
    )


def arrivals(
    state: Competition, section: Section, now: datetime, facts: TableFacts
) -> Iterator[Command]:
    """Note who sat down and is not noted yet."""
    found = section.current
    if found is None:
        return
    here = [
        (table, table.seats[seat])
        for table in wanted(state, section)
        if (known := facts.get(table.table)) is not None
        for seat in known.arrived
    ]
    new = tuple(dict.fromkeys(who for _, who in here if (found.number, who) not in section.arrived))
    seats = tuple(
        (table.board, table.game, who)
        for table, who in here
        if deducts(state, section, table)
        and (found.number, table.board, table.game, who) not in section.came
    )
    if new or seats:
        yield NoteArrival(
            section=section.id,
            round=found.number,
            entrants=new,
            seats=seats,
            at=now.isoformat(timespec="milliseconds"),
        )


def ends(
    state: Competition, section: Section, now: datetime, facts: TableFacts
) -> Iterator[TakeTable]:
    """Give the ends of tables of the latest round, also those that an arbiter ruled on anew."""
    found = section.current
    for board in found.seating if found is not None else ():
        assert found is not None
        match = match_of(state, section, found.number, board)
        most = max(games_so_far(match) + 1, match.rule.games if match.rule.boards else 1)
        for game in range(1, most + 1):
            known = facts.get(table_name(found, board, game))
            if known is None or not known.places:
                continue
            taken = found.taken.get((board, game))
            if taken is None or taken.version != known.version:
                yield TakeTable(
                    section=section.id,
                    round=found.number,
                    board=board,
                    game=game,
                    table=known.table,
                    version=known.version,
                    places=known.places,
                    adjudged=known.adjudged,
                    used=known.used,
                    record=known.record,
                    both_lose=known.both_lose,
                    again=known.again,
                    at=now.isoformat(timespec="milliseconds") if known.delay else "",
                    delay=known.delay,
                )
