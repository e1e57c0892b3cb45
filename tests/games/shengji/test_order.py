"""How cards rank, and what they are made of."""

import pytest

from qipan.games.shengji.cards import PACK, card_names, points_in, read_cards
from qipan.games.shengji.order import TRUMP, read_order
from qipan.games.shengji.shapes import parts_of, shape_of
from qipan.kernel.errors import BadInput

ORDERS = [
    # trump, level, trumps from low to high (equal ones in one group)
    ("H", "5", "H2|H3|H4|H6|H7|H8|H9|H10|HJ|HQ|HK|HA|S5 D5 C5|H5|LJ|BJ"),
    (None, "A", "SA HA DA CA|LJ|BJ"),
]


@pytest.mark.parametrize(("trump", "level", "wanted"), ORDERS)
def test_trumps_from_low_to_high(trump, level, wanted):
    how = read_order(trump, level)
    heights = {}
    for card in sorted(set(PACK)):
        if how.suit_of(card) == TRUMP:
            heights.setdefault(how.height(card), []).append(card)
    found = [" ".join(card_names(cards)) for _, cards in sorted(heights.items())]
    assert found == wanted.split("|")


SHAPES = [
    ("H", "5", "S4 S4 S6 S6", (2,)),
    ("H", "5", "S3 S3 S5 S5", None),
    ("H", "5", "HA HA S5 S5 H5 H5 LJ LJ BJ BJ", (5,)),
    ("H", "5", "S5 S5 D5 D5 C5 C5", (1, 1, 1)),
    (None, "5", "S5 S5 LJ LJ BJ BJ D5 D5", (3, 1)),
    ("H", "2", "SA SA SK SQ SQ", (1, 1, 0)),
    ("S", "A", "HK HK HQ HQ HJ", (2, 0)),
    ("S", "2", "BJ LJ", (0, 0)),
]


@pytest.mark.parametrize(("trump", "level", "text", "shape"), SHAPES)
def test_shape(trump, level, text, shape):
    how, found = read_order(trump, level), read_cards(text.split())
    if shape is None:
        assert how.only_suit(found) is None
    else:
        assert shape_of(parts_of(how, found)) == shape


def test_two_packs_hold_200_points():
    assert (len(PACK), points_in(PACK)) == (108, 200)


@pytest.mark.parametrize("text", ["S1", "SJJ", "X5", "s5", "", "S5 S5 S5"])
def test_no_card(text):
    with pytest.raises(BadInput):
        read_cards(text.split(" "))
