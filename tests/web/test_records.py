"""Records of a competition in the browser and over the API."""

import base64
import re

import pytest

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.roles import Role
from qipan.desk.rounds.commands import PublishRound
from qipan.formats.json_record import write
from qipan.formats.record import Record
from qipan.journal.people import Person
from qipan.kernel.ids import SectionId
from web.accessibility import complaints
from web.site import WOMEN, act, sign_in_as, site

MATE = "b2d2 b7b5 d2a2 i6i5 h2h4 b5c5 a2a1 h7c7 a1e1 c5c0"
API = "/api/competitions/demo/women/records"
PAGE = f"{WOMEN}/record?round=3&board=2"


@pytest.fixture
def served(tmp_path):
    with site(tmp_path) as pair:
        yield pair


def test_an_arbiter_pastes_a_record_and_everybody_looks_at_it(served):
    client, _ = served
    assert client.get(PAGE).status_code == 404
    sign_in_as(client, Role.ARBITER)
    act(client, "result", round=3, board=2, result="1-0")
    answer = act(client, "attach-record", round=3, board=2, ending=".pgn", record=f"{MATE} 0-1")
    assert answer.status_code == 303, answer.text
    section = client.get(f"{WOMEN}?round=3").text
    assert "record?round=3&amp;board=2&amp;game=1" in section
    assert "The record differs from the result" in section
    page = client.get(PAGE).text
    assert "The record differs from the result" in page
    assert 'data-review="board"' in page
    answer = act(client, "settle-record", round=3, board=2, reason="ruled lost")
    assert answer.status_code == 303
    assert "ruled lost" in client.get(PAGE).text
    client.cookies.clear()
    assert client.get(PAGE).status_code == 200


def test_an_illegal_move_is_named_on_the_page(served):
    client, _ = served
    sign_in_as(client, Role.ARBITER)
    record = '{"game": "xiangqi", "moves": ["h2e2", "e9e7"]}'
    answer = act(client, "attach-record", round=3, board=2, ending=".json", record=record)
    assert answer.status_code == 422
    assert "Move 2 of the record, e9e7, is illegal" in answer.text
    answer = act(client, "attach-record", round=3, board=2, ending=".json", record="")
    assert answer.status_code == 400


def test_the_api_attaches_and_lists(served):
    client, _ = served
    content = write(Record("xiangqi", tuple(MATE.split())))
    body = {
        "round": 3,
        "board": 2,
        "name": "game.json",
        "content": base64.b64encode(content).decode(),
        "base64": True,
    }
    client.get(WOMEN)
    headers = {"x-csrftoken": client.cookies.get("csrftoken")}
    assert client.post(API, json=body, headers=headers).status_code == 403
    sign_in_as(client, Role.ARBITER)
    headers = {"x-csrftoken": client.cookies.get("csrftoken")}
    answer = client.post(API, json=body, headers=headers)
    assert answer.status_code == 201, answer.text
    assert answer.json()["compared"]["verdict"] == "waiting"
    (listed,) = client.get(API).json()
    assert (listed["plies"], listed["moves"][0]) == (10, "b2d2")
    wrong = client.post(API, json={**body, "content": "%"}, headers=headers)
    assert wrong.status_code == 400
    wrong = client.post(API, json={**body, "number": 2}, headers=headers)
    assert wrong.status_code == 400


def test_the_desk_lists_what_differs_and_settles_it(served):
    client, _ = served
    sign_in_as(client, Role.ARBITER)
    desk = f"{WOMEN}/desk/records"
    act(client, "result", round=3, board=2, result="1-0")
    answer = act(
        client, "attach-record", path=desk, round=3, board=2, ending=".pgn", record=f"{MATE} 0-1"
    )
    assert answer.status_code == 303, answer.text
    page = client.get(desk).text
    assert "Records that differ from the result: 1" in page
    assert act(client, "settle-record", path=desk, round=3, board=2, reason="x").status_code == 303
    assert "Records that differ" not in client.get(desk).text


def test_the_scoresheets_of_card_tables_are_kept_at_the_desk(served):
    client, house = served
    office, cards = house.office, SectionId("shengji")
    office.create("cards", "t", "Cards", "un-games")
    options = {"entry_checks": False}
    opened = OpenSection(section=cards, title="S", under="shengji", options=options)
    office.carry_out("cards", "t", opened)
    newcomers = [Newcomer(Person(name=f"pair {number}")) for number in range(4)]
    office.enter_all("cards", cards, "t", newcomers)
    office.carry_out("cards", "t", CloseEntries(section=cards))
    office.commit_lot("cards", cards, "t")
    office.draw_numbers("cards", cards, "t")
    office.pair("cards", cards, "t")
    office.carry_out("cards", "t", PublishRound(section=cards, round=1))
    sign_in_as(client, Role.CHIEF_ARBITER)
    desk = "/c/cards/shengji/desk/sheets"
    assert complaints(client.get(desk).text) == []
    place = {"path": desk, "round": 1, "board": 1}
    fouled = {"banker": 0, "points": 0, "penalties": "1:looking-back"}
    answer = act(client, "score-deal", **place, **fouled)
    assert answer.status_code == 303, answer.text
    assert act(client, "score-deal", **place, banker=2, points=0, penalties="x").status_code == 400
    wrong = act(client, "score-deal", **place, banker=1, points=0)
    assert (wrong.status_code, "cannot have been played" in wrong.text) == (422, True)
    deal = {"banker": 0, "points": 35, "deal": 1, "reason": "miscounted"}
    assert act(client, "correct-deal", **place, **deal).status_code == 303
    assert act(client, "call-time", **place).status_code == 303
    page = client.get(desk).text
    assert complaints(page) == []
    assert re.search(r"pair \d 4 – 2 pair \d", page)
    assert 'class="chip good"' in page
