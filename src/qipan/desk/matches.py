"""Decisions on matches of several games: recording games, play-offs, line-ups."""

from dataclasses import dataclass

from qipan.desk import commands as asked
from qipan.desk.access import ARBITERS, CHIEF, PLAYERS, Decisions
from qipan.desk.found import BOARD_OPEN, board_of, entrant_of, event_of, section_of
from qipan.desk.results import SCORES, allowed_scores
from qipan.desk.stages import Standing, is_decisive, match_rule_of, stage_of_round
from qipan.journal import events as happened
from qipan.journal.competition import Competition, Entrant, PlayedGame, Round, Section
from qipan.journal.events import Cause, CompetitionEvent, Table
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo
from qipan.kernel.lots import commit, draw
from qipan.kernel.points import CHESS, Scoring
from qipan.kernel.results import How, Result, Score
from qipan.kernel.rules import rule
from qipan.rulebooks.schema import Kind, LineUps, MatchRule, PlayOffGame, Seats, Tied

BY_SUM = rule("match.sum", "More game points win the match; equal ones draw it.")
FIRST_TO = rule("match.first-to", "Who first has the wins needed wins the match.")
REPLAYED = rule("match.replayed", "A drawn game is played again.")
OVER = rule("match.over", "A match that is decided has no further games.")
GAME_ONCE = rule("match.game-once", "Each game of a match is recorded once.")
SWAPPED = rule("match.seats-swapped", "The seats are swapped for the next game.")
PLAYED_OFF = rule("playoff.won", "Who wins a game of the play-off wins the match.")
SECOND_WINS = rule("playoff.draw-odds", "In the last game a draw is a win for the second mover.")
SEATS = rule("playoff.seats", "The book says who moves first in a play-off game.")
LINE_UP = rule("lineup.complete", "A line-up names as many members as there are boards.")
LINE_UP_FIXED = rule("lineup.fixed", "Some boards are kept for members with a certain part.")
LINE_UP_IN_TIME = rule("lineup.in-time", "A line-up that comes late is not taken.")
LINE_UP_FINAL = rule("lineup.final", "A line-up is not changed once the round is published.")
GAME_POINTS: Scoring = CHESS
"""Single games count 1, ½ and 0, whatever a match is worth."""


@dataclass(frozen=True)
class Match:
    """A match under way."""

    standing: Standing
    round: Round
    table: Table
    rule: MatchRule

    @property
    def games(self) -> tuple[PlayedGame, ...]:
        """Give the games so far."""
        return self.round.games.get(self.table.board, ())

    @property
    def regular(self) -> tuple[PlayedGame, ...]:
        """Give the games before any play-off."""
        return tuple(game for game in self.games if not game.playoff)

    @property
    def playoff(self) -> tuple[PlayedGame, ...]:
        """Give the games of the play-off."""
        return tuple(game for game in self.games if game.playoff)

    @property
    def before_play_off(self) -> int:
        """Count the games before any play-off; a match of one game has it in its result alone."""
        return len(self.regular) if self.several else 1

    @property
    def to_play_off(self) -> bool:
        """Say whether it is drawn and must have a winner."""
        board = self.table.board
        result = self.round.results.get(board)
        level = result is not None and len(set(result.score.seats)) == 1
        undecided = board not in self.round.decided
        return level and undecided and is_decisive(self.standing, self.table)

    @property
    def several(self) -> bool:
        """Say whether the match has games of its own, beside its result."""
        return self.rule.kind is Kind.FIRST_TO or self.rule.games > 1


def match_of(state: Competition, section: Section, number: RoundNo, board: BoardNo) -> Match:
    """Find a match. Raises Refused if the board was not paired."""
    found = board_of(section, number, board)
    table = found.table(board)
    assert table is not None  # board_of looked
    standing = stage_of_round(state, section, found)
    return Match(standing, found, table, match_rule_of(standing, found))


def totals(games: tuple[PlayedGame, ...]) -> tuple[int, int]:
    """Add up the game points of two seats."""
    return (
        sum(game.result.score.seats[0] for game in games),
        sum(game.result.score.seats[1] for game in games),
    )


def wins(games: tuple[PlayedGame, ...]) -> tuple[int, int]:
    """Count the games each seat won."""
    pairs = [game.result.score.seats for game in games]
    return sum(a > b for a, b in pairs), sum(b > a for a, b in pairs)


