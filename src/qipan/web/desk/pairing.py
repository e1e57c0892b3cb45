"""Pairing: the round as the system gives it, with its reasons, before anybody else sees it.

A change by hand is tried first: what it moves and which rules it breaks is shown, every broken
rule is ticked, and only then it is done, under a name and for a reason.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

from qipan.desk.rounds.by_hand.commands import (
    MOST_STEPS,
    ChangePairing,
    HandStepKind,
    PairByHand,
    WithdrawRound,
    read_step,
)
from qipan.desk.rounds.by_hand.pairing import (
    Preview,
    preview_by_hand,
    preview_change,
    preview_round,
)
from qipan.desk.rounds.commands import PairRound, PublishRound
from qipan.desk.rounds.pairing import SPECIAL
from qipan.journal.folding import fold
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import BadInput, Impossible, Refused
from qipan.kernel.ids import EntrantId, RoundNo
from qipan.rulebooks.schema import Cited
from qipan.sections.lookup import event_of
from qipan.sections.stages import stage_of_round
from qipan.sections.systems import next_standing, system_of
from qipan.views import tasks
from qipan.views.agenda import leading
from qipan.views.section import section_view
from qipan.web.desk.page import STAY, DeskPage, DeskVisit
from qipan.web.desk.repair.touch import (
    beside_players,
    changed_boards,
    other_kind,
    steps_in_words,
)
from qipan.web.public.pictures import round_picture
from qipan.web.shared.forms import number, optional_number, words
from qipan.web.shared.pairing_reasons import Reader

MOST_TICKS = 400


def show(place: DeskVisit) -> Mapping[str, Any]:
    """Show the latest round with the reasons of every board, or the next as it would be."""
    state, section, trouble = _looked_at(place)
    hand: Preview | None = place.told.get("hand")
    more = {
        "ahead": section is not place.found,
        "next_round": _next_round(place) if section is place.found else None,
        "trouble": trouble,
        "stuck": _stuck(place, trouble),
        "in_order": _in_order(place) if _stuck(place, trouble) else [],
        "hand": hand,
        "broken": [(each, place.cite(each.rule)) for each in hand.breaches] if hand else [],
        "steps": place.told.get("steps", ""),
        "said_steps": steps_in_words(place, place.told.get("steps", "")),
        "other_kind": other_kind(place.told.get("steps", "")),
        "touch": beside_players(place.state, place.found) if section is place.found else {},
        "changed": changed_boards(place.state, place.found),
        "picked": place.query.get("one", ""),
        "kinds": list(HandStepKind),
        "by_hand": _by_hand(place),
        "special": _special(place),
    }
    if section.current is None:
        return {"shown": None, "reasons": {}, "whole": [], "resting": {}, "picture": None, **more}
    return {**_round(place, state, section), **more}


def _stuck(place: DeskVisit, trouble: Exception | None) -> bool:
    """Say whether the system found no pairing, so that the whole round is laid by hand."""
    blocked = isinstance(trouble, Impossible) or bool(place.told.get("blocked"))
    return blocked or bool(place.form.get("pairs"))


def _in_order(place: DeskVisit) -> list[tuple[int, EntrantId, str, list[int]]]:
    """List who can be paired: number, points, and the numbers of those they have met."""
    section = place.found
    numbers = {who: number for number, who in enumerate(section.order, 1)}
    met: dict[EntrantId, list[int]] = {who: [] for who in section.order}
    for found in section.rounds:
        for table in found.tables:
            for who in table.seats:
                met[who] += [numbers[each] for each in table.seats if each != who]
    points = {line.entrant: line.keys[0][1] if line.keys else "" for line in place.view.lines}
    return [
        (numbers[who], who, points.get(who, ""), met[who])
        for who in section.order
        if not section.entrants[who].withdrawn
    ]


def _special(place: DeskVisit) -> Cited | None:
    """Give the clause under which pairs are set for the next round, where they may be."""
    following = next_standing(place.state, place.found) if place.found.order else None
    if following is None or following.rounds or not following.stage.special_pairs:
        return None
    return place.cite(SPECIAL) if _next_round(place) == following.number else None


def _next_round(place: DeskVisit) -> int | None:
    """Say which round could be looked at before it is paired; None if that is not what is next."""
    ready = any(task.kind is tasks.PAIR for task in leading(place.state, place.found))
    return len(place.found.rounds) + 1 if ready and place.may(PairRound) else None


def _looked_at(place: DeskVisit) -> tuple[Competition, Section, Refused | Impossible | None]:
    """Give what is looked at: the section as it is or, where asked for, with its next round."""
    if not optional_number(place.query, "preview"):
        return place.state, place.found, None
    try:
        event = preview_round(place.state, place.section)
    except (Refused, Impossible) as trouble:
        return place.state, place.found, trouble
    after = fold([event], place.state)
    return after, after.sections[place.section], None


def _round(place: DeskVisit, state: Competition, section: Section) -> dict[str, Any]:
    current = section.current
    assert current is not None  # show looked
    view = place.view if section is place.found else section_view(
        state, section, place.names, staff=True
    )  # fmt: skip
    reader = Reader(
        place.book,
        stage_of_round(state, section, current).scoring,
        place.names,
        place.visitor,
        event_of(state, section),
    )
    return {
        "shown": view.rounds[-1],
        "reasons": {table.board: reader.reasons(table.causes) for table in current.tables},
        "resting": {rest.entrant: reader.reasons(rest.causes) for rest in current.resting},
        "whole": reader.reasons(current.causes),
        "picture": round_picture(state, section, current, place.names, place.visitor),
    }


def _by_hand(place: DeskVisit) -> bool:
    """Say whether the latest or the next round may be paired by hand at all."""
    section, current = place.found, place.found.current
    if current is not None and not current.published:
        standing = stage_of_round(place.state, section, current)
    elif section.order:
        following = next_standing(place.state, section)
        if following is None:
            return False
        standing = following
    else:
        return False
    return standing.stage.by_hand and system_of(standing).by_hand


def _ticked(place: DeskVisit) -> frozenset[str]:
    """Read the acknowledged breaches: ticked one by one, or all in one field."""
    found = (words(place.form, f"despite-{at}", "") for at in range(MOST_TICKS))
    return frozenset(each for each in (*found, *place.text("despite", "").split()) if each)


def _change(place: DeskVisit) -> ChangePairing:
    steps = place.text("steps", "").split()
    kind = words(place.form, "kind", "")
    if kind:
        steps.append(_step(place, kind))
    place.told["steps"] = " ".join(steps)
    return ChangePairing(
        section=place.section,
        round=RoundNo(number(place.form, "round")),
        steps=tuple(map(read_step, steps[:MOST_STEPS])),
        reason=words(place.form, "reason", "") or _by_touch(place),
        by=place.visitor.actor,
        clause=words(place.form, "clause", ""),
        despite=_ticked(place),
        at=place.now.isoformat(timespec="seconds"),
    )


def _by_touch(place: DeskVisit) -> str:
    """Give a reason to a change that was only tapped, until somebody writes a better one."""
    return place.visitor.say("desk.hand.touched") if place.form.get("touch") == "yes" else ""


def _step(place: DeskVisit, kind: str) -> str:
    """Write a step as it is read: entrants by id, boards by number."""
    named = [each for each in (words(place.form, "one", ""), words(place.form, "two", "")) if each]
    if kind in (HandStepKind.REVERSE, HandStepKind.BOARDS):
        return ":".join([kind, *named])
    return ":".join([kind, *(place.entrant_named(each) for each in named)])


async def try_change(place: DeskVisit) -> str:
    """Show what a change would give and break; nothing is written."""
    command = _change(place)
    place.require(command)
    place.told["hand"] = await asyncio.to_thread(preview_change, place.state, command)
    return STAY


async def change(place: DeskVisit) -> str:
    """Change the round by hand."""
    command = _change(place)
    place.require(command)
    if place.told["steps"]:
        place.told["hand"] = await asyncio.to_thread(preview_change, place.state, command)
    await place.carry_out(command)
    return "pairing"


def _named_pairs(
    place: DeskVisit, typed: str
) -> tuple[list[tuple[EntrantId, EntrantId]], list[EntrantId]]:
    """Read lines of two entrants who meet, or of one who stands alone. Raises BadInput."""
    pairs: list[tuple[EntrantId, EntrantId]] = []
    alone: list[EntrantId] = []
    for line, text in enumerate(typed.splitlines(), 1):
        for words_ in _meetings(text):
            named = [place.entrant_named(word) for word in words_]
            if len(named) == 2:
                pairs.append((named[0], named[1]))
            elif len(named) == 1:
                alone.append(named[0])
            elif named:
                raise BadInput(f"line {line}: two numbers, or one who rests", where="pairs")
    return pairs, alone


def _laid(place: DeskVisit) -> PairByHand:
    pairs, rests = _named_pairs(place, place.text("pairs"))
    rests += map(place.entrant_named, place.text("rests", "").split())
    return PairByHand(
        section=place.section,
        pairs=tuple(pairs),
        rests=tuple(rests),
        reason=words(place.form, "reason", ""),
        by=place.visitor.actor,
        clause=words(place.form, "clause", ""),
        despite=_ticked(place),
        at=place.now.isoformat(timespec="seconds"),
    )


def _meetings(text: str) -> list[list[str]]:
    """Part a line: ``1 2`` or ``1-2`` is one meeting, ``e1:e2 e3:e4`` are as many as it names."""
    if ":" in text:
        return [each.split(":") for each in text.split()]
    return [text.replace("-", " ").split()]


async def try_lay(place: DeskVisit) -> str:
    """Show which rules a round wholly by hand would break; nothing is written."""
    command = _laid(place)
    place.require(command)
    place.told["hand"] = await asyncio.to_thread(preview_by_hand, place.state, command)
    return STAY


async def lay(place: DeskVisit) -> str:
    """Pair the whole round by hand, where the system finds no pairing."""
    command = _laid(place)
    place.require(command)
    place.told["hand"] = await asyncio.to_thread(preview_by_hand, place.state, command)
    await asyncio.to_thread(
        place.office.pair_by_hand, place.home, place.visitor.actor, command, place.version
    )
    return "pairing"


async def pair(place: DeskVisit) -> None:
    """Let the system pair the next round."""
    place.require(PairRound)
    pairs, alone = _named_pairs(place, place.text("special", ""))
    if alone:
        raise BadInput("two numbers a line", where="special")
    try:
        await place.through_office(place.office.pair, (), place.version, tuple(pairs))
    except Impossible:
        place.told["blocked"] = True
        raise


async def publish(place: DeskVisit) -> None:
    """Show the round to everybody."""
    shown = RoundNo(number(place.form, "round"))
    await place.carry_out(PublishRound(section=place.section, round=shown))


async def take_back(place: DeskVisit) -> None:
    """Take a round back that nobody has begun to play."""
    await place.carry_out(
        WithdrawRound(
            section=place.section,
            round=RoundNo(number(place.form, "round")),
            reason=words(place.form, "reason", ""),
            keep_results=place.form.get("keep") == "yes",
        )
    )


PAGE = DeskPage(
    "pairing",
    2,
    show,
    {
        "pair": pair,
        "publish": publish,
        "try-change": try_change,
        "change": change,
        "try-lay": try_lay,
        "lay": lay,
        "take-back": take_back,
    },
)
