"""Reading the values of options: what people write, as the journal keeps it.

The same for the command line, the API and the pages: all hand over what was written, as text or
as JSON. Amounts are written as money (``80``, ``80.00``, ``RM80``) and kept in cents.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import Any

from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.moments import at_time, day, moment
from qipan.kernel.ranks import grade_of
from qipan.rulebooks.adjusted_rules import with_settings
from qipan.rulebooks.clocks import read_clock, typed_clock
from qipan.rulebooks.options import OPTION, Option, OptionKind
from qipan.rulebooks.schema import EventRules
from qipan.rulebooks.schema.money import amount_in, shown

TRUE, FALSE = ("true", "yes", "1", "on"), ("false", "no", "0", "off")
LONGEST = 60
MOST_ROUNDS = 999
_WORD = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_COMMA, _COLON = re.compile("[,，、;；]"), re.compile("[:：]")


def read_options(known: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Read what was written, as the journal keeps it. Raises Refused and names what there is."""
    found = {}
    for name, value in given.items():
        if name not in known:
            raise Refused("option.unknown", OPTION, option=str(name)[:LONGEST], known=[*known])
        found[name] = read_option(known[name], value, known)
    return found


def read_settings(
    rules: EventRules, known: Mapping[str, Option], given: Mapping[str, Any]
) -> dict[str, Any]:
    """Read options, and check that what they set in the book holds together. Raises Refused."""
    found = read_options(known, given)
    stated = {name: value for name, value in found.items() if name in rules.option}
    try:
        with_settings(rules, stated)
    except BadInput as error:
        facts = {"option": ", ".join(stated), "expected": error.what, "known": [*known]}
        values = ", ".join(str(each) for each in stated.values())
        raise Refused("option.value", OPTION, value=values, **facts) from None
    return found


def read_option(option: Option, value: Any, known: Iterable[str] = ()) -> Any:
    """Read the value of one option. Raises Refused and says what it may be."""
    try:
        found = _READERS[option.kind](option, value)
    except (BadInput, TypeError, ValueError, OverflowError):
        raise Refused(
            "option.value",
            option.rule,
            option=option.name,
            value=str(value)[:LONGEST],
            expected=expected(option),
            known=[*known],
        ) from None
    if option.kind is OptionKind.MONEY and option.most is not None and found > option.most:
        raise Refused(
            "section.fee",
            option.rule,
            option=option.name,
            fee=found,
            most=option.most,
            asked=shown(found, option.currency),
            limit=shown(option.most, option.currency),
            known=[*known],
        )
    return found


def expected(option: Option) -> str:
    """Say in signs what a value may be: ``7 | 8``, ``1900…2999``, ``RM 0…RM 100``."""
    if option.kind is OptionKind.CHOICE:
        return " | ".join(map(str, option.choices))
    if option.kind is OptionKind.NUMBER:
        return f"{option.least}…{option.most}"
    if option.kind is OptionKind.MONEY:
        most = "" if option.most is None else shown(option.most, option.currency)
        return f"{shown(0, option.currency)}…{most}"
    return {
        OptionKind.TRUTH: "true | false",
        OptionKind.DATE: "2026-03-01",
        OptionKind.TIME: "2026-03-01T14:00",
        OptionKind.WORD: "a-z0-9-",
        OptionKind.TEXT: "…",
        OptionKind.CLOCK: "40+20 | 45+3x30",
        OptionKind.TITLES: "5-dan:1,4-dan:2,3-dan:5,1-kyu",
        OptionKind.STARTS: "1=2026-03-01T14:00+08:00,2=2026-03-01T16:00+08:00",
    }[option.kind]


