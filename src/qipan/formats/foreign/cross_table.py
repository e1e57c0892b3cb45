"""A cross table with a column a round, as other programs print or export it.

Cells of several programs are understood, each by its own form:

- ``12w1``, ``5b½``, ``7w+``, ``-1``, ``bye``: ranking cross tables of Swiss-Manager
- ``12:W``, ``5:D``, ``0:=``: SP98 (Swiss Perfect), which does not say who moved first
- ``12 w 1``, ``5 b 2``: descriptions of Vega, where 2 is a draw; ``+W12``, ``=B5``: its tables

A table whose columns nobody knows is no event: its people are entered as a list instead.
"""

import re
from fractions import Fraction
from itertools import pairwise

import msgspec

from qipan.formats.foreign.model import (
    DRAW,
    LOSS,
    WIN,
    ForeignBye,
    ForeignEvent,
    ForeignGame,
    ForeignPlayer,
    ForeignPoints,
    ForeignRound,
    Remark,
    day_of,
)
from qipan.formats.lists.headings import Guess, guess
from qipan.formats.lists.sheets import OLE, PACKED, Sheet, read_workbook
from qipan.formats.lists.text_tables import decode, read
from qipan.kernel.errors import BadInput

_ROUND = re.compile(
    r"(?:(\d{1,3})\s*\.?\s*(?:rd|round|r|轮|輪)?\.?|(?:rd|round|r|第)\s*\.?\s*(\d{1,3})\s*轮?)",
    re.I,
)
_NUMBER = re.compile(
    r"(no\.?|nr\.?|#|sno|snr\.?|st\.?\s*no\.?|pairing.?(number|no\.?)|编号|序号|号)", re.I
)
_RESULT = r"1|0|2|½|0[.,]5|1/2|=|\+|-|–|F"
_WITH_COLOUR = re.compile(rf"(\d{{1,4}})\s*([wbrWBR])\s*({_RESULT}|\*|)(?:\s*F)?", re.I)
_PERFECT = re.compile(r"(\d{1,4})\s*:\s*([WLD=+\-]?)", re.I)
_SIGN_FIRST = re.compile(r"([+=\-1½0])\s*([wb])\s*(\d{1,4})", re.I)
_NOBODY = re.compile(rf"(?:bye|0000\s*-|-{{1,3}}|–|0000|\*|轮空|空)?\s*\(?({_RESULT})?\)?", re.I)
_PERFECT_NAMES = {"Feder": "Federation", "Intl Id": "FIDE ID", "Loc Id": "", "Loc": ""}
_WORDS = {"1": WIN, "W": WIN, "+": WIN, "0": LOSS, "L": LOSS, "-": LOSS, "–": LOSS}
_DRAWN = ("½", "=", "2", "D", "0.5", "0,5", "1/2")


class _Met(msgspec.Struct, frozen=True):
    """A cell that could be read."""

    opponent: int = 0
    first: bool | None = None
    result: str = ""
    forfeit: bool = False
    bye: str = ""


def event_of_table(content: bytes, name: str, upto: int = 0) -> ForeignEvent:
    """Read a table, up to a round (0: all). Raises BadInput if it has no columns of rounds."""
    if is_vega(content):
        return _event(*_vega(content, name), name, upto)
    sheet = _sheet(content, name)
    return _event({}, *_rows(sheet, name), name, upto)


def _sheet(content: bytes, name: str) -> Sheet:
    if content.startswith((PACKED, OLE)):
        return read_workbook(content, name, "", 1).sheets[0]
    text = decode(content, name)
    head = next((line for line in text.splitlines() if _is_perfect(line)), "")
    if head and "\t" not in head:
        return Sheet("", _fixed(text, head))
    return Sheet("", read(content, name))


def _is_perfect(line: str) -> bool:
    words = line.split()
    return {"No", "Name", "Total"} <= set(words) and "1" in words


def _fixed(text: str, head: str) -> tuple[tuple[str, ...], ...]:
    """Cut a table where its headings begin; cells of rounds are known by their colon."""
    lines = text.splitlines()
    at = lines.index(head)
    words = list(re.finditer(r"Intl Id|Loc Id|\S+", head))
    total = next(number for number, word in enumerate(words) if word.group() == "Total")
    starts = [word.start() for word in words[: total + 1]]
    rounds = len(words) - total - 1
    names = [_PERFECT_NAMES.get(word.group(), word.group()) for word in words]
    rows = [tuple(names)]
    for line in lines[at + 1 :]:
        cells = _PERFECT.findall(line[starts[total] :])
        if cells:
            fixed = [line[a:b].strip() for a, b in pairwise(starts)]
            found = [f"{who}:{sign}" for who, sign in cells][:rounds]
            rows.append((*fixed, "", *found))
    return tuple(rows)


