"""A reader's remarks and variations: played by the server, kept by nobody but the reader."""

import json
import re

import pytest

from qipan.formats import json_record, record_format
from qipan.formats.record import Branch, Record
from qipan.kernel.errors import BadInput
from qipan.web.public.review.readers_notes import (
    LONGEST,
    MOST_BRANCHES,
    noted_game,
    read_notes,
    with_notes,
)
from web.site import site

XIANGQI = Record("xiangqi", ("h2e2", "h9g7", "h0g2", "i9h9"))
GOMOKU = Record("gomoku", ("h8", "a1", "i8"), comments={1: "theirs"})
HOSTILE = "<script>alert(1)</script> ]) (;B[aa]C[x {1. C2=5} \\ \" 象'"


def notes(**said):
    return read_notes(json.dumps(said))


def branch(of, after, *moves, **comments):
    return {"of": of, "after": after, "moves": list(moves), "comments": comments}


@pytest.mark.parametrize(("record", "ending"), [(XIANGQI, ".pgn"), (GOMOKU, ".sgf")])
def test_remarks_and_variations_go_into_the_file_and_come_back_from_it(record, ending):
    """Hostile text too: it is text in the file, and nothing else."""
    first = "c3c4" if record is XIANGQI else "b2"
    said = notes(comments={"1": HOSTILE}, branches=[branch(0, 1, first, **{"1": HOSTILE})])
    if record is XIANGQI:
        said = notes(comments={"1": HOSTILE}, branches=[branch(0, 2, first, **{"1": HOSTILE})])
    noted, _ = with_notes(record, said)
    back = record_format(f"x{ending}").read(record_format(f"x{ending}").write(noted), "x")
    assert len(back) == 1  # no second game out of a remark
    assert back[0].moves == record.moves
    assert [each.moves for each in back[0].branches] == [(first,)]
    plain = HOSTILE.replace("}", "｝") if ending == ".pgn" else HOSTILE
    assert plain in back[0].comments[1]
    assert back[0].branches[0].comments[1] == plain
    if record.comments:
        assert back[0].comments[1].startswith("theirs\n")


def test_a_variation_is_told_position_by_position_with_what_may_be_played_next():
    said = notes(branches=[branch(0, 1, "b2"), branch(1, 2, "c3", "d4")])
    told = noted_game(GOMOKU, said, (2, 4), None, "en")
    assert [(each.of, each.after, len(each.views)) for each in told.variations] == [
        (0, 1, 1),
        (1, 2, 2),
    ]
    assert told.acting == 0
    assert "e5" in told.legal
    assert "h8" not in told.legal
    assert ".sgf" in told.endings
    assert told.notes.branches[1].moves == ("c3", "d4")


def test_a_move_in_another_notation_is_kept_in_the_games_own():
    told = noted_game(XIANGQI, notes(branches=[branch(0, 0, "C8=5")]), (1, 1), None, "en")
    assert told.notes.branches[0].moves == ("b2e2",)


def test_the_variations_of_the_record_stay_before_the_readers():
    known = Record("gomoku", ("h8", "a1"), branches=(Branch(0, 1, ("c3",)),))
    noted, lines = with_notes(known, notes(branches=[branch(1, 2, "d4")]))
    assert noted.branches == (Branch(0, 1, ("c3",)), Branch(1, 2, ("d4",)))
    assert [len(each) for each in lines] == [3, 3, 4]


WRONG = [
    ("illegal", {"branches": [branch(0, 1, "h8")]}, "notes.not-possible"),
    ("nonsense", {"branches": [branch(0, 1, "<img src=x>")]}, "notes.not-possible"),
    ("no such line", {"branches": [branch(7, 0, "b2")]}, "notes.no-line"),
    ("beyond the end", {"branches": [branch(0, 9, "b2")]}, "notes.no-line"),
    ("itself", {"branches": [branch(1, 0, "b2")]}, "notes.no-line"),
    ("no move", {"branches": [branch(0, 1)]}, "notes.unreadable"),
    ("too long", {"comments": {"1": "x" * (LONGEST + 1)}}, "notes.unreadable"),
    ("too many", {"branches": [branch(0, 1, "b2")] * (MOST_BRANCHES + 1)}, "notes.unreadable"),
    ("not a number", {"comments": {"first": "x"}}, "notes.unreadable"),
    ("control signs", {"comments": {"1": "a\u202eb\x00"}}, "notes.unreadable"),
    ("more", {"comments": {}, "html": "<b>"}, "notes.unreadable"),
    ("huge", {"comments": {str(n): "x" * 400 for n in range(300)}}, "notes.too-long"),
]


@pytest.mark.parametrize(("said", "code"), [each[1:] for each in WRONG], ids=[e[0] for e in WRONG])
def test_what_no_page_of_ours_sends_is_refused(said, code):
    with pytest.raises(BadInput) as refused:
        noted_game(GOMOKU, read_notes(json.dumps(said)), (0, 0), None, "en")
    assert refused.value.code == code


def test_the_page_offers_it_and_the_server_keeps_nothing(tmp_path):
    with site(tmp_path) as (client, _):
        page_and_answers(client)


def page_and_answers(client):
    page = client.get("/play/review?sample=xiangqi").text
    token = re.search(r'data-csrf="([^"]+)"', page)[1]
    assert 'data-review="remark"' in page
    assert 'data-review="try"' in page
    form = {
        "record": json_record.write(GOMOKU).decode(),
        "notes": json.dumps({"comments": {"1": HOSTILE}, "branches": [branch(0, 1, "b2")]}),
        "line": "1",
        "at": "2",
        "_csrf_token": token,
    }
    answer = client.post("/play/review/notes", data=form)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.json()["notes"]["comments"] == {"1": HOSTILE}
    refused = client.post("/play/review/notes", data={**form, "notes": "{"}, headers=JSON)
    assert (refused.status_code, refused.json()["code"]) == (400, "notes.unreadable")


JSON = {"accept": "application/json"}
