"""Does a threat arise from this move? The control of the Chinese rules.

What the same side could already win before its move is not threatened by the move; nor is what
becomes possible only because the mover itself ran away. King and pawns are exempt, and so is a lone
attacking piece that takes an advisor or bishop in passing.
"""

from qipan.games.xiangqi.repetition.captures import Capture, capture_of
from qipan.games.xiangqi.repetition.scene import ATTACKERS, Scene, pieces_of
from qipan.games.xiangqi.repetition.worth import worth
from qipan.games.xiangqi.squares import ADVISOR, BISHOP, KING, PAWN


def arises(scene: Scene, capture: Capture) -> bool:
    """Say whether a good capture comes from this move, and is one the rules call a chase."""
    kind = scene.after.kind
    pair = (capture.attacker, capture.target)
    if kind[capture.attacker] in (KING, PAWN) and not _small_chaser_counts(scene, capture):
        return False
    old = scene.then.get(pair)
    if old is not None:
        if capture.attacker == scene.mover:
            if old.good:
                return False
        elif _stood_before(scene, capture, old):
            return False
    if _only_guards(scene, capture):
        return False
    return not (capture.rooted and _helper_exchangeable(scene, capture))


def _small_chaser_counts(scene: Scene, capture: Capture) -> bool:
    """Let a king or pawn chase only in company of another piece that moved and goes on taking."""
    kind = scene.after.kind
    if kind[scene.mover] in (KING, PAWN) or capture.same <= 0:
        return False
    board = scene.after.copy()
    for number, move in enumerate(capture.line):
        if number and number % 2 == 0 and kind[board.at[move >> 7]] not in (KING, PAWN):
            return True
        board.make(move)
    return False


def _stood_before(scene: Scene, capture: Capture, old: Capture) -> bool:
    """Say whether another piece's capture was there before, so that the move did not make it."""
    if capture.net == 0 and old.same >= capture.same:
        return True
    if old.good and capture.net <= old.net:
        return True
    return _only_escape(scene, capture)


def _only_escape(scene: Scene, capture: Capture) -> bool:
    """Say whether the capture became good only because the mover itself went out of danger."""
    search, pair = scene.search, (capture.attacker, capture.target)
    lifted = capture_of(search, scene.after.without(scene.mover), scene.side, pair)
    if lifted is None or not lifted.good:
        return False
    search.spared = scene.mover
    kept = capture_of(search, scene.before, scene.side, pair)
    search.spared = 0
    if kept is None or not kept.good or capture.net > kept.net:
        return False
    if capture.rooted or capture.false_root or scene.ply.previous is None:
        return True
    earlier = scene.ply.before.copy()
    earlier.unmake(scene.ply.previous, 0)
    old = capture_of(search, earlier, scene.side, pair)
    return old is None or not old.good


def _only_guards(scene: Scene, capture: Capture) -> bool:
    """Say whether a lone attacking piece merely takes an advisor or bishop."""
    board = scene.after
    force = [p for p in pieces_of(board, scene.side) if board.kind[p] in ATTACKERS]
    counted = [p for p in force if worth(board, p)]
    return len(counted) <= 1 and board.kind[capture.target] in (ADVISOR, BISHOP)


def _helper_exchangeable(scene: Scene, capture: Capture) -> bool:
    """Say whether the gain rests on another attacker that the target could exchange itself for."""
    board = scene.after
    for other in scene.now.of():
        same = other.target == capture.target and other.attacker != capture.attacker
        if same and other.mutual:
            alone = capture_of(
                scene.search,
                board.without(other.attacker),
                scene.side,
                (capture.attacker, capture.target),
            )
            if alone is None or not alone.good:
                return True
    return False
