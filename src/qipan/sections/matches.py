"""Matches of several games: what they are worth, who moves first, and line-ups as they stand."""

from dataclasses import dataclass
from itertools import count

from qipan.journal.state import Competition, PlayedGame, Round, Section, Table
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo
from qipan.kernel.points import CHESS, Scoring
from qipan.kernel.results import How, Score
from qipan.kernel.rules import rule
from qipan.rulebooks.schema import MatchKind, MatchRule
from qipan.sections.lookup import board_of
from qipan.sections.stages import Standing, is_decisive, match_rule_of, stage_of_round

BY_SUM = rule("match.sum", "More game points win the match; equal points draw it.")
FIRST_TO = rule("match.first-to", "Who first has the wins needed wins the match.")
REPLAYED = rule("match.replayed", "A drawn game is replayed.")
OVER = rule("match.over", "A match that is decided has no further games.")
GAME_ONCE = rule("match.game-once", "Each game of a match is recorded once.")
SWAPPED = rule("match.seats-swapped", "The players swap colours for the next game.")
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
        """Give the games before any play-off, by their number: boards finish in any order."""
        games = self.round.games.get(self.table.board)
        if not games:
            return ()
        found = [game for game in games if not game.playoff]
        return tuple(sorted(found, key=lambda game: game.number))

    @property
    def next_game(self) -> int:
        """Give the first game or board of the match that has no result."""
        return first_missing(self.regular)

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
        return self.rule.kind is MatchKind.FIRST_TO or self.rule.games > 1


def match_of(state: Competition, section: Section, number: RoundNo, board: BoardNo) -> Match:
    """Find a match. Raises Refused if the board was not paired."""
    found = board_of(section, number, board)
    table = found.table(board)
    assert table is not None  # board_of looked
    standing = stage_of_round(state, section, found)
    return Match(standing, found, table, match_rule_of(standing, found))


def first_missing(games: tuple[PlayedGame, ...]) -> int:
    """Give the first number that no game has."""
    known = {game.number for game in games}
    return next(number for number in count(1) if number not in known)


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
    """Give the result of a match in match points once its games decide it, else None.

    A drawn game of a match that needs wins decides nothing: another is played [match.replayed].
    """
    if rule_.kind is MatchKind.FIRST_TO:
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


def match_how(games: tuple[PlayedGame, ...]) -> How:
    """Say how a match came about: as its games did, if all did so in one way."""
    ways = {game.result.how for game in games}
    return ways.pop() if len(ways) == 1 else How.PLAYED


def first_of(match: Match, number: int) -> EntrantId:
    """Say who moves first by the book: seats are swapped from game to game [match.seats-swapped].

    So the team that moves first does so on the odd boards [team.odd-boards].
    """
    drawn = match.standing.section.nigiri.get((match.round.number, match.table.board, number))
    if drawn is not None:
        return drawn
    swapped = (number - 1) % 2 == 1
    return match.table.seats[1 if swapped else 0]
