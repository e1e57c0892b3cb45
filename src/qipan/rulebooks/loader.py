"""Reading books from their folders, with errors that name file, line and key."""

import re
import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from qipan.kernel import entry_points
from qipan.kernel.bounds import bounded
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.rules import RuleKey, house_clauses
from qipan.rulebooks.adjusted_rules import with_settings
from qipan.rulebooks.known_fields import with_known_fields
from qipan.rulebooks.schema import Book, Cited, Clause, EventRules
from qipan.rulebooks.schema.words import with_reading

BOOKS = Path(__file__).parent / "books"
HOUSE = "house"
GAMES = Path(__file__).parents[1] / "games"
"""Where the house's clauses on games lie: each in the folder of its game."""
_added: list[Path] = []
"""Shelves that somebody named (``--books``, the setting ``books``)."""
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_STEP = re.compile(r"\.([A-Za-z0-9_-]+)|\[(\d+)\]|\[\.\.\.\]")
_HEADER = re.compile(r"\s*\[\[?([^\]]+)\]\]?\s*(#.*)?$")
_OPTION = re.compile(r"[a-z][a-z0-9_]{0,39}")
_KEY = re.compile(r"\s*(\"[^\"]+\"|[A-Za-z0-9_-]+)\s*=")


def load_book(folder: Path) -> Book:
    """Read the book of a folder: ``book.toml`` and any further ``*.toml`` with more of it.

    ``[every.conduct]`` is for all events that do not say it themselves.

    Raises BadInput naming file, line and key.
    """
    book = _convert(read_content(folder), folder)
    if book.id != folder.name:
        main = folder / "book.toml"
        raise BadInput(f"book.id is {book.id!r}, the folder {folder.name!r}", where=str(main))
    _check(book, folder)
    return book


def read_content(folder: Path) -> dict[str, Any]:
    """Read what the files of a folder say together. Raises BadInput naming file, line and key."""
    main = folder / "book.toml"
    if not main.is_file():
        raise BadInput("no book.toml in this folder", where=str(folder))
    content = parse_toml(main)
    also: list[tuple[Path, dict[str, Any]]] = []
    every: dict[str, Any] = content.pop("every", {})
    for part in _parts(folder)[1:]:
        more = parse_toml(part)
        _only(more, {"clause", "event", "also", "every"}, part)
        _join(content, more, part)
        every.update(more.get("every", {}))
        also.append((part, more.get("also", {})))
    for rules in content.get("event", {}).values():
        for key, value in every.items():
            rules.setdefault(key, value)
    for part, extra in also:
        _add_to_clauses(content.get("clause", {}), extra, part)
    return content


def content_from(text: str, where: str) -> dict[str, Any]:
    """Read what one text says: a book in a single file, as it is exported. Raises BadInput."""
    content = toml_tables(text, where)
    if "also" in content or "every" in content:
        raise BadInput("[also] and [every] belong to books of several files", where=where)
    return content


def _parts(folder: Path) -> list[Path]:
    """List the files of a book, its main one first; the house's go on in the games' folders."""
    main = folder / "book.toml"
    parts = [part for part in sorted(folder.glob("*.toml")) if part != main]
    if folder == BOOKS / HOUSE:
        parts += sorted(GAMES.glob("*/clauses.toml"))
        added = map(entry_points.folder_of_module, entry_points.added(entry_points.GAMES))
        parts += [each / "clauses.toml" for each in added if (each / "clauses.toml").is_file()]
    return [main, *parts]


