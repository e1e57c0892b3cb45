"""CPU time and memory of a move by level: every level of every game in a process of its own."""

import json
import resource
import subprocess
import sys
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import process_time

import kept
import matches
import msgspec

from qipan.games import game_named
from qipan.games.computer_players import LEVELS, computer_of, computer_of_level

MOVES = 3
"""Moves measured, each in another game."""
INTO = {"go": 24, "xiangqi": 24, "gomoku": 8, "chinese-checkers": 24, "shengji": 130}
"""Moves made before; in shengji on to the cards."""


def run(options):
    """Print a table, or measure one level where this is the process for it."""
    if options.one:
        print(json.dumps(measured(options.one[0], int(options.one[1]))))
        return
    print("seconds of CPU a move, and MiB that thinking adds to the process")
    print(f"{'':18}" + "".join(f"{f'level {level}':>15}" for level in LEVELS[: options.highest]))
    for name in options.names or sorted(matches.SETTINGS):
        line = f"{name:18}"
        for level in LEVELS[: options.highest]:
            words = [sys.executable, str(Path(__file__).parent), "cost", "--one", name, str(level)]
            seconds, memory = json.loads(subprocess.check_output(words))
            if options.keep:
                keep(name, level, seconds, memory)
            line += f"{f'{seconds:.3f} s {memory:4.0f}':>15}"
        print(line, flush=True)


def keep(name, level, seconds, memory):
    """Write a measurement down for the page."""
    entry = {
        "kind": "cost",
        "game": name,
        "level": level,
        "nodes": matches.level_of(name, level).nodes,
        "seconds": round(seconds, 4),
        "memory": round(memory, 1),
    }
    kept.append(entry)


def measured(name, level):
    """Give seconds a move, and the MiB by which the process grew.

    Another process makes the positions, so that this one has thought of nothing before.
    """
    with get_context("spawn").Pool(1) as pool:
        states = pool.apply(positions_of, (name,))
    choose = computer_of_level(game_named(name), level)
    before, begun = grown(), process_time()
    for state, seat in states:
        choose(state, seat, Random(1))
    return (process_time() - begun) / MOVES, (grown() - before) / 1024


def positions_of(name):
    """Give positions in the middle of games of quick players, with who is to move."""
    game = game_named(name)
    options, seats, _ = matches.SETTINGS[name]
    rules = msgspec.convert(options, game.rules_type)
    quick = computer_of(game)
    states = []
    for seed in range(MOVES):
        dice = Random(seed)
        state = matches.beginning(game, rules, seats, dice)
        for _ in range(INTO[name]):
            seat = matches.acting_seat(game, state)
            move = quick(state, seat, dice) if seat >= 0 else game.table_move(state, dice)
            state = game.play(state, seat, move)
        while (seat := matches.acting_seat(game, state)) < 0 or not thinks(name, state):
            move = quick(state, seat, dice) if seat >= 0 else game.table_move(state, dice)
            state = game.play(state, seat, move)
        states.append((state, seat))
    return states


def thinks(name, state):
    """Say whether a move is searched for: in shengji while cards are played."""
    return name != "shengji" or state.deal.phase == "play"


def grown():
    """Give the most memory this process has had, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
