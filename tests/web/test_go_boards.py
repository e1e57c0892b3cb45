"""Go boards and members of pairs at the desk (TH 3, 13, 25, 27; UN-S 1)."""

import pytest

from desk.entry_desk import mate
from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.rounds.commands import PublishRound
from qipan.journal.people import Person
from qipan.kernel.ids import SectionId
from web.accessibility import complaints
from web.site import act

LEAGUE = SectionId("league")


@pytest.fixture
def league(chief):
    """A match of the league under way; the page of its boards."""
    client, house = chief
    office, home = house.office, house.home
    office.create(home, "t", "League", "th-maklom-2024")
    office.carry_out(home, "t", OpenSection(section=LEAGUE, title="L", under="league"))
    people = [Newcomer(Person(name=name)) for name in ("Alpha", "Beta")]
    office.enter_all(home, LEAGUE, "t", people)
    office.carry_out(home, "t", CloseEntries(section=LEAGUE))
    office.commit_lot(home, LEAGUE, "t")
    office.draw_numbers(home, LEAGUE, "t")
    office.pair(home, LEAGUE, "t")
    office.carry_out(home, "t", PublishRound(section=LEAGUE, round=1))
    path = f"/c/{home}/league/desk"

    def post(action, game=1, page="go-boards", **fields):
        place = {"round": 1, "board": 1, "game": game}
        return act(client, action, path=f"{path}/{page}", **place, **fields)

    def section():
        return office.state(home).sections[LEAGUE]

    return client, post, section, f"{path}/go-boards", lambda: office.state(home)


def test_th_3_nigiri_by_hand_and_by_a_committed_lot(league):
    client, post, section, path, _ = league
    assert complaints(client.get(path).text) == []
    assert post("nigiri", hides="e1", hidden=8, guess=1).status_code == 303
    assert post("nigiri", game=2, hides="e1").status_code == 303
    assert section().nigiri[1, 1, 1] == "e1"  # a wrong guess: who hid the stones has Black
    assert section().nigiri[1, 1, 2] == section().lots["nigiri-1-1-2"].order[0]
    page = client.get(path).text
    assert "Alpha has Black" in page
    again = post("nigiri", game=2, hides="e1")
    assert (again.status_code, "TH 3" in again.text) == (422, True)


def test_th_13_2_a_count_needs_a_photograph(league):
    _, post, section, *_ = league
    counted = {"black": "e2", "black-points": "184", "white-points": "177"}
    refused = post("count", **counted)
    assert (refused.status_code, "TH 13.2" in refused.text) == (422, True)
    assert post("count", **counted, photo="ab" * 32).status_code == 303
    assert section().counts[1, 1, 1] == ("177.5", "177")


def test_th_25_a_stone_that_fell(league):
    client, post, section, path, state = league
    refused = post("stone", entrant="e1", ruling="stays")
    assert (refused.status_code, "TH 25" in refused.text) == (422, True)
    assert post("stone", entrant="e1", ruling="agreed").status_code == 303
    names = {"names": "R1\nR2\nR3\nR4\nR5", "online": "R4\nR5"}
    named = post("committee", page="appeals", body="referees", **names)
    assert named.status_code == 303, named.text
    referees = [each.person for each in state().committees["referees"]][:3]
    two = post("stone", entrant="e1", ruling="stays", referees=referees[:2])
    assert (two.status_code, "TH 25" in two.text) == (422, True)
    assert post("stone", entrant="e1", ruling="stays", referees=referees).status_code == 303
    assert [each.anew for each in section().stones] == [True, False]
    assert "place it again" in client.get(path).text


def test_th_27_a_clock_that_stands(league):
    client, post, section, path, _ = league
    few = post("pause", entrant="e2", stones=4, left=60)
    assert (few.status_code, "TH 27" in few.text) == (422, True)
    assert post("pause", entrant="e2", stones=6, left=60).status_code == 303
    assert section().pauses[0].stones == 6
    assert "The clock was stopped while 6 stones were removed" in client.get(path).text


def test_un_s_1_a_lost_member_of_a_pair_is_replaced(chief):
    client, house = chief
    office, home, cards = house.office, house.home, SectionId("shengji")
    office.create(home, "t", "Cards", "un-games")
    office.carry_out(home, "t", OpenSection(section=cards, title="S", under="shengji"))
    pairs = [Newcomer(Person(name=name), unit=name, mates=(mate("player"),)) for name in "AB"]
    office.enter_all(home, cards, "t", pairs)
    path = f"/c/{home}/shengji/desk/members"
    assert complaints(client.get(path).text) == []
    one, two = office.state(home).sections[cards].entrants["e1"].people
    gone = act(client, "replace", path=path, entrant="e1", left=one, name="C", reason="ill")
    assert gone.status_code == 303, gone.text
    now = office.state(home).sections[cards].entrants["e1"].people
    assert (one in now, two in now, len(now)) == (False, True, 2)
    nameless = act(client, "replace", path=path, entrant="e1", left=one, name="D", reason="ill")
    assert (nameless.status_code, "UN-S 1" in nameless.text) == (422, True)
