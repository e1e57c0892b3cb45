"""Guests at xiangqi: programs that speak UCI or UCCI."""

import re

from qipan.games.xiangqi.state import State
from qipan.kernel.guest_talk import AskGuest, GuestFailed, GuestMove, Talk, hear_until

_SCORE = re.compile(r"\bscore (?:cp )?(-?\d+)")
_MATE = re.compile(r"\bscore mate (-?\d+)")
_MATED = 30_000


def _ask(state: State, talk: Talk, seconds: float, *, ucci: bool) -> GuestMove:
    word = "ucci" if ucci else "uci"
    if talk.fresh:
        talk.say(word)
        hear_until(talk, f"{word}ok")
    talk.say("isready")
    hear_until(talk, "readyok")
    moves = f" moves {' '.join(state.written)}" if state.written else ""
    talk.say(f"position fen {state.fen}{moves}")
    talk.say(f"go {'time' if ucci else 'movetime'} {round(1000 * seconds)}")
    value: int | None = None
    while True:
        line = talk.hear()
        words = line.split()
        if words[:1] == ["info"]:
            value = _value(line, value)
        elif words[:1] == ["bestmove"] and len(words) > 1 and words[1][:1].isalpha():
            return GuestMove(words[1].lower(), value)
        elif words[:1] in (["bestmove"], ["nobestmove"]):
            raise GuestFailed("it has no move")


def _value(line: str, before: int | None) -> int | None:
    mate = _MATE.search(line)
    if mate is not None:
        number = int(mate[1][:6])
        return _MATED - number if number > 0 else -_MATED - number
    found = _SCORE.search(line)
    return int(found[1][:6]) if found else before


def ask_uci(state: State, talk: Talk, seconds: float) -> GuestMove:
    """Ask a program that speaks UCI. Raises GuestFailed."""
    return _ask(state, talk, seconds, ucci=False)


def ask_ucci(state: State, talk: Talk, seconds: float) -> GuestMove:
    """Ask a program that speaks UCCI. Raises GuestFailed."""
    return _ask(state, talk, seconds, ucci=True)


PROTOCOLS: dict[str, AskGuest] = {"uci": ask_uci, "ucci": ask_ucci}
