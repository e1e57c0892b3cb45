"""A competition as files: every link leads to a file, nothing needs a server, nothing leaks."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from qipan.desk.competition import OpenSection
from qipan.desk.records.commands import AttachRecord
from qipan.formats.kept_record import kept
from qipan.formats.record import Record
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import BoardNo, CompetitionId, RoundNo, SectionId
from qipan.web.publish.static_pages import PageForFiles, file_name
from qipan.web.static_site import LEDGER, SiteOfFiles, tidy
from web.standing import demo_house

DEMO, WOMEN = CompetitionId("demo"), SectionId("women")
MATE = "b2d2 b7b5 d2a2 i6i5 h2h4 b5c5 a2a1 h7c7 a1e1 c5c0"


class Links(HTMLParser):
    """Collects where a page leads."""

    def __init__(self, text):
        super().__init__()
        self.found, self.tags = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.found += [value for name, value in attrs if name in ("href", "src")]


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    folder = tmp_path_factory.mktemp("static")
    house = demo_house(folder)
    key = {"section": WOMEN, "round": RoundNo(3), "board": BoardNo(2)}
    record = kept(Record("xiangqi", tuple(MATE.split()), result="0-1"))
    house.office.submit(DEMO, "test", AttachRecord(record=record, **key)).result()
    site = SiteOfFiles(house, folder / "site", ["en", "zh"])
    done = site.publish([house.office.state(DEMO)])
    yield house, folder / "site", done
    house.close()


def _men(house):
    under = house.office.state(DEMO).sections[WOMEN].under
    return OpenSection(section=SectionId("men"), title="Men", under=under)


def pages(folder):
    return sorted(folder.rglob("*.html"))


def test_every_link_of_every_page_is_a_file_that_is_there(published):
    _, folder, _ = published
    found = pages(folder)
    assert len(found) > 40
    for page in found:
        links = Links(page.read_text())
        assert links.tags.isdisjoint({"script", "form", "button"}), page
        for link in links.found:
            if link.startswith(("http:", "https:", "#")):
                continue
            assert not link.startswith("/"), (page, link)
            target = (page.parent / link.partition("#")[0]).resolve()
            assert target.is_file(), (page, link)
            assert target.is_relative_to(folder.resolve())


def test_the_files_have_standings_reasons_players_and_games_in_each_language(published):
    _, folder, _ = published
    names = {path.relative_to(folder).as_posix() for path in pages(folder)}
    assert {
        "index.html",
        "en/demo/index.html",
        "en/demo/women.html",
        "zh/demo/women.html",
        "en/demo/women_round-1.html",
        "en/demo/women/why_a-e1.html",
        "en/demo/women/player/e1.html",
    } <= names
    (sheet,) = (name for name in names if name.startswith("en/demo/women/record/sheet"))
    text = (folder / sheet).read_text()
    (picture,) = re.findall(r'<img[^>]* src="([^"]+\.svg)"[^>]*class="last-position"', text)
    drawn = ((folder / sheet).parent / picture).read_text()
    assert drawn.startswith("<svg")
    game = next((folder / "en/demo/women/record").glob("game*.pgn"))
    assert '[Round "3"]' in game.read_text()


def test_again_only_what_changed_is_written_and_what_is_gone_is_removed(published, tmp_path):
    house, _, _ = published
    folder = tmp_path / "again"
    first = SiteOfFiles(house, folder, ["en"]).publish([house.office.state(DEMO)])
    (folder / "mine.txt").write_text("kept")
    second = SiteOfFiles(house, folder, ["en"]).publish([house.office.state(DEMO)])
    assert (second.written, second.removed, second.unchanged) == (0, 0, first.written)
    house.office.submit(DEMO, "test", _men(house)).result()
    third = SiteOfFiles(house, folder, ["en"]).publish([house.office.state(DEMO)])
    assert third.written > 0
    assert third.unchanged > 0
    assert (folder / "en/demo/men.html").is_file()
    (folder / "en" / "demo" / "men.html").write_text("old")
    fourth = SiteOfFiles(house, folder, ["zh"]).publish([house.office.state(DEMO)])
    assert fourth.removed > 10
    assert not (folder / "en/demo/women.html").exists()
    assert (folder / "mine.txt").read_text() == "kept"


def test_a_folder_of_somebody_else_is_not_touched(published, tmp_path):
    house, _, _ = published
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "index.html").write_text("mine")
    with pytest.raises(BadInput, match="folder of its own"):
        SiteOfFiles(house, tmp_path / "theirs").publish([house.office.state(DEMO)])
    with pytest.raises(BadInput, match="language"):
        SiteOfFiles(house, tmp_path / "new", ["xx"])
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / LEDGER).write_text("{")
    with pytest.raises(BadInput, match="published before"):
        SiteOfFiles(house, tmp_path / "broken").publish([house.office.state(DEMO)])


def test_nothing_of_a_person_but_the_name_is_in_the_files(published):
    house, folder, _ = published
    everything = "".join(path.read_text() for path in pages(folder))
    state = house.office.state(DEMO)
    people = [who for each in state.sections[WOMEN].entrants.values() for who in each.people]
    for person in house.people.find(people).values():
        for hidden in (person.phone, person.email, person.licence):
            assert not hidden or hidden not in everything
    assert not re.search(r"\bp-[0-9a-f]{8,}", everything)


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("/c/demo", "demo/index.html"),
        ("/c/demo/women", "demo/women.html"),
        ("/c/demo/women?round=2", "demo/women_round-2.html"),
        (
            "/c/demo/women/record/picture.svg?move=3&board=2",
            "demo/women/record/picture_board-2_move-3.svg",
        ),
    ],
)
def test_files_have_names_people_can_read(address, name):
    assert file_name(address) == name


def test_no_address_makes_a_name_outside_the_folder():
    for address in ("/c/../../etc/passwd", "/c/demo/x?a=../../y", "/c/" + "长" * 200):
        name = file_name(address)
        assert ".." not in Path(name).parts
        assert not name.startswith("/")
        assert name.isascii()
        assert len(name) < 140


def test_a_page_loses_scripts_forms_and_dead_links_and_keeps_its_words():
    text = (
        '<p><a href="/a">A &amp; b</a> <a href="/gone" class="x">c</a></p>'
        '<nav><a href="/gone">menu</a><a href="/a">in</a></nav>'
        '<form><p>form</p></form><script>bad()</script><p onclick="bad()">last</p>'
    )
    found = PageForFiles.rewrite(text, lambda link: "a.html" if link == "/a" else None)
    assert found == (
        '<p><a href="a.html">A &amp; b</a> <span class="x">c</span></p>'
        '<nav><a href="a.html">in</a></nav><p>last</p>'
    )
    assert tidy("/c/d/s/record?round=1&board=2&game=1&move=4") == (
        "/c/d/s/record/sheet?round=1&board=2&game=1"
    )
