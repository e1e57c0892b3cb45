"""``--books DIR``: books of a folder, beside those that come with the program.

Every verb that reads books has the option; it is the same everywhere, so it is added to the
finished command and not to each function. ``QIPAN_BOOKS`` says it for all commands: folders with
commas.
"""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.main import get_command

from qipan.kernel.errors import BadInput

VARIABLE = "QIPAN_BOOKS"
READERS = ("book", "event", "data", "config")
"""A verb with one of these parameters reads books."""


def with_books(command: Any) -> Any:
    """Add the option to every verb that reads books."""
    _add_option(command, _option())
    return command


def _add_option(command: Any, option: Any) -> None:
    verbs = getattr(command, "commands", None)
    if verbs is not None:
        for each in verbs.values():
            _add_option(each, option)
    elif any(each.name in READERS for each in command.params):
        command.params.append(option)


def _option() -> Any:
    """Make the option as typer makes it for a function."""
    app = typer.Typer()
    app.command()(_carrier)
    return next(each for each in get_command(app).params if each.name == "books")


def _put_on_shelf(values: list[str]) -> list[str]:
    """Put the books of each folder on the shelf. Raises BadInput."""
    from qipan.rulebooks.loader import add_shelf

    for value in values or ():
        for folder in filter(None, (each.strip() for each in value.split(","))):
            try:
                add_shelf(Path(folder))
            except OSError as error:
                raise BadInput("cannot be read", where=folder) from error
    return values


def _carrier(
    books: Annotated[
        list[str] | None,
        typer.Option(
            "--books",
            metavar="DIR",
            envvar=VARIABLE,
            callback=_put_on_shelf,
            expose_value=False,
            is_eager=True,
            help="A folder of books beside those of the program; repeatable.",
        ),
    ] = None,
) -> None:
    """Stand for any verb."""
