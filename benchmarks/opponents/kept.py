"""Games that were played, one line each, so that nothing is played twice."""

import json
from collections import defaultdict
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("games.jsonl")


def key(pair):
    """Name a pair together with what its levels may use, and with the player where it changed."""
    return json.dumps([pair.name, pair.higher, pair.lower, *pair.strengths, *pair.player])


@cache
def _read():
    """Read the file once; what this run adds is added here too."""
    found = defaultdict(dict)
    if FILE.exists():
        for line in FILE.read_text().splitlines():
            entry = json.loads(line)
            if "pair" in entry:
                found[json.dumps(entry["pair"])][entry["seed"]] = entry
    return found


def games(pair):
    """Give all games of a pair, by seed."""
    return _read()[key(pair)]


def played(pair):
    """Count the games of a pair."""
    return len(games(pair))


def first_missing(pair):
    """Give the first seed that was not played."""
    there = games(pair)
    return next(seed for seed in range(len(there) + 1) if seed not in there)


def seconds(pair):
    """Add up the processor time that a pair has had."""
    return sum(each["moves"] * sum(each["seconds"]) / 2 for each in games(pair).values())


def keep(pair, seed, result):
    """Write a game down."""
    points, moves, spent = result
    entry = {
        "pair": json.loads(key(pair)),
        "seed": seed,
        "points": points,
        "moves": moves,
        "seconds": [round(each, 4) for each in spent],
    }
    games(pair)[seed] = entry
    append(entry)


def append(entry):
    """Add a line."""
    with FILE.open("a") as file:
        file.write(json.dumps(entry) + "\n")


def others(kind):
    """Give the lines of another kind."""
    if not FILE.exists():
        return []
    lines = [json.loads(line) for line in FILE.read_text().splitlines()]
    return [entry for entry in lines if entry.get("kind") == kind]
