"""Every recorded round of the reference data, paired again."""

import pytest

from qipan.formats.trf import decode, read_trf
from qipan.formats.trf.check import check, pairs_of
from qipan.formats.trf.faults import demand_sound
from qipan.formats.trf.walk import field_before
from qipan.kernel.errors import BadInput, Impossible
from qipan.pairing.swiss.dutch import Edition, pair
from vectors import vectors


def load(path):
    return read_trf(decode(path.read_bytes()), path.name)


def answer(path):
    """Read an engine's answer: a count line, then pairs."""
    lines = path.read_text().split("\n")
    return frozenset(tuple(map(int, line.split())) for line in lines[1:] if line.strip())


def test_every_round_of_the_corpus():
    found = [check(load(path)) for path in sorted(vectors("trf").glob("*.trf"))]
    assert len(found) >= 250
    assert sum(each.rounds for each in found) >= 1865
    assert [(each.file, each.differences) for each in found if each.differences] == []
    assert {"kernel", "relaxed", "mid", "full"} <= {path for each in found for path in each.paths}


def test_large_fields():
    answers = sorted(vectors("trf-large").glob("*.round5.expected"))
    assert answers
    for expected in answers:
        file = load(expected.with_name(expected.name.replace(".round5.expected", ".trf")))
        assert pairs_of(pair(field_before(file, 5))) == answer(expected), expected.name


def test_generated_tournaments():
    found = [check(load(path)) for path in sorted(vectors("pairing").glob("rtg_*.trf"))]
    assert [each.file for each in found if each.differences] == []


def test_the_older_edition_differs_where_its_own_engine_does():
    files = sorted(vectors("pairing").glob("rtg_bbp6_*.trf"))
    found = [check(load(path), Edition.DUTCH_2017) for path in files]
    assert sum(each.rounds for each in found) == 210
    assert sum(len(each.differences) for each in found) == 24


@pytest.mark.parametrize("name", ["dutch_2025_C5", "dutch_2025_C9", "issue_7"])
def test_cases_by_criterion(name):
    file = load(vectors("pairing", f"{name}.input"))
    expected = answer(vectors("pairing", f"{name}.output.expected"))
    assert pairs_of(pair(field_before(file, file.played + 1))) == expected


def test_the_bye_counts_unplayed_games_only_where_the_bracket_closes_with_it():
    found = check(load(vectors("pairing", "c9_boundary.trf")))
    (difference,) = found.differences
    assert (difference.round, difference.engine) == (8, ((7, 0), (10, 8)))


def test_a_round_on_which_two_engines_of_the_older_edition_disagree():
    file = load(vectors("pairing", "py4swiss_vs_bbp5_seed6_round7.trf"))
    for edition in Edition:
        found = pairs_of(pair(field_before(file, 7, edition)))
        assert {(20, 18), (17, 14), (15, 23), (12, 11), (22, 0)} <= found


BAD = [
    # file, line, column
    ("incompatible_color.trf", 2, 132),
    ("incompatible_result.trf", 2, 132),
    ("incorrect_points.trf", 2, 81),
    ("missing_result.trf", 2, 132),
    ("too_many_results.trf", 2, 142),
]


@pytest.mark.parametrize(("name", "line", "column"), BAD)
def test_contradictions_are_named(name, line, column):
    with pytest.raises(BadInput) as caught:
        demand_sound(load(vectors("pairing", "tests", "data", name)))
    assert (caught.value.line, caught.value.column) == (line, column)


def test_an_unknown_record_is_kept_and_a_gap_in_the_numbers_allowed():
    kept = load(vectors("pairing", "tests", "data", "invalid_code.trf"))
    assert "101" in [each.code for each in kept.records]
    gap = load(vectors("pairing", "tests", "data", "missing_starting_number.trf"))
    assert (8, 0) in pairs_of(pair(field_before(gap, 1)))


@pytest.mark.parametrize("name", ["no_legal_pairings.trf", "no_legal_pairings_odd.trf"])
def test_impossible_rounds_name_who_blocks(name):
    file = load(vectors("pairing", "tests", "data", name))
    with pytest.raises(Impossible) as caught:
        pair(field_before(file, 4))
    assert caught.value.refusal.facts["blocking"]
