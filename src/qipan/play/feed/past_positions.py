"""A table as it looked some moves ago, for pages that step back without leaving."""

from typing import Any

from qipan.journal.live.table import Played, Table, convert_rules, hides
from qipan.kernel.errors import Refused
from qipan.kernel.ids import Seat
from qipan.kernel.rules import rule

OPEN_GAMES = rule("play.look-back", "Earlier positions can be shown where nothing is hidden.")


class PastPositions:
    """The states of one table, replayed once and only if somebody asks."""

    __slots__ = ("_played", "_states")

    def __init__(self) -> None:
        """Start with none."""
        self._states: list[Any] = []
        self._played: list[Played] = []

    def view(self, table: Table, ply: int) -> Any:
        """Show a table after so many moves, as all see it.

        Raises Refused where cards are hidden (a finished trick stays face down), or for no such
        move.
        """
        if hides(table.game) or not 0 <= ply <= len(table.moves):
            raise Refused("play.no-look-back", OPEN_GAMES, ply=ply)
        self._go_on(table)
        return table.game.view(self._states[ply], None)

    def _go_on(self, table: Table) -> None:
        """Replay what is new; from the beginning if moves were taken back."""
        game, known = table.game, len(self._played)
        if not self._states or self._played != table.moves[:known]:
            opened = table.opened
            rules = convert_rules(game, opened.rules)
            self._states = [game.start(rules, table.seats, opened.setup)]
            self._played = []
        for move in table.moves[len(self._played) :]:
            state, seat = self._states[-1], Seat(move.seat)
            self._states.append(game.play(state, seat, game.read(state, seat, move.text)))
            self._played.append(move)
