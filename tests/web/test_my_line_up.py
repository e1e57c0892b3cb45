"""Captains hand their line-up in themselves: for their own team, in time, by the regulation."""

import re
from datetime import timedelta

import pytest
from litestar.testing import TestClient

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Mate, Newcomer
from qipan.desk.rounds.commands import PublishRound
from qipan.desk.schedule.commands import ScheduleRound
from qipan.i18n import LANGUAGES
from qipan.journal.people import Person
from qipan.sections.line_ups import line_up_of
from qipan.web.player.phones import card_of, card_path
from qipan.web.serving import make_context
from qipan.web.shared.limits import attempts
from qipan.wiring import open_house, utc_now
from web.accessibility import complaints
from web.phones import Phone
from web.standing import application

TEAMS = "ABCD"


class Championship:
    """Four teams before the first round, and the phones of their captains."""

    def __init__(self, folder):
        self.house = open_house(str(folder / "j.sqlite"))
        self.office = self.house.office
        self.office.create("cup", "t", "Cup", "my-2018")
        options = {"entry_checks": False}
        self.do(OpenSection(section="team", title="T", under="team", options=options))
        self.office.enter_all("cup", "team", "t", [team(unit) for unit in TEAMS])
        self.do(CloseEntries(section="team"))
        self.office.commit_lot("cup", "team", "t")
        self.office.draw_numbers("cup", "team", "t")
        self.app = self.context = None
        attempts.forget()

    def do(self, command):
        self.office.carry_out("cup", "t", command)

    @property
    def now(self):
        return self.office.state("cup").sections["team"]

    def begins_in(self, minutes):
        start = utc_now().astimezone().replace(tzinfo=None) + timedelta(minutes=minutes)
        text = start.isoformat(timespec="minutes")
        self.do(ScheduleRound(section="team", round=1, start=text, reason="x", despite="x"))

    def phone(self, who):
        phone = Phone(self.app, self.context)
        card = card_path(self.context, card_of(self.office.state("cup"), self.now, who))
        assert phone.take(who, card).status_code == 303
        return phone.client


def team(unit):
    roles = ["player", "player", "junior", "player"]
    mates = [Mate(Person(name=f"{unit}{at}"), role) for at, role in enumerate(roles, 2)]
    return Newcomer(Person(name=f"{unit}1"), rating=2000, unit=unit, mates=tuple(mates))


@pytest.fixture
def cup(tmp_path):
    made = Championship(tmp_path)
    with application(make_context(made.house)) as (made.app, made.context), TestClient(made.app):
        yield made
    made.house.close()


def handed(client, who, people, number="1"):
    fields = {f"board-{at}": each for at, each in enumerate(people, 1)}
    path = f"/c/cup/team/me/{who}/line-up"
    answer = client.post(path, data={"round": number, **fields}, follow_redirects=False)
    found = re.search(r'role="alert">(.*?)</div>', answer.text, re.DOTALL)
    return answer.status_code, found[1] if found else ""


def test_my_v_4_3_a_captain_hands_in_until_half_an_hour_before(cup):
    one, two = cup.now.order[:2]
    members = cup.now.entrants[one].people
    client = cup.phone(one)
    page = client.get(f"/c/cup/team/me/{one}")
    assert (page.status_code, complaints(page.text), "MY-V 4.3" in page.text) == (200, [], True)
    for language in LANGUAGES:
        shown = client.get(f"/c/cup/team/me/{one}", headers={"accept-language": language})
        assert shown.text.count('name="board-') == 4
    line_up = (members[1], members[0], members[2], members[3])
    assert handed(client, one, line_up) == (303, "")
    assert line_up_of(cup.now, one, 1) == line_up
    last = list(cup.house.log.read("competition/cup"))[-1]
    assert (last.name, last.actor) == ("line-up-handed/1", f"player:team/{one}")

    others = cup.now.entrants[two].people
    assert handed(client, two, others[:4])[0] == 403  # another team's card
    status, told = handed(client, one, others[:4])
    assert (status, "different members of" in told) == (422, True)  # its members
    status, told = handed(client, one, (*members[:3], members[4]))
    assert (status, "MY-V" in told) == (422, True)  # the junior's board is kept
    assert handed(client, one, line_up, "2")[0] == 409

    cup.begins_in(20)
    status, told = handed(client, one, members[:4])
    assert (status, "MY-V 4.3" in told, "is too late" in told) == (422, True, True)
    assert line_up_of(cup.now, one, 1) == line_up  # what was handed in stands
    cup.begins_in(40)
    assert handed(client, one, members[:4]) == (303, "")


def test_my_v_4_3_nothing_is_changed_once_the_pairing_is_out(cup):
    one = cup.now.order[0]
    client = cup.phone(one)
    cup.office.pair("cup", "team", "t")
    cup.do(PublishRound(section="team", round=1))
    status, told = handed(client, one, cup.now.entrants[one].people[:4])
    assert (status, "MY-V 4.3" in told, "published" in told) == (422, True, True)
    page = client.get(f"/c/cup/team/me/{one}").text
    assert "Line-up for round 2" in page
