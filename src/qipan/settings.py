"""How a server is set up: one TOML file, then the environment, then the command line.

Every setting has a name in the file and a variable of the environment (``VARIABLES``). A name that
is not known is refused, and so is a secret that everybody knows. Reads nothing by itself: text and
environment are handed in.
"""

import ipaddress
from collections.abc import Mapping
from typing import Annotated, Any, Literal
from urllib.parse import unquote, urlsplit

import msgspec

from qipan.games.guest_engines import GuestEngine, checked_engines
from qipan.kernel.bounds import bounded
from qipan.kernel.errors import BadInput
from qipan.outbound.mail import MailHost

Seconds = Annotated[float, msgspec.Meta(ge=0, le=600)]
SHORTEST_SECRET = 16
KNOWN_TO_EVERYBODY = frozenset(
    {"admin", "changeme", "change-me", "default", "demo", "example", "letmein", "password"}
    | {"password1", "postgres", "postgresql", "qipan", "qwertyui", "root", "secret", "test"}
    | {"token", "12345678", "123456789", "1234567890"}
)


class Web(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where pages are served."""

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 8000
    names: tuple[str, ...] = ()
    """Host names under which people reach the server, besides its addresses."""
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses whose word about the client is believed."""
    base: str = ""
    """Address to print in links, if it is not host and port."""
    notice_seconds: Seconds = 0
    """How long ``/ready`` says no before connections are refused."""
    grace_seconds: Seconds = 10
    """How long requests under way may take after that."""


class Metrics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may read the figures."""

    token: str = ""
    """If given, ``/metrics`` asks for it; if not, it answers the loopback only."""


class Logs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is written about what happens."""

    format: Literal["text", "json"] = "text"
    level: Literal["debug", "info", "warning", "error"] = "warning"


class Cluster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """More than one process: see ``qipan edge``, ``qipan worker`` and ``qipan scheduler``."""

    broker: str = ""
    """Addresses of NATS servers, with commas: ``nats://user:password@host:4222``."""


class Webhooks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where other sites may be told of changes."""

    allow: tuple[str, ...] = ()
    """Networks of this house that may be called, also without https: ``192.168.1.0/24``."""
    real_names: str = ""
    """A service that is asked whether people are who they say; empty: organisers check by hand."""


class Accounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may make an account."""

    sign_up: bool = True
    """Whether strangers may; else accounts come from the command line and from invitations."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that can be set."""

    data: str = ""
    books: tuple[str, ...] = ()
    """Folders of books beside those that come with the program."""
    web: Web = Web()
    metrics: Metrics = Metrics()
    logs: Logs = Logs()
    cluster: Cluster = Cluster()
    webhooks: Webhooks = Webhooks()
    mail: MailHost = MailHost()
    accounts: Accounts = Accounts()
    engines: tuple[GuestEngine, ...] = ()
    """Programs of others that play here as guests: ``[[engines]]`` in the file, nowhere else."""


VARIABLES: dict[str, tuple[str, ...]] = {
    "QIPAN_DATA": ("data",),
    "QIPAN_BOOKS": ("books",),
    "QIPAN_HOST": ("web", "host"),
    "QIPAN_PORT": ("web", "port"),
    "QIPAN_NAMES": ("web", "names"),
    "QIPAN_PROXIES": ("web", "proxies"),
    "QIPAN_BASE": ("web", "base"),
    "QIPAN_NOTICE_SECONDS": ("web", "notice_seconds"),
    "QIPAN_GRACE_SECONDS": ("web", "grace_seconds"),
    "QIPAN_METRICS_TOKEN": ("metrics", "token"),
    "QIPAN_LOG_FORMAT": ("logs", "format"),
    "QIPAN_LOG_LEVEL": ("logs", "level"),
    "QIPAN_BROKER": ("cluster", "broker"),
    "QIPAN_WEBHOOKS_ALLOW": ("webhooks", "allow"),
    "QIPAN_REAL_NAMES": ("webhooks", "real_names"),
    "QIPAN_MAIL_HOST": ("mail", "host"),
    "QIPAN_MAIL_PORT": ("mail", "port"),
    "QIPAN_MAIL_USER": ("mail", "user"),
    "QIPAN_MAIL_PASSWORD": ("mail", "password"),
    "QIPAN_MAIL_SENDER": ("mail", "sender"),
    "QIPAN_MAIL_TLS": ("mail", "tls"),
    "QIPAN_SIGN_UP": ("accounts", "sign_up"),
}
_LISTS = frozenset({"allow", "books", "names", "proxies"})


def read_settings(
    text: str, environment: Mapping[str, str], chosen: Mapping[str, Any], where: str = "settings"
) -> Settings:
    """Put file, environment and command line together. Raises BadInput, never with a secret in it.

    ``chosen`` maps variables of the environment to what the command line says instead.
    """
    try:
        found = msgspec.toml.decode(bounded(text, where))
    except RecursionError as error:
        raise BadInput("nested too deeply", where=where) from error
    except msgspec.DecodeError as error:
        raise BadInput(f"not TOML: {error}", where=where) from error
    said = {**{name: environment[name] for name in VARIABLES if environment.get(name)}, **chosen}
    for name, value in said.items():
        _put(found, VARIABLES[name], value)
    try:
        settings = msgspec.convert(found, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadInput(str(error), where=where) from error
    _refuse_known_secrets(settings)
    checked_engines(settings.engines)
    return settings


def _put(found: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    for part in path[:-1]:
        deeper = found.setdefault(part, {})
        if not isinstance(deeper, dict):
            return  # a table was expected: the check that follows says so
        found = deeper
    if path[-1] in _LISTS and isinstance(value, str):
        value = [word.strip() for word in value.split(",") if word.strip()]
    found[path[-1]] = value


def known_to_everybody(secret: str, owner: str = "") -> bool:
    """Say whether a secret is none."""
    return secret.casefold() in KNOWN_TO_EVERYBODY or (bool(owner) and secret == owner)


def _refuse_known_secrets(settings: Settings) -> None:
    for network in settings.webhooks.allow:
        try:
            ipaddress.ip_network(network)
        except ValueError:
            raise BadInput(f"not a network: {network[:60]!r}", where="webhooks.allow") from None
    mail = settings.mail
    if mail.host and "@" not in mail.sender:
        raise BadInput("letters need a sender", where="mail.sender")
    if mail.host and not settings.web.base:  # never as a stranger's request spells it
        raise BadInput("letters need the address of the pages", where="web.base")
    if mail.tls == "none" and mail.user and not is_loopback(mail.host):
        raise BadInput("a password is sent over TLS only", where="mail.tls")
    token = settings.metrics.token
    if token and (len(token) < SHORTEST_SECRET or known_to_everybody(token)):
        raise BadInput(
            f"a token has at least {SHORTEST_SECRET} characters that nobody guesses",
            where="metrics.token",
        )
    for each in settings.cluster.broker.split(","):
        broker = urlsplit(each.strip())
        password, user = unquote(broker.password or ""), unquote(broker.username or "")
        open_ = not is_loopback(broker.hostname or "")
        if open_ and password and known_to_everybody(password, user):
            raise BadInput("the broker has a password that everybody knows", where="cluster.broker")
    if "://" not in settings.data:
        return
    database = urlsplit(settings.data)
    password, user = unquote(database.password or ""), unquote(database.username or "")
    open_ = not (is_loopback(settings.web.host) and is_loopback(database.hostname or "127.0.0.1"))
    if open_ and password and known_to_everybody(password, user):
        raise BadInput("the database has a password that everybody knows", where="data")


def is_loopback(host: str) -> bool:
    """Say whether an address is of this machine only."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"
