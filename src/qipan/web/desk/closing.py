"""The end of a section: what is still open, the final table, prizes, and closing it all."""

from collections.abc import Mapping
from typing import Any

from qipan.desk.closing import ApproveStandings, CloseCompetition
from qipan.desk.money import AwardPrizes, prizes_of
from qipan.kernel.errors import Refused
from qipan.sections.derived import official_places
from qipan.sections.places import pending_lots
from qipan.sections.stages import undecided
from qipan.sections.systems import next_standing
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.shared.forms import words


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show what has to be complete, each with a mark, and the places as they stand."""
    state, section = place.state, place.found
    published = [each for each in section.rounds if each.published]
    missing = sum(len(each.missing) + len(undecided(state, section, each)) for each in published)
    played = bool(section.order) and next_standing(state, section) is None
    checks = [
        ("rounds", played and len(published) == len(section.rounds), len(published)),
        ("results", not missing, missing),
        ("lots", not section.order or not pending_lots(state, section), 0),
        ("appeals", not any(each.open for each in section.appeals.values()), 0),
    ]
    prizes, shared = _prizes(place)
    others = [
        each
        for each in state.sections.values()
        if each.approved is None and not each.cancelled and each.id != section.id
    ]
    return {
        "checks": checks,
        "places": official_places(state, section) if section.rounds else (),
        "prizes": prizes,
        "shared": shared,
        "has_prizes": bool(place.rules.prizes.lists),
        "others": others,
        "today": place.now.date().isoformat(),
        "money": lambda amount: place.money(amount, place.rules.prizes.currency),
    }  # fmt: skip


def _prizes(place: DeskVisit) -> tuple[tuple[Any, ...], Refused | None]:
    if place.found.prizes is not None:
        return place.found.prizes, None
    if place.found.approved is None or not place.rules.prizes.lists:
        return (), None
    try:
        return prizes_of(place.state, place.found), None
    except Refused as error:
        return (), error


async def approve(place: DeskVisit) -> None:
    """Make the standings final."""
    await place.carry_out(ApproveStandings(section=place.section))


async def award(place: DeskVisit) -> None:
    """Give out the prizes and post them to the ledger."""
    await place.carry_out(AwardPrizes(section=place.section, on=words(place.form, "on")))


async def finish(place: DeskVisit) -> None:
    """Close the competition."""
    await place.carry_out(CloseCompetition())


PAGE = DeskPage("closing", 10, show, {"approve": approve, "award": award, "finish": finish})
