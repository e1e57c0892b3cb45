"""Races through the whole program: what is decided once stays decided once, wherever it is asked.

A database is used by two houses at once, as two processes would.
"""

from datetime import UTC, datetime

import msgspec
import pytest
from litestar.testing import TestClient

from contract.racing import AT_ONCE, STORES, opened_houses, race, won
from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.online.commands import CheckInForRound, OpenContest, PlanRounds
from qipan.desk.results.commands import RecordResult
from qipan.desk.roles import Role
from qipan.desk.rounds.commands import PublishRound
from qipan.journal.people import Person
from qipan.kernel.errors import Conflict, Refused
from qipan.kernel.ids import PersonId, SectionId
from qipan.kernel.results import Score
from qipan.office.registration import ASKED, ENTERED, WAITING, Filled, Terms
from qipan.store.visitors.profiles import ProfileChoice
from qipan.store.visitors.reaches import Reach
from qipan.store.visitors.registrations import Registration
from qipan.store.visitors.seats import VisitorSeat
from qipan.web.app import build
from qipan.web.live.register import enter_registered, move_up
from qipan.web.serving import make_context
from qipan.web.shared.limits import attempts
from qipan.web.shared.visitor import SESSION

MEN, TIMES = SectionId("men"), 6


@pytest.fixture(params=STORES)
def houses(request, tmp_path):
    found = opened_houses(request, tmp_path)
    yield found
    for each in found:
        each.close()


def with_players(office, count, home="cup"):
    office.create(home, "org", "Cup", "wx-14")
    office.carry_out(home, "org", OpenSection(section=MEN, title="Men", under="women"))
    people = [Newcomer(Person(name=f"P{at}"), unit=f"U{at}") for at in range(count)]
    return [office.enter(home, MEN, "org", each) for each in people]


def names_of(house, home="cup"):
    return [each.name for each in house.log.read(f"competition/{home}")]


def test_what_is_saved_by_many_at_once_is_saved(houses):
    """A first save is an insertion; whoever comes second finds a row."""
    houses[0].accounts.create("mei", "Mei", None)
    for turn in range(TIMES):
        account = f"a{turn}"
        houses[0].accounts.create(account, account, None)

        def save(number, turn=turn, account=account):
            house = houses[number % len(houses)]
            side = house.side_tables
            side.profiles.save(ProfileChoice(f"p{turn}-{number}", account, f"x{turn}", ("a",)))
            side.contacts.make(account, f"code-{number}", 1)
            side.contacts.set_email(account, "a@b.de", 1)
            house.people.save(PersonId(f"person-{turn}"), Person(name=f"N{number}"))
            side.registrations.set_terms("cup", f"s{turn}", f"t{number}", 1)
            house.accounts.grant(account, "cup", Role.ARBITER)
            return True

        found = race(save)
        assert won(found) == AT_ONCE, found
    side = houses[0].side_tables
    assert side.profiles.of_account("a0").shown == ("a",)
    assert side.contacts.find("a0").email == "a@b.de"
    assert side.registrations.terms("cup", "s0").startswith("t")


def test_a_lot_is_committed_to_and_drawn_once(houses):
    office = [each.office for each in houses]
    with_players(office[0], 6)
    office[0].carry_out("cup", "org", CloseEntries(section=MEN))
    found = race(lambda n: office[n % len(office)].commit_lot("cup", MEN, f"c{n}"))
    assert won(found) == 1, found
    found = race(lambda n: office[n % len(office)].draw_numbers("cup", MEN, f"c{n}", (f"w{n}",)))
    assert won(found) == 1, found
    assert all(isinstance(each, Conflict | Refused) or each.version for each in found)
    names = names_of(houses[0])
    assert names.count("lot-committed/1") == 1
    assert names.count("numbers-assigned/1") == 1
    found = race(lambda n: office[n % len(office)].pair("cup", MEN, f"c{n}"))
    assert won(found) == 1, found
    assert sum(name.startswith("round-paired") for name in names_of(houses[0])) == 1


def test_a_result_is_recorded_once_and_the_others_are_told(houses):
    office = [each.office for each in houses]
    with_players(office[0], 4)
    office[0].carry_out("cup", "org", CloseEntries(section=MEN))
    office[0].commit_lot("cup", MEN, "org")
    office[0].draw_numbers("cup", MEN, "org")
    office[0].pair("cup", MEN, "org")
    office[0].carry_out("cup", "org", PublishRound(section=MEN, round=1))
    scores = [Score((2, 0)), Score((0, 2)), Score((1, 1))]

    def record(number):
        command = RecordResult(section=MEN, round=1, board=1, score=scores[number % 3])
        return office[number % len(office)].carry_out("cup", f"arbiter-{number}", command)

    assert won(race(record)) == 1
    assert sum(name.startswith("result-recorded") for name in names_of(houses[0])) == 1


def test_a_round_is_checked_in_for_once(houses):
    office = [each.office for each in houses]
    office[0].create("cup", "t", "Cup", "gm-2025")
    options = {"entry_checks": False}
    section = OpenSection(section="entry", title="Entry", under="entry", options=options)
    office[0].carry_out("cup", "t", section)
    people = [Newcomer(Person(name=name)) for name in ("Anna", "Ben")]
    office[0].enter_all("cup", "entry", "t", people)
    office[0].carry_out("cup", "t", OpenContest(section="entry", zone="+00:00", check_in=30))
    start = datetime(2030, 1, 1, 10, tzinfo=UTC)
    plan = PlanRounds(section="entry", starts=("2030-01-01T10:00:00",), despite="a test")
    office[0].carry_out("cup", "t", plan)

    def check_in(number):
        command = CheckInForRound(
            section="entry", round=1, entrant="e1", at=start.replace(hour=9, minute=50).isoformat()
        )
        return office[number % len(office)].carry_out("cup", f"phone-{number}", command)

    found = race(check_in)
    assert names_of(houses[0]).count("round-checked-in/1") == 1, found


