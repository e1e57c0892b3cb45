"""Rounds: paired by their system or by hand, published, boards moved, withdrawn."""

from typing import Any

import msgspec

from qipan.journal.event import Cause, Event, PrivateReasons, PublicFields
from qipan.journal.state import HandPairing, Resting, Round, Section, Table
from qipan.journal.state.draft import Draft, Reducers
from qipan.kernel.ids import BoardNo, RoundNo, SectionId

FINAL, FINAL_PAIR = "final", "n-plus-one.final"
"""The group of the table of a final, and the rule that makes a pair one."""


class RoundPaired(Event, frozen=True, tag="round-paired/1"):
    """A round was paired; not yet public."""

    section: SectionId
    round: RoundNo
    tables: tuple[Table, ...]
    resting: tuple[Resting, ...] = ()
    causes: tuple[Cause, ...] = ()
    stage: str = ""
    """The stage of the event this round belongs to; rounds count on through the stages."""


class RoundPublished(Event, frozen=True, tag="round-published/1"):
    """A paired round became public; results can be recorded."""

    section: SectionId
    round: RoundNo


class PairedByHand(HandPairing, Event, frozen=True, tag="paired-by-hand/1"):
    """A round was paired or changed by hand before it was public."""


class BoardsMoved(Event, frozen=True, tag="boards-moved/1"):
    """Tables got other board numbers; who meets whom stays."""

    section: SectionId
    round: RoundNo
    numbers: tuple[tuple[BoardNo, BoardNo], ...]
    """Old and new number of each table that moves."""


class HandicapSet(Event, frozen=True, tag="handicap-set/1"):
    """A game is played with another handicap than was paired."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    handicap: int
    komi: str = ""
    """What the second seat is given; nothing: what the event says."""
    reason: str = ""


class RoundWithdrawn(Event, frozen=True, tag="round-withdrawn/1"):
    """A paired round was taken back; results that it had are kept aside."""

    section: SectionId
    round: RoundNo
    reason: str
    published: bool = False
    """It had been public."""
    played: bool = False
    """Games of it had been played: the round is kept aside with its results."""


Events = RoundPaired | RoundPublished | PairedByHand | BoardsMoved | HandicapSet | RoundWithdrawn


def add_round_paired(draft: Draft, event: RoundPaired) -> None:
    """Add a round, in place of one that was paired but never published."""
    found = Round(event.round, event.tables, event.resting, event.causes, stage=event.stage)
    section = draft.section(event.section)
    section.rounds[event.round - 1 :] = [found]
    _starts_in_time(section, event.round)
    draft.owns_round(event.section, event.round)


def add_round_published(draft: Draft, event: RoundPublished) -> None:
    """Make it public."""
    draft.round(event.section, event.round).published = True


def add_paired_by_hand(draft: Draft, event: PairedByHand) -> None:
    """Put the round by hand in the place of the one that was paired."""
    section = draft.section(event.section)
    rounds = section.rounds
    _starts_in_time(section, event.round)
    before = rounds[event.round - 1].by_hand if len(rounds) >= event.round else ()
    rounds[event.round - 1 :] = [
        Round(
            event.round,
            _with_final(event.tables),
            event.resting,
            event.causes,
            stage=event.stage,
            by_hand=(*before, event),
        )
    ]
    draft.owns_round(event.section, event.round)


def _with_final(tables: tuple[Table, ...]) -> tuple[Table, ...]:
    """Give the final to its pair.

    Rounds stored before the final had an identity of its own called the first board so; where the
    final had been moved by hand, its pair is known by what was noted about it.
    """
    noted = {table.board for table in tables for each in table.causes if each.rule == FINAL_PAIR}
    if not noted:
        return tables
    return tuple(
        msgspec.structs.replace(table, group=FINAL if table.board in noted else "")
        if table.group in ("", FINAL)
        else table
        for table in tables
    )


def add_boards_moved(draft: Draft, event: BoardsMoved) -> None:
    """Give tables their new numbers, in the order of numbers."""
    found = draft.round(event.section, event.round)
    numbers = dict(event.numbers)
    moved = [
        msgspec.structs.replace(table, board=numbers.get(table.board, table.board))
        for table in found.tables
    ]
    found.tables = tuple(sorted(moved, key=lambda table: table.board))


def add_handicap_set(draft: Draft, event: HandicapSet) -> None:
    """Give a table its handicap."""
    found = draft.round(event.section, event.round)
    found.tables = tuple(
        msgspec.structs.replace(table, handicap=event.handicap, komi=event.komi)
        if table.board == event.board
        else table
        for table in found.tables
    )
    found.cells = None


def add_round_withdrawn(draft: Draft, event: RoundWithdrawn) -> None:
    """Take the round out of the section; its time stays, and the journal keeps it."""
    section = draft.section(event.section)
    if event.played:
        section.set_aside[event.round] = section.rounds[event.round - 1]
        for said in (section.signed, section.disputed, section.counts, section.nigiri):
            _forget_round(said, event.round)
    del section.rounds[event.round - 1 :]
    _starts_in_time(section, event.round)
    section.ended.pop(event.round, None)
    section.last_result.pop(event.round, None)


def _starts_in_time(section: Section, number: RoundNo) -> None:
    """Let start scores that were set while a round stood count for it when it is paired anew."""
    for who, starts in section.starts.items():
        section.starts[who] = tuple(
            msgspec.structs.replace(each, after=min(each.after, number - 1)) for each in starts
        )


def _forget_round(said: dict[Any, Any], number: RoundNo) -> None:
    """Forget what was said of a round."""
    for key in [each for each in said if each[0] == number]:
        del said[key]


REDUCERS: Reducers = {
    RoundPaired: add_round_paired,
    RoundPublished: add_round_published,
    PairedByHand: add_paired_by_hand,
    BoardsMoved: add_boards_moved,
    HandicapSet: add_handicap_set,
    RoundWithdrawn: add_round_withdrawn,
}

PUBLIC: PublicFields = {
    RoundPublished: ("section", "round"),
    BoardsMoved: ("section", "round", "numbers"),
    HandicapSet: ("section", "round", "board", "handicap", "komi"),
    RoundWithdrawn: ("section", "round"),
}
PRIVATE: PrivateReasons = {
    RoundPaired: "a pairing is told when its round is published",
    PairedByHand: "a pairing is told when its round is published; reasons are for the staff",
}
