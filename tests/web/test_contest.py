"""Pages and forms of contests and lobbies: who may, what is told, and what happens."""

import asyncio
import json
import re
import time
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest

from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.online.commands import CheckInForRound
from qipan.desk.roles import Role
from qipan.journal.live.lobby import read_lobby
from qipan.journal.people import Person
from qipan.kernel.clock import PerMove
from qipan.kernel.ids import PersonId
from qipan.play.seats import opaque_id
from qipan.web.player.phones import carry_out
from web.site import sign_in_as, site, token

CUP = "/c/cup/entry"
PAGE = f"{CUP}/contest"
PATIENCE = 200


@pytest.fixture
def contest(tmp_path):
    with site(tmp_path) as (client, house):
        office = house.office
        office.create("cup", "t", "Cup", "gm-2025")
        options = {"entry_checks": False}
        office.carry_out(
            "cup",
            "t",
            OpenSection(section="entry", title="Entry", under="entry", options=options),
        )
        player = PersonId(opaque_id(key_of(client), Role.PLAYER.value))
        people = [Newcomer(Person(name="Anna"), known=player), Newcomer(Person(name="Ben"))]
        office.around.people.save(player, Person(name="Anna"))
        office.enter_all("cup", "entry", "t", people)
        yield client, house


def key_of(client):
    return client.app.dependencies["context"].dependency().tables.key


def post(client, action, page=PAGE, **fields):
    fields["_csrf_token"] = token(client)
    return client.post(f"{page}/{action}", data=fields, follow_redirects=False)


def opened(client, mode="online", start=timedelta(minutes=10)):
    sign_in_as(client, Role.CHIEF_ARBITER)
    assert post(client, "open", zone="+00:00", mode=mode, check_in="30").status_code == 303
    begins = (datetime.now(UTC) + start).replace(tzinfo=None).isoformat(timespec="seconds")
    answer = post(client, "plan", starts=begins, despite="a test")
    assert answer.status_code == 303, answer.text


def section_of(house):
    return house.office.state("cup").sections["entry"]


def wait_until(true):
    for _ in range(PATIENCE):
        if true():
            return
        time.sleep(0.05)
    raise AssertionError("it never came")


def test_a_player_checks_in_by_account_and_nobody_else(contest):
    client, house = contest
    opened(client)
    client.cookies.clear()
    assert post(client, "check-in", round="1", entrant="e1").status_code == 403
    sign_in_as(client, Role.PLAYER)
    assert post(client, "check-in", round="1", entrant="e2").status_code == 403
    assert "Check in for round 1" in client.get(PAGE).text
    assert post(client, "check-in", round="1").status_code == 303
    assert section_of(house).checked_in == {(1, "e1")}
    assert "checked-in" in client.get(PAGE).text


def test_many_check_in_at_once_and_none_is_turned_away(contest):
    client, house = contest
    opened(client)
    context = client.app.dependencies["context"].dependency()
    with client.portal() as portal:  # else the timetable may write in between
        portal.call(context.contests.stop, house)
    at = datetime.now(UTC).isoformat()
    commands = [
        CheckInForRound(section="entry", round=1, entrant=who, at=at) for who in ("e1", "e2") * 8
    ]

    async def crowd():  # each tries once: those of one process do not stand in each other's way
        await asyncio.gather(*(carry_out(context, "cup", "t", each, 1) for each in commands))

    asyncio.run(crowd())
    assert section_of(house).checked_in == {(1, "e1"), (1, "e2")}
    names = [each.name for each in house.log.read("competition/cup")]
    assert names.count("round-checked-in/1") == 2


def test_a_card_checks_its_own_player_in_and_nobody_else(contest):
    client, house = contest
    opened(client)
    cards = re.findall(r'href="(/card/cup/entry/[^"]+)"', client.get(PAGE).text)
    assert len(cards) == 2
    client.cookies.clear()
    assert "/card/" not in client.get(PAGE).text  # nobody else is shown a key
    taken = client.post(f"{cards[1]}/take", data={"_csrf_token": token(client)})
    assert "/contest" in taken.text
    assert post(client, "check-in", round="1", entrant="e1").status_code == 403
    assert post(client, "check-in", round="1").status_code == 303
    assert section_of(house).checked_in == {(1, "e2")}
    arrived = [e for e in house.log.read("competition/cup") if e.name == "round-checked-in/1"]
    assert [each.actor for each in arrived] == ["player:entry/e2"]


def test_only_the_staff_controls_the_timetable(contest):
    client, house = contest
    opened(client, start=timedelta(hours=3))
    version = house.office.state("cup").version
    for role in (Role.PLAYER, Role.SPECTATOR):
        client.cookies.clear()
        sign_in_as(client, role)
        for action in ("open", "plan", "shift", "reopen", "advance"):
            fields = {"round": "1", "minutes": "5", "board": "1", "reason": "x"}
            assert post(client, action, **fields).status_code == 403, (role, action)
    assert house.office.state("cup").version == version
    client.cookies.clear()
    sign_in_as(client, Role.ARBITER)
    assert post(client, "shift", round="1", minutes="-5", reason="earlier").status_code == 303
    wrong = post(client, "shift", round="1", minutes="soon", reason="x")
    assert wrong.status_code == 400
    refused = post(client, "shift", round="9", minutes="5", reason="x")
    assert refused.status_code == 422
    assert "Round 9 has no starting time yet." in refused.text


