"""What is shown of a list kept here: page, API and shell are made from nothing else.

The public sees those who opened their ratings in their profile, and how many others there are;
whoever keeps the list sees everybody.
"""

from collections.abc import Callable
from fractions import Fraction

import msgspec

from qipan.journal.persons.kept_ratings import KeptList, KeptStand, RatedSection, SeasonLine
from qipan.kernel.errors import Unknown
from qipan.kernel.ids import CompetitionId, SectionId
from qipan.office.office import Office
from qipan.office.persons.kept_ratings import explain, find_list
from qipan.office.persons.register import Register, read_register
from qipan.ranking.ratings.elo import Elo
from qipan.ranking.ratings.list_rules import kept_rules
from qipan.ranking.ratings.period import SeasonChange

NAMELESS = "—"
Sees = Callable[[tuple[str, ...]], str | None]
"""Gives the name under which the reader sees somebody of these ids; None: they do not."""


class ShownTitle(msgspec.Struct, frozen=True):
    """A rank or title earned on a list."""

    title: str
    clause: str
    season: str
    rating: int | None = None
    competition: str = ""
    place: int | None = None


class ShownStand(msgspec.Struct, frozen=True):
    """Somebody on a list."""

    place: int
    person: str
    name: str
    rating: str
    games: int
    season: str
    """When they were rated last."""
    change: str = ""
    """In that season."""
    deviation: str = ""
    titles: tuple[ShownTitle, ...] = ()


class ShownList(msgspec.Struct, frozen=True):
    """A list as it stands."""

    list: str
    title: dict[str, str]
    method: str
    clause: str
    seasons: tuple[str, ...]
    rows: tuple[ShownStand, ...]
    hidden: int
    """How many are on it and keep their rating to themselves."""
    unrated: int = 0


class ShownGame(msgspec.Struct, frozen=True):
    """A game and its part of a change."""

    competition: str
    section: str
    round: int
    opponent: str
    opponent_rating: str
    score: str
    expected: str
    change: str
    handicap: int = 0
    title: str = ""
    """Of the competition and the section."""


class ShownFirst(msgspec.Struct, frozen=True):
    """How far somebody is on the way to a first rating, or how it came about."""

    games: int
    """That count, those of earlier seasons among them."""
    needed: int
    average: str = ""
    """Of the opponents, with the phantom draws; empty as long as there is no rating."""
    share: str = ""
    """Of the points in percent, with the phantom draws."""
    phantoms: int = 0
    phantom: int = 0


class ShownSeason(msgspec.Struct, frozen=True):
    """A season of one person, game by game."""

    season: str
    before: str
    after: str
    change: str
    games: tuple[ShownGame, ...]
    deviation: str = ""
    titles: tuple[ShownTitle, ...] = ()
    first: ShownFirst | None = None
    """Of who had no rating before, where games are gathered for one."""


class ShownHistory(msgspec.Struct, frozen=True):
    """Somebody on a list, season by season."""

    list: str
    person: str
    name: str
    clause: str
    seasons: tuple[ShownSeason, ...]
    title: dict[str, str] = {}
    """Of the list."""


