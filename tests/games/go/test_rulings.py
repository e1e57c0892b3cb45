"""Referees' rulings: facts in, ruling out."""

import pytest

from goboards import position
from qipan.games.go.position import Ply
from qipan.games.go.rulings import (
    Bench,
    Choice,
    Member,
    Offence,
    Sheet,
    annul,
    assess,
    complaint,
    decide,
    displaced,
    double_move,
    dropped,
    lateness,
    lose_afterwards,
    may_close,
    may_pause,
    nigiri,
    panel,
    staffing,
    wrecked,
)
from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import TABLE, EntrantId, RoundNo, Seat
from qipan.kernel.points import Points
from qipan.kernel.results import How
from qipan.kernel.rules import declared

OFFENCES = [
    # offence, warnings, points, turn lost, put right
    (Offence.WRONG_HAND, 1, 2, False, ""),
    (Offence.LIFTED_STONE, 1, 0, False, "restore-stone"),
    (Offence.CLOCK_WITH_STONE, 1, 0, False, ""),
    (Offence.CLOCK_BEFORE_CAPTURES, 1, 0, False, ""),
    (Offence.STONES_LEFT, 1, 0, False, "take-off-rest"),
    (Offence.LIVING_STONES_TAKEN, 1, 0, False, "put-back"),
    (Offence.KO_RETAKEN, 1, 0, True, "take-back"),
    (Offence.SUICIDE, 1, 0, True, "take-back"),
    (Offence.ADVICE, 1, 0, False, ""),
]


@pytest.mark.parametrize(("offence", "warnings", "points", "turn_lost", "put_right"), OFFENCES)
def test_offences(offence, warnings, points, turn_lost, put_right):
    found, sheet = assess(offence, 1)
    assert (found.warnings, found.points, found.turn_lost, found.put_right, found.lost) == (
        warnings,
        points,
        turn_lost,
        put_right,
        False,
    )
    assert (sheet.warnings(1), sheet.points(1), sheet.warnings(0)) == (warnings, points, 0)
    assert found.rule in declared()


def test_the_wrong_hand_costs_two_points_each_time():
    sheet = Sheet()
    for _ in range(3):
        _, sheet = assess(Offence.WRONG_HAND, 0, sheet)
    assert (sheet.points(0), sheet.warnings(0)) == (6, 3)


def test_the_clock_before_the_stone_may_lose_only_after_a_warning():
    with pytest.raises(Refused, match="may-not-lose"):
        assess(Offence.CLOCK_BEFORE_STONE, 0, lose=True)
    _, sheet = assess(Offence.CLOCK_WITH_STONE, 0)
    found, _ = assess(Offence.CLOCK_BEFORE_STONE, 0, sheet, lose=True)
    assert found.lost
    milder, _ = assess(Offence.CLOCK_BEFORE_STONE, 0, sheet)
    assert (milder.lost, milder.may_lose) == (False, True)
    with pytest.raises(Refused):
        assess(Offence.CLOCK_BEFORE_STONE, 1, sheet, lose=True)


def test_disturbance_is_warned_fined_up_to_three_points_or_lost():
    assert assess(Offence.DISTURBANCE, 0)[0].points == 0
    assert assess(Offence.DISTURBANCE, 0, fine=3)[0].points == 3
    assert assess(Offence.DISTURBANCE, 0, lose=True)[0].lost
    with pytest.raises(Refused, match="may-not-fine"):
        assess(Offence.DISTURBANCE, 0, fine=4)
    with pytest.raises(Refused):
        assess(Offence.LIFTED_STONE, 0, fine=1)


def test_a_book_may_lose_a_game_by_warnings():
    _, sheet = assess(Offence.LIFTED_STONE, 0, warnings_lose=3)
    _, sheet = assess(Offence.SUICIDE, 0, sheet, warnings_lose=3)
    found, sheet = assess(Offence.ADVICE, 0, sheet, warnings_lose=3)
    assert (found.lost, found.rule, sheet.warnings(0)) == (True, "go.warnings-lose", 3)


def test_nobody_is_late_by_less_than_nothing():
    with pytest.raises(BadInput):
        lateness(-1)
    assert lateness(301, limit=300).lost
    assert lateness(0).deduct == 0


def test_in_main_time_before_overtime_the_clock_runs_on():
    found = may_pause(9, in_overtime=False, overtime_exists=True, main_left=30)
    assert (found.allowed, found.reason) == (False, "too-early")
    assert may_pause(5, in_overtime=False, overtime_exists=False, main_left=600).allowed


DISPLACED = [
    # wishes, ruling, choice, by agreement, halves
    ((Choice.RESTORE, Choice.RESTORE), None, Choice.RESTORE, True, None),
    ((Choice.LEAVE, Choice.LEAVE), None, Choice.LEAVE, True, None),
    ((Choice.LEAVE, Choice.RESTORE), Choice.RESTORE, Choice.RESTORE, False, None),
    ((Choice.LEAVE, None), Choice.DRAW, Choice.DRAW, False, (1, 1)),
    ((None, None), Choice.BOTH_LOSE, Choice.BOTH_LOSE, False, (0, 0)),
    ((None, None), Choice.REPLAY, Choice.REPLAY, False, None),
]


