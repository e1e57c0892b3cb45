"""Tells open pages when a delay is over: nothing is stored then, so nobody else would."""

import asyncio
from collections.abc import Callable
from datetime import datetime

from qipan.host.hub import Hub
from qipan.kernel.ids import CompetitionId
from qipan.office.office import Office
from qipan.views.in_public import WithheldGame, withheld_games

LOOK_SECONDS = 1.0


class LiftedEnds:
    """Looks at the competitions that somebody has open."""

    def __init__(self, office: Office, hub: Hub, now: Callable[[], datetime]) -> None:
        """Know of nothing that is withheld."""
        self._office, self._hub, self._now = office, hub, now
        self._withheld: dict[str, tuple[WithheldGame, ...]] = {}

    async def always(self) -> None:
        """Look every second, for ever."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            await asyncio.to_thread(self.look)

    def look(self) -> None:
        """Announce a competition of which the public may know more than a second ago."""
        for name in self._hub.competitions:
            state = self._office.last_known(CompetitionId(name))
            before, now = self._withheld.pop(name, ()), withheld_games(state, self._now())
            if now:
                self._withheld[name] = now
            if set(before) - set(now):
                self._hub.announce(name, state.version)
