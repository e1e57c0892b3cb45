"""Pairs of levels, and one game between them from a seed."""

from dataclasses import dataclass
from functools import cache
from random import Random
from time import process_time

import msgspec

from qipan.games import game_named, part_of
from qipan.games.computer_players import LEVELS, computer_of, computer_of_level, gives_up
from qipan.games.gomoku.board import points
from qipan.games.gomoku.look_ahead import LookAhead
from qipan.games.gomoku.rules import GomokuRules
from qipan.games.gomoku.threats import Threats
from qipan.games.xiangqi.look_ahead import LookAhead as XiangqiLookAhead
from qipan.games.xiangqi.movegen import legal_moves
from qipan.kernel.ids import TABLE
from qipan.kernel.levels import PLAIN
from qipan.kernel.thinking import Limits, ThoughtEnded, Watch

SETTINGS = {
    # game               rules                                                 seats, longest
    "xiangqi": ({}, 2, 240),
    "go": (
        {"size": 9, "komi": "7.5", "counting": "area", "second_passes": False,
         "repetition": "positional-superko"}, 2, 300,
    ),
    "gomoku": ({}, 2, 225),
    "chinese-checkers": ({"skipping": False}, 2, 400),
    "shengji": ({"last_level": 5}, 4, 8000),
}  # fmt: skip
OPENING = 6
"""Moves of quick players before levels of xiangqi go on."""
BALANCE = 4_000
"""Nodes that must find no win from the first stones of gomoku."""
PLAYERS = {"go": (4, {7: 5, 8: 5})}
"""Raised when a game's player, or one of its levels, thinks in another way: what an earlier one
played does not count."""
BEFORE = 0
"""The quick player of a game, which was its only one before there were levels."""


@dataclass(frozen=True)
class Pair:
    """Two strengths of one game."""

    name: str
    higher: int
    lower: int

    @property
    def strengths(self):
        """Name what both may use: another number of nodes is another pair."""
        told = [level and level_of(self.name, level) for level in (self.higher, self.lower)]
        return [[each.nodes, each.careless, each.noise] if each else None for each in told]

    @property
    def player(self):
        """Name which player of the game it is, where there was an earlier one."""
        if self.name not in PLAYERS:
            return []
        usual, by_level = PLAYERS[self.name]
        return [by_level.get(self.higher, usual)]


def level_of(name, level):
    """Give what a level of a game may use."""
    return getattr(part_of(game_named(name), "computer"), "LEVELS", PLAIN)[level - 1]


def pairs(name):
    """Give each level with the one below, and the best with the player before."""
    return [Pair(name, level, level - 1) for level in LEVELS[1:]] + [Pair(name, LEVELS[-1], BEFORE)]


def play(pair, seed):
    """Play one game; give the points of the higher level, the moves, and seconds a move of both.

    Two seeds in a row are the same beginning with seats exchanged.
    """
    game = game_named(pair.name)
    options, seats, longest = SETTINGS[pair.name]
    rules = msgspec.convert(options, game.rules_type)
    start, own = Random(seed // 2), Random(seed)
    state = beginning(game, rules, seats, start)
    players = [
        computer_of_level(game, level) if level else computer_of(game)
        for level in (pair.higher, pair.lower)
    ]
    spent, made = [0.0, 0.0], [0, 0]
    single = single_deals(pair)
    points_of = deal_points if single else game_points
    for _ in range(longest):
        found = points_of(game, state, seed)
        if found is not None:
            break
        seat = acting_seat(game, state)
        if seat == TABLE:
            state = game.play(state, seat, game.table_move(state, start))
            continue
        who = (seat + seed) % 2
        if single and state.deal.phase == "cut":  # the same cards for both
            state = game.play(state, seat, computer_of(game)(state, seat, start))
            continue
        if gives_up(game, state, seat, own):
            found = float(who == 1)
            break
        began = process_time()
        move = players[who](state, seat, own)
        spent[who] += process_time() - began
        made[who] += 1
        state = game.play(state, seat, move)
    else:
        found = 0.5
    return found, sum(made), [spent[who] / max(1, made[who]) for who in (0, 1)]


def single_deals(pair):
    """Say whether a game of this pair is one deal of shengji, played again with hands exchanged."""
    return pair.name == "shengji" and pair.higher == LEVELS[-1]


def acting_seat(game, state):
    """Give who acts: players before the table, which deals on when they are done."""
    acting = game.acting(state)
    return next((seat for seat in acting if seat != TABLE), acting[0])


def game_points(game, state, seed):
    outcome = game.outcome(state)
    if outcome is None:
        return None
    winner = outcome.facts["side"] if game.name == "shengji" else outcome.winner
    return 0.5 if winner is None else float((winner + seed) % 2 == 0)


def deal_points(game, state, seed):
    """Say who won the first deal: the defenders if they took the bank."""
    if not state.finished:
        return None
    entry = state.finished[0].entry
    side = entry.sheet.banker % 2
    winner = 1 - side if entry.gain.bank_lost else side
    return float((winner + seed) % 2 == 0)


def beginning(game, rules, seats, dice):
    """Begin: xiangqi after six moves of quick players, gomoku with six stones, both about even.

    From one and the same first position good players play nearly one and the same game.
    """
    state = game.start(rules, seats, game.deal(rules, seats, dice))
    if game.name == "xiangqi":
        return even_opening(game, state, dice)
    if game.name != "gomoku":
        return state
    for at in balanced_stones(rules, dice.getrandbits(32)):
        state = game.play(state, game.acting(state)[0], at)
    return state


def even_opening(game, first, dice):
    """Let quick players open until neither side is far ahead."""
    while True:
        state = first
        for _ in range(OPENING):
            seat = game.acting(state)[0]
            state = game.play(state, seat, computer_of(game)(state, seat, dice))
        search = XiangqiLookAhead(state.board, state.keys, Watch(Limits(1_000)))
        best = search.run([int(move) for move in legal_moves(state.board.copy())])
        if abs(search.values[best]) < 60:
            return state


@cache
def balanced_stones(rules: GomokuRules, seed):
    """Draw six points in the middle until neither side is far ahead, nor has an attack that wins.

    Where the side to move wins by force, two good players win one game each and nothing is learnt.
    """
    dice = Random(seed)
    middle = [at for at in points(rules.size) if all(4 <= part <= 10 for part in divmod(at, 16))]
    while True:
        drawn = dice.sample(middle, 6)
        black, white = (sum(1 << at for at in drawn[side::2]) for side in (0, 1))
        search = LookAhead(rules, black, white, 0, Watch(Limits(BALANCE)))
        if abs(search.value(black, white)) < 12 and stays_even(rules, search):
            return drawn


def stays_even(rules, search):
    """Say whether a look ahead for the side to move finds no win, and neither side far ahead."""
    attack = Threats(rules, Watch(Limits(BALANCE)))
    try:
        if attack.by_threats(search.own, search.other, search.colour, 5) is not None:
            return False
    except ThoughtEnded:
        return False
    best = search.run(search.ordered(search.own, search.other, search.colour)[:20])
    return search.depth >= 2 and abs(search.values[best]) < 40
