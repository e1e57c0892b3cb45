"""The page of a live table: names, practice once more, time in words."""

import json
import re
from html import unescape

import pytest

from qipan.kernel.clock import ByoYomi, Entered, Increment, PerMove, Untimed
from qipan.web.shared.words.clock_words import control_words
from web.site import site, token


def attribute(text, name):
    return unescape(re.search(rf'data-{name}="([^"]*)"', text)[1])


@pytest.fixture
def client(tmp_path):
    with site(tmp_path) as (found, _):
        found.headers["accept-language"] = "en"
        token(found, "/play")
        yield found


@pytest.fixture
def practice(client):
    answer = client.post(
        "/api/practice",
        json={"game": "go", "seat": 0, "rules": {"size": 9}, "level": 1},
        headers={"x-csrftoken": client.cookies.get("csrftoken", "")},
    )
    assert answer.status_code == 201, answer.text
    return client.get(answer.json()["links"][0]).text


def test_nobody_at_a_practice_table_is_called_by_an_id(practice):
    people = json.loads(attribute(practice, "people"))
    assert [each["name"] for each in people] == ["Guest", "Computer"]
    assert [each["bot"] for each in people] == [False, True]


def test_practice_is_asked_for_again_on_the_other_side_with_the_same_options(practice, client):
    asked = json.loads(attribute(practice, "practice"))
    assert (asked["game"], asked["seat"], asked["level"]) == ("go", 1, 1)
    assert asked["rules"]["size"] == 9
    headers = {"x-csrftoken": attribute(practice, "csrf")}
    answer = client.post("/api/practice", json=asked, headers=headers)
    assert answer.status_code == 201, answer.text


def test_a_table_without_a_book_counts_in_one_phase(practice):
    asked = json.loads(attribute(practice, "practice"))
    assert asked["rules"] == {"size": 9, "second_passes": False, "one_ending": True}


@pytest.mark.parametrize(
    ("control", "words"),
    [
        (Increment(900_000, 10_000), "15 min + 10 s per move"),
        (Increment(90_000), "1.5 min"),
        (ByoYomi(2_400_000, 30_000, 3), "40 min, then 3 × 30 s"),
        (PerMove(900_000, 180_000), "15 min, at most 180 s per move"),
        (Untimed(), "no limit"),
        (Entered(60_000), "no limit"),
    ],
)
def test_the_time_of_a_table_in_words(control, words):
    assert control_words(control, "en") == words
