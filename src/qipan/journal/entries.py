"""Entries: units, entrants, fees, invitations, and the phases of entering."""

from dataclasses import replace

import msgspec

from qipan.journal.event import Event, PrivateReasons, PublicFields
from qipan.journal.state import Entrant, Unit
from qipan.journal.state.draft import Draft, Reducers
from qipan.kernel.ids import EntrantId, PersonId, SectionId
from qipan.kernel.rules import RuleKey
from qipan.ranking.ledger import Posting, Reason


class UnitRegistered(Event, frozen=True, tag="unit-registered/1"):
    """What kind of member a unit is, and whether it has paid its dues; the latest one counts."""

    unit: str
    kind: str
    dues_paid: bool = False
    state: str = ""
    """The state it belongs to; empty: not known, or no matter."""


class ParticipationDeclared(Event, frozen=True, tag="participation-declared/1"):
    """A unit said that it takes part."""

    section: SectionId
    unit: str


class EntrantEntered(Event, frozen=True, tag="entrant-entered/1"):
    """An entrant was accepted."""

    section: SectionId
    entrant: EntrantId
    people: tuple[PersonId, ...]
    rating: int | None = None
    unit: str | None = None
    tags: frozenset[str] = frozenset()
    roles: tuple[str, ...] = ()
    """The parts of a team's people, in the same order."""
    season: int | None = None
    """The calendar year they represent their unit in."""
    late: str = ""
    """Why they were let in after entries were closed; empty: they came in time."""
    called: str = ""
    """The name of a team that has one besides its unit's."""
    rank: str = ""
    """Kyu or dan, as ``5k`` or ``3d``; nothing: not known."""


class EntrantAmended(Event, frozen=True, tag="entrant-amended/1"):
    """What is known of an entry was put right."""

    section: SectionId
    entrant: EntrantId
    rating: int | None = None
    unit: str | None = None
    tags: frozenset[str] = frozenset()
    roles: tuple[str, ...] | None = None
    """The parts of a team's people; None: as they were."""
    reason: str = ""
    called: str | None = None
    """The name of a team; None: as it was."""
    rank: str | None = None
    """Kyu or dan; None: as it was."""


class EntryOverridden(Event, frozen=True, tag="entry-overridden/1"):
    """An entry was accepted against a rule that may be set aside."""

    section: SectionId
    entrant: EntrantId
    rule: RuleKey
    reason: str


class FeeCharged(Event, frozen=True, tag="fee-charged/1"):
    """An entry costs money; paid or not is another matter."""

    section: SectionId
    entrant: EntrantId
    kind: str
    """``entry``, ``late`` or ``registration``."""
    cents: int
    rule: RuleKey


class EntrantWithdrawn(Event, frozen=True, tag="entrant-withdrawn/1"):
    """An entrant left; games already played stand."""

    section: SectionId
    entrant: EntrantId
    reason: str = ""


class EntrantReturned(Event, frozen=True, tag="entrant-returned/1"):
    """Who had withdrawn plays again from the next round on, with the points they had."""

    section: SectionId
    entrant: EntrantId
    reason: str = ""


class MemberReplaced(Event, frozen=True, tag="member-replaced/1"):
    """A member of a team or pair was lost, and somebody else plays instead."""

    section: SectionId
    entrant: EntrantId
    left: PersonId
    person: PersonId
    reason: str


class EntriesOpened(Event, frozen=True, tag="entries-opened/1"):
    """Too few entered in time: entry is open to all the book allows."""

    section: SectionId
    entered: int


class EntriesClosed(Event, frozen=True, tag="entries-closed/1"):
    """No more entries."""

    section: SectionId


class EntriesReopened(Event, frozen=True, tag="entries-reopened/1"):
    """Entries are taken again, before the numbers are given."""

    section: SectionId
    reason: str = ""


class SectionCancelled(Event, frozen=True, tag="section-cancelled/1"):
    """A section is not held: too few entered, or the organiser calls it off."""

    section: SectionId
    entered: int
    units: int
    rule: RuleKey
    reason: str = ""


class SectionRenamed(Event, frozen=True, tag="section-renamed/1"):
    """A section has another title; its id stays."""

    section: SectionId
    title: str
    before: str
    reason: str = ""


