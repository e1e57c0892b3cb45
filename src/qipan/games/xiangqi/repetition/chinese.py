"""Chinese rules: the label of every move of a repetition.

check, kill (mate by checks next), chase (wins material next: directly, by checks, or through
exchanges), exchange, idle. A chase must arise from the move: what could be won before it, the same
side to move, does not count. These labels are proposals; ``sure`` says which need no arbiter.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.repetition.arising import arises
from qipan.games.xiangqi.repetition.by_checks import by_checks
from qipan.games.xiangqi.repetition.captures import Capture, capture_of
from qipan.games.xiangqi.repetition.doubt import certain_chase, nothing_open, single_handed
from qipan.games.xiangqi.repetition.frame import Frame, FramedPly
from qipan.games.xiangqi.repetition.gain import Exhausted
from qipan.games.xiangqi.repetition.labels import Act, Chase, How, Label, label_each
from qipan.games.xiangqi.repetition.line import Ply
from qipan.games.xiangqi.repetition.scene import ATTACKERS, Scene, seen_after, seen_before
from qipan.games.xiangqi.repetition.search import Search
from qipan.games.xiangqi.repetition.worth import worth
from qipan.games.xiangqi.squares import KING

NODES: Final = 16_000
"""Search steps of one ruling: its only bound, the same on every machine."""
LEAST: Final = 60
"""With fewer steps than these for a ply, none are taken: nothing would come of them."""
_KEPT: Final = 1_024
"""Labels kept: while a repetition goes on, every move asks again for those before it."""


def label_plies(plies: Sequence[Ply], nodes: int = NODES) -> list[Label]:
    """Label every ply of a loop; the budget of nodes is shared by the different plies.

    Each ply is looked at from its mover's side and from one wing, so that a ruling is the same
    with colours swapped, mirrored, or asked at another point of the loop.
    """
    different = {(ply.before.key, ply.move, ply.previous) for ply in plies}
    share = nodes // parts_for(len(different))
    return label_each(plies, lambda ply: _plain(ply) or _searched(ply, share))


def parts_for(plies: int) -> int:
    """Give the least of 1, 2, 3, 4, 6, 8, 12, 16 … that has a part for every ply.

    So a ply keeps its share for a while as a repetition grows, and with it the label found.
    """
    power = 1 << max(1, plies - 1).bit_length()
    return power * 3 // 4 if plies <= power * 3 // 4 else power


def _plain(ply: Ply) -> Label | None:
    """Label a check, and a king that runs from one; both need no search."""
    if ply.after.in_check():
        return Label(ply.side, Act.CHECK, checks=True)
    mover = ply.after.at[ply.move & 127]
    if ply.before.in_check() and ply.before.kind[mover] == KING:
        return Label(ply.side, Act.IDLE)
    return None


def _searched(ply: Ply, nodes: int) -> Label:
    """Label any other ply; unsure and idle if the budget of nodes does not suffice."""
    if nodes < LEAST:
        return Label(ply.side, Act.IDLE, sure=False)
    frame = Frame.around(ply)
    return frame.back(label_in_frame(frame.asked, nodes))


@lru_cache(_KEPT)
def label_in_frame(asked: FramedPly, nodes: int) -> Label:
    """Search a ply in its frame."""
    ply = asked.ply()
    try:
        return _label(Search(nodes), ply)
    except Exhausted:
        return Label(ply.side, Act.IDLE, sure=False)


def _label(search: Search, ply: Ply) -> Label:
    after = seen_after(ply)
    mate = search.mate(after)
    if mate and not _starts_by_exchange(search, after, mate[0]):
        plain = not after.at[mate[0] & 127] and search.mate(seen_before(ply)) is None
        return Label(ply.side, Act.KILL, line=mate, sure=plain)
    scene = Scene.of(search, ply)
    chases = [capture for capture in scene.now.of() if capture.good and arises(scene, capture)]
    if chases:
        return _chase_label(scene, chases)
    found = by_checks(scene)
    if found:
        return found
    act = Act.EXCHANGE if _offers_exchange(scene) else Act.IDLE
    return Label(ply.side, act, sure=nothing_open(scene))


def _chase_label(scene: Scene, chases: list[Capture]) -> Label:
    most = max(max(capture.net, capture.same) for capture in chases)
    chief = [capture for capture in chases if max(capture.net, capture.same) == most]
    return Label(
        scene.side,
        Act.CHASE,
        chases=tuple(_as_chase(scene, capture) for capture in chases),
        light=(light := all(_is_light(scene, capture) for capture in chief)),
        sure=any(certain_chase(scene, capture) for capture in chases),
        alone=not light and any(single_handed(scene, capture) for capture in chases),
    )


def _as_chase(scene: Scene, capture: Capture) -> Chase:
    if (capture.attacker, capture.target) not in scene.then:
        how = How.DIRECT
    else:
        how = How.CUT
    if capture.rooted:
        how = How.EXCHANGE
    return Chase(
        capture.attacker, capture.target, how, capture.root, capture.line, max(capture.net, 0)
    )


def _is_light(scene: Scene, capture: Capture) -> bool:
    """Say whether a chase is joint, or its target under-rooted."""
    board = scene.after
    if capture.rooted and worth(board, capture.target) <= worth(board, capture.attacker):
        return True
    if capture.false_root or capture.uncovers:
        return True
    return board.kind[capture.target] != board.kind[capture.attacker] and _shields(
        board, capture.target
    )


def _shields(board: Board, piece: int) -> bool:
    """Say whether a piece keeps its own king out of check by standing where it does."""
    side = 1 if piece > 0 else -1
    return board.without(piece).attacked(side)


def _starts_by_exchange(search: Search, board: Board, move: int) -> bool:
    """Say whether a mate begins by taking a piece that could as well take its attacker."""
    pair = (board.at[move >> 7], board.at[move & 127])
    if not pair[1] or board.kind[pair[0]] != board.kind[pair[1]]:
        return False
    capture = capture_of(search, board, board.turn, pair)
    return capture is not None and capture.mutual


def _offers_exchange(scene: Scene) -> bool:
    """Say whether the mover attacks a piece of its own kind that may take it as well."""
    return any(
        c.mutual and c.attacker == scene.mover and scene.after.kind[c.target] in ATTACKERS
        for c in scene.now.of()
    )
