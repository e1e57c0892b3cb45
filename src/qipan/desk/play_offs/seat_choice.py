"""Decisions on the choice that a lot gives: to move first or second in a play-off game.

Whoever won the lot chooses on their own page, or tells an arbiter who notes it.
"""

from qipan.desk.play_offs.commands import ChooseSeat, Chosen
from qipan.desk.play_offs.games import CHOICE, SEATS, drawn_first, next_play_off, require_next
from qipan.desk.roles import PLAYERS, Audience, Decisions, ListedCommand
from qipan.journal.events import Cause, CompetitionEvent
from qipan.journal.play_offs import SeatChosen
from qipan.journal.state import Competition
from qipan.kernel.errors import BadInput, Refused
from qipan.rulebooks.schema import Seats
from qipan.sections.lookup import section_of
from qipan.sections.matches import match_of


def read_chosen(text: str) -> Chosen:
    """Read a choice. Raises BadInput if it is neither."""
    if text not in list(Chosen):
        raise BadInput(f"first or second, not {text[:20]}", where="chosen")
    return Chosen(text)


def choose(state: Competition, command: ChooseSeat) -> list[CompetitionEvent]:
    """Take a choice.

    Raises Refused if the match is not played off, its next game gives no choice or is another one,
    the lot is not drawn or named the other side, or the choice was made before.
    """
    section = section_of(state, command.section)
    match = match_of(state, section, command.round, command.board)
    number, terms = next_play_off(match)
    place = {"round": command.round, "board": command.board, "game": number}
    if not match.to_play_off or terms.seats is not Seats.CHOICE:
        raise Refused("playoff.no-choice", SEATS, **place)
    require_next(match, command.game, CHOICE)
    drawn = drawn_first(match, number)
    if drawn is None:
        raise Refused("playoff.no-lot", CHOICE, **place)
    if command.entrant != drawn:
        raise Refused("playoff.not-the-chooser", CHOICE, entrant=command.entrant, due=drawn)
    if (command.round, command.board, number) in section.chosen:
        raise Refused("playoff.chosen", CHOICE, entrant=drawn, **place)
    one, two = match.table.seats
    other = two if drawn == one else one
    first = drawn if command.chosen is Chosen.FIRST else other
    return [
        SeatChosen(
            section=section.id,
            round=command.round,
            board=command.board,
            game=number,
            entrant=drawn,
            first=first,
            cause=Cause(CHOICE, {"game": number, "chosen": command.chosen.value}),
            person=section.nominated.get((command.round, command.board, number, drawn)),
        )
    ]


DECISIONS: Decisions = {ChooseSeat: ListedCommand(choose, PLAYERS, Audience.PLAYER)}
