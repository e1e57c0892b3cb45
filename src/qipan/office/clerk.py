"""The clerk carries commands out: it reads the stream, decides, and appends.

It is the one place where decisions meet storage. Clock, dice and storage are handed to it, so it
runs the same on memory, on a file and in a test. States are cached by version: a command folds
only what is new.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from datetime import datetime, timedelta
from threading import Lock
from typing import NamedTuple

import msgspec

from qipan.desk.command import Command
from qipan.desk.competition import CreateCompetition
from qipan.desk.custody import WHATEVER_HOLDS, held_here, require_held
from qipan.desk.decide import decide
from qipan.journal.envelope import Batch, Envelope
from qipan.journal.events import CompetitionEvent, fresh, opened
from qipan.journal.folding import Folding, fold
from qipan.journal.log import Log, Stored
from qipan.journal.people import ERASED, People, Person, Secrets
from qipan.journal.results import GameRecorded, ResultRecorded
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import BadInput, Conflict, Corrupt, QipanError, Refused, Unknown
from qipan.kernel.ids import CompetitionId, EntrantId, SectionId, StreamId
from qipan.office.editions import learn_editions, store_edition
from qipan.office.own_books import OwnBooks
from qipan.rulebooks.editions import edition_name, learn
from qipan.sections.lookup import book_of, event_of

PREFIX = "competition/"
NOT_FOLLOWING = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""What folding raises on an event that does not follow from those before it."""
CommandsOn = Callable[[Competition], Sequence[Command]]
"""Writes commands on the state that those before them in a list give. May raise BadInput."""
MILLISECOND, CLOSE_BY = timedelta(milliseconds=1), timedelta(minutes=1)
Witness = Callable[[CompetitionId, Sequence[CompetitionEvent]], None]
"""Told after every commit what was stored; must not wait for the log."""
Announce = Callable[[CompetitionId, int], None]
"""Told after every commit: which competition, and its new version."""


def stream_of(competition: CompetitionId) -> StreamId:
    """Name the stream of a competition."""
    return StreamId(f"{PREFIX}{competition}")


class Surroundings(msgspec.Struct, frozen=True):
    """What an office is given from outside."""

    log: Log
    people: People
    secrets: Secrets
    now: Callable[[], datetime]
    random_bytes: Callable[[int], bytes]


class Decided(NamedTuple):
    """What a list of commands came to: the states before and after, and the events between."""

    before: Competition
    after: Competition
    events: list[CompetitionEvent]


