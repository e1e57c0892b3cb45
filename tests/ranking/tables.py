"""Cross tables written as text, for tests: see ``qipan.kernel.crosstable_text``."""

import msgspec

from qipan.kernel.crosstable_text import read_crosstable, write_places
from qipan.kernel.points import CHESS


def table(text, scoring=CHESS, units=None):
    found = read_crosstable(text, scoring)
    named = units or {}
    entries = [msgspec.structs.replace(each, unit=named.get(each.id)) for each in found.entries]
    return msgspec.structs.replace(found, entries=tuple(entries))


def places(standings):
    """Give the order with shared places: ``a b=c d``."""
    return write_places((row.entrant, row.place) for row in standings.rows)
