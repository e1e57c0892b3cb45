"""Acts that were taken back: their events stay in the journal and count no more.

An act is what one command, or one list of commands, wrote at once. ``folding`` adds the journal up
without the events of acts that were taken back, so that everything is as if they had never been.
An act that was taken back may come back: then the taking back is itself taken back.

A lot that has fallen stays fallen, who was erased stays erased, and who holds the competition
holds it, whatever is taken back.
"""

from collections.abc import Sequence
from typing import get_args

from qipan.journal.event import Event, PublicFields
from qipan.journal.lots import LotCommitted, LotDrawn
from qipan.journal.people import PersonErased
from qipan.journal.state.draft import Draft, Reducers
from qipan.journal.travel import custody
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId

STAYS = (LotCommitted, LotDrawn, PersonErased, *get_args(custody.Events))
"""Events that nothing takes back."""


class ActTakenBack(Event, frozen=True, tag="act-taken-back/1"):
    """An act does not count any more, as if it had never been."""

    first: int
    """The version of its first event."""
    last: int
    what: str
    """The name of its first event, without the version of the name."""
    reason: str = ""
    section: SectionId | None = None
    round: RoundNo | None = None
    board: BoardNo | None = None
    entrant: EntrantId | None = None
    penalty: str = ""
    """The penalty that was taken back by name: an act like any other, not a step back."""


Events = ActTakenBack


def versions_taken_back(events: Sequence[Event]) -> frozenset[int]:
    """Give the versions that do not count, of a whole journal in order.

    Read from the end: who was taken back takes nothing back.
    """
    gone: set[int] = set()
    for version in range(len(events), 0, -1):
        event = events[version - 1]
        if isinstance(event, ActTakenBack) and version not in gone:
            gone |= set(range(event.first, min(event.last, version - 1) + 1))
    return frozenset(each for each in gone if not isinstance(events[each - 1], STAYS))


def add_act_taken_back(draft: Draft, event: ActTakenBack) -> None:
    """Change nothing here: the journal is added up anew (see ``folding``)."""
    del draft, event


REDUCERS: Reducers = {ActTakenBack: add_act_taken_back}

PUBLIC: PublicFields = {
    ActTakenBack: ("first", "last", "what", "section", "round", "board"),
}
