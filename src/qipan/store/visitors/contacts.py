"""How somebody with an account is reached and let in again: e-mail, and a code for recovery."""

import msgspec
from sqlalchemy import Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from qipan.store.database import keep_row, reading
from qipan.store.schema import closed_account, contact
from qipan.store.tokens import digest


class Contact(msgspec.Struct, frozen=True):
    """What is known; ``verified`` is when the address was proved, 0 if it was not."""

    account: str
    email: str = ""
    verified: int = 0
    recoverable: bool = False
    made: int = 0


class SqlContacts:
    """Contacts in a table."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    def make(self, account: str, recovery: str, now: int) -> None:
        """Begin a contact with a code for recovery; a known one gets the new code."""
        with self._engine.begin() as connection:
            fresh = {"email": "", "verified": 0, "made": now}
            changed = {"recovery": digest(recovery)}
            keep_row(connection, contact, {"account": account}, changed, fresh)

    def find(self, account: str) -> Contact:
        """Give what is known of somebody; nothing for who never said anything."""
        with reading(self._engine) as connection:
            row = connection.execute(select(contact).where(contact.c.account == account)).first()
        if row is None:
            return Contact(account)
        return Contact(account, row.email, row.verified, bool(row.recovery), row.made)

    def set_email(self, account: str, email: str, verified: int) -> None:
        """Keep an address, proved at a time or not yet; empty: forget it."""
        with self._engine.begin() as connection:
            changed = {"email": email, "verified": verified}
            fresh = {"recovery": "", "made": 0}
            keep_row(connection, contact, {"account": account}, changed, fresh)

    def owners(self, email: str) -> list[str]:
        """Name the accounts that proved an address."""
        query = select(contact.c.account).where(contact.c.email == email, contact.c.verified > 0)
        with reading(self._engine) as connection:
            return list(connection.execute(query.order_by(contact.c.account)).scalars())

    def use_recovery(self, account: str, code: str) -> bool:
        """Use the code for recovery up: of two at the same time, one succeeds."""
        with self._engine.begin() as connection:
            used = connection.execute(
                update(contact)
                .where(contact.c.account == account, contact.c.recovery == digest(code))
                .values(recovery="")
            )
        return bool(used.rowcount)

    def close(self, opaque: str) -> None:
        """Note that nobody may play under an id again."""
        try:
            with self._engine.begin() as connection:
                connection.execute(insert(closed_account).values(id=opaque))
        except IntegrityError:
            return  # noted before

    def is_closed(self, opaque: str) -> bool:
        """Say whether an id belonged to an account that was erased."""
        with reading(self._engine) as connection:
            query = select(closed_account.c.id).where(closed_account.c.id == opaque)
            return connection.execute(query).first() is not None

    def forget(self, account: str) -> None:
        """Forget a contact; removing its account does so too."""
        with self._engine.begin() as connection:
            connection.execute(delete(contact).where(contact.c.account == account))
