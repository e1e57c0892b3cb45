"""A sample of the kills that ``make soak`` makes a thousand of."""

from faults.kills import KINDS, kill_all

KILLS = 20


def test_what_was_acknowledged_before_a_kill_is_there():
    made, done, lost = kill_all(KILLS, seed=7)
    assert lost == 0
    assert made.total() == KILLS
    assert all(done[kind] for kind in KINDS)
