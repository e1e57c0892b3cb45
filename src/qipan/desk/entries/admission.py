"""Decisions on entering and withdrawing."""

from dataclasses import replace

import msgspec

from qipan.desk.entries import rules as by
from qipan.desk.entries.checks import EntryWish, faults, is_late_for_a_fee
from qipan.desk.entries.commands import (
    AmendEntrant,
    AmendPerson,
    EnterEntrant,
    OverrideEntry,
    ReplaceMember,
    WithdrawEntrant,
)
from qipan.desk.roles import CHIEF_AND_ORGANISER, STAFF, Decisions, ListedCommand, Through
from qipan.journal.entries import (
    EntrantAmended,
    EntrantEntered,
    EntrantWithdrawn,
    EntryOverridden,
    FeeCharged,
    MemberReplaced,
)
from qipan.journal.events import CompetitionEvent
from qipan.journal.people import PersonAmended
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId
from qipan.kernel.ranks import tidy_rank
from qipan.kernel.rules import RuleKey
from qipan.rulebooks.schema.entries import Filler
from qipan.sections.lookup import entrant_of, event_of, section_before_closing, section_of


def entry_of(state: Competition, command: EnterEntrant) -> EntryWish:
    """Put together what an entry is judged by. Raises Refused if there is no such section."""
    section = section_of(state, command.section)
    return EntryWish(state, section, event_of(state, section).entries, command)


def enter_entrant(state: Competition, command: EnterEntrant) -> list[CompetitionEvent]:
    """Enter somebody. Raises Refused with the first reason against it."""
    entry = entry_of(state, command)
    for fault in faults(entry):
        raise fault
    return _entered(entry)


def override_entry(state: Competition, command: OverrideEntry) -> list[CompetitionEvent]:
    """Enter somebody against rules that may be set aside. Raises Refused where they may not."""
    entry = entry_of(state, command.entry)
    reason = command.reason.strip()
    against = list(faults(entry))
    for fault in against:
        if fault.refusal.rule not in entry.rules.may_override:
            raise fault
    if not reason or not against:
        raise Refused("entry.no-reason", by.OVERRIDE, section=entry.section.id)
    return [
        *_entered(entry),
        *(
            EntryOverridden(
                section=entry.section.id,
                entrant=command.entry.entrant,
                rule=fault.refusal.rule,
                reason=reason,
            )
            for fault in against
        ),
    ]


def amend_entrant(state: Competition, command: AmendEntrant) -> list[CompetitionEvent]:
    """Put an entry right. Raises Refused if it could not be entered like that."""
    entry = entry_of(state, command.entry)
    section, who = entry.section, command.entry.entrant
    known = section.entrants[entrant_of(section, who)]
    roles = command.entry.roles or known.roles
    asked = command.entry
    rank = tidy_rank(asked.rank)
    was = (known.rating, known.unit, known.tags, known.roles, known.called, known.rank)
    if was == (asked.rating, asked.unit, asked.tags, roles, asked.called, rank):
        raise Refused("entry.unchanged", by.AMENDED, section=section.id, entrant=who)
    away = {**section.entrants, who: replace(known, withdrawn=True)}
    gone = section.gone + (not known.withdrawn)
    without = replace(section, entrants=away, gone=gone, closed=False)
    anew = msgspec.structs.replace(command.entry, entrant=EntrantId(""), roles=roles)
    as_it_was = msgspec.structs.replace(
        anew,
        rating=known.rating,
        unit=known.unit,
        tags=known.tags,
        roles=known.roles,
        called=known.called,
    )
    before = {fault.code for fault in faults(replace(entry, section=without, command=as_it_was))}
    for fault in faults(replace(entry, section=without, command=anew)):
        if fault.code not in before:
            raise fault
    return [
        EntrantAmended(
            section=section.id,
            entrant=who,
            rating=command.entry.rating,
            unit=command.entry.unit,
            tags=command.entry.tags,
            roles=command.entry.roles if roles != known.roles else None,
            reason=command.reason.strip(),
            called=asked.called if asked.called != known.called else None,
            rank=rank if rank != known.rank else None,
        )
    ]


def amend_person(state: Competition, command: AmendPerson) -> list[CompetitionEvent]:
    """Note that more is known of a person. Raises Refused if they are not of this entrant."""
    section = section_before_closing(state, command.section)
    known = section.entrants[entrant_of(section, command.entrant)]
    if command.person not in known.people or command.person in state.erased:
        facts = {"section": section.id, "entrant": known.id, "person": command.person}
        raise Refused("entry.no-such-member", by.AMENDED, **facts)
    return [
        PersonAmended(
            section=section.id,
            entrant=known.id,
            person=command.person,
            before=command.before,
            after=command.after,
        )
    ]


