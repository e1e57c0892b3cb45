"""Adding events at the end of a section."""

from qipan.journal.events.closing import StandingsApproved
from qipan.journal.folding import Folding, Reducers


def approved(folding: Folding, event: StandingsApproved) -> None:
    """Keep the final places."""
    folding.section(event.section).approved = event.places


REDUCERS: Reducers = {StandingsApproved: approved}
