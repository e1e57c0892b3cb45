"""``qipan report``: the official final report as PDF, TRF or JSON."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from qipan.cli.house import DEFAULT, Data, SectionName, house, section_of
from qipan.cli.output import AsJson, console, counted, print_json
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import CompetitionId

if TYPE_CHECKING:
    from qipan.views.report import Report


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(report)


def report(
    competition: str,
    out: Annotated[
        Path | None,
        typer.Option(help="FILE.pdf .html .trf (TRF-2026) .trf16 .json; Go: .h9 .aga."),
    ] = None,
    section: SectionName = None,
    language: Annotated[str, typer.Option("--language", "-l", help="zh, en, th or ms.")] = "en",
    dutch: Annotated[
        str, typer.Option("--dutch", help="In a TRF: FIDE_DUTCH_2026 or FIDE_DUTCH_2025.")
    ] = "",
    check: Annotated[
        str, typer.Option("--check", help="h9 or aga: say what the rating site would ask about.")
    ] = "",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Write the final report of a section, with the hash of the journal it was made from."""
    from qipan.formats.report.go_checks import FORMS, findings
    from qipan.i18n import LANGUAGES, say
    from qipan.office.reports import make_report

    if language not in LANGUAGES:
        raise BadInput(f"no language {language!r}", where="--language")
    if out is None and not as_json and not check:
        raise BadInput("name a file with --out, or use --json", where="--out")
    with house(data) as found:
        _, place = section_of(found, competition, section)
        made = make_report(found.office, CompetitionId(competition), place.id)
    form = check or (out.suffix.lower().removeprefix(".") if out is not None else "")
    noted = findings(made, form) if check or form in FORMS else []
    if out is not None:
        write_to(out, made, language, dutch)
    if check and as_json:
        print_json(noted)
        return
    for each in noted if not as_json else ():
        console.print(f"  {'!' if each.stops else '?'} {say('en', each.code, each.facts)}",
                      markup=False)  # fmt: skip
    if check and not as_json:
        console.print(f"{counted(len(noted), 'finding')} for {check}", markup=False)
    if as_json:
        print_json(msgspec.structs.replace(made, sheet=None))
    elif out is not None:
        state = "official" if made.official else "draft: the places are not approved"
        console.print(f"{out}: {state}", markup=False)
        console.print(f"journal {made.journal}", markup=False)


def write_to(path: Path, made: Report, language: str, dutch: str = "") -> None:
    """Write a report into a file, in the form its ending asks for. Raises BadInput or Unknown."""
    from qipan.formats.report import write_report
    from qipan.formats.report.trf import DUTCH

    if dutch and dutch not in DUTCH:
        raise BadInput(f"no such name: {dutch[:40]!r} ({', '.join(DUTCH)})", where="--dutch")
    content = write_report(made, path.name, language, dutch=dutch)
    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror}", where=str(path)) from error
