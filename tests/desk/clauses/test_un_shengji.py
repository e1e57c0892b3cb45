"""UN-S: the fourteen clauses of 双升, by clause."""

import pytest

from desk.clauses.play import Case, behind, cited, rules_under
from desk.entry_desk import Desk, mate
from games.shengji.table import dealt, does, lowest, stacked, started
from games.shengji.test_playing import leading
from qipan.desk.conduct.commands import PunishOffence
from qipan.games.shengji import GAME
from qipan.games.shengji import penalties as p
from qipan.games.shengji.cards import card_names, read_cards
from qipan.games.shengji.follow import follow_fault
from qipan.games.shengji.order import read_order
from qipan.games.shengji.penalties import usual
from qipan.games.shengji.score import bottom_change, gain_of, multiplier
from qipan.games.shengji.scoresheet import Sheet, settle, verdict
from qipan.games.shengji.shapes import parts_of, shape_of
from qipan.games.shengji.trick import try_throw, winner_of
from qipan.kernel.errors import IllegalMove, Refused
from qipan.rulebooks import book_named

BOOK = "un-games"
RULES = rules_under(BOOK, "shengji")[1]


def refused(state, line):
    with pytest.raises(IllegalMove) as caught:
        does(state, line)
    return caught.value


def test_un_s_1_two_pairs_of_each_unit_in_a_knockout():
    desk = Desk(BOOK, "shengji")
    two = (mate("player"),)
    with pytest.raises(Refused) as caught:
        desk.enter("physics")  # a pair is two persons
    assert (caught.value.code, desk.clause(caught.value)) == ("entry.team", "UN-S 1")
    desk.enter("physics", mates=two)
    desk.enter("physics", mates=two)
    with pytest.raises(Refused) as caught:
        desk.enter("physics", mates=two)
    assert (caught.value.code, desk.clause(caught.value)) == ("entry.quota", "UN-S 1")
    units = {number: f"unit-{(number + 1) // 2}" for number in range(1, 19)}
    case = Case(BOOK, "shengji", 18, units=units).begin()
    table = case.pair().tables[0]
    assert cited(BOOK, table.causes[0].rule, "shengji") == "UN-S 1"
    assert len(case.now.current.tables) == 2  # 18 pairs: two matches before the last sixteen


def test_un_s_2_forty_minutes_then_the_higher_level_then_the_bank():
    clock = book_named(BOOK).event["shengji"].clock
    assert (clock.table_minutes, RULES.minutes) == (40, 40)
    higher = verdict(RULES, (5, 4), 1, time_up=True)
    level = verdict(RULES, (4, 4), 1, time_up=True)
    assert (higher[0], level[0]) == (0, 1)
    behind(BOOK, "S-2", higher[1], level[1])
    assert cited(BOOK, higher[1], "shengji") == "UN-S 2"


def test_un_s_3_a_flipped_card_names_who_draws_first_and_the_player_before_cuts():
    state = GAME.start(RULES, 4, {"flip": "H3", "flipper": 0})
    assert state.deal.first == 2  # three counted clockwise from seat 0: 0, 3, 2
    state = started(RULES)
    state = does(state, f"T: pack {'0' * 32} {stacked(('', '', '', ''))}")
    assert GAME.acting(state) == (3,)
    state = does(state, "3: cut 0", "T: draw 100", "T: close")
    assert sorted(len(hand) for hand in state.deal.hands) == [25, 25, 25, 33]
    assert len(state.deal.hands[state.deal.banker]) == 25 + 8
    found = refused(started(RULES), f"T: pack {'0' * 32} {'S2 ' * 108}")
    assert cited(BOOK, found.rule, "shengji") == "UN-S 3"


def test_un_s_4_levels_rise_from_two():
    state = started(RULES)
    assert state.levels == (2, 2)
    risen = settle(RULES, 1, (2, 2), Sheet(banker=0, trick_points=40))
    assert risen.after == (3, 2)
    behind(BOOK, "S-4", "shengji.levels")


def test_un_s_5_declared_face_down_countered_in_turn_and_shown_at_last():
    hands = ("S2", "H2 H2", "", "BJ BJ")
    state = does(dealt(hands, rules=RULES, declare=("0: declare S2",)), "T: close")
    found = refused(state, "1: counter H2 H2")
    assert found.code == "game.not-your-turn"  # the banker buries first
    state = does(state, f"0: bury {lowest(state, 0)}", "1: counter H2 H2")
    assert GAME.view(state, 0).deal.trump is None  # face down until all have passed
    state = does(state, f"1: bury {lowest(state, 1)}", "2: pass", "3: counter BJ BJ")
    state = does(state, f"3: bury {lowest(state, 3)}", "0: pass", "1: pass", "2: pass")
    assert state.deal.order.name == "NT"  # jokers mean no trump
    shown = GAME.view(state, None).deal.declared
    assert [each.cards for each in shown] == [["S2"], ["H2", "H2"], ["BJ", "BJ"]]
    wrong = refused(dealt(("S2", "", "", ""), rules=RULES), "0: declare S3")
    assert cited(BOOK, wrong.rule, "shengji") == "UN-S 5"