def test_a_board_in_the_hall_is_entered_with_its_key(contest):
    client, house = contest
    opened(client, mode="hall", start=timedelta())
    wait_until(lambda: section_of(house).rounds)
    link = re.search(r'href="(/c/cup/entry/board/1\?key=[^"]+)"', client.get(PAGE).text)[1]
    client.cookies.clear()
    csrf = {"x-csrftoken": token_cookie(client)}
    path, _, query = link.partition("?")
    assert client.get(f"{path}?key=guessed").status_code == 422
    wrong = client.post(f"{path}?key=guessed", json={"table": "x", "places": [1, 2]}, headers=csrf)
    assert wrong.status_code == 422
    state = f"{path}/state?{query}"
    wait_until(lambda: client.get(state).status_code == 200)
    told = client.get(state).json()
    assert (told["hall"], told["acting"]) == (True, [0])
    assert "boardside.js" in client.get(link).text
    told = client.post(
        link, json={"table": told["table"], "move": "h8", "seq": told["seq"]}, headers=csrf
    ).json()
    assert (told["message"], told["acting"]) == ("", [1])
    told = client.post(
        link, json={"table": told["table"], "move": "h8", "seq": told["seq"]}, headers=csrf
    ).json()
    assert told["message"]
    told = client.post(link, json={"table": told["table"], "places": [2, 1]}, headers=csrf).json()
    assert told["outcome"]["places"] == [2, 1]
    wait_until(lambda: section_of(house).rounds[0].games.get(1))
    assert section_of(house).rounds[0].games[1][0].result.score.seats == (0, 2)


def token_cookie(client):
    client.get("/sign-in")
    return client.cookies["csrftoken"]


def test_all_boards_are_on_one_page(contest):
    client, house = contest
    opened(client, start=timedelta())
    wait_until(lambda: section_of(house).rounds)
    text = client.get(f"{CUP}/boards").text
    assert text.count("<figure") == 1
    assert "Anna" in text
    assert "Ben" in text


def test_a_table_of_a_contest_knows_the_clauses_of_its_regulation(contest):
    client, house = contest
    opened(client, start=timedelta())
    wait_until(lambda: section_of(house).rounds)
    wait_until(lambda: "/t/" in client.get(f"{CUP}/contest").text)
    table = re.search(r'"(/t/[^"?]+)', client.get(f"{CUP}/contest").text)[1]
    wait_until(lambda: client.get(table).status_code == 200)  # it opens in a moment
    cited = json.loads(unescape(re.search(r'data-clauses="([^"]*)"', client.get(table).text)[1]))
    assert cited["gomoku.five"] == "GM 6.1.3(2)"


def test_a_lobby_in_the_browser(contest):
    client, house = contest
    sign_in_as(client, Role.CHIEF_ARBITER)
    headers = {"x-csrftoken": client.cookies["csrftoken"]}
    wrong = client.post("/api/lobbies", json={"name": "p1", "begins": "soon"}, headers=headers)
    assert (wrong.status_code, wrong.json()["code"]) == (400, "input.moment")
    made = client.post("/api/lobbies", json={"name": "p1"}, headers=headers)
    assert made.status_code == 201
    assert "/lobby/p1" in client.get("/lobby").text
    page = client.get("/lobby/p1").text
    assert "0 / 20" in page
    assert "15 minutes per game, at most 3 per move" in page
    assert "Results do not count." in page
    assert post(client, "wait", "/lobby/p1").status_code == 303
    assert 'id="waiting"' in client.get("/lobby/p1").text
    assert post(client, "leave", "/lobby/p1").status_code == 303
    assert 'id="waiting"' not in client.get("/lobby/p1").text
    client.cookies.clear()
    assert post(client, "wait", "/lobby/p1").status_code == 403
    practice = post(client, "practise", "/lobby/p1")
    assert practice.headers["location"].startswith("/t/")
    assert "practice" in client.get(practice.headers["location"]).text
    assert house.log.version("lobby/p1") == 1


def test_gm_6_1_3_1_a_lobby_takes_game_clock_and_target_from_the_book(contest):
    client, house = contest
    sign_in_as(client, Role.CHIEF_ARBITER)
    headers = {"x-csrftoken": client.cookies["csrftoken"]}
    said = {"name": "p2", "book": "gm-2025", "game": "go", "target": 3}
    made = client.post("/api/lobbies", json=said, headers=headers)
    assert made.status_code == 201, made.text
    assert (made.json()["game"], made.json()["target"]) == ("gomoku", 20)
    terms = read_lobby(house.log, "p2").terms
    assert set(terms.controls) == {PerMove(15 * 60_000, 3 * 60_000)}
    assert terms.rules["win"] == "five-or-more"
    for wrong in ({"book": "wx-14"}, {"book": "none"}, {"book": "gm-2025", "event": "final"}):
        answer = client.post("/api/lobbies", json={"name": "p3", **wrong}, headers=headers)
        assert answer.status_code in (400, 404), wrong
