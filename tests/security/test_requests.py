"""Hostile requests: planted sessions, forged forms, strange paths, large bodies, SQL in names."""

import re
import time

import pytest
from litestar.testing import TestClient
from sqlalchemy import text

from qipan.settings import Settings, Web
from qipan.web.app import MOST_BYTES
from qipan.web.shared.visitor import SESSION
from security.conftest import NOBODY, Site

CHIEF = "chief-arbiter"


# -- sessions --------------------------------------------------------------------------------


def signed_in(client):
    form = {"name": "arbiter", "password": "long enough"}
    answer = client.post("/sign-in", data=form, follow_redirects=False)
    assert answer.status_code == 303
    return answer


def test_a_planted_session_is_worthless_after_signing_in(secured):
    client = secured.asking(NOBODY)
    client.cookies.set(SESSION, "planted-by-somebody")
    client.get("/sign-in")
    client.headers["x-csrftoken"] = client.cookies["csrftoken"]
    cookie = signed_in(client).cookies[SESSION]
    assert cookie != "planted-by-somebody"
    other = secured.asking(NOBODY)
    other.cookies.set(SESSION, "planted-by-somebody")
    assert other.post("/c/demo/women/pair").status_code == 403


def test_a_session_that_was_ended_cannot_be_used_again(secured):
    client = secured.asking(NOBODY)
    cookie = signed_in(client).cookies[SESSION]
    client.post("/sign-out", follow_redirects=False)
    other = secured.asking(NOBODY)
    other.cookies.set(SESSION, cookie)
    assert other.post("/c/demo/women/pair").status_code == 403


def test_the_cookie_of_a_session_is_kept_from_scripts_and_other_sites(secured):
    for base, secure in (("http://testserver.local", False), ("https://testserver.local", True)):
        client = secured.asking(NOBODY, base_url=base)
        name = "__Host-csrftoken" if secure else "csrftoken"
        del client.cookies[name]
        written = client.get("/sign-in").headers.get_list("set-cookie")
        client.headers["x-csrftoken"] = client.cookies[name]
        assert any(each.startswith(f"{name}=") for each in written)
        session = signed_in(client).headers["set-cookie"]
        assert "httponly" in session.lower()
        for each in (*written, session):
            assert "samesite=lax" in each.lower()
            assert ("secure" in each.lower()) is secure


def test_a_planted_form_cookie_does_not_count_for_who_is_signed_in(secured):
    """As another site of the same domain could plant it: from this server, but for nobody."""
    attacker, victim = secured.asking(NOBODY), secured.asking(CHIEF)
    planted = attacker.cookies["csrftoken"]
    body = {"data": {"text": "x"}, "headers": {"x-csrftoken": planted}}
    assert victim.post("/c/demo/notices/post", **body).status_code == 403
    victim.cookies.set("csrftoken", planted)
    assert victim.post("/c/demo/notices/post", **body).status_code == 403
    victim.get("/sign-in")  # the next page does not take it over either
    assert victim.post("/c/demo/notices/post", **body).status_code == 403


def test_a_page_that_was_open_goes_on_after_signing_in_and_out(secured):
    client = secured.asking(NOBODY)
    before = client.headers["x-csrftoken"]
    for _ in range(2):
        signed_in(client)
        assert client.cookies["csrftoken"] != before
        assert client.post("/sign-out", follow_redirects=False).status_code == 303


def test_tokens_are_not_in_the_database(secured):
    with secured.house.log.engine.connect() as connection:
        for table in ("session", "sign_in_link"):
            kept = connection.execute(text(f"SELECT token FROM {table}")).scalars().all()
            assert all(len(token) == 64 and "session-of" not in token for token in kept)


# -- forged forms ----------------------------------------------------------------------------


def posts(app):
    routes = app.open_everything().routes
    return [route.path for route in routes if "POST" in getattr(route, "methods", ())]


@pytest.mark.parametrize("given", [None, "", "forged", "a" * 128])
def test_no_form_is_taken_without_its_token(secured, given):
    client = secured.asking(CHIEF)
    del client.headers["x-csrftoken"]
    headers = {} if given is None else {"x-csrftoken": given}
    for path in posts(secured.app):
        filled = re.sub(r"\{\w+:int\}", "1", path)
        filled = re.sub(r"\{(\w+):\w+\}", r"\1", filled)
        answer = client.post(filled, headers=headers, json={})
        assert answer.status_code == 403, path


def test_a_token_of_another_visitor_does_not_fit(secured):
    client, other = secured.asking(CHIEF), secured.asking(CHIEF)
    answer = client.post(
        "/c/demo/women/pair", headers={"x-csrftoken": other.cookies["csrftoken"] + "0"}
    )
    assert answer.status_code == 403


