"""Which live tables a section is to have now, with seats and clocks by the book.

Games of a match are numbered on through its play-off: after two regular games, the first game of
the play-off is the third.
"""

import hashlib
from collections.abc import Iterator

import msgspec

from qipan.desk.play_offs.games import next_play_off, play_off_first, waits_for
from qipan.games import game_named
from qipan.journal.live.events import TableOpened
from qipan.journal.live.table import convert_rules
from qipan.journal.state import Competition, Round, Section
from qipan.kernel.clock import Control
from qipan.kernel.ids import BoardNo, EntrantId, RoundNo, SectionId
from qipan.kernel.rules import rule
from qipan.rulebooks import clocks
from qipan.rulebooks.schema import EventRules, MatchKind, PlayOffGame
from qipan.sections.handicaps import rules_at, setup_at
from qipan.sections.line_ups import line_up_of
from qipan.sections.lookup import event_of
from qipan.sections.matches import Match, first_of, match_of
from qipan.sections.stages import undecided

SEATS = rule("contest.seats", "A table opens when all of its players are known.")
_LETTERS = 20


class Wanted(msgspec.Struct, frozen=True):
    """A table that is to be there, and what it is for."""

    table: str
    section: SectionId
    round: RoundNo
    board: BoardNo
    game: int
    opened: TableOpened
    """Without a deal: whoever opens it has the dice."""
    seats: tuple[EntrantId, ...]
    """The entrant of each seat of the table."""


def base_name(state: Competition, section: Section, number: RoundNo, board: BoardNo) -> str:
    """Give the name from which those of a board's tables are made.

    It depends on where the journal stands, so that a round that was taken back and paired again
    has other tables.
    """
    words = f"{state.id}/{section.id}/{number}/{board}/{state.version}"
    return "g" + hashlib.sha256(words.encode()).hexdigest()[:_LETTERS]


def table_name(found: Round, board: BoardNo, game: int) -> str:
    """Name the table of a game; a board that was reopened has other tables."""
    seating = found.seating[board]
    return _tried(seating.table, game, seating.tries, seating.again.count(game))


def _tried(base: str, game: int, tries: int, again: int = 0) -> str:
    name = f"{base}-{game}r{tries}" if tries else f"{base}-{game}"
    return f"{name}a{again}" if again else name


def tried_names(found: Round, board: BoardNo, games: int) -> Iterator[str]:
    """Name every table that a board may have had, up to a game, older tries included."""
    seating = found.seating[board]
    for tries in range(seating.tries + 1):
        for game in range(1, games + 1):
            again = seating.again.count(game) if tries == seating.tries else 0
            for each in range(again + 1):
                yield _tried(seating.table, game, tries, each)


def control_of(rules: EventRules, section: Section, mode: str) -> Control:
    """Give the clock of a seat by the book; one that stands at the board is only entered."""
    chosen = str(section.options.get("rounds", ""))
    clock = rules.clocks.get(chosen, rules.clock)
    return clocks.control_of(clock, at_board=mode == "hall")


def _table_time(rules: EventRules, mode: str) -> int:
    """Give the milliseconds that a whole table has by the book; 0 if it has no such limit."""
    limited = rules.clock is not None and mode == "online"
    return rules.clock.table_minutes * clocks.MINUTE if limited and rules.clock else 0


def _play_off_controls(terms: PlayOffGame, mode: str) -> tuple[Control, Control]:
    """Give the clocks of first and second mover in a play-off game."""
    clock = terms.clock
    minutes = clock.minutes if terms.second_minutes is None else terms.second_minutes
    second, at_board = msgspec.structs.replace(clock, minutes=minutes), mode == "hall"
    return (
        clocks.control_of(clock, at_board=at_board),
        clocks.control_of(second, at_board=at_board),
    )


def wanted(state: Competition, section: Section) -> tuple[Wanted, ...]:
    """List the tables at which the latest round goes on now."""
    found = section.current
    if section.contest is None or found is None or not found.published:
        return ()
    return tuple(
        table
        for board in (*found.missing, *undecided(state, section, found))
        if board in found.seating
        for table in _of_board(state, section, found, board)
    )


def tables_of_board(
    state: Competition, section: Section, found: Round, board: BoardNo
) -> tuple[Wanted, ...]:
    """List the tables at which one board of a published round goes on now."""
    if section.contest is None or board not in found.seating:
        return ()
    return tuple(_of_board(state, section, found, board))


def boards_without_seats(state: Competition, section: Section) -> tuple[BoardNo, ...]:
    """List the boards that are to be played and cannot: a pair is not two, a team too small."""
    found = section.current
    if section.contest is None or found is None or not found.published:
        return ()
    stuck = []
    for board in found.missing:
        if board in found.seating:
            match = match_of(state, section, found.number, board)
            if any(not seats_of(section, match, game) for game in games_on(match)):
                stuck.append(board)
    return tuple(stuck)


