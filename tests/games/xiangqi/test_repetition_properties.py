"""What holds of every ruling: it sees no colour, no wing, and no beginning of the loop."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qipan.games.xiangqi import Board, legal_moves, move_of, ruleset_named, start_board, write_fen
from qipan.games.xiangqi.repetition import answer, rule_line
from qipan.games.xiangqi.squares import mirrored, turned

OTHER = {"red_wins": "black_wins", "black_wins": "red_wins", "red": "black", "black": "red"}


def wander(seed, plies):
    """Play a random game, a little greedy so that boards thin out."""
    dice, board = Random(seed), start_board()
    for _ in range(plies):
        moves = legal_moves(board)
        if not moves:
            break
        takes = [move for move in moves if board.at[move & 127]]
        board = board.after(dice.choice(takes if takes and dice.random() < 0.3 else moves))
    return board, dice


def loop_at(board, dice, tries=40):
    """Find two moves out and the same two back, or None."""
    for _ in range(tries):
        moves = []
        now = board
        for _ in range(2):
            quiet = [move for move in legal_moves(now) if not now.at[move & 127]]
            if not quiet:
                return None
            moves.append(dice.choice(quiet))
            now = now.after(moves[-1])
        for move in moves[:2]:
            back = move_of(move & 127, move >> 7)
            if back not in legal_moves(now):
                break
            moves.append(back)
            now = now.after(back)
        if len(moves) == 4 and now.key == board.key:
            return moves
    return None


@st.composite
def loops(draw):
    board, dice = wander(draw(st.integers(0, 10**6)), draw(st.integers(10, 160)))
    moves = loop_at(board, dice)
    if moves is None:
        board, moves = start_board(), [move_of(0, 9), move_of(89, 80), move_of(9, 0)]
        moves.append(move_of(80, 89))
    return board, moves


def said(board, moves, ruleset):
    found = answer(rule_line(board, moves, ruleset_named(ruleset), 2))
    evidence = found.evidence
    labels = [(ply.label, ply.sure, ply.joint) for ply in evidence.plies]
    return found.verdict, found.must_vary, evidence.proposal, labels


def seen(board, moves, place, sign):
    """Give a loop with every square moved by ``place`` and colours multiplied by ``sign``."""
    pieces = [(place(square), sign * side, kind) for square, side, kind in board.pieces()]
    return Board(pieces, sign * board.turn), [
        move_of(place(move >> 7), place(move & 127)) for move in moves
    ]


RULESETS = pytest.mark.parametrize("ruleset", ["axf", "cxa-2020"])
MANY = settings(max_examples=25)


@RULESETS
@MANY
@given(loop=loops())
def test_a_ruling_is_the_same_in_the_mirror(ruleset, loop):
    assert said(*seen(*loop, mirrored, 1), ruleset) == said(*loop, ruleset), write_fen(loop[0])


@RULESETS
@MANY
@given(loop=loops())
def test_a_ruling_swaps_with_the_colours(ruleset, loop):
    verdict, loser, proposal, labels = said(*loop, ruleset)
    want = tuple(OTHER.get(word, word) for word in (verdict, loser, proposal))
    assert said(*seen(*loop, turned, -1), ruleset) == (*want, labels), write_fen(loop[0])


@RULESETS
@MANY
@given(loop=loops(), turns=st.integers(1, 3))
def test_a_ruling_does_not_depend_on_where_the_loop_is_entered(ruleset, loop, turns):
    board, moves = loop
    first = said(board, moves, ruleset)
    for move in moves[:turns]:
        board = board.after(move)
    later = said(board, moves[turns:] + moves[:turns], ruleset)
    assert later[:3] == first[:3], write_fen(loop[0])
    assert later[3] == first[3][turns:] + first[3][:turns]


@RULESETS
@MANY
@given(loop=loops())
def test_walking_the_loop_again_changes_nothing(ruleset, loop):
    board, moves = loop
    once = said(board, moves, ruleset)
    assert said(board, moves * 2, ruleset)[:3] == once[:3]
