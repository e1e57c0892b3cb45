"""A finished live game as a record: what was set up, every move, who made it, how it ended."""

from collections.abc import Iterable

from qipan.formats.record import Record
from qipan.formats.record_titles import GameTitle, titled
from qipan.journal.envelope import Envelope
from qipan.journal.live.events import MovePlayed, MovesTakenBack
from qipan.journal.live.table import Table, convert_rules, first_of, follow, read_event
from qipan.kernel.clock import limit
from qipan.kernel.errors import Refused
from qipan.kernel.game import Outcome, View
from qipan.kernel.ids import Seat
from qipan.kernel.rules import rule

FINISHED = rule(
    "play.finished", "A record can be taken once the game is over; until then it is live."
)
_RESULTS: dict[tuple[int, ...], str] = {(1, 2): "1-0", (2, 1): "0-1", (1, 1): "1/2-1/2"}


def record_of(
    table: Table, stored: Iterable[Envelope], title: GameTitle, ending: str = ""
) -> Record:
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
    last = game.view(state, None)
    made = Record(
        game=game.name,
        moves=tuple(event.text for event in played),
        rules=opened.rules,
        setup=opened.setup,
        seats=table.seats,
        result=_result(table.outcome, last),
        by=by,
        comments={len(played): ending} if ending else {},
        clocks=clocks_of(stored),
    )
    rule = table.outcome.rule if table.outcome else ""
    return titled(made, title, str(rule), int(getattr(last, "black", 0)))


def clocks_of(stored: Iterable[Envelope]) -> dict[int, str]:
    """Give the mover's seconds left after each move, where clocks ran.

    With main time gone they are those of the periods that are left.
    """
    events = list(stored)
    if not events:
        return {}
    table = first_of("", events[0])
    found: dict[int, str] = {}
    for envelope in events[1:]:
        follow(table, envelope)
        moved = len(table.moves)
        found = {at: left for at, left in found.items() if at <= moved}
        if moved and moved not in found and table.moves[-1].seat >= 0:
            seat = table.moves[-1].seat
            left = limit(table.controls[seat], table.readings[seat])
            if left is not None:
                found[moved] = f"{left / 1000:.1f}".removesuffix(".0")
    return found


def day_of(stored: Iterable[Envelope]) -> str:
    """Give the day on which a table was opened, as ISO."""
    return next((envelope.at[:10] for envelope in stored), "")


def _result(outcome: Outcome | None, last: View) -> str | None:
    counted = getattr(getattr(last, "count", None), "result", "")
    if outcome is None:
        return None
    return counted if counted not in ("", "0") else _RESULTS.get(outcome.places)
