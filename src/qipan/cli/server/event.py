"""``qipan event``: one competition as one file, who holds it, and copies kept elsewhere."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import msgspec
import typer

from qipan.cli.data_option import ACTOR, DEFAULT, Data
from qipan.cli.house import house
from qipan.cli.output import AsJson, console, counted, print_json, say
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import CompetitionId

if TYPE_CHECKING:
    from qipan.office.travel.arrival import ArrivalPreview

app = typer.Typer(help="An event that travels: files, holders, mirrors.", no_args_is_help=True)
Named = Annotated[str, typer.Argument(metavar="COMPETITION", help="Competition.")]
AsName = Annotated[
    str, typer.Option("--as", help="What people call this computer; else its own name.")
]
Password = Annotated[
    str,
    typer.Option(envvar="QIPAN_EVENT_PASSWORD", help="Seals the file; better by environment."),
]


def register(root: typer.Typer) -> None:
    """Add the commands."""
    root.add_typer(app, name="event")


@app.command("export")
def export(
    competition: Named,
    out: Annotated[Path, typer.Argument(metavar="FILE", help="FILE.qipan; never replaced.")],
    password: Password = "",
    hand_over: Annotated[
        str,
        typer.Option(
            "--hand-over",
            metavar="TO",
            help="Let go of it: in words, where it goes. Then read-only.",
        ),
    ] = "",
    name: AsName = "",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Export a competition to one file: journal, regulations, people, photographs, proof."""
    from qipan.host.travel.event_files import FileWanted, write_file

    with _fresh_file(out) as handle, house(data) as found:
        wanted = FileWanted(ACTOR, name, password, hand_over)
        written = write_file(found, CompetitionId(competition), wanted)
        handle.write(written.content)
    holds = (
        f"{counted(written.events, 'event')}, {counted(written.people, 'person', 'people')}, "
        f"{counted(written.pictures, 'photograph')}"
    )
    lines = [f"{out}: {written.state.title}, {holds}{', sealed' if password else ''}"]
    if written.lots_left_out and not hand_over:
        lines.append(
            f"{written.lots_left_out} lots are committed to and not drawn; their secrets stay here"
        )
    if written.handed_over:
        lines.append(f"Handed over to {hand_over}: here it can only be read from now on.")
        lines.append(f"Back without the file: qipan event take-over {competition} --because …")
    else:
        lines.append("A copy to read: this computer holds the event, until it is handed over.")
    fields = {
        "file": str(out),
        "competition": competition,
        "events": written.events,
        "people": written.people,
        "pictures": written.pictures,
        "lots_left_out": written.lots_left_out,
        "sealed": bool(password),
        "handed_over": written.handed_over,
    }
    say(fields, "\n".join(lines), as_json=as_json)


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that export wrote.")],
    password: Password = "",
    preview: Annotated[bool, typer.Option("--preview", help="Only say what it would do.")] = False,
    name: AsName = "",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Import a competition from a file beside those that are here; all or nothing."""
    from qipan.host.travel.event_files import look_at_file, take_file

    try:
        content = file.read_bytes()
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=str(file)) from error
    with house(data, create=True) as found:
        looked = look_at_file(found, content, password)
        seen = looked.preview
        taken = None if preview else take_file(found, looked, ACTOR, name)
    fields: dict[str, Any] = {"preview": msgspec.to_builtins(seen), "taken": taken is not None}
    lines = [*_told(seen)]
    if taken is not None:
        fields |= {"held": taken.held, "version": taken.version, "people": taken.people}
        fields["kept"] = list(taken.kept)
        lines.append(_outcome(seen.does, taken.held))
        if taken.kept:
            lines.append(f"{len(taken.kept)} people are known here in other words; these stay")
    say(fields, "\n".join(lines), as_json=as_json)


def _size(seen: "ArrivalPreview") -> str:
    return f"{counted(seen.events, 'event')}, {counted(seen.people, 'person', 'people')}"


def _told(seen: "ArrivalPreview") -> list[str]:
    lines = [f"{seen.title} ({seen.competition}): {_size(seen)}"]
    lines += [
        f"  {each.title}: {counted(each.entrants, 'entrant')}, {counted(each.rounds, 'round')}"
        + (", approved" if each.approved else "")
        for each in seen.sections
    ]
    if seen.key:
        lines.append(
            f"signed with the key {seen.key[:16]}…, {counted(seen.checkpoints, 'checkpoint')}"
        )
    else:
        lines.append("nobody signed it")
    from qipan.i18n.customs import universal

    where = "handed over to" if seen.on_its_way else "held by"
    lines.append(f"{where} {seen.holder} since {universal('en', seen.since)}")
    if seen.lots_waiting > seen.secrets:
        lines.append(
            f"{seen.lots_waiting - seen.secrets} lots wait that only their holder can draw"
        )
    does = {
        "new": "It is not here yet.",
        "further": f"It goes on from what is here: {counted(seen.fresh, 'event')} more.",
        "same": "All of it is here already.",
    }
    lines.append(does[seen.does])
    return lines


def _outcome(does: str, held: bool) -> str:
    if does == "same" and not held:
        return "Nothing was to be done."
    return "It is held here now." if held else "Taken as a copy: it can be read here, not changed."


@app.command("take-over")
def take_over(
    competition: Named,
    because: Annotated[str, typer.Option("--because", help="Why; it is written in the journal.")],
    name: AsName = "",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Take over an event: from now on it is held here, and the previous holder is locked out."""
    from qipan.host.travel.event_files import hold

    with house(data) as found:
        before = found.office.state(CompetitionId(competition))
        after = hold(found, before.id, ACTOR, name, because)
    custody = after.custody
    assert custody is not None
    fields = {"competition": competition, "holder": custody.name, "epoch": custody.epoch}
    was = before.custody.name if before.custody else ""
    lines = f"{after.title} is held here now (before: {was}).\n"
    lines += "Make sure that nobody works on the other copy: what is done there is not taken."
    say(fields, lines, as_json=as_json)