def match_score(rule_: MatchRule, games: tuple[PlayedGame, ...], scoring: Scoring) -> Score | None:
    """Give the result of a match in match points once its games decide it, else None."""
    if rule_.kind is Kind.FIRST_TO:
        one, two = wins(games)
        if max(one, two) < rule_.wins:
            return None
    else:
        if len(games) < rule_.games:
            return None
        one, two = totals(games)
    if one == two:
        return Score((scoring.draw, scoring.draw))
    ahead = one > two
    return Score((scoring.win, scoring.loss) if ahead else (scoring.loss, scoring.win))


def record_game(state: Competition, command: asked.RecordGame) -> list[CompetitionEvent]:
    """Record a game of a match, and the match once it is decided. Raises Refused."""
    section = section_of(state, command.section)
    match = match_of(state, section, command.round, command.board)
    result = match.round.results.get(command.board)
    place = {"section": section.id, "round": command.round, "board": command.board}
    if command.score.seats not in allowed_scores(GAME_POINTS, command.how):
        raise Refused("result.not-in-book", SCORES, **place, score=str(command.score), known=[])
    if result is None and match.several:
        return _regular(match, command)
    level = result is not None and len(set(result.score.seats)) == 1
    if level and is_decisive(match.standing, match.table):
        if command.board in match.round.decided:
            raise Refused("match.over", OVER, **place)
        return _play_off(match, command)
    raise Refused("match.over", OVER, **place)


def _regular(match: Match, command: asked.RecordGame) -> list[CompetitionEvent]:
    before = match.regular
    number = command.game if command.game is not None else len(before) + 1
    limit = match.rule.games if match.rule.kind is Kind.SUM else number
    if not 1 <= number <= limit or any(game.number == number for game in before):
        raise Refused(
            "match.no-such-game", GAME_ONCE, round=command.round, board=command.board, game=number
        )
    first = command.first or first_of(match, number)
    if first not in match.table.seats:
        raise Refused("match.not-seated", BOARD_OPEN, entrant=first, board=command.board)
    game = _game(command, number, first, playoff=False)
    done = (
        *before,
        PlayedGame(number, Result(command.score, command.how), first, False, command.seconds),
    )
    score = match_score(match.rule, done, match.standing.scoring)
    if score is None:
        return [game]
    key = FIRST_TO if match.rule.kind is Kind.FIRST_TO else BY_SUM
    return [
        game,
        happened.ResultRecorded(
            section=command.section,
            round=command.round,
            board=command.board,
            score=score,
            how=_how(done),
            rule=key,
        ),
    ]


def _how(games: tuple[PlayedGame, ...]) -> How:
    ways = {game.result.how for game in games}
    return ways.pop() if len(ways) == 1 else How.PLAYED


def first_of(match: Match, number: int) -> EntrantId:
    """Say who moves first by the book: seats are swapped from game to game."""
    swapped = (number - 1) % 2 == 1
    return match.table.seats[1 if swapped else 0]


def _game(
    command: asked.RecordGame, number: int, first: EntrantId, *, playoff: bool
) -> happened.GameRecorded:
    return happened.GameRecorded(
        section=command.section,
        round=command.round,
        board=command.board,
        game=number,
        score=command.score,
        first=first,
        how=command.how,
        playoff=playoff,
        seconds=command.seconds,
    )


# -- play-offs ---------------------------------------------------------------------------------


def play_off_lot(number: RoundNo, board: BoardNo, game: int) -> str:
    """Name the lot for the seats of a play-off game."""
    return f"play-off-{number}-{board}-{game}"


def next_play_off(match: Match) -> tuple[int, PlayOffGame]:
    """Give number and terms of the next play-off game; the last terms are repeated."""
    steps = match.standing.rules.playoff
    if not steps:
        raise Refused("playoff.none", PLAYED_OFF, stage=match.standing.stage.id)
    number = len(match.playoff) + 1
    return number, steps[min(number, len(steps)) - 1]


def play_off_first(match: Match, number: int, terms: PlayOffGame) -> EntrantId | None:
    """Say who moves first in a play-off game; None while its lot is not drawn.

    Where the lot gives the choice, this is who may choose.
    """
    seats = match.table.seats
    if terms.seats is Seats.SWAPPED:
        before = match.games[-1].first if match.games else seats[0]
        return seats[1] if before == seats[0] else seats[0]
    lot = match.standing.section.lots.get(
        play_off_lot(match.round.number, match.table.board, number)
    )
    return None if lot is None else EntrantId(lot.order[0])


def waits_for_lot(match: Match) -> bool:
    """Say whether the next game of the play-off cannot begin before its lot is drawn."""
    if not match.standing.rules.playoff:
        return False
    return play_off_first(match, *next_play_off(match)) is None


