"""What every event shares."""

import msgspec

from qipan.journal.envelope import Fresh
from qipan.kernel.rules import Facts, RuleKey


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="event", kw_only=True):
    """Something that happened."""


PublicFields = dict[type[Event], tuple[str, ...]]
"""Events of a subject that other sites are told of, and which of their fields."""
PrivateReasons = dict[type[Event], str]
"""Events of a subject that nobody outside is told of, and why."""


class Cause(msgspec.Struct, frozen=True, gc=False):
    """A rule and the facts it looked at."""

    rule: RuleKey
    facts: Facts = {}


def event_name(event: Event) -> str:
    """Give the stable name and version of an event."""
    return str(event.__struct_config__.tag)


_encode = msgspec.json.Encoder(order="sorted").encode


def fresh(event: Event) -> Fresh:
    """Write an event for the log; equal events are equal bytes."""
    try:
        payload = _encode(event)
    except TypeError:  # a table whose keys are numbers: they are written as words
        plain = msgspec.to_builtins(event, str_keys=True)
        payload = _encode(plain)
    return Fresh(event_name(event), payload.decode())
