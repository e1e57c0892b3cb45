"""``docs/commands.md``: every command and every event, made from the lists the program runs by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from qipan.desk.command import Command
    from qipan.desk.roles import ListedCommand


HEAD = """\
# Commands and events

Made by `qipan commands --markdown`; a test fails if it is not up to date. A command is asked for
over the API (`POST /api/competitions/<competition>/commands`, see [the API](api.md)), by name in a
terminal (`qipan do <competition> <command> <field>=<value> …`), and on the pages of [the
desk](desk.md). Fields in brackets may be left out. Who is named for *player* and *captain* acts for
their own entrant alone; the roles behind them may do it for anybody. *Internal* commands are the
server's own, and are not asked for over the network."""
EVENTS = """
## Events

What is told to other sites (`…/changes`, `…/events`, webhooks), and what is not, with the reason.
"""


def command_reference() -> str:
    """Write the page."""
    return "\n".join([HEAD, *_commands(), EVENTS, *_events()]) + "\n"


def _commands() -> Iterator[str]:
    from qipan.desk.decide import DECISIONS

    subjects: dict[str, list[type[Command]]] = {}
    for kind in DECISIONS:
        subjects.setdefault(_subject(kind), []).append(kind)
    for name, kinds in subjects.items():
        yield f"\n## {name}\n"
        rows = (_row(kind, DECISIONS[kind]) for kind in kinds)
        yield from _table(("command", "for", "roles", "fields", "the API", "a verb"), rows)


def _subject(kind: type) -> str:
    """Name the subject of a command: the module it lies in, below the desk."""
    parts = kind.__module__.removeprefix("qipan.desk.").removesuffix(".commands").split(".")
    return " · ".join(part.replace("_", " ") for part in parts)


def _row(kind: type[Command], listed: ListedCommand) -> Iterator[str]:
    from qipan.desk.roles import Audience
    from qipan.office.asked_commands import ASKED

    about = (kind.__doc__ or "").strip().split("\n")[0]
    yield f"`{kind.__name__}` {about}"
    yield listed.audience.value
    yield ", ".join(sorted(listed.roles))
    yield " ".join(_field_names(ASKED.get(kind, kind)))
    if listed.audience is Audience.INTERNAL:
        yield "no: the server's own"
    else:
        yield f"no: {listed.not_in_api}" if listed.not_in_api else "yes"
    yield f"`qipan {listed.through.verb}`: {listed.through.why}" if listed.through else ""


def _field_names(kind: type[msgspec.Struct]) -> Iterator[str]:
    for field in msgspec.structs.fields(kind):
        yield field.name if field.required else f"[{field.name}]"


def _events() -> Iterator[str]:
    from qipan.journal.events import PRIVATE, PUBLIC

    public = ((f"`{_tag(kind)}`", ", ".join(fields) or "—") for kind, fields in PUBLIC.items())
    yield from _table(("told", "fields"), public)
    yield ""
    private = ((f"`{_tag(kind)}`", why) for kind, why in PRIVATE.items())
    yield from _table(("not told", "why"), private)


def _tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    head = list(head)
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
