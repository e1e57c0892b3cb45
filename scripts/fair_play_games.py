"""Plays and judges the 400 games from which the thresholds of fair play are measured.

    python scripts/fair_play_games.py games.jsonl [--workers 2] [--games 400]

Forty players of xiangqi have ten games each against honest opponents: twenty-four honest ones of
levels 2 to 5, eight who have one move in five from a search of 12,000 nodes, four who have every
move from it, and four who lose three games in ten on purpose. Seeds and nodes are fixed: the same
games on every machine. ``fair_play_table.py`` makes thresholds and tables of them.
"""

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from qipan.games import game_named, part_of
from qipan.games.computer_players import computer_of_level
from qipan.kernel.ids import Seat
from qipan.kernel.self_play import MoveMade
from qipan.kernel.thinking import Limits, Watch
from qipan.views.fair_play.move_facts import OPENING, MoveFact, asked_here, move_facts

GAME = game_named("xiangqi")
SEED, GAMES_EACH, LONGEST = 20_270, 10, 80
ENGINE_NODES, SHARE = 12_000, 20
HONEST, ASSISTED, ENGINE, THROWING = "honest", "assisted", "engine", "throwing"
LEVELS = {
    HONEST: (2,) * 6 + (3,) * 8 + (4,) * 8 + (5,) * 2,
    ASSISTED: (2, 2, 3, 3, 3, 4, 4, 4),
    ENGINE: (8,) * 4,
    THROWING: (3, 4, 4, 4),
}
PLAYERS = [(kind, level) for kind, levels in LEVELS.items() for level in levels]
THROWN = (2, 5, 8)
"""Which of ten games are lost on purpose: with two moves in three drawn blindly."""


class SeatGame(msgspec.Struct):
    """One game as one of the two played it."""

    game: int
    player: str
    kind: str
    level: int
    seat: int
    facts: list[MoveFact | None]
    from_engine: list[int]
    """Plies at which the move came from the search."""
    thrown: bool
    lost: bool
    opponent: str


def engine(state: Any, seat: Seat, dice: Random) -> Any:
    """Give the move of the search that helps."""
    watch = Watch(Limits(ENGINE_NODES))
    return part_of(GAME, "computer").think(state, seat, 8, dice, watch)


def chosen(kind: str, level: int, thrown: bool, made: Any) -> tuple[Any, bool]:
    """Choose a player's move; says whether it came from the search."""
    state, seat, dice = made
    if kind == ENGINE or (kind == ASSISTED and dice.randrange(100) < SHARE):
        return engine(state, seat, dice), True
    if thrown and dice.randrange(3):
        return GAME.sample(state, seat, dice), False
    return computer_of_level(GAME, level)(state, seat, dice), False


def played(number: int) -> list[SeatGame]:
    """Play and judge one game: the player's seat, and the honest opponent's."""
    player, nth = divmod(number, GAMES_EACH)
    kind, level = PLAYERS[player]
    dice = Random(SEED + number)
    other = min(4, max(2, (level if kind != ENGINE else 3) + dice.randrange(-1, 2)))
    thrown = kind == THROWING and nth in THROWN
    seat, state = number % 2, GAME.start(GAME.rules_type(), 2, {})
    steps, helped = [], []
    for ply in range(LONGEST):
        acting = GAME.acting(state)
        if not acting:
            break
        mine = acting[0] == seat
        who = (kind, level, thrown) if mine else (HONEST, other, False)
        move, aided = chosen(*who, (state, acting[0], dice))
        if aided:
            helped.append(ply)
        after = GAME.play(state, acting[0], move)
        steps.append(MoveMade(state, acting[0], move, after))
        state = after
    judged = move_facts(GAME, steps[OPENING:], asked_here(GAME))  # the others do not count
    facts = [each and msgspec.structs.replace(each, ply=each.ply + OPENING) for each in judged]
    outcome = GAME.outcome(state)
    winner = outcome.winner if outcome else None
    names = (f"{kind}-{player}", f"opponent-{number}")

    def side(which: int, name: str, other_name: str, of: str, strength: int) -> SeatGame:
        own = [each for each in facts if each is not None and each.seat == which]
        lost = winner is not None and winner != which
        aided = helped if which == seat else []
        late = thrown and which == seat
        return SeatGame(number, name, of, strength, which, own, aided, late, lost, other_name)

    return [
        side(seat, names[0], names[1], kind, level),
        side(1 - seat, names[1], names[0], HONEST, other),
    ]


def main() -> None:
    """Play the games that the file does not hold yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--games", type=int, default=len(PLAYERS) * GAMES_EACH)
    asked = parser.parse_args()
    there = asked.file.read_bytes().splitlines() if asked.file.exists() else []
    known = {msgspec.json.decode(line)["game"] for line in there}
    missing = [number for number in range(asked.games) if number not in known]
    missing.sort(
        key=lambda number: (number % GAMES_EACH, number)
    )  # every player's first game first
    with ProcessPoolExecutor(asked.workers) as pool, asked.file.open("ab") as out:
        for both in pool.map(played, missing):
            out.write(b"".join(msgspec.json.encode(each) + b"\n" for each in both))
            out.flush()
    sys.stdout.write(f"{len(missing)} games played, {len(known)} were there\n")


if __name__ == "__main__":
    main()
