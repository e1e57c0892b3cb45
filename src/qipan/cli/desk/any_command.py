"""``qipan do``: any command of the desk, by its name; most have a shorter verb of their own."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
import typer

from qipan.cli.house import (
    ACTOR,
    DEFAULT,
    Data,
    SectionName,
    WorkedOn,
    citing,
    entrant_of,
    house,
    section_of,
)
from qipan.cli.output import AsJson, print_json, print_table, say
from qipan.desk.command import Command
from qipan.desk.decide import DECISIONS
from qipan.desk.roles import Through
from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.wiring import House

ELSEWHERE: Mapping[type, Through] = {
    kind: listed.through for kind, listed in DECISIONS.items() if listed.through is not None
}
"""Commands that are not given in plain fields, the verb that gives them, and why."""


def offered() -> dict[str, type[Command]]:
    """Give the commands by name; two of one name are told apart by their subject."""
    names = [kind.__name__ for kind in DECISIONS]
    found: dict[str, type[Command]] = {}
    for kind in DECISIONS:
        if kind in ELSEWHERE:
            continue
        name = kind.__name__
        if names.count(name) > 1:
            name = f"{kind.__module__.removesuffix('.commands').rpartition('.')[2]}.{name}"
        found[name] = kind
    return dict(sorted(found.items()))


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("do")(do)
    app.command("commands")(list_commands)


def list_commands(as_json: AsJson = False) -> None:
    """List the commands of the desk with their fields, and what each is for."""
    rows = [
        (name, " ".join(_field(each) for each in msgspec.structs.fields(kind)), _about(kind))
        for name, kind in offered().items()
    ]
    if as_json:
        print_json([dict(zip(("command", "fields", "about"), row, strict=True)) for row in rows])
        return
    print_table("qipan do COMPETITION COMMAND FIELD=VALUE …", ("command", "fields", "about"), rows)
    verbs = [(kind.__name__, f"qipan {by.verb}", by.why) for kind, by in ELSEWHERE.items()]
    print_table("By another verb", ("command", "verb", "why"), verbs)


def _field(field: msgspec.structs.FieldInfo) -> str:
    return field.name if field.required else f"[{field.name}]"


def _about(kind: type) -> str:
    return (kind.__doc__ or "").strip().split("\n")[0]


def do(
    competition: str,
    command: Annotated[str, typer.Argument(help="See `qipan commands`.")],
    fields: Annotated[
        list[str] | None, typer.Argument(help="FIELD=VALUE; lists and tables as JSON.")
    ] = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Carry any command of the desk out, by its name and fields."""
    kinds = offered()
    if command not in kinds:
        raise Unknown("command", command, tuple(kinds))
    kind = kinds[command]
    values = dict(_value(each) for each in fields or ())
    names = {field.name for field in msgspec.structs.fields(kind)}
    with house(data) as found:
        if "section" in names and "section" not in values:
            state, place = section_of(found, competition, section)
            values["section"] = place.id
            for name in ("entrant", "who"):
                if isinstance(values.get(name), str):
                    values[name] = entrant_of(found, place, values[name])
        if unknown := sorted(set(values) - names):
            raise BadInput(f"{command} has no {', '.join(unknown)}", where="fields")
        try:
            made = msgspec.convert(values, kind, strict=False)
        except (msgspec.ValidationError, ValueError) as error:
            raise BadInput(str(error)[:200], where=command) from error
        state = _carried_out(found, CompetitionId(competition), made)
    say({"command": command, "version": state.version}, f"{command}: done", as_json=as_json)


def _carried_out(found: House, home: CompetitionId, made: Command) -> Competition:
    """Carry a command out; a refusal in a section cites its clause."""
    before = found.office.state(home)
    section = before.sections.get(getattr(made, "section", None) or SectionId(""))
    if section is None:
        return found.office.carry_out(home, ACTOR, made)
    with citing(WorkedOn(found, before, section)):
        return found.office.carry_out(home, ACTOR, made)


def _value(text: str) -> tuple[str, Any]:
    name, mark, value = text.partition("=")
    if not mark or not name:
        raise BadInput(f"not a field: {text[:40]!r} (try name=value)", where="fields")
    if value[:1] not in ("[", "{"):
        return name, value
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError as error:
        raise BadInput(f"{name}: {error}"[:200], where="fields") from error
