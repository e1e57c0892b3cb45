"""The computer player of every game: legal, seeded, and able to end a game."""

from random import Random

import pytest

from qipan.games import all_games
from qipan.games.bots import bot_of, play_out, steps
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import TABLE

GAMES = list(all_games().values())
FEW = 60


def beginning(game, seed):
    dice = Random(seed)
    rules = game.rules_type()
    seats = game.seats(rules)[0]
    return game.start(rules, seats, game.deal(rules, seats, dice)), dice


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_has_a_player_that_makes_legal_moves(game):
    state, dice = beginning(game, 1)
    made = [step for step in steps(game, state, dice, FEW) if step.seat != TABLE]
    assert made
    assert all(step.before is not step.after for step in made)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_same_dice_make_the_same_moves(game):
    games = []
    for _ in range(2):
        state, dice = beginning(game, 2)
        made = steps(game, state, dice, FEW)
        games.append([game.write(step.before, step.seat, step.move) for step in made])
    assert games[0] == games[1]


def test_gomoku_players_end_their_game():
    state, dice = beginning(next(game for game in GAMES if game.name == "gomoku"), 3)
    played = play_out(all_games()["gomoku"], state, dice)
    assert played.outcome is not None


def test_a_game_without_a_player_is_named():
    class Nameless:
        name = "no-such-game"

    with pytest.raises(Unknown, match="no-such-game"):
        bot_of(Nameless())
