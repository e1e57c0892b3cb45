"""The regulation as a booklet, clause by clause."""

from qipan.formats.documents.material import Material, Wish
from qipan.formats.documents.printing import pages
from qipan.formats.documents.table import Column, ColumnKind, DocumentTable
from qipan.i18n import local, say


def pdf(material: Material, wish: Wish) -> bytes:
    """Set the booklet: A5, so that two pages fit on a sheet."""
    words, book = wish.language, material.regulation
    return pages(
        "booklet",
        material,
        wish,
        title=local(book.title, words),
        source=local(book.source, words),
        subtitle=say(words, "doc.title.rulebook"),
        clauses=[{"number": number, "text": local(text, words)} for number, text in book.clauses],
    )


def table(material: Material, wish: Wish) -> DocumentTable:
    """List the clauses."""
    words, book = wish.language, material.regulation
    return DocumentTable(
        title=local(book.title, words),
        columns=(Column(say(words, "doc.clause")), Column(say(words, "doc.text"), ColumnKind.LONG)),
        rows=tuple((number, local(text, words)) for number, text in book.clauses),
    )
