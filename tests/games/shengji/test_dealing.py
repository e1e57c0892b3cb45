"""From the pack to the reveal: declarations, bank, bottom, counters."""

from random import Random

import pytest

from games.shengji.table import SALT, all_cards, cards, dealt, does, lowest, stacked, started
from qipan.games.shengji import GAME, ShengjiRules
from qipan.games.shengji.cards import PACK, write_cards
from qipan.games.shengji.rules import Direction, OpenBanker
from qipan.games.shengji.state import pack_hash
from qipan.kernel.errors import BadInput, IllegalMove
from qipan.kernel.ids import TABLE, Seat


@pytest.mark.parametrize(
    ("flip", "flipper", "first"),
    [("SA", 0, 0), ("S2", 0, 3), ("H3", 0, 2), ("C4", 0, 1), ("D5", 0, 0), ("SK", 1, 1)],
)
def test_the_first_drawer_is_counted_clockwise(flip, flipper, first):
    state = GAME.start(ShengjiRules(), 4, {"flip": flip, "flipper": flipper})
    assert state.deal.first == first


@pytest.mark.parametrize(
    "setup",
    [{}, {"flip": "LJ", "flipper": 0}, {"flip": "S2", "flipper": 4}, {"flip": 3, "flipper": 0}],
)
def test_a_wrong_setup_is_refused(setup):
    with pytest.raises(BadInput):
        GAME.start(ShengjiRules(), 4, setup)


def refused(state, line):
    with pytest.raises(IllegalMove) as caught:
        does(state, line)
    return caught.value.code


def test_pack_cut_and_draw():
    state = started()
    assert GAME.acting(state) == (TABLE,)
    pack = stacked(("", "", "", ""))
    assert refused(state, f"T: pack {SALT} {'S2 ' * 108}") == "shengji.pack-not-whole"
    state = does(state, f"T: pack {SALT} {pack}")
    assert GAME.view(state, None).deal.hash == pack_hash(SALT, state.deal.pack)
    assert GAME.acting(state) == (Seat(3),)
    assert refused(state, "3: cut 108") == "shengji.cut-range"
    state = does(state, "3: cut 30", "T: draw 5")
    assert [len(hand) for hand in state.deal.hands] == [2, 1, 1, 1]
    assert state.deal.hands[1] == (state.deal.pack[31],)
    assert refused(state, "T: draw 96") == "shengji.draw-count"
    assert refused(state, "0: draw 1") == "shengji.not-now"
    assert all_cards(state.deal) == PACK


def test_the_first_on_the_table_counts_and_words_do_not_repeat():
    state = dealt(("S2", "H2", "D2 D2", ""), declare=("1: declare H2",))
    assert refused(state, "0: declare S2") == "shengji.declare-cards"
    assert refused(state, "1: declare H2") == "game.not-your-turn"
    assert refused(state, "2: declare H2 H2") == "shengji.declare-not-held"
    taken = does(state, "2: declare D2 D2", "T: close")
    assert (taken.deal.banker, taken.deal.turn, len(taken.deal.hands[2])) == (2, 2, 33)


def test_a_quiet_seat_is_asked_again_at_the_next_card():
    state = dealt()
    state = does(state, "0: pass", "2: pass")
    assert GAME.acting(state) == (TABLE, 1, 3)
    assert refused(state, "0: pass") == "game.not-your-turn"


def test_jokers_take_no_bank_in_the_first_deal():
    state = dealt(("S2", "LJ LJ", "", ""), declare=("0: declare S2",))
    assert refused(state, "1: declare LJ LJ") == "shengji.declare-cards"
    state = does(state, "T: close")
    state = does(state, f"0: bury {lowest(state, 0)}", "1: counter LJ LJ")
    assert (state.deal.banker, state.deal.turn, len(state.deal.hands[1])) == (0, 1, 33)


def test_without_a_declaration_the_first_bottom_card_names_trump():
    state = does(dealt(bottom="D9"), "T: close")
    assert (state.deal.banker, state.deal.flipped) == (0, cards("D9")[0])
    state = does(state, f"0: bury {lowest(state, 0)}")
    assert (state.deal.phase, state.deal.turn, state.deal.order.name) == ("play", 0, "D")
    joker = does(dealt(bottom="BJ"), "T: close")
    assert joker.deal.order.name == "NT"


