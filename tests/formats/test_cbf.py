"""CBF: a record as XML, read here and by a program that nobody here wrote."""

import pytest
from cchess.read_cbf import read_from_cbf

from qipan.formats import record_format
from qipan.formats.cbf import read
from qipan.kernel.errors import BadInput

TEXT = """\
<?xml version="1.0" encoding="UTF-8"?>
<ChineseChessRecord Version="1.0">
 <Head>
  <Name>第一局</Name>
  <Contest>Harbour Cup</Contest>
  <Round>2</Round>
  <Red>Ah Beng</Red>
  <Black>Siti</Black>
  <RecordResult>1</RecordResult>
  <FEN>rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1</FEN>
 </Head>
 <MoveList>
  <Move value="00-00" />
  <Move value="77-47">middle cannon</Move>
  <Move value="70-62" />
  <Move value="79-67" />
 </MoveList>
</ChineseChessRecord>
"""


def test_moves_headers_result_and_comments():
    (record,) = read(TEXT.encode(), "a.cbf")
    assert record.moves == ("h2e2", "h9g7", "h0g2")
    assert (record.result, record.setup) == ("1-0", {})
    assert record.tags["Title"] == "第一局"
    assert (record.tags["Event"], record.tags["Red"]) == ("Harbour Cup", "Ah Beng")
    assert record.comments == {1: "middle cannon"}


def test_the_other_reader_sees_the_same_moves(tmp_path):
    path = tmp_path / "a.cbf"
    path.write_text(TEXT, "utf-8")
    game = read_from_cbf(str(path))
    assert game.dump_iccs_moves()[0] == ["h2e2", "h9g7", "h0g2"]


def test_headers_are_kept_when_it_becomes_a_pgn():
    (record,) = read(TEXT.encode("utf-8"), "a.cbf")
    text = record_format("a.pgn").write(record).decode()
    for line in ('[Event "Harbour Cup"]', '[Red "Ah Beng"]', '[Round "2"]', '[Title "第一局"]'):
        assert line in text
    (back,) = record_format("a.pgn").read(text.encode("gb18030"), "a.pgn")
    assert back.moves == record.moves


@pytest.mark.parametrize(
    "text",
    [
        TEXT[:200],
        TEXT.replace("77-47", "77+47"),
        TEXT.replace("77-47", "45-44"),
        TEXT.replace("ChineseChessRecord", "Other"),
        "<!DOCTYPE a>" + TEXT[39:],
        TEXT.replace("rnbakabnr", "rnbaxabnr", 1),
    ],
)
def test_what_is_wrong_is_refused(text):
    with pytest.raises(BadInput):
        read(text.encode(), "a.cbf")
