"""A proposal of what is dead and what is seki on a finished board, for people to confirm.

Three witnesses are heard: unconditional life (certain), random games to the end from a seed (how
often each chain's points end up with its own side), and the shape of what is left (groups of both
colours that share liberties and have no two eyes of their own: seki). Nothing is decided here.

The same seed gives the same proposal; the work is bounded by counting it, not by a clock.
"""

from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from qipan.games.go.board import chain_at
from qipan.games.go.count import Marks
from qipan.games.go.grid import BLACK, WHITE, Grid
from qipan.games.go.life.benson import unconditionally_alive
from qipan.games.go.life.playout import Playout
from qipan.games.go.life.seki import weak_groups

PLAYOUTS = 96
WORK = 150_000
"""Playouts stop after this much work, so that a wild board costs no more than others."""
SETTLED = 40
"""A group without two eyes that keeps less than this does not live by seki or connection."""
UNCLEAR = 40
"""Chains whose points stay theirs, net, in fewer than this many of 100 playouts are unclear."""


class ChainStatus(msgspec.Struct, frozen=True):
    """What is proposed for one chain."""

    points: tuple[int, ...]
    colour: int
    dead: bool
    seki: bool
    share: int
    """From −100 (always lost) to 100 (always kept) over the playouts."""
    certain: bool
    """Alive whatever happens."""

    @property
    def unclear(self) -> bool:
        """Say whether the playouts disagree so much that people should look twice."""
        return not self.certain and abs(self.share) < UNCLEAR


class Suggestion(msgspec.Struct, frozen=True):
    """A proposal for a whole board."""

    chains: tuple[ChainStatus, ...]
    playouts: int

    @property
    def marks(self) -> Marks:
        """Give the proposal as marks, to be counted with."""
        return Marks(
            dead=frozenset(at for chain in self.chains if chain.dead for at in chain.points),
            seki=frozenset(at for chain in self.chains if chain.seki for at in chain.points),
        )

    @property
    def unclear(self) -> tuple[int, ...]:
        """Give one point of each chain whose fate is unclear."""
        return tuple(min(chain.points) for chain in self.chains if chain.unclear)


def suggest(cells: Sequence[int], on: Grid, seed: int = 1, playouts: int = PLAYOUTS) -> Suggestion:
    """Propose a status for every chain on a board where play has ended."""
    owned, made = ownership(cells, on, seed, playouts)
    certain = unconditionally_alive(cells, on, BLACK) | unconditionally_alive(cells, on, WHITE)
    chains = _chains(cells, on)
    shares = [_share(cells[chain[0]], chain, owned, made) for chain in chains]
    dead = {at for chain, share in zip(chains, shares, strict=True) if share < 0 for at in chain}
    dead -= certain
    seki = _settle(cells, on, dead, dict(_by_stone(chains, shares)))
    return Suggestion(
        tuple(
            ChainStatus(
                points=tuple(sorted(chain)),
                colour=cells[chain[0]],
                dead=chain[0] in dead,
                seki=chain[0] in seki,
                share=shares[index],
                certain=chain[0] in certain,
            )
            for index, chain in enumerate(chains)
        ),
        made,
    )


def ownership(cells: Sequence[int], on: Grid, seed: int, playouts: int) -> tuple[list[int], int]:
    """Play to the end again and again; give how often each point ended Black's less White's."""
    board = Playout(cells, on)
    random = Random(seed).random
    near = on.near
    owned = [0] * len(cells)
    worth = (0, 1, -1, 0)
    made = 0
    while made < playouts and board.work < WORK:
        final = board.run(1 + made % 2, random)
        for at in on.points:
            owned[at] += worth[final[at]]
        for at in board.empties:
            touched = 0
            for by in near[at]:
                touched |= final[by]
            owned[at] += worth[touched]
        made += 1
    return owned, made


def _settle(
    cells: Sequence[int], on: Grid, dead: set[int], share: dict[int, int]
) -> frozenset[int]:
    """Widen ``dead`` by the weakest groups until what is left is settled; give the seki stones.

    On a finished board a group with neither two eyes nor a good record in the playouts is dead,
    and taking it off may give its neighbours the eyes that they lacked: one at a time.
    """
    while True:
        weak = weak_groups(cells, on, frozenset(dead))
        ranked = [
            (sum(share[at] for at in group.stones) // len(group.stones), group) for group in weak
        ]
        lost = min(ranked, key=lambda pair: pair[0], default=None)
        if lost is None or lost[0] >= SETTLED:
            return frozenset(at for group in weak if group.facing for at in group.stones)
        dead.update(lost[1].stones)


def _by_stone(chains: list[list[int]], shares: list[int]) -> Iterator[tuple[int, int]]:
    for chain, share in zip(chains, shares, strict=True):
        for at in chain:
            yield at, share


def _chains(cells: Sequence[int], on: Grid) -> list[list[int]]:
    seen: set[int] = set()
    found = []
    for at in on.points:
        if cells[at] and at not in seen:
            chain = chain_at(cells, on.near, at)
            seen.update(chain)
            found.append(chain)
    return found


def _share(colour: int, chain: list[int], owned: list[int], made: int) -> int:
    total = sum(owned[at] for at in chain) * (1 if colour == BLACK else -1)
    # Rounded away from nothing, so that the sign, which decides, is never lost.
    size = len(chain) * max(made, 1)
    share = (abs(total) * 100 + size - 1) // size
    return share if total >= 0 else -share
