"""What travels in a call and its answer, and how refusals travel back: JSON, read by both sides."""

from typing import Any

import msgspec

from qipan.contest import AnnulTable, BeginGame, OpenTable, SetClockBack, TableAct, TableFact
from qipan.journal.live.events import TableOpened
from qipan.kernel.errors import BadInput, Conflict, QipanError, Refused, Unavailable, Unknown
from qipan.kernel.rules import RuleKey
from qipan.play.lobbies.tables import TableGlance


class TableOpening(msgspec.Struct, frozen=True):
    """A table to open."""

    opened: TableOpened
    begin: bool


class FactsQuestion(msgspec.Struct, frozen=True):
    """Tables that a scheduler wants to know of, all of one shard."""

    tables: list[str]
    others: list[str]


class FactsAnswer(msgspec.Struct, frozen=True):
    """What is known of tables; one that is missing does not exist."""

    facts: list[TableFact]


class ActsOrder(msgspec.Struct, frozen=True):
    """What tables are to do; JSON cannot tell kinds of acts apart without names."""

    opens: list[OpenTable] = []
    begins: list[BeginGame] = []
    annuls: list[AnnulTable] = []
    lates: list[SetClockBack] = []

    @property
    def acts(self) -> list[TableAct]:
        """Give them all: what is to be opened first."""
        return [*self.opens, *self.lates, *self.begins, *self.annuls]


class TableNews(msgspec.Struct, frozen=True):
    """How a table of a lobby stands."""

    table: str
    stands: TableGlance


class ErrorBody(msgspec.Struct, frozen=True):
    """An error on its way: enough to raise it again."""

    kind: str
    words: tuple[str, ...] = ()
    facts: dict[str, Any] = {}


def write_error(error: QipanError) -> bytes:
    """Write an error down."""
    match error:
        case Refused():
            found = ErrorBody("refused", (error.code, str(error.rule)), error.facts)
        case BadInput():
            found = ErrorBody("bad-input", (error.what, error.where or "", error.code))
        case Unknown():
            found = ErrorBody("unknown", (error.kind, error.name))
        case Conflict():
            found = ErrorBody("conflict", (error.stream, str(error.expected), str(error.actual)))
        case Unavailable():
            found = ErrorBody("unavailable", (error.what, error.why))
        case _:
            found = ErrorBody("internal", (str(error),))
    return msgspec.json.encode(found, enc_hook=str)


def read_error(text: bytes) -> QipanError:
    """Make the error again that somebody wrote down."""
    failed = msgspec.json.decode(text, type=ErrorBody)
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
