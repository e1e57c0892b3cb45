"""The computer player of every game: legal, seeded, better than chance, and able to end a game."""

from random import Random

import msgspec
import pytest

from qipan.games import all_games, game_named
from qipan.games.computer_players import computer_of, play_out, steps
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import TABLE, Seat

GAMES = list(all_games().values())
FEW = 60


def beginning(game, seed, **options):
    dice = Random(seed)
    rules = msgspec.convert(options, game.rules_type)
    seats = game.seats(rules)[0]
    return game.start(rules, seats, game.deal(rules, seats, dice)), dice


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_has_a_player_that_makes_legal_moves(game):
    state, dice = beginning(game, 1)
    made = [step for step in steps(game, state, dice, FEW) if step.seat != TABLE]
    assert made
    for step in made[:10]:
        text = game.write(step.before, step.seat, step.move)
        assert game.read(step.before, step.seat, text) == step.move


ENDINGS = [
    ("gomoku", {}),
    ("gomoku", {"win": "renju", "forbidden": "loses"}),
    ("gomoku", {"win": "renju", "forbidden": "refused", "opening": "swap2"}),
    ("gomoku", {"win": "exactly-five", "opening": "long-pro"}),
    ("go", {"size": 9}),
    ("go", {"size": 9, "repetition": "positional-superko", "counting": "area"}),
    ("go", {"size": 7, "second_passes": False, "referee_counts": True}),
    ("xiangqi", {}),
    ("xiangqi", {"ruleset": "cxa-2011", "limit": 20}),
    ("xiangqi", {"count": "forward", "limit": 15}),
    ("shengji", {"last_level": 4, "direction": "clockwise", "open_banker": "lot"}),
    ("shengji", {"last_level": 3, "longest_run_due": False, "pass_as_banker": True}),
    ("chinese-checkers", {"lock": "end-of-turn", "skipping": False}),
    ("chinese-checkers", {"forced_pass": False, "leave_home_from": 0, "blocked_turns": 0}),
]


@pytest.mark.parametrize(("name", "options"), ENDINGS, ids=lambda value: str(value)[:60])
def test_games_end_under_many_rules(name, options):
    game = game_named(name)
    state, dice = beginning(game, 3, **options)
    played = play_out(game, state, dice, 4000)
    assert played.outcome is not None
    assert played.outcome.rule


def duel(game, seed, bot_seat, longest=500):
    """Let the computer player meet random moves; give the winner."""
    state, dice = beginning(game, seed)
    choose = computer_of(game)
    for _ in range(longest):
        acting = game.acting(state)
        if not acting:
            break
        seat = acting[0]
        move = choose(state, seat, dice) if seat == bot_seat else game.sample(state, seat, dice)
        state = game.play(state, seat, move)
    outcome = game.outcome(state)
    return None if outcome is None else outcome.winner


@pytest.mark.parametrize("name", ["gomoku", "xiangqi"])
@pytest.mark.parametrize("bot_seat", [0, 1])
def test_the_player_beats_random_moves(name, bot_seat):
    game = game_named(name)
    assert [duel(game, seed, Seat(bot_seat)) for seed in range(3)] == [bot_seat] * 3


def test_the_player_of_shengji_beats_random_plays():
    game = game_named("shengji")
    choose, won = computer_of(game), [0, 0]
    for seed in range(4):
        state, dice = beginning(game, seed)
        while game.acting(state):
            seat = dice.choice(game.acting(state))
            clever = seat in (0, 2)
            move = choose(state, seat, dice) if clever else game.sample(state, seat, dice)
            state = game.play(state, seat, move)
        won[game.outcome(state).facts["side"]] += 1
    assert won == [4, 0]


def test_a_game_without_a_player_is_named():
    class Nameless:
        name = "no-such-game"

    with pytest.raises(Unknown, match="no-such-game"):
        computer_of(Nameless())
