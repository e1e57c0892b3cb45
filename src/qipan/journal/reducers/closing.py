"""Adding events at the end of a section."""

from qipan.journal.closing import ApprovalLifted, StandingsApproved
from qipan.journal.folding import Folding, Reducers


def approved(folding: Folding, event: StandingsApproved) -> None:
    """Keep the final places."""
    folding.section(event.section).approved = event.places


def lifted(folding: Folding, event: ApprovalLifted) -> None:
    """Open the places again."""
    folding.section(event.section).approved = None


REDUCERS: Reducers = {StandingsApproved: approved, ApprovalLifted: lifted}
