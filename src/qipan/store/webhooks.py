"""Webhooks: where changes are sent, how far each has got, and the last deliveries of each."""

from typing import Protocol

import msgspec
from sqlalchemy import Engine, delete, func, insert, select, update

from qipan.store.database import reading
from qipan.store.schema import delivery, webhook

ATTEMPT = ("at", "first", "last", "status", "outcome")
KEPT = 50
"""Deliveries that the log of a webhook keeps."""


class Webhook(msgspec.Struct, frozen=True):
    """An address that is told of changes."""

    id: str
    competition: str
    url: str
    made: int
    sent: int
    """The last sequence that was taken."""
    failures: int = 0
    """Failed deliveries since the last that was taken."""
    due: int = 0
    """Not to be tried before this time."""
    busy: int = 0
    """Somebody is delivering until then."""


class Delivery(msgspec.Struct, frozen=True):
    """One attempt."""

    number: int
    at: int
    first: int
    last: int
    status: int
    outcome: str


class DeliveryAttempt(Protocol):
    """An attempt as whoever made it tells it."""

    @property
    def at(self) -> int: ...
    @property
    def first(self) -> int: ...
    @property
    def last(self) -> int: ...
    @property
    def status(self) -> int: ...
    @property
    def outcome(self) -> str: ...


class SqlWebhooks:
    """Webhooks in tables."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    def add(self, found: Webhook) -> None:
        """Register a webhook."""
        with self._engine.begin() as connection:
            connection.execute(insert(webhook).values(**msgspec.structs.asdict(found)))

    def of(self, competition: str = "") -> list[Webhook]:
        """List the webhooks of a competition, or all."""
        query = select(webhook).order_by(webhook.c.made, webhook.c.id)
        if competition:
            query = query.where(webhook.c.competition == competition)
        with reading(self._engine) as connection:
            return [Webhook(*row) for row in connection.execute(query)]

    def remove(self, competition: str, name: str) -> bool:
        """Remove a webhook and its log; say whether there was one."""
        with self._engine.begin() as connection:
            gone = connection.execute(
                delete(webhook).where(webhook.c.competition == competition, webhook.c.id == name)
            )
        return bool(gone.rowcount)

    def again(self, competition: str, name: str) -> bool:
        """Try a webhook again at once, also one that was given up."""
        with self._engine.begin() as connection:
            found = connection.execute(
                update(webhook)
                .where(webhook.c.competition == competition, webhook.c.id == name)
                .values(failures=0, due=0)
            )
        return bool(found.rowcount)

    def claim(self, found: Webhook, now: int, until: int) -> bool:
        """Take a webhook for delivery; of several processes, one gets it."""
        with self._engine.begin() as connection:
            taken = connection.execute(
                update(webhook)
                .where(
                    webhook.c.id == found.id,
                    webhook.c.sent == found.sent,
                    webhook.c.busy <= now,
                )
                .values(busy=until)
            )
        return bool(taken.rowcount)

    def skip(self, found: Webhook, last: int) -> None:
        """Pass over what was not public."""
        with self._engine.begin() as connection:
            connection.execute(
                update(webhook).where(webhook.c.id == found.id).values(sent=last, busy=0)
            )

    def keep_attempt(self, found: Webhook, attempt: DeliveryAttempt, due: int) -> None:
        """Keep the outcome of an attempt; ``due`` is when to try again after a failure."""
        taken = attempt.outcome == "ok"
        with self._engine.begin() as connection:
            connection.execute(
                update(webhook)
                .where(webhook.c.id == found.id)
                .values(
                    sent=attempt.last if taken else found.sent,
                    failures=0 if taken else found.failures + 1,
                    due=0 if taken else due,
                    busy=0,
                )
            )
            last = connection.execute(
                select(func.max(delivery.c.number)).where(delivery.c.webhook == found.id)
            ).scalar()
            number = (last or 0) + 1
            values = {name: getattr(attempt, name) for name in ATTEMPT}
            values |= {"webhook": found.id, "number": number}
            if connection.execute(select(webhook.c.id).where(webhook.c.id == found.id)).first():
                connection.execute(insert(delivery).values(**values))
            connection.execute(
                delete(delivery).where(
                    delivery.c.webhook == found.id, delivery.c.number <= number - KEPT
                )
            )

    def deliveries(self, name: str) -> list[Delivery]:
        """List the last attempts, newest first."""
        query = select(delivery).where(delivery.c.webhook == name)
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(delivery.c.number.desc())).all()
        return [
            Delivery(row.number, row.at, row.first, row.last, row.status, row.outcome)
            for row in rows
        ]
