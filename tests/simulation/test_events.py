"""Every event of every book, played from the first entry to the approval.

The final tables of small fields are kept in ``golden/``; ``QIPAN_GOLDEN=write`` writes them anew.
"""

import os
from pathlib import Path

import msgspec
import pytest

from qipan.kernel.ids import SectionId
from qipan.office.verification import verify_log
from qipan.rulebooks import all_books
from qipan.simulation.event import HOME, simulate
from qipan.wiring import simulated_office

GOLDEN = Path(__file__).parent / "golden"
EVENTS = [(book.id, event) for book in all_books().values() for event in book.event]
KEPT = ("club-swiss", "gm-2025", "my-2018", "th-maklom-2024", "un-games", "wx-14")
"""Books whose final tables are kept."""
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
    if book in KEPT:  # a new book needs no more than its folder
        assert table == file.read_text("utf-8")
    assert verify_log(office.around.log).streams == 1
    section = office.state(HOME).sections[SectionId(event)]
    assert [place for _, place in section.approved] == [line.place for line in final.lines]


@pytest.mark.parametrize(("book", "event"), EVENTS)
def test_another_seed_is_another_event(book, event):
    first, again, other = (played(book, event, seed)[1] for seed in (5, 5, 6))
    assert msgspec.json.encode(first) == msgspec.json.encode(again)
    assert first.journal != other.journal


HAPPENS = {
    # what the book lets happen beside the games: fouls, lateness, appeals, and what comes late
    "club-swiss": "ruled_lost absent withdrawals protests put_right",
    "gm-2025/entry": "fouls late withdrawals unverified protests put_right",
    "gm-2025/final": "ruled_lost late withdrawals protests put_right",
    "gm-2025": "ruled_lost absent withdrawals protests put_right",
    "my-2018": "fouls absent withdrawals appeals disqualifications",
    "th-maklom-2024": "fouls late withdrawals appeals annulments",
    "un-games/checkers": "ruled_lost absent withdrawals protests put_right",
    "un-games": "fouls absent withdrawals protests put_right",
    "wx-14": "fouls absent withdrawals protests put_right",
}


@pytest.mark.parametrize(("book", "event"), EVENTS)
def test_what_the_book_knows_goes_wrong_on_the_way_and_is_counted(book, event):
    office, final = played(book, event)
    counted = final.incidents
    assert counted.fouls + counted.ruled_lost > 0
    assert counted.late + counted.absent > 0
    assert counted.withdrawals > 0
    assert counted.appeals + counted.protests > 0
    assert counted.retroactive > 0
    expected = HAPPENS.get(f"{book}/{event}", HAPPENS.get(book))
    happened = {kind for kind, count in msgspec.structs.asdict(counted).items() if count}
    assert expected is None or happened == set(expected.split())
    section = office.state(HOME).sections[SectionId(event)]  # the journal and the state agree
    assert counted.fouls + counted.disqualifications == len(section.penalties)
    assert counted.disqualifications == len(section.disqualified | section.members_disqualified)
    assert (counted.late, counted.appeals) == (len(section.late), len(section.appeals))
    assert counted.annulments == len(section.annulled)


@pytest.mark.parametrize(("book", "event"), EVENTS)
def test_everybody_is_entered_by_the_rules_and_who_does_not_fit_is_refused(book, event):
    office, final = played(book, event)
    section = office.state(HOME).sections[SectionId(event)]
    rules = all_books()[book].event[event].entries
    assert "entry_checks" not in section.options
    assert len(section.order) == SIZES.get(event, 14)
    cite = all_books()[book].book.cite
    assert all(each.citation.startswith(cite) for each in final.refused)
    codes = {each.code for each in final.refused}
    due = {
        "entry.no-unit": rules.unit_needed,
        "entry.dues": rules.dues,
        "entry.not-declared": rules.two_deadlines and rules.dues,
        "entry.other-unit": rules.one_unit_a_year,
        "entry.age": rules.age,
        "entry.young": rules.young,
        "entry.group": rules.groups,
        "entry.needs": rules.needs,
        "entry.excludes": rules.excludes,
        "entry.dan": rules.dan_below,
        "entry.not-invited": rules.invited,
        "entry.team": rules.team,
    }
    assert codes >= {code for code, asked in due.items() if asked}
