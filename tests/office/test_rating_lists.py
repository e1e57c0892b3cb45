"""Entries held against a list: doubts, numbers taken over, ratings refreshed and taken back."""

from datetime import UTC, datetime

import pytest

from formats.rating_lists.samples import EGD
from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.own_books.draft import content_text
from qipan.desk.own_books.ready import ready_regulation
from qipan.formats.rating_lists.forms_read import said_form
from qipan.journal.people import Person
from qipan.kernel.errors import BadInput, Refused, Unknown
from qipan.kernel.ids import CompetitionId, EntrantId, SectionId
from qipan.office.entry_import import import_entries
from qipan.office.rating_lists.bringing import ListAsked, bring_list
from qipan.office.rating_lists.checks import check_entries
from qipan.office.rating_lists.lookup import looked_up
from qipan.office.rating_lists.refresh import refresh_ratings, take_from_list
from qipan.office.repairs.undo import find_act, undo
from qipan.store.database import open_sqlite
from qipan.store.lists.rating_lists import SqlRatingLists
from qipan.wiring import simulated_office

HOME, OPEN = CompetitionId("open"), SectionId("open")
BY = ("t", datetime(2026, 11, 1, tzinfo=UTC))


@pytest.fixture(scope="module")
def lists(tmp_path_factory):
    engine = open_sqlite(tmp_path_factory.mktemp("lists") / "lists.sqlite")
    found = SqlRatingLists(engine)
    bring_list(found, EGD, ListAsked("egd", "2026-11", "egd.html"), BY)
    yield found
    engine.dispose()


@pytest.fixture
def office():
    made = simulated_office(28)
    made.create(HOME, "t", "Open", "mcmahon", text=content_text(ready_regulation("mcmahon")))
    made.carry_out(HOME, "t", OpenSection(section=OPEN, title="Open", under="open", options={}))
    return made


def enter(office, name, rank="", rating=None, **of_person):
    newcomer = Newcomer(Person(name=name, **of_person), rating, rank=rank)
    return office.enter(HOME, OPEN, "t", newcomer)


def doubts(office, lists, name="egd"):
    section = office.state(HOME).sections[OPEN]
    head = lists.head(name) if name else None
    found = check_entries(office, section, lists, head).doubts
    return {(each.entrant, each.code.removeprefix("doubt.")) for each in found}


def test_the_form_of_a_list_is_kept_for_the_next_of_its_name(lists):
    text = b"17;Tan;1650\n18;Lim;1700\n"
    form = said_form(["heading=0", "id=A", "name=B", "rating=C"])
    bring_list(lists, text, ListAsked("club", "2025", "a.csv", form), BY)
    again = bring_list(lists, b"17;Tan;1660\n", ListAsked("club", "2026", "b.csv"), BY)
    assert again.list.rows == 1
    assert lists.find(lists.head("club"), "tan")[0].rating == 1660
    with pytest.raises(BadInput):
        bring_list(lists, text, ListAsked("Club", "2025", "a.csv"), BY)
    with pytest.raises(BadInput):
        bring_list(lists, text, ListAsked("club", "soon", "a.csv"), BY)


def test_every_doubt_is_told(office, lists):
    ids = [
        enter(office, "Andrea Kulkova", "6d", 2662, licence="10254318"),  # as on the list
        enter(office, "Jan Mueler", "3k"),  # a slip
        enter(office, "Jahin, Abadi", "18k"),  # on the list, without a number, another rank
        enter(office, "Somebody Else", "1d", 2100, licence="10254319"),  # the number of Müller
        enter(office, "Rare Stranger", "5k"),
        enter(office, "Rare Strangers", "5k"),  # alike
        enter(office, "Kulkova Andrea M.", "6d", licence="99999999"),
    ]
    found = doubts(office, lists)
    assert (ids[0], "has-id") not in found
    assert not any(entrant == ids[0] for entrant, _ in found)
    assert (ids[1], "did-you-mean") in found
    assert {(ids[2], "has-id"), (ids[2], "rank")} <= found
    assert {(ids[3], "other-name"), (ids[3], "rank"), (ids[3], "rating")} <= found
    assert {(ids[4], "not-listed"), (ids[5], "alike")} <= found
    assert (ids[6], "did-you-mean") in found or (ids[6], "unknown-id") in found
    assert doubts(office, lists, "") == {(ids[5], "alike")}


