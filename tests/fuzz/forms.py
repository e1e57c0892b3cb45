"""Hostile forms: every form of every page, sent by everybody with what no page would send.

    python tests/fuzz/forms.py [--posts 6000] [--seed 1] [--keep FOLDER]      (``make fuzz``)

Whatever is sent: no 500; what is refused has written nothing; what is taken is written in the name
of who sent it, and changes nothing of others; what was sent is never markup of a page; the journal
can be read and verified afterwards. Every input is made again by its seed and number.
"""

import argparse
import hashlib
import random
import re
import sys
import tempfile
import time
import traceback
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote_from_bytes

sys.path.insert(0, str(Path(__file__).parents[1]))

import structlog
from httpx import Cookies
from litestar.testing import TestClient
from sqlalchemy import inspect, text

from fuzz.form_pages import TOKEN, Field, Form, RouteNames, crawl, unseen
from qipan.cli.server.backup import checked
from qipan.desk.roles import Role
from qipan.host.demo import make_demo
from qipan.simulation.demo_world import make_world
from qipan.store.accounts import SqlAccounts
from qipan.web.app import build
from qipan.web.serving import make_context
from qipan.web.shared.limits import attempts
from qipan.web.shared.visitor import SESSION
from qipan.wiring import open_house, utc_now
from web.phones import png
from web.site import CHEAP

