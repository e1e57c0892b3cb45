"""Every stored question about shengji gets the stored answer."""

import json

from qipan.cli.tools.game.shengji import rule
from vectors import vectors

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


def test_all_stored_questions():
    lines = vectors("shengji.jsonl").read_text("utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    wrong = {}
    for case in cases:
        fields = ASKED[case["kind"]]
        found = rule({key: value for key, value in case.items() if key not in fields})
        if {key: found[key] for key in fields} != {key: case[key] for key in fields}:
            wrong[case["id"]] = found
    assert len(cases) > 280
    assert wrong == {}
