"""``qipan pairing`` as a new user meets it."""

import json
from random import Random

import msgspec
import pytest
from typer.testing import CliRunner

from pairing.events import after, fresh
from qipan.cli import build
from qipan.cli.tools.pairing import SYSTEMS
from qipan.kernel.errors import BadInput, Impossible, Unknown
from qipan.kernel.ids import RoundNo
from qipan.pairing.swiss.by_score import by_score


def run(*words, text=None):
    result = CliRunner().invoke(build(), ["pairing", *words], input=text)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.stdout


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_pairs_players_without_a_file(system):
    plans = json.loads(run(system, "--players", "12", "--seed", "1", "--json"))
    seated = [who for meeting in plans[0]["meetings"] for who in meeting["seats"]]
    resting = [rest["entrant"] for rest in plans[0]["rests"]]
    assert sorted(map(int, seated + resting)) == list(range(1, 13))
    assert all(meeting["reasons"] for meeting in plans[0]["meetings"])


def test_the_table_names_pairs_and_rules():
    shown = run("neighbours", "--players", "5")
    assert "4 – 3" in shown
    assert "5 rests" in shown
    assert "first-round.neighbours" in shown


def table_text():
    table = fresh(6, units=2)
    table = after(table, by_score(table, RoundNo(1)), Random(1))
    return msgspec.json.encode(table).decode()


def test_a_table_from_standard_input_and_why_not():
    plans = json.loads(run("by-score", "-", "--round", "2", "--json", text=table_text()))
    assert len(plans[0]["meetings"]) == 3
    words = ("by-score", "-", "--round", "2", "--why-not", "p001", "p002")
    assert json.loads(run(*words, "--json", text=table_text()))["rule"] == "swiss.no-rematch"
    assert "swiss.no-rematch" in run(*words, text=table_text())
    assert "swiss.no-rematch" in run("team", *words[1:], text=table_text())


def test_units_are_kept_apart_on_request():
    plans = json.loads(run("by-score", "-", "--apart", "hard", "--json", text=table_text()))
    seats = [meeting["seats"] for meeting in plans[0]["meetings"]]
    assert all((int(a[1:]) + int(b[1:])) % 2 for a, b in seats)


WRONG = [
    # words, error
    (("chess", "--players", "4"), Unknown),
    (("by-score",), BadInput),
    (("by-score", "no-such-file"), BadInput),
    (("by-score", "--players", "5"), BadInput),
    (("heats", "--players", "9"), BadInput),
    (("by-score", "--players", "4", "--apart", "far"), BadInput),
    (("by-score", "--players", "4", "--round", "0"), BadInput),
    (("knockout", "--players", "4", "--why-not", "1", "2"), BadInput),
    (("by-score", "-"), BadInput),
    (("double-round-robin", "--players", "301"), BadInput),
]


@pytest.mark.parametrize(("words", "error"), WRONG)
def test_errors(words, error):
    with pytest.raises(error):
        run(*words, text="{")


def test_an_impossible_round_is_reported():
    table = json.loads(table_text())
    table["entries"] = [{**entry, "unit": "one"} for entry in table["entries"]]
    with pytest.raises(Impossible):
        run("by-score", "-", "--apart", "hard", text=json.dumps(table))
