"""``qipan --help``: verbs by subject, an example for each that can be typed, no accidents."""

import shlex

import pytest
from rich.emoji import Emoji

from qipan.cli import command
from qipan.cli.verb_groups import OTHERS, groups, subject_of
from qipan.cli.verbs import listed

SUBJECTS = ["Competition", "Entries", "Round", "Result", "Ruling", "Documents", "Books", "Games"]


def every_verb(group, path=()):
    for name in group.commands:
        found = group.commands[name]
        if hasattr(found, "commands"):
            yield from every_verb(found, (*path, name))
        else:
            yield (*path, name), found


VERBS = dict(every_verb(command()))


EXAMPLED = {tuple(verb.split()) for verbs in groups().values() for verb in verbs}
NEW = 1
"""One verb just added is listed last and without an example, until it is given its place."""


def test_verbs_have_a_subject_and_an_example():
    assert sorted(EXAMPLED - set(VERBS)) == []
    assert len(set(VERBS) - EXAMPLED) <= NEW
    strangers = [verb for verb in listed().verbs if subject_of(verb) == OTHERS]
    assert len(strangers) <= NEW
    assert list(groups()) == [*SUBJECTS, "Server"]


@pytest.mark.parametrize("path", sorted(EXAMPLED), ids=" ".join)
def test_an_example_can_be_typed(path):
    (example,) = [verbs[" ".join(path)] for verbs in groups().values() if " ".join(path) in verbs]
    words = shlex.split(example.partition(" <")[0])
    assert (words[0], tuple(words[1 : 1 + len(path)])) == ("qipan", path)
    VERBS[path].make_context(path[-1], words[1 + len(path) :])


def test_help_shows_subjects_in_order_and_an_example(run):
    _, told, _ = run("--help")
    places = [told.index(f" {subject} ─") for subject in [*SUBJECTS, "Server"]]
    assert places == sorted(places)
    assert "Example: qipan hand change cup swap:3:8 --because" in run("hand", "change", "--help")[1]


def test_no_text_turns_into_a_picture():
    texts = [verb.help or "" for verb in VERBS.values()]
    texts += [getattr(part, "help", "") or "" for verb in VERBS.values() for part in verb.params]
    texts += [example for verbs in groups().values() for example in verbs.values()]
    assert [text for text in texts if Emoji.replace(text) != text] == []
