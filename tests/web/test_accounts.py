"""Accounts that strangers make: signing up, floods, recovery, letters, export and erasure."""

import json
import re

import pytest
from litestar.testing import TestClient

from qipan.desk.roles import Role
from qipan.journal.people import Person
from qipan.kernel.errors import BadInput
from qipan.outbound.mail import MailHost, read_address
from qipan.play.seats import opaque_id
from qipan.settings import Accounts, Settings, Web
from qipan.store.accounts import SqlAccounts
from qipan.store.visitors.registrations import Registration
from qipan.web.account.proof_of_work import EASY, HARD, leading_zeros
from qipan.web.account.recovery_codes import plain_code
from qipan.web.account.session import device_words
from qipan.web.serving import make_context
from qipan.web.shared.limits import attempts
from qipan.web.shared.ways_back import way_back
from server import use_link
from web.mail_host import Letters
from web.site import CHEAP
from web.standing import application, demo_house

PASSWORD = "quite a long one"


@pytest.fixture
def letters():
    found = Letters()
    yield found
    found.close()


@pytest.fixture
def there(tmp_path, letters):
    house = demo_house(tmp_path)
    house.accounts = SqlAccounts(house.log.engine, CHEAP)
    attempts.forget()
    mail = MailHost(host="127.0.0.1", port=letters.port, sender="qipan@example.org", tls="none")
    settings = Settings(mail=mail, web=Web(base="https://play.example.org"))
    with application(make_context(house, settings)) as (app, context), TestClient(app):
        yield app, context
    house.close()


def browser(there):
    client = TestClient(there[0], raise_server_exceptions=True)
    client.headers["accept-language"] = "en"
    client.get("/sign-in")
    client.headers["x-csrftoken"] = client.cookies["csrftoken"]
    return client


def puzzle_of(client):
    page = client.get("/sign-up").text
    return re.search(r'data-work="([^"]+)"\s+data-bits="(\d+)"', page).groups()


def solved(seed, bits):
    word = next(n for n in range(10**7) if leading_zeros(f"{seed}:{n}") >= int(bits))
    return {"work_seed": seed, "work_word": str(word)}


def sign_up(client, name="newcomer", **fields):
    form = {"name": name, "display": "新手 N", "password": PASSWORD, "way": "password"}
    return client.post("/sign-up", data={**form, **solved(*puzzle_of(client)), **fields})


def code_in(page):
    return re.search(r"data-recovery-code>([^<]+)<", page.text)[1]


def test_a_stranger_signs_up_and_is_signed_in(there):
    client = browser(there)
    page = sign_up(client, back="/lobby")
    assert page.status_code == 201
    assert 'href="/lobby"' in page.text
    assert re.fullmatch(r"([a-z2-7]{4}-){4}[a-z2-7]{4}", code_in(page))
    mine = client.get("/account")
    assert "新手 N" in mine.text
    account = there[1].house.accounts.find("newcomer")
    assert account.grants == {}  # nobody but a player: roles are given, not taken
    assert account.role_in("demo") is Role.SPECTATOR


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"name": "No Capitals"}, "3 to 60"),
        ({"name": "chief"}, "is taken"),
        ({"name": "x" * 61}, "3 to 60"),
        ({"password": "short"}, "8 to 200"),
        ({"password": "password1"}, "hard to guess"),
        ({"password": "newcomer-newcomer"}, "hard to guess"),
        ({"display": "x" * 61}, "too long"),
        ({"work_word": "no"}, "Send it again"),
        ({"work_seed": "9999999999.0.x.y", "work_word": "0"}, "Send it again"),
    ],
)
def test_what_cannot_be_an_account_is_refused_and_nothing_is_made(there, wrong, told):
    client = browser(there)
    page = sign_up(client, **wrong)
    assert page.status_code in (400, 422)
    assert told.lower() in page.text.lower()
    assert client.get("/account").status_code == 403
    assert there[1].house.accounts.find(wrong.get("name", "newcomer")) is None


def test_a_name_is_taken_once(there):
    sign_up(browser(there))
    assert "is taken" in sign_up(browser(there)).text


