"""``qipan review``: a record looked at with the computer."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from qipan.cli.output import AsJson, console, print_json
from qipan.cli.progress import progress


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(review)


def review(
    file: Annotated[Path, typer.Argument(help="A record; its ending tells the format.")],
    number: Annotated[int, typer.Option(help="Which game of the file.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Review a game: the judgement before each move, the turning points, better moves."""
    from qipan.formats import record_format
    from qipan.kernel.errors import BadInput
    from qipan.office.judged.review import review_here

    try:
        content = file.read_bytes()
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=str(file)) from error
    games = record_format(file.name).read(content, str(file))
    if not 1 <= number <= len(games):
        raise BadInput(f"the file has {len(games)} games, no {number}", where="number")
    with progress("looking at every move") as tell:
        found = review_here(games[number - 1], tell)
    if as_json:
        print_json(msgspec.to_builtins(found))
        return
    if found.turned:
        console.print(f"It turned with move {found.turned}.", markup=False)
    for each in found.moves:
        if each.mark:
            better = " ".join(each.line) or each.best
            said = f"{each.number}. {each.played}: {each.mark}, {each.loss} of 1000; {better}"
            console.print(said, markup=False)
    if not any(each.mark for each in found.moves):
        console.print("No mistakes were found.")