class Clerk:
    """Carries commands out."""

    def __init__(self, around: Surroundings, announce: Announce | None = None) -> None:
        """Work on the storage, clock and dice given."""
        self.around = around
        self._announce = announce
        self.witness: Witness | None = None
        self.place: Callable[[], str] = lambda: ""
        """Gives the opaque id of this data, for competitions of which others have a copy."""
        self.own_books = OwnBooks(around.log, around.now)
        self._cache: dict[CompetitionId, Competition] = {}
        self._broken: dict[CompetitionId, tuple[int, Corrupt]] = {}
        """Competitions that could not be read, with the version of their stream at that time."""
        self._lock = Lock()
        self._last_act: dict[CompetitionId, datetime] = {}

    # -- reading -------------------------------------------------------------------------------

    def competitions(self) -> list[CompetitionId]:
        """List the competitions there are."""
        names = self.around.log.streams(PREFIX)
        return [CompetitionId(name.removeprefix(PREFIX)) for name in names]

    def readable(self) -> list[Competition]:
        """Give the newest states of all competitions; one that cannot be read stays alone."""
        found = []
        for competition in self.competitions():
            try:
                found.append(self.state(competition))
            except Corrupt:
                continue  # listed by ``unreadable``
        return found

    def unreadable(self) -> Mapping[CompetitionId, Corrupt]:
        """Give the competitions that cannot be read, each with what is wrong with it."""
        wrong = {}
        for competition in self.competitions():
            try:
                self.state(competition)
            except Corrupt as error:
                wrong[competition] = error
        return wrong

    def state(self, competition: CompetitionId) -> Competition:
        """Give the newest state. Raises Unknown if there is no such competition, or Corrupt."""
        state = self._state(competition)
        if not state.version:
            raise Unknown("competition", competition, tuple(self.competitions())[:20])
        return state

    def last_known(self, competition: CompetitionId) -> Competition:
        """Give the newest state known here, without looking whether others have written since."""
        with self._lock:
            return self._cache.get(competition, Competition())

    def holds(self, state: Competition) -> bool:
        """Say whether this data holds a competition, or has a copy of it to read."""
        return state.custody is None or held_here(state, self.place())

    def require_held(self, state: Competition) -> None:
        """Raise Refused, with who holds it since when, where this data has a copy only."""
        if state.custody is not None:
            require_held(state, self.place())

    def _state(self, competition: CompetitionId) -> Competition:
        known = self.last_known(competition)
        if competition in self._broken:
            version, wrong = self._broken[competition]
            if self.around.log.version(stream_of(competition)) == version:
                raise wrong
        more = self.around.log.read(stream_of(competition), known.version)
        try:
            state = self.advance(known, more)
        except Corrupt as wrong:
            self._broken[competition] = (more[-1].version, wrong)
            raise
        self._broken.pop(competition, None)
        self._keep(competition, state)
        return state

    def advance(self, known: Competition, more: Sequence[Envelope]) -> Competition:
        """Fold what is new. Raises Corrupt where it cannot be read or does not follow."""
        if not more:
            return known
        events = [opened(each) for each in more]
        try:
            state = fold(events, known)
        except NOT_FOLLOWING:
            state = _fold_one_by_one(known, more)
        learn_editions(self.around.log, state)
        try:
            book_of(state)
        except (Unknown, BadInput) as error:
            raise Corrupt(more[-1].stream, more[0].version, str(error)) from error
        return state

    def _keep(self, competition: CompetitionId, state: Competition) -> None:
        with self._lock:
            newest = self._cache.get(competition)
            if newest is None or newest.version < state.version:
                self._cache[competition] = state

    def names(self, section: Section) -> Mapping[EntrantId, Person]:
        """Give the people of a section by entrant; a team by its name, else by its members."""
        wanted = [who for entrant in section.entrants.values() for who in entrant.people]
        known = self.around.people.find(wanted)
        return {
            entrant.id: Person(name=entrant.called)
            if entrant.called
            else _joined([known.get(who, ERASED) for who in entrant.people])
            for entrant in section.entrants.values()
        }

    # -- carrying out -------------------------------------------------------------------------

    def submit(
        self,
        competition: CompetitionId,
        actor: str,
        command: Command,
        expected: int | None = None,
        on: Competition | None = None,
    ) -> "Future[Stored]":
        """Decide on a command and hand its events to the log.

        ``expected`` is the version the actor saw; None acts on the newest. Raises Refused,
        Impossible, Unknown or Conflict at once; the future may hold Conflict or Unavailable.
        """
        return self.submit_all(competition, actor, [command], expected, on)

    def submit_all(
        self,
        competition: CompetitionId,
        actor: str,
        commands: Iterable[Command | CommandsOn],
        expected: int | None = None,
        on: Competition | None = None,
    ) -> "Future[Stored]":
        """Decide on several commands, each on what the ones before it give, and store them whole.

        One that is refused refuses all. The error of the first is raised: its ``index`` says which
        command that was, and ``others`` what was wrong with the rest. ``on`` is the state if it
        was read just now; where others have written since, the future holds Conflict.
        """
        state = self._state(competition) if on is None else on
        return self.append_decided(competition, actor, self.decided_on(state, commands, expected))

    def decided_on(
        self,
        state: Competition,
        commands: Iterable[Command | CommandsOn],
        expected: int | None = None,
    ) -> Decided:
        """Decide on commands, each on what the ones before it give; nothing is stored."""
        if expected is not None and expected != state.version:
            raise Conflict(stream_of(state.id), expected, state.version)
        folding = Folding(state)
        events: list[CompetitionEvent] = []
        wrong: list[QipanError] = []
        for index, asked in enumerate(commands):
            try:
                written = [asked] if isinstance(asked, Command) else asked(folding.state)
                for command in written:
                    if not isinstance(command, WHATEVER_HOLDS):
                        self.require_held(folding.state)
                    more = self._timed(folding.state, decide(folding.state, command))
                    events += more
                    for event in more:
                        folding.add(event)
            except (Refused, BadInput) as error:
                error.index = index
                wrong.append(error)
        if wrong:
            wrong[0].others = tuple(wrong[1:])
            raise wrong[0]
        return Decided(state, folding.state, events)

    def _timed(self, state: Competition, events: list[CompetitionEvent]) -> list[CompetitionEvent]:
        """Note when a result comes in, where the book counts from the end of a round."""
        timed = [
            isinstance(event, ResultRecorded | GameRecorded)
            and _counts_from_the_end(state, event.section)
            for event in events
        ]
        if True not in timed:
            return events
        wall = self.around.now().astimezone().replace(tzinfo=None).isoformat(timespec="seconds")
        return [
            msgspec.structs.replace(event, at=wall) if counts else event
            for event, counts in zip(events, timed, strict=True)
        ]

    def append_decided(
        self, competition: CompetitionId, actor: str, decided: Decided
    ) -> "Future[Stored]":
        """Hand what was decided to the log, as one act."""
        if not decided.events:
            nothing: Future[Stored] = Future()
            nothing.set_result(())
            return nothing
        batch = Batch(
            stream=stream_of(competition),
            expected=decided.before.version,
            actor=actor,
            at=self._moment(competition),
            events=tuple(fresh(event) for event in decided.events),
        )
        future = self.around.log.submit(batch)
        future.add_done_callback(lambda done: self._stored(competition, decided, done))
        return future

    def _moment(self, competition: CompetitionId) -> str:
        """Give the time of an act: events of one act have the same, those of two never."""
        now = self.around.now()
        with self._lock:
            last = self._last_act.get(competition)
            if last is not None and now <= last < now + CLOSE_BY:
                now = last + MILLISECOND
            self._last_act[competition] = now
        return now.isoformat(timespec="milliseconds")

    def _stored(self, competition: CompetitionId, decided: Decided, done: "Future[Stored]") -> None:
        if done.exception() is not None:
            return
        self._keep(competition, decided.after)
        if self.witness is not None:
            self.witness(competition, decided.events)
        if self._announce is not None:
            self._announce(competition, decided.after.version)

    def carry_out(
        self,
        competition: CompetitionId,
        actor: str,
        command: Command,
        expected: int | None = None,
        on: Competition | None = None,
    ) -> Competition:
        """Carry a command out and wait until it is durable; give the new state."""
        return self.carry_out_all(competition, actor, [command], expected, on)

    def carry_out_all(
        self,
        competition: CompetitionId,
        actor: str,
        commands: Iterable[Command],
        expected: int | None = None,
        on: Competition | None = None,
    ) -> Competition:
        """Carry several commands out, all or none; give the new state. ``on`` as to submit."""
        state = self._state(competition) if on is None else on
        decided = self.decided_on(state, commands, expected)
        self.append_decided(competition, actor, decided).result()
        return decided.after

    def create(
        self,
        competition: CompetitionId,
        actor: str,
        title: str,
        book: str,
        then: Iterable[Command] = (),
        *,
        text: str | None = None,
    ) -> Competition:
        """Create a competition under a book as it stands now, with what is asked for at once.

        ``text`` is the book itself where it is on trial. Nothing at all is stored if any of it is
        refused.
        """
        if text is None:
            self.own_books.require_offered(book)
            text = self.own_books.text_of(book)
        command = CreateCompetition(
            competition=competition, title=title, book=book, edition=learn(text)
        )
        decided = self.decided_on(self._state(competition), [command, *then], None)
        self.keep_edition(book, actor, text)
        self.append_decided(competition, actor, decided).result()
        return decided.after

    def keep_edition(self, book: str, actor: str, text: str | None = None) -> str:
        """Keep the text of a book as it stands today; give the name of the edition."""
        at = self.around.now().isoformat(timespec="milliseconds")
        text = self.own_books.text_of(book) if text is None else text
        return store_edition(self.around.log, book, text, actor, at)

    def current_edition(self, book: str) -> str:
        """Name the edition of a book as it stands today. Raises Unknown."""
        return edition_name(self.own_books.text_of(book))


def _fold_one_by_one(known: Competition, more: Sequence[Envelope]) -> Competition:
    """Fold events singly, so that the first that does not follow is named. Raises Corrupt."""
    folding = Folding(known)
    for envelope in more:
        try:
            folding.add(opened(envelope))
        except NOT_FOLLOWING as error:
            why = f"does not follow from what came before: {error!r}"
            raise Corrupt(envelope.stream, envelope.version, why) from error
    return folding.state


def _counts_from_the_end(state: Competition, section: SectionId) -> bool:
    """Say whether the time for appeals runs from the end of a round."""
    terms = event_of(state, state.sections[section]).conduct.appeals
    return terms is not None and terms.minutes is not None


def _joined(people: list[Person]) -> Person:
    if len(people) == 1:
        return people[0]
    return Person(
        name=" / ".join(each.name for each in people),
        latin=" / ".join(each.latin for each in people if each.latin),
    )