class EntrantsMoved(Event, frozen=True, tag="entrants-moved/1"):
    """Entrants went over to another section, with what they owe, before anybody played."""

    section: SectionId
    """Where they were."""
    to: SectionId
    moved: tuple[tuple[EntrantId, EntrantId], ...]
    """Their ids there and here."""
    reason: str = ""


class IdentityVerified(Event, frozen=True, tag="identity-verified/1"):
    """An entrant proved their real name."""

    section: SectionId
    entrant: EntrantId


class PlayersInvited(Event, frozen=True, tag="players-invited/1"):
    """Who is invited, best first, and who was passed over for too little play."""

    section: SectionId
    people: tuple[PersonId, ...]
    passed_over: tuple[PersonId, ...] = ()


Events = (
    UnitRegistered
    | ParticipationDeclared
    | EntrantEntered
    | EntrantAmended
    | EntryOverridden
    | FeeCharged
    | EntrantWithdrawn
    | EntrantReturned
    | MemberReplaced
    | EntriesOpened
    | EntriesClosed
    | EntriesReopened
    | SectionCancelled
    | SectionRenamed
    | EntrantsMoved
    | IdentityVerified
    | PlayersInvited
)


def add_unit_registered(draft: Draft, event: UnitRegistered) -> None:
    """Keep what is known of a unit."""
    draft.state.units[event.unit] = Unit(event.unit, event.kind, event.dues_paid, event.state)


def add_participation_declared(draft: Draft, event: ParticipationDeclared) -> None:
    """Keep that a unit takes part."""
    draft.section(event.section).declared.add(event.unit)


def add_entrant_entered(draft: Draft, event: EntrantEntered) -> None:
    """Add an entrant."""
    section = draft.section(event.section)
    section.entrants[event.entrant] = Entrant(
        event.entrant,
        event.people,
        event.rating,
        event.unit,
        event.tags,
        roles=event.roles,
        season=event.season,
        called=event.called,
        rank=event.rank,
    )
    if event.unit is not None:
        section.by_unit[event.unit] = (*section.by_unit.get(event.unit, ()), event.entrant)
    if event.late and section.order:
        section.order = (*section.order, event.entrant)


def add_entrant_amended(draft: Draft, event: EntrantAmended) -> None:
    """Put an entry right."""
    section = draft.section(event.section)
    known = section.entrants[event.entrant]
    section.entrants[event.entrant] = replace(
        known,
        rating=event.rating,
        unit=event.unit,
        tags=event.tags,
        roles=known.roles if event.roles is None else event.roles,
        called=known.called if event.called is None else event.called,
        rank=known.rank if event.rank is None else event.rank,
    )
    if event.unit != known.unit:
        if known.unit is not None:
            rest = (who for who in section.by_unit[known.unit] if who != event.entrant)
            section.by_unit[known.unit] = tuple(rest)
        if event.unit is not None:
            section.by_unit[event.unit] = (*section.by_unit.get(event.unit, ()), event.entrant)


def add_entry_overridden(draft: Draft, event: EntryOverridden) -> None:
    """Keep why a rule was set aside."""
    section = draft.section(event.section)
    known = section.overrides.get(event.entrant, ())
    section.overrides[event.entrant] = (*known, (event.rule, event.reason))


def add_fee_charged(draft: Draft, event: FeeCharged) -> None:
    """Keep what an entry costs; it is on the ledger once it is paid."""
    line = Posting(event.entrant, Reason.FEE, event.cents, event.rule, event.kind)
    draft.section(event.section).fees.append(line)


def add_entrant_withdrawn(draft: Draft, event: EntrantWithdrawn) -> None:
    """Mark an entrant as gone."""
    section = draft.section(event.section)
    rounds = sum(each.published for each in section.rounds)
    known = section.entrants[event.entrant]
    section.entrants[event.entrant] = replace(known, withdrawn=True, after=rounds)
    section.gone += 1


def add_entrant_returned(draft: Draft, event: EntrantReturned) -> None:
    """Let somebody play again."""
    section = draft.section(event.section)
    known = section.entrants[event.entrant]
    section.entrants[event.entrant] = replace(known, withdrawn=False, after=0)
    section.gone -= 1
    if section.order and event.entrant not in section.order:  # they left before the lot
        section.order = (*section.order, event.entrant)


