"""Learns the network of the strongest Go levels, and writes it in whole numbers.

Every position of the games teaches whose each point was at the end, and the move, where the program
chose it itself. Boards are turned and mirrored at random. In the last part of the time what layers
say is rounded as it will be in play. Needs PyTorch, which nothing else here does.
"""

import json
from base64 import b85encode
from math import sqrt
from pathlib import Path
from time import monotonic

import numpy as np

from qipan.games.go.grid import grid
from qipan.games.go.network import look, weights
from qipan.games.go.network.planes import PLANES, SENSIBLE, planes
from qipan.games.go.search.rollout import Rollout

CHANNELS, BLOCKS = 64, 4
BATCHES = {19: 64, 13: 128, 9: 256}
STEP, LATER_STEP, WARM_UP, SHRINK, LONGEST_SLOPE = 2e-3, 1e-3, 200, 1e-2, 2.0
POINTS, MARGIN = 1.5, 0.3
"""How much whose a point is, and by how much a game ends, count beside the move."""
ROUNDED_FROM = 0.6
"""The part of the time from which on layers are rounded."""
UNKNOWN = 2
"""Whose a point is in a game that was broken off."""
HEAD = "# the network of the strongest Go levels: written by benchmarks/opponents learn network\n"
INTEGER = 127


def learn(games, kept_aside, minutes, go_on=False):
    """Learn from games for a while, try on those kept aside, and write the file.

    ``go_on`` begins with the network that is there, in smaller steps.
    """
    try:
        import torch  # noqa: F401
    except ImportError:
        print("PyTorch is not installed: the network cannot be learnt")
        return 1
    import network_training

    taught = gathered(game for game in games if not kept_aside(game))
    aside = gathered(game for game in games if kept_aside(game))
    learner = network_training.Learner(CHANNELS, BLOCKS)
    if go_on:
        learner.take(weights.weights())
    learner.climb(taught, monotonic() + 60 * minutes, LATER_STEP if go_on else STEP)
    tried = []
    for size, positions in aside.items():
        told = learner.judged(positions, size)
        tried.append(told)
        print(
            f"{size} lines, {len(positions[0])} positions kept aside: likeliest move played "
            f"{told.first:.1%}, mean log chance {told.chance:.2f}, points {told.points:.3f}"
        )
    spread = network_training.spread_of(tried)
    out = Path(weights.__file__).with_name(weights.FILE)
    out.write_text(HEAD + written(learner.layers(), spread))
    weights.weights.cache_clear()
    assert look.exact(weights.weights())
    return 0


def gathered(games):
    """Give by board size what is true at the points (packed), the moves, and whose points are."""
    found = {}
    for game in games:
        seen, moves, owners = found.setdefault(game["size"], ([], [], []))
        for row, move, owned in positions_of(game):
            seen.append(row)
            moves.append(move)
            owners.append(owned)
    return {size: tuple(np.array(each) for each in parts) for size, parts in found.items()}


def positions_of(game):
    """Give for every position what is true, the move (−1: none to learn), whose points are."""
    on = grid(game["size"])
    place = {at: number for number, at in enumerate(on.points)}
    board, last, before, mine, rows = Rollout(on.empty, on), 0, 0, 1, []
    board.restart()
    for at, chosen in game["moves"]:
        seen = planes(board, mine, last, before)
        row = np.zeros((PLANES, len(on.points)), bool)
        for point in on.points:
            row[seen[point], place[point]] = True
        known = at and chosen and SENSIBLE in seen[at]
        rows.append((np.packbits(row), place[at] if known else -1, mine))
        if at:
            board.put(mine, at)
        else:
            board.ko = 0
        before, last, mine = last, at, 3 - mine
    passed = len(game["moves"]) > 1 and not any(at for at, _ in game["moves"][-2:])
    if not passed or "dead" not in game:
        nobody = np.full(len(on.points), UNKNOWN, np.int8)
        return [(row, move, nobody) for row, move, _ in rows]
    blacks = owners(on, board.colour, game["dead"])
    return [(row, move, blacks if mine == 1 else -blacks) for row, move, mine in rows]


def owners(on, colour, dead):
    """Give for each point 1 where it is Black's at the end, −1 White's, 0 nobody's."""
    cells = list(colour)
    for at in dead:
        cells[at] = 0
    found = {}
    for start in on.points:
        if start in found:
            continue
        if cells[start]:
            found[start] = cells[start]
            continue
        area, touched, seen = [start], 0, {start}
        for at in area:
            for by in on.near[at]:
                if cells[by]:
                    touched |= cells[by]
                elif by not in seen:
                    seen.add(by)
                    area.append(by)
        found.update(dict.fromkeys(area, touched))
    return np.array([(0, 1, -1, 0)[found[at]] for at in on.points], np.int8)


def written(layers, spread):
    """Write layers, each with rows of weights by output and what is added, as the file has them."""
    scales, biases, raw = [], [], []
    for rows, added, unit_in, unit_out in layers:
        scale = np.maximum(np.abs(rows).max(0) / INTEGER, 1e-9)
        raw.append(np.rint(rows / scale).astype(np.int8).tobytes())
        scales.append([float(f"{each:.7g}") for each in scale * unit_out / unit_in])
        biases.append([float(f"{each:.7g}") for each in added * unit_out])
    head = {"planes": PLANES, "channels": CHANNELS, "blocks": BLOCKS}
    told = json.dumps({**head, "scales": scales, "biases": biases, "spread": spread})
    text = b85encode(b"".join(raw)).decode()
    lines = [text[at : at + 100] for at in range(0, len(text), 100)]
    return told.replace(" ", "") + "\n" + "\n".join(lines) + "\n"


def doubt(owned):
    """Give the doubt about points, as a look does."""
    return [sqrt(max(0.0, each)) for each in (1 - owned**2).sum(1)]
