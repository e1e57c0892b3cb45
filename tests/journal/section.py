"""A section as its events make it, without any decision: for tests of what events add up to."""

from qipan.journal.competition import CompetitionCreated, SectionOpened
from qipan.journal.entries import EntrantEntered
from qipan.journal.event import Cause
from qipan.journal.folding import fold
from qipan.journal.results import GameRecorded, ResultRecorded
from qipan.journal.rounds import RoundPaired, RoundPublished
from qipan.journal.state import Table
from qipan.kernel.ids import BoardNo, CompetitionId, EntrantId, PersonId, RoundNo, SectionId
from qipan.kernel.points import Points
from qipan.kernel.results import Score
from qipan.kernel.rules import RuleKey

MEN = SectionId("men")
CAUSE = Cause(RuleKey("test.cause"))


def score(*seats):
    return Score(tuple(map(Points, seats)))


def begun(entrants=4, book="my-2018", under="open"):
    """Give the events of a section with so many entrants."""
    return [
        CompetitionCreated(competition=CompetitionId("cup"), title="Cup", book=book, edition=""),
        SectionOpened(section=MEN, title="Men", under=under),
        *(
            EntrantEntered(
                section=MEN,
                entrant=EntrantId(f"e{n}"),
                people=(PersonId(f"p{n}"),),
                rating=2000 - n,
            )
            for n in range(1, entrants + 1)
        ),
    ]


def round_of(number, *pairs, stage="", published=True):
    """Give the events of a paired round; ``("e1", "e2")`` sit at board 1, and so on."""
    here = {"section": MEN, "round": RoundNo(number)}
    tables = tuple(Table(BoardNo(board), seats) for board, seats in enumerate(pairs, 1))
    paired = [RoundPaired(**here, tables=tables, stage=stage)]
    return [*paired, RoundPublished(**here)] if published else paired


def result(number, board, *seats, **fields):
    """Give the event of a result."""
    place = {"section": MEN, "round": RoundNo(number), "board": BoardNo(board)}
    return ResultRecorded(**place, score=score(*seats), **fields)


def game(number, board, count, *seats, **fields):
    """Give the event of one game of a match."""
    place = {"section": MEN, "round": RoundNo(number), "board": BoardNo(board)}
    return GameRecorded(**place, game=count, score=score(*seats), **fields)


def folded(*events):
    """Give the section that these events add up to."""
    return fold(events).sections[MEN]
