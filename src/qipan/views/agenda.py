"""What is to be done next in a section: one list, worked out in one place.

The first task leads the section on; the others wait beside it: who is late, appeals, lots,
money. Pages draw the list, nothing else decides what comes next.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from qipan.desk.attendance import missing_at_boards, not_here
from qipan.desk.lots import NUMBERS
from qipan.desk.money import owed
from qipan.desk.play_offs.games import Waits, waits_for
from qipan.desk.records.comparison import flagged
from qipan.desk.results.signatures import open_disputes
from qipan.desk.schedule.book_limits import check_schedule
from qipan.journal.state import Competition, Outcome, Round, Section
from qipan.kernel.ids import RoundNo
from qipan.kernel.moments import at_time
from qipan.sections.lookup import event_of
from qipan.sections.matches import match_of
from qipan.sections.places import pending_lots
from qipan.sections.stages import round_over, undecided
from qipan.sections.systems import last_standing, next_standing, system_of
from qipan.views import tasks
from qipan.views.checklist import open_absent
from qipan.views.marks import marks_nobody_bears
from qipan.views.tasks import Task, TaskKind


def agenda(state: Competition, section: Section, now: datetime) -> tuple[Task, ...]:
    """List what is to be done, the leading task first; ``now`` is the hall's own time."""
    first = leading(state, section)
    if not first:
        return tuple(_afterwards(state, section)) or (Task(tasks.DONE),)
    return (
        *first,
        *_late(state, section, now),
        *_appeals(section),
        *(_appeal_time(state, section, now) if first[0].kind is tasks.APPROVE else ()),
        *_disputes(section),
        *_records(section),
        *_round_over(state, section),
        *_around(state, section),
    )


def leading(state: Competition, section: Section) -> tuple[Task, ...]:
    """List what leads a section on, mostly one task; nothing once it is over."""
    if state.closed or section.approved is not None or section.cancelled:
        return ()
    if not section.closed and not section.active_count:
        return (Task(tasks.FIRST_ENTRY),)
    if not section.closed:
        return (Task(tasks.ENTRIES, {"n": section.active_count}),)
    if not section.order:
        return (_numbers(state, section),)
    current, played = section.current, len(section.rounds)
    if current is None:
        return _pair(section)
    if not current.published:
        return (Task(tasks.PUBLISH, {"round": played}),)
    standing = last_standing(state, section)
    waiting = tuple(_results(state, section, current))
    if not waiting and system_of(standing).over(standing):
        waiting = tuple(_ties(state, section))
    if waiting:
        return waiting
    following = next_standing(state, section) is not None
    return _pair(section) if following else (Task(tasks.APPROVE),)


def _pair(section: Section) -> tuple[Task, ...]:
    """Pair; but first it is said of those who are not here whether they are paired."""
    pair = Task(tasks.PAIR, {"round": len(section.rounds) + 1})
    undecided_ = open_absent(section)
    if not undecided_:
        return (pair,)
    nobody = not section.rounds and not section.present and undecided_ == section.active_count
    if nobody:
        facts = {"n": undecided_, "back": "pairing"}
        return Task(tasks.ALL_HERE, facts), pair
    return Task(tasks.ABSENT, {"n": undecided_}), pair


def _numbers(state: Competition, section: Section) -> Task:
    if event_of(state, section).numbering == "rating":
        return Task(tasks.NUMBER)
    return Task(tasks.DRAW if NUMBERS in section.commitments else tasks.COMMIT, lot=NUMBERS)


def _results(state: Competition, section: Section, current: Round) -> Iterator[Task]:
    if current.missing:
        yield Task(tasks.RESULTS, {"n": len(current.missing), "round": current.number})
    for board in undecided(state, section, current):
        facts = {"round": current.number, "board": board}
        kind = _PLAY_OFF[waits_for(match_of(state, section, current.number, board))]
        yield Task(kind, facts)


_PLAY_OFF: dict[Waits | None, TaskKind] = {
    Waits.NOMINATION: tasks.PLAY_OFF_NOMINATION,
    Waits.LOT: tasks.PLAY_OFF_LOT,
    Waits.CHOICE: tasks.PLAY_OFF_CHOICE,
    None: tasks.PLAY_OFF,
}


