"""Fields of any size the book allows are played; of others it is said at once, with the clause."""

import pytest

from qipan.journal.events import opened
from qipan.journal.rounds import PairedByHand
from qipan.kernel.errors import Refused
from qipan.rulebooks import all_books
from qipan.simulation.event import HOME, simulate
from qipan.simulation.field_size import check_field
from qipan.wiring import simulated_office

EVENTS = [(book.id, event) for book in all_books().values() for event in book.event]

LIMITS = [
    # book, event, asked for, code, limit, clause
    ("my-2018", "elite", 13, "simulation.too-many", 12, "MY-III 6"),
    ("my-2018", "elite", 11, "simulation.too-few", 12, "MY-III 6"),
    ("my-2018", "women", 6, "simulation.too-few", 7, "MY-I 3(women-least)"),
    ("my-2018", "school-girls", 6, "simulation.too-few", 7, "MY-VI 3.5"),
    ("gm-2025", "final", 41, "simulation.too-many", 40, "GM 6.2.1"),
    ("wx-14", "women", 41, "simulation.too-many", 40, "House desk.entry.most"),
    ("wx-14", "women", 2, "simulation.too-few", 3, "House desk.entry.least"),
    ("th-maklom-2024", "league", 201, "simulation.too-long", 200, "House round-robin.everybody"),
]


@pytest.mark.parametrize(("book", "event", "entries", "code", "limit", "clause"), LIMITS)
def test_a_size_the_event_does_not_hold_is_refused_before_anything_is_built(
    book, event, entries, code, limit, clause
):
    office = simulated_office(1)
    with pytest.raises(Refused) as caught:
        simulate(office, book, event, entries=entries, seed=1)
    assert caught.value.code == code
    assert caught.value.refusal.facts == {
        "event": f"{book} {event}",
        "entries": entries,
        "limit": limit,
        "clause": clause,
    }
    assert office.competitions() == []
    check_field(book, event, limit)


@pytest.mark.parametrize(("book", "event"), EVENTS)
def test_the_smallest_field_of_the_book_is_played_to_the_end(book, event):
    least = all_books()[book].event[event].entries.least
    for entries in sorted({least, least + 1, 7} if least < 12 else {least}):
        if entries >= least:
            final = simulate(simulated_office(3), book, event, entries=entries, seed=3)
            assert len(final.lines) >= entries - 1  # a cheat's place may be annulled


def test_a_round_nobody_can_be_paired_for_is_laid_by_hand_with_the_fewest_meetings_again():
    office = simulated_office(2)
    simulate(office, "my-2018", "youth", entries=8, seed=2)
    (section,) = office.state(HOME).sections.values()
    assert len(section.rounds) == 9  # of eight everybody has only seven opponents
    events = [opened(each) for each in office.around.log.read("competition/simulation", 0)]
    laid = [each for each in events if isinstance(each, PairedByHand)]
    assert laid
    assert {each.by for each in laid} == {"simulation"}
    for each in laid:
        assert each.reason
        assert "swiss.no-rematch" in {cause.rule for cause in each.broken}
    met = [frozenset(table.seats) for found in section.rounds[:-1] for table in found.tables]
    assert max(map(met.count, met)) <= 2
