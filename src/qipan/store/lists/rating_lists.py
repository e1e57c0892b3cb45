"""Rating lists in tables, with the words of all names in order, so that a look-up is a short walk.

A list of half a million rows is written in pieces, so that others can write in between; it is seen
when the last piece is in.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from msgspec.structs import astuple
from sqlalchemy import Connection, Engine, Select, Table, delete, func, insert, select, update

from qipan.desk.rating_lists import ListedPlayer, RatingListHead
from qipan.kernel.errors import Unknown
from qipan.kernel.spelling.name_words import asked_words, folded, name_words
from qipan.store.database import reading
from qipan.store.schema import listed_player, listed_word, rating_list

PIECE = 5_000
"""Rows written at a time."""
CANDIDATES = 300
"""Of more who fit what was typed the rest is not looked at: whoever types on finds them."""
AT_ONCE = 400
BEGINNING = 4
"""So many letters of a word are looked at for names with a slip further on."""
_HEAD = (rating_list.c.id, *(rating_list.c[name] for name in RatingListHead.__struct_fields__))
_PLAYER = (listed_player.c.ref, *(
    listed_player.c[name] for name in ListedPlayer.__struct_fields__ if name != "id"
))  # fmt: skip


class SqlRatingLists:
    """Lists in tables."""

    def __init__(self, engine: Engine) -> None:
        """Use an open database."""
        self._engine = engine

    # -- lists ---------------------------------------------------------------------------------

    def heads(self) -> list[RatingListHead]:
        """Give the lists, by name, the newest of each first."""
        query = select(*_HEAD).where(rating_list.c.ready == 1)
        with reading(self._engine) as connection:
            rows = connection.execute(query).all()
        found = [RatingListHead(*row[1:]) for row in rows]
        newest = sorted(found, key=lambda each: each.date, reverse=True)
        return sorted(newest, key=lambda each: each.name)

    def head(self, name: str, date: str = "") -> RatingListHead:
        """Find an edition, or the newest of a name. Raises Unknown."""
        known = self.heads()
        for each in known:
            if each.name == name and date in ("", each.date):
                return each
        asked = f"{name} {date}".strip()
        raise Unknown("rating list", asked[:60], tuple(f"{x.name} {x.date}" for x in known)[:20])

    def keep(self, head: RatingListHead, players: Sequence[ListedPlayer]) -> None:
        """Keep a list whole, in place of one of the same name and date."""
        with self._engine.begin() as connection:
            row = {name: getattr(head, name) for name in head.__struct_fields__}
            made = connection.execute(insert(rating_list).values(**row, ready=0))
            primary_key = made.inserted_primary_key
        assert primary_key is not None  # every row has one
        (key,) = primary_key
        try:
            for start in range(0, len(players), PIECE):
                with self._engine.begin() as connection:
                    _write(connection, key, start, players[start : start + PIECE])
        except BaseException:
            self._empty([key])
            raise
        same = (rating_list.c.name == head.name) & (rating_list.c.date == head.date)
        with self._engine.begin() as connection:
            query = select(rating_list.c.id).where(same & (rating_list.c.id != key))
            old = [row.id for row in connection.execute(query)]
            connection.execute(update(rating_list).where(rating_list.c.id.in_(old)).values(ready=0))
            connection.execute(update(rating_list).where(rating_list.c.id == key).values(ready=1))
        self._empty(old)

    def remove(self, name: str, date: str) -> bool:
        """Take a list away; say whether there was one."""
        same = (rating_list.c.name == name) & (rating_list.c.date == date)
        with self._engine.begin() as connection:
            found = [row.id for row in connection.execute(select(rating_list.c.id).where(same))]
            connection.execute(update(rating_list).where(same).values(ready=0))
        self._empty(found)
        return bool(found)

    def _empty(self, keys: Iterable[int]) -> None:
        """Remove lists that nobody sees any more, in pieces."""
        for key in keys:
            for table in (listed_word, listed_player):
                with self._engine.begin() as connection:
                    connection.execute(delete(table).where(table.c.list == key))
            with self._engine.begin() as connection:
                connection.execute(delete(rating_list).where(rating_list.c.id == key))

    # -- people --------------------------------------------------------------------------------

    def find(self, head: RatingListHead, text: str, most: int = 20) -> list[ListedPlayer]:
        """Find people by words of their name in any order, or by their id; the best rated first."""
        words = sorted(asked_words(text), key=len, reverse=True)
        if not words or (len(words[0]) < 2 and words[0].isascii()):
            return []
        with reading(self._engine) as connection:
            key = self._key(connection, head)
            query = _walk(key, words[0]).limit(CANDIDATES)
            for word in words[1:]:
                query = query.where(listed_player.c.words.contains(f" {word}"))
            rows = connection.execute(query).all()
        found = dict.fromkeys(map(_player, rows))
        whole = set(words)
        return sorted(found, key=lambda each: _order(each, whole))[:most]

    def with_ids(self, head: RatingListHead, ids: Iterable[str]) -> dict[str, ListedPlayer]:
        """Find people by their ids."""
        wanted = iter(dict.fromkeys(each for each in ids if each))
        found: dict[str, ListedPlayer] = {}
        with reading(self._engine) as connection:
            key = self._key(connection, head)
            while part := list(islice(wanted, AT_ONCE)):
                asked = (listed_player.c.list == key) & listed_player.c.ref.in_(part)
                for row in connection.execute(select(*_PLAYER).where(asked)):
                    found[row.ref] = _player(row)
        return found

    def sharing(
        self, head: RatingListHead, names: Iterable[str], most: int
    ) -> dict[str, list[ListedPlayer]]:
        """Find for each name who shares a word, or the beginning of one, with it."""
        found: dict[str, list[ListedPlayer]] = {}
        with reading(self._engine) as connection:
            key = self._key(connection, head)
            for name in names:
                near: dict[ListedPlayer, None] = {}
                for word in _told_apart_by(name):
                    query = _walk(key, word).limit(most)
                    near |= dict.fromkeys(map(_player, connection.execute(query)))
                found[name] = list(near)
        return found

    def _key(self, connection: Connection, head: RatingListHead) -> int:
        asked = (
            (rating_list.c.name == head.name)
            & (rating_list.c.date == head.date)
            & (rating_list.c.ready == 1)
        )
        key = connection.execute(select(rating_list.c.id).where(asked)).scalar()
        if key is None:
            raise Unknown("rating list", f"{head.name} {head.date}")
        return int(key)


def _told_apart_by(name: str) -> Iterator[str]:
    """Give the longest words of a name whole, and how each begins: a slip is in one of them."""
    words = sorted(folded(name).split(), key=len, reverse=True)[:2]
    yield from words
    yield from (word[:BEGINNING] for word in words if len(word) > BEGINNING)


def _player(row: Any) -> ListedPlayer:
    return ListedPlayer(*row)


def _walk(key: int, word: str) -> Select[tuple[Any, ...]]:
    """Ask for everybody of a list with a word that begins so."""
    return (
        select(*_PLAYER)
        .join(
            listed_word,
            (listed_word.c.list == listed_player.c.list)
            & (listed_word.c.number == listed_player.c.number),
        )
        .where(
            listed_word.c.list == key,
            listed_word.c.word >= word,
            listed_word.c.word < word + "\U0010ffff",
        )
    )


def _order(player: ListedPlayer, whole: set[str]) -> tuple[int, int, str]:
    """Put first whom every word fits whole, then the best rated."""
    own = {*folded(player.name).split(), *folded(player.latin).split(), player.id.lower()}
    return (-len(whole & own), -(player.rating or 0), player.name)


def _write(connection: Connection, key: int, start: int, players: Sequence[ListedPlayer]) -> None:
    rows: list[tuple[object, ...]] = []
    words: list[tuple[object, ...]] = []
    for number, each in enumerate(players, start):
        own = name_words(each.name, each.latin, each.id)
        words += [(key, word, number) for word in own]
        rows.append((key, number, *astuple(each), f" {' '.join(own)} "))
    _insert(connection, listed_player, rows)
    _insert(connection, listed_word, words)


def _insert(connection: Connection, table: Table, rows: Sequence[tuple[object, ...]]) -> None:
    """Insert many rows, without a walk through their columns one by one."""
    if rows:
        sign = "?" if connection.dialect.name == "sqlite" else "%s"
        columns = ", ".join(f'"{each.name}"' for each in table.columns)
        signs = ", ".join(sign for _ in table.columns)
        words = f'INSERT INTO "{table.name}" ({columns}) VALUES ({signs})'
        connection.exec_driver_sql(words, list(rows))


def make_words(engine: Engine) -> int:
    """Make the words of all lists again, where they were copied without; give how many there are.

    Lists that have words are left alone.
    """
    with reading(engine) as connection:
        done = set(connection.execute(select(listed_word.c.list).distinct()).scalars())
        lists = set(connection.execute(select(listed_player.c.list).distinct()).scalars())
    for key in sorted(lists - done):
        with engine.begin() as connection:
            rows = connection.execute(
                select(listed_player.c.number, listed_player.c.words).where(
                    listed_player.c.list == key
                )
            ).all()
            apart = [(key, word, number) for number, words in rows for word in words.split()]
            _insert(connection, listed_word, apart)
    with reading(engine) as connection:
        return connection.execute(select(func.count()).select_from(listed_word)).scalar() or 0
