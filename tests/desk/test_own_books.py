"""A regulation of one's own: begun, changed, checked, stored and taken in elsewhere."""

import tomllib
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qipan.desk.decide import DECISIONS
from qipan.desk.own_books.changing import changed, value_from, without
from qipan.desk.own_books.checking import LANGUAGES, check
from qipan.desk.own_books.draft import ANYBODY, content_text
from qipan.desk.own_books.starting import empty_sheet, headed, only_events, parse_like
from qipan.i18n import LANGUAGES as READ
from qipan.i18n import catalogue, facts_in, say
from qipan.kernel.errors import BadInput, Conflict, Refused, Unknown
from qipan.office.own_books import content_of
from qipan.office.verification import verify_log
from qipan.rulebooks import all_books
from qipan.rulebooks.editions import current_text
from qipan.rulebooks.loader import BOOKS, HOUSE, content_from, read_content
from qipan.rulebooks.toml_text import toml_text
from qipan.simulation.event import HOME, simulate
from qipan.wiring import simulated_office

ACTIONS = frozenset(kind.__name__ for kind in DECISIONS)
SHELF = sorted(folder.name for folder in BOOKS.iterdir() if folder.is_dir())


def named(content, name="harbour-cup"):
    return headed(content, name, {}, "HC")


def faults(content):
    return {(each.path, each.code) for each in check(content, ACTIONS).problems}


# -- the text of a book --------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHELF)
def test_every_book_written_as_toml_is_read_back_the_same(name):
    content = read_content(BOOKS / name)
    assert content_from(toml_text(content), name) == content
    again = tomllib.loads(toml_text(content))
    assert content_text(again) == content_text(content)


VALUES = st.recursive(
    st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=60),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(min_size=1, max_size=12), inner)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.text(min_size=1, max_size=12), VALUES, max_size=4))
def test_any_table_written_as_toml_is_read_back_the_same(table):
    content = {"book": table, "event": {"x y": table}}
    assert tomllib.loads(toml_text(content)) == content


def test_what_no_book_can_hold_is_refused():
    with pytest.raises(BadInput):
        toml_text({"book": {"id": 0.5}})
    with pytest.raises(BadInput):
        toml_text({"book": "words"})


# -- faults --------------------------------------------------------------------------------------


def test_what_is_read_into_a_clause_is_told_in_words_and_apart():
    content = named(empty_sheet())
    clause = next(iter(content["clause"].values()))
    number = next(iter(content["clause"]))
    key = next(iter(clause.get("rules") or ["ranking.lot"]))
    clause |= {"rules": [key], "reads": [key]}
    assert (f"clause.{number}.reading", "book.no-words") in faults(content)
    assert (f"clause.{number}.reads", "book.said-and-read") in faults(content)
    clause |= {"rules": [], "reading": {"en": "As usual."}}
    assert not [path for path, _ in faults(content) if path.startswith(f"clause.{number}.")]


@pytest.mark.parametrize("name", [each for each in SHELF if each != HOUSE])
def test_no_book_of_the_shelf_has_a_fault(name):
    assert faults(read_content(BOOKS / name)) == set()


def test_the_empty_sheet_has_no_fault_and_four_languages():
    sheet = empty_sheet()
    assert faults(sheet) == set()
    assert set(sheet["book"]["title"]) == set(LANGUAGES) == set(READ)
    assert all(set(each["text"]) == set(LANGUAGES) for each in sheet["clause"].values())


