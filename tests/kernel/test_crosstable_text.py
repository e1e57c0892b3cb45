"""A cross table written as text reads as it is meant, and a misspelt one is refused by line."""

import pytest

from qipan.kernel.crosstable import Cell, Entry
from qipan.kernel.crosstable_text import read_crosstable, write_places
from qipan.kernel.errors import BadInput
from qipan.kernel.points import CHESS, Scoring
from qipan.kernel.results import Bye, How

WORDS = [
    ("+B1", Cell(2, How.PLAYED, "B", 0)),
    ("=B2", Cell(1, How.PLAYED, "B", 1)),
    ("-B", Cell(0, How.PLAYED, "B")),
    ("-fB", Cell(0, How.FORFEIT, "B")),
    ("+fB2", Cell(2, How.FORFEIT, "B", 1)),
    ("bye", Cell(2, How.BYE, bye=Bye.ALLOCATED)),
    ("full", Cell(2, How.BYE, bye=Bye.REQUESTED)),
    ("half", Cell(1, How.BYE, bye=Bye.REQUESTED)),
    ("zero", Cell(0, How.BYE, bye=Bye.REQUESTED)),
    ("+B1@420", Cell(2, How.PLAYED, "B", 0, seconds=420)),
    ("+B[+=-]", Cell(2, How.PLAYED, "B", games=(2, 1, 0), against=(0, 1, 2))),
    (
        "+B1[+1-2]@5",
        Cell(2, How.PLAYED, "B", 0, games=(2, 0), against=(0, 2), seats=(0, 1), seconds=5),
    ),
]


@pytest.mark.parametrize(("word", "cell"), WORDS, ids=[word for word, _ in WORDS])
def test_a_word_is_a_round(word, cell):
    assert read_crosstable(f"A: {word}\nB:").row("A") == (cell,)


def test_marks_and_the_rating_stand_behind_the_rounds():
    found = read_crosstable("\n  A: bye (conduct-foul=2) (rating=1800)\n\n  B: half\n")
    assert found.entries == (
        Entry("A", 1, 1800, marks={"conduct-foul": 2}),
        Entry("B", 2),
    )
    assert (found.scoring, found.boards) == (CHESS, 0)


def test_points_are_those_of_the_scoring_and_boards_are_counted():
    worth = Scoring(2, 1, -2, 1, 1)
    found = read_crosstable("a: +b[++] bye half zero\nb: -a[--]", worth)
    assert [cell.points for cell in found.row("a")] == [2, 1, 1, 0]
    assert (found.row("b")[0].points, found.boards) == (-2, 2)


WRONG = [
    ("A +B1", "not a line of a cross table: 'A +B1'"),
    (": +B1", "not a line"),
    ("A: B1", "not a result: 'B1'"),
    ("B: bye\nA: +B?", "2: not a result"),
    ("A: +B1\nB: -A2 +C1", "an opponent has no line of their own"),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_what_cannot_be_read_is_refused_by_name(text, said):
    with pytest.raises(BadInput) as caught:
        read_crosstable(text)
    assert said in str(caught.value)


def test_shared_places_are_written_with_a_sign():
    placed = [("A", 1), ("B", 2), ("C", 2), ("D", None), ("E", 4)]
    assert write_places(placed) == "A B=C E"
