"""Every route and every role: who may do what. A route that is not in the table fails."""

import pytest

from qipan.web.actions import ACTIONS
from qipan.web.desk_pages import desk_pages
from security.conftest import NOBODY

CHIEF, ARBITER, ORGANISER = "chief-arbiter", "arbiter", "organiser"
EVERYBODY = {NOBODY, "spectator", "player", ORGANISER, ARBITER, CHIEF}
ARBITERS, STAFF = {ARBITER, CHIEF}, {ARBITER, CHIEF, ORGANISER}
DENIED = 403

SECTION = "/c/{competition:str}/{section:str}"
ROUTES = {
    # method and route                                     who, and a request that shows it
    ("GET", "/"): (EVERYBODY, "/"),
    ("GET", "/c/{competition:str}"): (EVERYBODY, "/c/demo"),
    ("GET", "/c/{competition:str}/{section:str}"): (EVERYBODY, "/c/demo/women"),
    ("GET", "/c/{competition:str}/{section:str}/why"): (EVERYBODY, "/c/demo/women/why?a=e1"),
    ("GET", "/c/{competition:str}/live"): (EVERYBODY, None),  # never ends; see test_operations
    ("GET", "/language/{code:str}"): (EVERYBODY, "/language/en"),
    ("GET", "/sign-in"): (EVERYBODY, "/sign-in"),
    ("POST", "/sign-in"): (EVERYBODY, "/sign-in"),
    ("GET", "/sign-in/{token:str}"): (EVERYBODY, "/sign-in/none"),
    ("POST", "/sign-out"): (EVERYBODY, None),  # ends the session this table needs
    ("POST", "/c/{competition:str}/{section:str}/{action:str}"): (STAFF, None),  # see DESK
    ("POST", "/new"): ({CHIEF, ORGANISER}, "/new"),
    ("GET", "/api/competitions"): (EVERYBODY, "/api/competitions"),
    ("GET", "/api/competitions/{competition:str}/{section:str}"): (
        EVERYBODY,
        "/api/competitions/demo/women",
    ),
    ("GET", "/api/competitions/{competition:str}/{section:str}/why"): (
        EVERYBODY,
        "/api/competitions/demo/women/why?a=e1",
    ),
    ("POST", "/api/competitions/{competition:str}/{section:str}/results"): (
        ARBITERS,
        "/api/competitions/demo/women/results",
    ),
    ("GET", f"{SECTION}/names"): (EVERYBODY, "/c/demo/women/names"),
    ("GET", f"{SECTION}/pairing"): (EVERYBODY, "/c/demo/women/pairing?round=1&board=1"),
    ("GET", f"{SECTION}/pictures"): (EVERYBODY, "/c/demo/women/pictures"),
    ("GET", f"{SECTION}/projector"): (EVERYBODY, "/c/demo/women/projector"),
    ("GET", f"{SECTION}/player/{{who:str}}"): (EVERYBODY, "/c/demo/women/player/e1"),
    ("GET", f"{SECTION}/player/{{who:str}}/calendar.ics"): (
        EVERYBODY,
        "/c/demo/women/player/e1/calendar.ics",
    ),
    ("GET", f"{SECTION}/documents"): (EVERYBODY, "/c/demo/women/documents"),
    # public documents here; slips and cards are for the staff: tests/web/test_documents.py
    ("GET", f"{SECTION}/documents/{{file:str}}"): (
        EVERYBODY,
        "/c/demo/women/documents/entries.csv",
    ),
    ("GET", f"{SECTION}/desk"): (EVERYBODY, None),  # leads to the first page
    ("GET", f"{SECTION}/desk/{{name:str}}"): (STAFF, "/c/demo/women/desk/results"),
    ("POST", f"{SECTION}/desk/{{name:str}}/{{action:str}}"): (STAFF, None),  # see DESK_PAGES
    ("GET", "/boards"): (EVERYBODY, "/boards"),
    ("POST", "/boards/{name:str}"): (EVERYBODY, None),  # samples: tests/web/test_boards.py
    ("GET", "/play/review"): (EVERYBODY, "/play/review"),
    ("POST", "/play/review"): (EVERYBODY, None),  # an upload: tests/web/test_boards.py
    ("POST", "/play/review/file"): (EVERYBODY, None),
    # live tables go by seat tokens and roles: tests/web/test_sockets.py, tests/play
    ("GET", "/t/{name:str}"): (EVERYBODY, None),
    ("GET", "/api/tables/{name:str}"): (EVERYBODY, None),
    ("GET", "/api/tables/{name:str}/evidence"): (ARBITERS, None),
    ("POST", "/api/tables"): (ARBITERS, None),
    ("POST", "/api/practice"): (EVERYBODY, None),
    ("GET", "/api/lobbies/{name:str}"): (EVERYBODY, None),
    ("POST", "/api/lobbies"): (STAFF, None),
    ("POST", "/api/lobbies/{name:str}/leave"): (EVERYBODY, None),
    ("POST", "/api/lobbies/{name:str}/wait"): (EVERYBODY, None),
    ("GET", "/health"): (EVERYBODY, "/health"),
    ("GET", "/ready"): (EVERYBODY, "/ready"),
    ("GET", "/metrics"): (EVERYBODY, None),  # by address or token, not by role: test_operations
    ("GET", "/static/{file_path:path}"): (EVERYBODY, "/static/style.css"),
    ("GET", "/schema"): (EVERYBODY, "/schema"),
    ("GET", "/schema/openapi.json"): (EVERYBODY, "/schema/openapi.json"),
    ("GET", "/schema/{path:str}"): (EVERYBODY, None),  # always 404
}
BODIES = {
    "/new": {"data": {"id": "x", "title": "X", "event": "wx-14/none"}},
    "/sign-in": {"data": {"name": "x", "password": "x"}},
    "/api/competitions/demo/women/results": {"json": {"round": 9, "board": 1, "result": "1-0"}},
}
DESK = {
    "enter": (STAFF, {"name": "N. N."}),
    "withdraw": (STAFF, {"entrant": "e99"}),
    "close": ({CHIEF, ORGANISER}, {}),
    "commit": ({CHIEF}, {"lot": "numbers"}),
    "draw": ({CHIEF}, {}),
    "pair": (ARBITERS, {}),
    "publish": (ARBITERS, {"round": "9"}),
    "change-pairing": ({CHIEF}, {"round": "9", "steps": "reverse:1", "reason": "x"}),
    "pair-by-hand": ({CHIEF}, {"pairs": "e1:e2", "reason": "x"}),
    "withdraw-round": ({CHIEF}, {"round": "9", "reason": "x"}),
    "result": (ARBITERS, {"round": "9", "board": "1", "result": "1-0"}),
    "play-off-lot": ({CHIEF}, {"round": "9", "board": "1"}),
    "approve": ({CHIEF}, {}),
}
AT_BOARD = {"round": "9", "board": "1", "entrant": "e1"}
DESK_PAGES = {
    ("results", "lines"): (ARBITERS, {"round": "9", "lines": "1 1-0"}),
    ("results", "correct"): (ARBITERS, {**AT_BOARD, "result": "1-0", "reason": "r"}),
    ("results", "end-round"): (ARBITERS, {"round": "9"}),
    ("late", "absent"): (ARBITERS, AT_BOARD),
    ("late", "here"): (ARBITERS, {**AT_BOARD, "entrant": "e99"}),
    ("late", "came"): (ARBITERS, {**AT_BOARD, "minutes": "5"}),
    ("late", "never"): (ARBITERS, {**AT_BOARD, "minutes": "99"}),
    ("check-in", "arrive"): (STAFF, {"entrant": "e99"}),
    ("check-in", "undo"): (STAFF, {"entrant": "e99"}),
}


