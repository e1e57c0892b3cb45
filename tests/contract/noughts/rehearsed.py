"""What a new game can do at once, though nothing was told of it; run in a copy that has it."""

import json
import re
from random import Random

import pytest

from play.table_room import Hall, last
from qipan.games import game_named
from qipan.games.computer_players import play_out
from qipan.i18n import LANGUAGES, say
from qipan.rulebooks import book_named
from qipan.rulebooks.loader import cite
from web.site import site


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with site(tmp_path_factory.mktemp("site")) as (client, _):
        yield client


def carried(text, part):
    found = re.search(rf'<script type="application/json" id="{part}">(.*?)</script>', text, re.S)
    return json.loads(found[1])


def test_the_page_of_boards_has_it_and_the_computer_answers(client):
    page = client.get("/boards").text
    assert 'data-sample="noughts"' in page
    assert "Noughts and crosses" in page
    listed = carried(page, "board-games")["noughts"]
    assert listed["sides"] == ["Crosses", "Noughts"]
    assert client.get(listed["module"]).status_code == 200
    headers = {"x-csrftoken": client.cookies["csrftoken"]}
    told = client.post("/boards/noughts", json={"played": [], "move": "c3"}, headers=headers).json()
    assert [move["seat"] for move in told["moves"]] == [0, 1]
    assert told["view"]["turn"] == 0
    taken = client.post("/boards/noughts", json={"played": [], "move": "a1"}, headers=headers)
    assert taken.json() == {"message": "There is a mark on a1 already."}


def test_a_finished_game_is_stepped_through(client):
    page = client.get("/play/review?sample=noughts").text
    assert [move["text"] for move in carried(page, "review")["moves"]] == ["b2", "a1"]


def test_the_computer_is_met_at_a_live_table():
    hall = Hall()
    room = hall.open(game="noughts", bots=(1,))
    player = hall.sit(room, 0)
    told = last(player.read(), "state")
    assert (told["game"], told["view"], len(told["legal"])) == (
        "noughts",
        {"moves": [], "turn": 0},
        9,
    )
    heard = player.move("b2")
    while room.table.outcome is None:
        hall.wait(1000)
        heard += player.read()
        legal = player.send("legal")[-1]["moves"]
        if legal:
            heard += player.move(legal[0])
    ended = last(heard, "move-played/1")
    assert ended["outcome"]["rule"] in ("noughts.three", "noughts.full")
    assert {each["seat"] for each in heard if each.get("kind") == "move-played/1"} == {0, 1}


def test_a_practice_table_has_a_page_with_its_board(client):
    headers = {"x-csrftoken": client.cookies.get("csrftoken", "")}
    answer = client.post("/api/practice", json={"game": "noughts"}, headers=headers)
    assert answer.status_code == 201, answer.text
    page = client.get(answer.json()["links"][0]).text
    assert 'data-game="noughts"' in page
    assert 'rel="modulepreload" href="/static/boards/noughts.js"' in page


def test_a_draw_is_offered_and_its_rules_are_cited():
    hall = Hall()
    room = hall.open(game="noughts")
    players = [hall.sit(room, seat) for seat in range(2)]
    players[0].send("offer", what="draw")
    told = last(players[1].send("answer", what="draw", accept=True), "offer-answered/1")
    assert told["outcome"]["places"] == [1, 1]
    clause = cite(book_named("house"), "noughts.three")
    assert (clause.book, clause.text["zh"]) == ("house", "三连者胜。")


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_has_a_name_in_every_language(language):
    assert say(language, "ui.board.name.noughts") != "ui.board.name.noughts"


def test_the_computer_plays_it_to_an_end():
    game = game_named("noughts")
    start = game.start(game.rules_type(), 2, {})
    rules = {play_out(game, start, Random(seed)).outcome.rule for seed in range(20)}
    assert rules == {"noughts.full", "noughts.three"}
