"""Long random walks through all phases, referees included: nothing but refusals may go wrong."""

from random import Random

import msgspec
import pytest

from qipan.games.go import GAME, Counting, GoRules, Repetition, Resume
from qipan.games.go.board import breathless
from qipan.games.go.view import GoView
from qipan.kernel.errors import IllegalMove
from qipan.kernel.ids import TABLE, Seat

TABLE_WORDS = [
    *("lost", "resume", "resume w", "count", "count 9f86", "mutual", "choice b", "choice w"),
    *("set A1=b", "set A1=.", "set C3=w B2=.", "close A1=b", "dead A1", "alive A1", "seki C3"),
    *("neutral B2", "fine b 2 go.wrong-hand", "fine w 3 go.disturbance"),
]

LEADING = {"status": "agree", "confirm": "confirm"}
"""What leads on, so that a walk does not mark stones for ever."""


def walk(seed):
    dice = Random(seed)
    rules = GoRules(
        size=5,
        second_passes=dice.random() < 0.5,
        referee_counts=dice.random() < 0.5,
        suicide=dice.random() < 0.3,
        pass_stones=dice.random() < 0.3,
        ko_after_lost_turn=dice.random() < 0.5,
        counting=dice.choice(list(Counting)),
        repetition=dice.choice(list(Repetition)),
        resume=dice.choice(list(Resume)),
    )
    state = again = GAME.start(rules, 2, {"handicap": 0})
    for _ in range(250):
        acting = GAME.acting(state)
        if not acting:
            break
        seat = dice.choice(acting)
        if dice.random() < 0.15:
            seat, word = TABLE, dice.choice(TABLE_WORDS)
        elif dice.random() < 0.3 and GAME.phase(state) in ("play", "second-passes"):
            word = "pass"
        elif dice.random() < 0.8 and GAME.phase(state) in LEADING:
            word = LEADING[GAME.phase(state)]
        else:
            word = GAME.write(state, seat, dice.choice(list(GAME.moves(state, seat))))
        try:
            after = GAME.play(state, seat, GAME.read(state, seat, word))
        except IllegalMove:
            continue
        again = GAME.play(again, seat, GAME.read(again, seat, word))
        state = after
        yield state
    assert GAME.view(again, None) == GAME.view(state, None)


@pytest.mark.parametrize("seed", range(40))
def test_walks_through_every_phase(seed):
    for state in walk(seed):
        outcome = GAME.outcome(state)
        assert (outcome is None) == bool(GAME.acting(state))
        assert (outcome is not None) == (GAME.phase(state) == "over")
        assert len(state.log) == len(state.seen)
        view = GAME.view(state, None)
        assert msgspec.json.decode(msgspec.json.encode(view), type=GoView) == view
        on = state.on
        assert not any(state.cells[at] and breathless(state.cells, on.near, at) for at in on.points)
        for seat in GAME.acting(state):
            assert next(iter(GAME.moves(state, seat)), None) is not None
        if state.counted is not None:
            assert state.marks.dead.isdisjoint(state.marks.seki)


def test_walks_reach_every_phase_and_both_endings():
    phases, rules = set(), set()
    for seed in range(40):
        for state in walk(seed):
            phases.add(GAME.phase(state))
            if state.ended:
                rules.add(str(state.ended.rule))
    assert phases == {"play", "status", "second-passes", "count", "confirm", "over"}
    assert "go.more-points" in rules


def test_every_listed_move_is_legal():
    for state in walk(7):
        for seat in (Seat(0), Seat(1), TABLE):
            for move in GAME.moves(state, seat):
                GAME.play(state, seat, move)
