"""Ratings kept here: a list begun, seasons rated, explained game by game, and worked out again."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from qipan.journal.persons.kept_ratings import (
    PREFIX,
    EarnedTitle,
    KeptGame,
    KeptList,
    KeptStand,
    RatedSection,
    RatingBegun,
    SeasonLine,
    SeasonRated,
    SeasonTakenBack,
    kept_list,
    stream_of_list,
)
from qipan.journal.state import Competition, Section
from qipan.kernel.errors import Refused, Unknown
from qipan.kernel.ids import CompetitionId, EntrantId, SectionId
from qipan.kernel.rules import rule
from qipan.office.office import Office, stream_of
from qipan.office.persons.register import Register, read_register
from qipan.office.persons.streams import append_event
from qipan.ranking.ratings.event import PooledGame, Rated
from qipan.ranking.ratings.list_rules import ListRules, fraction, kept_rules, rules_text
from qipan.ranking.ratings.period import RatedEvent, SeasonChange, rate_season
from qipan.ranking.ratings.promotions import EarnedPlace, promotions
from qipan.sections.lookup import event_of, require_section
from qipan.sections.places import crosstable, places

KEPT = rule("ratings.kept", "A season is rated from approved sections, each of them once.")
MOST = 20
GLICKO = "glicko-2"


class AskedSection(NamedTuple):
    """A section to rate, and how much of a change counts, in percent."""

    competition: str
    section: str
    weight: int = 100


class Explained(msgspec.Struct, frozen=True):
    """A season as it was worked out: what is stored, and every game."""

    season: SeasonRated
    changes: tuple[SeasonChange, ...]


def list_names(office: Office) -> list[str]:
    """Name the lists kept here."""
    return [each.removeprefix(PREFIX) for each in office.around.log.streams(PREFIX)]


def find_list(office: Office, name: str) -> KeptList:
    """Give a list as it stands. Raises Unknown."""
    found = kept_list(name, office.around.log.read(stream_of_list(name)))
    if not found.version:
        raise Unknown("rating list", name[:60], tuple(list_names(office))[:MOST])
    return found


def begin_list(office: Office, actor: str, name: str, rules: ListRules) -> KeptList:
    """Begin a list. Raises Refused if there is one of this name."""
    if kept_list(name, office.around.log.read(stream_of_list(name))).version:
        raise Refused("kept-rating.there", KEPT, list=name[:60])
    append_event(
        office, actor, stream_of_list(name), 0, RatingBegun(list=name, rules=rules_text(rules))
    )
    return find_list(office, name)


def rate(
    office: Office, actor: str, name: str, season: str, asked: Sequence[AskedSection],
    *, dry_run: bool = False,
) -> Explained:  # fmt: skip
    """Rate a season: the next of its list. Raises Refused or Unknown."""
    kept = find_list(office, name)
    if not season.strip() or season in {each.season for each in kept.seasons}:
        raise Refused("kept-rating.season", KEPT, season=season[:40])
    done = {(x.competition, x.section) for each in kept.seasons for x in each.sections}
    register = read_register(office)
    sections = []
    for each in asked:
        if (each.competition, each.section) in done:
            facts = {"competition": each.competition, "section": each.section}
            raise Refused("kept-rating.twice", KEPT, **facts)
        sections.append(_section_to_rate(office, register, each))
        done.add((each.competition, each.section))
    if not sections:
        raise Refused("kept-rating.nothing", KEPT)
    found = _explained(office, kept, season, tuple(sections), _Known(office, register))
    if not dry_run:
        append_event(office, actor, stream_of_list(name), kept.version, found.season)
    return found


def take_back(office: Office, actor: str, name: str, reason: str) -> str:
    """Take the newest season back; give its name. Raises Refused."""
    kept = find_list(office, name)
    if not kept.seasons:
        raise Refused("kept-rating.nothing", KEPT)
    season = kept.seasons[-1].season
    event = SeasonTakenBack(list=name, season=season, reason=reason.strip())
    append_event(office, actor, stream_of_list(name), kept.version, event)
    return season


def explain(office: Office, name: str, season: str = "") -> Explained:
    """Work a season out again with every game; the newest where none is said. Raises Unknown."""
    kept = find_list(office, name)
    for at, each in enumerate(kept.seasons):
        if each.season == season or (not season and at == len(kept.seasons) - 1):
            before = msgspec.structs.replace(kept, seasons=kept.seasons[:at])
            return _explained(office, before, each.season, each.sections, _Noted(each))
    raise Unknown("season", season[:40], tuple(each.season for each in kept.seasons)[-MOST:])


def recompute(office: Office, name: str) -> list[str]:
    """Work every season out from the journals alone; give those that are not as stored."""
    kept = find_list(office, name)
    again = {each.season: explain(office, name, each.season).season for each in kept.seasons}
    return [
        each.season for each in kept.seasons if _in_order(again[each.season]) != _in_order(each)
    ]


def _in_order(season: SeasonRated) -> SeasonRated:
    """Give a season by person: entrants come as they entered, or as their ids are stored."""
    lines = tuple(sorted(season.lines, key=lambda line: line.person))
    titles = tuple(sorted(season.titles, key=lambda each: (each.person, each.title, each.clause)))
    return msgspec.structs.replace(season, lines=lines, titles=titles)


# -- working out -------------------------------------------------------------------------------


class _Noted:
    """Whose stand somebody goes on with, and how old they are, as a season noted it."""

    def __init__(self, season: SeasonRated) -> None:
        self._lines = {each.person: each for each in season.lines}

    def was(self, kept: KeptList, person: str) -> str:
        del kept
        return self._lines[person].was if person in self._lines else person

    def age(self, person: str, year: int) -> int | None:
        del year
        return self._lines[person].age if person in self._lines else None


class _Known:
    """The same, as the register knows it today."""

    def __init__(self, office: Office, register: Register) -> None:
        self._office, self._register = office, register

    def was(self, kept: KeptList, person: str) -> str:
        known = self._register.by_id.get(person)
        ids = known.ids if known is not None else (person,)
        for season in reversed(kept.seasons):
            for line in season.lines:
                if line.person in ids:
                    return line.person
        return ""

    def age(self, person: str, year: int) -> int | None:
        known = self._register.by_id.get(person)
        born = int(known.birth[:4]) if known is not None and known.birth[:4].isdecimal() else None
        return None if born is None else year - born


def _explained(
    office: Office,
    kept: KeptList,
    season: str,
    sections: tuple[RatedSection, ...],
    known: "_Noted | _Known",
) -> Explained:
    rules = kept_rules(kept.rules)
    read = [_state_at(office, each) for each in sections]
    events = [
        RatedEvent(
            crosstable(state, section),
            {EntrantId(who): person for who, person in each.people.items()},
            Fraction(each.weight, 100),
            _month(state, season),
        )
        for each, (state, section) in zip(sections, read, strict=True)
    ]
    stands = {line.person: line.after for each in kept.seasons for line in each.lines}
    playing = dict.fromkeys(person for each in sections for person in each.people.values())
    was = {person: known.was(kept, person) for person in playing}
    if rules.method == GLICKO:  # who did not play is known less surely
        resting = [each for each in stands if each not in set(was.values()) | set(playing)]
        was |= {person: person for person in resting}
    year = _year(read[-1][0], season)
    needs_age = any("age_below" in band for band in rules.elo.get("bands", ()))
    ages = {person: known.age(person, year) if needs_age else None for person in was}
    players = {
        person: _rated(stands[before], ages[person])
        if before
        else _newcomer(person, rules, sections, read, ages[person])
        for person, before in was.items()
    }
    changes = rate_season(events, players, rules.way(), together=rules.together)
    lines = tuple(
        SeasonLine(
            person=each.person,
            before=_stand(each.before),
            after=_stand(each.after),
            games=len(each.games),
            age=ages[each.person],
            was=was[each.person],
        )
        for each in changes
    )
    titles = _titles(kept, rules, sections, read, changes, was)
    name = kept.id
    stored = SeasonRated(list=name, season=season, sections=sections, lines=lines, titles=titles)
    return Explained(stored, changes)


def _titles(
    kept: KeptList,
    rules: ListRules,
    sections: Sequence[RatedSection],
    read: Sequence[tuple[Competition, Section]],
    changes: Sequence[SeasonChange],
    was: Mapping[str, str],
) -> tuple[EarnedTitle, ...]:
    if not rules.promotion:
        return ()
    earned: dict[str, set[str]] = {}
    for season in kept.seasons:
        for title in season.titles:
            earned.setdefault(title.person, set()).add(title.title)
    held = {now: earned.get(before, set()) | earned.get(now, set()) for now, before in was.items()}
    placed: dict[str, list[EarnedPlace]] = {}
    for at, (each, (state, section)) in enumerate(zip(sections, read, strict=True)):
        final = places(state, section).rows
        for place in final:
            person = each.people.get(str(place.entrant))
            if place.place is not None and person is not None:
                found = EarnedPlace(at, place.place, len(final))
                placed.setdefault(person, []).append(found)
    return tuple(
        EarnedTitle(x.person, x.title, x.clause, x.rating, x.event, x.place)
        for x in promotions(rules.promotion, changes, placed, held)
    )


def _section_to_rate(office: Office, register: Register, asked: AskedSection) -> RatedSection:
    state = office.state(CompetitionId(asked.competition))
    section = require_section(state, SectionId(asked.section))
    event = event_of(state, section)
    facts = {"competition": asked.competition, "section": asked.section}
    if event.line_ups is not None or event.stage[0].seats != 2:
        raise Refused("kept-rating.not-two", KEPT, **facts)
    if section.approved is None:
        raise Refused("kept-rating.not-approved", KEPT, **facts)
    people = {}
    for entrant in section.entrants.values():
        if len(entrant.people) == 1:
            person = str(entrant.people[0])
            known = register.by_id.get(person)
            people[str(entrant.id)] = known.id if known is not None else person
    weight = asked.weight if asked.weight in (100, 75, 50, 25) else 100
    return RatedSection(asked.competition, asked.section, state.version, people, weight)


def _state_at(office: Office, rated: RatedSection) -> tuple[Competition, Section]:
    """Give a section as it was when it was rated."""
    home = CompetitionId(rated.competition)
    state = office.state(home)
    if state.version != rated.version:
        envelopes = office.around.log.read(stream_of(home))[: rated.version]
        state = office.advance(Competition(), envelopes)
    return state, state.sections[SectionId(rated.section)]


def _newcomer(
    person: str,
    rules: ListRules,
    sections: Sequence[RatedSection],
    read: Sequence[tuple[Competition, Section]],
    age: int | None,
) -> Rated:
    """Give what somebody begins with: as they entered, or nothing."""
    for each, (_, section) in zip(sections, read, strict=True):
        for entrant in section.entrants.values():
            if each.people.get(str(entrant.id)) != person or rules.start == "none":
                continue
            if rules.start == "rank" and entrant.rank:
                return Rated(Fraction(rules.rating_of(entrant.rank)), age=age)
            if entrant.rating is not None:
                return Rated(Fraction(entrant.rating), age=age)
    return Rated(None, age=age)


def _rated(stand: KeptStand, age: int | None) -> Rated:
    return Rated(
        rating=fraction(stand.rating),
        games=stand.games,
        age=age,
        peak=stand.peak,
        deviation=fraction(stand.deviation),
        volatility=fraction(stand.volatility),
        pool=tuple(
            PooledGame(Fraction(each.rating), Fraction(each.score), each.month)
            for each in stand.pool
        ),
    )


def _stand(rated: Rated) -> KeptStand:
    return KeptStand(
        rating=None if rated.rating is None else str(rated.rating),
        games=rated.games,
        peak=rated.peak,
        deviation=None if rated.deviation is None else str(rated.deviation),
        volatility=None if rated.volatility is None else str(rated.volatility),
        pool=tuple(KeptGame(str(x.rating), str(x.score), x.month) for x in rated.pool),
    )


def _year(state: Competition, season: str) -> int:
    """Give the year in which a season was played."""
    said = state.particulars.ends if state.particulars is not None else ""
    text = said[:4] or season[:4]
    return int(text) if text.isdecimal() and len(text) == 4 else 0


def _month(state: Competition, season: str) -> int:
    """Give the month in which an event ended, counted from the year 0; 0: not known."""
    said = state.particulars
    told = (said.ends or said.starts) if said is not None else ""
    text = told or season
    year, month = text[:4], text[5:7]
    if not (year.isdecimal() and len(year) == 4):
        return 0
    within = int(month) if month.isdecimal() and text[4:5] == "-" else 12
    return 12 * int(year) + within


__all__ = ["AskedSection", "Explained", "begin_list", "explain", "find_list", "rate", "recompute"]
