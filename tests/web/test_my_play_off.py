"""Captains and players act themselves in a play-off: on their own page, by the regulation."""

import re

import pytest
from litestar.testing import TestClient

from desk.drawn_final import drawn_team_final
from qipan.desk.results.commands import RecordGame
from qipan.desk.results.recording import read_score
from qipan.i18n import LANGUAGES
from qipan.sections.matches import GAME_POINTS
from qipan.web.app import build
from qipan.web.player.phones import card_of, card_path
from qipan.web.serving import make_context
from qipan.web.shared.limits import attempts
from qipan.wiring import open_house
from web.accessibility import complaints
from web.markup import readable
from web.phones import Phone

ROUND = {"round": "6"}


class Final:
    """The drawn final of a team championship, with a phone for each card."""

    def __init__(self, folder):
        self.house = open_house(str(folder / "j.sqlite"))
        self.teams = drawn_team_final(self.house.office, "teams")
        self.context = make_context(self.house)
        self.app = build(self.context)
        attempts.forget()

    @property
    def now(self):
        return self.house.office.state("teams").sections["team"]

    def phone(self, *entrants):
        phone = Phone(self.app, self.context)
        state = self.house.office.state("teams")
        for who in entrants:
            card = card_path(self.context, card_of(state, self.now, who))
            assert phone.take(who, card).status_code == 303
        return phone.client

    def member(self, team, at):
        return self.now.entrants[team].people[at]

    def draw(self):
        self.house.office.draw_play_off("teams", "team", "account:chief", (6, 1))
        return [lot for name, lot in self.now.lots.items() if name.startswith("play-off")][-1].order

    def game(self, text):
        score, how = read_score(text, GAME_POINTS)
        command = RecordGame(section="team", round=6, board=1, score=score, how=how)
        self.house.office.carry_out("teams", "account:arbiter", command)

    def last(self):
        event = list(self.house.log.read("competition/teams"))[-1]
        return event.name, event.actor


@pytest.fixture(scope="module")
def final(tmp_path_factory):
    made = Final(tmp_path_factory.mktemp("final"))
    with TestClient(made.app):
        yield made
    made.house.close()


def path(team):
    return f"/c/teams/team/me/{team}"


def page(client, team, language="en"):
    found = client.get(path(team), headers={"accept-language": language})
    assert (found.status_code, complaints(found.text)) == (200, [])
    part = re.search(r'<section class="sheet act" id="play-off">.*?</section>', found.text, re.S)
    return part[0] if part else ""


def sent(client, team, action, **fields):
    answer = client.post(f"{path(team)}/{action}", data={**ROUND, **fields}, follow_redirects=False)
    found = re.search(r'role="alert">(.*?)</div>', answer.text, re.DOTALL)
    told = re.sub(r"<[^>]+>|\s+", " ", found[1]).strip() if found else ""
    return answer.status_code, told


