"""One bracket: who was moved down, the residents, the next group, and what lies below."""

from enum import StrEnum

import msgspec

from qipan.pairing.swiss.dutch.work import Work


class Mode(StrEnum):
    """What a bracket can be expected to do by counting alone."""

    EVEN = "even"
    """Everybody is paired inside."""
    FLOAT = "float"
    """One player moves on."""
    BYE = "bye"
    """One player leaves and takes the bye."""
    OPEN = "open"
    """Counting does not say."""


class Path(StrEnum):
    """How the optimum of a bracket was found."""

    KERNEL = "kernel"
    RELAXED = "relaxed"
    MULTI = "multi"
    MID = "mid"
    FULL = "full"


class ScoreBracket(msgspec.Struct, frozen=True):
    """A bracket as the paths see it. Ranges and numbers are vertices of the workspace."""

    moved: tuple[int, ...]
    start: int
    end: int
    next_end: int
    pending: bool
    """Whether the bye is still to be given."""
    mode: Mode = Mode.OPEN

    @property
    def inside(self) -> int:
        """Count those in the bracket."""
        return len(self.moved) + self.end - self.start

    @property
    def vertices(self) -> list[int]:
        """List those in the bracket in their order."""
        return [*self.moved, *range(self.start, self.end)]


def span(start: int, end: int) -> int:
    """Give a range of vertices as a set."""
    return (1 << end) - (1 << start)


def bye_here(work: Work, bracket: ScoreBracket) -> bool:
    """Say whether whoever takes the bye is already in the bracket."""
    return (
        bracket.pending
        and work.bye_score is not None
        and work.bye_score >= work.scores[bracket.start]
    )


def mode_of(work: Work, bracket: ScoreBracket) -> Mode:
    """Say what counting and completion allow the bracket to do."""
    below = span(bracket.end, work.size)
    odd = bracket.inside % 2 == 1
    if bye_here(work, bracket):
        return Mode.BYE if odd and work.completes(below) else Mode.OPEN
    if odd:
        return Mode.FLOAT if bracket.end < bracket.next_end else Mode.OPEN
    rest = below | (1 << work.bye if bracket.pending else 0)
    return Mode.EVEN if work.completes(rest) else Mode.OPEN


def local_rows(work: Work, bracket: ScoreBracket, end: int) -> list[int]:
    """Give the graph of a bracket and everything up to ``end`` in local numbers.

    Those moved down come first; they do not meet each other: such a pair would have been made
    in the bracket both came from.
    """
    moved = len(bracket.moved)
    start = bracket.start
    window = (1 << end - start) - 1
    rows = [(work.comp[v] >> start & window) << moved for v in bracket.moved]
    for vertex in range(start, end):
        row = (work.comp[vertex] >> start & window) << moved
        for at, above in enumerate(bracket.moved):
            if work.comp[vertex] >> above & 1:
                row |= 1 << at
        rows.append(row)
    return rows
