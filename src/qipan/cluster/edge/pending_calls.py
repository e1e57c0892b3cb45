"""Questions of an edge on their way to the owner of a table, asked again when it changes hands.

They are also asked again when something was lost on the way; an owner knows a call by its number.
"""

import asyncio
from collections.abc import Callable

from qipan.cluster.transport.call_bodies import read_error
from qipan.cluster.transport.frames import Answer, Call
from qipan.kernel.errors import Unavailable
from qipan.play.shards import shard_of

CALL_SECONDS = 10.0


class PendingCalls:
    """Questions that wait for an answer."""

    def __init__(self, put: Callable[[int, Call], object]) -> None:
        """Send questions with ``put``, which knows the owner of a shard."""
        self._put = put
        self._waiting: dict[int, tuple[Call, asyncio.Future[bytes] | None]] = {}
        """Without a future where nobody wants to know the answer, only that there is one."""

    async def ask(self, call: Call) -> bytes:
        """Ask the owner of a table or lobby. Raises what the owner raised, or Unavailable."""
        future: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._waiting[call.number] = call, future
        self._put(shard_of(call.name), call)
        try:
            async with asyncio.timeout(CALL_SECONDS):
                return await future
        except TimeoutError:
            raise Unavailable("tables", "no owner answers") from None
        finally:
            self._waiting.pop(call.number, None)

    def tell(self, call: Call) -> None:
        """Ask without waiting for the answer; given up as late as a question would be."""
        self._waiting[call.number] = call, None
        asyncio.get_running_loop().call_later(CALL_SECONDS, self._waiting.pop, call.number, None)
        self._put(shard_of(call.name), call)

    def ask_again(self, shard: int) -> None:
        """Ask the new owner of a shard what the old one has not answered."""
        for call, _ in list(self._waiting.values()):
            if shard_of(call.name) == shard:
                self._put(shard, call)

    def answered(self, answer: Answer) -> None:
        """Pass an answer on to whoever waits for it; a second one is dropped."""
        _, future = self._waiting.pop(answer.number, (None, None))
        if future is None or future.done():
            return
        if answer.error:
            future.set_exception(read_error(answer.error))
        else:
            future.set_result(answer.body)
