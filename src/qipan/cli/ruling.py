"""``qipan ruling``: games that could not be finished."""

from typing import Annotated

import typer

from qipan.cli.house import DEFAULT, Data, SectionName, at
from qipan.cli.output import AsJson, say
from qipan.desk.rulings import RuleGame, Ruling
from qipan.kernel.ids import BoardNo, RoundNo


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(ruling)


def ruling(
    competition: str,
    said: Annotated[Ruling, typer.Argument(help="What becomes of the game.")],
    round_: Annotated[int, typer.Option("--round", "-r", help="Round.")],
    board: Annotated[int, typer.Option("--board", "-b", help="Board.")],
    because: Annotated[str, typer.Option(help="Why.")],
    game: Annotated[int | None, typer.Option("--game", "-g", help="Game of a match.")] = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Rule on a game that could not be finished: drawn, lost by both, or played again."""
    with at(data, competition, section) as place:
        command = RuleGame(
            section=place.id,
            round=RoundNo(round_),
            board=BoardNo(board),
            ruling=said,
            reason=because,
            game=game,
        )
        after = place.do(command)
    missing = after.rounds[round_ - 1].missing
    ruled = after.ruled[-1]
    say(
        {"ruling": ruled.ruling, "game": ruled.game, "missing": missing},
        f"board {board}, game {ruled.game}: {ruled.ruling}",
        as_json=as_json,
    )
