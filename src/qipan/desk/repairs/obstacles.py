"""What was built on an act since, so that it cannot be taken back any more.

An event stands on another if it would make no sense without it: a signature on a result, a round
on the results before it, a number on an entry. What stands on an act is taken back first.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from qipan.journal import entries, lots, results, rounds, schedule
from qipan.journal.attendance import AbsentDecided, RestDropped, RestGranted
from qipan.journal.closing import StandingsApproved
from qipan.journal.competition import (
    CompetitionClosed,
    CompetitionCreated,
    OptionsChanged,
    SectionOpened,
)
from qipan.journal.event import Event
from qipan.journal.line_ups import LineUpHanded
from qipan.journal.money import PrizesAwarded
from qipan.journal.notices import NoticePosted
from qipan.journal.repairs.acts import ActTakenBack
from qipan.journal.state import Competition

PAIRED = (rounds.RoundPaired, rounds.PairedByHand)
MADE = (*PAIRED, rounds.RoundPublished, rounds.BoardsMoved)
BESIDE = (
    schedule.RoundScheduled,
    LineUpHanded,
    RestGranted,
    RestDropped,
    AbsentDecided,
    NoticePosted,
    ActTakenBack,
)
"""What is said of a round whoever meets whom in it."""
FILLS_A_BOARD = (results.ResultRecorded, results.GameRecorded, results.MatchDecided)
KEYS = (
    *("section", "round", "board", "game", "entrant", "person"),
    *("unit", "body", "account", "appeal", "number", "lot"),
)
"""What an event is about, as its fields name it."""


def standing_on(state: Competition, first: int, last: int) -> Iterator[tuple[int, Event]]:
    """Give the later events that stand on those of an act, with their versions, in order."""
    act = [
        event
        for version, event in enumerate(state.past[first - 1 : last], first)
        if version not in state.taken_back
    ]
    for version, later in enumerate(state.past[last:], last + 1):
        if version in state.taken_back or isinstance(later, ActTakenBack):
            continue
        if any(_stands_on(event, later) for event in act):
            yield version, later


def _stands_on(event: Any, later: Any) -> bool:
    """Say whether a later event makes no sense without an earlier one."""
    if isinstance(later, CompetitionClosed):
        return isinstance(event, StandingsApproved | PrizesAwarded)
    same_section = getattr(event, "section", None) == getattr(later, "section", "")
    match event:
        case CompetitionCreated():
            return True
        case SectionOpened():
            return event.section in (getattr(later, "section", ""), getattr(later, "to", ""))
        case entries.EntrantsMoved():
            arrived = {new for _, new in event.moved}
            there = getattr(later, "section", "") == event.to
            return there and (bool(arrived & set(_words(later))) or _numbers(later))
        case _ if not same_section:
            return _same_subject(event, later)
        case _:
            return _in_section(event, later)


def _in_section(event: Any, later: Any) -> bool:
    """The same of two events of one section."""
    match event:
        case StandingsApproved():
            return isinstance(later, PrizesAwarded)
        case rounds.RoundPaired() | rounds.PairedByHand() | rounds.RoundPublished():
            return _of_round(event.round, later)
        case rounds.BoardsMoved():
            return _of_round(event.round, later) and getattr(later, "board", None) is not None
        case rounds.RoundWithdrawn():
            return isinstance(later, MADE)
        case lots.NumbersAssigned():
            return isinstance(later, PAIRED) or _comes_late(later)
        case entries.EntriesClosed():
            return _numbers(later) or _comes_late(later)
        case entries.EntriesReopened():
            return isinstance(later, entries.EntriesClosed | entries.EntrantEntered)
        case entries.EntrantEntered() | entries.EntrantReturned():
            return event.entrant in _words(later)
        case entries.EntrantWithdrawn():
            return isinstance(later, entries.EntrantReturned) and later.entrant == event.entrant
        case OptionsChanged():
            changed = isinstance(later, OptionsChanged) and set(event.options) & set(later.options)
            return bool(changed) or isinstance(later, PAIRED)
        case _ if getattr(event, "board", None) is not None:
            return _of_board(event, later)
        case _:
            return _same_subject(event, later)


def _numbers(later: Any) -> bool:
    return isinstance(later, lots.NumbersAssigned) or (
        isinstance(later, lots.LotDrawn) and later.lot == "numbers"
    )


def _comes_late(later: Any) -> bool:
    return isinstance(later, entries.EntrantEntered) and bool(later.late)


def _of_round(number: int, later: Any) -> bool:
    if isinstance(later, BESIDE):
        return False
    found = getattr(later, "round", None)
    return isinstance(later, StandingsApproved) or (isinstance(found, int) and found >= number)


def _of_board(event: Any, later: Any) -> bool:
    """A later word on the same board stands on it; so does a round that its result made."""
    at = (getattr(later, "round", None), getattr(later, "board", None))
    if at == (event.round, event.board):
        games = (getattr(event, "game", None), getattr(later, "game", None))
        return None in games or games[0] == games[1]
    if isinstance(later, PAIRED) and later.round > event.round:
        return isinstance(event, FILLS_A_BOARD)
    return isinstance(later, StandingsApproved)


def _same_subject(event: Any, later: Any) -> bool:
    """A later event of the same kind about the same thing says something newer."""
    if type(event) is not type(later):
        return False
    return all(getattr(event, key, None) == getattr(later, key, None) for key in KEYS)


def _words(event: Event) -> set[str]:
    """Give every word in an event, however deep it lies."""
    found: set[str] = set()

    def look(value: Any) -> None:
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, dict):
            for each in (*value.keys(), *value.values()):
                look(each)
        elif isinstance(value, list | tuple | set | frozenset):
            for each in value:
                look(each)

    look(msgspec.to_builtins(event, str_keys=True))
    return found
