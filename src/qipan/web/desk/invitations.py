"""Invitations from a rating list: who is asked, who played too little, and entering who comes."""

import asyncio
from collections.abc import Mapping
from typing import Any

from qipan.desk.entries.commands import Attendance, Candidate, EnterEntrant, InvitePlayers
from qipan.desk.entries.invitations import invite_players
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.entries.rules import INVITED
from qipan.journal.entries import PlayersInvited
from qipan.journal.people import ERASED, Person
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, PersonId
from qipan.office.typed_results import Wrong
from qipan.web.desk.page import STAY, DeskPage, DeskVisit
from qipan.web.shared.forms import optional_number, words

MOST_LINES = 500
NOT_ACTIVE = "x"


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show who is invited and who of them has entered, or what a list would give."""
    section, terms = place.found, place.rules.entries.invited
    known = place.office.around.people.find(section.invited)
    entered = {who for entrant in section.active for who in section.entrants[entrant].people}
    return {
        "terms": terms,
        "clause": place.cite(INVITED),
        "invited": [(who, known.get(who, ERASED), who in entered) for who in section.invited],
        "given": sum(not set(section.entrants[each].people) <= {*section.invited}
                     for each in section.active),
        "looked": place.told.get("looked"),
        "typed": place.form.get("list", ""),
    }  # fmt: skip


def _candidate(place: DeskVisit, text: str) -> tuple[Person, Candidate]:
    """Read a line: a name, a rating, then events with rounds played. Raises BadInput."""
    name, *cells = [cell.strip() for cell in text.replace("\t", ";").split(";")]
    cells = [cell for cell in cells if cell]
    active = not cells or cells[-1].lower() != NOT_ACTIVE
    cells = cells if active else cells[:-1]
    rating = cells[0] if cells else ""
    if not name or len(name) > 200 or not (rating.isascii() and rating.isdigit()):
        raise BadInput("a name and a rating", where="list", code="desk.invitations.line")
    played = tuple(_attendance(place, cell) for cell in cells[1:])
    who = place.office.fresh_person()
    return Person(name=name), Candidate(who, int(rating[:5]), active, played)


def _attendance(place: DeskVisit, text: str) -> Attendance:
    event, _, counts = text.rpartition(" ")
    played, _, rounds = counts.partition("/")
    terms = place.rules.entries.invited
    numbers = all(each.isascii() and each.isdigit() and len(each) < 4 for each in (played, rounds))
    if not numbers or terms is None or event.strip().lower() not in terms.events:
        raise BadInput(text[:40], where="list", code="desk.invitations.attendance")
    return Attendance(event.strip().lower(), int(played), int(rounds))


def _list(place: DeskVisit) -> tuple[dict[PersonId, Person], InvitePlayers]:
    """Read the whole list. Raises BadInput and names the lines that are wrong."""
    people: dict[PersonId, Person] = {}
    candidates, wrong = [], []
    lines = place.text("list").splitlines()
    if len(lines) > MOST_LINES:
        raise BadInput(f"{MOST_LINES}", where="list", code="desk.invitations.many")
    for at, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            person, candidate = _candidate(place, text)
        except BadInput as error:
            wrong.append(Wrong(at, text[:60], error))
            continue
        people[candidate.person] = person
        candidates.append(candidate)
    if wrong:
        place.wrong = wrong
        raise BadInput(f"{len(wrong)}", where="list", code="desk.lines-wrong")
    return people, InvitePlayers(section=place.section, candidates=tuple(candidates))


async def look(place: DeskVisit) -> str:
    """Say whom a list would invite, and whom it passes over; nothing is written."""
    place.require(InvitePlayers(section=place.section, candidates=()))
    people, command = _list(place)
    (event,) = invite_players(place.state, command)
    assert isinstance(event, PlayersInvited)  # the one event of an invitation
    place.told["looked"] = [
        [people[who].name for who in named] for named in (event.people, event.passed_over)
    ]
    return STAY


async def invite(place: DeskVisit) -> None:
    """Invite by the list."""
    place.require(InvitePlayers(section=place.section, candidates=()))
    people, command = _list(place)
    expected = optional_number(place.form, "version")
    await asyncio.to_thread(
        place.office.invite, place.home, place.visitor.actor, command, people, expected
    )


async def enter(place: DeskVisit) -> None:
    """Enter somebody who was invited and comes."""
    who = PersonId(words(place.form, "person"))
    place.require(EnterEntrant(section=place.section, entrant=EntrantId(""), people=()))
    known = place.office.around.people.find([who])
    if who not in place.found.invited or who not in known:
        raise BadInput(who[:40], where="person", code="desk.invitations.nobody")
    rating = optional_number(place.form, "rating")
    unit = words(place.form, "unit", "") or None
    newcomer = Newcomer(known[who], rating=rating, unit=unit, known=who)
    await asyncio.to_thread(
        place.office.enter, place.home, place.section, place.visitor.actor, newcomer
    )


PAGE = DeskPage(
    "invitations",
    6,
    show,
    {"look": look, "invite": invite, "enter-invited": enter},
    fits=lambda rules: rules.entries.invited is not None,
)