def test_a_list_of_entries_tells_its_doubts_before_it_is_stored(office, lists):
    rows = [
        (2, Newcomer(Person(name="Kulkova Andrea", licence="10254318"), rank="5d")),
        (3, Newcomer(Person(name="Muller Jann"), rank="3k")),
        (4, Newcomer(Person(name="Jan Müller"), rank="3k")),
    ]
    against = (lists, lists.head("egd"))
    found = import_entries(office, (HOME, OPEN), "t", rows, dry_run=True, against=against)
    codes = {(each.entrant, each.code) for each in found.doubts}
    assert {("e1", "doubt.rank"), ("e2", "doubt.did-you-mean"), ("e3", "doubt.has-id")} <= codes
    assert ("e3", "doubt.alike") in codes
    assert import_entries(office, (HOME, OPEN), "t", rows[:1]).doubts == ()


def test_ratings_are_taken_in_one_act_and_taken_back(office, lists):
    kulkova = enter(office, "Kulkova Andrea", "5d", 2500, licence="10254318")
    abadi = enter(office, "Abadi Jahin", "20k", 15, licence="19574643")
    free = enter(office, "Rare Stranger", "5k")
    at, head = (HOME, OPEN), lists.head("egd")
    dry = refresh_ratings(office, at, "t", lists, head, dry_run=True)
    assert [each.name for each in dry.changed] == ["Kulkova Andrea"]
    assert (dry.unchanged, dry.without_number) == (1, ("Rare Stranger",))
    before = office.state(HOME)
    refresh_ratings(office, at, "t", lists, head)
    now = office.state(HOME).sections[OPEN].entrants
    assert (now[kulkova].rating, now[kulkova].rank) == (2662, "6d")
    assert now[abadi] == before.sections[OPEN].entrants[abadi]
    assert now[free] == before.sections[OPEN].entrants[free]
    undo(office, HOME, "t", find_act(office, HOME, None), "wrong list")
    back = office.state(HOME).sections[OPEN].entrants
    assert (back[kulkova].rating, back[kulkova].rank) == (2500, "5d")


def test_nothing_is_taken_once_a_round_is_paired(office, lists):
    for number in range(4):
        enter(office, f"Player {number}", "5k")
    office.carry_out(HOME, "t", CloseEntries(section=OPEN))
    office.draw_numbers(HOME, OPEN, "t")
    office.pair(HOME, OPEN, "t")
    with pytest.raises(Refused) as refused:
        refresh_ratings(office, (HOME, OPEN), "t", lists, lists.head("egd"))
    assert refused.value.code == "entry.list-too-late"


def test_the_number_of_the_one_who_is_meant_is_taken_over(office, lists):
    who = enter(office, "Jan Mueler", "5k")
    head = lists.head("egd")
    [meant] = lists.find(head, "jan muller")
    take_from_list(office, (HOME, OPEN, EntrantId(who)), "t", meant, head)
    section = office.state(HOME).sections[OPEN]
    assert office.names(section)[who].licence == "10254319"
    assert (section.entrants[who].rank, section.entrants[who].rating) == ("3k", 1790)


def test_somebody_is_entered_as_the_list_knows_them(lists):
    found = looked_up(lists, "egd", Newcomer(Person(name="andrea kulkova"), unit="Brno"))
    assert (found.person.name, found.person.licence) == ("Kulkova Andrea", "10254318")
    assert (found.rank, found.rating, found.unit) == ("6d", 2662, "Brno")
    assert looked_up(lists, "egd", Newcomer(Person(name="19574643"))).person.name == "Abadi Jahin"
    with pytest.raises(Unknown, match="Müller Jan"):
        looked_up(lists, "egd", Newcomer(Person(name="Mueler Jan")))
    with pytest.raises(Unknown, match="egd 2026-11"):
        looked_up(lists, "none", Newcomer(Person(name="x")))
