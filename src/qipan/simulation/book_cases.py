"""Checking a book's ranking against the cases that were worked by hand from its regulation."""

from collections.abc import Iterator, Sequence

import msgspec

from qipan.kernel.crosstable import Crosstable
from qipan.kernel.crosstable_text import read_crosstable, write_places
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import EntrantId
from qipan.kernel.lots import Draw
from qipan.ranking import Options, Standings, rank
from qipan.ranking.derived import Scored
from qipan.rulebooks import Book, EventRules
from qipan.rulebooks.cases import Case, Under, cases_of, read_final
from qipan.sections.derived import FinalRow, FinalTable, TableRow, derived_rows
from qipan.sections.tables import ORDER_LOTS


class Checked(msgspec.Struct, frozen=True):
    """A case and what came out differently; nothing if it is right."""

    case: Case
    under: Under
    citation: str
    differs: tuple[str, ...]


def check_cases(book: Book, cases: Sequence[Case] | None = None) -> tuple[Checked, ...]:
    """Rank every case of a book by its keys. Raises Unknown for a clause or event it lacks."""
    found = cases_of(book.id) if cases is None else cases
    return tuple(_checked(book, case, under) for case in found for under in case.under)


def _checked(book: Book, case: Case, under: Under) -> Checked:
    if under.event not in book.event:
        raise Unknown("event", under.event, tuple(book.event))
    if under.clause not in book.clause:
        raise Unknown("clause", under.clause, tuple(book.clause))
    rules = book.event[under.event]
    differs = _derived(rules, under, case) if case.derived else _ranked(rules, case)
    return Checked(case, under, book.citation(under.clause), tuple(differs))


def _ranked(rules: EventRules, case: Case) -> Iterator[str]:
    ranking = rules.ranking
    order = ranking.order_of(0, 1 if case.finalists else 0)
    table = read_crosstable(case.table, rules.scoring.scoring())
    lots = {name: _drawn(name, order_) for name, order_ in case.lots.items()}
    found = rank(table, order, lots=lots, options=Options(edition=ranking.edition))
    if case.places and _places(found) != case.places:
        yield f"places are {_places(found)}, not {case.places}"
    for who, values in case.values.items():
        shown = {each.key: each.shown for each in found.row(EntrantId(who)).values}
        for key, value in values.items():
            if shown.get(key) != value:
                yield f"{key} of {who} is {shown.get(key)}, not {value}"
    for pair, key in case.parted.items():
        yield from _parted(found, pair, key)


def _parted(found: Standings, pair: str, key: str) -> Iterator[str]:
    ahead, behind = (EntrantId(each) for each in pair.split())
    if found.place(ahead) >= found.place(behind):
        yield f"{ahead} is not ahead of {behind}"
    last = found.why(ahead, behind)[-1].key
    if last != key:
        yield f"{last} parts {ahead} and {behind}, not {key}"


def _drawn(name: str, order: tuple[str, ...]) -> Draw:
    """Make a lot that came out like this; a case says what was drawn, not how."""
    label = name if name in ORDER_LOTS else f"tie-{name}"
    return Draw(label, tuple(sorted(order)), "", "", order)


def _places(found: Standings) -> str:
    return write_places((row.entrant, row.place) for row in found.rows)


def _derived(rules: EventRules, under: Under, case: Case) -> Iterator[str]:
    terms = rules.ranking.derived.get(case.derived)
    if terms is None:
        raise Unknown("derived table", case.derived, tuple(rules.ranking.derived))
    tables = {event: _final(text) for event, text in case.final.items()}
    own = tables.pop(under.event) if not terms.events else tables[under.event]
    found = derived_rows(terms, own, tables, list(_scored(rules, case)))
    places = write_places((row.who, row.place) for row in found)
    if places != case.places:
        yield f"places are {places}, not {case.places}"
    unplaced = tuple(row.who for row in found if row.place is None)
    if unplaced != case.without:
        yield f"without a place: {' '.join(unplaced) or 'nobody'}"
    yield from _totals(found, case)


def _totals(found: Sequence[TableRow], case: Case) -> Iterator[str]:
    totals = {row.who: str(row.total) for row in found}
    for who, values in case.values.items():
        if totals.get(who) != values.get("total"):
            yield f"the total of {who} is {totals.get(who)}, not {values.get('total')}"


def _final(text: str) -> FinalTable:
    entries = read_final(text)
    rows = tuple(FinalRow(each.id, each.number) for each in entries)
    return FinalTable(rows, Crosstable(entries, {}))


def _scored(rules: EventRules, case: Case) -> Iterator[Scored]:
    scoring = rules.scoring.scoring()
    for words, score in case.scores.items():
        who, _, team = words.partition("@")
        yield Scored(EntrantId(who), scoring.read(score), EntrantId(team))
