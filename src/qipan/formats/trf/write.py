"""Write a report: TRF16 with the XX and BB extensions, or TRF-2026.

What only the other dialect has a record for is translated; every other record is kept as it was.
"""

from enum import StrEnum
from fractions import Fraction

from qipan.formats.trf.model import Boost, PointSystem, TrfCell, TrfFile, TrfPlayer, TrfSetup
from qipan.kernel.errors import BadInput
from qipan.kernel.points import decimal

_STEERING = frozenset(
    "142 152 162 192 240 250 260 XXR XXC XXS XXA XXP XXZ BBW BBD BBL BBZ BBF BBU".split()  # noqa: SIM905
)
_BB = {"W": "BBW", "D": "BBD", "L": "BBL", "ZPB": "BBZ", "FL": "BBF", "PAB": "BBU"}
_162 = {"W": "W", "D": "D", "L": "L", "ZPB": "A", "PAB": "P", "X": "X"}
MOST = 9999


class Dialect(StrEnum):
    """Which text of the format is written."""

    TRF16 = "trf16"
    TRF26 = "trf26"


def write_trf(file: TrfFile, dialect: Dialect = Dialect.TRF26) -> str:
    """Write a whole file, lines ending in LF. Raises BadInput if a field does not fit."""
    lines = [f"{each.code:3} {each.text}".rstrip() for each in file.records]
    kept = [line for line in lines if line[:3] not in _STEERING]
    steering = _trf26(file.setup) if dialect is Dialect.TRF26 else _trf16(file)
    return "\n".join([*kept, *steering, *map(_player, file.players)]) + "\n"


def _player(player: TrfPlayer) -> str:
    if player.number > MOST:
        raise BadInput(f"number {player.number} does not fit in four columns", where="001")
    points = _points(player.points or Fraction(0))
    head = (
        f"001 {player.number:4} {player.sex:1}{player.title:>3} {player.name[:33]:33} "
        f"{player.rating or '':>4} {player.federation[:3]:3} {player.fide_id[:11]:>11} "
        f"{player.birth[:10]:10} {points:>4} {player.rank or '':>4}"
    )
    cells = "".join(f"  {_cell(cell)}" for cell in player.cells)
    return (head + cells).rstrip()


def _cell(cell: TrfCell) -> str:
    if cell.blank:
        return " " * 8
    colour = "-" if cell.seat is None else "wb"[cell.seat]
    return f"{cell.opponent or '0000':>4} {colour} {cell.result}"


def _points(points: Fraction) -> str:
    text = decimal(points, 2)
    return text if "." in text else f"{text}.0"


def _trf26(setup: TrfSetup) -> list[str]:
    lines = []
    if setup.planned is not None:
        lines.append(f"142 {setup.planned}")
    if setup.top_seat is not None:
        lines.append(f"152 {'WB'[setup.top_seat]}")
    if setup.points.said:
        lines.append(_game_points(setup.points))
    if setup.system:
        lines.append(f"192 {setup.system}")
    for bye in setup.byes:
        lines.append(f"240 {bye.kind} {bye.round:3} {_ids(bye.numbers)}")
    for boost in setup.boosts:
        lines.append(
            f"250      {_points(boost.points):>4} {boost.first:3} {boost.last:3} "
            f"{boost.low:4} {boost.high:4}"
        )
    for ban in setup.forbidden:
        lines.append(f"260 {ban.first:3} {min(ban.last, 999):3} {_ids(ban.numbers)}")
    if setup.by_rank:
        lines.append("XXC rank")
    lines += _common(setup)
    return lines


def _game_points(points: PointSystem) -> str:
    unsaid = set(points.said) - set(_162) - {"FL"}
    if unsaid:
        raise BadInput(f"no sign for {', '.join(sorted(unsaid))}", where="162")
    said = dict(points.said)
    if said.get("FL", said.get("ZPB")) != said.get("ZPB"):
        said.pop("ZPB", None)  # one sign stands for both: it cannot say two values
    cells = (f"{sign:1} {_points(said[c]):>3}" for c, sign in _162.items() if c in said)
    return "162  " + "".join(f"{cell:9}" for cell in cells).rstrip()


def _trf16(file: TrfFile) -> list[str]:
    setup = file.setup
    lines = []
    if setup.planned is not None:
        lines.append(f"XXR {setup.planned}")
    options = _options(setup, ("white1", "black1"))
    if options:
        lines.append(f"XXC {options}")
    for code, worth in setup.points.said.items():
        if code in _BB:
            lines.append(f"{_BB[code]} {_points(worth):>4}")
    lines += points_of_older_programs(setup.points)
    for bye in setup.byes:
        lines.append(f"240 {bye.kind} {bye.round:3} {_ids(bye.numbers)}")
    lines += _own_boosts(file)
    for ban in setup.forbidden:
        if ban.first <= 1 and ban.last >= (setup.planned or 999):
            lines.append(f"XXP {' '.join(map(str, ban.numbers))}")
        else:
            lines.append(f"260 {ban.first:3} {min(ban.last, 999):3} {_ids(ban.numbers)}")
    return lines + _common(setup)


def _own_boosts(file: TrfFile) -> list[str]:
    lines = []
    for player in file.players:
        mine = [b for b in file.setup.boosts if b.low <= player.number <= b.high]
        if mine:
            last = max(boost.last for boost in mine)
            row = " ".join(f"{_points(_boost(mine, n)):>4}" for n in range(1, last + 1))
            lines.append(f"XXA {player.number:4} {row}")
    return lines


def _boost(boosts: list[Boost], number: int) -> Fraction:
    found = [boost.points for boost in boosts if boost.first <= number <= boost.last]
    return found[-1] if found else Fraction(0)


def _options(setup: TrfSetup, colours: tuple[str, str]) -> str:
    """Give the words of the one XXC line that a file may have."""
    colour = "" if setup.top_seat is None else colours[setup.top_seat]
    return " ".join(word for word in ("rank" if setup.by_rank else "", colour) if word)


def points_of_older_programs(points: PointSystem) -> list[str]:
    """Say in one XXS line what results are worth; none where nothing is said.

    Programs that follow JaVaFo know no other record for it. A code for all wins, draws or losses
    comes before those for some of them, since such programs take them in the order they stand.
    """
    said = [code for code in points.said if code != "X"]
    said.sort(key=lambda code: code not in ("W", "D", "L"))
    words = [f"{code}={_points(points.said[code])}" for code in said]
    return [f"XXS {' '.join(words)}"] if words else []


def _common(setup: TrfSetup) -> list[str]:
    return [f"XXZ {' '.join(map(str, setup.absent))}"] if setup.absent else []


def _ids(numbers: tuple[int, ...]) -> str:
    return " ".join(f"{number:4}" for number in numbers)
