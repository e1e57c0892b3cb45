"""Writing reports: what is written reads back as the same tournament, in both dialects."""

from fractions import Fraction

import pytest

from qipan.formats.trf import TrfFile, TrfRecord, read_trf
from qipan.formats.trf.check import check
from qipan.formats.trf.faults import faults
from qipan.formats.trf.generate import Recipe, generate
from qipan.formats.trf.model import Boost, Forbidden, PlannedBye, TrfSetup
from qipan.formats.trf.table import crosstable_of
from qipan.formats.trf.write import Dialect, write_trf
from qipan.kernel.errors import BadInput

RECIPES = [
    Recipe(players=23, rounds=6, seed=1, groups=2, forfeits=0.1, byes=0.1, late=0.1),
    Recipe(players=16, rounds=5, seed=2, win=Fraction(3), draw=Fraction(1), withdrawals=0.1),
]


@pytest.mark.parametrize("dialect", Dialect)
@pytest.mark.parametrize("recipe", RECIPES, ids=["usual points", "three points"])
def test_a_written_tournament_reads_back(recipe, dialect):
    made = generate(recipe)
    again = read_trf(write_trf(made, dialect), "again.trf")
    assert crosstable_of(again) == crosstable_of(made)
    assert list(faults(again)) == []
    assert check(again).differences == ()
    assert write_trf(again, dialect) == write_trf(read_trf(write_trf(again, dialect)), dialect)


@pytest.mark.parametrize("dialect", Dialect)
def test_steering_records_survive_both_dialects(dialect):
    setup = TrfSetup(
        planned=7,
        top_seat=1,
        forbidden=(Forbidden((1, 2), 1, 7), Forbidden((1, 3), 2, 4)),
        byes=(PlannedBye("H", 2, (3,)),),
        boosts=(Boost(Fraction(1), 1, 2, 1, 1),),
        absent=(2,),
        by_rank=True,
    )
    players = generate(Recipe(players=4, rounds=1)).players
    again = read_trf(write_trf(TrfFile("x", players, setup), dialect)).setup
    assert (again.planned, again.top_seat, again.absent, again.by_rank) == (7, 1, (2,), True)
    assert {ban.numbers for ban in again.forbidden} == {(1, 2), (1, 3)}
    assert again.byes == setup.byes
    assert {(b.points, b.low, b.high) for b in again.boosts} == {(1, 1, 1)}


def test_unknown_records_are_kept():
    records = (TrfRecord("012", "A cup"), TrfRecord("999", "whatever   it says"))
    made = generate(Recipe(players=4, rounds=2))
    text = write_trf(TrfFile("x", made.players, made.setup, records))
    assert text.startswith("012 A cup\n999 whatever   it says\n")


def test_what_does_not_fit_is_refused():
    made = generate(Recipe(players=4, rounds=1))
    large = (made.players[0].__class__(number=10_000),)
    with pytest.raises(BadInput, match="four columns"):
        write_trf(TrfFile("x", large, made.setup))


def test_contradictions():
    made = generate(Recipe(players=6, rounds=2, seed=3, byes=0, late=0, forfeits=0))
    text = write_trf(made)
    assert list(faults(read_trf(text))) == []
    lines = text.split("\n")
    row = next(at for at, line in enumerate(lines) if line.startswith("001"))
    lines[row] = lines[row][:80] + " 9.5" + lines[row][84:]
    (fault,) = faults(read_trf("\n".join(lines), "x.trf"))
    assert (fault.line, fault.column, fault.code) == (row + 1, 81, "trf.contradiction")
