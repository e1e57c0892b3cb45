"""A penalty and a lot, each in one sentence with names as the reader reads them."""

import pytest

from qipan.i18n.why_lot import lot_sentence
from qipan.i18n.why_penalty import penalty_sentence
from qipan.journal.state import Penalty, PenaltyKind, Punished
from qipan.kernel.ids import EntrantId
from qipan.kernel.lots import SECRET_BYTES, draw

WHO = EntrantId("e1")
LATE = Punished(WHO, "disturbance", "7.4", (Penalty(PenaltyKind.WARNING),), round=3)


@pytest.mark.parametrize(
    ("language", "name", "times", "sentence"),
    [
        ("en", "", 1, "You receive warning: disturbance; in round 3 (MY 7.4)."),
        (
            *("en", "Lin Haoran", 2),
            "Lin Haoran receives warning: disturbance; in round 3; for the 2nd time (MY 7.4).",
        ),
        ("zh", "林浩然", 2, "林浩然受到处罚（警告）：干扰比赛；第3轮；第2次（MY 7.4）。"),
    ],
)
def test_a_penalty_says_what_for_when_and_how_often(language, name, times, sentence):
    given = {"en": ["warning"], "zh": ["警告"]}[language]
    assert str(penalty_sentence(language, LATE, given, times, "MY 7.4", name)) == sentence


def test_a_lot_names_people_and_keys_in_the_order_drawn():
    people = draw("tie", ("e1", "e2", "e3"), b"x" * SECRET_BYTES)
    names = {EntrantId(who): f"Name {who[1]}" for who in people.order}
    first, second, third = (names[EntrantId(who)] for who in people.order)
    assert lot_sentence("en", "tie-3-0a1b2c3d", people, names) == (
        f"Lot (place 3): the order drawn is {first}, {second} and {third}."
    )
    keys = draw("finalists", ("wins", "opponents-score"), b"y" * SECRET_BYTES)
    told = lot_sentence("en", "finalists", keys, {})
    assert told.startswith("Lot (order of the tie-breaks for the finalists): ")
    assert "wins" in told
    assert "opponents-score" not in told


def test_of_many_who_were_drawn_the_first_are_named():
    many = draw("numbers", tuple(f"e{n}" for n in range(20)), b"z" * SECRET_BYTES)
    names = {EntrantId(who): f"Name-{who}" for who in many.candidates}
    told = lot_sentence("en", "numbers", many, names)
    assert told.count("Name-") == 3
    assert "of 20 drawn" in told
