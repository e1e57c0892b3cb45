"""``qipan foul``: penalties, missing moves, lateness, annulment and bans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, SectionName, Who, WorkedOn, at, official_named
from qipan.cli.output import AsJson, print_json, print_table, say
from qipan.desk.conduct.commands import Annulment
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo

if TYPE_CHECKING:
    from qipan.desk.command import Command
    from qipan.journal.people import Person
    from qipan.journal.state import Penalty, Punished
    from qipan.views.consequences import Consequences

RoundOption = Annotated[int | None, typer.Option("--round", "-r", help="Round.")]
BoardOption = Annotated[int | None, typer.Option("--board", "-b", help="Board.")]
GameOption = Annotated[
    int | None, typer.Option("--game", help="Game or board of the match; else the first open.")
]

Preview = Annotated[bool, typer.Option(help="Only show what would follow; change nothing.")]
PersonOption = Annotated[
    str | None, typer.Option(help="Who of a team did it: name or id; else who plays the game.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Fouls and penalties, as the book says.", no_args_is_help=True)
    group.command()(give)
    group.command("list")(list_fouls)
    group.command()(offences)
    group.command()(record)
    group.command()(late)
    group.command("take-back")(take_back)
    group.command()(annul)
    group.command()(lift)
    app.add_typer(group, name="foul")


def offences(
    competition: str, section: SectionName = None, data: Data = DEFAULT, as_json: AsJson = False
) -> None:
    """List the offences in the book, with the penalties for each."""
    from qipan.sections.lookup import book_of, event_of

    with at(data, competition, section) as place:
        state, title = place.state, place.section.title
        listed = event_of(state, place.section).conduct.offence
    if as_json:
        print_json({name: msgspec.to_builtins(each) for name, each in listed.items()})
        return
    book = book_of(state)
    rows = [
        (name, _offence(name), book.citation(each.clause), " → ".join(map(_words, each.ladder)))
        for name, each in listed.items()
    ]
    print_table(title, ("offence", "what it is", "clause", "ladder"), rows)


def _offence(name: str) -> str:
    """Say in words what an offence is; one of a regulation of one's own has its name alone."""
    from qipan.i18n import catalogue

    return catalogue("en").get(f"desk.offence.{name}", name.replace("-", " "))


def _words(step: Any) -> str:
    said = msgspec.to_builtins(step)
    parts = [
        key.replace("_", " ") if value is True else f"{key.replace('_', ' ')} {value}"
        for key, value in said.items()
        if value
    ]
    return ", ".join(parts)


