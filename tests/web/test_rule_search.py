"""Search finds people, events, games and clauses; of people only what public pages show."""

import pytest

from qipan.web.public.rule_search import MOST_CLAUSES, find_rules
from web.markup import readable
from web.site import site

ASKED = [
    # asked for, language, games found, a clause found
    ("xiangqi", "en", ["Xiangqi"], ""),
    ("围棋", "en", ["Go"], ""),
    ("tiào", "en", [], ""),
    ("MY 8.5", "en", [], "MY 8.5"),
    ("gomoku", "zh", ["五子棋"], ""),
    ("对手分", "en", [], "CLUB 3"),
    ("zzzz", "en", [], ""),
    ("", "en", [], ""),
]


@pytest.mark.parametrize(("asked", "language", "games", "clause"), ASKED)
def test_games_and_clauses_in_any_language(asked, language, games, clause):
    found, clauses = find_rules(asked, language)
    assert [each.name for each in found] == games
    assert len(clauses) <= MOST_CLAUSES
    assert not clause or clause in [each.name for each in clauses]


def test_a_number_that_was_asked_for_stands_first():
    _, clauses = find_rules("WX 5", "en")
    assert clauses[0].name == "WX 5"


def test_one_page_for_people_events_games_and_clauses(tmp_path):
    with site(tmp_path) as (client, _):
        people = readable(client.get("/search?q=Rook").text)
        assert "People and teams" in people
        assert "Rook, Anna" in people
        assert "Competitions" in readable(client.get("/search?q=demo").text)
        games = client.get("/search?q=gomoku").text
        assert 'href="/play?game=gomoku"' in games
        assert "Nothing was found" in client.get("/search?q=zzzz").text
        for asked in ("<script>alert(1)</script>", "%", "' OR 1=1", "\u202e"):
            page = client.get("/search", params={"q": asked})
            assert page.status_code == 200
            assert "<script>alert" not in page.text
