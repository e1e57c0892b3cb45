"""Appeals: what came in, until when more may come, who decides, and what became of deposits."""

from collections.abc import Mapping
from typing import Any

from qipan.desk.appeals.commands import (
    AnswerAppeal,
    DecideAppeal,
    DeclareConflict,
    LodgeAppeal,
    NameCommittee,
    WithdrawAppeal,
)
from qipan.desk.appeals.committee import CONFLICT, known_officials
from qipan.desk.appeals.procedure import DEPOSIT, IN_TIME
from qipan.desk.people import forget_refused
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import BoardNo, PersonId, RoundNo
from qipan.office.committees import named_members
from qipan.rulebooks.schema.money import cents
from qipan.views.agenda import appeal_due
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import number, optional_number, words


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show the appeals, open ones first, and the committee that decides."""
    terms, section = place.rules.conduct.appeals, place.found
    bodies = place.state.committees
    officials = known_officials(place.state)
    known = place.office.around.people.find(officials)
    listed = sorted(section.appeals.values(), key=lambda each: not each.open)
    published = [each.number for each in section.rounds if each.published]
    clauses = {each.citation: each for each in map(place.cite, (IN_TIME, DEPOSIT))}
    due = {each: appeal_due(place.state, section, each) for each in published}
    return {
        "terms": terms,
        "conduct": place.rules.conduct,
        "deposit": place.money(cents(terms.deposit), place.rules.conduct.currency)
        if terms and terms.deposit else "",
        "clauses": list(clauses.values()),
        "appeals": listed,
        "rounds": published,
        "due": due,
        "late": {each for each, until in due.items() if until is not None and until < place.now},
        "bodies": {
            body: [
                (known[each.person].name, each.online)
                for each in bodies.get(body, ())
                if each.person in known
            ]
            for body in place.rules.conduct.committee or ((terms.body,) if terms else ())
        },
        "officials": {who: known[who].name for who in officials if who in known},
        "conflicts": place.state.conflicts,
        "conflict_clause": place.cite(CONFLICT) if place.rules.conduct.conflicts else None,
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
    """Name a committee, a name a line; names stay beside the journal."""
    place.require(NameCommittee)
    terms = place.rules.conduct.appeals
    around = place.office.around
    named = named_members(
        place.state,
        around.people,
        _names(place, "names"),
        _names(place, "online"),
        around.random_bytes,
    )
    body = words(place.form, "body", terms.body if terms else "")
    try:
        await place.carry_out(named.command(body, words(place.form, "despite", "")))
    except QipanError as error:
        forget_refused(around.people, named.newcomers, error)
        raise


def _names(place: DeskVisit, field: str) -> list[str]:
    return [line for line in place.text(field, "").splitlines() if line.strip()]


async def conflict(place: DeskVisit) -> None:
    """Note that an official is close to an entrant or a unit, and does not decide on them."""
    close = words(place.form, "entrant", "")
    await place.carry_out(
        DeclareConflict(
            person=PersonId(words(place.form, "official")),
            section=place.section if close else None,
            entrant=place.entrant() if close else None,
            unit=words(place.form, "unit", ""),
            reason=words(place.form, "reason", ""),
        )
    )


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
        "conflict": conflict,
    },
    fits=lambda rules: rules.conduct.appeals is not None,
)
