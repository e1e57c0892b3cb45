"""``qipan rating-list``: lists of federations, brought in, searched and held against entries."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, SectionName, at, house
from qipan.cli.output import AsJson, console, print_json, print_table, say
from qipan.cli.progress import progress
from qipan.kernel.errors import BadInput, Unknown

if TYPE_CHECKING:
    from qipan.desk.rating_lists import ListedPlayer

ListName = Annotated[str, typer.Argument(help="Name of the list: egd, aga, fide, axf …")]
Against = Annotated[str, typer.Option("--list", help="Name of the list.")]
Date = Annotated[str, typer.Option("--date", help="Which edition; else the newest.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Rating lists of federations.", no_args_is_help=True)
    group.command("bring")(bring)
    group.command("show")(show)
    group.command("find")(find)
    group.command("remove")(remove)
    app.add_typer(group, name="rating-list")
    entries = typer.Typer(help="Lists of entries.", no_args_is_help=True)
    entries.command("check")(check)
    entries.command("refresh")(refresh)
    app.add_typer(entries, name="entries")


def bring(
    file: Annotated[Path, typer.Argument(help="As published: txt, csv, xlsx, xml, html or zip.")],
    name: Annotated[str, typer.Option(help="Name of the list: egd, aga, fide, axf …")],
    date: Annotated[str, typer.Option(help="What it is of: 2026-11-01, 2026-11 or 2026.")],
    form: Annotated[
        str,
        typer.Option(help="egd, aga, fide, fide-xml, table, or a file (TOML); else it is told."),
    ] = "",
    uses: Annotated[
        list[str] | None,
        typer.Option("--map", help="id=1-8, name=Surname, rating=D: where something stands."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would happen.")] = False,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Load a rating list, replacing one of the same name and date.

    How it is written is kept with it: the next list of this name is read alike.
    """
    from qipan.formats.rating_lists.forms_read import READY, read_form, said_form
    from qipan.formats.rating_lists.reading import SHELL
    from qipan.office.rating_lists.bringing import ListAsked, bring_list
    from qipan.wiring import utc_now

    wanted = None
    if form:
        wanted = read_form(form if form in READY else _content(Path(form)).decode())
    if uses:
        wanted = said_form(uses, wanted)
    asked = ListAsked(name, date, file.name, wanted)
    content = _content(file)
    with house(data, create=not dry_run) as found:
        lists = found.side_tables.rating_lists
        now = (ACTOR, utc_now())
        with progress("reading the list"):
            brought = bring_list(lists, content, asked, now, SHELL, dry_run=dry_run)
    if as_json:
        print_json(brought)
        return
    verb = "would be kept" if dry_run else "kept"
    head = brought.list
    console.print(f"{head.name} {head.date}: {head.rows} players {verb}", markup=False)
    for each in brought.first_left:
        console.print(f"  line {each.line} left out: {each.words}", markup=False)
    if brought.left_out > len(brought.first_left):
        console.print(f"  {brought.left_out} lines left out in all", markup=False)


def show(data: Data = DEFAULT, as_json: AsJson = False) -> None:
    """Show the rating lists."""
    with house(data) as found:
        heads = found.side_tables.rating_lists.heads()
    if as_json:
        print_json(heads)
        return
    rows = [(each.name, each.date, each.rows, each.at[:10], each.actor) for each in heads]
    print_table("Rating lists", ("name", "date", "players", "brought", "by"), rows)


def find(
    name: ListName,
    words: Annotated[list[str], typer.Argument(help="Words of a name in any order, or an id.")],
    date: Date = "",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Find people on a list: without marks, in any order, in pinyin, or by their number."""
    with house(data) as found:
        lists = found.side_tables.rating_lists
        players = lists.find(lists.head(name, date), " ".join(words))
    if as_json:
        print_json(players)
        return
    print_table(name, ("id", "name", "country", "club", "rank", "rating"), map(_cells, players))


def _cells(each: "ListedPlayer") -> tuple[object, ...]:
    shown = f"{each.name} {each.latin}".strip()
    return each.id, shown, each.country, each.club, each.rank, each.rating or ""


def remove(
    name: ListName,
    date: Annotated[str, typer.Argument(help="The date of the edition.")],
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Remove a list; entries keep what they took from it."""
    with house(data) as found:
        if not found.side_tables.rating_lists.remove(name, date):
            raise Unknown("rating list", f"{name} {date}"[:60])
    say({"removed": f"{name} {date}"}, f"{name} {date} removed", as_json=as_json)


def check(
    competition: str,
    against: Against = "",
    date: Date = "",
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Find possible duplicates and, with a list, differences from it; change nothing."""
    from qipan.i18n import say as sentence
    from qipan.office.rating_lists.checks import check_entries

    with at(data, competition, section) as place:
        lists = place.found.side_tables.rating_lists
        head = lists.head(against, date) if against else None
        checked = check_entries(place.office, place.section, lists, head)
    if as_json:
        print_json(checked)
        return
    for each in checked.doubts:
        console.print(f"  ? {sentence('en', each.code, each.facts)}", markup=False)
        for meant in each.meant:
            words = " ".join(str(cell) for cell in _cells(meant) if cell)
            console.print(f"      {words}", markup=False)
    console.print(
        f"{checked.looked_at} entries looked at, {len(checked.doubts)} doubts", markup=False
    )


def refresh(
    competition: str,
    against: Against,
    date: Date = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would change.")] = False,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Update ratings and ranks from a list, by number, in one act; ``qipan undo`` undoes it."""
    from qipan.office.rating_lists.refresh import refresh_ratings

    with at(data, competition, section) as place:
        lists = place.found.side_tables.rating_lists
        head = lists.head(against, date)
        done = refresh_ratings(
            place.office, (place.home, place.id), ACTOR, lists, head, dry_run=dry_run
        )
    if as_json:
        print_json(done)
        return
    for each in done.changed:
        words = f"{each.rating or '–'} {each.rank} → {each.new_rating or '–'} {each.new_rank}"
        console.print(f"  {each.name}: {words}", markup=False)
    verb = "would change" if dry_run else "changed"
    console.print(
        f"{len(done.changed)} {verb}, {done.unchanged} are as on the list, "
        f"{len(done.without_number)} have no number on it",
        markup=False,
    )


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", where=str(file)) from error
