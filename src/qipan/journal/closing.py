"""The end of a section: standings approved, and the approval lifted."""

from qipan.journal.event import Event, PublicFields
from qipan.journal.state.draft import Draft, Reducers
from qipan.kernel.ids import EntrantId, SectionId


class StandingsApproved(Event, frozen=True, tag="standings-approved/1"):
    """The chief arbiter approved the final standings of a section."""

    section: SectionId
    places: tuple[tuple[EntrantId, int], ...]


class ApprovalLifted(Event, frozen=True, tag="approval-lifted/1"):
    """Something changed the final standings; the chief arbiter has to approve them again."""

    section: SectionId
    reason: str


Events = StandingsApproved | ApprovalLifted


def add_standings_approved(draft: Draft, event: StandingsApproved) -> None:
    """Keep the final places."""
    draft.section(event.section).approved = event.places


def add_approval_lifted(draft: Draft, event: ApprovalLifted) -> None:
    """Open the places again."""
    draft.section(event.section).approved = None


REDUCERS: Reducers = {
    StandingsApproved: add_standings_approved,
    ApprovalLifted: add_approval_lifted,
}

PUBLIC: PublicFields = {
    StandingsApproved: ("section", "places"),
    ApprovalLifted: ("section",),
}
