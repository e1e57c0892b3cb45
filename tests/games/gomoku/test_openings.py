"""Opening protocols, setups, and the two-game match."""

import pytest

from qipan.games.gomoku import GAME, GomokuRules, Opening
from qipan.kernel.errors import BadInput, IllegalMove


def played(text, rules):
    state = GAME.start(rules, 2, {})
    for word in text.split():
        state = GAME.play(state, state.turn, GAME.read(state, state.turn, word))
    return state


SWAP2 = GomokuRules(opening=Opening.SWAP2)
STEPS = [
    # moves, phase, seat to act, seat that has Black
    ("", "opening", 0, 0),
    ("h8 h9", "opening", 0, 0),
    ("h8 h9 i8", "choose", 1, 0),
    ("h8 h9 i8 white", "play", 1, 0),
    ("h8 h9 i8 black", "play", 0, 1),
    ("h8 h9 i8 two", "opening", 1, 0),
    ("h8 h9 i8 two a1 b1", "choose", 0, 0),
    ("h8 h9 i8 two a1 b1 black", "play", 1, 0),
    ("h8 h9 i8 two a1 b1 white", "play", 0, 1),
    ("h8 h9 i8 black j10", "play", 1, 1),
]


@pytest.mark.parametrize(("moves", "phase", "seat", "black"), STEPS)
def test_swap2(moves, phase, seat, black):
    state = played(moves, SWAP2)
    view = GAME.view(state, None)
    assert (GAME.phase(state), GAME.acting(state), view.black) == (phase, (seat,), black)


def test_who_took_black_wins_with_black():
    # Seat 1 took Black; Black's five is seat 1's.
    state = played("h8 a1 i8 black b1 j8 c1 k8 d1 l8", SWAP2)
    assert GAME.outcome(state).winner == 1


def test_swap_offers_no_two_stones():
    state = played("h8 h9 i8", GomokuRules(opening=Opening.SWAP))
    assert len(list(GAME.moves(state, state.turn))) == 2
    with pytest.raises(IllegalMove, match="no-such-choice"):
        played("h8 h9 i8 two", GomokuRules(opening=Opening.SWAP))
    assert GAME.phase(played("h8 h9 i8 black", GomokuRules(opening=Opening.SWAP))) == "play"


def test_choices_are_no_moves_elsewhere_and_stones_no_choices():
    with pytest.raises(IllegalMove):
        played("black", GomokuRules())
    with pytest.raises(IllegalMove):
        played("h8 h9 i8 j9", SWAP2)
    with pytest.raises(IllegalMove):
        played("black", SWAP2)


@pytest.mark.parametrize(
    ("opening", "moves", "legal"),
    [
        (Opening.PRO, "h8", True),
        (Opening.PRO, "g8", False),
        (Opening.PRO, "h8 h9 j10", False),
        (Opening.PRO, "h8 h9 k8", True),
        (Opening.LONG_PRO, "h8 h9 k8", False),
        (Opening.LONG_PRO, "h8 h9 l8", True),
        (Opening.PRO, "h8 h9 k8 i8 i9", True),
    ],
)
def test_pro_openings(opening, moves, legal):
    rules = GomokuRules(opening=opening)
    if legal:
        assert GAME.outcome(played(moves, rules)) is None
        return
    with pytest.raises(IllegalMove, match="opening-place"):
        played(moves, rules)


def test_a_pro_opening_lists_only_what_it_allows():
    state = GAME.start(GomokuRules(opening=Opening.PRO), 2, {})
    assert [GAME.write(state, state.turn, move) for move in GAME.moves(state, state.turn)] == ["h8"]


@pytest.mark.parametrize("opening", list(Opening))
def test_every_opening_is_told_by_its_texts(opening):
    from random import Random

    dice = Random(str(opening))
    rules = GomokuRules(size=9, opening=opening)
    state = again = GAME.start(rules, 2, {})
    for _ in range(60):
        if not GAME.acting(state):
            break
        seat = GAME.acting(state)[0]
        move = GAME.sample(state, seat, dice)
        word = GAME.write(state, seat, move)
        state = GAME.play(state, seat, move)
        again = GAME.play(again, seat, GAME.read(again, seat, word))
    assert GAME.view(again, None) == GAME.view(state, None)


def test_a_setup_is_played_on():
    setup = {"black": ["a1", "b1", "c1", "d1"], "white": ["a2"], "turn": 0}
    state = GAME.start(GomokuRules(), 2, setup)
    state = GAME.play(state, state.turn, GAME.read(state, state.turn, "e1"))
    assert GAME.outcome(state).winner == 0
    begun = GAME.start(GomokuRules(), 2, {"black": ["a1"], "turn": 1})
    assert GAME.acting(begun) == (1,)


@pytest.mark.parametrize(
    "setup",
    [{"black": ["a1"], "white": ["a1"]}, {"turn": 3}, {"x": 1}, {"black": "a1"}, {"turn": True}],
)
def test_a_wrong_setup_is_refused(setup):
    with pytest.raises(BadInput):
        GAME.start(GomokuRules(), 2, setup)
