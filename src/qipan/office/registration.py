"""Registering oneself for a section: what is asked, whether one may, and being entered.

The rules are those of any entry: they are asked at once, with the clause, before anything is kept.
Who is kept waiting is so for one of two reasons: the organiser confirms everybody, or the section
is full; then the next one moves up when somebody withdraws.
"""

from datetime import date
from itertools import zip_longest

import msgspec

from qipan.desk.decide import decide
from qipan.desk.entries.newcomer import Mate, Newcomer, read_birth
from qipan.journal.people import Person
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import PersonId
from qipan.kernel.ranks import MOST_DAN
from qipan.kernel.rules import rule
from qipan.office.office import Office
from qipan.outbound.mail import read_address
from qipan.rulebooks.schema.entries import Entries
from qipan.sections.lookup import event_of

REGISTER = rule("entry.by-oneself", "People can register themselves while the organiser allows it.")
CONSENT = rule("entry.consent", "Minors are registered with a guardian's consent.")
ADULT = 18
LONGEST, MOST_MEMBERS = 80, 12
ASKED, WAITING, ENTERED = "asked", "waiting", "entered"
WITHDRAWN, REFUSED = "withdrawn", "refused"
OPEN_STATES = frozenset({ASKED, WAITING, ENTERED})


class Terms(msgspec.Struct, frozen=True):
    """How people register for a section."""

    confirm: bool = False
    """Whether the organiser confirms everybody."""
    most: int = 0
    """So many are entered, the others wait; 0: as many as the regulation takes."""
    until: str = ""
    """The last day, in the competition's place; empty: until entries are closed."""
    fee: str = ""
    """What to pay, and how, as the organiser writes it."""


class Filled(msgspec.Struct, frozen=True):
    """What somebody filled in."""

    name: str
    latin: str = ""
    birth: str = ""
    dan: int | None = None
    unit: str = ""
    email: str = ""
    phone: str = ""
    guardian: str = ""
    """Who consents for a minor."""
    members: tuple[str, ...] = ()
    """The others of a team or pair, the captain is the first."""
    births: tuple[str, ...] = ()
    """Of the others, in the same order; empty where nobody asked."""
    roles: tuple[str, ...] = ()
    """The part of each in the team, the captain's first; empty: that of the book's first role."""
    tags: tuple[str, ...] = ()
    paid: bool = False
    """Noted by the organiser."""


def is_open(section: Section, terms: Terms | None, today: date) -> bool:
    """Say whether people register now."""
    late = terms is not None and bool(terms.until) and today.isoformat() > terms.until
    return terms is not None and not section.closed and not late


class Asked(msgspec.Struct, frozen=True):
    """What a section asks of whoever registers."""

    birth: bool
    dan: bool
    unit: bool
    members: int
    """How many others a team or pair has at most; 0: one plays alone."""
    tags: tuple[str, ...]
    roles: tuple[str, ...] = ()
    """The parts in a team, one for each place, where the book knows several."""
    optional: frozenset[str] = frozenset()
    """Parts that may stay empty."""


def asked_of(state: Competition, section: Section) -> Asked:
    """Say what the regulation needs to know."""
    rules = event_of(state, section).entries
    team = sum(role.count for role in rules.team.values()) if rules.team else 1
    return Asked(
        birth=bool(rules.groups or rules.age or rules.young),
        dan=rules.dan_below is not None,
        unit=rules.unit_needed or bool(rules.units),
        members=max(0, min(team, MOST_MEMBERS) - 1),
        tags=tuple(rules.needs),
        roles=_roles(rules) if len(rules.team) > 1 else (),
        optional=frozenset(name for name, role in rules.team.items() if role.optional),
    )


def _roles(rules: Entries) -> tuple[str, ...]:
    return tuple(name for name, role in rules.team.items() for _ in range(role.count))


