"""Repairs in the forms of the desk: the bar and the log, what follows, results put right."""

import re

import pytest

from qipan.desk.roles import Role
from web.accessibility import complaints
from web.hall import enter_men, men, play_men
from web.markup import flat
from web.site import sign_in_as


@pytest.fixture
def desk(chief):
    """The desk of a section with a round that is public, and what is asked of it."""
    client, house = chief
    play_men(house, count=8)
    return Desk(client, house)


class Desk:
    def __init__(self, client, house):
        self.client, self.house = client, house
        self.path = f"/c/{house.home}/individual/desk"

    @property
    def section(self):
        return men(self.house)

    def look(self, page):
        found = self.client.get(f"{self.path}/{page}")
        assert (found.status_code, complaints(found.text)) == (200, [])
        return flat(found.text)

    def do(self, page, action, **fields):
        fields["_csrf_token"] = self.client.cookies.get("csrftoken")
        path = f"{self.path}/{page}/{action}"
        return self.client.post(path, data=fields, follow_redirects=False)

    def undo(self, page="results"):
        """Press the button of the bar."""
        bar = re.search(r'<div class="undo".*?</form>', self.look(page), re.S)[0]
        act = re.search(r'name="act" value="(\d+)"', bar)[1]
        assert self.do("log", "undo", act=act, back=page).status_code == 303
        return bar


def test_after_a_result_the_bar_says_it_with_names_and_takes_it_back(desk):
    desk.do("results", "lines", round="1", lines="1 1", tap="yes")
    assert 1 in desk.section.current.results
    bar = desk.undo()
    assert "Board 1: 陈大明 1–0" in bar or "1–0" in bar
    assert desk.section.current.results == {}
    assert "Undone: Board 1" in desk.look("results")
    assert "Redo" in desk.look("results")


def test_another_button_is_a_correction_and_three_in_a_row_are_told_apart(desk):
    desk.do("results", "lines", round="1", lines="1 1", tap="yes")
    desk.do("results", "lines", round="1", lines="1 5", tap="yes")
    found = desk.section.current
    assert len(set(found.results[1].score.seats)) == 1
    assert len(found.corrected[1]) == 1
    typed = desk.do("results", "lines", round="1", lines="1 0")
    assert typed.status_code == 422, "a line that is typed does not replace a result"


def test_withdraw_undo_and_bring_back(desk):
    who = desk.section.order[0]
    desk.do("entries", "withdraw", entrant=who)
    assert "is withdrawn" in desk.undo("entries")
    assert not desk.section.entrants[who].withdrawn
    desk.do("entries", "withdraw", entrant=who)
    assert "Bring back" in desk.look("entries")
    assert desk.do("amend", "return", entrant=who).status_code == 303
    assert not desk.section.entrants[who].withdrawn


def test_who_left_before_the_numbers_comes_back_with_the_next_one(chief):
    client, house = chief
    enter_men(house, count=8)
    desk, who = Desk(client, house), men(house).active[2]
    desk.do("entries", "withdraw", entrant=who)
    desk.do("entries", "close")
    desk.do("lots", "draw", lot="numbers")
    assert who not in men(house).order
    assert f'name="entrant" value="{who}"' in desk.look("entries").split('id="gone"')[1]
    assert desk.do("amend", "return", entrant=who, reason="well").status_code == 303
    assert men(house).order[-1] == who
    desk.do("pairing", "pair")
    assert who in {each for table in men(house).current.tables for each in table.seats}


def test_a_penalty_says_what_follows_before_it_is_given_and_is_taken_back(desk):
    who = desk.section.current.table(1).seats[0]
    fields = {"entrant": who, "offence": "wrong-claim", "round": "1", "board": "1"}
    offence = next(iter(offences(desk)))
    fields["offence"] = offence
    looked = desk.do("conduct", "try", **fields)
    assert looked.status_code == 200
    assert "Consequences" in looked.text
    assert desk.section.penalties == []
    assert desk.do("conduct", "punish", **fields).status_code == 303
    (given,) = desk.section.penalties
    assert "Take back" in desk.look("conduct")
    refused = desk.do("conduct", "take-back", penalty=given.id, reason="")
    assert refused.status_code == 422
    desk.do("conduct", "take-back", penalty=given.id, reason="the claim was right")
    assert desk.section.penalties == []


