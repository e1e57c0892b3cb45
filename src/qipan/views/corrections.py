"""Results that were put right or annulled, as the final report lists them."""

from collections.abc import Iterable, Mapping

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.events import opened
from qipan.journal.people import Person
from qipan.journal.results import ResultCorrected
from qipan.journal.state import Competition, Round, Section
from qipan.kernel.ids import EntrantId
from qipan.kernel.results import How, Result
from qipan.sections.scores import figures, gives_places
from qipan.sections.trees import is_settled


class CorrectedLine(msgspec.Struct, frozen=True):
    """A result that was replaced by another."""

    round: int
    board: int
    names: tuple[str, ...]
    before: str
    after: str
    reason: str
    went_on: bool = False
    """The next round of a tree had been made of the old result: its pairings stay."""


def corrected_lines(
    state: Competition,
    section: Section,
    names: Mapping[EntrantId, Person],
    journal: Iterable[Envelope],
) -> tuple[CorrectedLine, ...]:
    """List every correction of a section with what stood before it, as far as it is public."""
    mark = f'"section":"{section.id}"'
    found = []
    hidden = {each[:3] for each in state.withheld}
    seen: dict[tuple[int, int], int] = {}
    for envelope in journal:
        if not envelope.name.startswith("result-corrected/") or mark not in envelope.payload:
            continue
        if envelope.version in state.taken_back:
            continue
        event = opened(envelope)
        if not isinstance(event, ResultCorrected):
            raise TypeError(envelope.name)
        at = (event.round, event.board)
        if (section.id, *at) in hidden:
            continue
        here = section.rounds[event.round - 1]
        old = here.corrected[event.board][seen.get(at, 0)]
        seen[at] = seen.get(at, 0) + 1
        table = here.table(event.board)
        found.append(
            CorrectedLine(
                event.round,
                event.board,
                tuple(names[who].name for who in table.seats) if table else (),
                _shown(state, section, here, old),
                _shown(state, section, here, Result(event.score, event.how)),
                event.reason,
                is_settled(state, section, event.round),
            )
        )
    return tuple(found)


def _shown(state: Competition, section: Section, here: Round, result: Result) -> str:
    seats = result.score.seats
    if result.how is How.ANNULLED and gives_places(state, section, here):
        return "–"
    between = " " if gives_places(state, section, here) else "–"
    return between.join(map(figures(state, section, here), seats))
