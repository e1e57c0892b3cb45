"""What every game promises. A new game is found by its folder and passes this unasked."""

import re
from itertools import islice
from random import Random

import msgspec
import pytest
from jsonschema import Draft202012Validator

from qipan.games import GAMES as FOLDERS
from qipan.games import all_games, folder_of, part_of
from qipan.games.computer_players import steps
from qipan.games.view_types import schema_of, types_of
from qipan.games.words import words_of
from qipan.i18n import LANGUAGES, catalogue, facts_in, say
from qipan.i18n.moves import noted
from qipan.kernel.errors import BadInput, IllegalMove
from qipan.kernel.game import MOST_LEGAL, RESIGNED
from qipan.kernel.ids import TABLE, Seat

GAMES = list(all_games().values())
SEEDS = range(4)
LONGEST = 400

pytestmark = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def beginning(game, seed):
    """Deal a game of the usual or another allowed number of seats."""
    dice = Random(f"{game.name}/{seed}")
    rules = game.rules_type()
    allowed = game.seats(rules)
    seats = allowed[seed % len(allowed)]
    setup = game.deal(rules, seats, dice)
    return rules, seats, setup, game.start(rules, seats, setup), dice


def random_walk(game, seed, longest=LONGEST):
    """Play at random; yield (state before, seat, move, state after)."""
    *_, state, dice = beginning(game, seed)
    for _ in range(longest):
        acting = game.acting(state)
        if not acting:
            return
        seat = dice.choice(acting)
        move = game.sample(state, seat, dice)
        after = game.play(state, seat, move)
        yield state, seat, move, after
        state = after


def viewers(seats):
    return [None, *(Seat(seat) for seat in range(seats))]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_play_never_breaks(game, seed):
    for _, _, _, after in random_walk(game, seed):
        outcome = game.outcome(after)
        assert (outcome is None) == bool(game.acting(after))
        assert (outcome is not None) == (game.phase(after) == "over")
        if outcome is not None:
            assert min(outcome.places) == 1
            assert max(outcome.places) <= len(outcome.places)