NOBODY, STRANGER = "nobody", "stranger"
CHIEF = Role.CHIEF_ARBITER.value
VISITORS = (NOBODY, STRANGER, *(role.value for role in Role))
OUTSIDERS = (NOBODY, STRANGER, Role.SPECTATOR.value)
"""Who may change nothing in the competitions of others."""
FRESH = 150
"""Forms on one house; then a new one, as some of them end competitions."""
MARK = "zq9x"
MARKUP = f'"><img src=x onerror={MARK}>'
VALUES = (
    *("", " ", "0", "-1", "1", "2", "3", "99", "007", "1.5", "1e9", "NaN", "true", "null", "[]"),
    *("9" * 20, "9" * 5000, "\u0661\u0662", "\uff11", "\u00bd", "+1", "1,2,3", "1-0", "2:1", "="),
    *("e1", "e2", "e99", "demo", "other", "women", "none", "x", "a b", "a:b", "e1:e2", "1 1-0"),
    *("\x00", "\x1b[2J", "\r\nset-cookie: a=b", "\n", "\t", "\u202e", "\u2066a\u2069", "\u200b"),
    *("\ufeff", "\u0007", "e\u0301" * 50, "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\ufffe"),
    *(MARKUP, f"<script>{MARK}()</script>", "{{ 7*7 }}", "{% raw %}", "${7*7}", "%s%s%n", "\\"),
    *("' OR 1=1 --", '"; DROP TABLE event; --', "../../etc/passwd", "=cmd|' /C calc'!A0", "#x"),
    *("http://127.0.0.1/", "https://example.org/", "javascript:alert(1)", "a@b.de", "//x", "/c"),
    *("2026-02-30", "2026-01-01T10:00", "9999-12-31T23:59", "0000-00-00", "25:61", "+99:99", "Z"),
    *("A" * 600, "\u4e2d" * 3000, "a," * 5000, "A; 2000\nB; 1", "name,unit\nx,y", "[x]\ny = 1"),
)
BYTES = (b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf4\x90\x80\x80", b"a\x00b", b"\x80")
FILES = (b"", b"name\nN. N.\n", png(), b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x00" * 3000)
QUIET = ("event", "alembic_version", "session", "challenge", "visitor_seat")
"""Tables that are looked at in another way, or written when a page is only looked at."""


class Site:
    """A house with something of everything, and a client for everybody."""

    def __init__(self, folder):
        self.path = Path(folder) / "j.sqlite"
        self.house = open_house(str(self.path))
        self.house.accounts = SqlAccounts(self.house.log.engine, CHEAP)
        for role in Role:
            self.house.accounts.create(role.value, role.value, "long enough")
            self.house.accounts.grant(role.value, "*", role)
        self.house.accounts.create(STRANGER, STRANGER, "long enough")
        make_demo(self.house.office)
        make_world(self.house, utc_now())
        self.house.office.create("other", STRANGER, "Other", "wx-14")
        self.house.accounts.grant(STRANGER, "other", Role.CHIEF_ARBITER)
        self.app = build(make_context(self.house))
        self.client = TestClient(self.app, raise_server_exceptions=False)
        self.client.headers["accept-language"] = "en"
        self.jars, self.sessions = {}, 0
        names = inspect(self.house.log.engine).get_table_names()
        self.tables = [name for name in sorted(names) if name not in QUIET]

    def asking(self, who):
        """Give the client with the cookies of somebody, signed in again if need be."""
        attempts.forget()
        client = self.client
        client.cookies = self.jars.setdefault(who, Cookies())
        if who != NOBODY and not self._signed_in():
            self.sessions += 1
            token = f"session-{who}-{self.sessions}"
            self.house.accounts.open_session(who, token, 2**40)
            client.cookies.clear()
            client.cookies.set(SESSION, token, domain="testserver.local")
        if not client.cookies.get("csrftoken"):
            client.get("/sign-in")
        self.jars[who] = client.cookies
        return client

    def _signed_in(self):
        token = self.client.cookies.get(SESSION)
        return bool(token) and self.house.accounts.session(token, 1) is not None

    def picture(self):
        """Give what is stored: rows of each table, and the events of each stream."""
        with self.house.log.engine.connect() as connection:
            rows = {
                (name, _digest(row), _owners(row))
                for name in self.tables
                for row in connection.execute(text(f'SELECT * FROM "{name}"'))
            }
            last = connection.execute(text("SELECT coalesce(max(rowid), 0) FROM event")).scalar()
        return rows, last

    def events_after(self, last):
        with self.house.log.engine.connect() as connection:
            asked = text("SELECT stream, name, actor FROM event WHERE rowid > :last")
            return [tuple(row) for row in connection.execute(asked, {"last": last})]


MISTAKES = []
"""What the application wrote down of its own mistakes."""


def note_mistake(logger, method, event):
    """Keep the place of a mistake, and write nothing."""
    del logger, method
    error = event.get("exc_info")
    if isinstance(error, BaseException):
        where = traceback.extract_tb(error.__traceback__)[-1]
        MISTAKES.append(f"{error!r:.120} at {Path(where.filename).name}:{where.lineno}")
    raise structlog.DropEvent


def _digest(row):
    return hashlib.sha256(repr(tuple(row)).encode()).hexdigest()


def _owners(row):
    return frozenset(value for value in row if isinstance(value, str) and value in VISITORS)


@contextmanager
def opened_site():
    with tempfile.TemporaryDirectory() as folder:
        site = Site(folder)
        with site.client:
            yield site
        site.house.close()


# -- what is sent ------------------------------------------------------------------------------


def pairs_of(form):
    """Give what a browser would send."""
    return [(each.name, each.value.encode()) for each in form.fields if each.kind != "file"]


def worse(dice, form):
    """Give what a browser would not send: one to three changes."""
    pairs = pairs_of(form)
    held = {each.name: each for each in form.fields}
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        at = dice.randrange(len(pairs)) if pairs else 0
        match dice.randrange(9):
            case 0 if pairs:
                del pairs[at]
            case 1 if pairs:
                pairs.append((pairs[at][0], value_of(dice, held)))
            case 2:
                name = dice.choice(("version", "actor", "role", "section", "despite", "x" * 200))
                pairs.append((name, value_of(dice, held)))
            case 3 if len(pairs) > 1:
                other = dice.randrange(len(pairs))
                pairs[at] = (pairs[at][0], pairs[other][1])
            case 4 if pairs:
                pairs[at] = (pairs[at][0] + dice.choice(("[]", ".x", "\x00", " ")), pairs[at][1])
            case _ if pairs:
                if pairs[at][0] != TOKEN:
                    pairs[at] = (pairs[at][0], value_of(dice, held, pairs[at][0]))
    return pairs


def value_of(dice, held, name=""):
    """Give a value: usually an odd one, now and then one of the field's own, or no text at all."""
    one = held.get(name, Field(name))
    if one.choices and dice.random() < 0.3:
        return dice.choice(one.choices).encode()
    match dice.randrange(12):
        case 0:
            return dice.choice(BYTES)
        case 1:
            return one.value.encode() + dice.choice(VALUES).encode()
        case 2 if dice.random() < 0.1:
            return b"A" * 1_500_000
    return dice.choice(VALUES).encode()


def packed(dice, form, pairs, boundary="b0undary"):
    """Write a form as a body; gives its kind and bytes."""
    files = [each.name for each in form.fields if each.kind == "file"]
    if not (form.multipart or files) and dice.random() < 0.93:
        body = "&".join(f"{quote_from_bytes(n.encode())}={quote_from_bytes(v)}" for n, v in pairs)
        return "application/x-www-form-urlencoded", body.encode()
    if dice.random() < 0.03:
        return "application/json", b'{"name": ' + b"[" * dice.choice((1, 500)) + b"}"
    parts = [_part(boundary, name, value) for name, value in pairs]
    for name in files:
        parts.append(_part(boundary, name, dice.choice(FILES), filename="x.csv"))
    body = b"".join(parts) + f"--{boundary}--\r\n".encode()
    if dice.random() < 0.1:
        body = body[: dice.randrange(len(body))]
    return f"multipart/form-data; boundary={boundary}", body


def _part(boundary, name, value, filename=""):
    clean = re.sub(r'[\x00-\x1f"]', "_", name)
    more = f'; filename="{filename}"' if filename else ""
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="{clean}"{more}\r\n\r\n'
    return head.encode() + value + b"\r\n"


# -- what must hold ----------------------------------------------------------------------------


def wrongs(site, who, forged, answer, before):
    """Say what is wrong with an answer, and with what is stored after it."""
    rows, last = before
    after, _ = site.picture()
    events = [each for each in site.events_after(last) if not _by_the_house(each)]
    if answer.status_code >= 500:
        yield f"status {answer.status_code} {MISTAKES[-1:]}"
    if forged and answer.status_code != 403:
        yield f"taken with a forged token: {answer.status_code}"
    if answer.status_code >= 400 and (events or rows != after):
        tables = sorted({name for name, _, _ in rows ^ after})
        yield f"refused, and yet written: {tables} {events[:3]}"
    if "text/html" in answer.headers.get("content-type", "") and _markup(answer.text):
        yield "what was sent is markup"
    for stream, name, actor in events:
        if actor in VISITORS and actor != who:
            yield f"{name} in {stream} in the name of {actor}"
        home = stream.removeprefix("competition/")
        if who in OUTSIDERS and home != stream and not (who == STRANGER and home == "other"):
            yield f"{name} in {stream} by {who}"
    if who in (*OUTSIDERS, Role.PLAYER.value):
        gone = [(name, owners) for name, _, owners in rows - after if owners - {who}]
        if gone:
            yield f"something of others is gone: {gone[:3]}"


def _by_the_house(event):
    """Say whether an event is one that nobody asked for: the timetable, tables, checkpoints.

    The register notes every row beside the journal, also one that is taken back: those are looked
    at themselves.
    """
    stream, _, actor = event
    by_itself = ("scheduler", "owner", "record", "register")
    return actor in by_itself or stream.startswith(("record", "watch/"))


def _markup(page):
    return MARKUP in page or f"<script>{MARK}" in page


# -- the run -----------------------------------------------------------------------------------


def forms_of(site, looking):
    """Find every form; gives how many pages were looked at, and the forms."""
    route_of = RouteNames(site.app)
    pages, everything = 0, {}
    for who in looking:
        seen, forms = crawl(site.asking(who), route_of)
        pages += len(seen)
        for key, form in forms.items():
            everything.setdefault(key, form)
    made = unseen({route for route, _ in everything})
    for route, form in made.items():
        everything.setdefault((route, form.names), form)
    return pages, everything


def post(site, dice, who, form):
    """Send a form once, damaged; gives what was wrong, and the answer."""
    client = site.asking(who)
    forged = dice.random() < 0.05
    pairs = [(name, value) for name, value in worse(dice, form) if name != TOKEN]
    if dice.random() < 0.1:
        pairs = [pair for pair in pairs_of(form) if pair[0] != TOKEN]  # as a browser would
    token = client.cookies.get("csrftoken", "")
    given = dice.choice(("", "forged", "a" * 128, token[::-1], "\u202e")) if forged else token
    kind, body = packed(dice, form, [*pairs, (TOKEN, given.encode())])
    if kind == "application/json":
        forged = True  # a form that is none has no token
    before = site.picture()
    headers = {"content-type": kind, "x-forwarded-for": "203.0.113.9"}
    answer = client.post(
        re.sub(r"[\x00-\x20]", "", form.action) or "/",
        content=body,
        headers=headers,
        follow_redirects=False,
    )
    sent_whole = kind.startswith("application/x") or body.endswith(b"--\r\n")
    return list(wrongs(site, who, forged and sent_whole, answer, before)), answer, (kind, body)


def run(posts, seed, keep, seconds=1e9, looking=VISITORS):
    """Send so many forms; gives the figures and the faults."""
    before = structlog.get_config()
    structlog.configure(processors=[note_mistake])
    try:
        return _run(posts, seed, keep, seconds, looking)
    finally:
        structlog.configure(**before)


def _run(posts, seed, keep, seconds, looking):
    dice, faults, statuses = random.Random(seed), [], Counter()
    number, pages, slowest, until = 0, 0, 0.0, time.monotonic() + seconds
    routes = set()
    found = None
    while number < posts and time.monotonic() < until:
        with opened_site() as site:
            if found is None:
                found = forms_of(site, looking)
            pages, everything = found
            keys = sorted(everything)
            for _ in range(min(FRESH, posts - number)):
                if time.monotonic() > until:
                    break
                key = keys[number % len(keys)] if number < len(keys) else dice.choice(keys)
                who = dice.choice((*VISITORS, CHIEF, CHIEF))
                begun = time.process_time()
                wrong, answer, sent = post(site, dice, who, everything[key])
                slowest = max(slowest, time.process_time() - begun)
                statuses[answer.status_code] += 1
                routes.add(key[0])
                for each in wrong:
                    faults.append(f"{number} {who} {everything[key].action}: {each}")
                    _kept(keep, number, who, everything[key], sent)
                number += 1
            unreadable = site.house.office.unreadable()
            if unreadable:
                faults.append(f"{number}: unreadable: {unreadable}")
            checked(site.path)
    figures = {
        "pages": pages,
        "forms": len(found[1]),
        "routes": len(routes),
        "posts": number,
        "statuses": dict(sorted(statuses.items())),
        "slowest": round(slowest, 2),
    }
    return figures, faults


def _kept(keep, number, who, form: Form, sent):
    keep.mkdir(parents=True, exist_ok=True)
    kind, body = sent
    head = f"{who} POST {form.action}\nshown on {form.page}\ncontent-type: {kind}\n\n".encode()
    (keep / f"form-{number}").write_bytes(head + body)


def main():
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("--posts", type=int, default=6000)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--seconds", type=float, default=1e9)
    reader.add_argument("--keep", type=Path, default=Path("fuzz-faults"))
    asked = reader.parse_args()
    figures, faults = run(asked.posts, asked.seed, asked.keep, asked.seconds)
    for each in faults:
        print("FAULT", each)
    print("forms:", ", ".join(f"{name} {value}" for name, value in figures.items()))
    print(f"all: {figures['posts']} forms sent, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
