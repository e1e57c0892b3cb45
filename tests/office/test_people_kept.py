"""Names are beside the journal: whoever the journal may hold never loses theirs."""

from concurrent.futures import Future

import pytest

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.journal.people import Person
from qipan.kernel.errors import Refused, Unavailable
from qipan.wiring import simulated_office


@pytest.fixture
def office():
    found = simulated_office(1)
    found.create("c", "t", "C", "wx-14")
    options = {"entry_checks": False}
    command = OpenSection(section="women", title="W", under="women", options=options)
    found.carry_out("c", "t", command)
    return found


def answer_lost(office, monkeypatch):
    """Let the log store everything and then say that it did not answer."""
    submit = type(office.around.log).submit

    def lost(log, batch):
        submit(log, batch).result()
        future = Future()
        future.set_exception(Unavailable("journal", "did not answer"))
        return future

    monkeypatch.setattr(type(office.around.log), "submit", lost)


@pytest.mark.parametrize("way", ["enter", "enter_all"])
def test_an_answer_that_was_lost_costs_nobody_their_name(office, monkeypatch, way):
    answer_lost(office, monkeypatch)
    mei = Newcomer(Person(name="Mei"))
    with pytest.raises(Unavailable):
        getattr(office, way)("c", "women", "t", [mei] if way == "enter_all" else mei)
    monkeypatch.undo()
    section = office.state("c").sections["women"]
    assert [person.name for person in office.names(section).values()] == ["Mei"]


def test_nothing_is_kept_of_who_was_refused(office, monkeypatch):
    kept = []
    save = type(office.around.people).save
    monkeypatch.setattr(
        type(office.around.people),
        "save",
        lambda people, who, person: (kept.append(who), save(people, who, person))[1],
    )
    office.enter_all("c", "women", "t", [Newcomer(Person(name=name)) for name in ("A", "B", "C")])
    office.carry_out("c", "t", CloseEntries(section="women"))
    with pytest.raises(Refused):
        office.enter_all("c", "women", "t", [Newcomer(Person(name="An"))])
    assert len(office.around.people.find(kept)) == 3
    assert len(kept) == 4
