"""Lines and devices that two players of a contest share, and pairs that meet again and again.

A household, a school and a club share a line; a family shares a tablet. These are facts without a
false-alarm rate, and put nobody into the queue by themselves.
"""

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations

import msgspec

from qipan.views.fair_play.examined_game import ExaminedGame

MEETINGS = 3
"""Games of two against each other from which on their results are looked at."""


class SharedLine(msgspec.Struct, frozen=True):
    """Two who played from one line or one device."""

    players: tuple[str, str]
    line: bool
    device: bool
    met: int
    """Games they had against each other."""


class OddPair(msgspec.Struct, frozen=True):
    """Two who met often, with the same winner each time."""

    winner: str
    loser: str
    games: int
    shortest: int
    """Plies of the shortest of them."""


def shared_lines(games: Iterable[ExaminedGame]) -> tuple[SharedLine, ...]:
    """List the pairs of players who share a line or a device."""
    lines: dict[str, set[str]] = defaultdict(set)
    devices: dict[str, set[str]] = defaultdict(set)
    met: dict[frozenset[str], int] = defaultdict(int)
    for game in games:
        for pair in combinations(sorted(set(game.players)), 2):
            met[frozenset(pair)] += 1
        for seat, line, device in game.seen:
            if line:
                lines[line].add(game.players[seat])
            if device:
                devices[device].add(game.players[seat])
    by_line, by_device = _pairs(lines), _pairs(devices)
    return tuple(
        SharedLine(pair, pair in by_line, pair in by_device, met[frozenset(pair)])
        for pair in sorted(by_line | by_device)
    )


def _pairs(shared: dict[str, set[str]]) -> set[tuple[str, str]]:
    return {
        (one, other)
        for players in shared.values()
        for one, other in combinations(sorted(players), 2)
    }


def odd_pairs(games: Iterable[ExaminedGame]) -> tuple[OddPair, ...]:
    """List the pairs of whom the same one won every game."""
    won: dict[tuple[str, str], list[int]] = defaultdict(list)
    undecided: set[frozenset[str]] = set()
    for game in games:
        if len(game.players) != 2 or sorted(game.places) not in ([1, 2], [1, 1]):
            continue
        if game.places == (1, 1):
            undecided.add(frozenset(game.players))
            continue
        first = game.places.index(1)
        won[game.players[first], game.players[1 - first]].append(len(game.moves))
    return tuple(
        OddPair(winner, loser, len(plies), min(plies))
        for (winner, loser), plies in sorted(won.items())
        if len(plies) >= MEETINGS
        and (loser, winner) not in won
        and frozenset((winner, loser)) not in undecided
    )
