"""From the bytes of a list to rows by use, each with its line; runs in a child of its own."""

import csv
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from xml.parsers.expat import ExpatError, ParserCreate

from qipan.formats.lists.faults import unreadable
from qipan.formats.lists.headings import guess, plain
from qipan.formats.lists.packed import column_number
from qipan.formats.lists.sheets import OLE, PACKED, read_workbook
from qipan.formats.lists.text_tables import decode
from qipan.formats.rating_lists.forms_read import USES, ListForm, form_of, ready_form

Row = tuple[int, dict[str, str]]
LONGEST_LINE = 2_000
LOOKED_AT = 20
_PLAIN_FILES = (".txt", ".xml", ".csv", ".tsv", ".html", ".htm")
_MONTH = re.compile(r"\b(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\d\d\b")
_RANGE = re.compile(r"(\d{1,4})-(\d{1,4})")
_NAMES = {"name", "family", "latin"}
_FROM_LISTS = {"licence": "id", "unit": "club", "dan": "rank"}
"""Words over columns that entry lists know, and what they are on a rating list."""
_COUNTRY = re.compile(r"countr|federation|^fed\.?$|nation|国|國|negara|ประเทศ|协会|協會")


def unpacked(content: bytes, name: str, most: int) -> bytes:
    """Take the list out of a folder it was packed in; spreadsheets stay. Raises BadInput."""
    if not content.startswith(PACKED):
        return content
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as folder:
            inside = folder.infolist()
            if any(each.filename in ("[Content_Types].xml", "content.xml") for each in inside):
                return content
            files = [each for each in inside if each.filename.lower().endswith(_PLAIN_FILES)]
            if not files:
                raise unreadable("no list inside", name, "not-spreadsheet")
            largest = max(files, key=lambda each: each.file_size)
            if largest.file_size > most:
                raise unreadable(f"unpacks to more than {most} bytes", name, "unpacks")
            with folder.open(largest) as packed:
                found = packed.read(most + 1)
    except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, RuntimeError) as error:
        raise unreadable(f"cannot be unpacked: {error}", name, "not-spreadsheet") from error
    if len(found) > most:
        raise unreadable(f"unpacks to more than {most} bytes", name, "unpacks")
    return found


def told_form(content: bytes) -> ListForm:
    """Tell by its content how a list is written."""
    return ready_form("table" if content.startswith((PACKED, OLE)) else form_of(content))


def rows_of(content: bytes, name: str, form: ListForm) -> Iterator[Row]:
    """Give the rows by use. Raises BadInput."""
    if form.kind == "xml":
        return _of_xml(content, name, form)
    if form.kind == "table":
        return _of_table(content, name, form)
    lines = decode(content, name).splitlines()
    return _of_lines(lines, form) if form.kind == "lines" else _of_fixed(lines, name, form)


def _of_lines(lines: list[str], form: ListForm) -> Iterator[Row]:
    pattern = re.compile(form.pattern)
    for number, line in enumerate(lines, 1):
        found = pattern.fullmatch(line[:LONGEST_LINE])
        if found is not None:
            yield number, {use: text or "" for use, text in found.groupdict().items()}


def _of_fixed(lines: list[str], name: str, form: ListForm) -> Iterator[Row]:
    heading = 0 if form.heading is None else form.heading
    head = lines[heading - 1] if 0 < heading <= len(lines) else ""
    spans = {}
    for use, places in form.columns.items():
        found = next((span for place in places if (span := _span(place, head))), None)
        if found is not None:
            spans[use] = found
    _require_name(spans, name)
    for number, line in enumerate(lines[heading:], heading + 1):
        if line.strip():
            yield number, {use: line[start:end].strip() for use, (start, end) in spans.items()}


def _span(place: str, head: str) -> tuple[int, int] | None:
    """Find where a column stands: as said, or from its heading to the next one."""
    said = _RANGE.fullmatch(place)
    if said is not None:
        return int(said[1]) - 1, int(said[2])
    found = _MONTH.search(head) if place == "MMMYY" else re.search(_whole(place), head)
    if found is None:
        return None
    after = re.search(r"\S", head[found.end() :])
    return found.start(), found.end() + after.start() if after else LONGEST_LINE


def _whole(word: str) -> str:
    return rf"(?<!\S){re.escape(word)}(?!\S)"


