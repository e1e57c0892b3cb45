"""Headers of records, read by programs that nobody here wrote: sgfmill and cchess."""

import msgspec
import pytest
from cchess import Game
from sgfmill import sgf as sgfmill

from qipan.formats import dhtmlxq, pgn, sgf
from qipan.formats.record import Branch, Record
from qipan.formats.record_titles import GameTitle, titled
from qipan.kernel.clock import ByoYomi, Increment
from qipan.kernel.errors import Unknown

TITLE = GameTitle(
    names=("林泰安", "Somchai ][\\"),
    units=("Penang", ""),
    ratings=("2100", "1950"),
    event="Open 2026",
    section="Men",
    round="3",
    board="2",
    date="2026-11-16",
    place="Kuala Lumpur",
    control=ByoYomi(1_200_000, 30_000, 3),
    address="https://qipan.example/t/1",
)
GO = Record("go", ("E5", "G7", "pass", "pass"), rules={"size": 9}, result="1-0", clocks={1: "59.5"})


def read_by_sgfmill(record):
    return sgfmill.Sgf_game.from_bytes(sgf.write(record))


@pytest.mark.parametrize(
    ("result", "rule", "said", "winner"),
    [
        ("1-0", "", "B+", "b"),
        ("0-1", "game.resigned", "W+R", "w"),
        ("1-0", "play.time", "B+T", "b"),
        ("B+3.5", "go.more-points", "B+3.5", "b"),
        ("1/2-1/2", "", "Draw", None),
    ],
)
def test_sgfmill_reads_who_won_and_how(result, rule, said, winner):
    game = Record("go", GO.moves, rules=GO.rules, result=result)
    found = read_by_sgfmill(titled(game, TITLE, rule))
    assert (found.get_root().get("RE"), found.get_winner()) == (said, winner)


def test_sgfmill_reads_every_header_of_a_game_of_go():
    found = read_by_sgfmill(titled(GO, TITLE))
    root = found.get_root()
    told = {name: root.get(name) for name in ("EV", "RO", "DT", "PC", "TM", "OT", "BT", "BR", "WR")}
    assert told == {
        "EV": "Open 2026 · Men",
        "RO": "3 (2)",
        "DT": "2026-11-16",
        "PC": "Kuala Lumpur",
        "TM": 1200.0,
        "OT": "3x30 byo-yomi",
        "BT": "Penang",
        "BR": "2100",
        "WR": "1950",
    }
    assert (found.get_player_name("b"), found.get_player_name("w")) == TITLE.names
    assert found.get_main_sequence()[1].get("BL") == 59.5


def test_black_is_named_black_where_an_opening_swapped_the_colours():
    game = Record("gomoku", ("h8", "i9"), rules={"size": 15}, result="1-0")
    root = read_by_sgfmill(titled(game, TITLE, black=1)).get_root()
    assert (root.get("PB"), root.get("PW"), root.get("RE")) == (*TITLE.names[::-1], "W+")


def test_a_result_without_headers_is_written_as_sgf_writes_it():
    root = read_by_sgfmill(Record("gomoku", ("h8",), result="0-1")).get_root()
    assert root.get("RE") == "W+"


CLAIMED = Record(
    "xiangqi",
    ("h2e2", "h9g7", "claim:repetition", "h0g2", "i9h9"),
    comments={5: "end"},
    result="0-1",
    clocks={2: "580", 5: "570"},
)


def test_cchess_reads_a_game_with_a_claim_and_its_headers(tmp_path):
    title = GameTitle(names=("林泰安", "陈文"), event="公开赛", date="2026-11-16", round="3")
    record = titled(CLAIMED, GameTitle(**{**_fields(title), "control": Increment(600_000, 5_000)}))
    written = pgn.write(record, "chinese")
    file = tmp_path / "game.pgn"
    file.write_bytes(written)
    game = Game.read_from(str(file))
    assert (game.info["red"], game.info["black"]) == ("林泰安", "陈文")
    assert ["h2e2", "h9g7", "h0g2", "i9h9"] in game.dump_iccs_moves()
    text = written.decode()
    for header in ('[Date "2026.11.16"]', '[TimeControl "600+5"]', '[Result "0-1"]'):
        assert header in text
    assert '[Claims "2: claim:repetition"]' in text


def _fields(struct):
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def test_a_game_with_a_claim_is_read_again_with_the_claim_as_a_header():
    varied = msgspec.structs.replace(CLAIMED, branches=(Branch(0, 3, ("b0c2",)),))
    again = pgn.read(pgn.write(varied), "x.pgn")[0]
    assert again.moves == ("h2e2", "h9g7", "h0g2", "i9h9")
    assert again.comments == {4: "end"}
    assert again.tags["Claims"] == "2: claim:repetition"
    assert again.branches == (Branch(0, 2, ("b0c2",)),)
    other = dhtmlxq.read(dhtmlxq.write(varied), "x")[0]
    assert (other.moves, other.branches) == (again.moves, again.branches)


def test_other_games_are_not_written_as_xiangqi():
    for write in (pgn.write, dhtmlxq.write):
        with pytest.raises(Unknown):
            write(GO)
