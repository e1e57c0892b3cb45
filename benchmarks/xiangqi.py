"""Xiangqi side by side: ours, and pyffish and cchess where they are installed, in one process.

Run ``python benchmarks/xiangqi.py``. Figures are CPU time; trust the ratios, not the absolutes.
"""

from importlib import import_module
from random import Random
from time import process_time, process_time_ns

from qipan.games.xiangqi import (
    GAME,
    START,
    XiangqiRules,
    legal_moves,
    perft,
    read_fen,
    read_move,
    ruleset_named,
    start_board,
    write_fen,
)
from qipan.games.xiangqi.repetition import rule_line


def middlegames(number: int) -> list[str]:
    """Give positions from the middle of random games."""
    dice, found = Random("middlegames"), []
    while len(found) < number:
        board = start_board()
        for _ in range(dice.randint(20, 60)):
            moves = legal_moves(board)
            if not moves:
                break
            board = board.after(dice.choice(moves))
        else:
            found.append(write_fen(board))
    return found


def spent(work, repeat: int = 3) -> float:
    """Give the least CPU time of a few runs."""
    best = float("inf")
    for _ in range(repeat):
        began = process_time()
        work()
        best = min(best, process_time() - began)
    return best


def optional(name: str):
    """Import a peer, or give None."""
    try:
        return import_module(name)
    except ImportError:
        return None


def report(what: str, figure: float, unit: str) -> None:
    print(f"{what:<58}{figure:>14,.1f} {unit}")


def ours(positions: list[str]) -> None:
    boards = [read_fen(fen) for fen in positions]
    for board in boards:
        legal_moves(board)
    took = spent(lambda: [legal_moves(board) for board in boards])
    report("qipan  legal moves, middlegame", took / len(boards) * 1e6, "µs")
    start = start_board()
    report("qipan  legal moves, start", spent(lambda: legal_moves(start), 200) * 1e6, "µs")
    steps = [(GAME.start(XiangqiRules(), 2, {"fen": fen}), fen) for fen in positions]
    plays = [(state, legal_moves(state.board)) for state, _ in steps]
    plays = [(state, moves[0]) for state, moves in plays if moves]

    def play() -> None:
        for state, move in plays:
            GAME.play(state, GAME.acting(state)[0], move)

    report("qipan  apply a move and see whether it ends", spent(play) / len(plays) * 1e6, "µs")
    took = spent(lambda: perft(start, 4), 2)
    report("qipan  perft 4 from the start, last ply counted", 3_290_240 / took, "leaves/s")


def live_moves(name: str, games: int = 20) -> None:
    """Play random games under a ruleset: legal, check and repetition by the book, every move."""
    dice, took = Random(5), []
    for _ in range(games):
        state = GAME.start(XiangqiRules(ruleset=name), 2, {})
        for _ in range(200):
            if state.ended is not None or GAME.acting(state)[0] not in (0, 1):
                break
            acting = GAME.acting(state)[0]
            move = dice.choice(legal_moves(state.board))
            began = process_time_ns()
            state = GAME.play(state, acting, move)
            took.append(process_time_ns() - began)
    took.sort()
    middle, rare = took[len(took) // 2] / 1e3, took[len(took) * 99 // 100] / 1e3
    report(f"qipan  a live move by {name}, median of {len(took)}", middle, "µs")
    report(f"qipan  a live move by {name}, 99 of 100 within", rare, "µs")


def random_rulings(name: str, count: int = 200) -> None:
    """Rule on random repetitions of four moves, and show the worst."""
    dice, took = Random(7), []
    ruleset = ruleset_named(name)
    while len(took) < count:
        board = start_board()
        for _ in range(dice.randint(8, 90)):
            moves = legal_moves(board)
            if not moves:
                break
            board = board.after(dice.choice(moves))
        line, here = [], board
        for back in (False, False, True, True):
            moves = legal_moves(here)
            move = _turned(line[-2]) if back else dice.choice(moves) if moves else 0
            if move not in moves:
                break
            line.append(move)
            here = here.after(move)
        if len(line) == 4 and write_fen(here) == write_fen(board):
            again = line * 2
            took.append(spent(lambda at=board, moves=again: rule_line(at, moves, ruleset), 1))
    took.sort()
    report(f"qipan  ruling, {name}, median of {count} random", took[count // 2] * 1e3, "ms")
    report(f"qipan  ruling, {name}, worst of {count} random", took[-1] * 1e3, "ms")


def _turned(move: int) -> int:
    """Give the move that takes a move back."""
    return (move & 127) << 7 | move >> 7


def rulings() -> None:
    asian = read_fen("4ka3/4a4/9/9/9/c8/9/9/1R7/3K5 w")
    chase = [read_move(word) for word in ["b1a1", "a4b4", "a1b1", "b4a4"]] * 2
    axf = ruleset_named("axf")
    took = spent(lambda: rule_line(asian, chase, axf))
    report("qipan  ruling, Asian rules", took * 1e3, "ms")
    busy = read_fen("r1bakabr1/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w")
    line = [read_move(word) for word in ["a0a1", "h9h8", "a1a0", "h8h9"]] * 2
    cxa = ruleset_named("cxa-2020")
    took = spent(lambda: rule_line(busy, line, cxa), 1)
    report("qipan  ruling, Chinese rules, full board", took * 1e3, "ms")


def repetition_goes_on() -> None:
    """Shuffle on at a live table where much can be taken: the ruling is told at every move."""
    fen = "2ba1a1n1/1nc1k3C/7R1/2p1prp2/2Cc2b2/p3P1P1p/1NP5P/3AB4/6N1R/3AK1B2 b - - 0 1"
    state = GAME.start(XiangqiRules(ruleset="cxa-2020"), 2, {"fen": fen})
    took = []
    for number in range(48):
        move = read_move(["f6f2", "i1i0", "f2f6", "i0i1"][number % 4])
        began = process_time_ns()
        state = GAME.play(state, GAME.acting(state)[0], move)
        GAME.view(state, 0)
        took.append(process_time_ns() - began)
    report("qipan  a move that repeats for the first time, cxa-2020", max(took) / 1e6, "ms")
    further = sorted(took[-36:])
    report("qipan  a further one, median", further[18] / 1e6, "ms")


def pyffish_peer(peer, positions: list[str]) -> None:
    took = spent(lambda: [peer.legal_moves("xiangqi", fen, []) for fen in positions])
    report("pyffish  legal moves, middlegame", took / len(positions) * 1e6, "µs")

    def two() -> None:
        for move in peer.legal_moves("xiangqi", START, []):
            len(peer.legal_moves("xiangqi", START, [move]))

    report("pyffish  perft 2 from the start", 1920 / spent(two, 1), "leaves/s")


def cchess_peer(peer, positions: list[str]) -> None:
    boards = [peer.ChessBoard(fen) for fen in positions[:20]]

    def count() -> None:
        for board in boards:
            for move in board.create_moves():
                board.is_valid_move(*move)

    took = spent(count, 1)
    report("cchess  moves, middlegame", took / len(boards) * 1e6, "µs")


def main() -> None:
    """Run everything that is installed."""
    positions = middlegames(200)
    ours(positions)
    repetition_goes_on()
    rulings()
    for name in ("axf", "cxa-2020"):
        live_moves(name)
        random_rulings(name)
    for name, run in (("pyffish", pyffish_peer), ("cchess", cchess_peer)):
        peer = optional(name)
        if peer is None:
            print(f"{name}  is not installed")
        else:
            run(peer, positions)


if __name__ == "__main__":
    main()
