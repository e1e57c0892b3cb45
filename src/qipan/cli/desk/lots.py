"""``qipan lot``: check a draw by lot."""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from qipan.cli.output import WRONG, AsJson, console, print_json
from qipan.kernel.errors import BadInput
from qipan.kernel.lots import Draw, faults

app = typer.Typer(help="Draws by lot that anybody can check.", no_args_is_help=True)


def register(root: typer.Typer) -> None:
    """Add ``qipan lot``."""
    root.add_typer(app, name="lot")


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A draw as JSON; - reads standard input.")],
    as_json: AsJson = False,
) -> None:
    """Recompute a draw from its revealed secret and compare commitment and order."""
    try:
        text = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        found = msgspec.json.decode(text, type=Draw)
    except OSError as error:
        raise BadInput(error.strerror or "cannot be read", where=str(file)) from error
    except msgspec.DecodeError as error:
        raise BadInput(str(error), where=str(file)) from error
    wrong = faults(found)
    if as_json:
        print_json({"label": found.label, "valid": not wrong, "faults": wrong})
    elif wrong:
        console.print(f"{found.label}: WRONG: {'; '.join(wrong)}", markup=False)
    else:
        console.print(f"{found.label}: correct; order {', '.join(found.order)}", markup=False)
    if wrong:
        raise typer.Exit(WRONG)
