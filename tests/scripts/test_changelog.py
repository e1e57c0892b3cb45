"""The changelog is made from the fragments, once for each version."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("changelog", ROOT / "scripts/changelog.py")
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_lists_and_sentences_become_items(script):
    assert script.items("One thing\nin two lines.\n") == ["- One thing\n  in two lines."]
    assert script.items("- a\n  more\n- b\n") == ["- a\n  more", "- b"]
    assert script.items("One.\n\nTwo.\n") == ["- One.", "- Two."]


def test_the_newest_is_on_top_and_a_version_is_written_once(script):
    page = script.folded(script.HEAD, "0.1.0", "2026-01-01", ["First."])
    page = script.folded(page, "0.2.0", "2026-02-01", ["- Second."])
    assert page.index("## 0.2.0 (2026-02-01)") < page.index("- Second.") < page.index("## 0.1.0")
    assert page.count("# Changes\n") == 1
    more = script.folded(page, "0.2.0", "2026-02-02", ["Third."])
    assert more.index("## 0.2.0 (2026-02-02)") < more.index("- Third.") < more.index("- Second.")
    assert more.count("## 0.2.0") == 1
    with pytest.raises(SystemExit, match="already"):
        script.folded(page, "0.1.0", "2026-03-01", ["Third."])


def test_every_fragment_is_read(script):
    for path in script.FRAGMENTS.glob("*.md"):
        assert script.items(path.read_text("utf-8")), path.name


def test_the_version_is_said_once_and_the_changelog_has_it(script):
    from qipan import __version__

    assert f"## {__version__} " in script.PAGE.read_text("utf-8")
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert f'version = "{__version__}"' in project
