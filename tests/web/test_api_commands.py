"""Commands as JSON: the staff by role, a player by phone for themselves, the server's own never."""

import pytest
from litestar.testing import TestClient

from qipan.desk.roles import Role
from qipan.web.serving import make_context
from web.phones import Phone
from web.site import sign_in_as, site
from web.standing import application, demo_house

COMMANDS = "/api/competitions/demo/commands"
DONE, TAKEN, BAD, DENIED, REFUSED = 201, 303, 400, 403, 422


@pytest.fixture
def served(tmp_path):
    with site(tmp_path) as pair:
        yield pair


def ask(client, command, **fields):
    headers = {"x-csrftoken": client.cookies.get("csrftoken") or ""}
    said = {"command": command, "section": "women", **fields}
    return client.post(COMMANDS, json=said, headers=headers)


def open_table(house):
    section = house.office.state("demo").sections["women"]
    (current,) = [each for each in section.rounds if each.number == 3]
    return next(each for each in current.tables if each.board not in current.results)


def test_an_arbiter_asks_for_any_command_of_the_desk(served):
    client, house = served
    sign_in_as(client, Role.ARBITER)
    answer = ask(client, "WithdrawEntrant", entrant="e6", reason="ill")
    assert (answer.status_code, "version" in answer.json()) == (DONE, True), answer.text
    assert house.office.state("demo").sections["women"].entrants["e6"].withdrawn


def test_a_role_that_may_not_is_denied_and_nothing_is_written(served):
    client, house = served
    sign_in_as(client, Role.ORGANISER)
    before = house.office.state("demo").version
    answer = ask(client, "PublishRound", round=3)
    assert (answer.status_code, answer.json()["code"]) == (DENIED, "access.denied")
    assert house.office.state("demo").version == before


@pytest.mark.parametrize("command", ["TakeTable", "SeatRound", "NoteArrival", "LoseLate"])
def test_what_the_server_does_itself_is_not_asked_for(served, command):
    client, _ = served
    sign_in_as(client, Role.CHIEF_ARBITER)
    assert ask(client, command).status_code == BAD


@pytest.mark.parametrize("field", ["secret", "nonsense"])
def test_nobody_states_what_the_office_fills_or_what_is_unknown(served, field):
    client, _ = served
    sign_in_as(client, Role.CHIEF_ARBITER)
    assert ask(client, "PairRound", **{field: "x"}).status_code == BAD


@pytest.fixture
def hall(tmp_path):
    house = demo_house(tmp_path)
    with application(make_context(house)) as (app, context), TestClient(app):
        yield house, Phone(app, context)
    house.close()


def test_a_player_speaks_for_themselves_and_for_nobody_else(hall):
    house, phone = hall
    table = open_table(house)
    mine, other = table.seats
    assert phone.take(mine).status_code == TAKEN
    said = {"round": 3, "board": table.board, "score": {"seats": [2, 0]}}
    before = house.office.state("demo").version
    for command, fields in (
        ("ReportResult", {**said, "entrant": other}),
        ("PublishRound", {"round": 3}),
        ("ReportResult", {**said, "entrant": "nobody"}),
    ):
        assert ask(phone.client, command, **fields).status_code == DENIED
    assert house.office.state("demo").version == before
    answer = ask(phone.client, "ReportResult", **said, entrant=mine)
    assert answer.status_code == DONE, answer.text
    assert house.office.state("demo").version > before


def test_a_player_does_not_say_when_they_appealed(hall):
    house, phone = hall
    mine = open_table(house).seats[0]
    assert phone.take(mine).status_code == TAKEN
    said = {"entrant": mine, "round": 3, "text": "the clock", "at": "1999-01-01T00:00"}
    answer = ask(phone.client, "LodgeAppeal", **said)
    if answer.status_code == DONE:
        (appeal,) = house.office.state("demo").sections["women"].appeals.values()
        assert not appeal.at.startswith("1999")
    else:  # the book's limit counts from now, not from what was said
        assert answer.status_code == REFUSED, answer.text
