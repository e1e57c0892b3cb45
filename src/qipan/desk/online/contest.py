"""Decisions on contests: opening, planning, shifting, check-in, seating, lateness, reopening."""

from datetime import datetime, timedelta
from typing import Any

from qipan.desk.conduct.lateness import LATE
from qipan.desk.conduct.lost_games import lost_scores
from qipan.desk.online.commands import (
    CheckInForRound,
    LoseLate,
    NoteArrival,
    OpenContest,
    PlanRounds,
    ReopenBoard,
    SeatRound,
    ShiftRounds,
)
from qipan.desk.online.seating import base_name, lateness_minutes
from qipan.desk.online.timetable import check_in_opens, late_boards, limit_of, play_from, start_of
from qipan.desk.online.zones import zone_of
from qipan.desk.roles import (
    ARBITERS,
    CHIEF_AND_ORGANISER,
    PLAYERS,
    STAFF,
    Audience,
    Decisions,
    Fill,
    ListedCommand,
)
from qipan.desk.schedule.book_limits import ORDER, check_schedule
from qipan.desk.schedule.times import MOVED
from qipan.journal import online as happened
from qipan.journal.conduct import LatenessRecorded
from qipan.journal.events import CompetitionEvent
from qipan.journal.folding import fold
from qipan.journal.results import ResultRecorded
from qipan.journal.schedule import RoundScheduled
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.moments import at_time, day, moment
from qipan.kernel.results import How
from qipan.kernel.rules import rule
from qipan.sections.lookup import (
    BOARD_OPEN,
    board_of,
    entrant_of,
    event_of,
    published_round,
    section_of,
)
from qipan.sections.matches import match_of

OPENED = rule("contest.opened", "An online contest is opened before it is run.")
PLANNED = rule("contest.timetable", "Rounds begin at the times in the timetable.")
SHIFTED = rule("contest.shifted", "Rounds that have not begun may be moved, with a reason.")
CHECK_IN = rule(
    "contest.check-in",
    "One checks in before the round, until the limit for lateness; who does not come is late.",
)
SEATED = rule("contest.seated", "A published round is opened at live tables once.")
REOPENED = rule("contest.reopened", "An arbiter may order a board of the latest round replayed.")
MODES = ("online", "hall")
LONGEST_CHECK_IN = 24 * 60
LONGEST_DELAY = 3 * 3600
"""Seconds."""
LONGEST_SHIFT = 60 * 24 * 60


def require_delay(seconds: int) -> int:
    """Give the seconds by which spectators are behind. Raises BadInput for too many."""
    if not 0 <= seconds <= LONGEST_DELAY:
        raise BadInput(
            f"a delay has 0 to {LONGEST_DELAY} seconds", where="delay", code="contest.delay"
        )
    return seconds


def open_contest(state: Competition, command: OpenContest) -> list[CompetitionEvent]:
    """Open a contest, or change its terms. Raises BadInput for terms that make no sense."""
    section = section_of(state, command.section)
    zone_of(command.zone)
    if command.mode not in MODES:
        raise BadInput(f"a contest is one of {', '.join(MODES)}", where="mode", code="contest.mode")
    if not 0 <= command.check_in <= LONGEST_CHECK_IN:
        raise BadInput("minutes of one day", where="check_in", code="contest.minutes")
    delay = command.delay
    if delay is None:
        delay = event_of(state, section).schedule.broadcast_delay
    require_delay(delay)
    return [
        happened.ContestOpened(
            section=section.id,
            zone=command.zone,
            mode=command.mode,
            check_in=command.check_in,
            automatic=command.automatic,
            delay=delay,
        )
    ]


def plan_rounds(state: Competition, command: PlanRounds) -> list[CompetitionEvent]:
    """Set the times of the rounds to come. Raises Refused if the book does not allow them."""
    section = section_of(state, command.section)
    spans = _spans(state, section, command)
    begun = len(section.rounds)
    known = [number for number in spans if number in section.times and number > begun]
    if known and not command.reason.strip():
        raise Refused(
            "schedule.no-reason", MOVED, round=known[0], start=section.times[known[0]].start
        )
    events: list[CompetitionEvent] = [
        RoundScheduled(
            section=section.id,
            round=number,
            start=start,
            end=end,
            reason=command.reason,
            despite=command.despite,
        )
        for number, (start, end) in spans.items()
        if number > begun
    ]
    if not events:
        raise Refused("contest.nothing-to-plan", PLANNED, section=section.id)
    if not command.despite.strip():
        after = fold(events, state)
        for fault in check_schedule(after, after.sections[section.id]):
            raise Refused(fault.code, fault.rule, **fault.facts)
    return events


