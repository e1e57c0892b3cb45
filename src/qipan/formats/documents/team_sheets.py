"""Team sheets: the members of each team and its matches so far."""

from collections.abc import Iterator

from qipan.formats.documents.asked import teams_of
from qipan.formats.documents.material import Material, Participant, Wish
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
                }


def table(material: Material, wish: Wish) -> DocumentTable:
    """List the members of all teams. Raises Refused where no teams play."""
    words, terms = wish.language, teams_of(material)
    rows: list[tuple[Cell, ...]] = []
    for entry in sorted(material.entries, key=lambda each: each.number):
        for at, member in enumerate(entry.members, 1):
            place = str(at) if at <= terms.boards else say(words, "doc.reserve")
            rows.append((str(entry.number), entry.name, place, member))
    return DocumentTable(
        title=say(words, "doc.title.team-sheets"),
        columns=(
            Column(say(words, "doc.no"), ColumnKind.NUMBER),
            Column(say(words, "doc.team"), ColumnKind.NAME),
            Column(say(words, "ui.board"), ColumnKind.NUMBER),
            Column(say(words, "ui.name"), ColumnKind.NAME),
        ),
        rows=tuple(rows),
    )
