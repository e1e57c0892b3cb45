"""Every stored question about shengji gets the stored answer."""

import json

import pytest

from qipan.cli.tools.game.shengji import rule
from vectors import kept, vectors

ASKED = {
    "decompose": {"shape"},
    "follow": {"legal"},
    "trick": {"winner_index", "points"},
    "throw": {"ok", "played", "penalty_points"},
    "levels": {"banker_gain", "defender_gain", "defenders_take_bank"},
    "bottom_multiplier": {"multiplier"},
    "bottom_points": {"change_of_defender_points"},
    "follow_count": {"distinct_plays", "legal_plays"},
}
CARDS = ("cards", "hand", "lead", "play", "played", "last_trick")
"""Written as one text where the repository keeps them; lists of these: ``plays``, ``others``."""


def kept_cases():
    for line in kept("games", "shengji.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        for key, value in case.items():
            if key in CARDS:
                case[key] = value.split() if isinstance(value, str) else value
            elif key in ("plays", "others"):
                case[key] = [each.split() if isinstance(each, str) else each for each in value]
        yield case


def whole_cases():
    lines = vectors("shengji.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize(
    ("source", "number"), [(kept_cases, 148), (whole_cases, 287)], ids=["kept", "whole"]
)
def test_all_stored_questions(source, number):
    cases = list(source())
    wrong = []
    for case in cases:
        fields = ASKED[case["kind"]]
        found = rule({key: value for key, value in case.items() if key not in fields})
        if {key: found[key] for key in fields} != {key: case[key] for key in fields}:
            wrong.append((case, found))
    assert (wrong, len(cases)) == ([], number)
    assert {case["kind"] for case in cases} == set(ASKED)
