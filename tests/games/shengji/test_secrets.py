"""Nobody sees a card that they may not know."""

from random import Random

import msgspec
import pytest

from games.shengji.table import all_cards
from qipan.games.computer_players import computer_of
from qipan.games.shengji import GAME, ShengjiRules
from qipan.games.shengji.cards import NAMES, PACK, card_names, holds
from qipan.games.shengji.moves import Draw
from qipan.games.shengji.options import shuffled
from qipan.kernel.ids import TABLE, Seat

DEALS = 2000
VIEWERS = (None, *map(Seat, range(4)))
CARD_NAMES = set(NAMES)


def deal_states(seed):
    """Play one random deal up to its first tricks; give the states on the way."""
    dice = Random(seed)
    state = GAME.start(ShengjiRules(), 4, GAME.deal(ShengjiRules(), 4, dice))
    state = GAME.play(state, TABLE, shuffled(dice))
    stop = dice.randint(3, 12)
    while state.deal.phase != "score" and len(state.deal.tricks) < 2 and stop:
        stop -= 1
        yield state
        acting = GAME.acting(state)
        seat = dice.choice(acting)
        left = 100 - state.deal.drawn
        if state.deal.phase == "draw":
            state = GAME.play(state, TABLE, Draw(min(left, dice.choice((50, 100)))))
        else:
            state = GAME.play(state, seat, GAME.sample(state, seat, dice))
            stop += state.deal.phase in ("bury", "counter", "close")


def names_in(value):
    """Find every card name anywhere in a view."""
    if isinstance(value, dict):
        return [name for each in value.values() for name in names_in(each)]
    if isinstance(value, list):
        return [name for each in value for name in names_in(each)]
    return [value] if isinstance(value, str) and value in CARD_NAMES else []


def allowed(state, viewer):
    """Say, from the state alone, which cards a viewer may be shown."""
    deal = state.deal
    lying = deal.trick or (deal.tricks[-1].plays if deal.tricks else ())
    found = [card for play in lying for card in play.cards]
    found += [card for cards in deal.exposed for card in cards]
    if deal.phase in ("play", "score"):
        found += [card for each in deal.commitments for card in each.cards]
    if deal.phase == "score":
        found += deal.bottom
    if deal.flipped is not None:
        found.append(deal.flipped)
    if viewer is not None:
        found += deal.hands[viewer]
        found += [c for each in deal.burials if each.seat == viewer for c in each.cards]
        for trick in deal.tricks:
            found += [c for play in trick.plays if play.seat == viewer for c in play.cards]
    return set(card_names(found))


def test_views_of_thousands_of_deals_hold_no_foreign_card():
    phases = set()
    for seed in range(DEALS):
        for state in deal_states(seed):
            viewer = VIEWERS[seed % 5]
            phases.add(state.deal.phase)
            view = GAME.view(state, viewer)
            assert set(names_in(msgspec.to_builtins(view))) <= allowed(state, viewer), (
                seed,
                state.deal.phase,
                viewer,
            )
            if viewer is None:
                assert view.deal.hand is None
            else:
                assert len(view.deal.hand) == len(state.deal.hands[viewer])
    assert phases >= {"cut", "draw", "close", "bury", "counter", "play"}


def test_what_is_hidden_may_be_anything_else():
    """Every hidden card can change its place without any viewer seeing a difference."""
    dice = Random(3)
    moved = asked = 0
    for seed in range(40):
        for state in deal_states(seed):
            for viewer in VIEWERS:
                other = GAME.alike(state, viewer, dice)
                assert GAME.view(other, viewer) == GAME.view(state, viewer)
                assert all_cards(other.deal) == PACK
                assert tuple(sorted(other.deal.pack)) == PACK
                for each in other.deal.commitments:
                    if other.deal.phase != "play":
                        assert holds(other.deal.hands[each.seat], each.cards)
                if state.deal.phase not in ("cut", "score"):
                    asked += 1
                    moved += other.deal.hands != state.deal.hands
    assert moved > 0.9 * asked


def test_face_down_trump_is_hidden_even_from_the_banker():
    dice = Random(4)
    changed = 0
    for seed in range(200):
        for state in deal_states(seed):
            deal = state.deal
            if deal.phase == "counter" and deal.commitments[0].seat != deal.banker:
                other = GAME.alike(state, Seat(deal.banker), dice)
                changed += other.deal.commitments[0].cards != deal.commitments[0].cards
    assert changed > 5


@pytest.mark.parametrize("seed", range(5))
def test_the_computer_player_does_not_peek(seed):
    """It chooses the same in every state that looks the same to its seat."""
    choose, dice = computer_of(GAME), Random(seed)
    state = GAME.start(ShengjiRules(), 4, GAME.deal(ShengjiRules(), 4, dice))
    for number in range(260):
        seat = dice.choice(GAME.acting(state))
        if seat == TABLE:
            move = GAME.sample(state, seat, dice)
        else:
            move = choose(state, seat, Random(number))
            if number % 4 == 0:
                other = GAME.alike(state, seat, dice)
                assert choose(other, seat, Random(number)) == move, state.deal.phase
        state = GAME.play(state, seat, move)
