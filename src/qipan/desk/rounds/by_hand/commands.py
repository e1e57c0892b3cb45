"""What can be asked for when a round is paired by hand."""

from enum import StrEnum

import msgspec

from qipan.desk.command import Command
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId

MOST_STEPS = 200


class HandStepKind(StrEnum):
    """What a step of the hand does."""

    SWAP = "swap"
    """Two entrants change places, be it on a board or resting."""
    MEET = "meet"
    """Two entrants meet; those who lose an opponent by it meet each other."""
    REST = "rest"
    """An entrant rests."""
    REVERSE = "reverse"
    """The seats of a board are turned round."""
    BOARDS = "boards"
    """Two meetings change boards."""


ENTRANTS = {HandStepKind.SWAP: 2, HandStepKind.MEET: 2, HandStepKind.REST: 1}
BOARDS = {HandStepKind.REVERSE: 1, HandStepKind.BOARDS: 2}


class HandStep(msgspec.Struct, frozen=True):
    """One step of the hand."""

    kind: HandStepKind
    entrants: tuple[EntrantId, ...] = ()
    boards: tuple[BoardNo, ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError unless it names as many entrants and boards as its kind needs."""
        wanted = ENTRANTS.get(self.kind, 0), BOARDS.get(self.kind, 0)
        if (len(self.entrants), len(self.boards)) != wanted:
            raise ValueError(f"{self.kind.value} names {wanted[0]} entrants, {wanted[1]} boards")


def read_step(text: str) -> HandStep:
    """Read ``swap:e1:e4``, ``meet:e1:e4``, ``rest:e7``, ``reverse:3``, ``boards:1:4``.

    Raises BadInput.
    """
    word, *rest = text.strip().split(":")
    if word in list(HandStepKind):
        kind = HandStepKind(word)
        if len(rest) == ENTRANTS.get(kind) and all(rest):
            return HandStep(kind, tuple(EntrantId(each) for each in rest))
        if len(rest) == BOARDS.get(kind) and all(
            each.isascii() and each.isdigit() and len(each) < 8 for each in rest
        ):
            return HandStep(kind, boards=tuple(BoardNo(int(each)) for each in rest))
    raise BadInput(
        f"not a step: {text[:40]!r} (try swap:e1:e4, meet:e1:e4, rest:e7, reverse:3, boards:1:4)",
        where="steps",
        code="manual.step",
    )


class ChangePairing(Command, frozen=True, tag=True):
    """Change a round by hand before it is published."""

    section: SectionId
    round: RoundNo
    steps: tuple[HandStep, ...]
    reason: str
    by: str
    """Who does it, as the journal names them."""
    clause: str = ""
    """The clause of the book, or a supplementary one, that it is done under."""
    despite: frozenset[str] = frozenset()
    """The rules it breaks, each acknowledged as the preview names it."""
    at: str = ""


class PairByHand(Command, frozen=True, tag=True):
    """Pair a whole round by hand, where the system finds no pairing."""

    section: SectionId
    pairs: tuple[tuple[EntrantId, ...], ...]
    """In the order of the boards, who moves first named first."""
    reason: str
    by: str
    rests: tuple[EntrantId, ...] = ()
    clause: str = ""
    despite: frozenset[str] = frozenset()
    secret: bytes = b""
    """Of the round's lot, where the system needs one."""
    entropy: tuple[str, ...] = ()
    at: str = ""


class WithdrawRound(Command, frozen=True, tag=True):
    """Take a paired round back; one that was begun only with its results kept aside."""

    section: SectionId
    round: RoundNo
    reason: str
    keep_results: bool = False
    """Take it back although games were played; their results are kept aside."""
