"""``qipan document``: write a document of a section to a file."""

from pathlib import Path
from typing import Annotated

import typer

from qipan.cli.house import DEFAULT, Data, SectionName, house, section_of
from qipan.cli.output import console
from qipan.formats.papers import NAMES, PAPERS
from qipan.i18n import LANGUAGES
from qipan.kernel.errors import BadInput, Unknown


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("document")(write_document)


def write_document(
    competition: Annotated[str, typer.Argument(help="Competition.")],
    name: Annotated[str, typer.Argument(help=f"One of: {', '.join(NAMES)}.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="File: .pdf .html .xlsx .csv .trf .json."),
    ] = None,
    section: SectionName = None,
    language: Annotated[str, typer.Option(help=f"One of: {', '.join(LANGUAGES)}.")] = "en",
    number: Annotated[int, typer.Option("--round", min=0, help="Round (default: the latest).")] = 0,
    top: Annotated[int, typer.Option(min=1, help="Certificates up to this place.")] = 3,
    address: Annotated[
        str, typer.Option(help="Address of the site, for QR codes: http://192.168.1.10:8000.")
    ] = "",
    paper: Annotated[str, typer.Option(help=f"One of: {', '.join(PAPERS)}.")] = "a4",
    data: Data = DEFAULT,
) -> None:
    """Write a list, cards, slips, forms, certificates or the rulebook of a section."""
    from qipan.formats.documents import Wish, document, make
    from qipan.formats.typesetter import sets_pages
    from qipan.office.document_material import Occasion, after_round, material_of
    from qipan.wiring import utc_now

    if language not in LANGUAGES:
        raise Unknown("language", language, LANGUAGES)
    out = out or Path(f"{competition}-{name}.{'pdf' if sets_pages() else 'html'}")
    ending = out.suffix.removeprefix(".").lower()
    if ending not in document(name).endings:
        there = ", ".join(f".{each}" for each in document(name).endings)
        raise BadInput(f"{name} can be written as {there}", where=str(out))
    with house(data) as found:
        state, here = section_of(found, competition, section)
        page = f"{address.rstrip('/')}/c/{state.id}/{here.id}" if address else ""
        made = found.checkpoints
        record = made.printed(state.id, here.id, number or 0) if made is not None else ""
        occasion = Occasion(True, page, utc_now(), report=document(name).reports, record=record)
        if document(name).after_round and number:
            state, here = after_round(state, here, number)
        material = material_of(found.office, state, here, occasion)
    content = make(name, ending, material, Wish(language, number, top, paper))
    try:
        out.write_bytes(content)
    except OSError as error:
        raise BadInput(error.strerror or "cannot be written", where=str(out)) from error
    console.print(f"written to {out}", markup=False)
