"""``qipan new``, ``enter``, ``withdraw``, ``pair``, ``result``, ``approve``: running an event."""

from typing import Annotated, Any

import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, SectionName, entrant_of, house, section_of
from qipan.cli.output import AsJson, console, print_json, print_table
from qipan.desk import commands as asked
from qipan.desk.found import event_of
from qipan.desk.numbers import NUMBERS
from qipan.desk.office import Newcomer
from qipan.desk.results import read_score
from qipan.desk.standings import pending_lots
from qipan.journal.competition import Competition, Section
from qipan.journal.people import Person
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import BoardNo, CompetitionId, RoundNo, SectionId
from qipan.kernel.results import How
from qipan.rulebooks import book_named
from qipan.wiring import House


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(new)
    app.command()(enter)
    app.command()(withdraw)
    app.command()(pair)
    app.command()(result)
    app.command()(approve)


def new(
    book: Annotated[str, typer.Argument(help="Rulebook, e.g. wx-14.")],
    event: Annotated[str, typer.Argument(help="Event of the book, e.g. women.")],
    competition: Annotated[str, typer.Option("--id", help="Short id, e.g. open-2026.")],
    title: Annotated[str | None, typer.Option(help="Title people read.")] = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Create a competition with one section, or add a section to one that exists."""
    wanted = CompetitionId(competition)
    with house(data, create=True) as found:
        office = found.office
        if wanted not in office.competitions():
            heading = title or book_named(book).book.title["en"]
            office.create(wanted, ACTOR, heading, book)
        elif office.state(wanted).book != book:
            raise BadInput(f"{competition} is held under {office.state(wanted).book}", where="book")
        rules = book_named(book).event
        text = rules[event].title["en"] if event in rules else event
        command = asked.OpenSection(section=SectionId(event), title=text, under=event)
        state = office.carry_out(wanted, ACTOR, command)
    if as_json:
        print_json({"competition": wanted, "sections": list(state.sections), "book": book})
    else:
        console.print(f"{wanted}: section {event} is open for entries", markup=False)


def enter(
    competition: str,
    names: Annotated[list[str], typer.Argument(help="One or more names.")],
    section: SectionName = None,
    rating: Annotated[int | None, typer.Option(help="Rating, for one name.")] = None,
    unit: Annotated[str | None, typer.Option(help="Country, state, club or school.")] = None,
    another: Annotated[bool, typer.Option(help="Somebody else of the same name.")] = False,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Enter one or more people into a section."""
    if rating is not None and len(names) > 1:
        raise BadInput("a rating belongs to one name", where="--rating")
    entered = {}
    with house(data) as found:
        _, place = section_of(found, competition, section)
        for name in names:
            newcomer = Newcomer(Person(name=name), rating, unit, another_person=another)
            entered[name] = found.office.enter(
                CompetitionId(competition), place.id, ACTOR, newcomer
            )
    if as_json:
        print_json(entered)
    else:
        console.print(f"entered: {', '.join(entered)}", markup=False)


def withdraw(
    competition: str,
    entrant: Annotated[str, typer.Argument(help="Name, number or id.")],
    section: SectionName = None,
    reason: Annotated[str, typer.Option(help="Why.")] = "",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Take somebody out of the rounds to come; games already played stand."""
    with house(data) as found:
        _, place = section_of(found, competition, section)
        who = entrant_of(found, place, entrant)
        command = asked.WithdrawEntrant(section=place.id, entrant=who, reason=reason)
        found.office.carry_out(CompetitionId(competition), ACTOR, command)
    if as_json:
        print_json({"withdrawn": who})
    else:
        console.print(f"{entrant} withdrew", markup=False)


def pair(
    competition: str,
    section: SectionName = None,
    entropy: Annotated[
        list[str] | None, typer.Option(help="Public words mixed into the lot; repeatable.")
    ] = None,
    hold: Annotated[bool, typer.Option(help="Only pair; publish with a later `pair`.")] = False,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Pair and publish the next round; before the first, close entries and draw the numbers."""
    with house(data) as found:
        office = found.office
        home = CompetitionId(competition)
        _, place = section_of(found, competition, section)
        if not place.closed:
            office.carry_out(home, ACTOR, asked.CloseEntries(section=place.id))
        if not place.order:
            if NUMBERS not in place.commitments:
                office.commit_lot(home, place.id, ACTOR)
            office.draw_numbers(home, place.id, ACTOR, tuple(entropy or ()))
        current = place.current
        if current is None or current.published:
            state = office.pair(home, place.id, ACTOR, tuple(entropy or ()))
            current = state.sections[place.id].current
        number = current.number if current else RoundNo(1)
        if not hold:
            office.carry_out(home, ACTOR, asked.PublishRound(section=place.id, round=number))
        state = office.state(home)
        shown = _pairings(found, state, state.sections[place.id], number)
    if as_json:
        print_json(shown)
        return
    rows = [
        (row["board"], " — ".join(row["names"]), row["result"] or "") for row in shown["boards"]
    ]
    print_table(f"Round {number}", ("board", "first — second", "result"), rows)
    if shown["resting"]:
        console.print(f"rests: {', '.join(shown['resting'])}", markup=False)


def _pairings(
    found: House, state: Competition, section: Section, number: RoundNo
) -> dict[str, Any]:
    scoring = event_of(state, section).scoring.scoring()
    names = found.office.names(section)
    here = section.rounds[number - 1]
    return {
        "section": section.id,
        "round": number,
        "boards": [
            {
                "board": table.board,
                "entrants": list(table.seats),
                "names": [names[who].name for who in table.seats],
                "result": "-".join(map(scoring.show, here.results[table.board].score.seats))
                if table.board in here.results
                else None,
            }
            for table in here.tables
        ],
        "resting": [names[rest.entrant].name for rest in here.resting],
    }


def result(
    competition: str,
    board: Annotated[int, typer.Argument(help="Board number.")],
    score: Annotated[str, typer.Argument(help="1-0, 0.5-0.5, 0-1; forfeits: +-, -+ and --.")],
    round_: Annotated[int | None, typer.Option("--round", help="Round; else the current.")] = None,
    correct: Annotated[
        str | None, typer.Option(help="Replace a recorded result, for this reason.")
    ] = None,
    adjudged: Annotated[bool, typer.Option(help="Decided by an arbiter, not by play.")] = False,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Record the result of a board, or correct one. Put -- before a score that begins with -."""
    with house(data) as found:
        state, place = section_of(found, competition, section)
        read, how = read_score(score, event_of(state, place).scoring.scoring())
        how = How.ADJUDGED if adjudged else how
        number = RoundNo(round_ if round_ is not None else max(1, len(place.rounds)))
        command: asked.RecordResult | asked.CorrectResult
        if correct is None:
            command = asked.RecordResult(
                section=place.id, round=number, board=BoardNo(board), score=read, how=how
            )
        else:
            command = asked.CorrectResult(
                section=place.id,
                round=number,
                board=BoardNo(board),
                score=read,
                how=how,
                reason=correct,
            )
        state = found.office.carry_out(CompetitionId(competition), ACTOR, command)
        missing = state.sections[place.id].rounds[number - 1].missing
    if as_json:
        print_json({"round": number, "board": board, "missing": missing})
    else:
        console.print(f"recorded; {len(missing)} board(s) to go in round {number}", markup=False)


def approve(
    competition: str, section: SectionName = None, data: Data = DEFAULT, as_json: AsJson = False
) -> None:
    """Draw the lots that ties need, approve the final standings, and close if it was the last."""
    with house(data) as found:
        office = found.office
        home = CompetitionId(competition)
        state, place = section_of(found, competition, section)
        lots = list(pending_lots(state, place))
        for lot in lots:
            if lot not in place.commitments:
                office.commit_lot(home, place.id, ACTOR, lot)
            office.draw_tie(home, place.id, ACTOR, lot)
        state = office.carry_out(home, ACTOR, asked.ApproveStandings(section=place.id))
        closed = all(each.approved is not None for each in state.sections.values())
        if closed:
            office.carry_out(home, ACTOR, asked.CloseCompetition())
    if as_json:
        print_json({"section": place.id, "lots": lots, "closed": closed})
    else:
        console.print(f"{place.id}: approved{'; the competition is closed' if closed else ''}")
