"""Every command that a page shows is typed here, in order; what cannot be, is looked at."""

import pytest
from typer import BadParameter

from documented.pages import PAGES, steps, text_of, unmarked
from documented.scenes import SCENES
from documented.stage import shown_in, stage

TYPED = [page for page in PAGES if steps(text_of(page))]


@pytest.mark.parametrize("page", TYPED)
def test_what_a_page_types_works(page, run, tmp_path, monkeypatch):
    on = stage(run, tmp_path, monkeypatch)
    SCENES.get(page, lambda stage: None)(on)
    for line, shown in steps(text_of(page)):
        said = on.type(line)
        if said is not None:
            assert (line, [each for each in shown if not shown_in(each, said)], said) == (
                line,
                [],
                said,
            )
    assert on.ended() == []


@pytest.mark.parametrize("page", PAGES)
def test_every_command_in_a_block_is_marked_as_one(page):
    assert unmarked(text_of(page)) == []


def test_every_scene_is_of_a_page_with_commands():
    assert sorted(set(SCENES) - set(TYPED)) == []


@pytest.mark.parametrize(
    "text",
    [
        "```\nqipan pair cup\n```\n",
        "```sh\nmake run\n```\n",
        "```text\n$ anything at all\n```\n",
        "Then:\n\n    qipan pair cup\n",
    ],
)
def test_a_command_that_nobody_would_run_is_seen(text):
    assert len(unmarked(text)) == 1
    assert steps(text) == []


@pytest.mark.parametrize(
    "line", ["rm -rf data", "make nothing-of-the-kind", "qipan serve --no-such"]
)
def test_a_line_that_is_only_looked_at_must_be_right(line, run, tmp_path, monkeypatch):
    with pytest.raises((AssertionError, BadParameter.__base__)):
        stage(run, tmp_path, monkeypatch).type(line)


def test_what_a_page_shows_is_compared():
    assert shown_in("… files written; open site", "175 files written; open site\n")
    assert not shown_in("10 moves replayed", "9 moves replayed\n")