@pytest.mark.parametrize(("wishes", "ruling", "choice", "agreed", "halves"), DISPLACED)
def test_a_displaced_stone(wishes, ruling, choice, agreed, halves):
    found = displaced(wishes, ruling)
    assert (found.choice, found.by_agreement, found.halves) == (choice, agreed, halves)


def test_who_moves_stones_on_purpose_loses():
    assert displaced((None, None), moved_by=0).halves == (0, 2)
    assert displaced((None, None), moved_by=1).halves == (2, 0)


def test_without_agreement_or_ruling_nothing_is_decided():
    with pytest.raises(Refused) as caught:
        displaced((Choice.LEAVE, Choice.RESTORE))
    assert "restore" in caught.value.facts["allowed"]
    with pytest.raises(Refused):
        displaced((Choice.DRAW, Choice.DRAW))


def test_a_wrecked_board():
    assert wrecked(can_rebuild=True).choice is Choice.REBUILD
    assert wrecked(can_rebuild=False, ruling=Choice.DRAW).halves == (1, 1)
    assert wrecked(can_rebuild=False, ruling=Choice.REPLAY).replay
    with pytest.raises(Refused):
        wrecked(can_rebuild=False, ruling=Choice.RESTORE)


BENCH = Bench(
    members=(
        Member("ann", on_site=True),
        Member("bob", on_site=True),
        Member("cat", online=True),
        Member("dan", online=True),
        Member("eve", technical=False, on_site=True),
    ),
    ties=(("bob", "team-3"), ("dan", "player-7")),
)


def test_staffing():
    assert staffing(BENCH) == staffing(BENCH, least=4)
    assert staffing(BENCH).enough
    few = Bench(members=(Member("ann", on_site=True), Member("cat", online=True)))
    found = staffing(few)
    assert (found.enough, found.faults, found.warnings) == (
        False,
        ("too-few", "too-few-on-site"),
        ("too-few-online",),
    )


@pytest.mark.parametrize(
    ("names", "players", "code"),
    [
        (["ann", "bob"], [], "go.committee-size"),
        (["ann", "ann", "bob"], [], "go.committee-size"),
        (["ann", "bob", "eve"], [], "go.committee-stranger"),
        (["ann", "bob", "cat"], ["team-3"], "go.committee-conflict"),
    ],
)
def test_a_committee_is_three_technical_referees_without_ties(names, players, code):
    with pytest.raises(Refused) as caught:
        panel(BENCH, names, players)
    assert caught.value.code == code


def test_a_committee_without_ties_decides_by_majority():
    panel(BENCH, ["ann", "bob", "cat"], ["team-4"])
    assert decide(["replay", "stands", "replay"]) == "replay"
    for votes in (["a", "b", "c"], ["a", "a"], []):
        with pytest.raises(Refused, match="undecided"):
            decide(votes)
    assert BENCH.may_judge("ann", ["team-3"])
    assert not BENCH.may_judge("dan", ["player-7", "player-8"])


A, B = EntrantId("a"), EntrantId("b")


def table():
    return Crosstable(
        entries=(Entry(A, 1), Entry(B, 2)),
        cells={
            A: (Cell(Points(2), opponent=B, seat=Seat(0)), Cell(Points(2), how=How.BYE)),
            B: (Cell(Points(0), opponent=A, seat=Seat(1)),),
        },
    )


def test_results_are_annulled_for_one_side_alone():
    after = annul(table(), A, [RoundNo(1), RoundNo(2)])
    assert [(cell.points, cell.how) for cell in after.row(A)] == [(0, How.ANNULLED)] * 2
    assert after.row(A)[0].opponent == B
    assert after.row(B) == table().row(B)


def test_there_must_be_something_to_annul_or_lose():
    with pytest.raises(Refused, match="no-result-there"):
        annul(table(), A, [RoundNo(3)])
    with pytest.raises(Refused, match="no-opponent"):
        lose_afterwards(table(), RoundNo(2), {A})


def test_a_dropped_stone_is_the_opponents_or_the_committees_matter():
    assert dropped(opponent_lets=True).replay
    assert not dropped(opponent_lets=False, committee="stands").replay
    with pytest.raises(Refused):
        dropped(opponent_lets=False)


@pytest.mark.parametrize(
    ("black_first", "white_first", "may"),
    [(3, 1, True), (-1, -5, True), (1, -1, False), (1, 0, False), (0, 0, True)],
)
def test_a_referee_closes_only_what_changes_nothing(black_first, white_first, may):
    assert may_close(black_first, white_first) is may


def test_complaints_are_made_during_the_game():
    complaint(game_over=False)
    with pytest.raises(Refused, match="complaint-late"):
        complaint(game_over=True)


def test_nigiri():
    assert nigiri(7, 1)
    assert not nigiri(8, 1)
    assert nigiri(8, 2)
    with pytest.raises(BadInput):
        nigiri(8, 3)


def test_the_first_move_is_never_a_double_move():
    assert not double_move(position("..... " * 5).log, 1).lost
    assert not double_move([Ply(TABLE, "set A1=b")], 0).lost
    assert double_move([Ply(Seat(0), "C3"), Ply(TABLE, "fine b 2 go.x")], 0).lost
    assert double_move([Ply(Seat(0), "C3"), Ply(Seat(1), "draw")], 0).lost
