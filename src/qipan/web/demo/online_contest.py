"""The demo's online contest: its next round begins in two minutes, again and again."""

from datetime import datetime, timedelta

from qipan.desk.closing import ApproveStandings, CloseCompetition
from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.lots import NUMBERS
from qipan.desk.online.commands import OpenContest, PlanRounds
from qipan.desk.particulars import DescribeCompetition
from qipan.journal.state import Competition, Section
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.kernel.moments import at_time
from qipan.office.office import Office
from qipan.sections.places import pending_lots
from qipan.sections.systems import next_standing
from qipan.simulation.demo_world.cast import singles
from qipan.simulation.demo_world.director import ACTOR

PREFIX = "demo-online-"
SECTION = SectionId("final")
PLAYERS, ROUNDS = 8, 5
FIRST_AFTER, EVERY = timedelta(minutes=2), timedelta(minutes=4)
MISSED = timedelta(minutes=10)
"""A round that should have begun so long ago, and did not, was missed while no server ran."""


def newest(office: Office) -> Competition | None:
    """Give the contest that is on, or was last."""
    numbers = [
        int(each.removeprefix(PREFIX))
        for each in office.competitions()
        if each.startswith(PREFIX) and each.removeprefix(PREFIX).isdigit()
    ]
    return office.state(CompetitionId(f"{PREFIX}{max(numbers)}")) if numbers else None


def keep_going(office: Office, now: datetime) -> Competition:
    """Begin a new contest where there is none that goes on; give the one that does."""
    found = newest(office)
    if found is not None and not _over(found, now):
        return found
    if found is not None and not found.closed:
        _close(office, found)
    number = int(found.id.removeprefix(PREFIX)) + 1 if found is not None else 1
    return _begin(office, CompetitionId(f"{PREFIX}{number}"), now)


def _over(state: Competition, now: datetime) -> bool:
    section = state.sections[SECTION]
    if state.closed or section.approved is not None:
        return True
    current = section.current
    if current is not None and current.missing:
        return _missed(section, len(section.rounds), now)
    return next_standing(state, section) is None or _missed(section, len(section.rounds) + 1, now)


def _missed(section: Section, number: int, now: datetime) -> bool:
    times = {int(each): found for each, found in section.times.items()}
    planned = times.get(number)
    wall = now.replace(tzinfo=None)  # the contest keeps the time of Greenwich
    return planned is None or at_time(planned.start) + EVERY + MISSED < wall


def _close(office: Office, state: Competition) -> None:
    """Approve what can be approved; what was broken off stays as it is."""
    section = state.sections[SECTION]
    current = section.current
    if current is None or current.missing or next_standing(state, section) is not None:
        return
    for lot in pending_lots(state, section):
        office.commit_lot(state.id, SECTION, ACTOR, lot)
        office.draw_tie(state.id, SECTION, ACTOR, lot)
    office.carry_out_all(state.id, ACTOR, [ApproveStandings(section=SECTION), CloseCompetition()])


def _begin(office: Office, home: CompetitionId, now: datetime) -> Competition:
    title = "Demo · Five Stones Online 五子棋网络赛"
    opening = OpenSection(
        section=SECTION,
        title="Final",
        under="final",
        options={"entry_checks": False, "rounds": ROUNDS},
    )
    office.create(home, ACTOR, title, "gm-2025", [opening])
    day = now.date().isoformat()
    office.carry_out(home, ACTOR, DescribeCompetition(starts=day, ends=day, place="online 网络"))
    office.enter_all(home, SECTION, ACTOR, list(singles(PLAYERS, 60)))
    office.carry_out(home, ACTOR, CloseEntries(section=SECTION))
    office.commit_lot(home, SECTION, ACTOR, NUMBERS)
    office.draw_numbers(home, SECTION, ACTOR, ("demo",))
    first = (now + FIRST_AFTER).replace(tzinfo=None)
    starts = tuple(
        (first + number * EVERY).isoformat(timespec="seconds") for number in range(ROUNDS)
    )
    return office.carry_out_all(
        home,
        ACTOR,
        [
            OpenContest(section=SECTION, zone="+00:00", check_in=60),
            PlanRounds(section=SECTION, starts=starts, despite="demo"),
        ],
    )
