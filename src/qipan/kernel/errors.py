"""What can go wrong, in one tree.

QipanError
├── BadInput          text, file or value that cannot be read; says what and where
├── Refused           a rule says no; carries a Refusal (code, rule, facts)
│   └── IllegalMove   the same for a move in a game
├── Impossible        nothing satisfies the rules (a round that cannot be paired); names who blocks
├── Conflict          somebody else wrote first; carries both versions
├── Unknown           no such thing: competition, book, game, entrant
├── Unavailable       the storage cannot be written or read; nothing was stored
│   ├── Uncertain     the storage went away while storing; look before trying again
│   └── NotOwner      another process owns this now; nothing was stored
└── Corrupt           stored data does not verify; names the first broken event
    └── Damaged       the file itself cannot be read any more

None of these holds a sentence in a human language for the public: ``i18n`` makes that from the
code and the facts. ``str(error)`` is for logs and developers.
"""

import msgspec

from qipan.kernel.rules import Facts, RuleKey


class QipanError(Exception):
    """Everything Qipan raises on purpose."""

    index: int | None = None
    """Which command of a list it is about, counted from 0; None where there was no list."""
    others: "tuple[QipanError, ...]" = ()
    """What was wrong with further commands of the same list."""


class BadInput(QipanError):
    """Input that cannot be read."""

    def __init__(
        self,
        what: str,
        *,
        where: str = "",
        line: int | None = None,
        column: int | None = None,
        code: str = "input.bad",
        facts: Facts | None = None,
    ) -> None:
        """Say what is wrong, in which file or field, and where in it (both counted from 1)."""
        self.what, self.where, self.line, self.column, self.code = what, where, line, column, code
        self.facts: Facts = {"what": what, **(facts or {})}
        place = ":".join(str(part) for part in (where or None, line, column) if part is not None)
        super().__init__(f"{place}: {what}" if place else what)


class Refusal(msgspec.Struct, frozen=True):
    """A no, as a value: a stable code, the rule behind it, and the facts."""

    code: str
    rule: RuleKey
    facts: Facts = {}

    def __str__(self) -> str:
        """Write the refusal for a log."""
        facts = ", ".join(f"{key}={value}" for key, value in self.facts.items())
        return f"{self.code} [{self.rule}] ({facts})"


class Refused(QipanError):
    """A rule says no."""

    def __init__(self, code: str, rule: RuleKey, **facts: object) -> None:
        """Refuse with a code, the rule and the facts that led to it."""
        self.refusal = Refusal(code, rule, dict(facts))
        super().__init__(str(self.refusal))

    @property
    def code(self) -> str:
        """Give the stable code."""
        return self.refusal.code

    @property
    def rule(self) -> RuleKey:
        """Give the rule that says no."""
        return self.refusal.rule

    @property
    def facts(self) -> Facts:
        """Give the facts."""
        return self.refusal.facts


class IllegalMove(Refused):
    """A move the rules of the game do not allow; the state it was tried on is untouched."""


class Impossible(QipanError):
    """Nothing satisfies the rules. ``facts`` names who or what blocks."""

    def __init__(self, code: str, rule: RuleKey, **facts: object) -> None:
        """Report what cannot be done, under which rule, and what blocks it."""
        self.refusal = Refusal(code, rule, dict(facts))
        super().__init__(str(self.refusal))


class Conflict(QipanError):
    """The stream moved on since the writer looked."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        """Carry the version the writer saw and the one that stands."""
        self.stream, self.expected, self.actual = stream, expected, actual
        super().__init__(f"{stream}: expected version {expected}, found {actual}")


class Unknown(QipanError):
    """No such thing."""

    def __init__(self, kind: str, name: str, known: tuple[str, ...] = ()) -> None:
        """Say what was looked for and, if short, what there is."""
        self.kind, self.name, self.known = kind, name, known
        there = f" (there is: {', '.join(known)})" if known else ""
        super().__init__(f"no {kind} {name!r}{there}")


class Unavailable(QipanError):
    """The storage cannot do it now; nothing was stored."""

    def __init__(self, what: str, why: str) -> None:
        """Say which storage and why."""
        self.what, self.why = what, why
        super().__init__(f"{what}: {why}; nothing was stored")


class Uncertain(Unavailable):
    """The storage went away while it was storing, and did not come back in time."""

    def __init__(self, what: str, why: str) -> None:
        """Say which storage and why."""
        super().__init__(what, why)
        self.args = (f"{what}: {why}; it is not known whether this was stored",)


class NotOwner(Unavailable):
    """Somebody else owns this now; whoever is told drops what it holds and stops."""

    def __init__(self, what: str, epoch: int) -> None:
        """Say what, and under which epoch it was tried."""
        super().__init__(what, f"epoch {epoch} is over")


class Corrupt(QipanError):
    """Stored data does not verify."""

    def __init__(self, stream: str, version: int, why: str) -> None:
        """Name the first broken event and what is wrong with it."""
        self.stream, self.version, self.why = stream, version, why
        super().__init__(f"{stream} event {version}: {why}")


class Damaged(Corrupt):
    """The storage itself is broken: no event of it can be trusted to be read."""

    def __init__(self, what: str, why: str) -> None:
        """Say which storage and what its engine reports."""
        super().__init__(what, 0, why)
        self.args = (f"{what}: {why}; restore it from a backup",)
