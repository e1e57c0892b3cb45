"""Results: of boards and of single games, corrected, signed, disputed, and matches decided."""

import msgspec

from qipan.journal.event import Cause, Event, PrivateReasons, PublicFields
from qipan.journal.state import PlayedGame
from qipan.journal.state.draft import Draft, Reducers
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo, SectionId
from qipan.kernel.results import How, Result, Score, shared_result
from qipan.kernel.rules import RuleKey


class ResultRecorded(Event, frozen=True, tag="result-recorded/1"):
    """The arbiter accepted a result. A correction is a new event, never an edit."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    score: Score
    how: How = How.PLAYED
    rule: RuleKey | None = None
    points: tuple[str, ...] = ()
    """What the score means without any book: ``1``, ``1/2``; at a table of several, places."""
    outcome: tuple[str, ...] = ()
    """``win``, ``draw`` or ``loss`` of each seat, where it is one of these."""
    at: str = ""
    """On the wall of the hall, where the end of a round matters and nobody need say it."""
    reported: EntrantId | None = None
    """The player who reported it; it waits for the opponent or an arbiter. None: an arbiter."""


class ResultConfirmed(Event, frozen=True, tag="result-confirmed/1"):
    """An arbiter confirmed what a player had reported."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    rule: RuleKey | None = None


class ResultCorrected(Event, frozen=True, tag="result-corrected/1"):
    """A recorded result was replaced; the old one stays visible."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    score: Score
    how: How = How.PLAYED
    rule: RuleKey | None = None
    reason: str = ""
    points: tuple[str, ...] = ()
    """What the score means without any book: ``1``, ``1/2``; at a table of several, places."""
    outcome: tuple[str, ...] = ()
    """``win``, ``draw`` or ``loss`` of each seat, where it is one of these."""


class ResultCleared(Event, frozen=True, tag="result-cleared/1"):
    """A board has no result any more; the old one stays visible."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    reason: str = ""
    slip: bool = False
    """A report that nobody had confirmed was taken back: it is not kept among those replaced."""


class GameCleared(Event, frozen=True, tag="game-cleared/1"):
    """One game of a match, or the board of a team match, has no result any more."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    reason: str = ""
    playoff: bool = False
    """A game of the play-off."""


class SeatsTurned(Event, frozen=True, tag="seats-turned/1"):
    """Two sat the other way round than they were paired: who moved first in fact is seat 0.

    What is recorded of the board is turned with the seats; who won does not change.
    """

    section: SectionId
    round: RoundNo
    board: BoardNo
    first: EntrantId
    """Who moved first in fact."""
    reason: str = ""


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
    points: tuple[str, ...] = ()
    """What the score means without any book: ``1``, ``1/2``; at a table of several, places."""
    outcome: tuple[str, ...] = ()
    """``win``, ``draw`` or ``loss`` of each seat, where it is one of these."""
    at: str = ""
    """On the wall of the hall, where the end of a round matters and nobody need say it."""


class GameCorrected(Event, frozen=True, tag="game-corrected/1"):
    """One game of a match was replaced; the match result follows as a correction."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    score: Score
    how: How
    reason: str
    playoff: bool = False
    """A game of the play-off: who wins the match by it follows, or that it goes on."""
    points: tuple[str, ...] = ()
    """What the score means without any book: ``1``, ``1/2``; at a table of several, places."""
    outcome: tuple[str, ...] = ()
    """``win``, ``draw`` or ``loss`` of each seat, where it is one of these."""
    first: EntrantId | None = None
    """Who moved first in fact, where that was wrong too."""


class BoardCounted(Event, frozen=True, tag="board-counted/1"):
    """A referee counted a board; its result follows."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    black: EntrantId
    points: tuple[str, ...]
    """Of Black and White on the board."""
    komi: str
    fines: tuple[int, ...]
    """Points that Black and White were fined in this game."""
    totals: tuple[str, ...]
    photo: str = ""


class NigiriPlayed(Event, frozen=True, tag="nigiri-played/1"):
    """Colours were drawn by guessing odd or even."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    hides: EntrantId
    hidden: int
    guess: int
    black: EntrantId
    lot: str = ""
    """The lot that stood for the handful and the guess, if one was drawn."""