def _spans(
    state: Competition, section: Section, command: PlanRounds
) -> dict[RoundNo, tuple[str, str]]:
    terms = event_of(state, section).schedule
    if command.starts:
        length = timedelta(minutes=terms.round_minutes)
        starts = [at_time(text) for text in command.starts]
        return {
            RoundNo(number): (_shown(start), _shown(start + length))
            for number, start in enumerate(starts, 1)
        }
    days = command.days or terms.dates.get(str(section.options.get("period", "")), ())
    if not terms.windows or max(each.day for each in terms.windows) > len(days):
        raise Refused(
            "contest.no-windows", PLANNED, section=section.id, days=len(days), book=state.book
        )
    return {
        RoundNo(number): (
            f"{day(days[window.day - 1]).isoformat()}T{window.start}",
            f"{day(days[window.day - 1]).isoformat()}T{window.end}",
        )
        for number, window in enumerate(terms.windows, 1)
    }


def _shown(when: datetime) -> str:
    return when.isoformat(timespec="seconds" if when.second else "minutes")


def shift_rounds(state: Competition, command: ShiftRounds) -> list[CompetitionEvent]:
    """Shift a round and those after it. Raises Refused if it has begun or there is no reason."""
    section = section_of(state, command.section)
    reason = command.reason.strip()
    if not reason or not 0 < abs(command.minutes) <= LONGEST_SHIFT:
        raise Refused("contest.shift", SHIFTED, minutes=command.minutes)
    if command.round <= len(section.rounds):
        raise Refused("contest.begun", SHIFTED, round=command.round)
    moved = {number: each for number, each in section.times.items() if number >= command.round}
    if not moved:
        raise Refused("contest.no-time", SHIFTED, round=command.round)
    by = timedelta(minutes=command.minutes)
    events: list[CompetitionEvent] = [
        RoundScheduled(
            section=section.id,
            round=number,
            start=_shown(at_time(each.start) + by),
            end=_shown(at_time(each.end) + by) if each.end else "",
            reason=reason,
            despite=reason,
        )
        for number, each in sorted(moved.items())
    ]
    after = fold(events, state)
    for fault in check_schedule(after, after.sections[section.id]):
        if fault.rule == ORDER:
            raise Refused(fault.code, fault.rule, **fault.facts)
    return events


def check_in(state: Competition, command: CheckInForRound) -> list[CompetitionEvent]:
    """Check somebody in; a second time changes nothing. Raises Refused outside the window."""
    section = section_of(state, command.section)
    entrant = section.entrants[entrant_of(section, command.entrant)]
    if section.contest is None:
        raise Refused("contest.not-open", OPENED, section=section.id)
    if (command.round, entrant.id) in section.checked_in | section.arrived:
        return []
    opens, now = check_in_opens(section, command.round), moment(command.at)
    start = start_of(section, command.round)
    if opens is None or start is None or entrant.withdrawn or now < opens:
        raise Refused("contest.check-in-early", CHECK_IN, round=command.round)
    closes = start + timedelta(minutes=lateness_minutes(state, section) or 0)
    if command.round <= len(section.rounds):
        found = section.rounds[command.round - 1]
        mine = [table.board for table in found.tables if entrant.id in table.seats]
        limits = [limit_of(state, section, found, each) for each in mine if each in found.seating]
        closes = max((each for each in limits if each is not None), default=closes)
    if now >= closes:
        raise Refused("contest.check-in-late", CHECK_IN, round=command.round)
    return [happened.RoundCheckedIn(section=section.id, round=command.round, entrant=entrant.id)]


def note_arrival(state: Competition, command: NoteArrival) -> list[CompetitionEvent]:
    """Note who sat down, and what is taken off their clocks for coming late.

    Who is known to be there is not noted again.
    """
    section = section_of(state, command.section)
    events: list[CompetitionEvent] = []
    for board, game, who in command.seats:
        if (command.round, board, game, who) not in section.came and who in section.entrants:
            events += _came(state, section, command, (board, game, who))
    noted = {event.entrant for event in events if isinstance(event, happened.EntrantArrived)}
    return [
        *events,
        *(
            happened.EntrantArrived(section=section.id, round=command.round, entrant=who)
            for who in dict.fromkeys(command.entrants)
            if (command.round, who) not in section.arrived
            and who in section.entrants
            and who not in noted
        ),
    ]


