"""Registering for a section by oneself: answered at once, waiting, confirmed, withdrawn."""

import json
import re
from datetime import UTC, datetime

import pytest
from litestar.testing import TestClient

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import DeclareParticipation, RegisterUnit
from qipan.desk.roles import Role
from qipan.host.real_names import RealNames
from qipan.journal.people import Person
from qipan.outbound.real_names import NameCheck
from web.receivers import Receiver
from web.site import sign_in_as, site, token

HERE = "/c/cup/open/register"
ME = {"name": "Mei Lin", "birth": "1990-05-05", "dan": "2", "unit": "Club A"}


@pytest.fixture
def there(tmp_path):
    with site(tmp_path) as (client, house):
        office = house.office
        office.create("cup", "t", "Cup", "gm-2025")
        options = {"qualified": "elsewhere", "group": "open", "period": "1"}
        section = OpenSection(section="open", title="Open", under="entry", options=options)
        office.carry_out("cup", "t", section)
        yield client, house


def browser(client):
    other = TestClient(client.app, raise_server_exceptions=True)
    other.headers["accept-language"] = "en"
    token(other)
    return other


def posted(client, path=HERE, **fields):
    fields["_csrf_token"] = client.cookies["csrftoken"]
    return client.post(path, data=fields, follow_redirects=False)


def opened(client, **terms):
    chief = browser(client)
    sign_in_as(chief, Role.ORGANISER)
    answer = posted(chief, f"{HERE}/section/terms", open="yes", **terms)
    assert answer.status_code == 303, answer.text
    return chief


def section(house):
    return house.office.state("cup").sections["open"]


def names(house):
    found = section(house)
    return [
        house.office.names(found)[who].name
        for who in found.entrants
        if not found.entrants[who].withdrawn
    ]


def own(client):
    return re.findall(r"/register/(r[^/]+)/withdraw", client.get(HERE).text)


def test_nobody_registers_before_the_organiser_opens_it(there):
    client, house = there
    guest = browser(client)
    assert "not open" in guest.get(HERE).text
    assert posted(guest, **ME).status_code == 422
    assert posted(guest, f"{HERE}/section/terms", open="yes").status_code == 403
    assert names(house) == []


def test_a_guest_registers_is_entered_and_withdraws_their_own_and_nobody_elses(there):
    client, house = there
    opened(client)
    guest, other = browser(client), browser(client)
    assert "/c/cup/open/register" in guest.get("/c/cup/open").text
    assert posted(guest, **ME).status_code == 303
    assert names(house) == ["Mei Lin"]
    (mine,) = own(guest)
    assert own(other) == []
    assert "1990-05-05" not in other.get(HERE).text  # nobody else reads what was filled in
    assert posted(other, f"{HERE}/{mine}/withdraw").status_code == 403
    assert "/card/cup/open/" in guest.get(HERE).text
    assert posted(guest, f"{HERE}/{mine}/withdraw").status_code == 303
    assert names(house) == []
    assert "withdrawn" in guest.get(HERE).text


@pytest.mark.parametrize(
    ("wrong", "status", "told"),
    [
        ({"dan": "5"}, 422, "GM 5"),
        ({"birth": "2010-01-01", "guardian": "P", "consent": "yes"}, 422, "GM 3"),
        ({"birth": "2010-01-01"}, 422, "guardian"),
        ({"birth": ""}, 400, "date of birth"),
        ({"birth": "2999-01-01"}, 400, "date of birth"),
        ({"name": ""}, 400, "1 to 60"),
        ({"name": "x" * 81}, 400, "too long"),
        ({"email": "a@b.de\nBcc: c@d.de"}, 400, "e-mail"),
        ({"dan": "x"}, 400, "dan"),
    ],
)
def test_what_the_regulation_forbids_is_answered_at_once_with_the_clause(
    there, wrong, status, told
):
    client, house = there
    opened(client)
    answer = posted(browser(client), **{**ME, **wrong})
    assert answer.status_code == status
    assert told in answer.text
    assert names(house) == []
    assert house.side_tables.registrations.of_section("cup", "open") == []


def test_a_full_section_has_a_waiting_list_that_moves_up(there):
    client, house = there
    opened(client, most="2")
    guests = [browser(client) for _ in range(4)]
    for number, guest in enumerate(guests):
        assert posted(guest, **{**ME, "name": f"Player {number}"}).status_code == 303
    assert names(house) == ["Player 0", "Player 1"]
    assert "on the waiting list" in guests[2].get(HERE).text
    posted(guests[0], f"{HERE}/{own(guests[0])[0]}/withdraw")
    assert names(house) == ["Player 1", "Player 2"]
    posted(guests[3], f"{HERE}/{own(guests[3])[0]}/withdraw")
    assert names(house) == ["Player 1", "Player 2"]


def test_an_organiser_confirms_refuses_and_notes_payments(there):
    client, house = there
    chief = opened(client, confirm="yes", fee="RM 20")
    one, two = browser(client), browser(client)
    assert "RM 20" in one.get(HERE).text
    posted(one, **ME)
    posted(two, **{**ME, "name": "Two"})
    assert names(house) == []
    first, second = (own(each)[0] for each in (one, two))
    assert posted(one, f"{HERE}/{first}/confirm").status_code == 403
    assert posted(one, f"{HERE}/{first}/paid").status_code == 403
    for action in ("confirm", "paid"):
        assert posted(chief, f"{HERE}/{first}/{action}").status_code == 303
    posted(chief, f"{HERE}/{second}/refuse")
    assert names(house) == ["Mei Lin"]
    assert "paid" in one.get(HERE).text
    assert "declined" in two.get(HERE).text
    assert posted(chief, f"{HERE}/none/confirm").status_code == 404


