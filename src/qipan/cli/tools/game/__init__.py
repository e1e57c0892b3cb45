"""``qipan game``: what can be done with a single game, without any competition.

Verbs that differ by game look for a function of their name in ``cli/game/<game>.py`` (dashes in a
game's name become underscores); a game that lacks one is refused by name.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import signature
from pathlib import Path
from random import Random
from time import process_time
from typing import Annotated, Any

import msgspec
import typer

from qipan.cli.output import WRONG, AsJson, console, counted, print_json, print_line
from qipan.formats import record_format
from qipan.formats.record import Record
from qipan.games import all_games, game_named
from qipan.games.computer_players import GamePlayed, computer_of, play_out
from qipan.games.view_types import schema_of, types_of
from qipan.kernel.errors import BadInput, QipanError, Unknown
from qipan.kernel.ids import Seat
from qipan.kernel.rules import RuleKey
from qipan.kernel.self_play import LONGEST

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
    """List the games with their options and defaults."""
    games = {name: msgspec.to_builtins(game.rules_type()) for name, game in all_games().items()}
    if as_json:
        print_json(games)
        return
    for name, options in games.items():
        console.print(f"{name}: {', '.join(_options(options))}")


def _options(options: dict[str, Any]) -> Iterator[str]:
    """Name options with their defaults; one that follows from another comes without."""
    for key, value in options.items():
        yield key if value is None else f"{key}={_plain(value)}"


def _plain(value: object) -> object:
    """Write a value of an option as people type it."""
    return ("yes" if value else "no") if isinstance(value, bool) else value


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
    for number, line in enumerate(_text(batch).split("\n"), 1):
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
    """Replay every game of the files by the rules; print final position and outcome.

    A file that cannot be read is reported like a game that goes wrong, and the rest goes on.
    """
    wrong = 0
    for path in files:
        for found in _replayed(path):
            wrong += "error" in found
            if as_json:
                print_line(found)
            else:
                console.print(_told(found), markup=False)
    if wrong:
        raise typer.Exit(WRONG)


@app.command()
def convert(
    sources: list[Path],
    target: Path,
    notation: Annotated[
        str | None, typer.Option(help="How moves are written, where the format has a choice.")
    ] = None,
) -> None:
    """Convert records into another file format, by the endings of the names.

    The games of several sources go into one file.
    """
    write = getattr(record_format(target.name), "write", None)
    if write is None:
        raise Unknown("writer for", target.suffix)
    if notation is not None and "notation" not in signature(write).parameters:
        raise BadInput(f"{target.suffix} has no choice of notation", where="--notation")
    options = {} if notation is None else {"notation": notation}
    written = []
    for path in sources:
        for number, record in enumerate(_records(path), 1):
            try:
                written.append(write(record, **options))
            except BadInput as error:
                raise BadInput(error.what, where=f"{path.name} game {number}") from error
    try:
        target.write_bytes(b"\n".join(written))
    except OSError as error:
        raise BadInput(error.strerror or "cannot be written", where=str(target)) from error
    console.print(f"{counted(len(written), 'game')} written to {target}", markup=False)


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
def schema(
    game: str,
    types: Annotated[bool, typer.Option("--types", help="As TypeScript, for its board.")] = False,
) -> None:
    """Print what a seat may see of a game, as a JSON schema."""
    found = game_named(game)
    if types:
        typer.echo(types_of(found), nl=False)
    else:
        print_json(schema_of(found))


@app.command()
def selfplay(
    game: str,
    seed: Annotated[int, typer.Option(help="Same seed, same games.")] = 1,
    games: Annotated[int, typer.Option(min=1, help="How many.")] = 1,
    players: Annotated[int | None, typer.Option(help="Number of seats.")] = None,
    longest: Annotated[int, typer.Option(min=1, help="Stop a game after so many moves.")] = LONGEST,
    as_json: AsJson = False,
) -> None:
    """Let the computer player play against itself; print how each game ended."""
    found = game_named(game)
    rules = found.rules_type()
    seats = found.seats(rules)[0] if players is None else players
    if seats not in found.seats(rules):
        raise BadInput(f"{game} is not played by {seats}", where="--players")
    computer_of(found)
    for number in range(games):
        dice = Random(f"{seed}/{number}")
        state = found.start(rules, seats, found.deal(rules, seats, dice))
        played = play_out(found, state, dice, longest)
        line = {"game": number + 1, **_ending(played)}
        if as_json:
            print_line(line)
        else:
            console.print("  ".join(_pieces(line)), markup=False)


def _pieces(line: dict[str, Any]) -> Iterator[str]:
    """Tell a game that was played out: what is not known is left out."""
    for key, value in line.items():
        if key == "rule" and value is not None:
            yield f"ended by: {_rule_words(value)}"
        elif key == "places" and value is not None:
            yield f"places: {'-'.join(map(str, value))}"
        elif value is not None:
            yield f"{key}: {value}"


def _rule_words(rule: str) -> str:
    """Say what the house's clause of a rule says; of a rule of others, its key."""
    from qipan.cli.house import house_clause

    return house_clause(RuleKey(rule)).rstrip(".") or rule


def _ending(played: GamePlayed) -> dict[str, Any]:
    outcome = played.outcome
    if outcome is None:
        return {"moves": played.moves, "places": None, "rule": None}
    ending = {"moves": played.moves, "places": list(outcome.places), "rule": outcome.rule}
    return {**ending, **outcome.facts}


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise BadInput(error.strerror or "cannot be read", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise BadInput(f"not UTF-8 at byte {error.start}", where=str(path)) from error


def _replayed(path: Path) -> Iterator[dict[str, Any]]:
    """Replay the games of a file, or tell why it cannot be read."""
    try:
        records = _records(path)
    except QipanError as error:
        yield {"file": path.name, "error": str(error)}
        return
    for number, record in enumerate(records, 1):
        yield {"file": path.name, "game": number, **_replay(record)}


def _told(found: dict[str, Any]) -> str:
    """Tell in one line how a replay went; the position alone if the game has a short form."""
    if "game" not in found:
        return str(found["error"])
    words = [f"{found['file']} game {found['game']}: {found['moves']} moves"]
    if "error" in found:
        return ", then ".join([*words, str(found["error"])])
    view, outcome = found["view"], found["outcome"]
    words.append(str(view.get("fen", view)))
    if outcome:
        places = "-".join(str(place) for place in outcome["places"])
        words.append(f"places {places}: {_rule_words(outcome['rule'])}")
    else:
        words.append("not over")
    if found["recorded"]:
        words.append(f"recorded as {found['recorded']}")
    return "  ".join(words)


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
            return {"moves": number - 1, "error": f"move {number}: {error}"}
    outcome = game.outcome(state)
    return {
        "moves": len(record.moves),
        "view": msgspec.to_builtins(game.view(state, None)),
        "outcome": msgspec.to_builtins(outcome) if outcome else None,
        "recorded": record.result,
    }
