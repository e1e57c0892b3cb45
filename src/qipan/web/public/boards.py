"""The page of boards: every board with a sample position that can be tried."""

from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.params import JSONBody
from litestar.response import Template

from qipan.games import game_named, path_of
from qipan.kernel.errors import QipanError, Unknown
from qipan.web.public.samples import Played, Sample, sample_named, samples, try_sample
from qipan.web.shared.context import Around, InPath
from qipan.web.shared.failures import Failure
from qipan.web.shared.rendering import ADDED_BOARD, page
from qipan.web.shared.visitor import visitor_of

AnyRequest = Request[Any, Any, Any]


class TriedMove(msgspec.Struct, frozen=True):
    """What the browser sends: the moves since the sample, and the next one."""

    played: Played
    move: str


@get("/added-boards/{script:str}", name="added-board", sync_to_thread=True, include_in_schema=False)
def added_board(script: InPath) -> Response[bytes]:
    """Give the board of a game that another package adds. Raises Unknown."""
    game = game_named(script.removesuffix(".js"))
    path = path_of(game) / ADDED_BOARD
    if not path.is_file():
        raise Unknown("board", game.name)
    return Response(path.read_bytes(), media_type="text/javascript; charset=utf-8")


@get("/boards", name="boards", sync_to_thread=True, include_in_schema=False)
def gallery(request: AnyRequest, context: Around) -> Template:
    """Show every board."""
    visitor = visitor_of(request, context)
    asked = request.query_params.get("only")
    chosen = [sample_named(asked)] if asked else list(samples().values())
    shown = [(each, _opened(each, visitor.language)) for each in chosen]
    return page("public/boards.html", visitor, samples=shown)


def _opened(sample: Sample, language: str) -> dict[str, Any]:
    found = try_sample(sample, [], None, language)
    return {
        "name": sample.name,
        "game": sample.record.game,
        "seats": sample.record.seats,
        "seat": sample.seat,
        "preferences": sample.preferences,
        "view": msgspec.to_builtins(found.view),
        "legal": found.legal,
    }


@post("/boards/{name:str}", status_code=200, sync_to_thread=True, include_in_schema=False)
def attempt(
    request: AnyRequest, context: Around, name: InPath, data: JSONBody[TriedMove]
) -> dict[str, Any]:
    """Play a move of a sample; a refusal is told in the reader's words."""
    visitor = visitor_of(request, context)
    try:
        found = try_sample(sample_named(name), data.played, data.move, visitor.language)
    except QipanError as error:
        return {"message": Failure(error, visitor.language).sentence}
    return msgspec.convert(msgspec.to_builtins(found), dict[str, Any])


ROUTES = [added_board, gallery, attempt]
