"""The manual: every guide in both languages, every link leads somewhere, commands exist.

That what is typed there works: ``tests/documented``.
"""

import re
import shlex
from pathlib import Path

import pytest

from qipan.cli import command
from qipan.web.manual.texts import GUIDES, ORDER, Guide, guides, reference, rendered, search
from web.accessibility import complaints
from web.site import site

ROOT = Path(__file__).parents[2]
PAGES = sorted([*GUIDES.glob("*/*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "README.md"])
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
INLINE = re.compile(r"`(qipan [^`\n]*)`")
TYPED = re.compile(r"^(?:\$ )?(qipan .*?)(?: +#.*)?$", re.MULTILINE)
BLOCK = re.compile(r"```(?:console|sh)\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_guides_are_there_for_every_reader(language):
    found = guides(language)
    assert tuple(found) == ORDER
    assert {each.language for each in found.values()} == {language}
    assert sorted(path.stem for path in (GUIDES / language).glob("*.md")) == sorted(ORDER)


def test_both_languages_give_the_same_commands():
    def verbs(language, name):
        found = CONSOLE.findall((GUIDES / language / f"{name}.md").read_text("utf-8"))
        lines = [line for block in found for line in block.splitlines()]
        return [" ".join(shlex.split(line[2:])[:2]) for line in lines]

    assert [verbs("en", name) for name in ORDER] == [verbs("zh", name) for name in ORDER]


def parts_of(words):
    """Follow verbs down; give the command and the words that are left."""
    found, left = command(), [*words]
    while hasattr(found, "commands") and left and not left[0].startswith(("-", "{")):
        if left[0] not in found.commands:
            return None, left
        found, left = found.commands[left[0]], left[1:]
    return found, left


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_command_that_a_page_names_exists_with_its_options(path):
    text = path.read_text("utf-8")
    named = [*INLINE.findall(text)]
    named += [found for block in BLOCK.findall(text) for found in TYPED.findall(block)]
    strange = []
    for line in named:
        words = re.split(r"\s+", re.split(r"[|>&;…]", line)[0].strip())[1:]
        if not words or not re.fullmatch(r"[a-z][a-z-]*|--[a-z-]+", words[0]):
            continue
        verb, left = parts_of(words)
        known = (
            set()
            if verb is None
            else {n for p in verb.params for n in (*p.opts, *p.secondary_opts)}
        )
        wrong = [w for w in left if re.match(r"--[a-z]", w) and w.split("=")[0] not in known]
        wrong = [w for w in wrong if w.split("=")[0] not in {"--help", "--version"}]
        if verb is None or wrong:
            strange.append((line, wrong))
    assert strange == []


def test_the_manual_is_read_in_the_browser(tmp_path):
    with site(tmp_path) as (client, _):
        chinese = client.get("/help", headers={"accept-language": "zh"})
        assert 'href="/help/arbiter">裁判员</a>' in chinese.text
        thai = client.get("/help/arbiter", headers={"accept-language": "th"})
        assert '<article class="sheet manual-text" lang="en">' in thai.text
        for address in ("/help", "/help/arbiter", "/help/reference/tour"):
            answer = client.get(address, headers={"accept-language": "en"})
            assert (address, answer.status_code, complaints(answer.text)) == (address, 200, [])
        found = client.get("/help?q=repetition+meter", headers={"accept-language": "en"}).text
        assert '<a href="/help/player">For players</a>' in found
        assert "<mark>repetition</mark>" in found
        nothing = client.get("/help?q=zzzz", headers={"accept-language": "en"}).text
        assert "Nothing found. Try another word." in nothing
        for address in ("/help/nobody", "/help/reference/nobody", "/help/..%2f..%2fpyproject"):
            assert client.get(address).status_code == 404
        assert 'href="/help">Help</a>' in client.get("/", headers={"accept-language": "en"}).text


def test_links_of_the_manual_lead_to_pages():
    known = {each.address for each in [*guides("en").values(), *reference().values()]}
    for page in [*guides("en").values(), *guides("zh").values(), *reference().values()]:
        links = re.findall(r'href="(/help/[^"]*)"', rendered(page))
        assert [link for link in links if link not in known] == [], page.name


def test_no_markup_of_a_page_reaches_the_reader():
    text = '# x\n<script>alert(1)</script> <b onclick="y">z</b>\n\n[a](javascript:alert(1))'
    shown = rendered(Guide("x", "x", "en", text, "/help/x"))
    assert "<script" not in shown
    assert "<b " not in shown
    assert "href" not in shown


def test_search_asks_for_every_word_and_titles_come_first():
    assert search("en", "arbiters")[0].guide.name == "arbiter"
    assert search("en", "xyzzy arbiters") == []
    assert search("en", "  ") == []
    assert "抽签" in [each.words for each in search("zh", "抽签")]


def test_the_manual_travels_with_the_package():
    told = (ROOT / "pyproject.toml").read_text("utf-8")
    assert '"**/*.md"' in told
    assert '"share/doc/qipan" = ["docs/*.md"]' in told
