"""Heartbeats of seats: a line that died without a word is noticed within five seconds.

A page that says ``hello`` with ``beats`` answers pings at once; it is pinged whenever it has been
quiet for ``BEAT``. Whoever is not heard for ``SILENT`` counts as away until heard again: the others
are told, the seat stays theirs and its clock runs on. Pages that never said hello are left alone.
"""

from typing import Protocol

BEAT, SILENT = 2_000, 4_500
"""Milliseconds without a word until a page is asked, and until it counts as away."""
LOOK = 400
"""Milliseconds between two rounds."""


class Beating(Protocol):
    """Somebody who answers pings."""

    heard: int
    pinged: int

    @property
    def silent(self) -> bool:
        """Say whether it counts as away already."""

    @property
    def gone(self) -> bool:
        """Say whether the connection is no longer there."""

    def beat(self, now: int) -> None:
        """Be asked for a sign of life."""

    def fall_silent(self) -> None:
        """Count as away until heard again."""


class Heartbeat:
    """Listens to those who answer pings."""

    def __init__(self, now: int) -> None:
        """Begin with nobody."""
        self._guests: set[Beating] = set()
        self._looked = now

    def listen_to(self, guest: Beating) -> None:
        """Ask somebody from now on."""
        self._guests.add(guest)

    def look(self, now: int) -> None:
        """Ask who has been quiet, and give up on who has been so for long."""
        since = now - self._looked
        if since < LOOK:
            return
        self._looked = now
        held_up = since > BEAT  # we ourselves did not listen: their words may wait unread
        for guest in tuple(self._guests):
            if guest.gone:
                self._guests.discard(guest)
                continue
            if held_up:
                guest.heard = max(guest.heard, now - BEAT)
            quiet = now - guest.heard
            if quiet >= SILENT and not guest.silent:
                guest.fall_silent()
            if quiet >= BEAT and now - guest.pinged >= BEAT:
                guest.beat(now)
