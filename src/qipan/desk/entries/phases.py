"""Decisions on the phases of entry: declaring, opening to all, verifying, closing, cancelling."""

from qipan.desk.entries import rules as by
from qipan.desk.entries.checks import sent_by
from qipan.desk.entries.commands import (
    CancelSection,
    CloseEntries,
    DeclareParticipation,
    DropUnverified,
    OpenEntries,
    RegisterUnit,
    VerifyIdentity,
)
from qipan.desk.roles import CHIEF_AND_ORGANISER, STAFF, Decisions, Fill, ListedCommand
from qipan.journal.entries import (
    EntrantWithdrawn,
    EntriesClosed,
    EntriesOpened,
    IdentityVerified,
    ParticipationDeclared,
    SectionCancelled,
    UnitRegistered,
)
from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId
from qipan.rulebooks.schema import EventRules
from qipan.rulebooks.schema.entries import Entries
from qipan.sections.lookup import OPEN, entrant_of, event_of, section_of

LONGEST = 200


def register_unit(state: Competition, command: RegisterUnit) -> list[CompetitionEvent]:
    """Keep what kind of member a unit is. Raises Refused if the competition is closed."""
    if state.closed:
        raise Refused("competition.closed", OPEN, competition=state.id)
    if not command.unit.strip() or len(command.unit) > LONGEST:
        raise Refused("unit.malformed", by.UNIT_NEEDED, unit=command.unit[:LONGEST])
    if len(command.state) > LONGEST:
        raise Refused("unit.malformed", by.UNIT_NEEDED, unit=command.state[:LONGEST])
    return [
        UnitRegistered(
            unit=command.unit,
            kind=command.kind,
            dues_paid=command.dues_paid,
            state=command.state.strip(),
        )
    ]


def declare(state: Competition, command: DeclareParticipation) -> list[CompetitionEvent]:
    """Declare that a unit takes part. Raises Refused after the first deadline."""
    section = section_of(state, command.section)
    until = str(section.options.get("declare_by", ""))
    if until and command.today > until:
        raise Refused(
            "entry.declared-late", by.DECLARED, unit=command.unit, until=until, today=command.today
        )
    return [ParticipationDeclared(section=section.id, unit=command.unit)]


def open_entries(state: Competition, command: OpenEntries) -> list[CompetitionEvent]:
    """Open entry to all. Raises Refused before the deadline, or if enough have entered."""
    section = section_of(state, command.section)
    terms = event_of(state, section).entries.opening
    if terms is None or section.opened:
        raise Refused("entry.not-opening", by.OPENING, section=section.id)
    until = str(section.options.get("names_by", ""))
    if until and command.today <= until:
        raise Refused("entry.not-yet", by.OPENING, section=section.id, until=until)
    entered = section.active_count
    if entered >= terms.below:
        raise Refused("entry.enough", by.OPENING, entered=entered, below=terms.below)
    return [EntriesOpened(section=section.id, entered=entered)]


def verify_identity(state: Competition, command: VerifyIdentity) -> list[CompetitionEvent]:
    """Confirm a real name. Raises Refused after the deadline."""
    section = section_of(state, command.section)
    entrant = entrant_of(section, command.entrant)
    until = verify_by(section, event_of(state, section))
    if until and command.now > until:
        raise Refused("entry.verified-late", by.VERIFIED, entrant=entrant, until=until)
    return [IdentityVerified(section=section.id, entrant=entrant)]


def verify_by(section: Section, rules: EventRules) -> str:
    """Give the time until which names are proved: the section's, or the book's for its period."""
    stated = str(section.options.get("verify_by", ""))
    days = rules.schedule.dates.get(str(section.options.get("period", "")), ())
    checked = section.options.get("entry_checks") is not False
    if stated or not days or not checked or not rules.entries.verify_until:
        return stated
    return f"{days[0]}T{rules.entries.verify_until}"


def unverified(section: Section, rules: EventRules) -> list[EntrantId]:
    """List who has still to prove their name."""
    if not rules.entries.verify or not verify_by(section, rules):
        return []
    return [who for who in section.active if who not in section.verified]


def drop_unverified(state: Competition, command: DropUnverified) -> list[CompetitionEvent]:
    """Take out who did not prove their name. Raises Refused before the deadline."""
    section = section_of(state, command.section)
    until = verify_by(section, event_of(state, section))
    if not until or command.now <= until:
        raise Refused("entry.not-yet", by.VERIFIED, section=section.id, until=until)
    return [
        EntrantWithdrawn(section=section.id, entrant=who, reason=by.VERIFIED)
        for who in unverified(section, event_of(state, section))
    ]


