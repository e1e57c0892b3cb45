"""Play-offs: who plays a game, who chose the first move, games played again, matches reopened."""

from dataclasses import replace

from qipan.journal.event import Cause, Event, PrivateReasons, PublicFields
from qipan.journal.state import SeatChoice
from qipan.journal.state.draft import Draft, Reducers
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo, SectionId


class PlayerNominated(Event, frozen=True, tag="player-nominated/1"):
    """A team named who plays a game of the play-off for it."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    """Number within the play-off."""
    entrant: EntrantId
    person: PersonId


class SeatChosen(SeatChoice, Event, frozen=True, tag="seat-chosen/1"):
    """Whom the lot of a play-off game gave the choice chose to move first, or second."""


class PlayOffGameAgain(Event, frozen=True, tag="play-off-game-again/1"):
    """A game of a play-off is played again: its result and its table fall, and what it decided.

    Who plays it and who moves first in it stay.
    """

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    """Number within the play-off."""
    table_game: int
    """Its number among the tables of the board."""
    reason: str


class MatchReopened(Event, frozen=True, tag="match-reopened/1"):
    """A ruling on a game took the match's winner away; the play-off goes on."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    cause: Cause


Events = PlayerNominated | SeatChosen | PlayOffGameAgain | MatchReopened


def add_player_nominated(draft: Draft, event: PlayerNominated) -> None:
    """Keep who plays."""
    key = (event.round, event.board, event.game, event.entrant)
    draft.section(event.section).nominated[key] = event.person


def add_seat_chosen(draft: Draft, event: SeatChosen) -> None:
    """Keep the choice."""
    draft.section(event.section).chosen[event.round, event.board, event.game] = event


def add_play_off_game_again(draft: Draft, event: PlayOffGameAgain) -> None:
    """Take a game of a play-off out, with what it decided; its next table is another one."""
    found = draft.round(event.section, event.round)
    found.decided.pop(event.board, None)
    found.games[event.board] = tuple(
        game
        for game in found.games.get(event.board, ())
        if not (game.playoff and game.number == event.game)
    )
    found.taken.pop((event.board, event.table_game), None)
    known = found.seating.get(event.board)
    if known is not None:
        later = (*known.again, event.table_game)
        found.seating[event.board] = replace(known, again=later)


def add_match_reopened(draft: Draft, event: MatchReopened) -> None:
    """Forget who won the match."""
    draft.round(event.section, event.round).decided.pop(event.board, None)


REDUCERS: Reducers = {
    PlayerNominated: add_player_nominated,
    SeatChosen: add_seat_chosen,
    PlayOffGameAgain: add_play_off_game_again,
    MatchReopened: add_match_reopened,
}

PUBLIC: PublicFields = {
    PlayOffGameAgain: ("section", "round", "board", "game"),
    MatchReopened: ("section", "round", "board"),
}
PRIVATE: PrivateReasons = {
    PlayerNominated: "the opponent does not see it before the game; then the section shows it",
    SeatChosen: "the game that follows is told",
}
