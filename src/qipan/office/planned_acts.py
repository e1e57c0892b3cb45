"""Acts that belong together: all are decided before the first is stored.

Each stays an act of its own, with its own way back; but where one is refused, none is stored. A
lot that one of them needs is committed to on the way, and its secret is kept only then.
"""

from qipan.desk.command import Command
from qipan.desk.lots import CommitLot
from qipan.journal.state import Competition
from qipan.kernel.errors import Conflict
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.kernel.lots import SECRET_BYTES, commit
from qipan.office.clerk import Clerk, Decided, stream_of


class PlannedActs:
    """Decides on one act after another, and stores them at the end."""

    def __init__(
        self, clerk: Clerk, competition: CompetitionId, actor: str, expected: int | None = None
    ) -> None:
        """Begin on the newest state. Raises Unknown, or Conflict if it is not the one expected."""
        self._clerk, self._actor = clerk, actor
        self.state: Competition = clerk.state(competition)
        """The state as the acts decided so far leave it."""
        if expected is not None and expected != self.state.version:
            raise Conflict(stream_of(competition), expected, self.state.version)
        self._decided: list[Decided] = []
        self._secrets: dict[str, bytes] = {}

    def add(self, command: Command) -> Competition:
        """Decide on the next act; give the state it leads to. Raises Refused or Impossible."""
        found = self._clerk.decided_on(self.state, [command])
        self._decided.append(found)
        self.state = found.after
        return found.after

    def secret(self, section: SectionId, lot: str) -> bytes:
        """Give the secret of a lot, which is committed to first unless it was."""
        committed = self.state.sections[section].commitments.get(lot)
        if committed is None:
            secret = self._clerk.around.random_bytes(SECRET_BYTES)
            committed = commit(secret)
            self.add(CommitLot(section=section, lot=lot, commitment=committed))
            self._secrets[self._name(section, lot, committed)] = secret
            return secret
        name = self._name(section, lot, committed)
        return self._secrets.get(name) or self._clerk.around.secrets.reveal(name)

    def _name(self, section: SectionId, lot: str, commitment: str) -> str:
        return f"{self.state.id}/{section}/{lot}/{commitment}"

    def carry_out(self) -> Competition:
        """Store every act and wait until all are durable; give the new state."""
        for name, secret in self._secrets.items():
            self._clerk.around.secrets.keep(name, secret)
        for each in self._decided:
            self._clerk.append_decided(self.state.id, self._actor, each).result()
        return self.state
