"""Prizes, fees, derived tables, qualifiers and titles, clause by clause."""

import pytest

from desk.conduct import DRAW, FIRST, SECOND, Cup, refused
from qipan.desk.conduct.commands import PunishGravely
from qipan.desk.entries.commands import EnterEntrant, WithdrawEntrant
from qipan.desk.money import (
    AwardPrizes,
    PostMoney,
    ledger_of,
    players_of,
    prizes_of,
    titles_of,
)
from qipan.desk.results.commands import RecordGame
from qipan.journal.closing import StandingsApproved
from qipan.journal.folding import fold
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import EntrantId, PersonId, SectionId
from qipan.ranking.ledger import Reason
from qipan.rulebooks import book_named
from qipan.rulebooks.schema.money import cents, shown
from qipan.sections.derived import derived_tables, official_places, qualifiers
from qipan.simulation.event import HOME as SIMULATED
from qipan.simulation.event import simulate
from qipan.wiring import simulated_office

LISTS = [
    # event, list, total RM, places with money, trophies
    ("individual", "main", 9000, 12, 8),
    ("women", "main", 2700, 8, 6),
    ("open", "main", 6500, 12, 8),
    ("elite", "main", 11400, 10, 3),
    ("youth", "main", 6200, 12, 12),
    ("junior", "main", 3850, 12, 12),
    ("team", "main", 12500, 6, 6),
    ("non-chinese", "main", 1100, 4, 4),
    ("school-senior", "main", 2740, 12, 8),
    ("school-senior", "team", 3200, 8, 6),
    ("school-junior", "main", 2100, 12, 8),
    ("school-primary", "main", 1340, 12, 12),
    ("school-girls", "main", 1130, 10, 0),
]


@pytest.mark.parametrize(("event", "name", "total", "places", "trophies"), LISTS)
def test_prize_lists_of_the_six_events(event, name, total, places, trophies):
    table = book_named("my-2018").event[event].prizes.lists[name]
    assert sum(cents(each) for each in table.money) == total * 100
    assert len(table.money) == places
    assert table.goods.get("trophy", 0) == trophies


def placed(cup):
    """Approve the section in the order of entry, without playing it."""
    places = tuple((who, number) for number, who in enumerate(cup.section.entrants, 1))
    return fold([StandingsApproved(section=cup.section_id, places=places)], cup.state)


def test_my_i_4_bank_prizes_of_500_and_more_are_paid_a_week_later():
    cup = Cup("my-2018", "individual", 14)
    state = placed(cup)
    prizes = prizes_of(state, state.sections[cup.section_id])
    assert [each.cents for each in prizes][:3] == [300000, 200000, 120000]
    assert [each.due_days for each in prizes] == [7] * 5 + [0] * 7
    assert [bool(each.goods) for each in prizes] == [True] * 8 + [False] * 4


def approved_cup():
    cup = Cup("my-2018", "non-chinese", 4, rounds=3)
    for _ in range(3):
        cup.round(FIRST)
    cup.approve()
    return cup


def test_prizes_are_given_once_after_the_approval_and_posted_exactly():
    cup = Cup("my-2018", "non-chinese", 4)
    refused("prizes.not-approved", lambda: cup.give(AwardPrizes, on="2026-03-05"))
    cup = approved_cup()
    cup.give(AwardPrizes, on="2026-03-05")
    assert ledger_of(cup.section).totals() == {Reason.PRIZE: 110000}
    assert ledger_of(cup.section).balance() == -110000
    refused("prizes.given", lambda: cup.give(AwardPrizes, on="2026-03-06"))


def test_my_7_6_a_disqualified_winner_gives_the_prize_back():
    cup = approved_cup()
    cup.give(AwardPrizes, on="2026-03-05")
    winner = cup.section.approved[0][0]
    cup.give(PunishGravely, entrant=winner, offence="match-fixing")
    assert cup.section.approved is None
    cup.approve()
    assert winner not in dict(cup.section.approved)
    cup.give(AwardPrizes, on="2026-03-09")
    ledger = ledger_of(cup.section)
    assert ledger.balance(winner) == 0
    assert ledger.balance() == -100000


