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
    "club-swiss": "absence withdrawal correction",
    "gm-2025/entry": "foul late withdrawal correction",
    "gm-2025": "absence withdrawal correction",
    "my-2018": "foul absence appeal withdrawal disqualification",
    "th-maklom-2024": "foul late appeal withdrawal annulment",
    "un-games/xiangqi": "foul absence withdrawal",
    "un-games/shengji": "foul absence withdrawal",
    "un-games/checkers": "",
    "wx-14": "foul absence withdrawal correction",
}


def happened(section):
    """Name what happened in a section beside the games."""
    left = [each for each in section.entrants.values() if each.withdrawn and each.after]
    forfeits = [
        result
        for found in section.rounds
        for result in (
            *found.results.values(),
            *(game.result for games in found.games.values() for game in games),
        )
        if result.how == "forfeit" and result.rule is None
    ]
    marks = {
        "foul": any(each.offence != "record" for each in section.penalties),
        "late": section.late,
        "absence": forfeits and not section.late,
        "appeal": section.appeals,
        "withdrawal": [each for each in left if each.id not in section.disqualified],
        "annulment": section.annulled,
        "disqualification": section.disqualified,
        "correction": not section.annulled and any(each.corrected for each in section.rounds),
    }
    return {name for name, found in marks.items() if found}


@pytest.mark.parametrize(("book", "event"), EVENTS)
def test_what_the_book_knows_goes_wrong_on_the_way(book, event):
    office, _ = played(book, event)
    section = office.state(HOME).sections[SectionId(event)]
    expected = HAPPENS.get(f"{book}/{event}", HAPPENS.get(book))
    assert expected is None or happened(section) == set(expected.split())


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