def routes_of(app):
    for route in app.routes:
        for method in getattr(route, "methods", ["WEBSOCKET"]):
            if method not in ("OPTIONS", "HEAD"):
                yield method, route.path


def test_every_route_is_in_the_table(secured):
    assert sorted(set(routes_of(secured.app)) - set(ROUTES)) == []


def test_every_action_of_the_desk_is_in_the_table():
    assert set(ACTIONS) == set(DESK)


def test_every_action_of_the_desks_pages_is_in_the_table():
    found = {(page.name, action) for page in desk_pages().values() for action in page.actions}
    assert found == set(DESK_PAGES)


@pytest.mark.parametrize("role", sorted(EVERYBODY))
def test_a_role_may_do_what_the_table_says_and_nothing_else(secured, role):
    client = secured.asking(role)
    wrong = []
    for (method, route), (allowed, path) in ROUTES.items():
        if path is None:
            continue
        answer = client.request(method, path, follow_redirects=False, **BODIES.get(path, {}))
        assert answer.status_code < 500, (method, route, answer.text)
        if (answer.status_code == DENIED) is (role in allowed):
            wrong.append((method, route, answer.status_code))
    assert wrong == []


@pytest.mark.parametrize("role", sorted(EVERYBODY))
def test_a_form_of_the_desk_obeys_the_table(secured, role):
    client = secured.asking(role)
    version = secured.house.office.state("demo").version
    wrong = []
    for action, (allowed, fields) in DESK.items():
        answer = client.post(f"/c/demo/women/{action}", data=fields, follow_redirects=False)
        assert answer.status_code < 500, (action, answer.text)
        if (answer.status_code == DENIED) is (role in allowed):
            wrong.append((action, answer.status_code))
    assert wrong == []
    assert secured.house.office.state("demo").version == version  # refused or denied, all of it


