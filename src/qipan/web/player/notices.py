"""What a player should know: notices, supplementary clauses, own penalties and appeals."""

import msgspec

from qipan.i18n import local
from qipan.i18n.why_penalty import penalty_sentence
from qipan.journal.state import Competition, Punished
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
    mine += [
        Told("penalty", _punished(me, visitor, punished, before))
        for before, punished in enumerate(section.penalties)
        if punished.entrant == me.entrant
    ]
    mine += [
        Told("late", say("ui.late-by", round=number, minutes=-(-seconds // 60)))
        for (number, who), (seconds, _) in section.late.items()
        if who == me.entrant
    ]
    return [*mine[::-1], *public_notices(me.state, visitor, section.id)]


def _punished(me: Own, visitor: Visitor, punished: Punished, before: int) -> str:
    """Say what somebody was given and for what, and how often it was that."""
    section, say = me.section, visitor.say
    given = [
        f"{say('ui.penalty.' + each.kind.value)}" + (f" ×{each.amount}" * (each.amount > 1))
        for each in punished.penalties
    ]
    same = (punished.entrant, punished.offence, punished.person)
    times = 1 + sum(
        (each.entrant, each.offence, each.person) == same for each in section.penalties[:before]
    )
    book = book_under(me.state, section)
    citation = book.citation(punished.clause) if punished.clause else ""
    return str(penalty_sentence(visitor.language, punished, given, times, citation))
