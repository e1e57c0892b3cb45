"""``qipan sheet``: the scoresheet of a card table, deal by deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from qipan.cli.house import (
    ACTOR,
    DEFAULT,
    BoardNumber,
    Data,
    RoundNumber,
    SectionName,
    WorkedOn,
    at,
    rule_words,
)
from qipan.cli.output import AsJson, console, print_json, print_table
from qipan.kernel.ids import BoardNo, RoundNo

if TYPE_CHECKING:
    from qipan.journal.state import DealSheet

Banker = Annotated[int, typer.Option(min=0, max=3, help="Seat; 0 and 2 are the side named first.")]
Points = Annotated[int, typer.Option(help="Points in tricks the defenders won.")]
Bottom = Annotated[int, typer.Option(help="Points in the bottom.")]
Pairs = Annotated[int, typer.Option("--last-pairs", help="Pairs in the last trick; 0: a single.")]
WonLast = Annotated[bool, typer.Option(help="The defenders won the last trick.")]
Buried = Annotated[bool, typer.Option("--defenders-buried", help="A defender buried last.")]
Penalties = Annotated[
    list[str] | None,
    typer.Option("--penalty", help="SIDE:OFFENCE[:COUNT], e.g. 0:failed-throw:3; repeatable."),
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Scoresheets of card tables.", no_args_is_help=True)
    group.command()(deal)
    group.command()(correct)
    group.command()(time)
    group.command()(show)
    app.add_typer(group, name="sheet")


def _sheet(
    banker: int,
    points: tuple[int, int],
    last: tuple[int, bool, bool],
    penalty: list[str] | None,
) -> DealSheet:
    """Write a deal: points in tricks and bottom; pairs of the last trick, who won it and buried."""
    from qipan.desk.sheets.scoring import read_penalty
    from qipan.journal.state import DealSheet

    return DealSheet(
        banker=banker,
        trick_points=points[0],
        bottom_points=points[1],
        last_length=last[0],
        defenders_won_last=last[1],
        defenders_buried=last[2],
        penalties=tuple(map(read_penalty, penalty or ())),
    )


def deal(
    competition: str,
    round_: RoundNumber,
    board: BoardNumber,
    banker: Banker,
    points: Points,
    bottom: Bottom = 0,
    last_pairs: Pairs = 0,
    defenders_won_last: WonLast = False,
    defenders_buried: Buried = False,
    penalty: Penalties = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Enter a deal; the sheet says when it decides the match."""
    from qipan.desk.sheets.commands import ScoreDeal

    last = (last_pairs, defenders_won_last, defenders_buried)
    sheet = _sheet(banker, (points, bottom), last, penalty)
    with at(data, competition, section) as place:
        number, table = RoundNo(round_), BoardNo(board)
        place.do(ScoreDeal(section=place.id, round=number, board=table, sheet=sheet))
        _show(place, number, table, as_json)


def correct(
    competition: str,
    round_: RoundNumber,
    board: BoardNumber,
    number: Annotated[int, typer.Option("--deal", min=1, help="Which deal.")],
    because: Annotated[str, typer.Option(help="Why.")],
    banker: Banker,
    points: Points,
    bottom: Bottom = 0,
    last_pairs: Pairs = 0,
    defenders_won_last: WonLast = False,
    defenders_buried: Buried = False,
    penalty: Penalties = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Replace a deal; the result follows if the match was decided."""
    from qipan.desk.sheets.commands import CorrectSheet

    last = (last_pairs, defenders_won_last, defenders_buried)
    sheet = _sheet(banker, (points, bottom), last, penalty)
    with at(data, competition, section) as place:
        command = CorrectSheet(
            section=place.id,
            round=RoundNo(round_),
            board=BoardNo(board),
            deal=number,
            sheets=(sheet,),
            reason=because,
        )
        place.do(command)
        _show(place, RoundNo(round_), BoardNo(board), as_json)


def time(
    competition: str,
    round_: RoundNumber,
    board: BoardNumber,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Call time at a table: the level decides, then the bank, then a lot."""
    with at(data, competition, section) as place:
        number, table = RoundNo(round_), BoardNo(board)
        place.refresh(place.office.call_time(place.home, place.id, ACTOR, (number, table)))
        _show(place, number, table, as_json)


def show(
    competition: str,
    round_: RoundNumber,
    board: BoardNumber,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Show the sheet of a table: every deal, the levels after it, who has the bank."""
    with at(data, competition, section) as place:
        _show(place, RoundNo(round_), BoardNo(board), as_json)


def _show(place: WorkedOn, number: RoundNo, board: BoardNo, as_json: bool) -> None:
    from qipan.desk.sheets.scoring import sheet_of

    match, found = sheet_of(place.state, place.section, number, board)
    result = match.round.results.get(board)
    sides = [place.names[who].name for who in match.table.seats]
    winner = None
    if result is not None:
        winner = sides[0] if result.score.seats[0] > result.score.seats[1] else sides[1]
    if as_json:
        said: dict[str, Any] = msgspec.to_builtins(found)
        print_json({**said, "sides": sides, "result_winner": winner})
        return
    rows = [
        (
            each.deal,
            sides[each.sheet.banker % 2],
            each.points,
            each.bottom_change or "",
            each.penalty_change or "",
            each.after[0],
            each.after[1],
        )
        for each in found.entries
    ]
    columns = ("deal", "banker's side", "points", "bottom", "penalties", *sides)
    print_table(f"Round {number}, table {board}", columns, rows)
    over = f"; {winner} wins" if winner else ""
    if result is not None and result.rule is not None:
        over += f": {rule_words(place, result.rule)}"
    levels = f"levels {found.levels[0]} and {found.levels[1]}"
    console.print(f"{levels}{over}", markup=False)
