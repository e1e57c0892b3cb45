"""Who reaches the target of open matching is entered into the next stage, by nobody's hand.

Sections say by their option ``lobby`` which period leads to them. A look reads only what is new in
each period; when somebody new is through, or has said who they are, the sections that are open
take them in, each by its rules. What stands in the way of one keeps nobody else out.
"""

import structlog

from qipan.journal.live.lobby import PREFIX, LobbyState, lobby_in_public, read_lobby, read_on
from qipan.journal.people import Person
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Conflict, Corrupt, QipanError, Refused
from qipan.kernel.ids import CompetitionId, EntrantId, PersonId, SectionId, StreamId
from qipan.office.advancement import advance
from qipan.office.office import Office

ACTOR = "open-matching"
log = structlog.get_logger()


class QualifiedEntries:
    """Looks after the periods of one office."""

    def __init__(self, office: Office) -> None:
        """Begin; everything there is to know is in the journal."""
        self._office = office
        self._states: dict[str, LobbyState] = {}
        self._entered: dict[tuple[CompetitionId, SectionId], frozenset[PersonId]] = {}

    def look(self) -> list[tuple[CompetitionId, SectionId, EntrantId]]:
        """Enter who is through and not in yet; gives who was entered."""
        periods = self._periods()
        found = []
        for state in self._office.readable() if any(periods.values()) else ():
            for section in state.sections.values():
                named = str(section.options.get("lobby", ""))
                if periods.get(named) and _takes_entries(state, section):
                    known = self._known(periods[named])
                    found += self._enter(state, section, frozenset(known))
        return found

    def _periods(self) -> dict[str, tuple[EntrantId, ...]]:
        """Give who is through in each period."""
        around = self._office.around
        found = {}
        for stream in around.log.streams(PREFIX):
            name = stream.removeprefix(PREFIX)
            before = self._states.get(name)
            try:
                if before is None or around.log.version(StreamId(stream)) != before.version:
                    before = self._states[name] = (
                        read_on(around.log, name, before)
                        if before
                        else read_lobby(around.log, name)
                    )
            except Corrupt as error:
                log.warning("lobby unreadable", name=name, why=str(error))
                continue
            shown = lobby_in_public(before, around.now())  # an entry would give an end away
            found[name] = tuple(shown.qualified)
        return found

    def _known(self, through: tuple[EntrantId, ...]) -> dict[PersonId, Person]:
        """Give those of whom the house knows who they are."""
        return dict(self._office.around.people.find([PersonId(who) for who in through]))

    def _enter(
        self, state: Competition, section: Section, through: frozenset[PersonId]
    ) -> list[tuple[CompetitionId, SectionId, EntrantId]]:
        key = (state.id, section.id)
        if self._entered.get(key) == through:
            return []
        try:
            entered = advance(self._office, state.id, section.id, ACTOR)
        except Conflict:
            return []  # somebody else was faster: at the next look
        except QipanError as error:
            log.warning("not entered", section=section.id, why=str(error))
            if not isinstance(error, Refused):
                return []
            entered = []
        self._entered[key] = through
        return [(*key, who) for who in entered]


def _takes_entries(state: Competition, section: Section) -> bool:
    return not state.closed and not section.closed
