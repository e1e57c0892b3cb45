"""The network of Go while it learns, in PyTorch; ``network`` prepares what it learns from."""

from time import monotonic
from typing import NamedTuple

import network
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from qipan.games.go.network.look import OVERALL
from qipan.games.go.network.planes import PLANES, SENSIBLE
from qipan.games.go.network.weights import UNIT

NEVER = -30.0


class Net(nn.Module):
    """The same layers as in play, with numbers that are not whole."""

    def __init__(self, channels, blocks):
        super().__init__()
        self.first = nn.Conv2d(PLANES, channels, 3, padding=1)
        self.one = nn.ModuleList(nn.Conv2d(channels, channels, 3, padding=1) for _ in range(blocks))
        self.two = nn.ModuleList(nn.Conv2d(channels, channels, 3, padding=1) for _ in range(blocks))
        self.overall = nn.Linear(channels, channels)
        self.head = nn.Conv2d(channels, 2, 1)
        for layer in self.two:  # a block begins by adding next to nothing
            nn.init.normal_(layer.weight, std=0.3 / (9 * channels) ** 0.5)
            nn.init.zeros_(layer.bias)
        nn.init.zeros_(self.overall.weight)
        nn.init.zeros_(self.overall.bias)
        self.rounded = False

    def heard(self, found):
        found = functional.relu(found)
        if self.rounded:
            told = torch.clamp(torch.round(found * UNIT), max=255) / UNIT
            found = found + (told - found).detach()
        return found

    def forward(self, seen):
        found = self.heard(self.first(seen))
        for number, (one, two) in enumerate(zip(self.one, self.two, strict=True)):
            middle = one(found)
            if number == len(self.one) // 2:
                middle = middle + self.overall(found.mean((2, 3)))[:, :, None, None]
            found = self.heard(found + two(self.heard(middle)))
        return self.head(found)


class Judged(NamedTuple):
    """How a network does on positions that it did not learn from."""

    first: float
    """How often the likeliest move was the one played."""
    chance: float
    points: float
    ahead: np.ndarray
    doubt: np.ndarray
    won: np.ndarray


class Learner:
    """Climbs by small batches of positions, each from a side drawn by lot."""

    def __init__(self, channels, blocks):
        torch.manual_seed(0)
        self.net = Net(channels, blocks).to(memory_format=torch.channels_last)

    def take(self, learnt):
        """Begin with a network that was written down, instead of with chance."""
        net = self.net
        _put_nine(net.first, learnt.first, 1.0)
        for one, two, (first, second) in zip(net.one, net.two, learnt.blocks, strict=True):
            _put_nine(one, first, UNIT)
            _put_nine(two, second, UNIT)
        _put(net.overall, learnt.overall, UNIT * OVERALL, UNIT)
        _put(net.head, learnt.head, UNIT, 1.0)

    def climb(self, taught, end, steepest):
        """Learn until the end; the steps grow smaller towards it."""
        began, number, dice = monotonic(), 0, np.random.default_rng(0)
        climber = torch.optim.AdamW(self.net.parameters(), lr=steepest, weight_decay=network.SHRINK)
        sizes = list(taught)
        often = np.array([len(taught[size][0]) / network.BATCHES[size] for size in sizes])
        while (part := (monotonic() - began) / (end - began)) < 1:
            self.net.rounded = part > network.ROUNDED_FROM
            for group in climber.param_groups:
                step = min(1, (number + 1) / network.WARM_UP) * (1 - part)
                group["lr"] = steepest * step
            size = sizes[dice.choice(len(sizes), p=often / often.sum())]
            seen, move, owned = drawn(taught[size], size, dice)
            chance, points, margin, _ = self.losses(seen, move, owned)
            climber.zero_grad()
            (chance + network.POINTS * points + network.MARGIN * margin).backward()
            nn.utils.clip_grad_norm_(self.net.parameters(), network.LONGEST_SLOPE)
            climber.step()
            number += 1
        self.net.rounded = True

    def losses(self, seen, move, owned):
        """Give how unlikely the moves were, how wrong the points, how wrong the margins."""
        size = seen.shape[-1]
        with torch.autocast("cpu", torch.bfloat16):
            told = self.net(seen)
        moves, mine = told.float().flatten(2).unbind(1)
        moves = moves.masked_fill(seen[:, SENSIBLE].flatten(1) < 0.5, NEVER)
        mine, known = torch.tanh(mine / 2), owned[:, 0] != network.UNKNOWN
        chosen = move >= 0
        nothing = moves.sum() * 0
        chance = functional.cross_entropy(moves[chosen], move[chosen]) if chosen.any() else nothing
        if not known.any():
            return chance, nothing, nothing, (moves, mine)
        wrong = ((mine[known] - owned[known]) ** 2).mean()
        sums = mine[known].sum(1) / size, owned[known].sum(1) / size
        return chance, wrong, functional.smooth_l1_loss(*sums), (moves, mine)

    @torch.no_grad()
    def judged(self, positions, size):
        """Try on positions."""
        rows = []
        for at in range(0, len(positions[0]), 200):
            part = tuple(each[at : at + 200] for each in positions)
            seen, move, owned = told(part, size)
            chance, wrong, _, (moves, mine) = self.losses(seen, move, owned)
            chosen, known = move >= 0, owned[:, 0] != network.UNKNOWN
            hit = (moves[chosen].argmax(1) == move[chosen]).float().mean()
            mine = mine[known].numpy()
            rows.append((hit, -chance, wrong, mine.sum(1), network.doubt(mine),
                         owned[known].sum(1).numpy()))  # fmt: skip
        first, chance, points = (float(np.mean([row[n] for row in rows])) for n in range(3))
        return Judged(
            first, chance, points, *(np.concatenate([r[n] for r in rows]) for n in (3, 4, 5))
        )

    def layers(self):
        """Give each layer as rows of weights by output, what is added, and its units in and out."""
        net = self.net
        found = [_nine(net.first, 1.0)]
        for one, two in zip(net.one, net.two, strict=True):
            found += [_nine(one, UNIT), _nine(two, UNIT)]
        overall, head = net.overall, net.head
        found.append((overall.weight.detach().numpy().T, overall.bias.detach().numpy(),
                      UNIT * OVERALL, UNIT))  # fmt: skip
        found.append((head.weight.detach().numpy()[:, :, 0, 0].T, head.bias.detach().numpy(),
                      UNIT, 1.0))  # fmt: skip
        return found


