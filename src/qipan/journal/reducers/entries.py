"""Adding events of entries."""

from dataclasses import replace

from qipan.journal import entries as happened
from qipan.journal.folding import Folding, Reducers
from qipan.journal.state import Entrant, Unit
from qipan.ranking.ledger import Posting, Reason


def registered(folding: Folding, event: happened.UnitRegistered) -> None:
    """Keep what is known of a unit."""
    folding.state.units[event.unit] = Unit(event.unit, event.kind, event.dues_paid)


def declared(folding: Folding, event: happened.ParticipationDeclared) -> None:
    """Keep that a unit takes part."""
    folding.section(event.section).declared.add(event.unit)


def entered(folding: Folding, event: happened.EntrantEntered) -> None:
    """Add an entrant."""
    section = folding.section(event.section)
    section.entrants[event.entrant] = Entrant(
        event.entrant,
        event.people,
        event.rating,
        event.unit,
        event.tags,
        roles=event.roles,
        season=event.season,
    )
    if event.unit is not None:
        section.by_unit[event.unit] = (*section.by_unit.get(event.unit, ()), event.entrant)


def amended(folding: Folding, event: happened.EntrantAmended) -> None:
    """Put an entry right."""
    section = folding.section(event.section)
    known = section.entrants[event.entrant]
    section.entrants[event.entrant] = replace(
        known, rating=event.rating, unit=event.unit, tags=event.tags
    )
    if event.unit != known.unit:
        if known.unit is not None:
            rest = (who for who in section.by_unit[known.unit] if who != event.entrant)
            section.by_unit[known.unit] = tuple(rest)
        if event.unit is not None:
            section.by_unit[event.unit] = (*section.by_unit.get(event.unit, ()), event.entrant)


def overridden(folding: Folding, event: happened.EntryOverridden) -> None:
    """Keep why a rule was set aside."""
    section = folding.section(event.section)
    known = section.overrides.get(event.entrant, ())
    section.overrides[event.entrant] = (*known, (event.rule, event.reason))


def charged(folding: Folding, event: happened.FeeCharged) -> None:
    """Keep what an entry costs; it is on the ledger once it is paid."""
    line = Posting(event.entrant, Reason.FEE, event.cents, event.rule, event.kind)
    folding.section(event.section).fees.append(line)


def withdrawn(folding: Folding, event: happened.EntrantWithdrawn) -> None:
    """Mark an entrant as gone."""
    section = folding.section(event.section)
    rounds = sum(each.published for each in section.rounds)
    known = section.entrants[event.entrant]
    section.entrants[event.entrant] = replace(known, withdrawn=True, after=rounds)
    section.gone += 1


def opened(folding: Folding, event: happened.EntriesOpened) -> None:
    """Let everybody in."""
    folding.section(event.section).opened = True


def closed(folding: Folding, event: happened.EntriesClosed) -> None:
    """Take no more."""
    folding.section(event.section).closed = True


def cancelled(folding: Folding, event: happened.SectionCancelled) -> None:
    """Mark a section as not held."""
    folding.section(event.section).cancelled = True


def verified(folding: Folding, event: happened.IdentityVerified) -> None:
    """Keep that somebody proved who they are."""
    folding.section(event.section).verified.add(event.entrant)


def invited(folding: Folding, event: happened.PlayersInvited) -> None:
    """Keep who is invited."""
    folding.section(event.section).invited = event.people


REDUCERS: Reducers = {
    happened.UnitRegistered: registered,
    happened.ParticipationDeclared: declared,
    happened.EntrantEntered: entered,
    happened.EntrantAmended: amended,
    happened.EntryOverridden: overridden,
    happened.FeeCharged: charged,
    happened.EntrantWithdrawn: withdrawn,
    happened.EntriesOpened: opened,
    happened.EntriesClosed: closed,
    happened.SectionCancelled: cancelled,
    happened.IdentityVerified: verified,
    happened.PlayersInvited: invited,
}
