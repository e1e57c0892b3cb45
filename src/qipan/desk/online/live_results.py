"""From the end of a table to a result: the game, the match once it is decided, and its record."""

from datetime import timedelta

from qipan.desk.online.commands import TakeTable
from qipan.desk.online.contest import SEATED
from qipan.desk.online.seating import play_off_number, seats_of, table_name
from qipan.desk.play_offs.replaced_results import winner_follows
from qipan.desk.records.attachment import attach_record
from qipan.desk.records.commands import AttachRecord
from qipan.desk.results.commands import RecordGame
from qipan.desk.results.match_games import record_game
from qipan.desk.roles import ARBITERS, Audience, Decisions, ListedCommand
from qipan.journal.events import CompetitionEvent
from qipan.journal.online import BoardReopened, TableTaken
from qipan.journal.play_offs import PlayOffGameAgain
from qipan.journal.results import GameCorrected, ResultCorrected, ResultRecorded
from qipan.journal.state import Competition, PlayedGame
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId
from qipan.kernel.moments import moment
from qipan.kernel.points import Points, Scoring
from qipan.kernel.results import How, Result, Score
from qipan.kernel.rules import rule
from qipan.rulebooks.schema import MatchKind
from qipan.sections.lookup import section_of
from qipan.sections.matches import GAME_POINTS, OVER, Match, match_of, match_score

TAKEN = rule("contest.result", "A game at a live table is recorded as it ended.")
AGAIN = rule("contest.again", "A game without a result is played again at another table.")
RULED_ANEW = "table"
"""The reason of a correction that an arbiter made at the table."""


def take_table(state: Competition, command: TakeTable) -> list[CompetitionEvent]:
    """Take a table's end over; what was taken already changes nothing.

    What the desk has recorded by hand stands. What an arbiter changed at the table after its end
    is a correction. Raises Refused for a table that is not of this game.
    """
    section = section_of(state, command.section)
    match = match_of(state, section, command.round, command.board)
    found, key = match.round, (command.board, command.game)
    place = {"round": command.round, "board": command.board, "game": command.game}
    if command.board not in found.seating:
        raise Refused("contest.not-open", SEATED, **place)
    if table_name(found, command.board, command.game) != command.table:
        raise Refused("contest.other-table", SEATED, **place)
    seats = tuple(who for who, _ in seats_of(section, match, command.game))
    if len(seats) != len(command.places):
        raise Refused("contest.other-table", SEATED, **place)
    decider = play_off_number(match, command.game)
    if command.again and decider:
        return [_replayed_play_off(match, command, decider)]
    if command.again:
        return [replayed_table(match, command.game)]
    scoring = GAME_POINTS if match.several or decider else match.standing.scoring
    score = _score(match, seats, command.places, scoring)
    how = How.ADJUDGED if command.adjudged else How.PLAYED
    if command.both_lose:
        score, how = Score((scoring.loss,) * len(match.table.seats)), How.ADJUDGED
    known = found.taken.get(key)
    if known is not None and (known.score, known.how) == (score, how):
        return []
    note = TableTaken(
        section=section.id,
        round=command.round,
        board=command.board,
        game=command.game,
        table=command.table,
        version=command.version,
        score=score,
        how=how,
        seconds=_seconds(match, seats, command.used),
        shown_from=_shown_from(command),
    )
    if decider:
        if known is not None or decider != len(match.playoff) + 1:
            raise Refused("match.over", OVER, section=section.id, **place)
        return [*_played_off(match, note, seats[0]), note, *_record(match, command, decider)]
    changes = _recorded if known is None else _corrected
    return [*changes(match, note), note, *_record(match, command)]


def _shown_from(command: TakeTable) -> str:
    """Say when the public may know of the end of a table; empty: at once."""
    if not command.delay:
        return ""
    shown = moment(command.at) + timedelta(milliseconds=command.delay)
    return shown.isoformat(timespec="milliseconds")


def _played_off(match: Match, note: TableTaken, first: EntrantId) -> list[CompetitionEvent]:
    """Record a game of the play-off, and who won the match if it decides. Raises Refused."""
    command = RecordGame(
        section=note.section,
        round=note.round,
        board=note.board,
        score=note.score,
        how=note.how,
        first=first,
        seconds=note.seconds,
    )
    return record_game(match.standing.state, command)


def _record(match: Match, command: TakeTable, decider: int = 0) -> list[CompetitionEvent]:
    """Attach the moves to the result, unless there is a record or it cannot be replayed alone.

    The table's own journal, which ``TableTaken`` names, has everything in any case.
    """
    game = decider or command.game
    key = (command.round, command.board, game, bool(decider))
    if command.record is None or key in match.standing.section.records:
        return []
    try:
        return attach_record(
            match.standing.state,
            AttachRecord(
                section=command.section,
                round=command.round,
                board=command.board,
                game=game,
                record=command.record,
                playoff=bool(decider),
            ),
        )
    except Refused:
        return []


