"""What a regulation says and how we read it are kept apart, in the books and wherever they show."""

import json
import re

import pytest

from desk.conduct import Cup, people, refused
from qipan.desk.appeals.commands import NameCommittee, PostSupplement
from qipan.desk.appeals.supplements import cite_in_force
from qipan.journal.state import Official
from qipan.kernel.errors import BadInput
from qipan.rulebooks import all_books, book_named, load_book
from qipan.rulebooks.loader import HOUSE, cite
from qipan.rulebooks.schema.words import OUR_READING
from web.accessibility import complaints
from web.site import site

BOOKS = sorted(name for name in all_books() if name not in (HOUSE, "club-swiss"))
OURS = re.compile(
    r"by-score\.(?!nearest)|swiss\.dutch\.|team\.(?!mean-rating|odd-boards)|manual\.(?!offered)"
    r"|knockout\.(drawn|free-pass|preliminary|no-opponent|level-reached|seeded|units-apart)"
    r"|heats\.(sizes|nobody-out|units-apart|open)|open-matching\.(?!random)|open\.(not-again|waits)"
    r"|chinese-checkers\.(leave-home|round-cap|blocked-hole|forced-pass|same-round)"
    r"|round-robin\.colours|groups\.snake|lot\.|first-round\.(changed|last-rests)"
    r"|qualify\.passed-down|entry\.override|xiangqi\.arbiter-decides|edition\.|access\."
)
"""Inventions of this house: how a round is paired in detail, lots that can be checked, limits of a
game without an end. No regulation kept here says them, so none is cited for them as if it did."""


@pytest.mark.parametrize("name", BOOKS)
def test_nothing_of_our_own_cites_a_clause_that_does_not_say_it(name):
    book = book_named(name)
    said = [
        (number, key)
        for number, clause in book.clause.items()
        for key in clause.rules
        if OURS.match(key)
    ]
    assert said == []


@pytest.mark.parametrize("name", BOOKS)
def test_what_a_clause_says_has_no_words_of_our_own_in_it(name):
    ours = re.compile(r"our reading|we read|本软件|我方理解|理解。|ตีความ|tafsiran kami", re.I)
    for number, clause in book_named(name).clause.items():
        for language, text in clause.text.items():
            assert not ours.search(text), (number, language)


@pytest.mark.parametrize("name", BOOKS)
def test_every_book_states_its_readings_in_its_languages(name):
    book = book_named(name)
    read = {number: clause for number, clause in book.clause.items() if clause.reading}
    assert read
    own = {"my-2018": "ms", "th-maklom-2024": "th"}.get(name)
    for number, clause in read.items():
        assert clause.reading["en"], number
        assert clause.reading["zh"], number
        assert own is None or clause.reading.get(own), number


READ = [
    # book, event, rule, clause it is read into
    ("my-2018", "elite", "playoff.won", "MY-III 6"),
    ("my-2018", "elite", "groups.snake", "MY-III 6"),
    ("my-2018", "individual", "entry.override", "MY 13"),
    ("my-2018", "school-senior", "ranking.too-few-for-unit", "MY-VI 5.6"),
    ("my-2018", "team", "match.sum", "MY-V 5.2"),
    ("gm-2025", "entry", "by-score.sum", "GM 6.1.5"),
    ("gm-2025", "final", "ranking.game-time", "GM 6.2.3"),
    ("wx-14", "men", "by-score.nearest", "WX 1"),
    ("wx-14", "women", "tiebreak.sonneborn-berger", "WX 6.1(2)"),
    ("un-games", "xiangqi", "knockout.level-reached", "UN-X 2"),
    ("un-games", "shengji", "shengji.match.lot", "UN-S 2"),
    ("un-games", "checkers", "heats.sizes", "UN-C 6"),
    ("th-maklom-2024", "league", "go.no-result", "TH 11.1"),
    ("th-maklom-2024", "league", "conduct.ban", "TH 34"),
]