def parse_toml(path: Path) -> dict[str, Any]:
    """Read a file of a book. Raises BadInput naming line and column."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot be read: {error}", where=str(path)) from error
    return toml_tables(text, str(path))


def toml_tables(text: str, where: str) -> dict[str, Any]:
    """Read TOML. Raises BadInput naming line and column."""
    try:
        return tomllib.loads(bounded(text, where))
    except RecursionError as error:
        raise BadInput("nested too deeply", where=where) from error
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.search(str(error))
        raise BadInput(
            f"not valid TOML: {_PLACE.sub('', str(error)).strip()}",
            where=where,
            line=int(place[1]) if place else None,
            column=int(place[2]) if place else None,
        ) from error


def _only(content: dict[str, Any], allowed: set[str], path: Path) -> None:
    for name in content:
        if name not in allowed:
            raise BadInput(f"a part of a book has only {sorted(allowed)}", where=str(path))


def _join(content: dict[str, Any], more: dict[str, Any], part: Path) -> None:
    """Add the clauses and event tables of a part; nothing may be said twice."""
    for table, depth in (("clause", 1), ("event", 2)):
        for name, value in more.get(table, {}).items():
            known = content.setdefault(table, {})
            twice = [name] if name in known else []
            if depth == 2 and name in known:
                twice = [key for key in value if key in known[name]]
            if twice:
                text = part.read_text("utf-8")
                keys = (table, name) if depth == 1 else (table, name, twice[0])
                what = f"{'.'.join(keys)} is in another file of this book already"
                raise BadInput(what, where=str(part), line=line_of(text, keys))
            known[name] = {**known.get(name, {}), **value}


def _add_to_clauses(clauses: dict[str, Any], extra: dict[str, Any], part: Path) -> None:
    """Add ``[also."6.3"]``: further rule keys and actions of a clause that stands elsewhere."""
    for number, more in extra.items():
        known = isinstance(more, dict) and set(more) <= {"rules", "actions", "reads", "reading"}
        if (
            number not in clauses
            or not known
            or ("reading" in more and "reading" in clauses[number])
        ):
            line = line_of(part.read_text("utf-8"), ("also", number))
            what = f"also.{number}: adds rules, actions and our reading to a clause of the book"
            raise BadInput(what, where=str(part), line=line)
        for key, values in more.items():
            there = clauses[number].get(key, [])
            clauses[number][key] = values if key == "reading" else [*there, *values]


def _convert(content: dict[str, Any], folder: Path) -> Book:
    try:
        return msgspec.convert(content, Book)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$")
        what = with_known_fields(what, path.rstrip("`"), Book)
        keys = _keys_of(path.rstrip("`"), what, content)
        for part in _parts(folder):
            line = line_of(part.read_text("utf-8"), keys)
            if line is not None:
                raise BadInput(f"{'.'.join(keys)}: {what}", where=str(part), line=line) from error
        raise BadInput(f"{'.'.join(keys)}: {what}", where=str(folder)) from error


def _keys_of(path: str, what: str, content: Any) -> tuple[str, ...]:
    """Turn msgspec's path into keys; dictionary keys it leaves out are found by trying."""
    keys: list[str] = []
    here = content
    for step in _STEP.finditer(path):
        name = step[1]
        if name is None:
            wrong = [key for key in here if isinstance(here, dict) and _is_wrong(here[key])]
            name = wrong[0] if wrong else ""
        if name:
            keys.append(name)
        here = here.get(name, {}) if isinstance(here, dict) else {}
    unknown = re.search(r"unknown field `([^`]+)`", what)
    if unknown:
        keys.append(unknown[1])
    return tuple(keys)


def _is_wrong(value: object) -> bool:
    """Say whether this is the entry of a table that does not fit; tried as clause and event."""
    from qipan.rulebooks.schema import Clause, EventRules

    if not isinstance(value, dict):
        return True
    kind = EventRules if "stage" in value or "game" in value else Clause
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return True
    return False


def line_of(text: str, keys: tuple[str, ...]) -> int | None:
    """Find the line where a key stands, or else the table it belongs to."""
    best: int | None = None
    prefix: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.match(line)
        if header:
            prefix = tuple(part.strip('"') for part in _split(header[1]))
            if prefix == keys[: len(prefix)]:
                best = number
        elif (key := _KEY.match(line)) and (*prefix, key[1].strip('"')) == keys[: len(prefix) + 1]:
            return number
    return best


def _split(header: str) -> list[str]:
    return [part.strip() for part in re.findall(r"\"[^\"]*\"|[^.\s]+", header)]


def _check(book: Book, folder: Path) -> None:
    """Check what types cannot say: languages, points, keys used once per clause."""
    where = folder / "book.toml"
    for number, clause in book.clause.items():
        for language in ("en", "zh"):
            if not clause.text.get(language):
                line = line_of(where.read_text("utf-8"), ("clause", number, "text"))
                raise BadInput(
                    f"clause.{number}.text has no {language!r}", where=str(where), line=line
                )
    _check_readings(book, where)
    for name, rules in book.event.items():
        _check_options(book, name, folder)
        try:
            rules.scoring.scoring()
        except (ValueError, ZeroDivisionError) as error:
            line = line_of(where.read_text("utf-8"), ("event", name, "scoring"))
            raise BadInput(f"event.{name}.scoring: {error}", where=str(where), line=line) from error


def _check_readings(book: Book, where: Path) -> None:
    """Check that what follows from our reading only is said to, in words. Raises BadInput."""
    for number, clause in book.clause.items():
        both = set(clause.rules) & set(clause.reads)
        lacks = clause.reads and not clause.reading
        silent = [each for each in ("en", "zh") if clause.reading and not clause.reading.get(each)]
        if both or lacks or silent:
            what = (
                f"both said and read: {', '.join(sorted(both))}"
                if both
                else "rules of our reading need the reading in words, in en and zh"
            )
            line = line_of(where.read_text("utf-8"), ("clause", number))
            raise BadInput(f"clause.{number}: {what}", where=str(where), line=line)


def _check_options(book: Book, event: str, folder: Path) -> None:
    """Check that every option of an event is named and fits where it is put. Raises BadInput."""
    rules = book.event[event]
    for name, terms in rules.option.items():
        wrong = option_fault(rules, name, book.clause)
        if not wrong and not (terms.title.get("en") and terms.title.get("zh")):
            wrong = "an option has a title in en and zh"
        if wrong:
            keys = ("event", event, "option", name)
            raise _wrong_at(folder, keys, wrong)


