"""From a sheet and its mapping to people who want to enter, row by row.

A cell that cannot be read fails its row and is named (``C5``); the other rows are read. Rows of
totals, of other sections and of people who lead a team without playing are left out and named.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

import msgspec

from qipan.desk.entries.newcomer import Mate, Newcomer, members_of, read_tags
from qipan.formats.lists.cells import (
    TOTALS,
    is_female,
    is_yes,
    person_name,
    plain_figures,
    rank_in,
    read_dan,
    read_date,
    read_number,
)
from qipan.formats.lists.mapping import FILLED, TAG, AskedColumns, ListMapping
from qipan.formats.lists.packed import column_letters, column_number
from qipan.formats.lists.parts_in_team import part_of, parts_by_order
from qipan.formats.lists.sheets import Sheet
from qipan.journal.people import Person
from qipan.kernel.ranks import MOST_DAN
from qipan.kernel.rules import Facts

LONGEST = 200
_Read = TypeVar("_Read")
MOST_RATING = 9999


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


class LeftOut(msgspec.Struct, frozen=True):
    """A row that is not taken, and why."""

    line: int
    name: str
    code: str
    facts: Facts = {}


class EntryList(msgspec.Struct, frozen=True):
    """What a file holds."""

    listed: tuple[Listed, ...]
    failed: tuple[Failed, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    unused: tuple[str, ...] = ()
    """Headings of columns that are left out."""


class _Wrong(Exception):
    def __init__(self, column: int, value: str, code: str, facts: Facts | None = None) -> None:
        super().__init__(code)
        self.column, self.value, self.code, self.facts = column, value, code, facts or {}


class _Row:
    """One row: its cells by what they are used as."""

    def __init__(self, mapping: ListMapping, cells: tuple[str, ...]) -> None:
        self.mapping, self.cells = mapping, cells

    def value(self, at: int) -> str:
        """Give a cell without blanks around it. Raises _Wrong if it is no plain text."""
        text = self.cells[at] if at < len(self.cells) else ""
        text = " ".join(text.split("\n")).strip()
        if len(text) > LONGEST or any(ord(letter) < 32 for letter in text):
            raise _Wrong(at, text, "list.not-plain", {"most": LONGEST})
        return text

    def take(self, field: str) -> str:
        """Give the cell of a field; empty if no column is used so."""
        at = self.mapping.at(field)
        return "" if at is None else self.value(at)

    def read(
        self, field: str, reader: Callable[[str], _Read], code: str, **facts: int
    ) -> _Read | None:
        """Read the cell of a field. Raises _Wrong."""
        at = self.mapping.at(field)
        if at is None or not self.value(at):
            return None
        try:
            return reader(self.value(at))
        except ValueError:
            raise _Wrong(at, self.value(at), code, dict(facts)) from None

    def all_of(self, head: str) -> Iterator[tuple[int, str, str]]:
        """Give column, rest of the use, and cell of every column with such a use."""
        for at, use in enumerate(self.mapping.columns):
            if use == head or use.startswith(f"{head}:"):
                yield at, use.partition(":")[2], self.value(at)

    @property
    def name(self) -> tuple[str, str]:
        """Give the name and its Latin form, from whatever columns there are."""
        latin = person_name(self.take("latin"))
        family, given = person_name(self.take("family")), person_name(self.take("given"))
        name = person_name(self.take("name"))
        if not name and family and given:
            ascii_ = any(each.isascii() and each.isalpha() for each in family)
            name = f"{family}, {given}" if ascii_ else family + given
        name = name or family or given or latin
        return name, latin if latin != name else ""


def with_repairs(sheet: Sheet, repairs: Mapping[str, str]) -> Sheet:
    """Put other values into cells, named as in ``C5``; what is no cell of the sheet is left."""
    rows = [list(row) for row in sheet.rows]
    for cell, value in repairs.items():
        letters = cell.rstrip("0123456789")
        number = cell[len(letters) :]
        if letters.isalpha() and letters.isupper() and len(letters) < 3 and number.isdecimal():
            row, at = int(number) - 1, column_number(letters) - 1
            if 0 <= row < len(rows) and len(number) < 7:
                rows[row] += [""] * (at + 1 - len(rows[row]))
                rows[row][at] = value
    return Sheet(sheet.name, tuple(map(tuple, rows)))


def filled_down(sheet: Sheet, mapping: ListMapping) -> Sheet:
    """Repeat the cell above where the mapping says that an empty one means it."""
    columns = [mapping.at(field) for field in mapping.fill if field in FILLED]
    rows, last = [list(row) for row in sheet.rows], dict.fromkeys(columns, "")
    for row in rows[mapping.heading :]:
        for at in columns:
            if at is not None and any(cell.strip() for cell in row):
                row += [""] * (at + 1 - len(row))
                last[at] = row[at] = row[at] if row[at].strip() else last[at]
    return Sheet(sheet.name, tuple(map(tuple, rows)))


def read_list(sheet: Sheet, mapping: ListMapping, asked: AskedColumns | None = None) -> EntryList:
    """Read the rows below the headings."""
    work = _Reading(mapping, asked or AskedColumns())
    for line, cells in enumerate(
        filled_down(sheet, mapping).rows[mapping.heading :], mapping.heading + 1
    ):
        if any(cell.strip() for cell in cells):
            work.add(line, _Row(mapping, cells))
    headings = sheet.rows[mapping.heading - 1] if mapping.heading else ()
    unused = tuple(
        cell.strip()[:40]
        for at, cell in enumerate(headings)
        if cell.strip() and (at >= len(mapping.columns) or not mapping.columns[at])
    )
    return EntryList(tuple(work.entries()), tuple(work.failed), tuple(work.left_out), unused)


def _rating(text: str) -> int | None:
    return read_number(text, MOST_RATING)


class _Reading:
    """Rows on their way to entries: those of one team are gathered."""

    def __init__(self, mapping: ListMapping, asked: AskedColumns) -> None:
        self.mapping, self.asked = mapping, asked
        self.failed: list[Failed] = []
        self.left_out: list[LeftOut] = []
        self.rows: dict[str, list[tuple[int, Newcomer]]] = {}

    def add(self, line: int, row: _Row) -> None:
        """Read a row, or note what is wrong with it."""
        try:
            self._add(line, row)
        except _Wrong as wrong:
            cell = f"{column_letters(wrong.column)}{line}"
            self.failed.append(Failed(cell, wrong.value[:LONGEST], wrong.code, wrong.facts))

    def _add(self, line: int, row: _Row) -> None:
        filled = [cell.strip() for cell in row.cells if cell.strip()]
        if any(TOTALS.match(person_name(cell)) for cell in filled[:2]) and len(filled) < 6:
            self.left_out.append(LeftOut(line, filled[0][:LONGEST], "list.left.total"))
            return
        section = row.take("section")
        if self.mapping.only and section and section != self.mapping.only:
            facts: Facts = {"section": section[:40]}
            self.left_out.append(LeftOut(line, row.name[0], "list.left.section", facts))
            return
        newcomer = self._newcomer(row)
        team = row.take("team")
        if self.asked.parts and not team and not newcomer.mates:
            # A team event without a column of teams: the rows of a unit are its team, unless a
            # line names everybody of it.
            newcomer = members_of(newcomer, self.asked.parts)
            team = "" if newcomer.mates else (newcomer.unit or "")
        if self.asked.parts == {}:
            newcomer = msgspec.structs.replace(newcomer, unit=newcomer.unit or team or None)
            team = ""
        elif self.asked.parts and team:
            called = team if newcomer.unit and newcomer.unit != team else ""
            newcomer = msgspec.structs.replace(newcomer, unit=newcomer.unit or team, called=called)
        self.rows.setdefault(f"team {team}" if team else f"row {line}", []).append((line, newcomer))

    def _newcomer(self, row: _Row) -> Newcomer:
        name, latin = row.name
        members = [(at, role, cell) for at, role, cell in row.all_of("member") if cell]
        if not name and members:
            _, role, name = members.pop(0)
            name, stated = person_name(name), role
        else:
            stated = part_of(row.take("role"))
        if not name:
            at = next(
                (
                    row.mapping.at(each)
                    for each in ("name", "latin", "family")
                    if row.mapping.at(each) is not None
                ),
                0,
            )
            raise _Wrong(at or 0, "", "list.no-name")
        sex = row.read("sex", is_female, "list.no-sex")
        return Newcomer(
            Person(
                name=name,
                latin=latin,
                birth=row.read("birth", self._date, "list.no-birth") or "",
                phone=row.take("phone"),
                email=row.take("email"),
                licence=plain_figures(row.take("licence")),
            ),
            row.read(
                "rating",
                lambda text: read_number(text, MOST_RATING),
                "list.not-a-number",
                most=MOST_RATING,
            ),
            row.take("unit") or None,
            self._marks(row) | ({"female"} if sex else set()),
            dan=row.read("dan", read_dan, "list.not-a-number", most=MOST_DAN),
            rank=rank_in(row.take("dan")),
            role=stated or ("" if self.asked.parts else "player"),
            mates=tuple(Mate(Person(name=person_name(cell)), role) for _, role, cell in members),
        )

    def _date(self, text: str) -> str:
        return read_date(text, month_first=self.mapping.month_first)

    def _marks(self, row: _Row) -> frozenset[str]:
        marks: set[str] = set()
        for _, _, cell in row.all_of("tags"):
            marks |= self._named_marks(cell)
        for at, tag, cell in row.all_of(TAG.rstrip(":")):
            if at == row.mapping.at("tags"):
                continue
            try:
                marks |= {tag} if is_yes(cell) else set()
            except ValueError:
                raise _Wrong(at, cell, "list.no-mark") from None
        return frozenset(marks)

    def _named_marks(self, cell: str) -> frozenset[str]:
        """Read marks by their names in any language; a word nobody knows is refused later."""
        words = {word.casefold(): tag for tag, names in self.asked.marks.items() for word in names}
        return frozenset(words.get(each, each) for each in read_tags(cell))

    def entries(self) -> Iterator[Listed]:
        """Give the entries: single rows, and teams with everybody in their parts."""
        for rows in self.rows.values():
            (line, first), *others = rows
            mates = [*first.mates]
            for _, other in others:
                mates += [Mate(other.person, other.role, other.rating), *other.mates]
            whole = msgspec.structs.replace(first, mates=tuple(mates))
            yield Listed(line, self._with_parts(line, whole, [number for number, _ in rows]))

    def _with_parts(self, line: int, team: Newcomer, lines: list[int]) -> Newcomer:
        due = self.asked.parts
        if not due:
            return team
        stated = [team.role, *(mate.role for mate in team.mates)]
        parts = parts_by_order(stated, due, self.asked.optional)
        people = [Mate(team.person, team.role, team.rating), *team.mates]
        playing = [
            msgspec.structs.replace(person, role=part)
            for person, part in zip(people, parts, strict=True)
            if part is not None
        ]
        for index, (person, part) in enumerate(zip(people, parts, strict=True)):
            if part is None:
                at = lines[index] if index < len(lines) else line
                self.left_out.append(LeftOut(at, person.person.name, "list.left.leader"))
        if not playing:
            return team
        head, *rest = playing
        return msgspec.structs.replace(
            team, person=head.person, role=head.role, rating=head.rating, mates=tuple(rest)
        )
