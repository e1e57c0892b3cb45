"""Who is called where: what everybody of a section is to be told now, if they want to be.

Pure: the same state and moment give the same calls. Nothing is in a call that the public pages do
not show. A call whose facts change is another call: who is moved to another board is told again.
"""

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256

import msgspec

from qipan.desk.online import check_in_opens
from qipan.desk.online.timetable import start_of
from qipan.journal.state import Competition, Round, Section
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.sections.lookup import event_of

TABLE, REST, CHECK_IN = "table", "rest", "check-in"
EVERYBODY = EntrantId("")
"""Stands for a whole section, for who wants to hear of all its tables."""


class TableCall(msgspec.Struct, frozen=True):
    """What somebody is told: a table, a round without one, or that check-in is open."""

    kind: str
    round: int
    board: int = 0
    seat: int = -1
    """Whether first or second in the (first) game; -1: the seats have no sides."""
    others: tuple[EntrantId, ...] = ()
    start: str = ""
    """On the clock of the hall or the contest."""
    zone: str = ""
    """Of an online contest; a hall has its own clock on the wall."""
    online: bool = False

    @property
    def key(self) -> str:
        """Name this call: who was told of it is not told again."""
        return sha256(msgspec.json.encode(self)).hexdigest()[:40]


def table_calls(
    state: Competition, section: Section, now: datetime
) -> Mapping[EntrantId, TableCall]:
    """Give what each entrant is to be told now; nothing once their board has its result."""
    calls = {
        who: TableCall(CHECK_IN, number, start=start, zone=_zone(section), online=True)
        for who, number, start in _check_ins(section, now)
    }
    found = section.current
    if found is not None and found.published and found.number not in section.ended:
        calls |= _of_round(state, section, found)
    return calls


def _zone(section: Section) -> str:
    contest = section.contest
    return contest.zone if contest is not None and contest.mode == "online" else ""


def _check_ins(section: Section, now: datetime) -> list[tuple[EntrantId, int, str]]:
    number = RoundNo(len(section.rounds) + 1)
    start, opens = start_of(section, number), check_in_opens(section, number)
    if not _zone(section) or start is None or opens is None or not opens <= now < start:
        return []
    return [
        (who, number, section.times[number].start)
        for who, entrant in section.entrants.items()
        if not entrant.withdrawn and (number, who) not in section.checked_in
    ]


def _of_round(state: Competition, section: Section, found: Round) -> dict[EntrantId, TableCall]:
    timed = section.times.get(found.number)
    common = TableCall(
        TABLE,
        found.number,
        start=timed.start if timed else "",
        zone=_zone(section),
        online=bool(_zone(section)),
    )
    sides = not event_of(state, section).entries.team  # of a team each board has its own
    calls: dict[EntrantId, TableCall] = {}
    for table in found.tables:
        if table.board in found.results:
            continue
        for seat, who in enumerate(table.seats):
            others = tuple(each for each in table.seats if each != who)
            calls[who] = msgspec.structs.replace(
                common, board=table.board, seat=seat if sides else -1, others=others
            )
    if len(found.results) < len(found.tables):
        for each in found.resting:
            calls[each.entrant] = TableCall(REST, found.number)
    return calls


class RoundCall(msgspec.Struct, frozen=True):
    """The tables of a round, for a chat that hears of a whole section."""

    round: int
    start: str
    zone: str
    tables: tuple[tuple[int, tuple[EntrantId, ...]], ...]

    @property
    def key(self) -> str:
        """Name this call, alike."""
        return sha256(msgspec.json.encode(self)).hexdigest()[:40]


def round_call(section: Section) -> RoundCall | None:
    """Give the tables of the newest round while it is on; None while nothing is public."""
    found = section.current
    if found is None or not found.published or found.number in section.ended:
        return None
    if found.tables and all(each.board in found.results for each in found.tables):
        return None
    timed = section.times.get(found.number)
    tables = tuple((each.board, each.seats) for each in found.tables)
    return RoundCall(found.number, timed.start if timed else "", _zone(section), tables)
