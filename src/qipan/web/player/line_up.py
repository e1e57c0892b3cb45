"""Line-ups that captains hand in themselves, on the page of their team's card.

What is handed in is nobody else's to see before the round is published; the team's own page and the
desk show it. It came when it was sent: nobody may say here that it came earlier.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import msgspec

from qipan.desk.line_ups import LINE_UP_IN_TIME, HandInLineUp, minutes_before, start_of_round
from qipan.journal.state import Section
from qipan.kernel.errors import Conflict
from qipan.kernel.ids import PersonId, RoundNo
from qipan.rulebooks.loader import cite
from qipan.rulebooks.schema import Cited
from qipan.sections.line_ups import boards_of, fixed_boards, line_up_of
from qipan.sections.lookup import book_under, event_of
from qipan.sections.systems import rounds_planned
from qipan.web.player.phones import Own, carry_out
from qipan.web.shared.context import Context
from qipan.web.shared.forms import Form, number, words
from qipan.web.shared.section_context import About


class LineUpBoard(msgspec.Struct, frozen=True):
    """A board of the line-up: who sits there as things stand, and whether it is kept for them."""

    board: int
    standing: str
    kept: bool


class LineUp(msgspec.Struct, frozen=True):
    """What a captain hands in for the next round."""

    round: int
    places: tuple[LineUpBoard, ...]
    members: tuple[tuple[PersonId, str], ...]
    handed: bool
    due: datetime | None
    clause: Cited


def round_to_come(section: Section) -> RoundNo:
    """Give the round for which line-ups are still taken."""
    current = section.current
    if current is not None and not current.published:
        return current.number
    return RoundNo(len(section.rounds) + 1)


def line_up_for(about: About, me: Own) -> LineUp | None:
    """Describe what the team of a card hands in next; None where there is nothing to hand in."""
    section, terms = me.section, event_of(me.state, me.section).line_ups
    entrant = section.entrants[me.entrant]
    shown = round_to_come(section)
    if terms is None or entrant.withdrawn or len(section.order) < 2:
        return None
    if shown > rounds_planned(me.state, section):
        return None
    standing = line_up_of(section, me.entrant, shown, terms)[: terms.boards]
    kept = dict(fixed_boards(entrant, terms))
    start = start_of_round(section, shown)
    return LineUp(
        round=shown,
        places=tuple(
            LineUpBoard(board, who, board in kept)
            for board, who in zip(boards_of(terms), standing, strict=False)
        ),
        members=tuple((each, about.person(each).name) for each in entrant.people),
        handed=(shown, me.entrant) in section.line_ups,
        due=start - timedelta(minutes=terms.minutes_before) if start else None,
        clause=cite(book_under(me.state, me.section), LINE_UP_IN_TIME, section.under),
    )


async def _hand_in(context: Context, me: Own, form: Form) -> None:
    """Take a line-up. Raises Conflict for a page of an earlier round."""
    shown = RoundNo(number(form, "round"))
    due = round_to_come(me.section)
    if shown > due:
        raise Conflict(me.state.id, shown, due)
    terms = event_of(me.state, me.section).line_ups
    named = (words(form, f"board-{board}", "") for board in (boards_of(terms) if terms else ()))
    now = context.wall()
    command = HandInLineUp(
        section=me.section.id,
        round=shown,
        entrant=me.entrant,
        people=tuple(map(PersonId, named)),
        minutes_before=minutes_before(start_of_round(me.section, shown), now),
    )
    await carry_out(context, me.state.id, me.actor, command)


ACTS: dict[str, Callable[[Context, Own, Form], Awaitable[None]]] = {"line-up": _hand_in}
