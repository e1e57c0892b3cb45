"""One line to PostgreSQL that is opened when needed and thrown away when anything is wrong.

Every question has a time limit, because a cut network says nothing: whoever waits longer than a
lease lasts has lost it.
"""

import asyncio
from typing import Any

import asyncpg
from asyncpg.exceptions import InterfaceError, PostgresError

from qipan.kernel.errors import Unavailable
from qipan.store.address import Address
from qipan.store.database import reason_of

BROKEN = (PostgresError, InterfaceError, OSError, TimeoutError)


class Line:
    """A line that reconnects by itself."""

    def __init__(self, address: Address, seconds: float, **settings: str) -> None:
        """Remember where to; ``seconds`` bounds connecting and every question."""
        self._arguments = address.for_lines("qipan")
        self._arguments["server_settings"] |= settings
        self._shown, self._seconds = address.shown, seconds
        self._line: asyncpg.Connection[Any] | None = None
        self._one = asyncio.Lock()

    async def ask(self, query: str, *values: Any) -> list[Any]:
        """Ask once. Raises Unavailable if there is no answer in time."""
        async with self._one:
            try:
                return await self.ask_raw(query, *values)
            except Exception as error:
                # A driver whose line breaks inside it says so in many ways.
                raise Unavailable(self._shown, reason_of(error)) from error

    async def ask_raw(self, query: str, *values: Any) -> list[Any]:
        """Ask once, and pass on what the driver raises; the line is dropped then."""
        try:
            line = await self._open()
            return list(await asyncio.wait_for(line.fetch(query, *values), self._seconds))
        except PostgresError as error:
            if str(error.sqlstate)[:2] in ("08", "57"):
                self.drop()
            raise
        except BaseException:
            self.drop()
            raise

    async def _open(self) -> "asyncpg.Connection[Any]":
        line = self._line
        if line is None or line.is_closed():
            opened = asyncpg.connect(**self._arguments)
            line = self._line = await asyncio.wait_for(opened, self._seconds)
        assert line is not None
        return line

    def drop(self) -> None:
        """Throw the line away, at once and without a word."""
        line, self._line = self._line, None
        if line is not None and not line.is_closed():
            line.terminate()

    async def close(self) -> None:
        """Hang up."""
        line, self._line = self._line, None
        if line is not None and not line.is_closed():
            try:
                await line.close(timeout=1)
            except BROKEN:
                line.terminate()