def _rows(sheet: Sheet, name: str) -> tuple[list[ForeignPlayer], list[list[str]]]:
    """Find the heading, the people below it and their cells round by round."""
    for at, row in enumerate(sheet.rows[:40]):
        rounds = {_round_number(cell): column for column, cell in enumerate(row)}
        rounds.pop(0, None)
        uses = _uses(row)
        if "name" in uses.values() and 1 in rounds:
            return _people(sheet.rows[at + 1 :], row, uses, rounds)
    raise BadInput(
        "no column of names with columns of rounds beside it",
        where=name,
        code="take-over.no-table",
    )


def _uses(row: tuple[str, ...]) -> dict[int, str]:
    """Say what each column is used as, the surest of several for one use."""
    best: dict[str, tuple[Guess, int]] = {}
    for at, cell in enumerate(row):
        found = guess(cell) if cell.strip() and not _round_number(cell) else None
        if found is not None and (found.field not in best or found < best[found.field][0]):
            best[found.field] = (found, at)
    return {at: field for field, (_, at) in best.items()}


def _round_number(cell: str) -> int:
    found = _ROUND.fullmatch(cell.strip())
    return int(found[1] or found[2]) if found else 0


def _people(
    rows: tuple[tuple[str, ...], ...],
    heading: tuple[str, ...],
    uses: dict[int, str],
    rounds: dict[int, int],
) -> tuple[list[ForeignPlayer], list[list[str]]]:
    numbered = next(
        (at for at, cell in enumerate(heading) if _NUMBER.fullmatch(cell.strip())), None
    )
    players: list[ForeignPlayer] = []
    cells: list[list[str]] = []
    for row in rows:
        value = {use: row[at].strip() for at, use in uses.items() if at < len(row)}
        if not value.get("name"):
            continue
        stated = (
            row[numbered].strip().rstrip(".")
            if numbered is not None and numbered < len(row)
            else ""
        )
        number = int(stated) if stated.isascii() and stated.isdigit() else len(players) + 1
        players.append(_player(number, value))
        order = sorted(rounds)
        cells.append(
            [row[rounds[each]].strip() if rounds[each] < len(row) else "" for each in order]
        )
    return players, cells


def _player(number: int, value: dict[str, str]) -> ForeignPlayer:
    rating = value.get("rating", "").split(".")[0]
    sex = value.get("sex", "").lower()[:1]
    return ForeignPlayer(
        number=number,
        name=value["name"][:200],
        rating=int(rating) if rating.isascii() and rating.isdigit() and len(rating) < 5 else None,
        federation=value.get("unit", "")[:60],
        sex={"w": "f", "f": "f", "女": "f", "m": "m", "男": "m"}.get(sex, ""),
        licence=value.get("licence", "")[:20],
    )


def is_vega(content: bytes) -> bool:
    """Say whether a file is a description of Vega: players with bars between their fields."""
    return re.search(rb"(?m)^001\s+\d+\s*\|", content) is not None


def _vega(content: bytes, name: str) -> tuple[dict[str, str], list[ForeignPlayer], list[list[str]]]:
    """Read the description that Vega writes: heads by number, players with bars between fields."""
    heads: dict[str, str] = {}
    players: list[ForeignPlayer] = []
    cells: list[list[str]] = []
    for line in decode(content, name).splitlines():
        if line.startswith("001"):
            fields = [each.strip() for each in line[3:].split("|")]
            if len(fields) < 12 or not fields[0].isdigit():
                raise BadInput(
                    "not twelve fields of a player", where=name, code="take-over.no-table"
                )
            keys = ("number", "sex", "title", "name", "rating", "unit", "licence")
            value = dict(zip(keys, fields, strict=False))
            made = _player(int(fields[0]), value)
            players.append(msgspec.structs.replace(made, title=value["title"][:3]))
            cells.append(fields[12:])
        elif re.match(r"\d{3} ", line):
            heads.setdefault(line[:3], line[4:].strip())
    return heads, players, cells


