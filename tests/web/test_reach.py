"""Being told where one plays: push to a real endpoint, mail over SMTP, robots; only who asked."""

import json
import re
import threading

import pytest
from litestar.testing import TestClient

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.roles import Role
from qipan.desk.rounds.commands import PairRound, PublishRound
from qipan.journal.people import Person
from qipan.kernel.ids import PersonId
from qipan.outbound.mail import MailHost
from qipan.outbound.reach import sender
from qipan.play.seats import opaque_id
from qipan.settings import Settings, Web, Webhooks
from qipan.store.accounts import SqlAccounts
from qipan.web.serving import make_context
from qipan.web.shared.limits import attempts
from web.mail_host import Letters
from web.receivers import Browser, Receiver
from web.site import CHEAP, sign_in_as
from web.standing import application, demo_house

ENTRY = "/c/cup/entry"


@pytest.fixture
def outside():
    found = Receiver(), Letters()
    yield found
    for each in found:
        each.close()


@pytest.fixture
def there(tmp_path, outside, monkeypatch):
    """A section of four whose e1 is the account of a player, on a server that sends letters."""
    monkeypatch.setattr(sender.Caller, "soon_seconds", 0.02)
    monkeypatch.setattr(sender, "ROWS_SECONDS", 0)
    monkeypatch.setattr(sender.Caller, "idle_seconds", 0.2)
    monkeypatch.setattr(sender, "wait_after", lambda failures: 0)
    house = demo_house(tmp_path)
    house.accounts = SqlAccounts(house.log.engine, CHEAP)
    for role in Role:
        house.accounts.create(role.value, role.value, "long enough")
        house.accounts.grant(role.value, "*", role)
    attempts.forget()
    mail = MailHost(host="127.0.0.1", port=outside[1].port, sender="q@example.org", tls="none")
    settings = Settings(
        mail=mail,
        web=Web(base="https://play.example.org"),
        webhooks=Webhooks(allow=("127.0.0.0/8",)),
    )
    with application(make_context(house, settings)) as (app, context), TestClient(app):
        player = PersonId(opaque_id(context.tables.key, Role.PLAYER.value))
        house.office.create("cup", "t", "Cup", "club-swiss")
        found = OpenSection(section="entry", title="Open", under="evening")
        house.office.carry_out("cup", "t", found)
        house.office.around.people.save(player, Person(name="Anna"))
        people = [Newcomer(Person(name="Anna"), known=player)]
        people += [Newcomer(Person(name=name)) for name in ("Ben", "Cai", "Dao")]
        house.office.enter_all("cup", "entry", "t", people)
        yield app, context
    house.close()


def browser(there, role=None, language="en"):
    client = TestClient(there[0], raise_server_exceptions=True)
    client.headers["accept-language"] = language
    if role:
        sign_in_as(client, role)
    client.get("/sign-in")
    client.headers["x-csrftoken"] = client.cookies["csrftoken"]
    return client


def publish(there):
    office = there[1].house.office
    office.carry_out("cup", "t", CloseEntries(section="entry"))
    office.draw_numbers("cup", "entry", "t")
    office.carry_out("cup", "t", PairRound(section="entry"))
    assert there[1].house.side_tables.reaches.of_competition("cup"), "somebody asked"
    office.carry_out("cup", "t", PublishRound(section="entry", round=1))
    return office.state("cup").sections["entry"].rounds[0]


def rows(there):
    return there[1].house.side_tables.reaches.of_competition("cup")


def ask(client, who="e1", **form):
    return client.post(f"{ENTRY}/reach", data={"who": who, **form}, follow_redirects=False)


def test_a_player_is_told_table_side_and_opponent_by_push_once(there, outside):
    receiver = outside[0]
    client, phone = browser(there, Role.PLAYER), Browser(f"{receiver.base}/push/1")
    assert 'id="reach-push"' in client.get(f"{ENTRY}/me/e1").text
    answer = ask(client, **phone.form)
    assert (answer.status_code, answer.headers["location"]) == (303, f"{ENTRY}/me/e1#reach")
    path, headers, body = receiver.wait()
    assert (path, headers["Content-Encoding"], headers["Urgency"]) == (
        "/push/1",
        "aes128gcm",
        "high",
    )
    assert headers["Authorization"].startswith("vapid t=")
    assert phone.read(body)["text"].startswith("As you asked, we will tell you here")
    assert b"Anna" not in body  # nobody on the way reads it
    found = publish(there)
    told = phone.read(receiver.wait()[2])
    table = next(each for each in found.tables if "e1" in each.seats)
    side = ("Black", "White")[table.seats.index("e1")]
    names = {"e1": "Anna", "e2": "Ben", "e3": "Cai", "e4": "Dao"}
    other = names[next(each for each in table.seats if each != "e1")]
    assert told == {
        "title": "Cup · Open · Round 1",
        "text": f"Your table is {table.board}, {side}. Opponent: {other}.",
        "path": f"{ENTRY}/me/e1",
    }
    assert "Stop messages" in client.get(f"{ENTRY}/me/e1").text
    there[1].house.listeners[-1]("cup", 1)  # a change that is none for her
    assert not receiver._arrived.acquire(timeout=0.7)
    stop = client.post(f"/reach/{rows(there)[0].id}/stop", follow_redirects=False)
    assert stop.status_code == 303
    assert rows(there) == []