def test_a_solved_puzzle_is_used_once_and_a_softened_one_never(there):
    client = browser(there)
    seed, bits = puzzle_of(client)
    work = solved(seed, bits)
    assert sign_up(client, "first-one", **work).status_code == 201
    assert sign_up(client, "second-one", **work).status_code == 422
    softer = seed.replace(f".{bits}.", ".1.")
    assert sign_up(client, "third-one", work_seed=softer, work_word="1").status_code == 422


def test_who_comes_often_works_harder_and_is_stopped_in_the_end(there):
    client = browser(there)
    bits = [int(puzzle_of(client)[1]) for _ in range(12)]
    assert (bits[0], bits[-1]) == (EASY, HARD)
    answers = [client.post("/sign-up", data={"name": "x"}).status_code for _ in range(61)]
    assert answers[-1] == 429


def test_a_server_may_keep_its_accounts_closed(tmp_path):
    house = demo_house(tmp_path)
    settings = Settings(accounts=Accounts(sign_up=False))
    with application(make_context(house, settings)) as (app, context), TestClient(app):
        client = browser((app, context))
        assert "An organiser can invite you" in client.get("/sign-up").text
        page = client.post("/sign-up", data={"name": "newcomer", "password": PASSWORD})
        assert page.status_code == 422
        assert house.accounts.find("newcomer") is None
    house.close()


def test_the_code_lets_in_once_and_ends_every_other_session(there):
    first, second = browser(there), browser(there)
    code = code_in(sign_up(first))
    form = {"name": "newcomer", "code": code.upper().replace("-", " "), "password": "another one!"}
    wrong = second.post("/recover/code", data={**form, "code": "aaaa-aaaa"})
    assert wrong.status_code == 422
    assert second.post("/recover/code", data=form, follow_redirects=False).status_code == 303
    assert second.get("/account").status_code == 200
    assert first.get("/account").status_code == 403
    again = browser(there).post("/recover/code", data=form)
    assert again.status_code == 422  # used up


def test_a_code_is_read_as_people_write_it():
    assert plain_code(" ABCD-0123 8 ") == "abcdoi23b"


def test_an_address_is_proved_by_its_letter_and_brings_the_account_back(there, letters):
    client = browser(there)
    sign_up(client)
    client.post("/account/email", data={"email": "New@Example.ORG"})
    letter = letters.wait()
    assert "To: New@example.org" in letter
    link = re.search(r"https://play\.example\.org(/account/email/\S+)", letter)[1]
    stranger = browser(there)
    for _ in range(3):  # looking uses nothing up
        assert "New@example.org" in stranger.get(link).text
    assert "is verified" in stranger.post(link).text
    assert stranger.post(link).status_code == 422
    told = stranger.post("/recover/letter", data={"who": "New@example.org"}).text
    letter = letters.wait()
    assert told.count("we have sent a message") == 1
    way = re.search(r"https://play\.example\.org(/recover/\S+)", letter)[1]
    assert "New password for newcomer" in stranger.get(way).text
    assert stranger.post(way, data={"password": "short"}).status_code in (400, 422)
    done = stranger.post(way, data={"password": "yet another one"}, follow_redirects=False)
    assert done.status_code == 303
    assert stranger.get("/account").status_code == 200
    assert browser(there).post(way, data={"password": "yet another two"}).status_code == 422


def test_nobody_learns_from_a_letter_which_accounts_there_are(there, letters):
    client = browser(there)
    sign_up(client)
    known = client.post("/recover/letter", data={"who": "newcomer"}).text  # has proved no address
    unknown = client.post("/recover/letter", data={"who": "nobody@example.org"}).text
    masked = [re.sub(r'value="[^"]+"', "", each) for each in (known, unknown)]
    assert masked[0] == masked[1]
    assert letters.taken == []


@pytest.mark.parametrize(
    "text", ["a@b", "a b@c.de", "a@b.de\nBcc: x@y.de", "x@y.de, z@y.de", "<a@b.de>", "a" * 260]
)
def test_an_address_is_one_address(text):
    with pytest.raises(BadInput):
        read_address(text)


