"""Every published tie-break value we have, in both editions."""

import re
from decimal import Decimal
from fractions import Fraction

import msgspec
import pytest

from conformance.tables import read_blocks, read_head, read_lines
from conformance.tournaments import read_tournaments
from qipan.formats.trf.table import crosstable_of
from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.kernel.points import Scoring
from qipan.kernel.results import Bye, How
from qipan.ranking import Options, rank
from vectors import kept

EDITIONS = ("2024-08", "2026-03")
TOURNAMENTS = {
    each.name: crosstable_of(each.file())
    for each in read_tournaments(kept("tiebreaks", "tournaments.txt"))
}
VALUES = read_blocks(kept("tiebreaks", "values.txt"))
TEAMS = read_blocks(kept("tiebreaks", "teams.txt"))


def values(standings):
    return {
        str(row.entrant): {key: Decimal(text) for key, text in row.written.items()}
        for row in standings.rows
    }


def table_id(block):
    return f"{block.name}-{block.terms['edition']}-{len(block.terms['keys'].split())}"


@pytest.mark.parametrize("block", VALUES, ids=table_id)
def test_every_value_of_a_tournament(block):
    keys = block.terms["keys"].split()
    standings = rank(TOURNAMENTS[block.name], keys, options=Options(edition=block.terms["edition"]))
    assert values(standings) == {
        who: dict(zip(keys, map(Decimal, row), strict=True)) for who, *row in block.rows
    }
    if places := block.terms.get("places"):
        assert [standings.place(who) for who, *_ in block.rows] == list(map(int, places.split()))


def test_how_many_values_there_are():
    assert sum(len(row) - 1 for block in VALUES for row in block.rows) == 1272


def team_cell(entry):
    """Read ``8w2.5``, ``+F``, ``PAB`` …: units are half points, a match is worth 2, 1, 0."""
    if found := re.fullmatch(r"(\d+)([wb])([\d.]+)", entry):
        units = int(Fraction(found[3]) * 2)
        boards = [2] * (units // 2) + [1] * (units % 2)
        boards += [0] * (4 - len(boards))
        return Cell(
            points=4 if units > 4 else 2 * (units == 4),
            opponent=found[1],
            seat="wb".index(found[2]),
            games=tuple(boards),
        )
    return {
        "+F": Cell(points=4, how=How.FORFEIT),
        "-F": Cell(points=0, how=How.FORFEIT),
        "PAB": Cell(points=2, how=How.BYE, bye=Bye.ALLOCATED),
        "HPB": Cell(points=2, how=How.BYE, bye=Bye.REQUESTED),
        "ZPB": Cell(points=0, how=How.BYE, bye=Bye.REQUESTED),
    }[entry]


def team_table():
    rows = {who: cells for who, *cells in TEAMS[0].rows}
    return Crosstable(
        entries=tuple(Entry(id=who, number=int(who)) for who in rows),
        cells={who: tuple(map(team_cell, row)) for who, row in rows.items()},
        scoring=Scoring(win=4, draw=2, loss=0, bye=2, unit=2),
        boards=4,
    )


@pytest.mark.parametrize(("edition", "count"), [("2024-08", 113), ("2026-03", 16)])
def test_team_swiss(edition, count):
    (block,) = (
        each for each in TEAMS if (each.name, each.terms.get("edition")) == ("values", edition)
    )
    checked = 0
    for at, key in enumerate(block.terms["keys"].split(), 1):
        found = values(rank(team_table(), ["MP", key], options=Options(edition=edition)))
        for row in block.rows:
            if row[at] != ".":
                assert (key, row[0], found[row[0]][key]) == (key, row[0], Decimal(row[at]))
                checked += 1
    assert checked == count


@pytest.mark.parametrize(
    "block", [each for each in TEAMS if each.name == "order"], ids=lambda each: each.terms["keys"]
)
def test_team_orders(block):
    (wanted,) = block.rows
    options = Options(edition=block.terms["edition"])
    standings = rank(team_table(), block.terms["keys"].split(), options=options)
    assert tuple(str(row.entrant) for row in standings.rows)[: len(wanted)] == wanted


MANUAL = dict(map(read_head, read_lines(kept("tiebreaks", "manual.txt"))))
"""The arbiters' manual's worked examples, by name."""


def by_edition(case, key):
    """Give a value before and after the cap of 2026."""
    return dict(zip(("2024", "2026"), map(Fraction, case[key].split("/")), strict=True))


def games(units, rounds):
    """Give ``units`` half points over games against somebody who is nobody's concern."""
    each = [2] * (units // 2) + [1] * (units % 2)
    each += [0] * (rounds - len(each))
    return [Cell(points=points, opponent="x", seat=0) for points in each]


def sums(cells, rounds, keys):
    """Rank a field by its cells in both editions; give what the keys say of ``me``."""
    cells = {**cells, "x": [Cell(points=0, opponent="me")] * rounds}
    made = Crosstable(
        entries=tuple(Entry(id=who, number=n) for n, who in enumerate(cells, 1)),
        cells={who: tuple(row) for who, row in cells.items()},
    )
    return {
        edition[:4]: [
            value.number
            for value in rank(made, keys, options=Options(edition, "swiss")).row("me").values
        ]
        for edition in EDITIONS
    }


def test_manual_laxman():
    """Opponents and results are all given: the sums themselves must come out."""
    case = MANUAL["Laxman"]
    rounds, cells = int(case["rounds"]), {"me": []}
    for n, met in enumerate(case["met"].split()):
        if met == "-":
            cells["me"].append(Cell(points=0, how=How.BYE, bye=Bye.REQUESTED))
            continue
        theirs, mine = (int(2 * Fraction(each)) for each in met.split(":"))
        cells["me"].append(Cell(points=mine, opponent=f"o{n}", seat=0))
        first = Cell(points=2 - mine, opponent="me", seat=1)
        cells[f"o{n}"] = [first, *games(theirs - first.points, rounds - 1)]
    keys = ["BH", "BH/C1", "SB"]
    found = sums(cells, rounds, ["points", *keys])
    for edition, (points, *given) in found.items():
        assert points == Fraction(case["own"])
        assert [by_edition(case, key)[edition] for key in keys] == given


LOST = Cell(points=0, how=How.FORFEIT, opponent="b", seat=0)
WON = Cell(points=2, how=How.FORFEIT, opponent="b", seat=0)
REST = Cell(points=0, how=How.BYE, bye=Bye.REQUESTED)
EXAMPLES = [
    # id,   unplayed rounds (the last ones), the scheduled opponent's score in half points
    ("Ex01", [WON], 11),
    ("Ex03", [LOST, REST], 13),
    ("Ex04", [WON], 9),
]


@pytest.mark.parametrize(("name", "unplayed", "scheduled"), EXAMPLES)
def test_manual_cap(name, unplayed, scheduled):
    """Only the unplayed rounds are described: the cap takes away what the example says."""
    case = MANUAL[name]
    rounds, own = int(case["rounds"]), int(2 * Fraction(case["own"]))
    played = games(own - sum(cell.points for cell in unplayed), rounds - len(unplayed))
    theirs = [msgspec.structs.replace(WON, points=2 - unplayed[0].points, opponent="me")]
    theirs += games(scheduled - theirs[0].points, rounds - 1)
    found = sums({"me": [*played, *unplayed], "b": theirs}, rounds, ["points", "BH"])
    assert found["2024"][0] == Fraction(own, 2)
    wanted = by_edition(case, "BH")
    assert found["2024"][1] - found["2026"][1] == wanted["2024"] - wanted["2026"]