def test_without_a_declaration_a_lot_may_name_the_banker():
    state = does(dealt(rules=ShengjiRules(open_banker=OpenBanker.LOT)), "T: close")
    assert (state.deal.phase, GAME.acting(state)) == ("lot", (TABLE,))
    assert does(state, "T: lot 3").deal.banker == 3
    assert refused(state, "T: lot 4") == "shengji.lot-seat"


def test_counters_bury_again_and_the_last_names_trump():
    hands = ("S2", "H2 H2", "", "BJ BJ")
    state = does(dealt(hands, declare=("0: declare S2",)), "T: close")
    assert refused(state, "1: counter H2 H2") == "game.not-your-turn"
    state = does(state, f"0: bury {lowest(state, 0)}")
    assert state.deal.turn == 1
    assert refused(state, "1: counter S3 S3") == "shengji.counter-cards"
    state = does(state, "1: counter H2 H2")
    assert (state.deal.phase, len(state.deal.hands[1])) == ("bury", 33)
    assert refused(state, f"1: bury H2 H2 {lowest(state, 1, 6)}") == "shengji.bury-cards"
    assert refused(state, f"1: bury {lowest(state, 1, 7)}") == "shengji.bury-count"
    state = does(state, f"1: bury {lowest(state, 1)}", "2: pass", "3: counter BJ BJ")
    state = does(state, f"3: bury {lowest(state, 3)}", "0: pass", "1: pass")
    assert GAME.view(state, Seat(0)).deal.trump is None
    state = does(state, "2: pass")
    assert (state.deal.phase, state.deal.turn, state.deal.order.name) == ("play", 0, "NT")
    shown = GAME.view(state, None).deal.declared
    assert [each.cards for each in shown] == [["S2"], ["H2", "H2"], ["BJ", "BJ"]]


def test_the_banker_may_counter_a_counterer():
    state = does(
        dealt(("S2 D2 D2", "H2 H2", "", ""), declare=("0: declare S2",)),
        "T: close",
    )
    state = does(state, f"0: bury {lowest(state, 0)}", "1: counter H2 H2")
    state = does(state, f"1: bury {lowest(state, 1)}", "2: pass", "3: pass", "0: counter D2 D2")
    assert (state.deal.phase, state.deal.turn) == ("bury", 0)


def test_clockwise_play_turns_the_table_round():
    state = dealt(rules=ShengjiRules(direction=Direction.CLOCKWISE), declare=())
    assert [len(hand) for hand in state.deal.hands] == [25] * 4
    state = does(state, "T: close")
    state = does(state, f"0: bury {lowest(state, 0)}")
    state = does(state, f"0: play {lowest(state, 0, 1)}")
    assert GAME.acting(state) == (Seat(3),)


def test_face_down_moves_are_shown_without_faces():
    state = started()
    move = GAME.read(state, TABLE, f"pack {SALT} {stacked(('', '', '', ''))}")
    shown = GAME.shown(state, TABLE, move, Seat(1))
    assert shown == f"pack {pack_hash(SALT, move.cards)}"
    for text, hidden in (
        ("declare S2", "declare ?"),
        ("counter LJ LJ", "counter ? ?"),
        (f"bury {write_cards(PACK[:8])}", "bury ? ? ? ? ? ? ? ?"),
    ):
        move = GAME.read(state, Seat(1), text)
        assert GAME.shown(state, Seat(1), move, Seat(1)) == text
        assert GAME.shown(state, Seat(1), move, Seat(3)) == hidden
        assert GAME.shown(state, Seat(1), move, None) == hidden


def test_a_live_table_deals_at_a_pace_people_can_follow():
    state = started()
    assert GAME.pace(state) == 0  # the pack
    state = does(state, f"T: pack {SALT} {stacked(('',) * 4)}")
    assert GAME.pace(state) is None  # somebody cuts
    state = does(state, f"{GAME.acting(state)[0]}: cut 0")
    assert GAME.pace(state) == 500
    assert GAME.write(state, TABLE, GAME.table_move(state, Random(1))) == "draw 4"
    state = does(state, "T: draw 100")
    assert (GAME.phase(state), GAME.pace(state)) == ("close", 6000)
    for seat in GAME.acting(state)[1:]:
        state = does(state, f"{seat}: pass")
    assert (GAME.acting(state), GAME.pace(state)) == ((TABLE,), 50)
    assert GAME.write(state, TABLE, GAME.table_move(state, Random(1))) == "close"
