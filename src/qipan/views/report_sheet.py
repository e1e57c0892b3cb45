"""What rating officers and other programs ask of a report: everybody round by round, exactly.

It names births and ids: it goes into tournament report files only, never into pages or JSON.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from qipan.journal.people import ERASED, Person
from qipan.journal.state import Competition, Entrant, Round, Section, Table
from qipan.kernel.ids import EntrantId, PersonId
from qipan.kernel.points import Scoring
from qipan.kernel.results import Bye, How
from qipan.sections.line_ups import line_up_of
from qipan.sections.lookup import event_of
from qipan.sections.matches import GAME_POINTS
from qipan.sections.scores import outcome_of
from qipan.sections.stages import match_rule_of, stage_of_round
from qipan.sections.systems import rounds_planned

SIGNS = {"win": "1", "draw": "=", "loss": "0"}
FORFEITS = {"win": "+", "draw": "=", "loss": "-"}
FEMALE = frozenset({"female", "women", "woman"})


class SheetPerson(msgspec.Struct, frozen=True):
    """Somebody, as a rating officer wants them."""

    name: str
    title: str = ""
    female: bool = False
    federation: str = ""
    licence: str = ""
    birth: str = ""


class SheetCell(msgspec.Struct, frozen=True):
    """One round of one entrant: opponent (0: none), seat, and the sign of the result.

    An empty sign is a result that has none: points that are neither of a win, draw nor loss.
    """

    opponent: int = 0
    seat: int | None = None
    sign: str = "Z"


class SheetLine(msgspec.Struct, frozen=True):
    """An entrant."""

    number: int
    called: str
    people: tuple[SheetPerson, ...]
    rating: int | None
    cells: tuple[SheetCell, ...]
    points: str
    """As an exact fraction."""
    unit: str = ""
    rank: str = ""
    withdrawn: bool = False


class SheetBoard(msgspec.Struct, frozen=True):
    """A board of a match of teams: who sat there, by their place in the team, and how it ended."""

    round: int
    teams: tuple[int, int]
    number: int
    players: tuple[int | None, int | None]
    signs: tuple[str, str]
    first: int
    """Which of the two teams moved first on it: 0 or 1."""


class SheetHandicap(msgspec.Struct, frozen=True):
    """Stones given in a game, and its komi where it is not the regulation's."""

    round: int
    first: int
    stones: int
    komi: str = ""


class ReportSheet(msgspec.Struct, frozen=True, kw_only=True):
    """All that a tournament report file carries."""

    lines: tuple[SheetLine, ...]
    system: str
    """The pairing system of the first stage."""
    planned: int
    points: tuple[str, str, str, str]
    """Of a win, a draw, a loss, a bye: exact fractions."""
    dates: tuple[str, ...] = ()
    """Of every round, as ISO; empty where nobody said."""
    first_seat: int | None = None
    virtual: dict[int, tuple[str, ...]] = {}
    teams: bool = False
    boards: int = 0
    games: tuple[SheetBoard, ...] = ()
    handicaps: tuple[SheetHandicap, ...] = ()
    rules: dict[str, object] = {}
    """Of the game, as the regulation sets them."""


def sheet_of(
    state: Competition,
    section: Section,
    names: Mapping[EntrantId, Person],
    people: Mapping[PersonId, Person],
    scores: Mapping[EntrantId, int],
) -> ReportSheet:
    """Make the sheet of a section; ``scores`` are everybody's points in units."""
    rules = event_of(state, section)
    scoring = rules.scoring.scoring()
    numbers = {who: number for number, who in enumerate(section.order, 1)}
    public = [found for found in section.rounds if found.published]
    teams = rules.line_ups is not None
    elsewhere = section.taken_over
    worth = (scoring.win, scoring.draw, scoring.loss, scoring.bye)
    return ReportSheet(
        lines=tuple(
            SheetLine(
                numbers[who],
                _called(section.entrants[who], names[who]),
                _people(section.entrants[who], people),
                section.entrants[who].rating,
                tuple(_cell(found, who, numbers, scoring) for found in public),
                str(Fraction(scores.get(who, 0), scoring.unit)),
                section.entrants[who].unit or "",
                section.entrants[who].rank,
                section.entrants[who].withdrawn,
            )
            for who in section.order
        ),
        system=rules.stage[0].system,
        planned=max(rounds_planned(state, section), len(public)),
        points=_four(*(str(Fraction(each, scoring.unit)) for each in worth)),
        dates=tuple(_day(section, found) for found in public),
        first_seat=elsewhere.first_seat if elsewhere is not None else None,
        virtual={
            numbers[who]: tuple(str(Fraction(each, scoring.unit)) for each in row)
            for who, row in (elsewhere.virtual if elsewhere is not None else ())
        },
        teams=teams,
        boards=rules.line_ups.boards if rules.line_ups is not None else 0,
        games=tuple(_boards(state, section, public, numbers)) if teams else (),
        handicaps=tuple(
            SheetHandicap(int(found.number), numbers[table.seats[0]], table.handicap, table.komi)
            for found in public
            for table in found.tables
            if table.handicap or table.komi
        ),
        rules=dict(rules.rules),
    )


