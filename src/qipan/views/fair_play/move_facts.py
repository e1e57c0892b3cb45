"""What a judge says of every move of a game, and which of them count.

Moves of the opening are known by heart, and where a game is decided or a move is forced everybody
plays the same: none of these says anything of who chose the move, so they do not count.
"""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from qipan.games import AnyGame
from qipan.games.judging import closer_times, judged, usual_nodes
from qipan.kernel.judgement import EVEN, Judged
from qipan.kernel.self_play import MoveMade

OPENING = 10
"""Plies at the beginning that do not count."""
DECIDED = 400
"""Further than this from even, a game is decided."""
FEWEST = 4
"""Legal moves below which a move is forced."""
MOST_LOST = 300
"""What a single move may count for at most."""


class MoveFact(msgspec.Struct, frozen=True):
    """One move beside what the computer would have played."""

    ply: int
    """From 0."""
    seat: int
    played: str
    best: str
    chance: int
    """What the mover could expect, out of a thousand."""
    loss: int
    good: int
    legal: int
    hard: bool = False
    """A short look does not find the computer's move."""

    @property
    def same(self) -> bool:
        """Say whether it is the computer's move."""
        return self.played == self.best

    @property
    def counts(self) -> bool:
        """Say whether it tells anything of who chose it."""
        undecided = abs(self.chance - EVEN) < DECIDED
        return self.ply >= OPENING and undecided and self.legal >= FEWEST

    @property
    def critical(self) -> bool:
        """Say whether much hung on it: no other move was nearly as good."""
        return self.counts and self.good == 1


Ask = Callable[[MoveMade, int], Judged | None]
"""How a judge is asked, with how many times its usual nodes: here, or in a process of its own."""


def asked_here(game: AnyGame) -> Ask:
    """Judge in this very process."""

    def ask(made: MoveMade, times: int) -> Judged | None:
        nodes = times * usual_nodes(game, made.before)
        return judged(game, made.before, made.seat, made.move, nodes)

    return ask


def times_to_look(game: AnyGame, ply: int) -> int:
    """Give how many times the usual nodes a judge may use; the opening will not count anyhow."""
    return closer_times(game) if ply >= OPENING else 1


def move_facts(game: AnyGame, made: Iterable[MoveMade], ask: Ask) -> Iterator[MoveFact | None]:
    """Judge the moves of a game one by one; None for one that nobody chose."""
    for ply, each in enumerate(made):
        said = ask(each, times_to_look(game, ply)) if each.seat >= 0 else None
        yield fact_of(game, ply, each, said)


def fact_of(
    game: AnyGame, ply: int, made: MoveMade, said: Judged | None, most_lost: int = MOST_LOST
) -> MoveFact | None:
    """Write down what was said of a move."""
    if said is None:
        return None
    before, seat, move, _ = made
    return MoveFact(
        ply=ply,
        seat=int(seat),
        played=game.write(before, seat, move),
        best=game.write(before, seat, said.best),
        chance=said.chance,
        loss=min(most_lost, said.loss),
        good=said.good,
        legal=said.legal,
        hard=said.glance is not None and said.glance != said.best,
    )
