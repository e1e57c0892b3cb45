"""Whose turn it is next, who has finished, and in which place everybody ends."""

from msgspec.structs import replace

from qipan.games.chinese_checkers.board import distances, holes_in, opposite
from qipan.games.chinese_checkers.state import SHARES, Star
from qipan.kernel.game import Outcome
from qipan.kernel.rules import RuleKey, rule

FINISH = rule("chinese-checkers.finish", "Who fills the opposite triangle first is first.")
BLOCKED = rule(
    "chinese-checkers.blocked-hole", "A foreign piece in the target counts as own after a time."
)
SAME_ROUND = rule("chinese-checkers.same-round", "Who finish in the same round share the place.")
CAP = rule(
    "chinese-checkers.round-cap",
    "After the last round, players still in are ranked by how far their pieces have come.",
)


def after_turn(star: Star) -> Star:
    """End the turn of the seat to move: finish it if it is done, and go on to the next.

    A target that only foreign pieces keep from being full is full after a time
    [chinese-checkers.blocked-hole].
    """
    seat = star.turn
    waited = star.blocked[seat] + 1 if _only_foreign_pieces_block(star, seat) else 0
    blocked = (*star.blocked[:seat], waited, *star.blocked[seat + 1 :])
    star = replace(star, blocked=blocked, asked=False, agreed=(), refused=False)
    needed = star.rules.blocked_turns
    if star.pieces[seat] == star.target(seat) or (needed and waited >= needed):
        star = replace(star, finished=(*star.finished, (seat, star.round)))
    return to_next(star)


def to_next(star: Star) -> Star:
    """Go on to the next seat that still plays; end the game where nobody has to move."""
    active = star.active()
    later = [seat for seat in active if seat > star.turn]
    if not active or (len(active) == 1 and not (later and star.rules.same_round_ties)):
        return replace(star, ended=Outcome(places(star), FINISH))
    if later:
        return replace(star, turn=later[0])
    if star.rules.round_cap and star.round >= star.rules.round_cap:
        return replace(star, ended=Outcome(places(star), CAP, {"round": star.round}))
    return replace(star, turn=active[0], round=star.round + 1)


def retired(star: Star, seat: int, by: RuleKey) -> Star:
    """Take a seat out of the game; it comes behind all who did not retire."""
    if seat not in star.active():
        return star
    star = replace(star, retired=(*star.retired, seat))
    if len(star.active()) <= 1:
        return replace(star, ended=Outcome(places(star), by))
    if seat == star.turn:
        return to_next(replace(star, asked=False, agreed=(), refused=False))
    return star


def places(star: Star) -> tuple[int, ...]:
    """Rank all seats: finished by round, then the rest as measured, then who retired.

    Who finish in one round share the place [chinese-checkers.same-round].
    """
    keys: dict[int, tuple[int, ...]] = {}
    for order, (seat, when) in enumerate(star.finished):
        keys[seat] = (0, when, 0 if star.rules.same_round_ties else order)
    for seat in star.active():
        keys[seat] = (1, *measure(star, seat))
    for order, seat in enumerate(star.retired):
        keys[seat] = (2, -order)
    return tuple(1 + sum(keys[other] < keys[seat] for other in keys) for seat in sorted(keys))


def measure(star: Star, seat: int) -> tuple[int, int]:
    """Measure a seat that did not finish: pieces not in the target, steps from its tip."""
    inside = (star.pieces[seat] & star.target(seat)).bit_count()
    steps = distances(opposite(star.corners[seat]))
    return SHARES - inside, sum(steps[hole] for hole in holes_in(star.pieces[seat]))


def _only_foreign_pieces_block(star: Star, seat: int) -> bool:
    target = star.target(seat)
    inside = (star.pieces[seat] & target).bit_count()
    full = target & ~star.occupied == 0
    return full and star.rules.blocked_own <= inside < SHARES
