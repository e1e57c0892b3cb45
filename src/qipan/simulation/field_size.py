"""Whether a field of a size can be simulated: asked before anything is built."""

from qipan.desk.entries.rules import LEAST, MOST, TOO_FEW
from qipan.kernel.errors import Refused
from qipan.kernel.rules import RuleKey
from qipan.pairing.round_robin.berger import EVERYBODY
from qipan.rulebooks import book_named
from qipan.rulebooks.loader import cite

MOST_MEET_ALL = 200
"""Of more, a simulated round robin would take hours: its games grow with the square."""
ALL_MEET = ("round-robin", "double-round-robin")


def check_field(book: str, event: str, entries: int) -> None:
    """Raise Refused, with the limit and its clause, if the event does not hold so many."""
    rules = book_named(book).event[event]
    least, most = rules.entries.least, rules.entries.most
    if most is not None and entries > most:
        raise _refused("simulation.too-many", MOST, (book, event, entries), most)
    if entries < least:
        key = TOO_FEW if rules.entries.cancel else LEAST
        key = MOST if least == most else key
        raise _refused("simulation.too-few", key, (book, event, entries), least)
    if rules.stage[0].system in ALL_MEET and entries > MOST_MEET_ALL:
        raise _refused("simulation.too-long", EVERYBODY, (book, event, entries), MOST_MEET_ALL)


def _refused(code: str, key: RuleKey, asked: tuple[str, str, int], limit: int) -> Refused:
    book, event, entries = asked
    clause = cite(book_named(book), key, event).citation
    return Refused(code, key, event=f"{book} {event}", entries=entries, limit=limit, clause=clause)
