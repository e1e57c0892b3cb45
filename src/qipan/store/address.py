"""Where a PostgreSQL database is: one URL, read once, with its password never shown.

``postgresql://user:password@host:port/name``; ``?host=/folder`` names the folder of a local
socket, ``?sslmode=disable|require|verify-full`` says how the line is secured, ``&sslrootcert=FILE``
whom to trust, if not the authorities that the machine trusts.
"""

import ssl
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from qipan.kernel.errors import BadInput

OPTIONS = frozenset({"host", "sslmode", "sslrootcert"})
SSL_MODES = ("disable", "require", "verify-full")
BUNDLES = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/cert.pem",
)
"""Where systems keep the authorities they trust in one file; the driver's own TLS knows none."""
PORT = 5432
CONNECT_SECONDS = 10
STATEMENT_SECONDS = 60


class Address(msgspec.Struct, frozen=True):
    """A database, and how to reach it."""

    url: URL
    socket: str | None
    """Folder of the local socket, if not over the network."""
    sslmode: str
    roots: str = ""
    """File of the authorities that may vouch for the server."""

    @property
    def shown(self) -> str:
        """Write the address without its password."""
        return self.url.render_as_string(hide_password=True)

    @property
    def port(self) -> int:
        """Give the port, also of a local socket."""
        return self.url.port or PORT

    def arguments(self, seconds: float = STATEMENT_SECONDS, **settings: str) -> dict[str, Any]:
        """Give what the driver connects with, and the settings of a session."""
        found: dict[str, Any] = {
            "host": self.socket or self.url.host,
            "port": self.port,
            "user": self.url.username,
            "password": self.url.password,
            "dbname": self.url.database,
            "application_name": "qipan",
            "sslmode": self.sslmode,
            "connect_timeout": max(2, round(min(CONNECT_SECONDS, seconds))),
            "options": " ".join(f"-c {name}={value}" for name, value in settings.items()),
        }
        if self.sslmode == "verify-full":
            found["sslrootcert"] = self.roots or _known_roots()
        return found


def _known_roots() -> str:
    """Give the file of the authorities that this machine trusts; else what the library knows."""
    files = (ssl.get_default_verify_paths().cafile, *BUNDLES)
    return next((each for each in files if each and Path(each).is_file()), "system")


def read_address(text: str) -> Address:
    """Read a URL. Raises BadInput, without repeating what may hold a password."""
    where = "database URL"
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise BadInput("not postgresql://user:password@host/name", where=where) from None
    if not url.database or not url.username:
        raise BadInput("names no user or no database", where=where)
    unknown = sorted(set(url.query) - OPTIONS)
    if unknown:
        raise BadInput(f"no such option: {', '.join(unknown)[:80]}", where=where)
    socket, sslmode = url.query.get("host"), url.query.get("sslmode", "disable")
    if sslmode not in SSL_MODES:
        raise BadInput(f"sslmode is one of {', '.join(SSL_MODES)}", where=where)
    if isinstance(socket, tuple) or not (url.host or socket):
        raise BadInput("names no host", where=where)
    roots = url.query.get("sslrootcert", "")
    if isinstance(roots, tuple) or (roots and sslmode != "verify-full"):
        raise BadInput("sslrootcert is one file, and only read for verify-full", where=where)
    return Address(url.set(drivername="postgresql"), socket, str(sslmode), roots)