def figure(text: str | None, places: int = 2) -> str:
    """Write a rating as people read it: whole, or with so many decimals."""
    if text is None:
        return "–"
    value = Fraction(text)
    scaled = round(value * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    shown = f"{whole}.{rest:0{places}}".rstrip("0").rstrip(".") if places else str(whole)
    return f"-{shown}" if scaled < 0 else shown


def change_of(before: KeptStand, after: KeptStand) -> str:
    """Write what changed, with its sign."""
    if before.rating is None or after.rating is None:
        return ""
    shown = figure(str(Fraction(after.rating) - Fraction(before.rating)))
    return shown if shown.startswith("-") or shown == "0" else f"+{shown}"


def everybody_seen(register: Register) -> Sees:
    """Let a reader see everybody, by the names that the register knows."""

    def named(ids: tuple[str, ...]) -> str | None:
        return next((register.by_id[x].name for x in ids if x in register.by_id), NAMELESS)

    return named


def shown_list(
    office: Office, name: str, sees: Sees, register: Register | None = None
) -> ShownList:
    """Give a list as it stands, the best first. Raises Unknown."""
    kept = find_list(office, name)
    rules = kept_rules(kept.rules)
    known = register or read_register(office)
    newest: dict[str, tuple[str, SeasonLine, tuple[str, ...]]] = {}
    for season in kept.seasons:
        for line in season.lines:
            ids = _ids(known, line.person)
            newest[ids[0]] = (season.season, line, ids)
    rated = [each for each in newest.values() if each[1].after.rating is not None]
    rated.sort(key=lambda each: -Fraction(each[1].after.rating or 0))
    rows, hidden, place = [], 0, 0
    last: str | None = None
    for at, (season_name, line, ids) in enumerate(rated, 1):
        place = place if line.after.rating == last else at
        last = line.after.rating
        called = sees(ids)
        if called is None:
            hidden += 1
            continue
        rows.append(
            ShownStand(
                place=place,
                person=ids[0],
                name=called,
                rating=figure(line.after.rating),
                games=line.after.games,
                season=season_name,
                change=change_of(line.before, line.after),
                deviation=figure(line.after.deviation) if line.after.deviation else "",
                titles=titles_of(kept, ids),
            )
        )
    seasons = tuple(each.season for each in kept.seasons)
    return ShownList(
        name, rules.title, rules.method, rules.clause, seasons, tuple(rows), hidden,
        len(newest) - len(rated),
    )  # fmt: skip


def titles_of(kept: KeptList, ids: tuple[str, ...]) -> tuple[ShownTitle, ...]:
    """Give what somebody earned on a list, the oldest first."""
    return tuple(
        ShownTitle(
            title=each.title,
            clause=each.clause,
            season=season.season,
            rating=each.rating,
            competition="" if each.event is None else season.sections[each.event].competition,
            place=each.place,
        )
        for season in kept.seasons
        for each in season.titles
        if each.person in ids
    )


def history(office: Office, name: str, person: str, sees: Sees) -> ShownHistory:
    """Explain somebody's rating season by season and game by game. Raises Unknown."""
    kept = find_list(office, name)
    register = read_register(office)
    found = register.find(person)
    ids = found[0].ids if len(found) == 1 else (person,)
    called = sees(ids)
    on_list = any(line.person in ids for season in kept.seasons for line in season.lines)
    if called is None or not on_list:
        raise Unknown("person", person[:60])
    seasons = [
        shown
        for season in kept.seasons
        if (shown := _season(office, kept, season.season, ids, register)) is not None
    ]
    rules = kept_rules(kept.rules)
    return ShownHistory(name, ids[0], called, rules.clause, tuple(seasons), rules.title)


def _season(
    office: Office, kept: KeptList, season: str, ids: tuple[str, ...], register: Register
) -> ShownSeason | None:
    worked = explain(office, kept.id, season)
    line = next((each for each in worked.season.lines if each.person in ids), None)
    if line is None or (not line.games and line.before == line.after):
        return None
    change = next(each for each in worked.changes if each.person == line.person)
    first = line.before.rating is None
    sections = worked.season.sections
    games = tuple(
        ShownGame(
            competition=sections[each.event].competition,
            section=sections[each.event].section,
            round=each.round,
            opponent=_entrant_name(office, sections[each.event], each.opponent),
            opponent_rating=figure(str(each.opponent_rating), 0) if each.opponent_rating else "–",
            score=figure(str(each.score), 1),
            expected="–" if first else figure(str(each.expected), 4),
            change="–" if first else _signed(each.change),
            handicap=each.handicap,
            title=section_title(office, sections[each.event]),
        )
        for each in change.games
    )
    return ShownSeason(
        season=season,
        before=figure(line.before.rating),
        after=figure(line.after.rating),
        change=change_of(line.before, line.after),
        games=games,
        deviation=figure(line.after.deviation) if line.after.deviation else "",
        titles=tuple(x for x in titles_of(kept, ids) if x.season == season),
        first=_first(kept, change) if first else None,
    )


def _first(kept: KeptList, change: SeasonChange) -> ShownFirst | None:
    """Say how a first rating came about, or how many games are still needed for one."""
    way = kept_rules(kept.rules).way()
    if not isinstance(way, Elo) or way.first is None or not way.first.pooled:
        return None
    found = way.first_found(change.after.pool)
    if change.after.rating is None or found is None:
        return ShownFirst(len(change.after.pool), way.first.least_games)
    return ShownFirst(
        games=found.games,
        needed=way.first.least_games,
        average=figure(str(found.average), 1),
        share=figure(str(found.share * 100), 1),
        phantoms=found.phantoms,
        phantom=found.phantom,
    )


def _signed(value: Fraction) -> str:
    shown = figure(str(value), 4)
    return shown if shown.startswith("-") or shown == "0" else f"+{shown}"


def _entrant_name(office: Office, rated: RatedSection, person: str) -> str:
    """Name an opponent as the public page of the competition does."""
    state = office.state(CompetitionId(rated.competition))
    section = state.sections[SectionId(rated.section)]
    names = office.names(section)
    entrant = next((who for who, each in rated.people.items() if each == person), "")
    return next((each.name for who, each in names.items() if who == entrant), NAMELESS)


def section_title(office: Office, rated: RatedSection) -> str:
    """Name a section that was rated, with its competition."""
    state = office.state(CompetitionId(rated.competition))
    return f"{state.title} · {state.sections[SectionId(rated.section)].title}"


def _ids(register: Register, person: str) -> tuple[str, ...]:
    found = register.by_id.get(person)
    return found.ids if found is not None else (person,)