@pytest.mark.parametrize(("name", "event", "rule", "citation"), READ)
def test_a_reading_is_cited_as_one(name, event, rule, citation):
    found = cite(book_named(name), rule, event)
    assert found.citation == citation
    for language in ("en", "zh"):
        assert found.reading[language] in found.text[language]
        assert OUR_READING[language] in found.text[language]


SAID = [
    ("my-2018", "individual", "playoff.won", "MY 4.5"),
    ("my-2018", "individual", "ranking.drawn-order", "MY 6.3"),
    ("gm-2025", "entry", "by-score.nearest", "GM 6.1.5"),
    ("wx-14", "men", "ranking.previous-round", "WX 6.1(1)"),
    ("un-games", "checkers", "chinese-checkers.finish", "UN-C 4"),
]


@pytest.mark.parametrize(("name", "event", "rule", "citation"), SAID)
def test_what_is_said_is_cited_as_it_stands(name, event, rule, citation):
    found = cite(book_named(name), rule, event)
    assert (found.citation, found.reading) == (citation, {})
    assert OUR_READING["en"] not in found.text["en"]


@pytest.mark.parametrize("rule", ["leave-home", "round-cap", "blocked-hole"])
def test_un_c_4_limits_of_our_own_are_the_houses(rule):
    assert cite(book_named("un-games"), f"chinese-checkers.{rule}", "checkers").book == HOUSE


def test_a_committee_may_settle_what_we_only_read():
    cup = Cup("my-2018", "individual", 4)
    members = tuple(Official(each, False) for each in people(5))
    cup.do(NameCommittee(body="arbitration", members=members))

    def posted(number, rule):
        text = {"en": "An exception is made by the committee.", "zh": "例外由委员会决定。"}
        return PostSupplement(number=number, date="2026-03-01", text=text, rules=(rule,))

    assert cite_in_force(cup.state, "entry.override").citation == "MY 13"
    cup.do(posted("S-1", "entry.override"))
    assert cite_in_force(cup.state, "entry.override").citation == "MY S-1"
    refused("supplement.settled", lambda: cup.do(posted("S-2", "ranking.drawn-order")))


BOOK = """
[book]
id = "own"
cite = "OWN"
title = {{ en = "Own", zh = "自定" }}
[clause."1"]
text = {{ en = "One.", zh = "一。" }}
{more}
"""


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ('reads = ["ranking.lot"]', "in words"),
        ('reads = ["ranking.lot"]\nreading = { en = "x" }', "in words"),
        ('reading = { zh = "x" }', "in words"),
        (
            'rules = ["ranking.lot"]\nreads = ["ranking.lot"]\nreading = { en = "x", zh = "x" }',
            "both said and read",
        ),
    ],
)
def test_a_reading_is_stated_in_words_or_refused(tmp_path, more, says):
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "book.toml").write_text(BOOK.format(more=more), "utf-8")
    with pytest.raises(BadInput, match=says) as error:
        load_book(folder)
    assert error.value.line is not None


def test_a_reading_stands_beside_its_clause_in_the_terminal(run):
    _, out, _ = run("book", "show", "my-2018", "--event", "elite")
    assert "Our reading: How the groups are formed" in out
    assert "groups.snake" not in out  # a key is for programs
    found = json.loads(run("book", "show", "my-2018", "--event", "elite", "--json")[1])
    assert "groups.snake" in [rule for clause in found for rule in clause["reads"]]
    _, out, _ = run("book", "show", "th-maklom-2024", "-l", "th")
    assert OUR_READING["th"] in out


def test_a_reading_stands_beside_its_clause_on_the_pages(tmp_path):
    with site(tmp_path) as (client, _):
        client.headers["accept-language"] = "en"
        page = client.get("/c/demo").text
        assert "chapter 6 of the AXF rules is referred to. [Our reading: Its list" in page
        assert complaints(page) == []
        client.headers["accept-language"] = "zh"
        assert f"[{OUR_READING['zh']} 其循环赛办法" in client.get("/c/demo").text
