"""Personal data: never in the log, never in the journal, gone when erased."""

import io
import json
import logging

import pytest
import structlog
from litestar.testing import TestClient
from sqlalchemy import text
from typer.testing import CliRunner

from qipan.cli import build as build_cli
from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.people import ERASURE
from qipan.desk.records.commands import AttachPhoto
from qipan.host.demo import make_demo
from qipan.host.logs import write_logs
from qipan.host.request_log import RequestLog
from qipan.journal.conduct import PenaltyImposed
from qipan.journal.envelope import Batch
from qipan.journal.events import Cause, fresh
from qipan.journal.people import Person
from qipan.journal.state import Penalty, PenaltyKind
from qipan.kernel.errors import BadInput, Refused, Unavailable, Unknown
from qipan.kernel.ids import StreamId
from qipan.office.erasure import erase_person
from qipan.office.verification import verify_log
from qipan.settings import Logs
from qipan.store.visitors.registrations import Registration
from qipan.wiring import open_house, open_log
from security.conftest import Site

NAME, PHONE = "Hsieh Unmistakable", "+60-555-0100-42"


@pytest.fixture
def json_logs():
    """Logs as a server writes them; everything is put back afterwards."""
    root, written = logging.getLogger(), io.StringIO()
    handlers, level = root.handlers[:], root.level
    write_logs(Logs(format="json", level="info"), written)
    logging.getLogger("httpx").setLevel("WARNING")  # what the client of this test says
    yield written
    logging.getLogger("httpx").setLevel("NOTSET")
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_nothing_personal_is_logged_not_even_when_things_fail(tmp_path, json_logs):
    site = Site(str(tmp_path / "j.sqlite"))
    secret = site.context.secret
    client = site.asking("organiser")
    headers, cookies = dict(client.headers), dict(client.cookies)
    watched = TestClient(
        RequestLog(site.app, site.context.operations), raise_server_exceptions=False
    )
    watched.headers.update(headers)
    watched.cookies.update(cookies)
    watched.post("/c/demo/women/enter", data={"name": NAME, "latin": PHONE})
    watched.post("/sign-in", data={"name": NAME, "password": PHONE})
    watched.get("/sign-in/" + PHONE)
    watched.get("/c/demo/women", params={"a": NAME})
    with site.house.log.engine.begin() as connection:
        connection.execute(text("DROP TABLE person"))
    site.house.office.create("c", "t", "C", "wx-14")
    form = {"id": "c", "title": "C", "event": "wx-14/women"}
    assert watched.post("/new", data=form, follow_redirects=False).status_code == 303
    failed = watched.post("/c/c/women/enter", data={"name": NAME, "latin": PHONE})
    assert failed.status_code in (500, 503)
    written = json_logs.getvalue()
    assert '"route": "/c/{competition}/{section}/{action}"' in written
    for private in (NAME, PHONE, secret, "session-of", "testclient"):
        assert private not in written, private
        assert private not in failed.text
    site.house.close()


def test_an_error_of_the_storage_does_not_repeat_what_was_stored(tmp_path):
    house = open_house(str(tmp_path / "j.sqlite"))
    with house.log.engine.begin() as connection:
        connection.execute(text("DROP TABLE person"))
    with pytest.raises(Unavailable) as caught:
        house.people.save("p-1", Person(name=NAME, phone=PHONE))
    assert NAME not in str(caught.value) + str(caught.value.__cause__)
    house.close()


@pytest.fixture(params=["sqlite", "postgres"])
def data(request, tmp_path):
    if request.param == "sqlite":
        return str(tmp_path / "j.sqlite")
    return request.getfixturevalue("postgres").fresh()


