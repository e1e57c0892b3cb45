"""``qipan book new|edit|simulate|publish|export|import|withdraw``: a regulation of one's own."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any

import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, house
from qipan.cli.output import (
    WRONG,
    AsJson,
    console,
    counted,
    errors,
    exit_code,
    print_json,
    print_table,
)
from qipan.cli.output import say as answer
from qipan.cli.progress import progress
from qipan.kernel.errors import BadInput, Refused, Unknown

if TYPE_CHECKING:
    from qipan.desk.own_books.checking import CheckedBook
    from qipan.desk.own_books.problems import Problem
    from qipan.journal.books.drafts import OwnBook
    from qipan.office.own_books import OwnBooks
    from qipan.rulebooks import Book
    from qipan.simulation.event import FinalTable

BookName = Annotated[str, typer.Argument(metavar="BOOK", help="Short name, e.g. harbour-cup.")]
Content = dict[str, Any]


def register(app: typer.Typer) -> None:
    """Add the verbs to ``qipan book``."""
    group = typer.Typer()
    group.command()(new)
    group.command()(edit)
    group.command()(simulate)
    group.command()(publish)
    group.command()(export)
    group.command("import")(take_in)
    group.command()(withdraw)
    app.add_typer(group, name="book")


@cache
def actions() -> frozenset[str]:
    """Name every command of the desk: a book may speak of these."""
    from qipan.desk.decide import DECISIONS

    return frozenset(kind.__name__ for kind in DECISIONS)


def own_books_in(data: str) -> list[OwnBook]:
    """List the books of one's own of a storage; none where there is no storage."""
    from qipan.store import is_there

    if not is_there(data):
        return []
    with house(data) as found:
        return found.office.own_books.every()


def is_file(name: str) -> bool:
    """Say whether a word names a file or folder and not a book."""
    return name.endswith(".toml") or "/" in name or "\\" in name


def content_in(path: Path) -> Content:
    """Read a book from a file or from a folder of files. Raises BadInput."""
    from qipan.rulebooks.loader import content_from, read_content

    if path.is_dir():
        return read_content(path)
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise BadInput("is no text in UTF-8", where=str(path)) from error
    return content_from(text, str(path))


def content_named(name: str, data: str, *, published: bool = False) -> Content:
    """Find a book's content: a file, a book of one's own, or one of the shelf. Raises Unknown."""
    from qipan.office.own_books import content_of
    from qipan.rulebooks import all_books, editions
    from qipan.rulebooks.loader import HOUSE

    if is_file(name):
        return content_in(Path(name))
    if name in all_books() and name != HOUSE:
        return content_of(editions.current_text(name))
    own = {each.id: each for each in own_books_in(data)}
    if name not in own or (published and not own[name].editions):
        there = [each for each in all_books() if each != HOUSE]
        raise Unknown("rulebook", name[:60], (*there, *own))
    return content_of(own[name].published if published else own[name].draft)


def book_found(name: str, data: str) -> Book:
    """Find a book, wherever it is. Raises Unknown, or BadInput if it cannot be read."""
    from qipan.desk.own_books.checking import check
    from qipan.rulebooks import all_books, book_named

    if name in all_books():
        return book_named(name)
    found = check(content_named(name, data), actions())
    if found.book is None:
        raise BadInput(told(found.problems[0]), where=name)
    return found.book


def told(fault: Problem) -> str:
    """Write a fault for the terminal: where, then what."""
    from qipan.i18n import say

    where = f"{fault.path}: " if fault.path else ""
    return f"{where}{say('en', fault.code, fault.facts)}"


def as_rows(problems: Sequence[Problem]) -> list[dict[str, Any]]:
    """Write faults for a program."""
    from qipan.i18n import say

    return [
        {"where": each.path, "code": each.code, "what": say("en", each.code, each.facts)}
        for each in problems
    ]


