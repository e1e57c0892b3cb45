"""MY: formats, finals, play-offs and line-ups, by clause."""

import pytest

from desk.clauses.play import HOME, Case, clock_at_table, who
from qipan.desk.entries.commands import EnterEntrant
from qipan.desk.line_ups import HandInLineUp
from qipan.desk.results.commands import ReportResult
from qipan.desk.results.signatures import has_signed
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.results import Score
from qipan.rulebooks import book_named
from qipan.sections.line_ups import line_up_of
from qipan.sections.places import pending_lots, places

BOOK = "my-2018"


def refused(code, act):
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.code == code
    return caught.value


def before_final(entries=18, event="school-senior"):
    """A school event with its Swiss rounds played and the lots for the finalists drawn."""
    case = Case(BOOK, event, entries).begin()
    for _ in range(6):
        case.round("1-0")
    case.draw_lots()
    return case


def test_my_1_n_rounds_then_one_extra_round():
    case = before_final()
    assert {found.stage for found in case.now.rounds} == {"swiss"}
    extra = case.round("1-0")
    assert (extra.number, extra.stage) == (7, "final")
    refused("round.last-played", case.pair)


@pytest.mark.parametrize(("rounds", "time"), [(7, (35, 20)), (8, (30, 20))])
def test_my_2_1_clock_follows_from_the_number_of_rounds(rounds, time):
    assert clock_at_table(BOOK, "individual", rounds=rounds) == time
    assert clock_at_table(BOOK, "women", rounds=rounds) == time


def test_my_4_1_seeds_by_rating():
    case = Case(BOOK, "open", 10).begin()
    assert case.now.order == tuple(who(number) for number in range(1, 11))
    assert case.now.numbered.rule == "numbers.rating"


def test_my_4_2_places_one_and_two_play_the_final():
    case = before_final()
    best = [each.entrant for each in places(case.state, case.now).rows][:2]
    table = case.pair().tables[0]
    assert (set(table.seats), table.group) == (set(best), "final")


def test_my_4_2_the_final_alone_decides_first_and_second():
    case = before_final()
    case.pair()
    current = case.publish()
    loser, winner = current.tables[0].seats
    case.result(1, "0-1")
    for board in case.now.current.missing:
        case.result(board, "1-0")
    placed = places(case.state, case.now).rows
    assert [each.entrant for each in placed[:2]] == [winner, loser]
    assert placed[0].cause.rule == "n-plus-one.places"


def test_my_4_3_colours_of_the_final_balance_the_counts():
    case = before_final()
    table = case.pair().tables[0]
    firsts = {
        seat: sum(each.seats[0] == seat for found in case.now.rounds[:-1] for each in found.tables)
        for seat in table.seats
    }
    assert firsts[table.seats[0]] <= firsts[table.seats[1]]


def test_my_4_4_no_special_pairing_in_the_last_round():
    case = before_final()
    special = ((who(1), who(2)),)
    refused("round.no-special-pairs", lambda: case.pair(special=special))


def test_my_4_8_scores_are_one_half_and_nothing():
    scoring = book_named(BOOK).event["individual"].scoring.scoring()
    assert [scoring.show(each) for each in (scoring.win, scoring.draw, scoring.loss)] == [
        "1",
        "0.5",
        "0",
    ]


def test_my_4_9_special_pairs_of_round_one_are_taken_out_and_put_back():
    case = Case(BOOK, "open", 10).begin()
    pair = (who(1), who(2))
    current = case.pair(special=(pair,))
    assert set(current.tables[-1].seats) == set(pair)
    others = {frozenset(table.seats) for table in current.tables[:-1]}
    assert frozenset((who(3), who(7))) in others  # 3 … 10 ranked anew: halves 3–6 and 7–10
    assert len(current.tables) == 5


def test_my_6_3_two_separate_lots_draw_the_order_of_keys():
    case = Case(BOOK, "school-senior", 18).begin()
    for _ in range(6):
        case.round("1-0")
    assert "finalists" in pending_lots(case.state, case.now)
    refused("round.lots-pending", case.pair)
    case.draw_lots()
    case.round("1-0")
    assert "final-table" in pending_lots(case.state, case.now)
    case.draw_lots()
    one, two = (case.now.lots[name] for name in ("finalists", "final-table"))
    assert one.secret != two.secret
    assert set(one.candidates) == {"opponents-score", "median-opponents-score", "wins"}


def test_my_iii_1_two_groups_then_cross_rounds_give_every_place():
    case = Case(BOOK, "elite", 12).begin()
    for _ in range(5):
        found = case.round("1-0")
        assert {table.group for table in found.tables} == {"A", "B"}
    case.draw_lots()
    cross = case.round("1-0")
    assert (cross.stage, len(cross.tables)) == ("cross", 6)
    case.round("1-0")
    assert [each.place for each in places(case.state, case.now).rows] == list(range(1, 13))


def test_my_v_4_3_line_up_due_before_the_round_else_the_previous_stands():
    case = Case(BOOK, "team", 4)
    office, section = case.office, case.section
    team = EntrantId("e5")
    people = tuple(f"p-{number}" for number in range(6))
    case.do(EnterEntrant(section=section, entrant=team, people=people, rating=1500))

    def hand(number, chosen, before):
        return case.do(
            HandInLineUp(
                section=section,
                round=RoundNo(number),
                entrant=team,
                people=chosen,
                minutes_before=before,
            )
        )

    hand(1, people[:4], 30)
    late = refused("lineup.late", lambda: hand(2, people[1:5], 29))
    assert late.facts["due"] == 30
    refused("lineup.incomplete", lambda: hand(2, people[:3], 60))
    refused("lineup.incomplete", lambda: hand(2, (*people[:3], "stranger"), 60))
    found = office.state(HOME).sections[section]
    assert line_up_of(found, team, RoundNo(2)) == people[:4]


def test_my_v_5_2_team_match_is_decided_by_the_sum_of_four_boards():
    case = Case(BOOK, "team", 6).begin()
    case.pair()
    case.publish()
    for board, text in enumerate(("1-0", "0-1", "0.5-0.5", "1-0"), 1):
        assert 1 in case.now.current.missing
        case.game(1, text, game=board)
    assert case.now.current.results[1].score.seats == (2, 0)
    refused("match.over", lambda: case.game(1, "1-0", game=5))


def test_my_7_13_the_winner_reports_the_result_and_a_draw_the_first_mover():
    case = Case(BOOK, "open", 8).begin()
    case.pair()
    first, second = case.publish().tables[0].seats

    def report(entrant, seats):
        return case.do(
            ReportResult(
                section=case.section,
                round=RoundNo(1),
                board=BoardNo(1),
                entrant=entrant,
                score=Score(seats),
            )
        )

    assert refused("result.other-reports", lambda: report(first, (0, 2))).facts["due"] == second
    refused("result.other-reports", lambda: report(second, (1, 1)))
    refused("result.not-seated", lambda: report("e99", (2, 0)))
    report(second, (0, 2))
    assert case.now.current.results[1].score.seats == (0, 2)
    assert has_signed(case.now, RoundNo(1), BoardNo(1), second)
    assert not has_signed(case.now, RoundNo(1), BoardNo(1), first)
