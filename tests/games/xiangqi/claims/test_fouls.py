"""Faulty records, double moves and score sheets, each case named by what it shows."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qipan.games.xiangqi import (
    START,
    Board,
    legal_moves,
    read_fen,
    read_move,
    seat_of,
    write_fen,
    write_move,
)
from qipan.games.xiangqi.claims import (
    Effect,
    Flaw,
    MissedMoves,
    Played,
    SheetLine,
    Suicide,
    check_sheet,
    missing_plies,
    rule_double_move,
    rule_exposure,
    rule_fouls,
    rule_missed,
    rule_position,
    rule_presses,
    rule_suicide,
    steps,
)
from qipan.games.xiangqi.notation import Notation, possible_moves, write_notation
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import Seat
from xiangqi_positions import played_board

RED, BLACK = Seat(0), Seat(1)
SCREENED = "4k4/9/9/9/4C4/9/9/9/9/4K4 w"
CHECKED = "4k4/9/9/9/9/9/9/9/4r4/R2K5 w"

EXPOSURES = [
    # id, position, moves, effect, loser, rule, ply
    ("clean", START, "h2e2 h9g7", Effect.PLAY_ON, None, "xiangqi.kings-safe", None),
    ("kings face", SCREENED, "e5f5", Effect.LOSS, RED, "xiangqi.kings-face", 1),
    ("the first to make them face", SCREENED, "e5f5 e9d9 f5e5 d9e9 e0d0 e9e8", Effect.LOSS, RED,
     "xiangqi.kings-face", 1),
    ("a pinned piece leaves", "4k4/4n4/9/9/9/9/9/9/9/3KR4 w", "d0d1 e8c7 e0f0", Effect.LOSS, BLACK,
     "xiangqi.suicide", 2),
    ("the screen leaves late", "4k4/4n4/9/9/9/9/9/9/9/4K4 w", "e0d0 e9f9 d0e0 e8c7 e0e1 f9e9",
     Effect.LOSS, BLACK, "xiangqi.kings-face", 6),
    ("check unanswered", "4k4/9/9/9/9/9/9/3r5/9/R2K5 w", "a0a5 d2d1", Effect.LOSS, RED,
     "xiangqi.unanswered-check", 1),
    ("suicide", "4k4/9/9/9/9/9/9/4r4/9/3K5 w", "d0e0", Effect.LOSS, RED, "xiangqi.suicide", 1),
    ("found before the king is taken", "4k4/9/9/9/9/9/9/4r4/9/3K5 w", "d0e0 e2e0", Effect.LOSS,
     RED, "xiangqi.suicide", 1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("_id", "fen", "moves", "effect", "seat", "rule", "ply"),
    EXPOSURES,
    ids=[row[0] for row in EXPOSURES],
)
def test_the_first_offence_decides(_id, fen, moves, effect, seat, rule, ply):
    found = rule_exposure(Played(tuple(moves.split()), fen))
    assert (found.effect, found.seat, found.rule) == (effect, seat, rule)
    assert found.facts.get("ply") == ply


@given(st.integers(0, 2**32))
@settings(max_examples=60)
def test_a_fault_put_into_a_game_is_found_where_it_was_put(seed):
    dice = Random(seed)
    board = played_board(dice)
    fen, moves = write_fen(board), []
    for _ in range(dice.randint(0, 10)):
        legal = legal_moves(board)
        if not legal:
            return
        moves.append(dice.choice(legal))
        board.make(moves[-1])
    faulty = [move for move in possible_moves(board) if move not in legal_moves(board)]
    played = Played(tuple(map(write_move, moves)), fen)
    assert rule_exposure(played).effect is Effect.PLAY_ON
    if faulty:
        moves.append(dice.choice(faulty))
        side = board.turn
        board.make(moves[-1])
        moves += dice.sample(legal_moves(board), min(1, len(legal_moves(board))))
        found = rule_exposure(Played(tuple(map(write_move, moves)), fen))
        assert (found.effect, found.seat) == (Effect.LOSS, seat_of(side))
        assert found.facts["ply"] == len(played.moves) + 1


def test_a_board_without_a_record():
    def board(turn, *more):
        return Board([(4, 1, 1), (85, -1, 1), *more], turn)

    facing = rule_position(board(-1))
    assert (facing.effect, facing.seat, facing.rule) == (Effect.LOSS, RED, "xiangqi.kings-face")
    checked = rule_position(board(1, (49, 1, 5), (80, 1, 7)))
    assert checked.effect is Effect.LOSS
    checked = rule_position(Board([(4, 1, 1), (84, -1, 1), (3, 1, 5)], 1))
    assert (checked.seat, checked.rule) == (BLACK, "xiangqi.unanswered-check")
    assert rule_position(read_fen(START)).effect is Effect.PLAY_ON


SUICIDES = [
    # id, move, released, released_only, effect, rule
    ("let go of", "e5f5", True, True, Effect.LOSS, "xiangqi.suicide"),
    ("not let go of", "e5f5", False, True, Effect.PLAY_ON, "xiangqi.suicide-not-released"),
    ("in hand or not", "e5f5", False, False, Effect.LOSS, "xiangqi.suicide"),
    ("a safe move", "e5e6", True, False, Effect.PLAY_ON, "xiangqi.kings-safe"),
]


@pytest.mark.parametrize(
    ("_id", "move", "released", "only", "effect", "rule"), SUICIDES, ids=[r[0] for r in SUICIDES]
)
def test_suicide(_id, move, released, only, effect, rule):
    found = rule_suicide(
        read_fen(SCREENED), read_move(move), released=released, terms=Suicide(released_only=only)
    )
    assert (found.effect, found.rule) == (effect, rule)


def test_suicide_wants_a_move():
    with pytest.raises(BadInput):
        rule_suicide(read_fen(SCREENED), read_move("e5f6"), released=True)


TWICE = ("h2e2", "h9g7", "h0g2", "i0h0", "i9h9", "c3c4")
COMPLAINTS = [
    # id, moves, after how many plies, effect, offender, conduct fouls, rule
    ("at once", TWICE[:4], 4, Effect.LOSS, RED, 0, "xiangqi.double-move-at-once"),
    ("later", TWICE, 5, Effect.PLAY_ON, RED, 1, "xiangqi.double-move-later"),
    ("afterwards", TWICE, None, Effect.RESULT_STANDS, RED, 1, "xiangqi.double-move-afterwards"),
    ("the wrong side began", ("h9g7", "h2e2"), 2, Effect.PLAY_ON, None, 0, "xiangqi.moves-in-turn"),
    ("no such thing", TWICE[:3], 3, Effect.PLAY_ON, None, 0, "xiangqi.moves-in-turn"),
]


@pytest.mark.parametrize(
    ("_id", "moves", "after", "effect", "seat", "fouls", "rule"),
    COMPLAINTS,
    ids=[row[0] for row in COMPLAINTS],
)
def test_two_moves_in_a_row(_id, moves, after, effect, seat, fouls, rule):
    found = rule_double_move(Played(moves), after)
    assert (found.effect, found.seat, found.conduct_fouls) == (effect, seat, fouls)
    assert found.rule == rule


def test_a_complaint_before_the_offence_is_no_complaint():
    with pytest.raises(BadInput):
        rule_double_move(Played(TWICE), 2)


def test_after_a_double_move_the_others_turn_comes():
    flaws = [step.flaws for step in steps(Played(TWICE))]
    assert flaws == [(), (), (), (Flaw.OUT_OF_TURN,), (), ()]


def test_a_record_that_is_none_names_the_ply():
    for moves in (("h2e2", "e5e4"), ("h2e2", "zz"), ("h2e2", "h9h9")):
        with pytest.raises(BadInput) as caught:
            list(steps(Played(moves)))
        assert (caught.value.where, caught.value.column) == ("moves", 2)


def test_pieces_that_move_wrongly_are_named():
    (step,) = steps(Played(("a0b5",)))
    assert step.flaws == (Flaw.MOVEMENT,)
    (step,) = steps(Played(("a0e9", "e9e8")))
    assert step.flaws == (Flaw.MOVEMENT, Flaw.KING_TAKEN)


ROW_AND_ALL = MissedMoves(in_a_row=8, in_all=16)
BY_FOULS = MissedMoves(fouls=((4, 1), (8, 2)), fouls_lose=4)
SHEETS = [
    # id, missing plies, terms, fouls before, effect, technical fouls, rule
    ("nothing", (), ROW_AND_ALL, 0, Effect.PLAY_ON, 0, "xiangqi.sheet-complete"),
    ("seven in a row", range(5, 12), ROW_AND_ALL, 0, Effect.PLAY_ON, 0, "xiangqi.sheet-complete"),
    ("eight in a row", range(5, 13), ROW_AND_ALL, 0, Effect.LOSS, 0, "xiangqi.missed-in-a-row"),
    ("fifteen", range(1, 30, 2), ROW_AND_ALL, 0, Effect.PLAY_ON, 0, "xiangqi.sheet-complete"),
    ("sixteen", range(1, 32, 2), ROW_AND_ALL, 0, Effect.LOSS, 0, "xiangqi.missed-in-all"),
    ("three", (3, 7, 9), BY_FOULS, 0, Effect.PLAY_ON, 0, "xiangqi.sheet-complete"),
    ("four", (3, 7, 9, 11), BY_FOULS, 0, Effect.PLAY_ON, 1, "xiangqi.missed-fouls"),
    ("seven", range(7), BY_FOULS, 2, Effect.PLAY_ON, 1, "xiangqi.missed-fouls"),
    ("eight", range(8), BY_FOULS, 0, Effect.PLAY_ON, 2, "xiangqi.missed-fouls"),
    ("four fouls", range(4), BY_FOULS, 3, Effect.LOSS, 1, "xiangqi.missed-fouls-lose"),
    ("two and two", range(9), BY_FOULS, 2, Effect.LOSS, 2, "xiangqi.missed-fouls-lose"),
]


@pytest.mark.parametrize(
    ("_id", "missing", "terms", "before", "effect", "fouls", "rule"),
    SHEETS,
    ids=[row[0] for row in SHEETS],
)
def test_missing_plies(_id, missing, terms, before, effect, fouls, rule):
    found = rule_missed(BLACK, list(missing), terms, fouls_before=before)
    assert (found.effect, found.technical_fouls, found.rule) == (effect, fouls, rule)
    assert found.facts["in_all"] == len(set(missing))


def test_a_sheet_is_compared_with_the_game():
    played = Played(("h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"))
    sheet = ["炮二平五", "H8+7", None, "?!", "车一进一"]
    entries = check_sheet(played, sheet)
    assert entries == (
        SheetLine.GOOD,
        SheetLine.GOOD,
        SheetLine.MISSING,
        SheetLine.ILLEGIBLE,
        SheetLine.OTHER,
        SheetLine.MISSING,
    )
    assert missing_plies(entries) == (3, 4, 6)


def test_a_full_sheet_misses_nothing_in_any_notation():
    board, moves, sheet = read_fen(START), [], []
    dice = Random(1)
    for number in range(60):
        move = dice.choice(legal_moves(board))
        sheet.append(write_notation(board, move, list(Notation)[number % len(Notation)]))
        moves.append(write_move(move))
        board.make(move)
    assert missing_plies(check_sheet(Played(tuple(moves)), sheet)) == ()


def test_fouls_and_presses_add_up():
    assert rule_fouls(RED, 2, 3).effect is Effect.PLAY_ON
    assert rule_fouls(RED, 3, 3).effect is Effect.LOSS
    assert rule_presses(BLACK, 1, 2).effect is Effect.PLAY_ON
    lost = rule_presses(BLACK, 2, 2)
    assert (lost.effect, lost.seat) == (Effect.LOSS, BLACK)
