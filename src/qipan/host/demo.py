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


MORE = (
    # id, title, regulation, event, section, relaxed, entrants
    ("gomoku-online", "五子棋网络赛 · Online gomoku", "gm-2025", "entry", "open", True, 10),
    ("penang-open", "槟城象棋公开赛 · Penang Open", "my-2018", "individual", "open", True, 12),
    ("campus-xiangqi", "校园象棋 · Campus xiangqi", "un-games", "xiangqi", "staff", False, 8),
    ("campus-checkers", "校园跳棋 · Campus checkers", "un-games", "checkers", "staff", False, 12),
)
FAMILY = ("Tan", "Lim", "Wong", "Chai", "Nguyen", "Lee", "Ong", "Siew", "Teoh", "Yap", "Koh", "Foo")
GIVEN = ("Pawn", "Rook", "Horse", "Stone", "Point", "Knight", "Guard", "Marble", "Cannon", "Star")


def make_more_demo(office: Office) -> None:
    """Make further small competitions of other games, each once."""
    for home, title, book, event, section, relaxed, entrants in MORE:
        if home in office.competitions():
            continue
        _make_one(office, CompetitionId(home), title, (book, event, section), relaxed)
        _fill_and_play(office, CompetitionId(home), SectionId(section), entrants)


def _make_one(
    office: Office, home: CompetitionId, title: str, place: tuple[str, str, str], relaxed: bool
) -> None:
    book, event, section = place
    office.create(home, "demo", title, book)
    options = {"entry_checks": False} if relaxed else {}
    opened = OpenSection(section=SectionId(section), title=title, under=event, options=options)
    office.carry_out(home, "demo", opened)


def _fill_and_play(office: Office, home: CompetitionId, section: SectionId, entrants: int) -> None:
    """Enter invented people and publish the first round, which is under way."""
    for number in range(entrants):
        name = f"{FAMILY[number % len(FAMILY)]} {GIVEN[number % len(GIVEN)]}"
        office.enter(home, section, "demo", Newcomer(Person(name=name), None, f"Club {number + 1}"))
    office.carry_out(home, "demo", CloseEntries(section=section))
    office.commit_lot(home, section, "demo")
    office.draw_numbers(home, section, "demo", ("demo",))
    office.pair(home, section, "demo")
    office.carry_out(home, "demo", PublishRound(section=section, round=RoundNo(1)))
