"""``qipan migrate-data``: everything from one storage to another, with proof."""

from typing import Annotated

import typer

from qipan.cli.output import AsJson, console, counted, print_json
from qipan.cli.progress import progress
from qipan.kernel.errors import BadInput


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("migrate-data")(migrate_data)


def migrate_data(
    source: Annotated[str, typer.Argument(metavar="FROM", help="Journal: a file or a URL.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="Journal: a file or a URL.")],
    as_json: AsJson = False,
) -> None:
    """Copy all data to another database, then hash both sides and compare."""
    from qipan.store.migration_copy import Storage, copy_all
    from qipan.wiring import open_log, shown

    if source == target:
        raise BadInput("source and target are the same", where="TO")
    read = open_log(source, create=False, read_only=True)
    try:
        written = open_log(target)
        try:
            with progress("copying, then comparing"):
                done = copy_all(Storage(read, read.engine), Storage(written, written.engine))
        finally:
            written.close()
    finally:
        read.close()
    if as_json:
        print_json(done)
        return
    beside = ", ".join(f"{count} {name}" for name, count in sorted(done.rows.items()))
    console.print(f"{shown(source)} and {shown(target)} are equal:", markup=False)
    console.print(
        f"{counted(done.events, 'event')} in {counted(done.streams, 'stream')}; {beside}",
        markup=False,
    )
    console.print(f"fingerprint {done.fingerprint}", markup=False)
