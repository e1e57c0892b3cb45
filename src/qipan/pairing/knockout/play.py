"""Playing a knockout: seat the next game, record how it ended, find who goes on.

Every function takes a bracket and gives a new one. The first game's seats are drawn by lot, each
later game swaps them, and a last deciding game is drawn again. A drawn game is played again on
the same slot; an arbiter may also award a match.
"""

import msgspec

from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId
from qipan.kernel.results import How
from qipan.kernel.rules import rule
from qipan.pairing.balance import BY_LOT
from qipan.pairing.by_lot import Lots, drawn_order
from qipan.pairing.knockout.bracket import Bracket, KnockoutMatch, OpenGame, PlayedGame
from qipan.pairing.plan import Reason

READY = rule("knockout.ready", "A game is played once both players are known, one at a time.")
SWAPPED = rule("colour.swapped", "The seats of the game before are swapped.")
REPLAYED = rule("knockout.drawn-game-replayed", "A drawn game is played again on the same slot.")
MAJORITY = rule("knockout.majority", "Who has won more than half of the games goes on.")
AWARDED = rule("knockout.awarded", "The match was awarded before it was played out.")
NO_OPPONENT = rule(
    "knockout.no-opponent", "Nobody came through from the other side of the bracket."
)


def ready(bracket: Bracket) -> tuple[KnockoutMatch, ...]:
    """List the matches that can go on: both players known, not over."""
    return tuple(
        match for match in bracket.matches if not match.over and None not in bracket.players(match)
    )


def seat_game(bracket: Bracket, name: str, lots: Lots | None = None) -> Bracket:
    """Seat the next game of a match.

    Raises Refused if it cannot be played now, BadInput if a lot is needed and missing.
    """
    match = bracket.match(name)
    one, two = bracket.players(match)
    if match.over or match.game is not None or one is None or two is None:
        raise Refused("knockout.not-ready", READY, match=name)
    slot, attempt = _next(match)
    if not match.games or (attempt == 1 and slot == match.best_of):
        first, second = drawn_order((one, two), lots, f"seats of match {name}")
        colour = Reason(BY_LOT, {"drawn": first})
        seats = (first, second)
    else:
        before = match.games[-1]
        seats = (before.seats[1], before.seats[0])
        colour = Reason(SWAPPED, {"slot": before.slot, "attempt": before.attempt})
    return _with(
        bracket, msgspec.structs.replace(match, game=OpenGame(slot, attempt, seats, colour))
    )


def record_game(
    bracket: Bracket, name: str, winner: EntrantId | None, how: How = How.PLAYED
) -> Bracket:
    """Record the seated game of a match; None is a draw. Raises Refused if none is open."""
    match = bracket.match(name)
    game = match.game
    if game is None or (winner is not None and winner not in game.seats):
        raise Refused("knockout.no-such-game", READY, match=name, winner=winner)
    played = PlayedGame(game.slot, game.attempt, game.seats, winner, how, game.colour)
    match = msgspec.structs.replace(match, games=(*match.games, played), game=None)
    if winner is not None and 2 * match.wins(winner) > match.best_of:
        facts = {"wins": match.wins(winner), "best-of": match.best_of}
        match = _over(match, winner, Reason(MAJORITY, facts))
    return _settled(_with(bracket, match))


def award(bracket: Bracket, name: str, winner: EntrantId | None, how: How, why: str) -> Bracket:
    """Award a match: a walkover, an adjudication, or (None) neither goes on.

    Raises Refused if the match is over or its players are not known.
    """
    match = bracket.match(name)
    players = bracket.players(match)
    if match.over or None in players or (winner is not None and winner not in players):
        raise Refused("knockout.not-ready", READY, match=name)
    reason = Reason(AWARDED, {"how": how.value, "why": why})
    return _settled(_with(bracket, _over(match, winner, reason)))


def _next(match: KnockoutMatch) -> tuple[int, int]:
    if not match.games:
        return 1, 1
    last = match.games[-1]
    return (last.slot, last.attempt + 1) if last.winner is None else (last.slot + 1, 1)


def _over(match: KnockoutMatch, winner: EntrantId | None, reason: Reason) -> KnockoutMatch:
    return msgspec.structs.replace(match, over=True, winner=winner, reason=reason, game=None)


def _with(bracket: Bracket, match: KnockoutMatch) -> Bracket:
    matches = tuple(match if each.id == match.id else each for each in bracket.matches)
    return msgspec.structs.replace(bracket, matches=matches)


def _settled(bracket: Bracket) -> Bracket:
    """Let players pass whose opponent will never come; matches stand in playing order."""
    for match in bracket.matches:
        empty = [bracket.vacant(source) for source in match.sources]
        if match.over or not any(empty):
            continue
        known = [who for who in bracket.players(match) if who is not None]
        if all(empty) or known:
            passed = known[0] if known else None
            bracket = _with(bracket, _over(match, passed, Reason(NO_OPPONENT)))
    return bracket
