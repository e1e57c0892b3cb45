"""The demo: a small competition with two rounds played and the third under way."""

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.results.commands import RecordResult
from qipan.desk.rounds.commands import PublishRound
from qipan.journal.people import Person
from qipan.kernel.ids import BoardNo, CompetitionId, RoundNo, SectionId
from qipan.kernel.points import Points
from qipan.kernel.results import Score
from qipan.office.office import Office

DEMO = CompetitionId("demo")
PEOPLE = (
    ("陈红棋", "Chan Hung Kei", "MAS"),
    ("林小炮", "Lin Xiao Pao", "SGP"),
    ("Ngựa Thị Tốt", "", "VIE"),
    ("Rook, Anna", "", "GER"),
    ("車車", "Kuruma", "JPN"),
    ("ม้า หมากรุก", "Ma Makruk", "THA"),
)
"""Pieces, not people: nobody of these names plays."""
RESULTS = ((2, 0), (1, 1), (0, 2))


def make_demo(office: Office) -> None:
    """Make a small competition with two rounds played and the third under way."""
    if DEMO in office.competitions():
        return
    section = SectionId("women")
    office.create(DEMO, "demo", "Demo · 演示赛", "wx-14")
    women = OpenSection(section=section, title="女子组 Women", under="women")
    office.carry_out(DEMO, "demo", women)
    for name, latin, unit in PEOPLE:
        office.enter(DEMO, section, "demo", Newcomer(Person(name=name, latin=latin), None, unit))
    office.carry_out(DEMO, "demo", CloseEntries(section=section))
    office.commit_lot(DEMO, section, "demo")
    office.draw_numbers(DEMO, section, "demo", ("demo",))
    for number in (1, 2, 3):
        office.pair(DEMO, section, "demo")
        office.carry_out(DEMO, "demo", PublishRound(section=section, round=RoundNo(number)))
        for board in range(1, 4 if number < 3 else 2):
            first, second = RESULTS[(number + board) % 3]
            office.carry_out(
                DEMO,
                "demo",
                RecordResult(
                    section=section,
                    round=RoundNo(number),
                    board=BoardNo(board),
                    score=Score((Points(first), Points(second))),
                ),
            )
