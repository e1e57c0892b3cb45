"""Chinese rules: the label of every move of a repetition.

check, kill (mate by checks next), chase (wins material next: directly, by checks, or through
exchanges), exchange, idle. A chase must arise from the move: what could be won before it, the same
side to move, does not count. These labels are proposals; ``sure`` says which need no arbiter.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from qipan.games.xiangqi.board import Board
from qipan.games.xiangqi.repetition.attacks import Pair, attacks, checkers, facing
from qipan.games.xiangqi.repetition.captures import Capture, capture_of, captures_of
from qipan.games.xiangqi.repetition.frame import Frame
from qipan.games.xiangqi.repetition.labels import Act, Chase, How, Label
from qipan.games.xiangqi.repetition.line import Ply
from qipan.games.xiangqi.repetition.search import MATED, Exhausted, Line, Search, worth
from qipan.games.xiangqi.squares import ADVISOR, BISHOP, CANNON, KING, KNIGHT, PAWN, ROOK

NODES: Final = 24_000
"""Search steps of one ruling: its only bound, the same on every machine."""
ATTACKERS: Final = (KNIGHT, ROOK, CANNON, PAWN)


class Scene(msgspec.Struct):
    """A ply with what is known about it: the boards compared, and the captures on each."""

    search: Search
    ply: Ply
    mover: int
    after: Board
    """After the move, the mover's side to move again."""
    before: Board
    """Before the move, without the pieces that gave check to the mover."""
    now: dict[Pair, Capture]
    then: dict[Pair, Capture]

    @property
    def side(self) -> int:
        """Give the side that moved."""
        return self.ply.side


def label_plies(plies: Sequence[Ply], nodes: int = NODES) -> list[Label]:
    """Label every ply of a loop; the budget of nodes is shared equally by the different plies.

    Each ply is looked at from its mover's side and from one wing, so that a ruling is the same
    with colours swapped, mirrored, or asked at another point of the loop.
    """
    known: dict[tuple[bytes, int, int | None], Label] = {}
    keys = [(ply.before.key, ply.move, ply.previous) for ply in plies]
    share = nodes // len(set(keys)) if keys else 0
    for key, ply in zip(keys, plies, strict=True):
        if key not in known:
            frame = Frame.around(ply)
            known[key] = frame.back(label_ply(Search(share), frame.ply))
    return [known[key] for key in keys]


def label_ply(search: Search, ply: Ply) -> Label:
    """Label one ply; unsure and idle if the budget of nodes is spent."""
    if ply.after.in_check():
        return Label(ply.side, Act.CHECK, checks=True)
    mover = ply.after.at[ply.move & 127]
    if ply.before.in_check() and ply.before.kind[mover] == KING:
        return Label(ply.side, Act.IDLE)
    try:
        return _label(search, ply, mover)
    except Exhausted:
        return Label(ply.side, Act.IDLE, sure=False)


def _label(search: Search, ply: Ply, mover: int) -> Label:
    after = facing(ply.after, ply.side).copy()
    before = _unchecked(ply.before, ply.side)
    mate = search.mate(after)
    if mate and not _starts_by_exchange(search, after, mate[0]):
        sure = not after.at[mate[0] & 127] and search.mate(before) is None
        return Label(ply.side, Act.KILL, line=mate, sure=sure)
    search.spared = 0
    now = captures_of(search, after, ply.side)
    then = captures_of(search, before, ply.side)
    scene = Scene(search, ply, mover, after, before, now, then)
    chases = [capture for capture in now.values() if capture.good and _arises(scene, capture)]
    if chases:
        return _chase_label(scene, chases)
    by_checks = _by_checks(scene)
    if by_checks:
        return by_checks
    act = Act.EXCHANGE if _offers_exchange(scene) else Act.IDLE
    return Label(ply.side, act, sure=act is Act.IDLE and _quiet(scene))


# -- the control: did it exist before? --------------------------------------------------------


def _unchecked(board: Board, side: int) -> Board:
    """Lift the pieces that give check to ``side``, so that its threats before can be seen."""
    for piece in checkers(board, side):
        if board.kind[piece] != KING:
            board = board.without(piece)
    return board.copy()


def _arises(scene: Scene, capture: Capture) -> bool:
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
    force = [p for _, p in _pieces(board, scene.side) if board.kind[p] in ATTACKERS]
    counted = [p for p in force if worth(board, p)]
    return len(counted) <= 1 and board.kind[capture.target] in (ADVISOR, BISHOP)


