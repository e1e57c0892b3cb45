"""Unconditional life: chains that live even if their side never answers (Benson 1976).

A region is a connected set of points without stones of the colour. It is vital to a chain if
every empty point of it is a liberty of the chain. Chains with fewer than two vital regions go,
regions touched by a gone chain go, and so on until nothing changes; what stays is alive.
"""

from collections.abc import Sequence

from qipan.games.go.board import chain_at
from qipan.games.go.grid import Grid


def unconditionally_alive(cells: Sequence[int], on: Grid, colour: int) -> frozenset[int]:
    """Give the stones of a colour that no sequence of enemy moves can ever capture."""
    chains, chain_of = _chains(cells, on, colour)
    alive = set(range(len(chains)))
    areas = _areas(cells, on, colour, chain_of)
    while True:
        vital = [0] * len(chains)
        for _, _, served in areas:
            for chain in served:
                vital[chain] += 1
        kept = {chain for chain in alive if vital[chain] >= 2}
        if kept == alive:
            return frozenset(stone for chain in alive for stone in chains[chain])
        alive = kept
        areas = [area for area in areas if area[1] <= alive]


def _chains(cells: Sequence[int], on: Grid, colour: int) -> tuple[list[list[int]], dict[int, int]]:
    chains: list[list[int]] = []
    chain_of: dict[int, int] = {}
    for point in on.points:
        if cells[point] == colour and point not in chain_of:
            chain = chain_at(cells, on.near, point)
            chain_of.update(dict.fromkeys(chain, len(chains)))
            chains.append(chain)
    return chains, chain_of


Area = tuple[list[int], frozenset[int], frozenset[int]]
"""Points, the chains around, and those of them to which the area is vital."""


def _areas(cells: Sequence[int], on: Grid, colour: int, chain_of: dict[int, int]) -> list[Area]:
    seen: set[int] = set()
    found: list[Area] = []
    for start in on.points:
        if cells[start] == colour or start in seen:
            continue
        seen.add(start)
        points = [start]
        around: set[int] = set()
        vital: set[int] | None = None
        for at in points:
            touching = set()
            for by in on.near[at]:
                if cells[by] == colour:
                    touching.add(chain_of[by])
                elif by not in seen:
                    seen.add(by)
                    points.append(by)
            around |= touching
            if not cells[at]:
                vital = touching if vital is None else vital & touching
        found.append((points, frozenset(around), frozenset(vital or ())))
    return found
