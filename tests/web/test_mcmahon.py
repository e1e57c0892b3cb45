"""A McMahon event in the browser's eyes: groups tried out, ranks, handicaps on every page."""

import pytest

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.own_books.draft import content_text
from qipan.desk.own_books.ready import ready_regulation
from qipan.desk.rounds.commands import PublishRound
from qipan.journal.people import Person
from qipan.kernel.ids import SectionId
from web.accessibility import complaints
from web.site import act

OPEN = SectionId("open")
RANKS = {"Ann": "5d", "Bob": "5k", "Cid": "10k", "Dan": "13k"}


@pytest.fixture
def club(chief):
    client, house = chief
    office, home = house.office, house.home
    text = content_text(ready_regulation("mcmahon-handicap"))
    office.create(home, "t", "Club", "mcmahon-handicap", text=text)
    office.carry_out(home, "t", OpenSection(section=OPEN, title="Open", under="open"))
    people = [Newcomer(Person(name=name), rank=rank) for name, rank in RANKS.items()]
    office.enter_all(home, OPEN, "t", people)
    return client, office, home, f"/c/{home}/open"


def paired(office, home):
    office.carry_out(home, "t", CloseEntries(section=OPEN))
    office.draw_numbers(home, OPEN, "t")
    office.pair(home, OPEN, "t")
    office.carry_out(home, "t", PublishRound(section=OPEN, round=1))


def test_a_bar_is_tried_out_and_set_on_the_page_of_groups(club):
    client, office, home, path = club
    page = client.get(f"{path}/desk/start-groups")
    assert (page.status_code, complaints(page.text)) == (200, [])
    assert "bar 4d, floor 20k" in page.text
    tried = client.get(f"{path}/desk/start-groups?bar=3k&floor=12k").text
    assert "Set bar 3k and floor 12k" in tried
    assert office.state(home).sections[OPEN].options == {}
    wrong = client.get(f"{path}/desk/start-groups?bar=20k&floor=1d")
    assert (wrong.status_code, "bar must be above the floor" in wrong.text) == (200, True)
    answer = act(client, "set", path=f"{path}/desk/start-groups", bar="3k", floor="12k")
    assert answer.status_code == 303
    assert office.state(home).sections[OPEN].options == {"bar": "3k", "floor": "12k"}
    paired(office, home)
    late = act(client, "set", path=f"{path}/desk/start-groups", bar="4k", floor="12k")
    assert late.status_code == 422


def test_the_handicap_stands_on_every_page_and_is_changed_on_the_boards_of_go(club):
    client, office, home, path = club
    paired(office, home)
    for page in ("", "/names", "/desk/results", "/desk/go-boards", "/player/e4"):
        text = client.get(f"{path}{page}").text
        assert "handicap 2" in text, page
    why = client.get(f"{path}/pairing?round=1&board=2").text
    assert "handicap of 2" in why
    board = {"round": 1, "board": 2, "game": 1}
    answer = act(client, "handicap", path=f"{path}/desk/go-boards", **board, handicap=5, komi="")
    assert answer.status_code == 303
    assert office.state(home).sections[OPEN].rounds[0].tables[1].handicap == 5
    answer = act(client, "handicap", path=f"{path}/desk/go-boards", **board, handicap=77)
    assert answer.status_code == 422


def test_ranks_are_entered_shown_and_put_right(club):
    client, office, home, path = club
    assert "13k" in client.get(f"{path}/desk/entries").text
    assert (
        act(client, "enter", path=f"{path}/desk/entries", name="Eve", rank="二段").status_code
        == 303
    )
    assert office.state(home).sections[OPEN].entrants["e5"].rank == "2d"
    wrong = act(client, "enter", path=f"{path}/desk/entries", name="Fay", rank="strong")
    assert (wrong.status_code, "That is no rank" in wrong.text) == (400, True)
    answer = act(client, "save", path=f"{path}/desk/amend", entrant="e5", rank="1k")
    assert answer.status_code == 303
    assert office.state(home).sections[OPEN].entrants["e5"].rank == "1k"
