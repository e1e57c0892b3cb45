"""No sentence is written in a template: words for people come from the catalogues."""

import re
from pathlib import Path

import qipan
from qipan.web.shared.rendering import WEB

ATTRIBUTES = re.compile(r"\b(?:aria-label|title|placeholder|alt|value)=\"([^\"{}]*)\"")
OURS = {
    *("Qipan", "Qipan 棋盘", "棋盘", "Qipan ·", "JSON", "CSV", "PDF", "TRF", "QR"),
    # as it is typed on a scoresheet, and how an address begins
    *("0:failed-throw:2", "https://"),
    # results as they are typed, the same in every language
    *("1-0", "0.5-0.5", "0-1", "+-", "-+", "--", "1-2-3", "1–0", "½–½", "0–1"),
}
WORD = re.compile(r"[^\W\d_]{2,}")


def words_in(text):
    """List what a template says to people in words of its own."""
    bare = re.sub(r"\{#.*?#\}|\{%.*?%\}", "\n", text, flags=re.DOTALL)
    bare = re.sub(r"\{\{.*?\}\}", "\0", bare, flags=re.DOTALL)
    bare = re.sub(r"&#?\w+;|\blot\.json\b", "", bare)  # signs, and the name of a file
    bare = re.sub(r"<(script|style)\b.*?</\1>", "", bare, flags=re.DOTALL)
    said = [each for each in ATTRIBUTES.findall(bare) if not re.fullmatch(r"[a-z0-9_.-]*", each)]
    bare = re.sub(r"<[^>]*>", "\n", bare)
    bare = re.sub(r"[\w-]+=\"[^\"]*\"", "\n", bare)  # attributes of a block
    said += re.split(r"[\n\0]", bare)
    found = [" ".join(each.split()).strip(" ·") for each in said]
    return [each for each in found if WORD.search(each) and each not in OURS]


def test_no_template_has_a_sentence_of_its_own():
    paths = sorted(WEB.rglob("*.html"))
    assert len(paths) > 20
    spoken = {path.relative_to(WEB).as_posix(): words_in(path.read_text()) for path in paths}
    assert {name: said for name, said in spoken.items() if said} == {}


def test_a_sentence_would_be_found():
    assert words_in("<p>Hello there {{ name }}</p>") == ["Hello there"]
    assert words_in('<button aria-label="Close it">×</button>') == ["Close it"]
    assert words_in('<p class="soft">{{ t("ui.why") }} · 1–0</p>') == []


def test_printed_pages_have_none_either():
    folder = Path(qipan.__file__).parent / "formats"
    for path in folder.rglob("*.typ"):
        # text in markup brackets is what is printed
        said = re.findall(r"\[([^\[\]#]*)\]", path.read_text("utf-8"))
        assert [each for each in said if WORD.search(each)] == [], path.name
