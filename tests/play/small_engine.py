"""A small engine of our own that speaks every protocol, and can misbehave when it is told to.

python small_engine.py uci|ucci|gtp|gomocup [crash|slow|illegal|flood|wide|long|deaf|family FILE]
"""

import subprocess
import sys
import time
from pathlib import Path


def out(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def misbehave(how):
    if how == "crash":
        sys.exit(3)
    if how == "slow":
        time.sleep(60)
    if how == "flood":
        while True:
            sys.stdout.write("info depth 1 score cp 0\n")
    if how == "wide":
        while True:
            sys.stdout.write("x" * 4000 + "\n")
    if how == "family":  # what it started goes on without it, and holds its line
        started = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
        Path(sys.argv[3]).write_text(str(started.pid))
        sys.exit(3)
    if how == "long":
        out("x" * 100_000)


def uci(how, word):
    first = {"w": "h2e2", "b": "h7e7"}
    played = 0
    for line in sys.stdin:
        words = line.split()
        if words[:1] == [word]:
            out(f"id name small\n{word}ok")
        elif words[:1] == ["isready"]:
            out("readyok")
        elif words[:1] == ["position"]:
            side = words[3]
            moves = words[words.index("moves") + 1 :] if "moves" in words else []
            played = len(moves)
        elif words[:1] == ["go"]:
            misbehave(how)
            out("info depth 3 score cp 37 pv h2e2" if word == "uci" else "info depth 3 score 37")
            turn = side if played % 2 == 0 else {"w": "b", "b": "w"}[side]
            out(f"bestmove {'a0a9' if how == 'illegal' else first[turn]}")
        elif words[:1] == ["quit"]:
            return


def gtp(how):
    taken = set()
    size = 19
    for line in sys.stdin:
        words = line.split()
        if words[0] == "boardsize":
            size, taken = int(words[1]), set()
        elif words[0] == "clear_board":
            taken = set()
        elif words[0] == "play":
            taken.add(words[2].upper())
        elif words[0] == "genmove":
            misbehave(how)
            points = [f"{c}{r}" for r in range(3, size) for c in "DEFGH"]
            point = "A0" if how == "illegal" else next(p for p in points if p not in taken)
            out(f"= {point}\n")
            continue
        out("= \n")


def gomocup(how):
    taken, reading = set(), False
    for line in sys.stdin:
        words = line.split()
        if reading and words != ["DONE"]:
            taken.add(tuple(map(int, line.split(",")[:2])))
        elif words[:1] == ["START"]:
            taken = set()
            out("OK - ready")
        elif words[:1] == ["BOARD"]:
            reading = True
        elif words[:1] in (["DONE"], ["BEGIN"]):
            reading = False
            misbehave(how)
            out("MESSAGE thinking")
            free = ((x, y) for y in range(5, 15) for x in range(5, 15) if (x, y) not in taken)
            x, y = next(iter(taken)) if how == "illegal" and taken else next(free)
            out(f"{x},{y}")


if __name__ == "__main__":
    protocol, how = sys.argv[1], (sys.argv[2] if len(sys.argv) > 2 else "")
    if how == "deaf":
        time.sleep(300)
    if protocol in ("uci", "ucci"):
        uci(how, protocol)
    else:
        {"gtp": gtp, "gomocup": gomocup}[protocol](how)
