"""A finished game worth sharing: facts, links, pictures, variations, cards, a second opinion."""

import json
import re
import struct

import pytest

from qipan.desk.roles import Role
from qipan.formats import json_record
from qipan.formats.record import Branch, Record
from qipan.web.public.replay import positions, replay
from qipan.web.public.review.deals import deals_of
from qipan.web.public.review.result_words import places_in_words
from qipan.web.public.samples import sample_named, samples
from qipan.web.shared.pictures.positions import DRAWERS, drawing_of
from web.accessibility import complaints
from web.site import WOMEN, act, sign_in_as, site, token

MATE = "b2d2 b7b5 d2a2 i6i5 h2h4 b5c5 a2a1 h7c7 a1e1 c5c0"
PAGE = f"{WOMEN}/record?round=3&board=2"
PICTURE = f"{WOMEN}/record/picture"
SIGNATURE = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with site(tmp_path_factory.mktemp("review")) as (client, _):
        sign_in_as(client, Role.ARBITER)
        act(client, "result", round=3, board=2, result="0-1")
        act(client, "attach-record", round=3, board=2, ending=".pgn", record=f"{MATE} 0-1")
        client.cookies.clear()
        yield client


def post(client, path, **fields):
    return client.post(path, data={"_csrf_token": token(client, "/play/review"), **fields})


def carried(record):
    return json_record.write(record).decode()


def test_the_page_says_who_where_and_how_it_ended(client):
    text = client.get(PAGE).text
    plain = re.sub(r"<[^>]+>|\s+", " ", text)
    assert re.search(r"<h1>\S+.* – .*</h1>", text)
    assert "Demo" in plain or "demo" in plain
    assert "Round 3" in plain
    assert " wins." in plain
    assert not re.search(r"\((xiangqi|game|record)\.[a-z-]+\)", plain)
    assert complaints(text) == []


def test_a_link_opens_the_page_at_its_move_and_carries_it_to_the_picture(client):
    text = client.get(f"{PAGE}&move=4").text
    assert 'data-open="4"' in text
    assert f'data-here="{WOMEN}/record?round=3&amp;board=2&amp;game=1"' in text
    assert f'data-picture="{PICTURE}"' in text
    assert 'data-open="10"' in client.get(f"{PAGE}&move=99999").text


def test_pictures_of_a_position_and_of_a_passage(client):
    asked = "?round=3&board=2&game=1"
    drawn = client.get(f"{PICTURE}.svg{asked}&move=0")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.text.count("俥") == 2
    assert drawn.text.count("帥") == 1
    still = client.get(f"{PICTURE}.png{asked}&move=3").content
    assert still.startswith(SIGNATURE)
    assert b"acTL" not in still
    moving = client.get(f"{PICTURE}.png{asked}&move=0&to=4")
    at = moving.content.index(b"acTL")
    assert struct.unpack(">II", moving.content[at + 4 : at + 12]) == (5, 0)
    assert moving.content.count(b"fcTL") == 5
    assert client.get(f"{PICTURE}.png{asked}&move=4&to=2").status_code == 400
    assert client.get(f"{PICTURE}.png{asked}&move=0&to=99").status_code == 400
    assert client.get(f"{PICTURE}.png?round=3&board=1").status_code == 404


@pytest.mark.parametrize("name", sorted(samples()))
def test_every_sample_is_drawn_and_every_word_of_a_player_is_escaped(client, name):
    sample = sample_named(name)
    assert sample.record.game in DRAWERS
    svg = client.get(f"/play/review/sample/picture.svg?sample={name}")
    assert svg.status_code == 200
    assert svg.text.startswith("<svg ")
    assert (
        f'data-here="/play/review?sample={name}"' in client.get(f"/play/review?sample={name}").text
    )


def test_a_picture_shows_no_hand_that_its_view_has_not():
    record = sample_named("shengji").record
    view = positions(record, None, len(record.moves), len(record.moves))[-1]
    assert view["deal"]["hand"] is None
    hidden = drawing_of("shengji", view).inner
    open_to_one = drawing_of(
        "shengji", positions(record, 0, len(record.moves), len(record.moves))[-1]
    ).inner
    assert hidden.count("<text") < open_to_one.count("<text")


