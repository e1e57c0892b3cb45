"""What the clause tests of the six Malaysian events share."""

import pytest

from desk.clauses.play import (
    Case,
    behind,
    cited,
)
from desk.entry_desk import Desk
from qipan.desk.money import prizes_of
from qipan.journal.closing import StandingsApproved
from qipan.journal.folding import fold
from qipan.kernel.errors import Refused
from qipan.rulebooks import book_named
from qipan.rulebooks.schema.money import shown
from qipan.sections.systems import rounds_planned

BOOK = "my-2018"
SCHOOLS = ("school-senior", "school-junior", "school-primary", "school-girls")


def refused(code, act):
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    return caught.value


def planned(event, entries=20, **options):
    case = Case(BOOK, event, entries, options=options).begin()
    return rounds_planned(case.state, case.now)


def swiss_played(event, rounds, entries=18):
    """An event with its Swiss rounds played and the lots for the finalists drawn."""
    case = Case(BOOK, event, entries).begin()
    for _ in range(rounds):
        case.round("1-0")
    case.draw_lots()
    return case


def placed(case):
    """Approve a section in the order of entry, without playing it."""
    places = tuple((entrant, number) for number, entrant in enumerate(case.now.entrants, 1))
    return fold([StandingsApproved(section=case.section, places=places)], case.state)


def prizes(event, number, entries=14):
    """Give what each place of an event wins: money in RM and goods; and check the clause."""
    case = Case(BOOK, event, entries)
    state = placed(case)
    found = prizes_of(state, state.sections[case.section])
    behind(BOOK, number, *{each.rule for each in found if each.list_name == "main" and each.cents})
    assert "AwardPrizes" in book_named(BOOK).clause[number].actions
    main = [each for each in found if each.list_name == "main"]
    money = [each.cents // 100 for each in main if each.cents]
    trophies = [each.place for each in main if "trophy" in each.goods]
    return money, trophies, found


def fee_limit(event, most):
    """Check that a fee above the limit is refused, and give the clause."""
    error = refused("section.fee", lambda: Desk(BOOK, event, {"fee": shown(most + 1)}))
    desk = Desk(BOOK, event, {"fee": shown(most)}, home="other")
    assert desk.now.options["fee"] == most
    return cited(BOOK, error.rule, event)
