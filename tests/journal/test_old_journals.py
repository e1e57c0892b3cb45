"""Journals written by earlier states of the program open for ever and show the same tables."""

import json
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

from journal.kept import answers, lay_down, read_stories, write_stories
from qipan import journal as journal_room
from qipan import play as play_room
from qipan.journal.envelope import verified
from qipan.journal.event import Event
from qipan.kernel.errors import Corrupt

HOME = Path(__file__).parents[1] / "data" / "journals"
STATES = sorted(path.name for path in HOME.iterdir() if path.is_dir())
FILES = sorted(HOME.glob("*/*.journal"))
STORIES = [
    pytest.param(path, number, id=f"{path.stem}-{number + 1}")
    for path in FILES
    for number in range(path.read_bytes().count(b"\n\n") + 1)
]


@cache
def kept(path):
    """Give every story of a file with what was said of it."""
    said = json.loads(path.with_suffix(".json").read_text("utf-8"))
    return list(zip(read_stories(path), said, strict=True))


def known_today():
    """Name every event that this state of the program can read."""
    for room in (journal_room, play_room):
        for found in walk_packages(room.__path__, f"{room.__name__}."):
            import_module(found.name)
    found, left = set(), [Event]
    while left:
        left += (more := left.pop().__subclasses__())
        found |= {each.__struct_config__.tag for each in more}
    return found


def _was_doubled(where, then, now):
    """The totals of best players were told in half points: they are game points now."""
    return ".derived.best-" in where and where.endswith(".total") and int(then) == 2 * float(now)


def differences(then, now, where=""):
    """List where today's answer lacks or changes something; what is new is no difference."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key, value in then.items():
            if key not in now:
                yield f"{where}.{key}: was {value!r}, is gone"
            else:
                yield from differences(value, now[key], f"{where}.{key}")
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for number, (old, new) in enumerate(zip(then, now, strict=True)):
            yield from differences(old, new, f"{where}[{number}]")
    elif then != now and not _was_doubled(where, then, now):
        yield f"{where}: was {then!r}, is {now!r}"


@pytest.mark.parametrize(("path", "number"), STORIES)
def test_an_old_data_file_verifies_opens_and_shows_the_same(path, number, run, tmp_path):
    story, said = kept(path)[number]
    data = tmp_path / "old.sqlite"
    lay_down(story, (path.parent / "schema.sql").read_text("utf-8"), data)
    now = json.loads(json.dumps(answers(story, run, data)))
    assert list(differences(said, now)) == [], story.source


@pytest.mark.parametrize("state", STATES)
def test_every_event_there_was_is_kept_and_still_known(state):
    listed = set((HOME / state / "events.txt").read_text("utf-8").split())
    found = {
        each.name
        for path in FILES
        if path.parent.name == state
        for story in read_stories(path)
        for each in story.envelopes
    }
    assert found == listed
    assert listed <= known_today()


def test_every_book_and_event_there_was_was_played():
    played = {
        (json.loads(story.envelopes[0].payload)["book"], json.loads(each.payload)["under"])
        for path in FILES
        for story in read_stories(path)
        for each in story.envelopes
        if each.name == "section-opened/1"
    }
    assert len(played) >= 22
    assert {book for book, _ in played} == {
        *("club-swiss", "gm-2025", "my-2018", "th-maklom-2024", "un-games", "wx-14")
    }


def test_a_changed_letter_would_be_noticed():
    story = next(read_stories(FILES[0]))
    assert list(verified(story.envelopes)) == list(story.envelopes)
    one = story.envelopes[1]
    changed = type(one)(
        *(one.stream, one.version, one.name, one.at, one.actor),
        *(one.payload.replace("e", "E", 1), one.previous, one.hash),
    )
    with pytest.raises(Corrupt, match="does not match its hash"):
        list(verified((story.envelopes[0], changed, *story.envelopes[2:])))


def test_a_different_answer_would_be_noticed():
    assert list(differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2, "c": 3}], "d": 4})) == []
    assert list(differences({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]})) == [".a[1].b: was 2, is 3"]
    assert list(differences({"a": 1}, {})) == [".a: was 1, is gone"]
    assert list(differences([1], [1, 2])) == [": was [1], is [1, 2]"]


def test_a_story_is_written_as_it_is_read(tmp_path):
    write_stories(tmp_path / "again", list(read_stories(FILES[0])))
    assert (tmp_path / "again").read_bytes() == FILES[0].read_bytes()
