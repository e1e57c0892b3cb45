"""PSQ: the game files of Gomocup."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qipan.formats import psq, record_format
from qipan.kernel.errors import BadInput

FILE = b"""Piskvorky 20x20, 7:7, 1
7,7,0
8,6,120
1,20,35
pbrain-a.exe
pbrain-b.exe
0
"""


def test_a_file():
    record = psq.read(FILE, "a.psq")[0]
    assert (record.game, record.moves) == ("gomoku", ("g14", "h15", "a1"))
    assert record.rules == {"size": 20, "win": "exactly-five"}
    assert record.tags == {"PB": "pbrain-a.exe", "PW": "pbrain-b.exe", "ending": "0"}
    assert record.clocks == {1: "0", 2: "120", 3: "35"}
    assert record_format("a.psq").read(FILE, "a.psq") == [record]


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", 1),
        (b"Gomoku 15x15", 1),
        (b"Piskvorky 15x20, 7:7, 0", 1),
        (b"Piskvorky 99x99, 7:7, 0", 1),
        (b"Piskvorky 15x15, 7:7, 0\n16,1,0", 2),
        (b"Piskvorky 15x15, 7:7, 0\n1,1,0\n0,1,0", 3),
    ],
)
def test_bad_files(data, line):
    with pytest.raises(BadInput) as caught:
        psq.read(data, "bad.psq")
    assert caught.value.line == line


@pytest.mark.parametrize(("bits", "win"), [(0, None), (1, "exactly-five"), (4, "renju")])
def test_rules(bits, win):
    record = psq.read(f"Piskvorky 15x15, 7:7, {bits}\n".encode(), "a")[0]
    assert record.rules.get("win") == win


@given(st.binary(max_size=80))
def test_any_bytes_give_a_record_or_bad_input(data):
    try:
        found = psq.read(b"Piskvorky 15x15, 7:7, 0\n" + data, "fuzz")
    except BadInput:
        return
    assert len(found) == 1
