"""Tournament files of Vega (``.veg``): who plays, and how the event is held.

The manual of that program describes the head and the list of players, a line each; how rounds are
kept is not described, so they are not read. The same program writes a description with bars between
the fields (``.tdf``) and reports for ratings, and these have the rounds (``cross_table``, TRF).
"""

import re
from fractions import Fraction

from qipan.formats.foreign.model import (
    ForeignEvent,
    ForeignPlayer,
    ForeignPoints,
    Remark,
    day_of,
)
from qipan.formats.lists.text_tables import decode
from qipan.kernel.errors import BadInput

_NUMBER = re.compile(r"\d{1,3}")
_WORTH = re.compile(r"\s*(\d{1,2}(?:\.\d)?)\s+(\d{1,2}(?:\.\d)?)\s*")
MOST_PLAYERS = 9999
HEAD = 7
"""Lines before the tie-breaks: program, name, place, federation, days, arbiter, points."""


def is_veg(content: bytes) -> bool:
    """Say whether a file is one of Vega: its name first, and the heading of its list of players."""
    heading = re.search(rb"(?mi)^\s*NAME\s*;\s*COUNTRY\s*;", content)
    return content.lstrip(b"\xef\xbb\xbf").startswith(b"Vega ") and heading is not None


def event_of_veg(content: bytes, name: str, upto: int = 0) -> ForeignEvent:
    """Read a file; it has no rounds to offer. Raises BadInput."""
    if upto:
        raise BadInput(
            "the rounds of a .veg are not described: export .tdf or TRF",
            where=name,
            code="take-over.no-such-round",
            facts={"round": upto, "played": 0},
        )
    lines = [line.rstrip() for line in decode(content, name).splitlines()]
    at = next(at for at, line in enumerate(lines) if re.match(r"\s*NAME\s*;\s*COUNTRY", line, re.I))
    keys = [word.strip().upper() for word in lines[at].split(";")]
    players = tuple(_players(lines[at + 1 :], keys, _count(lines[at - 1])))
    if len(players) < 2:
        raise BadInput("fewer than two players", where=name, code="take-over.no-table")
    head = (*lines[:HEAD], *[""] * HEAD)[:HEAD]
    starts, _, ends = head[4].partition(",")
    planned, current = _rounds(lines[HEAD:at])
    return ForeignEvent(
        form="veg",
        name=head[1].strip(),
        place=head[2].strip(),
        federation=head[3].strip()[:3],
        starts=day_of(starts),
        ends=day_of(ends),
        chief_arbiter=head[5].strip(),
        points=_points(head[6]),
        planned=planned,
        players=players,
        remarks=(Remark("take-over.note.veg-rounds", {"round": current}),),
    )


def _count(line: str) -> int:
    text = line.split("#")[0].strip()
    return min(int(text), MOST_PLAYERS) if _NUMBER.fullmatch(text) else MOST_PLAYERS


def _rounds(lines: list[str]) -> tuple[int, int]:
    """Give the rounds planned and the one that it stands at: the first two numbers on their own."""
    alone = [int(line) for line in (each.split("#")[0].strip() for each in lines)
             if _NUMBER.fullmatch(line)]  # fmt: skip
    planned, current = (*alone, 0, 0)[:2]
    return (planned if 0 < planned < 100 else 0), current


def _points(line: str) -> ForeignPoints:
    found = _WORTH.fullmatch(line)
    if found is None or not Fraction(found[2]):
        return ForeignPoints()
    draw, win = str(Fraction(found[1])), str(Fraction(found[2]))
    return ForeignPoints(win, draw, "0", win)


def _players(lines: list[str], keys: list[str], most: int) -> list[ForeignPlayer]:
    found: list[ForeignPlayer] = []
    for line in lines:
        cells = [cell.strip() for cell in line.split(";")]
        if len(found) == most or len(cells) < len(keys) - 1:
            break
        value = dict(zip(keys, cells, strict=False))
        if not value.get("NAME"):
            break
        found.append(_player(len(found) + 1, value))
    return found


def _player(number: int, value: dict[str, str]) -> ForeignPlayer:
    ratings = [value.get(key, "") for key in ("ELOFIDE", "ELONAT")]
    known = [int(each) for each in ratings if each.isascii() and each.isdigit() and len(each) < 5]
    licence = value.get("IDFIDE", "")
    return ForeignPlayer(
        number=number,
        name=value["NAME"][:200],
        rating=next((each for each in known if each), None),
        federation=value.get("COUNTRY", "")[:3],
        sex={"w": "f", "f": "f", "m": "m"}.get(value.get("G", "").lower()[:1], ""),
        title=value.get("TITLE", "")[:3],
        licence=licence[:20] if licence.strip("0") else "",
        birth=_birth(value.get("BIRTHDAY", "")),
    )


def _birth(text: str) -> str:
    """Read day, month and year; a year of two figures does not say which century."""
    parts = text.split(".")
    return day_of(text) if len(parts) == 3 and len(parts[2]) == 4 and parts[2].strip("0") else ""
