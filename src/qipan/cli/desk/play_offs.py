"""``qipan nominate``, ``play-off-lot``, ``choose``: what a game of a play-off waits for."""

from typing import Annotated, Any

import typer

from qipan.cli.house import ACTOR, DEFAULT, Data, SectionName, WorkedOn, at
from qipan.cli.output import AsJson, say
from qipan.desk.play_offs.commands import Chosen
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo

Board = Annotated[int, typer.Argument(help="Board number.")]
Round = Annotated[int | None, typer.Option("--round", help="Round; else the current.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("play-off-lot")(play_off_lot)
    app.command()(nominate)
    app.command()(choose)


def _place(place: WorkedOn, board: int, number: int | None) -> dict[str, Any]:
    shown = number if number is not None else max(1, len(place.section.rounds))
    return {"section": place.id, "round": RoundNo(shown), "board": BoardNo(board)}


def play_off_lot(
    competition: str,
    board: Board,
    round_: Round = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Draw who moves first in the next play-off game, by a committed lot."""
    with at(data, competition, section) as place:
        where = _place(place, board, round_)
        before = set(place.section.lots)
        state = place.office.draw_play_off(
            place.home, place.id, ACTOR, (where["round"], where["board"])
        )
        lots = state.sections[place.id].lots
        (lot,) = set(lots) - before
        first = place.names[EntrantId(lots[lot].order[0])].name
    say({"lot": lot, "first": lots[lot].order[0]}, f"{first} was drawn first", as_json=as_json)


def nominate(
    competition: str,
    board: Board,
    team: Annotated[str, typer.Argument(help="Name, number or id of the team.")],
    player: Annotated[str, typer.Argument(help="Name or id of the member who plays.")],
    round_: Round = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Name a team's player for the next play-off game; this is final."""
    from qipan.desk.play_offs.commands import NominatePlayer

    with at(data, competition, section) as place:
        where, entrant = _place(place, board, round_), place.who(team)
        person = place.member(entrant, player)
        place.do(NominatePlayer(**where, entrant=entrant, person=person))
        side, sent = place.names[entrant].name, place.found.people.find([person])[person].name
    say({"entrant": entrant, "person": person}, f"{side} sends {sent}", as_json=as_json)


def choose(
    competition: str,
    board: Board,
    who: Annotated[str, typer.Argument(help="Who won the lot: name, number or id.")],
    chosen: Annotated[Chosen, typer.Argument(help="What they chose.")],
    round_: Round = None,
    section: SectionName = None,
    data: Data = DEFAULT,
    as_json: AsJson = False,
) -> None:
    """Record what the winner of the lot chose: to move first or second."""
    from qipan.desk.play_offs.commands import ChooseSeat

    with at(data, competition, section) as place:
        where, entrant = _place(place, board, round_), place.who(who)
        after = place.do(ChooseSeat(**where, entrant=entrant, chosen=chosen))
        (*_, made) = after.chosen.values()
        first = place.names[made.first].name
    say(
        {"entrant": entrant, "first": made.first, "game": made.game},
        f"{first} moves first",
        as_json=as_json,
    )
