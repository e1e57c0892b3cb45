"""``qipan appeal`` and ``qipan committee``: appeals from the written word to the decision."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any

import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, SectionName, WorkedOn, citing, house
from qipan.cli.house import at as open_at
from qipan.cli.output import AsJson, print_json, print_table, say
from qipan.kernel.errors import QipanError
from qipan.kernel.ids import BoardNo, CompetitionId, RoundNo

if TYPE_CHECKING:
    from qipan.desk.appeals.commands import AnswerAppeal, DecideAppeal, WithdrawAppeal
    from qipan.journal.state import Section

Name = Annotated[str, typer.Argument(help="The appeal, e.g. a1.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Appeals: lodge, answer, decide.", no_args_is_help=True)
    group.command()(lodge)
    group.command()(accept)
    group.command()(refuse)
    group.command()(withdraw)
    group.command()(decide)
    group.command("list")(list_appeals)
    app.add_typer(group, name="appeal")
    app.command()(committee)
    app.command("end-round")(end_round)


def committee(
    competition: str,
    names: Annotated[list[str], typer.Argument(help="The members.")],
    body: Annotated[str, typer.Option(help="Which committee of the book.")] = "arbitration",
    online: Annotated[
        list[str] | None, typer.Option(help="A member elsewhere; repeatable.")
    ] = None,
    despite: Annotated[str, typer.Option(help="Why fewer online are accepted.")] = "",
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Appoint a committee and post it; the same name is always the same person."""
    from qipan.desk.people import forget_refused
    from qipan.office.committees import named_members

    with house(data) as found:
        around, home = found.office.around, CompetitionId(competition)
        state = found.office.state(home)
        sections = [WorkedOn(found, state, each) for each in state.sections.values()]
        with citing(sections[0]) if sections else nullcontext():
            named = named_members(state, around.people, names, online or (), around.random_bytes)
            try:
                found.office.carry_out(home, ACTOR, named.command(body, despite))
            except QipanError as error:
                forget_refused(around.people, named.newcomers, error)
                raise
    away = {name for name, each in zip(named.names, named.members, strict=True) if each.online}
    said = [f"{name} (online)" if name in away else name for name in named.names]
    answer = {each.person: each.online for each in named.members}
    say({"body": body, "members": answer}, f"{body}: {', '.join(said)}", as_json=as_json)


def end_round(
    competition: str,
    number: Annotated[int, typer.Argument(help="Round.")],
    at: Annotated[str, typer.Option(help="When, e.g. 2026-03-01T16:00.")],
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Record when a round ended; the time for appeals starts there."""
    from qipan.desk.schedule.commands import EndRound

    with open_at(data, competition, section) as place:
        place.do(EndRound(section=place.id, round=RoundNo(number), at=at))
    say({"round": number, "at": at}, f"round {number} ended at {at}", as_json=as_json)


def lodge(
    competition: str,
    entrant: Annotated[str, typer.Argument(help="Name, number or id.")],
    round_: Annotated[int, typer.Option("--round", "-r")],
    text: Annotated[str, typer.Option(help="The appeal in writing; name people by number.")],
    at: Annotated[str, typer.Option(help="When, e.g. 2026-03-01T16:10.")],
    deposit: Annotated[str, typer.Option(help="Deposit handed in, e.g. 100.")] = "0",
    board: Annotated[int | None, typer.Option("--board", "-b")] = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Lodge an appeal."""
    from qipan.desk.appeals.commands import LodgeAppeal
    from qipan.rulebooks.options import currency_of
    from qipan.rulebooks.schema.money import amount_in
    from qipan.sections.lookup import event_of

    with open_at(data, competition, section) as place:
        command = LodgeAppeal(
            section=place.id,
            entrant=place.who(entrant),
            round=RoundNo(round_),
            board=None if board is None else BoardNo(board),
            text=text,
            at=at,
            deposit=amount_in(deposit, currency_of(event_of(place.state, place.section))),
        )
        after = place.do(command)
    _say(after, [*after.appeals][-1], as_json)


def accept(
    competition: str,
    appeal: Name,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Accept an appeal for hearing; after that it cannot be withdrawn."""
    from qipan.desk.appeals.commands import AnswerAppeal

    with open_at(data, competition, section) as place:
        command = AnswerAppeal(section=place.id, appeal=appeal, accept=True)
        _done(place, command, as_json)


def refuse(
    competition: str,
    appeal: Name,
    reason: Annotated[str, typer.Option(help="Why.")],
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Refuse to have an appeal heard."""
    from qipan.desk.appeals.commands import AnswerAppeal

    with open_at(data, competition, section) as place:
        command = AnswerAppeal(section=place.id, appeal=appeal, accept=False, reason=reason)
        _done(place, command, as_json)


def withdraw(
    competition: str,
    appeal: Name,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Withdraw an appeal before it is accepted."""
    from qipan.desk.appeals.commands import WithdrawAppeal

    with open_at(data, competition, section) as place:
        command = WithdrawAppeal(section=place.id, appeal=appeal)
        _done(place, command, as_json)


def decide(
    competition: str,
    appeal: Name,
    reasons: Annotated[str, typer.Option(help="The reasons.")],
    upheld: Annotated[bool, typer.Option("--upheld/--dismissed", help="The decision.")],
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Decide an accepted appeal; the deposit follows the outcome."""
    from qipan.desk.appeals.commands import DecideAppeal

    with open_at(data, competition, section) as place:
        command = DecideAppeal(section=place.id, appeal=appeal, upheld=upheld, reasons=reasons)
        _done(place, command, as_json)


def _done(
    place: WorkedOn, command: AnswerAppeal | WithdrawAppeal | DecideAppeal, as_json: bool
) -> None:
    """Carry a step of an appeal out and tell how the appeal stands then."""
    _say(place.do(command), command.appeal, as_json)


def list_appeals(
    competition: str, section: SectionName = None, data: Data = DEFAULT, as_json: AsJson = False
) -> None:
    """List the appeals of a section."""
    with open_at(data, competition, section) as found:
        names, place = found.names, found.section
    if as_json:
        print_json([_plain(place, name) for name in place.appeals])
        return
    rows = [
        (each.id, names[each.entrant].name, each.round, each.outcome.value, each.reasons)
        for each in place.appeals.values()
    ]
    print_table(place.title, ("appeal", "by", "round", "outcome", "reasons"), rows)


def _plain(section: Section, appeal: str) -> dict[str, Any]:
    each = section.appeals[appeal]
    return {
        "appeal": each.id,
        "entrant": each.entrant,
        "round": each.round,
        "board": each.board,
        "outcome": each.outcome.value,
        "reasons": each.reasons,
    }


def _say(section: Section, appeal: str, as_json: bool) -> None:
    say(
        _plain(section, appeal),
        f"{appeal}: {section.appeals[appeal].outcome.value}",
        as_json=as_json,
    )