# fmt: off
WRONG = [
    # path, value, what is said, and where if not there
    ("book.id", "Harbour Cup", "id", ""),
    ("book.id", "../../etc", "id", ""),
    ("book.cite", "", "cite", ""),
    ("book.title", {}, "no-words", ""),
    ("book.title.xx", "words", "language", ""),
    ("book.title.en", "x" * 201, "long", ""),
    ("book.title.en", "bell \x07", "signs", ""),
    ("book.parts", {"I": ["none"]}, "no-such", "book.parts.I"),
    ("extra", {}, "unknown-field", ""),
    ("event", {}, "no-event", ""),
    ("event.open.game", "tiddlywinks", "no-such", ""),
    ("event.open.rules", {"seize": 19}, "unknown-field", "event.open.rules.seize"),
    ("event.open.rules", {"ruleset": "none"}, "game-option", ""),
    ("event.open.rounds", 5, "unknown-field", ""),
    ("event.open.numbering", "age", "no-such", ""),
    ("event.open.stage", [], "missing", ""),
    ("event.open.stage.0.system", "danish", "no-such", ""),
    ("event.open.stage.0.rounds", 0, "bounds", ""),
    ("event.open.stage.0.rounds", "five", "expected-number", ""),
    ("event.open.stage.0.decisive", True, "playoff-missing", "event.open.playoff"),
    ("event.open.stage.0.match", "none", "no-such", ""),
    ("event.open.stage.0.first", "last", "choice", ""),
    (
        "event.open.stage.1",
        {"id": "swiss", "system": "n-plus-one"},
        "twice",
        "event.open.stage.1.id",
    ),
    (
        "event.open.match",
        {"b": {"games": 4, "boards": True}},
        "line-ups-missing",
        "event.open.line_ups",
    ),
    ("event.open.clock.minutes", "long", "expected-number", ""),
    ("event.open.clock.minutes", 0, "no-time", ""),
    ("event.open.clock.minutes", 10**6, "bounds", ""),
    ("event.open.clock", {"minutes": 5, "periods": 3}, "wrong-kind", ""),
    ("event.open.scoring.win", "one", "points", ""),
    ("event.open.scoring.win", "0", "points-order", "event.open.scoring"),
    ("event.open.ranking.order", [], "no-key", ""),
    ("event.open.ranking.order.1", "luck", "no-key-named", ""),
    ("event.open.ranking.order.1", "points", "key-twice", ""),
    (
        "event.open.ranking.derived",
        {"t": {"kind": "best"}},
        "no-such",
        "event.open.ranking.derived.t.kind",
    ),
    ("event.open.entries", {"least": 9, "most": 4}, "most-below-least",
     "event.open.entries.most"),
    ("event.open.entries", {"qualified": "none"}, "no-such", "event.open.entries.qualified"),
    (
        "event.open.prizes",
        {"lists": {"m": {"money": ["RM5x"]}}},
        "money",
        "event.open.prizes.lists.m.money.0",
    ),
    (
        "event.open.prizes",
        {"lists": {"m": {"table": "x"}}},
        "no-such",
        "event.open.prizes.lists.m.table",
    ),
    (
        "event.open.conduct",
        {"offence": {"late": {"clause": "99", "ladder": []}}},
        "no-clause",
        "event.open.conduct.offence.late.clause",
    ),
    ("clause.1.text", {}, "no-words", ""),
    ("clause.1.rules", ["no.such-rule"], "no-rule", ""),
    ("clause.1.reads", ["no.such-rule"], "no-rule", ""),
    ("clause.1.actions", ["Fly"], "no-action", ""),
    ("clause.1.events", ["none"], "no-such", ""),
    ('clause."<b>".text.en', "words", "number-of-clause", "clause.<b>"),
]
# fmt: on


@pytest.mark.parametrize(
    ("path", "value", "word", "where"), WRONG, ids=[f"{w[0]}:{w[2]}" for w in WRONG]
)
def test_a_fault_is_named_with_its_field(path, value, word, where):
    found = faults(changed(empty_sheet(), path, value))
    assert ((where or path).replace('"', ""), f"book.{word}") in found


