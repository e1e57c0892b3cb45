"""A McMahon event in the browser's eyes: groups tried out, ranks, handicaps on every page."""

import json
from datetime import UTC, datetime

import pytest
from typer.testing import CliRunner

from qipan.cli import build
from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.own_books.draft import content_text
from qipan.desk.own_books.ready import ready_regulation
from qipan.desk.roles import Role
from qipan.desk.rounds.commands import PublishRound
from qipan.desk.start_groups import SetStartScore
from qipan.formats.documents import Wish, make
from qipan.journal.people import Person
from qipan.kernel.ids import SectionId
from qipan.office.document_material import Occasion, material_of
from web.accessibility import complaints
from web.markup import flat
from web.site import act, sign_in_as

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


def test_cards_slips_and_record_sheets_say_the_handicap_and_komi(club):
    _, office, home, _ = club
    paired(office, home)
    state = office.state(home)
    occasion = Occasion(True, "", datetime(2026, 11, 1, tzinfo=UTC))
    material = material_of(office, state, state.sections[OPEN], occasion)
    for name, times in (("board-cards", 1), ("result-slips", 1), ("record-sheets", 2)):
        told = flat(make(name, "html", material, Wish("en", 0, 3, "a4")).decode())
        assert told.count("handicap 2 · komi 0.5") == times, name  # on one board of two


def test_ranks_are_entered_shown_and_put_right(club):
    client, office, home, path = club
    assert "13k" in client.get(f"{path}/desk/entries").text
    assert (
        act(client, "enter", path=f"{path}/desk/entries", name="Eve", rank="二段").status_code
        == 303
    )
    assert office.state(home).sections[OPEN].entrants["e5"].rank == "2d"
    wrong = act(client, "enter", path=f"{path}/desk/entries", name="Fay", rank="strong")
    assert (wrong.status_code, "That is not a rank" in wrong.text) == (400, True)
    answer = act(client, "save", path=f"{path}/desk/amend", entrant="e5", rank="1k")
    assert answer.status_code == 303
    assert office.state(home).sections[OPEN].entrants["e5"].rank == "1k"


def test_a_start_score_by_hand_page_api_and_shell_agree(club):
    client, office, home, path = club
    here = f"{path}/desk/start-groups"
    page = client.get(f"{here}?entrant=e4&points=15")
    assert (page.status_code, complaints(page.text)) == (200, [])
    assert "Dan would start on 15, not 7" in page.text
    api = f"/api/competitions/{home}/open/start-groups"
    tried = client.get(f"{api}/e4?points=15").json()
    assert (tried["before"], tried["after"], tried["places"]) == (7, 15, [])
    words = ["start-score", str(home), "Dan", "5k", "--preview", "--json"]
    log = str(office.around.log.path)
    done = CliRunner().invoke(build(), [*words, "--data", log])
    told = json.loads(done.stdout)
    assert told.pop("done") is False
    assert {key: told[key] for key in tried} == tried
    assert office.state(home).sections[OPEN].starts == {}  # only looked at
    assert act(client, "set-one", path=here, entrant="e4", points=15).status_code == 422
    set_ = {"entrant": "e4", "points": 15, "reason": "won the last three opens"}
    assert act(client, "set-one", path=here, **set_).status_code == 303
    assert client.get(api).json()["by_hand"] == [
        {"entrant": "e4", "points": 15, "own": 7, "reason": set_["reason"], "after": 0}
    ]
    assert set_["reason"] in client.get(here).text
    assert "set by hand" in client.get(f"{path}/desk/entries").text
    paired(office, home)
    player = client.get(f"{path}/player/e4").text
    assert "set by hand" in player
    assert set_["reason"] not in player  # reasons are for the staff
    section = client.get(f"/api/competitions/{home}/open").json()
    assert {line["name"]: line["start"] for line in section["lines"]}["Dan"] == 15
    again = client.get(f"{here}?entrant=e4&points=own").text
    assert "Dan would start on 7, not 15" in again
    assert "Rounds already paired stay as they are" in again
    back = {"entrant": "e4", "points": "own", "reason": "it was his brother"}
    assert act(client, "set-one", path=here, **back).status_code == 303
    assert client.get(api).json()["by_hand"] == []
    for wrong in ("entrant=nobody&points=3", "entrant=e4&points=999", "entrant=e4&points=x"):
        assert client.get(f"{here}?{wrong}").status_code == 200


def test_only_organiser_and_chief_set_a_start_score(club):
    client, _office, home, path = club
    sign_in_as(client, Role.ARBITER)
    page = client.get(f"{path}/desk/start-groups").text
    assert 'name="entrant"' not in page
    set_ = {"entrant": "e4", "points": 15, "reason": "x"}
    answer = act(client, "set-one", path=f"{path}/desk/start-groups", **set_)
    assert answer.status_code == 403
    api = f"/api/competitions/{home}/open/start-groups/e4?points=15"
    assert client.get(api).status_code == 403


def test_the_entry_list_on_paper_has_ranks_and_start_scores(club):
    _, office, home, _ = club
    command = SetStartScore(section=OPEN, entrant="e4", points=15, reason="x")
    office.carry_out(home, "t", command)
    state = office.state(home)
    occasion = Occasion(True, "", datetime(2026, 11, 1, tzinfo=UTC))
    material = material_of(office, state, state.sections[OPEN], occasion)
    made = make("entries", "csv", material, Wish("en", 0, 3, "a4"))
    lines = made.decode("utf-8-sig").splitlines()
    assert next(line for line in lines if "Dan" in line).endswith("13k,,15,set by hand")