def test_a_brought_record_has_pictures_without_an_address(client):
    record = Record("gomoku", ("h8", "i9", "j10"), tags={"PB": "<b>甲", "PW": "乙"})
    answer = post(client, "/play/review/picture", record=carried(record), move="2", ending="svg")
    assert answer.status_code == 200, answer.text
    assert answer.text.count('r="23"') == 4  # two stones and their shadows
    assert post(client, "/play/review/picture", record="{", move="2").status_code == 400
    gif = post(client, "/play/review/picture", record=carried(record), ending="gif")
    assert gif.status_code == 404


def test_variations_are_replayed_where_they_leave_the_game():
    branches = (
        Branch(0, 1, ("i7", "i6"), comments={1: "better"}),
        Branch(1, 2, ("j5",)),
        Branch(0, 77, ("a1",)),
    )
    record = Record("gomoku", ("h8", "i9", "j10"), branches=branches)
    found = replay(record, None, "en")
    first, second, nowhere = found.variations
    assert [move["text"] for move in first.moves] == ["i7", "i6"]
    assert first.views[-1]["moves"] == ["h8", "i7", "i6"]
    assert first.comments == {1: "better"}
    assert second.views[0]["moves"] == ["h8", "i7", "j5"]
    assert nowhere.moves == []


def test_the_computer_says_what_it_would_have_played(client):
    four = ("h8", "a1", "i8", "a2", "j8", "a3", "a5", "k8")
    record = Record("gomoku", four)
    answer = post(client, "/play/review/choice", record=carried(record), move="7")
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert (found["played"], found["same"]) == ("a5", False)
    assert found["text"] in ("g8", "k8")
    assert found["text"] in found["sentence"]
    good = post(
        client,
        "/play/review/choice",
        record=carried(Record("gomoku", (*four[:6], found["text"]))),
        move="7",
    )
    assert good.json()["same"] is True
    assert post(client, "/play/review/choice", record=carried(record), move="9").status_code == 400
    dealt = sample_named("shengji").record
    refused = post(client, "/play/review/choice", record=carried(dealt), move="1")
    assert refused.status_code == 400


def test_a_deal_is_laid_open_as_cards(client):
    record = sample_named("shengji").record
    (deal,) = deals_of(record)
    assert sum(map(len, deal.hands)) == 100
    assert len(deal.tricks) >= 5
    assert all(len(trick.plays) == 4 for trick in deal.tricks)
    text = client.get("/play/review?sample=shengji").text
    assert text.count('class="face') >= 108
    assert deals_of(sample_named("go").record) == []


def test_results_in_words():
    assert places_in_words((1, 2), ["甲", "B"], "en") == "甲 wins."
    assert places_in_words((1, 1), ["甲", "B"], "en") == "Draw."
    assert places_in_words((2, 2), ["甲", "B"], "en") == "Both lose."
    assert places_in_words((1, 2, 1, 2), ["a", "b", "c", "d"], "en") == "a / c wins."
    assert places_in_words((2, 1, 3), ["a", "b", "c"], "en") == "1. b · 2. a · 3. c"


def test_a_file_is_named_after_its_game_and_says_who_played(client):
    page = client.get(PAGE).text
    record = json.loads(
        re.search(r'name="record" value="([^"]*)"', page)[1]
        .replace("&#34;", '"')
        .replace("&amp;", "&")
    )
    assert set(record["tags"]) >= {"Red", "Black", "Event", "Round", "Board"}
    answer = post(client, "/play/review/file", record=json.dumps(record), ending=".pgn")
    assert "xiangqi" in answer.headers["content-disposition"]
    assert '[Round "3"]' in answer.text


def test_a_record_is_a_page_and_a_file_without_any_script(client):
    asked = "round=3&board=2&game=1"
    text = client.get(f"{WOMEN}/record/sheet?{asked}").text
    assert f'src="{WOMEN}/record/picture.svg?{asked.replace("&", "&amp;")}&amp;move=10"' in text
    assert f"{WOMEN}/record/game.pgn?" in text
    assert complaints(text) == []
    file = client.get(f"{WOMEN}/record/game.pgn?{asked}")
    assert file.text.startswith("[Game ")
    assert client.get(f"{WOMEN}/record/game.sgf?{asked}").status_code == 404
    assert client.get(f"{WOMEN}/record/sheet?round=2&board=2").status_code == 404
