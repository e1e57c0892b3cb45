"""How strong the computer players are: levels against each other, and against players from before.

    python benchmarks/opponents play [GAME …] [--minutes N] [--games N] [--highest LEVEL]
                                [--lowest LEVEL] [--levels-only]
    python benchmarks/opponents gnugo [--size 9] [--level 8] [--games N] [--minutes N] [--nodes N]
    python benchmarks/opponents learn games|weights|network [--minutes N] [--file GAMES] [--go-on]
                                [--nodes N]
    python benchmarks/opponents cost [GAME …] [--highest LEVEL] [--keep]
    python benchmarks/opponents mates [--level 8] [--positions 500] [--nodes N]
    python benchmarks/opponents fours [--positions 200]
    python benchmarks/opponents write

``mates`` counts the mates in one or two that xiangqi walks into though it need not; ``fours`` looks
for winning attacks in gomoku that the search misses and a slow second way finds.
``cost`` prints the CPU time and the memory of a move by level, each in a process of its own, and
keeps them for the page if asked.
Every game follows from its seed and the nodes of its levels; what was played is kept, game by game,
in ``benchmarks/opponents/games.jsonl``, and is not played again while the levels are the same.
``play`` goes on where it was stopped and gives every pair of levels an equal share of time, so
that quick pairs are done first. ``write`` makes ``docs/opponents.md``, with the number of games as
it is.
GNU Go is another program and only measured against where it is installed. ``learn`` makes the
weights of the Go player's first look at a move from games that GNU Go plays against itself, and the
network of its strongest levels; that needs PyTorch (``pip install torch``).
"""

import argparse
import os
import sys
from time import monotonic

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # a move is measured on one processor, as it is played

import cost
import fours
import gnu_go
import kept
import learn
import matches
import mates
import page


def play(options):
    """Play what is missing, until the time is over."""
    end = monotonic() + 60 * options.minutes
    names = options.names or sorted(matches.SETTINGS)
    while monotonic() < end:
        wanted = [
            pair
            for name in names
            for pair in matches.pairs(name)
            if options.lowest <= pair.higher <= options.highest
            and (pair.lower or not options.levels_only)
            and kept.played(pair) < options.games
        ]
        if not wanted:
            return
        pair = min(wanted, key=kept.seconds)
        seed = kept.first_missing(pair)
        kept.keep(pair, seed, matches.play(pair, seed))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    levels = verbs.add_parser("play")
    levels.add_argument("names", nargs="*", metavar="GAME")
    levels.add_argument("--minutes", type=float, default=10)
    levels.add_argument("--games", type=int, default=100)
    levels.add_argument("--highest", type=int, default=8)
    levels.add_argument("--lowest", type=int, default=1)
    levels.add_argument("--levels-only", action="store_true", help="not the player before")
    other = verbs.add_parser("gnugo")
    other.add_argument("--size", type=int, choices=gnu_go.PLAYERS, default=9)
    other.add_argument("--level", type=int, default=8)
    other.add_argument("--games", type=int, default=40)
    other.add_argument("--minutes", type=float, default=10)
    other.add_argument("--nodes", type=int, help="instead of those of the level")
    taught = verbs.add_parser("learn")
    taught.add_argument("what", choices=("games", "weights", "network"))
    taught.add_argument("--minutes", type=float, default=30)
    taught.add_argument("--file", default=str(learn.FILE))
    taught.add_argument("--go-on", action="store_true", help="with the network that is there")
    taught.add_argument("--nodes", type=int, help="games of the strongest level beside GNU Go")
    of_moves = verbs.add_parser("cost")
    of_moves.add_argument("names", nargs="*", metavar="GAME")
    of_moves.add_argument("--highest", type=int, default=8)
    of_moves.add_argument("--keep", action="store_true", help="for the page")
    of_moves.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    of_mates = verbs.add_parser("mates")
    of_mates.add_argument("--level", type=int, default=8)
    of_mates.add_argument("--positions", type=int, default=500)
    of_mates.add_argument("--nodes", type=int, help="instead of those of the level")
    of_fours = verbs.add_parser("fours")
    of_fours.add_argument("--positions", type=int, default=200)
    verbs.add_parser("write")
    options = parser.parse_args()
    if options.verb == "play":
        play(options)
    elif options.verb == "gnugo":
        return gnu_go.run(options)
    elif options.verb == "learn":
        return learn.run(options)
    elif options.verb == "mates":
        return mates.run(options)
    elif options.verb == "fours":
        return fours.run(options)
    elif options.verb == "cost":
        cost.run(options)
    else:
        page.write()
    return 0


if __name__ == "__main__":
    sys.exit(main())
