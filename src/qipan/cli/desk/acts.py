"""Acts at the desk of one line each: signatures, clocks, boards, money, conflicts, supplements."""

from typing import Annotated

import typer

from qipan.cli.house import (
    ACTOR,
    DEFAULT,
    BoardNumber,
    Data,
    RoundNumber,
    SectionName,
    Who,
    at,
    house,
    official_named,
)
from qipan.cli.output import AsJson, say
from qipan.kernel.errors import BadInput
from qipan.kernel.ids import BoardNo, CompetitionId, RoundNo
from qipan.ranking.ledger import Reason


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (sign, clock, boards, pay, conflict, supplement):
        app.command()(command)


def sign(
    competition: str,
    entrant: Who,
    round_: RoundNumber,
    board: BoardNumber,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Sign a result as it stands; once signed, it cannot be appealed."""
    from qipan.desk.results.commands import SignResult
    from qipan.desk.results.signatures import has_signed

    with at(data, competition, section) as place:
        who, number, table = place.who(entrant), RoundNo(round_), BoardNo(board)
        place.do(SignResult(section=place.id, round=number, board=table, entrant=who))
        seats = place.section.rounds[number - 1].table(table)
        signed = [
            each
            for each in (seats.seats if seats else ())
            if has_signed(place.section, number, table, each)
        ]
    say({"signed": signed}, f"board {board}: {len(signed)} signed", as_json=as_json)


def clock(
    competition: str,
    left: Annotated[list[str], typer.Argument(help="Time left of each seat: 12:30 or seconds.")],
    round_: RoundNumber,
    board: BoardNumber,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Replace a faulty clock by one set to the remaining times."""
    from qipan.desk.conduct.commands import ReplaceClock

    seconds = tuple(map(_seconds, left))
    with at(data, competition, section) as place:
        number, table = RoundNo(round_), BoardNo(board)
        place.do(ReplaceClock(section=place.id, round=number, board=table, left=seconds))
    say(
        {"round": round_, "board": board, "left": seconds},
        f"board {board}: {' and '.join(left)} left",
        as_json=as_json,
    )


def _seconds(text: str) -> int:
    parts = text.split(":")
    if len(parts) > 3 or not all(each.isascii() and each.isdigit() for each in parts):
        raise BadInput(f"not a time: {text[:20]!r} (try 12:30, or seconds)")
    total = 0
    for each in parts:
        total = 60 * total + int(each[:6])
    return total


def boards(
    competition: str,
    numbers: Annotated[list[str], typer.Argument(help="Old and new number: 1:4 4:1.")],
    round_: RoundNumber,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Renumber the boards of a round; the pairings stay as they are."""
    from qipan.desk.rounds.commands import MoveBoards

    moved = tuple(map(_pair, numbers))
    with at(data, competition, section) as place:
        after = place.do(MoveBoards(section=place.id, round=RoundNo(round_), numbers=moved))
        tables = [
            {"board": each.board, "entrants": each.seats}
            for each in sorted(after.rounds[round_ - 1].tables, key=lambda each: each.board)
        ]
    say(
        {"round": round_, "boards": tables},
        f"round {round_}: {', '.join(numbers)}",
        as_json=as_json,
    )


def _pair(text: str) -> tuple[BoardNo, BoardNo]:
    old, _, new = text.partition(":")
    if not all(each.isascii() and each.isdigit() and len(each) < 8 for each in (old, new)):
        raise BadInput(f"not a move of a board: {text[:20]!r} (try 1:4)")
    return BoardNo(int(old)), BoardNo(int(new))


def pay(
    competition: str,
    entrant: Who,
    amount: Annotated[str, typer.Argument(help="Money, e.g. 35 or 12.50.")],
    reason: Annotated[Reason, typer.Option(help="What it is.")] = Reason.FEE,
    reference: Annotated[str, typer.Option(help="Receipt or note.")] = "",
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Enter a payment or a correction in the accounts of a section."""
    from qipan.desk.money import PostMoney, ledger_of
    from qipan.rulebooks.options import currency_of
    from qipan.rulebooks.schema.money import amount_in, shown
    from qipan.sections.lookup import event_of

    with at(data, competition, section) as place:
        command = PostMoney(
            section=place.id,
            who=place.who(entrant),
            reason=reason,
            cents=amount_in(amount, currency_of(event_of(place.state, place.section))),
            reference=reference,
        )
        balance = ledger_of(place.do(command)).balance()
    say(
        {"entrant": command.who, "cents": command.cents, "balance_cents": balance},
        f"{reason.value} {shown(command.cents)}",
        as_json=as_json,
    )


def conflict(
    competition: str,
    official: Annotated[str, typer.Argument(help="A member of a committee, by name.")],
    because: Annotated[str, typer.Option(help="Why: family, club …")],
    entrant: Annotated[str | None, typer.Option(help="Close to this entrant.")] = None,
    unit: Annotated[str, typer.Option(help="Close to everybody of this unit.")] = "",
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Declare a conflict of interest: an official does not decide on this entrant or unit."""
    from qipan.desk.appeals.commands import DeclareConflict

    with at(data, competition, section) as place:
        who = None if entrant is None else place.who(entrant)
        command = DeclareConflict(
            person=official_named(place, official),
            section=None if who is None else place.id,
            entrant=who,
            unit=unit,
            reason=because,
        )
        place.do(command)
    say(
        {"person": command.person, "entrant": who, "unit": unit},
        f"{official}: conflict with {entrant or unit}",
        as_json=as_json,
    )


def supplement(
    competition: str,
    number: Annotated[str, typer.Argument(help="Number of the new clause, e.g. S1.")],
    date: Annotated[str, typer.Option(help="In force from, e.g. 2026-03-01.")],
    text: Annotated[list[str], typer.Option(help="LANGUAGE=TEXT, e.g. en=…; repeatable.")],
    rule: Annotated[list[str] | None, typer.Option(help="A rule it decides; repeatable.")] = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Post a clause that fills a gap in the book; it is cited like the others."""
    from qipan.desk.appeals.commands import PostSupplement
    from qipan.kernel.rules import RuleKey

    texts = dict(_text(each) for each in text)
    with house(data) as found:
        command = PostSupplement(
            number=number, date=date, text=texts, rules=tuple(RuleKey(each) for each in rule or ())
        )
        found.office.carry_out(CompetitionId(competition), ACTOR, command)
    say({"number": number, "text": texts}, f"clause {number} is posted", as_json=as_json)


def _text(text: str) -> tuple[str, str]:
    language, mark, words = text.partition("=")
    if not mark or not language.isalpha() or not words.strip():
        raise BadInput(f"not a text: {text[:20]!r} (try en=…)", where="--text")
    return language, words