def _called(entrant: Entrant, named: Person) -> str:
    """Name an entrant: a team by its name, else by its unit, else by its members."""
    team = entrant.unit if len(entrant.people) > 2 else ""
    return entrant.called or team or named.latin or named.name


def _four(win: str, draw: str, loss: str, bye: str) -> tuple[str, str, str, str]:
    return win, draw, loss, bye


def _people(entrant: Entrant, people: Mapping[PersonId, Person]) -> tuple[SheetPerson, ...]:
    known = [people.get(who, ERASED) for who in entrant.people]
    female = bool(entrant.tags & FEMALE) and len(known) == 1
    unit = entrant.unit or ""
    code = unit if len(unit) == 3 and unit.isascii() and unit.isupper() else ""
    return tuple(
        SheetPerson(
            each.latin or each.name,
            each.title,
            female,
            each.federation or code,
            each.licence,
            each.birth,
        )
        for each in known
    )


def _day(section: Section, found: Round) -> str:
    timed = section.times.get(found.number)
    return timed.start[:10] if timed is not None else ""


def _cell(
    found: Round, who: EntrantId, numbers: Mapping[EntrantId, int], scoring: Scoring
) -> SheetCell:
    for table in found.tables:
        if who in table.seats:
            return _met(found, table, who, numbers, scoring)
    for rest in found.resting:
        if rest.entrant == who:
            if rest.bye is Bye.ALLOCATED:
                return SheetCell(sign="U")
            worth = {int(scoring.win): "F", int(scoring.draw): "H"}
            return SheetCell(sign=worth.get(rest.units or 0, "Z"))
    return SheetCell()


def _met(
    found: Round,
    table: Table,
    who: EntrantId,
    numbers: Mapping[EntrantId, int],
    scoring: Scoring,
) -> SheetCell:
    result = found.results.get(table.board)
    if len(table.seats) != 2 or result is None:
        return SheetCell(sign="" if result is not None else "Z")
    seat = table.seats.index(who)
    word = outcome_of(result.score.seats[seat], scoring)
    signs = FORFEITS if result.how is How.FORFEIT else SIGNS
    return SheetCell(numbers[table.seats[1 - seat]], seat, signs.get(word, ""))


def _boards(
    state: Competition, section: Section, public: list[Round], numbers: Mapping[EntrantId, int]
) -> Iterator[SheetBoard]:
    terms = event_of(state, section).line_ups
    for found in public:
        if not match_rule_of(stage_of_round(state, section, found), found).boards:
            continue
        for table in found.tables:
            one, two = table.seats
            playing = [line_up_of(section, team, found.number, terms) for team in table.seats]
            for game in sorted(found.games.get(table.board, ()), key=lambda each: each.number):
                if game.playoff:
                    continue
                signs = FORFEITS if game.result.how is How.FORFEIT else SIGNS
                words = [outcome_of(each, GAME_POINTS) for each in game.result.score.seats]
                yield SheetBoard(
                    int(found.number),
                    (numbers[one], numbers[two]),
                    game.number,
                    (
                        _place(section, one, playing[0], game.number),
                        _place(section, two, playing[1], game.number),
                    ),
                    (signs.get(words[0], "0"), signs.get(words[1], "0")),
                    0 if game.first in (one, None) else 1,
                )


def _place(
    section: Section, team: EntrantId, playing: tuple[PersonId, ...], board: int
) -> int | None:
    """Give who sat at a board, by their place in the team; None: nobody."""
    members = section.entrants[team].people
    if board > len(playing) or playing[board - 1] not in members:
        return None
    return members.index(playing[board - 1])
