"""Results of tables of several seats are annulled: Chinese checkers, pairs at shengji."""

import pytest

from desk.clauses.play import Case
from qipan.desk.closing import ApproveStandings
from qipan.desk.conduct.annulment import preview
from qipan.desk.conduct.commands import Annulment, AnnulResults
from qipan.desk.results.commands import CorrectResult, RecordResult
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, RoundNo
from qipan.kernel.points import Points
from qipan.kernel.results import How, Score
from qipan.office.reports import make_report
from qipan.office.verification import verify_log
from qipan.rulebooks import book_named
from qipan.rulebooks.loader import cite
from qipan.sections.derived import official_places

STATED = {"annulment": True}


def refused(code, act):
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    return caught.value


def in_order(case, board, *order):
    """Record a table: places in the order of the seats unless said otherwise."""
    seats = case.now.current.table(board).seats
    places = order or range(1, len(seats) + 1)
    case.do(
        RecordResult(
            section=case.section,
            round=case.now.current.number,
            board=BoardNo(board),
            score=Score(tuple(map(Points, places))),
        )
    )
    return seats


def heats(entries=12, options=STATED):
    """Two tables of six, played; the seats of each."""
    case = Case("un-games", "checkers", entries, options=options).begin()
    case.pair()
    case.publish()
    return case, [in_order(case, board) for board in case.now.current.missing]


def annulled(case, who, outcome=Annulment.LOSES, rounds=(), reason="moved twice"):
    command = AnnulResults(
        section=case.section, entrant=who, rounds=rounds, outcome=outcome, reason=reason
    )
    changes, after = preview(case.state, command)
    case.do(command)
    assert after.sections[case.section].rounds == case.now.rounds
    return {each.entrant: (each.before, each.after) for each in changes}


def places(case):
    return {each.entrant: each.place for each in official_places(case.state, case.now)}


def finished():
    case, tables = heats()
    case.pair()
    case.publish()
    return case, tables, in_order(case, 1)


def test_who_loses_is_last_of_the_table_and_the_next_goes_on():
    case, (one, two) = heats()
    annulled(case, one[0])
    result = case.now.rounds[0].results[1]
    assert (result.score.seats, result.how, result.rule) == (
        (6, 1, 2, 3, 4, 5),
        How.ADJUDGED,
        "conduct.annulment",
    )
    assert set(case.pair().tables[0].seats) == {*one[1:4], *two[:3]}


def test_places_that_were_shared_stay_shared_when_somebody_ahead_loses():
    case = Case("un-games", "checkers", 6, options=STATED).begin()
    case.pair()
    case.publish()
    seats = in_order(case, 1, 1, 2, 2, 4, 5, 5)
    annulled(case, seats[0])
    assert case.now.rounds[0].results[1].score.seats == (6, 1, 1, 3, 4, 4)


def test_a_final_is_ranked_anew_and_a_correction_undoes_it():
    case, _, final = finished()
    before = places(case)
    pairings = [[table.seats for table in each.tables] for each in case.now.rounds]
    case.do(ApproveStandings(section=case.section))
    changes = annulled(case, final[1], rounds=(2,), reason="outside help")
    assert changes == {final[1]: (2, 6)} | {final[at]: (at + 1, at) for at in range(2, 6)}
    after = places(case)
    assert [after[who] for who in final] == [1, 6, 2, 3, 4, 5]
    assert [[table.seats for table in each.tables] for each in case.now.rounds] == pairings
    assert case.now.approved is None  # to be approved anew
    report = make_report(case.office, case.state.id, case.section)
    assert report.annulled[0].reason == "outside help"
    (line,) = report.corrected
    assert (line.before, line.after) == ("1 2 3 4 5 6", "1 6 2 3 4 5")
    case.do(
        CorrectResult(
            section=case.section,
            round=RoundNo(2),
            board=BoardNo(1),
            score=Score(tuple(map(Points, range(1, 7)))),
            reason="the help was a translation",
        )
    )
    assert places(case) == before
    verify_log(case.office.around.log)


