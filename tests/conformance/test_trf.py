"""Every recorded round of the whole set of reference data, paired again, and reports with faults.

What proves the most of it is kept in the repository: see ``test_pairing``.
"""

import pytest

from qipan.formats.trf import decode, read_trf
from qipan.formats.trf.check import check, pairs_of
from qipan.formats.trf.faults import demand_sound
from qipan.formats.trf.walk import field_before
from qipan.kernel.errors import BadInput
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
