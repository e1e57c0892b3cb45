"""``qipan trf``: check, pair and generate tournament reports."""

import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from qipan.cli.output import WRONG, AsJson, console, errors, exit_code, print_json, print_line
from qipan.cli.progress import progress
from qipan.formats.trf.check import Checked, check, pairs_of
from qipan.formats.trf.faults import demand_sound
from qipan.formats.trf.generate import Recipe
from qipan.formats.trf.generate import generate as make
from qipan.formats.trf.model import TrfFile
from qipan.formats.trf.read import decode, read_trf
from qipan.formats.trf.table import entrant
from qipan.formats.trf.walk import field_before
from qipan.formats.trf.write import Dialect, write_trf
from qipan.kernel.errors import BadInput
from qipan.pairing.swiss.dutch import Edition, plan_of, why, why_not
from qipan.pairing.swiss.dutch import pair as pair_field

app = typer.Typer(help="Tournament reports (TRF16, TRF-2026).", no_args_is_help=True)

System = Annotated[
    Edition | None, typer.Option("--system", help="Edition of the rules (default: the file's).")
]


def register(root: typer.Typer) -> None:
    """Add ``qipan trf``."""
    root.add_typer(app, name="trf")


def load(path: Path) -> TrfFile:
    """Read a report; - is standard input. Raises BadInput."""
    try:
        raw = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        raise BadInput(error.strerror or "cannot be read", where=str(path)) from error
    return read_trf(decode(raw), str(path))


@app.command("check")
def check_files(
    files: Annotated[list[Path], typer.Argument(help="Reports to pair again.")],
    system: System = None,
    as_json: AsJson = False,
) -> None:
    """Pair every round of the reports again; name the first difference in each file."""
    found: list[Checked] = []
    bad: list[BadInput] = []
    with progress("pairing every round again") as tell:
        for done, path in enumerate(files):
            tell(done, len(files))
            try:
                found.append(check(load(path), system))
            except BadInput as error:
                bad.append(error)
    rounds = sum(each.rounds for each in found)
    differ = sum(len(each.differences) for each in found)
    if as_json:
        print_json(
            {
                "files": [msgspec.to_builtins(each) for each in found],
                "unreadable": [str(fault) for fault in bad],
                "rounds": rounds,
                "differ": differ,
            }
        )
    else:
        _report(found, rounds, differ)
        for fault in bad:
            errors.print(f"error: {fault}", markup=False)
    if bad:
        raise typer.Exit(exit_code(bad[0]))
    if differ:
        raise typer.Exit(WRONG)


def _report(found: list[Checked], rounds: int, differ: int) -> None:
    for each in found:
        for first in each.differences[:1]:
            others = len(each.differences) - 1
            more = f" ({others} more rounds differ)" if others else ""
            console.print(f"{each.file}: round {first.round} differs{more}", markup=False)
            console.print(f"  recorded: {_pairs(first.recorded)}", markup=False)
            if first.impossible:
                console.print(f"  engine: impossible, blocked by {', '.join(first.impossible)}")
            else:
                console.print(f"  engine:   {_pairs(first.engine)}", markup=False)
    paths: Counter[str] = Counter()
    for each in found:
        paths.update(each.paths)
    taken = ", ".join(f"{path} {count}" for path, count in paths.most_common())
    console.print(f"{len(found)} files, {rounds} rounds, {differ} differ", markup=False)
    if taken:
        console.print(f"brackets: {taken}", markup=False)


def _pairs(pairs: tuple[tuple[int, int], ...]) -> str:
    return " ".join(f"{one}-{two}" if two else f"{one} bye" for one, two in pairs)


