"""Chases by checks: material that falls after one or more checks."""

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.repetition.gain import MATED, Line
from qipan.games.xiangqi.repetition.labels import Act, Chase, How, Label
from qipan.games.xiangqi.repetition.scene import ATTACKERS, Scene, pieces_of
from qipan.games.xiangqi.repetition.search import Search
from qipan.games.xiangqi.repetition.worth import worth


def by_checks(scene: Scene) -> Label | None:
    """Find material that falls after a check, and did not before the move."""
    line, gain = best_check(scene.search, scene.after)
    if gain <= 0:
        return None
    _, old = best_check(scene.search, scene.before, gain)
    had = [c.same for c in scene.then.of(scene.mover) if c.good and c.same > 0]
    if gain <= max(0, old, *had):
        return None
    target = _first_loss(scene.after, line)
    checker = scene.after.at[line[0] >> 7]
    chase = Chase(checker, target, How.CHECKS, "none", line, min(gain, MATED))
    return Label(
        scene.side,
        Act.CHASE,
        chases=(chase,),
        light=checker != scene.mover or _needs_another(scene, gain),
        sure=False,
    )


def best_check(search: Search, board: Board, enough: int = MATED) -> tuple[Line, int]:
    """Find the check, capturing nothing of value, that wins most, or the first that wins enough."""
    search.spend()
    search.chaser = board.turn
    best: tuple[Line, int] = ((), 0)
    for move in search.checks(board):
        if worth(board, board.at[move & 127]):
            continue
        reply, rest = search.gain(board.after(move), high=-best[1])
        if -reply > best[1]:
            best = ((move, *rest), -reply)
            if -reply >= enough:
                break
    return best


def _needs_another(scene: Scene, gain: int) -> bool:
    """Say whether some other piece is needed for a gain by checks."""
    board = scene.after
    for piece in pieces_of(board, scene.side):
        if piece == scene.mover or board.kind[piece] not in ATTACKERS:
            continue
        if best_check(scene.search, board.without(piece), gain)[1] < gain:
            return True
    return False


def _first_loss(board: Board, line: Line) -> int:
    """Give the first valuable piece that the side to move takes in a line, 0 if none."""
    side, board = board.turn, board.copy()
    for move in line:
        taken = board.at[move & 127]
        if board.turn == side and taken and worth(board, taken):
            return taken
        board.make(move)
    return 0
