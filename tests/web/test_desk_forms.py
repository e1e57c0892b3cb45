"""The desk in the browser: what each role may do, and how a refusal reads."""

import re

import pytest

from qipan.desk.roles import Role
from qipan.kernel.ids import CompetitionId, SectionId
from server import use_link
from web.site import WOMEN, act, sign_in_as, site, token


@pytest.fixture
def served(tmp_path):
    with site(tmp_path) as pair:
        yield pair


def results(house, number=3):
    state = house.office.state(CompetitionId("demo"))
    return state.sections[SectionId("women")].rounds[number - 1].results


def test_an_arbiter_records_a_result_and_corrects_it(served):
    client, house = served
    sign_in_as(client, Role.ARBITER)
    answer = act(client, "result", round=3, board=2, result="1-0")
    assert answer.status_code == 303
    assert results(house)[2].score.seats == (2, 0)
    answer = act(client, "result", round=3, board=2, result="0-1", correct="yes", reason="typo")
    assert answer.status_code == 303
    assert results(house)[2].score.seats == (0, 2)
    page = client.get(WOMEN).text
    assert "0–1" in page
    assert re.search(r"<s [^>]*>1–0</s>", page)


@pytest.mark.parametrize("role", [Role.CHIEF_ARBITER, Role.ORGANISER, Role.PLAYER])
def test_the_section_page_has_no_form_and_leads_the_staff_to_the_desk(served, role):
    client, _ = served
    sign_in_as(client, role)
    page = client.get(WOMEN).text
    main = page[page.index("<main") : page.index("</main>")]
    assert "<form" not in main
    assert "<button" not in main
    leads = set(re.findall(rf'href="{WOMEN}/desk/?([^"]*)"', main))
    assert ("results" in leads) is (role is not Role.PLAYER)
    assert ("results?round=3#b2" in leads) is (role is Role.CHIEF_ARBITER)
    for each in leads:
        assert client.get(f"{WOMEN}/desk/{each}").status_code == 200


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SPECTATOR, Role.ORGANISER, None])
def test_others_record_nothing(served, role):
    client, house = served
    if role is None:
        client.get(WOMEN)
    else:
        sign_in_as(client, role)
    answer = act(client, "result", round=3, board=2, result="1-0")
    assert answer.status_code == 403
    assert 2 not in results(house)


MISTAKES = [
    ({"round": 3, "board": 9, "result": "1-0"}, 422, "Board 9 was not paired in round 3"),
    ({"round": 3, "board": 2, "result": "1-1"}, 422, "is not a result under this regulation"),
    ({"round": 3, "board": 2, "result": "hello"}, 400, "cannot be read"),
    ({"round": 3, "board": "x", "result": "1-0"}, 400, "enter a number"),
    ({"round": 3, "board": 2}, 400, "missing"),
    ({"round": 3, "board": 1, "result": "1-0"}, 422, "To change it, make a correction"),
    ({"round": 3, "board": 2, "result": "1-0", "version": 1}, 409, "in the meantime"),
    ({"round": 3, "board": 2, "result": "9" * 600}, 400, "too long"),
]


@pytest.mark.parametrize(("fields", "status", "words"), MISTAKES)
def test_a_mistake_is_explained_and_nothing_changes(served, fields, status, words):
    client, house = served
    sign_in_as(client, Role.ARBITER)
    before = dict(results(house))
    answer = act(client, "result", **fields)
    assert (answer.status_code, words in answer.text) == (status, True)
    assert results(house) == before


def test_a_refusal_names_the_clause(served):
    client, _ = served
    sign_in_as(client, Role.CHIEF_ARBITER)
    answer = act(client, "approve")
    assert "<cite>House rule</cite>" in answer.text


def test_a_form_without_its_token_is_refused(served):
    client, house = served
    sign_in_as(client, Role.ARBITER)
    form = {"round": 3, "board": 2, "result": "1-0"}
    assert client.post(f"{WOMEN}/result", data=form).status_code == 403
    form["_csrf_token"] = "forged"
    assert client.post(f"{WOMEN}/result", data=form).status_code == 403
    assert 2 not in results(house)


