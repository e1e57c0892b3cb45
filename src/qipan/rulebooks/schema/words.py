"""Clauses and headings: what a book says in words."""

from enum import StrEnum

import msgspec

from qipan.kernel.rules import RuleKey

Text = dict[str, str]
"""A text by language: ``{ en = "…", zh = "…" }``."""


OUR_READING: Text = {
    "en": "Our reading:",
    "zh": "我方理解：",
    "th": "เราตีความว่า:",
    "ms": "Tafsiran kami:",
}


def with_reading(text: Text, reading: Text) -> Text:
    """Add our reading to what a regulation says, language by language, marked as ours."""
    if not reading:
        return text
    found = {}
    for language in dict.fromkeys((*text, *reading)):
        said = text.get(language) or text.get("en", "")
        ours = reading.get(language) or reading.get("en", "")
        found[language] = f"{said} [{OUR_READING.get(language, OUR_READING['en'])} {ours}]"
    return found


class Carried(StrEnum):
    """Who carries a clause out."""

    AUTOMATIC = "automatic"
    """The software does it unasked."""
    ARBITER = "arbiter"
    """An arbiter or organiser does it with an action of the desk."""
    NOTICE = "notice"
    """People do it; the software shows the text."""


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause: what the regulation says, in our own words, and apart from it how we read it."""

    text: Text
    """What it says. Nothing that it does not say stands here."""
    rules: tuple[RuleKey, ...] = ()
    """The rule keys that this clause is behind."""
    reading: Text = {}
    """How we read it where it is silent, unclear or damaged; a supplementary clause may differ."""
    reads: tuple[RuleKey, ...] = ()
    """The rule keys that follow from our reading only."""
    how: Carried = Carried.AUTOMATIC
    actions: tuple[str, ...] = ()
    """The desk's actions that carry it out, for ``how = "arbiter"``."""
    events: tuple[str, ...] = ()
    """The events it is about; none: those of its part, else all."""

    @property
    def shown(self) -> Text:
        """Give the text, with our reading marked as such."""
        return with_reading(self.text, self.reading)


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The head of a book."""

    id: str
    cite: str
    """How clauses are cited: ``WX`` in ``WX 6.1(1)A``."""
    title: Text
    source: Text = {}
    """Where the regulation comes from."""
    parts: dict[str, tuple[str, ...]] = {}
    organiser: Text = {}
    """Who organises every event, where documents name organiser, host and supporter."""
    """Parts of the regulation and the events they are about: ``I`` in the number ``I-3.2``."""


class Cited(msgspec.Struct, frozen=True):
    """The answer to "which clause says so?"."""

    rule: RuleKey
    book: str
    number: str
    citation: str
    text: Text
    """What people are shown: the clause, and our reading where the rule follows from that only."""
    reading: Text = {}
    """Our reading, where the clause itself does not say it."""