def _plain(value: Any) -> str:
    """Give what was written as text. Raises ValueError for what is neither text nor a number."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError("neither text nor a number")
    return str(value).strip()


def _truth(option: Option, value: Any) -> bool:
    del option
    if isinstance(value, bool):
        return value
    written = _plain(value).lower()
    if written not in (*TRUE, *FALSE):
        raise ValueError("neither true nor false")
    return written in TRUE


def _number(option: Option, value: Any) -> int:
    written = _plain(value)
    if not (written.isascii() and written.isdigit()):
        raise ValueError("no whole number")
    number = int(written)
    if (option.least is not None and number < option.least) or (
        option.most is not None and number > option.most
    ):
        raise ValueError("outside the bounds")
    return number


def _choice(option: Option, value: Any) -> str | int:
    written = _plain(value)
    fitting = [each for each in option.choices if str(each) == written]
    if not fitting:
        raise ValueError("none of the choices")
    return fitting[0]


def _money(option: Option, value: Any) -> int:
    if isinstance(value, bool):
        raise ValueError("no amount")
    return amount_in(value, option.currency)


def _date(option: Option, value: Any) -> str:
    del option
    return day(_plain(value)).isoformat()


def _time(option: Option, value: Any) -> str:
    del option
    return at_time(_plain(value)).isoformat(timespec="minutes")


def _word(option: Option, value: Any) -> str:
    del option
    written = _plain(value)
    if not _WORD.fullmatch(written) or len(written) > LONGEST:
        raise ValueError("no word")
    return written


def _text(option: Option, value: Any) -> str:
    del option
    written = " ".join(_plain(value).split())
    if not written or len(written) > LONGEST or not written.isprintable():
        raise ValueError("no text")
    return written


def _clock(option: Option, value: Any) -> str:
    del option
    return typed_clock(read_clock(_plain(value)))


def _titles(option: Option, value: Any) -> list[list[Any]]:
    """Read titles, highest first; only the lowest may be without a place of their own."""
    rows = [_title(each) for each in (value if isinstance(value, list | tuple) else _parts(value))]
    names, lasts = [name for name, _ in rows], [last for _, last in rows]
    placed = [last for last in lasts if last]
    unplaced = len(rows) - len(placed)
    ordered = all(one < two for one, two in pairwise(placed))
    if not placed or not ordered or len(set(names)) != len(names):
        raise ValueError("titles are named once, by ascending places")
    grades = [grade for grade in map(_grade, names) if grade is not None]
    if any(one <= two for one, two in pairwise(grades)):
        raise ValueError("the highest title comes first")
    if unplaced > option.unplaced or lasts[: len(placed)] != placed:
        raise ValueError("only the lowest may have no place")
    return [[name, last] for name, last in rows]


def _grade(title: str) -> int | None:
    """Give how high a title is, if it counts in dan or kyu."""
    try:
        return grade_of(title)
    except BadInput:
        return None


def _parts(value: Any) -> list[Any]:
    written = _plain(value)
    return [_COLON.split(part, maxsplit=1) for part in _COMMA.split(written)]


def _title(written: Any) -> tuple[str, int]:
    name, last = (*written, 0) if len(written) == 1 else written
    name = _plain(name)
    if not name or len(name) > LONGEST or _COMMA.search(name) or _COLON.search(name):
        raise ValueError("a title has a short name")
    if isinstance(last, int) and not isinstance(last, bool) and last == 0:
        return name, 0
    text = _plain(last)
    if not (text.isascii() and text.isdigit()) or int(text) < 1:
        raise ValueError("a place is a number from 1")
    return name, int(text)


def _starts(option: Option, value: Any) -> dict[str, str]:
    del option
    rows = (
        value.items()
        if isinstance(value, Mapping)
        else [part.split("=", 1) for part in _COMMA.split(_plain(value))]
    )
    found = {}
    for number, text in rows:
        at = int(_plain(number))
        if not 1 <= at <= MOST_ROUNDS:
            raise ValueError("no number of a round")
        moment(_plain(text))
        found[str(at)] = _plain(text)
    return found


_READERS: Mapping[OptionKind, Callable[[Option, Any], Any]] = {
    OptionKind.TRUTH: _truth,
    OptionKind.NUMBER: _number,
    OptionKind.CHOICE: _choice,
    OptionKind.MONEY: _money,
    OptionKind.DATE: _date,
    OptionKind.TIME: _time,
    OptionKind.WORD: _word,
    OptionKind.TEXT: _text,
    OptionKind.CLOCK: _clock,
    OptionKind.TITLES: _titles,
    OptionKind.STARTS: _starts,
}


def written(option: Option, value: Any) -> str:
    """Write a value as it could be typed again; what an old journal holds is written as it is."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if option.kind is OptionKind.MONEY and isinstance(value, int):
        return shown(value, option.currency)
    if option.kind is OptionKind.TITLES and isinstance(value, list | tuple):
        rows = [each for each in value if isinstance(each, list | tuple) and len(each) == 2]
        return ",".join(f"{name}:{last}" if last else str(name) for name, last in rows)
    if option.kind is OptionKind.STARTS and isinstance(value, Mapping):
        return ",".join(f"{number}={text}" for number, text in value.items())
    return str(value)
