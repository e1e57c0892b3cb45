"""Game records at the desk: replayed, compared with the result, settled, named by clause."""

import pytest

from desk.clauses.play import HOME, Case, who
from qipan.desk.closing import ApproveStandings
from qipan.desk.records.commands import AttachRecord, SettleRecord, TypeRecord
from qipan.desk.records.comparison import Verdict, compared, flagged, stated_places
from qipan.desk.records.replay import MOST_MOVES
from qipan.desk.results.commands import CorrectResult
from qipan.desk.rounds.by_hand.commands import WithdrawRound
from qipan.formats import record_format
from qipan.formats.kept_record import kept, kept_record
from qipan.journal.events import opened
from qipan.journal.folding import fold
from qipan.journal.state import KeptRecord
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.kernel.results import Score

BLACK_MATES = ("b2d2", "b7b5", "d2a2", "i6i5", "h2h4", "b5c5", "a2a1", "h7c7", "a1e1", "c5c0")
EXPOSED = ("e0e1", "e9e8", "e3e4", "e6e5", "e4e5", "a6a5", "e5e6", "a5a4", "e6d6")
"""Red's last move opens the file between the kings."""
FIVE = ("h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8")


def refused(code, act):
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    return caught.value


def begun(book="wx-14", event="men", entries=6, **fields):
    case = Case(book, event, entries, **fields).begin()
    case.pair()
    case.publish()
    return case


def record(moves=BLACK_MATES, game="xiangqi", **fields):
    return KeptRecord(game, tuple(moves), **fields)


def attach(case, given=None, board=1, **fields):
    number = RoundNo(len(case.now.rounds))
    return AttachRecord(
        section=case.section,
        round=number,
        board=BoardNo(board),
        record=given or record(),
        **fields,
    )


def verdict(case, board=1, game=1, playoff=False):
    key = (RoundNo(len(case.now.rounds)), BoardNo(board), game, playoff)
    return compared(case.now, key)


# -- replaying ---------------------------------------------------------------------------------


def test_wx_4_1_a_record_is_replayed_and_agrees_with_the_result():
    case = begun()
    case.result(1, "0-1")
    case.do(attach(case))
    said = verdict(case)
    assert (said.verdict, said.rule) == (Verdict.AGREES, "xiangqi.mate")
    assert (said.board, said.result) == ((2, 1), (2, 1))
    assert case.now.records[(1, 1, 1, False)].plies == 10
    stored = case.office.around.log.read(f"competition/{HOME}", 0)
    again = fold([opened(each) for each in stored])
    assert again.sections[case.section].records == case.now.records


@pytest.mark.parametrize(
    "text",
    [
        "炮八平六 炮2进2 炮六平九 卒9进1 炮二进二 炮2平3 炮九退一 炮8平3 炮九平五 炮3进5",
        "C8=6 c2+2 C6=9 p9+1 C2+2 c2=3 C9-1 c8=3 C9=5 +c+5",
    ],
)
def test_wx_4_1_both_notations_are_replayed(text):
    case = begun()
    case.result(1, "0-1")
    (read,) = record_format("x.pgn").read(f'[Red "R"]\n\n{text} 0-1\n'.encode(), "x.pgn")
    case.do(attach(case, kept(read)))
    assert verdict(case).verdict is Verdict.AGREES


def test_an_illegal_move_is_refused_by_name_and_rule():
    case = begun()
    moves = (*BLACK_MATES[:4], "e0e2", "a9a8")
    error = refused("record.illegal-move", lambda: case.do(attach(case, record(moves))))
    assert (error.facts["ply"], error.facts["move"]) == (5, "e0e2")
    assert error.rule.startswith("xiangqi.")


def test_my_5_7_the_record_tells_who_first_made_the_generals_face():
    case = begun("my-2018", "open")
    error = refused("record.illegal-move", lambda: case.do(attach(case, record(EXPOSED))))
    assert (error.rule, error.facts["ply"]) == ("xiangqi.exposed-king", len(EXPOSED))
    case.do(attach(case, record(EXPOSED), foul=True))
    case.result(1, "0-1")
    said = verdict(case)
    assert (said.verdict, said.rule) == (Verdict.AGREES, "xiangqi.exposed-king")
    assert case.now.records[(1, 1, 1, False)].foul == len(EXPOSED)


