"""Whether a field of a size can be simulated: asked before anything is built."""

from qipan.desk.entries.rules import LEAST, MOST, TOO_FEW
from qipan.kernel.errors import Refused
from qipan.kernel.rules import RuleKey
from qipan.pairing.round_robin.berger import EVERYBODY
from qipan.rulebooks import Book, book_named
from qipan.rulebooks.loader import cite

MOST_MEET_ALL = 200
"""Of more, a simulated round robin would take hours: its games grow with the square."""
ALL_MEET = ("round-robin", "double-round-robin")


def check_field(book: str | Book, event: str, entries: int) -> None:
    """Raise Refused, with the limit and its clause, if the event does not hold so many."""
    book = book_named(book) if isinstance(book, str) else book
    rules = book.event[event]
    least, most = rules.entries.least, rules.entries.most
    if most is not None and entries > most:
        raise _refused("simulation.too-many", MOST, (book, event, entries), most)
    if entries < least:
        key = TOO_FEW if rules.entries.cancel else LEAST
        key = MOST if least == most else key
        raise _refused("simulation.too-few", key, (book, event, entries), least)
    if rules.stage[0].system in ALL_MEET and entries > MOST_MEET_ALL:
        raise _refused("simulation.too-long", EVERYBODY, (book, event, entries), MOST_MEET_ALL)


def fitting_field(book: Book, event: str, entries: int) -> int:
    """Give the number of entries nearest to the one wished for that an event can hold."""
    rules = book.event[event]
    most = rules.entries.most
    if rules.stage[0].system in ALL_MEET:
        most = min(most or MOST_MEET_ALL, MOST_MEET_ALL)
    found = max(entries, rules.entries.least)
    return found if most is None else min(found, most)


def _refused(code: str, key: RuleKey, asked: tuple[Book, str, int], limit: int) -> Refused:
    book, event, entries = asked
    clause = cite(book, key, event).citation
    shown = f"{book.id} {event}"
    return Refused(code, key, event=shown, entries=entries, limit=limit, clause=clause)