def _play_off(match: Match, command: asked.RecordGame) -> list[CompetitionEvent]:
    number, terms = next_play_off(match)
    first = _play_off_first(match, command, number, terms)
    game = _game(command, number, first, playoff=True)
    one, two = command.score.seats
    seats = match.table.seats
    if one != two:
        winner, key = seats[0] if one > two else seats[1], PLAYED_OFF
    elif terms.drawn is Tied.SECOND_WINS:
        winner, key = seats[1] if first == seats[0] else seats[0], SECOND_WINS
    else:
        return [game]
    cause = Cause(key, {"game": number, "first": first})
    decided = happened.MatchDecided(
        section=command.section,
        round=command.round,
        board=command.board,
        winner=winner,
        cause=cause,
    )
    return [game, decided]


def _play_off_first(
    match: Match, command: asked.RecordGame, number: int, terms: PlayOffGame
) -> EntrantId:
    due = play_off_first(match, number, terms)
    if due is None:
        raise Refused(
            "playoff.no-lot", SEATS, round=command.round, board=command.board, game=number
        )
    first = command.first or due
    if terms.seats is Seats.CHOICE:
        if first not in match.table.seats:
            raise Refused("match.not-seated", BOARD_OPEN, entrant=first, board=command.board)
    elif first != due:
        raise Refused("playoff.seats", SEATS, first=first, due=due)
    return first


def draw_play_off(state: Competition, command: asked.DrawPlayOff) -> list[CompetitionEvent]:
    """Draw the seats of the next play-off game. Raises Refused if no lot was committed to."""
    section = section_of(state, command.section)
    match = match_of(state, section, command.round, command.board)
    number, _ = next_play_off(match)
    lot = play_off_lot(command.round, command.board, number)
    if lot in section.lots or section.commitments.get(lot) != commit(command.secret):
        raise Refused("lot.not-committed", SEATS, section=section.id, lot=lot)
    found = draw(f"{section.id}/{lot}", sorted(match.table.seats), command.secret, command.entropy)
    return [happened.LotDrawn(section=section.id, lot=lot, draw=found)]


# -- line-ups ----------------------------------------------------------------------------------


def hand_in_line_up(state: Competition, command: asked.HandInLineUp) -> list[CompetitionEvent]:
    """Take a line-up. Raises Refused if it is late, incomplete, or the round is published."""
    section = section_of(state, command.section)
    entrant = section.entrants[entrant_of(section, command.entrant)]
    terms = event_of(state, section).line_ups
    place = {"section": section.id, "entrant": entrant.id, "round": command.round}
    if terms is None:
        raise Refused("lineup.none", LINE_UP, **place)
    published = len(section.rounds) >= command.round and section.rounds[command.round - 1].published
    if published:
        raise Refused("lineup.final", LINE_UP_FINAL, **place)
    late = command.minutes_before
    if late is not None and late < terms.minutes_before:
        raise Refused("lineup.late", LINE_UP_IN_TIME, **place, due=terms.minutes_before)
    members = set(entrant.people)
    if len(set(command.people)) != terms.boards or not set(command.people) <= members:
        raise Refused("lineup.incomplete", LINE_UP, **place, boards=terms.boards)
    for board, who in fixed_boards(entrant, terms):
        if command.people[board - 1] != who:
            role = terms.fixed[str(board)]
            raise Refused("lineup.fixed", LINE_UP_FIXED, **place, board=board, role=role)
    return [
        happened.LineUpHanded(
            section=section.id, round=command.round, entrant=entrant.id, people=command.people
        )
    ]


def line_up_of(section: Section, entrant: EntrantId, number: RoundNo) -> tuple[str, ...]:
    """Give the line-up of a team in a round: the latest one handed in up to then."""
    for back in range(number, 0, -1):
        found = section.line_ups.get((RoundNo(back), entrant))
        if found is not None:
            return tuple(found)
    return tuple(section.entrants[entrant].people)


def boards_of(terms: LineUps) -> range:
    """Number the boards of a match between teams."""
    return range(1, terms.boards + 1)


def fixed_boards(entrant: Entrant, terms: LineUps) -> list[tuple[int, PersonId]]:
    """Give the boards that are kept for one member of a team, and who plays there."""
    found = []
    for board, role in terms.fixed.items():
        holders = [
            who for who, part in zip(entrant.people, entrant.roles, strict=False) if part == role
        ]
        if len(holders) == 1:
            found.append((int(board), holders[0]))
    return found


DECISIONS: Decisions = {
    asked.RecordGame: (record_game, ARBITERS),
    asked.DrawPlayOff: (draw_play_off, CHIEF),
    asked.HandInLineUp: (hand_in_line_up, PLAYERS),
}
