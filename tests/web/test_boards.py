"""The page of boards and the page for finished games, without a browser."""

import json
import re

import msgspec
import pytest

from qipan.formats import json_record, record_format
from qipan.formats.record import Record
from qipan.games import all_games
from qipan.i18n import LANGUAGES, catalogue
from qipan.kernel.errors import BadInput
from qipan.play.owner_acts import RESTARTS
from qipan.web.public import replay as replaying
from qipan.web.public.replay import replay
from qipan.web.public.samples import MOST_PLAYED, sample_named, samples, try_sample
from qipan.web.shared.rendering import BOARDS, WEB, board_words
from web.site import site, token

PGN = '[Red "甲"]\n[Black "乙"]\n1. 炮二平五 {当头炮} 马8进7 2. 马二进三 车9平8 1-0\n'
REVIEW = "/play/review"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with site(tmp_path_factory.mktemp("boards")) as (client, _):
        yield client


def bring(client, name, content, **fields):
    fields["_csrf_token"] = token(client, REVIEW)
    return client.post(REVIEW, data=fields, files={"file": (name, content)})


def carried(text, part):
    found = re.search(rf'<script type="application/json" id="{part}">(.*?)</script>', text, re.S)
    return json.loads(found[1])


def test_every_game_has_a_sample_and_every_sample_can_be_replayed():
    assert {each.record.game for each in samples().values()} == set(all_games())
    for each in samples().values():
        found = replay(each.record, None, "en")
        assert (found.wrong, found.left_out) == (None, 0)
        assert len(found.views) == len(each.record.moves) + 1


@pytest.mark.parametrize("name", [n for n, s in samples().items() if s.seat is not None])
def test_a_sample_waits_for_the_visitor_and_the_computer_answers(name):
    sample = sample_named(name)
    before = try_sample(sample, [], None, "en")
    assert before.legal
    after = try_sample(sample, [], before.legal[0], "en")
    assert after.played[0] == (sample.seat, before.legal[0])
    assert after.fresh == len(after.played) == len(after.moves)
    again = try_sample(sample, after.played, None, "en")
    assert (again.view, again.legal) == (after.view, after.legal)
    assert after.legal or after.view.get("turn") is None


def test_too_many_tried_moves_are_refused():
    with pytest.raises(BadInput, match="at most"):
        try_sample(sample_named("xiangqi"), [(0, "h2e2")] * (MOST_PLAYED + 1), None, "en")


def test_the_page_of_boards_carries_positions_and_words(client):
    text = client.get("/boards").text
    assert carried(text, "board-words")["xiangqi.check"] == "Check."
    listed = carried(text, "board-games")
    assert sorted(listed) == sorted(all_games())
    assert listed["xiangqi"] == {
        "module": "/static/boards/xiangqi.js",
        "sides": ["Red", "Black"],
        "notation": "wxf",
    }
    for each in listed.values():
        assert client.get(each["module"]).status_code == 200
    for name in samples():
        assert f'data-sample="{name}"' in text
    assert 'style="' not in text


def test_a_tried_move_and_a_refusal(client):
    page = client.get("/boards?only=xiangqi")
    headers = {"x-csrftoken": client.cookies["csrftoken"]}
    assert page.status_code == 200
    good = client.post("/boards/xiangqi", json={"played": [], "move": "g4g5"}, headers=headers)
    told = good.json()
    assert told["moves"][0]["text"] == "P3+1"
    assert len(told["played"]) == 2
    for move in ("a3a9", "a0a9"):
        bad = client.post("/boards/xiangqi", json={"played": [], "move": move}, headers=headers)
        assert "message" in bad.json()
    wrong = client.post("/boards/xiangqi", json={"played": [], "move": "???"}, headers=headers)
    assert "message" in wrong.json()
    nowhere = client.post("/boards/none", json={"played": [], "move": "a"}, headers=headers)
    assert "message" in nowhere.json()
    assert client.post("/boards/xiangqi", json={"move": 1}, headers=headers).status_code == 400


def test_an_uploaded_record_is_stepped_through(client):
    answer = bring(client, "game.pgn", PGN.encode())
    assert answer.status_code == 200
    shown = carried(answer.text, "review")
    assert shown["names"] == ["甲", "乙"]
    assert [move["text"] for move in shown["moves"]] == ["C2=5", "H8+7", "H2+3", "R9=8"]
    assert shown["views"][1]["moves"] == 1
    assert shown["line"] == ["h2e2", "h9g7", "h0g2", "i9h9"]
    assert shown["comments"] == {"1": "当头炮"}
    for ending in (".pgn", ".dhtmlxq", ".json"):
        assert f'value="{ending}"' in answer.text
    assert 'value=".sgf"' not in answer.text


def test_the_notation_follows_the_language():
    record = record_format("x.pgn").read(PGN.encode(), "x.pgn")[0]
    assert replay(record, None, "zh").moves[0]["text"] == "炮二平五"


def test_a_record_that_goes_wrong_is_shown_as_far_as_it_goes(client):
    record = Record("gomoku", ("h8", "h8", "h9"))
    answer = bring(client, "x.json", json_record.write(record))
    shown = carried(answer.text, "review")
    assert (len(shown["views"]), shown["left_out"]) == (2, 2)
    assert "gomoku.occupied" in shown["wrong"]
    assert 'role="alert"' in answer.text


