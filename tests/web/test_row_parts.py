"""Tables of thousands of rows: every row in exactly one part, each at an address of its own."""

import re

import pytest

from qipan.desk.roles import Role
from qipan.web.shared.long_lists import row_parts
from qipan.web.shared.long_lists.row_parts import asked_part, row_part, rows_around
from web.accessibility import complaints
from web.site import WOMEN, sign_in_as, site

LINKED = re.compile(r'<nav class="parts".*?</nav>', re.DOTALL)


@pytest.fixture
def parts(monkeypatch):
    """Parts of two rows, in tables of more than four."""
    monkeypatch.setattr(row_parts, "WHOLE", 4)
    monkeypatch.setattr(row_parts, "SIZE", 2)


@pytest.mark.parametrize("count", [0, 1, 499, 500, 501, 2000, 2001, 2500, 10_000])
def test_every_row_is_in_one_part(count):
    rows, first = range(count), row_part(range(count), 1)
    found = [each for number in range(first.count) for each in row_part(rows, number + 1).rows]
    assert found == list(rows)
    assert first.is_whole == (count <= 2000)


def test_a_part_beyond_the_last_is_the_last():
    assert row_part(range(2100), 99).rows == range(2000, 2100)


def test_links_name_the_first_the_last_and_those_around():
    linked = list(row_part(range(10_000), 10).linked())
    assert [number for number, _, _ in linked] == [1, 0, 8, 9, 10, 11, 12, 0, 20]
    assert linked[0] == (1, 1, 500)
    assert linked[-1] == (20, 9501, 10_000)


@pytest.mark.parametrize(
    ("text", "number"), [(None, 1), ("", 1), ("7", 7), ("0", 1), ("-3", 1), ("x", 1), ("9" * 9, 1)]
)
def test_a_number_in_an_address_may_be_anything(text, number):
    assert asked_part(text) == number


def test_of_thousands_those_around_one_are_given():
    assert rows_around(range(2000), 5) == (0, range(2000))
    assert rows_around(range(5000), 3000, near=2) == (2998, range(2998, 3003))
    assert rows_around(range(5000), 1, near=2) == (0, range(4))


def rows_of(page, table):
    """The rows of a table of a page, by its class."""
    found = re.search(rf'<table class="{table}".*?<tbody[^>]*>(.*?)</tbody>', page, re.DOTALL)
    return re.findall(r"<tr\b.*?</tr>", found[1], re.DOTALL)


PLACES = [  # address up to the number of a part, class of its table
    (f"{WOMEN}?lines=", "standings"),
    (f"{WOMEN}?lines=", "cross"),
    (f"{WOMEN}/names?part=", "names"),
]


@pytest.mark.parametrize(("address", "table"), PLACES)
def test_the_parts_of_a_page_make_the_whole(tmp_path_factory, monkeypatch, address, table):
    with site(tmp_path_factory.mktemp("whole")) as (client, _):
        whole = rows_of(client.get(f"{address}1").text, table)
    assert len(whole) == 6
    monkeypatch.setattr(row_parts, "WHOLE", 4)
    monkeypatch.setattr(row_parts, "SIZE", 2)
    with site(tmp_path_factory.mktemp("parts")) as (client, _):
        found = [rows_of(client.get(f"{address}{number}").text, table) for number in (1, 2, 3)]
    assert [len(each) for each in found] == [2, 2, 2]
    assert [row for part in found for row in part] == whole


def test_pairings_come_by_parts_of_their_own(tmp_path, monkeypatch):
    monkeypatch.setattr(row_parts, "WHOLE", 2)
    monkeypatch.setattr(row_parts, "SIZE", 2)
    with site(tmp_path) as (client, _):
        first = client.get(f"{WOMEN}?lines=3").text
        second = client.get(f"{WOMEN}?boards=2&lines=3").text
    assert [len(rows_of(page, "pairings")) for page in (first, second)] == [2, 1]
    assert "boards=2#pairings" in LINKED.search(first)[0]
    assert rows_of(first, "standings") == rows_of(second, "standings")


@pytest.mark.parametrize("page", ["", "/names", "/desk/entries", "/desk/standings"])
def test_every_part_can_be_reached_by_links(tmp_path, parts, page):
    with site(tmp_path) as (client, _):
        sign_in_as(client, Role.CHIEF_ARBITER)
        seen, queue = {}, [f"{WOMEN}{page}"]
        while queue:
            address = queue.pop()
            text = client.get(address).text
            assert complaints(text) == []
            seen[address] = set(re.findall(r'(?:player/|data-entrant=")(e\d+)', text))
            links = "".join(LINKED.findall(text))
            queue += [
                each
                for each in re.findall(r'href="([^"#]+)', links.replace("&amp;", "&"))
                if each not in {*seen, *queue}
            ]
    assert set().union(*seen.values()) >= {f"e{number}" for number in range(1, 7)}
    assert len(seen) > 3


def test_entries_are_searched_over_all_parts(tmp_path, parts):
    with site(tmp_path) as (client, _):
        sign_in_as(client, Role.CHIEF_ARBITER)
        found = client.get(f"{WOMEN}/desk/entries?q=rook").text
        none = client.get(f"{WOMEN}/desk/entries?q=nobody").text
    assert re.findall(r'data-entrant="(e\d+)"', found) == ["e4"]
    assert "data-entrant" not in none


def test_why_compares_with_the_first_and_those_around(tmp_path, monkeypatch):
    monkeypatch.setattr(row_parts, "WHOLE", 4)
    with site(tmp_path) as (client, _):
        page = client.get(f"{WOMEN}/why?a=e1").text
    offered = re.findall(r'<option value="(e\d+)"', page)
    assert sorted(offered) == ["e2", "e3", "e4", "e5", "e6"]
