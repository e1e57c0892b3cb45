"""The sheet of a team match: penalties and lateness on one board, and board results elsewhere."""

import csv
import io

import pytest

from desk import event, test_undo
from desk.event import WOMEN
from qipan.desk.results.commands import RecordGame
from qipan.kernel.ids import CompetitionId
from web.accessibility import complaints
from web.markup import flat
from web.site import act


@pytest.fixture
def sheet(chief, monkeypatch):
    """The desk of a team event; what it is played under is chosen by the test."""
    client, house = chief
    for module in (event, test_undo):
        monkeypatch.setattr(module, "HOME", CompetitionId(house.home))
        monkeypatch.setattr(module, "simulated_office", lambda seed: house.office)
    return Sheet(client, house)


class Sheet:
    def __init__(self, client, house):
        self.client, self.house = client, house
        self.home = f"/c/{house.home}/{WOMEN}"

    @property
    def section(self):
        return self.house.office.state(self.house.home).sections[WOMEN]

    def look(self, page):
        found = self.client.get(f"{self.home}/desk/{page}")
        assert (found.status_code, complaints(found.text)) == (200, [])
        return flat(found.text)

    def post(self, action, **fields):
        place = {"round": "1", "board": "1", "game": "3", "at": "1.3", **fields}
        return act(self.client, f"desk/{action}", path=self.home, **place)

    def whom(self, index, game=3):
        """Who plays a board for one side, as the form names them."""
        team = self.section.rounds[0].table(1).seats[index]
        return f"{team} {self.section.entrants[team].people[game - 1]}"


def test_a_penalty_on_one_board_is_looked_at_given_and_counted_there(sheet):
    test_undo.teams()
    page = sheet.look("results?at=1.3")
    assert "Board 1.3" in page
    whom = sheet.whom(0)
    fields = {"whom": whom, "offence": "double-move-at-once"}
    tried = sheet.post("results/try-penalty", **fields)
    assert (tried.status_code, sheet.section.penalties) == (200, [])
    assert "board 1.3" in flat(tried.text).lower()
    assert "Confirm the penalty" in tried.text
    given = sheet.post("results/penalty", **fields)
    assert given.headers["location"].endswith("results?round=1#b1")
    found = sheet.section
    assert (found.penalties[0].person, found.penalties[0].game) == (whom.split()[1], 3)
    assert [game.number for game in found.current.games[1]] == [3]
    stranger = sheet.post("results/penalty", whom="e99 p", offence="double-move-at-once")
    assert stranger.status_code == 400


def test_who_comes_late_to_a_board_loses_that_board(sheet):
    test_undo.go_teams()
    assert "Board 1.3" in sheet.look("results?at=1.3")
    whom = sheet.whom(1)
    tried = sheet.post("results/try-late", whom=whom, minutes="20")
    assert "the game is lost" in tried.text
    assert sheet.section.current.games == {}
    assert sheet.post("results/late", whom=whom, minutes="20").status_code == 303
    (game,) = sheet.section.current.games[1]
    assert (game.number, game.result.how) == (3, "forfeit")
    early = sheet.post("results/try-late", whom=whom, minutes="5", game="2", at="1.2")
    assert "5 minutes off the clock" in early.text


def test_the_page_of_the_late_says_what_follows_first(sheet):
    test_undo.go_teams()
    who = sheet.section.rounds[0].table(1).seats[0]
    sheet.post("late/absent", entrant=who)
    tried = sheet.post("late/try", entrant=who, minutes="16")
    assert "the game is lost" in tried.text
    assert 'name="seconds" value="960"' in tried.text
    assert sheet.section.late == {}
    assert sheet.post("late/came", entrant=who, seconds="960").status_code == 303
    assert sheet.section.current.games[1][0].number == 3


def test_a_captain_who_does_not_play_is_punished_by_name(sheet):
    test_undo.teams()
    assert 'name="captain"' in sheet.look("conduct")
    team = sheet.section.rounds[0].table(1).seats[0]
    fields = {"entrant": team, "offence": "misleading", "captain": "Captain Courageous"}
    people = sheet.house.people
    tried = sheet.post("conduct/try", **fields)
    assert "Captain Courageous" in tried.text
    assert sheet.post("conduct/punish", **fields).status_code == 303
    first = sheet.section.penalties[0].person
    assert people.find([first])[first].name == "Captain Courageous"
    assert "Captain Courageous" in sheet.look("conduct")
    asked = {
        "command": "PunishOffence",
        "section": WOMEN,
        "entrant": team,
        "offence": "misleading",
        "captain_name": "Second Captain",
    }
    token = {"x-csrftoken": sheet.client.cookies.get("csrftoken")}
    path = f"/api/competitions/{sheet.house.home}/commands"
    answer = sheet.client.post(path, json=asked, headers=token)
    assert answer.status_code == 201, answer.text
    second = sheet.section.penalties[1].person
    assert people.find([second])[second].name == "Second Captain"
    refused = sheet.client.post(path, json={**asked, "offence": "none"}, headers=token)
    assert refused.status_code == 422


def test_results_of_boards_are_in_the_api_and_in_documents(sheet):
    office = test_undo.teams()
    event.do(office, RecordGame(section=WOMEN, round=1, board=1, score=event.DRAW, game=2))
    found = sheet.client.get(f"/api/competitions/{sheet.house.home}/{WOMEN}").json()
    (game,) = found["rounds"][0]["boards"][0]["games_by_number"]
    ids = [sheet.whom(at, 2).split()[1] for at in (0, 1)]
    names = [sheet.house.people.find(ids)[each].name for each in ids]
    assert (game["number"], game["result"], game["players"]) == (2, "½–½", names)
    rows = {}
    for name in ("pairings", "team-sheets"):
        text = sheet.client.get(f"{sheet.home}/documents/{name}.csv").content.decode("utf-8-sig")
        rows[name] = list(csv.reader(io.StringIO(text)))
    assert ["1.2", names[0], "½–½", names[1]] in [
        [each for each in row if each] for row in rows["pairings"]
    ]
    assert [row[-1] for row in rows["team-sheets"] if names[0] in row] == ["½"]
    report = sheet.client.get(f"{sheet.home}/documents/report.json").json()
    assert report["matches"][0]["boards"][1] == {
        "number": 2,
        "players": names,
        "result": "½–½",
    }
    for name in ("pairings", "team-sheets", "report"):
        made = sheet.client.get(f"{sheet.home}/documents/{name}.pdf")
        assert (made.status_code, made.content[:4]) == (200, b"%PDF")