def test_a_forged_session_is_nobody(served):
    client, house = served
    client.get(WOMEN)
    client.cookies.set("qipan_session", "forged-token")
    assert act(client, "result", round=3, board=2, result="1-0").status_code == 403
    assert 2 not in results(house)


def test_signing_in_gives_a_new_token_and_signing_out_ends_it(served):
    client, _ = served
    client.cookies.set("qipan_session", "planted")
    sign_in_as(client, Role.ARBITER)
    session = [cookie.value for cookie in client.cookies.jar if cookie.name == "qipan_session"]
    assert "planted" not in session[-1:]
    client.post("/sign-out", data={"_csrf_token": client.cookies.get("csrftoken")})
    client.cookies.set("qipan_session", session[-1])
    assert act(client, "result", round=3, board=2, result="1-0").status_code == 403


def test_wrong_passwords_are_refused_and_limited(served):
    client, _ = served
    form = {"name": "arbiter", "password": "wrong", "_csrf_token": token(client)}
    answers = [client.post("/sign-in", data=form) for _ in range(12)]
    assert {answer.status_code for answer in answers} == {401}
    assert "wrong" in answers[0].text
    assert "Too many wrong passwords" in answers[-1].text


def test_a_sign_in_link_works_once(served):
    client, house = served
    house.accounts.make_link("arbiter", "secret-link", 2**40)
    for _ in range(3):  # a messenger's preview, an impatient reader
        assert "Sign in" in client.get("/sign-in/secret-link").text
    assert client.get("/account").status_code == 403
    assert use_link(client, "/sign-in/secret-link").headers["location"] == "/"
    assert client.get("/account").status_code == 200
    assert "has been used" in client.get("/sign-in/secret-link").text
    again = client.post("/sign-in/secret-link", data={"_csrf_token": token(client, "/account")})
    assert again.status_code == 401


def test_a_competition_is_run_from_the_first_form_to_the_last(served):
    client, _ = served
    sign_in_as(client, Role.CHIEF_ARBITER)
    form = {"id": "cup", "title": "Cup", "event": "wx-14/women"}
    form["_csrf_token"] = client.cookies.get("csrftoken")
    assert client.post("/new", data=form, follow_redirects=False).status_code == 303
    path = "/c/cup/women"
    for name in ("Mei", "Lan", "Zhu"):
        assert act(client, "enter", path, name=name, unit="X").status_code == 303
    again = act(client, "enter", path, name="mei")
    assert (again.status_code, "a different person" in again.text) == (422, True)
    for action in ("close", "commit", "draw"):
        assert act(client, action, path).status_code == 303, action
    for number in (1, 2, 3):
        assert act(client, "pair", path).status_code == 303
        assert act(client, "publish", path, round=number).status_code == 303
        assert (
            act(client, "result", path, round=number, board=1, result="0.5-0.5").status_code == 303
        )
    page = client.get(f"{path}/desk/lots").text
    for lot in set(re.findall(r'name="lot" value="([^"]+)"', page)):
        assert act(client, "commit", path, lot=lot).status_code == 303
        assert act(client, "draw", path, lot=lot).status_code == 303
    assert act(client, "approve", path).status_code == 303
    assert "final" in client.get(path).text


def test_only_staff_with_a_general_role_creates(served):
    client, house = served
    sign_in_as(client, Role.ARBITER)
    form = {"id": "cup", "title": "Cup", "event": "wx-14/women"}
    form["_csrf_token"] = client.cookies.get("csrftoken")
    assert client.post("/new", data=form).status_code == 403
    assert CompetitionId("cup") not in house.office.competitions()


def test_an_unknown_action_and_a_large_body_are_refused(served):
    client, _ = served
    sign_in_as(client, Role.CHIEF_ARBITER)
    assert act(client, "explode").status_code == 400
    assert act(client, "enter", name="x" * 3_000_000).status_code == 413