def test_everything_kept_can_be_taken_along(there):
    client = browser(there)
    sign_up(client)
    house, key = there[1].house, there[1].tables.key
    house.people.save(opaque_id(key, "newcomer"), Person(name="New Comer", birth="2001-02-03"))
    kept = json.loads(client.get("/account/export.json").content)
    assert kept["account"]["name"] == "newcomer"
    assert kept["person"]["known"]["birth"] == "2001-02-03"
    assert len(kept["sessions"]) == 1
    assert "argon2" not in json.dumps(kept)
    assert not {"password", "recovery", "token"} & {*kept["account"], *kept["contact"]}
    assert browser(there).get("/account/export.json").status_code == 403


def test_an_erased_account_is_gone_and_nobody_plays_under_its_name_again(there):
    client = browser(there)
    sign_up(client)
    house, key = there[1].house, there[1].tables.key
    who = opaque_id(key, "newcomer")
    house.people.save(who, Person(name="New Comer", birth="2001-02-03"))
    form = Registration("r1", "cup", "men", "newcomer", "", "refused", '{"guardian":"Mum"}')
    house.side_tables.registrations.add(form)
    assert client.post("/account/erase", data={"password": "wrong"}).status_code == 422
    done = client.post("/account/erase", data={"password": PASSWORD}, follow_redirects=False)
    assert done.status_code == 303
    assert house.accounts.find("newcomer") is None
    assert house.people.find([who]) == {}
    assert house.side_tables.registrations.find("r1") is None
    assert client.get("/account").status_code == 403
    assert "is taken" in sign_up(browser(there)).text


def test_who_holds_a_role_does_not_vanish(there):
    client = browser(there)
    sign_up(client)
    there[1].house.accounts.grant("newcomer", "demo", Role.ARBITER)
    page = client.post("/account/erase", data={"password": PASSWORD})
    assert "still have a role" in page.text
    assert there[1].house.accounts.find("newcomer") is not None


def test_a_name_that_others_see_is_changed(there):
    client = browser(there)
    sign_up(client)
    client.post("/account/name", data={"display": "<b>Mei</b>"})
    assert "&lt;b&gt;Mei" in client.get("/account").text


def test_signing_in_leads_back_to_where_one_was(there):
    client = browser(there)
    sign_up(client)
    client.post("/sign-out")
    form = {"name": "newcomer", "password": PASSWORD}
    for back, to in (("/lobby/x?lang=en", "/lobby/x?lang=en"), ("https://evil.example/", "/")):
        answer = client.post("/sign-in", data={**form, "back": back}, follow_redirects=False)
        assert answer.headers["location"] == to


@pytest.mark.parametrize("text", ["//evil", "/\\evil", "javascript:x", "/a\r\nx: y", "", "/" * 400])
def test_a_way_back_stays_in_the_house(text):
    assert way_back(text) == "/"


def test_a_link_shows_a_button_and_works_with_a_session_of_another(there):
    client = browser(there)
    sign_up(client)
    there[1].house.accounts.create("other", "Other", None)
    there[1].house.accounts.make_link("other", "link-of-other", 2**40)
    use_link(client, "/sign-in/link-of-other")
    assert "other" in client.get("/account").text


def test_passkeys_are_offered_only_where_browsers_know_them(there):
    page = sign_up(browser(there), way="passkey", password="")
    assert page.status_code == 201  # the address of the settings is https
    assert "data-passkey" in page.text
    assert not there[1].house.accounts.has_password("newcomer")


def test_mail_needs_a_sender_and_an_address_of_ours():
    from qipan.settings import read_settings

    base = {"QIPAN_MAIL_HOST": "mail.example.org"}
    with pytest.raises(BadInput, match="sender"):
        read_settings("", base, {})
    base["QIPAN_MAIL_SENDER"] = "a@b.de"
    with pytest.raises(BadInput, match="address of the pages"):
        read_settings("", base, {})
    base["QIPAN_BASE"] = "https://b.de"
    base |= {"QIPAN_MAIL_TLS": "none", "QIPAN_MAIL_USER": "u", "QIPAN_MAIL_PASSWORD": "p"}
    with pytest.raises(BadInput, match="TLS"):
        read_settings("", base, {})
    base["QIPAN_MAIL_TLS"] = "starttls"
    assert read_settings("", base, {}).mail.port == 587


def test_a_device_has_a_name_that_people_know():
    chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36"
    phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1"
    assert [device_words(each) for each in (chrome, phone, "curl/8")] == [
        "Chrome · Linux",
        "Safari · iPhone",
        "curl/8",
    ]
