"""The port for rating lists of federations: who is on one, found while somebody is entered.

A list is what a federation published, kept with its name and date beside the journal: it is no act,
and can be taken away again. Editions of one list have the same name and another date.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

import msgspec

from qipan.kernel.errors import BadInput

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_DATE = re.compile(r"\d{4}(-\d\d(-\d\d)?)?")


class ListedPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody on a rating list, as the federation writes them."""

    id: str
    name: str
    latin: str = ""
    country: str = ""
    club: str = ""
    rank: str = ""
    """Kyu or dan, as ``5k`` or ``3d``."""
    rating: int | None = None
    title: str = ""
    birth: str = ""
    sex: str = ""
    """``f``, ``m`` or nothing."""


class RatingListHead(msgspec.Struct, frozen=True):
    """What is known of a list besides its rows."""

    name: str
    date: str
    """The day, month or year (season) it is of."""
    form: str
    """How it was read: a form of ours, or what was said of its columns, as JSON."""
    rows: int
    digest: str
    """Of the file as it came."""
    at: str
    actor: str


def require_head(name: str, date: str) -> None:
    """Raise BadInput for what is no name or date of a list."""
    if NAME.fullmatch(name) is None:
        raise BadInput(
            f"no name of a list: {name[:40]!r} (small letters, figures and -)",
            where="name",
            code="rating-list.name",
        )
    if _DATE.fullmatch(date) is None:
        raise BadInput(
            f"no date: {date[:20]!r} (2026-11-01, 2026-11 or 2026)",
            where="date",
            code="rating-list.date",
        )


class RatingLists(Protocol):
    """Rating lists in storage."""

    def heads(self) -> list[RatingListHead]:
        """Give the lists, by name, the newest of each first."""

    def head(self, name: str, date: str = "") -> RatingListHead:
        """Find an edition, or the newest of a name. Raises Unknown."""

    def keep(self, head: RatingListHead, players: Sequence[ListedPlayer]) -> None:
        """Keep a list whole, in place of one of the same name and date."""

    def remove(self, name: str, date: str) -> bool:
        """Take a list away; say whether there was one."""

    def find(self, head: RatingListHead, text: str, most: int = 20) -> list[ListedPlayer]:
        """Find people by words of their name in any order, or by their id."""

    def with_ids(self, head: RatingListHead, ids: Iterable[str]) -> dict[str, ListedPlayer]:
        """Find people by their ids."""

    def sharing(
        self, head: RatingListHead, names: Iterable[str], most: int
    ) -> dict[str, list[ListedPlayer]]:
        """Find for each name who shares a word, or the beginning of one, with it."""
