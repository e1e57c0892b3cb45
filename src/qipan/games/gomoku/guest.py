"""Guests at gomoku and renju: programs that speak the protocol of Gomocup."""

import re

from qipan.games.gomoku.board import bits, place_of, point_at, write_point
from qipan.games.gomoku.opening import Stage
from qipan.games.gomoku.position import Position
from qipan.games.gomoku.rules import Win
from qipan.kernel.guest_talk import AskGuest, GuestFailed, GuestMove, GuestNotAsked, Talk

_MOVE = re.compile(r"(\d{1,2})\s*,\s*(\d{1,2})")
_ASIDE = ("MESSAGE", "DEBUG", "SUGGEST")


def _answer(talk: Talk) -> str:
    """Read the next line that is no remark. Raises GuestFailed on an error."""
    while True:
        line = talk.hear().strip()
        if not line or line.upper().startswith(_ASIDE):
            continue
        if line.upper().startswith(("ERROR", "UNKNOWN")):
            raise GuestFailed(line)
        return line


def ask_gomocup(state: Position, talk: Talk, seconds: float) -> GuestMove:
    """Ask a program that speaks the protocol of Gomocup. Raises GuestFailed."""
    if state.stage is not Stage.DONE:
        raise GuestNotAsked("it is not asked about openings")
    size = state.rules.size
    talk.say(f"START {size}")
    if not _answer(talk).upper().startswith("OK"):
        raise GuestFailed(f"it does not play on {size} x {size}")
    talk.say(f"INFO timeout_turn {round(1000 * seconds)}")
    talk.say(f"INFO rule {rule_number(state)}")
    own, other = state.stones[state.colour], state.stones[1 - state.colour]
    if not own | other:
        talk.say("BEGIN")
    else:
        talk.say("BOARD")
        for stones, whose in ((own, 1), (other, 2)):
            for point in bits(stones):
                column, row = place_of(size, point)
                talk.say(f"{column},{row},{whose}")
        talk.say("DONE")
    said = _answer(talk)
    found = _MOVE.fullmatch(said)
    if found is None or not (int(found[1]) < size and int(found[2]) < size):
        raise GuestFailed(f"no point: {said}")
    return GuestMove(write_point(size, point_at(size, int(found[1]), int(found[2]))))


def rule_number(state: Position) -> int:
    """Give the rules as the protocol numbers them: free, exactly five, or renju."""
    return {Win.FIVE_OR_MORE: 0, Win.EXACTLY_FIVE: 1, Win.RENJU: 4}[state.rules.win]


PROTOCOLS: dict[str, AskGuest] = {"gomocup": ask_gomocup}
