"""Every published tie-break value we have, in both editions."""

import csv
import json
import re
from decimal import Decimal
from fractions import Fraction

import pytest

from qipan.formats.trf import decode, read_trf
from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.kernel.points import Scoring
from qipan.kernel.results import Bye, How
from qipan.ranking import Options, rank
from vectors import vectors

EDITIONS = ("2024-08", "2026-03")


def table(name):
    return read_trf(decode(vectors("tiebreaks", name).read_bytes()), name).crosstable()


def values(standings):
    return {
        str(row.entrant): {key: Decimal(text) for key, text in row.written.items()}
        for row in standings.rows
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_individual_swiss(edition):
    expected = json.loads(vectors("tiebreaks", "held_swiss_5.expected.json").read_text())
    wanted = expected["editions"][f"C.07-{edition}"]["values"]
    found = values(
        rank(table("held_swiss_5.trf"), list(wanted["1"]), options=Options(edition=edition))
    )
    assert found == {
        who: {key: Decimal(text) for key, text in keys.items()} for who, keys in wanted.items()
    }
    assert sum(len(keys) for keys in wanted.values()) == 384


def test_round_robin():
    expected = json.loads(vectors("tiebreaks", "held_round_robin.expected.json").read_text())
    keys = [name.removesuffix("_rank_in_group") for name in expected["columns"]]
    found = values(rank(table("held_round_robin.trf"), keys, options=Options(edition="2024-08")))
    assert found == {
        who: dict(zip(keys, (Decimal(str(value)) for value in row), strict=True))
        for who, row in expected["values"].items()
    }


@pytest.mark.parametrize(
    ("part", "edition"),
    [
        ("2026-02-28.SB", "2024-08"),
        ("2026-03-01.SB", "2026-03"),
        ("2026-03-01.all", "2026-03"),
    ],
)
def test_many_unplayed_rounds(part, edition):
    path = vectors("tiebreaks", f"swiss_with_many_unplayed_rounds.{part}.tsv")
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    keys = [name for name in rows[0] if name not in ("StartNo", "Rank")]
    standings = rank(
        table("swiss_with_many_unplayed_rounds.trf"), keys, options=Options(edition=edition)
    )
    found = values(standings)
    for row in rows:
        who = row["StartNo"]
        assert found[who] == {key: Decimal(row[key]) for key in keys}
        assert standings.place(who) == int(row["Rank"])


@pytest.fixture(scope="module")
def teams():
    return json.loads(vectors("tiebreaks", "held_team_swiss.json").read_text())


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


def team_table(teams):
    return Crosstable(
        entries=tuple(Entry(id=who, number=int(who)) for who in teams["rows"]),
        cells={who: tuple(map(team_cell, row)) for who, row in teams["rows"].items()},
        scoring=Scoring(win=4, draw=2, loss=0, bye=2, unit=2),
        boards=4,
    )


@pytest.mark.parametrize(
    ("group", "edition", "count"),
    [("C.07-2023/2024", "2024-08", 113), ("C.07-2026", "2026-03", 16)],
)
def test_team_swiss(teams, group, edition, count):
    checked = 0
    for key, wanted in teams["expected"][group].items():
        if not isinstance(wanted, dict):
            continue
        standings = rank(team_table(teams), ["MP", key], options=Options(edition=edition))
        found = values(standings)
        for who, value in wanted.items():
            assert (key, who, found[who][key]) == (key, who, Decimal(str(value)))
            checked += 1
    assert checked == count


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("order_MP_then_GP", ["MP", "GP"]),
        ("order_GP_then_MP", ["GP", "MP"]),
        ("EDE_order_leaders", ["MP", "EDE"]),
    ],
)
def test_team_orders(teams, name, order):
    wanted = teams["expected"]["C.07-2023/2024"][name]
    standings = rank(team_table(teams), order, options=Options(edition="2024-08"))
    assert [int(row.entrant) for row in standings.rows][: len(wanted)] == wanted


UNPLAYED = [
    # id       own  rounds  cell of the unplayed round, adjusted score of a scheduled opponent
    ("Ex01", 14, 9, "forfeit", 11),
    ("Ex04", 19, 10, "forfeit", 9),
    ("Laxman", 14, 10, "bye", None),
]


@pytest.mark.parametrize(("name", "own", "rounds", "kind", "scheduled"), UNPLAYED)
def test_arbiters_manual(name, own, rounds, kind, scheduled):
    """The cap of 2026 lowers Buchholz by what the manual's examples say."""
    cases = json.loads(vectors("tiebreaks", "arbiters_manual_2026_unplayed.json").read_text())
    wanted = next(case for case in cases["cases"] if case["id"] == name)["BH"]
    drop = {
        "forfeit": max(0, own - (scheduled or 0)),
        "bye": max(0, own - rounds),
    }[kind]
    assert Fraction(str(wanted["2024"])) - Fraction(str(wanted["2026"])) == Fraction(drop, 2)
    cell = (
        Cell(points=2, how=How.FORFEIT, opponent="b", seat=0)
        if kind == "forfeit"
        else Cell(points=0, how=How.BYE, bye=Bye.REQUESTED)
    )
    rest = own - cell.points
    mine = [cell, *spread(rest, rounds - 1)]
    theirs = spread(scheduled or 0, rounds)
    found = Crosstable(
        entries=(Entry(id="a", number=1), Entry(id="b", number=2), Entry(id="c", number=3)),
        cells={"a": tuple(mine), "b": tuple(theirs), "c": (Cell(points=0, opponent="a"),) * rounds},
    )
    sums = [
        rank(found, ["BH"], options=Options(edition=edition, system="swiss")).row("a").values[0]
        for edition in EDITIONS
    ]
    assert sums[0].number - sums[1].number == Fraction(drop, 2)


def spread(units, rounds):
    """Give ``units`` half points over games against somebody else."""
    each = [2] * (units // 2) + [1] * (units % 2)
    return [Cell(points=points, opponent="c", seat=0) for points in [*each, *[0] * rounds][:rounds]]
