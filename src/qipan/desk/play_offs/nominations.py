"""Decisions on who plays a game of the play-off for a team.

A captain names the player for their own team, an arbiter for either; whose page it is, the web
sees to.
"""

from qipan.desk.play_offs.commands import NominatePlayer
from qipan.desk.play_offs.games import NOMINATED, next_play_off, require_next
from qipan.desk.roles import PLAYERS, Audience, Decisions, ListedCommand
from qipan.journal.events import CompetitionEvent
from qipan.journal.play_offs import PlayerNominated
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId, PersonId
from qipan.kernel.rules import rule
from qipan.sections.lookup import section_of
from qipan.sections.matches import Match, match_of

ANOTHER = rule("playoff.another", "A team sends a different player for each further play-off game.")


def may_be_nominated(match: Match, team: EntrantId) -> list[PersonId]:
    """List the members of a team who may play the next game of the play-off."""
    number, _ = next_play_off(match)
    section = match.standing.section
    at = (match.round.number, match.table.board)
    before = {section.nominated.get((*at, game, team)) for game in range(1, number)}
    return [who for who in section.entrants[team].people if who not in before]


def nominate(state: Competition, command: NominatePlayer) -> list[CompetitionEvent]:
    """Take a nomination.

    Raises Refused if nobody is to be nominated, another game is next, the team or its member is
    not in the match, a nomination was handed in before, or the player has played an earlier game
    of the play-off.
    """
    section = section_of(state, command.section)
    match = match_of(state, section, command.round, command.board)
    number, terms = next_play_off(match)
    place = {"round": command.round, "board": command.board, "game": number}
    if not terms.nominate or not match.to_play_off:
        raise Refused("playoff.nobody-nominated", NOMINATED, **place)
    require_next(match, command.game, NOMINATED)
    team = section.entrants.get(command.entrant)
    if (
        team is None
        or command.entrant not in match.table.seats
        or command.person not in team.people
    ):
        raise Refused("playoff.not-a-member", NOMINATED, entrant=command.entrant, **place)
    key = (command.round, command.board, number, command.entrant)
    if key in section.nominated:
        raise Refused("playoff.nominated", NOMINATED, entrant=command.entrant, **place)
    if command.person not in may_be_nominated(match, command.entrant):
        raise Refused("playoff.another", ANOTHER, entrant=command.entrant, **place)
    return [
        PlayerNominated(
            section=command.section,
            round=command.round,
            board=command.board,
            game=number,
            entrant=command.entrant,
            person=command.person,
        )
    ]


DECISIONS: Decisions = {NominatePlayer: ListedCommand(nominate, PLAYERS, Audience.CAPTAIN)}
