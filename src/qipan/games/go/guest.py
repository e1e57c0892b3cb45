"""Guests at Go: programs that speak GTP."""

from qipan.games.go.grid import BLACK, EMPTY
from qipan.games.go.position import Phase, Position, unpacked
from qipan.kernel.guest_talk import RESIGN, AskGuest, GuestFailed, GuestMove, GuestNotAsked, Talk

_COLOURS = ("black", "white")


def _command(talk: Talk, line: str) -> str:
    """Give a command; gives its answer. Raises GuestFailed if it is refused."""
    talk.say(line)
    answer = talk.hear().strip()
    while not answer:
        answer = talk.hear().strip()
    if not answer.startswith("="):
        raise GuestFailed(f"{line.split()[0]}: {answer}")
    return answer.lstrip("=").strip()


def ask_gtp(state: Position, talk: Talk, seconds: float) -> GuestMove:
    """Ask a program that speaks GTP. Raises GuestFailed."""
    if state.phase is not Phase.PLAY:
        raise GuestNotAsked("it is not asked about dead stones")
    _command(talk, f"boardsize {state.rules.size}")
    _command(talk, "clear_board")
    _command(talk, f"komi {float(state.rules.komi)}")
    for line in _told(state):
        _command(talk, line)
    _command(talk, f"time_settings 0 {max(1, round(seconds))} 1")
    answer = _command(talk, f"genmove {_COLOURS[state.colour != BLACK]}").lower()
    if answer == RESIGN:
        return GuestMove(RESIGN)
    return GuestMove("pass" if answer == "pass" else answer.upper())


def _told(state: Position) -> list[str]:
    """Tell the game: stones that stood at first, then every move; after a halt, the board alone."""
    plain = all(ply.is_stone or ply.text == "pass" for ply in state.log)
    first = state.cells
    if plain and state.seen:
        first = unpacked(state.seen[0][1:], len(state.cells))
    found = [
        f"play {_COLOURS[cell != BLACK]} {state.on.write(point)}"
        for point in state.on.points
        if (cell := first[point]) != EMPTY
    ]
    if plain:
        found += [f"play {_COLOURS[ply.seat]} {ply.text}" for ply in state.log]
    return found


PROTOCOLS: dict[str, AskGuest] = {"gtp": ask_gtp}
