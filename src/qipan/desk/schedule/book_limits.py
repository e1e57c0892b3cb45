"""A schedule against its book: earliest start, distance of rounds, rounds a day, windows."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise

import msgspec

from qipan.journal.state import Competition, Section
from qipan.kernel.ids import RoundNo
from qipan.kernel.moments import at_time, day, of_day
from qipan.kernel.rules import Facts, RuleKey, rule
from qipan.rulebooks.schema import Schedule
from qipan.sections.lookup import event_of

EARLIEST = rule("schedule.earliest", "The first round of the first day does not begin too early.")
BETWEEN = rule("schedule.between", "Rounds must begin far enough apart.")
A_DAY = rule("schedule.rounds-a-day", "A day has no more rounds than the regulation allows.")
WINDOW = rule("schedule.window", "A round is played within its window.")
ORDER = rule("schedule.order", "Rounds follow each other in time.")


class Fault(msgspec.Struct, frozen=True):
    """Something in a schedule that the book does not allow."""

    code: str
    rule: RuleKey
    round: RoundNo
    facts: Facts


def check_schedule(state: Competition, section: Section) -> tuple[Fault, ...]:
    """List everything in a section's schedule that the book does not allow."""
    terms = event_of(state, section).schedule
    times = {
        number: (at_time(timed.start), at_time(timed.end) if timed.end else None)
        for number, timed in sorted(section.times.items())
    }
    starts = [(number, start) for number, (start, _) in times.items()]
    return (
        *_order(starts),
        *_earliest(terms, starts),
        *_between(terms, starts),
        *_a_day(terms, starts),
        *_windows(terms, section, times),
    )


Starts = list[tuple[RoundNo, datetime]]


def _shown(moment: datetime) -> str:
    return moment.isoformat(timespec="minutes")


def _order(starts: Starts) -> Iterator[Fault]:
    for (_, before), (number, start) in pairwise(starts):
        if start <= before:
            facts = {"start": _shown(start), "before": _shown(before)}
            yield Fault("schedule.order", ORDER, number, {"round": number, **facts})


def _earliest(terms: Schedule, starts: Starts) -> Iterator[Fault]:
    if not terms.first_not_before or not starts or starts[0][0] != 1:
        return
    number, start = starts[0]
    if start.time() < of_day(terms.first_not_before):
        facts = {"start": _shown(start), "earliest": terms.first_not_before}
        yield Fault("schedule.too-early", EARLIEST, number, {"round": number, **facts})


def _between(terms: Schedule, starts: Starts) -> Iterator[Fault]:
    least = timedelta(minutes=terms.between_minutes)
    for (_, before), (number, start) in pairwise(starts):
        if timedelta() < start - before < least:
            minutes = int((start - before).total_seconds()) // 60
            facts = {"minutes": minutes, "least": terms.between_minutes}
            yield Fault("schedule.too-close", BETWEEN, number, {"round": number, **facts})


def _a_day(terms: Schedule, starts: Starts) -> Iterator[Fault]:
    if not terms.most_a_day:
        return
    counted: Counter[str] = Counter()
    for number, start in starts:
        today = start.date().isoformat()
        counted[today] += 1
        if counted[today] == terms.most_a_day + 1:
            facts = {"date": today, "most": terms.most_a_day}
            yield Fault("schedule.too-many", A_DAY, number, {"round": number, **facts})


def _windows(
    terms: Schedule,
    section: Section,
    times: dict[RoundNo, tuple[datetime, datetime | None]],
) -> Iterator[Fault]:
    period = str(section.options.get("period", ""))
    dates = [day(text) for text in terms.dates.get(period, ())]
    for number, (start, end) in times.items():
        if number > len(terms.windows):
            continue
        window = terms.windows[number - 1]
        wanted = dates[window.day - 1] if dates else None
        inside = of_day(window.start) <= start.time() < of_day(window.end)
        if end is not None:
            inside = inside and end.date() == start.date() and end.time() <= of_day(window.end)
        if not inside or (wanted is not None and start.date() != wanted):
            facts = {
                "start": _shown(start),
                "window": f"{window.start}–{window.end}",
                "date": wanted.isoformat() if wanted else "",
            }
            yield Fault("schedule.window", WINDOW, number, {"round": number, **facts})
