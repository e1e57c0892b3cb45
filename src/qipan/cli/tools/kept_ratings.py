"""``qipan rating``: ratings kept by season; ``qipan season``: a grand prix over several events."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, house
from qipan.cli.output import WRONG, AsJson, console, counted, print_json, print_table, say
from qipan.cli.progress import progress
from qipan.cli.tools.register import Because, text_of
from qipan.kernel.errors import BadInput

if TYPE_CHECKING:
    from qipan.office.persons.kept_ratings import AskedSection
    from qipan.office.persons.shown_ratings import ShownFirst, ShownStand

ListName = Annotated[str, typer.Argument(help="Name of the list, as it was begun.")]
SeasonName = Annotated[str, typer.Argument(help="Name of the season, as it was opened.")]
Sections = Annotated[
    list[str], typer.Argument(help="COMPETITION/SECTION, or with a weight: cup/open:75")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Ratings kept here, season by season.", no_args_is_help=True)
    group.command("begin")(begin)
    group.command("rate")(rate_season)
    group.command("show")(show)
    group.command("why")(why)
    group.command("take-back")(take_season_back)
    group.command("recompute")(recompute_all)
    app.add_typer(group, name="rating")
    season = typer.Typer(help="Seasons and grands prix over several events.", no_args_is_help=True)
    season.command("open")(open_one)
    season.command("add")(add)
    season.command("drop")(drop)
    season.command("show")(show_season)
    season.command("why")(why_season)
    app.add_typer(season, name="season")


def begin(
    name: ListName,
    rules: Annotated[str, typer.Option(help="fide, wxf, egf, glicko-2, or a file (TOML).")],
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Start a rating list under its rules, which then stay fixed."""
    from qipan.desk.rating_lists import require_head
    from qipan.office.persons.kept_ratings import begin_list
    from qipan.ranking.ratings.list_rules import READY, read_rules

    require_head(name, "2000")
    read = read_rules(rules if rules in READY else text_of(Path(rules)))
    with house(data) as found:
        begin_list(found.office, ACTOR, name, read)
    say(
        {"begun": name, "method": read.method},
        f"{name} begun ({read.title.get('en', read.method)})",
        as_json=as_json,
    )


def asked_sections(texts: list[str]) -> "list[AskedSection]":
    """Read sections to rate. Raises BadInput."""
    from qipan.office.persons.kept_ratings import AskedSection

    found = []
    for text in texts:
        place, _, weight = text.partition(":")
        competition, sign, section = place.partition("/")
        if not sign or (weight and weight not in ("100", "75", "50", "25")):
            raise BadInput(f"{text[:60]!r} is not COMPETITION/SECTION[:75]", where="sections")
        found.append(AskedSection(competition, section, int(weight or 100)))
    return found