def new(
    book: BookName,
    like: Annotated[
        str | None, typer.Option(help="Begin like this one: my-2018, my-2018/women or MY-I.")
    ] = None,
    ready: Annotated[
        str | None,
        typer.Option(
            "--from", help="Ready ones: simple-swiss, round-robin, mcmahon, mcmahon-handicap."
        ),
    ] = None,
    title: Annotated[str | None, typer.Option(help="Title, in English.")] = None,
    cite: Annotated[str, typer.Option(help="How its clauses are cited, e.g. HC.")] = "",
    game: Annotated[str | None, typer.Option(help="The game of all its events.")] = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Start your own regulation: from an empty sheet, a ready one, or another book."""
    from qipan.desk.own_books.checking import check
    from qipan.desk.own_books.draft import ANYBODY
    from qipan.desk.own_books.ready import ready_regulation
    from qipan.desk.own_books.starting import empty_sheet, headed

    if like is not None and ready is not None:
        raise BadInput("either --from or --like, not both", where="--from")
    made = None if ready is None else ready_regulation(ready, game or "")
    with house(data, create=True) as found:
        own = found.office.own_books
        content = made or (empty_sheet() if like is None else _copy(own, like))
        content = headed(content, book, {"en": title or ""}, cite)
        for rules in content["event"].values() if game and made is None else ():
            if rules["game"] != game:
                rules["game"] = game
                rules.pop("rules", None)
        _refuse_faults(book, check(content, actions()))
        if own.state(book).version:
            raise BadInput(f"there is a draft {book} already", where="book")
        saved = own.save(content, ANYBODY, ACTOR)
    answer(
        {"book": book, "version": saved.version, "events": [*content["event"]]},
        f"{book}: a draft with {counted(len(content['event']), 'event')} and "
        f"{counted(len(content['clause']), 'clause')}",
        as_json=as_json,
    )


def _copy(own: OwnBooks, like: str) -> Content:
    from qipan.desk.own_books.starting import only_events, parse_like
    from qipan.office.own_books import content_of

    name, events = parse_like(like, own.books())
    return only_events(content_of(own.text_of(name)), events)


def _refuse_faults(book: str, found: CheckedBook) -> None:
    if found.problems:
        raise BadInput("; ".join(map(told, found.problems[:5])), where=book)


def edit(
    book: BookName,
    values: Annotated[
        list[str] | None,
        typer.Option("--set", help="PATH=VALUE, e.g. event.open.clock.minutes=45; repeatable."),
    ] = None,
    gone: Annotated[
        list[str] | None, typer.Option("--unset", help="PATH to take out; repeatable.")
    ] = None,
    file: Annotated[Path | None, typer.Option(help="TOML that replaces the draft.")] = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Edit a draft: by paths, from a file, or in the editor. Its faults are listed."""
    from qipan.desk.own_books.changing import changed, value_from, without
    from qipan.desk.own_books.checking import check
    from qipan.desk.own_books.draft import ANYBODY
    from qipan.office.own_books import content_of

    with house(data) as found:
        own = found.office.own_books
        before = own.find(book)
        content = content_of(before.draft) if file is None else content_in(file)
        for each in gone or ():
            content = without(content, each)
        for each in values or ():
            path, given, text = each.partition("=")
            if not given:
                raise BadInput(f"not PATH=VALUE: {each[:60]!r}", where="--set")
            content = changed(content, path.strip(), value_from(text))
        if not (values or gone or file):
            content = _in_editor(content)
        saved = own.save(content, ANYBODY, ACTOR, expected=before.version)
    faults = check(content, actions()).problems
    if as_json:
        print_json({"book": book, "version": saved.version, "problems": as_rows(faults)})
        return
    console.print(f"{book}: saved, {counted(len(faults), 'fault')}", markup=False)
    for fault in faults:
        console.print(f"  {told(fault)}", markup=False)


def _in_editor(content: Content) -> Content:
    from qipan.rulebooks.loader import content_from
    from qipan.rulebooks.toml_text import toml_text
    from qipan.wiring import editor_from_environment

    before = toml_text(content)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "book.toml"
        file.write_text(before, "utf-8")
        words = shlex.split(editor_from_environment())
        try:
            ended = subprocess.run([*words, str(file)], check=False).returncode
        except OSError as error:
            raise BadInput(f"cannot be started: {error.strerror}", where="editor") from error
        text = file.read_text("utf-8")
    if ended or text == before:
        raise BadInput("nothing was changed", where="editor")
    return content_from(text, "editor")


def publish(book: BookName, data: Data = DEFAULT, as_json: AsJson = False) -> None:
    """Publish a draft without faults; competitions can then be created under it."""
    from qipan.desk.own_books.checking import check
    from qipan.desk.own_books.draft import ANYBODY
    from qipan.office.own_books import content_of

    with house(data) as found:
        own = found.office.own_books
        faults = check(content_of(own.find(book).draft), actions()).problems
        if faults:
            for fault in faults:
                errors.print(told(fault), markup=False)
        done = own.publish(book, ANYBODY, actions(), ACTOR)
    edition = done.editions[-1]
    answer(
        {"book": book, "edition": edition},
        f"{book}: published, edition {edition[:8]}; create a competition with: qipan new {book}",
        as_json=as_json,
    )


def withdraw(book: BookName, data: Data = DEFAULT, as_json: AsJson = False) -> None:
    """Stop offering a regulation; competitions held under it stay as they are."""
    from qipan.desk.own_books.draft import ANYBODY

    with house(data) as found:
        found.office.own_books.withdraw(book, ANYBODY, ACTOR)
    answer({"book": book, "withdrawn": True}, f"{book} is offered no more", as_json=as_json)


def export(
    book: BookName,
    output: Annotated[
        Path | None, typer.Option("--output", "--out", "-o", help="File; else printed.")
    ] = None,
    published: Annotated[
        bool, typer.Option("--published", help="The newest edition, not the draft.")
    ] = False,
    data: Data = DEFAULT,
) -> None:
    """Write a regulation, any of them, as one TOML file for use elsewhere."""
    from qipan.rulebooks.toml_text import toml_text

    text = toml_text(content_named(book, data, published=published))
    if output is None:
        sys.stdout.write(text)
        return
    try:
        output.write_text(text, "utf-8")
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror}", where=str(output)) from error
    console.print(f"{book}: written to {output}", markup=False)


