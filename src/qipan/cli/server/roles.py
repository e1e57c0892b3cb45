"""``qipan edge``, ``qipan worker`` and ``qipan scheduler``: one contest on several machines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qipan.cli.output import console
from qipan.kernel.errors import BadInput

if TYPE_CHECKING:
    from qipan.settings import Settings
    from qipan.wiring import House

Config = Annotated[Path | None, typer.Option(help="Settings, a TOML file.", envvar="QIPAN_CONFIG")]
Host = Annotated[str | None, typer.Option(help="Address to listen on.")]
Port = Annotated[int | None, typer.Option(min=1, max=65535)]
Data = Annotated[str | None, typer.Option(help="Database: postgresql://user@host/name.")]
Broker = Annotated[str | None, typer.Option(help="NATS: nats://host:4222.")]


ROLES = {
    "edge": "Serve pages and sockets, beside workers that own the tables.",
    "worker": "Own live tables; answers /health, /ready and /metrics only.",
    "scheduler": "Keep the timetables; of several schedulers exactly one is active.",
}


def register(root: typer.Typer) -> None:
    """Add the commands."""
    for role, about in ROLES.items():
        root.command(role, help=about)(_command(role))


def _command(role: str) -> Callable[..., None]:
    """Make the command of a role; all take the same settings."""

    def command(
        config: Config = None,
        host: Host = None,
        port: Port = None,
        data: Data = None,
        broker: Broker = None,
    ) -> None:
        from qipan.host import roles
        from qipan.web.serving import serve_edge

        serve = {
            "edge": serve_edge,
            "worker": roles.serve_worker,
            "scheduler": roles.serve_scheduler,
        }[role]
        _run(role, _settings(config, host, port, data, broker), serve, sharded=role != "edge")

    return command


def _settings(
    config: Path | None, host: str | None, port: int | None, data: str | None, broker: str | None
) -> Settings:
    from qipan.wiring import settings_from

    said = {"QIPAN_HOST": host, "QIPAN_PORT": port, "QIPAN_DATA": data, "QIPAN_BROKER": broker}
    settings = settings_from(config, {key: value for key, value in said.items() if value})
    if not settings.data:
        raise BadInput("name a database (QIPAN_DATA=postgresql://…)", where="data")
    if not settings.cluster.broker:
        raise BadInput("name a broker (QIPAN_BROKER=nats://…)", where="cluster.broker")
    return settings


def _run(
    role: str, settings: Settings, serve: Callable[[House, Settings], None], *, sharded: bool
) -> None:
    from qipan.host.logs import write_logs
    from qipan.wiring import open_house, shown

    write_logs(settings.logs)
    found = open_house(settings.data, sharded=sharded)
    try:
        at = f"{settings.web.host}:{settings.web.port}"
        console.print(f"Qipan {role} on {shown(settings.data)} at {at}", markup=False)
        serve(found, settings)
    finally:
        found.close()
