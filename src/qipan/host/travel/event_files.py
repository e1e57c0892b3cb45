"""One competition out of a house as a file, and into a house from one."""

import secrets
from functools import partial
from socket import gethostname

import msgspec
from sqlalchemy import Engine

from qipan.formats.travel.event_file import (
    MOST_JSON,
    NONCE,
    SALT,
    EventFile,
    FileSignature,
    event_text,
    read_event,
    seal,
    signed_words,
    write_event,
)
from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import CompetitionId
from qipan.office.record.package import persons_of
from qipan.office.travel.arrival import ArrivalPreview, Taken, look, take
from qipan.office.travel.collection import collect, open_lots
from qipan.office.travel.custody import (
    hand_over,
    list_tables,
    named_holder,
    tables_to_bring_back,
    take_over,
)
from qipan.office.travel.rehearsal import Rehearsed, rehearse
from qipan.store.sql_log import SqlLog
from qipan.store.sqlite import SqliteLog
from qipan.store.travel.adoption import Adopted, Adoption, StoredPeople, adopt
from qipan.wiring import House

SHORTEST = 8
"""Characters of a password."""


class FileWanted(msgspec.Struct, frozen=True):
    """How a file is asked for."""

    actor: str
    name: str = ""
    """What people call this data; empty: the name of the machine."""
    password: str = ""
    to: str = ""
    """Where it is handed over to; empty: it goes as a copy."""


class FileWritten(msgspec.Struct, frozen=True):
    """A file, and what is in it."""

    content: bytes
    events: int
    people: int
    pictures: int
    lots_left_out: int
    """Lots that wait, whose secrets did not go along."""
    handed_over: bool
    state: Competition


class Looked(msgspec.Struct, frozen=True):
    """A file that was read and told again."""

    rehearsed: Rehearsed
    key: str
    preview: ArrivalPreview


def machine_name() -> str:
    """Give what this machine is called."""
    return gethostname()[:100] or "qipan"


def write_file(house: House, home: CompetitionId, wanted: FileWanted) -> FileWritten:
    """Write a competition into a file; with ``to`` it is handed over by that. Raises Refused.

    A copy that is only read here may be passed on as a copy, and one that was handed over again.
    """
    if wanted.password and len(wanted.password) < SHORTEST:
        raise BadInput(f"at least {SHORTEST} characters", where="password", code="travel.short")
    office, sealed = house.office, bool(wanted.password)
    state = named_holder(office, home, wanted.actor, wanted.name or machine_name())
    if wanted.to:
        state = hand_over(office, home, wanted.actor, wanted.to, secrets=sealed)
    if house.checkpoints is not None:
        house.checkpoints.make_due()
    people = StoredPeople(engine_of(house)).contents(persons_of(state))
    gives = sealed and bool(state.custody and not state.custody.place)
    parcel = collect(office, state, people, house.side_tables.attachments, secrets=gives)
    event, signer = event_text(parcel), house.signer()
    signed = FileSignature()
    if signer is not None:
        signed = FileSignature(signer.public, signer.sign(signed_words(event)))
    content = write_event(parcel, event, signed)
    if sealed:
        content = seal(content, wanted.password, secrets.token_bytes(SALT + NONCE))
    left = sum(1 for _ in open_lots(state)) - len(parcel.secrets)
    counts = (len(parcel.events), len(parcel.people), len(parcel.pictures), left)
    return FileWritten(content, *counts, bool(wanted.to), state)


def look_at_file(house: House, content: bytes, password: str, most: int = MOST_JSON) -> Looked:
    """Read a file, tell it again in memory, and say what taking it would do; nothing is written.

    Raises BadInput or Corrupt where it is not whole, Refused where it cannot be taken here.
    """
    file = read_event(content, password, most)
    key = _signer(file)
    rehearsed = rehearse(file.parcel)
    return Looked(rehearsed, key, look(house.office, rehearsed, key))


def _signer(file: EventFile) -> str:
    """Give the key that signed a file; empty if nobody did. Raises BadInput."""
    signed = file.signed
    if signed.key and not _is_signed(file):
        raise _bad("it was changed after it was signed")
    made = file.parcel.checkpoints
    if made and made[-1].key and made[-1].key != signed.key:
        raise _bad("it was signed by somebody else than its checkpoints")
    return signed.key


def _is_signed(file: EventFile) -> bool:
    """Check the signature; its library is loaded only for files that have one."""
    from qipan.store.record.signing_key import is_signed

    return is_signed(file.signed.key, file.text, file.signed.signature)


def take_file(house: House, looked: Looked, actor: str, name: str = "") -> Taken:
    """Take what was looked at; an event that is on its way is held here from then on.

    Raises Refused or Conflict; then nothing was stored.
    """
    taken = take(
        house.office,
        looked.rehearsed,
        lambda adoption: adopt_into(house, adoption),
        lambda secret, content: sealed_in(house, secret, content),
        looked.key,
    )
    home = looked.rehearsed.state.id
    version = taken.version
    if looked.preview.on_its_way and not taken.held:
        version = hold(house, home, actor, name).version
        taken = msgspec.structs.replace(taken, held=True, version=version)
    announce(house, home, version)
    return taken


def hold(
    house: House, home: CompetitionId, actor: str, name: str = "", because: str = ""
) -> Competition:
    """Take a competition over; its live games come back with the next server. Raises Refused."""
    office = house.office
    state = take_over(office, home, actor, name or machine_name(), because)
    if isinstance(house.log, SqliteLog) and not house.log.serving:
        at = office.around.now().isoformat(timespec="milliseconds")
        list_tables(house.log, tables_to_bring_back(house.log, home), at)
    return state


def require_free(house: House) -> None:
    """Raise Refused while another process serves the data."""
    if isinstance(house.log, SqliteLog):
        house.log.require_free()


def adopt_into(house: House, adoption: Adoption) -> Adopted:
    """Store events of other data as they are, all or nothing. Raises Conflict or Refused."""
    return adopt(engine_of(house), adoption, partial(require_free, house))


def announce(house: House, home: CompetitionId, version: int) -> None:
    """Tell open pages that a competition has changed."""
    for listener in tuple(house.listeners):
        listener(home, version)


def engine_of(house: House) -> Engine:
    """Give the database of a house."""
    assert isinstance(house.log, SqlLog)
    return house.log.engine


def sealed_in(house: House, name: str, content: bytes) -> bytes:
    """Seal a secret with the key of a house, where it has one."""
    signer = house.signer()
    return content if signer is None else signer.seal.close(name, content)


def _bad(why: str) -> BadInput:
    return BadInput(why, where="file", code="travel.unreadable", facts={"why": why})