def option_fault(rules: EventRules, name: str, clauses: Collection[str]) -> str:
    """Say what is wrong with an option that a book leaves to the organiser; nothing if it fits."""
    terms = rules.option[name]
    if not _OPTION.fullmatch(name) or not terms.sets:
        return "an option has a name of small letters, and sets something"
    if terms.clause and terms.clause not in clauses:
        return f"there is no clause {terms.clause!r}"
    if terms.kind == "choice" and not terms.choices:
        return "a choice has choices"
    values: dict[str, tuple[str | int, ...]] = {
        "number": (terms.least, terms.most),
        "choice": terms.choices,
        "clock": ("30+10", "45+3x30"),
    }
    try:
        for value in values.get(terms.kind, (True, False)):
            with_settings(rules, {name: value})
    except BadInput as error:
        return error.what
    return ""


def _wrong_at(folder: Path, keys: tuple[str, ...], what: str) -> BadInput:
    """Make an error that names the file and line of a key, in whichever part it stands."""
    for part in _parts(folder):
        text = part.read_text("utf-8")
        if f"option.{keys[-1]}" in text:
            return BadInput(f"{'.'.join(keys)}: {what}", where=str(part), line=line_of(text, keys))
    return BadInput(f"{'.'.join(keys)}: {what}", where=str(folder))


@cache
def all_books() -> dict[str, Book]:
    """Read every book there is, the house's own folder included, by id."""
    found: dict[str, Book] = {}
    for folder in _folders():
        if folder.name in found:
            raise BadInput(f"two books are called {folder.name!r}", where=str(folder))
        found[folder.name] = load_book(folder)
    return found


def shelves() -> tuple[Path, ...]:
    """List the folders that books lie in: the house's, those of other packages, those added."""
    packages = map(entry_points.folder_of_module, entry_points.added(entry_points.BOOKS))
    return tuple(dict.fromkeys((BOOKS, *packages, *_added)))


def add_shelf(folder: Path) -> None:
    """Add a folder of books for the life of this process. Raises BadInput naming what is wrong."""
    shelf = folder.resolve()
    if not shelf.is_dir():
        raise BadInput("no such folder of books", where=str(folder))
    if shelf not in _added:
        _added.append(shelf)
        all_books.cache_clear()
        try:
            all_books()
        except BadInput:
            _added.remove(shelf)
            all_books.cache_clear()
            raise


def remove_shelf(folder: Path) -> None:
    """Take a folder of books away again."""
    _added.remove(folder.resolve())
    all_books.cache_clear()


def _folders() -> list[Path]:
    """List the folders of books, the house's own shelf first."""
    return [
        folder
        for shelf in shelves()
        for folder in sorted(shelf.iterdir())
        if folder.is_dir() and (shelf == BOOKS or (folder / "book.toml").is_file())
    ]


def folder_named(name: str) -> Path:
    """Find the folder of a book. Raises Unknown."""
    for folder in _folders():
        if folder.name == name:
            return folder
    raise Unknown("rulebook", name)


def book_named(name: str) -> Book:
    """Find a book. Raises Unknown and lists what there is."""
    books = all_books()
    if name not in books:
        raise Unknown("rulebook", name, tuple(key for key in books if key != HOUSE))
    return _with_declared(books[name]) if name == HOUSE else books[name]


def _with_declared(house: Book) -> Book:
    """Add the clauses that rules bring themselves; their number is the rule."""
    clauses = {
        str(key): Clause(dict(text), (key,)) for key, text in sorted(house_clauses().items())
    }
    return msgspec.structs.replace(house, clause={**house.clause, **clauses})


def _order(book: Book, number: str, event: str, key: RuleKey) -> tuple[int, bool]:
    """Say how well a clause answers: by what it is about, then said before read."""
    return _distance(book, number, event), key not in book.clause[number].rules


def cite(book: Book, key: RuleKey, event: str = "") -> Cited:
    """Find the clause behind a rule: in the book, else in the house's own. Raises Unknown.

    A clause about the event comes before one about all events, and that before any other.
    """
    house = all_books()[HOUSE]
    for candidate in (book, house):
        numbers = candidate.clauses_by_rule.get(key, ())
        if numbers:
            number = min(numbers, key=lambda each: _order(candidate, each, event, key))
            clause = candidate.clause[number]
            reading = {} if key in clause.rules else clause.reading
            text = with_reading(clause.text, reading)
            return Cited(key, candidate.id, number, candidate.citation(number), text, reading)
    if key in house_clauses():
        return Cited(key, HOUSE, key, house.citation(key), dict(house_clauses()[key]))
    raise Unknown("clause for the rule", key)


def _distance(book: Book, number: str, event: str) -> int:
    events = book.events_of(number)
    if event and event in events:
        return 0
    return 2 if event and events else 1
