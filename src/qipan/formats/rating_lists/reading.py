"""The door for rating lists: bytes in, players out; always read in a child with limits.

A page takes what a federation of Go has (some ten thousand rows); the list of the whole world of
chess is brought with the shell, which may take more memory and time.
"""

import msgspec

from qipan.desk.rating_lists import ListedPlayer
from qipan.formats.lists import apart
from qipan.formats.lists.cells import is_female, person_name, plain_figures, rank_in, read_date
from qipan.formats.lists.faults import unreadable
from qipan.formats.rating_lists.cut_rows import rows_of, told_form, unpacked
from qipan.formats.rating_lists.forms_read import ListForm, form_text
from qipan.journal.people import tidy
from qipan.kernel.errors import BadInput
from qipan.kernel.ranks import rank_of, tidy_rank

READER = f"{__name__}:read_here"
LONGEST = 120
SHOWN = 20
LOWEST, HIGHEST = -900, 9_999


class ListBounds(msgspec.Struct, frozen=True):
    """How big a list may be, and what reading it may cost."""

    bytes: int
    rows: int
    limits: apart.Limits = apart.Limits()


PAGE = ListBounds(8_000_000, 60_000, apart.Limits(cpu_seconds=2))
SHELL = ListBounds(600_000_000, 3_000_000, apart.Limits(6_000_000_000, 300, 900, 1_500_000_000))


class LeftRow(msgspec.Struct, frozen=True):
    """A row that is nobody's."""

    line: int
    words: str


class ReadList(msgspec.Struct, frozen=True):
    """A list as it was read."""

    players: tuple[ListedPlayer, ...]
    left_out: int = 0
    """Rows without a name, or with an id that came before."""
    first_left: tuple[LeftRow, ...] = ()
    form: ListForm = ListForm()
    """How it was read."""


class _Wanted(msgspec.Struct, frozen=True):
    """What a child is told besides the file."""

    form: ListForm | None
    most_rows: int
    most_bytes: int


def read_rating_list(
    content: bytes, name: str, form: ListForm | None, bounds: ListBounds = PAGE
) -> ReadList:
    """Read a list in a child. Raises BadInput, whatever is wrong; a list without rows is."""
    if len(content) > bounds.bytes:
        most = bounds.bytes // 1_000_000
        raise unreadable(f"more than {most} MB", name, "too-big", most=most)
    if not content.strip():
        raise unreadable("the list is empty", name, "empty")
    wanted = msgspec.json.encode(_Wanted(form, bounds.rows, bounds.bytes)).decode()
    found = apart.read(content, apart.Asked(READER, name, wanted, 0, bounds.limits), ReadList)
    if not found.players:
        raise unreadable("nobody is on the list", name, "empty")
    return found


def read_here(content: bytes, name: str, wanted: str, look_at: int) -> ReadList:
    """Read a list in this process: what the child does. Raises BadInput."""
    del look_at
    asked = msgspec.json.decode(wanted, type=_Wanted)
    players: dict[str, ListedPlayer] = {}
    left: list[LeftRow] = []
    left_out = 0
    plain = unpacked(content, name, asked.most_bytes)
    form = asked.form or told_form(plain)
    for line, row in rows_of(plain, name, form):
        player = _player(row, form.scale, line)
        if player is None or player.id in players:
            left_out += 1
            if len(left) < SHOWN:
                left.append(LeftRow(line, " ".join(row.values())[:LONGEST]))
            continue
        if len(players) == asked.most_rows:
            most = asked.most_rows
            raise unreadable(f"more than {most} rows", name, "too-many-rows", most=most)
        players[player.id] = player
    return ReadList(tuple(players.values()), left_out, tuple(left), form)


def _player(row: dict[str, str], scale: str, line: int) -> ListedPlayer | None:
    """Read a row; None where nobody is named. A cell that cannot be read is left empty."""
    family, given = person_name(row.get("family", "")), person_name(row.get("given", ""))
    name = person_name(row.get("name", "")) or _joined(family, given)
    latin = person_name(row.get("latin", ""))
    name = tidy(name or latin)[:LONGEST]
    if not any(each.isalpha() for each in name):
        return None
    text = plain_figures(row.get("rating", ""))
    rank = _rank(row.get("rank", ""))
    return ListedPlayer(
        id=plain_figures(row.get("id", ""))[:40] or f"line-{line}",
        name=name,
        latin=tidy(latin)[:LONGEST] if latin != name else "",
        country=row.get("country", "")[:40],
        club=row.get("club", "")[:LONGEST],
        rank=_aga_rank(text) if scale == "aga" else rank,
        rating=None if scale == "aga" else _rating(text),
        title=row.get("title", "")[:20],
        birth=_birth(row.get("birth", "")),
        sex=_sex(row.get("sex", "")),
    )


def _joined(family: str, given: str) -> str:
    if not (family and given):
        return family or given
    return f"{family}, {given}" if family.isascii() or " " in family else family + given


def _rank(text: str) -> str:
    if not text:
        return ""
    try:
        return tidy_rank(plain_figures(text))
    except BadInput:
        pass
    try:
        return rank_in(text)
    except ValueError:
        return ""


def _aga_rank(text: str) -> str:
    """Write 3.2 as 3d and -4.5 as 4k."""
    try:
        value = float(text)
    except ValueError:
        return ""
    if not 1 <= abs(value) < 31:
        return ""
    whole = int(value)
    return rank_of(30 + whole) if whole < 0 else rank_of(29 + whole)


def _rating(text: str) -> int | None:
    try:
        value = round(float(text.replace(",", "")))
    except (ValueError, OverflowError):
        return None
    return value if LOWEST <= value <= HIGHEST and value else None


def _birth(text: str) -> str:
    try:
        return read_date(text) if text.strip("0 -./") else ""
    except ValueError:
        return ""


def _sex(text: str) -> str:
    try:
        return ("f" if is_female(text) else "m") if text else ""
    except ValueError:
        return ""


__all__ = ["PAGE", "SHELL", "ReadList", "form_text", "read_rating_list"]
