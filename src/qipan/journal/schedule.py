"""Times of rounds. Local times, ISO 8601 without a zone."""

from qipan.journal.event import Event, PublicFields
from qipan.journal.state import Timed
from qipan.journal.state.draft import Draft, Reducers
from qipan.kernel.ids import RoundNo, SectionId


class RoundScheduled(Event, frozen=True, tag="round-scheduled/1"):
    """A round got its time, or another one."""

    section: SectionId
    round: RoundNo
    start: str
    end: str = ""
    reason: str = ""
    """Why it was moved."""
    despite: str = ""
    """Why it was accepted against the book."""


class RoundEnded(Event, frozen=True, tag="round-ended/1"):
    """The last game of a round was over."""

    section: SectionId
    round: RoundNo
    at: str


Events = RoundScheduled | RoundEnded


def add_round_scheduled(draft: Draft, event: RoundScheduled) -> None:
    """Keep the time; the last one counts."""
    times = draft.section(event.section).times
    times[event.round] = Timed(event.start, event.end, event.despite)


def add_round_ended(draft: Draft, event: RoundEnded) -> None:
    """Keep when a round was over."""
    draft.section(event.section).ended[event.round] = event.at


REDUCERS: Reducers = {
    RoundScheduled: add_round_scheduled,
    RoundEnded: add_round_ended,
}

PUBLIC: PublicFields = {
    RoundScheduled: ("section", "round", "start", "end"),
    RoundEnded: ("section", "round", "at"),
}