@app.command("status")
def status(competition: Named, data: Data = DEFAULT, as_json: AsJson = False) -> None:
    """Say who holds an event."""
    with house(data) as found:
        state = found.office.state(CompetitionId(competition))
        held = found.office.holds(state)
    fields = {"competition": competition, "held": held, "custody": state.custody}
    if as_json:
        print_json(fields)
        return
    from qipan.i18n.customs import universal

    custody = state.custody
    since = "" if custody is None else universal("en", custody.since)
    if custody is None:
        told = "It never left this data."
    elif held:
        told = f"Held here, as {custody.name}, since {since}."
    elif custody.place:
        told = f"Held by {custody.name} since {since}; here it can be read."
    else:
        told = f"Handed over to {custody.name} at {since}; here it can be read."
    console.print(f"{state.title}: {told}", markup=False)


@app.command("token")
def token(
    competition: Named,
    account: Annotated[
        str, typer.Option(help="Whose token it is; may do everything here.")
    ] = "chief",
    days: Annotated[int, typer.Option(min=1, max=365, help="How long it is good for.")] = 60,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Make a token that lets another computer keep a copy of an event on this server."""
    from qipan.desk.accounts import EVERYWHERE
    from qipan.desk.competition import require_name
    from qipan.desk.roles import CHIEF_AND_ORGANISER
    from qipan.store.api_tokens import ApiToken
    from qipan.wiring import new_token, utc_now

    require_name(competition)
    with house(data) as found:
        owner = found.accounts.find(account)
        if owner is None or owner.grants.get(EVERYWHERE) not in CHIEF_AND_ORGANISER:
            raise BadInput("nobody who may do everything here", where="--account")
        made, now = f"qp_{new_token()}", int(utc_now().timestamp())
        kept = ApiToken("", account, competition, "mirror", "mirror", now, now + days * 86_400)
        found.side_tables.tokens.make(made, kept)
    fields = {"competition": competition, "token": made, "days": days}
    say(
        fields,
        f"{made}\nfor a copy of {competition}, {days} days; it is shown this once",
        as_json=as_json,
    )


@app.command("mirror")
def mirror(
    competition: Named,
    url: Annotated[str, typer.Argument(metavar="[URL]", help="The server that keeps it.")] = "",
    token: Annotated[
        str, typer.Option(envvar="QIPAN_MIRROR_TOKEN", help="Made there: `qipan event token`.")
    ] = "",
    standby: Annotated[
        bool, typer.Option("--standby", help="It may take over, and gets secrets of lots too.")
    ] = False,
    stop: Annotated[bool, typer.Option("--stop", help="Keep no copy there any more.")] = False,
    name: AsName = "",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Mirror an event to another server while `qipan serve` runs here; or list the mirrors."""
    from qipan.host.travel.event_files import machine_name, require_free
    from qipan.host.travel.mirrors import new_mirror
    from qipan.office.travel.custody import named_holder

    home = CompetitionId(competition)
    with house(data) as found:
        mirrors, state = found.side_tables.mirrors, found.office.state(home)
        if url:
            require_free(found)
            there = [each for each in mirrors.of(home) if each.url == url.rstrip("/")]
            if stop:
                if not there:
                    raise BadInput("no copy is kept there", where=url)
                mirrors.remove(home, there[0].id)
            elif not there:
                found.office.require_held(state)
                made = new_mirror(found, home, url, token, standby=standby)
                named_holder(found.office, home, ACTOR, name or machine_name())
                mirrors.add(made)
            else:
                raise BadInput("a copy is kept there already", where=url)
        listed = [
            {"url": each.url, "kind": each.kind, "state": each.state, "facts": each.facts}
            for each in mirrors.of(home)
        ]
    words = [f"{each['url']} ({each['kind']}): {each['state']}" for each in listed]
    say(
        {"competition": competition, "mirrors": listed}, "\n".join(words) or "none", as_json=as_json
    )


@app.command("unsent")
def unsent(
    competition: Named,
    out: Annotated[Path | None, typer.Option(help="FILE.json; never replaced.")] = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """List what was done here but never reached the copy that took over."""
    from qipan.office.travel.custody import unsent as found_unsent

    with house(data) as found:
        events = found_unsent(found.office, found.office.state(CompetitionId(competition)))
    content = msgspec.json.format(msgspec.json.encode(events), indent=1)
    if out is not None:
        with _fresh_file(out) as handle:
            handle.write(content)
    lines = [f"{each.at}  {each.actor}  {each.name}  {each.payload}" for each in events]
    say({"unsent": events}, "\n".join(lines) or "nothing", as_json=as_json)


@contextmanager
def _fresh_file(out: Path) -> Iterator[BinaryIO]:
    """Open a new file for its owner only, before anything is done; it goes if that fails."""
    try:
        handle = os.open(out, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror}", where=str(out)) from error
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        out.unlink(missing_ok=True)
        raise
