"""McMahon groups: who begins with how many points, under the bar and floor, or under others."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from qipan.desk.conduct.annulment import ResultChange
from qipan.desk.decide import decide
from qipan.desk.start_groups import SetStartScore
from qipan.journal.folding import Folding
from qipan.journal.state import Competition, Entrant, Section
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import EntrantId
from qipan.kernel.ranks import grade_known, rank_of, tidy_rank
from qipan.rulebooks.schema import StartScores
from qipan.sections.lookup import event_of
from qipan.sections.start_scores import begins_with, set_by_hand, start_scores_of
from qipan.sections.systems.mcmahon import START
from qipan.views.consequences import foreseen


class StartGroup(msgspec.Struct, frozen=True):
    """Everybody who begins with the same points, strongest first."""

    points: int
    ranks: tuple[str, ...]
    """The highest and the lowest rank in it; nothing where points go by rating."""
    entrants: tuple[EntrantId, ...]
    at_bar: bool = False


class HandStart(msgspec.Struct, frozen=True):
    """Somebody whose start score was set by hand."""

    entrant: EntrantId
    points: int
    own: int
    """What their own rank or rating would give."""
    reason: str
    after: int
    """How many rounds there were when it was set."""


class StartGroups(msgspec.Struct, frozen=True):
    """The groups of a section, and what they follow from."""

    bar: str
    floor: str
    groups: tuple[StartGroup, ...]
    unknown: tuple[EntrantId, ...] = ()
    """Who has neither rank nor rating, and so begins with nothing."""
    by_hand: tuple[HandStart, ...] = ()
    """Who begins elsewhere than their own rank or rating says."""
    top: int = 0
    """What everybody from the bar on begins with."""


class StartTried(msgspec.Struct, frozen=True):
    """What would follow if somebody began with other points; nothing is written."""

    entrant: EntrantId
    before: int
    after: int
    groups: StartGroups
    places: tuple[ResultChange, ...]
    """Who would have another place, once there are places."""


def start_groups(
    state: Competition, section: Section, bar: str = "", floor: str = ""
) -> StartGroups:
    """Give the groups under a bar and floor; none named: those in force.

    Raises Refused if the event has no start scores, BadInput on a bar that is none.
    """
    start = with_bounds(_start(state, section), {"bar": bar, "floor": floor})
    active = [section.entrants[who] for who in section.active]
    found: dict[int, list[Entrant]] = {}
    for each in sorted(active, key=lambda each: -_strength(each)):
        found.setdefault(begins_with(start, section, each), []).append(each)
    groups = tuple(
        StartGroup(
            points, _ranks(members, start), tuple(each.id for each in members), points == start.top
        )
        for points, members in sorted(found.items(), reverse=True)
    )
    by_hand = tuple(_by_hand(start, section, active))
    placed = {each.entrant for each in by_hand}
    nothing = tuple(
        each.id
        for each in active
        if grade_known(each.rank, each.rating) is None and each.id not in placed
    )
    return StartGroups(str(start.bar), str(start.floor), groups, nothing, by_hand, start.top)


def start_score_tried(state: Competition, command: SetStartScore) -> StartTried:
    """Say what a start score set by hand would change. Raises Refused as setting it would."""
    was, start = state.sections[command.section], _start(state, state.sections[command.section])
    folding = Folding(state)
    for event in decide(state, command):
        folding.add(event)
    now = folding.state.sections[command.section]
    return StartTried(
        entrant=command.entrant,
        before=begins_with(start, was, was.entrants[command.entrant]),
        after=begins_with(start, now, now.entrants[command.entrant]),
        groups=start_groups(folding.state, now),
        places=foreseen(state, command.section, [command]).places,
    )


def _start(state: Competition, section: Section) -> StartScores:
    """Give the start scores of a section's event. Raises Refused if it has none."""
    known = start_scores_of(event_of(state, section))
    if known is None:
        raise Refused("mcmahon.no-start", START, section=section.id)
    return known


def _by_hand(start: StartScores, section: Section, active: list[Entrant]) -> Iterator[HandStart]:
    for each in active:
        made = set_by_hand(section, each.id)
        if made is not None:
            points, own = begins_with(start, section, each), start.of(each.rating, each.rank)
            yield HandStart(each.id, points, own, made.reason, made.after)


def with_bounds(start: StartScores, stated: Mapping[str, str]) -> StartScores:
    """Give start scores with another bar or floor. Raises BadInput."""
    changed: dict[str, Any] = {}
    for name, text in stated.items():
        if text and start.by_rank:
            changed[name] = tidy_rank(text)
        elif text:
            if not (text.isascii() and text.isdigit() and len(text) < 5):
                raise BadInput(f"no rating: {text[:20]!r}", where=name)
            changed[name] = int(text)
    made = msgspec.structs.replace(start, **changed)
    lower, upper = made.bounds
    if not lower < upper:
        raise BadInput("the bar is above the floor", where="bar", code="book.bar")
    return made


def _strength(entrant: Entrant) -> int:
    grade = grade_known(entrant.rank, entrant.rating)
    return -1 if grade is None else 10_000 * grade + (entrant.rating or 0)


def _ranks(members: list[Entrant], start: StartScores) -> tuple[str, ...]:
    grades = [grade_known(each.rank, each.rating) for each in members]
    known = [grade for grade in grades if grade is not None]
    if not start.by_rank or not known:
        return ()
    return (
        (rank_of(max(known)),)
        if max(known) == min(known)
        else (
            rank_of(max(known)),
            rank_of(min(known)),
        )
    )
