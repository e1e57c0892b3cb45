"""Attendance: who has arrived, who is missing at a board."""

from qipan.journal.event import Event, PrivateReasons
from qipan.journal.state.draft import Draft, Reducers
from qipan.kernel.ids import EntrantId, RoundNo, SectionId


class EntrantCheckedIn(Event, frozen=True, tag="entrant-checked-in/1"):
    """An entrant has arrived."""

    section: SectionId
    entrant: EntrantId


class CheckInUndone(Event, frozen=True, tag="check-in-undone/1"):
    """A check-in was a slip and is taken back."""

    section: SectionId
    entrant: EntrantId


class AbsenceNoted(Event, frozen=True, tag="absence-noted/1"):
    """Somebody was not at the board when the round began."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId


class AbsenceCleared(Event, frozen=True, tag="absence-cleared/1"):
    """Somebody noted as missing was there after all."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId


class RestGranted(Event, frozen=True, tag="rest-granted/1"):
    """Somebody who said so beforehand is not paired in a round to come."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId
    reason: str = ""
    units: int = 0
    """What the round is worth to them all the same."""


class RestDropped(Event, frozen=True, tag="rest-dropped/1"):
    """Somebody who was to miss a round plays in it after all."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId


class AbsentDecided(Event, frozen=True, tag="absent-decided/1"):
    """It was decided of somebody who is not here how they are paired in a round to come."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId
    forfeits: bool = False
    """Whether the game is lost as soon as the round is public; else they are awaited."""


Events = (
    EntrantCheckedIn
    | CheckInUndone
    | AbsenceNoted
    | AbsenceCleared
    | RestGranted
    | RestDropped
    | AbsentDecided
)


def add_entrant_checked_in(draft: Draft, event: EntrantCheckedIn) -> None:
    """Keep that somebody is here; what was decided about rounds to come is no longer needed."""
    section = draft.section(event.section)
    section.present.add(event.entrant)
    for key in [each for each in section.expected if each[1] == event.entrant]:
        found = section.rounds[key[0] - 1 : key[0]]
        if not found or not found[0].published:
            section.expected.pop(key)


def add_check_in_undone(draft: Draft, event: CheckInUndone) -> None:
    """Take a check-in back."""
    draft.section(event.section).present.discard(event.entrant)


def add_absence_noted(draft: Draft, event: AbsenceNoted) -> None:
    """Keep that somebody is missing at a board."""
    draft.section(event.section).absent.add((event.round, event.entrant))


def add_absence_cleared(draft: Draft, event: AbsenceCleared) -> None:
    """Forget that somebody was missing."""
    draft.section(event.section).absent.discard((event.round, event.entrant))


def add_rest_granted(draft: Draft, event: RestGranted) -> None:
    """Keep who is not paired in a round."""
    section = draft.section(event.section)
    section.rests.add((event.round, event.entrant))
    if event.units:
        section.rest_units[event.round, event.entrant] = event.units


def add_rest_dropped(draft: Draft, event: RestDropped) -> None:
    """Let somebody be paired again."""
    section = draft.section(event.section)
    section.rests.discard((event.round, event.entrant))
    section.rest_units.pop((event.round, event.entrant), None)


def add_absent_decided(draft: Draft, event: AbsentDecided) -> None:
    """Keep how somebody who is not here is paired."""
    draft.section(event.section).expected[event.round, event.entrant] = event.forfeits


REDUCERS: Reducers = {
    AbsentDecided: add_absent_decided,
    RestGranted: add_rest_granted,
    RestDropped: add_rest_dropped,
    EntrantCheckedIn: add_entrant_checked_in,
    CheckInUndone: add_check_in_undone,
    AbsenceNoted: add_absence_noted,
    AbsenceCleared: add_absence_cleared,
}

PRIVATE: PrivateReasons = {
    AbsentDecided: "who is in the hall is personal; the round shows who plays and who forfeits",
    RestGranted: "who does not come, and why, is personal; the pairing shows who plays",
    RestDropped: "who does not come is personal; the pairing shows who plays",
    EntrantCheckedIn: "who is in the hall is personal",
    CheckInUndone: "who is in the hall is personal",
    AbsenceNoted: "who is in the hall is personal",
    AbsenceCleared: "who is in the hall is personal",
}
