"""A judge's question, asked of the process of the computer players like that for a move."""

from collections.abc import Callable
from typing import Any

from qipan.games import game_named
from qipan.games.judging import best_line, judged, usual_nodes
from qipan.kernel.judgement import Judged
from qipan.play.thinking.process import Thought


class Question(Thought, frozen=True, kw_only=True):
    """What a judge says of a move; ``level`` is how many times the usual nodes it may look at."""

    played: Any = None

    def move(
        self,
        clock: Callable[[], float] | None = None,
        called: Callable[[], bool] | None = None,
    ) -> Judged | None:
        """Judge right here; the nodes alone end it, so that everybody is told the same."""
        del clock
        game = game_named(self.game)
        nodes = usual_nodes(game, self.state) * max(1, self.level)
        return judged(game, self.state, self.seat, self.played, nodes, called)


class LineQuestion(Question, frozen=True, kw_only=True):
    """The best line from a position; ``played`` is its first move, which was found already."""

    plies: int

    def move(  # type: ignore[override]
        self,
        clock: Callable[[], float] | None = None,
        called: Callable[[], bool] | None = None,
    ) -> tuple[Any, ...]:
        """Follow the best moves right here."""
        del clock, called
        game = game_named(self.game)
        nodes = usual_nodes(game, self.state) * max(1, self.level)
        return best_line(game, self.state, self.seat, self.played, nodes, self.plies)