def _event(
    heads: dict[str, str], players: list[ForeignPlayer], rows: list[list[str]], name: str, upto: int
) -> ForeignEvent:
    met = {player.number: [_cell(text, name, player, at)
                           for at, text in enumerate(row, 1)]
           for player, row in zip(players, rows, strict=True)}  # fmt: skip
    if len(met) != len(players) or len(players) < 2:
        raise BadInput("two players have one number", where=name, code="take-over.no-table")
    played = max(
        (at for row in met.values() for at, cell in enumerate(row, 1) if cell.opponent), default=0
    )
    if upto > played:
        raise BadInput(
            f"round {upto} was not played: the file has {played} rounds",
            where=name,
            code="take-over.no-such-round",
            facts={"round": upto, "played": played},
        )
    last = upto or played
    rounds = tuple(_round(met, number, played, name) for number in range(1, last + 1))
    known = all(
        cell.first is not None for row in met.values() for cell in row[:last] if cell.opponent
    )
    planned = heads.get("162", "")
    remarks = [] if known else [Remark("take-over.note.no-seats", {})]
    return ForeignEvent(
        form="table",
        name=heads.get("012", ""),
        place=heads.get("022", ""),
        starts=day_of(heads.get("042", "")),
        ends=day_of(heads.get("052", "")),
        points=_points(heads.get("142", "")),
        chief_arbiter=heads.get("102", ""),
        rate_of_play=heads.get("122", ""),
        federation=heads.get("032", ""),
        system=heads.get("092", ""),
        planned=int(planned) if planned.isdigit() and int(planned) < 200 else 0,
        players=tuple(sorted(players, key=lambda each: each.number)),
        rounds=rounds,
        left=played - last,
        seats_known=known,
        remarks=tuple(remarks),
    )


def _points(text: str) -> ForeignPoints:
    """Read what a win and a draw are worth in the description of Vega: ``1.0 0.5``."""
    found = re.fullmatch(r"(\d{1,2}(?:\.\d)?)\s+(\d{1,2}(?:\.\d)?)", text.strip())
    if found is None:
        return ForeignPoints()
    win, draw = str(Fraction(found[1])), str(Fraction(found[2]))
    return ForeignPoints(win, draw, "0", win)


def _cell(text: str, name: str, player: ForeignPlayer, number: int) -> _Met:
    """Read one cell. Raises BadInput naming player and round."""
    plain = " ".join(text.split())
    if found := _WITH_COLOUR.fullmatch(plain):
        sign = found[3]
        forfeit = sign in ("+", "-", "–") or plain.upper().endswith("F")
        return _met(int(found[1]), found[2].lower() in "wr", sign, forfeit)
    if found := _SIGN_FIRST.fullmatch(plain):
        sign = {"+": "1", "-": "0"}.get(found[1], found[1])
        return _met(int(found[3]), found[2].lower() == "w", sign, False)
    if found := _PERFECT.fullmatch(plain):
        sign = found[2].upper()
        return _met(int(found[1]), None, sign, sign in ("+", "-"))
    if found := _NOBODY.fullmatch(plain):
        sign = found[1] or ("1" if plain.lower().startswith("bye") or "空" in plain else "")
        return _met(0, None, sign, False)
    raise BadInput(
        f"player {player.number}, round {number}: {plain[:20]!r} is no result",
        where=name,
        code="take-over.cell",
        facts={"player": player.number, "round": number, "cell": plain[:20]},
    )


def _met(opponent: int, first: bool | None, sign: str, forfeit: bool) -> _Met:
    result = DRAW if sign.upper() in _DRAWN else _WORDS.get(sign.upper(), "")
    if not opponent:
        bye = {WIN: "U", DRAW: "H"}.get(result, "Z")
        return _Met(bye=bye)
    return _Met(opponent, first, result, forfeit)


def _round(met: dict[int, list[_Met]], number: int, last: int, name: str) -> ForeignRound:
    """Tell a round; only the last one that is paired may wait for results. Raises BadInput."""
    games: list[ForeignGame] = []
    byes: list[ForeignBye] = []
    seen: set[int] = set()
    for who, row in sorted(met.items()):
        cell = row[number - 1] if number <= len(row) else _Met()
        if not cell.opponent:
            byes.append(ForeignBye(who, cell.bye or "Z"))
        elif who not in seen:
            other = _of(met, cell.opponent, number)
            waits = number == last and other is not None and not cell.result and not other.result
            known = other is not None and cell.result and other.result
            wrong = other is None or other.opponent != who or not (known or waits)
            if wrong or other is None or (cell.first is not None and cell.first == other.first):
                raise BadInput(
                    f"round {number}: {who} and {cell.opponent} do not agree",
                    where=name,
                    code="take-over.disagree",
                    facts={"round": number, "one": who, "two": cell.opponent},
                )
            seen |= {who, cell.opponent}
            pair = (who, cell.result), (cell.opponent, other.result)
            one, two = pair[::-1] if cell.first is False else pair
            games.append(
                ForeignGame(one[0], two[0], (one[1], two[1]), cell.forfeit or other.forfeit)
            )
    return ForeignRound(tuple(games), tuple(byes))


def _of(met: dict[int, list[_Met]], who: int, number: int) -> _Met | None:
    row = met.get(who, [])
    return row[number - 1] if number <= len(row) else None