def test_an_account_that_registers_is_the_player(there):
    client, house = there
    opened(client)
    player = browser(client)
    sign_in_as(player, Role.PLAYER)
    assert posted(player, **ME).status_code == 303
    assert player.get("/me", follow_redirects=False).headers["location"] == "/c/cup/open/me/e1"
    child = {**ME, "name": "A Friend", "birth": "1991-01-01"}
    assert posted(player, **child).status_code == 303  # somebody else, registered by the same
    assert (
        len(set(section(house).entrants["e1"].people) & set(section(house).entrants["e2"].people))
        == 0
    )


def test_a_minor_is_taken_with_the_guardian(there):
    client, house = there
    office = house.office
    options = {"qualified": "elsewhere", "group": "junior", "period": "1"}
    junior = OpenSection(section="junior", title="Junior", under="entry", options=options)
    office.carry_out("cup", "t", junior)
    chief = browser(client)
    sign_in_as(chief, Role.ORGANISER)
    posted(chief, "/c/cup/junior/register/section/terms", open="yes")
    child = {**ME, "birth": "2011-01-01", "guardian": "Parent", "consent": "yes"}
    guest = browser(client)
    assert posted(guest, "/c/cup/junior/register", **child).status_code == 303
    assert "Parent" in chief.get("/c/cup/junior/register").text
    assert "Parent" not in browser(client).get("/c/cup/junior/register").text


def test_a_visitor_registers_a_family_not_a_crowd(there):
    client, house = there
    opened(client)
    guest = browser(client)
    answers = [posted(guest, **{**ME, "name": f"P {n}"}).status_code for n in range(11)]
    assert answers == [303] * 10 + [422]
    assert len(names(house)) == 10


def test_a_captain_registers_a_team_each_in_a_part_that_the_book_knows(there):
    client, house = there
    house.office.create("teams", "t", "Teams", "my-2018")
    found = OpenSection(section="open", title="Teams", under="team")
    house.office.carry_out("teams", "t", found)
    unit = RegisterUnit(unit="Perak", kind="direct", dues_paid=True)
    house.office.carry_out("teams", "t", unit)
    declared = DeclareParticipation(section="open", unit="Perak")
    house.office.carry_out("teams", "t", declared)
    here = "/c/teams/open/register"
    chief = browser(client)
    sign_in_as(chief, Role.ORGANISER)
    assert posted(chief, f"{here}/section/terms", open="yes").status_code == 303
    captain = browser(client)
    page = captain.get(here).text
    assert page.count('name="member-') == 4
    assert "junior" in page
    team = {"name": "Captain", "birth": "1980-01-01", "unit": "Perak"}
    team |= {"member-2": "Two", "member-3": "Three", "member-4": "Young", "birth-4": "2015-01-01"}
    missing = posted(captain, here, **{**team, "member-3": ""})
    assert missing.status_code in (400, 422)
    old = posted(captain, here, **{**team, "birth-4": "1970-01-01"})
    assert old.status_code == 422  # a junior is young, by the clause
    assert "MY-V 3.1" in old.text
    answer = posted(captain, here, **team)
    assert answer.status_code == 303, re.findall(r"<strong>([^<]+)", answer.text)
    (entrant,) = house.office.state("teams").sections["open"].entrants.values()
    known = house.people.find(entrant.people)
    assert [known[who].name for who in entrant.people] == ["Captain", "Two", "Three", "Young"]
    assert known[entrant.people[3]].birth == "2015-01-01"
    assert entrant.roles == ("player", "player", "player", "junior")


def test_the_operators_service_confirms_real_names_and_nobody_else_is_verified(there):
    client, house = there
    service = Receiver()
    try:
        opened(client)
        for name in ("Mei Lin", "Nobody Known"):
            assert posted(browser(client), **{**ME, "name": name}).status_code == 303
        check = NameCheck(f"{service.base}/check", "secret", ("127.0.0.0/8",))
        names_ = RealNames(house, check, lambda: datetime(2025, 1, 1, tzinfo=UTC))
        service.answer = (503, b"")
        names_.look()
        assert section(house).verified == frozenset()
        asked = len(service.taken)
        assert asked == 2
        names_.look()
        assert len(service.taken) == asked  # not before a while
        later = RealNames(house, check, lambda: datetime(2025, 1, 1, tzinfo=UTC))
        service.answer = (200, b'{"verified": true}')
        later.look()
        assert len(section(house).verified) == 2
        path, headers, body = service.taken[-1]
        said = json.loads(body)
        assert (path, said["birth"], said["section"]) == ("/check", "1990-05-05", "open")
        assert headers["Qipan-Signature"].startswith("t=")
        hostile = NameCheck("http://127.0.0.1:1/", "secret")
        assert hostile.verified(Person(name="x"), {}, 0) is None
    finally:
        service.close()
