"""``qipan verify`` and ``qipan rule``: is the journal whole, and which clause says so?"""

from typing import Annotated

import msgspec
import typer

from qipan.cli.house import DEFAULT, Data
from qipan.cli.output import WRONG, AsJson, console, print_json
from qipan.cli.tools.own_books import book_found
from qipan.i18n import local
from qipan.kernel.errors import Corrupt
from qipan.kernel.rules import RuleKey
from qipan.office.verification import verify_log
from qipan.rulebooks.loader import cite
from qipan.wiring import open_log


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(verify)
    app.command("rule")(show_rule)


def verify(
    data: Annotated[str, typer.Argument(help="Journal: a file or a URL.")], as_json: AsJson = False
) -> None:
    """Hash and fold everything again; name the first event that is broken."""
    log = open_log(data, read_only=True)
    try:
        counted = verify_log(log)
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
        print_json({"valid": True, **msgspec.to_builtins(counted)})
    else:
        console.print(f"correct: {counted.events} events in {counted.streams} streams")
        for each in counted.editions:
            if not each.current:
                where = f"{each.competition} {each.section}".strip()
                told = "kept with it" if each.known else "not here, so today's is used"
                console.print(
                    f"{where}: {each.book}, edition {each.edition[:8]} ({told}), not today's",
                    markup=False,
                )


def show_rule(
    key: Annotated[str, typer.Argument(help="Rule key, e.g. round-robin.everybody.")],
    book: Annotated[str, typer.Option(help="Rulebook, e.g. wx-14.")],
    language: Annotated[str, typer.Option("--language", "-l", help="zh or en.")] = "en",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Show the clause behind a rule in a book."""
    found = cite(book_found(book, data), RuleKey(key))
    if as_json:
        print_json(found)
    else:
        console.print(f"{found.citation}  {local(found.text, language)}", markup=False)
