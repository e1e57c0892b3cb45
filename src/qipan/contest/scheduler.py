"""Carries out what is due: one step after the other, each decided on the newest journal.

``step(now, facts)`` does what the desk has to do (and waits for the disk, so it runs on a thread
of its own where there is a loop) and gives what the tables are to do. Nothing is remembered here
that would be missed after a restart: ``troubles`` and the list of tables are made anew.
"""

import asyncio
from datetime import datetime, timedelta

import structlog

from qipan.contest.hall import Hall, TableAct, TableFacts
from qipan.contest.office_port import ContestOffice
from qipan.contest.table_acts import closings, table_acts, tables_beside
from qipan.contest.table_news import arrivals, ends, goes_on_though_unwanted, may_have_news
from qipan.desk.command import Command
from qipan.desk.entries.commands import CloseEntries, DropUnverified
from qipan.desk.lots import NUMBERS, round_lot
from qipan.desk.online import DueStep, Wanted, due, next_time, wanted
from qipan.desk.online.commands import LoseLate, SeatRound
from qipan.desk.online.seating import SEATS, boards_without_seats
from qipan.desk.online.zones import local
from qipan.desk.rounds.commands import PairRound, PublishRound
from qipan.desk.schedule.commands import EndRound
from qipan.journal.state import Competition
from qipan.kernel.errors import Conflict, Corrupt, Impossible, QipanError, Refused
from qipan.kernel.ids import CompetitionId, RoundNo, SectionId

ACTOR = "scheduler"
MOST_STEPS = 100
"""Steps of one competition at once; more than any timetable has due at a moment."""
TRIES = 10
"""How often a step is tried at once when others are faster; then again at the next look."""
LOOK_AROUND = timedelta(seconds=30)
"""How often competitions are looked at of which nobody said that they changed."""
log = structlog.get_logger()


