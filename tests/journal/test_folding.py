"""Folding: pure from the outside, the same in one go and step by step."""

from copy import deepcopy

from hypothesis import given
from hypothesis import strategies as st

from desk.event import DRAW, FIRST, HOME, WOMEN, next_round, numbered, play_out, record
from qipan.journal.events import opened as read_event
from qipan.journal.folding import fold
from qipan.office.office import stream_of
from qipan.simulation.event import simulate
from qipan.wiring import simulated_office


def events(office, home=HOME):
    return [read_event(each) for each in office.around.log.read(stream_of(home))]


def test_one_go_equals_step_by_step():
    office = numbered("abcde")
    play_out(office, DRAW)
    found = events(office)
    state = None
    for event in found:
        state = fold([event], state)
    assert state == fold(found) == office.state(HOME)


@given(st.integers(0, 200))
def test_folding_on_leaves_the_old_state_alone(cut):
    found = EVENTS
    cut = min(cut, len(found))
    early = fold(found[:cut])
    kept = deepcopy(early)
    assert fold(found[cut:], early) == fold(found)
    assert early == kept


def _events():
    office = simulated_office(3)
    simulate(office, "wx-14", "women", entries=6, seed=3)
    return events(office, "simulation")


EVENTS = _events()


def test_the_office_caches_but_never_lies():
    office = numbered("abcd")
    next_round(office)
    before = office.state(HOME)
    record(office, 1, 1, FIRST)
    assert before.sections[WOMEN].rounds[0].results == {}
    assert office.state(HOME).sections[WOMEN].rounds[0].results[1].score == FIRST
    fresh = fold(events(office))
    assert office.state(HOME) == fresh