def _nine(layer, unit):
    rows = layer.weight.detach().permute(2, 3, 1, 0).flatten(0, 2).numpy()
    return rows, layer.bias.detach().numpy(), unit, UNIT


@torch.no_grad()
def _put(layer, known, unit_in, unit_out):
    rows = known.weights * known.scale * unit_in / unit_out
    layer.weight.copy_(torch.from_numpy(rows.T).reshape(layer.weight.shape))
    layer.bias.copy_(torch.from_numpy(known.bias / unit_out))


@torch.no_grad()
def _put_nine(layer, known, unit_in):
    rows = torch.from_numpy(known.weights * known.scale * unit_in / UNIT)
    out, inner, high, wide = layer.weight.shape
    layer.weight.copy_(rows.reshape(high, wide, inner, out).permute(3, 2, 0, 1))
    layer.bias.copy_(torch.from_numpy(known.bias / UNIT))


def told(positions, size):
    """Unpack positions."""
    seen, move, owned = positions
    bits = np.unpackbits(seen, axis=1, count=PLANES * size * size)
    planes = torch.from_numpy(bits.reshape(-1, PLANES, size, size)).float()
    return planes, torch.from_numpy(move.astype(np.int64)), torch.from_numpy(owned).float()


def drawn(positions, size, dice):
    """Draw a batch, and the side that it is seen from."""
    chosen = dice.integers(len(positions[0]), size=network.BATCHES[size])
    seen, move, owned = told(tuple(each[chosen] for each in positions), size)
    way = int(dice.integers(8))

    def turned(board):
        board = board.transpose(-1, -2) if way & 4 else board
        return board.flip([axis for axis, bit in ((-1, 1), (-2, 2)) if way & bit])

    place = turned(torch.arange(size * size).reshape(size, size)).flatten()
    where = torch.empty_like(place)
    where[place] = torch.arange(size * size)
    move = torch.where(move >= 0, where[move.clamp(min=0)], move)
    owned = turned(owned.reshape(-1, size, size)).flatten(1)
    return turned(seen).contiguous(memory_format=torch.channels_last), move, owned


def spread_of(tried):
    """Fit how far off margins are: an even part, and one that grows with the doubt about points."""
    margins, doubts, results = (
        np.concatenate([each[number] for each in tried]) for number in (3, 4, 5)
    )
    base, share = torch.tensor(1.0, requires_grad=True), torch.tensor(0.5, requires_grad=True)
    ahead, doubt = torch.tensor(margins).float(), torch.tensor(doubts).float()
    over = torch.linspace(-12, 12, 9)[None, :]
    won = (torch.tensor(results).float()[:, None] > over).float()
    climber = torch.optim.Adam([base, share], lr=0.02)
    for _ in range(800):
        odds = (ahead[:, None] - over) / (base.abs() + share.abs() * doubt[:, None] + 0.05)
        loss = functional.binary_cross_entropy_with_logits(odds, won)
        climber.zero_grad()
        loss.backward()
        climber.step()
    return [
        round(float(each.detach().abs()) + more, 4) for each, more in ((base, 0.05), (share, 0))
    ]
