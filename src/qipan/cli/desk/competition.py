"""``qipan new``, ``enter``, ``withdraw``, ``pair``, ``result``, ``approve``: running an event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from qipan.cli.desk.options import written_option
from qipan.cli.house import (
    ACTOR,
    DEFAULT,
    Data,
    SectionName,
    WorkedOn,
    at,
    citing_book,
    house,
    member_of,
    pair_named,
)
from qipan.cli.output import AsJson, console, counted, print_json, print_table, say
from qipan.kernel.errors import BadInput, Refused
from qipan.kernel.ids import BoardNo, CompetitionId, EntrantId, RoundNo, SectionId
from qipan.kernel.ranks import MOST_DAN

if TYPE_CHECKING:
    from qipan.desk.closing import ApproveStandings
    from qipan.desk.command import Command
    from qipan.desk.results.commands import ReportResult
    from qipan.journal.state import Round


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(new)
    app.command()(enter)
    app.command()(withdraw)
    app.command()(replace)
    app.command()(pair)
    app.command()(result)
    app.command()(approve)


def new(
    book: Annotated[str, typer.Argument(help="Rulebook, e.g. wx-14.")],
    event: Annotated[str, typer.Argument(help="Event of the book, e.g. women.")],
    competition: Annotated[str, typer.Option("--id", help="Short id, e.g. open-2026.")],
    title: Annotated[str | None, typer.Option(help="Title people read.")] = None,
    options: Annotated[
        list[str] | None, typer.Option("--set", help="Option of the section; see `book options`.")
    ] = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Create a competition with one section, or add a section to one that exists."""
    from qipan.desk.competition import OpenSection
    from qipan.i18n import local
    from qipan.rulebooks import book_named
    from qipan.rulebooks.option_values import read_options
    from qipan.rulebooks.options import options_of
    from qipan.sections.lookup import book_of
    from qipan.store import is_there

    wanted, chosen = CompetitionId(competition), dict(map(written_option, options or ()))
    if not is_there(data):
        with citing_book(book_named(book), event):  # before there is a file
            read_options(options_of(book_named(book), event), chosen)
    with house(data, create=True) as found:
        office = found.office
        there = office.state(wanted) if wanted in office.competitions() else None
        if there is not None and there.book != book:
            raise BadInput(f"{competition} is held under {there.book}", where="book")
        rules = book_of(there) if there is not None else office.own_books.book_named(book)
        text = local(rules.event[event].title, "en") if event in rules.event else event
        command = OpenSection(section=SectionId(event), title=text, under=event, options=chosen)
        with citing_book(rules, event):
            if there is None:
                heading = title or local(rules.book.title, "en")
                state = office.create(wanted, ACTOR, heading, book, [command])
            else:
                state = office.carry_out(wanted, ACTOR, command)
    say(
        {"competition": wanted, "sections": list(state.sections), "book": book},
        f"{wanted}: section {event} is open for entries",
        as_json=as_json,
    )


