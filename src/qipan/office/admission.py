"""Entering people: what is personal goes beside the journal, everything else into it."""

from collections.abc import Mapping, Sequence

import msgspec

from qipan.desk.conduct.bans import Barred, barred, name_key, refuse_barred
from qipan.desk.decide import decide
from qipan.desk.entries.commands import EnterEntrant, InvitePlayers, OverrideEntry, ReplaceMember
from qipan.desk.entries.newcomer import Newcomer, members_of
from qipan.desk.people import everybody, forget_refused
from qipan.desk.section_changes import next_entrant
from qipan.journal.folding import fold
from qipan.journal.people import Person
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import BadInput, QipanError
from qipan.kernel.ids import CompetitionId, EntrantId, PersonId, SectionId
from qipan.office.clerk import Clerk
from qipan.office.newcomers import Represented, StoodFor, entry_command, represented
from qipan.office.qualifying import QualifyingSources, by_identity, through_to
from qipan.rulebooks.schema.entries import Entries
from qipan.sections.derived import Qualifier
from qipan.sections.lookup import event_of, section_of


class Admitting(Clerk):
    """Enters people into sections."""

    def enter(
        self,
        competition: CompetitionId,
        section: SectionId,
        actor: str,
        newcomer: Newcomer,
        expected: int | None = None,
        *,
        against: str = "",
        late: str = "",
    ) -> EntrantId:
        """Enter somebody; personal data goes beside the journal. Raises Refused.

        ``against`` is the reason for setting a rule aside where the book lets one, ``late`` the
        reason for letting somebody in after entries were closed.
        """
        state = self.state(competition)
        self.require_held(state)
        found = section_of(state, section)
        newcomer = _with_members(state, found, newcomer)
        entry = self.entry_commands(state, found, [newcomer])[0]
        namesake = self._namesake(found, newcomer.person)
        entry = msgspec.structs.replace(entry, namesake=namesake, late=late.strip())
        command = OverrideEntry(entry=entry, reason=against) if against else entry
        decide(state, command)  # refuse before anything personal is kept
        self.refuse_barred([newcomer])
        fresh_people = self._save(entry, newcomer)
        try:
            self.carry_out(competition, actor, command, expected or state.version)
        except QipanError as error:
            forget_refused(self.around.people, fresh_people, error)
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
        self.require_held(state)
        found = section_of(state, section)
        newcomers = [_with_members(state, found, each) for each in newcomers]
        commands = self.entry_commands(state, found, newcomers)
        self.refuse_barred(newcomers)
        saved: list[PersonId] = []
        for command, newcomer in zip(commands, newcomers, strict=True):
            saved += self._save(command, newcomer)
        try:
            return self.carry_out_all(competition, actor, commands)
        except QipanError as error:
            forget_refused(self.around.people, saved, error)
            raise

    def replace_member(
        self,
        competition: CompetitionId,
        section: SectionId,
        actor: str,
        entrant: EntrantId,
        left: PersonId,
        newcomer: Person,
        reason: str,
    ) -> Competition:
        """Let somebody else play for a member who is lost. Raises Refused."""
        person = PersonId(f"p-{self.around.random_bytes(12).hex()}")
        command = ReplaceMember(
            section=section, entrant=entrant, left=left, person=person, reason=reason
        )
        state = self.state(competition)
        self.require_held(state)
        decide(state, command)
        self.refuse_barred([Newcomer(newcomer)])
        self.around.people.save(person, newcomer)
        try:
            return self.carry_out(competition, actor, command)
        except QipanError as error:
            forget_refused(self.around.people, [person], error)
            raise

    def entry_commands(
        self, state: Competition, section: Section, newcomers: Sequence[Newcomer]
    ) -> list[EnterEntrant]:
        """Write the commands that enter people, under new ids."""
        rules = event_of(state, section).entries
        today = self.around.now().date().isoformat()
        before: Mapping[str, Represented] = {}
        if rules.one_unit_a_year and section.options.get("entry_checks") is not False:
            year = section.options.get("year", int(today[:4]))
            before = represented(self.readable(), self.around.people, state.book, year)
        start = next_entrant(section)
        passed = self._qualified(state, section, rules)
        return [
            entry_command(
                section,
                EntrantId(f"e{number}"),
                [self._person_id(newcomer, index) for index in range(len(newcomer.everybody))],
                newcomer,
                rules,
                today,
                StoodFor(before, state.home_of),
                passed,
            )
            for number, newcomer in enumerate(newcomers, start)
        ]

    def _qualified(
        self, state: Competition, section: Section, rules: Entries
    ) -> Mapping[str, Qualifier]:
        """Give who qualified for a section in the tables of the event before it."""
        if not rules.qualified or section.options.get("entry_checks") is False:
            return {}
        around = self.around
        sources = QualifyingSources(around.log, around.people, around.now())
        return by_identity(through_to(self.readable(), state, section, sources))

    def _person_id(self, newcomer: Newcomer, index: int) -> PersonId:
        if index == 0 and newcomer.known is not None:
            return newcomer.known
        return self.fresh_person()

    def fresh_person(self) -> PersonId:
        """Make an id for somebody who is new."""
        return PersonId(f"p-{self.around.random_bytes(12).hex()}")

    def invite(
        self,
        competition: CompetitionId,
        actor: str,
        command: InvitePlayers,
        people: Mapping[PersonId, Person],
        expected: int | None = None,
    ) -> None:
        """Invite from a rating list. Raises Refused.

        The names of those invited are kept beside the journal, those of the others nowhere; names
        of an earlier list that nobody entered from are forgotten.
        """
        state = self.state(competition)
        self.require_held(state)
        before = section_of(state, command.section).invited
        after = fold(decide(state, command), state).sections[command.section].invited
        for who in after:
            self.around.people.save(who, people[who])
        try:
            self.carry_out(competition, actor, command, expected or state.version)
        except QipanError as error:
            forget_refused(self.around.people, set(after) - set(before), error)
            raise
        needed = set(everybody(self.state(competition)))
        for who in before:
            if who not in needed:
                self.around.people.erase(who)

    def _save(self, entry: EnterEntrant, newcomer: Newcomer) -> list[PersonId]:
        """Keep what is known of people who are new; give their ids."""
        new = [
            (who, person)
            for who, person in zip(entry.people, newcomer.everybody, strict=True)
            if who != newcomer.known
        ]
        for who, person in new:
            self.around.people.save(who, person)
        return [who for who, _ in new]

    def barred_now(self) -> tuple[list[Barred], Mapping[PersonId, Person]]:
        """Give the bans of all competitions that are in force, and who they are."""
        today = self.around.now().date()
        found = list(barred(self.readable(), today))
        return found, self.around.people.find([each.person for each in found]) if found else {}

    def refuse_barred(self, newcomers: Sequence[Newcomer]) -> None:
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


def _with_members(state: Competition, section: Section, newcomer: Newcomer) -> Newcomer:
    """Give a pair that is named in one line its members, where the book wants several.

    Raises BadInput if somebody has no name.
    """
    if not all(person.name.strip() for person in newcomer.everybody):
        raise BadInput("a name is needed", where="name", code="form.missing")
    roles = event_of(state, section).entries.team
    return members_of(newcomer, {name: role.count for name, role in roles.items()})
