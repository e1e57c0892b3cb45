"""Access: sessions, passwords, invitations, roles, tokens, the audit page."""

import re

import pytest
from litestar.testing import TestClient

from qipan.desk.roles import Role
from qipan.store.accounts import SqlAccounts
from qipan.web.serving import make_context
from qipan.web.shared.limits import attempts
from qipan.web.shared.visitor import SESSION
from web.markup import flat
from web.site import CHEAP
from web.standing import application, demo_house

DAY = 24 * 3600


class Site:
    """The demo, with a clock that can be moved and as many browsers as are wanted."""

    def __init__(self, folder):
        self.house = demo_house(folder)
        self.house.accounts = SqlAccounts(self.house.log.engine, CHEAP)
        self.app = self.context = None
        for name, role in (("org", Role.ORGANISER), ("chief", Role.CHIEF_ARBITER)):
            self.house.accounts.create(name, name.title(), "a long enough one")
            self.house.accounts.grant(name, "demo", role)
        attempts.forget()

    def browser(self, name=None):
        client = TestClient(self.app, raise_server_exceptions=True)
        client.headers["accept-language"] = "en"
        client.get("/sign-in")
        client.headers["x-csrftoken"] = client.cookies["csrftoken"]
        if name:
            form = {"name": name, "password": "a long enough one"}
            assert client.post("/sign-in", data=form, follow_redirects=False).status_code == 303
        return client


@pytest.fixture
def there(tmp_path):
    site = Site(tmp_path)
    with application(make_context(site.house)) as (site.app, site.context), TestClient(site.app):
        yield site
    site.house.close()


def invited(there, client, role="arbiter", **fields):
    page = client.post("/c/demo/access/invite", data={"role": role, **fields})
    found = re.search(r"data-link>[^<]*(/invitation/[^<]+)<", page.text)
    return found[1] if found else None


NEW = {"way": "new", "name": "newcomer", "display": "N. Comer", "password": "quite another one"}


# -- invitations -----------------------------------------------------------------------------


