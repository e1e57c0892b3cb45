"""What travels in a call and its answer, and how refusals travel back: JSON, read by both sides."""

from typing import Any

import msgspec

from qipan.contest import Act, Annul, Begin, Fact, Late, Open
from qipan.journal.live.events import TableOpened
from qipan.kernel.errors import BadInput, Conflict, QipanError, Refused, Unavailable, Unknown
from qipan.kernel.rules import RuleKey


class Opening(msgspec.Struct, frozen=True):
    """A table to open."""

    opened: TableOpened
    begin: bool


class FactsQuestion(msgspec.Struct, frozen=True):
    """Tables that a scheduler wants to know of, all of one shard."""

    tables: list[str]
    others: list[str]


class FactsAnswer(msgspec.Struct, frozen=True):
    """What is known of tables; one that is missing does not exist."""

    facts: list[Fact]


class ActsOrder(msgspec.Struct, frozen=True):
    """What tables are to do; JSON cannot tell kinds of acts apart without names."""

    opens: list[Open] = []
    begins: list[Begin] = []
    annuls: list[Annul] = []
    lates: list[Late] = []

    @property
    def acts(self) -> list[Act]:
        """Give them all: what is to be opened first."""
        return [*self.opens, *self.lates, *self.begins, *self.annuls]


class Failed(msgspec.Struct, frozen=True):
    """An error on its way: enough to raise it again."""

    kind: str
    words: tuple[str, ...] = ()
    facts: dict[str, Any] = {}


def write_error(error: QipanError) -> bytes:
    """Write an error down."""
    match error:
        case Refused():
            found = Failed("refused", (error.code, str(error.rule)), error.facts)
        case BadInput():
            found = Failed("bad-input", (error.what, error.where or "", error.code))
        case Unknown():
            found = Failed("unknown", (error.kind, error.name))
        case Conflict():
            found = Failed("conflict", (error.stream, str(error.expected), str(error.actual)))
        case Unavailable():
            found = Failed("unavailable", (error.what, error.why))
        case _:
            found = Failed("internal", (str(error),))
    return msgspec.json.encode(found, enc_hook=str)


def read_error(text: bytes) -> QipanError:
    """Make the error again that somebody wrote down."""
    failed = msgspec.json.decode(text, type=Failed)
    words = failed.words
    match failed.kind:
        case "refused":
            return Refused(words[0], RuleKey(words[1]), **failed.facts)
        case "bad-input":
            return BadInput(words[0], where=words[1], code=words[2])
        case "unknown":
            return Unknown(words[0], words[1])
        case "conflict":
            return Conflict(words[0], int(words[1]), int(words[2]))
        case "unavailable":
            return Unavailable(words[0], words[1])
        case _:
            return QipanError(*words)
