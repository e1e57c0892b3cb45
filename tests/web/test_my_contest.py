"""A contest's player on the own page: the right countdown, check-in, the table, and onward."""

import re
import time
from datetime import UTC, datetime, timedelta, timezone

import pytest

from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.online.commands import OpenContest, PlanRounds
from qipan.desk.roles import Role
from qipan.journal.people import Person
from qipan.kernel.ids import PersonId
from qipan.play.seats import opaque_id, seat_link
from web.markup import flat
from web.site import sign_in_as, site, token

ME = "/c/cup/entry/me/e1"
CHINA = timezone(timedelta(hours=8))


@pytest.fixture
def contest(tmp_path):
    """A contest in +08:00 on a server that stands elsewhere; e1 is the account of a player."""
    with site(tmp_path) as (client, house):
        office = house.office
        office.create("cup", "t", "Cup", "gm-2025")
        options = {"entry_checks": False}
        section = OpenSection(section="entry", title="Entry", under="entry", options=options)
        office.carry_out("cup", "t", section)
        key = client.app.dependencies["context"].dependency().tables.key
        player = PersonId(opaque_id(key, Role.PLAYER.value))
        office.around.people.save(player, Person(name="Anna"))
        people = [Newcomer(Person(name="Anna"), known=player), Newcomer(Person(name="Ben"))]
        office.enter_all("cup", "entry", "t", people)
        office.carry_out("cup", "t", OpenContest(section="entry", zone="+08:00", check_in=30))
        sign_in_as(client, Role.PLAYER)
        yield client, house


def planned(house, minutes):
    start = datetime.now(CHINA) + timedelta(minutes=minutes)
    text = start.replace(tzinfo=None).isoformat(timespec="seconds")
    plan = PlanRounds(section="entry", starts=(text,), despite="a test")
    house.office.carry_out("cup", "t", plan)
    return start


def left(page):
    """The seconds that the card counts down: its moment less the server's."""
    until = datetime.fromisoformat(re.search(r'data-until="([^"]+)"', page)[1])
    now = datetime.fromisoformat(re.search(r'data-now="([^"]+)"', page)[1])
    assert now.tzinfo is not None
    return (until - now).total_seconds()


def state(page):
    return re.search(r'data-state="([^"]+)"', page)[1]


@pytest.mark.parametrize("zone", ["UTC", "Asia/Shanghai", "America/New_York"])
def test_the_countdown_is_right_in_any_zone_of_the_server(contest, zone, monkeypatch):
    client, house = contest
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        start = planned(house, 10)
        page = client.get(ME).text
        assert state(page) == "check-in"
        assert 570 < left(page) <= 600
        assert f"<b>{start:%H:%M}</b>" in flat(page)  # the contest's own clock
        assert "UTC+8" in page
        assert f'data-yours="{start.isoformat(timespec="seconds")}"' in page
    finally:
        monkeypatch.undo()
        time.tzset()


def test_check_in_is_on_the_card_and_for_its_player_only(contest):
    client, house = contest
    planned(house, 10)
    assert client.get("/me", follow_redirects=False).headers["location"] == ME
    form = {"round": "1", "_csrf_token": token(client)}
    answer = client.post(f"{ME}/check-in", data=form, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, ME)
    assert house.office.state("cup").sections["entry"].checked_in == {(1, "e1")}
    assert state(client.get(ME).text) == "checked-in"
    assert client.post("/c/cup/entry/me/e2/check-in", data=form).status_code == 403
    early = client.post(f"{ME}/check-in", data={**form, "round": "2"})
    assert early.status_code in (400, 422)


def test_the_table_is_on_the_card_when_the_round_begins_with_the_limit_for_coming(contest):
    client, house = contest
    planned(house, 0)
    for _ in range(300):
        card = client.get(f"{ME}/card").text
        if 'id="my-table"' in card:
            break
        time.sleep(0.05)
    assert state(card) == "late"
    assert 200 < left(card) <= 301
    assert "GM 6.1.3(2)" in card
    assert "<html" not in card  # the card alone
    link = re.search(r'id="my-table" href="([^"]+)"', card)[1]
    page = client.get(link)
    assert 'data-seat="' in page.text
    bare = link.partition("?")[0]
    onward = client.get(f"{bare}/onward").json()
    assert (onward["home"], onward["table"]) == (ME, "")
    match = {"won": 0, "lost": 0, "games": 2, "result": "", "forfeit": False}
    assert onward["match"] == match
    client.cookies.clear()
    assert client.get(f"{bare}/onward").status_code == 422  # no seat, no word
    assert client.get(f"{ME}/card").status_code == 403


def test_who_has_no_times_yet_reads_so(contest):
    client, _ = contest
    page = client.get(ME).text
    assert state(page) == "no-times"
    assert "data-tick" not in page
    assert datetime.now(UTC).tzinfo is not None


def test_a_player_and_a_whole_round_are_followed_from_game_to_game(contest):
    client, house = contest
    here = "/watch?competition=cup&section=entry"
    assert "Anna is not playing now" in client.get(f"{here}&who=e1").text
    planned(house, 0)
    tables = client.app.dependencies["context"].dependency().tables
    for _ in range(600):
        found = [each for each in tables.tables() if each.opened.origin.get("section") == "entry"]
        if found:
            break
        time.sleep(0.05)
    links = [seat_link(tables.key, found[0], seat) for seat in (0, 1)]
    table, queries = found[0].id, [link.partition("?")[2] for link in links]
    with (
        client.websocket_connect(f"/play/socket/{table}?{queries[0]}"),
        client.websocket_connect(f"/play/socket/{table}?{queries[1]}"),
    ):
        for _ in range(600):
            if f'data-table="{table}"' in client.get(here).text:
                break
            time.sleep(0.05)
        for asked in (here, f"{here}&who=e1", f"{here}&who=e2", "/watch?by=strength"):
            page = client.get(asked).text
            assert re.findall(r'data-table="([^"]+)"', page) == [table], asked
        assert "Anna" in client.get(f"{here}&who=e2").text
    assert client.get(f"{here}&who=none").status_code == 404
    assert client.get("/watch?competition=cup&section=none&who=e1").status_code == 404
