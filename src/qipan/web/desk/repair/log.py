"""The log of acts: what was done, by whom, and the way back of each as long as there is one."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from qipan.desk.decide import require
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, SectionId
from qipan.office.office import stream_of
from qipan.office.repairs.undo import DeskAct, acts_of, find_act, obstacle, required_for, undo
from qipan.web.desk.page import DeskPage, DeskVisit
from qipan.web.desk.repair.act_words import ActWords
from qipan.web.shared.failures import Failure
from qipan.web.shared.forms import number, optional_number, words
from qipan.web.shared.reader_names import read
from qipan.web.shared.section_context import About

A_PAGE = 40
IN_SIGHT = 12
"""So many seconds an act stands on the bar."""
LOOKED_AT = 120
"""So many events back an act on the bar may begin."""
_BACK = re.compile(r"[a-z-]{1,40}(\?[a-z0-9=&-]{0,80})?(#[a-z0-9-]{0,40})?")


class ActLine(msgspec.Struct, frozen=True):
    """An act as the bar and the log show it."""

    first: int
    last: int
    at: str
    who: str
    words: str
    undone: bool = False
    takes_back: bool = False
    may_undo: bool = False
    in_the_way: str = ""
    """What stands in the way of taking it back."""


def on_the_bar(place: DeskVisit) -> ActLine | None:
    """Give what this visitor did just now, if it was in the last seconds."""
    state = place.state
    since = max(0, state.version - LOOKED_AT)
    found = place.office.around.log.read(stream_of(place.home), since)
    listed = acts_of(state, [each for each in found if each.version <= state.version])
    if not listed:
        return None
    last = listed[-1]
    at, now = datetime.fromisoformat(last.at), place.context.now()
    age = (now - (at if at.tzinfo else at.replace(tzinfo=now.tzinfo))).total_seconds()
    if last.actor != place.visitor.actor or not -1 <= age <= IN_SIGHT:
        return None
    return _line(place, last, _writer(place))


def _writer(place: DeskVisit) -> ActWords:
    sections = place.state.sections.values()
    names = {each.id: About(place.context, place.state, each).names for each in sections}
    return ActWords(place.state, names, place.visitor.language)


def _line(place: DeskVisit, act: DeskAct, writer: ActWords) -> ActLine:
    state = place.state
    allowed = all(place.may(kind) for kind in required_for(state, act))
    wrong = obstacle(state, act) if allowed and not act.taken_back else None
    return ActLine(
        act.first,
        act.last,
        act.at,
        _who(place, act.actor),
        writer.of(state.past[act.first - 1 : act.last]),
        act.taken_back,
        act.takes_back,
        allowed and wrong is None and not act.taken_back,
        Failure(wrong, place.visitor.language, place.book, place.about).sentence if wrong else "",
    )


def _who(place: DeskVisit, actor: str) -> str:
    kind, _, rest = actor.partition(":")
    if kind == "account":
        known = place.context.house.accounts.find(rest.partition("/")[0])
        return known.display if known is not None else rest
    if kind == "player":
        section, _, entrant = rest.partition("/")
        found = place.state.sections.get(SectionId(section))
        names = place.office.names(found) if found else {}
        known_player = names.get(EntrantId(entrant))
        return read(known_player, place.visitor.language) if known_player else rest
    return actor


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show the acts, newest first, a page at a time."""
    found = place.office.around.log.read(stream_of(place.home))
    listed = acts_of(place.state, [e for e in found if e.version <= place.state.version])[::-1]
    before = optional_number(place.query, "before")
    older: Sequence[DeskAct] = [each for each in listed if not before or each.first < before]
    writer = _writer(place)
    return {
        "acts": [_line(place, each, writer) for each in older[:A_PAGE]],
        "older": older[A_PAGE - 1].first if len(older) > A_PAGE else None,
    }


async def take_back(place: DeskVisit) -> str:
    """Take an act back, and go where the visitor was."""
    act = find_act(place.office, place.home, number(place.form, "act"))
    for kind in required_for(place.state, act):
        require(place.role, kind)
    reason = words(place.form, "reason", "")
    await asyncio.to_thread(undo, place.office, place.home, place.visitor.actor, act, reason)
    back = words(place.form, "back", "log")
    if not _BACK.fullmatch(back):
        raise BadInput("no such page", where="back")
    return back


PAGE = DeskPage("log", 3, show, {"undo": take_back})