def _ties(state: Competition, section: Section) -> Iterator[Task]:
    for lot, candidates in pending_lots(state, section).items():
        people = all(who in section.entrants for who in candidates)
        commit, draw = (
            (tasks.COMMIT_TIE, tasks.DRAW_TIE)
            if people
            else (tasks.COMMIT_ORDER, tasks.DRAW_ORDER)  # keys of the ranking, not people
        )
        kind = draw if lot in section.commitments else commit
        yield Task(kind, {"n": len(candidates)}, lot=lot)


def _late(state: Competition, section: Section, now: datetime) -> Iterator[Task]:
    missing = missing_at_boards(state, section)
    if missing:
        due = missing[0].lost_at
        over = due is not None and due < now
        yield Task(tasks.LATE, {"n": len(missing)}, due, urgent=over)


def appeal_due(state: Competition, section: Section, number: int) -> datetime | None:
    """Say until when appeals on a round are heard; None while it has not ended."""
    terms = event_of(state, section).conduct.appeals
    ended = round_over(state, section, RoundNo(number))
    if terms is None or terms.minutes is None or ended is None:
        return None
    return at_time(ended) + timedelta(minutes=terms.minutes)


def _appeals(section: Section) -> Iterator[Task]:
    lodged = [each for each in section.appeals.values() if each.outcome is Outcome.LODGED]
    accepted = [each for each in section.appeals.values() if each.outcome is Outcome.ACCEPTED]
    if lodged:
        yield Task(tasks.ANSWER, {"n": len(lodged)}, urgent=True)
    if accepted:
        yield Task(tasks.DECIDE, {"n": len(accepted)}, urgent=True)


def _appeal_time(state: Competition, section: Section, now: datetime) -> Iterator[Task]:
    """Before the approval: until when appeals on the last round may still come."""
    due = appeal_due(state, section, len(section.rounds))
    if due is not None and now <= due:
        yield Task(tasks.APPEAL_TIME, {"round": len(section.rounds)}, due)


def _disputes(section: Section) -> Iterator[Task]:
    disputed = len({(number, board) for number, board, _, _ in open_disputes(section)})
    if disputed:
        yield Task(tasks.DISPUTED, {"n": disputed}, urgent=True)


def _records(section: Section) -> Iterator[Task]:
    differing = len(flagged(section))
    if differing:
        yield Task(tasks.RECORDS, {"n": differing}, urgent=True)


def _round_over(state: Competition, section: Section) -> Iterator[Task]:
    """A round whose results are in ends; from then on the time for appeals runs."""
    terms, current = event_of(state, section).conduct.appeals, section.current
    if terms is None or terms.minutes is None or current is None or not current.published:
        return
    if not current.missing and current.number not in section.ended:
        yield Task(tasks.END_ROUND, {"round": current.number})


def _around(state: Competition, section: Section) -> Iterator[Task]:
    """What waits without holding anything up."""
    if not section.order and section.entrants:
        unborne = len(marks_nobody_bears(section, event_of(state, section)))
        if unborne:
            yield Task(tasks.MARKS, {"n": unborne})
    if not section.rounds and section.entrants:
        away = len(not_here(section))
        if away:
            yield Task(tasks.CHECK_IN, {"n": away, "all": section.active_count})
    faults = len(check_schedule(state, section))
    if faults:
        yield Task(tasks.SCHEDULE, {"n": faults})
    unpaid = len(owed(section))
    if unpaid:
        yield Task(tasks.UNPAID, {"n": unpaid})


def _afterwards(state: Competition, section: Section) -> Iterator[Task]:
    lists = event_of(state, section).prizes.lists
    if section.approved is not None and lists and section.prizes is None:
        yield Task(tasks.PRIZES)
    open_ = [each for each in state.sections.values() if each.approved is None]
    if not state.closed and all(each.cancelled for each in open_):
        yield Task(tasks.CLOSE)
