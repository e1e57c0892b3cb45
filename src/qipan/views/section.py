"""States as plain values, for templates and for the API alike. No HTML, no sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from qipan.desk.records.comparison import compared
from qipan.journal.people import Person
from qipan.journal.state import Competition, Entrant, PlayedGame, Round, Section
from qipan.kernel.crosstable import Cell, Crosstable
from qipan.kernel.ids import EntrantId, PersonId
from qipan.kernel.points import CHESS, Scoring
from qipan.kernel.results import How, Result
from qipan.rulebooks.schema import EventRules, MatchKind, MatchRule
from qipan.sections.line_ups import line_up_of
from qipan.sections.lookup import event_of
from qipan.sections.places import crosstable, places
from qipan.sections.stages import match_rule_of, stage_of_round, undecided
from qipan.sections.start_scores import set_by_hand
from qipan.sections.systems import Place, Places, rounds_planned
from qipan.sections.tables import START_SCORE, scores_with_start, stage_crosstable

Names = Mapping[EntrantId, Person]


class Seated(msgspec.Struct, frozen=True):
    """An entrant at a board."""

    entrant: str
    number: int
    name: str
    latin: str
    points: str
    """Points before this round."""


class BoardView(msgspec.Struct, frozen=True):
    """A board of a round."""

    board: int
    seats: tuple[Seated, ...]
    result: str | None
    how: str | None
    needs: str | None
    """What is to be recorded next: ``result``, ``game``, ``play-off``, ``places`` or nothing."""
    corrected: tuple[str, ...] = ()
    """Earlier results that were replaced."""
    games: tuple[str, ...] = ()
    """The single games of a match, in the order of the seats."""
    winner: str | None = None
    """Who won a drawn match that had to be decided."""
    handicap: int = 0
    """Stones that the first seat is given; 1 is the first move without komi."""
    komi: str = ""
    """What the second seat is given, where the game has a handicap."""
    group: str = ""
    records: tuple[tuple[int, bool, bool], ...] = ()
    """The games whose record can be looked at: number, of the play-off, differs."""
    several: bool = False
    """Whether the match has games of its own."""
    boards: tuple[int, ...] = ()
    """Boards of a match of teams that have no result yet."""
    mark: str = ""
    """``1``: the first wins, ``0``: the second, ``=``: drawn; empty: none of these."""
    reported: str | None = None
    """The entrant who reported the result, while nobody has confirmed it."""
    games_by_number: tuple["GameView", ...] = ()
    """The single games or boards of a match, with who moved first in each."""


class GameView(msgspec.Struct, frozen=True):
    """One game of a match, or a board of a match of teams."""

    number: int
    result: str
    how: str
    first: str | None
    """The entrant who moved first."""
    mark: str = ""
    playoff: bool = False
    players: tuple[str, ...] = ()
    """Who sat there for each team, in the order of the seats; empty where no teams play."""


class RoundView(msgspec.Struct, frozen=True):
    """A round as people see it."""

    number: int
    stage: str
    published: bool
    boards: tuple[BoardView, ...]
    resting: tuple[Seated, ...]
    done: int


class StandingsLine(msgspec.Struct, frozen=True):
    """A line of the standings."""

    place: int | None
    """None: disqualified."""
    entrant: str
    number: int
    name: str
    latin: str
    unit: str
    withdrawn: bool
    keys: tuple[tuple[str, str], ...]
    rule: str | None = None
    """What decided the place, if it was not a key: a final, a tree, a heat."""
    group: str = ""
    """The group inside which it is the place."""
    rank: str = ""
    """Kyu or dan, where known."""
    start: int | None = None
    """What they began with in a McMahon event."""
    start_by_hand: bool = False
    """Whether the organiser set it."""


class SectionView(msgspec.Struct, frozen=True):
    """A section with everything public about it."""

    id: str
    title: str
    event: str
    entries_open: bool
    rounds_planned: int
    rounds: tuple[RoundView, ...]
    lines: tuple[StandingsLine, ...]
    order: tuple[str, ...]
    """The keys of the standings."""
    cross: tuple[tuple[str, ...], ...]
    """The cross table, a row for each entrant in the order of the standings."""
    cross_by: str
    """``opponent``: a column for each entrant; ``round``: a column for each round."""
    approved: bool
    lots: tuple[dict[str, Any], ...]


def team_name(rules: EventRules, entrant: Entrant) -> Person | None:
    """Name a team by its own name or its unit; None for who is no team, or has neither."""
    if entrant.called:
        return Person(name=entrant.called)
    if rules.line_ups is None or not entrant.unit:
        return None
    return Person(name=entrant.unit)


def section_view(
    state: Competition,
    section: Section,
    names: Names,
    *,
    staff: bool = False,
    members: Mapping[PersonId, Person] | None = None,
) -> SectionView:
    """Build the view of a section; unpublished pairings are for the staff only.

    With ``members`` the boards of team matches say who sat there.
    """
    rules = event_of(state, section)
    table = crosstable(state, section)
    placed = places(state, section)
    by_opponent = rules.stage[0].system == "round-robin"
    return SectionView(
        id=section.id,
        title=section.title,
        event=section.under,
        entries_open=not section.closed,
        rounds_planned=rounds_planned(state, section) if len(section.entrants) > 1 else 0,
        rounds=tuple(
            _round(state, section, found, names, members or {})
            for found in section.rounds
            if found.published or staff
        ),
        lines=tuple(_line(section, placed, names, each) for each in placed.rows),
        order=placed.order,
        cross=(_against if by_opponent else _by_round)(table, placed.rows),
        cross_by="opponent" if by_opponent else "round",
        approved=section.approved is not None,
        lots=tuple(
            {
                "lot": lot,
                "commitment": commitment,
                "draw": msgspec.to_builtins(section.lots[lot]) if lot in section.lots else None,
            }
            for lot, commitment in section.commitments.items()
        ),
    )


class _Seats:
    """Makes the seats of a round: names, numbers, and points before it with those begun with."""

    def __init__(self, state: Competition, section: Section, found: Round, names: Names) -> None:
        standing = stage_of_round(state, section, found)
        before = stage_crosstable(standing, section.rounds[: found.number - 1])
        self.scoring, self.names, self.table = standing.scoring, names, before
        self.scores = scores_with_start(before)

    def __call__(self, who: EntrantId) -> Seated:
        entry, person = self.table.entry[who], self.names[who]
        points = halves(self.scoring.show(self.scores[who]))
        return Seated(who, entry.number, person.name, person.latin, points)


def _round(
    state: Competition,
    section: Section,
    found: Round,
    names: Names,
    members: Mapping[PersonId, Person],
) -> RoundView:
    seats = _Seats(state, section, found, names)
    standing = stage_of_round(state, section, found)
    rule = match_rule_of(standing, found)
    open_ = set(undecided(state, section, found))
    records = _records(section, found)
    terms = event_of(state, section).line_ups if rule.boards else None
    boards = []
    for here in found.tables:
        playing = [
            [members[who].name if who in members else "" for who in map(PersonId, line_up)]
            for line_up in (
                line_up_of(section, who, found.number, terms) for who in here.seats if terms
            )
        ]
        result = found.results.get(here.board)
        games = sorted(
            found.games.get(here.board, ()), key=lambda game: (game.playoff, game.number)
        )
        winner = found.decided.get(here.board)
        boards.append(
            BoardView(
                board=here.board,
                seats=tuple(seats(who) for who in here.seats),
                result=_shown(rule, result, seats.scoring) if result else None,
                how=result.how if result else None,
                needs=_needs(rule, result is not None, here.board in open_),
                corrected=tuple(
                    _shown(rule, old, seats.scoring) for old in found.corrected.get(here.board, ())
                ),
                games=tuple(
                    shown_score(game.result.score.seats, CHESS, game.result.how) for game in games
                ),
                winner=names[winner].name if winner is not None else None,
                handicap=here.handicap,
                komi=here.komi,
                group=here.group,
                records=records.get(here.board, ()),
                several=rule.kind is MatchKind.FIRST_TO or rule.games > 1,
                boards=_open_boards(rule, games) if result is None else (),
                mark=_marked(result) if result else "",
                reported=found.reported.get(here.board),
                games_by_number=tuple(
                    GameView(
                        game.number,
                        shown_score(game.result.score.seats, CHESS, game.result.how),
                        game.result.how,
                        game.first,
                        _marked(game.result),
                        game.playoff,
                        _players(playing, game),
                    )
                    for game in games
                ),
            )
        )
    return RoundView(
        number=found.number,
        stage=found.stage,
        published=found.published,
        boards=tuple(boards),
        resting=tuple(seats(rest.entrant) for rest in found.resting),
        done=len(found.results) - len(open_),
    )


def _players(playing: Sequence[Sequence[str]], game: PlayedGame) -> tuple[str, ...]:
    """Name who played a board of a match of teams; nobody in a play-off, which is nominated."""
    at = game.number - 1
    if game.playoff or not playing or not all(at < len(side) and side[at] for side in playing):
        return ()
    return tuple(side[at] for side in playing)


def _marked(result: Result) -> str:
    """Say who won by one sign; nothing where both lose or several sit at the table."""
    seats = result.score.seats
    if len(seats) != 2 or not any(seats):
        return ""
    return "=" if seats[0] == seats[1] else "1" if seats[0] > seats[1] else "0"


def _records(section: Section, found: Round) -> dict[int, tuple[tuple[int, bool, bool], ...]]:
    """List the records of a round by board."""
    listed: dict[int, tuple[tuple[int, bool, bool], ...]] = {}
    for key in sorted(section.records):
        number, board, game, playoff = key
        if number == found.number:
            differs = compared(section, key).flagged
            listed[board] = (*listed.get(board, ()), (game, playoff, differs))
    return listed


def _open_boards(rule: MatchRule, games: Sequence[PlayedGame]) -> tuple[int, ...]:
    """List the boards of a match of teams that have no result."""
    if not rule.boards:
        return ()
    known = {game.number for game in games if not game.playoff}
    return tuple(each for each in range(1, rule.games + 1) if each not in known)


def _needs(rule: MatchRule, recorded: bool, undecided_: bool) -> str | None:
    if undecided_:
        return "play-off"
    if recorded:
        return None
    if rule.kind is MatchKind.PLACES:
        return "places"
    return "game" if rule.kind is MatchKind.FIRST_TO or rule.games > 1 else "result"


def shown_result(state: Competition, section: Section, found: Round, result: Result) -> str:
    """Write a result of a round for people: points, signs of a forfeit, or places."""
    standing = stage_of_round(state, section, found)
    return _shown(match_rule_of(standing, found), result, standing.scoring)


def _shown(rule: MatchRule, result: Result, scoring: Scoring) -> str:
    if rule.kind is MatchKind.PLACES and result.how is How.ANNULLED:
        return "–"  # nobody has a place
    if rule.kind is MatchKind.PLACES:
        return "–".join(str(int(each)) for each in result.score.seats)
    return shown_score(result.score.seats, scoring, result.how)


def shown_score(seats: tuple[int, ...], scoring: Scoring, how: How) -> str:
    """Write a result: ``1–0``, ``½–½``; a forfeit with signs."""
    if how is How.FORFEIT:
        return "–".join("+" if each == scoring.win else "−" for each in seats)
    return "–".join(halves(scoring.show(each)) for each in seats)


def halves(decimal: str) -> str:
    """Write .5 as ½."""
    return decimal.replace("0.5", "½") if decimal == "0.5" else decimal.replace(".5", "½")


def _line(section: Section, placed: Places, names: Names, place: Place) -> StandingsLine:
    who = place.entrant
    ranked = placed.table(who)
    row = ranked.row(who)
    entry, known = ranked.field.table.entry[who], section.entrants[who]
    return StandingsLine(
        place=place.place,
        entrant=who,
        number=entry.number,
        name=names[who].name,
        latin=names[who].latin,
        unit=known.unit or "",
        withdrawn=known.withdrawn,
        keys=tuple((value.key, halves(value.shown)) for value in row.values),
        rule=place.cause.rule if place.cause else None,
        group=place.group,
        rank=known.rank,
        start=entry.marks.get(START_SCORE),
        start_by_hand=bool(section.starts) and set_by_hand(section, who) is not None,
    )


def _mark(table: Crosstable, cell: Cell) -> str:
    if cell.how is How.ANNULLED:
        return ""
    if cell.how is How.FORFEIT:
        return "+" if cell.points == table.scoring.win else "−"
    return halves(table.scoring.show(cell.points))


def _against(table: Crosstable, placed: Sequence[Place]) -> tuple[tuple[str, ...], ...]:
    order = [each.entrant for each in placed]
    met = {
        (who, cell.opponent): _mark(table, cell)
        for who in order
        for cell in table.row(who)
        if cell.opponent is not None
    }
    return tuple(
        tuple("×" if who == other else met.get((who, other), "") for other in order)
        for who in order
    )


def _by_round(table: Crosstable, placed: Sequence[Place]) -> tuple[tuple[str, ...], ...]:
    # By line, not by place: while a competition goes on several may share a place.
    lines = {each.entrant: at for at, each in enumerate(placed, 1)}

    def one(cell: Cell) -> str:
        opponent = str(lines[cell.opponent]) if cell.opponent is not None else "–"
        side = "" if cell.seat is None else ("●" if cell.seat == 0 else "○")
        return f"{_mark(table, cell)} {side}{opponent}"

    return tuple(tuple(one(cell) for cell in table.row(each.entrant)) for each in placed)
