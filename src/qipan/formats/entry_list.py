"""Lists of entries from a spreadsheet (xlsx) or a csv file.

The first row names the columns, in any of our languages; unknown columns are refused, so that a
misspelt one is not silently left out. A cell that cannot be read fails its row and is named
(``C5``); the other rows are read. Files are bounded in bytes, rows and columns, and so is what a
packed one unpacks to.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from datetime import date, datetime

import msgspec
from python_calamine import CalamineError, CalamineWorkbook

from qipan.desk.entries.newcomer import MOST_DAN, Mate, Newcomer, is_birth, read_tags
from qipan.journal.people import Person
from qipan.kernel.errors import BadInput
from qipan.kernel.rules import Facts

MOST_BYTES = 5_000_000
MOST_UNPACKED = 50_000_000
MOST_PARTS = 500
MOST_ROWS = 20_000
MOST_COLUMNS = 60
LONGEST = 200

COLUMNS = {
    "name": ("name", "姓名", "ชื่อ", "nama"),
    "latin": ("latin", "拼音", "英文名", "latin name"),
    "birth": (
        "birth", "born", "date of birth", "year of birth",
        "出生日期", "出生年份", "出生", "วันเกิด", "tarikh lahir",
    ),
    "rating": ("rating", "等级分", "เรตติ้ง", "penarafan"),
    "unit": ("unit", "state", "club", "单位", "州属", "代表队", "สังกัด", "negeri"),
    "licence": ("licence", "license", "rating id", "等级分号", "注册号", "lesen"),
    "dan": ("dan", "段位"),
    "sex": ("sex", "gender", "性别", "เพศ", "jantina"),
    "tags": ("tags", "标签", "类别"),
    "team": ("team", "队名", "队伍", "ทีม", "pasukan"),
    "role": ("role", "角色", "位置", "ตำแหน่ง", "peranan"),
    "phone": ("phone", "电话", "โทรศัพท์", "telefon"),
    "email": ("email", "电邮", "邮箱", "อีเมล", "e-mel"),
}  # fmt: skip
FEMALE = frozenset({"f", "female", "w", "woman", "女", "หญิง", "perempuan", "p"})
MALE = frozenset({"m", "male", "man", "男", "ชาย", "lelaki", "l", ""})
_NAMES = {word: column for column, words in COLUMNS.items() for word in words}
_REFERENCE = re.compile(rb"<(?:\w+:)?(?:c|row)\b[^>]*?\br=\"([A-Z]*)(\d+)\"")
_BIRTH = re.compile(r"(\d{4})(-\d{2}-\d{2})?")


class Failed(msgspec.Struct, frozen=True):
    """A cell that cannot be read."""

    cell: str
    value: str
    code: str
    """Why: a code with its sentence in the catalogues."""
    facts: Facts = {}


class Listed(msgspec.Struct, frozen=True):
    """A row, or the rows of a team, that can be read."""

    line: int
    newcomer: Newcomer


class EntryList(msgspec.Struct, frozen=True):
    """What a file holds."""

    listed: tuple[Listed, ...]
    failed: tuple[Failed, ...] = ()


class _Wrong(Exception):
    def __init__(self, column: int, value: str, *, code: str, **facts: int) -> None:
        super().__init__(code)
        self.column, self.value, self.code, self.facts = column, value, code, facts


def _unreadable(
    what: str,
    name: str,
    code: str,
    *,
    line: int | None = None,
    column: int | None = None,
    **facts: int | str,
) -> BadInput:
    """Say what is wrong with a whole file, in a developer's words and as a code with its facts."""
    at = {key: value for key, value in (("line", line), ("column", column)) if value is not None}
    return BadInput(
        what, where=name, line=line, column=column, code=f"list.{code}", facts={**at, **facts}
    )


def read_entry_list(content: bytes, name: str) -> EntryList:
    """Read a file by its ending. Raises BadInput if it is no such list or too big."""
    if len(content) > MOST_BYTES:
        raise _unreadable(
            f"more than {MOST_BYTES} bytes", name, "too-big", most=MOST_BYTES // 1_000_000
        )
    ending = name.lower().rpartition(".")[2]
    if ending == "xlsx":
        rows = _from_xlsx(content, name)
    elif ending == "csv":
        rows = _from_csv(content, name)
    else:
        raise _unreadable("a list of entries is a .xlsx or .csv file", name, "ending")
    return _read_rows(rows, name)


def _from_csv(content: bytes, name: str) -> list[list[str]]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unreadable(
            f"not UTF-8 at byte {error.start}", name, "not-utf8", byte=error.start
        ) from error
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    rows = []
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True):
            rows.append(row)
            if len(rows) > MOST_ROWS + 1:
                raise _unreadable(
                    f"more than {MOST_ROWS} rows", name, "too-many-rows", most=MOST_ROWS
                )
    except csv.Error as error:
        raise _unreadable(f"not valid csv: {error}", name, "not-csv", line=len(rows) + 1) from error
    return rows


def _from_xlsx(content: bytes, name: str) -> list[list[str]]:
    _check_packed(content, name)
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(content))
        rows = book.get_sheet_by_index(0).to_python(skip_empty_area=False)
    except (CalamineError, ValueError, IndexError, OSError) as error:
        raise _unreadable(
            f"not a readable spreadsheet: {error}", name, "not-spreadsheet"
        ) from error
    return [[_text(cell) for cell in row] for row in rows]


