"""Judges moves for arbiters and readers, one after the other, in a process of its own.

One process with less claim to the processor than the server, whoever asks: live tables never wait
for it. One thread asks it, so that no page waits for the threads that pages need. What it said of a
game is kept in memory, so that a page is not worked out twice.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from qipan.formats.record import Record
from qipan.games import game_named
from qipan.host.judging.shared_reviews import SharedReviews
from qipan.kernel.self_play import MoveMade
from qipan.office.judged.review import review_steps
from qipan.play.thinking.judging import Question
from qipan.play.thinking.process import ThinkingProcess
from qipan.views.fair_play.examined_game import ExaminedGame
from qipan.views.fair_play.move_facts import MoveFact, fact_of, times_to_look
from qipan.views.review.reviewed_game import ReviewedGame

MOST_KEPT = 3000
Facts = tuple[MoveFact | None, ...]
Key = tuple[Any, ...]
Steps = Generator[Question, Any, ReviewedGame]


class Examiner:
    """Asks a process of its own, and remembers."""

    def __init__(self) -> None:
        """Start nothing before somebody asks."""
        self._process = ThinkingProcess()
        self._thread = ThreadPoolExecutor(1, "examiner")
        self._reviews = SharedReviews(self._reviewed)
        self._known: OrderedDict[Key, Facts] = OrderedDict()

    def known(self, games: Sequence[ExaminedGame]) -> dict[Key, Facts]:
        """Give what was found for these games so far."""
        return {each.key: self._known[each.key] for each in games if each.key in self._known}

    async def examine(
        self, games: Sequence[ExaminedGame], told: Callable[[int, int], None] | None = None
    ) -> dict[Key, Facts]:
        """Judge what was not judged yet; ``told`` hears how many games of how many are done.

        Raises ThinkingFailed if the process breaks down.
        """
        for done, game in enumerate(games):
            if told is not None:
                told(done, len(games))
            if game.key not in self._known:
                self._keep(game.key, await self._facts(game))
        return self.known(games)

    async def _facts(self, game: ExaminedGame) -> Facts:
        rules = game_named(game.game)
        found = []
        for ply, made in enumerate(game.moves):
            times = times_to_look(rules, ply)
            said = await self.ask(question(game.game, made, times)) if made.seat >= 0 else None
            found.append(fact_of(rules, ply, made, said))
        return tuple(found)

    async def review(
        self,
        record: Record,
        told: Callable[[int, int], None] | None = None,
        asker: str = "",
    ) -> ReviewedGame:
        """Review a record, whoever brought it; ``told`` hears how many moves of how many are done.

        Raises BadInput, IllegalMove or Unknown, Refused if too many are under way (``asker`` says
        whose), and ThinkingFailed if the process breaks down.
        """
        return await self._reviews.of(record, told, asker)

    async def _reviewed(self, record: Record, told: Callable[[int, int], None]) -> ReviewedGame:
        steps, said = review_steps(record, told), None
        while True:
            asked = await asyncio.to_thread(_next, steps, said)
            if isinstance(asked, ReviewedGame):
                return asked
            said = await self.ask(asked)

    async def ask(self, asked: Question) -> Any:
        """Ask one question. Raises ThinkingFailed."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._process.ask, asked)

    def _keep(self, key: Key, facts: Facts) -> None:
        self._known[key] = facts
        while len(self._known) > MOST_KEPT:
            self._known.popitem(last=False)

    async def stop(self) -> None:
        """End the process. Safe to call twice."""
        await asyncio.to_thread(self._process.stop)
        self._thread.shutdown(wait=False, cancel_futures=True)


def _next(steps: Steps, said: Any) -> Question | ReviewedGame:
    """Send what was said; give the next question, or the review that is done."""
    try:
        return steps.send(said)
    except StopIteration as end:
        return cast(ReviewedGame, end.value)


def question(game: str, made: MoveMade, times: int = 1) -> Question:
    """Ask about a move that was made; ``times`` the usual nodes."""
    return Question(
        table="", game=game, level=times, seat=made.seat, state=made.before, seed=0,
        played=made.move,
    )  # fmt: skip
