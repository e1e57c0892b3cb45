"""No key, code or id stands on a page that answers “why?”, in any book and any language."""

import os
import re
from html import unescape

import pytest

from qipan.i18n import LANGUAGES, catalogue
from qipan.kernel.rules import declared
from views.roads import played
from views.test_one_place import EVENTS, SIZES

EVERYTHING = bool(os.environ.get("QIPAN_ORACLES"))
HIDDEN = re.compile(r"<(script|style|head)\b.*?</\1>|<pre\b.*?</pre>", re.DOTALL)
TAG = re.compile(r"<[^>]+>")
WORD = re.compile(r"[a-z][a-z0-9]*(?:[.:_/-][a-z0-9]+)+|\be\d+\b|\{\w*\}|\bNone\b|House \w+[.-]\w+")
FEW = 2


def visible(html):
    """Give what a reader sees, and what is read out: no tags, scripts and proofs of lots."""
    main = re.search(r"<main\b.*?</main>", html, re.DOTALL)[0]
    return " ".join(unescape(TAG.sub(" ", HIDDEN.sub(" ", main))).split())


def codes_in(text):
    """List what no reader should see: rule keys, catalogue codes, ids, unfilled facts."""
    known = set(declared()) | set(catalogue("en"))
    return [
        word
        for word in WORD.findall(text)
        if word in known or re.fullmatch(r"e\d+|\{\w*\}|None|House .*|[a-z-]+:e?\d+.*", word)
    ]


def test_the_sweep_would_notice():
    bad = "House by-score.nearest, meet:e27:e28, why.meet.open, None, {name}, e12"
    assert len(codes_in(bad)) >= 6
    assert codes_in("Lin Haoran is 13th (WX 6.1): well-known, 3-1, 10:30, e.g. a–b") == []


def asked(roads):
    """List the addresses to sweep: places, boards, rests, rounds, prizes, tables, lots."""
    here, section = roads.here, roads.section
    order = section.order if EVERYTHING else section.order[:: max(1, len(section.order) // FEW)]
    yield from (f"{here}/why?a={who}" for who in order)
    yield f"{here}/why?a={section.order[0]}&b={section.order[-1]}"
    yield from (f"{here}/player/{who}" for who in order[:FEW])
    for found in section.rounds:
        tables = found.tables if EVERYTHING else found.tables[:FEW]
        yield from (f"{here}/pairing?round={found.number}&board={each.board}" for each in tables)
        for rest in found.resting:
            yield f"{here}/pairing?round={found.number}&rests={rest.entrant}"
        yield f"{here}/pairing?round={found.number}"
    yield from (f"{here}/{page}" for page in ("prizes", "tables"))
    yield here


def languages_of(number):
    """Give the languages an address is read in: English and the others in turn, or all."""
    others = [each for each in LANGUAGES if each != "en"]
    return LANGUAGES if EVERYTHING else ("en", others[number % len(others)])


@pytest.mark.parametrize(("book", "event"), EVENTS)
def test_no_page_that_answers_why_shows_a_code(tmp_path, run, book, event):
    found = {}
    with played(tmp_path, run, book, event, SIZES.get(event, 9), 4) as (roads, play_on):
        play_on(lambda section: False)
        for number, address in enumerate(asked(roads)):
            for language in languages_of(number):
                answer = roads.client.get(address, headers={"accept-language": language})
                assert answer.status_code == 200, address
                if codes := codes_in(visible(answer.text)):
                    found[address, language] = codes
    assert found == {}
