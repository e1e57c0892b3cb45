"""The office carries commands out: it reads the stream, decides, and appends.

It is the one place where decisions meet storage. Clock, dice and storage are handed to it, so it
runs the same on memory, on a file and in a test. States are cached by version: a command folds
only what is new.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from datetime import datetime
from threading import Lock

import msgspec

from qipan.desk import commands as asked
from qipan.desk.commands import Command
from qipan.desk.decide import decide
from qipan.desk.discipline.bans import Barred, barred, name_key, refuse_barred
from qipan.desk.entries.commands import OverrideEntry
from qipan.desk.found import event_of, section_of
from qipan.desk.hand.commands import PairByHand
from qipan.desk.matches import match_of, next_play_off, play_off_lot
from qipan.desk.newcomers import Newcomer as Newcomer
from qipan.desk.newcomers import entry_command, represented
from qipan.desk.numbers import NUMBERS, lots_needed, round_lot
from qipan.journal.competition import Competition, Section
from qipan.journal.envelope import Batch
from qipan.journal.events import CompetitionEvent, fresh
from qipan.journal.folding import Folding, fold
from qipan.journal.lifting import opened
from qipan.journal.log import Log, Stored
from qipan.journal.people import ERASED, People, Person, Secrets
from qipan.kernel.errors import Conflict, Unknown
from qipan.kernel.ids import (
    BoardNo,
    CompetitionId,
    EntrantId,
    PersonId,
    RoundNo,
    SectionId,
    StreamId,
)
from qipan.kernel.lots import SECRET_BYTES, commit
from qipan.rulebooks.loader import edition_of

PREFIX = "competition/"
Announce = Callable[[CompetitionId, int], None]
"""Told after every commit: which competition, and its new version."""


def stream_of(competition: CompetitionId) -> StreamId:
    """Name the stream of a competition."""
    return StreamId(f"{PREFIX}{competition}")


class Surroundings(msgspec.Struct, frozen=True):
    """What the office is given from outside."""

    log: Log
    people: People
    secrets: Secrets
    now: Callable[[], datetime]
    random_bytes: Callable[[int], bytes]


class Office:
    """Carries commands out."""

    def __init__(self, around: Surroundings, announce: Announce | None = None) -> None:
        """Work on the storage, clock and dice given."""
        self.around = around
        self._announce = announce
        self._cache: dict[CompetitionId, Competition] = {}
        self._lock = Lock()

    # -- reading -------------------------------------------------------------------------------

    def competitions(self) -> list[CompetitionId]:
        """List the competitions there are."""
        names = self.around.log.streams(PREFIX)
        return [CompetitionId(name.removeprefix(PREFIX)) for name in names]

    def state(self, competition: CompetitionId) -> Competition:
        """Give the newest state. Raises Unknown if there is no such competition."""
        state = self._state(competition)
        if not state.version:
            raise Unknown("competition", competition, tuple(self.competitions())[:20])
        return state

    def _state(self, competition: CompetitionId) -> Competition:
        with self._lock:
            known = self._cache.get(competition, Competition())
        more = self.around.log.read(stream_of(competition), known.version)
        return self._advance(competition, known, [opened(each) for each in more])

    def _advance(
        self, competition: CompetitionId, known: Competition, events: Sequence[CompetitionEvent]
    ) -> Competition:
        state = fold(events, known) if events else known
        self._keep(competition, state)
        return state

    def _keep(self, competition: CompetitionId, state: Competition) -> None:
        with self._lock:
            newest = self._cache.get(competition)
            if newest is None or newest.version < state.version:
                self._cache[competition] = state

    def names(self, section: Section) -> Mapping[EntrantId, Person]:
        """Give the people of a section by entrant; pairs and teams by their first member."""
        wanted = [who for entrant in section.entrants.values() for who in entrant.people]
        known = self.around.people.find(wanted)
        return {
            entrant.id: _joined([known.get(who, ERASED) for who in entrant.people])
            for entrant in section.entrants.values()
        }

    # -- carrying out -------------------------------------------------------------------------

    def submit(
        self,
        competition: CompetitionId,
        actor: str,
        command: Command,
        expected: int | None = None,
    ) -> "Future[Stored]":
        """Decide on a command and hand its events to the log.

        ``expected`` is the version the actor saw; None acts on the newest. Raises Refused,
        Impossible, Unknown or Conflict at once; the future may hold Conflict or Unavailable.
        """
        return self.submit_all(competition, actor, [command], expected)

    def submit_all(
        self,
        competition: CompetitionId,
        actor: str,
        commands: Iterable[Command],
        expected: int | None = None,
    ) -> "Future[Stored]":
        """Decide on several commands, each on what the ones before it give, and store them whole.

        One that is refused refuses all.
        """
        state = self._state(competition)
        if expected is not None and expected != state.version:
            raise Conflict(stream_of(competition), expected, state.version)
        folding = Folding(state)
        events: list[CompetitionEvent] = []
        for command in commands:
            more = decide(folding.state, command)
            events += more
            for event in more:
                folding.add(event)
        return self._append(competition, actor, state, folding.state, events)

    def _append(
        self,
        competition: CompetitionId,
        actor: str,
        state: Competition,
        after: Competition,
        events: list[CompetitionEvent],
    ) -> "Future[Stored]":
        batch = Batch(
            stream=stream_of(competition),
            expected=state.version,
            actor=actor,
            at=self.around.now().isoformat(timespec="milliseconds"),
            events=tuple(fresh(event) for event in events),
        )
        future = self.around.log.submit(batch)
        future.add_done_callback(lambda done: self._stored(competition, after, done))
        return future

    def _stored(
        self, competition: CompetitionId, after: Competition, done: "Future[Stored]"
    ) -> None:
        if done.exception() is not None:
            return
        self._keep(competition, after)
        if self._announce is not None:
            self._announce(competition, after.version)

    def carry_out(
        self,
        competition: CompetitionId,
        actor: str,
        command: Command,
        expected: int | None = None,
    ) -> Competition:
        """Carry a command out and wait until it is durable; give the new state."""
        self.submit(competition, actor, command, expected).result()
        return self._state(competition)

    def carry_out_all(
        self, competition: CompetitionId, actor: str, commands: Iterable[Command]
    ) -> Competition:
        """Carry several commands out, all or none; give the new state."""
        self.submit_all(competition, actor, commands).result()
        return self._state(competition)

    def create(self, competition: CompetitionId, actor: str, title: str, book: str) -> Competition:
        """Create a competition under a book as it stands now."""
        command = asked.CreateCompetition(
            competition=competition, title=title, book=book, edition=edition_of(book)
        )
        return self.carry_out(competition, actor, command)

    def enter(
        self,
        competition: CompetitionId,
        section: SectionId,
        actor: str,
        newcomer: Newcomer,
        expected: int | None = None,
        *,
        against: str = "",
    ) -> EntrantId:
        """Enter somebody; personal data goes beside the journal. Raises Refused.

        ``against`` is the reason for setting a rule aside where the book lets one.
        """
        state = self.state(competition)
        found = section_of(state, section)
        entry = self.entry_commands(state, found, [newcomer])[0]
        entry = msgspec.structs.replace(entry, namesake=self._namesake(found, newcomer.person))
        command = OverrideEntry(entry=entry, reason=against) if against else entry
        decide(state, command)  # refuse before anything personal is kept
        self._refuse_barred([newcomer])
        fresh_people = self._save(entry, newcomer)
        try:
            self.carry_out(competition, actor, command, expected or state.version)
        except BaseException:
            self._forget(fresh_people)
            raise
        return entry.entrant

    def enter_all(
        self,
        competition: CompetitionId,
        section: SectionId,
        actor: str,
        newcomers: Sequence[Newcomer],
    ) -> Competition:
        """Enter many at once, all or none; namesakes among them are not asked about."""
        state = self.state(competition)
        commands = self.entry_commands(state, section_of(state, section), newcomers)
        self._refuse_barred(newcomers)
        saved: list[PersonId] = []
        for command, newcomer in zip(commands, newcomers, strict=True):
            saved += self._save(command, newcomer)
        try:
            return self.carry_out_all(competition, actor, commands)
        except BaseException:
            self._forget(saved)
            raise

    def entry_commands(
        self, state: Competition, section: Section, newcomers: Sequence[Newcomer]
    ) -> list[asked.EnterEntrant]:
        """Write the commands that enter people, under new ids."""
        rules = event_of(state, section).entries
        today = self.around.now().date().isoformat()
        before: Mapping[str, str] = {}
        if rules.one_unit_a_year and section.options.get("entry_checks") is not False:
            year = section.options.get("year", int(today[:4]))
            others = [self.state(each) for each in self.competitions()]
            before = represented(others, self.around.people, state.book, year)
        start = len(section.entrants) + 1
        return [
            entry_command(
                section,
                EntrantId(f"e{number}"),
                [self._person_id(newcomer, index) for index in range(len(newcomer.everybody))],
                newcomer,
                rules,
                today,
                before,
            )
            for number, newcomer in enumerate(newcomers, start)
        ]

    def _person_id(self, newcomer: Newcomer, index: int) -> PersonId:
        if index == 0 and newcomer.known is not None:
            return newcomer.known
        return PersonId(f"p-{self.around.random_bytes(12).hex()}")

    def _save(self, entry: asked.EnterEntrant, newcomer: Newcomer) -> list[PersonId]:
        """Keep what is known of people who are new; give their ids."""
        new = [
            (who, person)
            for who, person in zip(entry.people, newcomer.everybody, strict=True)
            if who != newcomer.known
        ]
        for who, person in new:
            self.around.people.save(who, person)
        return [who for who, _ in new]

    def _forget(self, people: Iterable[PersonId]) -> None:
        for who in people:
            self.around.people.erase(who)

    def barred_now(self) -> tuple[list[Barred], Mapping[PersonId, Person]]:
        """Give the bans of all competitions that are in force, and who they are."""
        today = self.around.now().date()
        found = list(barred(map(self.state, self.competitions()), today))
        return found, self.around.people.find([each.person for each in found]) if found else {}

    def _refuse_barred(self, newcomers: Sequence[Newcomer]) -> None:
        """Raise Refused if somebody has a ban of any competition in force."""
        found, known = self.barred_now()
        for newcomer in newcomers if found else ():
            for person in newcomer.everybody:
                refuse_barred(person, found, known)

    def _namesake(self, section: Section, person: Person) -> EntrantId | None:
        wanted = name_key(person.name)
        for entrant, known in self.names(section).items():
            if name_key(known.name) == wanted and not section.entrants[entrant].withdrawn:
                return entrant
        return None

    # -- lots ------------------------------------------------------------------------------------

    def commit_lot(
        self, competition: CompetitionId, section: SectionId, actor: str, lot: str = NUMBERS
    ) -> str:
        """Make a secret, keep it, publish its commitment; give the commitment."""
        secret = self.around.random_bytes(SECRET_BYTES)
        command = asked.CommitLot(section=section, lot=lot, commitment=commit(secret))
        decide(self.state(competition), command)
        self.around.secrets.keep(f"{competition}/{section}/{lot}/{commit(secret)}", secret)
        self.carry_out(competition, actor, command)
        return commit(secret)

    def secret_of(self, competition: CompetitionId, section: SectionId, lot: str) -> bytes:
        """Give the secret of a committed lot. Raises Unknown."""
        found = self.state(competition).sections[section].commitments.get(lot, "")
        return self.around.secrets.reveal(f"{competition}/{section}/{lot}/{found}")

    def draw_numbers(
        self,
        competition: CompetitionId,
        section: SectionId,
        actor: str,
        entropy: tuple[str, ...] = (),
    ) -> Competition:
        """Reveal the lot for numbers and draw them; by rating, no lot is needed."""
        secret = b""
        found = self.state(competition).sections.get(section)
        if found is not None and NUMBERS in found.commitments:
            secret = self.secret_of(competition, section, NUMBERS)
        command = asked.DrawNumbers(section=section, secret=secret or b"\0" * 32, entropy=entropy)
        return self.carry_out(competition, actor, command)

    def pair(
        self,
        competition: CompetitionId,
        section: SectionId,
        actor: str,
        entropy: tuple[str, ...] = (),
        expected: int | None = None,
    ) -> Competition:
        """Pair the next round, with its lot committed to and drawn where the system needs one."""
        self._expect(competition, expected)
        secret = self._round_secret(competition, section, actor)
        command = asked.PairRound(section=section, secret=secret, entropy=entropy)
        return self.carry_out(competition, actor, command)

    def pair_by_hand(
        self,
        competition: CompetitionId,
        actor: str,
        command: PairByHand,
        expected: int | None = None,
    ) -> Competition:
        """Pair the next round by hand, with its lot drawn as if the system had paired it."""
        self._expect(competition, expected)
        secret = self._round_secret(competition, command.section, actor)
        command = msgspec.structs.replace(command, secret=secret)
        return self.carry_out(competition, actor, command)

    def _expect(self, competition: CompetitionId, expected: int | None) -> None:
        version = self.state(competition).version
        if expected is not None and expected != version:
            raise Conflict(stream_of(competition), expected, version)

    def _round_secret(self, competition: CompetitionId, section: SectionId, actor: str) -> bytes:
        """Commit to the lot of the next round if it needs one; give its secret."""
        state = self.state(competition)
        found = state.sections.get(section)
        if found is None:
            return b""
        for lot in lots_needed(state, found):
            self.commit_lot(competition, section, actor, lot)
        lot = round_lot(len(found.rounds) + 1)
        if lot not in self.state(competition).sections[section].commitments:
            return b""
        return self.secret_of(competition, section, lot)

    def draw_play_off(
        self,
        competition: CompetitionId,
        section: SectionId,
        actor: str,
        at: tuple[RoundNo, BoardNo],
    ) -> Competition:
        """Commit to and draw the seats of the next game of a play-off."""
        state = self.state(competition)
        match = match_of(state, state.sections[section], *at)
        game, _ = next_play_off(match)
        lot = play_off_lot(*at, game)
        if lot not in state.sections[section].commitments:
            self.commit_lot(competition, section, actor, lot)
        command = asked.DrawPlayOff(
            section=section,
            round=at[0],
            board=at[1],
            secret=self.secret_of(competition, section, lot),
        )
        return self.carry_out(competition, actor, command)

    def draw_tie(
        self,
        competition: CompetitionId,
        section: SectionId,
        actor: str,
        lot: str,
        entropy: tuple[str, ...] = (),
    ) -> Competition:
        """Reveal a committed lot and separate who is level."""
        command = asked.DrawTie(
            section=section,
            lot=lot,
            secret=self.secret_of(competition, section, lot),
            entropy=entropy,
        )
        return self.carry_out(competition, actor, command)


def _joined(people: list[Person]) -> Person:
    if len(people) == 1:
        return people[0]
    return Person(
        name=" / ".join(each.name for each in people),
        latin=" / ".join(each.latin for each in people if each.latin),
    )
