"""Team sheets: the members of each team and its matches so far."""

from collections.abc import Iterator

from qipan.formats.documents.asked import teams_of
from qipan.formats.documents.material import Material, Participant, Person, Wish
from qipan.formats.documents.naming import shown
from qipan.formats.documents.printing import pages
from qipan.formats.documents.table import Cell, Column, ColumnKind, DocumentTable
from qipan.i18n import say


def pdf(material: Material, wish: Wish) -> bytes:
    """Set a block for each team. Raises Refused where no teams play."""
    words, terms = wish.language, teams_of(material)
    return pages(
        "teams",
        material,
        wish,
        title=say(words, "doc.title.team-sheets"),
        words={
            key: say(words, code)
            for key, code in {
                "members": "doc.members",
                "matches": "doc.matches",
                "round": "doc.round",
                "opponent": "doc.opponent",
                "result": "ui.result",
                "reserve": "doc.reserve",
            }.items()
        },
        boards=terms.boards,
        teams=[
            {
                "number": entry.number,
                "name": shown(entry.name, words),
                "members": [shown(each, words) for each in entry.members],
                "matches": list(_matches(material, entry, words)),
            }
            for entry in sorted(material.entries, key=lambda each: each.number)
        ],
    )


def _matches(material: Material, entry: Participant, words: str) -> Iterator[dict[str, object]]:
    for found in material.rounds:
        for board in found.boards:
            seats = [seat.entry.id for seat in board.seats]
            if entry.id in seats and len(seats) == 2:
                at = seats.index(entry.id)
                sides = board.result.split("–")
                yield {
                    "round": found.number,
                    "opponent": shown(board.seats[1 - at].entry.name, words),
                    "result": "–".join(sides[::-1] if at else sides),
                    "boards": [_of_side(bout.result, at) for bout in board.bouts if bout.result],
                }


def _of_side(result: str, at: int) -> str:
    """Give what one side made of a board."""
    sides = result.split("–")
    return sides[at] if at < len(sides) else ""


def _marks(material: Material, entry: Participant) -> dict[int, list[tuple[Person, str]]]:
    """List by round who played for a team, and what they made of it."""
    found: dict[int, list[tuple[Person, str]]] = {}
    for played in material.rounds:
        for board in played.boards:
            sides = [seat.entry.id for seat in board.seats]
            if entry.id in sides:
                at = sides.index(entry.id)
                found[played.number] = [
                    (bout.players[at], _of_side(bout.result, at) if bout.result else "")
                    for bout in board.bouts
                ]
    return found


def table(material: Material, wish: Wish) -> DocumentTable:
    """List the members of all teams, and what each made of every round.

    Raises Refused where no teams play.
    """
    words, terms = wish.language, teams_of(material)
    rows: list[tuple[Cell, ...]] = []
    numbers = [each.number for each in material.rounds if each.published]
    for entry in sorted(material.entries, key=lambda each: each.number):
        marks = _marks(material, entry)
        for at, member in enumerate(entry.members, 1):
            place = str(at) if at <= terms.boards else say(words, "doc.reserve")
            made = (dict(marks.get(number, ())).get(member, "") for number in numbers)
            rows.append((str(entry.number), entry.name, place, member, *made))
    return DocumentTable(
        title=say(words, "doc.title.team-sheets"),
        columns=(
            Column(say(words, "doc.no"), ColumnKind.NUMBER),
            Column(say(words, "doc.team"), ColumnKind.NAME),
            Column(say(words, "ui.board"), ColumnKind.NUMBER),
            Column(say(words, "ui.name"), ColumnKind.NAME),
            *(Column(str(number), ColumnKind.MARK) for number in numbers),
        ),
        rows=tuple(rows),
    )
