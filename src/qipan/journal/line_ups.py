"""Line-ups of teams."""

from qipan.journal.event import Event, PrivateReasons
from qipan.journal.state.draft import Draft, Reducers
from qipan.kernel.ids import EntrantId, PersonId, RoundNo, SectionId


class LineUpHanded(Event, frozen=True, tag="line-up-handed/1"):
    """A team handed in its line-up for a round, board by board."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId
    people: tuple[PersonId, ...]


Events = LineUpHanded


def add_line_up_handed(draft: Draft, event: LineUpHanded) -> None:
    """Keep the line-up."""
    key = (event.round, event.entrant)
    draft.section(event.section).line_ups[key] = event.people


REDUCERS: Reducers = {
    LineUpHanded: add_line_up_handed,
}

PRIVATE: PrivateReasons = {
    LineUpHanded: "the opponent does not see it before the round; then the section shows it",
}
