"""What every tie-break must bring, and whether its deciding cases come out as worked by hand."""

from collections.abc import Iterator, Sequence

from qipan.kernel.crosstable_text import read_crosstable, write_places
from qipan.kernel.lots import Draw
from qipan.kernel.rules import house_clauses
from qipan.ranking.keys import DecidingCase, Key, find
from qipan.ranking.notation import parse
from qipan.ranking.standings import Standings, rank

CLAUSE_LANGUAGES = ("en", "zh")
"""Every clause of a book has these."""


def omissions(key: Key, languages: Sequence[str]) -> tuple[str, ...]:
    """Name all that a key does not bring: names, clause, case; empty if it is whole."""
    word = key.names[0]
    missing = [f"{word} has no name in {each}" for each in languages if not key.called.get(each)]
    for written, name in key.also.items():
        missing += [f"{written} has no name in {each}" for each in languages if not name.get(each)]
    clause = house_clauses().get(key.rule, {})
    missing += [
        f"{word} has no house clause in {each} for {key.rule}"
        for each in CLAUSE_LANGUAGES
        if not clause.get(each)
    ]
    if not key.cases:
        missing.append(f"{word} has no deciding case")
    return tuple(missing)


def differences(key: Key, case: DecidingCase) -> tuple[str, ...]:
    """Say what comes out of a case otherwise than it says; empty if it is right."""
    return tuple(f"{case.key}: {each}" for each in _differences(key, case))


def _differences(key: Key, case: DecidingCase) -> Iterator[str]:
    if find(parse(case.key)) is not key:
        yield f"this is no way to write {key.names[0]}"
    before, found = _ranked(case, case.after), _ranked(case, (*case.after, case.key))
    places = _places(found)
    if places != case.places:
        yield f"places are {places}, not {case.places}"
    if _places(before) == places:
        yield "it decides nothing"
    wanted = dict(word.split("=") for word in case.values.split())
    for row in found.rows:
        shown = {value.key: value.shown for value in row.values}.get(case.shows or case.key)
        if shown != wanted.get(row.entrant, ""):
            yield f"{row.entrant} has {shown or 'nothing'}, not {wanted.get(row.entrant, '')}"


def _ranked(case: DecidingCase, order: Sequence[str]) -> Standings:
    """Rank the table; a lot that a case names came out as it says, whatever drew it."""
    lots = {
        name: Draw(name, tuple(sorted(drawn.split())), "", "", tuple(drawn.split()))
        for name, drawn in case.lots.items()
    }
    return rank(read_crosstable(case.table, case.scoring), order, lots=lots)


def _places(standings: Standings) -> str:
    return write_places((row.entrant, row.place) for row in standings.rows)
