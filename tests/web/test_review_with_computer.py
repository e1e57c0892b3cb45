"""A record reviewed with the computer: page, API and command line say the same."""

import html
import json
from dataclasses import replace

import msgspec
import pytest
from litestar.testing import TestClient
from typer.testing import CliRunner

from play.test_guests import engine
from qipan.cli import build
from qipan.games import game_named
from qipan.i18n.moves import noted
from qipan.play.guests.house_of_guests import HouseOfGuests
from qipan.views.fair_play.move_facts import MoveFact
from qipan.views.review.reviewed_game import curve_of, reviewed, turned_at, worst
from qipan.web.public.samples import samples
from qipan.web.serving import make_context
from web.site import site, token
from web.standing import application, demo_house

HUNG = "h2e2 h9g7 e2e6 g7e6"  # a cannon takes a pawn and is taken
RECORD = json.dumps({"game": "xiangqi", "moves": HUNG.split()})
ROOK = "a0a1 b9c7 a1d1 c6c5 d1d9 e9d9"  # a rook takes an advisor and is taken


def as_written(before, line):
    """Write moves of xiangqi that follow others as an English record does."""
    game, words = game_named("xiangqi"), []
    state = game.start(game.rules_type(), 2, {})
    for number, text in enumerate([*before, *line]):
        seat = game.acting(state)[0]
        move = game.read(state, seat, text)
        if number >= len(before):
            words.append(noted(game, state, seat, move, seat, "en"))
        state = game.play(state, seat, move)
    return " ".join(words)


def fact(ply, chance, loss=0):
    return MoveFact(ply, ply % 2, "a", "b", chance, loss, 1, 30)


def test_the_curve_is_seat_0s_and_turns_where_the_lead_changed_for_good():
    facts = [fact(0, 520), fact(1, 400), None, fact(3, 700), fact(4, 250)]
    assert curve_of(facts) == (560, 560, None, 275, 275)
    assert turned_at(curve_of(facts)) == 2
    assert turned_at((600, 700)) is None
    assert turned_at((500, 500)) is None
    assert turned_at((500, 505, 495, 480, 460, 150, 140)) == 5  # not where it first dipped
    assert turned_at((500, 700, 450, 560)) is None  # nobody is clearly ahead
    assert turned_at((400, 500, 700)) == 2
    assert turned_at(()) is None


def test_marks_and_lines_are_for_what_gave_most_away():
    facts = [fact(0, 500, 150), fact(1, 500, 250), fact(2, 500, 99)]
    assert worst(facts) == [1, 0]
    found = reviewed("xiangqi", facts, {1: ("b", "c")})
    assert [each.mark for each in found.moves] == ["mistake", "blunder", ""]
    assert found.moves[1].line == ("b", "c")


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with site(tmp_path_factory.mktemp("review")) as (client, _):
        yield client


def test_page_api_and_command_line_say_the_same(client, tmp_path):
    form = {"_csrf_token": token(client)}
    headers = {"x-csrftoken": client.cookies.get("csrftoken"), "accept": "application/json"}
    told = client.post("/api/review", json={"record": RECORD}, headers=headers)
    assert told.status_code == 200, told.text
    found = told.json()
    assert len(found["curve"]) == 4
    assert found["moves"][2]["mark"] in ("mistake", "blunder")
    assert found["moves"][2]["line"]
    page = client.post(
        "/play/review/computer", data={**form, "record": RECORD}, headers={"accept": "*/*"}
    )
    assert page.status_code == 200
    text = html.unescape(page.text)
    assert f"gives away {found['moves'][2]['loss']} in a thousand" in text
    assert f"Better: {as_written(HUNG.split()[:2], found['moves'][2]['line'])}" in text
    file = tmp_path / "game.json"
    file.write_text(RECORD)
    shown = CliRunner().invoke(build(), ["review", str(file), "--json"])
    assert shown.exit_code == 0, shown.output
    assert msgspec.json.decode(shown.stdout) == found
    assert "3. e2e6" in CliRunner().invoke(build(), ["review", str(file)]).stdout


