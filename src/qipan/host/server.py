"""Running an application: the server, its names, its limits, and how it leaves."""

from socket import gethostname
from urllib.parse import urlsplit

import structlog
import uvicorn

from qipan.host.draining import DrainingServer, Farewell
from qipan.host.hub import Hub
from qipan.host.metrics import Operations
from qipan.host.request_log import App, RequestLog
from qipan.host.socket_wire import LONGEST_FRAME
from qipan.host.status import AliveInFront
from qipan.host.timed_http import TimedHttp
from qipan.host.wire_choice import TESTED_UVICORN, uvicorn_protocol
from qipan.kernel.collector import look_as_usual
from qipan.kernel.operating_system import fastest_loop
from qipan.settings import Settings, Web

log = structlog.get_logger("qipan.web")


def run(
    app: App, operations: Operations, hub: Hub, settings: Settings, *farewells: Farewell
) -> None:
    """Serve an application until told to leave; ``farewells`` come before connections close."""
    web, protocol = settings.web, uvicorn_protocol()
    if isinstance(protocol, str):
        log.warning("sockets", wire="plain", uvicorn=uvicorn.__version__, tested=TESTED_UVICORN)
    config = uvicorn.Config(
        RequestLog(AliveInFront(app), operations, host_names(web)),
        host=web.host,
        port=web.port,
        loop=fastest_loop(),
        http=TimedHttp,
        ws=protocol,
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(web.proxies),
        forwarded_allow_ips=list(web.proxies),
        timeout_graceful_shutdown=max(1, round(web.grace_seconds)),
    )
    look_as_usual()
    DrainingServer(config, operations, hub, web.notice_seconds, farewells).run()


def host_names(web: Web) -> set[str]:
    """Name the server: as it is set, as the machine calls itself, and as it listens."""
    machine = gethostname()
    base = urlsplit(web.base).hostname
    return {*web.names, machine, f"{machine}.local", web.host, *([base] if base else [])}
