"""Every event of every book, played from the first entry to the approval.

The final tables of small fields are kept in ``golden/``; ``QIPAN_GOLDEN=write`` writes them anew.
"""

import os
from pathlib import Path

import msgspec
import pytest

from qipan.desk.simulation import HOME, simulate
from qipan.desk.verification import verify_log
from qipan.kernel.ids import SectionId
from qipan.rulebooks import all_books
from qipan.wiring import simulated_office

GOLDEN = Path(__file__).parent / "golden"
EVENTS = [(book.id, event) for book in all_books().values() for event in book.event]
SIZES = {"elite": 12, "league": 6, "shengji": 18, "xiangqi": 18, "checkers": 18, "men": 15}


def played(book, event, seed=1):
    office = simulated_office(seed)
    return office, simulate(office, book, event, entries=SIZES.get(event, 14), seed=seed)


@pytest.mark.parametrize(("book", "event"), EVENTS)
def test_final_table(book, event):
    office, final = played(book, event)
    file = GOLDEN / f"{book}-{event}.txt"
    lines = [
        f"{line.place:>3} #{line.number:<3} {line.entrant}  "
        + "  ".join(f"{key}={value}" for key, value in line.values.items() if value)
        for line in final.lines
    ]
    table = "\n".join([f"{final.rounds} rounds", *lines]) + "\n"
    if os.environ.get("QIPAN_GOLDEN") == "write":
        file.write_text(table, "utf-8")
    assert table == file.read_text("utf-8")
    assert verify_log(office.around.log).streams == 1
    section = office.state(HOME).sections[SectionId(event)]
    assert [place for _, place in section.approved] == [line.place for line in final.lines]


@pytest.mark.parametrize(("book", "event"), EVENTS)
def test_another_seed_is_another_event(book, event):
    first, again, other = (played(book, event, seed)[1] for seed in (5, 5, 6))
    assert msgspec.json.encode(first) == msgspec.json.encode(again)
    assert first.journal != other.journal