def _replayed_play_off(match: Match, command: TakeTable, decider: int) -> PlayOffGameAgain:
    """Have a game of a play-off played again that ended without result. Raises Refused if over."""
    if decider != len(match.playoff) + 1 or command.board in match.round.decided:
        place = {"round": command.round, "board": command.board, "game": command.game}
        raise Refused("match.over", OVER, section=command.section, **place)
    return PlayOffGameAgain(
        section=command.section,
        round=command.round,
        board=command.board,
        game=decider,
        table_game=command.game,
        reason=AGAIN,
    )


def replayed_table(match: Match, game: int) -> BoardReopened:
    """Give the event that has one game of a board played again at another table."""
    board = match.table.board
    return BoardReopened(
        section=match.standing.section.id,
        round=match.round.number,
        board=board,
        game=game,
        at=match.round.seating[board].at,
        reason=AGAIN,
        only=True,
    )


def _score(
    match: Match, seats: tuple[EntrantId, ...], places: tuple[int, ...], scoring: Scoring
) -> Score:
    """Write the places of a table as the score of a game, in the order of the match's seats."""
    best = dict(zip(seats[::-1], places[::-1], strict=True))
    order = match.table.seats
    if match.rule.kind is MatchKind.PLACES:
        return Score(tuple(Points(best[who]) for who in order))
    return Score(tuple(_points(scoring, best, who) for who in order))


def _points(scoring: Scoring, best: dict[EntrantId, int], who: EntrantId) -> Points:
    if len(set(best.values())) == 1:
        return scoring.draw
    return scoring.win if best[who] == min(best.values()) else scoring.loss


def _seconds(match: Match, seats: tuple[EntrantId, ...], used: tuple[int, ...]) -> tuple[int, ...]:
    """Add up the time of each entrant's seats, in whole seconds, half a second up."""
    if len(used) != len(seats):
        return ()
    spent = dict.fromkeys(match.table.seats, 0)
    for who, milliseconds in zip(seats, used, strict=True):
        spent[who] += milliseconds
    return tuple((spent[who] + 500) // 1000 for who in match.table.seats)


def _recorded(match: Match, note: TableTaken) -> list[CompetitionEvent]:
    """Record a game for the first time, unless the desk has it by hand."""
    board, state = note.board, match.standing.state
    if board in match.round.results or note.game in {game.number for game in match.regular}:
        return []
    if match.several:
        command = RecordGame(
            section=note.section,
            round=note.round,
            board=board,
            score=note.score,
            game=note.game,
            how=note.how,
            seconds=note.seconds,
        )
        return record_game(state, command)
    return [
        ResultRecorded(
            section=note.section,
            round=note.round,
            board=board,
            score=note.score,
            how=note.how,
            rule=TAKEN,
        )
    ]


def _corrected(match: Match, note: TableTaken) -> list[CompetitionEvent]:
    """Correct what the same table gave before, and the match with it."""
    board, known = note.board, match.round.taken[note.board, note.game]
    result = match.round.results.get(board)
    if not match.several:
        stands = result is not None and (result.score, result.how) == (known.score, known.how)
        if not stands:
            return []
        return [_correction(note, note.score, note.how), *winner_follows(match, note.score)]
    before = next((game for game in match.regular if game.number == note.game), None)
    if before is None or (before.result.score, before.result.how) != (known.score, known.how):
        return []
    after = tuple(
        PlayedGame(game.number, Result(note.score, note.how), game.first, False, game.seconds)
        if game is before
        else game
        for game in match.regular
    )
    events: list[CompetitionEvent] = [
        GameCorrected(
            section=note.section,
            round=note.round,
            board=board,
            game=note.game,
            score=note.score,
            how=note.how,
            reason=RULED_ANEW,
        )
    ]
    whole = match_score(match.rule, after, match.standing.scoring)
    if result is not None and whole is not None and whole != result.score:
        events += [_correction(note, whole, note.how), *winner_follows(match, whole)]
    return events


def _correction(note: TableTaken, score: Score, how: How) -> CompetitionEvent:
    return ResultCorrected(
        section=note.section,
        round=note.round,
        board=note.board,
        score=score,
        how=how,
        rule=TAKEN,
        reason=RULED_ANEW,
    )


DECISIONS: Decisions = {TakeTable: ListedCommand(take_table, ARBITERS, Audience.INTERNAL)}
