"""Who may change a draft, and what may be published. Pure: nothing is stored here."""

import tomllib
from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from qipan.desk.own_books.checking import LONGEST_BOOK, CheckedBook, check, is_short_name
from qipan.journal.books.drafts import BookDraftSaved, BookPublished, BookWithdrawn, OwnBook
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.rules import rule
from qipan.rulebooks.editions import edition_name
from qipan.rulebooks.toml_text import toml_text

OWN_NAME = rule(
    "own-book.name",
    "A regulation of one's own has a short name that no other regulation has.",
    zh="自订规程须有简短名称，且不得与其他规程重名。",
    th="ระเบียบของตนเองต้องมีชื่อสั้นที่ไม่ซ้ำ",
    ms="Peraturan sendiri mempunyai nama pendek yang tidak dipakai peraturan lain.",
)
OWNER = rule(
    "own-book.owner",
    "A draft is changed by whoever began it, or by a chief arbiter of the house.",
    zh="规程草稿由起草人修改，赛会裁判长亦可修改。",
    th="ร่างแก้ไขได้โดยผู้เริ่มร่างหรือหัวหน้าผู้ตัดสิน",
    ms="Draf diubah oleh yang memulakannya atau ketua arbiter.",
)
FAULTLESS = rule(
    "own-book.faultless",
    "A regulation is published when nothing in it is wrong.",
    zh="规程须检查无误方可发布。",
    th="เผยแพร่ระเบียบได้เมื่อไม่มีข้อผิด",
    ms="Peraturan diterbitkan apabila tiada kesalahan di dalamnya.",
)
ANYBODY = "*"
"""Stands for somebody who may change every draft: a chief arbiter, or whoever is at the machine."""


def content_text(content: Mapping[str, Any]) -> str:
    """Write the content of a book as it is stored: the same book is the same text everywhere.

    Raises BadInput if it is too long, or holds a value that no book can hold.
    """
    written = toml_text(content)
    if len(written) > LONGEST_BOOK:
        raise BadInput(f"longer than {LONGEST_BOOK} characters", code="book.too-long")
    return msgspec.json.encode(tomllib.loads(written)).decode()


def save(
    own: OwnBook, content: Mapping[str, Any], by: str, taken: Collection[str]
) -> BookDraftSaved:
    """Decide on saving a draft; ``taken`` are the names of other books.

    Raises Refused if the name is taken or malformed, or the draft is somebody else's.
    """
    head = content.get("book")
    name = head.get("id") if isinstance(head, dict) else None
    if name != own.id:
        raise Refused("own-book.renamed", OWN_NAME, book=own.id, name=str(name)[:60])
    require_name(own.id, taken if not own.version else ())
    require_owner(own, by)
    owner = own.owner or by
    return BookDraftSaved(book=own.id, owner=owner, content=content_text(content))


def require_name(name: str, taken: Collection[str]) -> None:
    """Raise Refused unless a book can have the name."""
    if not is_short_name(name):
        raise Refused("own-book.malformed", OWN_NAME, book=name[:60])
    if name in taken:
        raise Refused("own-book.taken", OWN_NAME, book=name)


def may_edit(own: OwnBook, by: str) -> bool:
    """Say whether somebody may change a draft."""
    return by == ANYBODY or not own.owner or own.owner == by


def require_owner(own: OwnBook, by: str) -> None:
    """Raise Refused if a draft is somebody else's."""
    if not may_edit(own, by):
        raise Refused("own-book.not-yours", OWNER, book=own.id)


def publish(own: OwnBook, by: str, actions: Collection[str]) -> BookPublished:
    """Decide on publishing a draft. Raises Refused if it has faults or is published as it is."""
    require_owner(own, by)
    found = check_text(own.draft, actions)
    if found.problems or found.book is None:
        first = found.problems[0]
        raise Refused(
            "own-book.faulty", FAULTLESS, book=own.id, count=len(found.problems), path=first.path
        )
    edition = edition_name(own.draft)
    if own.offered and own.editions[-1] == edition:
        raise Refused("own-book.same", FAULTLESS, book=own.id, edition=edition[:8])
    return BookPublished(book=own.id, edition=edition)


def withdraw(own: OwnBook, by: str) -> BookWithdrawn:
    """Decide on offering a book no more. Raises Refused."""
    require_owner(own, by)
    return BookWithdrawn(book=own.id)


def check_text(text: str, actions: Collection[str]) -> CheckedBook:
    """Check a book as it is stored."""
    return check(msgspec.json.decode(text), actions)
