"""Headers of a record: who played, where, when and how fast, under the names each format has.

A reader of files knows a game by these alone, so a record that leaves the house says all of them.
"""

import msgspec

from qipan.desk.records.comparison import stated_places
from qipan.formats.record import Record
from qipan.kernel.clock import ByoYomi, Control, Entered, Increment, PerMove, Untimed, control_text

_SGF_GAMES = frozenset({"go", "gomoku"})
_SGF_RESULTS = {(1, 2): "B+", (2, 1): "W+", (1, 1): "Draw"}
_PLAIN_RESULTS = {(1, 2): "1-0", (2, 1): "0-1", (1, 1): "1/2-1/2"}
_ENDINGS = {"game.resigned": "R", "play.time": "T"}
"""Letters by which SGF says how a game was won."""


class GameTitle(msgspec.Struct, frozen=True, kw_only=True):
    """What a game is known by. What is empty is not known."""

    names: tuple[str, ...] = ()
    """By seat."""
    units: tuple[str, ...] = ()
    ratings: tuple[str, ...] = ()
    event: str = ""
    section: str = ""
    round: str = ""
    board: str = ""
    date: str = ""
    """As ISO."""
    place: str = ""
    rate: str = ""
    """The rate of play in words, where no clock of ours ran."""
    control: Control | None = None
    address: str = ""
    """Where the game can be looked at."""


def titled(record: Record, title: GameTitle, rule: str = "", black: int = 0) -> Record:
    """Put headers and a result into a record; ``black`` is the seat that has Black.

    A result that says more already, ``B+3.5``, stays.
    """
    if record.game in _SGF_GAMES:
        tags, result = _sgf(title, black), _sgf_result(record.result, rule, black)
    else:
        tags, result = _pgn(record.game, title), record.result
    told = {name: value for name, value in tags.items() if value}
    return msgspec.structs.replace(record, tags={**record.tags, **told}, result=result)


def sgf_result(text: str) -> str:
    """Give a result as SGF writes it, Black first; what it is already stays."""
    places = stated_places(text)
    if text[:2].upper() in ("B+", "W+") or places is None:
        return text
    return _SGF_RESULTS.get(places, text)


def _sgf_result(text: str | None, rule: str, black: int) -> str | None:
    if text is None:
        return None
    places = stated_places(text)
    if text[:2].upper() in ("B+", "W+") or places is None:
        return text
    found = _SGF_RESULTS.get(places[::-1] if black else places, text)
    return found + _ENDINGS.get(rule, "") if found.endswith("+") else found


def _sgf(title: GameTitle, black: int) -> dict[str, str]:
    first = [_at(each, black) for each in (title.names, title.units, title.ratings)]
    second = [_at(each, 1 - black) for each in (title.names, title.units, title.ratings)]
    event = " · ".join(part for part in (title.event, title.section) if part)
    number = f"{title.round} ({title.board})" if title.round and title.board else title.round
    main, other = _times(title.control)
    return {
        "PB": first[0],
        "BT": first[1],
        "BR": first[2],
        "PW": second[0],
        "WT": second[1],
        "WR": second[2],
        "EV": event,
        "RO": number,
        "DT": title.date,
        "PC": title.place,
        "TM": main,
        "OT": other or title.rate,
        "SO": title.address,
    }


def _pgn(game: str, title: GameTitle) -> dict[str, str]:
    names = ("Red", "Black") if game == "xiangqi" else tuple(f"Seat{at}" for at in range(1, 7))
    tags = dict(zip(names, title.names, strict=False))
    if game == "xiangqi":
        tags |= dict(zip(("RedTeam", "BlackTeam"), title.units, strict=False))
        tags |= dict(zip(("RedElo", "BlackElo"), title.ratings, strict=False))
    return {
        "Event": " · ".join(part for part in (title.event, title.section) if part),
        "Site": title.place or title.address,
        "Date": title.date.replace("-", "."),
        "Round": title.round,
        "Board": title.board,
        **tags,
        "TimeControl": _pgn_time(title.control) or title.rate,
        "Source": title.address if title.place else "",
    }


def _at(values: tuple[str, ...], seat: int) -> str:
    return values[seat] if seat < len(values) else ""


def _times(control: Control | None) -> tuple[str, str]:
    """Give the main time in seconds, and what comes after it."""
    match control:
        case Increment(main, bonus):
            return str(main // 1000), f"{bonus // 1000} fischer" if bonus else ""
        case ByoYomi(main, period, periods):
            return str(main // 1000), f"{periods}x{period // 1000} byo-yomi"
        case PerMove(whole, _):
            return str(whole // 1000), control_text(control)
        case Entered(main):
            return str(main // 1000), ""
        case Untimed() | None:
            return "", ""


def _pgn_time(control: Control | None) -> str:
    match control:
        case Increment(main, bonus):
            return f"{main // 1000}+{bonus // 1000}"
        case Entered(main):
            return str(main // 1000)
        case Untimed() | None:
            return ""
        case _:
            return control_text(control)
