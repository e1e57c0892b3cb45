"""Agreement with the computer beyond what the level of play explains, with its uncertainty.

How well somebody plays shows in the moves that are *not* the computer's: how much each gives away.
From that level, and from how many moves were good in each position, follows how often an honest
player of that level would have hit upon the computer's move; the difference between that and what
was found, in standard deviations, is the figure. Who has some moves from a computer plays the rest
at their own level: too many hits for such mistakes.

Not every hit says as much: a move that a short look finds as well, everybody finds. So each move
weighs by how much likelier help makes a hit there.
"""

from collections.abc import Iterable, Sequence
from math import exp, log, sqrt

import msgspec

from qipan.views.fair_play.move_facts import MoveFact

PRIOR = 6
"""So many moves of an average player are added to everybody's, so that few say little."""


class LevelModel(msgspec.Struct, frozen=True):
    """How often honest players hit upon the computer's move; fitted to honest games."""

    by_good: tuple[float, ...]
    """By how many moves were good: one, two, three, four or more."""
    by_level: float
    """What it changes that the level is e times as high as usual."""
    usual: float
    """The mean loss of a move that is not the computer's, over all honest players."""
    spread: float
    """Standard deviation of the figure on honest games: one where moves were independent."""
    hard: float = 0.0
    """What it changes that a short look does not find the computer's move."""
    hard_by_level: float = 0.0
    """… and that where the level is e times as high as usual."""
    helped: tuple[float, float] = (1.0, 1.0)
    """How often a move from a computer is the judge's: where a short look finds it, and not."""

    def weight(self, fact: MoveFact, chance: float) -> float:
        """Give what a hit says of help, where an honest player hits with some chance."""
        return max(0.0, self.helped[fact.hard] - chance) / (chance * (1 - chance))

    def expected(self, fact: MoveFact, level: float) -> float:
        """Give the probability that a player of a level finds the computer's move."""
        place = min(fact.good, len(self.by_good)) - 1
        height = log(level / self.usual)
        odds = self.by_good[max(0, place)] + self.by_level * height
        if fact.hard:
            odds += self.hard + self.hard_by_level * height
        return 1 / (1 + exp(-odds))


class Agreement(msgspec.Struct, frozen=True):
    """What was found for one player, in one game or in many."""

    moves: int
    """That count."""
    same: int
    hard: int
    """Of those that count, the ones that a short look misses."""
    hard_same: int
    expected: float
    """How many an honest player of this level would have had."""
    uncertainty: float
    """Standard deviation of that number."""
    level: float
    """Mean loss of the moves that were not the computer's, out of a thousand."""
    mean_loss: float
    """Of all moves that count."""
    beyond: float
    """By how many standard deviations more moves agree than the level explains, each move
    weighed by what it says."""


def level_of(facts: Iterable[MoveFact], usual: float) -> float:
    """Give the level: the mean loss of moves that are not the computer's, with a prior."""
    losses = [each.loss for each in facts if not each.same]
    return (sum(losses) + PRIOR * usual) / (len(losses) + PRIOR)


def agreement(facts: Sequence[MoveFact | None], model: LevelModel) -> Agreement:
    """Compare a player's moves with what the level of play explains."""
    counted = [each for each in facts if each is not None and each.counts]
    level = level_of(counted, model.usual)
    chances = [model.expected(each, level) for each in counted]
    variance = sum(each * (1 - each) for each in chances)
    weights = [model.weight(*pair) for pair in zip(counted, chances, strict=True)]
    more = sum(
        weight * (fact.same - chance)
        for fact, chance, weight in zip(counted, chances, weights, strict=True)
    )
    spread = sqrt(
        sum(
            weight * weight * chance * (1 - chance)
            for chance, weight in zip(chances, weights, strict=True)
        )
    )
    return Agreement(
        moves=len(counted),
        same=sum(each.same for each in counted),
        hard=sum(each.hard for each in counted),
        hard_same=sum(each.hard and each.same for each in counted),
        expected=sum(chances),
        uncertainty=model.spread * sqrt(variance),
        level=level,
        mean_loss=sum(each.loss for each in counted) / len(counted) if counted else 0.0,
        beyond=more / (model.spread * spread) if spread else 0.0,
    )
