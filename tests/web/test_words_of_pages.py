"""Every page that links lead to, in four languages and for every role: no code, key, id or cent,
nothing foreign.

Each role walks in English. A page on which it reads something new is then read in the other
languages; a page whose sentences were all met before is not, so that a page is rendered few times.
"""

import re
from functools import cache
from html import unescape
from pathlib import Path
from random import Random

import pytest
from litestar.testing import TestClient

from office.kept_events import an_event
from qipan.desk.roles import Role
from qipan.i18n import FALLBACK, LANGUAGES, catalogue
from qipan.i18n.moves import BOARD_WORDS
from qipan.office.persons.kept_ratings import AskedSection, begin_list, rate
from qipan.office.persons.seasons import add_stop, open_season
from qipan.ranking.ratings.list_rules import read_rules
from qipan.web.shared.rendering import WEB
from views.test_no_codes import WORD
from views.test_no_codes import codes_in as codes_among
from web.hall import play_men
from web.phones import Phone
from web.site import WOMEN, act, sign_in_as, site, token
from web.test_fair_play import GAME
from web.test_kept_ratings import GP

HIDDEN = re.compile(r"<(script|style|head|pre|code|svg)\b.*?</\1>", re.DOTALL)
ENGLISH = re.compile(r'<(\w+)\b[^>]*\blang="en"[^>]*>.*?</\1>', re.DOTALL)
TYPED = re.compile(r"<(?:option|input|textarea|datalist)\b[^>]*>")
TAG = re.compile(r"<[^>]+>")
LINK = re.compile(r'<a\b[^>]*\bhref="(/[^"#]*)')
LEFT_OUT = re.compile(r"/(language|static|schema|api|calendar)\b|\.(png|svg|pdf|csv|xlsx|json|trf)")
STARTS = ("/", "/help", "/play", "/watch", "/search", "/new", "/organise", "/books", "/me")
STARTS += ("/keep", "/ratings", "/season/gp", "/register", "/rating-lists", "/arbiters", "/travel")
STARTS += ("/take-over", "/lobby", "/sign-up", "/recover", "/boards", "/c/demo/women/fair-play")
STARTS += ("/play/review?sample=xiangqi", "/c/demo/women/record?round=3&board=2")
MOST = 400
FACT = re.compile(r"\{[^{}]*\}")
CENTS = re.compile(r"\bcents?\b|\d仙|\bsen\b", re.IGNORECASE)
ONE_OF_MANY = re.compile(
    r"(?<![\d.,–:½-])\b1 (?:points|events|games|rounds|boards|players|entrants|results|tables"
    r"|clauses|minutes|seconds|days|people|entries|teams|matches|moves|wins|documents|competitions)\b"
)
WANTED = {"/", "/help", "/play", "/watch", "/search", "/new", "/account", "/books", "/record"}
WANTED |= {"/organise", "/c/demo/audit", "/c/demo/women", "/c/demo/women/names"}
WANTED |= {
    f"/c/cup/individual/desk/{page}"
    for page in (
        *("results", "pairing", "entries", "conduct", "log", "money", "schedule", "closing"),
        *("appeals", "lots", "check-in", "late", "options"),
    )
}
WANTED |= {"/keep", "/keep/ratings/club", "/ratings", "/ratings/club", "/season/gp", "/register"}
WANTED |= {"/rating-lists", "/arbiters", "/travel", "/c/cup/travel", "/take-over", "/lobby"}
WANTED |= {
    "/c/demo/women/fair-play",
    "/play/review",
    "/c/demo/women/record",
    "/sign-up",
    "/recover",
}
LONG = 18
"""A shorter text may be a name, or a word that two languages share."""
ROLES = (Role.CHIEF_ARBITER, Role.ORGANISER, Role.ARBITER, Role.PLAYER, None)
OF_STAFF = re.compile(r"/desk\b|/staff\b|/access\b|^/(account|organise|new|me)?(\?|$)")
"""Where one member of the staff may read what another does not; the first reads everything."""
GAMES = ("xiangqi", "go", "gomoku", "shengji", "chinese-checkers")
LATIN = re.compile(r"[A-Za-z]{2,}")


def lines_of(html):
    """Give the lines that a reader sees, but for what is marked as English."""
    shown = TAG.sub("\n", TYPED.sub("\n", ENGLISH.sub("\n", HIDDEN.sub("\n", html))))
    return {line.strip() for line in unescape(shown).splitlines() if line.strip()}


@cache
def foreign():
    """Give every English sentence that other languages do not share: its code, and its pattern.

    A clause is the regulation's own text, and is shown in the languages that it has.
    """
    others = [catalogue(each) for each in LANGUAGES if each != FALLBACK]
    found = []
    for code, sentence in catalogue(FALLBACK).items():
        piece = max(FACT.split(sentence), key=len).strip()
        if len(piece) >= LONG and not any(piece in each.get(code, "") for each in others):
            whole = ".*".join(re.escape(part) for part in FACT.split(sentence))
            found.append((piece, code, re.compile(whole)))
    return found


@cache
def english_in(line):
    """Name the English sentences that a line is; a line is looked at once."""
    if len(LATIN.findall(line)) < 2 or len(line) < LONG:
        return ()
    return tuple(
        code for piece, code, whole in foreign() if piece in line and whole.fullmatch(line)
    )


@cache
def codes_in(line):
    """List codes, ids, cents and wrong plurals in a line; a line is looked at once."""
    codes = codes_among(line) if WORD.search(line) else []
    return (*codes, *CENTS.findall(line), *ONE_OF_MANY.findall(line))


