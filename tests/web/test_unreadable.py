"""One bad thing stays alone: an event that cannot be read stops its own competition only."""

import pytest
from sqlalchemy import text

from contest.period import Period
from qipan.desk.competition import OpenSection
from qipan.desk.roles import Role
from qipan.journal.envelope import Batch, Fresh
from qipan.kernel.errors import Corrupt
from qipan.office.clerk import stream_of
from qipan.wiring import open_house
from web.site import sign_in_as, site, token

NEWER = '{"event":"result-recorded/2","section":"open","round":1,"board":1}'
STRANGE = '{"event":"round-published/1","section":"nowhere","round":7}'


def append(house, competition, payload, name):
    stream = stream_of(competition)
    version = house.log.version(stream)
    house.log.append(
        Batch(stream, version, "newer", "2026-01-01T00:00:00", (Fresh(name, payload),))
    )


@pytest.fixture
def spoilt(tmp_path):
    with site(tmp_path) as (client, house):
        for name in ("alpha", "omega"):
            house.office.create(name, "org", f"The {name} cup", "wx-14")
        append(house, "alpha", NEWER, "result-recorded/2")
        yield client, house


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("result-recorded/2", NEWER),  # as a newer version would write
        ("round-published/1", STRANGE),  # readable, but it does not follow
        ("round-published/1", "{"),  # damaged
    ],
)
def test_an_event_that_cannot_be_read_is_named_and_nothing_else_stops(tmp_path, name, payload):
    house = open_house(str(tmp_path / "j.sqlite"))
    house.office.create("alpha", "org", "Alpha", "wx-14")
    house.office.create("omega", "org", "Omega", "wx-14")
    append(house, "alpha", payload, name)
    again = open_house(str(tmp_path / "j.sqlite"))
    for each in (house, again):
        assert [state.id for state in each.office.readable()] == ["omega"]
        (wrong,) = each.office.unreadable().items()
        assert (wrong[0], wrong[1].version) == ("alpha", 2)
        with pytest.raises(Corrupt):
            each.office.state("alpha")
    house.close()
    again.close()


def test_pages_search_api_and_ready_go_on(spoilt):
    client, _ = spoilt
    home = client.get("/")
    assert home.status_code == 200
    assert "The omega cup" in home.text
    assert "alpha" in home.text
    assert "event 2 of its journal cannot be read" in home.text
    listed = {each["id"]: each for each in client.get("/api/competitions").json()}
    assert listed["alpha"]["unreadable"] == "event 2 cannot be read"
    assert listed["omega"]["unreadable"] == ""
    assert "omega" in client.get("/search?q=omega").text
    ready = client.get("/ready")
    assert (ready.status_code, ready.json()["unreadable"]) == (200, ["alpha"])
    own = client.get("/c/alpha")
    assert own.status_code == 503
    assert "cannot be read at event 2" in own.text
    assert client.get("/c/omega").status_code == 200


def test_entries_elsewhere_are_taken(spoilt):
    client, house = spoilt
    sign_in_as(client, Role.CHIEF_ARBITER)
    house.office.carry_out("omega", "org", OpenSection(section="men", under="men", title="Men"))
    entered = client.post(
        "/api/competitions/omega/men/entries",
        json={"name": "Wu Kelvin", "unit": "MAS"},
        headers={"x-csrftoken": token(client, "/account")},
    )
    assert entered.status_code < 300, entered.text
    assert len(house.office.state("omega").sections["men"].entrants) == 1


def test_a_competition_whose_book_is_gone_is_unreadable_alone(tmp_path):
    house = open_house(str(tmp_path / "j.sqlite"))
    house.office.create("alpha", "org", "Alpha", "wx-14")
    house.office.create("omega", "org", "Omega", "wx-14")
    with house.log.engine.begin() as connection:
        connection.execute(
            text(
                "UPDATE event SET payload = replace(replace(payload, 'wx-14', 'wx-99'), "
                "'\"edition\":\"', '\"edition\":\"0') WHERE stream = 'competition/alpha'"
            )
        )
    house.close()
    house = open_house(str(tmp_path / "j.sqlite"))
    assert [state.id for state in house.office.readable()] == ["omega"]
    assert list(house.office.unreadable()) == ["alpha"]
    house.close()


def test_the_scheduler_passes_an_unreadable_competition_by():
    period = Period().opened(4).planned()
    log = period.log
    event = Fresh("result-recorded/2", NEWER)
    log.append(Batch(stream_of("aaa"), 0, "newer", "2026-01-01T00:00:00", (event,)))
    period.at("2026-03-07T14:00")
    assert len(period.section.rounds) == 1
