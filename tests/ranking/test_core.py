from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.ranking import rank


def test_it():
    entries = tuple(Entry(id=c, number=n) for n, c in enumerate("abcd", 1))
    cells = {
        "a": (Cell(points=2, opponent="b", seat=0), Cell(points=1, opponent="c", seat=1)),
        "b": (Cell(points=0, opponent="a", seat=1), Cell(points=2, opponent="d", seat=0)),
        "c": (Cell(points=2, opponent="d", seat=0), Cell(points=1, opponent="a", seat=0)),
        "d": (Cell(points=0, opponent="c", seat=1), Cell(points=0, opponent="b", seat=1)),
    }
    s = rank(
        Crosstable(entries, cells), ("points", "head-to-head", "wins", "wins-as-second", "lot")
    )
    print(s.rows, s.pending_lots, s.why("a", "c"))
    assert [r.place for r in s.rows] == [1, 1, 3, 4]
