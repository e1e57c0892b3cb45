"""Events of matches with several games: games, deciding, line-ups."""

from qipan.journal.event import Cause, Event
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo, SectionId
from qipan.kernel.results import How, Score


class GameRecorded(Event, frozen=True, tag="game-recorded/1"):
    """One game of a match was recorded. ``score`` is in the order of the table's seats."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    """Number within the match, or the board of a team match."""
    score: Score
    first: EntrantId | None = None
    """Who moved first."""
    how: How = How.PLAYED
    playoff: bool = False
    seconds: tuple[int, ...] = ()
    """Time used by each seat."""
    cause: Cause | None = None


class MatchDecided(Event, frozen=True, tag="match-decided/1"):
    """A drawn match found its winner; its points stay as they are."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    winner: EntrantId
    cause: Cause


class LineUpHanded(Event, frozen=True, tag="line-up-handed/1"):
    """A team handed in its line-up for a round, board by board."""

    section: SectionId
    round: RoundNo
    entrant: EntrantId
    people: tuple[PersonId, ...]


class PlayerNominated(Event, frozen=True, tag="player-nominated/1"):
    """A team named who plays a game of the play-off for it."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    """Number within the play-off."""
    entrant: EntrantId
    person: PersonId


class SeatChosen(Event, frozen=True, tag="seat-chosen/1"):
    """Whom the lot of a play-off game gave the choice chose to move first, or second."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    """Number within the play-off."""
    entrant: EntrantId
    """Who chose."""
    first: EntrantId
    """Who moves first by that choice."""
    cause: Cause
    person: PersonId | None = None
    """The player who chose for a team."""


Events = GameRecorded | MatchDecided | LineUpHanded | PlayerNominated | SeatChosen
