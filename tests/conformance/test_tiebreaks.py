"""Every published tie-break value we have, in both editions."""

import csv
import json
import re
from decimal import Decimal
from fractions import Fraction

import msgspec
import pytest

from qipan.formats.trf import decode, read_trf
from qipan.formats.trf.table import crosstable_of
from qipan.kernel.crosstable import Cell, Crosstable, Entry
from qipan.kernel.points import Scoring
from qipan.kernel.results import Bye, How
from qipan.ranking import Options, rank
from vectors import vectors

EDITIONS = ("2024-08", "2026-03")


def table(name):
    return crosstable_of(read_trf(decode(vectors("tiebreaks", name).read_bytes()), name))


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


@pytest.fixture(scope="module")
def manual():
    """The arbiters' manual's worked examples, by name."""
    path = vectors("tiebreaks", "arbiters_manual_2026_unplayed.json")
    return {case["id"]: case for case in json.loads(path.read_text())["cases"]}


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


def test_manual_laxman(manual):
    """Opponents and results are all given: the sums themselves must come out."""
    case = manual["Laxman"]
    cells = {"me": []}
    for n, (opponent, result) in enumerate(case["opponents"]):
        if isinstance(opponent, str):
            cells["me"].append(Cell(points=0, how=How.BYE, bye=Bye.REQUESTED))
            continue
        mine = int(2 * result)
        cells["me"].append(Cell(points=mine, opponent=f"o{n}", seat=0))
        first = Cell(points=2 - mine, opponent="me", seat=1)
        cells[f"o{n}"] = [first, *games(int(2 * opponent) - first.points, case["rounds"] - 1)]
    keys = ["BH", "BH/C1", "SB"]
    found = sums(cells, case["rounds"], ["points", *keys])
    for edition, (points, *values) in found.items():
        assert points == case["own"]
        assert [Fraction(str(case[key][edition])) for key in keys] == values


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
def test_manual_cap(manual, name, unplayed, scheduled):
    """Only the unplayed rounds are described: the cap takes away what the example says."""
    case = manual[name]
    rounds, own = case["rounds"], int(2 * case["own"])
    played = games(own - sum(cell.points for cell in unplayed), rounds - len(unplayed))
    theirs = [msgspec.structs.replace(WON, points=2 - unplayed[0].points, opponent="me")]
    theirs += games(scheduled - theirs[0].points, rounds - 1)
    found = sums({"me": [*played, *unplayed], "b": theirs}, rounds, ["points", "BH"])
    assert found["2024"][0] == Fraction(own, 2)
    wanted = Fraction(str(case["BH"]["2024"])) - Fraction(str(case["BH"]["2026"]))
    assert found["2024"][1] - found["2026"][1] == wanted