def _entered(entry: EntryWish) -> list[CompetitionEvent]:
    """Enter; one who fills up may count for no unit [entry.filler-individual]."""
    command = entry.command
    individual = entry.fills_up and entry.rules.filler is Filler.INDIVIDUAL_ONLY
    event = EntrantEntered(
        section=entry.section.id,
        entrant=command.entrant,
        people=command.people,
        rating=command.rating,
        unit=None if individual else command.unit,
        tags=command.tags,
        roles=command.roles,
        season=entry.year if entry.rules.one_unit_a_year else None,
        late=command.late.strip() if entry.section.closed else "",
        called=command.called,
        rank=tidy_rank(command.rank),
    )
    return [event, *_fees(entry)]


def _fees(entry: EntryWish) -> list[CompetitionEvent]:
    rules, command = entry.rules.fees, entry.command
    lines: list[tuple[str, int, RuleKey]] = []
    if not _paid_by_unit(entry):
        open_fee = entry.section.opened and not command.unit
        lines.append(("entry", entry.cents("open_fee" if open_fee else "fee"), by.FEE))
        if is_late_for_a_fee(entry):
            lines.append(("late", entry.cents("late_fee"), by.LATE_FEE))
    if rules.all_in_day is not None:
        days = int(entry.section.options.get("all_in_days", 0))
        lines.append(("all-in", days * entry.cents("all_in_fee"), by.ALL_IN))
    if not command.licensed:
        people = command.unlicensed if rules.per_person else 1
        lines.append(("registration", people * rules.registration, by.REGISTRATION))
    return [
        FeeCharged(
            section=entry.section.id,
            entrant=command.entrant,
            kind=kind,
            cents=cents,
            rule=key,
        )
        for kind, cents, key in lines
        if cents > 0
    ]


def _paid_by_unit(entry: EntryWish) -> bool:
    """Say whether the unit was charged for its entries already, in whichever section."""
    unit = entry.command.unit
    if not entry.rules.fees.per_unit or not unit:
        return False
    return any(
        fee.reference == "entry" and section.entrants[EntrantId(fee.who)].unit == unit
        for section in entry.state.sections.values()
        if event_of(entry.state, section).entries.fees.per_unit
        for fee in section.fees
    )


def withdraw_entrant(state: Competition, command: WithdrawEntrant) -> list[CompetitionEvent]:
    """Withdraw somebody. Raises Refused if they are not in or have withdrawn."""
    section = section_of(state, command.section)
    entrant = entrant_of(section, command.entrant)
    if section.entrants[entrant].withdrawn:
        raise Refused("entry.withdrawn", by.WITHDRAW_ONCE, section=section.id, entrant=entrant)
    return [EntrantWithdrawn(section=section.id, entrant=entrant, reason=command.reason)]


def replace_member(state: Competition, command: ReplaceMember) -> list[CompetitionEvent]:
    """Let somebody else play. Raises Refused where the book does not have it so."""
    section = section_of(state, command.section)
    entrant = section.entrants[entrant_of(section, command.entrant)]
    place = {"section": section.id, "entrant": entrant.id}
    if not event_of(state, section).entries.replaced:
        raise Refused("entry.member-final", by.REPLACED, **place)
    if entrant.withdrawn or command.left not in entrant.people:
        raise Refused("entry.no-such-member", by.REPLACED, **place, person=command.left)
    if not command.reason.strip():
        raise Refused("entry.no-reason", by.REPLACED, section=section.id)
    taken = {who for each in section.entrants.values() for who in each.people}
    if command.person in taken:
        raise Refused("entry.member-taken", by.REPLACED, **place, person=command.person)
    return [
        MemberReplaced(
            section=section.id,
            entrant=entrant.id,
            left=command.left,
            person=command.person,
            reason=command.reason.strip(),
        )
    ]


DECISIONS: Decisions = {
    ReplaceMember: ListedCommand(
        replace_member,
        CHIEF_AND_ORGANISER,
        through=Through("replace", "the name of who comes is kept beside the journal"),
        not_in_api="the name of who comes is kept beside the journal",
    ),
    EnterEntrant: ListedCommand(
        enter_entrant, STAFF, through=Through("enter", "names are kept beside the journal")
    ),
    AmendEntrant: ListedCommand(
        amend_entrant, STAFF, through=Through("amend", "names are kept beside the journal")
    ),
    AmendPerson: ListedCommand(
        amend_person,
        STAFF,
        through=Through("amend", "names are kept beside the journal"),
        not_in_api="names are kept beside the journal: AmendEntrant takes them",
    ),
    OverrideEntry: ListedCommand(
        override_entry,
        CHIEF_AND_ORGANISER,
        through=Through("enter", "names are kept beside the journal"),
    ),
    WithdrawEntrant: ListedCommand(withdraw_entrant, STAFF),
}