def test_my_i_4_fees_a_fee_above_100_is_not_posted():
    cup = Cup("my-2018", "individual", 4)
    who = next(iter(cup.section.entrants))
    fee = {"who": who, "reason": Reason.FEE}
    error = refused("money.fee-too-high", lambda: cup.give(PostMoney, **fee, cents=10001))
    assert error.facts["most"] == 10000
    cup.give(PostMoney, **fee, cents=10000)
    with pytest.raises(BadInput):
        cup.give(PostMoney, **fee, cents=-1)
    assert ledger_of(cup.section).balance(who) == 10000


def test_amounts_are_read_and_written_exactly():
    assert [cents(each) for each in ("12.50", 3, "0")] == [1250, 300, 0]
    assert [shown(each, "RM") for each in (1250, 30000, -5)] == ["RM 12.50", "RM 300", "RM -0.05"]
    for wrong in ("x", "-1", "0.001", "NaN", "Infinity"):
        with pytest.raises(BadInput):
            cents(wrong)


def championship():
    """Ten men; places as entered: 1 to 8 win, NCNV players are 3rd, 9th and 10th."""
    cup = Cup("wx-14", "men", 0)
    for number in range(10):
        tags = frozenset({"ncnv"} if number in (2, 8, 9) else ())
        cup.enter(f"m{number}", unit=f"unit{number % 4}", tags=tags)
    state = placed(cup)
    return state, state.sections[cup.section_id]


def test_wx_6_1_3_ncnv_players_have_a_table_of_their_own():
    state, section = championship()
    rows = derived_tables(state, section)["ncnv"]
    assert [(row.who, row.place, row.total) for row in rows] == [
        ("e3", 1, 3),
        ("e9", 2, 9),
        ("e10", 3, 10),
    ]


def test_wx_6_1_4_nobody_takes_both_prizes():
    state, section = championship()
    prizes = prizes_of(state, section)
    assert [each.entrant for each in prizes if each.list_name == "ncnv"] == ["e9"]
    assert "e3" in [each.entrant for each in prizes if each.list_name == "main"]


def test_wx_6_2_1_teams_by_the_sum_of_two_places():
    state, section = championship()
    rows = derived_tables(state, section)["team"]
    assert [(row.who, row.place, row.total) for row in rows] == [
        ("unit0", 1, 6),
        ("unit1", 2, 8),
        ("unit2", 3, 10),
        ("unit3", 4, 12),
    ]


def test_my_vi_5_6_school_teams_by_their_best_places():
    senior = Cup("my-2018", "school-senior", 0)
    others = [
        Cup("my-2018", event, 0, office=senior.office)
        for event in ("school-junior", "school-primary")
    ]
    assert derived_tables(senior.state, senior.section)["team"][:0] == ()
    orders = ("ABC", "BAC", "CAB")
    for cup, order in zip((senior, *others), orders, strict=True):
        for unit in order:
            cup.enter(f"{cup.section_id}-{unit}", unit=unit)
    events = [
        StandingsApproved(
            section=cup.section_id,
            places=tuple((who, n) for n, who in enumerate(cup.section.entrants, 1)),
        )
        for cup in (senior, *others)
    ]
    state = fold(events, senior.state)
    rows = derived_tables(state, state.sections[senior.section_id])["team"]
    # A 1+2+2, B 2+1+3, C 3+3+1
    assert [(row.who, row.total, row.place) for row in rows] == [
        ("A", 5, 1),
        ("B", 6, 2),
        ("C", 7, 3),
    ]


def test_my_v_5_7_best_players_by_score_then_by_team():
    cup = Cup("my-2018", "team", 0)
    for team in "abcd":  # the fewest a book of teams takes
        members = tuple(PersonId(f"p-{team}{n}") for n in range(1, 6))
        cup.give(EnterEntrant, entrant=EntrantId(team), people=members, unit=team)
    seats, others = (table.seats for table in cup.round().tables)
    for score in (FIRST, DRAW, SECOND, DRAW):
        cup.give(RecordGame, round=1, board=1, score=score)
    places = ((seats[1], 1), (seats[0], 2), (others[0], 3), (others[1], 4))
    state = fold([StandingsApproved(section=cup.section_id, places=places)], cup.state)
    tables = derived_tables(state, state.sections[cup.section_id])
    adults = [(row.who, row.total, row.place) for row in tables["best-adult"]]
    assert adults[:2] == [(f"p-{seats[1]}3", 2, 1), (f"p-{seats[0]}1", 2, 2)]
    assert [row.who for row in tables["best-junior"]] == [f"p-{seats[1]}4", f"p-{seats[0]}4"]
    prizes = prizes_of(state, state.sections[cup.section_id])
    best = {each.list_name: each.entrant for each in prizes if each.list_name != "main"}
    assert best == {"best-adult": f"p-{seats[1]}3", "best-junior": f"p-{seats[1]}4"}


