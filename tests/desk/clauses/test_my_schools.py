"""MY-VI: formats, tie-breaks, prizes and fees of the school events, by clause."""

import pytest

from desk.clauses.my_events import (
    BOOK,
    SCHOOLS,
    fee_limit,
    placed,
    planned,
    prizes,
    refused,
    swiss_played,
)
from desk.clauses.play import (
    HOME,
    Case,
    behind,
    cited,
    who,
    worked_by_hand,
)
from desk.entry_desk import Desk
from qipan.desk.competition import OpenSection
from qipan.desk.conduct.commands import PunishOffence
from qipan.desk.entries.newcomer import Newcomer
from qipan.desk.money import AwardPrizes, PostMoney, ledger_of, prizes_of
from qipan.journal.closing import StandingsApproved
from qipan.journal.folding import fold
from qipan.journal.people import Person
from qipan.kernel.ids import EntrantId
from qipan.ranking.ledger import Reason
from qipan.rulebooks import book_named
from qipan.sections.derived import derived_tables
from qipan.sections.places import key_standings, pending_lots, places


def test_my_vi_1_1_six_or_seven_rounds_and_one_more():
    assert {event: planned(event) for event in SCHOOLS} == {
        "school-senior": 7,
        "school-junior": 7,
        "school-primary": 8,
        "school-girls": 7,
    }
    behind(BOOK, "VI-1.1", "desk.round.number")


def test_my_vi_1_2_the_team_result_follows_from_the_individual_one():
    derived = book_named(BOOK).event["school-senior"].ranking.derived["team"]
    assert derived.events == SCHOOLS[:3]  # girls are not counted
    case = Case(BOOK, "school-senior", 4, units={1: "A", 2: "B", 3: "A", 4: "C"})
    state = placed(case)
    assert derived_tables(state, state.sections[case.section])["team"] == ()  # two are missing
    behind(BOOK, "VI-1.2", "ranking.sum-of-places")


def check_pupils(number, event, most, age):
    desk = Desk(BOOK, event)
    unit = desk.unit("Perak")
    old = refused("entry.age", lambda: desk.enter(unit, born=str(2026 - age - 1)))
    assert cited(BOOK, old.rule, event) == book_named(BOOK).citation(number)
    for _ in range(most):
        desk.enter(unit, born=str(2026 - age))
    full = refused("entry.quota", lambda: desk.enter(unit, born=str(2026 - age)))
    assert cited(BOOK, full.rule, event) == book_named(BOOK).citation(number)


def test_my_vi_3_3_two_of_junior_secondary_fifteen_or_younger():
    check_pupils("VI-3.3", "school-junior", 2, 15)


def test_my_vi_3_4_three_of_primary_twelve_or_younger():
    check_pupils("VI-3.4", "school-primary", 3, 12)


def test_my_vi_4_1_by_rating_and_pupils_of_one_state_may_meet():
    states = {number: f"state {number % 5}" for number in range(1, 11)}  # two of each
    case = Case(BOOK, "school-senior", 10, units=states).begin()
    assert case.now.order == tuple(who(number) for number in range(1, 11))
    for table in case.pair().tables:  # the first meets the sixth, who is of the same state
        assert len({case.now.entrants[each].unit for each in table.seats}) == 1
    assert cited(BOOK, case.now.numbered.rule, "school-senior") == "MY-VI 4.1"


def test_my_vi_4_2_secondary_plays_six_rounds_and_one_more():
    assert planned("school-senior") == planned("school-junior") == 7
    behind(BOOK, "VI-4.2", "desk.round.number")


def test_my_vi_4_3_primary_plays_seven_rounds_and_one_more():
    assert planned("school-primary") == 8
    behind(BOOK, "VI-4.3", "desk.round.number")


@pytest.fixture(scope="module")
def senior():
    """The seniors before their final; tests look and do not touch."""
    return swiss_played("school-senior", 6)


def test_my_vi_4_4_the_first_two_play_the_final(senior):
    best = [each.entrant for each in places(senior.state, senior.now).rows][:2]
    case = swiss_played("school-senior", 6)
    final = case.pair().tables[0]
    assert (set(final.seats), final.group) == (set(best), "final")
    assert cited(BOOK, "n-plus-one.final", "school-senior") == "MY-VI 4.4"


def test_my_vi_4_5_colours_of_the_final_even_the_counts_then_the_better_placed():
    case = swiss_played("school-senior", 6)
    best = [each.entrant for each in places(case.state, case.now).rows]
    table = case.pair().tables[0]
    firsts = [
        sum(each.seats[0] == seat for found in case.now.rounds[:-1] for each in found.tables)
        for seat in table.seats
    ]
    assert firsts[0] < firsts[1] or (firsts[0] == firsts[1] and table.seats[0] == best[0])
    rules = {cause.rule for cause in table.causes} & {"colour.balance", "colour.better-place"}
    assert {cited(BOOK, each, "school-senior") for each in rules} == {"MY-VI 4.5"}


def keys_of(event):
    return list(book_named(BOOK).event[event].ranking.order)


def test_my_vi_5_1_of_two_the_winner_of_their_game_is_ahead(senior):
    rows = key_standings(senior.state, senior.now).rows
    used = [
        value.shown
        for row in rows
        for value in row.values
        if value.key == "head-to-head" and value.shown
    ]
    by_points = {}
    for row in rows:
        by_points.setdefault(row.values[0].shown, []).append(row.entrant)
    pairs = [group for group in by_points.values() if len(group) == 2]
    assert len(used) <= 2 * len(pairs)  # never for three or more
    assert {keys_of(event)[1] for event in SCHOOLS[:3]} == {"head-to-head"}
    assert cited(BOOK, "ranking.head-to-head", "school-senior") == "MY-VI 5.1"


