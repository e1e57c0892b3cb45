"""The door for files of other programs: bytes in, an event out; always read in a child.

What a file is, is told by its content. Nothing behind this module sees the bytes, and whatever a
file does to its reader is done to a process with limits of memory and time (``lists.apart``).
"""

import re

from qipan.formats.foreign.cross_table import event_of_table, is_vega
from qipan.formats.foreign.from_trf import event_of_trf
from qipan.formats.foreign.model import ForeignEvent
from qipan.formats.foreign.opengotha import event_of_opengotha
from qipan.formats.foreign.vega import event_of_veg, is_veg
from qipan.formats.lists import apart
from qipan.formats.lists.faults import MOST_BYTES, unreadable
from qipan.kernel.errors import BadInput

READER = f"{__name__}:read_here"
FORMS = ("trf", "opengotha", "table", "veg")
_REPORT = re.compile(rb"(?m)^(001 {1,4}\d|012 \S)")
_GOTHA = re.compile(rb"<Tournament[\s>]")


def read_foreign(content: bytes, name: str, upto: int = 0, form: str = "") -> ForeignEvent:
    """Read a file in a child, up to a round (0: all). Raises BadInput, whatever is wrong."""
    if len(content) > MOST_BYTES:
        raise unreadable(
            f"more than {MOST_BYTES} bytes", name, "too-big", most=MOST_BYTES // 1_000_000
        )
    if not content.strip():
        raise unreadable("the file is empty", name, "empty")
    asked = apart.Asked(READER, name, form, upto)
    return apart.read(content, asked, ForeignEvent)


def read_here(content: bytes, name: str, form: str, upto: int) -> ForeignEvent:
    """Read a file in this process: what the child does. Raises BadInput."""
    kind = form or form_of(content)
    try:
        if kind == "trf":
            return event_of_trf(content, name, upto)
        if kind == "opengotha":
            return event_of_opengotha(content, name, upto)
        if kind == "veg":
            return event_of_veg(content, name, upto)
        return event_of_table(content, name, upto)
    except BadInput as error:
        raise _placed(error) from error


def form_of(content: bytes) -> str:
    """Tell what a file is by its content."""
    head = content[:4000]
    if _GOTHA.search(head):
        return "opengotha"
    if is_veg(content):
        return "veg"
    if is_vega(content):
        return "table"
    return "trf" if _REPORT.search(content.replace(b"\r", b"\n")) else "table"


def _placed(error: BadInput) -> BadInput:
    """Write line and column into the words: a child hands on words alone."""
    if not error.line:
        return error
    place = f"line {error.line}" + (f", column {error.column}" if error.column else "")
    return BadInput(
        f"{place}: {error.what}", where=error.where, code=error.code, facts=dict(error.facts)
    )


__all__ = ["FORMS", "form_of", "read_foreign", "read_here"]
