"""Every page that links lead to, in four languages: no code, key, id or cent, nothing foreign."""

import re
from html import unescape

from qipan.desk.roles import Role
from qipan.i18n import FALLBACK, LANGUAGES, catalogue
from views.test_no_codes import codes_in
from web.hall import play_men
from web.site import sign_in_as, site

HIDDEN = re.compile(r"<(script|style|head|pre|code|svg)\b.*?</\1>", re.DOTALL)
ENGLISH = re.compile(r'<(\w+)\b[^>]*\blang="en"[^>]*>.*?</\1>', re.DOTALL)
TYPED = re.compile(r"<(?:option|input|textarea|datalist)\b[^>]*>")
TAG = re.compile(r"<[^>]+>")
LINK = re.compile(r'<a\b[^>]*\bhref="(/[^"#]*)')
LEFT_OUT = re.compile(
    r"/(language|static|schema|api|calendar|t)\b|\.(png|svg|pdf|csv|xlsx|json|trf)"
)
MOST = 400
FACT = re.compile(r"\{[^{}]*\}")
CENTS = re.compile(r"\bcents?\b|\d仙|\bsen\b", re.IGNORECASE)
WANTED = {"/", "/help", "/play", "/watch", "/search", "/new", "/account", "/books", "/record"}
WANTED |= {"/c/demo/audit", "/c/demo/women", "/c/demo/women/names"}
WANTED |= {
    f"/c/cup/individual/desk/{page}"
    for page in (
        *("results", "pairing", "entries", "conduct", "log", "money", "schedule", "closing"),
        *("appeals", "lots", "check-in", "late", "options"),
    )
}
LONG = 18
"""A shorter text may be a name, or a word that two languages share."""


def visible(html):
    """Give what a reader sees, but for what is marked as English."""
    shown = TAG.sub("\n", TYPED.sub("\n", ENGLISH.sub("\n", HIDDEN.sub("\n", html))))
    return "\n".join(line.strip() for line in unescape(shown).splitlines() if line.strip())


def foreign():
    """Give the longest piece of every English sentence that other languages do not share.

    With its code, and what a line of a page is that says it. A clause is the regulation's own text,
    and is shown in the languages that it has.
    """
    others = [catalogue(each) for each in LANGUAGES if each != FALLBACK]
    found = {}
    for code, sentence in catalogue(FALLBACK).items():
        piece = max(FACT.split(sentence), key=len).strip()
        if len(piece) >= LONG and not any(piece in each.get(code, "") for each in others):
            whole = ".*".join(re.escape(part) for part in FACT.split(sentence))
            found[piece] = (code, re.compile(f"^{whole}$", re.MULTILINE))
    return found


def kind_of(address):
    """Give what two addresses of one kind of page have in common."""
    path, _, query = address.partition("?")
    path = re.sub(r"/e\d+\b|/p\d+\b|=[^&]*|\d+", "#", path)
    return path, tuple(sorted(re.findall(r"(\w+)=", query)))


def walk(client):
    """Follow links from the home page; give one address of every kind of page."""
    seen, waiting, found = set(), ["/", "/help", "/play", "/watch", "/search", "/new"], []
    while waiting and len(found) < MOST:
        address = unescape(waiting.pop(0))
        if LEFT_OUT.search(address) or kind_of(address) in seen:
            continue
        seen.add(kind_of(address))
        answer = client.get(address)
        if answer.status_code == 200 and "text/html" in answer.headers["content-type"]:
            found.append(address)
            waiting += LINK.findall(answer.text)
    return found


def wrong_words(client, address, language, pieces):
    """List what no reader of a language should see on a page: codes, cents, foreign sentences."""
    text = visible(client.get(address, headers={"accept-language": language}).text)
    sentences = [
        code for piece, (code, line) in pieces.items() if piece in text and line.search(text)
    ]
    return [*codes_in(text), *CENTS.findall(text), *sentences]


def test_every_page_speaks_the_language_of_its_reader(tmp_path):
    with site(tmp_path) as (client, house):
        play_men(house, rounds=2, count=9)
        sign_in_as(client, Role.CHIEF_ARBITER)
        addresses = walk(client)
        assert sorted(WANTED - {kind_of(each)[0] for each in addresses}) == []
        assert len(addresses) > 100
        foreign_pieces = foreign()
        wrong = {
            (address, language): words
            for language in LANGUAGES
            for address in addresses
            if (
                words := wrong_words(
                    client, address, language, {} if language == FALLBACK else foreign_pieces
                )
            )
        }
    assert wrong == {}


def test_the_walk_would_notice():
    assert "http.404" in {code for code, _ in foreign().values()}
    page = '<main><p lang="en">This page does not exist.</p><p>This page does not exist.</p></main>'
    assert visible(page).count("This page does not exist.") == 1
    assert CENTS.findall("The deposit is 20000 cents.") == ["cents"]
