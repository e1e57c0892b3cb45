"""Acts that never reached whoever holds an event now, in words for the page."""

import msgspec

from qipan.i18n import catalogue, say
from qipan.journal.live.table import PREFIX as TABLES
from qipan.journal.state import Competition
from qipan.office.clerk import Clerk
from qipan.office.travel.custody import unsent


class UnsentAct(msgspec.Struct, frozen=True):
    """One of them."""

    at: str
    actor: str
    what: str
    detail: str


def said_unsent(office: Clerk, state: Competition, language: str) -> list[UnsentAct]:
    """Say what was done here and is not where the event is held."""
    known = {**catalogue("en"), **catalogue(language)}
    found = []
    for envelope in unsent(office, state):
        name = envelope.name.partition("/")[0]
        if envelope.stream.startswith(TABLES):
            table = envelope.stream.removeprefix(TABLES)
            what = say(language, "travel.unsent-move", {"table": table})
        else:
            what = known.get(f"audit.{name}", name)
        found.append(UnsentAct(envelope.at, envelope.actor, what, _detail(envelope.payload)))
    return found


def _detail(payload: str) -> str:
    """Write what an event says, without its name."""
    content = msgspec.json.decode(payload, type=dict[str, object])
    content.pop("event", None)
    return ", ".join(f"{key} {value}" for key, value in content.items() if value)[:300]
