"""Where a piece can go: one step, or a chain of jumps over single pieces of any colour."""

from collections import deque

from qipan.games.chinese_checkers.board import JUMPS, NEIGHBOURS, Hole
from qipan.games.chinese_checkers.rules import Lock


def destinations(origin: Hole, occupied: int, target: int, lock: Lock) -> int:
    """Give the set of holes that the piece on ``origin`` can reach in one turn.

    A chain of jumps that comes back to its start is no move, but may pass over it.
    """
    here = 1 << origin
    locked = lock is not Lock.OFF and bool(target & here)
    found = NEIGHBOURS[origin] & ~occupied
    if NEIGHBOURS[origin] & occupied:
        found |= _jumped(origin, occupied & ~here, target if lock is Lock.EVERY_LANDING else 0)
    found &= ~here
    return found & target if locked else found


def _jumped(origin: Hole, occupied: int, kept: int) -> int:
    """Give all landings; from a hole in ``kept`` only landings in ``kept`` go on."""
    found = 1 << origin
    waiting = [origin]
    while waiting:
        at = waiting.pop()
        inside = kept >> at & 1
        for over, landing, to in JUMPS[at]:
            if (
                over & occupied
                and not landing & (occupied | found)
                and not (inside and not landing & kept)
            ):
                found |= landing
                waiting.append(to)
    return found


def path(origin: Hole, to: Hole, occupied: int, target: int, lock: Lock) -> list[Hole]:
    """Give the holes of a shortest way of a legal move, first and last among them."""
    if NEIGHBOURS[origin] >> to & 1:
        return [origin, to]
    occupied &= ~(1 << origin)
    kept = target if lock is Lock.EVERY_LANDING else 0
    came: dict[Hole, Hole] = {origin: origin}
    waiting = deque([origin])
    while waiting and to not in came:
        at = waiting.popleft()
        for over, landing, there in JUMPS[at]:
            leaves = kept >> at & 1 and not landing & kept
            if over & occupied and not landing & occupied and there not in came and not leaves:
                came[there] = at
                waiting.append(there)
    if to not in came:
        return []
    back = [to]
    while back[-1] != origin:
        back.append(came[back[-1]])
    return back[::-1]
