"""Options of commands on a stored competition: words only, no room is entered for them."""

from typing import Annotated

import typer

from qipan.store import DEFAULT_FILE as DEFAULT

__all__ = ["ACTOR", "DEFAULT", "BoardNumber", "Data", "RoundNumber", "SectionName", "Who"]

Data = Annotated[str, typer.Option("--data", envvar="QIPAN_DATA", help="Journal: a file or a URL.")]
SectionName = Annotated[
    str | None, typer.Option("--section", "-s", help="Section; not needed if there is one only.")
]
RoundNumber = Annotated[int, typer.Option("--round", "-r", help="Round.")]
BoardNumber = Annotated[int, typer.Option("--board", "-b", help="Board.")]
Who = Annotated[str, typer.Argument(help="Name, number or id.")]
ACTOR = "cli"
