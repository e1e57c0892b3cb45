"""A proposal from GNU Go, if it is installed: another program, asked over GTP, never trusted.

It runs as a separate process with the board as commands; it may be slow, so callers decide when.
Nothing else here needs it.
"""

import subprocess
from collections.abc import Sequence
from shutil import which

from qipan.games.go.board import chain_at
from qipan.games.go.grid import Grid
from qipan.games.go.life.suggest import ChainStatus, Suggestion
from qipan.kernel.errors import BadInput, Unknown

SECONDS = 120
_PLACES = ("/usr/games/gnugo", "/usr/bin/gnugo")


def find_gnugo() -> str | None:
    """Find the program, or None."""
    return which("gnugo") or next((place for place in _PLACES if which(place)), None)


def gnugo_suggestion(
    drawn: Sequence[str], on: Grid, cells: Sequence[int], level: int = 10
) -> Suggestion:
    """Ask GNU Go for dead and seki stones. Raises Unknown if it is not installed.

    Raises BadInput if it gives no sensible answer in time.
    """
    program = find_gnugo()
    if program is None:
        raise Unknown("program", "gnugo")
    commands = _commands(drawn, on)
    try:
        done = subprocess.run(
            [program, "--mode", "gtp", "--japanese-rules", "--level", str(level)],
            input=commands,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BadInput(f"GNU Go gave no answer: {error}", where=program) from error
    answers = done.stdout.split("\n\n")
    wanted = [answer for answer in answers if answer.startswith(("=91", "=92"))]
    if len(wanted) != 2:
        raise BadInput("GNU Go gave no list of dead and seki stones", where=program)
    dead = {on.read(word) for word in wanted[0][3:].split()}
    seki = {on.read(word) for word in wanted[1][3:].split()}
    return Suggestion(tuple(_statuses(on, cells, dead, seki)), 0)


def _commands(drawn: Sequence[str], on: Grid) -> str:
    lines = [f"boardsize {on.size}", "clear_board"]
    for down, row in enumerate(drawn):
        for column, content in enumerate(row):
            if content != ".":
                colour = "black" if content == "X" else "white"
                lines.append(f"play {colour} {on.write(on.at(column, on.size - 1 - down))}")
    lines += ["91 final_status_list dead", "92 final_status_list seki", "quit"]
    return "\n".join(lines) + "\n"


def _statuses(on: Grid, cells: Sequence[int], dead: set[int], seki: set[int]) -> list[ChainStatus]:
    seen: set[int] = set()
    found = []
    for at in on.points:
        if cells[at] and at not in seen:
            chain = chain_at(cells, on.near, at)
            seen.update(chain)
            gone = not dead.isdisjoint(chain)
            shared = not gone and not seki.isdisjoint(chain)
            share = -100 if gone else 100
            found.append(
                ChainStatus(tuple(sorted(chain)), cells[at], gone, shared, share, certain=False)
            )
    return found