def add_member_replaced(draft: Draft, event: MemberReplaced) -> None:
    """Let somebody else take the place of a member; line-ups handed in follow."""
    section = draft.section(event.section)
    known = section.entrants[event.entrant]
    people = tuple(event.person if who == event.left else who for who in known.people)
    section.entrants[event.entrant] = replace(known, people=people)
    for key, line_up in section.line_ups.items():
        if key[1] == event.entrant:
            section.line_ups[key] = tuple(
                event.person if who == event.left else who for who in line_up
            )


def add_entries_opened(draft: Draft, event: EntriesOpened) -> None:
    """Let everybody in."""
    draft.section(event.section).opened = True


def add_entries_closed(draft: Draft, event: EntriesClosed) -> None:
    """Take no more."""
    draft.section(event.section).closed = True


def add_entries_reopened(draft: Draft, event: EntriesReopened) -> None:
    """Take entries again."""
    draft.section(event.section).closed = False


def add_section_renamed(draft: Draft, event: SectionRenamed) -> None:
    """Give a section its new title."""
    draft.section(event.section).title = event.title


def add_entrants_moved(draft: Draft, event: EntrantsMoved) -> None:
    """Take entrants out of one section and put them into another, with what they owe."""
    here, there = draft.section(event.section), draft.section(event.to)
    for old, new in event.moved:
        known = here.entrants.pop(old)
        here.starts.pop(old, None)  # another section has other groups
        there.entrants[new] = replace(known, id=new)
        here.gone -= known.withdrawn
        there.gone += known.withdrawn
        if known.unit is not None:
            rest = tuple(who for who in here.by_unit[known.unit] if who != old)
            here.by_unit[known.unit] = rest
            there.by_unit[known.unit] = (*there.by_unit.get(known.unit, ()), new)
        there.fees += _of(here.fees, old, new)
        there.postings += _of(here.postings, old, new)
        here.fees = [fee for fee in here.fees if fee.who != old]
        here.postings = [each for each in here.postings if each.who != old]
        for left, joined in ((here.present, there.present), (here.verified, there.verified)):
            if old in left:
                left.discard(old)
                joined.add(new)


def _of(lines: list[Posting], old: EntrantId, new: EntrantId) -> list[Posting]:
    """Give the lines of an entrant, under the id they have now."""
    return [msgspec.structs.replace(line, who=new) for line in lines if line.who == old]


def add_section_cancelled(draft: Draft, event: SectionCancelled) -> None:
    """Mark a section as not held."""
    draft.section(event.section).cancelled = True


def add_identity_verified(draft: Draft, event: IdentityVerified) -> None:
    """Keep that somebody proved who they are."""
    draft.section(event.section).verified.add(event.entrant)


def add_players_invited(draft: Draft, event: PlayersInvited) -> None:
    """Keep who is invited."""
    draft.section(event.section).invited = event.people


REDUCERS: Reducers = {
    UnitRegistered: add_unit_registered,
    ParticipationDeclared: add_participation_declared,
    EntrantEntered: add_entrant_entered,
    EntrantAmended: add_entrant_amended,
    EntryOverridden: add_entry_overridden,
    FeeCharged: add_fee_charged,
    EntrantWithdrawn: add_entrant_withdrawn,
    EntrantReturned: add_entrant_returned,
    MemberReplaced: add_member_replaced,
    EntriesOpened: add_entries_opened,
    EntriesClosed: add_entries_closed,
    EntriesReopened: add_entries_reopened,
    SectionRenamed: add_section_renamed,
    EntrantsMoved: add_entrants_moved,
    SectionCancelled: add_section_cancelled,
    IdentityVerified: add_identity_verified,
    PlayersInvited: add_players_invited,
}

PUBLIC: PublicFields = {
    EntrantEntered: ("section", "entrant"),
    EntrantWithdrawn: ("section", "entrant"),
    EntrantReturned: ("section", "entrant"),
    EntriesClosed: ("section",),
    EntriesReopened: ("section",),
    SectionRenamed: ("section", "title"),
    EntrantsMoved: ("section", "to", "moved"),
    SectionCancelled: ("section",),
}
PRIVATE: PrivateReasons = {
    UnitRegistered: "dues are between a unit and the organiser",
    ParticipationDeclared: "who means to come is the organiser's to tell",
    EntrantAmended: "the section shows the entry as it is now",
    EntryOverridden: "reasons are for the staff",
    FeeCharged: "money is between an entrant and the organiser",
    MemberReplaced: "the section shows who plays now",
    EntriesOpened: "the section shows who may enter",
    IdentityVerified: "personal",
    PlayersInvited: "who was passed over is personal",
}
