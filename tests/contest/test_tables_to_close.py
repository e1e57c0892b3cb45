"""A table whose game was decided elsewhere is closed, though nobody heard it the first time."""

import pytest

from contest.period import Period, at_once, shanghai

CLOSED = "contest.table-closed"


def seated(entrants=4):
    """A period whose first round stands open, and its tables."""
    period = Period().opened(entrants).planned().at("2026-03-07T14:00")
    return period, list(period.scheduler.tables)


def step_unheard(period):
    """One step at the desk; what the tables were to do reaches nobody."""
    facts = at_once(period.tables.facts(period.scheduler.tables, period.scheduler.others))
    return period.scheduler.step(period.time.now(), facts)


def annulled(period, names):
    return [period.hall.owner.room(each).table.annulled for each in names]


@pytest.mark.parametrize("killed", [True, False])
def test_a_round_is_lost_and_the_next_begins_at_one_moment(killed):
    period, first = seated()
    period.time.set(shanghai("2026-03-07T15:30"))  # nobody was there at the limit, 14:05
    step_unheard(period)
    assert len(period.section.rounds) == 2
    if killed:
        period = period.again()
    period.settle()
    assert annulled(period, first) == [CLOSED] * 2
    assert annulled(period, period.scheduler.tables) == [None] * 2
