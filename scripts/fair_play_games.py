"""Plays and judges the games from which the figures of fair play are measured.

    python scripts/fair_play_games.py [--games 400] [--file benchmarks/fair_play/games.jsonl]

Contests of xiangqi with forty players and ten rounds, 200 games each, by seeds of their own: in
the first everything is fitted, in the second it is only counted; a third, for who wants closer
bounds of the false alarms, has honest players alone. Honest players are computer players of levels
2 to 5; assisted ones have one move in five, at random, from a search; engine ones every move;
throwing ones lose three games in ten on purpose. The judge looks at more positions than the search
that helps. Seeds and nodes are fixed: the same games on every machine. A game that was decided for
six moves is given up by who is behind. The file takes up where it ended; ``fair_play_table.py``
makes limits and tables of it.
"""

import argparse
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from qipan.games import game_named, part_of
from qipan.games.computer_players import computer_of_level
from qipan.kernel.ids import Seat
from qipan.kernel.judgement import EVEN
from qipan.kernel.self_play import MoveMade
from qipan.kernel.thinking import Limits, Watch
from qipan.views.fair_play.move_facts import (
    DECIDED,
    OPENING,
    MoveFact,
    asked_here,
    fact_of,
    times_to_look,
)

GAME = game_named("xiangqi")
FILE = Path(__file__).parents[1] / "benchmarks/fair_play/games.jsonl"
SEEDS = (41_027, 83_027, 97_027)
"""Of the contest that fits, of the one that counts, and of the one of honest players."""
ROUNDS, LONGEST = 10, 70
HELPING, SHARE, GIVEN_UP = 4_000, 20, 6
"""Nodes of the search that helps, moves in a hundred that it gives, moves a lost game goes on."""
HONEST, ASSISTED, ENGINE, THROWING = "honest", "assisted", "engine", "throwing"
LEVELS = {
    HONEST: (2,) * 6 + (3,) * 6 + (4,) * 6 + (5,) * 4,
    ASSISTED: (2,) * 3 + (3,) * 4 + (4,) * 3 + (5,) * 2,
    ENGINE: (8,) * 4,
    THROWING: (3, 4),
}
MIXED = [(kind, level) for kind, levels in LEVELS.items() for level in levels]
PLAIN = [(HONEST, level) for level in (2, 3, 4, 5) for _ in range(10)]
PLAYERS = (MIXED, MIXED, PLAIN)
BOARDS = len(MIXED) // 2
GAMES = ROUNDS * BOARDS
THROWN = (2, 5, 8)
"""Which of ten games are lost on purpose: with two moves in three drawn blindly."""


class PlayedGame(msgspec.Struct):
    """One game with what the judge said of it."""

    contest: int
    round: int
    board: int
    players: tuple[int, int]
    moves: str
    helped: list[int]
    """Plies at which the move came from the search."""
    thrown: list[int]
    """Seats that lost on purpose."""
    winner: int | None
    facts: list[tuple[int, str, int, int, int, int, int]]
    """Ply, best move, chance, loss, good and legal moves, and whether it was hard to find."""

    def of_seat(self, seat: int) -> list[MoveFact]:
        """Give what was said of the moves of one side."""
        made = self.moves.split()
        return [
            MoveFact(ply, seat, made[ply], best, chance, loss, good, legal, bool(hard))
            for ply, best, chance, loss, good, legal, hard in self.facts
            if ply % 2 == seat
        ]


@cache
def pairings(contest: int) -> list[list[tuple[int, int]]]:
    """Draw the players' numbers, and let them meet in a circle."""
    dice, size = Random(SEEDS[contest]), len(PLAYERS[contest])
    order = list(range(size))
    dice.shuffle(order)
    rounds = []
    for number in range(ROUNDS):
        turned = [order[0], *order[1 + number :], *order[1 : 1 + number]]
        pairs = [(turned[at], turned[-1 - at]) for at in range(size // 2)]
        rounds.append([pair[:: 1 - 2 * ((number + at) % 2)] for at, pair in enumerate(pairs)])
    return rounds


def chosen(player: tuple[str, int], thrown: bool, at: tuple[Any, Seat, Random]) -> tuple[Any, bool]:
    """Choose a player's move; says whether it came from the search."""
    (kind, level), (state, seat, dice) = player, at
    if kind == ENGINE or (kind == ASSISTED and dice.randrange(100) < SHARE):
        watch = Watch(Limits(HELPING))
        return part_of(GAME, "computer").think(state, seat, 8, dice, watch), True
    if thrown and dice.randrange(3):
        return GAME.sample(state, seat, dice), False
    return computer_of_level(GAME, level)(state, seat, dice), False


def played(contest: int, number: int) -> PlayedGame:
    """Play and judge one game of a contest."""
    of_round, board = divmod(number, BOARDS)
    pair = pairings(contest)[of_round][board]
    players = [PLAYERS[contest][who] for who in pair]
    thrown = [seat for seat in (0, 1) if players[seat][0] == THROWING and of_round in THROWN]
    dice = Random(SEEDS[contest] * 1000 + number)
    state, ask = GAME.start(GAME.rules_type(), 2, {}), asked_here(GAME)
    found = PlayedGame(contest, of_round, board, pair, "", [], thrown, None, [])
    moves: list[str] = []
    decided = 0
    while len(moves) < LONGEST and GAME.acting(state):
        seat, ply = GAME.acting(state)[0], len(moves)
        move, aided = chosen(players[seat], seat in thrown, (state, seat, dice))
        made = MoveMade(state, seat, move, GAME.play(state, seat, move))
        said = ask(made, times_to_look(GAME, ply)) if ply >= OPENING else None
        fact = fact_of(GAME, ply, made, said)
        if fact is not None and fact.counts:
            hard = int(fact.hard)
            kept = (ply, fact.best, fact.chance, fact.loss, fact.good, fact.legal, hard)
            found.facts.append(kept)
        if aided:
            found.helped.append(ply)
        moves.append(GAME.write(state, seat, move))
        state = made.after
        lost = said is not None and abs(said.chance - EVEN) >= DECIDED
        decided = decided + 1 if lost else 0
        if said is not None and decided == GIVEN_UP:
            found.winner = int(seat) if said.chance > EVEN else 1 - seat
            break
    outcome = GAME.outcome(state)
    found.winner = outcome.winner if outcome else found.winner
    found.moves = " ".join(moves)
    return found


def read(file: Path = FILE) -> list[PlayedGame]:
    """Read the games there are."""
    lines = file.read_bytes().splitlines() if file.exists() else []
    return [msgspec.json.decode(line, type=PlayedGame) for line in lines]


def main() -> None:
    """Play the games that the file does not hold yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--file", type=Path, default=FILE)
    parser.add_argument("--games", type=int, default=2 * GAMES)
    asked = parser.parse_args()
    asked.file.parent.mkdir(exist_ok=True)
    known = {(each.contest, each.round * BOARDS + each.board) for each in read(asked.file)}
    mixed = [(contest, number) for number in range(GAMES) for contest in (0, 1)]
    wanted = [*mixed, *((2, number) for number in range(GAMES))][: asked.games]
    with asked.file.open("ab") as out:
        for contest, number in wanted:
            if (contest, number) not in known:
                out.write(msgspec.json.encode(played(contest, number)) + b"\n")
                out.flush()
    sys.stdout.write(f"{len(wanted)} games, {len(known)} of them were there\n")


if __name__ == "__main__":
    main()
