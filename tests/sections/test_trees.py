"""What is put right in a tree rounds later: who went on stays in, and the report shows it."""

import msgspec
import pytest

from desk.clauses.play import Case
from qipan.desk.entries.commands import WithdrawEntrant
from qipan.desk.results.commands import CorrectResult, RecordResult
from qipan.journal.events import opened
from qipan.journal.results import MatchDecided
from qipan.kernel.ids import BoardNo, RoundNo, SectionId
from qipan.kernel.points import Points
from qipan.kernel.results import How, Score
from qipan.office.reports import make_report
from qipan.office.verification import verify_log
from qipan.sections.derived import official_places
from qipan.simulation.event import HOME, simulate
from qipan.views.corrections import corrected_lines
from qipan.wiring import simulated_office


def correct(case, number, board, seats, reason="found later"):
    score = Score(tuple(map(Points, seats)))
    place = {"round": RoundNo(number), "board": BoardNo(board)}
    command = CorrectResult(
        section=case.section, **place, score=score, how=How.ADJUDGED, reason=reason
    )
    return case.do(command)


def places(case):
    return {each.entrant: each.place for each in official_places(case.state, case.now)}


def played_knockout():
    case = Case("un-games", "shengji", 4).begin()
    for _ in range(2):
        case.pair()
        for board in case.publish().missing:
            case.result(board, "1-0")
    return case


def test_a_knockout_result_put_right_later_brings_nobody_back():
    case = played_knockout()
    before = places(case)
    loser = case.now.rounds[0].tables[0].seats[1]
    correct(case, 1, 1, (0, 2))
    assert case.now.rounds[0].results[1].score.seats == (0, 2)
    assert places(case) == before
    assert before[loser] > 2
    (line,) = make_report(case.office, case.state.id, case.section).corrected
    assert (line.round, line.board, line.before, line.after) == (1, 1, "1–0", "0–1")
    assert line.went_on
    verify_log(case.office.around.log)


def test_a_result_put_right_before_the_next_round_changes_who_goes_on():
    case = Case("un-games", "shengji", 4).begin()
    case.pair()
    for board in case.publish().missing:
        case.result(board, "1-0")
    winner = case.now.rounds[0].tables[0].seats[1]
    correct(case, 1, 1, (0, 2))
    assert winner in {who for table in case.pair().tables for who in table.seats}
    (line,) = make_report(case.office, case.state.id, case.section).corrected
    assert line.went_on  # the next round is there by now, made of the new result


def test_a_heat_put_right_later_leaves_the_final_as_it_was_seated():
    case = Case("un-games", "checkers", 9).begin()
    case.pair()
    for board in case.publish().missing:
        seats = len(case.now.current.table(board).seats)
        score = Score(tuple(Points(place) for place in range(1, seats + 1)))
        place = {"section": case.section, "round": RoundNo(1), "board": board}
        case.do(RecordResult(**place, score=score))
    final = case.pair().tables[0].seats
    last = case.now.rounds[0].tables[0].seats[-1]
    assert last not in final
    size = len(case.now.rounds[0].tables[0].seats)
    correct(case, 1, 1, (size, *range(2, size), 1))
    assert case.now.rounds[1].tables[0].seats == final
    case.publish()
    score = Score(tuple(Points(place) for place in range(1, len(final) + 1)))
    place = {"section": case.section, "round": RoundNo(2), "board": BoardNo(1)}
    case.do(RecordResult(**place, score=score))
    after = places(case)
    assert [after[who] for who in final] == list(range(1, len(final) + 1))
    assert after[last] == len(final) + 1  # of those who did not go on, the first of a table


def test_who_left_is_not_seated_in_the_next_heat():
    case = Case("un-games", "checkers", 9).begin()
    case.pair()
    for board in case.publish().missing:
        seats = len(case.now.current.table(board).seats)
        score = Score(tuple(Points(place) for place in range(1, seats + 1)))
        case.do(RecordResult(section=case.section, round=RoundNo(1), board=board, score=score))
    first = case.now.rounds[0].tables[0].seats[0]
    case.do(WithdrawEntrant(section=case.section, entrant=first, reason="ill"))
    (table,) = case.pair().tables
    assert first not in table.seats
    assert len(table.seats) == 5


@pytest.mark.parametrize(("event", "decided"), [("xiangqi", 1), ("shengji", 1), ("checkers", 0)])
def test_simulated_trees_end_with_a_result_put_right_in_the_report(event, decided):
    office = simulated_office(1)
    simulate(office, "un-games", event, entries=18, seed=1)
    report = make_report(office, HOME, SectionId(event))
    late = [each for each in report.corrected if each.round == 1]
    assert [each.went_on for each in late] == [True]
    assert late[0].before != late[0].after
    journal = office.around.log.read("competition/simulation", 0)
    kept = [each for each in map(opened, journal) if isinstance(each, MatchDecided)]
    assert sum(each.cause.rule == "conduct.annulment-tree" for each in kept) == decided
    assert msgspec.to_builtins(report)["corrected"]
    state = office.state(HOME)
    section = state.sections[SectionId(event)]
    assert corrected_lines(state, section, office.names(section), journal) == report.corrected
