"""Looks ahead in shengji: the rest of the deal is played out on hands as they might be.

Every play that is thought of is tried on the same guessed hands, everybody going on with quick
habits (see ``quick_deal``); the worse half is left after each round, until one play is left or the
watch ends it.
"""

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Final

from qipan.games.shengji.cards import Cards, points_in
from qipan.games.shengji.moves import Play
from qipan.games.shengji.playing import play_cards, trump_order
from qipan.games.shengji.scoresheet import Sheet, settle
from qipan.games.shengji.settling import sheet_of
from qipan.games.shengji.state import Match, banker_of
from qipan.games.shengji.thinking.guessed_hands import HiddenHands
from qipan.games.shengji.thinking.quick_deal import QuickDeal
from qipan.kernel.errors import IllegalMove
from qipan.kernel.thinking import ThoughtEnded, Watch

_LEVEL: Final = 40
"""What a level is worth, in points."""
_ROUND: Final = 8
"""Guessed hands on which all plays are tried before the worse are left out."""
_MOST: Final = 400
_SURELY: Final = 2.5
"""Standard errors by which a play must be behind the best to be left out …"""
_RATHER: Final = 0.5
"""… and the habit, to be given up for another."""


def _behind(best: list[float], play: list[float], errors: float) -> bool:
    """Say whether a play is worse than the best by so many standard errors of the difference."""
    if best is play:
        return False
    gaps = [one - other for one, other in zip(best, play, strict=True)]
    mean = sum(gaps) / len(gaps)
    spread = sum((gap - mean) ** 2 for gap in gaps) / max(1, len(gaps) - 1)
    return mean > errors * sqrt(spread / len(gaps)) + _NOTHING


_NOTHING: Final = 0.01
"""Plays that always end alike are alike."""


class DealSearch:
    """One look ahead for one seat, while cards are played."""

    def __init__(self, match: Match, seat: int, dice: Random, watch: Watch) -> None:
        """Look for a seat; of other hands only what it knows is used."""
        self.hidden, self.seat = HiddenHands(match, seat), seat
        self.dice, self.watch = dice, watch
        self.values: dict[Cards, float] = {}
        """What each play was worth on the average, to the own side."""

    def run(self, plays: Sequence[Cards]) -> Cards:
        """Give the best of some plays; the first, the habit, unless another is surely better."""
        worths: dict[Cards, list[float]] = {play: [] for play in plays}
        left = list(plays)
        try:
            while len(left) > 1 and len(worths[left[0]]) < _MOST:
                for _ in range(_ROUND):
                    self._try_all(left, worths)
                best = max(left, key=lambda play: sum(worths[play]))
                left = [play for play in left if not _behind(worths[best], worths[play], _SURELY)]
        except ThoughtEnded:
            pass
        if not worths[left[0]]:
            return plays[0]
        best = max(left, key=lambda play: sum(worths[play]))
        self.values = {play: sum(worths[play]) / len(worths[play]) for play in left}
        if plays[0] in left and not _behind(worths[best], worths[plays[0]], _RATHER):
            return plays[0]
        return best

    def _try_all(self, plays: list[Cards], worths: dict[Cards, list[float]]) -> None:
        """Try all plays on the same hands; count them only when each was tried."""
        hands = self.hidden.draw(self.dice)
        found = [self._played_out(hands, play) for play in plays]
        for play, worth in zip(plays, found, strict=True):
            worths[play].append(worth)

    def _played_out(self, match: Match, cards: Cards) -> float:
        """Play a deal to its end by habit and give what it is worth to the own side."""
        try:
            match = play_cards(match, self.seat, Play(cards))
        except IllegalMove:
            return -10_000.0
        entry = settle(match.rules, match.deal.number, match.levels, self._sheet(match))
        levels = entry.gain.defenders - entry.gain.banker
        worth = entry.points + _LEVEL * (levels + entry.gain.bank_lost)
        return -worth if entry.sheet.banker % 2 == self.seat % 2 else worth

    def _sheet(self, match: Match) -> Sheet:
        """Write down how a deal ends if everybody goes on by habit."""
        deal = match.deal
        if deal.phase != "play":
            return sheet_of(match)
        quick = QuickDeal(match.rules, trump_order(deal), deal.hands)
        leader = deal.trick[0].seat if deal.trick else deal.turn
        quick.finish([laid.cards for laid in deal.trick], leader)
        self.watch.count(min(quick.laid, self.watch.left))
        banker = banker_of(deal)
        defence = 1 - banker % 2
        return Sheet(
            banker=banker,
            trick_points=deal.defenders_points() + quick.won[defence],
            bottom_points=points_in(deal.bottom),
            last_length=quick.last_length,
            defenders_buried=deal.burials[-1].seat % 2 == defence,
            defenders_won_last=quick.last_winner % 2 == defence,
            adjustments=deal.adjustments,
        )
