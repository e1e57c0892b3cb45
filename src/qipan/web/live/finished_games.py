"""A finished live game as a record: what was set up, every move, who made it, how it ended."""

from collections.abc import Iterable

from qipan.formats.record import Record
from qipan.journal.envelope import Envelope
from qipan.journal.live.events import MovePlayed, MovesTakenBack
from qipan.journal.live.table import Table, convert_rules, read_event
from qipan.kernel.errors import Refused
from qipan.kernel.game import Outcome
from qipan.kernel.ids import Seat
from qipan.kernel.rules import rule

FINISHED = rule("play.finished", "A record is taken of a game that is over: until then it is live.")
_RESULTS: dict[tuple[int, ...], str] = {(1, 2): "1-0", (2, 1): "0-1", (1, 1): "1/2-1/2"}


def record_of(table: Table, stored: Iterable[Envelope], ending: str = "") -> Record:
    """Make the record of a table from its events. Raises Refused while the game goes on.

    Nothing is hidden in it: what was face down may be looked at afterwards. ``ending`` stands as
    a comment after the last move.
    """
    if not table.over:
        raise Refused("play.not-over", FINISHED)
    game = table.game
    played: list[MovePlayed] = []
    for event in map(read_event, stored):
        if isinstance(event, MovePlayed):
            played.append(event)
        elif isinstance(event, MovesTakenBack):
            del played[len(played) - event.plies :]
    opened = table.opened
    state = game.start(convert_rules(game, opened.rules), table.seats, opened.setup)
    by: dict[int, int] = {}
    for number, event in enumerate(played):
        acting = game.acting(state)
        if not acting or acting[0] != event.seat:
            by[number] = event.seat
        seat = Seat(event.seat)
        state = game.play(state, seat, game.read(state, seat, event.text))
    return Record(
        game=game.name,
        moves=tuple(event.text for event in played),
        rules=opened.rules,
        setup=opened.setup,
        seats=table.seats,
        tags={"Event": opened.origin.get("competition", ""), "Site": table.id},
        result=_result(table.outcome),
        by=by,
        comments={len(played): ending} if ending else {},
    )


def _result(outcome: Outcome | None) -> str | None:
    return _RESULTS.get(outcome.places) if outcome is not None else None
