"""A list of entries: added, put right, unchanged, blocked with the clause."""

import msgspec

from desk.entry_desk import Desk
from qipan.desk.entries.newcomer import Newcomer
from qipan.journal.people import Person
from qipan.office.entry_import import import_entries


def row(name, unit="Johor", rating=None, **of_person):
    born = of_person.pop("birth", "1990")
    return Newcomer(Person(name=name, birth=born, **of_person), rating, unit)


def take(desk, *newcomers, dry_run=False, same=()):
    rows = list(enumerate(newcomers, 2))
    at = (desk.home, desk.section)
    return import_entries(desk.office, at, "t", rows, dry_run=dry_run, same=same)


def individual():
    desk = Desk("my-2018", "individual")
    desk.unit("Johor")
    return desk


def test_new_rows_are_added_and_the_same_list_again_changes_nothing():
    desk = individual()
    rows = [row("Tan", rating=1600), row("Lim", rating=1700)]
    first = take(desk, *rows)
    assert [each.entrant for each in first.added] == ["e1", "e2"]
    version = desk.office.state(desk.home).version
    again = take(desk, *rows)
    assert [each.name for each in again.unchanged] == ["Tan", "Lim"]
    assert (again.added, again.updated, again.blocked) == ((), (), ())
    assert desk.office.state(desk.home).version == version


def test_a_row_that_says_more_puts_the_entry_right():
    desk = individual()
    desk.unit("Perak")
    take(desk, row("Tan", rating=1600))
    report = take(desk, row("TAN", "Perak", 1650, licence="MAS-1"))
    assert [each.entrant for each in report.updated] == ["e1"]
    entrant = desk.now.entrants["e1"]
    assert (entrant.rating, entrant.unit) == (1650, "Perak")
    assert desk.now.by_unit == {"Johor": (), "Perak": ("e1",)}
    assert desk.office.names(desk.now)["e1"].licence == "MAS-1"


def test_empty_cells_change_nothing():
    desk = individual()
    take(desk, row("Tan", rating=1600, licence="MAS-1"))
    report = take(desk, row("Tan", None, None))
    assert len(report.unchanged) == 1
    assert desk.now.entrants["e1"].rating == 1600


def test_my_i_3_2_a_row_above_the_quota_is_blocked_with_its_clause():
    desk = individual()
    report = take(desk, *(row(f"n{number}", rating=1600) for number in range(6)))
    assert len(report.added) == 5
    [blocked] = report.blocked
    assert (blocked.line, blocked.code, blocked.citation) == (7, "entry.quota", "MY-I 3.2")
    assert blocked.facts["most"] == 5
    assert len(desk.now.entrants) == 5


def test_an_update_that_breaks_a_rule_is_blocked():
    desk = individual()
    desk.unit("Club", "affiliate")
    take(desk, row("Tan", rating=1600))
    report = take(desk, row("Tan", "Club", 1500))
    assert [each.code for each in report.blocked] == ["entry.rated-members"]
    assert desk.now.entrants["e1"].unit == "Johor"


def test_people_of_one_name_are_told_apart_by_birth():
    desk = individual()
    report = take(desk, row("Tan", rating=1600), row("Tan", rating=1600, birth="1970"))
    assert len(report.added) == 2
    [double] = report.doubles  # and said, so that nobody is entered twice unseen
    assert (double.line, double.name, double.known, double.given) == (3, "Tan", "1990", "1970")


def test_a_double_that_is_the_same_person_puts_the_entry_right():
    desk = individual()
    take(desk, row("Tan", rating=1600))
    report = take(desk, row("Tan", rating=1600, birth="1970"), same={2})
    assert ([each.entrant for each in report.updated], report.added) == (["e1"], ())
    assert desk.office.names(desk.now)["e1"].birth == "1970"


def test_a_dry_run_says_what_would_happen_and_stores_nothing():
    desk = individual()
    rows = [row(f"n{number}", rating=1600) for number in range(6)]
    before = desk.office.state(desk.home).version
    dry = take(desk, *rows, dry_run=True)
    assert desk.office.state(desk.home).version == before
    assert desk.now.entrants == {}
    real = take(desk, *rows)
    assert msgspec.structs.replace(dry, dry_run=False) == real
