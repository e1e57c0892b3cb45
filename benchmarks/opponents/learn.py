"""Learns what the features of a Go move are worth, from games of another program.

``games`` lets GNU Go play against itself on three board sizes; in some games it is handed odd
moves now and then, so that it also shows how they are answered, and at the end it says which stones
are dead. ``weights`` then raises the chance of each of its moves against others of the same
position, again and again, and writes the file that ``qipan.games.go.search.policy`` reads. One game
in sixteen is kept aside to see how often the likeliest move was the one played. ``network`` learns
the network of the strongest levels from the same games (see ``network``). With ``--nodes`` the
games are those of the strongest level, with so many nodes, beside GNU Go on the large board: they
show what becomes of positions that it takes for better than they are.
"""

import json
from array import array
from functools import cache
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from time import monotonic

import gnu_go
import kept
import network

from qipan.games.go.board import Board
from qipan.games.go.grid import grid
from qipan.games.go.search import policy
from qipan.games.go.search.features import FAMILY, SHAPE_3, SHAPES, features
from qipan.games.go.search.rollout import Rollout

SIZES = (19, 13, 19, 9)
ODD = (0.0, 0.04, 0.1, 0.2)
"""Shares of odd moves, one for each game."""
OPENING, OPENING_ODD = 4, 0.4
"""Moves in which odd ones come oftener, so that not all games begin the same."""
AGAINST = 60
"""Other moves of a position that a move is compared with."""
ROUNDS = 6
OFTEN_SEEN, OFTEN_PLAYED = 20, 5
"""How often a small shape must have been seen, and a large one played, to be kept."""
STEP, LATE_STEP, SHRINK = 0.12, 0.05, 6e-4
SMALLEST = 0.03
HEAD = "# feature (hexadecimal), weight in hundredths: written by benchmarks/opponents learn\n"


def run(options):
    """Play, or learn from what was played."""
    games = Path(options.file)
    if options.what == "games":
        path = gnu_go.where()
        if path is None:
            print("GNU Go is not installed: it cannot be learnt from")
            return 1
        _play(path, games, monotonic() + 60 * options.minutes, options.nodes)
        return 0
    lines = [json.loads(line) for line in games.read_text().splitlines()]
    if options.what == "network":
        return network.learn(lines, kept_aside, options.minutes, options.go_on)
    weights = _learn([game for game in lines if not kept_aside(game)])
    _try(weights, [game for game in lines if kept_aside(game)])
    out = Path(policy.__file__).with_name(policy.FILE)
    text = "".join(f"{each:x} {round(100 * weights[each])}\n" for each in sorted(weights))
    out.write_text(HEAD + text)
    return 0


def kept_aside(game):
    """Say whether a game is not learnt from: some of every board size."""
    return game["seed"] * 7919 % 97 < 6


def _play(path, games, end, nodes):
    seed = len(games.read_text().splitlines()) if games.exists() else 0
    while monotonic() < end:
        size = SIZES[seed % len(SIZES)]
        game = _own_game(path, seed, nodes) if nodes else _game(path, size, seed)
        with games.open("a") as file:
            file.write(json.dumps(game) + "\n")
        seed += 1