def rate_season(
    name: ListName,
    season: Annotated[str, typer.Argument(help="What it is called: 2026, 2026-11.")],
    sections: Sections,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would change.")] = False,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Rate a season from approved sections, in the order given."""
    from qipan.office.persons.kept_ratings import rate
    from qipan.office.persons.register import read_register
    from qipan.office.persons.shown_ratings import everybody_seen

    with house(data) as found:
        done = rate(found.office, ACTOR, name, season, asked_sections(sections), dry_run=dry_run)
        sees = everybody_seen(read_register(found.office))
    if as_json:
        print_json(done.season)
        return
    verb = "would be rated" if dry_run else "rated"
    people = counted(len(done.season.lines), "person", "people")
    played = sum(line.games for line in done.season.lines)
    console.print(f"{name} {season}: {people} {verb}, {counted(played, 'game')}",
                  markup=False)  # fmt: skip
    for title in done.season.titles:
        console.print(
            f"  {sees((title.person,))} earned {title.title} [{title.clause}]", markup=False
        )


def show(
    name: Annotated[
        str | None, typer.Argument(help="Name of the list; else all are named.")
    ] = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Show a list as it stands, the best first."""
    from qipan.office.persons.kept_ratings import list_names
    from qipan.office.persons.register import read_register
    from qipan.office.persons.shown_ratings import everybody_seen, shown_list

    with house(data) as found:
        if name is None:
            print_json(list_names(found.office))
            return
        register_ = read_register(found.office)
        shown = shown_list(found.office, name, everybody_seen(register_), register_)
    if as_json:
        print_json(shown)
        return
    rows = [
        (x.place, x.name, x.rating, x.change, x.games, x.season, _titles(x)) for x in shown.rows
    ]
    columns = ("place", "name", "rating", "change", "games", "season", "earned")
    print_table(shown.title.get("en", name), columns, rows)


def _titles(row: "ShownStand") -> str:
    return ", ".join(each.title for each in row.titles)


def why(
    name: ListName,
    person: Annotated[str, typer.Argument(help="Id, number or name of the person.")],
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Explain somebody's rating, season by season and game by game."""
    from qipan.office.persons.register import read_register
    from qipan.office.persons.shown_ratings import everybody_seen, history

    with house(data) as found:
        shown = history(found.office, name, person, everybody_seen(read_register(found.office)))
    if as_json:
        print_json(shown)
        return
    for season in shown.seasons:
        words = f"{season.season}: {season.before} → {season.after} ({season.change or 'first'})"
        rows = [
            (x.title, x.round, x.opponent, x.opponent_rating, x.score, x.expected, x.change)
            for x in season.games
        ]
        columns = ("event", "round", "opponent", "rated", "score", "expected", "change")
        print_table(f"{shown.name} {words} [{shown.clause}]", columns, rows)
        if season.first is not None:
            console.print(_first(season.first), markup=False)


def _first(first: "ShownFirst") -> str:
    if not first.average:
        return f"{first.games} of {first.needed} games towards a first rating"
    return (
        f"first rating: {first.games} games and {first.phantoms} draws against {first.phantom}, "
        f"average {first.average}, {first.share} % of the points"
    )


def take_season_back(
    name: ListName, because: Because, data: Data = DEFAULT, as_json: AsJson = False
) -> None:
    """Undo the latest season."""
    from qipan.office.persons.kept_ratings import take_back

    with house(data) as found:
        season = take_back(found.office, ACTOR, name, because)
    say({"taken_back": season}, f"{name} {season} taken back", as_json=as_json)


def recompute_all(name: ListName, data: Data = DEFAULT, as_json: AsJson = False) -> None:
    """Recompute every season from the journals alone; exit 1 if one differs from what is stored."""
    from qipan.office.persons.kept_ratings import find_list, recompute

    with house(data) as found:
        seasons = [each.season for each in find_list(found.office, name).seasons]
        with progress("recomputing every season"):
            wrong = recompute(found.office, name)
    if as_json:
        print_json({"list": name, "seasons": seasons, "different": wrong, "equal": not wrong})
    else:
        said = f"not as stored: {', '.join(wrong)}" if wrong else "all as stored"
        told = f"{counted(len(seasons), 'season')} worked out again, {said}"
        console.print(f"{name}: {told}", markup=False)
    if wrong:
        raise typer.Exit(WRONG)


# -- seasons -----------------------------------------------------------------------------------


def open_one(
    name: SeasonName,
    rules: Annotated[Path, typer.Option(help="The regulation of the season (TOML).")],
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Open a season under its regulation."""
    from qipan.desk.rating_lists import require_head
    from qipan.office.persons.seasons import open_season

    require_head(name, "2000")
    text = text_of(rules)
    with house(data) as found:
        open_season(found.office, ACTOR, name, text)
    say({"opened": name}, f"{name} opened", as_json=as_json)


def add(
    name: SeasonName,
    section: Annotated[str, typer.Argument(help="COMPETITION/SECTION")],
    factor: Annotated[int, typer.Option(help="Its points are worth so much percent.")] = 100,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Count an approved section for a season."""
    from qipan.office.persons.seasons import add_stop

    with house(data) as found:
        season = add_stop(found.office, ACTOR, name, _place(section), factor)
    say(
        {"season": name, "stops": len(season.stops)},
        f"{section} is stop {len(season.stops)} of {name}",
        as_json=as_json,
    )


def drop(
    name: SeasonName,
    section: Annotated[str, typer.Argument(help="COMPETITION/SECTION")],
    because: Because = "",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Stop counting a section; adding it again undoes this."""
    from qipan.office.persons.seasons import remove_stop

    with house(data) as found:
        season = remove_stop(found.office, ACTOR, name, _place(section), because)
    say(
        {"season": name, "stops": len(season.stops)},
        f"{section} does not count for {name} any more",
        as_json=as_json,
    )


def _place(text: str) -> tuple[str, str]:
    competition, sign, section = text.partition("/")
    if not sign:
        raise BadInput(f"{text[:60]!r} is not COMPETITION/SECTION", where="section")
    return competition, section


def show_season(
    name: Annotated[str | None, typer.Argument(help="Name of the season; else all.")] = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Show the table of a season."""
    from qipan.office.persons.seasons import season_names, shown_season

    with house(data) as found:
        if name is None:
            print_json(season_names(found.office))
            return
        shown = shown_season(found.office, name)
    if as_json:
        print_json(shown)
        return
    rows = [
        (
            x.place if x.place is not None else "–",
            x.name,
            x.points,
            " ".join(r.points if r.counts else f"({r.points})" for r in x.results),
        )
        for x in shown.rows
    ]
    print_table(shown.title.get("en", name), ("place", "name", "points", "results"), rows)


def why_season(
    name: SeasonName,
    person: Annotated[str, typer.Argument(help="Name or id.")],
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Explain somebody's place in a season, stop by stop."""
    from qipan.office.persons.seasons import season_row, shown_season

    with house(data) as found:
        shown = shown_season(found.office, name)
    row = season_row(shown, person)
    if as_json:
        print_json(row)
        return
    rows = [
        (x.stop, f"{x.competition}/{x.section}", x.place, x.tied, x.points,
         "counts" if x.counts else f"not among the best {shown.best}")
        for x in row.results
    ]  # fmt: skip
    head = f"{row.name}: place {row.place if row.place is not None else '–'}, {row.points} points"
    decided = f", by {row.decided} [{row.clause}]" if row.decided else ""
    print_table(head + decided, ("stop", "event", "place", "tied", "points", ""), rows)
