"""What every game promises, whoever wrote it: ``qipan game test`` and the tests of the house.

A promise is a function that looks at a game played at random from one seed and says, in words, what
is not as promised. A game of another package is held to the same as those that come with us.
"""

import re
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import msgspec

from qipan.games import AnyGame, part_of, path_of
from qipan.games.computer_players import steps
from qipan.games.words import words_of
from qipan.i18n import LANGUAGES, catalogue, facts_in, say
from qipan.i18n.moves import noted
from qipan.kernel.errors import BadInput, IllegalMove
from qipan.kernel.game import MOST_LEGAL, RESIGNED
from qipan.kernel.ids import TABLE, Seat

SEEDS = range(4)
LONGEST = 400
EVERY_KEPT = 20
NONSENSE = ("", "?", "zz99zz", "\x00", "一二三四", "9" * 5000)
Faults = Iterator[str]
Promise = Callable[[AnyGame, int], Faults]


class Beginning(NamedTuple):
    """A game before its first move."""

    rules: Any
    seats: int
    setup: dict[str, Any]
    state: Any
    dice: Random


class WalkedMove(NamedTuple):
    """A move of a random game, with the states around it."""

    before: Any
    seat: Seat
    move: Any
    after: Any


def beginning(game: AnyGame, seed: int) -> Beginning:
    """Deal a game of the usual or another allowed number of seats."""
    dice = Random(f"{game.name}/{seed}")
    rules: Any = game.rules_type()
    allowed = game.seats(rules)
    seats = allowed[seed % len(allowed)]
    setup = game.deal(rules, seats, dice)
    return Beginning(rules, seats, setup, game.start(rules, seats, setup), dice)


def random_walk(game: AnyGame, seed: int, longest: int = LONGEST) -> Iterator[WalkedMove]:
    """Play at random, move by move."""
    *_, state, dice = beginning(game, seed)
    for _ in range(longest):
        acting = game.acting(state)
        if not acting:
            return
        seat = dice.choice(acting)
        move = game.sample(state, seat, dice)
        after = game.play(state, seat, move)
        yield WalkedMove(state, seat, move, after)
        state = after


def viewers(seats: int) -> list[Seat | None]:
    """List who may look on: a spectator, and every seat."""
    return [None, *(Seat(seat) for seat in range(seats))]


def random_play_never_breaks(game: AnyGame, seed: int) -> Faults:
    """A game has an outcome exactly when nobody acts and its phase is over."""
    for number, made in enumerate(random_walk(game, seed), 1):
        outcome = game.outcome(made.after)
        if (outcome is None) != bool(game.acting(made.after)):
            yield f"after move {number} somebody acts in a game that is over, or nobody in another"
        if (outcome is not None) != (game.phase(made.after) == "over"):
            yield f"after move {number} the phase is {game.phase(made.after)!r}"
        places = outcome.places if outcome is not None else (1,)
        if min(places) != 1 or max(places) > len(places):
            yield f"the places are {places}"


def texts_tell_the_whole_game(game: AnyGame, seed: int) -> Faults:
    """Setup and the written moves give the same game again."""
    rules, seats, setup, state, _ = beginning(game, seed)
    again = game.start(rules, seats, msgspec.json.decode(msgspec.json.encode(setup)))
    for made in random_walk(game, seed):
        text = game.write(made.before, made.seat, made.move)
        again = game.play(again, made.seat, game.read(again, made.seat, text))
        state = made.after
    for who in viewers(seats):
        if game.view(again, who) != game.view(state, who):
            yield f"told again, seat {who} sees something else"


def known_moves_are_followed(game: AnyGame, seed: int) -> Faults:
    """A move that was played before leads to the same state without being judged again."""
    rules, seats, setup, again, _ = beginning(game, seed)
    made = list(random_walk(game, seed))
    for number, each in enumerate(made, 1):
        goes_on = number < len(made)
        again = game.follow(again, each.seat, each.move, goes_on=goes_on)
        if game.acting(again) != game.acting(each.after):
            yield f"after following move {number} another seat acts"
        if game.outcome(again) != game.outcome(each.after):
            yield f"after following move {number} the outcome is another"
        for who in viewers(seats):
            if game.view(again, who) != game.view(each.after, who):
                yield f"after following move {number} seat {who} sees something else"
    if made and game.view(game.start(rules, seats, setup), None) != game.view(made[0].before, None):
        yield "following a game changed how the next one begins"