def give(
    competition: str,
    entrant: Who,
    offence: Annotated[str, typer.Argument(help="An offence of the book: see `foul offences`.")],
    section: SectionName = None,
    round_: RoundOption = None,
    board: BoardOption = None,
    game: GameOption = None,
    person: PersonOption = None,
    captain: Annotated[
        str | None, typer.Option(help="The captain did it, by name; they need not be a player.")
    ] = None,
    choice: Annotated[int | None, typer.Option(help="Another penalty the book allows.")] = None,
    until: Annotated[str, typer.Option(help="Last day of a ban.")] = "",
    note: Annotated[str, typer.Option(help="What happened.")] = "",
    by: Annotated[str | None, typer.Option(help="The referee who decides, by name.")] = None,
    grave: Annotated[bool, typer.Option(help="As chief: exclusion, bans.")] = False,
    instead: Annotated[
        str | None, typer.Option(help="Give it instead of this penalty, which is taken back.")
    ] = None,
    preview: Preview = False,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Penalise an offence by the next step of its ladder."""
    from qipan.desk.conduct.commands import PunishGravely, PunishOffence
    from qipan.desk.repairs.commands import TakeBackPenalty
    from qipan.office.captains import captain_named

    with at(data, competition, section) as place:
        who = place.who(entrant)
        fields: dict[str, Any] = {
            "section": place.id,
            "entrant": who,
            "offence": offence,
            "round": round_,
            "board": board,
            "game": game,
            "person": None if person is None else place.member(who, person),
            "captain": captain is not None,
            "choice": choice,
            "note": note,
            "by": None if by is None else official_named(place, by),
        }
        named: AbstractContextManager[PersonId | None] = nullcontext()
        if captain is not None:
            named = captain_named(place.office, place.state, captain, keep=not preview)
        with named as leads:
            fields["person"] = leads or fields["person"]
            fits = PunishGravely(**fields, until=until)  # what would follow is told in any case
            command = fits if grave or preview else PunishOffence(**fields)
            commands: list[Command] = [command]
            if instead is not None:
                why = note or "another penalty is given instead"
                commands.insert(0, TakeBackPenalty(section=place.id, penalty=instead, reason=why))
            _give(place, commands, preview, as_json)


def record(
    competition: str,
    entrant: Who,
    round_: Annotated[int, typer.Option("--round", "-r")],
    board: Annotated[int, typer.Option("--board", "-b")],
    total: Annotated[int, typer.Option(min=0, help="Missing moves in all.")],
    run: Annotated[int, typer.Option(min=0, help="Longest run of missing moves.")] = 0,
    game: GameOption = None,
    person: PersonOption = None,
    preview: Preview = False,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Rule on moves missing on a scoresheet."""
    from qipan.desk.conduct.commands import CheckRecord

    with at(data, competition, section) as place:
        who = place.who(entrant)
        command = CheckRecord(
            section=place.id,
            round=RoundNo(round_),
            board=BoardNo(board),
            entrant=who,
            person=None if person is None else place.member(who, person),
            run=run,
            total=total,
            game=game,
        )
        _give(place, [command], preview, as_json)


def _give(place: WorkedOn, commands: Sequence[Command], preview: bool, as_json: bool) -> None:
    """Carry penalties out, or only say what would follow."""
    from qipan.views.consequences import foreseen

    if preview:
        print_consequences(foreseen(place.state, place.id, commands), place.names, as_json=as_json)
        return
    place.refresh(place.office.carry_out_all(place.home, ACTOR, commands))
    _show(place, as_json, last=1)


def take_back(
    competition: str,
    penalty: Annotated[str, typer.Argument(help="Its id in `foul list`, e.g. f12.")],
    because: Annotated[str, typer.Option(help="Why; the journal keeps it.")],
    section: SectionName = None,
    preview: Preview = False,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Lift a penalty with all its consequences: a lost game, a fine, an exclusion."""
    from qipan.desk.repairs.commands import TakeBackPenalty
    from qipan.views.consequences import foreseen

    with at(data, competition, section) as place:
        command = TakeBackPenalty(section=place.id, penalty=penalty, reason=because)
        given = next((each for each in place.section.penalties if each.id == penalty), None)
        follows = foreseen(place.state, place.id, [command])
        if preview:
            print_consequences(follows, place.names, as_json=as_json)
            return
        place.do(command)
        name = place.names[given.entrant].name if given else ""
    told = {"taken_back": penalty, "name": name, **_plain(follows)}
    offence = given.offence if given else ""
    say(told, f"taken back: {offence} of {name}", as_json=as_json)


def _plain(follows: Consequences) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(follows)
    return found


def print_consequences(
    follows: Consequences, names: Mapping[EntrantId, Person], *, as_json: bool
) -> None:
    """Say what would follow, or did."""
    if as_json:
        print_json({"done": False, **_plain(follows)})
        return
    for each in follows.imposed:
        given = ", ".join(map(_shown, each.penalties))
        time = f" (time {each.time})" if each.time > 1 else ""
        typer.echo(f"{names[each.entrant].name}: {each.offence}{time}: {given} [{each.clause}]")
    for late_one in follows.late:
        cost = "the game is lost" if late_one.lost else f"{late_one.deducted} s off the clock"
        typer.echo(f"{names[late_one.entrant].name}: {late_one.seconds} s late: {cost}")
    for board in follows.boards:
        seats = " – ".join(names[who].name for who in board.seats)
        at_board = f"{board.board}.{board.game}" if board.game else str(board.board)
        typer.echo(
            f"round {board.round}, board {at_board}, {seats}: "
            f"{board.before or 'no result'} → {board.after or 'no result'}"
        )
    for who in follows.leave:
        typer.echo(f"{names[who].name} is out")
    for place in follows.places:
        old, new = place.before or "–", place.after or "–"
        typer.echo(f"{names[place.entrant].name}: place {old} → {new}")


def late(
    competition: str,
    entrant: Who,
    round_: Annotated[int, typer.Option("--round", "-r")],
    board: Annotated[int, typer.Option("--board", "-b")],
    seconds: Annotated[int, typer.Option(min=1, help="How late.")],
    game: GameOption = None,
    preview: Preview = False,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Record how late somebody came; too late loses the round, or the board in a team match."""
    from qipan.desk.conduct.commands import RecordLateness
    from qipan.sections.matches import match_of
    from qipan.views.consequences import foreseen

    with at(data, competition, section) as place:
        who = place.who(entrant)
        command = RecordLateness(
            section=place.id,
            round=RoundNo(round_),
            board=BoardNo(board),
            entrant=who,
            seconds=seconds,
            game=game,
        )
        if preview:
            follows = foreseen(place.state, place.id, [command])
            print_consequences(follows, place.names, as_json=as_json)
            return
        match = match_of(place.state, place.section, command.round, command.board)
        one = (game or match.next_game) if match.rule.boards else None
        before = place.section
        after, name = place.do(command), place.names[who].name
    _, deducted = after.late[(RoundNo(round_), who)]
    old, new = before.rounds[round_ - 1], after.rounds[round_ - 1]
    lost = (old.results, old.games) != (new.results, new.games)
    what = "the round" if one is None else f"board {one} of the match"
    said = f"{what} is lost" if lost else f"{deducted} s come off the clock"
    answer = {"entrant": who, "seconds": seconds, "deducted": deducted, "lost": lost, "game": one}
    say(answer, f"{name}: {said}", as_json=as_json)


def list_fouls(
    competition: str, section: SectionName = None, data: Data = DEFAULT, as_json: AsJson = False
) -> None:
    """List the penalties of a section."""
    with at(data, competition, section) as place:
        _show(place, as_json)


def _show(place: WorkedOn, as_json: bool, last: int = 0) -> None:
    names, section = place.names, place.section
    offenders = [each.person for each in section.penalties if each.person]
    people = place.office.around.people.find(offenders)
    listed = section.penalties[-last:] if last else section.penalties
    if as_json:
        print_json(
            [
                {
                    "id": each.id,
                    "entrant": each.entrant,
                    "name": names[each.entrant].name,
                    "offence": each.offence,
                    "clause": each.clause,
                    "round": each.round,
                    "board": each.board,
                    "game": each.game if each.board is not None else None,
                    "remedy": each.remedy,
                    "person": each.person,
                    "person_name": _person_name(each, people),
                    "penalties": msgspec.to_builtins(each.penalties),
                }
                for each in listed
            ]
        )
        return
    rows = [
        (
            each.id,
            _offender(each, names[each.entrant].name, people),
            _offence(each.offence),
            each.clause,
            ", ".join(filter(None, (*map(_shown, each.penalties), each.remedy))),
            each.round or "",
            _table(place, each),
        )
        for each in listed
    ]
    headings = ("id", "name", "offence", "clause", "penalties", "round", "board")
    print_table(section.title, headings, rows)


def _person_name(each: Punished, people: Mapping[PersonId, Person]) -> str | None:
    known = people.get(each.person) if each.person else None
    return None if known is None else known.name


def _offender(each: Punished, name: str, people: Mapping[PersonId, Person]) -> str:
    """Name who was punished: of a team, the member and the team."""
    known = people.get(each.person) if each.person else None
    return name if known is None or known.name == name else f"{known.name} ({name})"


def _table(place: WorkedOn, each: Punished) -> str:
    """Name the board, and the one inside a match of teams."""
    from qipan.sections.matches import match_of

    if each.board is None or each.round is None:
        return ""
    match = match_of(place.state, place.section, RoundNo(each.round), BoardNo(each.board))
    return f"{each.board}/{each.game}" if match.several else str(each.board)


def _shown(penalty: Penalty) -> str:
    from qipan.journal.state import PenaltyKind
    from qipan.rulebooks.schema.money import shown

    amount = str(penalty.amount) if penalty.amount > 1 else ""
    if penalty.kind is PenaltyKind.FINE:
        amount = shown(penalty.amount)
    return " ".join(filter(None, (penalty.kind.value, amount, penalty.until)))


def annul(
    competition: str,
    entrant: Who,
    reason: Annotated[str, typer.Option(help="Why.")],
    round_: Annotated[list[int] | None, typer.Option("--round", "-r", help="Repeatable.")] = None,
    outcome: Annotated[Annulment, typer.Option(help="What becomes of the results.")] = (
        Annulment.LOSES
    ),
    game: Annotated[int | None, typer.Option(help="One board of a team match.")] = None,
    preview: Annotated[bool, typer.Option(help="Only show what would change.")] = False,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Annul results rounds later and show whose place changes; past pairings stay."""
    from qipan.desk.conduct.annulment import preview as preview_annulment
    from qipan.desk.conduct.commands import AnnulResults

    with at(data, competition, section) as place:
        command = AnnulResults(
            section=place.id,
            entrant=place.who(entrant),
            rounds=tuple(RoundNo(each) for each in round_ or ()),
            outcome=outcome,
            game=game,
            reason=reason,
        )
        changes, _ = preview_annulment(place.state, command)
        if not preview:
            place.do(command, place.state.version)
        names = place.names
    if as_json:
        print_json({"done": not preview, "changes": msgspec.to_builtins(changes)})
        return
    rows = [(names[each.entrant].name, each.before or "–", each.after or "–") for each in changes]
    title = "Places that would change" if preview else "Places that changed"
    print_table(title, ("name", "before", "after"), rows)


def lift(
    competition: str,
    entrant: Who,
    reason: Annotated[str, typer.Option(help="Why.")],
    person: Annotated[str | None, typer.Option(help="The member of a team: name or id.")] = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """End a ban or suspension."""
    from qipan.desk.conduct.commands import LiftBan

    with at(data, competition, section) as place:
        who = place.who(entrant)
        member = None if person is None else place.member(who, person)
        command = LiftBan(section=place.id, entrant=who, reason=reason, person=member)
        place.do(command)
        name = place.names[who].name
    say({"lifted": who}, f"{name} may enter again", as_json=as_json)
