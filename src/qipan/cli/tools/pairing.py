"""``qipan pairing``: pair a round, or lay out an event, by any system that reads a cross table."""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Annotated

import msgspec
import typer

from qipan.cli.output import AsJson, print_json, print_table
from qipan.kernel.crosstable import Crosstable, Entry
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.pairing import groups, heats, knockout, round_robin
from qipan.pairing.plan import Meeting, Reason, RoundPlan
from qipan.pairing.protections import NONE, Protections, Strength, by_unit
from qipan.pairing.swiss import by_score, team

MOST_PLAYERS = 100_000
MOST_IN_A_ROBIN = 300


class Request(msgspec.Struct, frozen=True):
    """What was asked for."""

    table: Crosstable
    number: RoundNo
    lots: Random | None
    protections: Protections

    @property
    def ids(self) -> list[EntrantId]:
        """List everybody in starting order."""
        return [entry.id for entry in sorted(self.table.entries, key=lambda entry: entry.number)]

    @property
    def units(self) -> dict[EntrantId, str]:
        """Give the unit of everybody who has one, if units are to be kept apart."""
        if not self.protections.rows:
            return {}
        return {entry.id: entry.unit for entry in self.table.entries if entry.unit is not None}

    def few(self) -> list[EntrantId]:
        """List everybody, if a table of all rounds can be printed for them. Raises BadInput."""
        if len(self.table.entries) > MOST_IN_A_ROBIN:
            raise BadInput(f"a round robin of more than {MOST_IN_A_ROBIN} is not laid out here")
        return self.ids

    def dice(self) -> Random:
        """Give the dice. Raises BadInput if no seed was passed."""
        if self.lots is None:
            raise BadInput("this system draws lots: pass --seed")
        return self.lots


def _by_score(asked: Request) -> list[RoundPlan]:
    return [
        by_score.by_score(asked.table, asked.number, lots=asked.lots, protections=asked.protections)
    ]


def _team(asked: Request) -> list[RoundPlan]:
    return [team.team_swiss(asked.table, asked.number, protections=asked.protections)]


def _knockout(asked: Request) -> list[RoundPlan]:
    bracket = knockout.make_bracket(asked.ids, lots=asked.lots, units=asked.units)
    first = knockout.stages(bracket)[0]
    plan = knockout.stage_plan(bracket, first)
    # Seats are drawn game by game; here the matches are shown as the tree has them.
    meetings = [
        Meeting(BoardNo(board), (a, b), (bracket.reasons[0],))
        for board, match in enumerate(bracket.matches, 1)
        for a, b in [bracket.players(match)]
        if match.stage == first and a is not None and b is not None
    ]
    return [msgspec.structs.replace(plan, meetings=tuple(meetings), reasons=bracket.reasons)]


def _heats(asked: Request) -> list[RoundPlan]:
    return [heats.plan(heats.make_heats(asked.ids, asked.dice(), units=asked.units))]


SYSTEMS: dict[str, Callable[[Request], list[RoundPlan]]] = {
    "by-score": _by_score,
    "team": _team,
    "random": lambda asked: [by_score.random_round(asked.ids, asked.dice(), asked.protections)],
    "halves": lambda asked: [
        by_score.halves_round(asked.table, lots=asked.lots, protections=asked.protections)
    ],
    "neighbours": lambda asked: [by_score.neighbours_round(asked.ids, asked.protections)],
    "round-robin": lambda asked: round_robin.single_round_robin(asked.few()),
    "double-round-robin": lambda asked: round_robin.double_round_robin(asked.few()),
    "two-groups": lambda asked: groups.group_rounds(groups.snake(asked.few(), 2)),
    "knockout": _knockout,
    "heats": _heats,
}


def register(root: typer.Typer) -> None:
    """Add ``qipan pairing``."""
    root.command(name="pairing")(pairing)


def pairing(
    system: Annotated[str, typer.Argument(help=f"One of: {', '.join(SYSTEMS)}.")],
    file: Annotated[
        Path | None, typer.Argument(help="A cross table as JSON; - reads standard input.")
    ] = None,
    players: Annotated[int, typer.Option(help="Without a file: players 1 … N.")] = 0,
    number: Annotated[int, typer.Option("--round", help="The round to pair.")] = 1,
    seed: Annotated[int | None, typer.Option(help="Seed for what is drawn by lot.")] = None,
    apart: Annotated[str, typer.Option(help="Keep units apart: no, weak or hard.")] = "no",
    why_not: Annotated[
        tuple[str, str] | None, typer.Option(help="Why do these two not meet? (Swiss systems)")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Pair a round by a system, with the reason for every pair, colour and bye."""
    if system not in SYSTEMS:
        raise Unknown("pairing system", system, tuple(SYSTEMS))
    table = _read(file) if file is not None else _players(players)
    asked = Request(
        table, RoundNo(number), None if seed is None else Random(seed), _apart(table, apart)
    )
    if why_not is not None:
        reason = _why_not(system, asked, why_not)
        if as_json:
            print_json(reason)
        else:
            print_table("", ("rule", "facts"), [(reason.rule, _facts(reason))])
        return
    plans = SYSTEMS[system](asked)
    if as_json:
        print_json(plans)
    else:
        for plan in plans:
            _show(plan)


def _why_not(system: str, asked: Request, named: tuple[str, str]) -> Reason:
    two = EntrantId(named[0]), EntrantId(named[1])
    if system == "by-score":
        return by_score.why_not(
            asked.table, asked.number, two, lots=asked.lots, protections=asked.protections
        )
    if system == "team":
        return team.why_not(asked.table, asked.number, two, protections=asked.protections)
    raise BadInput(f"--why-not is answered for by-score and team, not for {system}")


def _read(file: Path) -> Crosstable:
    try:
        text = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return msgspec.json.decode(text, type=Crosstable)
    except OSError as error:
        raise BadInput(error.strerror or "cannot be read", where=str(file)) from error
    except msgspec.DecodeError as error:
        raise BadInput(str(error), where=str(file)) from error


def _players(count: int) -> Crosstable:
    if not 1 <= count <= MOST_PLAYERS:
        raise BadInput(f"pass a file, or --players from 1 to {MOST_PLAYERS}")
    return Crosstable(tuple(Entry(EntrantId(str(n)), n) for n in range(1, count + 1)), {})


def _apart(table: Crosstable, word: str) -> Protections:
    if word == "no":
        return NONE
    if word not in ("weak", "hard"):
        raise BadInput(f"--apart is no, weak or hard, not {word!r}")
    return by_unit(table.entries, strength=Strength(word))


def _show(plan: RoundPlan) -> None:
    rows = [
        (meeting.board, " – ".join(meeting.seats), _rules(meeting.reasons))
        for meeting in plan.meetings
    ]
    rests = [("", f"{rest.entrant} rests", _rules(rest.reasons)) for rest in plan.rests]
    print_table(f"round {plan.round}", ("board", "entrants", "why"), [*rows, *rests])


def _rules(reasons: tuple[Reason, ...]) -> str:
    return ", ".join(reason.rule for reason in reasons)


def _facts(reason: Reason) -> str:
    return ", ".join(f"{name}={value}" for name, value in reason.facts.items())
