"""Seasons in storage: opened, stops added and removed, counted, and explained stop by stop.

Only approved sections count; names are those of the public pages of the competitions.
"""

from fractions import Fraction

import msgspec

from qipan.journal.persons.seasons import (
    PREFIX,
    Season,
    SeasonOpened,
    StopAdded,
    StopRemoved,
    season_of,
    stream_of_season,
)
from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.kernel.points import decimal
from qipan.kernel.rules import rule
from qipan.office.office import Office
from qipan.office.persons.register import Register, read_register
from qipan.office.persons.streams import append_event
from qipan.ranking.seasons.season_rules import SeasonRules, read_season
from qipan.ranking.seasons.season_table import SeasonPlace, season_table
from qipan.sections.lookup import require_section
from qipan.sections.places import places

SEASON = rule(
    "ranking.season", "A season counts the places of approved sections by its regulation."
)
MOST = 20


class ShownStop(msgspec.Struct, frozen=True):
    """A stop of a season."""

    competition: str
    section: str
    title: str
    factor: int
    approved: bool
    players: int = 0


class ShownResult(msgspec.Struct, frozen=True):
    """What somebody has of one stop."""

    stop: int
    competition: str
    section: str
    entrant: str
    place: int
    tied: int
    points: str
    counts: bool


class SeasonRow(msgspec.Struct, frozen=True):
    """Somebody in a season."""

    place: int | None
    person: str
    name: str
    points: str
    results: tuple[ShownResult, ...]
    decided: str = ""
    clause: str = ""
    """The clause behind the key that decided."""


class ShownSeasonTable(msgspec.Struct, frozen=True):
    """A season as page, API and shell show it."""

    season: str
    title: dict[str, str]
    best: int | None
    least: int
    ties: str
    order: tuple[str, ...]
    points: tuple[int, ...]
    others: int
    clauses: dict[str, str]
    text: dict[str, dict[str, str]]
    stops: tuple[ShownStop, ...]
    rows: tuple[SeasonRow, ...]


def season_names(office: Office) -> list[str]:
    """Name the seasons there are."""
    return [each.removeprefix(PREFIX) for each in office.around.log.streams(PREFIX)]


def find_season(office: Office, name: str) -> Season:
    """Give a season as it stands. Raises Unknown."""
    found = season_of(name, office.around.log.read(stream_of_season(name)))
    if not found.version:
        raise Unknown("season", name[:60], tuple(season_names(office))[:MOST])
    return found


def open_season(office: Office, actor: str, name: str, rules: str) -> Season:
    """Open a season under its regulation. Raises BadInput, or Refused if there is one."""
    read_season(rules)
    if season_of(name, office.around.log.read(stream_of_season(name))).version:
        raise Refused("season.there", SEASON, season=name[:60])
    append_event(office, actor, stream_of_season(name), 0, SeasonOpened(season=name, rules=rules))
    return find_season(office, name)


def add_stop(
    office: Office, actor: str, name: str, at: tuple[str, str], factor: int = 100
) -> Season:
    """Let a section count. Raises Refused if it does already, or Unknown."""
    season = find_season(office, name)
    require_section(office.state(CompetitionId(at[0])), SectionId(at[1]))
    facts = {"competition": at[0], "section": at[1]}
    if at in {(each.competition, each.section) for each in season.stops}:
        raise Refused("season.stop-there", SEASON, **facts)
    if not 1 <= factor <= 1000:
        raise Refused("season.factor", SEASON, factor=factor)
    event = StopAdded(season=name, factor=factor, **facts)
    append_event(office, actor, stream_of_season(name), season.version, event)
    return find_season(office, name)


def remove_stop(
    office: Office, actor: str, name: str, at: tuple[str, str], reason: str = ""
) -> Season:
    """Let a section count no more. Raises Unknown."""
    season = find_season(office, name)
    if at not in {(each.competition, each.section) for each in season.stops}:
        raise Unknown("stop", "/".join(at)[:60])
    event = StopRemoved(season=name, competition=at[0], section=at[1], reason=reason.strip())
    append_event(office, actor, stream_of_season(name), season.version, event)
    return find_season(office, name)


def shown_season(office: Office, name: str) -> ShownSeasonTable:
    """Count a season. Raises Unknown."""
    season = find_season(office, name)
    rules = read_season(season.rules)
    register = read_register(office)
    stops, placed, named = [], [], dict[str, str]()
    entered: list[dict[str, str]] = []
    for each in season.stops:
        stop, found, who = _stop(office, register, each, named)
        stops.append(stop)
        placed.append(found)
        entered.append(who)
    factors = [Fraction(each.factor, 100) for each in season.stops]
    rows = tuple(
        _row(rules, season, each, named, entered) for each in season_table(rules, placed, factors)
    )
    return ShownSeasonTable(
        season=name,
        title=rules.title,
        best=rules.best,
        least=rules.least,
        ties=rules.ties,
        order=tuple(rules.order),
        points=tuple(rules.points),
        others=rules.others,
        clauses=rules.clauses,
        text=rules.text,
        stops=tuple(stops),
        rows=rows,
    )


def _stop(
    office: Office, register: Register, stop: StopAdded, named: dict[str, str]
) -> tuple[ShownStop, dict[str, int], dict[str, str]]:
    """Read the places of a stop by person, where they are approved."""
    state = office.state(CompetitionId(stop.competition))
    section = require_section(state, SectionId(stop.section))
    title = f"{state.title} · {section.title}"
    approved = section.approved is not None
    found: dict[str, int] = {}
    entrants: dict[str, str] = {}
    if approved:
        names = office.names(section)
        for row in places(state, section).rows:
            people = section.entrants[row.entrant].people
            if row.place is None or len(people) != 1:
                continue
            known = register.by_id.get(str(people[0]))
            person = known.id if known is not None else str(people[0])
            found[person] = min(row.place, found.get(person, row.place))
            entrants[person] = str(row.entrant)
            named[person] = names[row.entrant].name
    shown = ShownStop(stop.competition, stop.section, title, stop.factor, approved, len(found))
    return shown, found, entrants


def _row(
    rules: SeasonRules,
    season: Season,
    row: SeasonPlace,
    named: dict[str, str],
    entered: list[dict[str, str]],
) -> SeasonRow:
    results = tuple(
        ShownResult(
            stop=each.stop + 1,
            competition=season.stops[each.stop].competition,
            section=season.stops[each.stop].section,
            entrant=entered[each.stop].get(row.person, ""),
            place=each.place,
            tied=each.tied,
            points=decimal(each.points, 2),
            counts=each.counts,
        )
        for each in row.results
    )
    clause = rules.clauses.get("order", "") if row.decided else ""
    return SeasonRow(
        place=row.place,
        person=row.person,
        name=named[row.person],
        points=decimal(row.points, 2),
        results=results,
        decided=row.decided,
        clause=rules.clauses.get("points", "") if row.decided == "points" else clause,
    )


def season_row(shown: ShownSeasonTable, person: str) -> SeasonRow:
    """Find somebody in a season by id or name. Raises Unknown."""
    fitting = [each for each in shown.rows if person in (each.person, each.name)]
    if len(fitting) != 1:
        raise Unknown("person", person[:60], tuple(each.name for each in fitting)[:MOST])
    return fitting[0]
