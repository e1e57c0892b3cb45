"""``qipan contest``: how a section is played at live tables."""

from typing import Annotated

import msgspec
import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, SectionName, house, section_of
from qipan.cli.output import AsJson, console, print_json
from qipan.kernel.ids import CompetitionId


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Rounds at live tables.", no_args_is_help=True)
    group.command("open")(open_contest)
    app.add_typer(group, name="contest")


def open_contest(
    competition: str,
    zone: Annotated[str | None, typer.Option(help="Where its times are local: +08:00.")] = None,
    mode: Annotated[str | None, typer.Option(help="online, or hall.")] = None,
    check_in: Annotated[
        int | None, typer.Option(help="Minutes before a round from which one checks in.")
    ] = None,
    by_hand: Annotated[
        bool | None, typer.Option("--by-hand/--automatic", help="Who pairs the rounds.")
    ] = None,
    delay: Annotated[
        int | None, typer.Option(help="Seconds by which spectators see the boards later.")
    ] = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Play a section at live tables, or change the settings; the rest stays as it is."""
    from qipan.desk.online.commands import OpenContest

    with house(data) as found:
        _, place = section_of(found, competition, section)
        known = place.contest
        said = {
            "zone": zone if zone is not None else known.zone if known else "+00:00",
            "mode": mode if mode is not None else known.mode if known else "online",
            "check_in": check_in if check_in is not None else known.check_in if known else 30,
            "automatic": not by_hand if by_hand is not None else not known or known.automatic,
            "delay": delay if delay is not None else known.delay if known else None,
        }
        command = msgspec.convert({"section": place.id, "type": "OpenContest", **said}, OpenContest)
        state = found.office.carry_out(CompetitionId(competition), ACTOR, command)
        contest = state.sections[place.id].contest
    assert contest is not None  # it was just opened
    if as_json:
        print_json({"section": place.id, **msgspec.to_builtins(contest)})
        return
    late = f"; spectators see the boards {contest.delay} seconds later" if contest.delay else ""
    console.print(
        f"{place.title}: {contest.mode}, times {contest.zone}, check-in {contest.check_in} minutes"
        f" before a round{late}",
        markup=False,
    )
