"""Codes become sentences: complete in zh and en, and asking only for facts that are given."""

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

import qipan
from qipan.desk.roles import Role
from qipan.games.xiangqi.notation import reading
from qipan.i18n import CATALOGUES, LANGUAGES, catalogue, facts_in, local, pick_language, say
from qipan.journal.events import CompetitionEvent

SOURCE = Path(qipan.__file__).parent
CODE = re.compile(r"\b(?:Refused|Refusal|Fault|IllegalMove|Impossible)\(\s*\"([a-z0-9.-]+)\"")
INPUT_CODE = re.compile(r"\bcode=\"([a-z0-9.-]+)\"")
UI = re.compile(r"\bt\(['\"]([a-z0-9.-]+[a-z0-9])['\"]")


PLAYERS = re.compile(
    r"(access|appeal|card|dispute|entry|game|http|lobby|notice|photo|play|playoff|result|sign)\..*"
    r"|conflict|unavailable|internal"
)
"""What somebody may be told who plays, at a board or online, and not only at the desk."""


def codes_in_code():
    found = {"conflict", "unknown", "unavailable", "internal", "input.bad"}
    found |= {reading.UNREADABLE, reading.NO_SUCH_MOVE, reading.AMBIGUOUS, reading.EXPOSES}
    for path in SOURCE.rglob("*.py"):
        text = path.read_text("utf-8")
        found |= set(CODE.findall(text)) | set(INPUT_CODE.findall(text))
    for path in SOURCE.rglob("*.html"):
        found |= set(UI.findall(path.read_text("utf-8")))
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_code_has_a_sentence(language):
    assert sorted(codes_in_code() - set(catalogue(language))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_are_told_in_their_own_language(language):
    told = {code for code in catalogue("en") if PLAYERS.fullmatch(code)}
    assert "game.over" in told
    assert sorted(told - set(catalogue(language))) == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_event_has_a_name_on_the_audit_page(language):
    names = [event_name.partition("/")[0] for event_name in tags()]
    assert len(names) > 40
    assert [name for name in names if f"audit.{name}" not in catalogue(language)] == []


def tags():
    return [kind.__struct_config__.tag for kind in get_args(CompetitionEvent)]


def raised():
    """List every refusal raised with a literal code: code, the facts given, and where."""
    for path in SOURCE.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            if call.func.id not in ("Refused", "IllegalMove", "Impossible"):
                continue
            given = {each.arg for each in call.keywords}
            # ``**facts`` has no names to read here.
            if isinstance(call.args[0], ast.Constant) and None not in given:
                yield call.args[0].value, given, f"{path.name}:{call.lineno}"


def test_sentences_ask_only_for_facts_that_are_given():
    found = list(raised())
    assert len(found) > 50
    english = catalogue("en")
    wanting = [
        (code, where, sorted(facts_in(english[code]) - given))
        for code, given, where in found
        if not facts_in(english[code]) <= given
    ]
    assert wanting == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_are_sorted(language):
    text = (CATALOGUES / f"{language}.po").read_text("utf-8")
    codes = re.findall(r'^msgid "(.+)"$', text, re.MULTILINE)
    assert codes == sorted(set(codes))


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != "en"])
def test_sentences_ask_for_the_same_facts_in_every_language(language):
    english = catalogue("en")
    differing = {
        code: (facts_in(sentence), facts_in(english[code]))
        for code, sentence in catalogue(language).items()
        if not facts_in(sentence) <= facts_in(english[code])
    }
    assert differing == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_public_words_are_translated(language):
    public = {code for code in catalogue("en") if code.startswith(("doc.", "key.", "ui.", "why."))}
    assert sorted(public - set(catalogue(language))) == []


def test_a_refusal_reads_as_promised():
    facts = {"round": 3, "board": 6}
    assert say("zh", "result.no-such-board", facts) == "第3轮没有第6台，请核对台号。"
    english = "Board 6 was not paired in round 3. Check the number."
    assert say("en", "result.no-such-board", facts) == english
    assert say("th", "result.no-such-board", facts) == "รอบ 3 ไม่มีกระดาน 6 โปรดตรวจหมายเลข"


@pytest.mark.parametrize("role", Role)
def test_a_role_is_said_in_words(role):
    assert say("zh", f"staff.role.{role}") in say("zh", "access.denied", {"role": role})
    assert str(role) not in say("th", "access.has-role", {"role": str(role)})


def test_a_language_without_a_sentence_speaks_english(monkeypatch):
    monkeypatch.delitem(catalogue("th"), "trf.bad")
    english = "This tournament report cannot be read: no rounds."
    assert say("th", "trf.bad", {"what": "no rounds"}) == english


def test_lists_long_facts_and_unknown_codes():
    assert "1、2" in say("zh", "round.results-missing", {"round": 1, "boards": [1, 2]})
    assert len(say("en", "entrant.unknown", {"entrant": "x" * 9999})) < 200
    assert say("en", "no.such.code") == "no.such.code"


CHOICES = [
    ("th", "en", "th"),
    (None, "de-DE,ms;q=0.8", "ms"),
    (None, "en-US,en;q=0.5", "en"),
    ("xx", None, "zh"),
    (None, "", "zh"),
]


@pytest.mark.parametrize(("asked", "accepted", "picked"), CHOICES)
def test_a_language_is_picked(asked, accepted, picked):
    assert pick_language(asked, accepted) == picked


def test_a_books_text_falls_back_to_english():
    assert local({"en": "a", "zh": "b"}, "th") == "a"
    assert local({"zh": "b"}, "th") == "b"


@pytest.mark.parametrize(
    ("boards", "said"),
    [
        ([4], "Results are missing in round 2: board 4."),
        ([4, 7], "Results are missing in round 2: boards 4, 7."),
    ],
)
def test_one_board_is_no_boards(boards, said):
    assert say("en", "round.results-missing", {"round": 2, "boards": boards}) == said


@pytest.mark.parametrize(
    ("language", "missing", "said"),
    [
        ("en", {}, "Not complete: 3 of 5 rounds published; results missing: none."),
        ("en", {"2": [4]}, "3 of 5 rounds published; results missing: round 2, board 4."),
        ("zh", {"2": [4, 5], "3": [1]}, "缺少成绩：第2轮4、5台；第3轮1台。"),
        ("th", {}, "ผลที่ขาด: ไม่มี"),
        ("ms", {"2": [4]}, "keputusan tiada: pusingan 2, papan 4."),
    ],
)
def test_what_is_missing_is_said_by_round_and_board(language, missing, said):
    facts = {"published": 3, "rounds": 5, "missing": missing}
    assert say(language, "section.incomplete", facts).endswith(said)
