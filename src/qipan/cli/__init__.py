"""The ``qipan`` command.

Each module of this folder that offers ``register(app)`` adds its own commands; nothing else needs
to be told of it.
"""

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Annotated, Any

import typer
from typer.main import get_command

from qipan import __version__
from qipan.cli import desk, server, tools
from qipan.cli.books_option import with_books
from qipan.cli.output import console, errors, exit_code
from qipan.formats.lists.apart import AS_CHILD, serve
from qipan.kernel.errors import QipanError
from qipan.kernel.operating_system import let_any_console_print


def _say_version(asked: bool) -> None:
    if asked:
        console.print(f"qipan {__version__}", markup=False, highlight=False)
        raise typer.Exit


def build() -> typer.Typer:
    """Put the command together from its parts."""
    app = typer.Typer(
        name="qipan",
        help="Run mind-sport competitions from the regulation itself.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_root)
    for register in _registers():
        register(app)
    return app


def _root(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_say_version, is_eager=True, help="Say which it is."),
    ] = False,
) -> None:
    """Run mind-sport competitions from the regulation itself."""
    del version


def _registers() -> list[Callable[[typer.Typer], None]]:
    """Find what the modules of each folder add, in the order of their names."""
    found = []
    for folder in (desk, server, tools):
        for info in iter_modules(folder.__path__):
            register = getattr(import_module(f"{folder.__name__}.{info.name}"), "register", None)
            if register is not None:
                found.append((info.name, register))
    return [register for _, register in sorted(found, key=lambda each: each[0])]


@cache
def command() -> Callable[[], Any]:
    """Give what runs the command: reading the options of all its parts is work for once."""
    made: Callable[[], Any] = with_books(get_command(build()))
    return made


def main() -> None:
    """Run the command; an error of ours becomes one line and an exit code, never a traceback."""
    let_any_console_print()
    if sys.argv[1:] == [AS_CHILD]:  # started by the very program, to read a foreign file apart
        serve()
        return
    try:
        command()()
    except QipanError as error:
        errors.print(f"[bold red]error:[/] {explain(error)}", markup=True)
        raise SystemExit(exit_code(error)) from None
    except BrokenPipeError:
        raise SystemExit(0) from None


def explain(error: QipanError) -> str:
    """Write an error for the terminal, with the clause behind it where one is known."""
    lines = (str(error), *getattr(error, "__notes__", ()))
    return "\n  ".join(lines).replace("[", r"\[")