def test_my_vi_5_2_a_conduct_foul_ranks_behind():
    case = Case(BOOK, "school-senior", 18).begin()
    case.round("1-0")
    winner = case.now.current.tables[0].seats[0]
    command = PunishOffence(section=case.section, entrant=winner, offence="missed-ceremony")
    case.do(command)
    level = [
        row.entrant
        for row in key_standings(case.state, case.now).rows
        if row.values[0].shown == "1"
    ]
    assert level[-1] == winner
    assert cited(BOOK, "ranking.conduct-foul", "school-senior") == "MY-VI 5.2"


def test_my_vi_5_3_two_lots_draw_the_order_of_keys(senior):
    lots = senior.now.lots
    drawn = key_standings(senior.state, senior.now).order
    assert drawn[3:6] == lots["finalists"].order
    assert drawn[6:8] == ("points-as-second", "wins-as-second")
    case = swiss_played("school-senior", 6)
    case.round("1-0")
    case.draw_lots()
    final = key_standings(case.state, case.now).order
    assert final[3:6] == case.now.lots["final-table"].order
    assert case.now.lots["final-table"].commitment != case.now.lots["finalists"].commitment
    assert cited(BOOK, "ranking.drawn-order", "school-senior") == "MY-VI 5.3"
    assert worked_by_hand(BOOK, "VI-5.3")


def test_my_vi_5_4_then_the_cumulative_score_then_technical_fouls():
    assert worked_by_hand(BOOK, "VI-5.4")
    for event in SCHOOLS:
        assert keys_of(event)[-3:-1] == ["progressive", "technical-fouls"]
    assert cited(BOOK, "tiebreak.progressive", "school-girls") == "MY-VI 5.4"


def test_my_vi_5_5_then_a_lot():
    case = Case(BOOK, "school-senior", 4).begin()
    case.round("0.5-0.5")
    assert any(name.startswith("tie-") for name in pending_lots(case.state, case.now)) or (
        "finalists" in pending_lots(case.state, case.now)
    )
    assert {keys_of(event)[-1] for event in SCHOOLS} == {"lot"}
    assert cited(BOOK, "ranking.lot", "school-senior") == "MY-VI 5.5"


def test_my_vi_6_1_teams_six_trophies_medals_and_eight_prizes():
    units = {number: f"U{number}" for number in range(1, 10)}
    case = Case(BOOK, SCHOOLS[0], 9, units=units)
    for event in SCHOOLS[1:3]:
        options = {"entry_checks": False}
        case.do(OpenSection(section=event, title=event, under=event, options=options))
        people = [Newcomer(Person(name=f"{event} {unit}"), unit=unit) for unit in units.values()]
        case.office.enter_all(HOME, event, "t", people)
    approved = [
        StandingsApproved(
            section=event,
            places=tuple((each, at) for at, each in enumerate(section.entrants, 1)),
        )
        for event, section in case.state.sections.items()
    ]
    state = fold(approved, case.state)
    found = [
        each for each in prizes_of(state, state.sections[case.section]) if each.list_name == "team"
    ]
    assert [each.entrant for each in found] == [f"U{number}" for number in range(1, 9)]
    assert [each.cents // 100 for each in found] == [800, 600, 500, 400, 300, 200, 200, 200]
    rich = [each.entrant for each in found if {"trophy", "7 medals"} <= set(each.goods)]
    assert rich == [f"U{number}" for number in range(1, 7)]
    behind(BOOK, "VI-6.1", "prizes.by-place")


def test_my_vi_6_2_seniors_eight_trophies_and_twelve_prizes():
    money, trophies, _ = prizes("school-senior", "VI-6.2")
    assert money == [600, 500, 400, 300, 200, 150, 150, 100, 100, 80, 80, 80]
    assert trophies == list(range(1, 9))


def test_my_vi_6_3_juniors_eight_trophies_and_twelve_prizes():
    money, trophies, _ = prizes("school-junior", "VI-6.3")
    assert money == [500, 400, 300, 200, 150, 120, 120, 80, 80, 50, 50, 50]
    assert trophies == list(range(1, 9))


def test_my_vi_6_4_primary_twelve_trophies_and_prizes():
    money, trophies, _ = prizes("school-primary", "VI-6.4")
    assert money == [300, 200, 150, 120, 100, 100, 100, 60, 60, 50, 50, 50]
    assert trophies == list(range(1, 13))


def test_my_vi_6_5_girls_ten_prizes():
    money, trophies, _ = prizes("school-girls", "VI-6.5")
    assert (money, trophies) == ([300, 200, 150, 100, 80, 80, 60, 60, 50, 50], [])


def test_my_vi_7_the_fee_is_at_most_three_hundred_and_paid_into_the_ledger():
    assert {fee_limit(event, 30000) for event in SCHOOLS} == {"MY-VI 7"}
    case = Case(BOOK, "school-senior", 2)
    line = {"section": case.section, "who": EntrantId("e1"), "reason": Reason.FEE}
    error = refused("money.fee-too-high", lambda: case.do(PostMoney(**line, cents=30001)))
    assert cited(BOOK, error.rule, "school-senior") == "MY-VI 7"
    case.do(PostMoney(**line, cents=30000))
    assert ledger_of(case.now).balance(EntrantId("e1")) == 30000
    refused(
        "prizes.not-approved",
        lambda: case.do(AwardPrizes(section=case.section, on="2026-05-01")),
    )
