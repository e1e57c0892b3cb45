"""Which labels are beyond doubt. Strict: what is not plain is left to the arbiter."""

from qipan.games.xiangqi.repetition.attacks import attacks
from qipan.games.xiangqi.repetition.by_checks import best_check
from qipan.games.xiangqi.repetition.captures import Capture
from qipan.games.xiangqi.repetition.scene import Scene
from qipan.games.xiangqi.repetition.worth import worth
from qipan.games.xiangqi.squares import KING, PAWN

MUCH_LOST = -80
"""A knight or cannon for an advisor and a bishop: nobody calls that a gain."""


def single_handed(scene: Scene, capture: Capture) -> bool:
    """Say whether a chase beyond doubt is the moved piece's alone, of a piece without any root."""
    alone = capture.attacker == scene.mover and not capture.uncovers
    free = not capture.rooted and not capture.false_root
    return alone and free and certain_chase(scene, capture)


def certain_chase(scene: Scene, capture: Capture) -> bool:
    """Say whether nobody could doubt this chase.

    The threat is new (or the root was cut), on a rootless or dearer piece, and pays; the attacker
    is no king or pawn, cannot be taken itself, and its side is not mated after the capture.
    """
    board, pair = scene.after, (capture.attacker, capture.target)
    if board.kind[capture.attacker] in (KING, PAWN):
        return False
    dearer = worth(board, capture.target) > worth(board, capture.attacker)
    free = not capture.rooted and not capture.false_root
    old = scene.then.get(pair)
    new = pair not in scene.then or (old is not None and old.rooted and free)
    if not (new and (free or dearer) and capture.net >= capture.same > 0):
        return False
    if any(target == capture.attacker for _, target in attacks(board, -scene.side)):
        return False
    return scene.search.mate(board.after(capture.move)) is None


def nothing_open(scene: Scene) -> bool:
    """Say whether nothing at all is open after an idle move."""
    for capture in scene.now.of():
        attacker = capture.attacker
        if attacker == scene.mover and scene.after.kind[attacker] in (KING, PAWN):
            continue
        if capture.mutual or _plain_loss(capture) or _mated_at_once(scene, capture):
            continue
        old = scene.then.get((attacker, capture.target))
        if old is None or not _no_better(capture, old):
            return False
    return not _hoped_for(scene)


def _no_better(now: Capture, before: Capture) -> bool:
    """Say whether a capture was there before, and is worth no more after the move."""
    return (
        now.net <= before.net
        and now.same <= before.same
        and now.rooted >= before.rooted
        and now.mutual >= before.mutual
    )


def _plain_loss(capture: Capture) -> bool:
    """Say whether a capture gives a rook, knight or cannon for an advisor or bishop, or worse."""
    return max(capture.net, capture.same) <= MUCH_LOST


def _mated_at_once(scene: Scene, capture: Capture) -> bool:
    """Say whether who takes is mated by the very next move: then nobody threatens to take."""
    return scene.search.mate(scene.after.after(capture.move), 1) is not None


def _hoped_for(scene: Scene) -> bool:
    """Say whether a check would win something new if the other side only evaded and recaptured."""
    search = scene.search
    search.meek = True
    try:
        now = best_check(search, scene.after)[1]
        return now > 0 and now > best_check(search, scene.before, now)[1]
    finally:
        search.meek = False
