"""What every game promises. A new game is found by its folder and passes this unasked.

The promises themselves lie in ``simulation.game_contract``: ``qipan game test`` offers them to
whoever wrote a game of their own.
"""

import msgspec
import pytest
from jsonschema import Draft202012Validator

from qipan.games import all_games, path_of
from qipan.games.view_types import schema_of, types_of
from qipan.simulation.game_contract import SEEDS, beginning, every_promise, random_walk, viewers

GAMES = list(all_games().values())
PROMISES = [
    pytest.param(promise, seed, id=f"{promise.__name__}-{seed}")
    for promise, seed in every_promise()
]

pytestmark = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@pytest.mark.parametrize(("promise", "seed"), PROMISES)
def test_a_game_keeps_its_promise(game, promise, seed):
    wrong = list(promise(game, seed))
    assert not wrong, "; ".join(wrong[:10])


def test_the_types_for_its_board_are_up_to_date(game):
    written = (path_of(game) / "view.d.ts").read_text("utf-8")
    assert written == types_of(game), f"qipan game schema {game.name} --types > …/view.d.ts"


@pytest.mark.parametrize("seed", SEEDS)
def test_every_view_keeps_to_its_schema(game, seed):
    _, seats, *_ = beginning(game, seed)
    fits = Draft202012Validator(schema_of(game))
    for number, (_, _, _, after) in enumerate(random_walk(game, seed)):
        if number % 10 == 0 or game.outcome(after) is not None:
            for who in viewers(seats):
                seen = msgspec.json.decode(msgspec.json.encode(game.view(after, who)))
                assert next(fits.iter_errors(seen), None) is None
                assert set(seen) == set(game.view_type.__struct_fields__)
