"""Taking acts back: which acts a competition has, and the way back of each.

An act is what was stored at once: its events have one actor and one time. What is known of people
lies beside the journal; where an act put it right, taking the act back brings back what it was.
"""

from collections.abc import Iterable, Sequence

import msgspec

from qipan.desk.command import Command
from qipan.desk.repairs.commands import TakeBackAct
from qipan.desk.repairs.made_by import commands_behind
from qipan.desk.repairs.undoing import UNDO, lead_of, require_way_back
from qipan.journal.envelope import Envelope
from qipan.journal.events import CompetitionEvent
from qipan.journal.people import PersonAmended
from qipan.journal.repairs.acts import ActTakenBack
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.kernel.ids import CompetitionId, PersonId
from qipan.office.clerk import Clerk, stream_of

COMMITTED = "lot-committed"
TAKEN_BACK = "act-taken-back"
LOTS = (COMMITTED, "lot-drawn")
"""A commitment comes before an act of its own, and nobody means it by the last act."""


class DeskAct(msgspec.Struct, frozen=True):
    """What was done at once."""

    first: int
    last: int
    at: str
    actor: str
    names: tuple[str, ...]
    """The names of its events."""
    taken_back: bool = False
    penalty: bool = False
    """Whether it takes a penalty back by its name."""

    @property
    def what(self) -> str:
        """Name the kind of its first event; not a lot that fell for it, nor what it replaces."""
        own = [each for each in self.names if each not in LOTS]
        given = [each for each in own if each != TAKEN_BACK]
        return next(iter([*given, *own]), self.names[0])

    @property
    def takes_back(self) -> bool:
        """Say whether it is a step back; a penalty that is taken back by name is none."""
        return self.what == TAKEN_BACK and not self.penalty


def acts_of(state: Competition, envelopes: Iterable[Envelope]) -> list[DeskAct]:
    """Part a journal into acts, in order."""
    found: list[list[Envelope]] = []
    for envelope in envelopes:
        last = found[-1][-1] if found else None
        if last is not None and (last.at, last.actor) == (envelope.at, envelope.actor):
            found[-1].append(envelope)
        else:
            found.append([envelope])
    return [
        DeskAct(
            each[0].version,
            each[-1].version,
            each[0].at,
            each[0].actor,
            tuple(one.name.partition("/")[0] for one in each),
            any(one.version in state.taken_back for one in each),
            any(_by_name(state.past[one.version - 1]) for one in each),
        )
        for each in found
    ]


def _by_name(event: CompetitionEvent) -> bool:
    return isinstance(event, ActTakenBack) and bool(event.penalty)


def acts(office: Clerk, home: CompetitionId) -> list[DeskAct]:
    """Give the acts of a competition, in order. Raises Unknown."""
    state = office.state(home)
    envelopes = office.around.log.read(stream_of(home))
    return acts_of(state, [each for each in envelopes if each.version <= state.version])


def find_act(office: Clerk, home: CompetitionId, version: int | None) -> DeskAct:
    """Find the act of an event, or the last one that can be taken back. Raises Refused."""
    known = acts(office, home)
    if version is None:
        counting = [
            each
            for each in known
            if not each.taken_back and not each.takes_back and set(each.names) != {COMMITTED}
        ]
        if not counting:
            raise Refused("undo.no-such-act", UNDO, version=0, last=0)
        return counting[-1]
    for each in known:
        if each.first <= version <= each.last:
            return each
    raise Refused("undo.no-such-act", UNDO, version=version, last=known[-1].last if known else 0)


def required_for(state: Competition, act: DeskAct) -> list[type[Command]]:
    """Give the commands whose role one needs to take an act back."""
    lead = lead_of(state.past[act.first - 1 : act.last])
    if isinstance(lead, ActTakenBack):
        lead = lead_of(state.past[lead.first - 1 : lead.last])
    return list(commands_behind(lead))


def obstacle(state: Competition, act: DeskAct) -> Refused | None:
    """Say what stands in the way of taking an act back, if something does."""
    try:
        require_way_back(state, act.first, act.last)
    except Refused as error:
        return error
    return None


def undo(
    office: Clerk, home: CompetitionId, actor: str, act: DeskAct, reason: str = ""
) -> Competition:
    """Take an act back; give the new state. Raises Refused with what stands in the way."""
    command = TakeBackAct(first=act.first, last=act.last, reason=reason)
    after = office.carry_out(home, actor, command)
    restore_people(office, after, act)
    return after


def restore_people(office: Clerk, state: Competition, act: DeskAct) -> None:
    """Bring back what was known of people before an act, or after one that counts again."""
    for event in state.past[act.first - 1 : act.last]:
        _restore(office, [event], back=True)
        if isinstance(event, ActTakenBack):
            _restore(office, state.past[event.first - 1 : event.last], back=False)


def _restore(office: Clerk, events: Sequence[CompetitionEvent], *, back: bool) -> None:
    people = office.around.people
    for event in events:
        if isinstance(event, PersonAmended):
            kept: PersonId = event.before if back else event.after
            known = people.find([kept]).get(kept)
            if known is not None and event.person in people.find([event.person]):
                people.save(event.person, known)
