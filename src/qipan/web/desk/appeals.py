"""Appeals: what came in, until when more may come, who decides, and what became of deposits."""

from collections.abc import Mapping
from typing import Any

from qipan.desk.appeals.commands import (
    AnswerAppeal,
    DecideAppeal,
    LodgeAppeal,
    NameCommittee,
    WithdrawAppeal,
)
from qipan.desk.appeals.procedure import DEPOSIT, IN_TIME
from qipan.desk.people import forget_refused
from qipan.journal.people import Person
from qipan.journal.state import Official
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import BoardNo, PersonId, RoundNo
from qipan.rulebooks.schema.money import cents
from qipan.views.agenda import appeal_due
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import number, optional_number, words


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show the appeals, open ones first, and the committee that decides."""
    terms, section = place.rules.conduct.appeals, place.found
    members = place.state.committees.get(terms.body, ()) if terms else ()
    known = place.office.around.people.find([each.person for each in members])
    listed = sorted(section.appeals.values(), key=lambda each: not each.open)
    published = [each.number for each in section.rounds if each.published]
    clauses = {each.citation: each for each in map(place.cite, (IN_TIME, DEPOSIT))}
    due = {each: appeal_due(place.state, section, each) for each in published}
    return {
        "terms": terms,
        "deposit": place.money(cents(terms.deposit), place.rules.conduct.currency)
        if terms and terms.deposit else "",
        "clauses": list(clauses.values()),
        "appeals": listed,
        "rounds": published,
        "due": due,
        "late": {each for each, until in due.items() if until is not None and until < place.now},
        "members": [known[each.person].name for each in members if each.person in known],
    }  # fmt: skip


async def lodge(place: DeskVisit) -> None:
    """Take an appeal that was handed in now, with its deposit."""
    terms = place.rules.conduct.appeals
    board = optional_number(place.form, "board")
    paid = cents(terms.deposit) if terms and terms.deposit else 0
    await place.carry_out(
        LodgeAppeal(
            section=place.section,
            entrant=place.entrant(),
            round=RoundNo(number(place.form, "round")),
            board=None if board is None else BoardNo(board),
            text=place.text("text").strip(),
            at=place.now.isoformat(timespec="minutes"),
            deposit=paid if place.form.get("deposit") == "yes" else 0,
        )
    )


async def _answer(place: DeskVisit, accept: bool) -> None:
    await place.carry_out(
        AnswerAppeal(
            section=place.section,
            appeal=words(place.form, "appeal"),
            accept=accept,
            reason=words(place.form, "reason", ""),
        )
    )


async def accept(place: DeskVisit) -> None:
    """Have an appeal heard."""
    await _answer(place, True)


async def refuse(place: DeskVisit) -> None:
    """Refuse to have an appeal heard, with a reason."""
    await _answer(place, False)


async def withdraw(place: DeskVisit) -> None:
    """Take an appeal back for who lodged it."""
    name = words(place.form, "appeal")
    await place.carry_out(WithdrawAppeal(section=place.section, appeal=name))


async def _decide(place: DeskVisit, upheld: bool) -> None:
    await place.carry_out(
        DecideAppeal(
            section=place.section,
            appeal=words(place.form, "appeal"),
            upheld=upheld,
            reasons=words(place.form, "reason", ""),
        )
    )


async def uphold(place: DeskVisit) -> None:
    """Write down that the committee upheld an appeal."""
    await _decide(place, True)


async def dismiss(place: DeskVisit) -> None:
    """Write down that the committee dismissed an appeal."""
    await _decide(place, False)


async def committee(place: DeskVisit) -> None:
    """Name the committee, a name a line; names stay beside the journal."""
    terms = place.rules.conduct.appeals
    names = [" ".join(line.split()) for line in place.text("names").splitlines() if line.strip()]
    around = place.office.around
    people = [PersonId(f"p-{around.random_bytes(12).hex()}") for _ in names]
    command = NameCommittee(
        body=terms.body if terms else "",
        members=tuple(map(Official, people)),
        despite=words(place.form, "despite", ""),
    )
    place.require(command)
    for person, name in zip(people, names, strict=True):
        around.people.save(person, Person(name=name[:200]))
    try:
        await place.carry_out(command)
    except QipanError as error:
        forget_refused(around.people, people, error)
        raise


PAGE = DeskPage(
    "appeals",
    5,
    show,
    {
        "lodge": lodge,
        "accept": accept,
        "refuse": refuse,
        "withdraw": withdraw,
        "uphold": uphold,
        "dismiss": dismiss,
        "committee": committee,
    },
    fits=lambda rules: rules.conduct.appeals is not None,
)
