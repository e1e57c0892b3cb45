"""Codes to sentences, in the reader's language.

A catalogue is a gettext file ``catalogues/<language>.po`` whose message ids are codes. A sentence
may name facts in braces, ``Round {round} has no board {board}.``, and choose a word by a number:
``{n} {n:entry|entries}`` has the word for one and the word for any other number; of a list its
length counts.

Nothing below this room contains a sentence for the public, but for what is added as one file or
folder: a tie-break has its names in its own file, in the catalogue as ``key.<word>``; a game has
its words in its own folder.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from qipan.games.words import words_of_games
from qipan.i18n.catalogue_file import read_messages
from qipan.i18n.customs import written

CATALOGUES = Path(__file__).parent / "catalogues"
LANGUAGES = ("zh", "en", "th", "ms")
NAMES = {"zh": "中文", "en": "English", "th": "ไทย", "ms": "Bahasa Melayu"}
FALLBACK = "en"
LONGEST_FACT = 120
HOUSE_RULE = "House "
"""How the citation of a rule begins that is ours and no regulation's; its key follows."""
_FACT = re.compile(r"\{([a-z_]+)(?::([^{}|]*)\|([^{}|]*))?\}")
_LISTS = (list, tuple, set, frozenset)
_ISO = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Read a catalogue: code → sentence, untranslated codes left out."""
    from qipan.ranking.keys import called

    file = CATALOGUES / f"{language}.po"
    sentences = read_messages(file.read_text("utf-8"), file.name)
    keys = {f"key.{word}": name for word, name in called(language).items()}
    return {**sentences, **keys, **words_of_games(language)}


def say(language: str, code: str, facts: Mapping[str, object] | None = None) -> str:
    """Make the sentence of a code; in English where a language lacks it, else the code itself."""
    sentence = catalogue(language).get(code) or catalogue(FALLBACK).get(code)
    if sentence is None:
        return code
    known = facts or {}
    if code.startswith("undo."):  # what was done is named as the audit names it
        acts = {key: f"audit.{known[key]}" for key in ("what", "later") if key in known}
        known = {**known, **{key: say(language, act) for key, act in acts.items()}}
    if code.startswith("access.") and (role := f"staff.role.{known.get('role')}") in catalogue(
        language
    ):
        known = {**known, "role": say(language, role)}
    return _filled(sentence, known, lambda value: _shown(language, value))


def compose(language: str, code: str, **parts: object) -> str:
    """Put a sentence together from parts that are words of ours or names: nothing is cut."""
    sentence = catalogue(language).get(code) or catalogue(FALLBACK).get(code) or code
    return _filled(sentence, parts, str)


def citation_name(language: str, citation: str) -> str:
    """Write a citation for people: a rule of our own has no number, and is called what it is."""
    return compose(language, "why.house") if citation.startswith(HOUSE_RULE) else citation


def facts_in(sentence: str) -> set[str]:
    """Name the facts a sentence asks for."""
    return {found[0] for found in _FACT.findall(sentence)}


def _filled(sentence: str, facts: Mapping[str, object], show: Callable[[object], str]) -> str:
    def fact(found: re.Match[str]) -> str:
        value = facts.get(found[1], "?")
        if found[2] is None:
            return show(value)
        count = len(value) if isinstance(value, _LISTS) else str(value)
        return found[2] if count in (1, "1") else found[3]

    return _FACT.sub(fact, sentence)


def _shown(language: str, value: object) -> str:
    if isinstance(value, dict | list | tuple | set | frozenset) and not value:
        return say(language, "fact.none")
    if isinstance(value, _LISTS):
        mark = "、" if language == "zh" else ", "
        return mark.join(_shown(language, each) for each in value)
    if isinstance(value, dict):  # boards by their round
        mark = "；" if language == "zh" else "; "
        rounds = ({"round": key, "boards": each} for key, each in value.items())
        return mark.join(say(language, "fact.boards-of-round", each) for each in rounds)
    text = str(value)
    if _ISO.fullmatch(text):
        return written(language, text)
    return text if len(text) <= LONGEST_FACT else text[:LONGEST_FACT] + "…"


def pick_language(asked: str | None, accepted: str | None) -> str:
    """Choose a language: the one asked for, else the browser's first that we have, else Chinese."""
    if asked in LANGUAGES:
        return str(asked)
    for part in (accepted or "")[:200].split(","):
        short = part.split(";")[0].strip().lower()[:2]
        if short in LANGUAGES:
            return short
    return LANGUAGES[0]


def local(text: Mapping[str, str], language: str) -> str:
    """Choose a text of a book: the reader's language, else English, else any."""
    return text.get(language) or text.get(FALLBACK) or next(iter(text.values()), "")