@app.command("pair")
def pair_file(
    file: Annotated[Path, typer.Argument(help="A report; - reads standard input.")],
    system: System = None,
    number: Annotated[
        int | None, typer.Option("--round", min=1, help="Pair this round (default: the next).")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the pairs to this file.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Pair the next round: a count, then 'first second' on each line; 'id 0' is the bye."""
    report = load(file)
    demand_sound(report)
    if number is not None and number > report.played + 1:
        raise BadInput(f"round {number} cannot be paired before round {report.played + 1}")
    chosen = number or report.played + 1
    planned = report.setup.planned
    if planned is not None and chosen > planned:
        raise BadInput(f"the event has only {planned} rounds", where=str(file))
    found = pair_field(field_before(report, chosen, system))
    if as_json:
        print_json(found)
        return
    ordered = [f"{each.first} {each.second}" for each in found.pairs]
    ordered += [f"{who} 0" for who, other in pairs_of(found) if not other]
    text = "\n".join([str(len(ordered)), *ordered]) + "\n"
    if output is None:
        sys.stdout.write(text)
    else:
        output.write_text(text, "ascii")


@app.command()
def generate(
    players: Annotated[int, typer.Option(min=2, help="How many players.")],
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds.")],
    seed: Annotated[int, typer.Option(help="Same seed, same tournament.")] = 1,
    draws: Annotated[float, typer.Option(min=0, max=1, help="Share of drawn games.")] = 0.3,
    forfeits: Annotated[float, typer.Option(min=0, max=1, help="Share of no-shows.")] = 0.02,
    byes: Annotated[float, typer.Option(min=0, max=1, help="Requested byes a round.")] = 0.02,
    withdrawals: Annotated[float, typer.Option(min=0, max=1, help="Leaving a round.")] = 0.01,
    late: Annotated[float, typer.Option(min=0, max=1, help="Share of late entries.")] = 0.02,
    groups: Annotated[int, typer.Option(min=0, help="Groups who must not meet.")] = 0,
    points: Annotated[str, typer.Option(help="Points for win,draw.")] = "1,0.5",
    system: Annotated[Edition, typer.Option(help="Edition of the rules.")] = Edition.DUTCH_2026,
    dialect: Annotated[Dialect, typer.Option(help="Format.")] = Dialect.TRF26,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write here.")] = None,
) -> None:
    """Make a random tournament, paired by the engine, from a seed."""
    try:
        win, draw = (Fraction(part) for part in points.split(","))
    except (ValueError, ZeroDivisionError) as error:
        raise BadInput(f"not two numbers: {points!r}", where="--points") from error
    recipe = Recipe(
        players=players,
        rounds=rounds,
        seed=seed,
        draws=draws,
        forfeits=forfeits,
        byes=byes,
        withdrawals=withdrawals,
        late=late,
        groups=groups,
        win=win,
        draw=draw,
        edition=system,
    )
    text = write_trf(make(recipe), dialect)
    if output is None:
        sys.stdout.write(text)
    else:
        output.write_text(text, "utf-8")


@app.command("why")
def why_pair(
    file: Annotated[Path, typer.Argument(help="A report.")],
    one: Annotated[int, typer.Argument(help="Number of a player.")],
    two: Annotated[int | None, typer.Argument(help="Number of another player.")] = None,
    number: Annotated[
        int | None, typer.Option("--round", min=1, help="In this round (default: the next).")
    ] = None,
    system: System = None,
) -> None:
    """Say why two players do not meet, or how a player's opponent was found; JSON lines."""
    report = load(file)
    demand_sound(report)
    field = field_before(report, number or report.played + 1, system)
    found = pair_field(field)
    if two is None:
        for meeting in plan_of(field, found).meetings:
            if str(one) in meeting.seats:
                print_line(meeting)
        for reason in why(field, found, entrant(one)):
            print_line(reason)
        return
    print_line(why_not(field, found, entrant(one), entrant(two)))


@app.command()
def convert(
    source: Path,
    target: Path,
    dialect: Annotated[Dialect, typer.Option(help="Format to write.")] = Dialect.TRF26,
) -> None:
    """Rewrite a report as TRF16 or TRF-2026; unknown records are kept."""
    text = write_trf(load(source), dialect)
    target.write_text(text, "utf-8")
    console.print(f"written to {target}", markup=False)
