"""A small competition to test with: an office in memory, and steps towards a full event."""

from qipan.desk.competition import OpenSection
from qipan.desk.entries.commands import CloseEntries
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.results.commands import RecordResult
from qipan.desk.rounds.commands import PairRound, PublishRound
from qipan.journal.people import Person
from qipan.kernel.ids import BoardNo, CompetitionId, RoundNo, SectionId
from qipan.kernel.points import Points
from qipan.kernel.results import How, Score
from qipan.wiring import simulated_office

HOME = CompetitionId("cup")
WOMEN = SectionId("women")
FIRST, DRAW, SECOND = (Score((Points(a), Points(b))) for a, b in ((2, 0), (1, 1), (0, 2)))


def opened(names=(), office=None):
    """An office with an open section and these people in it."""
    office = office or simulated_office(1)
    office.create(HOME, "t", "Cup", "wx-14")
    do(office, OpenSection(section=WOMEN, title="Women", under="women"))
    for name in names:
        office.enter(HOME, WOMEN, "t", Newcomer(Person(name=name)))
    return office


def numbered(names="abcd", office=None):
    """The same with entries closed and numbers drawn."""
    office = opened(names, office)
    do(office, CloseEntries(section=WOMEN))
    office.commit_lot(HOME, WOMEN, "t")
    office.draw_numbers(HOME, WOMEN, "t")
    return office


def next_round(office):
    """Pair and publish."""
    state = do(office, PairRound(section=WOMEN))
    number = state.sections[WOMEN].current.number
    return do(office, PublishRound(section=WOMEN, round=number))


def record(office, number, board, score, how=How.PLAYED):
    """Record a result."""
    command = RecordResult(
        section=WOMEN, round=RoundNo(number), board=BoardNo(board), score=score, how=how
    )
    return do(office, command)


def play_out(office, score=FIRST):
    """Play the rounds that are left, every game with the same score."""
    state = office.state(HOME)
    while len(state.sections[WOMEN].rounds) < 3:
        state = next_round(office)
        current = state.sections[WOMEN].current
        for board in current.missing:
            state = record(office, current.number, board, score)
    return state


def do(office, command):
    """Carry a command out."""
    return office.carry_out(HOME, "t", command)


def section(office):
    """Give the section as it stands."""
    return office.state(HOME).sections[WOMEN]
