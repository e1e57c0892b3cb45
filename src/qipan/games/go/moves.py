"""What can be done at a Go table, and how it is written.

Players: ``Q16`` a stone, ``pass``; after two passes ``dead Q16``, ``alive Q16``, ``seki Q16``,
``neutral Q16`` (an empty point that is no territory), ``agree``, ``resume``; at the count
``confirm`` and ``recount``; at a repetition ``draw`` and ``decline``.

The table, for a referee: the marks above, ``lost`` (the turn is lost), ``set Q16=b R3=.`` (stones
put back or taken off), ``close Q16=b`` (a boundary closed), ``fine b 2 go.wrong-hand``,
``resume`` or ``resume b``, ``count`` with the fingerprint of the photograph, ``mutual`` and
``choice b`` on a repetition, ``no-result`` and ``both-lose``. By itself it proposes what is dead or
in seki, where the rules have it so: ``propose D9=d A1=s``, a stone for each chain.
"""

import re
from enum import StrEnum

import msgspec

from qipan.games.go.grid import Grid
from qipan.kernel.errors import BadInput

LONGEST = 4000
_WORD = re.compile(r"[a-z0-9][a-z0-9.:_-]{0,127}")


class Act(StrEnum):
    """Kinds of moves."""

    STONE = "stone"
    PASS = "pass"
    DEAD = "dead"
    ALIVE = "alive"
    SEKI = "seki"
    NEUTRAL = "neutral"
    AGREE = "agree"
    RESUME = "resume"
    CONFIRM = "confirm"
    RECOUNT = "recount"
    DRAW = "draw"
    DECLINE = "decline"
    LOST = "lost"
    SET = "set"
    CLOSE = "close"
    FINE = "fine"
    COUNT = "count"
    MUTUAL = "mutual"
    CHOICE = "choice"
    NO_RESULT = "no-result"
    BOTH_LOSE = "both-lose"
    PROPOSE = "propose"


MARKS = (Act.DEAD, Act.ALIVE, Act.SEKI, Act.NEUTRAL)
EDITS = (Act.SET, Act.CLOSE)
_BARE = {
    *(Act.PASS, Act.AGREE, Act.RESUME, Act.CONFIRM, Act.RECOUNT, Act.DRAW, Act.DECLINE),
    *(Act.LOST, Act.COUNT, Act.MUTUAL, Act.NO_RESULT, Act.BOTH_LOSE),
}
_COLOURS = ".bw"
_FATES = "-ds"


class Move(msgspec.Struct, frozen=True):
    """One thing done at the table."""

    act: Act
    at: tuple[int, ...] = ()
    colours: tuple[int, ...] = ()
    """For ``set`` and ``close``: what goes on each point; for ``propose`` 1 dead, 2 seki."""
    seat: int | None = None
    amount: int = 0
    word: str = ""
    """A rule key for a fine, a fingerprint for a count."""


PASS = Move(Act.PASS)


def stone(point: int) -> Move:
    """Make the move of putting a stone."""
    return Move(Act.STONE, (point,))


def write(move: Move, on: Grid) -> str:
    """Write a move in its canonical text form."""
    if move.act is Act.STONE:
        return on.write(move.at[0])
    words = [str(move.act)]
    if move.colours:
        signs = _FATES if move.act is Act.PROPOSE else _COLOURS
        words += [
            f"{on.write(at)}={signs[colour]}"
            for at, colour in zip(move.at, move.colours, strict=True)
        ]
    else:
        words += [on.write(at) for at in move.at]
    if move.seat is not None:
        words.append(_COLOURS[move.seat + 1])
    if move.amount:
        words.append(str(move.amount))
    if move.word:
        words.append(move.word)
    return " ".join(words)


def read(text: str, on: Grid) -> Move:
    """Read a move. Raises BadInput if it means nothing."""
    if len(text) > LONGEST:
        raise BadInput("too long for a move at a Go table")
    words = text.split()
    if not words:
        raise BadInput("an empty move at a Go table")
    name, rest = words[0].lower(), words[1:]
    if name not in Act.__members__.values() or name == Act.STONE:
        if rest:
            raise BadInput(f"not a move at a Go table: {text[:40]!r}")
        return stone(on.read(name))
    act = Act(name)
    if act in MARKS and len(rest) == 1:
        return Move(act, (on.read(rest[0]),))
    if act in EDITS and rest:
        return _read_edit(act, rest, on)
    if act is Act.PROPOSE:
        return _read_edit(act, rest, on, _FATES)
    if act is Act.FINE and len(rest) == 3:
        return _read_fine(rest, text)
    if act is Act.COUNT and len(rest) == 1 and _WORD.fullmatch(rest[0].lower()):
        return Move(act, word=rest[0].lower())
    if act in (Act.RESUME, Act.CHOICE) and len(rest) == 1:
        return Move(act, seat=_read_seat(rest[0]))
    if act in _BARE and not rest:
        return Move(act)
    raise BadInput(f"not a move at a Go table: {text[:40]!r}")


def _read_edit(act: Act, words: list[str], on: Grid, signs: str = _COLOURS) -> Move:
    points, colours = [], []
    for word in words:
        point, _, colour = word.partition("=")
        if len(colour) != 1 or colour.lower() not in signs:
            known = ", ".join(signs)
            raise BadInput(f"expected a point and one of {known} as in Q16=b, not {word[:20]!r}")
        points.append(on.read(point))
        colours.append(signs.index(colour.lower()))
    if len(set(points)) != len(points):
        raise BadInput("a point is named twice")
    return Move(act, tuple(points), tuple(colours))


def _read_fine(words: list[str], text: str) -> Move:
    seat, points, key = words
    if not (points.isascii() and points.isdigit() and 0 < len(points) < 4 and int(points)):
        raise BadInput(f"not a number of points: {points[:20]!r}")
    if not _WORD.fullmatch(key.lower()) or "." not in key:
        raise BadInput(f"a fine names its rule, as in 'fine b 2 go.wrong-hand', not {text[:40]!r}")
    return Move(Act.FINE, seat=_read_seat(seat), amount=int(points), word=key.lower())


def _read_seat(word: str) -> int:
    if word.lower() not in ("b", "w"):
        raise BadInput(f"expected b or w, not {word[:20]!r}")
    return "bw".index(word.lower())
