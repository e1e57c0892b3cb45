"""Every verb in words, on the demo of every regulation and by the example of its help: no codes.

What a person reads has no rule keys, ids of the storage, times of machines, cents, or values as
Python writes them. The first line of a refusal carries its code for programs, and is left out.
"""

import io
import re
import shlex
from datetime import UTC, datetime

import pytest

from cli.test_verb_groups import EXAMPLED, VERBS
from formats.foreign.samples import TRF
from qipan.cli.verb_groups import groups
from qipan.kernel.ids import CompetitionId
from qipan.simulation.demo_world import make_world
from qipan.wiring import open_house

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
RAW = {
    "a rule key": r"(?<![\w/.@-])[a-z]+(?:-[a-z]+)*(?:\.[a-z]+(?:-[a-z]+)*)+(?![\w/(])",
    "an id of the storage": r"\bp-[0-9a-f]{8,}",
    "a time of machines": r"\d{4}-\d\d-\d\dT\d\d",
    "a value as Python writes it": r"\bNone\b|\bTrue\b|\bFalse\b|\[\]|\{\}|\['|\{'|Fraction\(",
    "cents": r"\bcents\b|_cents",
    "a plural that nobody chose": r"\w\(s\)",
}
FILES = r"(?<![\w])[\w-]+\.(?:sqlite|pdf|html|xlsx|csv|trf|pgn|sgf|json|qipan|toml|zip|key|py)\b"
READERS = (
    "standings", "standings --why 1", "prizes", "ledger", "foul list", "foul offences",
    "appeal list", "schedule show", "schedule check", "lot list", "record list", "options",
    "edition show", "start-groups", "fair-play", "hand preview", "rate",
    "rate --games", "report --check h9",
)  # fmt: skip
ENDLESS = {"serve", "start", "edge", "worker", "scheduler"}
SHOWN_ON_PURPOSE = {
    "options": "a time of machines",  # as one types it
    "register people": "an id of the storage",  # what is typed to merge two
    "person show": "an id of the storage",  # everything stored, as JSON
    "commands": "cents",  # names of fields
    "book options": "a time of machines",  # as one types it
    "book show": "a time of machines",
    "book export": "a rule key",  # a file of data
    "game rule": "a rule key",  # JSON for programs
    "game schema": "a value as Python writes it",  # JSON Schema
}


def raw_in(text):
    """Give what a person should not be shown: what it is, and the line."""
    text = re.sub(FILES, "", text)
    found = []
    for what, pattern in RAW.items():
        for each in re.finditer(pattern, text):
            line = text[text.rfind("\n", 0, each.start()) + 1 :].partition("\n")[0]
            found.append((what, each[0], line.strip()[:120]))
    return found


def told(code, said, errors):
    """Give what a person reads: all of an answer, or what follows the code of a refusal."""
    return said if code in (0, 1) else said + "\n".join(errors.splitlines()[1:])


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    path = tmp_path_factory.mktemp("demo") / "demo.sqlite"
    house = open_house(str(path))
    make_world(house, NOW)
    names = [each.removeprefix("competition/") for each in house.log.streams("competition/")]
    sections = [
        (name, each) for name in names for each in house.office.state(CompetitionId(name)).sections
    ]
    house.close()
    assert len(sections) >= 10
    return path, sections


@pytest.mark.parametrize("verb", READERS)
def test_what_is_read_of_the_demo_is_in_words(verb, demo, run):
    path, sections = demo
    first, _, options = verb.partition(" --")
    more = f"--{options}".split() if options else []
    answered, wrong = 0, []
    for competition, section in sections:
        words = [*first.split(), competition, *more, "--section", section, "--data", path]
        code, said, errors = run(*words)
        answered += code in (0, 1)
        found = raw_in(told(code, said, errors))
        wrong += [each for each in found if SHOWN_ON_PURPOSE.get(first) != each[0]]
        assert code in (0, 1, 2, 3, 5), errors
    assert wrong == []
    assert answered or first in ("hand preview", "start-groups", "rate", "report")


def test_the_example_of_every_verb_answers_in_words(run, tmp_path, monkeypatch):
    """All in the order of ``--help``: many are done, the others refused, each in words."""
    monkeypatch.setenv("EDITOR", "false")
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n" * 9))
    monkeypatch.setenv("QIPAN_PASSWORD", "a-long-password")
    (tmp_path / "event.trf").write_text(TRF, "utf-8")
    seen, done, wrong = set(), 0, []
    for verbs in groups().values():
        for verb, example in verbs.items():
            seen.add(tuple(verb.split()))
            if verb in ENDLESS:
                continue
            words = shlex.split(example.partition(" <")[0])[1:]
            words = [str(tmp_path / "stick") if "/media" in word else word for word in words]
            words = [word for word in words if word != "--follow"]
            code, said, errors = run(*words)
            assert code in (0, 1, 2, 3, 5, 6), (verb, code, errors)
            done += code == 0
            found = [] if "--json" in words else raw_in(told(code, said, errors))
            wrong += [(verb, *each) for each in found if SHOWN_ON_PURPOSE.get(verb) != each[0]]
    assert wrong == []
    assert done > 60
    assert seen >= EXAMPLED
    assert set(VERBS) - seen == set()


@pytest.mark.parametrize(
    "text",
    ["by xiangqi.mate", "p-0cd7d9faae4bbce0", "2026-11-15T09:30", "wins by None", "1 board(s)"],
)
def test_a_code_is_seen(text):
    assert len(raw_in(text)) == 1


BAD_DATA = ("", "folder", "words.txt", "nowhere/none.sqlite")


@pytest.mark.parametrize("data", BAD_DATA)
def test_data_that_cannot_be_a_journal_is_refused_in_words(data, run, tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "words.txt").write_text("no journal\n" * 99, "utf-8")
    verbs = [("verify", data), ("standings", "cup", "--data", data), ("migrate-data", data, "to")]
    verbs += [("backup", "copies", "--data", data), ("audit-package", "cup", "--data", data)]
    for words in verbs:
        code, _, errors = run(*words)
        assert (words, code) == (words, 2), errors
        assert "disk I/O" not in errors
        assert "nothing was stored" not in errors
    assert sorted(each.name for each in tmp_path.iterdir()) == ["folder", "words.txt"]
