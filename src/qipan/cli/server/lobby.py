"""``qipan lobby``: periods of open matching, opened by the book."""

from typing import Annotated

import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, house
from qipan.cli.output import AsJson, print_json, print_table, say
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import PersonId, StreamId

app = typer.Typer(help="Open matching: periods, totals, who is through.", no_args_is_help=True)
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


def register(root: typer.Typer) -> None:
    """Add the commands."""
    root.add_typer(app, name="lobby")


@app.command("open")
def open_period(
    name: Annotated[str, typer.Argument(help="Its name in addresses: period-1.")],
    book: Annotated[str, typer.Option(help="The regulation.")],
    event: Annotated[str, typer.Option(help="Its event, if it has several of this kind.")] = "",
    title: Annotated[str, typer.Option(help="As people read it.")] = "",
    begins: Annotated[str, typer.Option(help="2025-08-01T00:00, else at once.")] = "",
    ends: Annotated[str, typer.Option(help="2025-08-29T24:00, else never.")] = "",
    zone: Annotated[str, typer.Option(help="Zone of these times.")] = "+08:00",
    delay: Annotated[
        int | None, typer.Option(help="Seconds by which spectators are behind; else the book's.")
    ] = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Open a period: game, clock, target and scores are the book's."""
    from qipan.journal.envelope import Batch
    from qipan.journal.event import fresh
    from qipan.journal.live.lobby import PREFIX
    from qipan.office.open_matching import PeriodAsked, terms_by_book
    from qipan.wiring import utc_now

    if not 1 <= len(name) <= 60 or not set(name) <= LETTERS:
        raise BadInput("small letters, figures and hyphens", where="name")
    terms = terms_by_book(book, PeriodAsked(event, begins, ends, title[:120], zone, delay))
    with house(data, create=True) as found:
        stream, at = StreamId(PREFIX + name), utc_now().isoformat()
        found.log.append(Batch(stream, 0, ACTOR, at, (fresh(terms),)))
    told = {
        "lobby": name,
        "book": terms.book,
        "event": terms.under,
        "target": terms.target,
        "begins": terms.begins,
        "ends": terms.ends,
        "delay": terms.delay // 1000,
    }
    until = f" from {terms.begins or 'now on'} to {terms.ends or 'no end'}"
    say(told, f"{title or name} is open{until}; {terms.target} points qualify", as_json=as_json)


@app.command("list")
def list_periods(data: Data = DEFAULT, as_json: AsJson = False) -> None:
    """List the periods."""
    from qipan.journal.live.lobby import PREFIX, read_lobby

    with house(data) as found:
        names = [each.removeprefix(PREFIX) for each in found.log.streams(PREFIX)]
        states = {name: read_lobby(found.log, name) for name in names}
    rows = [
        {
            "lobby": name,
            "title": state.terms.title,
            "game": state.terms.game,
            "begins": state.terms.begins,
            "ends": state.terms.ends,
            "players": len(state.played),
            "through": len(state.qualified),
        }
        for name, state in states.items()
    ]
    if as_json:
        print_json(rows)
    else:
        heads = tuple(rows[0]) if rows else ("lobby",)
        lines = [tuple(str(value) for value in each.values()) for each in rows]
        print_table("Open matching", heads, lines)


@app.command("show")
def show_period(name: str, data: Data = DEFAULT, as_json: AsJson = False) -> None:
    """Show the totals of a period, best first."""
    from qipan.journal.live.lobby import read_lobby

    with house(data) as found:
        state = read_lobby(found.log, name)
        order = sorted(state.totals, key=lambda each: (-state.totals[each], each))
        people = found.people.find([PersonId(who) for who in order])
    rows = [
        {
            "who": who,
            "name": people[PersonId(who)].name if PersonId(who) in people else "",
            "points": state.totals[who],
            "matches": state.played[who],
            "through": who in state.qualified,
        }
        for who in order
    ]
    if as_json:
        print_json({"lobby": name, "target": state.terms.target, "players": rows})
    else:
        lines = [tuple(str(value) for value in each.values()) for each in rows]
        print_table(name, ("who", "name", "points", "matches", "through"), lines)