def offences(desk):
    page = desk.look("conduct")
    listed = re.search(r'<select name="offence" required>(.*?)</select>', page, re.S)[1]
    return [each for each in re.findall(r'value="([^"]*)"', listed) if each]


def test_a_result_is_cleared_moved_and_seated_as_played(desk):
    desk.do("results", "lines", round="1", lines="1 1")
    first, second = desk.section.current.table(1).seats
    assert "Clear the result" in desk.look("results?correct=1")
    answer = desk.do("results", "move", round="1", board="1", to="2", reason="wrong board")
    assert answer.status_code == 303
    assert set(desk.section.current.results) == {2}
    desk.do("results", "clear", round="1", board="2", reason="not over yet")
    assert desk.section.current.results == {}
    desk.do("results", "lines", round="1", lines="1 1")
    answer = desk.do(
        "results", "correct", round="1", board="1", result="0-1", first=second, reason="seats"
    )
    assert answer.status_code == 303
    assert desk.section.current.table(1).seats == (second, first)


def test_a_correction_says_what_would_follow_and_changes_nothing(desk):
    desk.do("results", "lines", round="1", lines="1 1")
    fields = {"round": "1", "board": "1", "result": "0-1", "reason": "typo"}
    looked = desk.do("results", "try-correct", **fields)
    assert looked.status_code == 200
    assert "Consequences" in looked.text
    assert "0–1" in flat(looked.text)
    assert desk.section.current.results[1].score.seats == (2, 0)


def test_an_entry_is_put_right_with_what_follows(desk):
    who = desk.section.order[0]
    assert "Show the consequences" in desk.look(f"amend?entrant={who}")
    fields = {"entrant": who, "name": "Right Name", "unit": "Fiji", "rating": "1500"}
    assert "Consequences" in desk.do("amend", "try", **fields).text
    assert desk.do("amend", "save", **fields).status_code == 303
    known = desk.section.entrants[who]
    assert (known.unit, known.rating) == ("Fiji", 1500)
    assert "Right Name" in desk.look("entries")
    desk.undo("entries")
    assert desk.section.entrants[who].unit != "Fiji"
    assert "Right Name" not in desk.look("entries").split('id="list"')[1]


def test_the_log_names_what_stands_in_the_way(desk):
    for board in range(1, 5):
        desk.do("results", "lines", round="1", lines=f"{board} 1")
    page = desk.look("log")
    assert "Round 1 is public" in page
    assert "“Result recorded” (event" in page


def test_a_round_is_taken_back_with_its_results_kept_aside(desk):
    desk.do("results", "lines", round="1", lines="1 1")
    refused = desk.do("pairing", "take-back", round="1", reason="wrong list")
    assert refused.status_code == 422
    kept = desk.do("pairing", "take-back", round="1", reason="wrong list", keep="yes")
    assert kept.status_code == 303
    assert desk.section.rounds == []
    assert set(desk.section.set_aside[1].results) == {1}


def test_who_is_not_here_stands_on_the_page_before_the_round_is_public(chief):
    client, house = chief
    enter_men(house, count=8)
    desk = Desk(client, house)
    names = [house.office.names(men(house))[who].name for who in men(house).active]
    desk.do("entries", "close")
    desk.do("lots", "draw", lot="numbers")
    for who in men(house).active[:6]:
        desk.do("check-in", "arrive", entrant=who)
    page = desk.look("pairing")
    assert "Not checked in: 2" in page
    assert all(name in page for name in names[6:])
    desk.do("amend", "rest", entrant=men(house).active[6], round="1", back="pairing")
    desk.do("amend", "rest", entrant=men(house).active[7], round="1", back="pairing")
    desk.do("pairing", "pair")
    seated = {who for table in men(house).current.tables for who in table.seats}
    assert seated == set(men(house).active[:6])


