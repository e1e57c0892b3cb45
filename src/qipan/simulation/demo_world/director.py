"""Plays one section of the demo up to a moment, through the same office that people use."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from qipan.desk.command import Command
from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.line_ups import HandInLineUp
from qipan.desk.lots import NUMBERS
from qipan.desk.particulars import DescribeCompetition
from qipan.desk.rounds.commands import PublishRound
from qipan.journal.state import Competition, Round, Section
from qipan.kernel.ids import CompetitionId, RoundNo
from qipan.office.office import Office
from qipan.sections.line_ups import boards_of, fixed_boards
from qipan.sections.lookup import book_of, event_of
from qipan.sections.stages import undecided
from qipan.sections.systems import next_standing
from qipan.simulation.event import draw_waiting_lot, pair_next, play_boards, play_next_play_off
from qipan.simulation.plans import Plan

ACTOR = "demo"
MOST_STEPS = 2_000
GAME_HOURS = 2
OPENING_HOUR = 9
JUST_NOW = timedelta(minutes=20)
"""The last results of the past are so old."""


@dataclass
class WallClock:
    """A clock that is set to the past, and goes on a little whenever it is read."""

    moment: datetime

    def now(self) -> datetime:
        """Give the time; the next act is later."""
        self.moment += timedelta(seconds=1)
        return self.moment

    def pass_hours(self, hours: float, until: datetime) -> None:
        """Let time pass, but not beyond a moment."""
        self.moment = max(self.moment, min(self.moment + timedelta(hours=hours), until))


@dataclass
class Billing:
    """What a competition of the demo is called, and when and where it is held."""

    home: CompetitionId
    title: str
    book: str
    first_day: int
    """Days from today: negative is past."""
    last_day: int
    place: str


@dataclass
class Director:
    """Carries out one section."""

    office: Office
    clock: WallClock
    today: datetime
    """When the demo is made."""
    billing: Billing
    plan: Plan

    @property
    def state(self) -> Competition:
        """Give the competition as it stands."""
        return self.office.state(self.billing.home)

    @property
    def section(self) -> Section:
        """Give the section as it stands."""
        return self.state.sections[self.plan.section]

    @property
    def current(self) -> Round:
        """Give the latest round."""
        found = self.section.current
        assert found is not None
        return found

    def do(self, *commands: Command) -> None:
        """Carry commands out, as the demo's staff would."""
        self.office.carry_out_all(self.billing.home, ACTOR, commands)

    # -- before the first round ----------------------------------------------------------------

    def open(self, newcomers: Iterable[Newcomer], **options: Any) -> None:
        """Make the competition if it is not there, open the section, and enter everybody."""
        billing = self.billing
        self.clock.moment = max(self.clock.moment, self._morning(billing.first_day - 1))
        if billing.home not in self.office.competitions():
            self.office.create(billing.home, ACTOR, billing.title, billing.book)
            day = [
                (self.today + timedelta(days=each)).date().isoformat()
                for each in (billing.first_day, billing.last_day)
            ]
            told = DescribeCompetition(starts=day[0], ends=day[1], place=billing.place)
            self.do(told)
        said = {"entry_checks": False, **options}
        where, event = self.plan.section, self.plan.event
        title = book_of(self.state).event[event].title["en"]  # read in the language of each reader
        self.do(OpenSection(section=where, title=title, under=event, options=said))
        self.office.enter_all(billing.home, where, ACTOR, list(newcomers))

    def number(self) -> None:
        """Close the entries and draw the numbers."""
        home, where = self.billing.home, self.plan.section
        self.clock.moment = max(self.clock.moment, self._morning(self.billing.first_day))
        self.do(CloseEntries(section=where))
        if event_of(self.state, self.section).numbering != "rating":
            self.office.commit_lot(home, where, ACTOR, NUMBERS)
        self.office.draw_numbers(home, where, ACTOR, ("demo",))

    def _morning(self, days: int) -> datetime:
        """Give the morning so many days from today; never one that is to come."""
        day = self.today + timedelta(days=days)
        found = day.replace(hour=OPENING_HOUR, minute=0, second=0, microsecond=0)
        return min(found, self.today - timedelta(days=1))

    # -- rounds --------------------------------------------------------------------------------

    def begin_round(self) -> None:
        """Pair the next round and publish it; teams have handed in their line-ups."""
        self.line_ups()
        pair_next(self.office, self.plan, self.state, self.section)
        self.do(PublishRound(section=self.plan.section, round=self.current.number))

    def line_ups(self, teams: int = 3) -> None:
        """Hand in the line-ups of the first few teams for the next round, where there are some."""
        terms = event_of(self.state, self.section).line_ups
        if terms is None:
            return
        number = RoundNo(len(self.section.rounds) + 1)
        for who in self.section.order[:teams]:
            entrant = self.section.entrants[who]
            fixed = dict(fixed_boards(entrant, terms))
            free = [one for one in entrant.people if one not in fixed.values()][::-1]
            chosen = [fixed[board] if board in fixed else free.pop() for board in boards_of(terms)]
            self.do(
                HandInLineUp(
                    section=self.plan.section, round=number, entrant=who, people=tuple(chosen)
                )
            )

    def play(self, most: int = 0) -> None:
        """Play the latest round, or its first ``most`` boards; play-offs are not begun."""
        if most:
            play_boards(self.office, self.plan, self.state, self.section, self.current, most)
            return
        for _ in range(MOST_STEPS):
            if not self.current.missing:
                break
            play_boards(self.office, self.plan, self.state, self.section, self.current)
        self.clock.pass_hours(GAME_HOURS, self.today - JUST_NOW)

    def decide(self) -> None:
        """Play the play-offs of the latest round, and draw the lots that wait."""
        for _ in range(MOST_STEPS):
            waiting = undecided(self.state, self.section, self.current)
            if waiting:
                play_next_play_off(self.office, self.plan, self.current, waiting[0])
            elif not draw_waiting_lot(self.office, self.plan, self.state, self.section):
                return

    def rounds(self, count: int) -> None:
        """Play so many whole rounds."""
        for _ in range(count):
            self.begin_round()
            self.play()
            self.decide()
            self.clock.pass_hours(GAME_HOURS, self.today - JUST_NOW)

    def to_the_end(self) -> None:
        """Play every round there is."""
        while next_standing(self.state, self.section) is not None:
            self.rounds(1)