class MatchDecided(Event, frozen=True, tag="match-decided/1"):
    """A drawn match found its winner; its points stay as they are."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    winner: EntrantId
    cause: Cause


class ResultSigned(Event, frozen=True, tag="result-signed/1"):
    """An entrant signed a result as it stood."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    person: PersonId | None = None


class ResultDisputed(Event, frozen=True, tag="result-disputed/1"):
    """An entrant does not agree with a result as it stood; an arbiter looks at it."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    reason: str = ""


Events = (
    ResultRecorded
    | ResultCorrected
    | ResultConfirmed
    | ResultCleared
    | GameCleared
    | SeatsTurned
    | GameRecorded
    | GameCorrected
    | BoardCounted
    | NigiriPlayed
    | MatchDecided
    | ResultSigned
    | ResultDisputed
)


def add_result_recorded(draft: Draft, event: ResultRecorded) -> None:
    """Keep the result."""
    result = shared_result(event.score, event.how, event.rule)
    found = draft.round(event.section, event.round)
    found.results[event.board] = result
    if event.reported is not None:
        found.reported[event.board] = event.reported
    _note_time(draft, event)


def add_result_confirmed(draft: Draft, event: ResultConfirmed) -> None:
    """Let a reported result count."""
    draft.round(event.section, event.round).reported.pop(event.board, None)


def _note_time(draft: Draft, event: ResultRecorded | GameRecorded) -> None:
    """Remember when the last result of a round came in."""
    if event.at:
        draft.section(event.section).last_result[event.round] = event.at


def add_result_corrected(draft: Draft, event: ResultCorrected) -> None:
    """Replace the result and keep the old one."""
    found = draft.round(event.section, event.round)
    found.corrected.setdefault(event.board, []).append(found.results[event.board])
    found.reported.pop(event.board, None)
    found.results[event.board] = Result(event.score, event.how, event.rule)


def add_result_cleared(draft: Draft, event: ResultCleared) -> None:
    """Take the result away and keep it among those that were replaced."""
    found = draft.round(event.section, event.round)
    old = found.results.pop(event.board)
    if not event.slip:
        found.corrected.setdefault(event.board, []).append(old)
    found.decided.pop(event.board, None)
    found.reported.pop(event.board, None)
    section = draft.section(event.section)
    for said in (section.signed, section.disputed):
        for key in [each for each in said if each[:2] == (event.round, event.board)]:
            del said[key]


def add_game_cleared(draft: Draft, event: GameCleared) -> None:
    """Take one game of a match away."""
    found = draft.round(event.section, event.round)
    rest = tuple(
        game
        for game in found.games.get(event.board, ())
        if game.playoff != event.playoff or game.number != event.game
    )
    found.games[event.board] = rest
    if not rest:
        del found.games[event.board]


def add_seats_turned(draft: Draft, event: SeatsTurned) -> None:
    """Turn the seats of a board, and every score that is kept in their order."""
    section, found = draft.section(event.section), draft.round(event.section, event.round)
    found.tables = tuple(
        msgspec.structs.replace(table, seats=table.seats[::-1])
        if table.board == event.board
        else table
        for table in found.tables
    )
    if event.board in found.results:
        found.results[event.board] = _turned(found.results[event.board])
    if event.board in found.corrected:
        found.corrected[event.board] = [_turned(each) for each in found.corrected[event.board]]
    found.games[event.board] = tuple(
        msgspec.structs.replace(game, result=_turned(game.result), seconds=game.seconds[::-1])
        for game in found.games.pop(event.board, ())
    )
    if not found.games[event.board]:
        del found.games[event.board]
    for key, score in section.signed.items():
        if key[:2] == (event.round, event.board):
            section.signed[key] = Score(score.seats[::-1])
    for key, (score, why) in section.disputed.items():
        if key[:2] == (event.round, event.board):
            section.disputed[key] = (Score(score.seats[::-1]), why)


def _turned(result: Result) -> Result:
    return msgspec.structs.replace(result, score=Score(result.score.seats[::-1]))


def add_game_recorded(draft: Draft, event: GameRecorded) -> None:
    """Keep the game."""
    found = draft.round(event.section, event.round)
    game = PlayedGame(
        event.game, shared_result(event.score, event.how), event.first, event.playoff, event.seconds
    )
    found.games[event.board] = (*found.games.get(event.board, ()), game)
    _note_time(draft, event)


def add_game_corrected(draft: Draft, event: GameCorrected) -> None:
    """Replace one game of a match."""
    found = draft.round(event.section, event.round)
    found.games[event.board] = tuple(
        msgspec.structs.replace(
            game, result=Result(event.score, event.how), first=event.first or game.first
        )
        if game.number == event.game and game.playoff == event.playoff
        else game
        for game in found.games[event.board]
    )


def add_board_counted(draft: Draft, event: BoardCounted) -> None:
    """Keep the count."""
    key = (event.round, event.board, event.game)
    draft.section(event.section).counts[key] = event.totals


def add_nigiri_played(draft: Draft, event: NigiriPlayed) -> None:
    """Keep who has Black."""
    key = (event.round, event.board, event.game)
    draft.section(event.section).nigiri[key] = event.black


def add_match_decided(draft: Draft, event: MatchDecided) -> None:
    """Keep the winner."""
    draft.round(event.section, event.round).decided[event.board] = event.winner


def add_result_signed(draft: Draft, event: ResultSigned) -> None:
    """Keep the score that was signed; a later correction leaves it unsigned."""
    section = draft.section(event.section)
    score = section.rounds[event.round - 1].results[event.board].score
    section.signed[(event.round, event.board, event.entrant)] = score
    if section.rounds[event.round - 1].reported.get(event.board, event.entrant) != event.entrant:
        draft.round(event.section, event.round).reported.pop(event.board)


def add_result_disputed(draft: Draft, event: ResultDisputed) -> None:
    """Keep what was disputed: the score as it stood."""
    section = draft.section(event.section)
    result = section.rounds[event.round - 1].results[event.board]
    key = (event.round, event.board, event.entrant)
    section.disputed[key] = (result.score, event.reason)


REDUCERS: Reducers = {
    ResultRecorded: add_result_recorded,
    ResultCorrected: add_result_corrected,
    ResultConfirmed: add_result_confirmed,
    ResultCleared: add_result_cleared,
    GameCleared: add_game_cleared,
    SeatsTurned: add_seats_turned,
    GameRecorded: add_game_recorded,
    GameCorrected: add_game_corrected,
    BoardCounted: add_board_counted,
    NigiriPlayed: add_nigiri_played,
    MatchDecided: add_match_decided,
    ResultSigned: add_result_signed,
    ResultDisputed: add_result_disputed,
}

PUBLIC: PublicFields = {
    ResultRecorded: ("section", "round", "board", "score", "how", "reported"),
    ResultCorrected: ("section", "round", "board", "score", "how"),
    ResultConfirmed: ("section", "round", "board"),
    ResultCleared: ("section", "round", "board"),
    GameCleared: ("section", "round", "board", "game"),
    SeatsTurned: ("section", "round", "board", "first"),
    GameRecorded: ("section", "round", "board", "game", "score", "how"),
    GameCorrected: ("section", "round", "board", "game", "score", "how"),
    BoardCounted: ("section", "round", "board", "game", "black", "points", "komi", "fines"),
    NigiriPlayed: ("section", "round", "board", "game", "hides", "hidden", "guess", "black"),
    MatchDecided: ("section", "round", "board", "winner"),
}
PRIVATE: PrivateReasons = {
    ResultSigned: "between the players and the arbiters",
    ResultDisputed: "between the players and the arbiters",
}
