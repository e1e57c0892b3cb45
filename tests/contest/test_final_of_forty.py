"""GM 6.1.2(5) and 6.2.1: five of each section and period go to the final, forty in all."""

from qipan.desk.competition import OpenSection
from qipan.desk.entries.newcomer import Newcomer
from qipan.journal.closing import StandingsApproved
from qipan.journal.envelope import Batch
from qipan.journal.events import fresh
from qipan.journal.people import Person
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.office.advancement import advance, coming
from qipan.wiring import simulated_office

FINAL = CompetitionId("final")
BORN = {"open": "1999", "junior": "2010"}
AGAIN = "open 1-2"
"""Second of the first period; plays the second period too, and is first there."""


def period(office, number):
    """One period with both sections played and approved, in the order of entry."""
    home = CompetitionId(f"period-{number}")
    office.create(home, "t", home, "gm-2025")
    for group, born in BORN.items():
        options = {"period": number, "group": group, "year": 2025, "qualified": "elsewhere"}
        opened = OpenSection(section=SectionId(group), title=group, under="entry", options=options)
        office.carry_out(home, "t", opened)
        names = [f"{group} {number}-{place}" for place in range(1, 9)]
        if group == "open" and number == 2:
            names = [AGAIN, *names]
        people = [Newcomer(Person(name=name, birth=born)) for name in names]
        state = office.enter_all(home, SectionId(group), "t", people)
        places = tuple((who, at) for at, who in enumerate(state.sections[group].entrants, 1))
        event = StandingsApproved(section=SectionId(group), places=places)
        batch = Batch(
            f"competition/{home}", state.version, "t", "2025-09-01T00:00:00+00:00", (fresh(event),)
        )
        office.around.log.append(batch)


def played():
    office = simulated_office(5)
    for number in (1, 2, 3, 4):
        period(office, number)
    office.create(FINAL, "t", "Final", "gm-2025")
    for group in BORN:
        opened = OpenSection(
            section=SectionId(group),
            title=group,
            under="final",
            options={"group": group, "year": 2025},
        )
        office.carry_out(FINAL, "t", opened)
    return office


def test_forty_go_on_and_who_is_in_already_passes_the_place_down():
    office = played()
    entered = [who for group in BORN for who in advance(office, FINAL, SectionId(group), "t")]
    assert len(entered) == 40
    state = office.state(FINAL)
    names = {
        group: [person.name for person in office.names(state.sections[SectionId(group)]).values()]
        for group in BORN
    }
    assert names["junior"] == [
        f"junior {number}-{place}" for number in (1, 2, 3, 4) for place in range(1, 6)
    ]
    second = [name for name in names["open"] if name.startswith("open 2-")]
    assert second == [f"open 2-{place}" for place in range(1, 6)]
    assert names["open"].count(AGAIN) == 1


def test_a_second_time_nobody_is_entered():
    office = played()
    assert len(advance(office, FINAL, SectionId("open"), "t")) == 20
    assert coming(office, FINAL, SectionId("open")) == []
    assert advance(office, FINAL, SectionId("open"), "t") == []