def _of_table(content: bytes, name: str, form: ListForm) -> Iterator[Row]:
    cells = _cells(content, name, form)
    heading = _heading(cells, form)
    head = cells[heading - 1] if heading else []
    at = _columns(head, form)
    _require_name(at, name)
    for number, row in enumerate(cells[heading:], heading + 1):
        if any(cell.strip() for cell in row):
            yield (
                number,
                {use: row[column].strip() for use, column in at.items() if column < len(row)},
            )


def _cells(content: bytes, name: str, form: ListForm) -> list[list[str]]:
    if content.startswith((PACKED, OLE)):
        tried = read_workbook(content, name, "", 1)
        return [list(row) for row in tried.sheets[0].rows]
    text = decode(content, name)
    start = [line for line in text.splitlines()[:LOOKED_AT] if line.strip()]
    separator = form.separator or max("\t,;|，", key=lambda x: sum(line.count(x) for line in start))
    if len(separator) != 1 or separator in '"\r\n':
        raise unreadable("a separator is one sign", name, "not-text")
    try:
        return list(csv.reader(io.StringIO(text), delimiter=separator))
    except csv.Error as error:
        raise unreadable(f"no table: {error}", name, "not-text") from error


def _heading(cells: list[list[str]], form: ListForm) -> int:
    if form.heading is not None:
        return min(form.heading, len(cells))
    best, found = 0, 0
    said = {plain(place) for places in form.columns.values() for place in places}
    for number, row in enumerate(cells[:LOOKED_AT], 1):
        guessed = _guessed(row)
        stated = sum(plain(cell) in said for cell in row if cell.strip())
        if (stated or _NAMES & set(guessed)) and len(guessed) + 2 * stated > best:
            best, found = len(guessed) + 2 * stated, number
    return found


def _columns(head: list[str], form: ListForm) -> dict[str, int]:
    found = _guessed(head)
    for use, places in form.columns.items():
        for place in places:
            fitting = [at for at, cell in enumerate(head) if cell and plain(cell) == plain(place)]
            letters = place.isascii() and place.isalpha() and place.isupper() and len(place) < 3
            if fitting or letters:
                column = fitting[0] if fitting else column_number(place) - 1
                found = {key: at for key, at in found.items() if at != column or key == use}
                found[use] = column
                break
    return found


def _guessed(head: list[str]) -> dict[str, int]:
    """Tell columns by their headings; of two that could be the same the surer one."""
    guesses = []
    for at, cell in enumerate(head):
        if plain(cell) in USES:
            guesses.append((-1, 0, plain(cell), at))
            continue
        known = guess(cell) if cell.strip() and len(cell) < 80 else None
        if known is not None:
            use = _FROM_LISTS.get(known.field, known.field)
            if use == "club" and _COUNTRY.search(plain(cell)):
                use = "country"
            guesses.append((known.doubt, known.rank, use, at))
    found: dict[str, int] = {}
    for _, _, use, at in sorted(guesses):
        found.setdefault(use, at)
    return found


def _require_name(found: Mapping[str, object], name: str) -> None:
    if not _NAMES & set(found):
        raise unreadable("no column is the name", name, "no-name-column", line=1)


def _of_xml(content: bytes, name: str, form: ListForm) -> Iterator[Row]:
    """Read elements one by one; what declares entities is refused. Raises BadInput."""
    uses = {place: use for use, places in form.columns.items() for place in places}
    rows: list[Row] = []
    row: dict[str, str] = {}
    inside: list[str] = []
    parser = ParserCreate()
    parser.buffer_text = True

    def begin(tag: str, _: object) -> None:
        inside.append(tag)
        if tag == form.row:
            row.clear()

    def text(words: str) -> None:
        use = uses.get(inside[-1]) if inside else None
        if use is not None and len(words) < LONGEST_LINE:
            row[use] = row.get(use, "") + words.strip()

    def finish(tag: str) -> None:
        inside.pop()
        if tag == form.row:
            rows.append((parser.CurrentLineNumber, dict(row)))

    def entity(*_: object) -> None:
        raise unreadable("declares entities", name, "not-text")

    parser.StartElementHandler, parser.EndElementHandler = begin, finish
    parser.CharacterDataHandler, parser.EntityDeclHandler = text, entity
    try:
        parser.Parse(content, True)
    except ExpatError as error:
        raise unreadable(f"no XML: {error}", name, "not-text") from error
    return iter(rows)
