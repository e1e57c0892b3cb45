"""One finished game as fair play looks at it: moves, times, hidden pages, lines, how it ended."""

from collections.abc import Iterable, Sequence

import msgspec

from qipan.journal.live.events import MovePlayed, MovesTakenBack, TableEvent
from qipan.kernel.self_play import MoveMade
from qipan.play.conduct_log import Noted, PlayerReported, SeatNoticed, SeatSeenFrom

HIDDEN = "hidden"


class ExaminedGame(msgspec.Struct, frozen=True):
    """What is stored of a game."""

    game: str
    round: int
    board: int
    number: int
    table: str
    """Empty for a game at a board in a hall, of which there is a record."""
    version: int
    players: tuple[str, ...]
    """Who sat where: entrants, or members of a team."""
    moves: tuple[MoveMade, ...]
    places: tuple[int, ...] = ()
    ended_by: str = ""
    spent: dict[int, int] = {}
    """Milliseconds, by ply."""
    hidden: frozenset[int] = frozenset()
    """Plies in whose turn the mover's page was hidden."""
    seen: tuple[tuple[int, str, str], ...] = ()
    """Seat, line and device, each as an opaque word."""
    reports: tuple[tuple[int, str], ...] = ()
    """Seat and reason of what was reported."""

    @property
    def key(self) -> tuple[str, int, int, int, int]:
        """Name the game and how far it was when it was looked at."""
        return (self.table, self.round, self.board, self.number, self.version)


def times_of(events: Iterable[TableEvent]) -> dict[int, int]:
    """Add up what each move took on its maker's clock."""
    times: list[int] = []
    running: dict[int, int] = {}
    for event in events:
        for seat, milliseconds in getattr(event, "spent", ()):
            running[seat] = running.get(seat, 0) + milliseconds
        if isinstance(event, MovePlayed):
            times.append(running.pop(event.seat, 0))
        elif isinstance(event, MovesTakenBack):
            del times[len(times) - event.plies :]
    return dict(enumerate(times))


def hidden_plies(notes: Iterable[Noted], moves: Sequence[tuple[int, int]]) -> frozenset[int]:
    """Give the plies in whose turn the mover hid the page; moves are (sequence number, seat)."""
    found = set()
    for note in notes:
        if not isinstance(note, SeatNoticed) or note.what != HIDDEN:
            continue
        ply = next((at for at, (seq, _) in enumerate(moves) if seq > note.seq), None)
        if ply is not None and moves[ply][1] == note.seat:
            found.add(ply)
    return frozenset(found)


def seen_from(notes: Iterable[Noted]) -> tuple[tuple[int, str, str], ...]:
    """List from where seats were taken."""
    found = {
        (note.seat, note.line, note.device) for note in notes if isinstance(note, SeatSeenFrom)
    }
    return tuple(sorted(found))


def reports_of(notes: Iterable[Noted]) -> tuple[tuple[int, str], ...]:
    """List what was reported of seats."""
    return tuple((note.seat, note.reason) for note in notes if isinstance(note, PlayerReported))