def _check_packed(content: bytes, name: str) -> None:
    """Refuse what would unpack to too much, or claims cells far out, before anything is read."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = packed.infolist()
            if len(parts) > MOST_PARTS or sum(p.file_size for p in parts) > MOST_UNPACKED:
                raise _unreadable(f"unpacks to more than {MOST_UNPACKED} bytes", name, "unpacks")
            for part in parts:
                with packed.open(part) as stream:
                    unpacked = stream.read(part.file_size + 1)
                if len(unpacked) > part.file_size:
                    raise _unreadable("unpacks to more than it says", name, "unpacks")
                if part.filename.startswith("xl/worksheets/"):
                    _check_references(unpacked, name)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError) as error:
        raise _unreadable(
            f"not a readable spreadsheet: {error}", name, "not-spreadsheet"
        ) from error


def _check_references(sheet: bytes, name: str) -> None:
    for found in _REFERENCE.finditer(sheet):
        if len(found[2]) > 7 or int(found[2]) > MOST_ROWS + 1:
            raise _unreadable(f"more than {MOST_ROWS} rows", name, "too-many-rows", most=MOST_ROWS)
        if len(found[1]) > 2 or _column_number(found[1].decode()) > MOST_COLUMNS:
            raise _unreadable(
                f"more than {MOST_COLUMNS} columns", name, "too-many-columns", most=MOST_COLUMNS
            )


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def _text(cell: object) -> str:
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, date):
        return cell.isoformat()
    return str(cell)


def _read_rows(rows: list[list[str]], name: str) -> EntryList:
    if not rows:
        raise _unreadable("the list is empty", name, "empty")
    columns = _columns(rows[0], name)
    listed: list[Listed] = []
    failed: list[Failed] = []
    teams: dict[str, int] = {}
    for line, cells in _filled(rows):
        try:
            newcomer, team = _newcomer(columns, cells)
        except _Wrong as wrong:
            cell = f"{_letters(wrong.column)}{line}"
            failed.append(Failed(cell, wrong.value[:LONGEST], wrong.code, dict(wrong.facts)))
            continue
        if team and team in teams:
            listed[teams[team]] = _with_mate(listed[teams[team]], newcomer)
        else:
            if team:
                teams[team] = len(listed)
            listed.append(Listed(line, newcomer))
    return EntryList(tuple(listed), tuple(failed))


def _columns(header: list[str], name: str) -> dict[str, int]:
    columns: dict[str, int] = {}
    for index, cell in enumerate(header):
        word = " ".join(cell.strip().lower().split())
        if not word:
            continue
        column = _NAMES.get(word)
        if column is None or column in columns:
            why = "twice" if column else f"unknown; there are {', '.join(COLUMNS)}"
            raise _unreadable(
                f"column {cell[:40]!r} is {why}",
                name,
                "column-twice" if column else "column-unknown",
                line=1,
                column=index + 1,
                heading=cell[:40],
            )
        columns[column] = index
    if "name" not in columns:
        raise _unreadable("no column 'name'", name, "no-name-column", line=1)
    return columns


def _filled(rows: list[list[str]]) -> Iterator[tuple[int, list[str]]]:
    for line, cells in enumerate(rows[1:], 2):
        if any(cell.strip() for cell in cells):
            yield line, cells


def _newcomer(columns: dict[str, int], cells: list[str]) -> tuple[Newcomer, str]:
    def take(column: str) -> str:
        index = columns.get(column, len(cells))
        value = cells[index].strip() if index < len(cells) else ""
        if len(value) > LONGEST or any(ord(letter) < 32 for letter in value):
            raise _Wrong(index, value, code="list.not-plain", most=LONGEST)
        return value

    def wrong(column: str, *, code: str, **facts: int) -> _Wrong:
        return _Wrong(columns[column], take(column), code=code, **facts)

    def number(column: str, most: int) -> int | None:
        value = take(column)
        if value and not (value.isascii() and value.isdecimal() and int(value[:9]) <= most):
            raise wrong(column, code="list.not-a-number", most=most)
        return int(value) if value else None

    if not take("name"):
        raise wrong("name", code="list.no-name")
    birth = take("birth")
    if birth and not is_birth(birth):
        raise wrong("birth", code="list.no-birth")
    sex = take("sex").lower()
    if sex not in FEMALE and sex not in MALE:
        raise wrong("sex", code="list.no-sex")
    person = Person(
        name=take("name"),
        latin=take("latin"),
        birth=birth,
        phone=take("phone"),
        email=take("email"),
        licence=take("licence"),
    )
    newcomer = Newcomer(
        person,
        number("rating", 9999),
        take("unit") or None,
        read_tags(take("tags")) | ({"female"} if sex in FEMALE else set()),
        dan=number("dan", MOST_DAN),
        role=take("role").lower() or "player",
    )
    return newcomer, take("team")


def _with_mate(listed: Listed, other: Newcomer) -> Listed:
    mate = Mate(other.person, other.role, other.rating)
    first = listed.newcomer
    return Listed(listed.line, msgspec.structs.replace(first, mates=(*first.mates, mate)))


def _letters(index: int) -> str:
    letters = ""
    number = index + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters
