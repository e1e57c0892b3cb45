"""What an act would change, said before it is done: nothing is written.

The commands are decided on the state as it is and added to a copy; what differs afterwards is
given in facts, so that pages, the terminal and programs say the same.
"""

from collections.abc import Sequence

import msgspec

from qipan.desk.command import Command
from qipan.desk.conduct.annulment import ResultChange, moved_places
from qipan.desk.decide import decide
from qipan.journal.conduct import LatenessRecorded, PenaltyImposed
from qipan.journal.entries import EntrantReturned, EntrantWithdrawn
from qipan.journal.events import CompetitionEvent
from qipan.journal.folding import Folding
from qipan.journal.money import MoneyPosted
from qipan.journal.state import Competition, Penalty, Round
from qipan.kernel.ids import BoardNo, EntrantId, SectionId
from qipan.sections.matches import GAME_POINTS
from qipan.sections.scores import figures


class BoardChange(msgspec.Struct, frozen=True):
    """A board that would have another result."""

    round: int
    board: int
    seats: tuple[EntrantId, ...]
    before: str
    """As people write it; empty: none."""
    after: str
    game: int | None = None
    """The board of a team match, or the game of a match."""


class Imposed(msgspec.Struct, frozen=True):
    """A penalty that would be given."""

    entrant: EntrantId
    offence: str
    clause: str
    time: int
    """For the how-manieth time."""
    penalties: tuple[Penalty, ...]
    person: str | None = None


class CameLate(msgspec.Struct, frozen=True):
    """Somebody who would be noted as late."""

    entrant: EntrantId
    seconds: int
    deducted: int
    """Seconds taken off the clock."""
    lost: bool


class Consequences(msgspec.Struct, frozen=True):
    """What would follow."""

    events: tuple[str, ...]
    boards: tuple[BoardChange, ...] = ()
    places: tuple[ResultChange, ...] = ()
    imposed: tuple[Imposed, ...] = ()
    leave: tuple[EntrantId, ...] = ()
    come_back: tuple[EntrantId, ...] = ()
    fine_cents: int = 0
    approval_lifted: bool = False
    late: tuple[CameLate, ...] = ()
    rest_follows: bool = False
    """Whether somebody rests in the next round since the number becomes odd."""


def foreseen(state: Competition, name: SectionId, commands: Sequence[Command]) -> Consequences:
    """Say what commands would change in a section. Raises Refused as they would."""
    folding = Folding(state)
    events: list[CompetitionEvent] = []
    for command in commands:
        for event in decide(folding.state, command):
            folding.add(event)
            events.append(event)
    return differences(state, folding.state, name, events)


def differences(
    before: Competition, after: Competition, name: SectionId, events: Sequence[CompetitionEvent]
) -> Consequences:
    """Say what differs in a section between two states, and what the events between them say."""
    was, now = before.sections[name], after.sections[name]
    ranked = bool(was.order and now.order)
    return Consequences(
        events=tuple(str(event.__struct_config__.tag).partition("/")[0] for event in events),
        boards=tuple(_boards(before, after, name)),
        places=moved_places(before, after, name) if ranked else (),
        imposed=tuple(
            Imposed(
                event.entrant,
                event.offence,
                event.clause,
                int(event.cause.facts.get("time", 1)),
                event.penalties,
                event.person,
            )
            for event in events
            if isinstance(event, PenaltyImposed)
        ),
        leave=tuple(e.entrant for e in events if isinstance(e, EntrantWithdrawn)),
        come_back=tuple(e.entrant for e in events if isinstance(e, EntrantReturned)),
        fine_cents=sum(e.posting.cents for e in events if isinstance(e, MoneyPosted)),
        approval_lifted=was.approved is not None and now.approved is None,
        late=tuple(
            CameLate(e.entrant, e.seconds, e.deducted, e.lost)
            for e in events
            if isinstance(e, LatenessRecorded)
        ),
        rest_follows=was.active_count % 2 == 0 and now.active_count % 2 == 1,
    )


def _boards(before: Competition, after: Competition, name: SectionId) -> list[BoardChange]:
    was, now = before.sections[name].rounds, after.sections[name].rounds
    found = []
    for old, new in zip(was, now, strict=False):
        if (old.results, old.games) == (new.results, new.games):
            continue
        show = figures(after, after.sections[name], new)
        for table in new.tables:
            found += _games(old, new, table.board, table.seats)
            one, two = old.results.get(table.board), new.results.get(table.board)
            if one != two:
                shown = [
                    "–".join(map(show, each.score.seats)) if each else "" for each in (one, two)
                ]
                found.append(
                    BoardChange(int(new.number), int(table.board), table.seats, shown[0], shown[1])
                )
    return found


def _games(
    old: Round, new: Round, board: BoardNo, seats: tuple[EntrantId, ...]
) -> list[BoardChange]:
    """Give the single games of a match that changed."""
    mine = {g.number: g for g in old.games.get(board, ()) if not g.playoff}
    yours = {g.number: g for g in new.games.get(board, ()) if not g.playoff}
    changed = []
    for number in sorted({*mine, *yours}):
        one, two = mine.get(number), yours.get(number)
        if (one and one.result) != (two and two.result):
            shown = [
                "–".join(GAME_POINTS.show(each) for each in game.result.score.seats) if game else ""
                for game in (one, two)
            ]
            changed.append(
                BoardChange(int(new.number), int(board), seats, shown[0], shown[1], number)
            )
    return changed
