"""Phones of players: which card of which player was taken by which phone.

A card is taken once. Whoever scans it later with another phone gets nothing; a new card ends the
old one. A phone may hold the cards of several players: families share one.
"""

from typing import Any

import msgspec
from sqlalchemy import Engine, delete, insert, select
from sqlalchemy.exc import IntegrityError

from qipan.store.database import reading
from qipan.store.schema import phone
from qipan.store.tokens import digest


class Card(msgspec.Struct, frozen=True):
    """A card of a player: the number grows when a new one is given out."""

    competition: str
    section: str
    entrant: str
    card: int


class TakenCard(msgspec.Struct, frozen=True):
    """A card that a phone has taken."""

    card: Card
    opened: int
    expires: int
    agent: str


class SqlPhones:
    """Phones in a table."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    def take(self, token: str, card: Card, now: int, expires: int, agent: str) -> bool:
        """Bind a card to the phone that holds a token; False if another phone has it."""
        try:
            with self._engine.begin() as connection:
                connection.execute(
                    insert(phone).values(
                        **msgspec.structs.asdict(card),
                        token=digest(token),
                        opened=now,
                        expires=expires,
                        agent=agent[:200],
                    )
                )
        except IntegrityError:
            return any(each.card == card for each in self.held(token, now))
        return True

    def held(self, token: str, now: int) -> list[TakenCard]:
        """List the cards a phone holds, oldest first."""
        query = select(phone).where(phone.c.token == digest(token), phone.c.expires > now)
        with reading(self._engine) as connection:
            return [_taken(row) for row in connection.execute(query.order_by(phone.c.opened))]

    def taken(self, competition: str, section: str) -> list[TakenCard]:
        """List the cards of a section that were taken."""
        query = select(phone).where(phone.c.competition == competition, phone.c.section == section)
        with reading(self._engine) as connection:
            return [_taken(row) for row in connection.execute(query)]

    def leave(self, token: str) -> None:
        """Let go of everything a phone holds: its cards can be taken again."""
        with self._engine.begin() as connection:
            connection.execute(delete(phone).where(phone.c.token == digest(token)))


def _taken(row: Any) -> TakenCard:
    competition, section, entrant, card, _, opened, expires, agent = row
    return TakenCard(Card(competition, section, entrant, card), opened, expires, agent)