# -- registrations -----------------------------------------------------------------------------


def registered(house, number, state):
    content = msgspec.json.encode(Filled(name=f"N{number}", unit=f"U{number}")).decode()
    kept = Registration(f"r{number}", "cup", "men", "", f"h{number}", state, content, "", number)
    house.side_tables.registrations.add(kept)
    return kept


def test_a_registration_is_confirmed_once(houses):
    contexts = [make_context(each) for each in houses]
    with_players(houses[0].office, 0)
    for turn in range(TIMES):
        kept = registered(houses[0], turn, ASKED)
        race(lambda n, kept=kept: enter_registered(contexts[n % len(contexts)], kept))
    entrants = houses[0].office.state("cup").sections[MEN].entrants
    assert len(entrants) == TIMES
    rows = houses[0].side_tables.registrations.of_section("cup", "men")
    assert {(each.state, each.entrant in entrants) for each in rows} == {(ENTERED, True)}


def test_no_more_are_entered_than_there_are_places(houses):
    contexts = [make_context(each) for each in houses]
    with_players(houses[0].office, 0)
    side = houses[0].side_tables.registrations
    side.set_terms("cup", "men", msgspec.json.encode(Terms(most=3)).decode(), 1)

    def register(number):
        registered(houses[number % len(houses)], number, WAITING)
        move_up(contexts[number % len(contexts)], "cup", "men")
        return True

    race(register, at_once=8)
    move_up(contexts[0], "cup", "men")  # who lost a race waits until the next change
    assert houses[0].office.state("cup").sections[MEN].active_count == 3
    states = [each.state for each in side.of_section("cup", "men")]
    assert (states.count(ENTERED), states.count(WAITING)) == (3, 5)


# -- seats, and what a guest takes along -------------------------------------------------------


def test_a_free_seat_is_taken_once_and_handed_over_once(houses):
    sides = [each.side_tables for each in houses]
    for turn in range(TIMES):
        table, now = f"t{turn}", 1

        def claim(number, table=table, now=now):
            return sides[number % len(sides)].one_time.spend(f"seat/{table}/1", now + 100, now)

        assert won(race(claim)) == 1
        guest, account = f"guest:{turn}", f"account:{turn}"
        seat = VisitorSeat(table, 1, "go", "friend", now)

        def take(number, guest=guest, seat=seat):
            return sides[number % len(sides)].visitor_seats.take(guest, seat)

        assert won(race(take)) == 1
        sides[0].reaches.add(Reach(f"w{turn}", "cup", "men", "", guest, "mail", "en", "{}"))

        def hand_over(number, guest=guest, account=account):
            side = sides[number % len(sides)]
            side.reaches.hand_over(guest, account)
            return side.visitor_seats.hand_over(guest, account)

        found = race(hand_over)
        assert sorted(map(str, found)) == ["0"] * (AT_ONCE - 1) + ["1"], found
        assert sides[0].visitor_seats.of(account) == [seat]
        assert [each.owner for each in sides[0].reaches.of_owner([account, guest])] == [account]


def test_a_call_is_claimed_by_one_sender(houses):
    sides = [each.side_tables for each in houses]
    for turn in range(TIMES):
        wish = Reach(f"w{turn}", "cup", "men", "", "guest:x", "mail", "en", "{}")
        sides[0].reaches.add(wish)

        def claim(number, wish=wish):
            return sides[number % len(sides)].reaches.claim(wish, 10, 100)

        assert won(race(claim)) == 1


# -- commands with an id -----------------------------------------------------------------------


def test_a_move_with_an_id_is_played_once_and_answered_the_same(houses):
    """Sent again and again over HTTP, as a telephone does that heard no answer."""
    house = houses[0]
    house.accounts.create("chief", "Chief", None)
    house.accounts.grant("chief", "*", Role.CHIEF_ARBITER)
    house.accounts.open_session("chief", "session-of-chief", 2**40)
    attempts.forget()
    with TestClient(build(make_context(house))) as client:
        client.cookies.set(SESSION, "session-of-chief")
        client.get("/sign-in")
        client.headers["x-csrftoken"] = client.cookies["csrftoken"]
        terms = {"game": "gomoku", "controls": [{"kind": "untimed"}], "occupants": ["a", "b"]}
        made = client.post("/api/tables", json={**terms, "begin": True})
        assert made.status_code == 201, made.text
        table = made.json()["table"]
        tokens = [link.split("token=")[1] for link in made.json()["links"]]
        for turn, text in enumerate(("h8", "a1", "i8", "a2")):
            move = {"token": tokens[turn % 2], "text": text, "id": f"m{turn}"}
            found = race(lambda _, move=move: client.post(f"/api/tables/{table}/moves", json=move))
            told = {(each.status_code, each.text) for each in found}
            assert len(told) == 1, told
            assert found[0].status_code == 201, told
        names = [each.name for each in house.log.read(f"table/{table}")]
        assert names.count("move-played/1") == 4
