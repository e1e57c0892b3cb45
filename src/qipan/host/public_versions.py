"""What open pages of the public are told of a competition, and when.

Where spectators are behind, a version alone would say that a game has ended; and when a delay is
over nothing is stored, so nobody else would say so.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime

from qipan.host.hub import Hub
from qipan.journal.events import PUBLIC
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import CompetitionId
from qipan.office.office import Office
from qipan.views.in_public import WithheldGame, public_version, withheld_games

LOOK_SECONDS = 1.0
MOST_LOOKED_AT = 200
"""Events that are read to say in which sections something changed."""


class PublicVersions:
    """Translates versions of the journal into those that the public may know now."""

    def __init__(self, office: Office, now: Callable[[], datetime]) -> None:
        """Ask an office."""
        self._office, self._now = office, now

    def __call__(self, competition: str, version: int) -> int:
        """Give what the public is told of a version: itself where nobody is behind."""
        home = CompetitionId(competition)
        known = self._office.last_known(home)
        if not any(each.contest and each.contest.delay for each in known.sections.values()):
            return version
        try:
            state = known if known.version >= version else self._office.state(home)
        except QipanError:  # it cannot be read: its pages say so themselves
            return version
        return public_version(state, withheld_games(state, self._now()))

    def changed(self, competition: str, before: int, version: int) -> dict[str, list[str]] | None:
        """Give what changed between two versions, public subjects by section; None: anything.

        Where spectators are behind, their versions are not those of the journal: nothing is said.
        """
        known = self._office.last_known(CompetitionId(competition))
        if any(each.contest and each.contest.delay for each in known.sections.values()):
            return None
        if known.version < version or version - before > MOST_LOOKED_AT:
            return None
        found: dict[str, list[str]] = {}
        for event in known.past[before:version]:
            section = getattr(event, "section", None)
            if section is None:
                return None  # of the whole competition, or an act that was taken back
            subjects = found.setdefault(section, [])
            subject = type(event).__module__.rpartition(".")[2]
            if type(event) in PUBLIC and subject not in subjects:
                subjects.append(subject)
        return found


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
