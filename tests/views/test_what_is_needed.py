"""What a player needs: never a promise that the end breaks, in whole tournaments."""

from dataclasses import replace

import pytest

from qipan.sections.places import crosstable, places
from qipan.simulation.event import HOME, simulate
from qipan.views.what_is_needed import race_of, what_is_needed
from qipan.wiring import simulated_office


def promises(entries, seed):
    """Look at everybody after every round of a tournament of eight; gives what was said."""
    office = simulated_office(seed)
    simulate(office, "gm-2025", "entry", entries=entries, seed=seed)
    state = office.state(HOME)
    (section,) = state.sections.values()
    place = {row.entrant: row.place for row in places(state, section).rows}
    final = crosstable(state, section).scores
    for number in range(1, len(section.rounds)):
        then = replace(section, rounds=section.rounds[:number], approved=None)
        scores, race = crosstable(state, then).scores, race_of(state, then)
        for who in section.order:
            said = what_is_needed(race, who)
            if said is not None:
                yield said, place[who], final[who] - scores[who], number


@pytest.mark.parametrize(("entries", "seed"), [(12, 1), (17, 2), (30, 3)])
def test_who_is_said_to_go_on_does_and_who_cannot_does_not(entries, seed):
    seen = set()
    for said, place, gained, number in promises(entries, seed):
        seen.add(said.state)
        assert said.most == 5
        assert said.left == 8 - number
        if said.state == "through":
            assert place <= 5
        if said.state == "out":
            assert place > 5
        if said.state == "certain" and gained >= int(said.gain):
            assert place <= 5
    assert {"open", "out"} <= seen
    assert seen & {"certain", "through"}


def test_nothing_is_said_before_the_first_round_and_where_nobody_goes_on():
    office = simulated_office(1)
    simulate(office, "wx-14", "women", entries=6, seed=1)
    state = office.state(HOME)
    (section,) = state.sections.values()
    assert race_of(state, section) is None
