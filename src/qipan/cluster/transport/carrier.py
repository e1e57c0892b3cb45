"""The port of the broker: it carries bytes to whoever listens, and may lose, repeat or mix them."""

from collections.abc import Callable
from typing import Protocol

Take = Callable[[bytes], None]


class Carrier(Protocol):
    """Carries parcels. Nothing waits, and nothing is promised."""

    @property
    def up(self) -> bool:
        """Say whether the broker can be reached."""

    def send(self, subject: str, parcel: bytes) -> None:
        """Hand a parcel over; it arrives once, twice or never."""

    async def listen(self, subject: str, take: Take) -> None:
        """Have ``take`` called, on this loop, with every parcel for a subject."""

    async def close(self) -> None:
        """Hang up."""


class MemoryBroker:
    """A broker in memory: everybody in one process, and whoever tests may hold parcels back."""

    def __init__(self) -> None:
        """Start without listeners."""
        self._listeners: dict[str, list[Take]] = {}
        self.waiting: list[tuple[str, bytes]] = []
        self.up = True

    def carrier(self) -> "MemoryCarrier":
        """Give somebody a line to it."""
        return MemoryCarrier(self)

    def listen(self, subject: str, take: Take) -> None:
        """Note a listener."""
        self._listeners.setdefault(subject, []).append(take)

    def deliver(self) -> int:
        """Pass on what waits; gives how many parcels that were."""
        waiting, self.waiting = self.waiting, []
        for subject, parcel in waiting:
            for take in self._listeners.get(subject, ()):
                take(parcel)
        return len(waiting)


class MemoryCarrier:
    """One line to an exchange."""

    def __init__(self, broker: MemoryBroker) -> None:
        """Use an exchange."""
        self._broker = broker

    @property
    def up(self) -> bool:
        """Say whether the exchange is open."""
        return self._broker.up

    def send(self, subject: str, parcel: bytes) -> None:
        """Leave a parcel, if anybody takes it."""
        if self._broker.up:
            self._broker.waiting.append((subject, parcel))

    async def listen(self, subject: str, take: Take) -> None:
        """Listen to a subject."""
        self._broker.listen(subject, take)

    async def close(self) -> None:
        """Do nothing: there is no line."""