def test_un_s_6_the_last_counter_before_the_bottom_takes_the_bank_but_no_jokers():
    state = dealt(("S2", "LJ LJ", "D2 D2", ""), rules=RULES, declare=("0: declare S2",))
    jokers = refused(state, "1: declare LJ LJ")
    assert jokers.code == "shengji.declare-cards"
    taken = does(state, "2: declare D2 D2", "T: close")
    assert taken.deal.banker == 2
    later = does(state, "T: close")
    later = does(later, f"0: bury {lowest(later, 0)}", "1: counter LJ LJ")
    assert later.deal.banker == 0  # counters after the bottom change trump only
    behind(BOOK, "S-6", "shengji.grab-bank", "shengji.bank")
    assert cited(BOOK, "shengji.grab-bank", "shengji") == "UN-S 6"


def test_un_s_7_without_a_declaration_the_first_bottom_card_names_trump():
    state = does(dealt(rules=RULES, bottom="D9"), "T: close")
    state = does(state, f"0: bury {lowest(state, 0)}")
    assert (state.deal.phase, state.deal.order.name) == ("play", "D")  # nobody may counter
    assert does(dealt(rules=RULES, bottom="BJ"), "T: close").deal.order.name == "NT"
    behind(BOOK, "S-7", refused(state, "0: counter H2 H2").rule)


FOLLOWING = [
    # hand, lead, play, fault (trump H, level 2)
    ("S3 S4 S9 S9 C7", "S5 S5", "S3 S4", "shengji.follow.pairs"),
    ("S3 S4 S9 S9 C7", "S5 S5", "S9 S9", None),
    ("S3 S4 C7 C8", "S5 S5", "S3 S4", None),
    ("S3 S3 S4 S4 SJ SJ", "S7 S7 S8 S8", "S3 S3 SJ SJ", "shengji.follow.tractor"),
    ("S3 S3 S9 S9 SJ", "S7 S7 S8 S8", "S3 S3 S9 S9", None),
    ("S3 S3 S9 SK SJ", "S7 S7 S8 S8", "S9 SK SJ S3", "shengji.follow.pairs"),
    ("S3 S3 S4 S6 S8", "SA SK", "S4 S6", None),
]


@pytest.mark.parametrize(("hand", "lead", "play", "rule"), FOLLOWING)
def test_un_s_8_pairs_for_pairs_tractors_for_tractors(hand, lead, play, rule):
    how = read_order("H", "2")
    fault = follow_fault(how, *(read_cards(text.split()) for text in (hand, lead, play)))
    assert (fault and fault.rule) == rule
    if rule:
        behind(BOOK, "S-8", rule)


def test_un_s_8_a_pair_is_ruffed_by_a_pair_and_the_bigger_ruff_wins():
    how = read_order("H", "2")
    tricks = {"S5 S5|H3 H3|H4 H4|SK SK": 2, "S5 S5|H3 HA|S3 S4|S6 S7": 0}
    for plays, winner in tricks.items():
        assert winner_of(how, [read_cards(each.split()) for each in plays.split("|")]) == winner
    behind(BOOK, "S-8", "shengji.trick.winner")


def test_un_s_9_neighbouring_pairs_are_a_tractor_across_the_level():
    shapes = [
        ("H", "5", "S4 S4 S6 S6", (2,)),  # the level is passed over
        ("H", "5", "S5 S5 H5 H5", (2,)),  # off-suit level pair and the main one
        (None, "5", "S5 S5 LJ LJ", (2,)),  # without trump beside the small jokers
        ("H", "5", "S3 S3 S6 S6", (1, 1)),
    ]
    for trump, level, text, shape in shapes:
        parts = parts_of(read_order(trump, level), read_cards(text.split()))
        assert shape_of(parts) == shape, text
    behind(BOOK, "S-9", "shengji.follow.tractor")


def test_un_s_10_the_bottom_counts_by_the_last_lead_and_who_buried():
    assert [multiplier(pairs) for pairs in (0, 1, 2, 3)] == [2, 4, 8, 12]
    gained = bottom_change(20, 4, defenders_buried=False, defenders_won=True)
    lost = bottom_change(20, 4, defenders_buried=True, defenders_won=False)
    assert (gained, lost) == (80, -80)
    assert bottom_change(20, 4, defenders_buried=False, defenders_won=False) == 0
    assert cited(BOOK, "shengji.bottom", "shengji") == "UN-S 10"


def test_un_s_11_points_of_the_defenders_give_levels():
    table = {0: (3, 0), 5: (2, 0), 35: (2, 0), 40: (1, 0), 75: (1, 0), 80: (0, 0), 120: (0, 1)}
    for points, (banker, defenders) in {**table, 200: (0, 3), 520: (0, 11)}.items():
        gain = gain_of(points, RULES)
        assert (gain.banker, gain.defenders) == (banker, defenders), points
    behind(BOOK, "S-11", "shengji.levels")


