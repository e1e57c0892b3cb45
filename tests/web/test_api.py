"""The API: the same use cases as JSON, with the same refusals."""

import pytest

from qipan.desk.roles import Role
from web.site import sign_in_as, site

SECTION = "/api/competitions/demo/women"


@pytest.fixture
def served(tmp_path):
    with site(tmp_path) as pair:
        yield pair


def post(client, **fields):
    headers = {"x-csrftoken": client.cookies.get("csrftoken") or ""}
    return client.post(f"{SECTION}/results", json=fields, headers=headers)


def test_what_there_is(served):
    client, _ = served
    (demo,) = client.get("/api/competitions").json()
    assert (demo["id"], demo["sections"]) == ("demo", ["women"])
    section = client.get(SECTION).json()
    assert len(section["lines"]) == 6
    assert section["rounds"][2]["done"] == 1
    assert client.get(f"{SECTION}/why", params={"a": "e1"}).json()[0]["citation"] == "WX 6.1(2)"


def test_a_result_is_recorded_and_acknowledged_with_its_version(served):
    client, house = served
    sign_in_as(client, Role.ARBITER)
    version = house.office.state("demo").version
    answer = post(client, round=3, board=2, result="1-0", version=version)
    assert (answer.status_code, answer.json()) == (201, {"version": version + 1, "missing": [3]})


@pytest.mark.parametrize("text", ["1", "胜", "1 - 0", "1:0"])
def test_a_result_is_read_as_at_the_desk(served, text):
    client, house = served
    sign_in_as(client, Role.ARBITER)
    answer = post(client, round=3, board=2, result=text)
    assert answer.status_code == 201, answer.text
    assert house.office.state("demo").sections["women"].rounds[2].results[2].score.seats == (2, 0)


REFUSED = [
    ({"round": 3, "board": 2, "result": "1-0", "version": 3}, 409, "conflict"),
    ({"round": 3, "board": 7, "result": "1-0"}, 422, "result.no-such-board"),
    ({"round": 3, "board": 2, "result": "1-1"}, 422, "result.not-in-book"),
    ({"round": 3, "board": 2, "result": "?"}, 400, "input.bad"),
    ({"round": 3, "board": 2}, 400, "http.400"),
    ({"round": 3, "board": 2, "result": "1-0", "extra": 1}, 400, "http.400"),
    ({"round": 0, "board": 2, "result": "1-0"}, 400, "http.400"),
    ({"round": "three", "board": 2, "result": "1-0"}, 400, "http.400"),
]


@pytest.mark.parametrize(("fields", "status", "code"), REFUSED)
def test_a_refusal_has_status_code_and_message(served, fields, status, code):
    client, _ = served
    sign_in_as(client, Role.ARBITER)
    answer = post(client, **fields)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"]


def test_a_spectator_is_denied(served):
    client, _ = served
    client.get("/")
    answer = post(client, round=3, board=2, result="1-0")
    assert (answer.status_code, answer.json()["code"]) == (403, "access.denied")


def test_unknown_things_are_404(served):
    client, _ = served
    assert client.get("/api/competitions/none/women").status_code == 404
    assert client.get(f"{SECTION}/why", params={"a": "e99"}).status_code == 404
    assert client.get(f"{SECTION}/why").status_code == 400


def test_the_schema_names_every_route(served):
    client, _ = served
    paths = client.get("/schema/openapi.json").json()["paths"]
    assert set(paths) == {
        "/api/books",
        "/api/people/{name}",
        "/api/competitions",
        "/api/competitions/{competition}",
        "/api/competitions/{competition}/changes",
        "/api/competitions/{competition}/commands",
        "/api/competitions/{competition}/events",
        "/api/competitions/{competition}/{section}",
        "/api/competitions/{competition}/{section}/entries",
        "/api/competitions/{competition}/{section}/import",
        "/api/record",
        "/api/competitions/{competition}/{section}/lots",
        "/api/competitions/{competition}/{section}/pair",
        "/api/competitions/{competition}/{section}/why",
        "/api/competitions/{competition}/{section}/records",
        "/api/competitions/{competition}/{section}/results",
        "/api/take-over",
        "/api/review",
        "/api/competitions/{competition}/{section}/fair-play",
        "/api/ratings",
        "/api/ratings/{name}",
        "/api/ratings/{name}/people/{person}",
        "/api/ratings/{name}/seasons",
        "/api/ratings/{name}/take-back",
        "/api/ratings/{name}/check",
        "/api/seasons",
        "/api/seasons/{name}",
        "/api/seasons/{name}/people/{person}",
        "/api/seasons/{name}/stops",
        "/api/seasons/{name}/stops/{competition}/{section}",
        "/api/register",
        "/api/register/doubles",
        "/api/register/merges",
        "/api/register/merges/{number}",
        "/api/arbiters",
        "/api/arbiters/norms",
        "/api/competitions/{competition}/{section}/rating-file/{form}",
        "/api/competitions/{competition}/{section}/start-groups",
        "/api/competitions/{competition}/{section}/start-groups/{entrant}",
        "/api/rating-lists",
        "/api/rating-lists/{name}/find",
        "/api/rating-lists/{name}/{date}",
        "/api/competitions/{competition}/{section}/list-check",
        "/api/competitions/{competition}/{section}/refresh-ratings",
        "/api/tables",
        "/api/tables/{name}",
        "/api/tables/{name}/evidence",
        "/api/tables/{name}/moves",
        "/api/practice",
        "/api/lobbies",
        "/api/lobbies/{name}",
        "/api/lobbies/{name}/player",
        "/api/lobbies/{name}/wait",
        "/api/lobbies/{name}/leave",
    }
    assert client.get("/schema").status_code == 200
