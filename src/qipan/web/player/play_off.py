"""What a player or captain does themselves in a play-off: name who plays, choose first or second.

The card of a team is its captain's. Whoever may look at the page of an entrant acts for that
entrant and for nobody else; what the regulation allows the desk decides, as for an arbiter.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from qipan.desk.play_offs.commands import ChooseSeat, NominatePlayer
from qipan.desk.play_offs.games import CHOICE, NOMINATED
from qipan.desk.play_offs.seat_choice import read_chosen
from qipan.kernel.errors import Conflict, Refused
from qipan.kernel.ids import PersonId
from qipan.kernel.rules import RuleKey
from qipan.rulebooks.loader import cite
from qipan.sections.lookup import book_under
from qipan.views.play_offs import Decider, Reader, decider
from qipan.web.player.phones import Own, carry_out
from qipan.web.shared.context import Context
from qipan.web.shared.forms import Form, number, words
from qipan.web.shared.section_context import About


def play_off_of(about: About, me: Own) -> Decider | None:
    """Describe the play-off that a player is in, as they may know it; None if there is none."""
    match = me.match
    if match is None or not match.to_play_off or not match.standing.rules.playoff:
        return None
    book = book_under(me.state, me.section)
    reader = Reader(
        cite=lambda key: cite(book, key, me.section.under),
        name=lambda who: about.person(who).name,
        entrant=me.entrant,
    )
    return decider(match, reader)


def _place(me: Own, form: Form, key: RuleKey) -> dict[str, Any]:
    """Give round, board and game of what was sent.

    Raises Refused for somebody without a board, Conflict for a page of an earlier round.
    """
    if me.round is None or me.table is None:
        raise Refused("result.not-seated", key, round=0, board=0, entrant=me.entrant)
    shown = number(form, "round")
    if shown != me.round.number:
        raise Conflict(me.state.id, shown, me.round.number)
    return {
        "section": me.section.id,
        "round": me.round.number,
        "board": me.table.board,
        "entrant": me.entrant,
        "game": number(form, "game"),
    }


async def _nominate(context: Context, me: Own, form: Form) -> None:
    place = _place(me, form, NOMINATED)
    command = NominatePlayer(**place, person=PersonId(words(form, "person")))
    await carry_out(context, me.state.id, me.actor, command)


async def _choose(context: Context, me: Own, form: Form) -> None:
    place = _place(me, form, CHOICE)
    command = ChooseSeat(**place, chosen=read_chosen(words(form, "chosen")))
    await carry_out(context, me.state.id, me.actor, command)


ACTS: dict[str, Callable[[Context, Own, Form], Awaitable[None]]] = {
    "nominate": _nominate,
    "choose": _choose,
}
