"""What a small field means for the rounds is said when entries are closed (MY 4.2)."""

import json

import pytest


@pytest.mark.parametrize(
    ("players", "said"),
    [(8, "beside the final, the last round will be paired by hand"), (10, "the results decide"),
     (12, "")],
)  # fmt: skip
def test_my_4_2_a_small_field_is_told_what_the_last_round_may_come_to(run, players, said):
    run("new", "my-2018", "individual", "--id", "c", "--set", "entry_checks=false")
    run("enter", "c", *(f"P{number}" for number in range(players)))
    notes = json.loads(run("pair", "c", "--json")[1])["notes"]
    assert (said in " ".join(notes)) if said else notes == []
