"""Are people, roles and secrets as the program left them? The register says what there must be."""

from collections.abc import Iterable
from typing import Protocol

import msgspec

from qipan.journal.log import Log
from qipan.journal.record.register import (
    KEY,
    STREAM,
    Register,
    content_digest,
    keyed_name,
    read_register,
)
from qipan.kernel.errors import Corrupt


class Beside(Protocol):
    """What lies beside the journal, as it is stored."""

    def people(self) -> Iterable[tuple[str, str]]:
        """Give every person's id and stored content."""

    def roles(self) -> Iterable[tuple[str, str, str]]:
        """Give account, competition and role of every role given."""

    def secrets(self) -> Iterable[tuple[str, bytes]]:
        """Give name and content of every secret."""


class Registered(msgspec.Struct, frozen=True):
    """How much was compared with the register."""

    people: int
    roles: int
    secrets: int


def check_register(log: Log, beside: Beside) -> Registered | None:
    """Compare what lies beside the journal with the register; None where there is none yet.

    Raises Corrupt at the first row that was changed, added or removed behind the program's back.
    """
    register = read_register(log.read(STREAM))
    if not register.version:
        return None
    secrets = dict(beside.secrets())
    _compare(register, "secret", register.secrets, _digests(secrets.items()))
    _compare(register, "person", register.people, _digests(beside.people()))
    key = secrets.get(KEY, b"")
    roles = {
        f"{keyed_name(key, account)} in {competition}": role
        for account, competition, role in beside.roles()
    }
    noted = {f"{account} in {where}": role for (account, where), role in register.roles.items()}
    _compare(register, "role", noted, roles)
    return Registered(len(register.people), len(roles), len(secrets))


def _digests(rows: Iterable[tuple[str, str | bytes]]) -> dict[str, str]:
    return {name: content_digest(content) for name, content in rows}


def _compare(register: Register, kind: str, noted: dict[str, str], found: dict[str, str]) -> None:
    for name in sorted(noted.keys() | found.keys()):
        if name not in found:
            why = f"{kind} {name} is gone, and nobody took it away"
        elif name not in noted:
            why = f"{kind} {name} was put in behind the program's back"
        elif noted[name] != found[name]:
            why = f"{kind} {name} was changed behind the program's back"
        else:
            continue
        raise Corrupt(STREAM, register.version, why)
