"""Public pages: by name, a player, why a pairing, pictures, projector, calendar."""

import re
from collections import defaultdict
from datetime import UTC, date, datetime

import pytest

from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.results.commands import RecordResult
from qipan.i18n import LANGUAGES, catalogue
from qipan.journal.people import Person
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.kernel.points import CHESS, Points
from qipan.kernel.results import Score
from qipan.outbound.calendars import Appointment, calendar, starts_of
from qipan.rulebooks import book_named
from qipan.sections.places import places
from qipan.simulation.event import HOME
from qipan.views.section import section_view
from qipan.web.shared.long_lists.name_search import matches
from qipan.web.shared.pairing_reasons import SHOWN, Reader
from qipan.web.shared.reader_names import as_read
from qipan.web.shared.visitor import Visitor
from web.accessibility import complaints
from web.events import event_site
from web.markup import flat
from web.site import WOMEN, site


@pytest.fixture
def demo(tmp_path):
    with site(tmp_path) as (client, house):
        yield client, house


@pytest.fixture(scope="module")
def swiss(tmp_path_factory):
    folder = tmp_path_factory.mktemp("swiss")
    with event_site(folder, "my-2018", "individual", 11, rounds=4) as found:
        yield found


PATHS = [
    "",
    "/names",
    "/names?q=zzz",
    "/player/e1",
    "/pairing?round=2&board=1",
    "/pairing?round=2",
    "/pictures",
    "/pictures?round=1",
    "/projector",
]


@pytest.mark.parametrize("path", PATHS)
def test_pages_are_strict_and_accessible_in_every_language(swiss, path):
    client, _, here = swiss
    for language in LANGUAGES:
        answer = client.get(here + path, headers={"accept-language": language})
        assert answer.status_code == 200
        assert "style=" not in answer.text
        assert "ui." not in re.sub(r'(href|action|src)="[^"]*"', "", answer.text)
        assert complaints(answer.text) == []


def test_names_where_one_form_has_room_are_in_the_form_that_is_read():
    names = {"e1": Person("陈大明", "Tan Tai Ming"), "e2": Person("ม้า หมากรุก", "Ma Makruk")}
    for language, first, second in [
        ("zh", "陈大明", "Ma Makruk"),
        ("th", "Tan Tai Ming", "ม้า หมากรุก"),
        ("ms", "Tan Tai Ming", "Ma Makruk"),
    ]:
        assert [each.name for each in as_read(names, language).values()] == [first, second]


def test_a_cross_table_says_which_of_those_who_share_a_place_was_met(swiss):
    _, house, _ = swiss
    state = house.office.state(HOME)
    section = state.sections["individual"]
    people = defaultdict(lambda: Person("x"))
    view = section_view(state, section, people)
    assert len({line.place for line in view.lines}) < len(view.lines)
    row = {line.entrant: at for at, line in enumerate(view.lines)}
    first = section.rounds[0]
    for table in first.tables:
        one, other = table.seats
        for who, met in ((one, other), (other, one)):
            assert re.search(r"\d+$", view.cross[row[who]][0])[0] == str(row[met] + 1)


@pytest.mark.parametrize(
    "path",
    [
        "/player/e99",
        "/player/e99/calendar.ics",
        "/pairing?round=9",
        "/pairing?round=1&board=99",
        "/pairing?round=1&rests=e1",
    ],
)
def test_what_is_not_there_is_said_so(demo, path):
    client, _ = demo
    assert client.get(WOMEN + path).status_code == 404


def test_names_are_listed_and_found(demo):
    client, _ = demo
    page = client.get(f"{WOMEN}/names").text
    listed = ("Chan Hung Kei", "Lin Xiao Pao", "Ma Makruk", "Rook, Anna")
    order = [page.index(f"{name}</a>") for name in listed]
    assert order == sorted(order)  # by Latin letters: Chan, Lin, Ma, Rook
    for words in ("rook", "ANNA rook", "GER"):
        page = client.get(f"{WOMEN}/names", params={"q": words}).text
        assert "Rook, Anna" in page
        assert "Chan Hung Kei</a>" not in page  # a line of hers; as an opponent she may be there
    assert "林小炮" in client.get(f"{WOMEN}/names", params={"q": "小炮"}).text
    in_chinese = client.get(f"{WOMEN}/names", headers={"accept-language": "zh"}).text
    assert "陈红棋</a>" in in_chinese  # the form comes first that the reader reads
    assert "Try part of the name" in client.get(f"{WOMEN}/names", params={"q": "<b>nobody"}).text
    assert "<b>nobody" not in client.get(f"{WOMEN}/names", params={"q": "<b>nobody"}).text


