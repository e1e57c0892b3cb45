"""A contest as plain values for its page: timetable, boards of the round, one's own tables."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import msgspec

from qipan.desk.online import Wanted, check_in_opens, wanted
from qipan.desk.online.seating import lateness_minutes
from qipan.desk.online.timetable import complete, start_of
from qipan.journal.people import Person
from qipan.journal.state import Competition, Round, Section
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.sections.scores import figures

Names = Mapping[EntrantId, Person]


class TimedRound(msgspec.Struct, frozen=True):
    """A line of the timetable."""

    number: int
    start: str
    end: str
    moment: str
    """The start as a moment, for a countdown."""
    phase: str
    """``to-come``, ``check-in``, ``on``, ``waiting`` or ``over``."""
    done: int = 0
    boards: int = 0


class ContestBoard(msgspec.Struct, frozen=True):
    """A board of the latest round."""

    board: int
    names: tuple[str, ...]
    arrived: tuple[bool, ...]
    checked_in: tuple[bool, ...]
    """Said that they will play, whether or not they sit there."""
    result: tuple[str, ...]
    game: int
    table: str
    """The table where it goes on; empty when it is over or not open."""


class ContestView(msgspec.Struct, frozen=True):
    """A contest as people see it."""

    zone: str
    mode: str
    rounds: tuple[TimedRound, ...]
    next: TimedRound | None
    latest: int
    places: tuple[ContestBoard, ...]
    resting: tuple[str, ...]
    late_minutes: int | None


def contest_view(
    state: Competition, section: Section, names: Names, now: datetime
) -> ContestView | None:
    """Build the view; None where a section is not played at live tables."""
    if section.contest is None:
        return None
    rounds = tuple(
        _timed(state, section, RoundNo(number), now)
        for number in sorted({*section.times, *(each.number for each in section.rounds)})
    )
    found = section.current
    shown = found if found is not None and found.published else None
    coming = [each for each in rounds if each.phase in ("to-come", "check-in", "waiting")]
    return ContestView(
        zone=section.contest.zone,
        mode=section.contest.mode,
        rounds=rounds,
        next=coming[0] if coming else None,
        latest=shown.number if shown else 0,
        places=_places(state, section, shown, names) if shown else (),
        resting=tuple(names[rest.entrant].name for rest in shown.resting) if shown else (),
        late_minutes=lateness_minutes(state, section),
    )


def _timed(state: Competition, section: Section, number: RoundNo, now: datetime) -> TimedRound:
    timed = section.times.get(number)
    start = start_of(section, number)
    found = section.rounds[number - 1] if number <= len(section.rounds) else None
    return TimedRound(
        number=number,
        start=timed.start if timed else "",
        end=timed.end if timed else "",
        moment=start.isoformat() if start else "",
        phase=_phase(state, section, number, now),
        done=len(found.results) if found else 0,
        boards=len(found.tables) if found else 0,
    )


def _phase(state: Competition, section: Section, number: RoundNo, now: datetime) -> str:
    if number <= len(section.rounds):
        over = complete(state, section, section.rounds[number - 1])
        return "over" if over else "on"
    start, opens = start_of(section, number), check_in_opens(section, number)
    if start is not None and now >= start:
        return "waiting"
    return "check-in" if opens is not None and now >= opens else "to-come"


def _places(
    state: Competition, section: Section, found: Round, names: Names
) -> tuple[ContestBoard, ...]:
    going: dict[int, Wanted] = {}
    for each in wanted(state, section):
        going.setdefault(each.board, each)
    scores = _shown_scores(state, section, found)
    return tuple(
        ContestBoard(
            board=table.board,
            names=tuple(names[who].name for who in table.seats),
            arrived=tuple((found.number, who) in section.arrived for who in table.seats),
            checked_in=tuple((found.number, who) in section.checked_in for who in table.seats),
            result=scores.get(table.board, ()),
            game=going[table.board].game if table.board in going else 0,
            table=going[table.board].table if table.board in going else "",
        )
        for table in found.tables
    )


def _shown_scores(state: Competition, section: Section, found: Round) -> dict[int, tuple[str, ...]]:
    show = figures(state, section, found)
    return {board: tuple(map(show, result.score.seats)) for board, result in found.results.items()}


class Mine(msgspec.Struct, frozen=True):
    """What a player is to do now."""

    entrant: EntrantId
    check_in: int = 0
    """The round one can check in for; 0: none."""
    arrived: bool = False
    """Checked in for the round that comes, or at the table in the one that is on."""
    seated: bool = False
    """Sat down in the round that is on."""
    tables: tuple[str, ...] = ()
    """Links of one's own seats."""
    rests: bool = False
    ends: str = ""
    """The moment at which it is too late."""


def check_in_round(
    state: Competition, section: Section, who: EntrantId, now: datetime
) -> tuple[int, str]:
    """Find the round that somebody can check in for, and until when; 0 if there is none."""
    if section.entrants[who].withdrawn:
        return 0, ""
    minutes = timedelta(minutes=lateness_minutes(state, section) or 0)
    for number in (len(section.rounds), len(section.rounds) + 1):
        opens, start = check_in_opens(section, RoundNo(number)), start_of(section, RoundNo(number))
        if opens is None or start is None or not opens <= now < start + minutes:
            continue
        if number <= len(section.rounds):
            found = section.rounds[number - 1]
            mine = [each.board for each in found.tables if who in each.seats]
            if not mine or mine[0] in found.results:
                continue
        return number, (start + minutes).isoformat()
    return 0, ""