def test_of_who_is_not_here_it_is_decided_and_the_round_forfeits(chief):
    client, house = chief
    enter_men(house, count=8)
    desk = Desk(client, house)
    desk.do("entries", "close")
    desk.do("lots", "draw", lot="numbers")
    page = desk.look("pairing")
    assert "All 8 are here" in page
    assert re.search(r'class="quiet"\s*>\s*Pair round 1', page), "not the main button"
    for who in men(house).active[:7]:
        desk.do("check-in", "arrive", entrant=who)
    away = men(house).active[7]
    page = desk.look("pairing")
    assert "Absent, to be decided: 1" in page
    assert "Forfeits" in page
    desk.do("check-in", "expect", entrant=away, round="1")
    assert "✓ Plays" in desk.look("pairing")
    desk.do("check-in", "expect", entrant=away, round="1", forfeits="yes")
    page = desk.look("pairing")
    assert "✓ Forfeits" in page
    assert re.search(r'class="primary"\s*>\s*Pair round 1', page)
    desk.do("pairing", "pair")
    desk.do("pairing", "publish", round="1")
    current = men(house).current
    (board,) = (table.board for table in current.tables if away in table.seats)
    assert current.results[board].how == "forfeit"
    desk.undo("pairing")
    assert men(house).current.results == {}


def test_withdrawing_in_the_middle_says_first_what_follows(desk):
    page = desk.look("entries")
    assert "entries/try-withdraw" in page
    who = desk.section.order[0]
    asked = desk.do("entries", "try-withdraw", entrant=who)
    assert (asked.status_code, desk.section.entrants[who].withdrawn) == (200, False)
    assert "from round 2 on?" in flat(asked.text)
    assert "The number of players becomes odd" in asked.text
    desk.do("entries", "withdraw", entrant=who, reason="ill")
    assert desk.section.entrants[who].withdrawn


def test_with_nobody_entered_closing_is_not_the_main_button(chief):
    client, house = chief
    enter_men(house, count=0)
    page = Desk(client, house).look("entries")
    assert "No entries yet" in page
    assert 'action="/c/' not in page.split('class="tasks"')[1].split("</ul>")[0]


def test_sections_are_renamed_split_and_merged(chief):
    client, house = chief
    enter_men(house, count=6)
    desk = Desk(client, house)
    desk.do("section", "rename", title="Gentlemen")
    assert men(house).title == "Gentlemen"
    moved = {f"move-{who}": "yes" for who in men(house).active[:2]}
    split = desk.do("section", "split", new="two", title="Second", reason="many", **moved)
    assert split.status_code == 303
    state = house.office.state(house.home)
    assert (len(men(house).entrants), len(state.sections["two"].entrants)) == (4, 2)
    other = Desk(client, house)
    other.path = f"/c/{house.home}/two/desk"
    assert other.do("section", "merge", into="individual", reason="few").status_code == 303
    state = house.office.state(house.home)
    assert (len(men(house).entrants), state.sections["two"].cancelled) == (6, True)


def test_who_may_not_do_a_thing_may_not_undo_it(desk):
    desk.do("results", "lines", round="1", lines="1 1")
    version = desk.house.office.state(desk.house.home).version
    sign_in_as(desk.client, Role.ORGANISER)
    answer = desk.do("log", "undo", act=str(version), back="log")
    asked = desk.client.post(
        f"/api/competitions/{desk.house.home}/commands",
        json={"command": "TakeBackAct", "first": version, "last": version},
        headers={"x-csrftoken": desk.client.cookies.get("csrftoken")},
    )
    sign_in_as(desk.client, Role.CHIEF_ARBITER)
    assert (answer.status_code, asked.status_code) == (403, 403)
    assert 1 in desk.section.current.results


def test_two_players_are_exchanged_by_touch_and_back(desk):
    for board in range(1, 5):
        desk.do("results", "lines", round="1", lines=f"{board} 1")
    desk.do("pairing", "pair")
    tables = desk.section.current.tables
    one, two = tables[0].seats[0], tables[1].seats[0]
    page = desk.look("pairing")
    assert page.count("data-player=") == 8
    tried = desk.do("pairing", "try-change", round="2", touch="yes", kind="swap", one=one, two=two)
    assert "swap opponents" in tried.text
    ticks = re.findall(r'name="(despite-\d+)"\s+value="([^"]+)"', tried.text)
    steps = f"swap:{one}:{two}"
    done = desk.do("pairing", "change", round="2", touch="yes", steps=steps, **dict(ticks))
    assert done.status_code == 303, done.text
    assert "changed by hand" in desk.look("pairing")
    desk.undo("pairing")
    assert desk.section.current.tables == tables
