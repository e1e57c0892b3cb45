"""The official report of a section: its material fetched, then made by ``views.report``."""

from qipan.kernel.ids import CompetitionId, SectionId
from qipan.office.clerk import Clerk, stream_of
from qipan.views.report import Report, report_of


def make_report(office: Clerk, competition: CompetitionId, name: SectionId) -> Report:
    """Make the report of a section. Raises Unknown, or Refused if nothing is paired yet."""
    state = office.state(competition)
    section = state.sections[name]
    members = [person for each in section.entrants.values() for person in each.people]
    return report_of(
        state,
        section,
        office.names(section),
        office.around.people.find(members),
        office.around.log.read(stream_of(competition), 0),
    )
