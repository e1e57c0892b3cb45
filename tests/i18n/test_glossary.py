"""One word for one thing: every sentence and every clause of the house keeps to the glossary."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

import qipan
from qipan.i18n import LANGUAGES, catalogue

SOURCE = Path(qipan.__file__).parent
GLOSSARY = tomllib.loads((SOURCE / "i18n" / "glossary.toml").read_text("utf-8"))
FACT = re.compile(r"\{[a-z_]+\}")
OTHERS = [each for each in LANGUAGES if each != "en"]
EXCUSED = {"keep.own-season"}
"""Sentences that quote the words of a file."""


@cache
def sentences():
    """Give what is said under each key: the catalogues, and the clauses of house and games."""
    found = {
        code: {language: catalogue(language).get(code) for language in LANGUAGES}
        for code in catalogue("en")
    }
    files = [*(SOURCE / "rulebooks" / "books" / "house").glob("*.toml")]
    files += [*(SOURCE / "games").glob("*/clauses.toml")]
    for path in files:
        for key, clause in tomllib.loads(path.read_text("utf-8")).get("clause", {}).items():
            found[f"{path.parent.name}/{path.stem}: {key}"] = clause["text"]
    return found


def is_said(term, english):
    """Say whether an English sentence speaks of a term; what stands in braces is a name."""
    words = "|".join(re.escape(each) for each in (term, *GLOSSARY[term].get("said", ())))
    return re.search(rf"\b(?:{words})s?\b(?! robin)", FACT.sub("", english), re.IGNORECASE)


def in_other_words(term, language):
    """List sentences that say a term in words of their own; a label may do without it."""
    words = GLOSSARY[term].get(language, ())
    return [
        (key, theirs)
        for key, said in sentences().items()
        if words and not key.startswith("ui.") and ":" not in key and key not in EXCUSED
        if (theirs := said.get(language)) and is_said(term, said["en"])
        if not any(each in theirs.lower() for each in words)
    ]


def banned_words(term, language):
    """List sentences that say a term by a banned word, unless another term there asks for it."""
    return [
        (key, word, theirs)
        for word in GLOSSARY[term].get("not", {}).get(language, ())
        for key, said in sentences().items()
        if (theirs := said.get(language)) and word in theirs.lower() and is_said(term, said["en"])
        if not asked_for(word, language, said["en"], term)
    ]


def asked_for(word, language, english, but):
    return any(
        word in GLOSSARY[other].get(language, ()) and is_said(other, english)
        for other in GLOSSARY
        if other != but
    )


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("term", GLOSSARY)
def test_one_word_for_one_thing(term, language):
    assert in_other_words(term, language) == []
    assert banned_words(term, language) == []


def test_every_term_is_complete():
    halves = [
        term
        for term, words in GLOSSARY.items()
        if {*words} - {"said", "not"} not in (set(), {*OTHERS}) or not ({*words} - {"said"})
    ]
    assert halves == []
    assert [
        term for term in GLOSSARY if not any(is_said(term, s["en"]) for s in sentences().values())
    ] == []


def test_a_word_of_its_own_and_a_banned_one_are_found_with_their_key(monkeypatch):
    monkeypatch.setitem(catalogue("zh"), "result.no-such-board", "第{round}轮没有第{board}号。")
    monkeypatch.setitem(catalogue("zh"), "staff.disputes", "有异议的成绩")
    monkeypatch.setitem(catalogue("ms"), "ui.table.console", "Konsol pengadil")
    sentences.cache_clear()
    try:
        assert [key for key, _ in in_other_words("board", "zh")] == ["result.no-such-board"]
        assert [key for key, *_ in banned_words("disputed", "zh")] == ["staff.disputes"]
        assert [key for key, *_ in banned_words("arbiter", "ms")] == ["ui.table.console"]
    finally:
        sentences.cache_clear()


def test_a_word_that_another_term_asks_for_is_no_fault():
    english = "The committee asks an arbiter."
    assert asked_for("กรรมการ", "th", english, "arbiter")
    assert not asked_for("กรรมการ", "th", "Call the arbiter.", "arbiter")