def test_answers_forbid_frames_sniffing_and_foreign_scripts(secured):
    for path in ("/", "/c/demo/women", "/api/competitions", "/static/style.css", "/none"):
        headers = secured.asking(NOBODY).get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"], path
        assert headers["x-content-type-options"] == "nosniff"


# -- forms in other alphabets ----------------------------------------------------------------


def part(content, charset):
    head = 'Content-Disposition: form-data; name="x"\r\n'
    if charset:
        head += f"Content-Type: text/plain; charset={charset}\r\n"
    return b"--b\r\n" + head.encode() + b"\r\n" + content + b"\r\n--b--\r\n"


@pytest.mark.parametrize(
    ("charset", "content"),
    [
        ("punycode", b"-" + b"a9" * 900_000),  # takes time with the square of its length
        ("idna", b"a." * 900_000),
        ("hex", b"00"),
        ("none-such", b"x"),
        ("", b"\xed\xa0\x80"),
        ("utf-8", b"\xc0\xaf"),
    ],
)
def test_a_form_that_is_not_in_utf_8_is_refused_at_once(secured, charset, content):
    client = secured.asking(NOBODY)
    del client.headers["x-csrftoken"]
    headers = {"content-type": "multipart/form-data; boundary=b"}
    begun = time.process_time()
    for path in ("/sign-in", "/c/demo/desk/describe"):
        answer = client.post(path, content=part(content, charset), headers=headers)
        assert answer.status_code in (400, 403, 413), answer.text
    assert time.process_time() - begun < 20  # a bound of what is read, not a speed


@pytest.mark.parametrize("boundary", ["", "\xff", "b" * 300, '"'])
def test_a_form_without_a_sensible_boundary_is_refused(secured, boundary):
    kind = f"multipart/form-data; boundary={boundary}".encode("latin-1")
    client = secured.asking(NOBODY)
    del client.headers["x-csrftoken"]
    answer = client.post("/sign-in", content=part(b"x", ""), headers={"content-type": kind})
    assert answer.status_code in (400, 403)


# -- paths and redirects ---------------------------------------------------------------------

UP = ["..", "%2e%2e", "..%2f", "%2e%2e%2f", "..\\", "%5c..", "....//", "%252e%252e", "..;", "%00"]


@pytest.mark.parametrize("up", UP)
def test_no_path_leads_out_of_the_static_files(secured, up):
    client = secured.asking(NOBODY)
    for depth in (1, 3, 8):
        for wanted in ("app.py", "etc/passwd"):
            answer = client.get(f"/static/{'/'.join([up] * depth)}/{wanted}")
            assert answer.status_code in (400, 404)
            assert "root:" not in answer.text
            assert "Litestar" not in answer.text


@pytest.mark.parametrize("name", ["..%2f..%2fetc%2fpasswd", "%00", "a%00b", "%ff%fe", "%ed%a0%80"])
def test_a_strange_name_is_not_found(secured, name):
    client = secured.asking(NOBODY)
    for path in (f"/c/{name}", f"/c/{name}/x", f"/c/demo/{name}", f"/api/competitions/{name}/x"):
        assert client.get(path).status_code in (400, 404), path


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example", "/\\evil.example", "\\\\evil", "/\r\nx: y"]
)
def test_a_redirect_stays_here(secured, back):
    answer = secured.asking(NOBODY).get(
        "/language/en", params={"back": back}, follow_redirects=False
    )
    assert answer.headers["location"] == "/"


def test_the_host_header_reaches_no_link(secured):
    """A foreign name is refused by the server; what lies behind leads nobody there all the same.

    Cards of links name the site as it was called, in the head: nobody follows those by hand.
    """
    client = secured.asking(NOBODY)
    for path in ("/", "/c/demo", "/c/demo/women", "/sign-in"):
        page = client.get(path, headers={"host": "evil.example"}).text
        assert "evil.example" not in page.partition("</head>")[2]
    answer = client.post(
        "/sign-in",
        data={"name": "arbiter", "password": "long enough"},
        headers={"host": "evil.example"},
        follow_redirects=False,
    )
    assert answer.headers["location"] == "/"


# -- large and deep bodies -------------------------------------------------------------------

RESULTS = "/api/competitions/demo/women/results"
BODIES = [
    ("large", b"x" * (MOST_BYTES + 1), 413),
    ("deep lists", b"[" * 900_000, 400),
    ("deep objects", b'{"round":' * 200_000, 400),
    ("huge number", b'{"round":' + b"9" * 400_000 + b"}", 400),
    ("huge exponent", b'{"round":1e400000,"board":1,"result":"1-0"}', 400),
    ("surrogate", b'{"round":1,"board":1,"result":"\\ud800"}', 400),
    ("not text", b"\xff\xfe\x00", 400),
    ("nothing", b"", 400),
]


