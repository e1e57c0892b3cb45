"""Events of a reference engine taken over after round three and finished: the same rounds.

A sample of what is kept in the repository runs with the tests; ``make oracles`` takes all of the
whole set (250 tournaments) where it lies beside the project.
"""

import os

import pytest

from conformance.tournaments import read_tournaments
from oracles.taken_events import differences
from qipan.wiring import simulated_office
from vectors import kept, vectors

LONG = bool(os.environ.get("QIPAN_ORACLES"))
SAMPLE = 9


def test_a_sample_taken_over_after_round_three_goes_on_as_the_engine_did():
    found = read_tournaments(kept("pairing", "dutch-2026.txt"))
    rounds = 0
    for each in found if LONG else found[::SAMPLE]:
        count, wrong = differences(simulated_office(1), each.report().encode(), f"{each.name}.trf")
        assert wrong == []
        rounds += count
    assert rounds > 20


if LONG:

    @pytest.mark.parametrize("part", range(10))
    def test_every_tournament_of_the_whole_set(part):
        files = sorted(vectors("trf").glob("*.trf"))
        assert len(files) >= 250
        wrong = []
        for path in files[part::10]:
            wrong += differences(simulated_office(1), path.read_bytes(), path.name)[1]
        assert wrong == []