@pytest.mark.parametrize("role", sorted(EVERYBODY))
def test_a_page_of_the_desk_obeys_the_table(secured, role):
    client = secured.asking(role)
    version = secured.house.office.state("demo").version
    wrong = []
    for (page, action), (allowed, fields) in DESK_PAGES.items():
        path = f"/c/demo/women/desk/{page}/{action}"
        answer = client.post(path, data=fields, follow_redirects=False)
        assert answer.status_code < 500, (path, answer.text)
        if (answer.status_code == DENIED) is (role in allowed):
            wrong.append((path, answer.status_code))
    assert wrong == []
    assert secured.house.office.state("demo").version == version  # refused or denied, all of it


def test_a_role_counts_only_where_it_was_given(secured):
    house = secured.house
    house.accounts.create("elsewhere", "elsewhere", None)
    house.accounts.grant("elsewhere", "other", secured_role())
    house.accounts.open_session("elsewhere", "session-of-elsewhere", 2**40)
    client = secured.asking("elsewhere")
    answer = client.post("/c/demo/women/approve", follow_redirects=False)
    assert answer.status_code == DENIED


def secured_role():
    from qipan.desk.access import Role

    return Role.CHIEF_ARBITER


def test_pairings_are_for_the_staff_until_they_are_published(tmp_path):
    from qipan.desk import commands as asked
    from qipan.desk.office import Newcomer
    from qipan.journal.people import Person
    from security.conftest import Site

    site = Site(str(tmp_path / "j.sqlite"))
    office = site.house.office
    office.create("c", "t", "C", "wx-14")
    office.carry_out("c", "t", asked.OpenSection(section="women", title="W", under="women"))
    for number in range(4):
        office.enter("c", "women", "t", Newcomer(Person(name=f"n{number}")))
    office.carry_out("c", "t", asked.CloseEntries(section="women"))
    office.commit_lot("c", "women", "t")
    office.draw_numbers("c", "women", "t")
    office.pair("c", "women", "t")
    path = "/api/competitions/c/women"
    seen = {role: len(site.asking(role).get(path).json()["rounds"]) for role in EVERYBODY}
    assert seen == {role: int(role in ARBITERS) for role in EVERYBODY}
    site.house.close()
