"""MY 3, 5 and 7: the game, its claims and the conduct of players, by clause."""

import msgspec
import pytest

from desk.clauses.play import Case, behind, cited, read_into, rules_under
from games.xiangqi.test_claims_in_play import CHECKING, CHECKS, ROOKS, SHUFFLE, ended, played
from qipan.desk.appeals.commands import LodgeAppeal
from qipan.desk.conduct.commands import CheckRecord, PunishGravely, PunishOffence
from qipan.desk.lots import DrawTie
from qipan.desk.results.commands import RecordResult
from qipan.games.xiangqi import GAME, Claim
from qipan.kernel.errors import IllegalMove, Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, Seat
from qipan.kernel.lots import faults
from qipan.kernel.points import Points
from qipan.kernel.results import How, Score
from qipan.rulebooks import book_named

BOOK = "my-2018"
RULES = rules_under(BOOK, "individual")[1]
RAPID = msgspec.convert(
    {
        **book_named(BOOK).event["individual"].rules,
        **book_named(BOOK).event["individual"].playoff[0].rules,
    },
    type(RULES),
    strict=False,
)


def underway(event="open", entries=8):
    """An event with the first round published."""
    case = Case(BOOK, event, entries).begin()
    case.pair()
    case.publish()
    return case


def punish(case, offence, *, command=PunishOffence, **fields):
    table = case.now.current.tables[0]
    case.do(
        command(
            section=case.section,
            entrant=table.seats[0],
            offence=offence,
            round=RoundNo(1),
            board=table.board,
            **fields,
        )
    )
    found = case.now.penalties[-1]
    kinds = {each.kind.value: each.amount for each in found.penalties}
    return book_named(BOOK).citation(found.clause), kinds


def test_my_3_games_follow_the_asian_rules_repetition_included():
    assert RULES.settled().family == "asian"
    state = played(f"{CHECKING} {CHECKING} claim:repetition", RULES, CHECKS)
    assert ended(state) == ((2, 1), "xiangqi.perpetual-check")
    assert cited(BOOK, "xiangqi.perpetual-check", "open") == "MY 3"


def test_my_5_1_fifty_rounds_without_capture_counted_back():
    assert RULES.settled().limit == 50
    setup = {"fen": "r3k4/9/9/9/9/9/9/9/9/3K4R w - - 98 80"}
    state = played("i0i1 a9a8 claim:limit", RULES, setup)
    assert ended(state) == ((1, 1), "xiangqi.move-limit-reached")
    assert cited(BOOK, "xiangqi.move-limit-reached", "open") == "MY 5.1"


def test_my_5_2_rapid_games_count_from_the_claim_on_in_own_time():
    assert (RULES.settled().count, RAPID.settled().count) == ("back", "forward")
    fen = {"fen": ROOKS["fen"].replace("0 1", "98 80")}
    state = played("i0i1 a9a8 claim:limit", RAPID, fen)
    assert (ended(state), GAME.view(state, None).counted_from) == (None, 2)
    with pytest.raises(IllegalMove):  # in the other's time
        GAME.play(played("i0i1", RAPID, fen), Seat(0), Claim.LIMIT)
    behind(BOOK, "5.2", "xiangqi.move-limit-reached")


def test_my_5_3_mate_and_stalemate_lose_and_nothing_is_counted_back():
    for moves, fen in (
        ("a0a9", "4k4/1R7/9/9/9/9/9/9/9/R2K5 w - - 99 90"),
        ("b8e8", "3k5/1R7/9/9/9/9/9/9/9/4K4 w - - 99 90"),
    ):
        state = played(moves, RULES, {"fen": fen})
        assert GAME.outcome(state).places == (1, 2)
        assert cited(BOOK, GAME.outcome(state).rule, "open") == "MY 5.3"
        with pytest.raises(IllegalMove):
            GAME.play(state, Seat(1), Claim.LIMIT)


def test_my_5_4_the_flag_stands_though_mate_was_on_the_board():
    case = underway()
    score = Score((Points(0), Points(2)))  # the first mover mated, forgot the clock, lost on time
    case.do(
        RecordResult(
            section=case.section,
            round=RoundNo(1),
            board=BoardNo(1),
            score=score,
            how=How.ADJUDGED,
        )
    )
    assert case.now.current.results[1].how is How.ADJUDGED
    assert case.now.current.results[1].score == score
    behind(BOOK, "5.4", "play.time")


def test_my_5_5_two_moves_in_a_row_ruled_by_the_time_of_the_complaint():
    case = underway()
    assert punish(case, "double-move-at-once") == ("MY 5.5", {"lost": 1})
    assert case.now.current.results[1].score.seats == (0, 2)
    case = underway()
    assert punish(case, "double-move-later") == ("MY 5.5", {"conduct-foul": 1})
    assert 1 in case.now.current.missing  # the game goes on
    case.result(1, "1-0")
    assert punish(case, "double-move-later") == ("MY 5.5", {"conduct-foul": 1})
    assert case.now.current.results[1].score.seats == (2, 0)  # afterwards the result stands


