"""Files in and out: bytes to values and back.

A module here that offers ``ENDINGS`` (file name endings), ``read(data, name) -> list[Record]`` and
optionally ``write(record) -> bytes`` is found by its ending; nothing else needs to be told of it.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Protocol, cast

from qipan.formats.record import Record
from qipan.kernel.errors import Unknown


class RecordFormat(Protocol):
    """What a module for game records offers; one that only reads has no ``write``."""

    ENDINGS: tuple[str, ...]

    def read(self, data: bytes, name: str) -> list[Record]:
        """Read every game of a file. Raises BadInput with line and column."""

    def write(self, record: Record) -> bytes:
        """Write one game."""


@cache
def record_formats() -> dict[str, RecordFormat]:
    """Find the module for each file name ending."""
    found = {}
    for info in iter_modules(__path__):
        module = import_module(f"{__name__}.{info.name}")
        for ending in getattr(module, "ENDINGS", ()):
            found[ending] = cast(RecordFormat, module)
    return found


def record_format(name: str) -> RecordFormat:
    """Find the format of a file by its name. Raises Unknown and lists the endings there are."""
    formats = record_formats()
    ending = "." + name.lower().rpartition(".")[2]
    if ending not in formats:
        raise Unknown("record format", ending, tuple(sorted(formats)))
    return formats[ending]