def test_several_faults_are_found_at_once():
    content = empty_sheet()
    content["event"]["open"]["clock"] = {"minutes": "x", "foo": 1}
    content["event"]["open"]["match"] = {"one": {"games": 2}, "two": {"games": "t"}}
    content["event"]["youth"] = {"game": "go"}
    content["clause"]["1"]["text"] = {}
    assert {
        ("event.open.clock.minutes", "book.expected-number"),
        ("event.open.clock.foo", "book.unknown-field"),
        ("event.open.match.two.games", "book.expected-number"),
        ("event.youth.title", "book.missing"),
        ("clause.1.text", "book.no-words"),
    } <= faults(content)


@given(VALUES)
def test_whatever_a_file_says_is_checked_without_an_error(value):
    for content in ({"book": value}, {"event": {"open": value}}, {"clause": {"1": value}}):
        assert check(content, ACTIONS).problems
    sheet = empty_sheet()
    for part in ("stage", "clock", "ranking", "rules", "scoring", "entries", "prizes", "conduct"):
        check(changed(sheet, f"event.open.{part}", value), ACTIONS)


def test_a_book_without_end_is_refused():
    content = empty_sheet()
    content["clause"] = {str(n): {"text": {"en": "x" * 2000}} for n in range(300)}
    assert faults(content) == {("", "book.too-long")}
    with pytest.raises(BadInput):
        content_text(content)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_fault_has_a_sentence_that_asks_for_facts_it_is_given(language):
    for path, value, word, where in WRONG:
        for fault in check(changed(empty_sheet(), path, value), ACTIONS).problems:
            sentence = catalogue(language)[fault.code]
            assert facts_in(sentence) <= set(fault.facts), (fault, where, word)
            assert "?" not in say(language, fault.code, fault.facts)


# -- beginning and changing ------------------------------------------------------------------------


def test_a_part_of_a_regulation_is_what_a_new_one_is_like():
    books = {name: book for name, book in all_books().items() if name != HOUSE}
    assert parse_like("MY-I", books) == ("my-2018", ("individual", "women"))
    assert parse_like("my-2018/elite,open", books) == ("my-2018", ("elite", "open"))
    for wrong in ("my-2018/none", "none", HOUSE, ""):
        with pytest.raises(Unknown):
            parse_like(wrong, books)


@pytest.mark.parametrize(
    ("book", "event"), [(n, e) for n, b in all_books().items() if n != HOUSE for e in b.event]
)
def test_any_event_alone_makes_a_book_without_faults(book, event):
    content = only_events(content_of(current_text(book)), [event])
    assert faults(named(content)) == set()
    assert [*content["event"]] == [event]


def test_clauses_about_other_events_are_left_out():
    content = only_events(content_of(current_text("my-2018")), ["individual", "women"])
    assert content["book"]["parts"] == {"I": ["individual", "women"]}
    assert {number.partition("-")[0] for number in content["clause"] if "-" in number} == {"I"}
    assert "6.3" in content["clause"]


def test_values_are_changed_by_their_path():
    content = empty_sheet()
    kept = deepcopy(content)
    found = changed(content, "event.open.stage.0.rounds", value_from("7"))
    found = changed(found, "event.open.ranking.order.1", value_from("buchholz"))
    found = changed(found, 'clause."6.1".text.en', "Words.")
    found = without(found, "event.open.clock")
    assert found["event"]["open"]["stage"][0]["rounds"] == 7
    assert found["event"]["open"]["ranking"]["order"][:2] == ["points", "buchholz"]
    assert found["clause"]["6.1"] == {"text": {"en": "Words."}}
    assert "clock" not in found["event"]["open"]
    assert content == kept
    for path in ("", ".", "a..b.", "event.open.stage.7.rounds", "book.id.x"):
        with pytest.raises(BadInput):
            changed(content, path, 1)
    with pytest.raises(BadInput):
        without(content, "event.none.clock")


# -- in storage ------------------------------------------------------------------------------------


@pytest.fixture
def office():
    return simulated_office(1)


