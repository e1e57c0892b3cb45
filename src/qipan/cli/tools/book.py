"""``qipan book``: the regulations there are, what they say, and what carries each clause out."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from qipan.cli.house import DEFAULT, Data
from qipan.cli.output import WRONG, AsJson, console, print_json, print_table
from qipan.cli.tools.own_books import (
    ACTIONS,
    add_commands,
    as_rows,
    book_found,
    content_named,
    own_books_in,
    told,
)
from qipan.cli.tools.trials import add_book_test
from qipan.desk.decide import DECISIONS
from qipan.desk.own_books.checking import check as check_content
from qipan.desk.own_books.draft import check_text
from qipan.i18n import LANGUAGES, local
from qipan.i18n.options import option_kind, option_name, option_until, option_value
from qipan.kernel.errors import BadInput, Unknown
from qipan.rulebooks import Book, all_books, book_named
from qipan.rulebooks.coverage import Covered, coverage, names_of_tests, rules_found
from qipan.rulebooks.loader import HOUSE
from qipan.rulebooks.option_values import expected
from qipan.rulebooks.options import OptionKind, clause_of, options_of
from qipan.rulebooks.schema.words import OUR_READING
from qipan.simulation.book_cases import check_cases

TESTS = Path("tests")
Language = Annotated[str, typer.Option("--language", "-l", help="en, zh, th or ms.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Read the regulations.", no_args_is_help=True)
    group.command("list")(list_books)
    group.command()(show)
    group.command("options")(show_options)
    group.command("coverage")(show_coverage)
    group.command()(check)
    add_commands(group)
    add_book_test(group)
    app.add_typer(group, name="book")


def list_books(
    events: Annotated[bool, typer.Option("--events", help="List the events too.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Words only, for scripts.")] = False,
    drafts: Annotated[bool, typer.Option("--drafts", help="Drafts of one's own too.")] = False,
    language: Language = "en",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """List the books there are, own ones too; with --events --plain one ``book event`` a line."""
    books = [book for name, book in all_books().items() if name != HOUSE]
    own = own_books_in(data)
    offered = {each.id: each for each in own if each.offered or (drafts and not each.withdrawn)}
    texts = {each.id: each.published or each.draft for each in offered.values()}
    read = [check_text(text, ()).book for text in texts.values()]
    books += [book for book in read if book is not None and book.id not in all_books()]
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


def show(
    book: Annotated[str, typer.Argument(help="Rulebook, e.g. my-2018.")],
    event: Annotated[str | None, typer.Option(help="Only what concerns this event.")] = None,
    language: Language = "en",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Print a book clause by clause, and how each is carried out."""
    if language not in LANGUAGES:
        raise BadInput(f"one of {', '.join(LANGUAGES)}", where="--language")
    found = book_found(book, data)
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
    """List what an organiser decides under an event: kind, default, clause, until when."""
    if language not in LANGUAGES:
        raise BadInput(f"one of {', '.join(LANGUAGES)}", where="--language")
    found = book_found(book, data)
    events = [*found.event] if event is None else [event]
    if as_json:
        print_json({name: _options(found, name) for name in events})
        return
    for name in events:
        _print_options(found, name, language)