def test_an_erased_person_leaves_a_valid_journal(data, tmp_path):
    site = Site(data)
    office = site.house.office
    office.create("c", "t", "C", "wx-14")
    office.carry_out("c", "t", OpenSection(section="women", title="W", under="women"))
    office.enter("c", "women", "t", Newcomer(Person(name=NAME, phone=PHONE)))
    client = site.asking("nobody")
    assert NAME in client.get("/c/c/women").text
    (person,) = office.state("c").sections["women"].entrants["e1"].people
    before = verify_log(site.house.log)
    erased = erase_person(office, person, "t", "asked for by the person")
    assert erased.known
    assert erased.competitions == ("c",)
    assert not erase_person(office, person, "t").known  # once is enough; nothing more is written
    assert NAME not in client.get("/c/c/women").text
    assert "—" in client.get("/c/c/women").text
    assert all(NAME not in each.payload for each in site.house.log.scan())
    site.house.close()
    log = open_log(data, read_only=True)
    after = verify_log(log)
    assert (after.streams, after.events) == (before.streams, before.events + 1)
    log.close()
    for path in tmp_path.glob("j.sqlite*"):  # not even in a page that is free again
        assert NAME.encode() not in path.read_bytes()


def test_a_banned_person_stays_known_until_the_ban_ends(tmp_path):
    site = Site(str(tmp_path / "j.sqlite"))
    office = site.house.office
    office.create("c", "t", "C", "wx-14")
    office.carry_out("c", "t", OpenSection(section="women", title="W", under="women"))
    office.enter("c", "women", "t", Newcomer(Person(name=NAME)))
    (person,) = office.state("c").sections["women"].entrants["e1"].people
    banned = PenaltyImposed(
        section="women",
        entrant="e1",
        offence="x",
        penalties=(Penalty(PenaltyKind.BAN),),
        cause=Cause(ERASURE, {}),
    )
    state = office.state("c")
    batch = Batch(StreamId("competition/c"), state.version, "t", "now", (fresh(banned),))
    site.house.log.append(batch)
    with pytest.raises(Refused) as refused:
        erase_person(office, person, "t")
    assert refused.value.code == "person.banned"
    assert site.house.people.find([person])[person].name == NAME
    site.house.close()


def test_a_person_is_shown_and_erased_from_the_command_line(tmp_path):
    data = str(tmp_path / "j.sqlite")

    def run(*words):
        return CliRunner().invoke(build_cli(), [*words, "--data", data])

    run("new", "wx-14", "women", "--id", "c")
    run("enter", "c", NAME)
    shown = run("person", "show", "c", NAME)
    assert json.loads(shown.stdout)["known"]["name"] == NAME
    assert "stays without a name in c" in run("person", "erase", "c", NAME, "--yes").stdout
    assert json.loads(run("person", "show", "c", "e1").stdout)["known"] is None


def test_a_server_does_not_start_with_a_secret_that_everybody_knows(tmp_path):
    config = tmp_path / "qipan.toml"
    config.write_text('[metrics]\ntoken = "changeme"\n')
    done = CliRunner().invoke(build_cli(), ["serve", "--config", str(config)])
    assert isinstance(done.exception, BadInput)
    words = ["account", "create", "x", "--role", "arbiter", "--data", str(tmp_path / "j.sqlite")]
    done = CliRunner().invoke(build_cli(), [*words, "--password", "changeme"])
    assert isinstance(done.exception, BadInput)


def test_photographs_and_forms_go_with_who_handed_them_in(tmp_path):
    house = open_house(str(tmp_path / "j.sqlite"))
    make_demo(house.office)
    section = house.office.state("demo").sections["women"]
    table = section.rounds[-1].tables[0]
    mine, other = table.seats[0], table.seats[1]
    pictures = house.side_tables.attachments
    names = {who: pictures.keep("image/png", who.encode()) for who in (mine, other)}
    for who, name in names.items():
        command = AttachPhoto(
            section=section.id,
            round=section.rounds[-1].number,
            board=table.board,
            entrant=who,
            hash=name,
            media="image/png",
            size=9,
        )
        house.office.carry_out("demo", "test", command)
    person = section.entrants[mine].people[0]
    forms = house.side_tables.registrations
    for who in (mine, other):
        forms.add(Registration(f"r-{who}", "demo", "women", "", "", "entered", "{}", entrant=who))
    erase_person(house.office, person, "test", beside=house.side_tables)
    with pytest.raises(Unknown):
        pictures.find(names[mine])
    assert pictures.find(names[other])[1] == other.encode()
    assert [bool(forms.find(f"r-{who}")) for who in (mine, other)] == [False, True]
    house.close()