def test_a_draft_becomes_an_edition_and_a_competition_is_held_under_it(office):
    own = office.own_books
    first = own.save(named(empty_sheet()), "account:ann")
    assert (first.version, first.owner, first.offered) == (1, "account:ann", False)
    assert "harbour-cup" not in own.books()
    with pytest.raises(Unknown):
        office.create("cup", "ann", "Cup", "harbour-cup")
    done = own.publish("harbour-cup", "account:ann", ACTIONS)
    assert own.books()["harbour-cup"].book.cite == "HC"
    state = office.create("cup", "ann", "Cup", "harbour-cup")
    assert state.edition == done.editions[0] == office.current_edition("harbour-cup")
    found = verify_log(office.around.log)
    assert [(each.competition, each.current) for each in found.editions] == [("cup", True)]


def test_a_new_edition_changes_nothing_for_what_is_held_under_the_old(office):
    own = office.own_books
    own.save(named(empty_sheet()), "ann")
    own.publish("harbour-cup", "ann", ACTIONS)
    office.create("cup", "ann", "Cup", "harbour-cup")
    own.save(changed(named(empty_sheet()), "event.open.stage.0.rounds", 7), "ann")
    own.publish("harbour-cup", "ann", ACTIONS)
    office.create("later", "ann", "Later", "harbour-cup")
    editions = verify_log(office.around.log).editions
    assert [(each.competition, each.current) for each in editions] == [
        ("cup", False),
        ("later", True),
    ]
    assert len(own.find("harbour-cup").editions) == 2


def test_only_the_owner_or_a_chief_arbiter_changes_a_draft(office):
    own = office.own_books
    content = named(empty_sheet())
    own.save(content, "account:ann")
    for act in (
        lambda: own.save(content, "account:bob"),
        lambda: own.publish("harbour-cup", "account:bob", ACTIONS),
        lambda: own.withdraw("harbour-cup", "account:bob"),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "own-book.not-yours"
    assert own.save(content, ANYBODY, "account:chief").owner == "account:ann"


def test_names_of_other_books_are_taken_and_strange_ones_refused(office):
    for name, code in (
        ("my-2018", "own-book.taken"),
        (HOUSE, "own-book.taken"),
        ("../etc/passwd", "own-book.malformed"),
        ("Cup", "own-book.malformed"),
        ("x" * 61, "own-book.malformed"),
        ("", "own-book.malformed"),
    ):
        with pytest.raises(Refused) as refused:
            office.own_books.save(named(empty_sheet(), name), "ann")
        assert refused.value.code == code
    assert office.own_books.names() == []


def test_who_saw_an_older_draft_does_not_write_over_a_newer_one(office):
    own = office.own_books
    own.save(named(empty_sheet()), "ann")
    own.save(changed(named(empty_sheet()), "event.open.stage.0.rounds", 6), "ann", expected=1)
    with pytest.raises(Conflict):
        own.save(named(empty_sheet()), "ann", expected=1)


def test_a_draft_with_faults_is_kept_and_not_published(office):
    own = office.own_books
    own.save(changed(named(empty_sheet()), "event.open.ranking.order", ["luck"]), "ann")
    with pytest.raises(Refused) as refused:
        own.publish("harbour-cup", "ann", ACTIONS)
    assert refused.value.facts["path"] == "event.open.ranking.order.0"
    assert own.find("harbour-cup").editions == ()


def test_a_withdrawn_book_is_offered_no_more(office):
    own = office.own_books
    own.save(named(empty_sheet()), "ann")
    own.publish("harbour-cup", "ann", ACTIONS)
    office.create("cup", "ann", "Cup", "harbour-cup")
    own.withdraw("harbour-cup", "ann")
    assert "harbour-cup" not in own.books()
    assert office.state("cup").book == "harbour-cup"
    assert verify_log(office.around.log).streams == 2


def test_a_draft_is_simulated_without_being_stored(office):
    content = changed(named(empty_sheet()), "event.open.stage.0.rounds", 4)
    final = simulate(office, "harbour-cup", "open", entries=9, seed=3, text=content_text(content))
    assert (final.rounds, len(final.lines)) == (4, 9)
    assert office.state(HOME).closed
