"""``qipan verify`` and ``qipan rule``: is the journal whole, and which clause says so?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from qipan.cli.house import DEFAULT, Data
from qipan.cli.output import WRONG, AsJson, console, counted, print_json
from qipan.cli.progress import progress
from qipan.cli.tools.own_books import book_found
from qipan.kernel.errors import Corrupt

if TYPE_CHECKING:
    from qipan.office.verification import Verified


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(verify)
    app.command("rule")(show_rule)


def verify(
    data: Annotated[str, typer.Argument(help="Journal: a file or a URL.")],
    against: Annotated[
        str | None,
        typer.Option(
            help="An earlier fingerprint, in full or as printed: has anything before it changed?"
        ),
    ] = None,
    key: Annotated[
        str | None, typer.Option(help="Public key that every checkpoint must be signed with.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check every hash and event again; name the first fault, and the fingerprint."""
    from qipan.journal.record.checkpoints import STREAM as CHECKPOINTS
    from qipan.office.record.fingerprint import read_fingerprint
    from qipan.office.verification import verify_record
    from qipan.store.record.beside import SqlBeside
    from qipan.store.record.signing_key import check_signatures
    from qipan.wiring import open_log

    earlier = None if against is None else read_fingerprint(against)
    log = open_log(data, read_only=True)
    try:
        with progress("checking every event"):
            found = verify_record(log, SqlBeside(log.engine), earlier)
            checkpoints = check_signatures(log.read(CHECKPOINTS), key)
    except Corrupt as broken:
        if as_json:
            print_json(
                {
                    "valid": False,
                    "stream": broken.stream,
                    "version": broken.version,
                    "why": broken.why,
                }
            )
        else:
            console.print(f"BROKEN: {broken}", markup=False)
        raise typer.Exit(WRONG) from None
    finally:
        log.close()
    if as_json:
        print_json({"valid": True, "checkpoints": checkpoints, **msgspec.to_builtins(found)})
    else:
        console.print(f"correct: {_size(found)}", markup=False)
        if checkpoints:
            told = "signed with the key given" if key else "each signed with the key it names"
            console.print(f"checkpoints: {checkpoints}, {told}", markup=False)
        for line in _told(found):
            console.print(line, markup=False, soft_wrap=True)
        for each in found.editions:
            if not each.current:
                where = f"{each.competition} {each.section}".strip()
                told = "kept with it" if each.known else "not here, so today's is used"
                console.print(
                    f"{where}: {each.book}, edition {each.edition[:8]} ({told}), not today's",
                    markup=False,
                )


def _size(found: Verified) -> str:
    return f"{counted(found.events, 'event')} in {counted(found.streams, 'stream')}"


def _told(found: Verified) -> Iterator[str]:
    """Say what was proved, and what only somebody outside could prove."""
    beside = found.registered
    if beside is None:
        yield "people, roles and secrets: not registered yet; a server that opens the data does it"
    else:
        yield (
            f"people, roles and secrets are as the program left them "
            f"({beside.people}, {beside.roles}, {beside.secrets})"
        )
    if found.brought is not None:
        brought = found.brought
        yield (
            f"that fingerprint is of the record that {brought.competition} came from: "
            f"the first {counted(brought.events, 'event')} of {brought.competition} "
            f"{'is' if brought.events == 1 else 'are'} in it, unchanged"
        )
    if found.since is not None:
        since = counted(found.since, "event")
        yield f"nothing before that fingerprint has changed; {since} came since"
    yield f"fingerprint: {found.fingerprint}"
    yield f"on paper: {found.short}"
    if found.since is None and found.brought is None:
        yield (
            "Whoever has the data could write all of it anew, or cut off its end. "
            "Keep the fingerprint elsewhere, and compare later with --against."
        )


def show_rule(
    key: Annotated[str, typer.Argument(help="Rule key, e.g. round-robin.everybody.")],
    book: Annotated[str, typer.Option(help="Rulebook, e.g. wx-14.")],
    language: Annotated[str, typer.Option("--language", "-l", help="zh or en.")] = "en",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Show the clause behind a rule in a book."""
    from qipan.i18n import local
    from qipan.kernel.rules import RuleKey
    from qipan.rulebooks.loader import cite

    found = cite(book_found(book, data), RuleKey(key))
    if as_json:
        print_json(found)
    else:
        console.print(f"{found.citation}  {local(found.text, language)}", markup=False)
