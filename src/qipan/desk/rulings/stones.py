"""At a board of Go: a stone that fell, and a clock that stands while stones are taken off."""

from qipan.desk.appeals.committee import require_no_conflict
from qipan.desk.command import Command
from qipan.desk.roles import ARBITERS, Decisions, ListedCommand
from qipan.journal.events import CompetitionEvent
from qipan.journal.rulings import ClockPausedForStones, StoneRuled
from qipan.journal.state import Competition
from qipan.kernel.errors import Refused
from qipan.kernel.ids import BoardNo, EntrantId, PersonId, RoundNo, SectionId
from qipan.kernel.rules import RuleKey, rule
from qipan.sections.lookup import section_of
from qipan.sections.matches import Match, match_of

DROPPED = rule(
    "go.dropped-stone",
    "A stone dropped by accident is placed again if the opponent agrees; "
    "otherwise a referee decides.",
)
PAUSED = rule("go.stone-pause", "The clock may be stopped while many captured stones are removed.")
REFEREES = "referees"
"""The body whose members decide."""


class RuleDroppedStone(Command, frozen=True, tag=True):
    """Say what becomes of a stone that somebody dropped by accident."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    """Whose stone it is."""
    agreed: bool = False
    """Whether the opponent agrees that it is placed anew."""
    anew: bool = True
    """What the referees decide, if the opponent does not agree."""
    referees: tuple[PersonId, ...] = ()
    """Who decides, if the opponent does not agree."""
    game: int | None = None
    """The board of a team match; None: the first without a result."""


class PauseForStones(Command, frozen=True, tag=True):
    """Stop a clock while captured stones are taken off."""

    section: SectionId
    round: RoundNo
    board: BoardNo
    entrant: EntrantId
    """Who takes them off."""
    stones: int
    overtime: bool = False
    """Whether their time is in overtime."""
    seconds_left: int | None = None
    """Of their own time, where there is no overtime."""
    game: int | None = None
    """The board of a team match; None: the first without a result."""


def rule_dropped_stone(state: Competition, command: RuleDroppedStone) -> list[CompetitionEvent]:
    """Decide on a stone that fell.

    Raises Refused without the opponent's word and without the referees the book asks for, after
    the game, or in another game.
    """
    section = section_of(state, command.section)
    match = match_of(state, section, command.round, command.board)
    needed = match.standing.rules.conduct.dropped_stone
    game = _game_on(match, command, DROPPED, here=needed > 0)
    named = command.referees
    if not command.agreed:
        body = {each.person for each in state.committees.get(REFEREES, ())}
        if len(set(named)) != needed or len(named) != needed or not set(named) <= body:
            facts = {"round": command.round, "board": command.board, "needed": needed}
            raise Refused("stone.referees", DROPPED, **facts, named=len(set(named) & body))
        require_no_conflict(state, section, match.table.seats, named)
    return [
        StoneRuled(
            section=section.id,
            round=command.round,
            board=command.board,
            game=game,
            entrant=command.entrant,
            agreed=command.agreed,
            anew=command.agreed or command.anew,
            referees=() if command.agreed else named,
        )
    ]


def pause_for_stones(state: Competition, command: PauseForStones) -> list[CompetitionEvent]:
    """Let a clock stand. Raises Refused with too few stones, too much time left, or elsewhere."""
    section = section_of(state, command.section)
    match = match_of(state, section, command.round, command.board)
    rules = match.standing.rules
    terms = rules.conduct.stone_pause
    game = _game_on(match, command, PAUSED, here=terms is not None)
    place = {"round": command.round, "board": command.board}
    if terms is None or command.stones < terms.stones:
        least = terms.stones if terms else 0
        raise Refused("pause.few-stones", PAUSED, **place, stones=command.stones, least=least)
    has_overtime = rules.clock is not None and rules.clock.periods > 0
    if command.overtime and not has_overtime:
        raise Refused("pause.no-overtime", PAUSED, **place, minutes=terms.minutes)
    if not command.overtime:
        left = command.seconds_left
        if has_overtime:
            raise Refused("pause.not-in-overtime", PAUSED, **place)
        if left is None or not 0 <= left <= terms.minutes * 60:
            raise Refused("pause.time-left", PAUSED, **place, minutes=terms.minutes)
    return [
        ClockPausedForStones(
            section=section.id,
            round=command.round,
            board=command.board,
            game=game,
            entrant=command.entrant,
            stones=command.stones,
            overtime=command.overtime,
            seconds_left=command.seconds_left,
        )
    ]


def _game_on(
    match: Match, command: RuleDroppedStone | PauseForStones, key: RuleKey, *, here: bool
) -> int:
    """Give the board that is being played. Raises Refused if none is, or elsewhere."""
    place = {"round": command.round, "board": command.board}
    if match.standing.rules.game != "go" or not here:
        raise Refused("stone.not-here", key, **place)
    if command.entrant not in match.table.seats:
        raise Refused("stone.not-at-board", key, **place, entrant=command.entrant)
    game = command.game or (match.next_game if match.several else 1)
    limit = match.rule.games if match.several else 1
    done = any(each.number == game for each in match.regular)
    if match.table.board in match.round.results or done or not 1 <= game <= limit:
        raise Refused("stone.game-over", key, **place, game=game)
    return game


DECISIONS: Decisions = {
    RuleDroppedStone: ListedCommand(rule_dropped_stone, ARBITERS),
    PauseForStones: ListedCommand(pause_for_stones, ARBITERS),
}
