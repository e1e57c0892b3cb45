"""What the computer player would have played in a position of a record, beside what was played."""

import asyncio
from random import Random
from typing import Annotated, Any

import msgspec
from litestar import Request, post
from litestar.enums import RequestEncodingType
from litestar.params import Body

from qipan.formats import json_record
from qipan.formats.record import Record
from qipan.games.computer_players import computer_of
from qipan.i18n import say
from qipan.i18n.moves import noted
from qipan.kernel.errors import BadInput
from qipan.kernel.game import CLAIM
from qipan.kernel.ids import TABLE, Seat
from qipan.kernel.self_play import MoveMade
from qipan.web.public.replay import start_of, told
from qipan.web.shared.context import Around
from qipan.web.shared.forms import optional_number
from qipan.web.shared.limits import address_of, require_rate
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]
Posted = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
MOST_MOVES = 2000
SEED = 22
"""The same question gets the same answer."""
_ONE_AT_A_TIME = asyncio.Semaphore(1)
"""Thinking keeps a processor busy: strangers wait for each other, games do not wait for them."""


class ComputerChoice(msgspec.Struct, frozen=True):
    """The computer's move as people write it, and whether it is the one that was played."""

    text: str
    played: str
    same: bool
    sentence: str


def chosen_move(record: Record, number: int, language: str) -> ComputerChoice:
    """Ask the computer for move ``number`` (from 1) of a record.

    Raises BadInput if there is no such move, or nobody chooses it.
    """
    if not 1 <= number <= min(len(record.moves), MOST_MOVES):
        raise BadInput(f"no move {number} of {len(record.moves)}", where="move")
    game, state = start_of(record)
    shown = msgspec.structs.replace(record, moves=record.moves[:number])
    made = MoveMade(state, Seat(0), None, state)
    for step in told(game, state, shown):
        made = step
    before, seat, move, _ = made
    written = game.write(before, seat, move)
    if seat == TABLE or written.startswith(CLAIM):
        raise BadInput("nobody chose this", where="move", code="review.no-choice")
    found = computer_of(game)(before, seat, Random(SEED))
    same = game.write(before, seat, found) == written
    text = noted(game, before, seat, found, seat, language)
    played = noted(game, before, seat, move, seat, language)
    code = "ui.board.review.same" if same else "ui.board.review.other"
    return ComputerChoice(text, played, same, say(language, code, {"move": text, "played": played}))


@post("/play/review/choice", status_code=200, include_in_schema=False)
async def computer_choice(request: AnyRequest, context: Around, data: Posted) -> ComputerChoice:
    """Say what the computer would have played instead of a move of the record a page carries."""
    require_rate("choice", address_of(request))
    language = visitor_of(request, context).language
    record = json_record.read(data.get("record", "").encode(), "record")[0]
    number = optional_number(data, "move") or 0
    async with _ONE_AT_A_TIME:
        return await asyncio.to_thread(chosen_move, record, number, language)


ROUTES = [computer_choice]