def close_entries(state: Competition, command: CloseEntries) -> list[CompetitionEvent]:
    """Close entries. Raises Refused if they are closed, too few, unrated or unverified."""
    section = section_of(state, command.section)
    if section.closed:
        raise Refused("entry.closed", by.ENTRIES_OPEN, section=section.id)
    rules = event_of(state, section).entries
    if (few := too_few(state, section, rules)) is not None:
        raise few
    if section.options.get("entry_checks") is not False:
        _rated(state, section, rules)
    waiting = unverified(section, event_of(state, section))
    if waiting:
        raise Refused("entry.unverified", by.VERIFIED, section=section.id, entrants=waiting[:20])
    return [EntriesClosed(section=section.id)]


def units_in(section: Section) -> set[str]:
    """Name the units that have somebody in a section."""
    return {
        unit
        for unit, sent in section.by_unit.items()
        if any(not section.entrants[who].withdrawn for who in sent)
    }


def too_few(state: Competition, section: Section, rules: Entries) -> Refused | None:
    """Say why a section cannot be held yet, if so; units count, or the states they are of."""
    entered, units = section.active_count, len(units_in(section))
    least_units = rules.least_units
    if rules.least_states:
        units = len({state.home_of(unit) for unit in units_in(section)})
        least_units = rules.least_states
    checked = section.options.get("entry_checks") is not False
    few_units = checked and units < least_units
    if entered >= rules.least and not few_units:
        return None
    if least_units or rules.cancel:
        return Refused(
            "entry.too-few-units",
            by.TOO_FEW,
            section=section.id,
            entered=entered,
            least=rules.least,
            units=units,
            least_units=least_units,
        )
    return Refused(
        "entry.too-few", by.LEAST, section=section.id, entered=entered, least=rules.least
    )


def _rated(state: Competition, section: Section, rules: Entries) -> None:
    terms = rules.rated
    if terms is None:
        return
    for unit in sorted(units_in(section)):
        sent = sent_by(section, rules, unit)
        strong = sum((section.entrants[who].rating or 0) >= terms.rating for who in sent)
        if strong < min(terms.members, len(sent)):
            known = state.units.get(unit)
            raise Refused(
                "entry.rated-members",
                by.rated_of(known.kind if known else ""),
                unit=unit,
                rating=terms.rating,
                members=min(terms.members, len(sent)),
            )


def cancel_section(state: Competition, command: CancelSection) -> list[CompetitionEvent]:
    """Cancel a section. Raises Refused unless the book says so for as few as there are."""
    section = section_of(state, command.section)
    rules = event_of(state, section).entries
    if command.reason.strip():
        return [_called_off(section, command.reason.strip())]
    until = str(section.options.get("names_by", ""))
    if until and command.today <= until:
        raise Refused("entry.not-yet", by.TOO_FEW, section=section.id, until=until)
    if not rules.cancel or too_few(state, section, rules) is None:
        raise Refused("section.held", by.TOO_FEW, section=section.id, entered=section.active_count)
    return [
        SectionCancelled(
            section=section.id,
            entered=section.active_count,
            units=len(units_in(section)),
            rule=by.TOO_FEW,
        )
    ]


def _called_off(section: Section, reason: str) -> SectionCancelled:
    """Call a section off for the organiser's reason. Raises Refused once a round is public."""
    if any(found.published for found in section.rounds):
        raise Refused("section.begun", by.CALLED_OFF, section=section.id)
    return SectionCancelled(
        section=section.id,
        entered=section.active_count,
        units=len(units_in(section)),
        rule=by.CALLED_OFF,
        reason=reason,
    )


DECISIONS: Decisions = {
    RegisterUnit: ListedCommand(register_unit, CHIEF_AND_ORGANISER),
    DeclareParticipation: ListedCommand(declare, STAFF, filled={"today": Fill.TODAY}),
    OpenEntries: ListedCommand(open_entries, CHIEF_AND_ORGANISER, filled={"today": Fill.TODAY}),
    VerifyIdentity: ListedCommand(verify_identity, STAFF, filled={"now": Fill.HALL_TIME}),
    DropUnverified: ListedCommand(
        drop_unverified, CHIEF_AND_ORGANISER, filled={"now": Fill.HALL_TIME}
    ),
    CancelSection: ListedCommand(cancel_section, CHIEF_AND_ORGANISER, filled={"today": Fill.TODAY}),
    CloseEntries: ListedCommand(close_entries, CHIEF_AND_ORGANISER),
}