def test_my_v_5_5_and_5_6_captains_nominate_and_the_winner_of_the_lot_chooses(final):
    """One story: the first game is drawn, the second is the last; the journal says who acted."""
    one, two = final.teams
    mine, theirs = final.phone(one), final.phone(two)
    nobody = final.phone()

    # the first game: nominations, secret until both are in
    shown = page(mine, one)
    assert ("MY-V 5.5" in shown, shown.count("<option value=")) == (True, 6)
    assert sent(nobody, one, "nominate", game="1", person=final.member(one, 0))[0] == 403
    assert sent(theirs, one, "nominate", game="1", person=final.member(one, 0))[0] == 403
    status, told = sent(mine, one, "nominate", game="1", person=final.member(two, 0))
    assert (status, "MY-V 5.5" in told) == (422, True)  # a member of the other team
    assert final.now.nominated == {}
    assert sent(mine, one, "nominate", game="1", person=final.member(one, 0)) == (303, "")
    assert final.last() == ("player-nominated/1", f"player:team/{one}")
    secret = "has submitted; the name is shown when both have"
    seen = readable(theirs.get(path(two)).text)
    assert secret in seen
    assert final.context.house.people.find([final.member(one, 0)]).popitem()[1].name not in seen
    status, told = sent(mine, one, "nominate", game="1", person=final.member(one, 1))
    assert (status, "MY-V 5.5" in told) == (422, True)
    assert f"{final.now.entrants[one].unit} has submitted its nomination" in told
    assert sent(theirs, two, "nominate", game="1", person=final.member(two, 2)) == (303, "")
    assert secret not in page(theirs, two)
    assert page(theirs, two).count(" nominates ") == 2
    status, told = sent(mine, one, "choose", game="1", chosen="first")
    assert (status, "MY-V 5.5" in told) == (422, True)  # this lot gives the colour, no choice
    final.draw()
    assert "moves first" in page(mine, one)
    final.game("0.5-0.5")

    # the last game: another player each, then the lot, then its winner's choice
    stale = sent(mine, one, "nominate", game="1", person=final.member(one, 1))
    assert (stale[0], "Game 2 of the play-off is next" in stale[1]) == (422, True)
    status, told = sent(mine, one, "nominate", game="2", person=final.member(one, 0))
    assert (status, "MY-V 5.6" in told) == (422, True)  # has played
    sent(mine, one, "nominate", game="2", person=final.member(one, 1))
    sent(theirs, two, "nominate", game="2", person=final.member(two, 0))
    status, told = sent(mine, one, "choose", game="2", chosen="first")
    assert (status, "MY-V 5.6" in told) == (422, True)  # before the lot
    chooser, other = final.draw()
    phones = {one: mine, two: theirs}
    assert "won the lot and chooses" in page(phones[other], other)
    status, told = sent(phones[other], other, "choose", game="2", chosen="first")
    assert (status, "MY-V 5.6" in told) == (422, True)  # the lot named the other side
    assert sent(phones[chooser], chooser, "choose", game="2", chosen="red")[0] == 400
    assert sent(nobody, chooser, "choose", game="2", chosen="first")[0] == 403
    for language in LANGUAGES:
        assert page(phones[chooser], chooser, language).count('name="chosen"') == 2
    assert sent(phones[chooser], chooser, "choose", game="2", chosen="second") == (303, "")
    assert final.last() == ("seat-chosen/1", f"player:team/{chooser}")
    made = final.now.chosen[6, 1, 2]
    assert (made.first, made.person) == (other, final.now.nominated[6, 1, 2, chooser])
    status, told = sent(phones[chooser], chooser, "choose", game="2", chosen="first")
    assert (status, "the choice stands" in told, "MY-V 5.6" in told) == (422, True, True)

    # over: the draw wins for the second mover, and nothing more is asked or taken
    final.game("0.5-0.5")
    assert final.now.current.decided == {1: chooser}
    assert page(mine, one) == ""
    version = final.house.office.state("teams").version
    assert sent(phones[chooser], chooser, "choose", game="2", chosen="first")[0] == 422
    assert sent(mine, one, "nominate", game="2", person=final.member(one, 2))[0] == 422
    assert final.house.office.state("teams").version == version


def test_who_is_in_no_play_off_is_asked_nothing_and_takes_no_part(final):
    """The captain of a team on another board, and a page of an earlier round."""
    one, _ = final.teams
    board = final.now.current.tables[1]
    stranger = board.seats[0]
    client = final.phone(stranger)
    assert page(client, stranger) == ""
    person = final.member(stranger, 0)
    status, told = sent(client, stranger, "nominate", game="1", person=person)
    assert (status, "MY-V 5.5" in told) == (422, True)
    assert sent(client, stranger, "choose", game="1", chosen="first")[0] == 422
    assert sent(client, stranger, "nominate", round="5", game="1", person=person)[0] == 409
    assert sent(client, one, "nominate", game="1", person=person)[0] == 403
