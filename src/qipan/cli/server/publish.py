"""``qipan publish``: competitions as files that anybody opens, or any web space serves."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qipan.cli.house import DEFAULT, Data, house
from qipan.cli.output import AsJson, counted, say
from qipan.cli.progress import progress
from qipan.kernel.ids import CompetitionId

if TYPE_CHECKING:
    from qipan.web.static_site import PublishedSite


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(publish)


def publish(
    folder: Annotated[Path, typer.Argument(help="A folder of its own for the pages.")],
    competitions: Annotated[
        list[str] | None, typer.Argument(help="Which competitions; none: all of them.")
    ] = None,
    language: Annotated[
        list[str] | None,
        typer.Option("--language", "-l", help="Languages, the first opens by itself; none: all."),
    ] = None,
    follow: Annotated[
        int, typer.Option(min=0, help="Look again every so many seconds; 0: publish once.")
    ] = 0,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Write all public pages into a folder; run again, it writes only what changed."""
    from qipan.web.static_site import SiteOfFiles

    shown: dict[str, int] = {}
    while True:
        with house(data) as found:
            office = found.office
            if competitions:
                chosen = [office.state(CompetitionId(each)) for each in competitions]
            else:
                chosen = list(office.readable())
            versions = {str(state.id): int(state.version) for state in chosen}
            if versions != shown or not follow:
                with progress("writing pages"):
                    done = SiteOfFiles(found, folder, language or ()).publish(chosen)
                _tell(done, folder, as_json=as_json)
                shown = versions
        if not follow:
            return
        time.sleep(follow)


def _tell(done: PublishedSite, folder: Path, *, as_json: bool) -> None:
    told = {
        "folder": str(folder),
        "written": done.written,
        "unchanged": done.unchanged,
        "removed": done.removed,
        "competitions": done.competitions,
    }
    written = counted(done.written, "file")
    words = f"{written} written, {done.unchanged} unchanged, {done.removed} removed"
    say(told, f"{words}; open {folder / 'index.html'}", as_json=as_json)
