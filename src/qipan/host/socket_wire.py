"""The wire of a socket: the port that sockets write to; ``wire_choice`` says which kind is used."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

EXTENSION = "qipan.wire"
"""Under this name the application finds a direct wire in its scope."""
LONGEST_FRAME = 65_536
TOO_LONG = 1009
"""Closes a line whose message is longer than that."""

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class SocketWire(Protocol):
    """An accepted connection to one page."""

    @property
    def paused(self) -> bool:
        """Say whether the other side does not read: whatever is written now only piles up."""

    def take_over(
        self,
        on_message: Callable[[bytes], None],
        on_writable: Callable[[], None],
        on_lost: Callable[[], None],
    ) -> None:
        """Hand on messages from now on; ``on_lost`` is told once, when it is over."""

    def write(self, text: bytes) -> None:
        """Send a message."""

    def end(self, code: int) -> None:
        """Close politely."""

    def cut(self) -> None:
        """Close without a word: the other side does not read anyway."""

    async def serve(self) -> None:
        """Stay until it is over, where the server needs somebody to stay."""