def _came(
    state: Competition,
    section: Section,
    command: NoteArrival,
    at: tuple[BoardNo, int, EntrantId],
) -> list[CompetitionEvent]:
    """Note how late somebody came; who sat at an earlier game of the match is there."""
    board, game, who = at
    match = match_of(state, section, command.round, board)
    terms = match.standing.rules.conduct.lateness
    late = max(
        0, int((moment(command.at) - play_from(section, match.round, board)).total_seconds())
    )
    there = (command.round, who) in section.arrived and not match.rule.boards
    if there or terms is None or not terms.deduct:
        late = 0
    late = min(late, terms.minutes * 60 if terms else 0)
    place: Any = {"section": section.id, "round": command.round, "board": board, "entrant": who}
    arrived = happened.EntrantArrived(**place, game=game, late=late)
    if not late:
        return [arrived]
    return [arrived, LatenessRecorded(**place, seconds=late, deducted=late)]


def seat_round(state: Competition, command: SeatRound) -> list[CompetitionEvent]:
    """Give every board of a round its tables. Raises Refused if it has some, or none are open."""
    section = section_of(state, command.section)
    found = published_round(section, command.round)
    if section.contest is None:
        raise Refused("contest.not-open", OPENED, section=section.id)
    if found.seating:
        raise Refused("contest.seated", SEATED, round=command.round)
    moment(command.at)
    boards = tuple(
        happened.SeatedBoard(table.board, base_name(state, section, found.number, table.board))
        for table in found.tables
    )
    return [
        happened.RoundSeated(section=section.id, round=found.number, boards=boards, at=command.at)
    ]


def lose_late(state: Competition, command: LoseLate) -> list[CompetitionEvent]:
    """Let who has not come lose the round; if nobody has, both do. Nothing if all are there."""
    section = section_of(state, command.section)
    found = published_round(section, command.round)
    minutes = lateness_minutes(state, section) or 0
    scoring = event_of(state, section).scoring.scoring()
    events: list[CompetitionEvent] = []
    for board, away in late_boards(state, section, found, moment(command.at)).items():
        table = found.table(board)
        assert table is not None  # it was looked for among the tables
        place: Any = {"section": section.id, "round": found.number, "board": board}
        events += [
            LatenessRecorded(**place, entrant=who, seconds=minutes * 60, lost=True) for who in away
        ]
        score = lost_scores(scoring, table.seats, away)
        events.append(ResultRecorded(**place, score=score, how=How.FORFEIT, rule=LATE))
    return events


def reopen_board(state: Competition, command: ReopenBoard) -> list[CompetitionEvent]:
    """Play a board again. Raises Refused if a later round is paired, or there is no reason.

    In a match of teams only the game of that board is played again, the others stand; unless some
    of them have no result of their own, because the whole match was decided at once.
    """
    section = section_of(state, command.section)
    found = board_of(section, command.round, command.board)
    place = {"round": command.round, "board": command.board}
    if command.board not in found.seating:
        raise Refused("contest.not-open", OPENED, section=section.id)
    if command.round != len(section.rounds):
        raise Refused("contest.later-round", REOPENED, **place, latest=len(section.rounds))
    if not command.reason.strip():
        raise Refused("contest.no-reason", REOPENED, **place)
    match = match_of(state, section, command.round, command.board)
    played = {game.number for game in match.regular}
    most = match.rule.games if match.rule.boards else len(played) + 1
    others = set(range(1, most + 1)) - {command.game}
    decided = command.board in found.results
    if not 1 <= command.game <= most:
        raise Refused("match.no-such-game", BOARD_OPEN, **place, game=command.game)
    moment(command.at)
    return [
        happened.BoardReopened(
            section=section.id,
            round=command.round,
            board=command.board,
            game=command.game,
            at=command.at,
            reason=command.reason.strip(),
            only=match.rule.boards and (not decided or others <= played),
        )
    ]


DECISIONS: Decisions = {
    OpenContest: ListedCommand(open_contest, CHIEF_AND_ORGANISER),
    PlanRounds: ListedCommand(plan_rounds, CHIEF_AND_ORGANISER),
    ShiftRounds: ListedCommand(shift_rounds, STAFF),
    CheckInForRound: ListedCommand(check_in, PLAYERS, Audience.PLAYER, filled={"at": Fill.MOMENT}),
    NoteArrival: ListedCommand(note_arrival, ARBITERS, Audience.INTERNAL),
    SeatRound: ListedCommand(
        seat_round, ARBITERS, Audience.INTERNAL, unless_stated={"at": Fill.MOMENT}
    ),
    LoseLate: ListedCommand(
        lose_late, ARBITERS, Audience.INTERNAL, unless_stated={"at": Fill.MOMENT}
    ),
    ReopenBoard: ListedCommand(reopen_board, ARBITERS, filled={"at": Fill.MOMENT}),
}