@pytest.mark.parametrize(("what", "body", "status"), BODIES, ids=[row[0] for row in BODIES])
def test_a_hostile_body_is_refused(secured, what, body, status):
    headers = {"content-type": "application/json"}
    answer = secured.asking(CHIEF).post(RESULTS, content=body, headers=headers)
    assert answer.status_code == status, answer.text[:200]


@pytest.mark.parametrize(
    "body",
    [b"&".join(b"f%d=1" % n for n in range(100_000)), b"=" * 500_000, b"name=" + b"%" * 500_000],
)
def test_a_hostile_form_is_refused(secured, body):
    headers = {"content-type": "application/x-www-form-urlencoded"}
    for path in ("/c/demo/women/enter", "/sign-in", "/new"):
        answer = secured.asking(CHIEF).post(path, content=body, headers=headers)
        assert 400 <= answer.status_code < 500, answer.status_code


def test_a_long_header_or_cookie_is_nobody(secured):
    client = secured.asking(NOBODY)
    client.cookies.set(SESSION, "x" * 100_000)
    headers = {"accept-language": "en," * 20_000}
    assert client.get("/c/demo/women", headers=headers).status_code == 200


# -- SQL in names ----------------------------------------------------------------------------

SQL = [
    "' OR '1'='1",
    "'; DROP TABLE event; --",
    "x' UNION SELECT password FROM account --",
    '" OR ""="',
    "\\'; DELETE FROM person; --",
    "%' AND 1=(SELECT COUNT(*) FROM account) --",
    ":stream",
    "%s%(x)s",
]


def counts(site):
    with site.house.log.engine.connect() as connection:
        return [
            connection.execute(text(f"SELECT count(*) FROM {table}")).scalar()
            for table in ("event", "person", "account", "secret")
        ]


@pytest.mark.parametrize("probe", SQL)
def test_sql_in_a_name_is_only_a_name(secured, probe):
    before = counts(secured)
    client = secured.asking(CHIEF)
    assert client.get("/api/competitions/x/y".replace("x", probe[:5])).status_code == 404
    assert client.get(f"{RESULTS[:-8]}/why", params={"a": probe[:40]}).status_code == 404
    form = {"name": probe, "password": probe}
    assert client.post("/sign-in", data=form).status_code == 401
    assert client.get(f"/sign-in/{probe.replace('/', '')}").status_code == 401
    answer = client.post("/c/demo/women/withdraw", data={"entrant": probe, "reason": probe})
    assert answer.status_code == 422
    client.cookies.set(SESSION, probe.replace(";", "").replace('"', ""))
    assert client.get("/").status_code == 200
    assert counts(secured) == before


# -- the name one asks by --------------------------------------------------------------------

NAMED = ["/", "/c/demo", "/c/demo/women", "/play", "/watch", "/c/demo/women/player/e1", "/me"]
NAMED += ["/c/demo/women/register", "/feed.atom", "/sitemap.xml", "/robots.txt", "/offline"]
NAMED += ["/c/demo/women/documents", "/record", "/sign-up", "/recover", "/c/demo/access"]
NAMED += ["/c/demo/women/cards", "/c/demo/women/cards/e1", "/c/demo/women/projector"]


def test_no_page_names_the_site_as_whoever_asks_calls_it(tmp_path):
    """Nor does a page that is kept for the next visitor, who asks by the right name."""
    site = Site(str(tmp_path / "j.sqlite"), Settings(web=Web(base="https://play.example.org")))
    with TestClient(site.app):
        for role in (NOBODY, CHIEF):
            client = site.asking(role)
            for host in ("203.0.113.66", "evil.example:8000", "play.example.org"):
                for path in NAMED:
                    answer = client.get(path, headers={"host": host, "x-forwarded-host": "evil.x"})
                    assert "203.0.113" not in answer.text, (path, host)
                    assert "evil" not in answer.text, (path, host)
                    assert "evil" not in str(answer.headers), (path, host)
    site.house.close()


def test_a_table_for_a_friend_names_the_site_as_it_is_set(tmp_path):
    site = Site(str(tmp_path / "j.sqlite"), Settings(web=Web(base="https://play.example.org")))
    with TestClient(site.app) as client:
        client.get("/play")
        form = {"game": "go", "side": "first", "_csrf_token": client.cookies["csrftoken"]}
        host = {"host": "evil.example"}
        made = client.post("/play/friend", data=form, headers=host, follow_redirects=False)
        assert made.status_code == 303, made.text
        page = client.get(made.headers["location"], headers=host)
        assert "https://play.example.org/play/join/" in page.text
        assert "evil" not in page.text
    site.house.close()
