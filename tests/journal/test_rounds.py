"""Rounds read back: boards moved, rounds taken back, paired again, paired by hand."""

from journal.section import MEN, begun, folded, round_of
from qipan.journal.rounds import BoardsMoved, PairedByHand, RoundWithdrawn
from qipan.journal.schedule import RoundEnded
from qipan.journal.state import Table
from qipan.kernel.ids import BoardNo, RoundNo

TWO_ROUNDS = [
    *begun(),
    *round_of(1, ("e1", "e2"), ("e3", "e4")),
    *round_of(2, ("e1", "e3"), ("e2", "e4")),
]


def test_moved_boards_take_their_tables_along_and_stay_in_order():
    moved = BoardsMoved(
        section=MEN, round=RoundNo(2), numbers=((BoardNo(1), BoardNo(2)), (BoardNo(2), BoardNo(1)))
    )
    section = folded(*TWO_ROUNDS, moved)
    assert [(each.board, each.seats) for each in section.rounds[1].tables] == [
        (1, ("e2", "e4")),
        (2, ("e1", "e3")),
    ]
    assert [each.seats for each in section.rounds[0].tables] == [("e1", "e2"), ("e3", "e4")]


def test_a_round_taken_back_is_gone_with_its_end_and_the_one_before_stays():
    ends = [
        RoundEnded(section=MEN, round=RoundNo(number), at=f"2026-01-0{number}T17:00")
        for number in (1, 2)
    ]
    back = RoundWithdrawn(section=MEN, round=RoundNo(2), reason="wrong list", published=True)
    section = folded(*TWO_ROUNDS, *ends, back)
    assert [each.number for each in section.rounds] == [1]
    assert section.ended == {1: "2026-01-01T17:00"}


def test_a_round_paired_again_takes_the_place_of_the_one_never_published():
    again = round_of(2, ("e1", "e4"), ("e2", "e3"))
    section = folded(*TWO_ROUNDS[:-1], *again)
    assert [each.seats for each in section.rounds[1].tables] == [("e1", "e4"), ("e2", "e3")]
    assert [each.published for each in section.rounds] == [True, True]
    assert len(section.rounds) == 2


def test_every_change_by_hand_of_a_round_is_kept_in_order():
    def by_hand(number, *pairs, **fields):
        tables = tuple(Table(BoardNo(board), seats) for board, seats in enumerate(pairs, 1))
        return PairedByHand(section=MEN, round=RoundNo(number), tables=tables, **fields)

    section = folded(
        *TWO_ROUNDS[:-1],
        by_hand(2, ("e1", "e4"), ("e2", "e3"), reason="brothers", stage="final"),
        by_hand(2, ("e4", "e1"), ("e2", "e3"), reason="colours", stage="final"),
        by_hand(3, ("e1", "e2"), ("e3", "e4"), reason="nobody else is left"),
    )
    told = [[each.reason for each in found.by_hand] for found in section.rounds]
    assert told == [[], ["brothers", "colours"], ["nobody else is left"]]
    assert [each.seats for each in section.rounds[1].tables] == [("e4", "e1"), ("e2", "e3")]
    assert [each.stage for each in section.rounds] == ["", "final", ""]
    assert [each.published for each in section.rounds] == [True, False, False]
