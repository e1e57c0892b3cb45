"""Looks ahead in shengji: the rest of the deal is played out on hands as they might be.

Every play that is thought of is tried on the same guessed hands, everybody going on with sound
habits; the worse half is left after each round, until one play is left or the watch ends it.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Final

from qipan.games.shengji.cards import Cards
from qipan.games.shengji.guessed_hands import guessed
from qipan.games.shengji.moves import Play
from qipan.games.shengji.playing import play_cards
from qipan.games.shengji.scoresheet import settle
from qipan.games.shengji.settling import sheet_of
from qipan.games.shengji.state import Match, banker_of
from qipan.kernel.errors import IllegalMove
from qipan.kernel.thinking import ThoughtEnded, Watch

Habit = Callable[[Match, int], Cards]
"""What a seat plays by habit."""
_LEVEL: Final = 40
"""What a level is worth, in points."""
_FIRST_ROUND: Final = 4
_ROUNDS: Final = 6
_TRUST: Final = 30.0
"""How much better than the habit, the first play, another must be if each was tried once."""


class DealSearch:
    """One look ahead for one seat, while cards are played."""

    def __init__(self, match: Match, seat: int, habit: Habit, dice: Random, watch: Watch) -> None:
        """Look for a seat; of other hands only what it knows is used."""
        self.match, self.seat, self.habit = match, seat, habit
        self.dice, self.watch = dice, watch
        self.values: dict[Cards, float] = {}
        """What each play was worth on the average, to the own side."""

    def run(self, plays: Sequence[Cards]) -> Cards:
        """Give the best of some plays; the first where there was no time for any."""
        left = list(plays)
        totals = dict.fromkeys(left, 0.0)
        tried = 0
        games = _FIRST_ROUND
        try:
            for _ in range(_ROUNDS):
                if len(left) == 1:
                    break
                for _ in range(games):
                    tried += self._try_all(left, totals)
                self.values = {play: totals[play] / tried for play in left}
                left.sort(key=lambda play: -totals[play])
                left = left[: (len(left) + 1) // 2]
                if plays[0] not in left:
                    left.append(plays[0])
                games *= 2
        except ThoughtEnded:
            left.sort(key=lambda play: -totals[play])
        best, habit = left[0], plays[0]
        sure = totals[best] - totals[habit] > _TRUST * sqrt(tried)
        return best if sure else habit

    def _try_all(self, plays: list[Cards], totals: dict[Cards, float]) -> int:
        """Try all plays on the same hands; count them only when each was tried."""
        hands = guessed(self.match, self.seat, self.dice)
        found = {play: self._played_out(hands, play) for play in plays}
        for play, worth in found.items():
            totals[play] += worth
        return 1

    def _played_out(self, match: Match, cards: Cards) -> float:
        """Play a deal to its end by habit and give what it is worth to the own side."""
        try:
            match = play_cards(match, self.seat, Play(cards))
        except IllegalMove:
            return -10_000.0
        while match.deal.phase == "play":
            self.watch.count()
            turn = match.deal.turn
            match = play_cards(match, turn, Play(self.habit(match, turn)))
        entry = settle(match.rules, match.deal.number, match.levels, sheet_of(match))
        levels = entry.gain.defenders - entry.gain.banker
        worth = entry.points + _LEVEL * (levels + entry.gain.bank_lost)
        return -worth if banker_of(match.deal) % 2 == self.seat % 2 else worth
