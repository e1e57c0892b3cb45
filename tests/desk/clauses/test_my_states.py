"""MY 12 and VI-3.5: states, not units; who withdrew before the event is not bound by it."""

import json

import pytest

from desk.clauses.my_events import BOOK
from desk.entry_desk import Desk, refused
from qipan.desk.entries.commands import CloseEntries, RegisterUnit, WithdrawEntrant


def unit(desk, name, state, kind="direct"):
    desk.do(RegisterUnit(unit=name, kind=kind, dues_paid=True, state=state))
    return name


def before(licence="MAS-1", **more):
    desk = Desk(BOOK, "individual")
    who = desk.enter(unit(desk, "Penang Assoc", "Penang"), 1600, licence=licence, **more)
    return desk, who


def later(desk, event="youth", home="later"):
    return Desk(BOOK, event, home=home, office=desk.office)


YOUNG = {"born": "2000", "licence": "MAS-1"}


def test_my_12_another_unit_of_the_same_state_is_free():
    desk, _ = before()
    youth = later(desk)
    assert youth.enter(unit(youth, "Penang Georgetown Club", "Penang"), **YOUNG)


def test_my_12_a_unit_of_another_state_is_refused():
    desk, _ = before()
    youth = later(desk)
    perak = unit(youth, "Ipoh Club", "Perak")
    facts = refused(youth, "entry.other-unit", "MY 12", lambda: youth.enter(perak, **YOUNG))
    assert facts == {"unit": "Ipoh Club", "before": "Penang"}


def test_my_12_an_entry_withdrawn_before_the_event_does_not_bind():
    desk, who = before()
    desk.do(WithdrawEntrant(section=desk.section, entrant=who))
    youth = later(desk)
    assert youth.enter(unit(youth, "Ipoh Club", "Perak"), **YOUNG)


def test_my_12_the_open_is_bound_and_binds():
    desk, _ = before()
    everybody = later(desk, "open")
    perak = unit(everybody, "Ipoh Club", "Perak")
    refused(everybody, "entry.other-unit", "MY 12", lambda: everybody.enter(perak, 1600, **YOUNG))
    assert everybody.enter(None, 1600, **YOUNG)
    other = {"born": "2000", "licence": "MAS-2"}
    everybody.enter(perak, 1600, **other)
    youth = later(desk, "youth", "third")
    penang = unit(youth, "Penang Assoc", "Penang")
    refused(youth, "entry.other-unit", "MY 12", lambda: youth.enter(penang, **other))


@pytest.mark.parametrize(("states", "held"), [(5, False), (6, True)])
def test_my_vi_3_5_six_states_not_six_units(states, held):
    desk = Desk(BOOK, "school-girls")
    for number in range(7):
        name = unit(desk, f"school {number}", f"state {number % states}")
        desk.enter(name, born="2010", tags=("female",))
    close = CloseEntries(section=desk.section)
    if held:
        assert desk.do(close).sections[desk.section].closed
    else:
        facts = refused(desk, "entry.too-few-units", "MY-VI 3.5", lambda: desk.do(close))
        assert (facts["units"], facts["least_units"]) == (5, 6)


def test_the_terminal_keeps_what_is_not_said(run):
    assert run("new", BOOK, "open", "--id", "cup")[0] == 0
    assert run("unit", "cup", "Ipoh Club", "--kind", "affiliate", "--dues")[0] == 0
    told = json.loads(run("unit", "cup", "Ipoh Club", "--state", "Perak", "--json")[1])
    assert told == {"unit": "Ipoh Club", "kind": "affiliate", "state": "Perak", "dues_paid": True}