def test_my_5_8_a_foul_is_the_last_move_of_its_record():
    case = begun("my-2018", "open")
    more = (*EXPOSED, "a9a8")
    refused("record.illegal-move", lambda: case.do(attach(case, record(more), foul=True)))
    refused("record.no-foul", lambda: case.do(attach(case, record(), foul=True)))


WRONG = [
    ("record.other-game", record(FIVE, "gomoku")),
    ("record.unreadable", record(("h2e2", "??"))),
    ("record.too-long", record(("h2e2",) * (MOST_MOVES + 1))),
    ("record.too-long", record(())),
    ("record.seats", record(seats=3)),
    ("record.setup", record(setup={"fen": "4k4/9/9/9/9/9/9/9/9/R3K4 w"})),
    ("record.setup", record(setup={"fen": "x"})),
]


@pytest.mark.parametrize(("code", "given"), WRONG)
def test_a_record_that_is_none_of_this_game(code, given):
    case = begun()
    refused(code, lambda: case.do(attach(case, given)))


def test_a_board_of_another_size_is_another_game():
    case = begun("club-swiss", "evening")
    wrong = record(FIVE, "gomoku", rules={"size": 19})
    case.do(attach(case, wrong))  # the club's book names no size
    case = begun("gm-2025", "final")
    refused("record.other-rules", lambda: case.do(attach(case, wrong)))


def test_the_names_of_a_file_do_not_enter_the_journal():
    (read,) = record_format("x.pgn").read(
        b'[Red "Very Secret"]\n[Black "B"]\n\n1. h2e2 {Very Secret} h9g7 *\n', "x.pgn"
    )
    assert read.tags["Red"] == "Very Secret"
    case = begun()
    case.do(attach(case, kept(read)))
    stored = case.office.around.log.read(f"competition/{HOME}", 0)
    assert not [each for each in stored if "Very Secret" in each.payload]


# -- comparing ---------------------------------------------------------------------------------


def test_a_record_that_differs_is_flagged_and_holds_the_approval_up():
    case = Case("club-swiss", "evening", 2).begin()
    case.pair()
    case.publish()
    case.result(1, "0-1")
    case.do(attach(case, record(FIVE, "gomoku")))
    said = verdict(case)
    assert (said.verdict, said.rule) == (Verdict.DIFFERS, "gomoku.five")
    assert (said.board, said.result) == ((1, 2), (2, 1))
    assert list(flagged(case.now)) == [(1, 1, 1, False)]


def finished():
    """A round robin of three, whose last game says one thing and its record another."""
    case = Case("wx-14", "women", 3).begin()
    case.round("1-0")
    case.round("0-1")
    case.pair()
    case.publish()
    case.result(1, "1-0")
    case.do(attach(case))
    return case


def approve(case):
    case.draw_lots()
    return case.do(ApproveStandings(section=case.section))


def test_the_approval_waits_until_the_result_is_corrected():
    case = finished()
    error = refused("section.records-differ", lambda: approve(case))
    assert (error.rule, error.facts["boards"]) == ("desk.closing.records", ["3/1"])
    score = CorrectResult(
        section=case.section,
        round=RoundNo(3),
        board=BoardNo(1),
        score=Score((0, 2)),
        reason="typing error",
    )
    case.do(score)
    assert verdict(case).verdict is Verdict.AGREES
    assert approve(case).sections[case.section].approved


def test_or_until_an_arbiter_settles_it():
    case = finished()
    settle = SettleRecord(section=case.section, round=RoundNo(3), board=BoardNo(1), reason=" ")
    refused("record.no-reason", lambda: case.do(settle))
    other = SettleRecord(section=case.section, round=RoundNo(3), board=BoardNo(9), reason="x")
    refused("record.none", lambda: case.do(other))
    case.do(SettleRecord(section=case.section, round=3, board=1, reason="phone rang: lost"))
    assert (verdict(case).settled, verdict(case).flagged) == ("phone rang: lost", False)
    again = SettleRecord(section=case.section, round=RoundNo(3), board=BoardNo(1), reason="x")
    refused("record.nothing-to-settle", lambda: case.do(again))
    assert approve(case).sections[case.section].approved


