"""``qipan do``: any command of the desk, by its name; most have a shorter verb of their own."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec
import typer

from qipan.cli.desk.command_reference import command_reference
from qipan.cli.house import (
    ACTOR,
    DEFAULT,
    Data,
    SectionName,
    WorkedOn,
    citing,
    citing_book,
    entrant_of,
    house,
    member_of,
    section_of,
)
from qipan.cli.output import AsJson, print_json, print_table, say
from qipan.kernel.errors import BadInput, Unknown
from qipan.kernel.ids import CompetitionId, EntrantId, SectionId

if TYPE_CHECKING:
    from qipan.desk.command import Command
    from qipan.desk.roles import Through
    from qipan.journal.state import Competition
    from qipan.wiring import House

S = TypeVar("S", bound=msgspec.Struct)


def given_elsewhere() -> Mapping[type, Through]:
    """Give the commands that are not given in plain fields, the verb for each, and why."""
    from qipan.desk.decide import DECISIONS

    return {kind: listed.through for kind, listed in DECISIONS.items() if listed.through}


def offered() -> dict[str, type[Command]]:
    """Give the commands by name; two of one name are told apart by their subject."""
    from qipan.desk.decide import DECISIONS
    from qipan.office.asked_commands import ASKED

    elsewhere = given_elsewhere()
    names = [kind.__name__ for kind in DECISIONS]
    found: dict[str, type[Command]] = {}
    for kind in DECISIONS:
        if kind in elsewhere and kind not in ASKED:
            continue
        name = kind.__name__
        if names.count(name) > 1:
            name = f"{kind.__module__.removesuffix('.commands').rpartition('.')[2]}.{name}"
        found[name] = kind
    return dict(sorted(found.items()))


def _spoken(kind: type[Command]) -> type[msgspec.Struct]:
    """Give what is said with a command: its fields, or those that the office can do it with."""
    from qipan.office.asked_commands import ASKED

    return ASKED[kind] if kind in given_elsewhere() else kind


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("do")(do)
    app.command("commands")(list_commands)


def list_commands(
    as_json: AsJson = False,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="The page docs/commands.md, with the events.")
    ] = False,
) -> None:
    """List the commands of the desk, what each is for, and its fields."""
    from qipan.desk.decide import DECISIONS

    if markdown:
        sys.stdout.write(command_reference())
        return
    rows = [
        {
            "command": name,
            "fields": " ".join(_fields(kind)),
            "about": (kind.__doc__ or "").strip().split("\n")[0],
            "audience": DECISIONS[kind].audience.value,
            "roles": sorted(DECISIONS[kind].roles),
            "api": DECISIONS[kind].in_api,
        }
        for name, kind in offered().items()
    ]
    if as_json:
        print_json(rows)
        return
    columns = ("command", "fields", "audience", "about")
    table = [tuple(row[name] for name in columns) for row in rows]
    print_table("qipan do COMPETITION COMMAND FIELD=VALUE …", columns, table)
    verbs = [(kind.__name__, f"qipan {by.verb}", by.why) for kind, by in given_elsewhere().items()]
    print_table("By another verb", ("command", "verb", "why"), verbs)


def _fields(kind: type[Command]) -> Iterator[str]:
    """Name the fields, those in brackets that may be left out."""
    from qipan.desk.decide import DECISIONS

    listed = DECISIONS[kind]
    for field in msgspec.structs.fields(_spoken(kind)):
        filled = field.name in listed.filled or field.name in listed.unless_stated
        yield field.name if field.required and not filled else f"[{field.name}]"


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
    """Carry out any command of the desk by its name and fields."""
    kinds = offered()
    if command not in kinds:
        raise Unknown("command", command, tuple(kinds))
    kind = kinds[command]
    values = dict(_value(each) for each in fields or ())
    names = set(_spoken(kind).__struct_fields__)
    with house(data) as found:
        if "section" in names and "section" not in values:
            values["section"] = section_of(found, competition, section)[1].id
        _name_ids(found, CompetitionId(competition), values)
        if unknown := sorted(set(values) - names):
            raise BadInput(f"{command} has no {', '.join(unknown)}", where="fields")
        state = _cited(found, CompetitionId(competition), kind, values)
    say({"command": command, "version": state.version}, f"{command}: done", as_json=as_json)


def _name_ids(found: House, home: CompetitionId, values: dict[str, Any]) -> None:
    """Put ids where an entrant or a member is named, or given by number."""
    known = found.office.state(home).sections
    place = next((each for each in known.values() if each.id == values.get("section")), None)
    if place is None:
        return
    for name in ("entrant", "who"):
        if isinstance(values.get(name), str):
            values[name] = entrant_of(found, place, values[name])
    team = values.get("entrant")
    if isinstance(values.get("person"), str) and isinstance(team, str) and team in place.entrants:
        values["person"] = member_of(found, place, EntrantId(team), values["person"])


def _cited(
    found: House, home: CompetitionId, kind: type[Command], values: Mapping[str, Any]
) -> Competition:
    """Carry a command out; a refusal in a section cites its clause."""
    from qipan.sections.lookup import book_of

    before = found.office.state(home)
    section = before.sections.get(SectionId(str(values.get("section", ""))))
    if section is None:
        with citing_book(book_of(before), str(values.get("under", ""))):
            return _carried_out(found, home, kind, values)
    with citing(WorkedOn(found, before, section)):
        return _carried_out(found, home, kind, values)


def _carried_out(
    found: House, home: CompetitionId, kind: type[Command], values: Mapping[str, Any]
) -> Competition:
    from qipan.office.asked_commands import ASKED, Asker, carry_out_asked, completed_where_missing
    from qipan.office.typed_results import with_score_read

    office = found.office
    asker = Asker(ACTOR, office.around.now())
    if kind in given_elsewhere():
        return carry_out_asked(office, home, asker, _converted(values, ASKED[kind]))
    state = office.last_known(home)
    values = completed_where_missing(kind, with_score_read(state, kind, values), asker, state)
    return office.carry_out(home, ACTOR, _converted(values, kind))


def _converted(values: Mapping[str, Any], kind: type[S]) -> S:
    try:
        return msgspec.convert(values, kind, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise BadInput(str(error)[:200], where=kind.__name__) from error


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