SEARCHES = [
    ("tot", ("Ngựa Thị Tốt",), True),
    ("ＴＯＴ ngua", ("Ngựa Thị Tốt",), True),
    ("tot x", ("Ngựa Thị Tốt",), False),
    ("vie", ("Tốt", "", "VIE"), True),
    ("", ("a",), True),
]


@pytest.mark.parametrize(("words", "there", "found"), SEARCHES)
def test_searching_forgives_case_marks_and_width(words, there, found):
    assert matches(words, *there) is found


def test_a_player_sees_rounds_points_and_the_way(demo):
    client, house = demo
    page = client.get(f"{WOMEN}/player/e1").text
    assert "陈红棋" in page
    rows = re.findall(r'<tr>\s*<td class="n">(\d)</td>', page)
    assert rows == ["3", "2", "1"]
    assert f'href="{WOMEN}/why?a=e1"' in page
    assert f'href="{WOMEN}/pairing?round=1&amp;board=' in page
    assert 'class="picture lines alone"' in page
    state = house.office.state(CompetitionId("demo"))
    placed = places(state, state.sections[SectionId("women")]).rows
    place = next(each.place for each in placed if each.entrant == "e1")
    assert f"Place <strong>{place}</strong>" in page


def test_a_pairing_is_explained_by_its_clause(swiss):
    client, house, here = swiss
    section = house.office.state(HOME).sections[SectionId("individual")]
    names = house.office.names(section)
    rounds = section.rounds
    moved = [
        (found.number, table, cause)
        for found in rounds
        for table in found.tables
        for cause in table.causes
        if cause.rule == "swiss.moved-down"
    ]
    number, table, cause = moved[0]
    page = flat(client.get(f"{here}/pairing?round={number}&board={table.board}").text)
    assert "A player who could not be paired above moves down." in page
    down = names[cause.facts["down"]].name
    points = CHESS.show(cause.facts["from"]).replace(".5", "½")
    assert re.search(rf"meet: no opponent with {points} points? was left for {down}, and", page)
    rest = rounds[0].resting[0]
    page = client.get(f"{here}/pairing?round=1&rests={rest.entrant}").text
    assert f"Why does {names[rest.entrant].name} rest?" in page


EVENTS = [
    ("my-2018", "elite", 12, "picture tree"),
    ("un-games", "xiangqi", 7, "picture tree"),
    ("un-games", "checkers", 13, "picture boards"),
    ("my-2018", "team", 10, "picture pairing"),
]


@pytest.mark.parametrize(("book", "event", "entries", "picture"), EVENTS)
def test_every_kind_of_event_has_its_pages(tmp_path, book, event, entries, picture):
    with event_site(tmp_path, book, event, entries) as (client, house, here):
        assert f'class="{picture}"' in client.get(f"{here}/pictures").text
        section = house.office.state(HOME).sections[SectionId(event)]
        people = house.office.names(section)
        reader = Reader(
            book_named(book), CHESS, people, Visitor(None, "en"), book_named(book).event[event]
        )
        for found in section.rounds:
            for table in found.tables:
                assert len(reader.reasons(table.causes)) == len(table.causes)
            assert client.get(f"{here}/pairing?round={found.number}&board=1").status_code == 200
        for path in ("/names", "/projector", "/player/e1", "/player/e2"):
            assert client.get(here + path).status_code == 200


def test_the_tree_shows_who_won(tmp_path):
    with event_site(tmp_path, "un-games", "xiangqi", 7) as (client, house, here):
        page = client.get(f"{here}/pictures").text
        section = house.office.state(HOME).sections[SectionId("xiangqi")]
        champion = places(house.office.state(HOME), section).rows[0].entrant
        name = house.office.names(section)[champion].name
        assert len(re.findall(rf'class="won">{name}</text>', page)) >= 2
        assert page.count('class="box"') == 6  # seven players, six matches


def test_the_cross_tree_stands_before_the_groups_are_finished(tmp_path):
    with event_site(tmp_path, "my-2018", "elite", 12, rounds=1) as (client, _, here):
        page = client.get(f"{here}/pictures").text
        assert ">A1</text>" in page
        assert "Places 7–8" in page