OPEN = [
    # stated, result, verdict
    ("", "1-0", Verdict.OPEN),
    ("*", "1-0", Verdict.OPEN),
    ("1-0", "1-0", Verdict.AGREES),
    ("0-1", "1-0", Verdict.DIFFERS),
    ("1/2-1/2", "0.5-0.5", Verdict.AGREES),
    ("1/2-1/2", "--", Verdict.DIFFERS),
]


@pytest.mark.parametrize(("stated", "result", "expected"), OPEN)
def test_where_the_board_does_not_tell_the_file_may(stated, result, expected):
    case = begun()
    case.do(attach(case, record(BLACK_MATES[:4], stated=stated)))
    assert verdict(case).verdict is Verdict.WAITING
    case.result(1, result)
    assert verdict(case).verdict is expected


def test_a_go_result_as_files_state_it():
    assert [stated_places(word) for word in ("B+3.5", "W+R", "Draw", "Void", "")] == [
        (1, 2),
        (2, 1),
        (1, 1),
        None,
        None,
    ]


def test_a_game_of_a_match_is_compared_by_who_moved_first():
    case = begun("gm-2025", "final", 6)
    case.game(1, "1-0")
    case.game(1, "0-1")  # the second game: the second of the table moved first
    case.do(attach(case, record(FIVE, "gomoku")))
    case.do(attach(case, record(FIVE, "gomoku"), game=2))
    assert verdict(case).verdict is Verdict.AGREES
    assert (verdict(case, game=2).verdict, verdict(case, game=2).result) == (
        Verdict.AGREES,
        (2, 1),
    )
    refused("record.no-such-game", lambda: case.do(attach(case, game=3)))
    refused("record.no-such-game", lambda: case.do(attach(case, playoff=True)))
    names = case.office.names(case.now)
    table = case.now.rounds[0].tables[0]
    one = kept_record(case.state, case.now, (1, 1, 1, False), names)
    two = kept_record(case.state, case.now, (1, 1, 2, False), names)
    assert (one.tags["PB"], two.tags["PB"]) == tuple(names[each].name for each in table.seats)
    assert (one.result, two.result) == ("B+", "B+")  # as SGF has it: who moved first won both


def test_moves_after_the_end_are_kept_but_the_end_counts():
    case = begun("club-swiss", "evening")
    case.result(1, "1-0")
    case.do(attach(case, record((*FIVE, "b1"), "gomoku")))
    assert case.now.records[(1, 1, 1, False)].plies == len(FIVE)
    assert verdict(case).verdict is Verdict.AGREES


# -- once, and by whom -------------------------------------------------------------------------


def test_a_record_is_replaced_only_for_a_reason():
    case = begun()
    case.do(attach(case))
    refused("record.attached", lambda: case.do(attach(case)))
    case.do(attach(case, record(BLACK_MATES[:9]), reason="a move was not played"))
    assert case.now.records[(1, 1, 1, False)].plies == 9


def typed(case, entrant):
    return TypeRecord(entrant=entrant, record=attach(case))


def test_wx_4_2_the_winner_types_the_game_in():
    case = begun()
    first, second = case.now.current.tables[0].seats
    refused("record.not-seated", lambda: case.do(typed(case, who(99))))
    case.result(1, "0-1")
    error = refused("record.other-types", lambda: case.do(typed(case, first)))
    assert (error.facts["due"], error.rule) == (second, "record.typed-by")
    case.do(typed(case, second))
    assert case.now.records[(1, 1, 1, False)].entrant == second


def test_my_7_13_if_it_is_drawn_who_moved_first_types_it_in():
    case = begun("my-2018", "open")
    first, second = case.now.current.tables[0].seats
    case.result(1, "0.5-0.5")
    refused("record.other-types", lambda: case.do(typed(case, second)))
    case.do(typed(case, first))
    assert verdict(case).flagged  # drawn, though the board shows mate


def test_a_round_with_a_record_is_not_withdrawn():
    case = begun()
    case.do(attach(case))
    take = WithdrawRound(section=case.section, round=RoundNo(1), reason="x")
    assert refused("manual.begun", lambda: case.do(take)).facts["boards"] == [1]
