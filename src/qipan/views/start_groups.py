"""McMahon groups: who begins with how many points, under the bar and floor, or under others."""

from collections.abc import Mapping
from typing import Any

import msgspec

from qipan.journal.state import Competition, Entrant, Section
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import EntrantId
from qipan.kernel.ranks import grade_known, rank_of, tidy_rank
from qipan.rulebooks.schema import EventRules, StartScores
from qipan.sections.lookup import event_of
from qipan.sections.systems.mcmahon import START


class StartGroup(msgspec.Struct, frozen=True):
    """Everybody who begins with the same points, strongest first."""

    points: int
    ranks: tuple[str, ...]
    """The highest and the lowest rank in it; nothing where points go by rating."""
    entrants: tuple[EntrantId, ...]
    at_bar: bool = False


class StartGroups(msgspec.Struct, frozen=True):
    """The groups of a section, and what they follow from."""

    bar: str
    floor: str
    groups: tuple[StartGroup, ...]
    unknown: tuple[EntrantId, ...] = ()
    """Who has neither rank nor rating, and so begins with nothing."""


def start_of(rules: EventRules) -> StartScores | None:
    """Give the start scores of an event, if it has some."""
    return next((stage.start for stage in rules.stage if stage.start is not None), None)


def start_groups(
    state: Competition, section: Section, bar: str = "", floor: str = ""
) -> StartGroups:
    """Give the groups under a bar and floor; none named: those in force.

    Raises Refused if the event has no start scores, BadInput on a bar that is none.
    """
    known = start_of(event_of(state, section))
    if known is None:
        raise Refused("mcmahon.no-start", START, section=section.id)
    start = with_bounds(known, {"bar": bar, "floor": floor})
    active = [section.entrants[who] for who in section.active]
    found: dict[int, list[Entrant]] = {}
    for each in sorted(active, key=lambda each: -_strength(each)):
        found.setdefault(start.of(each.rating, each.rank), []).append(each)
    floor_, bar_ = start.bounds
    top = bar_ - floor_ if start.by_rank else (bar_ - floor_) // start.step
    groups = tuple(
        StartGroup(
            points, _ranks(members, start), tuple(each.id for each in members), points == top
        )
        for points, members in sorted(found.items(), reverse=True)
    )
    nothing = tuple(each.id for each in active if grade_known(each.rank, each.rating) is None)
    return StartGroups(str(start.bar), str(start.floor), groups, nothing)


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