def read_filled(said: dict[str, str], asked: Asked, today: date) -> Filled:
    """Read a form. Raises BadInput, or Refused for a minor without a guardian."""
    name = _line(said, "name")
    if not name:
        raise BadInput("a name", where="name", code="lobby.name")
    birth = read_birth(said.get("birth", "").strip(), "birth")
    if asked.birth and not birth:
        raise BadInput("a whole date of birth", where="birth", code="lobby.birth")
    if birth and not "1900" < birth <= today.isoformat():
        raise BadInput("a date of birth", where="birth", code="lobby.birth")
    dan = said.get("dan", "").strip()
    if (asked.dan or dan) and (not dan.isascii() or not dan.isdigit() or int(dan[:3]) > MOST_DAN):
        raise BadInput("a dan from 0 to 10", where="dan", code="lobby.dan")
    members, births, parts = _team(said, asked, today)
    filled = Filled(
        name=name,
        latin=_line(said, "latin"),
        birth=birth,
        dan=int(dan) if dan else None,
        unit=_line(said, "unit"),
        email=read_address(said["email"]) if said.get("email", "").strip() else "",
        phone=_line(said, "phone"),
        guardian=_line(said, "guardian"),
        members=members,
        births=births,
        roles=parts,
        tags=tuple(tag for tag in asked.tags if said.get(f"tag-{tag}") == "yes"),
    )
    if is_minor(birth, today) and not (filled.guardian and said.get("consent") == "yes"):
        raise Refused("entry.consent", CONSENT, age=ADULT)
    return filled


def is_minor(birth: str, today: date) -> bool:
    """Say whether somebody is under age; who gave no date is taken for grown up."""
    if not birth:
        return False
    born = birth if len(birth) > 4 else f"{birth}-12-31"
    return f"{today.year - ADULT}-{today:%m-%d}" < born


def _line(said: dict[str, str], name: str) -> str:
    text = " ".join(said.get(name, "").split())
    if len(text) > LONGEST or not text.isprintable():
        raise BadInput(f"at most {LONGEST} characters", where=name, code="form.too-long")
    return text


def _members(text: str, asked: Asked) -> tuple[str, ...]:
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    if len(lines) > asked.members or any(len(line) > LONGEST for line in lines):
        raise BadInput(f"at most {asked.members} members", where="members", code="form.too-long")
    return tuple(lines)


def _team(
    said: dict[str, str], asked: Asked, today: date
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Read the others of a team: names, births and parts. Raises BadInput.

    Where a book knows several parts each place has a line of its own, ``member-2`` and so on; who
    registers has the first.
    """
    if not asked.roles:
        return _members(said.get("members", ""), asked), (), ()
    names, births, parts = [], [], [asked.roles[0]]
    for number, role in enumerate(asked.roles[1:], 2):
        name = _line(said, f"member-{number}")
        born = read_birth(said.get(f"birth-{number}", "").strip(), f"birth-{number}")
        if not name:
            if role not in asked.optional:
                raise BadInput("a name", where=f"member-{number}", code="lobby.name")
            continue
        if born and not "1900" < born <= today.isoformat():
            raise BadInput("a date of birth", where=f"birth-{number}", code="lobby.birth")
        names.append(name)
        births.append(born)
        parts.append(role)
    return tuple(names), tuple(births), tuple(parts)


def newcomer_of(filled: Filled, state: Competition, section: Section, known: str) -> Newcomer:
    """Make the entry of what was filled in; ``known``: the person of an account."""
    person = Person(
        name=filled.name,
        latin=filled.latin,
        birth=filled.birth,
        phone=filled.phone,
        email=filled.email,
        dan=filled.dan,
    )
    roles = list(event_of(state, section).entries.team or {})
    role = roles[0] if roles else "player"
    return Newcomer(
        person,
        unit=filled.unit or None,
        tags=frozenset(filled.tags),
        dan=filled.dan,
        role=filled.roles[0] if filled.roles else role,
        mates=tuple(
            Mate(Person(name=each, birth=born or ""), part)
            for each, born, part in zip_longest(
                filled.members, filled.births, filled.roles[1:] or (role,) * len(filled.members)
            )
        ),
        known=PersonId(known) if known else None,
    )


def require_eligible(office: Office, state: Competition, section: Section, who: Newcomer) -> None:
    """Raise Refused with the rule that somebody does not fulfil, before anything is kept."""
    command = office.entry_commands(state, section, [who])[0]
    decide(state, command)
    office.refuse_barred([who])
