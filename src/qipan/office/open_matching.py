"""Open matching by the book: terms of a period, who may play in it, and where it leads.

The clock, the game, the target and what a match is worth stand in the book's event; the period and
its title are the organiser's. Who plays says name, birth and dan; a rule of the book that keeps
somebody out is cited at once, not when the points are there.
"""

from collections.abc import Iterator
from datetime import date, datetime
from fractions import Fraction

import msgspec

from qipan.desk.entries.newcomer import read_birth
from qipan.desk.entries.rules import DAN, GROUP
from qipan.desk.online.contest import require_delay
from qipan.desk.online.zones import zone_of
from qipan.games import game_named
from qipan.journal.live.lobby import LobbyOpened, period
from qipan.journal.people import Person
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ranks import MOST_DAN
from qipan.kernel.rules import rule
from qipan.office.newcomers import year_of_birth
from qipan.rulebooks import Book, book_named
from qipan.rulebooks.clocks import control_of
from qipan.rulebooks.loader import all_books
from qipan.rulebooks.schema import EventRules

OPEN = "open-matching"
KNOWN = rule("lobby.known", "Players competing for a place in the next event give their details.")
LONGEST_NAME = 60


class PeriodAsked(msgspec.Struct, frozen=True):
    """A period as an organiser asks for it; times with their zone, or as the zone's clock shows."""

    event: str = ""
    begins: str = ""
    ends: str = ""
    title: str = ""
    zone: str = ""
    delay: int | None = None
    """Seconds by which spectators are behind; not said: as the book has it."""


def open_events() -> Iterator[tuple[Book, str, EventRules]]:
    """Give every event of open matching on the shelves, with its book."""
    for _, book in sorted(all_books().items()):
        for name, rules in book.event.items():
            if rules.stage[0].system == OPEN:
                yield book, name, rules


def terms_by_book(book: str, asked: PeriodAsked) -> LobbyOpened:
    """Take game, rules, clock, target and scores from a book's event of open matching.

    Raises Unknown, or BadInput if it has no such event, or the delay is too long.
    """
    found = {
        name: rules
        for name, rules in book_named(book).event.items()
        if rules.stage[0].system == OPEN and (not asked.event or name == asked.event)
    }
    if len(found) != 1:
        raise BadInput(f"one event of open matching of {book}", where="event")
    ((event, rules),) = found.items()
    game, control = game_named(rules.game), control_of(rules.clock, at_board=False)
    begins, ends = period(with_zone(asked.begins, asked.zone), with_zone(asked.ends, asked.zone))
    stage, scoring = rules.stage[0], rules.scoring
    delay = rules.schedule.broadcast_delay if asked.delay is None else asked.delay
    return LobbyOpened(
        game=game.name,
        engine=game.engine,
        rules=dict(rules.rules),
        controls=(control, control),
        target=int(Fraction(stage.target or "20")),
        begins=begins,
        ends=ends,
        title=asked.title,
        book=book,
        under=event,
        worth=(_whole(scoring.win), _whole(scoring.draw), _whole(scoring.loss)),
        zone=asked.zone,
        delay=1000 * require_delay(delay),
    )


def _whole(text: str) -> int:
    return int(Fraction(text))


def with_zone(text: str, zone: str) -> str:
    """Add a zone to a time that has none. Raises BadInput."""
    text = text.strip()
    if not text or not zone:
        return text
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return text  # refused where it is read, with what was written
    return text if found.tzinfo else found.replace(tzinfo=zone_of(zone)).isoformat()


# -- who plays -----------------------------------------------------------------------------------


def rules_of(terms: LobbyOpened) -> tuple[Book, EventRules] | None:
    """Give the book and the event of a period; None for one without a book."""
    if not terms.book:
        return None
    book = book_named(terms.book)
    return book, book.event[terms.under]


def next_event(terms: LobbyOpened) -> tuple[str, EventRules] | None:
    """Give the event that a period leads to: the one whose players qualify in it."""
    found = rules_of(terms)
    for name, rules in found[0].event.items() if found else ():
        if rules.entries.qualified == terms.under:
            return name, rules
    return None


def read_player(name: str, birth: str, dan: str, today: date) -> Person:
    """Read who somebody says they are. Raises BadInput."""
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise BadInput(f"1 to {LONGEST_NAME} letters", where="name", code="lobby.name")
    born = read_birth(birth, "birth")
    if len(born) != len("2008-01-31") or not "1900-01-01" < born <= today.isoformat():
        raise BadInput("a whole date of birth", where="birth", code="lobby.birth")
    if not dan.isascii() or not dan.isdigit() or int(dan[:3]) > MOST_DAN:
        raise BadInput("a dan from 0 to 10", where="dan", code="lobby.dan")
    return Person(name=name, birth=born, dan=int(dan))


def require_player(terms: LobbyOpened, person: Person | None) -> None:
    """Raise Refused if somebody may not play in a period: unknown, or of too high a dan."""
    found = rules_of(terms)
    if found is None:
        return
    if person is None or year_of_birth(person) is None or person.dan is None:
        raise Refused("lobby.who-are-you", KNOWN)
    below = found[1].entries.dan_below
    if below is not None and person.dan >= below:
        raise Refused("entry.dan", DAN, dan=person.dan, below=below)


def group_of(terms: LobbyOpened, person: Person) -> str:
    """Name the group of the next event that somebody's age decides; empty where there is none.

    Raises Refused if no group takes their year of birth.
    """
    following, year = next_event(terms), year_of_birth(person)
    if following is None or not following[1].entries.groups or year is None:
        return ""
    for name, born in following[1].entries.groups.items():
        if born.first <= year <= born.last:
            return name
    raise Refused("lobby.no-group", GROUP, year=year)
