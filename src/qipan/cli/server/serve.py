"""``qipan serve`` and ``qipan account``: the web pages, and who may sign in."""

from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
import typer

from qipan.cli.house import DEFAULT, Data, house
from qipan.cli.output import AsJson, console, say
from qipan.cli.server.backup import copying_every
from qipan.desk.accounts import EVERYWHERE
from qipan.desk.roles import Role
from qipan.kernel.errors import BadInput
from qipan.kernel.operating_system import give_memory_back, in_a_child

DEMO_DATA = "demo/qipan.sqlite"
app = typer.Typer(help="Who may sign in.", no_args_is_help=True)


def register(root: typer.Typer) -> None:
    """Add the commands."""
    root.command()(serve)
    root.add_typer(app, name="account")


def serve(
    demo: Annotated[
        bool, typer.Option("--demo", help="Serve an invented world in which anybody is everybody.")
    ] = False,
    small: Annotated[
        bool, typer.Option("--small", help="With --demo: one small competition, nothing live.")
    ] = False,
    everybody: Annotated[
        bool,
        typer.Option(
            "--everybody", help="With --demo: visitors from other machines may be everybody too."
        ),
    ] = False,
    config: Annotated[
        Path | None, typer.Option(help="Settings, a TOML file.", envvar="QIPAN_CONFIG")
    ] = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535)] = None,
    data: Annotated[str | None, typer.Option(help="Journal: a file or a URL.")] = None,
    hall: Annotated[
        bool, typer.Option("--hall", help="Let phones and screens of the local network in.")
    ] = False,
    backup: Annotated[
        Path | None, typer.Option(help="Folder for copies while serving, as on a stick.")
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="Minutes between two copies.")] = 10,
    link: Annotated[
        bool | None,
        typer.Option(
            envvar="QIPAN_LINK",
            help="Print a sign-in link for the chief arbiter; not by itself into a system journal.",
        ),
    ] = None,
) -> None:
    """Serve the pages; prints the address and a sign-in link for the chief arbiter.

    With --hall everybody in the local network reaches the pages; the address and its code are
    printed, and all codes on pages and cards lead there.
    """
    from qipan.host.demo import make_demo
    from qipan.host.first_sign_in import chief_link
    from qipan.host.hall import ANY, printed_base, terminal_code
    from qipan.host.logs import write_logs
    from qipan.settings import is_loopback
    from qipan.store import path_of
    from qipan.web.demo.preparation import prepare
    from qipan.web.serving import serve as run
    from qipan.web.shared.newcomers.demo_switch import DemoSwitch
    from qipan.wiring import (
        AnewFlag,
        begin_anew,
        holding_house,
        is_a_file,
        kept_in_a_journal,
        open_house,
        settings_from,
        shown,
        utc_now,
    )

    give_memory_back()
    if hall and host is None:
        host = "0.0.0.0"
    said = {"QIPAN_HOST": host, "QIPAN_PORT": port, "QIPAN_DATA": data}
    settings = settings_from(config, {key: value for key, value in said.items() if value})
    where = settings.data or (DEMO_DATA if demo else DEFAULT)
    write_logs(settings.logs)
    web = settings.web
    base = web.base or printed_base(web.host, web.port)
    if is_a_file(where) and not path_of(where).exists():
        # What only a new file needs, its tables and the telling of a world, is kept by no server.
        in_a_child(lambda: _make(where, base, world=demo and not small))
    found = open_house(where)
    if hall and is_loopback(urlsplit(base).hostname or ""):
        console.print("No network was found: phones cannot reach this computer yet.", markup=False)
    if not web.base and (hall or web.host in ANY):
        settings = msgspec.structs.replace(settings, web=msgspec.structs.replace(web, base=base))
    switch: DemoSwitch | None = None
    anew = AnewFlag()
    try:
        with holding_house(found, base):
            if demo and small:
                make_demo(found.office)
            elif demo and prepare(found, utc_now()):
                switch = DemoSwitch(anew.ask if is_a_file(where) else None, everybody)
            console.print(f"Qipan serves {shown(where)} at {base}", markup=False)
            if hall:
                console.print(f"Phones and screens in this network: {base}", markup=False)
                console.file.write(terminal_code(base))
            if link is False or (link is None and kept_in_a_journal()):
                console.print("Sign in with: qipan account link chief", markup=False)
            else:
                found_link = chief_link(found, base)
                console.print(f"Chief arbiter, sign in once: {found_link}", markup=False)
            with copying_every(where, backup, every):
                run(found, settings, demo=switch)
    finally:
        found.close()
    if anew.asked:
        begin_anew(where)


def _make(where: str, base: str, *, world: bool) -> None:
    """Make a file that is not there yet, and tell the demo in it.

    What goes wrong is said by whoever tries the same again.
    """
    from qipan.web.demo.preparation import prepare
    from qipan.wiring import holding_house, open_house, utc_now

    made = open_house(where)
    try:
        with holding_house(made, base):
            if world:
                prepare(made, utc_now())
    finally:
        made.close()


@app.command()
def create(
    name: str,
    role: Annotated[Role, typer.Option(help="Role.")],
    competition: Annotated[str, typer.Option(help="Competition, or * for all.")] = EVERYWHERE,
    password: Annotated[
        str | None,
        typer.Option(help="Else asked for; empty: by link only.", envvar="QIPAN_PASSWORD"),
    ] = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Create an account, or give an existing one another role."""
    from qipan.settings import known_to_everybody

    if password is None:
        password = typer.prompt("password (empty: by link only)", default="", hide_input=True)
    if password and known_to_everybody(password, name):
        raise BadInput("a password that everybody knows", where="--password")
    if password and len(password) < 8:
        raise BadInput("a password has at least eight characters", where="--password")
    with house(data, create=True) as found:
        if found.accounts.find(name) is None:
            found.accounts.create(name, name, password or None)
        found.accounts.grant(name, competition, role)
    say(
        {"account": name, "role": role, "competition": competition},
        f"{name} is {role} in {competition}",
        as_json=as_json,
    )


@app.command()
def link(
    name: str,
    base: Annotated[str, typer.Option(help="Address of the pages.")] = "http://127.0.0.1:8000",
    hours: Annotated[int, typer.Option(min=1, max=720)] = 24,
    data: Data = DEFAULT,
) -> None:
    """Print a sign-in link that works once."""
    from qipan.wiring import new_token, utc_now

    with house(data) as found:
        if found.accounts.find(name) is None:
            raise BadInput(f"no account {name!r}", where="name")
        token = new_token()
        found.accounts.make_link(name, token, int(utc_now().timestamp()) + hours * 3600)
    console.print(f"{base}/sign-in/{token}", markup=False)
