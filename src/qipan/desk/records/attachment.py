"""Decisions on game records: attaching one, and settling one that differs."""

import msgspec

from qipan.desk.play_offs.games import play_off_terms
from qipan.desk.records.commands import AttachRecord, SettleRecord, TypeRecord
from qipan.desk.records.comparison import BOARD_DECIDES, compared
from qipan.desk.records.replay import replayed
from qipan.desk.results.reporting import reporter_of
from qipan.desk.roles import ARBITERS, PLAYERS, Audience, Decisions, ListedCommand
from qipan.journal.events import CompetitionEvent
from qipan.journal.records import RecordAttached, RecordSettled
from qipan.journal.state import Competition, RecordKey, Section
from qipan.kernel.errors import Refused
from qipan.kernel.ids import EntrantId
from qipan.kernel.rules import rule
from qipan.rulebooks.schema import EventRules, MatchKind
from qipan.sections.handicaps import rules_at, setup_at
from qipan.sections.lookup import EXISTS, section_of
from qipan.sections.matches import Match, match_of

ONCE = rule("record.once", "A game has one record; another takes its place for a reason.")
TYPED_BY = rule(
    "record.typed-by", "The winner enters the game; after a draw, the player who moved first."
)
DRAW_FROM = "draw_from"
"""The option of a book's games that names the first round in which a draw may be agreed."""


def attach_record(state: Competition, command: AttachRecord) -> list[CompetitionEvent]:
    """Replay a record and attach it. Raises Refused and names the move that is illegal."""
    return [_attached(state, command)]


def type_record(state: Competition, command: TypeRecord) -> list[CompetitionEvent]:
    """Attach what a player types in. Raises Refused if somebody else is to do it."""
    said = command.record
    section = section_of(state, said.section)
    match = match_of(state, section, said.round, said.board)
    _typed_by(match, said, command.entrant)
    return [_attached(state, said, command.entrant)]


def _attached(
    state: Competition, command: AttachRecord, entrant: EntrantId | None = None
) -> RecordAttached:
    section = section_of(state, command.section)
    match = match_of(state, section, command.round, command.board)
    place = {"round": command.round, "board": command.board, "game": command.game}
    _game_exists(match, command)
    key: RecordKey = (command.round, command.board, command.game, command.playoff)
    if key in section.records and not command.reason.strip():
        raise Refused("record.attached", ONCE, **place)
    rules = _rules_of(match, command)
    setup = {} if command.playoff else setup_at(match.table)
    found = replayed(command.record, rules, setup=setup, foul=command.foul)
    outcome = found.outcome
    return RecordAttached(
        section=section.id,
        round=command.round,
        board=command.board,
        record=command.record,
        game=command.game,
        playoff=command.playoff,
        plies=found.plies,
        places=outcome.places if outcome else (),
        rule=outcome.rule if outcome else None,
        both_lose=bool(outcome and outcome.facts.get("both_lose")),
        again=bool(outcome and outcome.facts.get("replay")),
        foul=found.foul,
        ruling=found.ruling,
        agreed_from=_agreed_from(rules),
        entrant=entrant,
        reason=command.reason.strip(),
    )


def _agreed_from(rules: EventRules) -> int:
    """Count the moves before the round from which the book lets two agree on a draw."""
    first = rules.rules.get(DRAW_FROM, 1)
    return 2 * (int(first) - 1)


def _rules_of(match: Match, command: AttachRecord) -> EventRules:
    """Give the rules a game was played under; those of a play-off may differ."""
    rules = match.standing.rules
    if not command.playoff:
        return rules_at(rules, match.table)
    terms = play_off_terms(match, command.game)
    return msgspec.structs.replace(rules, rules={**rules.rules, **terms.rules})


def _game_exists(match: Match, command: AttachRecord) -> None:
    """Refuse a game that the match does not have."""
    limit = match.rule.games
    if command.playoff:
        limit = len(match.playoff)
    elif match.rule.kind is MatchKind.FIRST_TO:
        limit = len(match.regular) + 1
    if not 1 <= command.game <= max(1, limit) or (command.playoff and not limit):
        raise Refused(
            "record.no-such-game",
            EXISTS,
            round=command.round,
            board=command.board,
            game=command.game,
            games=limit,
        )


def _typed_by(match: Match, command: AttachRecord, entrant: EntrantId) -> None:
    """A player types in a game of his own: the winner, else who moved first."""
    place = {"round": command.round, "board": command.board}
    if entrant not in match.table.seats:
        raise Refused("record.not-seated", TYPED_BY, **place, entrant=entrant)
    result = match.round.results.get(command.board)
    if result is None or match.several or len(match.table.seats) != 2:
        return
    due = reporter_of(match.table, result.score)
    if entrant != due:
        raise Refused("record.other-types", TYPED_BY, **place, due=due)


def settle_record(state: Competition, command: SettleRecord) -> list[CompetitionEvent]:
    """Let a result stand beside a record that differs. Raises Refused without a reason."""
    section = section_of(state, command.section)
    key: RecordKey = (command.round, command.board, command.game, command.playoff)
    place = {"round": command.round, "board": command.board, "game": command.game}
    _known(section, key, place)
    if not command.reason.strip():
        raise Refused("record.no-reason", BOARD_DECIDES, **place)
    if not compared(section, key).flagged:
        raise Refused("record.nothing-to-settle", BOARD_DECIDES, **place)
    return [
        RecordSettled(
            section=section.id,
            round=command.round,
            board=command.board,
            game=command.game,
            playoff=command.playoff,
            reason=command.reason.strip(),
        )
    ]


def _known(section: Section, key: RecordKey, place: dict[str, int]) -> None:
    if key not in section.records:
        raise Refused("record.none", EXISTS, **place)


DECISIONS: Decisions = {
    AttachRecord: ListedCommand(attach_record, ARBITERS),
    TypeRecord: ListedCommand(type_record, PLAYERS, Audience.PLAYER),
    SettleRecord: ListedCommand(settle_record, ARBITERS),
}
