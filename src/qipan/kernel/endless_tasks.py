"""Ending tasks that run for as long as their server does."""

import asyncio

AGAIN_SECONDS = 0.5
"""After which a task that goes on is told again."""


async def end(task: "asyncio.Task[None]") -> None:
    """Cancel a task and wait until it has ended.

    ``asyncio.wait_for`` swallows a cancellation when what it waits for comes at the same moment, up
    to Python 3.11: a loop around it goes on, and whoever waits for its end waits for ever. So it is
    told again.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=AGAIN_SECONDS)
