"""``qipan game rule shengji``: single questions about cards, as JSON in and out.

Kinds: decompose, follow, trick, throw, levels, bottom (``bottom_multiplier``, ``bottom_points``)
and follow_count; and match, which scores the sheets of a table with real cards. Cards are written
S H D C with their rank, jokers LJ and BJ; ``trump`` is a suit letter or null for no-trump. The
answer holds ``id`` and what was found.
"""

from collections.abc import Callable
from typing import Any, Final, NoReturn

import msgspec

from qipan.games.shengji.cards import Cards, card_names, read_cards
from qipan.games.shengji.follow import count_choices, count_follows, follow_fault
from qipan.games.shengji.order import Order, read_order
from qipan.games.shengji.rules import ShengjiRules, checked
from qipan.games.shengji.score import bottom_change, gain_of, multiplier
from qipan.games.shengji.scoresheet import Sheet, ledger
from qipan.games.shengji.shapes import parts_of, shape_of
from qipan.games.shengji.trick import trick_points, try_throw, winner_of
from qipan.kernel.errors import BadInput

Request = dict[str, Any]
SIDES: Final = ("banker", "defender")
MOST_POINTS = 100_000


def rule(request: Request) -> Request:
    """Answer one question. Raises BadInput if it cannot be read."""
    kind = request.get("kind")
    answer = KINDS.get(kind) if isinstance(kind, str) else None
    if answer is None:
        raise BadInput(f"unknown kind {str(kind)[:40]!r} (there is: {', '.join(KINDS)})")
    return {"id": request.get("id"), **answer(request)}


def decompose(request: Request) -> Request:
    """Read cards of one suit into tractors, pairs and single cards."""
    how = _order(request)
    return {"shape": list(shape_of(parts_of(how, _one_suit(how, request, "cards"))))}


def follow(request: Request) -> Request:
    """Say whether a play does the duty to follow, and if not, why."""
    how = _order(request)
    lead = _one_suit(how, request, "lead")
    hand, play = _cards(request, "hand"), _cards(request, "play")
    fault = follow_fault(how, hand, lead, play)
    if fault is None:
        return {"legal": True}
    return {"legal": False, "code": fault.code, "by": fault.rule}


def trick(request: Request) -> Request:
    """Say who wins a trick, and how many points are in it."""
    how = _order(request)
    plays = [_read(words, "plays") for words in _list(request, "plays")]
    if not plays or len(plays) > 4 or len({len(play) for play in plays}) != 1 or not plays[0]:
        raise BadInput("a trick has up to four plays of equally many cards", where="plays")
    if how.only_suit(plays[0]) is None:
        raise BadInput("a lead is of one suit", where="plays")
    return {"winner_index": winner_of(how, plays), "points": trick_points(plays)}


def throw(request: Request) -> Request:
    """Say whether a lead stands against the other hands, and what is played."""
    how = _order(request)
    lead = _one_suit(how, request, "lead")
    others = [_read(words, "others") for words in _list(request, "others")]
    found = try_throw(how, lead, others)
    cost = 0 if found.stood else ShengjiRules().throw_penalty * len(lead)
    words = request["lead"] if found.stood else card_names(found.played)
    return {"ok": found.stood, "played": list(words), "penalty_points": cost}


def levels(request: Request) -> Request:
    """Turn the defenders' points of a deal into levels."""
    gain = gain_of(_number(request, "defender_points"))
    return {
        "banker_gain": gain.banker,
        "defender_gain": gain.defenders,
        "defenders_take_bank": gain.bank_lost,
    }


def bottom(request: Request) -> Request:
    """Give the multiplier of a last trick, the change of the defenders' points, or both."""
    found: Request = {}
    if "last_trick" in request:
        how = _order(request)
        parts = parts_of(how, _one_suit(how, request, "last_trick"))
        found["multiplier"] = multiplier(parts[0].length)
    if "bottom_points" in request:
        by, won = request.get("buried_by"), request.get("last_trick_won_by")
        if by not in SIDES or won not in SIDES:
            raise BadInput("'buried_by' and 'last_trick_won_by' are banker or defender")
        times = found["multiplier"] if found else _number(request, "multiplier")
        found["change_of_defender_points"] = bottom_change(
            _number(request, "bottom_points"),
            times,
            defenders_buried=by == "defender",
            defenders_won=won == "defender",
        )
    if not found:
        raise BadInput("a bottom has a 'last_trick' or 'bottom_points'")
    return found


def follow_count(request: Request) -> Request:
    """Count the different plays of a hand, and those that follow."""
    how = _order(request)
    lead, hand = _one_suit(how, request, "lead"), _cards(request, "hand")
    if len(hand) < len(lead):
        raise BadInput("the hand has fewer cards than the lead", where="hand")
    return {
        "distinct_plays": count_choices(hand, len(lead)),
        "legal_plays": count_follows(how, hand, lead),
    }


def match(request: Request) -> Request:
    """Score a match from its sheets: the ledger, and the result if there is one."""
    try:
        rules = msgspec.convert(request.get("rules", {}), ShengjiRules)
        sheets = msgspec.convert(request.get("deals"), tuple[Sheet, ...])
    except msgspec.ValidationError as error:
        raise BadInput(str(error), where="deals") from error
    lot, time_up = request.get("lot"), bool(request.get("time_up", False))
    if lot not in (None, 0, 1):
        raise BadInput("the lot fell on side 0 or 1", where="lot")
    found: Request = msgspec.to_builtins(
        ledger(checked(rules), sheets, time_up=time_up, lot=lot), str_keys=True
    )
    return found


KINDS: Final[dict[str, Callable[[Request], Request]]] = {
    "decompose": decompose,
    "follow": follow,
    "trick": trick,
    "throw": throw,
    "levels": levels,
    "bottom": bottom,
    "bottom_multiplier": bottom,
    "bottom_points": bottom,
    "follow_count": follow_count,
    "match": match,
}


def _order(request: Request) -> Order:
    suit, level = request.get("trump"), request.get("level")
    if not (suit is None or isinstance(suit, str)) or not isinstance(level, str):
        raise BadInput("'trump' is a suit letter or null, 'level' a rank like \"5\"")
    return read_order(suit, level)


def _list(request: Request, name: str) -> list[Any]:
    found = request.get(name)
    if not isinstance(found, list):
        _no_list(name)
    return found


def _no_list(name: str) -> NoReturn:
    raise BadInput("a list is needed here", where=name)


def _read(words: object, name: str) -> Cards:
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        _no_list(name)
    return read_cards(words)


def _cards(request: Request, name: str) -> Cards:
    cards = _read(request.get(name), name)
    if name == "hand" and len(cards) > 33:
        raise BadInput(f"a hand has at most 33 cards, not {len(cards)}", where=name)
    return cards


def _one_suit(how: Order, request: Request, name: str) -> Cards:
    cards = _cards(request, name)
    if how.only_suit(cards) is None:
        raise BadInput("cards of one suit are needed here (all trumps are one)", where=name)
    return cards


def _number(request: Request, name: str) -> int:
    found = request.get(name)
    if not isinstance(found, int) or isinstance(found, bool) or abs(found) > MOST_POINTS:
        raise BadInput("a whole number is needed here", where=name)
    return found
