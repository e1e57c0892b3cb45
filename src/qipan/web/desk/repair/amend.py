"""An entry put right: every field of it, with what would follow, before and after."""

import asyncio
from collections.abc import Mapping
from typing import Any

from qipan.desk.attendance import DropRest, GrantRest
from qipan.desk.entries.commands import AmendEntrant, ReopenEntries, ReturnEntrant
from qipan.desk.entries.newcomer import read_birth, read_tags
from qipan.journal.people import ERASED
from qipan.kernel.ids import EntrantId, PersonId, RoundNo
from qipan.office.repairs.amendments import UNSET, Amendment, amend, amendment_commands
from qipan.views.consequences import Consequences, foreseen
from qipan.views.marks import marks_of
from qipan.web.desk.page import STAY, DeskPage, DeskVisit
from qipan.web.shared.forms import number, optional_number, words


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show an entry with all that can be put right."""
    who = _asked(place)
    known = place.found.entrants.get(who)
    if known is None:
        return {"entry": None}
    found = place.office.around.people.find(known.people)
    follows: Consequences | None = place.told.get("follows")
    return {
        "entry": known,
        "members": [
            (person, found.get(person, ERASED), known.roles[index] if known.roles else "")
            for index, person in enumerate(known.people)
        ],
        "roles": list(place.rules.entries.team),
        "marks": sorted({mark.tag for mark in marks_of(place.rules)} | known.tags),
        "follows": follows,
        "following": len(place.found.rounds) + 1,
        "rests": sorted(int(number) for number, one in place.found.rests if one == who),
        "numbered": bool(place.found.order),
    }


def _asked(place: DeskVisit) -> EntrantId:
    return EntrantId(place.query.get("entrant", "") or str(place.form.get("entrant", "")))


def _wanted(place: DeskVisit) -> Amendment:
    form = place.form
    person = words(form, "person", "")
    tags = read_tags(words(form, "tags", "")) if "tags" in form else UNSET
    roles: Any = UNSET
    if "role-0" in form:
        count = len(place.found.entrants[_asked(place)].people)
        roles = tuple(words(form, f"role-{index}", "player") for index in range(count))
    return Amendment(
        name=words(form, "name") if "name" in form else UNSET,
        latin=words(form, "latin", "") if "latin" in form else UNSET,
        birth=read_birth(words(form, "birth", ""), "birth") if "birth" in form else UNSET,
        unit=(words(form, "unit", "") or None) if "unit" in form else UNSET,
        rating=optional_number(form, "rating") if "rating" in form else UNSET,
        tags=tags,
        roles=roles,
        called=words(form, "called", "") if "called" in form else UNSET,
        rank=words(form, "rank", "") if "rank" in form else UNSET,
        dan=optional_number(form, "dan"),
        member=PersonId(person) if person else None,
        reason=words(form, "reason", ""),
    )


async def look(place: DeskVisit) -> str:
    """Say what a change would mean; nothing is written."""
    place.require(AmendEntrant)
    at = (place.section, _asked(place))

    def foresee() -> Consequences:
        found = amendment_commands(place.office, place.state, at, _wanted(place))
        return foreseen(place.state, place.section, found.commands)

    place.told["follows"] = await asyncio.to_thread(foresee)
    return STAY


async def save(place: DeskVisit) -> str:
    """Put the entry right."""
    place.require(AmendEntrant)
    at = (place.section, _asked(place))
    await asyncio.to_thread(
        amend, place.office, place.home, at, place.visitor.actor, _wanted(place), place.version
    )
    return "entries"


async def come_back(place: DeskVisit) -> str:
    """Let somebody who withdrew play again; without a reason, that it was a slip."""
    reason = words(place.form, "reason", "") or place.visitor.say("repair.came-back")
    await place.carry_out(
        ReturnEntrant(section=place.section, entrant=_asked(place), reason=reason)
    )
    return "entries"


async def reopen(place: DeskVisit) -> str:
    """Take entries again."""
    reason = words(place.form, "reason", "") or place.visitor.say("repair.reopened")
    await place.carry_out(ReopenEntries(section=place.section, reason=reason))
    return "entries"


async def rest(place: DeskVisit) -> str:
    """Let somebody miss a round, or play in it after all."""
    who, number_ = _asked(place), RoundNo(number(place.form, "round"))
    if place.form.get("drop") == "yes":
        await place.carry_out(DropRest(section=place.section, round=number_, entrant=who))
    else:
        reason = words(place.form, "reason", "")
        await place.carry_out(
            GrantRest(
                section=place.section,
                round=number_,
                entrant=who,
                reason=reason,
                worth=words(place.form, "worth", ""),
            )
        )
    back = words(place.form, "back", "")
    if back == "pairing":
        return "pairing"
    return f"amend?entrant={who}"


PAGE = DeskPage(
    "amend",
    96,
    show,
    {"try": look, "save": save, "return": come_back, "reopen": reopen, "rest": rest},
    listed=False,
)
