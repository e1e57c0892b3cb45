"""Go side by side: replaying against sgfmill, and the proposal of dead stones on whole games.

Usage: python benchmarks/go.py FOLDER [--propose] [--every N]

FOLDER holds INDEX.csv and the games it names (SGF, with komi and result). Times are CPU time of
this process; compare the two lines of one run, not runs on different days.
"""

import argparse
import csv
import sys
from decimal import Decimal
from pathlib import Path
from time import process_time

from qipan.cli.tools.game.go import final_position
from qipan.formats import sgf
from qipan.games.go import preset
from qipan.games.go.board import Board
from qipan.games.go.count import count, open_regions
from qipan.games.go.life.suggest import suggest


def plays_of(record):
    """Give the setup and the moves of a record as colours and points; 0 is a pass."""
    on = Board(record.rules["size"]).grid
    setup = [
        (colour, on.read(text))
        for name, colour in (("black", 1), ("white", 2))
        for text in record.setup.get(name, ())
    ]
    colour = 1 + record.setup.get("turn", 1 if record.setup.get("handicap", 0) > 1 else 0)
    plays = []
    for text in record.moves:
        if text.startswith("resume"):
            colour = 1 if text.endswith("b") else 2
            continue
        if text != "lost":
            plays.append((colour, 0 if text == "pass" else on.read(text)))
        colour = 3 - colour
    return setup, plays


def replay(games):
    """Replay every game on the fast board; give the number of moves."""
    moves = 0
    for setup, plays in games:
        board = Board(19)
        for colour, point in setup:
            board.cells[point] = colour
        play = board.play
        for colour, point in plays:
            if point:
                play(colour, point)
            else:
                board.skip()
        moves += len(plays)
    return moves


def replay_sgfmill(games):
    """Replay the same games with sgfmill's boards."""
    from sgfmill import boards

    moves = 0
    for setup, plays in games:
        board = boards.Board(19)
        board.apply_setup(
            [place for colour, place in setup if colour == "b"],
            [place for colour, place in setup if colour == "w"],
            [],
        )
        for colour, place in plays:
            if place is not None:
                board.play(*place, colour)
        moves += len(plays)
    return moves


def timed(name, call, *arguments):
    began = process_time()
    units = call(*arguments)
    seconds = process_time() - began
    print(f"{name:28} {units:8} in {seconds:6.2f} s  {units / seconds:12,.0f} /s")
    return units / seconds


def compare_replays(records):
    ours = [plays_of(record) for record in records]
    on = Board(19).grid

    def place(point):
        column, row = on.place(point)
        return row, column

    theirs = [
        (
            [("bw"[colour - 1], place(point)) for colour, point in setup],
            [("bw"[colour - 1], place(point) if point else None) for colour, point in plays],
        )
        for setup, plays in ours
    ]
    mine = timed("qipan moves", replay, ours)
    try:
        other = timed("sgfmill moves", replay_sgfmill, theirs)
    except ImportError:
        print("sgfmill is not installed")
        return
    print(f"ratio {mine / other:.1f}; {same_ends(ours, theirs)} of {len(ours)} end alike")


def same_ends(ours, theirs):
    """Count the games that end on the same board with both."""
    from sgfmill import boards

    same = 0
    for (setup, plays), (their_setup, their_plays) in zip(ours, theirs, strict=True):
        board, other = Board(19), boards.Board(19)
        for (colour, point), (name, place) in zip(setup, their_setup, strict=True):
            board.cells[point] = colour
            other.board[place[0]][place[1]] = name
        for (colour, point), (name, place) in zip(plays, their_plays, strict=True):
            if point:
                board.play(colour, point)
                other.play(*place, name)
            else:
                board.skip()
        drawn = [(None, "b", "w")[board.cells[at]] for at in board.grid.points]
        same += drawn == [other.get(row, column) for row in range(19) for column in range(19)]
    return same


def compare_reading(files):
    def read_all():
        for path in files:
            sgf.read(path.read_bytes(), path.name)
        return len(files)

    timed("qipan games read", read_all)
    try:
        from sgfmill import sgf as other
        from sgfmill import sgf_moves
    except ImportError:
        return

    def read_sgfmill():
        for path in files:
            sgf_moves.get_setup_and_moves(other.Sgf_game.from_bytes(path.read_bytes()))
        return len(files)

    timed("sgfmill games read", read_sgfmill)


def margin_of(result):
    winner, _, points = result.partition("+")
    return int(Decimal(points) * 2) * (1 if winner == "B" else -1) if points else 0


def propose(rows, folder, seed):
    right, refused, spent = 0, 0, []
    for row in rows:
        record = sgf.read((folder / row["file"]).read_bytes(), row["file"])[0]
        state = final_position(record, preset("japanese"))
        began = process_time()
        marks = suggest(state.cells, state.on, seed).marks
        spent.append(process_time() - began)
        found = count(
            state.cells, marks, state.rules, prisoners=state.prisoners, open_is_neutral=True
        )
        refused += bool(open_regions(state.cells, state.on, marks))
        good = found.margin == margin_of(row["result"])
        right += good
        if not good:
            print(f"  {row['file']}: {found}, recorded {row['result']}")
    spent.sort()
    print(
        f"seed {seed}: {right} of {len(rows)} as recorded ({100 * right / len(rows):.1f} %), "
        f"{refused} with an open boundary; CPU ms: middle {1000 * spent[len(spent) // 2]:.0f}, "
        f"most {1000 * spent[-1]:.0f}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--propose", action="store_true", help="propose and count every game")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with (asked.folder / "INDEX.csv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))[:: asked.every]
    files = [asked.folder / row["file"] for row in rows]
    compare_reading(files)
    compare_replays([sgf.read(path.read_bytes(), path.name)[0] for path in files])
    if asked.propose:
        propose(rows, asked.folder, asked.seed)


if __name__ == "__main__":
    sys.exit(main())
