"""Material to print: the demo with Chinese and Thai names, and a team event. No real people."""

from datetime import UTC, datetime

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries, EnterEntrant
from qipan.desk.rounds.commands import PublishRound
from qipan.formats.documents.material import Material
from qipan.host.demo import DEMO, make_demo
from qipan.journal.people import Person
from qipan.kernel.ids import CompetitionId, EntrantId, PersonId, RoundNo, SectionId
from qipan.office.document_material import Occasion, material_of
from qipan.wiring import open_house

WHEN = datetime(2026, 11, 15, 9, 30, tzinfo=UTC)
ADDRESS = "http://192.0.2.7:8000/c/demo/women"
UNITS = ("雪兰莪 Selangor", "กรุงเทพ Bangkok", "Johor", "霹雳 Perak")
THAI = "กขคงจ"
CHINESE = "車馬象士炮"


def demo(folder, staff=True) -> Material:
    """The material of the demo."""
    house = open_house(str(folder / "demo.sqlite"))
    make_demo(house.office)
    state = house.office.state(DEMO)
    section = state.sections[SectionId("women")]
    found = material_of(house.office, state, section, Occasion(staff, ADDRESS, WHEN))
    house.close()
    return found


def member(unit: int, at: int) -> Person:
    """Somebody of a team."""
    if unit == 1:
        return Person(f"หมาก {THAI[at]}", f"Mak {THAI.index(THAI[at]) + 1}")
    return Person(f"{CHINESE[unit]}{CHINESE[at]}", f"Piece {unit} {at}")


def teams(folder, paired=True) -> Material:
    """The material of a team event, by default with its first round paired and published."""
    house = open_house(str(folder / "teams.sqlite"))
    office, home, section = house.office, CompetitionId("cup"), SectionId("team")
    office.create(home, "t", "团体杯 Team Cup", "my-2018")
    options = {"entry_checks": False}  # entries on the organiser's word
    opened = OpenSection(section=section, title="Team", under="team", options=options)
    office.carry_out(home, "t", opened)
    for unit, name in enumerate(UNITS):
        people = tuple(PersonId(f"p-{unit}-{at}") for at in range(5))
        for at, person in enumerate(people):
            house.people.save(person, member(unit, at))
        entrant = EntrantId(f"e{unit + 1}")
        office.carry_out(
            home,
            "t",
            EnterEntrant(section=section, entrant=entrant, people=people, unit=name),
        )
    if paired:
        office.carry_out(home, "t", CloseEntries(section=section))
        if office.state(home).sections[section].order == ():
            office.commit_lot(home, section, "t")
            office.draw_numbers(home, section, "t")
        office.pair(home, section, "t")
        office.carry_out(home, "t", PublishRound(section=section, round=RoundNo(1)))
    state = office.state(home)
    found = material_of(house.office, state, state.sections[section], Occasion(True, ADDRESS, WHEN))
    house.close()
    return found
