"""Gomoku: winning attacks that the search misses, against a slow second way.

Positions are of quick players' games with stones at random. The second way knows nothing of shapes:
it tries every free point for the attack, sees fives by walking along lines, and looks for a win by
fours (each leaves one answer) up to seven attacking moves. Where it finds one, the best level must
find a first move that the second way calls winning as well. Positions are drawn until so many with
an attack were seen.
"""

from random import Random
from time import process_time

from qipan.games import game_named
from qipan.games.gomoku.computer import LEVELS, choose, think
from qipan.games.gomoku.renju import Renju
from qipan.games.gomoku.rules import Win
from qipan.kernel.thinking import Limits, Watch

GOMOKU = game_named("gomoku")
MOST = 7
"""Attacking moves."""
RULES = tuple(Win)


def run(options):
    """Count attacks found and missed, and stones of Black on points that renju forbids."""
    begun, looked, won, missed, barred = process_time(), 0, 0, [], 0
    for number, state in enumerate(positions()):
        seat = GOMOKU.acting(state)[0]
        slow = SlowWay(state.rules)
        own, other = (stones_of(state.stones[side]) for side in (state.colour, 1 - state.colour))
        wins = slow.first_moves(own, other, state.colour)
        looked += 1
        if not wins and (state.rules.win is not Win.RENJU or state.colour):
            continue
        move = think(state, seat, 8, Random(number), Watch(Limits(LEVELS[-1].nodes)))
        barred += slow.forbidden(own, other, state.colour, move)
        won += bool(wins)
        if wins and not slow.wins_with(own, other, state.colour, move):
            missed.append(number)
        if won == options.positions:
            break
    print(
        f"{looked} positions, {won} with a winning attack by fours of at most {MOST} "
        f"moves: {len(missed)} missed {missed or ''}; forbidden points played: {barred}; "
        f"{process_time() - begun:.0f} s"
    )
    return 1 if missed or barred else 0


def positions():
    """Give positions in the middle of a game, of all three kinds of rules in turn, without end."""
    number = 0
    while True:
        dice = Random(number)
        rules = GOMOKU.rules_type(win=RULES[number % 3])
        number += 1
        state = GOMOKU.start(rules, 2, {})
        for ply in range(dice.randrange(10, 36)):
            if not GOMOKU.acting(state):
                break
            seat = GOMOKU.acting(state)[0]
            wild = ply % 4 != 3
            middle = [at for at in GOMOKU.moves(state, seat) if inside(at, rules.size)]
            move = dice.choice(middle) if wild else choose(state, seat, dice)
            state = GOMOKU.play(state, seat, move)
        if GOMOKU.acting(state):
            yield state


def inside(at, size):
    """Say whether a point is in the middle, where lines grow."""
    row, column = divmod(at, size + 1)
    return 3 <= row < size - 3 and 3 <= column < size - 3


def stones_of(board):
    return frozenset(at for at in range(board.bit_length()) if board >> at & 1)


class SlowWay:
    """Looks through attacks by fours point by point."""

    def __init__(self, rules):
        self.rules, width = rules, rules.size + 1
        self.points = [
            row * width + column for row in range(rules.size) for column in range(width - 1)
        ]
        self.there = frozenset(self.points)
        self.steps = (1, width, width + 1, width - 1)

    def five(self, stones, at, colour):
        """Say whether a stone on a point wins at once."""
        for step in self.steps:
            run = 1
            for way in (step, -step):
                place = at + way
                while place in stones:
                    run, place = run + 1, place + way
            exact = self.rules.win is Win.EXACTLY_FIVE or (
                self.rules.win is Win.RENJU and not colour
            )
            if run == 5 or (run > 5 and not exact):
                return True
        return False

    def fives(self, own, other, colour):
        return [
            at
            for at in self.points
            if at not in own and at not in other and self.five(own, at, colour)
        ]

    def forbidden(self, own, other, colour, at):
        if self.rules.win is not Win.RENJU or colour or at < 0:
            return False
        judge = Renju(
            sum(1 << each for each in own), sum(1 << each for each in other), self.rules.size
        )
        return judge.forbids(at) is not None

    def first_moves(self, own, other, colour):
        """Give a first move of a win, in a list; an empty one if there is none."""
        now = self.fives(own, other, colour)
        if now:
            return now
        must = self.fives(other, own, 1 - colour)
        if len(must) > 1:
            return []
        for at in must or self.near(own, other):
            if self.four_wins(own, other, colour, at, MOST):
                return [at]
        return []

    def wins_with(self, own, other, colour, at):
        """Say whether one first move wins, at once or by fours."""
        if self.five(own, at, colour):
            return True
        if self.fives(own, other, colour):
            return False
        must = self.fives(other, own, 1 - colour)
        return (not must or must == [at]) and self.four_wins(own, other, colour, at, MOST)

    def four_wins(self, own, other, colour, at, left):
        """Say whether a stone makes a four that wins within so many fours."""
        if self.forbidden(own, other, colour, at):
            return False
        after = own | {at}
        ends = self.fives(after, other, colour)
        if not ends or self.fives(other, after, 1 - colour):
            return False
        if len(ends) > 1 or self.forbidden(other, after, 1 - colour, ends[0]):
            return True
        if left <= 1:
            return False
        answered = other | {ends[0]}
        must = self.fives(answered, after, 1 - colour)
        if self.fives(after, answered, colour):
            return True
        if len(must) > 1:
            return False
        return any(
            self.four_wins(after, answered, colour, each, left - 1)
            for each in must or self.near(after, answered)
        )

    def near(self, own, other):
        """Give the free points on a line of five with at least three own stones and no other."""
        found = []
        for at in self.points:
            if at in own or at in other:
                continue
            if any(self.makes_four(own, other, at, step) for step in self.steps):
                found.append(at)
        return found

    def makes_four(self, own, other, at, step):
        for back in range(5):
            line = [at + step * (number - back) for number in range(5)]
            room = all(each in self.there and each not in other for each in line)
            if room and sum(each in own for each in line) >= 3:
                return True
        return False
