"""A round is taken back only while nothing has happened in it, on any board, of any kind."""

import pytest

from journal.section import CAUSE, MEN, begun, folded, game, result, round_of
from qipan.desk.rounds.by_hand.commands import WithdrawRound
from qipan.desk.rounds.by_hand.pairing import withdraw_round
from qipan.desk.rounds.pairing import WITHDRAWN
from qipan.journal.conduct import (
    ClockReplaced,
    LatenessRecorded,
    Penalty,
    PenaltyImposed,
    PenaltyKind,
)
from qipan.journal.folding import fold
from qipan.journal.online import BoardReopened, RoundSeated, SeatedBoard
from qipan.journal.play_offs import PlayOffGameAgain
from qipan.journal.records import RecordAttached
from qipan.journal.rounds import RoundWithdrawn
from qipan.journal.sheets import DealScored
from qipan.journal.state import DealSheet, KeptRecord
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.results import How

ROUNDS = [
    *begun(),
    *round_of(1, ("e1", "e2"), ("e3", "e4"), stage="swiss"),
    *round_of(2, ("e1", "e3"), ("e2", "e4"), stage="swiss"),
]


def here(number, board):
    return {"section": MEN, "round": RoundNo(number), "board": BoardNo(board)}


def penalty(number, who, **fields):
    return PenaltyImposed(
        section=MEN,
        entrant=EntrantId(who),
        offence="phone",
        penalties=(Penalty(PenaltyKind.WARNING),),
        cause=CAUSE,
        round=RoundNo(number),
        **fields,
    )


HAPPENINGS = {
    "played": lambda number: [result(number, 2, 2, 0)],
    "forfeit": lambda number: [result(number, 2, 2, 0, how=How.FORFEIT)],
    "ruled though gone": lambda number: [result(number, 2, 2, 0, how=How.ADJUDGED, rule=WITHDRAWN)],
    "one game": lambda number: [game(number, 2, 1, 2, 0)],
    "live table": lambda number: [
        RoundSeated(
            section=MEN,
            round=RoundNo(number),
            boards=(SeatedBoard(BoardNo(2), "t"),),
            at="2026-01-01T10:00",
        )
    ],
    "deal": lambda number: [
        DealScored(**here(number, 2), deal=1, sheet=DealSheet(0, 40), levels=(2, 2))
    ],
    "record": lambda number: [
        RecordAttached(**here(number, 2), record=KeptRecord("xiangqi", ("h2e2",)))
    ],
    "clock": lambda number: [ClockReplaced(**here(number, 2), left=(60, 60))],
    "late": lambda number: [
        LatenessRecorded(**here(number, 2), entrant=EntrantId("e4"), seconds=60)
    ],
    "penalty": lambda number: [penalty(number, "e4")],
}


def taken_back(*more):
    command = WithdrawRound(section=MEN, round=RoundNo(2), reason=" wrong list ")
    return withdraw_round(fold([*ROUNDS, *more]), command)


@pytest.mark.parametrize("happened", HAPPENINGS.values(), ids=list(HAPPENINGS))
def test_what_happened_on_a_board_keeps_the_round_and_what_was_before_does_not(happened):
    with pytest.raises(Refused) as caught:
        taken_back(*happened(2))
    assert caught.value.code == "manual.begun"
    assert caught.value.facts == {"section": "men", "round": 2, "boards": [2]}
    (event,) = taken_back(*happened(1))
    assert event == RoundWithdrawn(
        section=MEN, round=RoundNo(2), reason="wrong list", published=True
    )


def test_boards_are_listed_in_their_order_each_once():
    with pytest.raises(Refused) as caught:
        taken_back(result(2, 2, 2, 0), game(2, 2, 1, 2, 0), result(2, 1, 2, 0), penalty(2, "e1"))
    assert caught.value.facts["boards"] == [1, 2]


def test_a_forfeit_by_withdrawal_is_nothing_yet():
    assert taken_back(result(2, 1, 0, 2, how=How.FORFEIT, rule=WITHDRAWN))


def test_a_game_that_is_to_be_played_again_is_nothing_yet():
    again = PlayOffGameAgain(**here(2, 1), game=1, table_game=1, reason="clock")
    more = [game(2, 1, 1, 1, 1, playoff=True), again]
    assert folded(*ROUNDS, *more).rounds[1].games == {1: ()}
    assert taken_back(*more)


def test_a_board_that_is_opened_again_at_a_live_table_was_begun():
    seated = HAPPENINGS["live table"](2)
    again = BoardReopened(**here(2, 2), game=1, at="2026-01-01T11:00", reason="line cut")
    with pytest.raises(Refused) as caught:
        taken_back(*seated, result(2, 2, 2, 0), again)
    assert caught.value.facts["boards"] == [2]


def test_only_the_last_round_is_taken_back_and_only_if_there_is_one():
    for events, number in ((ROUNDS, 1), (ROUNDS, 3), (begun(), 1)):
        command = WithdrawRound(section=MEN, round=RoundNo(number), reason="x")
        with pytest.raises(Refused) as caught:
            withdraw_round(fold(events), command)
        assert caught.value.code == "manual.no-such-round"
        assert caught.value.facts == {"section": "men", "round": number}
    with pytest.raises(Refused, match=r"manual\.no-reason"):
        withdraw_round(fold(ROUNDS), WithdrawRound(section=MEN, round=RoundNo(2), reason=" "))
