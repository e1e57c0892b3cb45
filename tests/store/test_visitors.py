"""What is kept for people who take part by themselves: used once on every store, erased wholly."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from qipan.store.visitors.one_time import OneTime
from qipan.store.visitors.registrations import Registration
from qipan.store.visitors.seats import VisitorSeat
from qipan.wiring import open_house


@pytest.fixture(params=["sqlite", "postgres"])
def house(request, tmp_path):
    if request.param == "sqlite":
        data = str(tmp_path / "j.sqlite")
    else:
        data = request.getfixturevalue("postgres").fresh()
    found = open_house(data)
    found.accounts.create("mei", "Mei", None)
    yield found
    found.close()


def at_once(what, words):
    """Do something with every word four times at the same moment; count the successes."""
    with ThreadPoolExecutor(8) as pool:
        return sum(map(bool, pool.map(what, [word for word in words for _ in range(4)])))


def test_of_several_at_once_exactly_one_uses_it(house):
    side, tries = house.side_tables, [f"t{number}" for number in range(10)]
    for token in tries:
        side.one_time.make(token, OneTime("recover", "mei", "a@b.de"), 100)
    assert at_once(lambda token: side.one_time.use(token, "recover", 1), tries) == 10
    assert at_once(lambda word: side.one_time.spend(word, 100, 1), tries) == 10
    side.contacts.make("mei", "the code", 1)
    assert at_once(lambda code: side.contacts.use_recovery("mei", code), ["the code"]) == 1
    for token in tries:
        house.accounts.make_link("mei", token, 100)
    assert at_once(lambda token: house.accounts.use_link(token, 1), tries) == 10


def test_a_link_is_for_one_purpose_and_in_time(house):
    links = house.side_tables.one_time
    links.make("t", OneTime("email", "mei", "a@b.de"), 100)
    assert links.look("t", "recover", 1) is None
    assert links.use("t", "recover", 1) is None
    assert links.use("t", "email", 100) is None
    assert links.use("t", "email", 99) == OneTime("email", "mei", "a@b.de")
    assert links.use("t", "email", 99) is None


def test_a_contact_is_known_by_a_proved_address_only(house):
    contacts = house.side_tables.contacts
    contacts.set_email("mei", "a@b.de", 0)
    assert contacts.owners("a@b.de") == []
    contacts.set_email("mei", "a@b.de", 5)
    assert contacts.owners("a@b.de") == ["mei"]
    contacts.close("p-1")
    contacts.close("p-1")
    assert (contacts.is_closed("p-1"), contacts.is_closed("p-2")) == (True, False)


def test_seats_of_a_guest_become_those_of_the_account(house):
    seats = house.side_tables.visitor_seats
    one, two = VisitorSeat("t1", 0, "go", "computer", 1), VisitorSeat("t2", 1, "go", "friend", 2)
    assert seats.take("guest:x", one)
    assert not seats.take("guest:x", one)
    seats.take("guest:x", two)
    seats.take("account:mei", two)
    assert seats.hand_over("guest:x", "account:mei") == 1  # the other one was there
    assert seats.of("account:mei") == [two, one]
    assert seats.at("account:mei", "t1") == one
    seats.forget("account:mei")
    assert seats.of("account:mei") == []


def test_what_goes_with_an_account_is_gone_with_it(house):
    side = house.side_tables
    side.contacts.set_email("mei", "a@b.de", 5)
    side.one_time.make("t", OneTime("email", "mei", "a@b.de"), 100)
    side.registrations.add(Registration("r1", "cup", "men", "mei", "h", "asked", "{}", made=1))
    side.registrations.add(Registration("r2", "cup", "men", "", "h2", "asked", "{}", made=2))
    assert house.accounts.remove("mei")
    assert side.contacts.owners("a@b.de") == []
    assert side.one_time.look("t", "email", 1) is None
    assert [each.id for each in side.registrations.of_section("cup", "men")] == ["r2"]


def test_a_registration_moves_from_the_state_it_was_seen_in(house):
    kept = house.side_tables.registrations
    asked = Registration("r1", "cup", "men", "", "h", "asked", "{}", made=1)
    kept.add(asked)
    assert at_once(lambda state: kept.move(asked, state, 2, "e1"), ["entered"]) == 1
    assert (kept.find("r1").state, kept.find("r1").entrant) == ("entered", "e1")
    kept.hand_over("h", "mei")
    assert [each.id for each in kept.of_holder("mei", ())] == ["r1"]
    assert kept.erase("r1")
    assert kept.find("r1") is None
