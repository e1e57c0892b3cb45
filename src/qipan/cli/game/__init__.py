"""``qipan game``: what can be done with a single game, without any competition.

Verbs that differ by game look for a function of their name in ``cli/game/<game>.py`` (dashes in a
game's name become underscores); a game that lacks one is refused by name.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from random import Random
from time import process_time
from typing import Annotated, Any

import msgspec
import typer

from qipan.cli.output import WRONG, AsJson, console, errors, print_json, print_line
from qipan.formats import record_format
from qipan.formats.record import Record
from qipan.games import all_games, game_named
from qipan.kernel.errors import BadInput, QipanError, Unknown
from qipan.kernel.ids import Seat

app = typer.Typer(help="Rules, records and rulings of single games.", no_args_is_help=True)


def register(root: typer.Typer) -> None:
    """Add ``qipan game``."""
    root.add_typer(app, name="game")


def tool(game: str, verb: str) -> Callable[..., Any]:
    """Find a game's own version of a verb. Raises Unknown if it has none."""
    game_named(game)
    name = f"{__name__}.{game.replace('-', '_')}"
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        module = None
    found: Callable[..., Any] | None = getattr(module, verb, None)
    if found is None:
        raise Unknown(f"'{verb}' command for the game", game)
    return found


@app.command("list")
def list_games(as_json: AsJson = False) -> None:
    """List the games there are, with their options and defaults."""
    games = {name: msgspec.to_builtins(game.rules_type()) for name, game in all_games().items()}
    if as_json:
        print_json(games)
        return
    for name, options in games.items():
        console.print(f"{name}: {', '.join(f'{key}={value}' for key, value in options.items())}")


@app.command()
def perft(
    game: str,
    depth: Annotated[int, typer.Option(min=0, help="How many plies deep.")],
    fen: Annotated[str | None, typer.Option(help="Start from this position.")] = None,
    players: Annotated[int | None, typer.Option(help="Number of seats.")] = None,
    as_json: AsJson = False,
) -> None:
    """Count the move sequences of a given length: the standard check of a move generator."""
    began = process_time()
    count: int = tool(game, "perft")(depth=depth, fen=fen, players=players)
    seconds = process_time() - began
    if as_json:
        print_json({"game": game, "depth": depth, "count": count, "cpu_seconds": round(seconds, 3)})
    else:
        console.print(f"{count}")


@app.command()
def rule(
    game: str,
    ruleset: Annotated[
        str | None, typer.Option(help="Ruleset, where the game has several.")
    ] = None,
    fen: Annotated[str | None, typer.Option(help="Position before the first move.")] = None,
    moves: Annotated[str | None, typer.Option(help="Moves, separated by blanks.")] = None,
    batch: Annotated[Path | None, typer.Option(help="One JSON request a line.")] = None,
) -> None:
    """Rule on a position or a line of play; one JSON line out for each request."""
    decide = tool(game, "rule")
    if batch is None:
        print_line(decide({"ruleset": ruleset, "fen": fen, "moves": moves}))
        return
    failed = 0
    for number, line in enumerate(batch.read_text("utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            request = msgspec.json.decode(line, type=dict[str, Any])
            print_line(decide(request))
        except msgspec.DecodeError as error:
            raise BadInput(str(error), where=str(batch), line=number) from error
        except QipanError as error:
            failed += 1
            print_line({"id": request.get("id"), "error": str(error)})
    if failed:
        raise typer.Exit(2)


@app.command()
def replay(files: list[Path], as_json: AsJson = False) -> None:
    """Replay every game of the files by the rules; print final position and outcome."""
    wrong = 0
    for path in files:
        for number, record in enumerate(_records(path), 1):
            found = _replay(record)
            wrong += "error" in found
            found = {"file": path.name, "game": number, **found}
            if as_json:
                print_line(found)
            else:
                console.print(
                    "  ".join(f"{key}: {value}" for key, value in found.items()), markup=False
                )
    if wrong:
        raise typer.Exit(WRONG)


@app.command()
def convert(source: Path, target: Path) -> None:
    """Convert a record from one file format into another, by the endings of the names."""
    write = getattr(record_format(target.name), "write", None)
    if write is None:
        raise Unknown("writer for", target.suffix)
    records = _records(source)
    target.write_bytes(b"\n".join(write(record) for record in records))
    console.print(f"{len(records)} game(s) written to {target}", markup=False)


@app.command()
def score(
    file: Path,
    dead: Annotated[str, typer.Option(help="Dead stones, separated by blanks.")] = "",
    seki: Annotated[str, typer.Option(help="Stones alive in seki.")] = "",
    neutral: Annotated[str, typer.Option(help="Empty points that are no territory.")] = "",
    suggest: Annotated[
        bool | None,
        typer.Option(help="Propose dead stones and seki; the default if no marks are given."),
    ] = None,
    gnugo: Annotated[bool, typer.Option(help="Let GNU Go propose, if it is installed.")] = False,
    rules: Annotated[str, typer.Option(help="Counting rules.")] = "japanese",
    as_json: AsJson = False,
) -> None:
    """Count the final position of a Go record by the marks given, or by a proposal."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise BadInput(error.strerror or "cannot be read", where=str(file)) from error
    marks = {"dead": dead, "seki": seki, "neutral": neutral}
    propose = not any(marks.values()) if suggest is None else suggest
    by = "gnugo" if gnugo else "qipan" if propose else None
    found = tool("go", "score")(data=data, name=file.name, marks=marks, rules=rules, suggest=by)
    if as_json:
        print_json(found)
        return
    for key, value in found.items():
        console.print(f"{key}: {value}", markup=False)


@app.command()
def selfplay(
    game: str,
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 1,
    games: Annotated[int, typer.Option(min=1, help="How many.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Let the computer player play against itself; print how each game ended."""
    play = tool(game, "selfplay")
    for number in range(games):
        found = {"game": number + 1, **play(Random(f"{seed}/{number}"))}
        if as_json:
            print_line(found)
        else:
            console.print(
                "  ".join(f"{key}: {value}" for key, value in found.items()), markup=False
            )


def _records(path: Path) -> list[Record]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(error.strerror or "cannot be read", where=str(path)) from error
    return record_format(path.name).read(data, path.name)


def _replay(record: Record) -> dict[str, Any]:
    game = game_named(record.game)
    rules = msgspec.convert(record.rules, game.rules_type)
    state = game.start(rules, record.seats, record.setup)
    for number, text in enumerate(record.moves, 1):
        acting = game.acting(state)
        try:
            if not acting:
                raise BadInput(f"move {text!r} after the end of the game")
            seat = Seat(record.by.get(number - 1, acting[0]))
            state = game.play(state, seat, game.read(state, seat, text))
        except QipanError as error:
            errors.print(f"move {number}: {error}", markup=False)
            return {"moves": number - 1, "error": f"move {number}: {error}"}
    outcome = game.outcome(state)
    return {
        "moves": len(record.moves),
        "view": game.view(state, None),
        "outcome": msgspec.to_builtins(outcome) if outcome else None,
        "recorded": record.result,
    }
