"""Random xiangqi positions for Hypothesis: pieces strewn over the board, and games played on."""

from random import Random

from hypothesis import strategies as st

from qipan.games.xiangqi import Board, legal_moves, start_board
from qipan.games.xiangqi.lines import ADVISOR_POINTS, BISHOP_POINTS, PALACE
from qipan.games.xiangqi.squares import ADVISOR, BISHOP, CANNON, KING, KNIGHT, PAWN, ROOK, turned


def _free(dice, points, taken, side):
    points = [at if side > 0 else int(turned(at)) for at in sorted(points)]
    points = [at for at in points if at not in taken]
    return dice.choice(points) if points else None


def strewn_board(dice):
    """Put pieces at random; pawns crowd on few files, as notation finds hard."""
    while True:
        taken, pieces = set(), []
        for side in (1, -1):
            files = dice.sample(range(9), dice.choice([1, 2, 2, 3, 9]))
            pawns = [9 * rank + file for rank in range(3, 10) for file in files]
            home = [at for at in PALACE if at < 27]
            wanted = [(KING, home)]
            wanted += [(PAWN, pawns)] * dice.randint(0, 5)
            wanted += [(ADVISOR, ADVISOR_POINTS)] * dice.randint(0, 2)
            wanted += [(BISHOP, BISHOP_POINTS)] * dice.randint(0, 2)
            for kind in (ROOK, KNIGHT, CANNON):
                wanted += [(kind, range(90))] * dice.randint(0, 2)
            for kind, points in wanted:
                at = _free(dice, points, taken, side)
                if at is not None:
                    taken.add(at)
                    pieces.append((at, side, kind))
        board = Board(pieces, dice.choice((1, -1)))
        if not board.attacked(-board.turn):
            return board


def played_board(dice):
    """Play a random number of random moves from the start."""
    board = start_board()
    for _ in range(dice.randint(0, 120)):
        moves = legal_moves(board)
        if not moves:
            break
        board.make(dice.choice(moves))
    return board


def boards():
    """Strewn and played boards."""
    seeds = st.integers(0, 2**32)
    return st.one_of(
        seeds.map(lambda seed: strewn_board(Random(seed))),
        seeds.map(lambda seed: played_board(Random(seed))),
    )
