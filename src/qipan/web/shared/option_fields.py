"""Options of a section as fields of a form, each with the clause that speaks of it."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from qipan.i18n.options import choice_name, option_kind, option_name, option_until, option_value
from qipan.rulebooks import Book
from qipan.rulebooks.loader import HOUSE
from qipan.rulebooks.option_values import expected, written
from qipan.rulebooks.options import OPTION, Option, OptionKind, clause_of, options_of
from qipan.rulebooks.schema import Cited
from qipan.web.shared.forms import Form, words

UNCHECKED = "unchecked"
"""The field that says ``entry_checks = false``: ticked where entries are not checked."""
LONGEST = 1000
TRUTHS = ("true", "false")


class OptionField(msgspec.Struct, frozen=True):
    """An option as a reader meets it."""

    option: Option
    label: str
    kind: str
    """What it may be, in words."""
    until: str
    clause: Cited
    choices: tuple[tuple[str, str], ...] = ()
    """Value and name of each choice."""
    value: str = ""
    """What is in force, as it would be typed."""
    shown: str = ""
    """The same, as people read it."""

    @property
    def spoken_of(self) -> bool:
        """Say whether a clause speaks of the option itself."""
        return self.clause.rule != OPTION or bool(self.option.clause)

    @property
    def citation(self) -> str:
        """Cite the regulation; nothing where it is the house that says so."""
        return "" if self.clause.book == HOUSE else self.clause.citation

    @property
    def example(self) -> str:
        """Give an example of a value, in signs."""
        return expected(self.option)

    @property
    def name(self) -> str:
        """Give the name of the option."""
        return self.option.name


def fields_of(
    book: Book, event: str, language: str, stored: Mapping[str, Any] | None = None
) -> list[OptionField]:
    """List what an organiser decides under an event, with what is set already.

    An amount that the book allows at nothing only is not asked for.
    """
    set_so_far = stored or {}
    return [
        OptionField(
            option=each,
            label=option_name(language, each),
            kind=option_kind(language, each),
            until=option_until(language, each.until),
            clause=clause_of(book, event, each),
            choices=tuple(_choices(language, each)),
            value=written(each, set_so_far.get(each.name, each.default)),
            shown=option_value(language, each, set_so_far.get(each.name, each.default)),
        )
        for each in options_of(book, event).values()
        if each.most != 0
    ]


def _choices(language: str, option: Option) -> Iterator[tuple[str, str]]:
    if option.kind is OptionKind.TRUTH:
        yield from ((text, option_value(language, option, text == "true")) for text in TRUTHS)
    for each in option.choices:
        yield str(each), choice_name(language, option, each)


def typed_options(form: Form, book: Book, event: str) -> dict[str, Any]:
    """Give the options that a form states, as they were typed; what is empty is not stated."""
    stated: dict[str, Any] = {}
    for name, option in options_of(book, event).items():
        text = words(form, f"{event}.{name}", "", LONGEST)
        if option.kind is not OptionKind.TRUTH:
            stated |= {name: text} if text else {}
        elif name != "entry_checks":
            stated |= {name: True} if text == "yes" else {}
    if words(form, f"{event}.{UNCHECKED}", "") == "yes":
        stated["entry_checks"] = False
    return stated
