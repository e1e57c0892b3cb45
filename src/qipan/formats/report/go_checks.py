"""What the rating sites of Go would send back: ids, ranks, countries, clubs, handicaps.

Nothing is corrected here: whoever sends the file reads what stands out, and puts it right first.
"""

import re
from collections import Counter
from collections.abc import Iterator

import msgspec

from qipan.formats.report.countries import TWO_LETTERS
from qipan.formats.report.go_results import GoLine, go_lines, require_go
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.ranks import grade_of
from qipan.kernel.rules import Facts
from qipan.views.report import Report

FORMS = ("h9", "aga")
MOST_STONES = 9
PIN = re.compile(r"\d{8}")
AGA_ID = re.compile(r"\d{1,6}")
CLUB = re.compile(r"[A-Za-z0-9]{1,4}")
SPORTS = {
    "GER": "DE", "SUI": "CH", "NED": "NL", "DEN": "DK", "CRO": "HR", "SLO": "SI", "POR": "PT",
    "GRE": "GR", "BUL": "BG", "LAT": "LV", "GBR": "UK", "ENG": "UK", "SCO": "UK", "INA": "ID",
    "MAS": "MY", "PHI": "PH", "VIE": "VN", "RSA": "ZA", "CHI": "CL", "TPE": "TW",
}  # fmt: skip
"""Three letters that sports write otherwise than the standard does."""


class GoFinding(msgspec.Struct, frozen=True):
    """Something that a rating site would ask about."""

    code: str
    """``rating-file.…``: a sentence of the catalogue."""
    facts: Facts = {}
    number: int = 0
    """The number of the player; 0: the whole file."""
    stops: bool = False
    """Whether the site would refuse the file."""


def country_code(federation: str) -> str:
    """Give the two letters of a country; nothing where they cannot be told."""
    text = federation.strip().upper()
    if len(text) == 2 and text.isalpha():
        return text
    if text in SPORTS:
        return SPORTS[text]
    return TWO_LETTERS.get(text, "")


def club_code(unit: str) -> str:
    """Give the four letters of a club, as they are written into the file."""
    return "".join(each for each in unit if each.isascii() and each.isalnum())[:4]


def findings(report: Report, form: str) -> list[GoFinding]:
    """Check a file before it is written. Raises BadInput for another game, Unknown for a form."""
    if form not in FORMS:
        raise Unknown("rating file", form[:20], FORMS)
    lines = go_lines(report, require_go(report))
    found = [*_whole(report, lines, form)]
    for line in lines:
        found += _of_player(line, form)
    ids = Counter(line.licence for line in lines if line.licence)
    found += [
        GoFinding(
            "rating-file.id-twice", {"id": line.licence, "name": line.called}, line.number, True
        )
        for line in lines
        if ids[line.licence] > 1
    ]
    return sorted(found, key=lambda each: (not each.stops, each.number, each.code))


def _whole(report: Report, lines: list[GoLine], form: str) -> Iterator[GoFinding]:
    said = report.particulars
    if said is None or not said.starts:
        yield GoFinding("rating-file.no-dates", stops=True)
    if said is None or not said.place:
        yield GoFinding("rating-file.no-place", stops=form == "h9")
    if form == "h9" and (said is None or not said.rate_of_play):
        yield GoFinding("rating-file.no-time")
    if not report.official:
        yield GoFinding("rating-file.not-final")
    open_ = sum(game.sign == "" for line in lines for game in line.games)
    if open_:
        yield GoFinding("rating-file.odd-results", {"n": open_})


def _of_player(line: GoLine, form: str) -> Iterator[GoFinding]:
    facts: Facts = {"name": line.called}
    valid = PIN if form == "h9" else AGA_ID
    if not line.licence:
        yield GoFinding("rating-file.no-id", facts, line.number)
    elif valid.fullmatch(line.licence) is None:
        code = "rating-file.id-h9" if form == "h9" else "rating-file.id-aga"
        yield GoFinding(code, {**facts, "id": line.licence}, line.number, stops=form == "aga")
    if not _is_rank(line.rank):
        yield GoFinding("rating-file.rank", {**facts, "rank": line.rank or "–"}, line.number, True)
    if any(each.isdigit() for each in line.called) or len(line.called.split()) < 2:
        yield GoFinding("rating-file.name", facts, line.number)
    if form == "h9":
        if not country_code(line.federation):
            told = {**facts, "country": line.federation or "–"}
            yield GoFinding("rating-file.country", told, line.number)
        if CLUB.fullmatch(line.unit) is None:
            told = {**facts, "club": line.unit or "–", "code": club_code(line.unit) or "xxxx"}
            yield GoFinding("rating-file.club", told, line.number)
    for at, game in enumerate(line.games, 1):
        if game.stones > MOST_STONES:
            told = {**facts, "round": at, "stones": game.stones}
            yield GoFinding("rating-file.stones", told, line.number, True)
        if form == "aga" and game.sign == "=" and game.opponent and game.seat == 1:
            yield GoFinding("rating-file.jigo", {**facts, "round": at}, line.number)


def _is_rank(text: str) -> bool:
    try:
        grade_of(text)
    except BadInput:
        return False
    return True
