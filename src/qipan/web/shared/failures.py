"""Errors as people see them: a status code and a sentence with its clause."""

from litestar.status_codes import (
    HTTP_400_BAD_REQUEST,
    HTTP_401_UNAUTHORIZED,
    HTTP_403_FORBIDDEN,
    HTTP_404_NOT_FOUND,
    HTTP_409_CONFLICT,
    HTTP_422_UNPROCESSABLE_ENTITY,
    HTTP_429_TOO_MANY_REQUESTS,
    HTTP_500_INTERNAL_SERVER_ERROR,
    HTTP_503_SERVICE_UNAVAILABLE,
)

from qipan.i18n import local, say
from qipan.i18n.options import options_named
from qipan.kernel.errors import (
    BadInput,
    Conflict,
    Corrupt,
    Impossible,
    QipanError,
    Refusal,
    Refused,
    Unavailable,
    Unknown,
)
from qipan.kernel.ids import EntrantId
from qipan.rulebooks import Book
from qipan.rulebooks.loader import cite
from qipan.web.shared.reader_names import read
from qipan.web.shared.section_context import About

ENTRANTS = ("entrant", "due", "first", "winner", "other")
"""Facts that may be the id of an entrant."""


class Failure:
    """What went wrong, for a page or the API."""

    def __init__(
        self,
        error: QipanError,
        language: str,
        book: Book | None = None,
        about: About | None = None,
    ) -> None:
        """Work out status, code, sentence and clause.

        ``about`` is the section it happened in: the clause is its event's, people have names.
        """
        self.code, self.status, self.facts = _kind(error)
        self.rule: str | None = None
        self.citation: str | None = None
        self.clause: str | None = None
        refusal: Refusal | None = getattr(error, "refusal", None)
        if refusal is not None:
            self.rule = refusal.rule
            try:
                if book is not None:
                    found = cite(book, refusal.rule, about.section.under if about else "")
                    self.citation, self.clause = found.citation, local(found.text, language)
            except Unknown:
                self.citation = None
        facts = _named(self.facts, about, language) if about else self.facts
        if self.code.startswith("option."):
            facts = options_named(language, facts)
        self.sentence = say(language, self.code, facts)


def _named(facts: dict[str, object], about: About, language: str) -> dict[str, object]:
    """Write names where facts have the ids of entrants; the API keeps the ids."""
    told = dict(facts)
    for key in ENTRANTS:
        who = facts.get(key)
        if isinstance(who, str) and who in about.section.entrants:
            told[key] = read(about.names[EntrantId(who)], language)
    return told


def _kind(error: QipanError) -> tuple[str, int, dict[str, object]]:
    match error:
        case Refused(code="access.denied" | "access.signed-in" | "access.not-yours"):
            return error.code, HTTP_403_FORBIDDEN, error.facts
        case Refused(code="access.token"):
            return error.code, HTTP_401_UNAUTHORIZED, error.facts
        case Refused(code="access.often" | "review.busy"):
            return error.code, HTTP_429_TOO_MANY_REQUESTS, error.facts
        case Refused() | Impossible():
            return error.refusal.code, HTTP_422_UNPROCESSABLE_ENTITY, error.refusal.facts
        case Conflict():
            facts: dict[str, object] = {"expected": error.expected, "actual": error.actual}
            return "conflict", HTTP_409_CONFLICT, facts
        case Unknown():
            return "unknown", HTTP_404_NOT_FOUND, {"kind": error.kind, "name": error.name}
        case BadInput():
            return error.code, HTTP_400_BAD_REQUEST, dict(error.facts)
        case Unavailable():
            return "unavailable", HTTP_503_SERVICE_UNAVAILABLE, {}
        case Corrupt():
            where = {"stream": error.stream, "version": error.version}
            return "unreadable", HTTP_503_SERVICE_UNAVAILABLE, where
        case _:
            return "internal", HTTP_500_INTERNAL_SERVER_ERROR, {}
