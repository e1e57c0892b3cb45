"""Xiangqi: mates in one and in two that are walked into although they could be avoided.

Positions are those of games of the quick player with every third move at random, which are wilder
than real ones. The mates are looked for through every move, by a way of its own that shares only
the list of legal moves with the search.
"""

from random import Random
from time import process_time

from qipan.games import game_named
from qipan.games.xiangqi.computer import LEVELS, choose, think
from qipan.games.xiangqi.fen import write_fen
from qipan.games.xiangqi.movegen import legal_moves
from qipan.kernel.thinking import Limits, Watch

XIANGQI = game_named("xiangqi")


def run(options):
    """Print how many mates were walked into, and each position where it happened."""
    nodes = options.nodes or LEVELS[options.level - 1].nodes
    begun, seen, walked = process_time(), 0, 0
    for number, state in enumerate(positions(options.positions)):
        seat = XIANGQI.acting(state)[0]
        move = think(state, seat, options.level, Random(number), Watch(Limits(nodes)))
        if not isinstance(move, int):
            continue
        seen += 1
        board = state.board.copy()
        board.make(move)
        mate = mates(board)
        board = state.board.copy()
        if mate and not all(mates(board.after(other)) for other in legal_moves(board)):
            walked += 1
            text = XIANGQI.write(state, seat, move)
            print(f"walked into mate in {mate}: {number} {text} {write_fen(state.board)}")
    spent = process_time() - begun
    print(f"level {options.level}, {nodes:,} nodes: {walked} of {seen} positions, {spent:.0f} s")
    return 0 if not walked else 1


def positions(count):
    """Give positions of wild games, one a game, by their number alone."""
    number = given = 0
    while given < count:
        dice = Random(number)
        number += 1
        state = XIANGQI.start(XIANGQI.rules_type(), 2, {})
        for ply in range(dice.randrange(8, 90)):
            acting = XIANGQI.acting(state)
            if len(acting) != 1 or acting[0] < 0:
                break
            seat = acting[0]
            wild = ply % 3 == 0 and list(XIANGQI.moves(state, seat))
            state = XIANGQI.play(
                state, seat, dice.choice(wild) if wild else choose(state, seat, dice)
            )
        if not state.ended and legal_moves(state.board.copy()):
            given += 1
            yield state


def mates(board, most=2):
    """Give in how many moves the side to move mates for sure, at most so many; 0 if it cannot."""
    moves = legal_moves(board)
    for count in range(1, most + 1):
        for move in moves:
            taken = board.make(move)
            answers = legal_moves(board)
            sure = all(answered(board, answer, count - 1) for answer in answers)
            board.unmake(move, taken)
            if sure:
                return count
    return 0


def answered(board, answer, left):
    """Say whether the attack still mates in time after an answer."""
    if not left:
        return False
    taken = board.make(answer)
    found = bool(mates(board, left))
    board.unmake(answer, taken)
    return found