def test_my_5_6_misleading_into_an_illegal_move_is_a_conduct_foul():
    case = underway()
    assert punish(case, "misleading") == ("MY 5.6", {"conduct-foul": 1})
    assert case.now.marks[case.now.current.tables[0].seats[0]]["conduct-foul"] == 1
    assert 1 in case.now.current.missing  # the game goes on


def test_my_5_7_who_first_made_the_generals_face_loses():
    screened = "4k4/9/9/9/4C4/9/9/9/9/4K4 w - - 0 1"
    with pytest.raises(IllegalMove) as caught:
        played("e5f5", RULES, {"fen": screened})
    behind(BOOK, "5.7", caught.value.rule)
    assert {"RecordResult", "AttachRecord"} <= set(book_named(BOOK).clause["5.7"].actions)


def test_my_5_8_suicide_is_no_move_and_its_rule_is_behind_the_loss():
    with pytest.raises(IllegalMove) as caught:
        played("d0e0", RULES, {"fen": "4k4/9/9/9/9/9/9/4r4/9/3K5 w - - 0 1"})
    behind(BOOK, "5.8", caught.value.rule)


def test_my_5_9_no_draw_by_agreement_before_round_sixteen_and_first_varies():
    assert RULES.draw_from == 16
    with pytest.raises(IllegalMove) as caught:
        GAME.agree_draw(played("", RULES))
    assert cited(BOOK, caught.value.rule, "open") == "MY 5.9"
    late = GAME.agree_draw(played("", RULES, {"fen": ROOKS["fen"].replace("0 1", "0 16")}))
    assert GAME.outcome(late).places == (1, 1)
    state = played(f"{SHUFFLE} {SHUFFLE} claim:repetition", RULES, ROOKS)
    assert GAME.view(state, None).warned.must_vary == "red"


def test_my_6_6_a_lot_is_committed_to_first_and_can_be_checked_by_anyone():
    case = Case(BOOK, "school-senior", 18).begin()
    for _ in range(6):
        case.round("1-0")
    command = DrawTie(section=case.section, lot="finalists", secret=b"x" * 32)
    with pytest.raises(Refused) as caught:
        case.do(command)
    read_into(BOOK, "6.6", caught.value.rule)
    case.draw_lots()
    assert faults(case.now.lots["finalists"]) == ()
    assert {"CommitLot", "DrawTie"} <= set(book_named(BOOK).clause["6.6"].actions)


def checked(run, total, **fields):
    case = underway()
    table = case.now.current.tables[0]
    command = CheckRecord(
        section=case.section,
        round=RoundNo(1),
        board=table.board,
        entrant=table.seats[0],
        run=run,
        total=total,
        **fields,
    )
    case.do(command)
    return case


def test_my_7_2_eight_plies_in_a_row_unrecorded_may_be_ruled_lost():
    record = book_named(BOOK).event["open"].conduct.record
    assert (record.run, record.total) == (8, 16)
    lost = checked(run=8, total=8)
    assert lost.now.current.results[1].score.seats == (0, 2)
    assert lost.now.penalties[-1].clause == "7.2"
    with pytest.raises(Refused, match=r"conduct\.record-complete"):
        checked(run=7, total=7)


def test_my_7_3_missing_plies_add_up_where_no_eight_are_in_a_row():
    lost = checked(run=5, total=16)
    assert lost.now.current.results[1].score.seats == (0, 2)
    with pytest.raises(Refused) as caught:
        checked(run=5, total=15)
    assert caught.value.code == "conduct.record-complete"
    assert "CheckRecord" in book_named(BOOK).clause["7.3"].actions


def test_my_7_4_what_cannot_be_read_counts_as_missing():
    spared = checked(run=8, total=16, rule_lost=True).now.penalties[-1]
    assert spared.clause == "7.2"  # the arbiter may rule it lost


def test_my_7_7_listless_play_is_punished_as_cheating():
    case = underway()
    got = punish(case, "listless-play", command=PunishGravely, until="2026-12-31")
    assert got == ("MY 7.7", {"disqualification": 1, "ban": 1})
    entrant = case.now.current.tables[0].seats[0]
    assert entrant in case.now.disqualified
    assert case.now.bans[entrant].until == "2026-12-31"
    with pytest.raises(Refused) as caught:
        punish(underway(), "listless-play")
    assert caught.value.code == "conduct.chief-only"


def test_my_7_8_leaving_the_seat_against_the_rule_is_a_conduct_foul():
    assert punish(underway(), "left-seat") == ("MY 7.8", {"conduct-foul": 1})


def test_my_7_10_who_disagrees_appeals_in_writing():
    case = underway()
    table = case.now.current.tables[0]
    fields = {"section": case.section, "round": RoundNo(1), "at": "2026-01-01T16:00"}
    with pytest.raises(Refused) as caught:
        case.do(LodgeAppeal(**fields, entrant=table.seats[0], text=" ", deposit=10000))
    assert cited(BOOK, caught.value.rule, "open") == "MY 7.10"
    case.do(LodgeAppeal(**fields, entrant=EntrantId(table.seats[0]), text="why", deposit=10000))
    assert list(case.now.appeals) == ["a1"]
