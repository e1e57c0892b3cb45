"""``qipan unit``: what is known of a unit: its kind of member, its state, its dues."""

from typing import Annotated

import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, house
from qipan.cli.output import AsJson, say
from qipan.kernel.ids import CompetitionId


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(unit)


def unit(
    competition: str,
    name: Annotated[str, typer.Argument(help="The unit: a state, club or school.")],
    state: Annotated[str | None, typer.Option(help="The state it belongs to.")] = None,
    kind: Annotated[str | None, typer.Option(help="Kind of member, e.g. direct.")] = None,
    dues: Annotated[bool | None, typer.Option("--dues/--no-dues", help="Dues are paid.")] = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Describe a unit: its state, kind and dues; the rest stays as it was."""
    from qipan.desk.entries.commands import RegisterUnit

    home = CompetitionId(competition)
    with house(data) as found:
        known = found.office.state(home).units.get(name)
        command = RegisterUnit(
            unit=name,
            kind=kind if kind is not None else known.kind if known else "",
            dues_paid=dues if dues is not None else bool(known and known.dues_paid),
            state=state if state is not None else known.state if known else "",
        )
        now = found.office.carry_out(home, ACTOR, command).units[name]
    told = {"unit": now.name, "kind": now.kind, "state": now.state, "dues_paid": now.dues_paid}
    words = f"{now.name}: {now.kind or 'no kind of member'}, {now.state or 'state not known'}"
    say(told, f"{words}, dues {'paid' if now.dues_paid else 'not paid'}", as_json=as_json)