def kept_states_go_on_the_same(game: AnyGame, seed: int) -> Faults:
    """A state that was written and read back is the same one, now and in all that follows."""
    kept = None
    for number, made in enumerate(random_walk(game, seed), 1):
        if kept is not None:
            kept = game.play(kept, made.seat, made.move)
        if game.outcome(made.after) is not None:
            return
        written = game.keep_state(made.after)
        if written is not None and (kept is None or number % EVERY_KEPT == 0):
            kept = game.kept_state(written)
            if game.keep_state(kept) != written:
                yield f"the state after move {number} is kept as another"
        if kept is None:
            continue
        if game.acting(kept) != game.acting(made.after) or game.phase(kept) != game.phase(
            made.after
        ):
            yield f"after move {number} another seat acts in the game that was kept"
        for who in viewers(_seats_of(game, seed)):
            if game.view(kept, who) != game.view(made.after, who):
                yield f"after move {number} seat {who} sees another game in the one that was kept"


def _seats_of(game: AnyGame, seed: int) -> int:
    _, seats, *_ = beginning(game, seed)
    return seats


def old_states_are_untouched(game: AnyGame, seed: int) -> Faults:
    """A move makes a new state and leaves the old one as it was."""
    kept = [
        (made, game.view(made.before, None), game.view(made.after, None))
        for made in random_walk(game, seed, longest=60)
    ]
    for number, (made, seen, next_seen) in enumerate(kept, 1):
        if game.view(made.before, None) != seen:
            yield f"the state before move {number} was changed"
        if game.view(game.play(made.before, made.seat, made.move), None) != next_seen:
            yield f"move {number} played again gives another state"


def who_does_not_act_cannot_move(game: AnyGame, seed: int) -> Faults:
    """A move of a seat that does not act is refused."""
    _, seats, *_ = beginning(game, seed)
    for number, made in enumerate(random_walk(game, seed, longest=60)):
        acting = game.acting(made.before)
        for other in range(seats) if number % 7 == 0 else ():
            if Seat(other) in acting:
                continue
            try:
                game.play(made.before, Seat(other), made.move)
            except IllegalMove:
                continue
            yield f"seat {other} moved out of turn at move {number + 1}"


def views_are_plain_and_hide(game: AnyGame, seed: int) -> Faults:
    """A view is plain values, and the same for states that its viewer cannot tell apart."""
    _, seats, _, _, dice = beginning(game, seed)
    for number, made in enumerate(random_walk(game, seed)):
        if number % 5 and game.outcome(made.after) is None:
            continue
        for who in viewers(seats):
            seen = game.view(made.after, who)
            if msgspec.json.decode(msgspec.json.encode(seen), type=game.view_type) != seen:
                yield f"the view of seat {who} is not plain"
            if game.view(game.alike(made.after, who, dice), who) != seen:
                yield f"seat {who} sees what it may not know"


def legal_moves_are_listed(game: AnyGame, seed: int) -> Faults:
    """Legal moves are listed as text unless there are too many; nobody else has any."""
    _, seats, *_ = beginning(game, seed)
    for number, (before, seat, _, _) in enumerate(random_walk(game, seed, longest=60)):
        if number % 9:
            continue
        listed = game.legal(before, seat)
        some = [game.write(before, seat, move) for move in islice(game.moves(before, seat), 20)]
        if (
            listed is None
            and len(list(islice(game.moves(before, seat), MOST_LEGAL + 1))) <= MOST_LEGAL
        ):
            yield "the legal moves are not listed though they are few"
        if listed is not None and listed[:20] != some:
            yield "the list of legal moves is another than the moves"
        for other in set(range(seats)) - set(game.acting(before)):
            if game.legal(before, Seat(other)) != []:
                yield f"seat {other} has legal moves though it does not act"


def nonsense_is_refused_with_words(game: AnyGame, seed: int) -> Faults:
    """A text that is no move is refused as bad input, with words."""
    for number, (before, seat, _, _) in enumerate(random_walk(game, seed, longest=30)):
        for text in NONSENSE if number % 10 == 0 else ():
            try:
                game.read(before, seat, text)
            except BadInput as error:
                if str(error):
                    continue
            yield f"{text[:10]!r} is taken, or refused without words"


def retiring_is_ruled(game: AnyGame, seed: int) -> Faults:
    """Whoever retires loses; when enough have, the game is over and nobody acts."""
    _, seats, _, state, dice = beginning(game, seed)
    for made in random_walk(game, seed, longest=10):
        state = made.after
    left = list(range(seats))
    dice.shuffle(left)
    while game.outcome(state) is None:
        if not left:
            yield "everybody has retired and the game goes on"
            return
        state = game.retire(state, Seat(left.pop()), RESIGNED)
    outcome = game.outcome(state)
    if outcome is not None and len(outcome.places) != seats:
        yield "not every seat has a place"
    if game.acting(state) != ():
        yield "somebody acts after the end"


