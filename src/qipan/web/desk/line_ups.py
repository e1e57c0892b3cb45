"""Line-ups of teams for the next round: until when, what was handed in, and what stands instead.

A team that hands nothing in plays with its previous line-up, or as it was entered.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from qipan.desk.line_ups import (
    LINE_UP,
    LINE_UP_FIXED,
    LINE_UP_IN_TIME,
    HandInLineUp,
    minutes_before,
    start_of_round,
)
from qipan.i18n.names import shown as name_for
from qipan.kernel.ids import EntrantId, PersonId, RoundNo
from qipan.sections.line_ups import boards_of, fixed_boards, line_up_of
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.player.line_up import round_to_come
from qipan.web.shared.forms import number, optional_number, words


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show the line-up of every team with the boards that are kept for somebody."""
    shown, terms = round_to_come(place.found), place.rules.line_ups
    start = start_of_round(place.found, shown)
    if terms is None:
        return {"round": shown, "boards": [], "teams": [], "due": None, "clauses": []}
    keys = [LINE_UP, LINE_UP_IN_TIME, *([LINE_UP_FIXED] if terms.fixed else [])]
    cited = {found.citation: found for found in map(place.cite, keys)}
    return {
        "round": shown,
        "boards": list(boards_of(terms)),
        "teams": [_team(place, who, shown) for who in place.found.order or place.found.active],
        "due": start - timedelta(minutes=terms.minutes_before) if start else None,
        "clauses": list(cited.values()),
    }


def _team(place: DeskVisit, who: EntrantId, shown: RoundNo) -> dict[str, Any]:
    terms, section = place.rules.line_ups, place.found
    assert terms is not None  # show looked
    entrant = section.entrants[who]
    handed = [number for number, team in section.line_ups if team == who and number <= shown]
    standing = line_up_of(section, who, shown, terms)[: terms.boards]
    typed = place.form.get("entrant") == who
    return {
        "who": who,
        "from": max(handed, default=0),
        "members": [
            (each, name_for(place.about.person(each), place.visitor.language).both)
            for each in entrant.people
        ],
        "standing": [
            words(place.form, f"board-{board}", "") if typed else standing[board - 1]
            for board in boards_of(terms)
            if typed or board <= len(standing)
        ],
        "kept": dict(fixed_boards(entrant, terms)),
    }


async def hand_in(place: DeskVisit) -> None:
    """Take a team's line-up; it came when it is typed in, unless it is said how early it came."""
    shown, terms = RoundNo(number(place.form, "round")), place.rules.line_ups
    early = optional_number(place.form, "minutes")
    if early is None:
        early = minutes_before(start_of_round(place.found, shown), place.now)
    boards = boards_of(terms) if terms else ()
    named = (words(place.form, f"board-{board}", "") for board in boards)
    await place.carry_out(
        HandInLineUp(
            section=place.section,
            round=shown,
            entrant=place.entrant(),
            people=tuple(map(PersonId, named)),
            minutes_before=early,
        )
    )


PAGE = DeskPage(
    "line-ups", 3, show, {"hand-in": hand_in}, fits=lambda rules: rules.line_ups is not None
)
