"""Where a PostgreSQL database is: one URL, read once, with its password never shown.

``postgresql://user:password@host:port/name``; ``?host=/folder`` names the folder of a local
socket, ``?sslmode=disable|require|verify-full`` says how the line is secured. Two drivers read it:
asyncpg for the journal, pg8000 for the small tables beside it.
"""

import ssl
from typing import Any

import msgspec
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from qipan.kernel.errors import BadInput

SCHEMES = ("postgresql://", "postgres://")
OPTIONS = frozenset({"host", "sslmode"})
SSL_MODES = ("disable", "require", "verify-full")
PORT = 5432
CONNECT_SECONDS = 10
STATEMENT_SECONDS = 60


class Address(msgspec.Struct, frozen=True):
    """A database, and how to reach it."""

    url: URL
    socket: str | None
    """Folder of the local socket, if not over the network."""
    sslmode: str

    @property
    def shown(self) -> str:
        """Write the address without its password."""
        return self.url.render_as_string(hide_password=True)

    @property
    def port(self) -> int:
        """Give the port, also of a local socket."""
        return self.url.port or PORT

    def tls(self) -> ssl.SSLContext | None:
        """Make what secures the line, if anything does."""
        if self.sslmode == "disable":
            return None
        context = ssl.create_default_context()
        if self.sslmode == "require":
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        return context

    def for_journal(
        self, *, read_only: bool = False, seconds: float = STATEMENT_SECONDS
    ) -> tuple[URL, dict[str, Any]]:
        """Give URL and arguments for asyncpg; every commit waits for the disk."""
        settings = {"application_name": "qipan", "synchronous_commit": "on"}
        if read_only:
            settings["default_transaction_read_only"] = "on"
        arguments: dict[str, Any] = {
            "timeout": min(CONNECT_SECONDS, seconds),
            "command_timeout": seconds,
            "server_settings": settings,
            "ssl": self.tls() or False,
        }
        if self.socket:
            arguments["host"] = self.socket
            arguments["port"] = self.port
            del arguments["ssl"]
        return self.url.set(drivername="postgresql+asyncpg", query={}), arguments

    def for_lines(self, application: str) -> dict[str, Any]:
        """Give the arguments with which asyncpg itself opens a line."""
        found: dict[str, Any] = {
            "host": self.socket or self.url.host,
            "port": self.port,
            "user": self.url.username,
            "password": self.url.password,
            "database": self.url.database,
            "server_settings": {"application_name": application},
        }
        if not self.socket:
            found["ssl"] = self.tls() or False
        return found

    def for_tables(self) -> tuple[URL, dict[str, Any]]:
        """Give URL and arguments for pg8000."""
        arguments: dict[str, Any] = {
            "timeout": STATEMENT_SECONDS,
            "application_name": "qipan",
            "ssl_context": self.tls(),
        }
        if self.socket:
            arguments["unix_sock"] = f"{self.socket}/.s.PGSQL.{self.port}"
            arguments["ssl_context"] = None
        return self.url.set(drivername="postgresql+pg8000", query={}), arguments


def is_postgres(text: str) -> bool:
    """Say whether this is the URL of a PostgreSQL database."""
    return text.startswith(SCHEMES)


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
    return Address(url.set(drivername="postgresql"), socket, str(sslmode))
