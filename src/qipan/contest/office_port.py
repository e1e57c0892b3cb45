"""What a scheduler needs of an office: to look, to draw lots, and to carry commands out."""

from collections.abc import Iterable
from typing import Protocol

from qipan.desk.command import Command
from qipan.journal.state import Competition
from qipan.kernel.ids import CompetitionId, SectionId


class ContestOffice(Protocol):
    """The office of one house, as a contest sees it."""

    def competitions(self) -> list[CompetitionId]:
        """List the competitions there are."""

    def state(self, competition: CompetitionId) -> Competition:
        """Give the newest state. Raises Unknown if there is no such competition."""

    def commit_lot(
        self, competition: CompetitionId, section: SectionId, actor: str, lot: str = ...
    ) -> str:
        """Make a secret, keep it, publish its commitment; give the commitment."""

    def secret_of(self, competition: CompetitionId, section: SectionId, lot: str) -> bytes:
        """Give the secret of a committed lot. Raises Unknown."""

    def draw_numbers(
        self,
        competition: CompetitionId,
        section: SectionId,
        actor: str,
        entropy: tuple[str, ...] = (),
    ) -> Competition:
        """Reveal the lot for numbers and draw them."""

    def carry_out_all(
        self, competition: CompetitionId, actor: str, commands: Iterable[Command]
    ) -> Competition:
        """Carry several commands out, all or none; give the new state."""
