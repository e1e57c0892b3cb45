"""Tables at which everybody gets a place: every road writes places, none writes them as points."""

import re

import pytest

from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.online.commands import OpenContest
from qipan.desk.results.commands import CorrectResult
from qipan.desk.results.recording import read_places
from qipan.desk.roles import Role
from qipan.desk.rounds.commands import PublishRound
from qipan.journal.people import Person
from qipan.views.consequences import foreseen
from qipan.views.contest import contest_view
from qipan.views.glance.player_card import player_card
from qipan.wiring import utc_now
from web.accessibility import complaints
from web.site import sign_in_as, site
from web.test_desk_more import opened, work

CAME_IN = "2-5-1-6-3-3"
SHOWN = CAME_IN.replace("-", "–")


@pytest.fixture(scope="module")
def heats(tmp_path_factory):
    """Two tables of six, the first with its result."""
    with site(tmp_path_factory.mktemp("heats")) as (client, house):
        sign_in_as(client, Role.CHIEF_ARBITER)
        path = opened(house, "jumps", "un-games", "checkers")
        office = house.office
        people = [Newcomer(Person(name=f"n{n:02}")) for n in range(12)]
        office.enter_all("jumps", "checkers", "t", people)
        office.carry_out("jumps", "t", CloseEntries(section="checkers"))
        waits = client.get(f"{path}/desk/lots")
        assert (waits.status_code, "/lots/commit" in waits.text) == (200, True)
        office.commit_lot("jumps", "checkers", "t")
        office.draw_numbers("jumps", "checkers", "t")
        office.pair("jumps", "checkers", "t")
        hidden = client.get(f"{path}/desk/results")  # paired, not yet published
        assert (hidden.status_code, hidden.text.count('class="match heat')) == (200, 2)
        office.carry_out("jumps", "t", PublishRound(section="checkers", round=1))
        open_page = client.get(f"{path}/desk/results").text
        assert work(client, path, "results", "lines", round=1, lines=f"1 {CAME_IN}").is_redirect
        yield client, house, path, open_page


def test_an_open_table_offers_its_names_and_no_result_of_two(heats):
    _, _, _, page = heats
    assert complaints(page) == []
    assert page.count("data-seat=") == 12
    assert page.count('name="lines" value="" data-ready disabled') == 2
    assert 'placeholder="1 1-2-3-4-5-6"' in page
    assert "<kbd>5</kbd>" not in page
    assert "½" not in page


def test_the_desk_shows_who_came_in_where(heats):
    client, house, path, _ = heats
    page = client.get(f"{path}/desk/results").text
    card = page[page.index('id="b1"') : page.index('id="b2"')]
    seats = house.office.state("jumps").sections["checkers"].current.tables[0].seats
    people = house.office.names(house.office.state("jumps").sections["checkers"])
    found = re.findall(r'<span class="place">(\d)</span> <b>([^<]+)</b>', card)
    places = dict(zip(seats, CAME_IN.split("-"), strict=True))
    assert sorted(found) == sorted((places[who], people[who].name) for who in seats)
    assert [place for place, _ in found] == sorted(place for place, _ in found)
    asked = client.get(f"{path}/desk/results?round=1&correct=1").text
    assert (complaints(asked), 'data-into="#correct-result"' in asked) == ([], True)
    assert "results-known</datalist>" not in asked


def test_every_road_writes_places(heats):
    client, house, path, _ = heats
    state = house.office.state("jumps")
    log = client.get(f"{path}/desk/log").text
    assert (SHOWN in log, "½" in log) == (True, False)
    assert SHOWN in client.get(path).text
    again = read_places("1-2-3-4-5-6")
    at = {"section": "checkers", "round": 1, "board": 1}
    change = CorrectResult(**at, score=again, reason="misread")
    (board,) = [each for each in foreseen(state, "checkers", [change]).boards if each.board == 1]
    assert (board.before, board.after) == (SHOWN, "1–2–3–4–5–6")
    refused = work(client, path, "results", "result", round=1, board=1, result="1-2-3-4-5-6")
    assert (refused.status_code, CAME_IN in refused.text) == (422, True)


def test_a_player_is_told_the_place_and_not_that_the_last_one_won(heats):
    _, house, _, _ = heats
    house.office.carry_out(
        "jumps", "t", OpenContest(section="checkers", zone="+00:00", mode="online")
    )
    state = house.office.state("jumps")
    section = state.sections["checkers"]
    cards = [player_card(state, section, who, utc_now()) for who in section.current.tables[0].seats]
    assert [each.state for each in cards] == ["came-in"] * 6
    assert [each.figure for each in cards] == CAME_IN.split("-")
    assert [each.tone for each in cards] == ["", "", "good", "", "", ""]
    view = contest_view(state, section, house.office.names(section), utc_now())
    assert view.places[0].result == tuple(CAME_IN.split("-"))


def test_the_shell_writes_places(run):
    assert run("new", "un-games", "checkers", "--id", "jumps")[0] == 0
    assert run("enter", "jumps", *[f"n{n}" for n in range(6)])[0] == 0
    assert run("pair", "jumps")[0] == 0
    assert run("result", "jumps", "1", CAME_IN)[0] == 0
    refused = run("result", "jumps", "1", "1-2-3-4-5-6")
    assert refused[0] == 3
    assert CAME_IN in refused[2]
