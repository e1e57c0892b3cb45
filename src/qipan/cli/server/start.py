"""``qipan start``: the program as a double click starts it, for the laptop of a hall."""

import signal
import socket
import webbrowser
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Annotated

import typer

from qipan.cli.output import console

FIRST_PORT, PORTS = 8000, 20
PATIENCE = 60
"""Seconds until a browser is no longer opened: the first start of a file takes longest."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(start)


def start(
    folder: Annotated[
        Path | None, typer.Option(help="Where everything is kept; else your own folder for it.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="Else the first that is free from 8000.")
    ] = None,
    hall: Annotated[bool, typer.Option(help="Let phones and screens of this network in.")] = True,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
) -> None:
    """Start here: keep the data in your own folder, open the browser, serve this hall.

    A copy is put beside the data every ten minutes. A page of the organiser stops the server.
    """
    import msgspec

    from qipan.cli.server.backup import copying_every
    from qipan.host.first_sign_in import chief_link
    from qipan.host.hall import hall_address, terminal_code
    from qipan.host.logs import write_logs
    from qipan.web.serving import serve
    from qipan.wiring import data_home, holding_house, open_house, settings_from

    home = folder or data_home()
    data = home / "qipan.sqlite"
    settings = settings_from(None, {})
    write_logs(settings.logs)
    number = port or free_port()
    found = open_house(str(data))
    address = hall_address() if hall else ""
    here = f"http://127.0.0.1:{number}"
    base = f"http://{address}:{number}" if address else here
    web = msgspec.structs.replace(
        settings.web, host="0.0.0.0" if hall else "127.0.0.1", port=number, base=base
    )
    try:
        with holding_house(found, here):
            console.print(f"Qipan keeps everything in {data}", markup=False)
            console.print(f"On this computer: {here}", markup=False)
            if address:
                console.print(f"Phones and screens in this network: {base}", markup=False)
                console.file.write(terminal_code(base))
            elif hall:
                console.print("No network was found: phones cannot reach this computer yet.")
            link = chief_link(found, here)
            console.print(f"Chief arbiter, sign in once: {link}", markup=False)
            console.print("Close this window to stop, or use the page /start.", markup=False)
            if browser:
                Thread(target=open_when_ready, args=(link, number), daemon=True).start()
            with copying_every(str(data), home / "copies", 10):
                serve(found, msgspec.structs.replace(settings, web=web), stop=leave)
    finally:
        found.close()


def leave() -> None:
    """Stop this server as Ctrl-C does: what is under way is finished first."""
    signal.raise_signal(signal.SIGINT)


def open_when_ready(link: str, number: int) -> None:
    """Open the browser as soon as the server answers."""
    for _ in range(PATIENCE * 10):
        if _answers(number):
            webbrowser.open(link)
            return
        sleep(0.1)


def free_port() -> int:
    """Find the first port from 8000 that nobody listens on."""
    for number in range(FIRST_PORT, FIRST_PORT + PORTS):
        if not _answers(number):
            return number
    return FIRST_PORT + PORTS


def _answers(number: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(0.2)
        return probe.connect_ex(("127.0.0.1", number)) == 0
