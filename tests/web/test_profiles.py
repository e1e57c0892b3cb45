"""A person across competitions: closed until its owner opens it, and then what they ticked."""

import re
from datetime import UTC, datetime

import pytest

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.results.commands import RecordResult
from qipan.desk.roles import Role
from qipan.desk.rounds.commands import PublishRound
from qipan.host.seat_key import seat_key_of
from qipan.journal.people import Person
from qipan.kernel.ids import BoardNo, CompetitionId, PersonId, RoundNo, SectionId
from qipan.kernel.points import Points
from qipan.kernel.results import Score
from qipan.play.seats import opaque_id
from qipan.views.profile import PARTS, heads
from qipan.web.public.profiles import entries_of
from web.accessibility import complaints
from web.markup import readable
from web.site import sign_in_as, site, token

OPEN = SectionId("open")
RIVAL = Person(name="Rival, Rita")


def play_event(house, home, me, rival):
    """Begin a round robin of four: the one who is followed, the rival, and two strangers."""
    office, home = house.office, CompetitionId(home)
    office.create(home, "t", f"Cup {home}", "wx-14")
    office.carry_out(home, "t", OpenSection(section=OPEN, title="Open", under="women"))
    for who, known, rating in ((Person(name="Mei Lin"), me, 1500), (RIVAL, rival, 1600)):
        office.enter(home, OPEN, "t", Newcomer(who, rating, known, known=PersonId(known)))
    for name in ("Ann", "Bo"):
        office.enter(home, OPEN, "t", Newcomer(Person(name=name), 1550, name))
    office.carry_out(home, "t", CloseEntries(section=OPEN))
    office.commit_lot(home, OPEN, "t")
    office.draw_numbers(home, OPEN, "t", ("x",))
    office.pair(home, OPEN, "t")


def publish_and_win(house, home, me):
    """Play it: the one who is followed wins all, others draw."""
    office, home = house.office, CompetitionId(home)
    for number in (1, 2, 3):
        if number > 1:
            office.pair(home, OPEN, "t")
        office.carry_out(home, "t", PublishRound(section=OPEN, round=RoundNo(number)))
        section = office.state(home).sections[OPEN]
        for table in section.rounds[number - 1].tables:
            mine = [me in section.entrants[seat].people for seat in table.seats]
            points = [2 * own if any(mine) else 1 for own in mine]
            result = RecordResult(
                section=OPEN,
                round=RoundNo(number),
                board=BoardNo(table.board),
                score=Score((Points(points[0]), Points(points[1]))),
            )
            office.carry_out(home, "t", result)


@pytest.fixture
def there(tmp_path):
    with site(tmp_path) as (client, house):
        me = opaque_id(seat_key_of(house), "player")
        house.people.save(PersonId(me), Person(name="Mei Lin"))
        house.people.save(PersonId("p-rival"), RIVAL)
        for home in ("one", "two"):
            play_event(house, home, me, "p-rival")
            publish_and_win(house, home, me)
        yield client, house, me


def choose(client, **fields):
    fields["_csrf_token"] = token(client, "/account/profile")
    return client.post("/account/profile", data=fields, follow_redirects=False)


def address(client):
    found = re.search(r'href="(/people/[^"]+)"', client.get("/account/profile").text)
    return found[1] if found else None


def test_a_profile_is_closed_until_its_owner_opens_it_and_closed_again_at_once(there):
    client, house, me = there
    sign_in_as(client, Role.PLAYER)
    assert "Private" in client.get("/account/profile").text
    assert address(client) is None
    refused = choose(client, **{"show-results": "yes"})
    assert refused.status_code == 422
    assert "18 or older" in refused.text
    assert choose(client, **{"show-results": "yes", "of-age": "yes"}).status_code == 303
    here = address(client)
    client.cookies.clear()
    page = client.get(here).text
    assert re.search(r"Won <strong>6</strong>", page)
    assert page.count("Cup ") == 2
    assert complaints(page) == []
    assert me not in page
    assert "player" not in here
    entrant = house.office.state("one").sections[OPEN]
    mine = next(each.id for each in entrant.entrants.values() if me in each.people)
    theirs = next(each.id for each in entrant.entrants.values() if me not in each.people)
    assert here in client.get(f"/c/one/open/player/{mine}").text
    assert "/people/" not in client.get(f"/c/one/open/player/{theirs}").text
    sign_in_as(client, Role.PLAYER)
    assert choose(client).status_code == 303
    client.cookies.clear()
    assert client.get(here).status_code == 404
    assert client.get(f"{here}/card.png").status_code == 404
    assert "/people/" not in client.get(f"/c/one/open/player/{mine}").text


def test_only_the_parts_that_are_ticked_are_shown(there):
    client, _, _ = there
    sign_in_as(client, Role.PLAYER)
    choose(client, **{"show-results": "yes", "of-age": "yes"})
    page = client.get(address(client)).text
    assert "Rival" not in page
    assert "1500" not in readable(page)
    choose(client, **{"show-opponents": "yes", "show-ratings": "yes", "of-age": "yes"})
    page = client.get(address(client)).text
    assert "Rival" in page
    assert re.search(r"1500\s*→\s*15\d\d", page)
    assert "Won <strong>" not in page


