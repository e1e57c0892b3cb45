"""The journal as people read it: who did what, when, and under which clause."""

from collections.abc import Mapping
from typing import Any

import msgspec

from qipan.desk.appeals.supplements import cite_in_force, clause_in_force
from qipan.i18n import catalogue, local
from qipan.i18n.customs import money, written
from qipan.journal.envelope import Envelope
from qipan.journal.people import Person
from qipan.journal.state import Competition
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import EntrantId, SectionId
from qipan.kernel.rules import RuleKey
from qipan.rulebooks.schema.money import shown as shown_money
from qipan.sections.lookup import book_of
from qipan.web.shared.visitor import Visitor

HIDDEN = frozenset(("event", "section", "cause", "causes", "clause", "rule", "secret"))
CODES = {
    "reason": ("desk.posting.",),
    "reference": ("desk.offence.",),
    "offence": ("desk.offence.",),
    "stage": ("doc.stage.",),
    "role": ("staff.role.",),
}
"""Facts that are codes, and where their words are."""
LONGEST = 400


class AuditEntry(msgspec.Struct, frozen=True):
    """A line of the audit page."""

    version: int
    at: str
    who: str
    what: str
    section: str
    facts: tuple[tuple[str, str], ...]
    citation: str
    clause: str
    hash: str


class Auditor:
    """Puts events into words for a reader."""

    def __init__(
        self,
        state: Competition,
        names: Mapping[SectionId, Mapping[EntrantId, Person]],
        displays: Mapping[str, str],
        visitor: Visitor,
    ) -> None:
        """Keep what the words are made with."""
        self.state, self.names, self.displays, self.visitor = state, names, displays, visitor
        self.words = {**catalogue("en"), **catalogue(visitor.language)}

    def entry(self, envelope: Envelope) -> AuditEntry:
        """Write one event."""
        payload: dict[str, Any] = msgspec.json.decode(envelope.payload)
        section = SectionId(str(payload.get("section") or ""))
        citation, clause = self._clause(payload, section)
        name = envelope.name.partition("/")[0]
        known = self.state.sections.get(section)
        return AuditEntry(
            envelope.version,
            envelope.at,
            self._who(envelope.actor),
            self.words.get(f"audit.{name}", name),
            known.title if known else section,
            tuple(self._facts(payload, section)),
            citation,
            clause,
            envelope.hash[:12],
        )

    def _who(self, actor: str) -> str:
        kind, _, rest = actor.partition(":")
        if kind == "player":
            section, _, entrant = rest.partition("/")
            found = self.names.get(SectionId(section), {}).get(EntrantId(entrant))
            return found.name if found else rest
        if kind == "token":
            account, _, token = rest.partition("/")
            return f"{self.displays.get(account, account)} · {token}"
        return self.displays.get(rest, rest) if kind == "account" else actor

    def _facts(self, payload: Mapping[str, Any], section: SectionId) -> list[tuple[str, str]]:
        found = []
        for key, value in payload.items():
            if key in HIDDEN or value in (None, "", [], {}):
                continue
            label = self.words.get(f"audit.fact.{key}", key)
            if key == "cents" and isinstance(value, int):
                value = money(self.visitor.language, shown_money(value, ""))
            elif isinstance(value, str) and key in CODES:
                value = self._coded(key, value)
            found.append((label, self._value(value, section)))
        return found

    def _coded(self, key: str, value: str) -> str:
        """Give the words for a code; a reason that somebody wrote stays as it is."""
        return next(
            (self.words[kind + value] for kind in CODES[key] if kind + value in self.words), value
        )

    def _value(self, value: Any, section: SectionId) -> str:
        names = self.names.get(section, {})
        if isinstance(value, str):
            person = names.get(EntrantId(value))
            text = person.name if person else written(self.visitor.language, value)
        elif isinstance(value, Mapping) and set(value) == {"seats"}:
            text = "–".join(str(each) for each in value["seats"])
        elif isinstance(value, list) and value and _is_table(value[0]):
            text = "; ".join(self._table(each, section) for each in value)
        elif isinstance(value, list) and all(not isinstance(each, dict | list) for each in value):
            text = ", ".join(self._value(each, section) for each in value[:20])
        elif isinstance(value, list) and all(isinstance(each, Mapping) for each in value):
            text = "; ".join(self._value(each, section) for each in value[:20])
        elif isinstance(value, Mapping) and {*value} - HIDDEN == {"entrant"}:
            text = self._value(value["entrant"], section)  # who rests; the reason is the clause
        elif isinstance(value, Mapping):
            facts = self._facts(value, section)
            text = " · ".join(f"{label} {each}" for label, each in facts)
        else:
            text = msgspec.json.encode(value).decode()
        return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"

    def _table(self, table: Mapping[str, Any], section: SectionId) -> str:
        seats = " – ".join(self._value(who, section) for who in table["seats"])
        return f"{table['board']} {seats}"

    def _clause(self, payload: Mapping[str, Any], section: SectionId) -> tuple[str, str]:
        """Find the clause: the one the event names, else the one behind its rule."""
        named = payload.get("clause")
        if isinstance(named, str) and named:
            try:
                text = local(clause_in_force(self.state, named), self.visitor.language)
            except Unknown:
                return named, ""
            return book_of(self.state).citation(named), text
        rule = payload.get("rule")
        causes = [payload.get("cause"), *(payload.get("causes") or ())]
        for table in payload.get("tables") or ():
            causes += table.get("causes") or ()
        for cause in causes:
            if rule is None and isinstance(cause, Mapping):
                rule = cause.get("rule")
        if not isinstance(rule, str):
            return "", ""
        known = self.state.sections.get(section)
        try:
            found = cite_in_force(self.state, RuleKey(rule), known.under if known else "")
        except Unknown:
            return rule, ""
        return found.citation, local(found.text, self.visitor.language)


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping) and {"board", "seats"} <= set(value)
