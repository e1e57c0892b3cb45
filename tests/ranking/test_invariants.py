"""What holds for every table and every key."""

import contextlib
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.lots import draw
from qipan.kernel.points import CHESS, Points, Scoring
from qipan.kernel.results import Bye, How
from qipan.ranking import Options, rank
from qipan.ranking.keys import registry
from qipan.ranking.notation import parse

GM = Scoring(win=Points(2), draw=Points(1), loss=Points(-2), bye=Points(2), unit=1)
DERIVED = sorted(
    key.names[0] for key in {id(key): key for key in registry().values()}.values() if not key.expand
)
DERIVED.remove("lot")
ORDER = [
    "points",
    "head-to-head",
    "DE",
    "BH/C1",
    "SB",
    "direct-win",
    "MBH",
    "wins",
    "previous-round",
]


@st.composite
def tables(draw_, most=9):
    """Make a field in which anything may happen: byes, forfeits, absences, unequal lengths."""
    size = draw_(st.integers(0, most))
    rounds = draw_(st.integers(0, 5))
    scoring = draw_(st.sampled_from((CHESS, GM)))
    ids = [f"p{n}" for n in range(size)]
    cells = {who: [] for who in ids}
    for _ in range(rounds):
        waiting = draw_(st.permutations(ids))
        while waiting:
            who = waiting.pop()
            what = draw_(st.sampled_from(("game", "game", "game", "forfeit", "bye", "ask", "away")))
            if what in ("game", "forfeit") and waiting:
                other = waiting.pop()
                how = How.PLAYED if what == "game" else How.FORFEIT
                mine, theirs = draw_(
                    st.sampled_from(
                        [
                            (scoring.win, scoring.loss),
                            (scoring.draw, scoring.draw),
                            (scoring.loss, scoring.loss),
                        ]
                    )
                )
                cells[who].append(Cell(points=mine, how=how, opponent=other, seat=0))
                cells[other].append(Cell(points=theirs, how=how, opponent=who, seat=1))
            elif what == "bye":
                cells[who].append(Cell(points=scoring.bye, how=How.BYE, bye=Bye.ALLOCATED))
            elif what == "ask":
                cells[who].append(Cell(points=scoring.draw, how=How.BYE, bye=Bye.REQUESTED))
            else:
                cells[who].append(Cell(points=Points(0), how=How.BYE, bye=Bye.ABSENT))
    entries = tuple(
        Entry(id=who, number=n, rating=draw_(st.integers(1000, 2500)))
        for n, who in enumerate(ids, 1)
    )
    return Crosstable(entries, {who: tuple(row) for who, row in cells.items()}, scoring)


def ranking(standings):
    return {row.entrant: (row.place, row.written) for row in standings.rows}


@given(tables(), st.sampled_from(("2024-08", "2026-03")), st.sampled_from(("swiss", "round-robin")))
def test_every_key_gives_everybody_a_place(table, edition, system):
    for name in DERIVED:
        standings = rank(table, ["points", name], options=Options(edition, system))
        places = [row.place for row in standings.rows]
        assert places == [1 + sum(other < place for other in places) for place in places]
        for row in standings.rows:
            for value in row.values:
                assert value.number is None or isinstance(value.number, int | Fraction)


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_input_does_not_matter(table, dice):
    entries = list(table.entries)
    dice.shuffle(entries)
    shuffled = msgspec.structs.replace(table, entries=tuple(entries))
    assert ranking(rank(table, ORDER)) == ranking(rank(shuffled, ORDER))


@given(tables())
def test_names_do_not_matter(table):
    def new(who):
        return None if who is None else f"x-{who[::-1]}"

    renamed = msgspec.structs.replace(
        table,
        entries=tuple(msgspec.structs.replace(each, id=new(each.id)) for each in table.entries),
        cells={
            new(who): tuple(msgspec.structs.replace(c, opponent=new(c.opponent)) for c in row)
            for who, row in table.cells.items()
        },
    )
    found = ranking(rank(renamed, ORDER))
    assert {new(who): row for who, row in ranking(rank(table, ORDER)).items()} == found


@given(tables(), st.binary(min_size=32, max_size=32))
def test_a_lot_makes_it_a_total_order_and_changes_nothing_else(table, secret):
    ids = [entry.id for entry in table.entries]
    before = rank(table, [*ORDER, "lot"])
    after = rank(table, [*ORDER, "lot"], lots={"all": draw("all", ids, secret)})
    assert [row.place for row in after.rows] == list(range(1, len(ids) + 1))
    for a in ids:
        for b in ids:
            if before.place(a) < before.place(b):
                assert after.place(a) < after.place(b)
    tied = {who for lot in before.pending_lots for who in lot.tied}
    for row in after.rows:
        if row.entrant not in tied:
            assert row.place == before.place(row.entrant)


@given(tables())
def test_why_agrees_with_the_places(table):
    standings = rank(table, ORDER)
    for row in standings.rows:
        for other in standings.rows:
            if row.entrant == other.entrant:
                continue
            steps = standings.why(row.entrant, other.entrant)
            assert steps[-1].broke == (row.place != other.place)
            if steps[-1].broke:
                mine, theirs = (
                    steps[-1].values[steps[-1].tied.index(who)]
                    for who in (row.entrant, other.entrant)
                )
                if mine.number is not None and theirs.number is not None:
                    ahead = (mine.number > theirs.number) == mine.higher_is_better
                    assert ahead == (row.place < other.place)


@settings(max_examples=30)
@given(tables(most=6))
def test_the_exact_points_decide_first(table):
    standings = rank(table, ["points"])
    for row in standings.rows:
        better = sum(score > table.scores[row.entrant] for score in table.scores.values())
        assert row.place == better + 1


NAMES = ["BH", "BH:GP/C1/P", "PS/C2", "drawn(BH,MBH,WIN)", "head-to-head:exactly-two", "KS/L+1"]


@pytest.mark.parametrize("text", NAMES)
def test_the_notation_reads_and_writes_the_same(text):
    assert str(parse(text)) == text


@given(st.text(alphabet="ABCHMPVRX/:(),.+-019 点a", max_size=12))
def test_any_text_is_read_or_refused(text):
    table = Crosstable((Entry(id="a", number=1), Entry(id="b", number=2)), {})
    with contextlib.suppress(BadInput, Unknown):
        rank(table, [text])