def enter(
    competition: str,
    names: Annotated[list[str], typer.Argument(help="One or more names.")],
    section: SectionName = None,
    rating: Annotated[int | None, typer.Option(help="Rating, for one name.")] = None,
    unit: Annotated[str | None, typer.Option(help="Country, state, club or school.")] = None,
    another: Annotated[bool, typer.Option(help="Somebody else of the same name.")] = False,
    tag: Annotated[
        list[str] | None,
        typer.Option(help="A mark that the book asks about, e.g. ncnv; repeatable."),
    ] = None,
    birth: Annotated[str, typer.Option(help="Date of birth or year, for one name.")] = "",
    dan: Annotated[int | None, typer.Option(min=0, max=MOST_DAN, help="Dan, for one name.")] = None,
    rank: Annotated[str, typer.Option(help="Kyu or dan, for one name: 5k, 3d.")] = "",
    late: Annotated[
        str, typer.Option(help="Let in after entries were closed, for this reason.")
    ] = "",
    from_list: Annotated[
        str, typer.Option("--list", help="Look each up on this rating list: name, pinyin or id.")
    ] = "",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Enter one or more people into a section."""
    from qipan.desk.entries.newcomer import Newcomer, read_birth, read_tags
    from qipan.journal.people import Person
    from qipan.office.rating_lists.lookup import looked_up

    alone = {"--rating": rating is not None, "--birth": bool(birth), "--dan": dan is not None}
    alone["--rank"] = bool(rank)
    for option, stated in alone.items():
        if stated and len(names) > 1:
            raise BadInput("this belongs to one name", where=option)
    tags, born = read_tags(" ".join(tag or ())), read_birth(birth, "--birth")
    entered = {}
    with at(data, competition, section) as place:
        for name in names:
            person = Person(name=name, birth=born)
            newcomer = Newcomer(
                person, rating, unit, tags, another_person=another, dan=dan, rank=rank
            )
            if from_list:
                newcomer = looked_up(place.found.side_tables.rating_lists, from_list, newcomer)
            entered[name] = place.office.enter(place.home, place.id, ACTOR, newcomer, late=late)
        section_now = place.refresh(place.office.state(place.home))
    if late and section_now.order:
        numbers = {name: section_now.order.index(who) + 1 for name, who in entered.items()}
        listed = ", ".join(f"{name} (number {number})" for name, number in numbers.items())
        say(
            entered,
            f"entered late, from round {len(section_now.rounds) + 1} on: {listed}",
            as_json=as_json,
        )
        return
    say(entered, f"entered: {', '.join(entered)}", as_json=as_json)


def withdraw(
    competition: str,
    entrant: Annotated[str, typer.Argument(help="Name, number or id.")],
    section: SectionName = None,
    reason: Annotated[str, typer.Option(help="Why.")] = "",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Withdraw somebody from the remaining rounds; games already played stand."""
    from qipan.desk.entries.commands import WithdrawEntrant

    with at(data, competition, section) as place:
        who = place.who(entrant)
        place.do(WithdrawEntrant(section=place.id, entrant=who, reason=reason))
        name = place.names[who].name
    say({"withdrawn": who, "name": name}, f"{name} withdrew", as_json=as_json)


def replace(
    competition: str,
    entrant: Annotated[str, typer.Argument(help="The pair or team: name, number or id.")],
    left: Annotated[str, typer.Argument(help="The member who is lost, by name.")],
    name: Annotated[str, typer.Argument(help="Who plays instead.")],
    reason: Annotated[str, typer.Option(help="Why.")],
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Replace a member of a pair or team, where the book allows it."""
    from qipan.journal.people import Person

    with at(data, competition, section) as place:
        who = place.who(entrant)
        gone = member_of(place.found, place.section, who, left)
        after = place.office.replace_member(
            place.home, place.id, ACTOR, who, gone, Person(name=name), reason
        )
        shown = place.office.names(after.sections[place.id])[who].name
    say({"entrant": who, "name": shown}, f"{shown}: {name} plays instead", as_json=as_json)


def pair(
    competition: str,
    section: SectionName = None,
    entropy: Annotated[
        list[str] | None, typer.Option(help="Public words mixed into the lot; repeatable.")
    ] = None,
    special: Annotated[
        list[str] | None,
        typer.Option(help="Two who meet in round 1, as P:Q, set before it is paired; repeatable."),
    ] = None,
    hold: Annotated[bool, typer.Option(help="Only pair; publish with a later `pair`.")] = False,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Pair and publish the next round; before the first, close entries and draw the numbers."""
    from qipan.desk.entries.commands import CloseEntries
    from qipan.desk.rounds.commands import PublishRound
    from qipan.office.lots import plan_numbers, plan_round
    from qipan.office.planned_acts import PlannedActs

    words, notes = tuple(entropy or ()), list[str]()
    with at(data, competition, section) as place:
        plan = PlannedActs(place.office, place.home, ACTOR)
        if not place.section.closed:
            place.refresh(plan.add(CloseEntries(section=place.id)))
        if not place.section.order:
            notes = _before_the_lot(place)
            place.refresh(plan_numbers(plan, place.id, words))
        if place.section.current is None or place.section.current.published:
            pairs = tuple(pair_named(place, each) for each in special or ())
            place.refresh(plan_round(plan, place.id, words, pairs))
        elif special:
            raise BadInput("the round is paired already", where="--special")
        number = RoundNo(len(place.section.rounds))
        if not hold:
            place.refresh(plan.add(PublishRound(section=place.id, round=number)))
        place.refresh(plan.carry_out())
        shown = {**_pairings(place, number), "notes": notes}
    for note in notes:
        typer.echo(f"note: {note}", err=True)
    if as_json:
        print_json(shown)
        return
    stones = any(row["handicap"] for row in shown["boards"])
    rows = [
        (
            row["board"],
            " — ".join(row["names"]),
            *((row["handicap"] or "",) if stones else ()),
            row["result"] or "",
        )
        for row in shown["boards"]
    ]
    columns = ("board", "first — second", *(("handicap",) if stones else ()), "result")
    print_table(f"Round {number}", columns, rows)
    if shown["resting"]:
        console.print(f"rests: {', '.join(shown['resting'])}", markup=False)


def _before_the_lot(place: WorkedOn) -> list[str]:
    """Name marks that nobody bears, and rounds that so few players cannot play."""
    from qipan.i18n import say as say_in
    from qipan.rulebooks.loader import cite
    from qipan.sections.lookup import book_of, event_of
    from qipan.views.glance.field_size import rounds_beyond
    from qipan.views.marks import marks_nobody_bears

    book, rules = book_of(place.state), event_of(place.state, place.section)
    beyond = rounds_beyond(place.state, place.section)
    few = [say_in("en", beyond.code, beyond.facts)] if beyond else []
    return few + [
        f"nobody is marked {mark.tag} [{cite(book, mark.rule, place.section.under).citation}]"
        for mark in marks_nobody_bears(place.section, rules)
    ]


def _pairings(place: WorkedOn, number: RoundNo) -> dict[str, Any]:
    from qipan.sections.scores import figures

    section, names = place.section, place.names
    here = section.rounds[number - 1]
    show = figures(place.state, section, here)
    return {
        "section": section.id,
        "round": number,
        "boards": [
            {
                "board": table.board,
                "entrants": list(table.seats),
                "names": [names[who].name for who in table.seats],
                "handicap": table.handicap,
                "komi": table.komi,
                "result": "-".join(map(show, here.results[table.board].score.seats))
                if table.board in here.results
                else None,
            }
            for table in here.tables
        ],
        "resting": [names[rest.entrant].name for rest in here.resting],
    }


def result(
    competition: str,
    board_text: Annotated[
        str, typer.Argument(metavar="BOARD", help="Board number; 3.2 is board 2 of match 3.")
    ],
    score: Annotated[
        str,
        typer.Argument(
            help="1-0, 0.5-0.5, 0-1, or 1, 5, =, 0; forfeits +-, -+ and --; places 2-1-3. "
            "In a play-off the first is who moves first in that game."
        ),
    ],
    round_: Annotated[int | None, typer.Option("--round", help="Round; else the current.")] = None,
    correct: Annotated[
        str | None, typer.Option(help="Replace a recorded result, for this reason.")
    ] = None,
    adjudged: Annotated[bool, typer.Option(help="Decided by an arbiter, not by play.")] = False,
    game: Annotated[
        int | None,
        typer.Option(help="Game or board of the match; else the first open."),
    ] = None,
    by: Annotated[str | None, typer.Option(help="The player who reports it.")] = None,
    first: Annotated[
        str | None,
        typer.Option(help="Who moved first in fact; the score is then first – second mover."),
    ] = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Record the result of a board or of its next game, or correct one.

    Put -- before a score that begins with -.
    """
    from qipan.office.typed_results import Correction, read_board, result_command
    from qipan.sections.matches import match_of
    from qipan.sections.stages import undecided

    board, inside = read_board(board_text)
    game = inside if game is None else game
    with at(data, competition, section) as place:
        number = RoundNo(round_ if round_ is not None else max(1, len(place.section.rounds)))
        match = match_of(place.state, place.section, number, board)
        correction = None if correct is None else Correction(correct)
        command = result_command(
            match,
            score,
            adjudged=adjudged,
            correction=correction,
            game=game,
            first=None if first is None else place.who(first),
        )
        if by is not None:
            command = _reported(command, place.who(by))
        done = place.do(command).rounds[number - 1]
        told = _outcome(place, done, board)
        waiting = undecided(place.state, place.section, done)
    shown = {"round": number, "board": board, "missing": done.missing, **told, "undecided": waiting}
    to_go = f"{counted(len(done.missing), 'board')} to go in round {number}"
    say(shown, f"recorded; {_said(told, board in waiting)}{to_go}", as_json=as_json)


def _outcome(place: WorkedOn, done: Round, board: BoardNo) -> dict[str, str | None]:
    """Say who won a match, by id and by name; nobody while it is open, and in a draw."""
    from qipan.sections.systems.cross import winners_of

    table = done.table(board)
    winner = None if table is None else winners_of(done).get(frozenset(table.seats))
    name = None if winner is None else place.names[winner].name
    return {"winner": winner, "winner_name": name}


def _said(told: dict[str, str | None], waiting: bool) -> str:
    if told["winner"]:
        return f"{told['winner_name']} wins; "
    return "drawn, to be played off; " if waiting else ""


def _reported(command: Command, who: EntrantId) -> ReportResult:
    """Turn a result into the report of a player."""
    from qipan.desk.results.commands import RecordResult, ReportResult
    from qipan.kernel.results import How

    if not isinstance(command, RecordResult) or command.how is not How.PLAYED:
        raise BadInput("a player reports the result of one game that was played", where="--by")
    return ReportResult(
        section=command.section,
        round=command.round,
        board=command.board,
        entrant=who,
        score=command.score,
    )


def _lots_for(place: WorkedOn, command: ApproveStandings) -> list[str]:
    """Draw the lots that an approval waits for; none if it is refused for another reason."""
    from qipan.desk.decide import decide

    try:
        decide(place.state, command)
    except Refused as error:
        if error.code != "section.lots-pending":
            raise
        return place.office.draw_waiting(place.home, place.id, ACTOR)
    return []


def approve(
    competition: str, section: SectionName = None, data: Data = DEFAULT, as_json: AsJson = False
) -> None:
    """Draw the lots that ties need, approve the final standings, and close if it was the last."""
    from qipan.desk.closing import ApproveStandings, CloseCompetition

    with at(data, competition, section) as place:
        lots = _lots_for(place, ApproveStandings(section=place.id))
        place.do(ApproveStandings(section=place.id))
        closed = all(each.approved is not None for each in place.state.sections.values())
        if closed:
            place.do(CloseCompetition())
    if as_json:
        print_json({"section": place.id, "lots": lots, "closed": closed})
    else:
        console.print(f"{place.id}: approved{'; the competition is closed' if closed else ''}")
