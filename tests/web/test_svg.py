"""Pictures: well-formed, escaped, without styles, and saying what the values say."""

import xml.etree.ElementTree as ET

import pytest

from qipan.web.shared.svg.lines import Series, place_lines
from qipan.web.shared.svg.markup import fitted, tag, width_of
from qipan.web.shared.svg.pairing import Pair, PairedPlayer, pairing_picture
from qipan.web.shared.svg.progress import boards_done
from qipan.web.shared.svg.qr import qr
from qipan.web.shared.svg.tree import Tie, TreeSide, bracket, crossing

EVIL = '<script>"&'
NS = "{http://www.w3.org/2000/svg}"


def parsed(text):
    return ET.fromstring(text)


def found(picture, name, kind=None):
    return [
        each
        for each in picture.iter(NS + name)
        if kind is None or kind in each.get("class", "").split()
    ]


def said(picture, kind=None):
    return ["".join(each.itertext()) for each in found(picture, "text", kind)]


def semi(name, a, b, winner=None):
    return Tie(name, 0, (TreeSide(a, winner == 0, "1"), TreeSide(b, winner == 1, "0")))


TREE = [
    semi("4/1", "梅", EVIL, 0),
    semi("4/2", "竹", "菊"),
    Tie(
        "third",
        1,
        (TreeSide("", source="4/1", loser=True), TreeSide("", source="4/2", loser=True)),
        "3rd",
    ),
    Tie("2/1", 1, (TreeSide("梅", source="4/1"), TreeSide("", source="4/2"))),
]
PAIRS = [
    Pair(1, (PairedPlayer("a", 3, 0, "1"), PairedPlayer("b", 3, 1, "2"))),
    Pair(2, (PairedPlayer("d", 2, 0, "1"), PairedPlayer("c", 3, 1, "2")), "/why?x=1&y=2"),
    Pair(3, (PairedPlayer("e", 2, 0, "1"), PairedPlayer(EVIL, 2, 1, "2"))),
]
PICTURES = {
    "bracket": lambda: bracket(TREE, ["Semi", "Final"], EVIL),
    "cross-over": lambda: crossing(TREE, ["Semi", "Final"], EVIL),
    "lines": lambda: place_lines([Series(EVIL, (1, None, 3))], (1, 2, 3), EVIL),
    "no lines": lambda: place_lines([], (), EVIL),
    "one round": lambda: place_lines([Series("a", (1,)), Series("b", (1,))], (1,), EVIL),
    "pairing": lambda: pairing_picture(PAIRS, {3: EVIL, 2: "1"}, EVIL),
    "no pairing": lambda: pairing_picture([], {}, EVIL),
    "progress": lambda: boards_done([(1, True), (2, False)], EVIL),
    "no progress": lambda: boards_done([], EVIL),
    "qr": lambda: qr("http://hall.example/c/x?a=1&b=2", EVIL),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_well_formed_escaped_and_named(name):
    text = PICTURES[name]()
    picture = parsed(text)
    assert picture.get("aria-label") == EVIL
    assert picture.find(f"{NS}title").text == EVIL
    assert "<script" not in text
    assert "style" not in text
    width, height = (int(each) for each in picture.get("viewBox").split()[2:])
    assert (width, height) == (int(picture.get("width")), int(picture.get("height")))


def test_a_bracket_puts_winners_between_their_matches():
    picture = parsed(bracket(TREE, ["Semi", "Final"], "tree"))
    tops = [int(box.get("y")) for box in found(picture, "rect", "box")]
    first, second, third, final = tops
    assert final == (first + second) // 2
    assert third > final
    assert len(found(picture, "path", "feed")) == 4
    assert len(found(picture, "path", "loser")) == 2
    assert said(picture, "won") == ["梅", "1"]
    assert "3rd" in said(picture, "soft")


def test_a_free_pass_does_not_move_the_others():
    ties = [semi("8/1", "a", "b", 0), Tie("4/1", 1, (TreeSide("a", source="8/1"), TreeSide("c")))]
    ties += [semi("8/2", "d", "e"), Tie("4/2", 1, (TreeSide("", source="8/2"), TreeSide("f")))]
    ties += [Tie("2/1", 2, (TreeSide("", source="4/1"), TreeSide("", source="4/2")))]
    picture = parsed(bracket(ties, [], "tree"))
    boxes = [
        (int(box.get("x")), int(box.get("y")), int(box.get("width")), int(box.get("height")))
        for box in found(picture, "rect", "box")
    ]
    for at, (x, y, wide, high) in enumerate(boxes):
        for left, top, *_ in boxes[at + 1 :]:
            assert left >= x + wide or x >= left + wide or abs(top - y) >= high


def test_lines_put_the_first_place_on_top_and_part_the_names():
    series = [Series("a", (2, 1)), Series("b", (1, 2), href="/b"), Series("c", (1, 2))]
    picture = parsed(place_lines(series, (1, 2), "places"))
    runs = [each.get("d") for each in found(picture, "path", "run")]
    (_, two), (_, one) = (point.split() for point in runs[0].removeprefix("M").split(" L"))
    assert int(one) < int(two)
    heights = [int(each.get("y")) for each in found(picture, "text", "name")]
    assert min(abs(a - b) for a in heights for b in heights if a != b) >= 18
    assert len(set(heights)) == 3
    assert said(picture, "name") == ["1. a", "2. b", "2. c"]
    assert found(picture, "a")[0].get("href") == "/b"


def test_the_line_of_one_person_needs_no_name_and_fits_a_phone():
    picture = parsed(
        place_lines([Series("a name of a length", (3, 1, None, 2))], (1, 2, 3, 4), "x")
    )
    assert said(picture, "name") == ["2"]
    wide = int(picture.get("viewBox").split()[2])
    assert wide <= 480
    assert all(int(each.get("cx")) < wide - 20 for each in found(picture, "circle"))


def test_a_pairing_shows_groups_floats_and_sides():
    picture = parsed(pairing_picture(PAIRS, {3: "1½ points", 2: "1 point"}, "round"))
    assert said(picture, "head") == ["1½ points", "1 point"]
    floats = found(picture, "line", "float")
    assert len(floats) == 1
    assert int(floats[0].get("y2")) > int(floats[0].get("y1"))
    assert len(found(picture, "line", "meet")) == 2
    level = found(picture, "line", "meet")[0]
    assert level.get("y1") == level.get("y2")
    assert said(picture, "number") == ["1", "2", "3"]
    assert len(found(picture, "circle", "first")) == len(found(picture, "rect", "second")) == 3
    rows = {(each.get("x"), each.get("y")) for each in found(picture, "text", "name")}
    assert len(rows) == 6


def test_progress_fills_what_is_finished():
    picture = parsed(boards_done([(n, n <= 15) for n in range(1, 42)], "15 of 41"))
    assert len(found(picture, "rect", "done")) == 15
    assert len(found(picture, "rect", "open")) == 26
    assert said(picture)[-1] == "41"


def test_a_code_differs_by_address_and_is_square():
    one, two = (qr(f"http://hall.example/{n}", "code") for n in (1, 2))
    assert one != two
    assert parsed(one).get("width") == parsed(one).get("height")


WIDTHS = [("", 0), ("ab", 18), ("棋盘", 30), ("é", 9), ("e\u0301", 9), ("ก็", 9)]


@pytest.mark.parametrize(("text", "width"), WIDTHS)
def test_widths(text, width):
    assert width_of(text) == width


def test_long_names_are_shortened_and_kept_whole_in_the_title():
    assert fitted("abc", 27) == "abc"
    assert fitted("abcdef", 36) == "abc…"
    name = "A very long name of a player that nobody could fit into a box"
    picture = parsed(bracket([Tie("2/1", 0, (TreeSide(name), TreeSide("b")))], [], "tree"))
    (box,) = [each for each in found(picture, "text") if each.find(f"{NS}title") is not None]
    assert box.find(f"{NS}title").text == name


def test_attributes_are_spelt_for_svg():
    assert (
        tag("rect", class_="a", stroke_width=2, href=None) == '<rect class="a" stroke-width="2"/>'
    )
