"""``qipan serve`` and ``qipan account``: the web pages, and who may sign in."""

from pathlib import Path
from typing import Annotated

import typer

from qipan.cli.house import DEFAULT, Data, house
from qipan.cli.output import AsJson, console, say
from qipan.desk.accounts import EVERYWHERE
from qipan.desk.roles import Role
from qipan.kernel.errors import BadInput
from qipan.settings import known_to_everybody
from qipan.wiring import new_token, open_house, settings_from, shown, utc_now

DEMO_DATA = "demo/qipan.sqlite"
app = typer.Typer(help="Who may sign in.", no_args_is_help=True)


def register(root: typer.Typer) -> None:
    """Add the commands."""
    root.command()(serve)
    root.add_typer(app, name="account")


def serve(
    demo: Annotated[bool, typer.Option("--demo", help="Serve a small example.")] = False,
    config: Annotated[
        Path | None, typer.Option(help="Settings, a TOML file.", envvar="QIPAN_CONFIG")
    ] = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535)] = None,
    data: Annotated[str | None, typer.Option(help="Journal: a file or a URL.")] = None,
) -> None:
    """Serve the pages; prints the address and a sign-in link for the chief arbiter."""
    from qipan.host.demo import make_demo
    from qipan.host.first_sign_in import chief_link
    from qipan.host.logs import write_logs
    from qipan.web.serving import serve as run

    said = {"QIPAN_HOST": host, "QIPAN_PORT": port, "QIPAN_DATA": data}
    settings = settings_from(config, {key: value for key, value in said.items() if value})
    where = settings.data or (DEMO_DATA if demo else DEFAULT)
    write_logs(settings.logs)
    found = open_house(where)
    try:
        if demo:
            make_demo(found.office)
        web = settings.web
        base = web.base or f"http://{f'[{web.host}]' if ':' in web.host else web.host}:{web.port}"
        console.print(f"Qipan serves {shown(where)} at {base}", markup=False)
        console.print(f"Chief arbiter, sign in once: {chief_link(found, base)}", markup=False)
        run(found, settings)
    finally:
        found.close()


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
    """Print a link with which somebody signs in once."""
    with house(data) as found:
        if found.accounts.find(name) is None:
            raise BadInput(f"no account {name!r}", where="name")
        token = new_token()
        found.accounts.make_link(name, token, int(utc_now().timestamp()) + hours * 3600)
    console.print(f"{base}/sign-in/{token}", markup=False)
