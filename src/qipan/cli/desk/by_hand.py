"""``qipan hand``: pairing by hand, seen before it is done and recorded when it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, SectionName, WorkedOn, at, pair_named, rule_words
from qipan.cli.output import AsJson, counted, print_json, print_table, say
from qipan.kernel.ids import EntrantId, RoundNo

if TYPE_CHECKING:
    from collections.abc import Mapping

    from qipan.desk.rounds.by_hand.commands import HandStep
    from qipan.desk.rounds.by_hand.pairing import Preview
    from qipan.journal.people import Person
    from qipan.journal.rounds import RoundPaired
    from qipan.kernel.rules import RuleKey

Because = Annotated[str, typer.Option(help="The reason, for the journal.")]
Clause = Annotated[str, typer.Option(help="The clause it is done under, e.g. 9.")]
Despite = Annotated[
    list[str] | None,
    typer.Option(help="A rule it breaks, acknowledged as --preview names it; repeatable."),
]
OnlyShow = Annotated[bool, typer.Option("--preview", help="Only show what it would give.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(help="Pair by hand, with a reason.", no_args_is_help=True)
    group.command()(preview)
    group.command()(change)
    group.command()(pair)
    group.command()(undo)
    app.add_typer(group, name="hand")


def preview(
    competition: str, section: SectionName = None, data: Data = DEFAULT, as_json: AsJson = False
) -> None:
    """Show the next round as the system would pair it, with reasons; nothing is written."""
    from qipan.desk.rounds.by_hand.pairing import preview_round

    with at(data, competition, section) as place:
        paired = preview_round(place.state, place.id)
        names = place.names
        said = {cause: rule_words(place, cause) for cause in _causes(paired)}
    if as_json:
        print_json(msgspec.to_builtins(paired))
        return
    rows = [(str(row[0]), row[1], row[2]) for row in _rows(paired, names, said)]
    print_table(f"Round {paired.round}, as it would be", ("board", "entrants", "why"), rows)


def _causes(paired: RoundPaired) -> dict[RuleKey, None]:
    """Give every rule behind a pairing once."""
    causes = [cause for each in paired.tables for cause in each.causes]
    causes += [cause for each in paired.resting for cause in each.causes]
    return dict.fromkeys(cause.rule for cause in causes)


def _rows(
    paired: RoundPaired, names: Any, said: Mapping[RuleKey, str]
) -> list[tuple[object, str, str]]:
    rows: list[tuple[object, str, str]] = [
        (
            table.board,
            " — ".join(names[who].name for who in table.seats),
            "; ".join(said[cause.rule] for cause in table.causes),
        )
        for table in paired.tables
    ]
    rows += [
        (
            "",
            f"{names[rest.entrant].name} rests",
            "; ".join(said[cause.rule] for cause in rest.causes),
        )
        for rest in paired.resting
    ]
    return rows


def change(
    competition: str,
    steps: Annotated[
        list[str],
        typer.Argument(help="swap:P:Q, meet:P:Q, rest:P, reverse:BOARD, boards:1:4, in order."),
    ],
    because: Because,
    clause: Clause = "",
    despite: Despite = None,
    preview: OnlyShow = False,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Change the paired round by hand before it is published; P and Q by name, number or id."""
    from qipan.desk.rounds.by_hand.commands import ChangePairing
    from qipan.desk.rounds.by_hand.pairing import preview_change

    with at(data, competition, section) as place:
        command = ChangePairing(
            section=place.id,
            round=RoundNo(len(place.section.rounds)),
            steps=tuple(_named(place, text) for text in steps),
            reason=because,
            by=ACTOR,
            clause=clause,
            despite=frozenset(despite or ()),
            at=place.office.around.now().isoformat(timespec="seconds"),
        )
        shown = preview_change(place.state, command)
        if not preview:
            place.do(command, place.state.version)
        _show(shown, place.names, preview, as_json)


def _named(place: WorkedOn, text: str) -> HandStep:
    from qipan.desk.rounds.by_hand.commands import read_step

    step = read_step(text)
    return msgspec.structs.replace(step, entrants=tuple(place.who(each) for each in step.entrants))


def pair(
    competition: str,
    pairs: Annotated[list[str], typer.Argument(help="A:B in the order of the boards.")],
    because: Because,
    rest: Annotated[list[str] | None, typer.Option(help="Who rests; repeatable.")] = None,
    clause: Clause = "",
    despite: Despite = None,
    preview: OnlyShow = False,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Pair a whole round by hand, where the system finds no pairing."""
    from qipan.desk.rounds.by_hand.commands import PairByHand
    from qipan.desk.rounds.by_hand.pairing import preview_by_hand

    with at(data, competition, section) as place:
        command = PairByHand(
            section=place.id,
            pairs=tuple(pair_named(place, text) for text in pairs),
            rests=tuple(place.who(each) for each in rest or ()),
            reason=because,
            by=ACTOR,
            clause=clause,
            despite=frozenset(despite or ()),
            at=place.office.around.now().isoformat(timespec="seconds"),
        )
        if not preview:
            done = place.refresh(place.office.pair_by_hand(place.home, ACTOR, command)).rounds[-1]
            boards = {int(each.board): list(each.seats) for each in done.tables}
            words = f"round {done.number}: {counted(len(done.tables), 'board')} by hand"
            say({"round": done.number, "boards": boards}, words, as_json=as_json)
            return
        _show(preview_by_hand(place.state, command), place.names, preview, as_json)


def undo(
    competition: str,
    because: Because,
    section: SectionName = None,
    keep_results: Annotated[
        bool, typer.Option(help="Although games were played: their results are kept aside.")
    ] = False,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Withdraw the last round if nobody has played in it; its lot stays as drawn."""
    from qipan.desk.rounds.by_hand.commands import WithdrawRound

    with at(data, competition, section) as place:
        number = RoundNo(len(place.section.rounds))
        command = WithdrawRound(
            section=place.id, round=number, reason=because, keep_results=keep_results
        )
        place.do(command)
    say({"withdrawn": number}, f"round {number} is withdrawn", as_json=as_json)


def _show(
    shown: Preview, names: dict[EntrantId, Person] | Any, preview: bool, as_json: bool
) -> None:
    if as_json:
        print_json({"done": not preview, **msgspec.to_builtins(shown)})
        return
    title = "Would change" if preview else "Changed"
    rows = [
        (
            each.change.value,
            " — ".join(names[who].name for who in each.entrants),
            each.engine or "",
            each.manual or "",
        )
        for each in shown.differences
    ]
    print_table(title, ("what", "who", "board before", "board after"), rows)
    broken = [
        (
            each.rule,
            " — ".join(names[who].name for who in each.entrants),
            "no" if each.id in shown.missing else "yes",
            each.id,
        )
        for each in shown.breaches
    ]
    if broken:
        print_table("Rules broken", ("rule", "who", "acknowledged", "--despite"), broken)
