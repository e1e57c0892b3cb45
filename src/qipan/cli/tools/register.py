"""``qipan register``: persons and clubs of all competitions; ``qipan arbiters``: who worked."""

from pathlib import Path
from typing import Annotated

import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, house
from qipan.cli.output import AsJson, console, counted, print_json, print_table, say
from qipan.kernel.errors import BadInput

Because = Annotated[str, typer.Option("--because", help="Why; names nobody, it stays.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="People and clubs across competitions.", no_args_is_help=True)
    group.command("people")(people)
    group.command("clubs")(clubs)
    group.command("doubles")(doubles)
    group.command("merge")(merge_people)
    group.command("unmerge")(unmerge_people)
    app.add_typer(group, name="register")
    app.command("arbiters")(show_arbiters)


def people(
    words: Annotated[list[str] | None, typer.Argument(help="Words of a name, an id.")] = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """List people: one line each, however many entries they have."""
    from qipan.office.persons.register import read_register

    with house(data) as found:
        register_ = read_register(found.office)
    listed = register_.find(" ".join(words)) if words else register_.people
    if as_json:
        print_json(listed)
        return
    rows = [
        (x.id, x.name, x.latin, x.birth, x.licence, ", ".join(x.clubs), len(x.played))
        for x in listed
    ]
    print_table("Register", ("id", "name", "latin", "born", "number", "clubs", "events"), rows)


def clubs(data: Data = DEFAULT, as_json: AsJson = False) -> None:
    """List clubs and other units, with those who last represented them."""
    from qipan.office.persons.register import read_register

    with house(data) as found:
        listed = read_register(found.office).clubs()
    if as_json:
        print_json({name: [each.id for each in members] for name, members in listed.items()})
        return
    rows = [(name, len(x), ", ".join(each.name for each in x[:6])) for name, x in listed.items()]
    print_table("Clubs", ("club", "persons", "names"), rows)


def doubles(data: Data = DEFAULT, as_json: AsJson = False) -> None:
    """List pairs who may be the same person; nothing is merged."""
    from qipan.office.persons.register import read_register

    with house(data) as found:
        pairs = list(read_register(found.office).doubles())
    if as_json:
        print_json(pairs)
        return
    for one, other in pairs:
        words = f"{one.name} {one.birth} ({one.id})  ~  {other.name} {other.birth} ({other.id})"
        console.print(words, markup=False)
    console.print(counted(len(pairs), "pair"), markup=False)


def merge_people(
    persons: Annotated[list[str], typer.Argument(help="Ids or names; each fits one person.")],
    because: Because,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Record that several entries are one person; ``unmerge`` undoes it."""
    from qipan.office.persons.register import merge

    with house(data) as found:
        done = merge(found.office, ACTOR, persons, because)
    say(done, f"merge {done.number}: {len(done.people)} are one person", as_json=as_json)


def unmerge_people(
    number: Annotated[int, typer.Argument(help="The number of the merge.")],
    because: Because = "",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Undo a merge."""
    from qipan.office.persons.register import unmerge

    with house(data) as found:
        unmerge(found.office, ACTOR, number, because)
    say({"unmerged": number}, f"merge {number} taken back", as_json=as_json)


def show_arbiters(
    norms: Annotated[
        Path | None, typer.Option(help="Try these rules for norms (TOML, [[norm]]).")
    ] = None,
    set_rules: Annotated[
        Path | None, typer.Option("--set-norms", help="Put these rules for norms in force.")
    ] = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Show who officiated where as chief, deputy or arbiter: events, days, players, norms."""
    from qipan.office.persons.arbiters import arbiters, read_norms, set_norms

    rules = read_norms(text_of(norms)) if norms is not None else None
    with house(data) as found:
        if set_rules is not None:
            set_norms(found.office, ACTOR, text_of(set_rules))
        records = arbiters(found.office, rules)
    if as_json:
        print_json(records)
        return
    rows = [
        (x.name, each.part, each.title, each.starts, each.days, each.players)
        for x in records
        for each in x.duties
    ]
    print_table("Arbiters", ("name", "part", "event", "from", "days", "players"), rows)
    for each in records:
        for norm in each.norms:
            had = counted(len(norm.events), "event")
            said = "fulfilled" if norm.fulfilled else f"{norm.needed} needed"
            words = f"{each.name}: {norm.title}, {had}, {said}"
            console.print(f"{words} [{norm.clause}]" if norm.clause else words, markup=False)


def text_of(file: Path) -> str:
    """Read a file of rules. Raises BadInput."""
    try:
        return file.read_text("utf-8")
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=str(file)) from error
    except UnicodeDecodeError as error:
        raise BadInput("is no text in UTF-8", where=str(file)) from error
