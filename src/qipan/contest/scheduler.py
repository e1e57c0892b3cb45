"""Carries out what is due: one step after the other, each decided on the newest journal.

``step(now, facts)`` does what the desk has to do (and waits for the disk, so it runs on a thread
of its own where there is a loop) and gives what the tables are to do. Nothing is remembered here
that would be missed after a restart: ``troubles`` and the list of tables are made anew.
"""

import asyncio
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

import structlog

from qipan.contest.hall import (
    AnnulTable,
    BeginGame,
    Hall,
    OpenTable,
    SetClockBack,
    TableAct,
    TableFact,
    TableFacts,
)
from qipan.contest.office_port import ContestOffice
from qipan.desk.command import Command
from qipan.desk.entries.commands import CloseEntries, DropUnverified
from qipan.desk.lots import NUMBERS, round_lot
from qipan.desk.online import DueStep, Wanted, due, next_time, wanted
from qipan.desk.online.commands import LoseLate, NoteArrival, SeatRound, TakeTable
from qipan.desk.online.seating import (
    deducts,
    games_so_far,
    lateness_minutes,
    table_name,
    tried_names,
)
from qipan.desk.online.timetable import limit_of
from qipan.desk.online.zones import local
from qipan.desk.rounds.commands import PairRound, PublishRound
from qipan.desk.schedule.commands import EndRound
from qipan.journal.state import Competition, Round, Section
from qipan.kernel.errors import Conflict, Impossible, QipanError, Refused
from qipan.kernel.ids import BoardNo, CompetitionId, RoundNo, SectionId
from qipan.sections.matches import match_of

ACTOR = "scheduler"
MOST_STEPS = 100
"""Steps of one competition at once; more than any timetable has due at a moment."""
TRIES = 10
"""How often a step is tried at once when others are faster; then again at the next look."""
NEXT_GAME = timedelta(seconds=60)
"""The next game of a match begins so long after it is opened, though somebody be away."""
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
        self._beside: dict[CompetitionId, dict[str, int]] = {}
        """Other tables of a competition, with the version that the desk has taken."""
        self._told: dict[str, int] = {}
        """The version of each table that was offered to the desk."""
        self._next: dict[CompetitionId, datetime | None] = {}
        self._looked: datetime | None = None

    def announce(self, competition: CompetitionId, version: int) -> None:
        """Hear that a competition changed; may be called from any thread."""
        del version
        self._changed.add(competition)

    def step(self, now: datetime, facts: TableFacts) -> list[TableAct]:
        """Do everything that is due at the desk; give what the tables are to do."""
        acts: list[TableAct] = []
        for home in self._homes(now, facts):
            acts += self._of_competition(home, now, facts)
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
            if any(_news(facts.get(name)) for name in tables) or any(
                _old_news(facts.get(name), version)
                for name, version in self._beside.get(home, {}).items()
            ):
                chosen.add(home)
        return sorted(chosen)

    # -- one competition -----------------------------------------------------------------------

    def _of_competition(
        self, home: CompetitionId, now: datetime, facts: TableFacts
    ) -> list[TableAct]:
        state = self.office.state(home)
        before = set(self._by_home.get(home, ()))
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
        self._beside[home] = beside = {
            name: version
            for section in state.sections.values()
            for name, version in _beside(state, section, there)
        }
        times = [next_time(state, section, now) for section in state.sections.values()]
        self._next[home] = min((each for each in times if each is not None), default=None)
        gone = before - set(there) - set(beside)  # of a round that was taken back
        closing = [AnnulTable(name) for name in sorted(gone)]
        return [*_acts(state, there, now, facts), *_closing(beside, facts), *closing]

    def _take_tables(self, state: Competition, now: datetime, facts: TableFacts) -> None:
        """Bring arrivals and ends of tables to the desk, section by section."""
        for section in state.sections.values():
            if section.contest is None:
                continue
            for arrival in _arrivals(state, section, now, facts):
                self._do(state.id, section.id, [arrival])
            for end in _ends(state, section, facts):
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


def _acts(
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


def _beside(
    state: Competition, section: Section, there: Mapping[str, Wanted]
) -> Iterator[tuple[str, int]]:
    """Name the tables of the latest round that are not wanted now, those of older tries too."""
    found = section.current
    for board in found.seating if found is not None else ():
        assert found is not None
        games = games_so_far(match_of(state, section, found.number, board)) + 1
        for name in tried_names(found, board, games):
            if name not in there:
                yield name, _version_taken(found, board, name)


def _version_taken(found: Round, board: BoardNo, name: str) -> int:
    versions = [
        taken.version
        for (at, _), taken in found.taken.items()
        if at == board and taken.table == name
    ]
    return versions[0] if versions else 0


def _closing(beside: Mapping[str, int], facts: TableFacts) -> Iterator[TableAct]:
    """Close tables whose game was decided or begun anew elsewhere."""
    for name in beside:
        known = facts.get(name)
        if known is not None and not known.over:
            yield AnnulTable(name)


def begins_at(
    state: Competition, section: Section, table: Wanted, known: TableFact
) -> datetime | None:
    """Give the moment at which a table begins though not all sit there; None: when they do.

    A first game begins at the limit for lateness, for those who checked in by then; a later game
    a minute after it was opened.
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


def _news(known: TableFact | None) -> bool:
    """Say whether a table may have something for the desk, or is still to be opened or begun."""
    return known is None or known.over or not known.begun


def _old_news(known: TableFact | None, version: int) -> bool:
    """Say whether a table that is not wanted any more goes on, or was ruled on anew."""
    return known is not None and (
        not known.over or (bool(known.places) and version != known.version)
    )


def _arrivals(
    state: Competition, section: Section, now: datetime, facts: TableFacts
) -> Iterator[Command]:
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


def _ends(state: Competition, section: Section, facts: TableFacts) -> Iterator[TakeTable]:
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
                )
