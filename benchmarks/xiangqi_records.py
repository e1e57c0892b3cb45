"""Reading and writing xiangqi records: ours, and cchess where it is installed, in one process.

Run ``python benchmarks/xiangqi_records.py``. Figures are CPU time for each ply of random games;
trust the ratios, not the absolutes.
"""

from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

from qipan.formats import dhtmlxq, pgn
from qipan.formats.record import Record
from qipan.games.xiangqi import legal_moves, start_board, write_move
from qipan.games.xiangqi.notation import Notation, read_notation, write_notation


def games(number: int, plies: int) -> list[Record]:
    """Play random games."""
    dice, found = Random("records"), []
    while len(found) < number:
        board, moves = start_board(), []
        while len(moves) < plies and (legal := legal_moves(board)):
            move = dice.choice(legal)
            moves.append(write_move(move))
            board.make(move)
        if len(moves) == plies:
            found.append(Record("xiangqi", tuple(moves), result="*"))
    return found


def spent(work, repeat: int = 3) -> float:
    """Give the least CPU time of a few runs."""
    best = float("inf")
    for _ in range(repeat):
        began = process_time()
        work()
        best = min(best, process_time() - began)
    return best


def notations() -> None:
    """Time writing and reading single moves in a start position."""
    board = start_board()
    moves = legal_moves(board)
    for notation in Notation:
        texts = [write_notation(board, move, notation) for move in moves]
        write = spent(lambda: [write_notation(board, move, notation) for move in moves])  # noqa: B023
        read = spent(lambda: [read_notation(board, text) for text in texts])  # noqa: B023
        report(f"{notation}: write, read a move", write / len(moves), read / len(moves))


def report(what: str, *seconds: float) -> None:
    print(f"{what:<40}" + "".join(f"{1e6 * each:>12,.1f} µs" for each in seconds))


def main() -> None:
    """Print the figures."""
    notations()
    records = games(20, 80)
    plies = sum(len(record.moves) for record in records)
    for notation in (Notation.CHINESE, Notation.WXF, Notation.ICCS):
        data = b"\n".join(pgn.write(record, notation) for record in records)
        write = spent(lambda: [pgn.write(record, notation) for record in records])  # noqa: B023
        read = spent(lambda: pgn.read(data, "a.pgn"))  # noqa: B023
        report(f"PGN {notation}: write, read a ply", write / plies, read / plies)
    data = b"\n".join(dhtmlxq.write(record) for record in records)
    write = spent(lambda: [dhtmlxq.write(record) for record in records])
    report(
        "DhtmlXQ: write, read a ply", write / plies, spent(lambda: dhtmlxq.read(data, "a")) / plies
    )
    peer(records[0])


def peer(record: Record) -> None:
    """Let cchess read one game in Chinese notation."""
    try:
        game = import_module("cchess").Game
    except ImportError:
        print("cchess is not installed")
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.pgn"
        text = pgn.write(record).decode()
        path.write_text(text, "utf-8")
        seconds = spent(lambda: game.read_from(str(path)), repeat=1)
        ours = spent(lambda: pgn.read(text.encode(), "a.pgn"))
        report("PGN chinese: cchess, ours, a ply", seconds / len(record.moves),
               ours / len(record.moves))  # fmt: skip


if __name__ == "__main__":
    main()