def test_the_heat_map_is_symmetric(swiss):
    client, _, here = swiss
    page = flat(client.get(f"{here}/pictures").text)
    rows = re.findall(r'<tr><td class="n">\d+</td>(.*?)</tr>', page.split('class="heat"')[1])
    cells = [re.findall(r'<td(?: class="(\w+)")?>', row) for row in rows]
    assert len(cells) == 11
    mirror = {"win": "loss", "loss": "win", "draw": "draw", "": "", "self": "self"}
    for i, row in enumerate(cells):
        assert [mirror[other[i]] for other in cells] == row


def test_unpublished_pairings_stay_out(tmp_path):
    with event_site(tmp_path, "my-2018", "individual", 6, rounds=1) as (client, house, here):
        state = house.office.state(HOME)
        section = state.sections[SectionId("individual")]
        for table in section.rounds[0].tables:
            score = Score((Points(2), Points(0)))
            house.office.carry_out(
                HOME,
                "t",
                RecordResult(section=section.id, round=1, board=table.board, score=score),
            )
        house.office.pair(HOME, section.id, "t")
        for path in ("/names", "/pictures", "/projector", "/player/e1"):
            assert "Round 2" not in client.get(here + path).text
        assert client.get(f"{here}/pairing?round=2").status_code == 404


def test_the_projector_is_large_live_and_has_a_code(swiss):
    client, _, here = swiss
    page = client.get(f"{here}/projector").text
    assert "Round 4" in page
    assert "0 of 5 boards finished" in page
    assert 'src="/static/projector.js"' in page
    assert 'data-live="hall-round"' in page
    assert 'class="picture qr"' in page
    local = client.get(f"{here}/projector", headers={"host": "127.0.0.1:8000"}).text
    assert 'class="picture qr"' not in local  # no phone could open it


def test_the_calendar_lists_the_rounds_of_a_player(demo):
    client, _ = demo
    answer = client.get(f"{WOMEN}/player/e1/calendar.ics")
    assert answer.headers["content-type"].startswith("text/calendar")
    text = answer.text.replace("\r\n ", "")
    assert text.count("BEGIN:VEVENT") == 3
    line = r"SUMMARY:Round 1 · Board \d · (Red|Black) · .* · 女子组 Women · Demo"
    assert re.search(line, text)
    assert "UID:demo.women.e1.1@qipan" in text
    assert re.search(r"DTSTART;VALUE=DATE:\d{8}\r\n", text)


def test_a_calendar_knows_times_that_were_announced(demo):
    client, house = demo
    options = {"starts": {"1": "2026-05-02T14:00:00+08:00", "2": "2026-05-02T19:00:00+08:00"}}
    home, section = CompetitionId("demo"), SectionId("b")
    house.office.carry_out(
        home, "t", OpenSection(section=section, title="B", under="women", options=options)
    )
    house.office.enter(home, section, "t", Newcomer(Person(name="梅"), None, None))
    (entrant,) = house.office.state(home).sections[section].entrants
    text = client.get(f"/c/demo/b/player/{entrant}/calendar.ics").text
    assert "DTSTART:20260502T060000Z" in text
    assert "DTSTART:20260502T110000Z" in text


@pytest.mark.parametrize("starts", [{"1": "noon"}, {"one": "2026-05-02T14:00:00+08:00"}])
def test_a_bad_time_is_refused(starts):
    with pytest.raises(BadInput):
        starts_of({"starts": starts})


def test_a_time_needs_its_offset():
    with pytest.raises(BadInput, match="offset"):
        starts_of({"starts": {"1": "2026-05-02T14:00:00"}})


def test_a_feed_is_escaped_and_folded():
    stamp = datetime(2026, 5, 2, 6, tzinfo=UTC)
    title = "a, b; c\\d\nBEGIN:VEVENT " + "棋" * 60
    text = calendar("x", [Appointment("u@q", stamp, date(2026, 5, 31), title)])
    assert text.endswith("END:VCALENDAR\r\n")
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    whole = text.replace("\r\n ", "")
    assert "SUMMARY:a\\, b\\; c\\\\d BEGIN:VEVENT 棋棋" in whole
    assert whole.count("\r\nBEGIN:VEVENT") == 1
    assert "DTEND;VALUE=DATE:20260601" in whole


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_has_a_word(language):
    assert [name for name in SHOWN if f"ui.fact.{name}" not in catalogue(language)] == []