def test_a_very_long_record_is_cut_and_says_so(client, monkeypatch):
    monkeypatch.setattr(replaying, "MOST_SHOWN", 3)
    found = bring(client, "game.pgn", PGN.encode())
    assert len(carried(found.text, "review")["views"]) == 4
    assert "1 more are in the file" in found.text


BAD = [
    ("x.exe", b"", 404),
    ("x.pgn", b"1. nonsense", 400),
    ("x.json", b"{}", 400),
    ("x.json", b'{"game": "none", "moves": []}', 404),
    ("x.json", b'{"game": "go", "moves": [], "rules": {"size": "big"}}', 400),
    ("x.json", b'{"game": "go", "moves": [], "seats": 7}', 400),
    ("x.json", b"[" * 5000, 400),
    ("x.sgf", b"", 400),
]


@pytest.mark.parametrize(("name", "content", "status"), BAD)
def test_what_is_no_record_is_said_so(client, name, content, status):
    assert bring(client, name, content).status_code == status


def test_no_file_no_such_game_no_such_seat(client):
    fields = {"_csrf_token": token(client, REVIEW)}
    nothing = client.post(REVIEW, data=fields, files={"file": ("", b"")})
    assert nothing.status_code == 400
    assert bring(client, "x.pgn", PGN.encode(), game="9").status_code == 400
    assert bring(client, "x.pgn", PGN.encode(), seat="5").status_code == 400
    assert client.get(f"{REVIEW}?sample=none").status_code == 404


@pytest.mark.parametrize("name", ["xiangqi", "go", "gomoku", "chinese-checkers", "shengji"])
def test_a_record_is_taken_along_in_every_format_offered(client, name):
    page = client.get(f"{REVIEW}?sample={name}").text
    record = sample_named(name).record
    fields = {"_csrf_token": token(client, REVIEW), "record": json_record.write(record).decode()}
    endings = re.findall(r'name="ending" value="([^"]+)"', page)
    assert ".json" in endings
    for ending in endings:
        answer = client.post(f"{REVIEW}/file", data={**fields, "ending": ending})
        assert "attachment" in answer.headers["content-disposition"]
        again = record_format(f"x{ending}").read(answer.content, "x")[0]
        assert (again.game, again.moves) == (record.game, record.moves)
    wrong = client.post(f"{REVIEW}/file", data={**fields, "ending": ".xqf"})
    assert wrong.status_code == 404


def test_json_keeps_everything():
    for each in samples().values():
        assert json_record.read(json_record.write(each.record), "x") == [each.record]
    assert msgspec.json.decode(json_record.write(Record("go", ())))["game"] == "go"


def test_a_seat_sees_its_hand_and_no_other(client):
    views = []
    for seat in (0, 1):
        text = client.get(f"{REVIEW}?sample=shengji&seat={seat}").text
        views.append(carried(text, "review")["views"][-1]["deal"]["hand"])
    assert views[0] != views[1]


LIVE = WEB / "live/static"
CODE = re.compile(r"""\bsay(?:Or)?\(\s*"([A-Za-z0-9.-]+)\"""")


OWN_WORD = re.compile(r"""\bthis\.word\(\s*"([A-Za-z0-9.-]+)\"""")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_boards_is_translated(language):
    used = set()
    for path in BOARDS.glob("*.js"):
        text = path.read_text("utf-8")
        used |= set(CODE.findall(text))
        stem = path.stem.replace("_", "-")  # a board may be in several files
        game = next((name for name in all_games() if stem.startswith(name)), stem)
        used |= {f"{game}.{code}" for code in OWN_WORD.findall(text)}
    assert len(used) > 30
    assert sorted(used - set(board_words(language))) == []
    english = {code for code in catalogue("en") if code.startswith("ui.board.")}
    assert english <= set(catalogue(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_page_of_a_table_is_translated(language):
    words = set(board_words(language))
    for script in (LIVE / "table_console.js", *sorted((LIVE / "screen").rglob("*.js"))):
        assert sorted(set(CODE.findall(script.read_text("utf-8"))) - words) == [], script.name
    whys = [*RESTARTS, "arbiter", "fault"]
    assert [why for why in whys if f"live.suspended.{why}" not in words] == []


def test_the_page_of_a_table_hears_that_nobody_owns_it():
    parts = [script.read_text("utf-8") for script in (LIVE / "screen").glob("*.js")]
    heard = "".join(part[part.index("listen(table, {") :] for part in parts if "listen(t" in part)
    for kind in ("waiting", "stopping", "replaced", "refused", "presence"):
        assert re.search(rf"^  {kind}\b", heard, re.M), kind


def test_what_would_keep_the_server_busy_is_refused(client):
    for content, words in (
        (b'[Event "x"]\n\n1. h2e2 *\n\n' * 501, "more than 500 games"),
        (b" " * 400_001, "larger than 400 KB"),
    ):
        answer = bring(client, "games.pgn", content)
        assert answer.status_code == 400
        assert words in answer.text