def _helper_exchangeable(scene: Scene, capture: Capture) -> bool:
    """Say whether the gain rests on another attacker that the target could exchange itself for."""
    board = scene.after
    for (attacker, target), other in scene.now.items():
        if target == capture.target and attacker != capture.attacker and other.mutual:
            alone = capture_of(
                scene.search,
                board.without(attacker),
                scene.side,
                (capture.attacker, capture.target),
            )
            if alone is None or not alone.good:
                return True
    return False


def _pieces(board: Board, side: int) -> list[tuple[int, int]]:
    return [(square, piece) for square, piece in enumerate(board.at) if piece * side > 0]


# -- chases ---------------------------------------------------------------------------------


def _chase_label(scene: Scene, chases: list[Capture]) -> Label:
    most = max(max(capture.net, capture.same) for capture in chases)
    chief = [capture for capture in chases if max(capture.net, capture.same) == most]
    return Label(
        scene.side,
        Act.CHASE,
        chases=tuple(_as_chase(scene, capture) for capture in chases),
        light=all(_is_light(scene, capture) for capture in chief),
        sure=any(_certain(scene, capture) for capture in chases),
    )


def _as_chase(scene: Scene, capture: Capture) -> Chase:
    if (capture.attacker, capture.target) not in attacks(scene.before, scene.side):
        how = How.DIRECT
    else:
        how = How.CUT
    if capture.rooted:
        how = How.EXCHANGE
    return Chase(
        capture.attacker, capture.target, how, capture.root, capture.line, max(capture.net, 0)
    )


def _certain(scene: Scene, capture: Capture) -> bool:
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
    new = pair not in attacks(scene.before, scene.side) or (old is not None and old.rooted and free)
    if not (new and (free or dearer) and capture.net >= capture.same > 0):
        return False
    if any(target == capture.attacker for _, target in attacks(board, -scene.side)):
        return False
    return scene.search.mate(board.after(capture.move)) is None


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


# -- gains by checks ------------------------------------------------------------------------


def _by_checks(scene: Scene) -> Label | None:
    """Find material that falls after a check, and did not before the move."""
    line, gain = best_check(scene.search, scene.after)
    if gain <= 0:
        return None
    _, old = best_check(scene.search, scene.before)
    had = [
        c.same for c in scene.then.values() if c.attacker == scene.mover and c.good and c.same > 0
    ]
    if gain <= max(0, old, *had):
        return None
    target = _first_loss(scene.after, line)
    checker = scene.after.at[line[0] >> 7]
    chase = Chase(checker, target, How.CHECKS, "none", line, min(gain, MATED))
    return Label(
        scene.side,
        Act.CHASE,
        chases=(chase,),
        light=checker != scene.mover or _needs_another(scene, line, gain),
        sure=False,
    )


def best_check(search: Search, board: Board) -> tuple[Line, int]:
    """Find the check, capturing nothing of value, that wins most."""
    search.chaser = board.turn
    best: tuple[Line, int] = ((), 0)
    for move in search.checks(board):
        if worth(board, board.at[move & 127]):
            continue
        reply, rest = search.gain(board.after(move))
        if -reply > best[1]:
            best = ((move, *rest), -reply)
    return best


def _needs_another(scene: Scene, line: Line, gain: int) -> bool:
    """Say whether some other piece is needed for a gain by checks."""
    board = scene.after
    for _, piece in _pieces(board, scene.side):
        if piece == scene.mover or board.kind[piece] not in ATTACKERS:
            continue
        if best_check(scene.search, board.without(piece))[1] < gain:
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


# -- exchanges and quiet moves -------------------------------------------------------------


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
        for c in scene.now.values()
    )


def _quiet(scene: Scene) -> bool:
    """Say whether nothing at all is open after an idle move."""
    for pair, capture in scene.now.items():
        if pair[0] == scene.mover and scene.after.kind[pair[0]] in (KING, PAWN):
            continue
        old = scene.then.get(pair)
        if old is not None and _alike(old, capture):
            continue
        if capture.mutual or capture.same > 0 or capture.net > -100:
            return False
    return not _hoped_for(scene)


def _alike(one: Capture, two: Capture) -> bool:
    """Say whether a capture is worth the same before and after."""
    return (one.net, one.same, one.rooted, one.mutual) == (
        two.net,
        two.same,
        two.rooted,
        two.mutual,
    )


def _hoped_for(scene: Scene) -> bool:
    """Say whether a check would win something new if the other side only evaded and recaptured."""
    search = scene.search
    search.meek = True
    try:
        now = best_check(search, scene.after)[1]
        return now > 0 and now > best_check(search, scene.before)[1]
    finally:
        search.meek = False
