"""What a browser reads is written for people too: lines fit, nothing inline, no foreign host."""

import re
from pathlib import Path

import pytest

from qipan.web.shared.rendering import STATIC, WEB

WIDTHS = {".html": 120, ".css": 100, ".js": 100}
FILES = sorted(path for path in WEB.rglob("*") if path.suffix in WIDTHS)
TEMPLATES = [path for path in FILES if path.suffix == ".html"]
LOADED = re.compile(r"""(?:src|href|action)="(?:https?:)?//""")
INLINE = re.compile(
    r"<style\b|\bstyle=|\bon[a-z]+=\"|<script(?![^>]*\b(?:src=|type=\"application/json))"
)


def named(path):
    return str(path.relative_to(WEB))


def faults(path, pattern):
    """List the places of a file that match, by line."""
    text = path.read_text()
    return [text.count("\n", 0, found.start()) + 1 for found in pattern.finditer(text)]


def test_there_is_something_to_look_at():
    assert {path.suffix for path in FILES} == set(WIDTHS)
    assert len(TEMPLATES) > 60


@pytest.mark.parametrize("path", FILES, ids=named)
def test_lines_fit(path: Path):
    most = WIDTHS[path.suffix]
    lines = enumerate(path.read_text().splitlines(), 1)
    assert [number for number, line in lines if len(line) > most] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=named)
def test_templates_hold_no_script_and_no_style(path: Path):
    assert faults(path, INLINE) == []


@pytest.mark.parametrize("path", TEMPLATES, ids=named)
def test_templates_load_nothing_from_elsewhere(path: Path):
    assert faults(path, LOADED) == []


def test_no_two_files_share_an_address():
    served = [path.relative_to(folder) for folder in STATIC for path in folder.rglob("*.*")]
    assert len(set(served)) == len(served)


DRAWN = [path for path in TEMPLATES if path.parent.name in ("desk", "live", "player")]
RULES = re.compile(r"allowed\(|\bmay\(|\btask\.code ==|failure\.status")


@pytest.mark.parametrize("path", DRAWN, ids=named)
def test_templates_draw_and_decide_nothing(path: Path):
    """Who may do what, and when, is foreseen by ``views.offers`` and ``views.tasks``."""
    assert faults(path, RULES) == []