def the_computer_follows_the_dice(game: AnyGame, seed: int) -> Faults:
    """The computer makes legal moves, and the same ones with the same dice."""
    games = []
    for _ in range(2):
        *_, state, dice = beginning(game, seed)
        made = list(steps(game, state, dice, 40))
        if all(step.seat == TABLE for step in made):
            yield "the computer does not move"
        games.append([game.write(step.before, step.seat, step.move) for step in made])
    if games[0] != games[1]:
        yield "the same dice give other moves"


def samples_wait_for_the_visitor(game: AnyGame, seed: int) -> Faults:
    """Samples are named after their game, can be played, and wait for the visitor's seat."""
    del seed
    found = part_of(game, "samples").samples()
    if found[0].name != game.name:
        yield f"the first sample is called {found[0].name}"
    for each in found:
        if each.name != game.name and not each.name.startswith(f"{game.name}-"):
            yield f"a sample is called {each.name}"
        state = game.start(msgspec.convert(each.rules, game.rules_type), each.seats, each.setup)
        for number, text in enumerate(each.moves):
            seat = Seat(each.by.get(number, game.acting(state)[0]))
            state = game.play(state, seat, game.read(state, seat, text))
        if each.seat is not None and each.seat not in game.acting(state):
            yield f"{each.name} does not wait for seat {each.seat}"


def words_are_said_in_every_language(game: AnyGame, seed: int) -> Faults:
    """Its words are its own, sorted, and said in every language with the same facts."""
    del seed
    words = words_of(path_of(game))
    if list(words) != sorted(words):
        yield "its words are not sorted"
    begins = (f"{game.name}.", f"ui.board.{game.name}.", f"ui.board.name.{game.name}")
    yield from (f"{code} is no word of its own" for code in words if not code.startswith(begins))
    for code, texts in words.items():
        if sorted(texts) != sorted(LANGUAGES):
            yield f"{code} is said in {', '.join(sorted(texts))} only"
        elif len({frozenset(facts_in(text)) for text in texts.values()}) != 1:
            yield f"{code} tells other facts in other languages"
    board = f"ui.board.{game.name}"
    spoken = {f"ui.board.name.{game.name}", *(f"{board}.act.{word}" for word in game.acts)}
    spoken |= {f"{board}.claim.{what}" for what in game.claims}
    yield from (f"{code} has no words" for code in sorted(spoken - set(words)))
    known = catalogue("th")
    yield from (f"{side} has no name" for side in game.sides if f"ui.board.{side}" not in known)
    name = f"ui.board.name.{game.name}"
    if name in words and say("zh", name) != words[name].get("zh"):
        yield f"{name} is said otherwise elsewhere"


def moves_are_written_for_people(game: AnyGame, seed: int) -> Faults:
    """A move is written as people write it, in every language."""
    _, seats, *_ = beginning(game, seed)
    known = words_of(path_of(game))
    for number, (before, seat, move, _) in enumerate(random_walk(game, seed)):
        if number % 3:
            continue
        for who in viewers(seats):
            for text in game.noted(before, seat, move, who).values():
                codes = re.findall(r"\{([^{}]*)\}", text)
                yield from (f"{c} has no words" for c in codes if f"ui.board.{c}" not in known)
        for language in LANGUAGES:
            read = noted(game, before, seat, move, None, language)
            if not read.strip() or set("{}") & set(read):
                yield f"move {number + 1} reads {read!r} in {language}"


PROMISES: tuple[Promise, ...] = (
    random_play_never_breaks,
    texts_tell_the_whole_game,
    known_moves_are_followed,
    kept_states_go_on_the_same,
    old_states_are_untouched,
    who_does_not_act_cannot_move,
    views_are_plain_and_hide,
    legal_moves_are_listed,
    nonsense_is_refused_with_words,
    retiring_is_ruled,
    moves_are_written_for_people,
)
ONCE: tuple[Promise, ...] = (
    the_computer_follows_the_dice,
    samples_wait_for_the_visitor,
    words_are_said_in_every_language,
)
"""Promises that do not depend on a seed."""


def every_promise() -> Iterator[tuple[Promise, int]]:
    """List each promise with each seed it is looked at with."""
    yield from ((promise, seed) for promise in PROMISES for seed in SEEDS)
    yield from ((promise, 0) for promise in ONCE)
