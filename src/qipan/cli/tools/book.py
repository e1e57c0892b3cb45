"""``qipan book``: the regulations there are, what they say, and what carries each clause out."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from qipan.cli.data_option import DEFAULT, Data
from qipan.cli.output import AsJson, console, print_json, print_table
from qipan.kernel.errors import BadInput, Unknown

if TYPE_CHECKING:
    from qipan.journal.books.drafts import OwnBook
    from qipan.rulebooks import Book

Language = Annotated[str, typer.Option("--language", "-l", help="en, zh, th or ms.")]

CARRIED_OUT = {
    "automatic": "the program sees to it",
    "arbiter": "an arbiter decides; the program offers the act",
    "notice": "people see to it; the program shows it",
}


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Read the regulations.", no_args_is_help=True)
    group.command("list")(list_books)
    group.command()(show)
    group.command("options")(show_options)
    app.add_typer(group, name="book")


def list_books(
    events: Annotated[bool, typer.Option("--events", help="List the events too.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Words only, for scripts.")] = False,
    drafts: Annotated[bool, typer.Option("--drafts", help="Drafts of one's own too.")] = False,
    language: Language = "en",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """List the books, your own included; --events --plain prints one ``book event`` a line."""
    from qipan.i18n import local
    from qipan.kernel.entry_points import load_all
    from qipan.rulebooks import all_books
    from qipan.rulebooks.loader import HOUSE

    load_all()  # a list is where one looks for what another package should have added
    books = [book for name, book in all_books().items() if name != HOUSE]
    offered = _offered(data, drafts=drafts)
    books += [book for book in _read(offered.values()) if book.id not in all_books()]
    if as_json:
        print_json(
            [
                {
                    "book": each.id,
                    "title": each.book.title,
                    "events": [*each.event],
                    "own": each.id in offered,
                    "published": each.id not in offered or offered[each.id].offered,
                }
                for each in books
            ]
        )
        return
    rows = [
        (book.id, name, local(book.event[name].title if name else book.book.title, language))
        for book in books
        for name in (book.event if events else [""])
    ]
    if plain:
        sys.stdout.writelines(" ".join(filter(None, row[:2])) + "\n" for row in rows)
    elif events:
        print_table("", ("book", "event", "title"), rows)
    else:
        print_table("", ("book", "title"), [(row[0], row[2]) for row in rows])


def _offered(data: str, *, drafts: bool) -> dict[str, OwnBook]:
    """Find the books of one's own, if there is a storage that may have some."""
    from qipan.store import is_there

    if not is_there(data):
        return {}
    from qipan.cli.tools.own_books import own_books_in

    own = own_books_in(data)
    return {each.id: each for each in own if each.offered or (drafts and not each.withdrawn)}


def _read(own: Iterable[OwnBook]) -> Iterator[Book]:
    """Read those of one's own books that can be read."""
    for each in own:
        from qipan.desk.own_books.draft import check_text

        if (book := check_text(each.published or each.draft, ()).book) is not None:
            yield book


def _found(name: str, data: str) -> Book:
    """Find a book, wherever it is. Raises Unknown, or BadInput if it cannot be read."""
    from qipan.rulebooks import all_books, book_named

    if name in all_books():
        return book_named(name)
    from qipan.cli.tools.own_books import book_found

    return book_found(name, data)


def show(
    book: Annotated[str, typer.Argument(help="Rulebook, e.g. my-2018.")],
    event: Annotated[str | None, typer.Option(help="Only what concerns this event.")] = None,
    language: Language = "en",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Print a book clause by clause, and how each is carried out."""
    from qipan.i18n import LANGUAGES, local
    from qipan.rulebooks.schema.words import OUR_READING

    if language not in LANGUAGES:
        raise BadInput(f"one of {', '.join(LANGUAGES)}", where="--language")
    found = _found(book, data)
    if event is not None and event not in found.event:
        raise Unknown("event", event, tuple(found.event))
    numbers = [number for number in found.clause if _concerns(found, number, event)]
    if as_json:
        print_json([_clause(found, number) for number in numbers])
        return
    console.print(local(found.book.title, language), style="bold", markup=False)
    console.print(local(found.book.source, language), markup=False)
    if event is not None:
        console.print(local(found.event[event].title, language), style="bold", markup=False)
    for number in numbers:
        console.print()
        console.print(found.citation(number), style="bold", markup=False)
        console.print(local(found.clause[number].text, language), markup=False)
        if reading := found.clause[number].reading:
            mark = local(OUR_READING, language)
            console.print(f"{mark} {local(reading, language)}", style="italic", markup=False)
        console.print(f"  → {_carried(found, number)}", style="dim", markup=False)
    for name in found.event if event is None else [event]:
        console.print()
        _print_options(found, name, language)


def show_options(
    book: Annotated[str, typer.Argument(help="Rulebook, e.g. my-2018.")],
    event: Annotated[str | None, typer.Argument(help="One event; else all.")] = None,
    language: Language = "en",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """List what an organiser may decide: kind, default, clause, and until when."""
    from qipan.i18n import LANGUAGES

    if language not in LANGUAGES:
        raise BadInput(f"one of {', '.join(LANGUAGES)}", where="--language")
    found = _found(book, data)
    events = [*found.event] if event is None else [event]
    if as_json:
        print_json({name: _options(found, name) for name in events})
        return
    for name in events:
        _print_options(found, name, language)


def _options(book: Book, event: str) -> list[dict[str, Any]]:
    from qipan.i18n import LANGUAGES
    from qipan.i18n.options import option_name
    from qipan.rulebooks.option_values import expected
    from qipan.rulebooks.options import OptionKind, clause_of, options_of

    return [
        {
            "option": each.name,
            "name": {language: option_name(language, each) for language in LANGUAGES},
            "kind": each.kind,
            "choices": each.choices,
            "least": each.least,
            "most": None if each.kind is OptionKind.MONEY else each.most,
            "most_cents": each.most if each.kind is OptionKind.MONEY else None,
            "currency": each.currency,
            "expected": expected(each),
            "default": each.default,
            "clause": clause_of(book, event, each).citation,
            "until": each.until,
        }
        for each in options_of(book, event).values()
    ]


def _print_options(book: Book, event: str, language: str) -> None:
    from qipan.i18n import citation_name, local
    from qipan.i18n.options import option_kind, option_name, option_until, option_value
    from qipan.rulebooks.options import clause_of, options_of

    rows = [
        (
            each.name,
            option_name(language, each),
            option_kind(language, each),
            option_value(language, each, each.default),
            citation_name(language, clause_of(book, event, each).citation),
            option_until(language, each.until),
        )
        for each in options_of(book, event).values()
    ]
    title = f"{event}: {local(book.event[event].title, language)}"
    print_table(title, ("option", "name", "kind", "default", "clause", "may change"), rows)


def _concerns(book: Book, number: str, event: str | None) -> bool:
    events = book.events_of(number)
    return event is None or not events or event in events


def _clause(book: Book, number: str) -> dict[str, Any]:
    clause = book.clause[number]
    return {
        "citation": book.citation(number),
        "number": number,
        "events": book.events_of(number),
        "text": clause.text,
        "reading": clause.reading,
        "reads": clause.reads,
        "how": clause.how,
        "rules": clause.rules,
        "actions": clause.actions,
    }


def _carried(book: Book, number: str) -> str:
    """Say how a clause is carried out; the rules and acts behind it are in ``--json``."""
    return CARRIED_OUT[book.clause[number].how.value]
