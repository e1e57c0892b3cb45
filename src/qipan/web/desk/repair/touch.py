"""Pairing by touch: what stands beside every player, and the steps of the hand in words."""

from collections.abc import Mapping

import msgspec

from qipan.desk.rounds.by_hand.commands import HandStepKind, read_step
from qipan.journal.rounds import RoundPaired
from qipan.journal.state import Competition, Section, Table
from qipan.kernel.ids import EntrantId
from qipan.sections.stages import stage_of_round
from qipan.sections.tables import stage_crosstable
from qipan.web.desk.page import DeskVisit
from qipan.web.shared.reader_names import read


class Touched(msgspec.Struct, frozen=True):
    """What an arbiter looks at before exchanging somebody."""

    number: int
    unit: str
    seats: str
    """The seats so far, round by round: 1 moved first, 2 second, – did not play."""


def beside_players(state: Competition, section: Section) -> Mapping[EntrantId, Touched]:
    """Give number, unit and seats so far of everybody in the latest round."""
    current = section.current
    if current is None:
        return {}
    standing = stage_of_round(state, section, current)
    table = stage_crosstable(standing, section.rounds[:-1])
    return {
        who: Touched(
            number,
            section.entrants[who].unit or "",
            "".join(
                "–" if cell.seat is None or not cell.played else str(int(cell.seat) + 1)
                for cell in table.row(who)
            ),
        )
        for number, who in enumerate(section.order, 1)
        if who in table.entry
    }


def changed_boards(state: Competition, section: Section) -> frozenset[int]:
    """Name the boards that the hand changed after the system had paired the latest round."""
    current = section.current
    if current is None or not current.by_hand:
        return frozenset()
    before: tuple[Table, ...] = ()
    for version, event in enumerate(state.past, 1):
        if version in state.taken_back or not isinstance(event, RoundPaired):
            continue
        if (event.section, event.round) == (section.id, current.number):
            before = event.tables
    seats = {table.seats for table in before}
    return frozenset(int(table.board) for table in current.tables if table.seats not in seats)


def steps_in_words(place: DeskVisit, steps: str) -> list[str]:
    """Say what the hand did so far."""
    said = []
    for text in steps.split():
        step = read_step(text)
        names = [
            read(place.names[who], place.visitor.language)
            for who in step.entrants
            if who in place.names
        ]
        facts: dict[str, object] = {"one": "", "two": ""}
        facts.update(zip(("one", "two"), (*names, *map(str, step.boards)), strict=False))
        said.append(place.visitor.say(f"desk.hand.said.{step.kind.value}", **facts))
    return said


def other_kind(steps: str) -> str:
    """Turn the last step from an exchange into a meeting, or back; empty if it is neither."""
    *before, last = steps.split() or [""]
    kind, _, rest = last.partition(":")
    turned = {HandStepKind.SWAP.value: "meet", HandStepKind.MEET.value: "swap"}.get(kind)
    return " ".join([*before, f"{turned}:{rest}"]) if turned else ""
