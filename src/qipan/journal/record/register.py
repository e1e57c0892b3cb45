"""The register: what lies beside the journal, noted in it, so that no change of it goes unseen.

People, roles and secrets are rows that can be replaced or erased. Each act of the program on them
notes a digest in the stream ``register``, in the same transaction. A digest of a person is salted,
and the salt lies with the person: who is erased leaves nothing that could be guessed at. The name
of an account is keyed with a secret of this storage.
"""

import hashlib
import hmac
from collections.abc import Iterable
from typing import assert_never

import msgspec

from qipan.journal.envelope import Envelope
from qipan.journal.event import Event
from qipan.kernel.errors import Corrupt
from qipan.kernel.ids import StreamId

STREAM = StreamId("register")
KEY = "register"
"""The secret under which account names are noted."""


class RegisterBegun(Event, frozen=True, tag="register-begun/1"):
    """From here on every change of people, roles and secrets is noted."""


class PersonNoted(Event, frozen=True, tag="person-noted/1"):
    """What is known of a person was kept or replaced."""

    person: str
    digest: str


class PersonForgotten(Event, frozen=True, tag="person-forgotten/1"):
    """What was known of a person was erased."""

    person: str


class RoleNoted(Event, frozen=True, tag="role-noted/1"):
    """An account was given a role, or none any more."""

    account: str
    """Its name, keyed."""
    competition: str
    role: str
    """Empty: taken away."""


class SecretNoted(Event, frozen=True, tag="secret-noted/1"):
    """A secret was kept; it is never replaced."""

    name: str
    digest: str


RegisterEvent = RegisterBegun | PersonNoted | PersonForgotten | RoleNoted | SecretNoted
_decoder = msgspec.json.Decoder(RegisterEvent)


class Register(msgspec.Struct):
    """What the register says there is."""

    version: int = 0
    people: dict[str, str] = {}
    """Digest by person."""
    roles: dict[tuple[str, str], str] = {}
    """By keyed account and competition."""
    secrets: dict[str, str] = {}


def read_register(envelopes: Iterable[Envelope]) -> Register:
    """Tell the register again from its events. Raises Corrupt."""
    state = Register()
    for envelope in envelopes:
        try:
            event = _decoder.decode(envelope.payload)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise Corrupt(envelope.stream, envelope.version, f"unreadable: {error}") from error
        state.version = envelope.version
        match event:
            case RegisterBegun():
                pass
            case PersonNoted():
                state.people[event.person] = event.digest
            case PersonForgotten():
                state.people.pop(event.person, None)
            case RoleNoted(role=""):
                state.roles.pop((event.account, event.competition), None)
            case RoleNoted():
                state.roles[event.account, event.competition] = event.role
            case SecretNoted():
                state.secrets[event.name] = event.digest
            case _:
                assert_never(event)
    return state


def content_digest(content: str | bytes) -> str:
    """Digest the stored content of a person (which holds its own salt) or of a secret."""
    raw = content.encode() if isinstance(content, str) else content
    return hashlib.sha256(raw).hexdigest()


def keyed_name(key: bytes, account: str) -> str:
    """Write the name of an account so that only who has the key can recognise it."""
    return hmac.new(key, account.encode(), hashlib.sha256).hexdigest()[:32]