def _of_board(
    state: Competition, section: Section, found: Round, board: BoardNo
) -> Iterator[Wanted]:
    match = match_of(state, section, found.number, board)
    for game in games_on(match):
        seats = seats_of(section, match, game)
        if seats:
            yield _wanted(state, section, match, game, seats)


def games_on(match: Match) -> tuple[int, ...]:
    """Number the games of a match that are on: boards side by side, other games in turn.

    None where the play-off waits for a nomination, a lot or a choice.
    """
    if match.to_play_off:
        ready = match.standing.rules.playoff and waits_for(match) is None
        return (games_so_far(match) + 1,) if ready else ()
    played = {game.number for game in match.regular}
    if match.rule.boards:
        return tuple(game for game in range(1, match.rule.games + 1) if game not in played)
    return (len(played) + 1,)


def games_so_far(match: Match) -> int:
    """Count the games of a match that are over, those of its play-off too."""
    over = match.table.board in match.round.results
    return (match.before_play_off if over else len(match.regular)) + len(match.playoff)


def play_off_number(match: Match, game: int) -> int:
    """Give the number of a game within the play-off; 0 for one before it."""
    if match.table.board not in match.round.results:
        return 0
    return max(0, game - match.before_play_off)


Seats = tuple[tuple[EntrantId, str], ...]
"""The entrant of each seat of a game, and the opaque id of who sits there."""


def seats_of(section: Section, match: Match, game: int) -> Seats:
    """Say who sits where in a game; nobody if the game cannot be played at a table like this."""
    rules = match.standing.rules
    played = game_named(rules.game)
    possible = played.seats(convert_rules(played, dict(rules.rules)))
    order = match.table.seats
    number = play_off_number(match, game)
    if len(order) == 2 and match.rule.kind is not MatchKind.PLACES:
        first = _first_in_play_off(match, number) if number else first_of(match, game)
        if first is None:
            return ()
        order = order if first == order[0] else order[::-1]
    if match.rule.boards and number:
        return _nominated(section, match, number, order)
    if match.rule.boards:
        terms = match.standing.rules.line_ups
        teams = [line_up_of(section, team, match.round.number, terms) for team in order]
        if any(len(team) < game for team in teams):
            return ()
        return tuple((who, team[game - 1]) for who, team in zip(order, teams, strict=True))
    if len(order) in possible:
        return tuple((who, who) for who in order)
    sizes = {len(section.entrants[who].people) for who in order}
    if len(sizes) == 1 and len(order) * (size := sizes.pop()) in possible:
        return tuple(
            (who, section.entrants[who].people[place]) for place in range(size) for who in order
        )
    return ()


def _nominated(section: Section, match: Match, number: int, order: tuple[EntrantId, ...]) -> Seats:
    """Seat the players whom the teams sent; nobody while one is not named."""
    at = (match.round.number, match.table.board, number)
    named = [(team, section.nominated.get((*at, team))) for team in order]
    return tuple((team, person) for team, person in named if person is not None)


def _first_in_play_off(match: Match, number: int) -> EntrantId | None:
    """Say who moves first: as it was recorded, else by the book's chain."""
    for game in match.playoff:
        if game.number == number:
            return game.first
    if not match.standing.rules.playoff:
        return None
    following, terms = next_play_off(match)
    return play_off_first(match, number, terms) if following == number else None


def _wanted(state: Competition, section: Section, match: Match, game: int, seats: Seats) -> Wanted:
    rules, found, board = match.standing.rules, match.round, match.table.board
    contest = section.contest
    mode = contest.mode if contest else "online"
    controls = (control_of(rules, section, mode),) * len(seats)
    options, setup = dict(rules_at(rules, match.table).rules), setup_at(match.table)
    if match.to_play_off:
        _, terms = next_play_off(match)
        controls, options = _play_off_controls(terms, mode), {**rules.rules, **terms.rules}
        setup = {}
    opened = TableOpened(
        game=rules.game,
        engine=game_named(rules.game).engine,
        controls=controls,
        occupants=tuple(label for _, label in seats),
        rules=options,
        setup=setup,
        table_time=_table_time(rules, mode),
        delay=contest.delay * 1000 if contest else 0,
        origin={
            "competition": state.id,
            "section": section.id,
            "round": str(found.number),
            "board": str(board),
            "game": str(game),
        },
    )
    return Wanted(
        table=table_name(found, board, game),
        section=section.id,
        round=found.number,
        board=board,
        game=game,
        opened=opened,
        seats=tuple(who for who, _ in seats),
    )


def lateness_minutes(state: Competition, section: Section) -> int | None:
    """Give the book's limit for coming late; None: it has none, and clocks run from the start."""
    terms = event_of(state, section).conduct.lateness
    return None if terms is None else terms.minutes


def deducts(state: Competition, section: Section, table: Wanted) -> bool:
    """Say whether coming late to a table is taken off the clock: at first games, and online."""
    terms = event_of(state, section).conduct.lateness
    online = section.contest is not None and section.contest.mode == "online"
    if terms is None or not terms.deduct or not online:
        return False
    return table.game == 1 or match_of(state, section, table.round, table.board).rule.boards
