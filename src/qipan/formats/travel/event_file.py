"""One competition as one file, ``.qipan``: a zip of the journal and its pictures, sealed if asked.

``event.json`` is the parcel without its pictures, ``signature.json`` the signature of whoever wrote
it, ``pictures/`` holds photographs by their hash. With a password the whole zip is locked
(ChaCha20-Poly1305 under a key from scrypt). The file is foreign: everything in it is bounded, and
what it means is for others to judge (``office.travel.rehearsal``).
"""

import hashlib
import io
import zipfile
import zlib
from typing import TYPE_CHECKING, Annotated

import msgspec

from qipan.journal.travel.parcel import Parcel, Picture
from qipan.kernel.errors import BadInput

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

ENDING = ".qipan"
MAGIC = b"QIPAN-EVENT-SEALED-1\n"
SALT, NONCE = 16, 12
MOST_BYTES, MOST_JSON, MOST_PICTURE = 512_000_000, 600_000_000, 8_000_000
MOST_MEMBERS = 20_000
EVENT, SIGNATURE, README, PICTURES = "event.json", "signature.json", "README.txt", "pictures/"
WORDS = """\
This is one competition of Qipan, written by its own program: journal, regulations, people,
photographs and the proof of the record it stood in.

    qipan event import THIS_FILE --preview      what is in it, and what taking it would do
    qipan event import THIS_FILE                take it

It holds personal data: keep it as you keep the entry list.
"""


class FileSignature(msgspec.Struct, frozen=True):
    """Who wrote a file."""

    key: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """The public key in hexadecimal; empty: nobody signed."""
    signature: Annotated[str, msgspec.Meta(max_length=128)] = ""


class EventFile(msgspec.Struct, frozen=True):
    """A file as it was read; nothing of it is believed yet."""

    parcel: Parcel
    signed: FileSignature
    text: bytes
    """What the signature is about."""


class _Contents(msgspec.Struct, frozen=True):
    """What ``event.json`` holds: the parcel, of the pictures only their kinds."""

    parcel: Parcel
    pictures: dict[str, str]


def signed_words(event: bytes) -> bytes:
    """Write what is signed of a file."""
    return f"qipan event 1\n{hashlib.sha256(event).hexdigest()}\n".encode()


def event_text(parcel: Parcel) -> bytes:
    """Write a parcel without the content of its pictures; equal parcels are equal bytes."""
    kinds = {name: picture.media for name, picture in parcel.pictures.items()}
    plain = msgspec.structs.replace(parcel, pictures={})
    return msgspec.json.encode(_Contents(plain, kinds), order="sorted")


def write_event(parcel: Parcel, event: bytes, signed: FileSignature) -> bytes:
    """Write a file; the same parcel and signature give the same bytes."""
    files = {README: WORDS.encode(), EVENT: event, SIGNATURE: msgspec.json.encode(signed)}
    files |= {PICTURES + name: parcel.pictures[name].content for name in sorted(parcel.pictures)}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def is_sealed(content: bytes) -> bool:
    """Say whether a file needs a password."""
    return content.startswith(MAGIC)


def seal(content: bytes, password: str, fresh: bytes) -> bytes:
    """Lock a file with a password; ``fresh`` is as many new random bytes as salt and nonce take."""
    salt, nonce = fresh[:SALT], fresh[SALT : SALT + NONCE]
    return MAGIC + salt + nonce + _lock(password, salt).encrypt(nonce, content, MAGIC)


def unseal(content: bytes, password: str) -> bytes:
    """Open a locked file. Raises BadInput if the password is wrong or the file is not whole."""
    from cryptography.exceptions import InvalidTag

    salt, nonce = content[len(MAGIC) :][:SALT], content[len(MAGIC) + SALT :][:NONCE]
    if not password:
        raise BadInput("sealed with a password", where="file", code="travel.sealed")
    try:
        locked = content[len(MAGIC) + SALT + NONCE :]
        return _lock(password, salt).decrypt(nonce, locked, MAGIC)
    except (InvalidTag, ValueError) as error:
        why = "another password, or the file is damaged or cut off"
        raise BadInput(why, where="file", code="travel.password") from error


def _lock(password: str, salt: bytes) -> "ChaCha20Poly1305":
    """Make the lock of a password; its library is loaded only for sealed files."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    key = Scrypt(salt=salt, length=32, n=1 << 15, r=8, p=1).derive(password.encode())
    return ChaCha20Poly1305(key)


def read_event(content: bytes, password: str = "", most: int = MOST_JSON) -> EventFile:
    """Read a file, with its password where it is sealed; at most ``most`` bytes of journal.

    Raises BadInput; nothing of what it says is looked into yet.
    """
    if len(content) > MOST_BYTES:
        raise _bad("too large")
    if is_sealed(content):
        content = unseal(content, password)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return _read(archive, most)
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, OSError, ValueError) as error:
        raise _bad("it is damaged, cut off, or no file of an event") from error
    except (NotImplementedError, RuntimeError, OverflowError) as error:
        raise _bad("it is packed in a way that this program does not write") from error


def _read(archive: zipfile.ZipFile, most: int) -> EventFile:
    members = archive.infolist()
    names = [each.filename for each in members]
    if len(names) > MOST_MEMBERS or len(set(names)) != len(names):
        raise _bad("too many parts, or the same twice")
    event = _member(archive, EVENT, most)
    try:
        contents = msgspec.json.decode(event, type=_Contents)
        signed = msgspec.json.decode(_member(archive, SIGNATURE, 1000), type=FileSignature)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
        raise _bad(f"its journal cannot be read: {error}"[:200]) from error
    expected = {EVENT, SIGNATURE, README, *(PICTURES + name for name in contents.pictures)}
    if set(names) != expected or contents.parcel.pictures:
        raise _bad("it has other parts than it says")
    pictures = {
        name: Picture(kind, _member(archive, PICTURES + name, MOST_PICTURE))
        for name, kind in contents.pictures.items()
    }
    parcel = msgspec.structs.replace(contents.parcel, pictures=pictures)
    return EventFile(parcel, signed, signed_words(event))


def _member(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Unpack one part, never more of it than it may have, whatever it says of its size."""
    with archive.open(name) as part:
        content = part.read(most + 1)
    if len(content) > most:
        raise _bad(f"{name} is too large")
    return content


def _bad(what: str) -> BadInput:
    return BadInput(what, where="file", code="travel.unreadable", facts={"why": what})
