"""``qipan book coverage`` and ``qipan book check``: whether a book is whole, and all of it done."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qipan.cli.house import DEFAULT, Data
from qipan.cli.output import WRONG, AsJson, console, print_json, print_table
from qipan.cli.tools.book import Language
from qipan.cli.tools.own_books import actions, as_rows, content_named, own_books_in, told

if TYPE_CHECKING:
    from qipan.rulebooks.coverage import Covered

TESTS = Path("tests")


def register(app: typer.Typer) -> None:
    """Add the verbs to ``qipan book``."""
    group = typer.Typer()
    group.command("coverage")(show_coverage)
    group.command()(check)
    app.add_typer(group, name="book")


def show_coverage(
    book: Annotated[str | None, typer.Argument(help="One book; else all.")] = None,
    tests: Annotated[Path, typer.Option(help="Folder of the tests.")] = TESTS,
    only_open: Annotated[bool, typer.Option("--open", help="Only what nothing does yet.")] = False,
    as_json: AsJson = False,
) -> None:
    """List each clause and what carries it out; fail if a clause that needs it has nothing."""
    from qipan.desk.decide import DECISIONS
    from qipan.rulebooks import all_books, book_named
    from qipan.rulebooks.coverage import coverage, names_of_tests, rules_found
    from qipan.rulebooks.loader import HOUSE

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
    """Check a book for faults and rank its worked cases; fail if one differs.

    Without a book, all that lie on the shelf and those of one's own.
    """
    from qipan.desk.own_books.checking import check as check_content
    from qipan.i18n import local
    from qipan.rulebooks import all_books
    from qipan.rulebooks.loader import HOUSE
    from qipan.simulation.book_cases import check_cases

    names = [book] if book else _every_name(data)
    faults = {name: check_content(content_named(name, data), actions()).problems for name in names}
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
    from qipan.rulebooks import all_books
    from qipan.rulebooks.loader import HOUSE

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