class Scheduler:
    """Runs the contests of one office."""

    def __init__(self, office: ContestOffice) -> None:
        """Begin; everything there is to know is in the journal."""
        self.office = office
        self.tables: dict[str, Wanted] = {}
        """The tables that go on, or are to."""
        self.others: set[str] = set()
        """Tables of the same rounds that may still have something to say."""
        self.troubles: dict[tuple[CompetitionId, SectionId], QipanError] = {}
        """Why a section does not go on, for its arbiters."""
        self._changed: set[CompetitionId] = set()
        self._by_home: dict[CompetitionId, dict[str, Wanted]] = {}
        self._beside: dict[CompetitionId, dict[str, int | None]] = {}
        """Other tables of a competition, with the version that the desk has taken."""
        self._told: dict[str, int] = {}
        """The version of each table that was offered to the desk."""
        self._next: dict[CompetitionId, datetime | None] = {}
        self._looked: datetime | None = None

    def announce(self, competition: CompetitionId, version: int) -> None:
        """Hear that a competition changed; may be called from any thread."""
        del version
        self._changed.add(competition)

    def look_around(self) -> None:
        """Look at every competition at the next step: changes may not have been heard."""
        self._looked = None

    def step(self, now: datetime, facts: TableFacts) -> list[TableAct]:
        """Do everything that is due at the desk; give what the tables are to do."""
        acts: list[TableAct] = []
        for home in self._homes(now, facts):
            try:
                acts += self._of_competition(home, now, facts)
            except Corrupt as error:  # that competition stays alone; all others go on
                self._next.pop(home, None)
                log.error("contest unreadable", competition=home, why=str(error))
        self.tables = {
            name: table for tables in self._by_home.values() for name, table in tables.items()
        }
        self.others = set().union(*self._beside.values())
        return acts

    def next_due(self, now: datetime) -> datetime | None:
        """Give the next moment at which something is due by time alone."""
        times = [each for each in self._next.values() if each is not None and each > now]
        return min(times, default=None)

    # -- which competitions --------------------------------------------------------------------

    def _homes(self, now: datetime, facts: TableFacts) -> list[CompetitionId]:
        """Choose the competitions at which something may have happened."""
        if self._looked is None or now - self._looked >= LOOK_AROUND:
            self._looked = now
            self._changed.clear()
            return self.office.competitions()
        chosen, self._changed = self._changed, set()
        for home, at in self._next.items():
            if at is not None and at <= now:
                chosen.add(home)
        for home, tables in self._by_home.items():
            if any(may_have_news(facts.get(name)) for name in tables) or any(
                goes_on_though_unwanted(facts.get(name), version)
                for name, version in self._beside.get(home, {}).items()
            ):
                chosen.add(home)
        return sorted(chosen)

    # -- one competition -----------------------------------------------------------------------

    def _of_competition(
        self, home: CompetitionId, now: datetime, facts: TableFacts
    ) -> list[TableAct]:
        state = self.office.state(home)
        before = {*self._by_home.get(home, ()), *self._beside.get(home, ())}
        if not any(section.contest for section in state.sections.values()):
            for kept in (self._by_home, self._beside, self._next):
                kept.pop(home, None)
            return []
        self._take_tables(state, now, facts)
        self._carry_out_due(home, now)
        state = self.office.state(home)
        self._by_home[home] = there = {
            table.table: table
            for section in state.sections.values()
            for table in wanted(state, section)
        }
        beside = {
            name: version
            for section in state.sections.values()
            for name, version in tables_beside(state, section, there)
        }
        gone = before - set(there) - set(beside)  # of a round that was taken back
        for name in gone:
            if goes_on_though_unwanted(facts.get(name), None):  # until it is heard to be closed
                beside[name] = None
        self._beside[home] = beside
        for section in state.sections.values():
            stuck = boards_without_seats(state, section)
            if stuck:  # nobody would be told otherwise
                number, boards = len(section.rounds), list(stuck)
                why = Refused("contest.no-seats", SEATS, round=number, boards=boards)
                self._trouble(home, section.id, why)
        times = [next_time(state, section, now) for section in state.sections.values()]
        self._next[home] = min((each for each in times if each is not None), default=None)
        return [*table_acts(state, there, now, facts), *closings(beside, facts)]

    def _take_tables(self, state: Competition, now: datetime, facts: TableFacts) -> None:
        """Bring arrivals and ends of tables to the desk, section by section."""
        for section in state.sections.values():
            if section.contest is None:
                continue
            for arrival in arrivals(state, section, now, facts):
                self._do(state.id, section.id, [arrival])
            for end in ends(state, section, now, facts):
                told = self._told.get(end.table) == end.version
                if not told and self._do(state.id, section.id, [end]):
                    self._told[end.table] = end.version

    def _carry_out_due(self, home: CompetitionId, now: datetime) -> None:
        stuck: set[SectionId] = set()
        for _ in range(MOST_STEPS):
            steps = [
                step for step in due(self.office.state(home), now) if step.section not in stuck
            ]
            if not steps:
                return
            for step in steps:
                if not self._carry_out(home, step, now):
                    stuck.add(step.section)

    def _carry_out(self, home: CompetitionId, step: DueStep, now: datetime) -> bool:
        """Carry one step out; says whether it was."""
        at, section = now.isoformat(timespec="milliseconds"), step.section
        lots = {"commit-numbers": NUMBERS, "commit": round_lot(step.round)}
        try:
            if step.kind in lots:
                self.office.commit_lot(home, section, ACTOR, lots[step.kind])
                return self._went_on(home, section)
            if step.kind == "draw-numbers":
                self.office.draw_numbers(home, section, ACTOR)
                return self._went_on(home, section)
            commands = self._commands(home, step, now, at)
        except (Refused, Impossible, Conflict) as error:
            return self._trouble(home, section, error)
        return self._do(home, section, commands)

    def _commands(
        self, home: CompetitionId, step: DueStep, now: datetime, at: str
    ) -> list[Command]:
        name, number = step.section, step.round
        match step.kind:
            case "drop":
                shown = self._shown(home, name, now)
                return [DropUnverified(section=name, now=shown)]
            case "close":
                return [CloseEntries(section=name)]
            case "start":
                return self._start(home, name, number, at)
            case "seat":
                return [SeatRound(section=name, round=number, at=at)]
            case "late":
                return [LoseLate(section=name, round=number, at=at)]
            case _:
                shown = self._shown(home, name, now)
                return [EndRound(section=name, round=number, at=shown)]

    def _start(
        self, home: CompetitionId, section: SectionId, number: RoundNo, at: str
    ) -> list[Command]:
        """Pair, publish and seat a round: one act, stored whole or not at all."""
        found = self.office.state(home).sections[section]
        lot = round_lot(number)
        drawn = lot in found.commitments and lot not in found.lots
        secret = self.office.secret_of(home, section, lot) if drawn else b""
        return [
            PairRound(section=section, secret=secret),
            PublishRound(section=section, round=number),
            SeatRound(section=section, round=number, at=at),
        ]

    def _shown(self, home: CompetitionId, section: SectionId, now: datetime) -> str:
        contest = self.office.state(home).sections[section].contest
        assert contest is not None  # only sections with one have something due
        return local(contest, now).isoformat(timespec="seconds")

    def _do(self, home: CompetitionId, section: SectionId, commands: list[Command]) -> bool:
        """Store commands whole; a refusal is kept for the arbiters, a conflict tried again."""
        for last in (*[False] * (TRIES - 1), True):
            try:
                self.office.carry_out_all(home, ACTOR, commands)
                break
            except Conflict as error:  # others write too: decide anew on what there is now
                if last:
                    return self._trouble(home, section, error)
            except (Refused, Impossible) as error:
                return self._trouble(home, section, error)
        return self._went_on(home, section)

    def _went_on(self, home: CompetitionId, section: SectionId) -> bool:
        self.troubles.pop((home, section), None)
        return True

    def _trouble(self, home: CompetitionId, section: SectionId, error: QipanError) -> bool:
        if isinstance(error, Conflict):
            self._changed.add(home)
        elif str(self.troubles.get((home, section))) != str(error):
            self.troubles[home, section] = error
            log.warning("contest", competition=home, section=section, why=str(error))
        return False


async def run_step(scheduler: Scheduler, hall: Hall, now: datetime) -> None:
    """Do one step for the tables of a hall; the desk is waited for on a thread of its own.

    Raises Unavailable if owners of tables are not heard.
    """
    facts = await hall.facts(scheduler.tables, scheduler.others)
    await hall.act(await asyncio.to_thread(scheduler.step, now, facts))
