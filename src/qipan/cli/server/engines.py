"""``qipan engines``: the programs of others that play here as guests, by the file of settings."""

from pathlib import Path
from typing import Annotated

import typer

from qipan.cli.output import WRONG, AsJson, console, print_json


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(engines)


def engines(
    config: Annotated[
        Path | None, typer.Option(help="Settings, a TOML file.", envvar="QIPAN_CONFIG")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the guest engines in the settings, and ask each for a first move."""
    from qipan.games import game_named
    from qipan.kernel.errors import QipanError
    from qipan.kernel.ids import Seat
    from qipan.play.guests.house_of_guests import HouseOfGuests
    from qipan.wiring import settings_from

    settings = settings_from(config, {})
    guests, rows = HouseOfGuests(settings.engines), []
    try:
        for each in settings.engines:
            game = game_named(each.game)
            state = game.start(game.rules_type(), 2, {})
            try:
                move = guests.move(each.name, each.game, state, Seat(0))
                first, wrong = game.write(state, Seat(0), move), ""
            except QipanError as error:
                first, wrong = "", str(error)
            rows.append(
                {"name": each.name, "game": each.game, "protocol": each.protocol,
                 "first_move": first, "wrong": wrong}
            )  # fmt: skip
    finally:
        guests.stop()
    if as_json:
        print_json(rows)
    else:
        for row in rows:
            said = f"plays {row['first_move']}" if not row["wrong"] else row["wrong"]
            console.print(f"{row['name']} ({row['game']}, {row['protocol']}): {said}", markup=False)
        if not rows:
            console.print("No guest programs: name them as [[engines]] in the settings.")
    if any(row["wrong"] for row in rows):
        raise typer.Exit(WRONG)