def test_a_browser_that_takes_no_more_is_forgotten_and_a_broken_way_is_shown_to_the_organiser(
    there, outside
):
    receiver = outside[0]
    client = browser(there, Role.PLAYER)
    for name in ("gone", "broken"):
        phone = Browser(f"{receiver.base}/{name}")
        assert ask(client, **phone.form).status_code == 303
        receiver.wait()
    receiver.answer = (410, b"")
    publish(there)
    for _ in range(2):
        receiver.wait()
    wait_for(lambda: not rows(there))
    receiver.answer = (201, b"")
    assert ask(client, **Browser(f"{receiver.base}/broken").form).status_code == 303
    receiver.answer = (500, b"")
    side = there[1].house.side_tables.reaches
    side.keep_attempt(rows(there)[0], said="")
    wait_for(lambda: rows(there)[0].failures >= 2)
    assert client.get("/c/cup/reach").status_code == 403
    page = browser(there, Role.ORGANISER).get("/c/cup/reach").text
    assert "Anna" in page
    assert "refused by the other side" in page
    assert "500" in page
    assert receiver.base not in page  # an address is its owner's
    receiver.answer = (201, b"")
    wait_for(lambda: rows(there)[0].failures == 0)
    assert "Everything sent has arrived" in browser(there, Role.ORGANISER).get("/c/cup/reach").text


def wait_for(what):
    done = threading.Event()
    for _ in range(600):
        if what():
            return
        done.wait(0.05)
    raise AssertionError("it did not happen")


def test_nobody_gets_a_letter_before_proving_the_address_and_anybody_ends_theirs(there, outside):
    letters = outside[1]
    guest = browser(there, language="ms")
    answer = ask(guest, "e2", way="mail", email="ben@example.org")
    assert answer.headers["location"] == f"{ENTRY}/reach?who=e2"
    proof = letters.wait()
    assert "To: ben@example.org" in proof
    publish(there)
    assert rows(there)[0].state == "unproved"
    link = re.search(r"https://play\.example\.org(/reach/prove/\S+)", proof)[1]
    assert "Ya, maklumkan saya" in guest.get(link).text
    assert rows(there)[0].state == "unproved"  # looking proves nothing
    guest.post(link)
    told = letters.wait()
    assert "Ben: meja 1" in told or "Ben: meja 2" in told
    assert "https://play.example.org/c/cup/entry/player/e2" in told
    stop = re.search(r"https://play\.example\.org(/reach/stop/\S+)", told)[1]
    other = browser(there)
    assert other.post(f"/reach/{rows(there)[0].id}/stop").status_code == 403
    assert other.get(stop[:-1] + ("0" if stop[-1] != "0" else "1")).status_code != 200
    assert other.get(stop).status_code == 200
    assert rows(there)
    assert other.post(stop).status_code in (200, 201)
    assert rows(there) == []
    assert len(letters.taken) == 2


def test_a_chat_hears_of_a_whole_section_and_says_so_itself_if_it_does_not_want_to(there, outside):
    receiver = outside[0]
    client = browser(there, Role.ORGANISER, "zh")
    receiver.answer = (200, b'{"errcode":93000}')
    form = {"way": "wecom", "url": f"{receiver.base}/send?key=1"}
    refused = ask(client, "", **form)
    assert refused.status_code in (409, 422)
    assert "测试消息未被接收" in refused.text
    assert rows(there) == []
    receiver.wait()
    receiver.answer = (200, b'{"errcode":0}')
    assert ask(client, "", **form).status_code == 303
    receiver.wait()
    publish(there)
    said = json.loads(receiver.wait()[2])["text"]["content"]
    assert said.startswith("Cup · Open · 第1轮\n1  ")
    assert said.endswith("\nhttps://play.example.org/c/cup/entry")
    assert all(name in said for name in ("Anna", "Ben", "Cai", "Dao"))


@pytest.mark.parametrize(
    "form",
    [
        {"way": "discord", "url": "https://192.0.2.1/hook"},
        {"way": "none"},
        {"way": "mail", "email": "no address"},
        {"way": "push", "endpoint": "https://192.0.2.1/", "p256dh": "x", "auth": "y"},
    ],
)
def test_what_leads_nowhere_is_refused_and_nothing_is_kept(there, form):
    answer = ask(browser(there), "e2", **form)
    assert 400 <= answer.status_code < 500
    assert rows(there) == []
