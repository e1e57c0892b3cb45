"""What a simulated play-off does before a game: teams send players, a lot's winner chooses."""

from collections.abc import Callable
from random import Random

from qipan.desk.command import Command
from qipan.desk.play_offs.commands import ChooseSeat, Chosen, NominatePlayer
from qipan.desk.play_offs.games import Waits, drawn_first, next_play_off, not_nominated, waits_for
from qipan.desk.play_offs.nominations import may_be_nominated
from qipan.sections.matches import Match

Dice = Callable[..., Random]


def before_play_off(match: Match, dice: Dice) -> Command | None:
    """Give the nomination or the choice that the next game waits for, if it waits for one."""
    waits = waits_for(match)
    number, terms = next_play_off(match)
    section, at = match.standing.section.id, (match.round.number, match.table.board)
    if waits is Waits.NOMINATION:
        team = not_nominated(match, number, terms)[0]
        members = may_be_nominated(match, team)
        person = dice("nomination", *at, number, team).choice(members)
        return NominatePlayer(
            section=section, round=at[0], board=at[1], entrant=team, person=person
        )
    chooser = drawn_first(match, number)
    if waits is Waits.CHOICE and chooser is not None:
        chosen = dice("choice", *at, number).choice(list(Chosen))
        return ChooseSeat(section=section, round=at[0], board=at[1], entrant=chooser, chosen=chosen)
    return None
