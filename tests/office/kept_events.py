"""Small Go events with the same people in each: entered, played and approved in no time."""

from random import Random

from qipan.desk.closing import ApproveStandings
from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.own_books.draft import content_text
from qipan.desk.own_books.ready import ready_regulation
from qipan.desk.particulars import DescribeCompetition
from qipan.desk.results.commands import RecordResult
from qipan.desk.rounds.commands import PublishRound
from qipan.journal.people import Person
from qipan.journal.state import NamedOfficial
from qipan.kernel.ids import CompetitionId, RoundNo, SectionId
from qipan.kernel.points import Points
from qipan.kernel.results import Score

OPEN = SectionId("open")
RANKS = ("3d", "1d", "2k", "4k", "7k", "9k")


def person(number):
    """Give somebody who is the same in every event, by their number."""
    names = ("Abe Yoko", "Bauer Jan", "Chen Le", "Dvorak Eva", "Eriksen Bo", "Fabre Lou")
    return Person(name=names[number], licence=f"N{number}", birth=f"{1990 + 4 * number}-01-01")


def an_event(
    office, home, dice, *, count=6, rounds=3, approved=True, people=person, unrated=(), ends=""
):
    """Hold an event, whoever wins by the dice."""
    home = CompetitionId(home)
    text = content_text(ready_regulation("mcmahon-handicap"))
    office.create(home, "t", f"Open {home}", "mcmahon-handicap", text=text)
    options = {"rounds": rounds, "bar": "1d", "floor": "9k"}
    office.carry_out(
        home, "t", OpenSection(section=OPEN, title="Open", under="open", options=options)
    )
    said = DescribeCompetition(
        starts=ends or "2026-05-01",
        ends=ends or "2026-05-03",
        officials=(
            NamedOfficial("Chief arbiter", "Gao Min"),
            NamedOfficial("Deputy chief arbiter", "Ho Lan"),
            NamedOfficial("Tea", "Ito Ken"),
        ),
    )
    office.carry_out(home, "t", said)
    for number in range(count):
        newcomer = Newcomer(people(number), 2300 - 200 * number, f"Club {number % 2}")
        rating = None if number in unrated else newcomer.rating
        newcomer = Newcomer(newcomer.person, rating, newcomer.unit, rank=RANKS[number % len(RANKS)])
        office.enter(home, OPEN, "t", newcomer)
    office.carry_out(home, "t", CloseEntries(section=OPEN))
    office.draw_numbers(home, OPEN, "t")
    for number in range(1, rounds + 1):
        office.pair(home, OPEN, "t")
        office.carry_out(home, "t", PublishRound(section=OPEN, round=RoundNo(number)))
        for table in office.state(home).sections[OPEN].rounds[-1].tables:
            score = Score(tuple(map(Points, dice.choice(((2, 0), (0, 2))))))
            place = {"section": OPEN, "round": RoundNo(number), "board": table.board}
            office.carry_out(home, "t", RecordResult(**place, score=score))
    if approved:
        office.carry_out(home, "t", ApproveStandings(section=OPEN))
    return home


def three_seasons(office, seed=28):
    """Hold four events."""
    dice = Random(seed)
    for name in ("spring", "summer", "autumn", "winter"):
        an_event(office, name, dice)
