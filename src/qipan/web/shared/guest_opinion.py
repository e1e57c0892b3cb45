"""What a guest would have played where a review marks a move: a second opinion, by name.

Only guests that the administrator named are asked, one position at a time, so that a game in which
the guest plays waits for one answer at most. What a guest does not answer is left out.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from msgspec.structs import replace

from qipan.formats.record import Record
from qipan.games import game_named
from qipan.kernel.errors import BadInput
from qipan.kernel.guest_talk import GuestFailed
from qipan.kernel.ids import Seat
from qipan.kernel.levels import Resignation
from qipan.kernel.self_play import MoveMade
from qipan.office.judged.review import moves_of
from qipan.play.guests.house_of_guests import HouseOfGuests
from qipan.views.review.reviewed_game import MOST_LINES, ReviewedGame

_ASKING = ThreadPoolExecutor(2, "opinion")
"""Guests may be slow, and pages need the other threads."""


def require_guest(guests: HouseOfGuests, name: str, game: str) -> None:
    """Let a guest through that plays a game, or no name. Raises BadInput."""
    if name and name not in guests.playing(game):
        said = f"{name[:40]} does not play {game} here"
        raise BadInput(said, where="guest", code="play.no-such-guest")


async def with_guest(
    guests: HouseOfGuests, name: str, record: Record, found: ReviewedGame
) -> ReviewedGame:
    """Add what a guest would have played to the worst moves of a review."""
    if not name:
        return found
    made = await asyncio.to_thread(moves_of, record)
    marked = sorted((each for each in found.moves if each.mark), key=lambda each: -each.loss)
    said, loop = {}, asyncio.get_running_loop()
    for each in marked[:MOST_LINES]:
        try:
            said[each.number] = await loop.run_in_executor(
                _ASKING, _move, guests, name, record.game, made[each.number - 1]
            )
        except GuestFailed:
            break  # it was ended, and rests after some more of these
    moves = tuple(replace(each, guest=said.get(each.number, "")) for each in found.moves)
    return replace(found, moves=moves, guest=name)


def _move(guests: HouseOfGuests, name: str, game: str, made: MoveMade) -> str:
    seat = Seat(made.seat)
    move = guests.move(name, game, made.before, seat)
    if isinstance(move, Resignation):
        return ""
    return game_named(game).write(made.before, seat, move)