def _game(path, size, seed):
    """Let the program play both sides; a move is a point and whether it was its own choice."""
    on, board, dice = grid(size), Board(size), Random(seed)
    other = gnu_go.Program(path, size, seed, "--never-resign")
    moves, last, odd = [], 0, dice.choice(ODD)
    for number in range(size * size * 7 // 5):
        mine = 1 + number % 2
        share = max(odd, OPENING_ODD) if number < OPENING else odd
        at = _odd_move(board, on, mine, last, dice) if dice.random() < share else 0
        chosen = not at
        if at:
            other.ask(f"play {'bw'[mine - 1]} {on.write(at)}")
        else:
            told = other.ask(f"genmove {'bw'[mine - 1]}").lower()
            at = 0 if told == "pass" else on.read(told)
        if at:
            board.play(mine, at)
        else:
            board.skip()
        moves.append([at, int(chosen)])
        if not at and not last and number:
            break
        last = at
    dead = [on.read(word) for word in other.ask("final_status_list dead").split()]
    other.end()
    return {"size": size, "seed": seed, "moves": moves, "dead": dead}


def _own_game(path, seed, nodes):
    """Play the strongest level beside the program; only the program's choices are to be learnt."""
    size = max(SIZES)
    on, found = grid(size), gnu_go.game(path, size, nodes, 8, seed, "--never-resign")
    moves = [
        [0 if text == "pass" else on.read(text), int("BW"[number % 2] != found["own"])]
        for number, text in enumerate(found["record"].split())
    ]
    dead = [on.read(word) for word in found["dead"]] if "dead" in found else None
    game = {"size": size, "seed": seed, "nodes": nodes, "moves": moves}
    return game if dead is None else {**game, "dead": dead}


def _odd_move(board, on, mine, last, dice):
    there = Rollout(board.cells, on, board.ko if board.banned == mine else 0)
    there.restart()
    found = policy.chances(there, mine, last, 0)[:25]
    return dice.choice(found)[1] if found else 0


def _positions(games):
    """Give the features of all moves of every position in which the program chose, and its move."""
    for game in games:
        on = grid(game["size"])
        board, last, before, mine = Rollout(on.empty, on), 0, 0, 1
        board.restart()
        for at, chosen in game["moves"]:
            if at and chosen:
                found = dict(features(board, mine, last, before))
                if at in found:
                    yield found, at
            if at:
                board.put(mine, at)
            else:
                board.ko = 0
            before, last, mine = last, at, 3 - mine


@cache
def _from_one_side(feature):
    return min(policy.turned(feature))


def _learn(games):
    """Climb by single positions; the more a feature has moved, the smaller its steps."""
    dice, positions, seen, played = Random(5), [], {}, {}
    for found, at in _positions(games):
        others = [other for other in found if other != at]
        others = dice.sample(others, min(AGAINST, len(others)))
        rows = [[_from_one_side(each) for each in found[one]] for one in (at, *others)]
        for feature in rows[0]:
            played[feature] = played.get(feature, 0) + 1
        for feature in (each for row in rows for each in row):
            seen[feature] = seen.get(feature, 0) + 1
        positions.append(rows)
    names = sorted(each for each in seen if _is_kept(each, seen[each], played.get(each, 0)))
    place = {feature: number for number, feature in enumerate(names)}
    rows_of = [
        [array("i", (place[each] for each in row if each in place)) for row in rows]
        for rows in positions
    ]
    weights, moved = [0.0] * len(names), [1e-3] * len(names)
    for number in range(ROUNDS):
        dice.shuffle(rows_of)
        for rows in rows_of:
            _climb(rows, weights, moved, STEP if number < ROUNDS - 2 else LATE_STEP)
    return {
        name: worth for name, worth in zip(names, weights, strict=True) if abs(worth) >= SMALLEST
    }


def _is_kept(feature, seen, played):
    family = feature >> FAMILY << FAMILY
    if family == SHAPE_3:
        return seen >= OFTEN_SEEN
    return family not in SHAPES or played >= OFTEN_PLAYED


def _climb(rows, weights, moved, step):
    totals = [sum([weights[each] for each in row]) for row in rows]
    highest = max(totals)
    shares = [exp(total - highest) for total in totals]
    whole = sum(shares)
    slope = {}
    for row, share in zip(rows, shares, strict=True):
        if share > 0.002 * whole:
            for each in row:
                slope[each] = slope.get(each, 0.0) - share / whole
    for each in rows[0]:
        slope[each] = slope.get(each, 0.0) + 1.0
    for each, up in slope.items():
        by = up - SHRINK * weights[each]
        moved[each] += by * by
        weights[each] += step * by / sqrt(moved[each])


def _try(weights, games):
    """Print how often the move played was the likeliest, or one of the five likeliest."""
    first = five = every = 0
    unlikely = 0.0
    for found, at in _positions(games):
        totals = {
            one: sum(weights.get(_from_one_side(each), 0.0) for each in row)
            for one, row in found.items()
        }
        better = sum(total > totals[at] for total in totals.values())
        first, five, every = first + (better == 0), five + (better < 5), every + 1
        highest = max(totals.values())
        unlikely -= totals[at] - highest - log(sum(exp(t - highest) for t in totals.values()))
    if every:
        print(f"{every} moves of games kept aside: first {first / every:.1%}, among five "
              f"{five / every:.1%}, mean log chance {-unlikely / every:.2f}")  # fmt: skip


FILE = kept.FILE.with_name("learnt_from.jsonl")
