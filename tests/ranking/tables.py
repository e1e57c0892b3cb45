"""Cross tables written as text, for tests: see ``qipan.kernel.crosstable_text``."""

import msgspec

from qipan.kernel.crosstable_text import read_crosstable, write_places
from qipan.kernel.points import CHESS
from qipan.ranking import Options, rank


def table(text, scoring=CHESS, units=None):
    found = read_crosstable(text, scoring)
    named = units or {}
    entries = [msgspec.structs.replace(each, unit=named.get(each.id)) for each in found.entries]
    return msgspec.structs.replace(found, entries=tuple(entries))


def places(standings):
    """Give the order with shared places: ``a b=c d``."""
    return write_places((row.entrant, row.place) for row in standings.rows)


def said(key, text, scoring=CHESS, *, after=("points",), **options):
    """Give what a key says of everybody, as it is shown: ``a=3 b=2.5``; nothing is left out."""
    found = rank(table(text, scoring), [*after, key], options=Options(**options))
    shown = {row.entrant: row.values[-1].shown for row in found.rows}
    return " ".join(f"{who}={shown[who]}" for who in sorted(shown) if shown[who])


def reason(key, text, a, b, scoring=CHESS, *, after=(), **options):
    """Give the facts of the step in which a key was asked about two."""
    found = rank(table(text, scoring), [*after, key], options=Options(**options))
    return found.why(a, b)[-1].facts
