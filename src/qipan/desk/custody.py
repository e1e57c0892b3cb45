"""Decisions on who holds a competition where several have a copy of it.

They know nothing of other machines: which data is meant is said with the command, and that the
others obey is their own office's work (``held_here`` is asked before every command).
"""

from qipan.desk.command import Command
from qipan.desk.roles import CHIEF_AND_ORGANISER, Decisions, Fill, ListedCommand, Through
from qipan.journal.events import CompetitionEvent
from qipan.journal.state import Competition
from qipan.journal.travel.custody import EventHandedOver, EventTakenOver, HolderNamed, HoldingLost
from qipan.kernel.errors import Refused
from qipan.kernel.rules import rule

ONE_HOLDER = rule("travel.one-holder", "Of all copies of a competition one is held, others read.")
LONGEST = 200


class NameHolder(Command, frozen=True, tag=True):
    """Note which data holds the competition, before a copy of it goes out."""

    place: str
    name: str
    since: str


class HandOver(Command, frozen=True, tag=True):
    """Let go of the competition; this copy is for reading until somebody takes it over."""

    to: str
    since: str


class TakeOver(Command, frozen=True, tag=True):
    """Hold the competition from now on, whoever held it before."""

    place: str
    name: str
    since: str
    because: str = ""


class NoteLoss(Command, frozen=True, tag=True):
    """Note that another copy was taken over, and up to where it has what is here."""

    place: str
    name: str
    epoch: int
    since: str
    shared: tuple[tuple[str, int], ...]


WHATEVER_HOLDS = (TakeOver,)
"""What may be asked of a copy that is not held."""


def held_here(state: Competition, place: str) -> bool:
    """Say whether the data of that id holds a competition."""
    return state.custody is None or (bool(place) and state.custody.place == place)


def require_held(state: Competition, place: str) -> None:
    """Raise Refused, with who holds it since when, unless the data of that id does."""
    custody = state.custody
    if custody is None or held_here(state, place):
        return
    code = "travel.elsewhere" if custody.place else "travel.handed-over"
    facts = {"holder": custody.name, "since": custody.since, "epoch": custody.epoch}
    raise Refused(code, ONE_HOLDER, competition=state.id, **facts)


def name_holder(state: Competition, command: NameHolder) -> list[CompetitionEvent]:
    """Note who holds it, once."""
    if state.custody is not None:
        return []
    return [HolderNamed(place=command.place, name=_named(command.name), since=command.since)]


def hand_over(state: Competition, command: HandOver) -> list[CompetitionEvent]:
    """Let go. Raises Refused if nobody was named as holder, or nobody holds it."""
    if state.custody is None or not state.custody.place:
        raise Refused("travel.nobody", ONE_HOLDER, competition=state.id)
    epoch = state.custody.epoch + 1
    return [EventHandedOver(to=_named(command.to), epoch=epoch, since=command.since)]


def take_over(state: Competition, command: TakeOver) -> list[CompetitionEvent]:
    """Take over. Raises Refused if it is held here already."""
    if held_here(state, command.place):
        raise Refused("travel.held-here", ONE_HOLDER, competition=state.id)
    custody = state.custody
    assert custody is not None
    if custody.shared:
        facts = {"holder": custody.name, "since": custody.since}
        raise Refused("travel.parted", ONE_HOLDER, competition=state.id, **facts)
    return [
        EventTakenOver(
            place=command.place,
            name=_named(command.name),
            epoch=custody.epoch + 1,
            since=command.since,
            because=command.because.strip()[:LONGEST],
        )
    ]


def note_loss(state: Competition, command: NoteLoss) -> list[CompetitionEvent]:
    """Note what was lost. Raises Refused if the other copy is not the later one."""
    if state.custody is None or command.epoch <= state.custody.epoch:
        raise Refused("travel.held-here", ONE_HOLDER, competition=state.id)
    return [
        HoldingLost(
            place=command.place,
            name=_named(command.name),
            epoch=command.epoch,
            since=command.since,
            shared=command.shared,
        )
    ]


def _named(text: str) -> str:
    name = " ".join(text.split())
    if not name or len(name) > LONGEST:
        raise Refused("travel.name", ONE_HOLDER, most=LONGEST)
    return name


_MOMENT = {"since": Fill.MOMENT}
_ASKED = "it is about this very data, which a form or the shell of the server speaks for"
DECISIONS: Decisions = {
    NameHolder: ListedCommand(
        name_holder,
        CHIEF_AND_ORGANISER,
        through=Through("event export", "a copy goes out with it"),
        filled=_MOMENT,
        not_in_api=_ASKED,
    ),
    HandOver: ListedCommand(
        hand_over,
        CHIEF_AND_ORGANISER,
        through=Through("event export", "with --hand-over: the file that goes is written with it"),
        filled=_MOMENT,
        not_in_api=_ASKED,
    ),
    TakeOver: ListedCommand(
        take_over,
        CHIEF_AND_ORGANISER,
        through=Through("event take-over", "live tables come back with it"),
        filled=_MOMENT,
        not_in_api=_ASKED,
    ),
    NoteLoss: ListedCommand(
        note_loss,
        CHIEF_AND_ORGANISER,
        through=Through("event mirror", "the server that was fenced off notes it itself"),
        filled=_MOMENT,
        not_in_api=_ASKED,
    ),
}