def test_an_invitation_gives_one_role_in_one_competition_once(there):
    link = invited(there, there.browser("org"))
    guest = there.browser()
    assert "arbiter" in guest.get(link).text
    assert guest.get(link).status_code == 200  # looking uses nothing up
    answer = guest.post(f"{link}/accept", data=NEW, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/c/demo")
    account = there.house.accounts.find("newcomer")
    assert account.grants == {"demo": Role.ARBITER}
    assert account.role_in("other") is Role.SPECTATOR
    again = there.browser().post(f"{link}/accept", data={**NEW, "name": "another"})
    assert again.status_code == 422
    assert there.house.accounts.find("another") is None
    given = [each for each in there.house.log.read("competition/demo") if "role-given" in each.name]
    assert [each.actor for each in given] == ["account:newcomer"]
    assert '"by":"org"' in given[0].payload


def test_somebody_with_an_account_accepts_with_it(there):
    there.house.accounts.create("mei", "Mei", "a long enough one")
    link = invited(there, there.browser("org"))
    answer = there.browser("mei").post(f"{link}/accept", data={"way": "me"}, follow_redirects=False)
    assert answer.status_code == 303
    assert there.house.accounts.find("mei").role_in("demo") is Role.ARBITER
    link = invited(there, there.browser("org"), "organiser")
    guest = there.browser()
    wrong = {"way": "known", "name": "chief", "password": "wrong"}
    assert guest.post(f"{link}/accept", data=wrong).status_code == 422
    right = {"way": "known", "name": "mei", "password": "a long enough one"}
    told = guest.post(f"{link}/accept", data=right)
    assert "already has a role" in told.text  # and the role it has is not replaced
    assert there.house.accounts.find("mei").role_in("demo") is Role.ARBITER


def test_an_invitation_ends_by_time_by_taking_it_back_and_with_its_giver(there):
    organiser = there.browser("org")
    link = invited(there, organiser, days="1")
    (one,) = there.house.side_tables.invitations.open("demo", there.context.seconds())
    assert there.house.side_tables.invitations.find(link.rpartition("/")[2], one.expires) is None
    organiser.post("/c/demo/access/take-back", data={"invitation": one.id})
    assert there.browser().get(link).status_code == 422
    link = invited(there, organiser)
    there.house.accounts.ungrant("org", "demo")
    assert there.browser().post(f"{link}/accept", data=NEW).status_code == 422
    assert there.house.accounts.find("newcomer").grants == {}


GIVING = [
    ("org", "organiser", True),
    ("org", "arbiter", True),
    ("org", "chief-arbiter", False),
    ("org", "player", False),
    ("chief", "chief-arbiter", True),
    ("chief", "spectator", False),
]


@pytest.mark.parametrize(("who", "role", "works"), GIVING)
def test_nobody_gives_more_than_they_may(there, who, role, works):
    assert (invited(there, there.browser(who), role) is not None) is works


def test_an_organiser_takes_roles_away_and_ends_sessions_but_not_the_chiefs(there):
    organiser = there.browser("org")
    guest = there.browser()
    guest.post(f"{invited(there, organiser)}/accept", data=NEW)
    assert guest.get("/c/demo/audit").status_code == 200
    (open_,) = there.house.accounts.sessions("newcomer", 0)
    form = {"account": "newcomer", "session": open_.id}
    organiser.post("/c/demo/access/end-sessions", data=form)
    assert guest.get("/c/demo/audit").status_code == 403
    for action in ("end-sessions", "take-role"):
        for name in ("chief", "org", "nobody"):
            answer = organiser.post(f"/c/demo/access/{action}", data={"account": name})
            assert answer.status_code == 422, (action, name)
    organiser.post("/c/demo/access/take-role", data={"account": "newcomer"})
    assert there.house.accounts.find("newcomer").role_in("demo") is Role.SPECTATOR
    assert there.browser("chief").get("/c/demo/access").status_code == 200


# -- sessions and passwords ------------------------------------------------------------------


def test_sessions_are_listed_and_ended(there):
    here, there_too = there.browser("org"), there.browser("org")
    there_too.headers["user-agent"] = "a borrowed laptop <b>"
    there_too.post("/sign-in", data={"name": "org", "password": "a long enough one"})
    page = here.get("/account")
    assert page.headers["cache-control"] == "no-store"
    assert "a borrowed laptop &lt;b&gt;" in page.text
    assert "this device" in page.text
    here.post("/account/sessions/end", data={})
    assert there_too.get("/account").status_code == 403
    assert here.get("/account").status_code == 200
    chiefs = there.browser("chief")
    (other,) = there.house.accounts.sessions("chief", 0)
    here.post("/account/sessions/end", data={"session": other.id})  # not one of theirs
    assert chiefs.get("/account").status_code == 200


def test_a_new_password_ends_all_else(there):
    here, other = there.browser("org"), there.browser("org")
    token = made_token(here)
    wrong = here.post("/account/password", data={"old": "wrong", "password": "brand new words"})
    assert "not your current password" in wrong.text
    for weak in ("short", "password", "x" * 201, "org-12345678"):
        form = {"old": "a long enough one", "password": weak}
        assert here.post("/account/password", data=form).status_code == 400, weak
    assert other.get("/account").status_code == 200
    form = {"old": "a long enough one", "password": "brand new words"}
    assert here.post("/account/password", data=form).status_code == 200
    assert here.get("/account").status_code == 200
    assert other.get("/account").status_code == 403
    assert program(there, token).post(RESULTS, json=RESULT).status_code == 401
    assert there.house.side_tables.tokens.of("org", 0) == []
    assert there.house.accounts.check_password("org", "brand new words")


def test_signing_in_gives_a_new_token_and_ends_the_session_before(there):
    client = there.browser("org")
    before = client.cookies[SESSION]
    form = {"name": "chief", "password": "a long enough one"}
    client.post("/sign-in", data=form, follow_redirects=False)
    assert client.cookies[SESSION] != before
    assert there.house.accounts.session(before, 0) is None


def test_a_guesser_waits_and_nobody_else_does(there):
    client = there.browser()
    form = {"name": "org", "password": "wrong"}
    answers = [client.post("/sign-in", data=form).text for _ in range(6)]
    assert "Too many" not in answers[4]
    assert re.search(r"Too many wrong passwords for this name.*in \d seconds", answers[5])
    other = {"name": "chief", "password": "a long enough one"}  # at the same address
    assert client.post("/sign-in", data=other, follow_redirects=False).status_code == 303


# -- tokens ----------------------------------------------------------------------------------


def made_token(client, scope="results", competition="demo"):
    form = {"label": "board 1", "competition": competition, "scope": scope, "days": "2"}
    page = client.post("/account/tokens", data=form)
    found = re.search(r"data-token>([^<]+)<", page.text)
    return found[1] if found else None


RESULT = {"round": 3, "board": 2, "result": "1-0"}
RECORD = '{"game": "xiangqi", "moves": ["h2e2", "h9g7"]}'
RESULTS = "/api/competitions/demo/women/results"


def program(there, token):
    client = TestClient(there.app, raise_server_exceptions=True)
    client.headers["authorization"] = f"Bearer {token}"
    return client


@pytest.mark.parametrize(("scope", "status"), [("read", 403), ("results", 201), ("desk", 201)])
def test_a_token_may_what_its_scope_says(there, scope, status):
    client = program(there, made_token(there.browser("chief"), scope))
    answer = client.post(RESULTS, json=RESULT)
    assert answer.status_code == status, answer.text
    last = there.house.log.read("competition/demo")[-1]
    assert last.actor.startswith("token:chief/") is (status == 201)
    record = {"round": 3, "board": 2, "name": "game.json", "content": RECORD}
    brought = client.post(RESULTS.replace("/results", "/records"), json=record)
    assert brought.status_code == status, brought.text  # who reports a game may bring its moves
    # nothing but the API, and nothing beyond the scope
    assert client.get("/account").status_code == 403
    assert client.post("/c/demo/women/pair").status_code == 403
    table = {"game": "xiangqi", "controls": [], "occupants": [], "competition": "demo"}
    if scope != "desk":
        assert client.post("/api/tables", json=table).status_code in (400, 403)


def test_a_token_is_kept_as_a_hash_shown_once_and_revoked(there):
    client = there.browser("chief")
    token = made_token(client)
    assert token not in client.get("/account").text
    (kept,) = there.house.side_tables.tokens.of("chief", 0)
    assert program(there, token).get("/api/competitions").status_code == 200
    assert program(there, token[:-1] + "x").post(RESULTS, json=RESULT).status_code == 401
    client.post(f"/account/tokens/{kept.id}/revoke")
    assert program(there, token).post(RESULTS, json=RESULT).status_code == 401


def test_a_token_needs_a_role_there(there):
    there.house.accounts.create("mei", "Mei", "a long enough one")
    assert made_token(there.browser("mei")) is None
    assert made_token(there.browser("chief"), competition="none") is None
    assert made_token(there.browser("chief"), scope="everything") is None
    token = made_token(there.browser("chief"))
    there.house.accounts.ungrant("chief", "demo")  # and loses what its owner loses
    assert program(there, token).post(RESULTS, json=RESULT).status_code == 403


def test_a_token_does_not_let_a_page_of_another_site_use_cookies(there):
    client = there.browser("chief")
    del client.headers["x-csrftoken"]
    forged = client.post(RESULTS, json=RESULT, headers={"authorization": "Bearer x"})
    assert forged.status_code == 401
    assert (
        client.post(RESULTS, json=RESULT, headers={"authorization": "Basic x"}).status_code == 403
    )


# -- audit -----------------------------------------------------------------------------------


def test_the_audit_page_tells_who_did_what_under_which_clause(there):
    client = there.browser("chief")
    client.post("/c/demo/women/result", data={"round": "3", "board": "2", "result": "1-0"})
    newest = there.house.office.state("demo").version
    page = flat(client.get("/c/demo/audit").text)
    first, *rest = page.split("<li class=")[1:]
    assert f'id="v{newest}"' in first
    assert "Result recorded" in first
    assert "Chief" in first
    assert "<dt>board</dt><dd>2</dd>" in first
    paired = next(each for each in rest if "Round paired" in each)
    assert "<cite>WX" in paired
    seen = [int(each) for each in re.findall(r'id="v(\d+)"', page)]
    while min(seen) > 1:
        more = client.get(f"/c/demo/audit?before={min(seen)}").text
        seen += [int(each) for each in re.findall(r'id="v(\d+)"', more)]
    assert seen == list(range(newest, 0, -1))
    assert "创建比赛" in client.get("/c/demo/audit?before=5&lang=zh").text


def test_the_page_of_a_competition_leads_to_what_one_may_see(there):
    shown = {"org": ("access", "audit", "hooks", "women/cards"), None: ()}
    for who, pages in shown.items():
        page = there.browser(who).get("/c/demo").text
        assert "/c/demo/notices" in page
        for each in ("access", "audit", "hooks", "women/cards"):
            assert (f"/c/demo/{each}" in page) is (each in pages), (who, each)