def _options(book: Book, event: str) -> list[dict[str, Any]]:
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
    rows = [
        (
            each.name,
            option_name(language, each),
            option_kind(language, each),
            option_value(language, each, each.default),
            clause_of(book, event, each).citation,
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
    clause = book.clause[number]
    by = [*clause.actions, *clause.rules, *(f"{key} (our reading)" for key in clause.reads)]
    return f"{clause.how.value}{': ' if by else ''}{', '.join(by)}"


def show_coverage(
    book: Annotated[str | None, typer.Argument(help="One book; else all.")] = None,
    tests: Annotated[Path, typer.Option(help="Folder of the tests.")] = TESTS,
    only_open: Annotated[bool, typer.Option("--open", help="Only what nothing does yet.")] = False,
    as_json: AsJson = False,
) -> None:
    """List each clause and what carries it out; fail if nothing does and it is no mere notice."""
    names = names_of_tests(tests)
    actions = {kind.__name__ for kind in DECISIONS}
    wanted = [book_named(book)] if book else [b for b in all_books().values() if b.id != HOUSE]
    rules = rules_found(Path(__file__).parents[2])
    rows = [row for each in wanted for row in coverage(each, names, actions, rules)]
    missing = [row for row in rows if row.open]
    if as_json:
        unreached = sorted({rule for row in rows for rule in row.unreached})
        found = {"clauses": missing if only_open else rows, "open": len(missing)}
        print_json({**found, "unreached": unreached})
    else:
        _show_rows(missing if only_open else rows)
        _show_sums(rows)
    if missing:
        raise typer.Exit(WRONG)


def check(
    book: Annotated[
        str | None, typer.Argument(help="One book, a draft of one's own or a TOML file; else all.")
    ] = None,
    language: Language = "en",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Look for faults of a book, and rank its cases that were worked by hand; fail if one differs.

    Without a book, all that lie on the shelf and those of one's own.
    """
    names = [book] if book else _every_name(data)
    faults = {name: check_content(content_named(name, data), ACTIONS).problems for name in names}
    shelf = [all_books()[name] for name in names if name in all_books() and name != HOUSE]
    found = [each for one in shelf for each in check_cases(one)]
    wrong: list[object] = [each for each in found if each.differs]
    wrong += [fault for each in faults.values() for fault in each]
    if as_json:
        cases = [{"clause": e.citation, "case": e.case.name, "differs": e.differs} for e in found]
        told_faults = [
            {"book": name, **row} for name, listed in faults.items() for row in as_rows(listed)
        ]
        print_json([*cases, *told_faults])
    else:
        for name, listed in faults.items():
            for fault in listed:
                console.print(f"{name}  {told(fault)}", markup=False)
            if not listed:
                console.print(f"{name}: no faults", markup=False)
        for each in found:
            mark = "differs" if each.differs else "right"
            console.print(f"{each.citation:<14} {mark:<8} {each.case.name}", markup=False)
            for line in (*each.differs, *([local(each.case.says, language)] * bool(each.differs))):
                console.print(f"{'':<24}{line}", markup=False)
        different = sum(bool(each.differs) for each in found)
        console.print(f"{len(found) - different} right, {different} different", markup=False)
    if wrong:
        raise typer.Exit(WRONG)


def _every_name(data: str) -> list[str]:
    return [*(name for name in all_books() if name != HOUSE), *(e.id for e in own_books_in(data))]


def _show_rows(rows: list[Covered]) -> None:
    for row in rows:
        mark = "OPEN" if row.open else row.how.value
        console.print(f"{row.citation:<18} {mark:<10}", end="", markup=False)
        by = [
            *row.tests,
            *row.actions,
            *row.rules,
            *(f"nothing is called {u}" for u in row.unknown),
            *(f"NOT REACHED {u}" for u in row.unreached),
        ]
        console.print(", ".join(by), markup=False)


CLASSES = ("automatic", "arbiter", "notice")


def _show_sums(rows: list[Covered]) -> None:
    """Print the numbers of clauses by class, and of those with a test, for each book and in all."""
    books = list(dict.fromkeys(row.book for row in rows))
    shown = [(book, *_sums([row for row in rows if row.book == book])) for book in books]
    if len(books) > 1:
        shown.append(("all", *_sums(rows)))
    columns = ("book", "clauses", *CLASSES, "rules", "not reached", "actions", "tests", "open")
    print_table("clauses; of each class those with a test of their own", columns, shown)


def _sums(rows: list[Covered]) -> tuple[object, ...]:
    by_class = [[row for row in rows if row.how.value == name] for name in CLASSES]
    return (
        len(rows),
        *(f"{len(own)} ({sum(bool(row.tests) for row in own)})" for own in by_class),
        len({rule for row in rows for rule in row.rules}),
        len({rule for row in rows for rule in row.unreached}),
        len({action for row in rows for action in row.actions}),
        sum(len(row.tests) for row in rows),
        sum(row.open for row in rows),
    )
