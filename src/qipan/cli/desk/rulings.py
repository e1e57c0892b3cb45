"""``qipan ruling``: games that could not be finished, and games of a play-off."""

from typing import Annotated

import typer

from qipan.cli.house import DEFAULT, Data, SectionName, at, official_named
from qipan.cli.output import AsJson, say
from qipan.desk.rulings.commands import Ruling
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
    who: Annotated[str | None, typer.Option(help="Who wins or loses: name, number or id.")] = None,
    play_off: Annotated[bool, typer.Option("--play-off", help="A game of the play-off.")] = False,
    by: Annotated[str | None, typer.Option(help="The referee who decides, by name.")] = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Rule on a game: won, lost, drawn, lost by both, or played again.

    Of a play-off also the last game that has a result; who wins the match follows.
    """
    from qipan.desk.rulings.commands import RuleGame

    with at(data, competition, section) as place:
        command = RuleGame(
            section=place.id,
            round=RoundNo(round_),
            board=BoardNo(board),
            ruling=said,
            reason=because,
            game=game,
            playoff=play_off,
            entrant=place.who(who) if who else None,
            by=None if by is None else official_named(place, by),
        )
        after = place.do(command)
    missing = after.rounds[round_ - 1].missing
    ruled = after.ruled[-1]
    say(
        {
            "ruling": ruled.ruling,
            "game": ruled.game,
            "missing": missing,
            "winner": after.rounds[round_ - 1].decided.get(BoardNo(board)),
        },
        f"board {board}, game {ruled.game}: {ruled.ruling}",
        as_json=as_json,
    )
