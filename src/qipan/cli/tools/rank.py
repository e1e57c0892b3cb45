"""``qipan rank``: rank a tournament report by any order of tie-breaks, and say why."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from qipan.cli.output import AsJson, console, print_json, print_table
from qipan.formats.trf import TrfFile, decode, read_trf
from qipan.formats.trf.table import crosstable_of
from qipan.formats.trf_teams import is_team_event, team_table
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.ids import EntrantId
from qipan.kernel.lots import Draw, faults
from qipan.ranking import Options, Standings, Step, rank
from qipan.ranking.field import EDITIONS, SYSTEMS
from qipan.ranking.notation import parse, split_list
from qipan.ranking.standings import STARTS_WITH_POINTS

_DATE = re.compile(r"(\d{4})[./-](\d{1,2})[./-](\d{1,2})")
_ROUND_ROBIN = re.compile(r"robin|berger|\brr\b", re.IGNORECASE)


def register(root: typer.Typer) -> None:
    """Add ``qipan rank``."""
    root.command("rank")(rank_file)


def rank_file(
    file: Annotated[Path, typer.Argument(help="A tournament report (TRF).")],
    order: Annotated[
        str | None, typer.Option(help='Keys in order: "PTS,BH/C1,BH,DE,WIN". Default: the file\'s.')
    ] = None,
    edition: Annotated[
        str | None, typer.Option(help=f"{' or '.join(EDITIONS)}. Default: by the file's date.")
    ] = None,
    system: Annotated[str, typer.Option(help=", ".join(SYSTEMS))] = "auto",
    after: Annotated[int | None, typer.Option(min=0, help="Rank after this round.")] = None,
    why: Annotated[
        list[str] | None, typer.Option(help="A number: why is he there? Two: why is one ahead?")
    ] = None,
    lots: Annotated[
        Path | None,
        typer.Option(help="Draws by lot as JSON: one, or a list."),
    ] = None,
    players: Annotated[
        bool, typer.Option("--players", help="Rank the players of a team event.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Rank a tournament report by an order of tie-breaks; exact, with reasons on request."""
    report = _read(file)
    keys = split_list(order) if order is not None else order_of(report)
    if not keys:
        raise BadInput("no keys: give --order", where=str(file))
    options = Options(edition or edition_of(report), system_of(report, system))
    by_team = is_team_event(report) and not players
    table = team_table(report, after) if by_team else crosstable_of(report, after)
    standings = rank(table, keys, lots=_draws(lots) if lots else {}, options=options)
    if why:
        _print_reasons(standings, why, as_json)
    elif as_json:
        print_json(as_rows(standings))
    else:
        named = report.teams.teams if by_team else report.players
        names = {str(each.number): each.name for each in named}
        _print_standings(report.head("012"), names, standings)


def as_rows(standings: Standings) -> list[dict[str, Any]]:
    """Give the standings as plain values: starting number, rank, and each key as a decimal."""
    return [
        {"id": int(row.entrant), "rank": row.place, "keys": row.written} for row in standings.rows
    ]


def order_of(report: TrfFile) -> list[str]:
    """Give the order that a report names itself, points first."""
    named = split_list(report.head("202") or report.head("212"))
    if named and parse(named[0]).name.upper() not in STARTS_WITH_POINTS:
        named.insert(0, "PTS")
    return named


def edition_of(report: TrfFile) -> str:
    """Choose the edition in force when the event began; the newest if no date is given."""
    found = _DATE.search(report.head("042"))
    if found is None:
        return EDITIONS[-1]
    year, month, day = (int(part) for part in found.groups())
    return EDITIONS[0] if (year, month, day) < (2026, 3, 1) else EDITIONS[1]


def system_of(report: TrfFile, asked: str) -> str:
    """Choose how unplayed games are read: as asked, else as the report says."""
    if asked not in SYSTEMS:
        raise Unknown("system", asked, SYSTEMS)
    said = f"{report.head('092')} {report.head('192')}"
    if asked != "auto":
        return asked
    if "swiss" in said.lower() or "dutch" in said.lower():
        return "swiss"
    return "round-robin" if _ROUND_ROBIN.search(said) else "auto"


def _read(path: Path) -> TrfFile:
    try:
        return read_trf(decode(path.read_bytes()), path.name)
    except OSError as error:
        raise BadInput(error.strerror or "cannot be read", where=str(path)) from error


def _draws(path: Path) -> dict[str, Draw]:
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Draw | list[Draw])
    except OSError as error:
        raise BadInput(error.strerror or "cannot be read", where=str(path)) from error
    except msgspec.DecodeError as error:
        raise BadInput(str(error), where=str(path)) from error
    draws = {each.label: each for each in ([found] if isinstance(found, Draw) else found)}
    for name, each in draws.items():
        if wrong := faults(each):
            raise BadInput(f"draw {name!r}: {'; '.join(wrong)}", where=str(path))
    return draws


def _print_standings(title: str, names: Mapping[str, str], standings: Standings) -> None:
    print_table(
        title,
        ("place", "no", "name", *standings.order),
        [
            (row.place, row.entrant, names.get(row.entrant, ""), *row.written.values())
            for row in standings.rows
        ],
    )
    for lot in standings.pending_lots:
        console.print(
            f"lot needed: {lot.key} for place {lot.place}: {', '.join(lot.tied)}", markup=False
        )


def _print_reasons(standings: Standings, who: Sequence[str], as_json: bool) -> None:
    asked = [EntrantId(word) for each in who for word in each.replace(",", " ").split()]
    if not 1 <= len(asked) <= 2:
        raise BadInput("--why takes one number or two")
    steps = standings.why(*asked)
    if as_json:
        places = {each: standings.place(each) for each in asked}
        print_json({"places": places, "steps": msgspec.to_builtins(steps, enc_hook=str)})
        return
    for each in asked:
        console.print(f"{each}: place {standings.place(each)}", markup=False)
    for step in steps:
        _print_step(step, asked)


def _print_step(step: Step, asked: Sequence[EntrantId]) -> None:
    shown = dict(zip(step.tied, step.values, strict=True))
    values = ", ".join(f"{who}: {shown[who].shown or '-'}" for who in asked if who in shown)
    verdict = "decides" if step.broke else "level"
    console.print(
        f"  {step.key} [{step.rule}] among {len(step.tied)}: {values}; {verdict}", markup=False
    )
    for name, fact in step.facts.items():
        console.print(f"    {name}: {fact}", markup=False)
    if step.draw is not None:
        console.print(f"    draw {step.draw.label!r}, commitment {step.draw.commitment}")