@pytest.mark.parametrize("seed", SEEDS)
def test_setup_and_move_texts_tell_the_whole_game(game, seed):
    rules, seats, setup, state, _ = beginning(game, seed)
    setup = msgspec.json.decode(msgspec.json.encode(setup))
    again = game.start(rules, seats, setup)
    for before, seat, move, after in random_walk(game, seed):
        text = game.write(before, seat, move)
        again = game.play(again, seat, game.read(again, seat, text))
        state = after
    assert [game.view(again, who) for who in viewers(seats)] == [
        game.view(state, who) for who in viewers(seats)
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_old_states_are_untouched(game, seed):
    kept = []
    for before, seat, move, after in random_walk(game, seed, longest=60):
        kept.append((before, game.view(before, None), seat, move, game.view(after, None)))
    for before, seen, seat, move, next_seen in kept:
        assert game.view(before, None) == seen
        assert game.view(game.play(before, seat, move), None) == next_seen


@pytest.mark.parametrize("seed", SEEDS)
def test_who_does_not_act_cannot_move(game, seed):
    for number, (before, _, move, _) in enumerate(random_walk(game, seed, longest=60)):
        if number % 7:
            continue
        _, seats, *_ = beginning(game, seed)
        for other in range(seats):
            if Seat(other) not in game.acting(before):
                with pytest.raises(IllegalMove):
                    game.play(before, Seat(other), move)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_view_is_plain_and_hides_what_it_must(game, seed):
    _, seats, _, _, dice = beginning(game, seed)
    for number, (_, _, _, after) in enumerate(random_walk(game, seed)):
        if number % 5 and game.outcome(after) is None:
            continue
        for who in viewers(seats):
            seen = game.view(after, who)
            assert msgspec.json.decode(msgspec.json.encode(seen), type=game.view_type) == seen
            other = game.alike(after, who, dice)
            assert game.view(other, who) == seen


@pytest.mark.parametrize("seed", SEEDS)
def test_legal_moves_are_listed_as_text_unless_they_are_too_many(game, seed):
    _, seats, *_ = beginning(game, seed)
    for number, (before, seat, _, _) in enumerate(random_walk(game, seed, longest=60)):
        if number % 9:
            continue
        listed = game.legal(before, seat)
        some = [game.write(before, seat, move) for move in islice(game.moves(before, seat), 20)]
        if listed is None:
            assert len(list(islice(game.moves(before, seat), MOST_LEGAL + 1))) > MOST_LEGAL
        else:
            assert listed[:20] == some
        for other in set(range(seats)) - set(game.acting(before)):
            assert game.legal(before, Seat(other)) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_nonsense_is_refused_with_words(game, seed):
    for number, (before, seat, _, _) in enumerate(random_walk(game, seed, longest=30)):
        if number % 10:
            continue
        for nonsense in ("", "?", "zz99zz", "\x00", "一二三四", "9" * 5000):
            with pytest.raises(BadInput) as caught:
                game.read(before, seat, nonsense)
            assert str(caught.value)


@pytest.mark.parametrize("seed", SEEDS)
def test_retiring_is_ruled(game, seed):
    _, seats, _, state, dice = beginning(game, seed)
    for _, _, _, after in random_walk(game, seed, longest=10):
        state = after
    if game.outcome(state) is not None:
        return
    left = list(range(seats))
    dice.shuffle(left)
    while game.outcome(state) is None:
        state = game.retire(state, Seat(left.pop()), RESIGNED)
    outcome = game.outcome(state)
    assert len(outcome.places) == seats
    assert game.acting(state) == ()


def test_the_computer_makes_legal_moves_that_follow_from_the_dice(game):
    games = []
    for _ in range(2):
        *_, state, dice = beginning(game, 0)
        made = list(steps(game, state, dice, 40))
        assert any(step.seat != TABLE for step in made)
        games.append([game.write(step.before, step.seat, step.move) for step in made])
    assert games[0] == games[1]


def test_samples_are_named_after_their_game_and_wait_for_the_visitor(game):
    found = part_of(game, "samples").samples()
    assert found[0].name == game.name
    for each in found:
        assert each.name == game.name or each.name.startswith(f"{game.name}-")
        rules = msgspec.convert(each.rules, game.rules_type)
        state = game.start(rules, each.seats, each.setup)
        for number, text in enumerate(each.moves):
            seat = Seat(each.by.get(number, game.acting(state)[0]))
            state = game.play(state, seat, game.read(state, seat, text))
        assert each.seat is None or each.seat in game.acting(state)


def test_its_words_are_its_own_and_said_in_every_language(game):
    words = words_of(FOLDERS / folder_of(game))
    assert list(words) == sorted(words)
    begins = (f"{game.name}.", f"ui.board.{game.name}.", f"ui.board.name.{game.name}")
    assert [code for code in words if not code.startswith(begins)] == []
    for code, texts in words.items():
        assert sorted(texts) == sorted(LANGUAGES), code
        assert {frozenset(facts_in(text)) for text in texts.values()} == {
            frozenset(facts_in(texts["en"]))
        }, code
    board = f"ui.board.{game.name}"
    spoken = {f"ui.board.name.{game.name}", *(f"{board}.act.{word}" for word in game.acts)}
    spoken |= {f"{board}.claim.{what}" for what in game.claims}
    assert sorted(spoken - set(words)) == []
    assert [side for side in game.sides if f"ui.board.{side}" not in catalogue("th")] == []
    assert say("zh", f"ui.board.name.{game.name}") == words[f"ui.board.name.{game.name}"]["zh"]


def test_the_types_for_its_board_are_up_to_date(game):
    written = (FOLDERS / folder_of(game) / "view.d.ts").read_text("utf-8")
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


@pytest.mark.parametrize("seed", SEEDS)
def test_a_move_is_written_as_people_write_it(game, seed):
    _, seats, *_ = beginning(game, seed)
    known = words_of(FOLDERS / folder_of(game))
    for number, (before, seat, move, _) in enumerate(random_walk(game, seed)):
        if number % 3:
            continue
        for who in viewers(seats):
            for text in game.noted(before, seat, move, who).values():
                codes = re.findall(r"\{([^{}]*)\}", text)
                assert [code for code in codes if f"ui.board.{code}" not in known] == []
        for language in LANGUAGES:
            read = noted(game, before, seat, move, None, language)
            assert read.strip()
            assert not set("{}") & set(read)
