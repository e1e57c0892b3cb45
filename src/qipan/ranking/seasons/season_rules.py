"""The regulation of a season as data: points by place, how many stops count, ties, clauses."""

import tomllib

import msgspec

from qipan.kernel.errors import BadInput

LONGEST = 20_000
SHARED, BOTH = "share", "each"
KEYS = ("points", "best", "stops", "wins")


class SeasonRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a season is counted."""

    title: dict[str, str]
    points: list[int]
    """For the first place, the second …"""
    others: int = 0
    """For everybody who took part and is placed behind them."""
    best: int | None = None
    """So many results count; None: all."""
    least: int = 0
    """Who has fewer results has no place."""
    ties: str = SHARED
    """Who share a place in a stop ``share`` the points of their places, or ``each`` have those of
    the best."""
    order: list[str] = msgspec.field(default_factory=lambda: ["points", "best", "wins", "stops"])
    """Points; single results that count, the best first; stops won; stops taken part in."""
    clauses: dict[str, str] = {}
    """For ``points``, ``best``, ``ties``, ``order`` and ``least`` the clause that says so."""
    text: dict[str, dict[str, str]] = {}
    """The words of a clause, by language."""


def read_season(text: str) -> SeasonRules:
    """Read the regulation of a season from TOML. Raises BadInput."""
    if len(text) > LONGEST:
        raise _wrong(f"at most {LONGEST} characters")
    try:
        rules = msgspec.convert(tomllib.loads(text), SeasonRules)
    except (msgspec.MsgspecError, tomllib.TOMLDecodeError) as error:
        raise _wrong(str(error)) from error
    if not rules.points or any(each < 0 for each in rules.points) or len(rules.points) > 500:
        raise _wrong("points: for the first place, the second and so on")
    if rules.points != sorted(rules.points, reverse=True):
        raise _wrong("points: a better place has no fewer")
    if rules.ties not in (SHARED, BOTH):
        raise _wrong(f"ties {rules.ties[:20]!r}: there are {SHARED} and {BOTH}")
    strange = [each for each in rules.order if each not in KEYS]
    if strange or not rules.order:
        raise _wrong(f"order: there are {', '.join(KEYS)}")
    if rules.best is not None and rules.best < 1:
        raise _wrong("best: at least one result counts")
    return rules


def season_text(rules: SeasonRules) -> str:
    """Write a regulation as TOML, so that it is read as the same. Raises BadInput."""
    lines = [
        f"title = {_inline(rules.title)}",
        f"points = {rules.points}",
        f"others = {rules.others}",
        *([] if rules.best is None else [f"best = {rules.best}"]),
        f"least = {rules.least}",
        f"ties = {_string(rules.ties)}",
        f"order = [{', '.join(map(_string, rules.order))}]",
        "[clauses]",
        *(f"{_string(name)} = {_string(clause)}" for name, clause in rules.clauses.items()),
        "[text]",
        *(f"{_string(clause)} = {_inline(words)}" for clause, words in rules.text.items()),
    ]
    text = "\n".join(lines) + "\n"
    read_season(text)
    return text


def _inline(words: dict[str, str]) -> str:
    return "{ " + ", ".join(f"{_string(key)} = {_string(x)}" for key, x in words.items()) + " }"


def _string(text: str) -> str:
    """Write a string: JSON's are TOML's, once a deletion mark is written out."""
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")


def _wrong(what: str) -> BadInput:
    return BadInput(what, where="season", code="season.rules", facts={"why": what[:200]})
