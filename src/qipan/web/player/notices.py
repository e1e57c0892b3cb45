"""What a player should know: notices, supplementary clauses, own penalties and appeals."""

import msgspec

from qipan.i18n import local
from qipan.journal.state import Competition
from qipan.kernel.ids import SectionId
from qipan.sections.lookup import book_of, book_under
from qipan.web.player.phones import Own
from qipan.web.shared.visitor import Visitor


class Told(msgspec.Struct, frozen=True):
    """One thing to know."""

    kind: str
    """``notice``, ``supplement``, ``penalty``, ``late`` or ``appeal``."""
    text: str
    at: str = ""
    citation: str = ""


def public_notices(
    state: Competition, visitor: Visitor, section: SectionId | None = None
) -> list[Told]:
    """List what everybody may read, newest first; of one section, or of all."""
    book = book_of(state)
    found = [
        Told("notice", each.text, each.at)
        for each in state.notices
        if each.section is None or section is None or each.section == section
    ]
    found += [
        Told("supplement", local(each.text, visitor.language), each.date, book.citation(number))
        for number, each in state.supplements.items()
    ]
    return sorted(found, key=lambda each: each.at, reverse=True)


def notices_for(me: Own, visitor: Visitor) -> list[Told]:
    """List what a player should know: their own first. Nobody else's penalties are in it."""
    section, say = me.section, visitor.say
    book = book_under(me.state, me.section)
    mine = [
        Told(
            "appeal",
            f"{say('ui.round-n', n=each.round)} · {say('ui.appeal.' + each.outcome.value)}"
            + (f" · {each.reasons}" if each.reasons else ""),
            each.at,
        )
        for each in section.appeals.values()
        if each.entrant == me.entrant
    ]
    for punished in section.penalties:
        if punished.entrant == me.entrant:
            kinds = ", ".join(
                f"{say('ui.penalty.' + each.kind.value)}" + (f" ×{each.amount}" * (each.amount > 1))
                for each in punished.penalties
            )
            where = say("ui.round-n", n=punished.round) if punished.round else ""
            text = " · ".join(part for part in (where, kinds, punished.note) if part)
            citation = book.citation(punished.clause) if punished.clause else ""
            mine.append(Told("penalty", text, "", citation))
    mine += [
        Told("late", say("ui.late-by", round=number, minutes=-(-seconds // 60)))
        for (number, who), (seconds, _) in section.late.items()
        if who == me.entrant
    ]
    return [*mine[::-1], *public_notices(me.state, visitor, section.id)]