def offence_costs(name, times):
    """Punish an offence of the book some times in one deal; give the levels each costs."""
    case = Case(BOOK, "shengji", 4).begin()
    case.pair()
    table = case.publish().tables[0]
    for _ in range(times):
        case.do(
            PunishOffence(
                section=case.section,
                entrant=table.seats[0],
                offence=name,
                round=1,
                board=table.board,
            )
        )
    found = [each for each in case.now.penalties if each.offence == name]
    return found[0].clause, [each.penalties[0].amount for each in found]


def test_un_s_12_1_dishonest_play_costs_one_level_then_two():
    assert offence_costs("wrong-cards", 5) == ("S-12.1", [1, 2, 3, 4, 5])
    assert [usual(0, p.DISHONEST, time).levels for time in (1, 2)] == [1, 2]
    below = settle(
        RULES, 1, (2, 2), Sheet(banker=1, trick_points=80, adjustments=(usual(1, p.CONCEALED),))
    )
    assert below.after[1] == -1  # also below 2
    behind(BOOK, "S-12.1", p.DISHONEST)


def test_un_s_12_2_a_failed_throw_plays_its_small_part_and_costs_ten_a_card():
    state = does(leading(rules=RULES), "0: play SK SQ SQ")
    assert card_names(state.deal.trick[0].cards) == ["SK"]
    assert [(each.offence, each.points) for each in state.deal.adjustments] == [
        (p.FAILED_THROW, 30)
    ]
    how = read_order("H", "2")
    others = [read_cards(["SA"]), read_cards(["C3"]), read_cards(["C4"])]
    thrown = try_throw(how, read_cards(["SK", "SQ"]), others)
    assert not thrown.stood
    costs = [(p.WRONG_FOLLOW, 2, 20), (p.MISSED_PAIR, 1, 20), (p.MISSED_PAIR, 2, 40)]
    for offence, count, points in [*costs, (p.OUT_OF_TURN, 1, 10)]:
        assert usual(1, offence, count).points == points
        behind(BOOK, "S-12.2", offence)
    behind(BOOK, "S-12.2", p.FAILED_THROW, "shengji.throw.forced")


def test_un_s_12_3_looking_at_others_cards_of_the_last_trick_costs_ten():
    assert usual(0, p.LOOKING_BACK).points == 10
    seen = GAME.view(does(leading(rules=RULES), "0: play S3"), None).deal
    assert len(seen.trick) == 1  # the current trick lies open for all
    assert cited(BOOK, p.LOOKING_BACK, "shengji") == "UN-S 12.3"


def test_un_s_12_4_drawing_into_the_bottom_and_leaving_too_many():
    assert [usual(0, p.OVERDRAWN, rounds).levels for rounds in (1, 2)] == [1, 2]
    assert usual(0, p.LEFT_OVER).levels == 3
    assert cited(BOOK, p.OVERDRAWN, "shengji") == cited(BOOK, p.LEFT_OVER, "shengji") == "UN-S 12.4"


def test_un_s_12_5_burying_another_number_than_taken_costs_a_level():
    assert usual(1, p.REBURIED).levels == 1
    state = does(dealt(("S2", "", "", ""), rules=RULES, declare=("0: declare S2",)), "T: close")
    assert refused(state, f"0: bury {lowest(state, 0, 7)}").code == "shengji.bury-count"
    assert cited(BOOK, p.REBURIED, "shengji") == "UN-S 12.5"


def test_un_s_12_6_a_wrong_number_found_in_play_gives_the_points_away():
    paid = usual(0, p.WRONG_COUNT)
    assert (paid.points, paid.levels) == (0, 0)  # the cards follow; no more is taken
    assert refused(leading(rules=RULES), "0: play SA").code == "shengji.not-in-hand"
    assert cited(BOOK, p.WRONG_COUNT, "shengji") == "UN-S 12.6"


def test_un_s_12_7_hidden_cards_and_scrambling_cost_three_levels():
    assert offence_costs("hidden-cards", 1) == ("S-12.7", [3])
    assert (usual(0, p.CONCEALED).levels, usual(0, p.SCRAMBLED).levels) == (3, 3)
    assert cited(BOOK, p.CONCEALED, "shengji") == "UN-S 12.7"


def test_un_s_12_8_telling_the_partner_or_burying_singly_costs_two_levels():
    assert offence_costs("talking", 1) == ("S-12.8", [2])
    assert (usual(0, p.SIGNALLED).levels, usual(0, p.BURIED_SINGLY).levels) == (2, 2)
    assert cited(BOOK, p.SIGNALLED, "shengji") == "UN-S 12.8"


def test_un_s_13_passing_ten_ends_and_wins_the_match():
    assert verdict(RULES, (10, 10), 0, time_up=False) is None
    passed = verdict(RULES, (11, 2), 0, time_up=False)
    assert (passed, cited(BOOK, passed[1], "shengji")) == ((0, "shengji.match.passed"), "UN-S 13")
