"""``qipan audit-package``: all that a court of arbitration needs of one competition."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from qipan.cli.house import DEFAULT, Data, house
from qipan.cli.output import AsJson, counted, say
from qipan.kernel.errors import BadInput, Refused, Unknown
from qipan.kernel.ids import CompetitionId

if TYPE_CHECKING:
    from qipan.wiring import House


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("audit-package")(audit_package)


def audit_package(
    competition: Annotated[str, typer.Argument(help="Competition.")],
    out: Annotated[Path, typer.Option(help="FILE.zip; never replaced.")],
    against: Annotated[
        list[str] | None,
        typer.Option(help="Codes that the package shall prove, beside those of all checkpoints."),
    ] = None,
    names: Annotated[bool, typer.Option(help="With names, birth dates and phones.")] = True,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Pack one competition so that anybody can check it offline with one script."""
    from qipan.office.record.fingerprint import read_fingerprint
    from qipan.office.record.package import package_of, pictures_of, write_package
    from qipan.office.reports import make_report
    from qipan.store.record.beside import SqlBeside
    from qipan.wiring import open_log

    codes = [read_fingerprint(each) for each in against or ()]
    _check(data)
    with house(data) as found:
        state = found.office.state(CompetitionId(competition))
        log = open_log(data, read_only=True)
        try:
            people = dict(SqlBeside(log.engine).people()) if names else {}
            package = package_of(log, state, people, (each.size for each in codes))
        finally:
            log.close()
        reports: dict[str, bytes] = {}
        for section in state.sections.values():
            try:
                made = make_report(found.office, state.id, section.id)
            except Refused:  # nothing is paired yet
                continue
            made = msgspec.structs.replace(made, sheet=None)  # births and ids stay out of it
            reports[section.id] = msgspec.json.format(msgspec.json.encode(made), indent=1)
        pictures = _pictures(found, pictures_of(state))
    _write(out, write_package(package, reports if names else {}, pictures if names else {}))
    events = len(package.events)
    held = counted(len(package.people), "person", "people")
    say(
        {"package": str(out), "events": events, "people": len(package.people)},
        f"{out}: {counted(events, 'event')} of {state.title}, {held}\n"
        f"Check it offline: python3 check_package.py {out} --against CODE",
        as_json=as_json,
    )


def _check(data: str) -> None:
    """Package nothing that is broken. Raises Corrupt."""
    from qipan.office.verification import verify_record
    from qipan.store.record.beside import SqlBeside
    from qipan.wiring import open_log

    log = open_log(data, read_only=True)
    try:
        verify_record(log, SqlBeside(log.engine))
    finally:
        log.close()


def _pictures(found: House, wanted: dict[str, str]) -> dict[str, tuple[str, bytes]]:
    kept = {}
    for name in wanted:
        try:
            kept[name] = found.side_tables.attachments.find(name)
        except Unknown:  # erased
            continue
    return kept


def _write(out: Path, content: bytes) -> None:
    try:
        handle = os.open(out, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror}", where=str(out)) from error
    with os.fdopen(handle, "wb") as file:
        file.write(content)
