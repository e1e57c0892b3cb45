"""``qipan record``: game records beside the results, replayed and compared."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from qipan.cli.house import (
    DEFAULT,
    BoardNumber,
    Data,
    RoundNumber,
    SectionName,
    WorkedOn,
    at,
    rule_words,
)
from qipan.cli.output import WRONG, AsJson, console, counted, print_json, print_table
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.ids import BoardNo, RoundNo

if TYPE_CHECKING:
    from qipan.desk.records.comparison import Compared
    from qipan.formats.record import Record
    from qipan.journal.state import RecordKey, Section

GameNumber = Annotated[int, typer.Option("--game", "-g", help="Game of a match of several.")]
PlayOff = Annotated[bool, typer.Option(help="A game of the play-off.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Game records beside the results.", no_args_is_help=True)
    group.command()(attach)
    group.command()(show)
    group.command("list")(list_records)
    group.command()(settle)
    app.add_typer(group, name="record")


def attach(
    competition: str,
    file: Annotated[Path, typer.Argument(help="A record: .pgn, .sgf, .psq, .json …")],
    round_: RoundNumber,
    board: BoardNumber,
    game: GameNumber = 1,
    playoff: PlayOff = False,
    chosen: Annotated[int, typer.Option("--number", help="Which game of the file.")] = 1,
    foul: Annotated[bool, typer.Option(help="Its last move is illegal and lost.")] = False,
    by: Annotated[str | None, typer.Option(help="The player who types it in.")] = None,
    replace: Annotated[str, typer.Option(help="Why it replaces an earlier one.")] = "",
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Replay a record and attach it; exit code 1 if it differs from the result."""
    from qipan.desk.records.commands import AttachRecord, TypeRecord
    from qipan.desk.records.comparison import compared
    from qipan.formats.kept_record import kept

    record = _read(file, chosen)
    with at(data, competition, section) as place:
        command = AttachRecord(
            section=place.id,
            round=RoundNo(round_),
            board=BoardNo(board),
            record=kept(record),
            game=game,
            playoff=playoff,
            foul=foul,
            reason=replace,
        )
        typed = command if by is None else TypeRecord(entrant=place.who(by), record=command)
        after = place.do(typed)
    key: RecordKey = (RoundNo(round_), BoardNo(board), game, playoff)
    said = compared(after, key)
    if as_json:
        print_json(_plain(after, key))
    else:
        plies = after.records[key].plies
        by = _ended_by(place, said)
        console.print(f"{counted(plies, 'move')} replayed; {_words(said, by)}", markup=False)
    if said.flagged:
        raise typer.Exit(WRONG)


def _read(file: Path, chosen: int) -> Record:
    from qipan.formats import record_format

    try:
        records = record_format(file.name).read(file.read_bytes(), file.name)
    except OSError as error:
        raise BadInput(error.strerror or "cannot be read", where=str(file)) from error
    if not 1 <= chosen <= len(records):
        raise BadInput(f"the file has {len(records)} games, no {chosen}", where="--number")
    return records[chosen - 1]


def _words(said: Compared, by: str) -> str:
    places = f"board {_dashes(said.board)}, result {_dashes(said.result)}"
    return f"{said.verdict.value} ({places}{', ' * bool(by)}{by})"


def _ended_by(place: WorkedOn, said: Compared) -> str:
    """Say how the game on the board ended, where it did."""
    from qipan.i18n import catalogue, facts_in

    short = catalogue("en").get(f"ui.board.end.{said.rule}", "{}")
    return short if "{" not in short and not facts_in(short) else rule_words(place, said.rule)


def _dashes(places: tuple[int, ...]) -> str:
    return "-".join(map(str, places)) or "–"


def _plain(section: Section, key: RecordKey) -> dict[str, Any]:
    from qipan.desk.records.comparison import compared

    attached = section.records[key]
    number, board, game, playoff = key
    return {
        "round": number,
        "board": board,
        "game": game,
        "playoff": playoff,
        "moves": len(attached.record.moves),
        "plies": attached.plies,
        "foul": attached.foul,
        **msgspec.to_builtins(compared(section, key)),
    }


def list_records(
    competition: str, section: SectionName = None, data: Data = DEFAULT, as_json: AsJson = False
) -> None:
    """List the records of a section, and how each compares with its result."""
    from qipan.desk.records.comparison import compared

    with at(data, competition, section) as found:
        place = found.section
        ended = {key: _ended_by(found, compared(place, key)) for key in place.records}
    if as_json:
        print_json([_plain(place, key) for key in sorted(place.records)])
        return
    rows = []
    for key in sorted(place.records):
        said = compared(place, key)
        rows.append(
            (*key[:3], place.records[key].plies, said.verdict.value, ended[key], said.settled)
        )
    columns = ("round", "board", "game", "moves", "verdict", "ended by", "settled")
    print_table(place.title, columns, rows)


def show(
    competition: str,
    round_: RoundNumber,
    board: BoardNumber,
    game: GameNumber = 1,
    playoff: PlayOff = False,
    ending: Annotated[str, typer.Option("--format", help="pgn, sgf, json …")] = "json",
    out: Annotated[Path | None, typer.Option("--out", "-o", help="A file.")] = None,
    section: SectionName = None,
    data: Data = DEFAULT,
) -> None:
    """Write a record out, with names and the result that stands."""
    from qipan.formats import record_format
    from qipan.formats.kept_record import kept_record

    key: RecordKey = (RoundNo(round_), BoardNo(board), game, playoff)
    with at(data, competition, section) as place:
        if key not in place.section.records:
            raise Unknown("record", f"round {round_}, board {board}, game {game}")
        record = kept_record(place.state, place.section, key, place.names)
    written = record_format(f"x.{ending.lstrip('.')}").write(record)
    if out is None:
        typer.echo(written.decode("utf-8", "replace"), nl=False)
    else:
        out.write_bytes(written)


def settle(
    competition: str,
    round_: RoundNumber,
    board: BoardNumber,
    because: Annotated[str, typer.Option(help="Why the result stands.")],
    game: GameNumber = 1,
    playoff: PlayOff = False,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Let a result stand although the record differs."""
    from qipan.desk.records.commands import SettleRecord

    with at(data, competition, section) as place:
        command = SettleRecord(
            section=place.id,
            round=RoundNo(round_),
            board=BoardNo(board),
            reason=because,
            game=game,
            playoff=playoff,
        )
        after = place.do(command)
    if as_json:
        key: RecordKey = (RoundNo(round_), BoardNo(board), game, playoff)
        print_json(_plain(after, key))
    else:
        console.print("settled", markup=False)
