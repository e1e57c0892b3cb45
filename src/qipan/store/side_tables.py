"""What lies beside the journal and is not about people: keys, links, phones, pictures."""

from dataclasses import dataclass

from sqlalchemy import Engine

from qipan.store.api_tokens import SqlApiTokens
from qipan.store.attachments import SqlAttachments
from qipan.store.invitations import SqlInvitations
from qipan.store.lists.rating_lists import SqlRatingLists
from qipan.store.passkeys import SqlPasskeys
from qipan.store.phones import SqlPhones
from qipan.store.travel.mirrors import SqlMirrors
from qipan.store.visitors.contacts import SqlContacts
from qipan.store.visitors.one_time import SqlOneTime
from qipan.store.visitors.profiles import SqlProfiles
from qipan.store.visitors.reaches import SqlReaches
from qipan.store.visitors.registrations import SqlRegistrations
from qipan.store.visitors.seats import SqlVisitorSeats
from qipan.store.webhooks import SqlWebhooks


@dataclass(frozen=True)
class SideTables:
    """The tables beside the journal, each behind its own small class."""

    invitations: SqlInvitations
    passkeys: SqlPasskeys
    tokens: SqlApiTokens
    phones: SqlPhones
    attachments: SqlAttachments
    webhooks: SqlWebhooks
    contacts: SqlContacts
    one_time: SqlOneTime
    visitor_seats: SqlVisitorSeats
    registrations: SqlRegistrations
    reaches: SqlReaches
    profiles: SqlProfiles
    mirrors: SqlMirrors
    rating_lists: SqlRatingLists


def open_side_tables(engine: Engine) -> SideTables:
    """Open them on a database."""
    return SideTables(
        SqlInvitations(engine),
        SqlPasskeys(engine),
        SqlApiTokens(engine),
        SqlPhones(engine),
        SqlAttachments(engine),
        SqlWebhooks(engine),
        SqlContacts(engine),
        SqlOneTime(engine),
        SqlVisitorSeats(engine),
        SqlRegistrations(engine),
        SqlReaches(engine),
        SqlProfiles(engine),
        SqlMirrors(engine),
        SqlRatingLists(engine),
    )