def test_players_have_the_names_that_the_readers_page_gave_them(client):
    """A record carries one name of each; the page of the record may show another language's."""
    form = {"_csrf_token": token(client), "record": RECORD}
    for names, shown in (("Ada\r\nBo", "Ada – Bo"), ("Ada", "Red – Black"), ("", "Red – Black")):
        page = client.post(
            "/play/review/computer", data={**form, "names": names}, headers={"accept": "*/*"}
        )
        assert shown in html.unescape(page.text)


def test_what_cannot_be_judged_is_refused_in_words(client):
    headers = {"x-csrftoken": client.cookies.get("csrftoken") or token(client)}
    cases = (
        ({"game": "shengji", "seats": 4, "moves": []}, "review.hidden-cards", "cards"),
        ({"game": "chinese-checkers", "moves": []}, "review.no-judge", "not judged"),
        ({"game": "xiangqi", "moves": ["a0a9"]}, None, ""),
    )
    for record, code, said in cases:
        answer = client.post("/api/review", json={"record": json.dumps(record)}, headers=headers)
        assert answer.status_code in (400, 422), answer.text
        assert said in answer.json()["message"]
        assert code is None or answer.json()["code"] == code
        assert ("cards" in answer.json()["message"]) is (record["game"] == "shengji")


def test_a_record_that_is_not_judged_says_why_instead_of_a_button(client):
    for game, why in (("shengji", "could not see"), ("chinese-checkers", "how a game stands")):
        name = next(name for name, each in samples().items() if each.record.game == game)
        shown = client.get(f"/play/review?sample={name}").text
        assert why in html.unescape(shown)
        assert "/play/review/computer" not in shown


def test_a_review_can_be_given_up(client):
    context = client.app.dependencies["context"].dependency()
    context.jobs.patience = 0.0
    other = json.dumps({"game": "xiangqi", "moves": ROOK.split()})  # not reviewed before
    form = {"_csrf_token": token(client), "record": other}
    answer = client.post(
        "/play/review/computer",
        data=form,
        headers={"accept": "text/html"},
        follow_redirects=False,
    )
    assert answer.status_code == 303
    job = answer.headers["location"]
    shown = client.get(job)
    given_up = client.post(
        f"{job}/give-up", data={"_csrf_token": token(client)}, follow_redirects=False
    )
    assert given_up.status_code == 303
    if "give-up" in shown.text:  # unless it was done already
        assert client.get(job).status_code == 404


def test_a_guest_gives_its_opinion_on_the_worst_moves(tmp_path):
    """The page offers it, page and API say the same; who was not named cannot be asked."""
    record = json.dumps({"game": "xiangqi", "moves": ROOK.split()})
    house = demo_house(tmp_path)
    guests = HouseOfGuests([engine("uci")])
    around = replace(make_context(house), guests=guests)
    with application(around) as (app, _), TestClient(app) as client:
        client.headers["accept-language"] = "en"
        form = {"_csrf_token": token(client), "record": record}
        headers = {"x-csrftoken": client.cookies.get("csrftoken"), "accept": "application/json"}
        shown = client.post("/play/review", data=form).text
        assert "<option>Small</option>" in shown
        asked = {"record": record, "guest": "Small"}
        found = client.post("/api/review", json=asked, headers=headers).json()
        assert found["guest"] == "Small"
        said = {each["number"]: each["guest"] for each in found["moves"] if each["guest"]}
        assert said[5] == "h2e2"  # what the small engine always plays for Red
        page = client.post(
            "/play/review/computer", data={**form, "guest": "Small"}, headers={"accept": "*/*"}
        )
        written = as_written(ROOK.split()[:4], [said[5]])
        assert written != said[5]
        assert f"Small would play {written}" in html.unescape(page.text)
        nobody = {"record": record, "guest": "Nobody"}
        refused = client.post("/api/review", json=nobody, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (400, "play.no-such-guest")
    guests.stop()
    house.close()