def test_a_void_table_is_played_again_while_the_next_is_not_drawn():
    case, (one, two) = heats()
    annulled(case, one[0], Annulment.VOID)
    assert case.now.rounds[0].results[1].how is How.ANNULLED
    (again,) = case.pair().tables
    assert set(again.seats) == set(one)
    case.publish()
    seats = in_order(case, again.board)
    final = case.pair().tables[0].seats
    assert set(final) == {*seats[:3], *two[:3]}
    case.publish()
    in_order(case, 1)
    found = places(case)
    assert found[seats[3]] == found[two[3]] == 7  # as if it had been played but once


def test_a_void_table_forgets_a_tie_that_was_played_off():
    case = Case("un-games", "checkers", 12, options=STATED).begin()
    case.pair()
    case.publish()
    one, two = in_order(case, 1, 1, 2, 3, 3, 5, 6), in_order(case, 2)
    (off,) = case.pair().tables
    assert set(off.seats) == {one[2], one[3]}
    case.publish()
    in_order(case, off.board)
    annulled(case, one[0], Annulment.VOID, rounds=(1,))
    (again,) = case.pair().tables
    assert set(again.seats) == set(one)
    case.publish()
    seats = in_order(case, again.board, 6, 5, 4, 3, 2, 1)
    assert set(case.pair().tables[0].seats) == {*seats[3:], *two[:3]}


def test_a_table_that_is_void_after_the_next_was_drawn_leaves_who_went_on():
    case, (one, two), final = finished()
    annulled(case, one[0], Annulment.VOID, rounds=(1,))
    found = places(case)
    assert [found[who] for who in final] == [1, 2, 3, 4, 5, 6]
    assert {found[who] for who in one[3:]} == {9}  # level, behind those with a place elsewhere
    assert [found[who] for who in two[3:]] == [7, 8, 9]
    (line,) = make_report(case.office, case.state.id, case.section).corrected
    assert (line.after, line.went_on) == ("–", True)


def test_a_void_final_leaves_all_of_it_level():
    case, _, final = finished()
    annulled(case, final[0], Annulment.VOID, rounds=(2,))
    found = places(case)
    assert {found[who] for who in final} == {1}


def test_a_game_of_two_that_are_tied_is_annulled_by_places_too():
    case = Case("un-games", "checkers", 12, options=STATED).begin()
    case.pair()
    case.publish()
    one, two = in_order(case, 1, 1, 2, 3, 3, 5, 6), in_order(case, 2)
    (off,) = case.pair().tables
    case.publish()
    first, second = in_order(case, off.board)
    annulled(case, first, rounds=(2,))
    assert case.now.rounds[1].results[off.board].score.seats == (2, 1)
    assert set(case.pair().tables[0].seats) == {*one[:2], second, *two[:3]}


def test_it_needs_a_reason_somebody_ahead_and_an_organiser_who_stated_it():
    case, (one, _) = heats()
    command = AnnulResults(section=case.section, entrant=one[0], reason=" ")
    refused("annul.no-reason", lambda: case.do(command))
    error = refused("annul.several-seats", lambda: annulled(case, one[0], Annulment.BOTH_LOSE))
    assert cite(book_named("un-games"), error.rule, "checkers").text["en"]
    assert case.now.annulled == []
    silent, (seats, _) = heats(options={})
    refused("annul.not-in-book", lambda: annulled(silent, seats[0]))


def test_my_7_6_a_book_that_annuls_places_is_not_made_to_annul_results():
    refused("option.unknown", lambda: Case("my-2018", "individual", 4, options=STATED))
    case = Case("my-2018", "individual", 4).begin()
    case.pair()
    table = case.publish().tables[0]
    case.result(table.board, "1-0")
    refused("annul.not-in-book", lambda: annulled(case, table.seats[0]))


@pytest.mark.parametrize("later", [False, True])
def test_a_pair_at_shengji_loses_and_the_other_goes_on_unless_the_next_table_is_drawn(later):
    case = Case("un-games", "shengji", 4, options=STATED).begin()
    case.pair()
    for board in case.publish().missing:
        case.result(board, "1-0")
    cheats, others = case.now.rounds[0].tables[0].seats
    if later:
        case.pair()
    annulled(case, cheats, rounds=(1,), reason="signs")
    final = (case.now.current if later else case.pair()).tables[0].seats
    assert (cheats in final, others in final) == (later, not later)
    assert case.now.rounds[0].results[1].score.seats == (0, 2)
    assert case.now.annulled[0][2] == "signs"
