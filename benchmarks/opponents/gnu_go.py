"""Against GNU Go, level 1, over its text protocol (GTP); Chinese rules, colours in turn."""

import shutil
import subprocess
from random import Random
from time import monotonic, process_time

import kept
from msgspec.structs import replace

from qipan.games import game_named
from qipan.games.go.computer import LEVELS, think
from qipan.games.go.moves import PASS, stone
from qipan.games.go.rules import preset
from qipan.games.go.search.settled import hopeless
from qipan.kernel.thinking import Limits, Watch

GO = game_named("go")
KOMI = "7.5"
LONGEST = 3
PLAYERS = {9: 5, 19: 6}
"""By size; raised when the player thinks in another way: games of an earlier one are told apart."""
PLACES = (shutil.which("gnugo"), shutil.which("gnugo", path="/usr/games"))


class Program:
    """The other program, asked line by line."""

    def __init__(self, path, size, seed, *more):
        words = [path, "--mode", "gtp", "--level", "1", "--chinese-rules", "--seed", str(seed + 1)]
        words += more
        self._child = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for line in (f"boardsize {size}", "clear_board", f"komi {KOMI}"):
            self.ask(line)

    def ask(self, line):
        self._child.stdin.write(line + "\n")
        self._child.stdin.flush()
        told = []
        while not told or told[-1]:
            told.append(self._child.stdout.readline().strip())
        return " ".join(told).lstrip("=? ").strip()

    def end(self):
        self._child.stdin.close()
        self._child.wait()


def where():
    """Give the program's path, or None where it is not installed."""
    return next((place for place in PLACES if place), None)


def run(options):
    """Play until the games or the time are over; lines are kept beside those of the levels."""
    path = where()
    if path is None:
        print("GNU Go is not installed: nothing is measured against it")
        return 1
    nodes, player = options.nodes or LEVELS[options.level - 1].nodes, PLAYERS[options.size]
    there = {
        (each["size"], each["nodes"], each["seed"])
        for each in kept.others("gnugo")
        if each.get("player", 1) == player
    }
    end = monotonic() + 60 * options.minutes
    for seed in range(options.games):
        if (options.size, nodes, seed) in there:
            continue
        if monotonic() > end:
            break
        result = game(path, options.size, nodes, options.level, seed)
        given = {"size": options.size, "nodes": nodes, "seed": seed, "player": player}
        kept.append({"kind": "gnugo", **given, **result})
    return 0


def game(path, size, nodes, level, seed, *more):
    """Play one game; on the large board nobody resigns, so that the margin shows.

    ``more`` are words for the other program.
    """
    rules = replace(preset("chinese"), size=size)
    state, other, dice = GO.start(rules, 2, {}), Program(path, size, seed, *more), Random(seed)
    own, spent, made, ended = seed % 2, 0.0, 0, None
    for _ in range(LONGEST * size * size):
        if state.phase != "play":
            break
        seat = state.turn
        name = "bw"[seat]
        if seat == own:
            began = process_time()
            if size < 19 and hopeless(state, dice):
                ended = f"{'WB'[own]}+R"
                break
            move = think(state, seat, level, dice, Watch(Limits(nodes)))
            spent, made = spent + process_time() - began, made + 1
            other.ask(f"play {name} {GO.write(state, seat, move)}")
        else:
            told = other.ask(f"genmove {name}").lower()
            if told == "resign":
                ended = f"{'BW'[own]}+R"
                break
            move = PASS if told == "pass" else stone(state.on.read(told))
        state = GO.play(state, seat, move)
    dead = {} if ended else {"dead": other.ask("final_status_list dead").split()}
    ended = ended or other.ask("final_score")
    other.end()
    return {
        "own": "BW"[own],
        "record": " ".join(ply.text for ply in state.log),
        "result": ended,
        "won": ended[0] == "BW"[own],
        "moves": made,
        "seconds": round(spent / max(1, made), 3),
        **dead,
    }
