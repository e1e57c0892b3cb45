"""What places are worth: tables made from the final one, prizes and titles, as plain values."""

from collections.abc import Sequence

import msgspec

from qipan.desk.appeals.supplements import cite_in_force
from qipan.desk.money import prizes_of, titles_of
from qipan.i18n.why import Sentence
from qipan.i18n.why_prize import prize_sentence
from qipan.kernel.ids import EntrantId, PersonId
from qipan.kernel.points import CHESS, Points
from qipan.ranking.prizes import Prize
from qipan.rulebooks.loader import HOUSE
from qipan.rulebooks.schema.money import cents, shown
from qipan.rulebooks.schema.prizes import PrizeTable
from qipan.sections.derived import TableRow, derived_tables
from qipan.views.section import halves
from qipan.web.shared.reader_names import read
from qipan.web.shared.section_context import About


class DerivedLine(msgspec.Struct, frozen=True):
    """A line of a derived table."""

    place: int | None
    name: str
    total: str
    counted: tuple[tuple[str, int], ...]
    """Who made the total, and from which place."""
    entrant: str | None = None


class DerivedView(msgspec.Struct, frozen=True):
    """A derived table."""

    name: str
    kind: str
    lines: tuple[DerivedLine, ...]


class PrizeRow(msgspec.Struct, frozen=True):
    """What a place of a list wins, and who has won it."""

    place: int
    money: str
    goods: tuple[str, ...]
    winners: tuple[str, ...] = ()
    due_days: int = 0
    why: Sentence | None = None
    entrant: str | None = None
    """Whose place can be asked about."""


class PrizeView(msgspec.Struct, frozen=True):
    """The prizes of one list."""

    name: str
    table: str
    rows: tuple[PrizeRow, ...]


def tables_of(about: About, language: str) -> tuple[DerivedView, ...]:
    """Give every table the book derives from the final one."""
    if not about.section.order:
        return ()
    kinds = about.rules.ranking.derived
    return tuple(
        DerivedView(
            name,
            kinds[name].kind,
            tuple(_line(about, language, kinds[name].kind, row) for row in rows),
        )
        for name, rows in derived_tables(about.state, about.section).items()
    )


def _line(about: About, language: str, kind: str, row: TableRow) -> DerivedLine:
    entrant = EntrantId(row.who) if row.who in about.section.entrants else None
    total = "" if row.total is None else str(row.total)
    if kind == "best-player" and row.total is not None:
        total = halves(CHESS.show(Points(row.total)))
    counted = tuple(
        (named(about, language, who), place)
        for section, who, place in row.counted
        if _here(about, section)
    )
    return DerivedLine(row.place, named(about, language, row.who), total, counted, entrant)


def _here(about: About, section: str) -> bool:
    return not section or section in (about.section.id, about.section.under)


def named(about: About, language: str, who: str) -> str:
    """Name an entrant or a person as the reader reads it; a unit keeps its own name."""
    if who in about.section.entrants:
        return read(about.names[EntrantId(who)], language)
    if who in about.known:
        return read(about.person(PersonId(who)), language)
    return who


def won(about: About) -> tuple[Prize, ...]:
    """List what was given out, else what the approved places win; nothing before approval.

    Raises Refused if those level on a paid place have to be separated first.
    """
    if about.section.approved is None:
        return ()
    if about.section.prizes is not None:
        return about.section.prizes
    return prizes_of(about.state, about.section)


def prizes_view(about: About, language: str, given: Sequence[Prize]) -> tuple[PrizeView, ...]:
    """Give the prizes of every list: to whom they were given, else by the book."""
    terms = about.rules.prizes
    return tuple(
        PrizeView(
            name,
            table.table,
            _rows(about, language, table, [p for p in given if p.list_name == name]),
        )
        for name, table in terms.lists.items()
    )


def _rows(
    about: About, language: str, table: PrizeTable, given: list[Prize]
) -> tuple[PrizeRow, ...]:
    currency = about.rules.prizes.currency
    if given:
        return tuple(
            PrizeRow(
                each.place,
                shown(each.cents, currency) if each.cents else "",
                each.goods,
                (named(about, language, each.entrant),),
                each.due_days,
                _why(about, language, each),
                each.entrant if each.entrant in about.section.entrants else None,
            )
            for each in sorted(given, key=lambda each: each.place)
        )
    last = max(len(table.money), *table.goods.values(), 0) if table.goods else len(table.money)
    return tuple(
        PrizeRow(
            place,
            shown(cents(table.money[place - 1]), currency) if place <= len(table.money) else "",
            tuple(name for name, upto in table.goods.items() if place <= upto),
        )
        for place in range(1, last + 1)
    )


def _why(about: About, language: str, prize: Prize) -> Sentence:
    clause = cite_in_force(about.state, prize.rule, about.section.under)
    return prize_sentence(
        language,
        prize,
        named(about, language, prize.entrant),
        shown(prize.cents, about.rules.prizes.currency),
        "" if clause.book == HOUSE else clause.citation,
    )


def titles_view(about: About, language: str) -> tuple[tuple[str, str], ...]:
    """Give the titles that approved places earn."""
    if about.section.approved is None:
        return ()
    return tuple(
        (named(about, language, who), title.title)
        for who, title in titles_of(about.state, about.section)
        if title.title
    )
