"""JSON: one record as Qipan keeps it, for every game, nothing lost. Read and written."""

import msgspec

from qipan.formats.record import Record
from qipan.kernel.errors import BadInput

ENDINGS = (".json",)
MAX_BYTES = 8 * 1024 * 1024


def read(data: bytes, name: str) -> list[Record]:
    """Read the one game of a file. Raises BadInput."""
    if len(data) > MAX_BYTES:
        raise BadInput(f"longer than {MAX_BYTES} bytes", where=name)
    try:
        return [msgspec.json.decode(data, type=Record)]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"no record: {error}"[:200], where=name) from error


def write(record: Record) -> bytes:
    """Write one game of any kind."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"
