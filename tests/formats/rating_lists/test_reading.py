"""Lists of federations: every form, own columns, and what a hostile file does."""

import io
import zipfile

import msgspec
import pytest

from formats.rating_lists.samples import AGA, AXF, EGD, FIDE_XML, fide
from qipan.desk.rating_lists import ListedPlayer
from qipan.formats.lists.apart import Limits
from qipan.formats.rating_lists.forms_read import form_of, read_form, said_form
from qipan.formats.rating_lists.reading import PAGE, ListBounds, read_here, read_rating_list
from qipan.kernel.errors import BadInput


def read(content, form=None):
    """Read in this process: what the child does."""
    wanted = msgspec.json.encode({"form": form, "most_rows": 1000, "most_bytes": 10**6}).decode()
    return read_here(content, "list", wanted, 0)


def test_every_form_is_told_by_its_content():
    assert [form_of(each) for each in (EGD, AGA, fide(), FIDE_XML, AXF.encode())] == [
        "egd", "aga", "fide", "fide-xml", "table",
    ]  # fmt: skip


def test_egd_aga_and_fide():
    [one, two, three] = read(EGD).players
    assert one == ListedPlayer(
        "19574643", "Abadi Jahin", country="FR", club="38GJ", rank="20k", rating=15
    )
    assert (two.rank, two.rating, three.name) == ("6d", 2662, "Müller Jan")
    assert [(each.id, each.rank, each.rating) for each in read(AGA).players] == [
        ("7241", "3d", None),
        ("99", "4k", None),
    ]
    rows = (
        ("35077023", "Kumar, Anand", "IND", "M", "", "", "1986"),
        ("10207538", "Amin, Dora", "BAN", "F", "WGM", "2240", "1974"),
    )
    [none, rated] = read(fide(rows)).players
    assert (none.rating, none.birth, none.sex) == (None, "1986", "m")
    assert rated == ListedPlayer(
        "10207538", "Amin, Dora", country="BAN", rating=2240, title="WGM", birth="1974", sex="f"
    )
    [listed] = read(FIDE_XML).players
    assert (listed.id, listed.name, listed.title, listed.rating) == ("5", "Li, Weiwei", "WGM", 2400)


def test_the_list_of_one_rate_of_play_has_the_month_over_its_ratings():
    text = fide((("1", "Amin, Dora", "BAN", "F", "", "2240", "1974"),)).decode()
    text = text.replace("SRtng", "NOV26").replace("RRtng", "     ").replace("BRtng", "     ")
    assert read(text.encode()).players[0].rating == 2240


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16"])
def test_a_national_list_by_its_headings(encoding):
    [one, two] = read(AXF.encode(encoding)).players
    assert (one.name, one.latin, one.rating, one.id) == ("王小天", "Wang Xiaotian", 2642, "X1")
    assert (two.name, two.country) == ("陈乐", "新加坡")


def test_own_columns_fixed_and_by_letters():
    fixed = b"00017 Tan Ah Kow     1650\n00018 Lim Bee        1700\nTotal 2\n"
    form = said_form(["id=1-5", "name=7-20", "rating=21-26"])
    assert [(x.id, x.name, x.rating) for x in read(fixed, form).players][:2] == [
        ("00017", "Tan Ah Kow", 1650),
        ("00018", "Lim Bee", 1700),
    ]
    table = b"Tan;17;1650\nLim;18;1700\n"
    form = said_form(["heading=0", "name=A", "id=B", "rating=C"])
    assert [(x.id, x.name, x.rating) for x in read(table, form).players] == [
        ("17", "Tan", 1650),
        ("18", "Lim", 1700),
    ]
    kept = read_form('{"kind": "fixed", "columns": {"name": ["1-9"]}}')
    assert kept.columns == {"name": ["1-9"]}


def test_a_row_without_a_name_or_with_an_id_that_came_before_is_left_out():
    found = read(b"name,id,rating\nTan,1,1500\n,2,1600\nLim,1,1700\n")
    assert [each.name for each in found.players] == ["Tan"]
    assert (found.left_out, [each.line for each in found.first_left]) == (2, [3, 4])


@pytest.mark.parametrize(
    "text",
    ["kind=spiral", "colour=B", "kind=lines", "nonsense", "scale=richter", "pattern=("],
)
def test_a_form_that_says_nothing_sensible_is_named(text):
    with pytest.raises(BadInput):
        said_form([text, "kind=lines"] if text == "pattern=(" else [text])


def packed(name, content):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as folder:
        folder.writestr(name, content)
    return held.getvalue()


def test_a_packed_list_is_unpacked_within_its_bounds():
    assert len(read(packed("players_list_foa.txt", fide())).players) == 1
    with pytest.raises(BadInput, match="unpacks to more"):
        read(packed("bomb.txt", b" " * 2_000_000))
    with pytest.raises(BadInput):
        read(b"PK\x03\x04 no folder")


def test_xml_that_declares_entities_is_refused():
    bomb = (
        b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
        b"<playerslist><player><name>&b;</name></player></playerslist>"
    )
    with pytest.raises(BadInput):
        read(bomb)


def test_a_child_reads_within_its_limits_and_an_endless_pattern_ends():
    assert len(read_rating_list(EGD, "egd", None).players) == 3
    slow = read_form('kind = "lines"\npattern = "(?P<name>(a+)+)b"')
    bounds = ListBounds(PAGE.bytes, PAGE.rows, Limits(cpu_seconds=1))
    with pytest.raises(BadInput, match="too much memory or time"):
        read_rating_list(b"a" * 60, "slow", slow, bounds)
    with pytest.raises(BadInput) as refused:
        read_rating_list(b"name\nAda\nBob\nCyd\n", "long", None, ListBounds(100, 2))
    assert refused.value.code == "list.too-many-rows"
    with pytest.raises(BadInput):
        read_rating_list(b"x" * 101, "big", None, ListBounds(100, 2))
