"""Open matching in the browser and by the book: opened, asked who one is, through, entered."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from qipan.desk.competition import OpenSection
from qipan.desk.roles import Role
from qipan.host.seat_key import seat_key_of
from qipan.journal.envelope import Batch
from qipan.journal.event import fresh
from qipan.journal.live.lobby import GameCounted, MatchMade, read_lobby
from qipan.journal.people import Person
from qipan.kernel.clock import PerMove
from qipan.office.open_matching import PeriodAsked, terms_by_book
from qipan.office.qualified_entries import QualifiedEntries
from qipan.play.seats import opaque_id
from web.markup import flat
from web.site import sign_in_as, site, token

PERIOD = {
    "event": "gm-2025/qualifier",
    "name": "period-1",
    "title": "海选第一期",
    "begins": "2025-08-01T00:00",
    "ends": "2099-08-29T23:00",
    "zone": "+08:00",
}


@pytest.fixture
def there(tmp_path):
    with site(tmp_path) as (client, house):
        yield client, house


def posted(client, path, **fields):
    fields["_csrf_token"] = client.cookies["csrftoken"]
    return client.post(path, data=fields, follow_redirects=False)


def opened(client):
    sign_in_as(client, Role.ORGANISER)
    answer = posted(client, "/lobby", **PERIOD)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def test_an_organiser_opens_a_period_and_the_book_says_the_rest(there):
    client, house = there
    assert opened(client) == "/lobby/period-1"
    terms = read_lobby(house.log, "period-1").terms
    assert (terms.game, terms.target, terms.worth) == ("gomoku", 20, (2, 1, 0))
    assert terms.controls == (PerMove(15 * 60_000, 3 * 60_000),) * 2
    assert terms.begins == "2025-07-31T16:00:00+00:00"  # midnight where it is held
    assert "海选第一期" in client.get("/lobby").text
    again = posted(client, "/lobby", **PERIOD)
    assert again.status_code == 409


@pytest.mark.parametrize(
    "wrong",
    [
        {"event": "gm-2025/final"},
        {"event": "none/x"},
        {"name": "Period 1"},
        {"begins": "soon"},
        {"zone": "Mars"},
        {"ends": "2025-07-01T00:00"},
    ],
)
def test_what_cannot_be_a_period_is_refused(there, wrong):
    client, house = there
    sign_in_as(client, Role.ORGANISER)
    answer = posted(client, "/lobby", **{**PERIOD, **wrong})
    assert answer.status_code in (400, 404), answer.status_code
    assert house.log.version("lobby/period-1") == 0


def test_players_open_no_periods(there):
    client, _ = there
    sign_in_as(client, Role.PLAYER)
    assert posted(client, "/lobby", **PERIOD).status_code == 403
    assert 'name="begins"' not in client.get("/lobby").text


ME = {"name": "王小明", "birth": "2008-01-01", "dan": "4"}


def test_gm_5_who_plays_says_who_they_are_and_a_fifth_dan_does_not_play(there):
    client, house = there
    here = opened(client)
    client.cookies.clear()
    page = client.get(here).text
    assert "/sign-up?back=/lobby/period-1" in page
    token(client)
    sign_in_as(client, Role.PLAYER)
    assert 'name="birth"' in client.get(here).text
    early = posted(client, f"{here}/wait")
    assert early.status_code == 422
    assert "Tell us who you are first" in early.text
    strong = posted(client, f"{here}/player", **{**ME, "dan": "5"})
    assert strong.status_code == 422
    assert "GM 5" in strong.text
    assert posted(client, f"{here}/player", **ME).status_code == 303
    who = opaque_id(seat_key_of(house), "player")
    assert house.people.find([who])[who] == Person(name="王小明", birth="2008-01-01", dan=4)
    page = flat(client.get(here).text)
    assert "Next stage: juniors" in page
    assert "GM 3" in page
    assert posted(client, f"{here}/wait").status_code == 303
    assert 'id="waiting"' in client.get(here).text


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x" * 61},
        {"birth": "2008"},
        {"birth": "yesterday"},
        {"birth": "2999-01-01"},
        {"dan": "11"},
        {"dan": "-1"},
        {"dan": ""},
    ],
)
def test_nobody_is_kept_who_cannot_be(there, wrong):
    client, house = there
    here = opened(client)
    sign_in_as(client, Role.PLAYER)
    assert posted(client, f"{here}/player", **{**ME, **wrong}).status_code == 400
    assert house.people.find([opaque_id(seat_key_of(house), "player")]) == {}


def test_gm_3_who_is_of_no_section_of_the_next_stage_is_told_so_at_once(there):
    client, _ = there
    here = opened(client)
    sign_in_as(client, Role.PLAYER)
    posted(client, f"{here}/player", **{**ME, "birth": "2016-05-05"})
    assert "no section of the next stage is open to your age" in client.get(here).text


def test_a_program_says_who_plays_too(there):
    client, _ = there
    opened(client)
    headers = {"x-csrftoken": client.cookies["csrftoken"]}
    path = "/api/lobbies/period-1"
    assert client.get(path).json()["known"] is False
    strong = {"name": "A", "birth": "1990-01-01", "dan": 6}
    answer = client.post(f"{path}/player", json=strong, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "entry.dan")
    said = client.post(f"{path}/player", json={**strong, "dan": 0}, headers=headers)
    assert said.status_code == 201, said.text
    assert said.json()["known"] is True
    assert client.post(f"{path}/wait", headers=headers).json()["wait"] is True


# -- being entered -----------------------------------------------------------------------------


def play(house, name, winner, loser, matches=10):
    """Write matches of a period, all won by one."""
    state = read_lobby(house.log, name)
    events = []
    for number in range(len(state.matches) + 1, len(state.matches) + 1 + matches):
        events.append(MatchMade(number, (winner, loser), (f"t{number}a", f"t{number}b")))
        events += [GameCounted(number, game, (2, 0)) for game in (0, 1)]
    batch = Batch(
        f"lobby/{name}", state.version, "t", "2025-08-02T00:00:00", tuple(map(fresh, events))
    )
    house.log.append(batch)


def period_in(house, name="period-1"):
    terms = terms_by_book("gm-2025", PeriodAsked())
    house.log.append(Batch(f"lobby/{name}", 0, "t", "2025-08-01T00:00:00", (fresh(terms),)))


def sections_in(house, home="p1", lobby="period-1"):
    office = house.office
    office.create(home, "t", "Period 1", "gm-2025")
    for group in ("open", "junior"):
        options = {"period": "1", "group": group, "lobby": lobby}
        section = OpenSection(section=group, title=group, under="entry", options=options)
        office.carry_out(home, "t", section)


def entered(house, section):
    found = house.office.state("p1").sections[section]
    return [person.name for person in house.office.names(found).values()]


def test_gm_6_1_1_5_who_reaches_20_is_entered_by_age_once_they_are_known(there):
    _, house = there
    period_in(house)
    sections_in(house)
    entries = QualifiedEntries(house.office)
    assert entries.look() == []
    play(house, "period-1", "p-a", "p-x")
    assert entries.look() == []  # nobody knows who it is
    house.people.save("p-a", Person(name="Young", birth="2009-09-09", dan=1))
    assert [(who[0], who[1]) for who in entries.look()] == [("p1", "junior")]
    play(house, "period-1", "p-b", "p-x")
    house.people.save("p-b", Person(name="Grown", birth="1999-09-09", dan=0))
    play(house, "period-1", "p-c", "p-x")
    house.people.save("p-c", Person(name="Strong", birth="1999-09-09", dan=6))
    entries.look()
    assert (entered(house, "open"), entered(house, "junior")) == (["Grown"], ["Young"])
    assert entries.look() == []
    known = house.office.state("p1").sections["open"].entrants["e1"]
    assert known.people == ("p-b",)  # the same person who played


def test_nineteen_points_are_not_enough(there):
    _, house = there
    period_in(house)
    sections_in(house)
    play(house, "period-1", "p-a", "p-x", matches=9)
    house.people.save("p-a", Person(name="Nearly", birth="1990-01-01", dan=0))
    assert QualifiedEntries(house.office).look() == []


def test_who_is_entered_is_changed_by_the_desk_only(there):
    client, house = there
    here = opened(client)
    sign_in_as(client, Role.PLAYER)
    posted(client, f"{here}/player", **ME)
    sections_in(house)
    play(house, "period-1", opaque_id(seat_key_of(house), "player"), "p-x")
    QualifiedEntries(house.office).look()
    assert entered(house, "junior") == ["王小明"]
    late = posted(client, f"{here}/player", **{**ME, "birth": "1990-01-01"})
    assert late.status_code == 422
    assert "organisers can change your details" in late.text
    page = client.get(here).text
    assert "/c/p1/junior/me/e1" in page
    assert client.get("/c/p1/junior/me/e1").status_code == 200  # the account is the player


def test_the_page_of_registration_leads_to_the_period_and_then_to_ones_own_page(there):
    client, house = there
    opened(client)
    sections_in(house)
    client.cookies.clear()
    page = client.get("/c/p1/open/register").text
    assert 'href="/lobby/period-1"' in page
    assert "20 points qualify" in page


def test_who_is_through_by_a_game_that_is_not_public_yet_is_entered_when_it_is(there):
    _, house = there
    terms = terms_by_book("gm-2025", PeriodAsked(delay=3600))
    assert terms.delay == 3_600_000
    now = datetime.now(UTC)
    made = [MatchMade(number, ("p-a", "p-x"), (f"{number}a", f"{number}b")) for number in range(10)]
    soon = (now + timedelta(hours=1)).isoformat()
    counted = [GameCounted(n, game, (2, 0), soon) for n in range(10) for game in (0, 1)]
    events = tuple(map(fresh, (terms, *made, *counted)))
    house.log.append(Batch("lobby/period-1", 0, "t", now.isoformat(), events))
    house.people.save("p-a", Person(name="Open", birth="2001-01-01", dan=1))
    sections_in(house)
    entries = QualifiedEntries(house.office)
    assert entries.look() == []
    later = msgspec.structs.replace(house.office.around, now=lambda: now + timedelta(hours=2))
    house.office.around = later
    assert [each[1] for each in entries.look()] == ["open"]
    assert entered(house, "open") == ["Open"]