def wrong_words(lines, language):
    """List what no reader of a language should see."""
    found = [each for line in lines for each in codes_in(line)]
    if language != FALLBACK:
        found += [code for line in lines for code in english_in(line)]
    return found


def kind_of(address):
    """Give what two addresses of one kind of page have in common."""
    path, _, query = address.partition("?")
    path = re.sub(r"/t/[^/]+", "/t/#", path)
    path = re.sub(r"/e\d+\b|/p\d+\b|=[^&]*|\d+", "#", path)
    return path, tuple(sorted(re.findall(r"(\w+)=", query)))


def read(client, address, language):
    """Fetch a page; None if it is none."""
    answer = client.get(address, headers={"accept-language": language})
    is_page = "text/html" in answer.headers.get("content-type", "")
    return answer.text if answer.status_code == 200 and is_page else None


class Walk:
    """Readers one after the other, and what they have read."""

    def __init__(self):
        self.met, self.wrong, self.kinds = set(), {}, set()

    def go(self, client, who, starts=STARTS, only=None):
        """Follow links, or only some; read what is new in every language."""
        seen, waiting = set(), list(starts)
        while waiting and len(seen) < MOST:
            address = unescape(waiting.pop(0))
            if LEFT_OUT.search(address) or kind_of(address) in seen:
                continue
            if only is not None and not only.search(address):
                continue
            seen.add(kind_of(address))
            html = read(client, address, FALLBACK)
            if html is not None:
                self.kinds.add(kind_of(address)[0])
                waiting += LINK.findall(html)
                self._look(client, who, address, html)

    def _look(self, client, who, address, html):
        lines = lines_of(html)
        fresh = lines - self.met
        self.met |= lines
        self._note(who, address, FALLBACK, fresh)
        if any(len(LATIN.findall(line)) > 1 for line in fresh):
            for language in LANGUAGES:
                if language != FALLBACK:
                    self._note(who, address, language, lines_of(read(client, address, language)))

    def _note(self, who, address, language, lines):
        words = wrong_words(lines, language)
        if words:
            self.wrong[who, address, language] = words


def browser(app):
    """Give a reader with cookies of their own."""
    client = TestClient(app, raise_server_exceptions=True)
    client.headers["accept-language"] = FALLBACK
    return client


def live_tables(client):
    """Sit down at a table of every game against the computer; give the addresses."""
    for game in GAMES:
        form = {"game": game, "side": "first", "level": "1", "clock": "5+5"}
        form["_csrf_token"] = token(client, "/play")
        answer = client.post("/play/computer", data=form, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        yield answer.headers["location"]


def keep_ratings(house):
    """Rate a season of a club, and open a grand prix over the same event."""
    an_event(house.office, "spring", Random(28))
    begin_list(house.office, "t", "club", read_rules("egf"))
    rate(house.office, "t", "club", "2026", [AskedSection("spring", "open")])
    open_season(house.office, "t", "gp", GP)
    add_stop(house.office, "t", "gp", ("spring", "open"))


def examine_games(client):
    """Attach a record to a board, and let the computer look at it for fair play."""
    sign_in_as(client, Role.CHIEF_ARBITER)
    act(client, "result", round=3, board=2, result="1-0")
    act(client, "attach-record", round=3, board=2, ending=".pgn", record=f"{GAME} 1-0")
    done = client.post(f"{WOMEN}/fair-play", data={"_csrf_token": token(client)})
    assert done.status_code == 200, done.text


def test_every_page_speaks_the_language_of_its_reader(tmp_path):
    found = Walk()
    with site(tmp_path) as (client, house):
        play_men(house, rounds=2, count=9)
        keep_ratings(house)
        examine_games(client)
        app = client.app
        for role in ROLES:
            reader = browser(app)
            if role is not None:
                sign_in_as(reader, role)
            found.go(reader, role, only=OF_STAFF if role in ROLES[1:4] else None)
        phone = Phone(app, app.dependencies["context"].dependency())
        assert phone.take("e1").status_code == 303
        found.go(phone.client, "phone", ("/me", "/c/demo/women/me/e1"))
        guest = browser(app)
        for table in live_tables(guest):
            found.go(guest, "guest", (table,))
    assert sorted(WANTED - found.kinds) == []
    assert {"/t/#", "/c/demo/women/me#"} <= found.kinds
    assert len(found.kinds) > 100
    assert found.wrong == {}


def script_codes():
    """List the sentences that scripts ask for by a whole code, with the script."""
    for path in sorted(Path(WEB).rglob("*.js")):
        text = path.read_text("utf-8")
        if "words.js" not in text:
            continue
        for code in re.findall(r"(?<![\w.])say\(\s*\"([\w.-]+)\"", text):
            yield path.name, BOARD_WORDS + code


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_scripts_say_has_words(language):
    asked = list(script_codes())
    assert len(asked) > 100
    assert [each for each in asked if each[1] not in catalogue(language)] == []


def test_the_walk_would_notice():
    assert english_in("This page does not exist.") == ("http.404",)
    page = '<main><p lang="en">This page does not exist.</p><p>This page is here.</p></main>'
    assert lines_of(page) == {"This page is here."}
    assert codes_in("The deposit is 20000 cents.") == ("cents",)
    assert codes_in("1 points, place 7") == ("1 points",)
    assert codes_in("11 points, round 1–1 games") == ()
    assert codes_in("e12 plays") == ("e12",)