def gm(period, names):
    cup = Cup("gm-2025", "entry", 0, office=simulated_office(period), period=period)
    for name in names:
        cup.enter(name)
    return cup, placed(cup)


def test_gm_6_1_2_5_five_go_on_and_a_place_is_passed_down():
    one, state_one = gm(1, "abcdefg")
    two, state_two = gm(2, "bxyzuvw")
    names = {
        person: found.name
        for cup in (one, two)
        for who, found in cup.office.names(cup.section).items()
        for person in cup.section.entrants[who].people
    }
    sections = [(state, state.sections[SectionId("entry")]) for state in (state_one, state_two)]
    found = qualifiers(sections, names.__getitem__)
    assert [each.place for each in found] == [1, 2, 3, 4, 5, 2, 3, 4, 5, 6]
    assert [each.rule for each in found][-1] == "qualify.passed-down"
    assert {each.rule for each in found[:-1]} == {"qualify.top"}


def test_gm_6_1_1_5_twenty_points_qualify_in_a_period():
    office = simulated_office(2)
    simulate(office, "gm-2025", "qualifier", entries=30, seed=2)
    state = office.state(SIMULATED)
    section = state.sections[SectionId("qualifier")]
    found = {each.entrant for each in qualifiers([(state, section)])}
    from qipan.sections.places import crosstable

    scores = crosstable(state, section).scores
    assert found == {who for who, score in scores.items() if score >= 20}
    assert 0 < len(found) < 30


@pytest.mark.parametrize(("entries", "fourth"), [(19, "2-dan"), (20, "3-dan")])
def test_gm_8_2_titles_step_down_in_a_small_field(entries, fourth):
    listed = [["4-dan", 1], ["3-dan", 6], ["2-dan", 10], ["1-dan", 0]]
    cup = Cup("gm-2025", "final", entries, titles=listed)
    state = placed(cup)
    titles = [title.title for _, title in titles_of(state, state.sections[cup.section_id])]
    assert titles[:4] == ["4-dan", "3-dan", "3-dan", fourth]
    assert titles[10] is None


def test_gm_8_2_who_withdrew_before_the_first_round_is_no_player():
    cup = Cup("gm-2025", "final", 21, titles="4-dan:1,3-dan:6,2-dan:10,1-dan")
    for who in ("e20", "e21"):
        cup.do(WithdrawEntrant(section=cup.section_id, entrant=who))
    state = placed(cup)
    found = titles_of(state, state.sections[cup.section_id])
    assert [title.title for _, title in found][:4] == ["4-dan", "3-dan", "3-dan", "2-dan"]


def test_gm_8_2_who_withdrew_after_the_first_round_played():
    cup = Cup("gm-2025", "final", 20)
    cup.round()
    cup.do(WithdrawEntrant(section=cup.section_id, entrant="e20"))
    assert len(players_of(cup.section)) == 20


def test_titles_an_old_release_took_unread_give_none_and_break_nothing():
    cup = Cup("gm-2025", "final", 20)
    state = placed(cup)
    section = state.sections[cup.section_id]
    for junk in ("5-dan:2,4-dan:1", 7, [["x"]], {"a": 1}):
        section.options["titles"] = junk
        assert titles_of(state, section) == ()


def test_a_place_stands_as_it_was_approved():
    cup = Cup("my-2018", "individual", 4)
    state = placed(cup)
    rows = official_places(state, state.sections[cup.section_id])
    assert [row.place for row in rows] == [1, 2, 3, 4]