def take_in(
    file: Annotated[Path, typer.Argument(help="A TOML file, or a folder of them.")],
    book: Annotated[str | None, typer.Option("--id", help="Another short name for it.")] = None,
    draft_only: Annotated[
        bool, typer.Option("--draft", help="Keep it as a draft; do not publish it.")
    ] = False,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Import a regulation from a file and publish it; faults are listed and refused."""
    from qipan.desk.own_books.checking import check
    from qipan.desk.own_books.draft import ANYBODY, content_text
    from qipan.desk.own_books.starting import headed

    content = content_in(file)
    if book is not None:
        content = headed(content, book, {}, "")
    found_faults = check(content, actions())
    if found_faults.problems:
        for fault in found_faults.problems:
            errors.print(told(fault), markup=False)
        raise BadInput(f"{counted(len(found_faults.problems), 'fault')}", where=str(file))
    assert found_faults.book is not None
    name = found_faults.book.id
    with house(data, create=True) as found:
        own = found.office.own_books
        saved = own.state(name)
        if not saved.version or saved.draft != content_text(content):
            saved = own.save(content, ANYBODY, ACTOR)
        if not draft_only and not (saved.offered and saved.published == saved.draft):
            saved = own.publish(name, ANYBODY, actions(), ACTOR)
    edition = saved.editions[-1] if saved.editions else ""
    state = f"published, edition {edition[:8]}" if not draft_only else "kept as a draft"
    answer(
        {"book": name, "edition": edition, "events": [*found_faults.book.event]},
        f"{name}: {state}",
        as_json=as_json,
    )


def simulate(
    book: Annotated[str, typer.Argument(help="A book, a draft, or a TOML file.")],
    event: Annotated[str | None, typer.Argument(help="One event; else all.")] = None,
    entries: Annotated[int, typer.Option(min=2, max=5000, help="How many enter.")] = 12,
    seed: Annotated[int, typer.Option(help="Same seed, same event.")] = 1,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Try a regulation out: play its events with random results, to the approved table."""
    from qipan.desk.own_books.checking import check
    from qipan.desk.own_books.draft import content_text

    content = content_named(book, data)
    found = check(content, actions())
    if found.book is None or found.problems:
        for fault in found.problems:
            errors.print(told(fault), markup=False)
        raise BadInput(f"{counted(len(found.problems), 'fault')}", where=book)
    events = [event] if event else [*found.book.event]
    for name in events:
        if name not in found.book.event:
            raise Unknown("event", name[:60], tuple(found.book.event))
    tables = [_played(found.book, content_text(content), each, entries, seed) for each in events]
    if as_json:
        print_json(tables)
        return
    for table in tables:
        _show(table)


def _played(book: Book, text: str, event: str, entries: int, seed: int) -> FinalTable:
    from qipan.i18n import say
    from qipan.simulation.event import simulate as play_event
    from qipan.simulation.field_size import fitting_field
    from qipan.wiring import simulated_office

    size = fitting_field(book, event, entries)
    try:
        with progress("playing rounds") as tell:
            return play_event(
                simulated_office(seed),
                book.id,
                event,
                entries=size,
                seed=seed,
                text=text,
                progress=tell,
            )
    except Refused as error:
        errors.print(f"error: {say('en', error.code, error.facts)}", markup=False)
        raise typer.Exit(exit_code(error)) from None


def _show(table: FinalTable) -> None:
    from qipan.i18n.keys import name_key

    rows = [(line.place, line.entrant, *line.values.values()) for line in table.lines]
    keys = tuple(table.lines[0].values) if table.lines else ()
    title = f"{table.book} {table.event}, {table.entries} entries, {table.rounds} rounds"
    print_table(title, ("place", "name", *(name_key("en", key) for key in keys)), rows)


__all__ = ["WRONG", "as_rows", "book_found", "content_named", "told"]
