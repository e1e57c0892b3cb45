"""Tables made from the final one: filtered, units by places, best players, qualifiers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec

from qipan.journal.state import Competition, Section
from qipan.kernel.crosstable import Crosstable
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import CompetitionId, EntrantId, PersonId, SectionId
from qipan.kernel.rules import RuleKey, rule
from qipan.ranking.derived import Scored, UnitRow, best_players, by_best_places, by_sections, tagged
from qipan.rulebooks.schema import DerivedTable
from qipan.sections.line_ups import line_up_of
from qipan.sections.lookup import event_of
from qipan.sections.places import crosstable, key_standings, places

QUALIFIED = rule("qualify.top", "The leaders of each table qualify.")
PASSED_DOWN = rule(
    "qualify.passed-down", "If somebody has already qualified, the place goes to the next in line."
)
TARGET = rule("qualify.target", "Everyone who reaches the required points qualifies.")


class FinalRow(msgspec.Struct, frozen=True, gc=False):
    """A line of a final table; there may be a hundred thousand."""

    entrant: EntrantId
    place: int


@dataclass(frozen=True)
class _Around:
    table: Crosstable


@dataclass(frozen=True)
class FinalTable:
    """The final places of a section, as derived tables read them."""

    rows: tuple[FinalRow, ...]
    table: Crosstable

    @property
    def field(self) -> _Around:
        """Give the cross table behind it."""
        return _Around(self.table)

    @cached_property
    def _places(self) -> Mapping[EntrantId, int]:
        return {row.entrant: row.place for row in self.rows}

    def place(self, who: EntrantId) -> int:
        """Give one place. Raises Unknown."""
        if who not in self._places:
            raise Unknown("entrant", who)
        return self._places[who]


class TableRow(msgspec.Struct, frozen=True):
    """A line of a derived table: an entrant, a person or a unit."""

    who: str
    place: int | None
    total: int | None = None
    counted: tuple[tuple[str, EntrantId, int], ...] = ()
    rule: RuleKey | None = None


def official_places(state: Competition, section: Section) -> tuple[FinalRow, ...]:
    """Give the places of those who have one, best first."""
    rows = places(state, section).rows
    return tuple(FinalRow(row.entrant, row.place) for row in rows if row.place is not None)


def final_table(state: Competition, section: Section) -> FinalTable:
    """Give the final places with the cross table behind them."""
    return FinalTable(official_places(state, section), crosstable(state, section))


def derived_tables(state: Competition, section: Section) -> dict[str, tuple[TableRow, ...]]:
    """Make every derived table the book names for a section."""
    wanted = event_of(state, section).ranking.derived
    return {name: derived_table(state, section, terms) for name, terms in wanted.items()}


def derived_table(
    state: Competition, section: Section, terms: DerivedTable
) -> tuple[TableRow, ...]:
    """Make one. Raises Unknown if its kind is none we know."""
    tables = {
        event: final_table(state, found)
        for event in terms.events
        for found in state.sections.values()
        if found.under == event
    }
    scored = player_scores(state, section, terms.boards) if terms.kind == "best-player" else ()
    return derived_rows(terms, final_table(state, section), tables, list(scored))


def derived_rows(
    terms: DerivedTable,
    final: FinalTable,
    tables: Mapping[str, FinalTable],
    scored: Sequence[Scored] = (),
) -> tuple[TableRow, ...]:
    """Make a table from final places. Raises Unknown if its kind is none we know."""
    if terms.kind == "filter":
        rows = tagged(final, have=(terms.tag,))
        return tuple(TableRow(each.entrant, each.place, each.overall) for each in rows)
    if terms.kind == "unit-places":
        return _units(by_best_places(final, terms.best))
    if terms.kind == "unit-sections":
        if set(tables) != set(terms.events):
            return ()
        return _units(by_sections(tables, decider=terms.events[0]))
    if terms.kind == "best-player":
        rows = best_players(scored, final)
        points = {each.entrant: each.score for each in scored}
        return tuple(TableRow(each.entrant, each.place, points[each.entrant]) for each in rows)
    raise Unknown("kind of derived table", terms.kind)


def _units(rows: Iterable[UnitRow]) -> tuple[TableRow, ...]:
    return tuple(
        TableRow(each.unit, each.place, each.total, each.counted, each.rule) for each in rows
    )


def player_scores(state: Competition, section: Section, boards: Sequence[int]) -> Iterable[Scored]:
    """Add up what every member of a team scored on some boards, in units of a game.

    A person is listed under their own id.
    """
    scores: dict[tuple[PersonId, EntrantId], int] = {}
    line_ups = event_of(state, section).line_ups
    for found in section.rounds:
        for table in found.tables:
            for game in found.games.get(table.board, ()):
                if game.playoff or (boards and game.number not in boards):
                    continue
                for seat, team in enumerate(table.seats):
                    line_up = line_up_of(section, team, found.number, line_ups)
                    if game.number > len(line_up) or team in section.disqualified:
                        continue
                    key = (PersonId(line_up[game.number - 1]), team)
                    scores[key] = scores.get(key, 0) + game.result.score.seats[seat]
    for (person, team), score in scores.items():
        if person in section.members_disqualified:
            continue
        yield Scored(EntrantId(person), score, team)


class Qualifier(msgspec.Struct, frozen=True):
    """Somebody who goes on, and from which place."""

    competition: CompetitionId
    section: SectionId
    entrant: EntrantId
    place: int
    rule: RuleKey


def qualifiers(
    sections: Sequence[tuple[Competition, Section]],
    same: Callable[[PersonId], str] = str,
) -> tuple[Qualifier, ...]:
    """Give who goes on from each section, in order; who is in already passes the place down."""
    taken: set[str] = set()
    found: list[Qualifier] = []
    for state, section in sections:
        rules = event_of(state, section)
        stage = rules.stage[-1]
        if stage.target:
            found += _by_target(state, section, stage.target)
            continue
        left, passed = stage.advance, False
        for row in official_places(state, section):
            who = {same(person) for person in section.entrants[row.entrant].people}
            if left <= 0:
                break
            if who & taken:
                passed = True
                continue
            taken |= who
            left -= 1
            key = PASSED_DOWN if passed and row.place > stage.advance else QUALIFIED
            found.append(Qualifier(state.id, section.id, row.entrant, row.place, key))
    return tuple(found)


def _by_target(state: Competition, section: Section, target: str) -> Iterable[Qualifier]:
    table = key_standings(state, section)
    scoring = event_of(state, section).scoring.scoring()
    least = scoring.read(target)
    scores = table.field.table.scores
    for row in table.rows:
        if scores[row.entrant] >= least and row.entrant not in section.disqualified:
            yield Qualifier(state.id, section.id, row.entrant, row.place, TARGET)
