"""Team tables, derived tables, prizes, games and search, as the public sees them."""

import re

import pytest

from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Newcomer
from qipan.i18n import LANGUAGES, catalogue
from qipan.i18n.customs import money
from qipan.i18n.prizes import goods_name
from qipan.journal.people import Person
from qipan.kernel.ids import SectionId
from qipan.rulebooks import all_books
from qipan.simulation.event import HOME
from qipan.web.public.prize_view import named
from qipan.web.serving import make_context
from qipan.web.shared.section_context import About
from web.accessibility import complaints
from web.events import event_site
from web.markup import flat
from web.site import site


def text_of(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


@pytest.fixture(scope="module")
def league(tmp_path_factory):
    with event_site(tmp_path_factory.mktemp("league"), "th-maklom-2024", "league", 4) as found:
        yield found


@pytest.fixture(scope="module")
def teams(tmp_path_factory):
    with event_site(tmp_path_factory.mktemp("teams"), "my-2018", "team", 12) as found:
        yield found


@pytest.fixture(scope="module")
def men(tmp_path_factory):
    with event_site(tmp_path_factory.mktemp("men"), "wx-14", "men", 12) as found:
        yield found


def test_a_team_page_has_every_match_board_by_board(league):
    client, house, here = league
    page = flat(client.get(f"{here}/teams").text)
    assert complaints(page) == []
    state = house.office.state(HOME)
    section = state.sections[SectionId("league")]
    games = sum(len(each) for found in section.rounds for each in found.games.values())
    assert games > 0
    # each match stands with both its teams
    assert len(re.findall(r'<td class="mid">[^–<]+–', page)) == 2 * games
    points = re.findall(r'<td class="n">(\d*½?)</td></tr>', page)
    total = sum(int(each.rstrip("½") or 0) + (0.5 if "½" in each else 0) for each in points)
    assert total == games


def test_a_team_goes_by_its_unit(teams):
    client, house, here = teams
    section = house.office.state(HOME).sections[SectionId("team")]
    unit = next(each.unit for each in section.entrants.values())
    assert unit
    assert f">{unit}</a>" in client.get(here).text
    assert f">{unit}</a>" in client.get(f"{here}/teams").text


def test_best_players_and_their_prizes(teams):
    client, _, here = teams
    tables = client.get(f"{here}/tables").text
    assert complaints(tables) == []
    assert "Best junior player" in tables
    prizes = client.get(f"{here}/prizes").text
    assert complaints(prizes) == []
    assert "Best adult player" in prizes
    assert "× Medal" in prizes


def test_who_is_honoured_is_named_as_the_reader_reads_it(demo):
    _, house = demo
    about = About.find(make_context(house), "demo", "women")
    names = {person.name: who for who, person in about.names.items()}
    who = names["陈红棋"]
    member = about.section.entrants[who].people[0]
    for each in (who, member):
        assert named(about, "zh", each) == "陈红棋"
        assert named(about, "ms", each) == "Chan Hung Kei"
    assert named(about, "zh", "槟城 Penang") == "槟城 Penang"


def test_units_by_their_best_places(men):
    client, _, here = men
    words = text_of(client.get(f"{here}/tables").text)
    assert "Sum of places" in words
    assert "Non-Chinese, non-Vietnamese players" in words


def test_prizes_name_winners_only_after_approval(tmp_path):
    with event_site(tmp_path, "my-2018", "individual", 14, rounds=2) as (client, _, here):
        page = client.get(f"{here}/prizes").text
        assert complaints(page) == []
        assert "RM 3,000" in page
        assert "once the chief arbiter has approved" in page
        assert "paid after" not in page


def test_prizes_after_approval(tmp_path):
    with event_site(tmp_path, "my-2018", "individual", 14) as (client, house, here):
        page = client.get(f"{here}/prizes").text
        section = house.office.state(HOME).sections[SectionId("individual")]
        first = house.office.names(section)[section.approved[0][0]].name
        assert f">{first}<" in page
        assert "paid after 7 days" in page
        assert "Trophy" in page


def test_games_by_round_and_by_player(men):
    client, _, here = men
    last = client.get(f"{here}/games").text
    assert complaints(last) == []
    everything = client.get(f"{here}/games?round=0").text
    rows = [page.count("<tr>") - 1 for page in (last, everything)]
    assert rows[0] == 6
    assert rows[1] > rows[0]
    name = re.search(r'player/e1">([^<]+)<', client.get(here).text)[1]
    own = client.get(f"{here}/games", params={"q": name, "round": 0}).text
    assert 0 < own.count("<tr>") - 1 <= rows[1]


def test_heats_have_games_too(tmp_path):
    with event_site(tmp_path, "un-games", "checkers", 18) as (client, _, here):
        assert complaints(client.get(f"{here}/games?round=0").text) == []


SEARCHES = [
    # what is typed      what is found
    ("陈红棋", "陈红棋"),
    ("chan hung", "陈红棋"),
    ("ＣＨＡＮ", "陈红棋"),
    ("ngua thi", "Ngựa Thị Tốt"),
    ("หมากรุก", "ม้า หมากรุก"),
    ("JPN", "車車"),
    ("演示", "Demo · 演示赛"),
    ("women", "女子组 Women"),
]


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    with site(tmp_path_factory.mktemp("search")) as found:
        yield found


@pytest.mark.parametrize(("typed", "found"), SEARCHES)
def test_search_finds_names_in_any_script(demo, typed, found):
    client, _ = demo
    page = client.get("/search", params={"q": typed}).text
    assert complaints(page) == []
    assert f">{found}<" in page


def test_search_finds_nobody_and_says_so(demo):
    client, _ = demo
    assert "Nothing was found" in client.get("/search", params={"q": "zzzzz"}).text
    assert "hits" not in client.get("/search", params={"q": "   "}).text
    assert client.get("/search", params={"q": "<b>"}).text.count("<b>") == 0
    assert client.get("/search", params={"q": "x" * 81}).status_code == 400


def test_search_forgets_who_is_erased_at_once(tmp_path):
    with site(tmp_path) as (client, house):
        assert "林小炮" in client.get("/search?q=林小炮").text
        section = house.office.state("demo").sections["women"]
        who = next(
            person
            for each in section.entrants.values()
            for person in each.people
            if house.people.find([person])[person].name == "林小炮"
        )
        house.people.save(who, Person(name="别的"))
        assert "hits" not in client.get("/search?q=林小炮").text
        house.people.erase(who)
        assert "hits" not in client.get("/search?q=林小炮").text


def test_search_shows_a_bounded_number(tmp_path):
    with site(tmp_path) as (client, house):
        house.office.create("big", "t", "Big cup", "wx-14")
        for name in ("one", "two"):
            opened = OpenSection(section=name, title=name, under="women")
            house.office.carry_out("big", "t", opened)
            newcomers = [Newcomer(Person(name=f"Same {n}"), None, None) for n in range(30)]
            house.office.enter_all("big", name, "t", newcomers)
        page = client.get("/search?q=same").text
        assert len(re.findall(r"<li>\s*<a[^>]*/player/", page)) == 50
        assert "Showing the first 50" in page


def test_every_derived_table_prize_list_and_goods_has_words():
    wanted = set()
    for book in all_books().values():
        for event in book.event.values():
            wanted |= {f"ui.derived.{name}" for name in event.ranking.derived}
            wanted |= {f"ui.derived-total.{table.kind}" for table in event.ranking.derived.values()}
            for name, prizes in event.prizes.lists.items():
                wanted.add(f"ui.prize-list.{name}")
                for goods in prizes.goods:
                    assert goods_name("zh", goods) != goods
    assert len(wanted) > 5
    for language in LANGUAGES:
        assert sorted(wanted - set(catalogue(language))) == []


MONEY = [
    ("en", "RM 12500", "RM 12,500"),
    ("ms", "RM 12.5", "RM 12.50"),
    ("zh", "a prize", "a prize"),
]


@pytest.mark.parametrize(("language", "amount", "shown"), MONEY)
def test_amounts_by_language(language, amount, shown):
    assert money(language, amount) == shown


def test_live_boards_say_when_there_are_none(demo):
    client, _ = demo
    page = client.get("/c/demo/live-boards").text
    assert complaints(page) == []
    assert "No boards are live now" in page
