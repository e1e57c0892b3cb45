"""Lists as text: csv in any of the usual encodings, a pasted table, a tournament report."""

import csv
import io
import re

from qipan.formats.lists.faults import MOST_COLUMNS, MOST_ROWS, unreadable
from qipan.formats.lists.headings import known_headings
from qipan.formats.trf import read_trf

_REPORT = re.compile(r"(?m)^(001 {1,4}\d|012 \S)")
_APART = re.compile(r"[ \u3000]{2,}|\u3000")
_NUMBERED = re.compile(r"^\s*\d{1,4}\s*[.、)．）]\s*")
_ENCODINGS = ("gb18030", "big5hkscs", "cp874")
"""After UTF-8: mainland China, Hong Kong and Taiwan, Thailand; the one whose headings we know."""
Rows = tuple[tuple[str, ...], ...]


def read(content: bytes, name: str) -> Rows:
    """Read a text as rows of cells. Raises BadInput."""
    text = decode(content, name)
    if _REPORT.search(text):
        return _report(text, name)
    if "\x00" in text:
        raise unreadable("no text", name, "not-text")
    return _rows(text, name)


def decode(content: bytes, name: str) -> str:
    """Turn bytes into text by the encoding that makes sense of them. Raises BadInput."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _strictly(content, "utf-16", name)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        wrong = error
    found: list[tuple[int, int, str]] = []
    for rank, encoding in enumerate(_ENCODINGS):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        found.append((known_headings(text[:4000]), -rank, text))
    if not found:
        raise unreadable(
            f"not a text we can read, at byte {wrong.start}", name, "not-utf8", byte=wrong.start
        )
    return max(found)[2]


def _strictly(content: bytes, encoding: str, name: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise unreadable(
            f"not {encoding}, at byte {error.start}", name, "not-utf8", byte=error.start
        ) from error


def _rows(text: str, name: str) -> Rows:
    start = [line for line in text.splitlines()[:12] if line.strip()]
    delimiter = max("\t,;|，", key=lambda each: sum(line.count(each) for line in start))
    if '"' not in text and not any(delimiter in line for line in start):
        return _bounded([tuple(_parted(line)) for line in text.splitlines()], name)
    rows: list[tuple[str, ...]] = []
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True):
            rows.append(tuple(row))
            if len(rows) > MOST_ROWS + 1:
                break
    except csv.Error as error:
        raise unreadable(f"not valid csv: {error}", name, "not-csv", line=len(rows) + 1) from error
    return _bounded(rows, name)


def _bounded(rows: list[tuple[str, ...]], name: str) -> Rows:
    if len(rows) > MOST_ROWS + 1:
        raise unreadable(f"more than {MOST_ROWS} rows", name, "too-many-rows", most=MOST_ROWS)
    if any(len(row) > MOST_COLUMNS for row in rows):
        raise unreadable(
            f"more than {MOST_COLUMNS} columns", name, "too-many-columns", most=MOST_COLUMNS
        )
    return tuple(rows)


def _parted(line: str) -> list[str]:
    """Part a line without separators at wide gaps; a number before the name is left away."""
    return [each.strip() for each in _APART.split(_NUMBERED.sub("", line))]


def _report(text: str, name: str) -> Rows:
    """Write the players of a tournament report as a table under our own headings."""
    heading = ("Name", "Sex", "Title", "Rating", "Federation", "FIDE ID", "Birth")
    return (
        heading,
        *(
            (
                each.name, each.sex, each.title, str(each.rating or ""), each.federation,
                each.fide_id, each.birth.replace("/00", ""),
            )
            for each in read_trf(text, name).players
        ),
    )  # fmt: skip
