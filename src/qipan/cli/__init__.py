"""The ``qipan`` command.

Each module of the folders here that offers ``register(app)`` adds its own commands; nothing else
needs to be told of it (``cli/verbs.py``).
"""

import sys
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

import typer
from typer.main import get_command

from qipan import __version__
from qipan.cli.output import console, errors, exit_code
from qipan.cli.verbs import Program, empty_app
from qipan.kernel.collector import look_seldom
from qipan.kernel.errors import Impossible, QipanError, Refused
from qipan.kernel.operating_system import AS_CHILD, AS_THINKER, let_any_console_print


def _say_version(asked: bool) -> None:
    if asked:
        console.print(f"qipan {__version__}", markup=False, highlight=False)
        raise typer.Exit


def build() -> typer.Typer:
    """Put the command together from its parts."""
    app = empty_app(
        name="qipan",
        cls=Program,
        help="Run mind-sport competitions straight from the rulebook.",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_root)
    return app


def _root(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_say_version, is_eager=True, help="Say which it is."),
    ] = False,
) -> None:
    """Run mind-sport competitions straight from the rulebook."""
    del version


@cache
def command() -> Callable[[], Any]:
    """Give what runs the command: reading the options of all its parts is work for once."""
    made: Callable[[], Any] = get_command(build())
    return made


def main() -> None:
    """Run the command; an error of ours becomes one line and an exit code, never a traceback."""
    look_seldom()
    let_any_console_print()
    if sys.argv[1:] == [AS_CHILD]:  # started by the very program, to read a foreign file apart
        from qipan.formats.lists.apart import serve

        serve()
        return
    if sys.argv[1:] == [AS_THINKER]:  # the same, to be the process of the computer players
        from qipan.play.thinking.process import serve as think

        think()
        return
    try:
        command()()
    except QipanError as error:
        errors.print(f"[bold red]error:[/] {explain(error)}", markup=True)
        raise SystemExit(exit_code(error)) from None
    except UnicodeEncodeError as error:
        if not _has_half_letters(error.object):
            raise
        errors.print("[bold red]error:[/] a word is no text in UTF-8: set the console to UTF-8")
        raise SystemExit(2) from None
    except BrokenPipeError:
        raise SystemExit(0) from None


def _has_half_letters(text: str) -> bool:
    """Say whether a text holds bytes of the console that were no letters (lone surrogates)."""
    return any("\ud800" <= letter <= "\udfff" for letter in text)


def explain(error: QipanError) -> str:
    """Write an error for the terminal, with the clause behind it where one is known."""
    notes = getattr(error, "__notes__", ())
    if not notes and isinstance(error, Refused | Impossible):
        from qipan.cli.house import words_without_section

        notes = words_without_section(error.refusal)
    lines = (str(error), *notes)
    return "\n  ".join(lines).replace("[", r"\[")
