"""Bringing a rating list in: read with limits, kept whole under its name and date."""

import hashlib
from datetime import datetime

import msgspec

from qipan.desk.rating_lists import RatingListHead, RatingLists, require_head
from qipan.formats.rating_lists.forms_read import ListForm, form_text
from qipan.formats.rating_lists.reading import PAGE, LeftRow, ListBounds, read_rating_list


class ListAsked(msgspec.Struct, frozen=True):
    """A list that somebody brings."""

    name: str
    date: str
    file: str
    form: ListForm | None = None
    """None: as the last list of this name, else told by the content."""


class BroughtList(msgspec.Struct, frozen=True):
    """What came of a list."""

    list: RatingListHead
    left_out: int
    first_left: tuple[LeftRow, ...]
    dry_run: bool = False


def bring_list(
    lists: RatingLists,
    content: bytes,
    asked: ListAsked,
    by: tuple[str, datetime],
    bounds: ListBounds = PAGE,
    *,
    dry_run: bool = False,
) -> BroughtList:
    """Read a list and keep it, in place of one of the same name and date. Raises BadInput.

    ``by`` says who brings it, and when.
    """
    require_head(asked.name, asked.date)
    actor, now = by
    form = asked.form or _as_before(lists, asked.name)
    found = read_rating_list(content, asked.file, form, bounds)
    head = RatingListHead(
        name=asked.name,
        date=asked.date,
        form=form_text(found.form),
        rows=len(found.players),
        digest=hashlib.sha256(content).hexdigest(),
        at=now.isoformat(timespec="seconds"),
        actor=actor,
    )
    if not dry_run:
        lists.keep(head, found.players)
    return BroughtList(head, found.left_out, found.first_left, dry_run)


def _as_before(lists: RatingLists, name: str) -> ListForm | None:
    """Give the form of the last list of a name: a federation writes the next one alike."""
    for head in lists.heads():
        if head.name == name:
            return msgspec.json.decode(head.form, type=ListForm)
    return None