def test_the_json_says_what_the_page_says_and_nothing_else(there):
    """Every choice of parts: each figure and name of one is in the other."""
    client, _, me = there
    sign_in_as(client, Role.PLAYER)
    secrets = {
        "results": ("place", "points", "totals", "competitions"),
        "ratings": ("before", "after"),
        "opponents": ("Rival",),
    }
    for parts in (("results",), ("opponents",), ("ratings", "titles"), tuple(PARTS)):
        choose(client, **{f"show-{part}": "yes" for part in parts}, **{"of-age": "yes"})
        here = address(client)
        page = readable(client.get(here).text)
        answer = client.get(f"/api{here}")
        told = answer.json()
        assert answer.headers["cache-control"] == "no-store"
        assert set(told["shown"]) == set(parts)
        assert told["name"] in page
        for entry in told["entries"]:
            assert entry["competition_title"] in page
            assert ("of" in entry) == ("results" in parts)
            if entry.get("place"):
                assert f"{entry['place']}/{entry['of']}" in page.replace(" ", "")
            if entry.get("after"):
                assert re.search(rf"{entry['before']}\s*→\s*{entry['after']}", page)
        for each in told["opponents"]:
            assert re.search(rf"{each['name']}.*? {each['won']} {each['drawn']} ", page)
        if told["totals"]:
            assert f"Won {told['totals']['won']}" in page
        text = answer.text
        assert me not in text
        for part, words in secrets.items():
            if part not in parts:
                for word in words:
                    assert f'"{word}":"' not in text
                    assert not re.search(rf'"{word}":[\d{{\[]', text), (parts, word)
                    assert word != "Rival" or word not in text
    choose(client)
    assert client.get(f"/api{here}").status_code == 404
    assert client.get("/api/people/nobody").status_code == 404


def test_head_to_head_adds_up_over_competitions_and_ratings_are_calculated(there):
    client, house, me = there
    sign_in_as(client, Role.PLAYER)
    choose(client, **{"show-opponents": "yes", "show-ratings": "yes", "of-age": "yes"})
    choice = house.side_tables.profiles.of_account("player")

    class Around:
        """What reading a profile needs of the surroundings."""

    around = Around()
    around.house = house
    around.now = lambda: datetime.now(UTC)
    around.kept = _Kept()
    entries = entries_of(around, choice)
    rival, *strangers = heads(entries)
    assert len(strangers) == 4
    assert (rival.name, rival.won, rival.drawn, rival.lost) == ("Rival, Rita", 2, 0, 0)
    assert [entry.before for entry in entries] == [1500, 1500]
    assert all(entry.after > 1500 for entry in entries)
    assert {entry.place for entry in entries} == {1}
    assert me == choice.person


class _Kept:
    """Keeps nothing."""

    @property
    def views(self):
        return self

    def get(self, key, mark, make):
        return make()


def test_a_round_that_is_not_published_is_in_no_profile(there):
    client, house, me = there
    play_event(house, "three", me, "p-rival")
    sign_in_as(client, Role.PLAYER)
    choose(client, **{"show-results": "yes", "show-opponents": "yes", "of-age": "yes"})
    page = client.get(address(client)).text
    assert re.search(r"Won <strong>6</strong>", page)
    row = page[page.index("Cup three") :][:600]
    assert "–/4" in re.sub(r"\s+", "", row)


def test_a_minor_needs_a_guardian_and_cannot_say_otherwise(there):
    client, house, me = there
    house.people.save(PersonId(me), Person(name="Mei Lin", birth="2015-01-01"))
    sign_in_as(client, Role.PLAYER)
    ticked = {"show-results": "yes"}
    for wrong in ({"of-age": "yes"}, {"guardian": "Pa Lin"}, {"consent": "yes"}):
        refused = choose(client, **ticked, **wrong)
        assert refused.status_code == 422
        assert "guardian" in refused.text
        assert address(client) is None
    assert choose(client, **ticked, guardian="Pa Lin", consent="yes").status_code == 303
    here = address(client)
    assert "Pa Lin" not in client.get(here).text


def test_erasing_an_account_takes_the_profile_along(there):
    client, house, _ = there
    sign_in_as(client, Role.PLAYER)
    choose(client, **{"show-results": "yes", "of-age": "yes"})
    here = address(client)
    assert '"profile"' in client.get("/account/export.json").text
    house.side_tables.profiles.forget("player")
    assert client.get(here).status_code == 404
    choose(client, **{"show-results": "yes", "of-age": "yes"})
    here = address(client)
    house.accounts.remove("player")
    client.cookies.clear()
    assert client.get(here).status_code == 404


def test_who_is_not_signed_in_chooses_nothing(there):
    client, _, _ = there
    assert client.get("/account/profile", follow_redirects=False).status_code in (303, 403)
    form = {"_csrf_token": token(client), "show-results": "yes"}
    answer = client.post("/account/profile", data=form, follow_redirects=False)
    assert answer.status_code in (303, 403)
