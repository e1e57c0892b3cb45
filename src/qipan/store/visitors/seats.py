"""Seats that visitors took at tables, so that a browser or an account finds its games again."""

import msgspec
from sqlalchemy import Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from qipan.store.database import reading
from qipan.store.schema import visitor_seat

MOST_LISTED = 50


class VisitorSeat(msgspec.Struct, frozen=True):
    """Somebody's seat at a table; ``way``: against the computer, with a friend, or open."""

    table: str
    seat: int
    game: str
    way: str
    at: int


class SqlVisitorSeats:
    """Seats in a table, by owner: a guest's browser or an account."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    def take(self, owner: str, found: VisitorSeat) -> bool:
        """Keep a seat; False if this owner sits at that table already."""
        try:
            with self._engine.begin() as connection:
                connection.execute(
                    insert(visitor_seat).values(
                        owner=owner,
                        place=found.table,
                        seat=found.seat,
                        game=found.game,
                        way=found.way,
                        at=found.at,
                    )
                )
        except IntegrityError:
            return False
        return True

    def at(self, owner: str, table: str) -> VisitorSeat | None:
        """Find an owner's seat at a table."""
        query = select(visitor_seat).where(
            visitor_seat.c.owner == owner, visitor_seat.c.place == table
        )
        with reading(self._engine) as connection:
            row = connection.execute(query).first()
        return None if row is None else VisitorSeat(*tuple(row)[1:])

    def of(self, owner: str) -> list[VisitorSeat]:
        """List the newest seats of an owner."""
        query = select(visitor_seat).where(visitor_seat.c.owner == owner)
        newest = query.order_by(visitor_seat.c.at.desc()).limit(MOST_LISTED)
        with reading(self._engine) as connection:
            return [VisitorSeat(*tuple(row)[1:]) for row in connection.execute(newest)]

    def hand_over(self, before: str, after: str) -> int:
        """Give the seats of one owner to another, such as a guest's to their new account."""
        with self._engine.begin() as connection:
            there = select(visitor_seat.c.place).where(visitor_seat.c.owner == after)
            known = set(connection.execute(there).scalars())
            found = update(visitor_seat).where(visitor_seat.c.owner == before)
            if known:
                found = found.where(visitor_seat.c.place.not_in(known))
            return connection.execute(found.values(owner=after)).rowcount

    def forget(self, owner: str) -> None:
        """Forget the seats of an owner."""
        with self._engine.begin() as connection:
            connection.execute(delete(visitor_seat).where(visitor_seat.c.owner == owner))
